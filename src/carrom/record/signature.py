"""What a server signs of a record, and which entries a signature covers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from carrom.record.codec import EVENTS
from carrom.record.entries import SAID, Entry, Signed

PURPOSE = b"carrom match record, signature 1\n"
"""The first line of the signed text, so that the signature is valid for nothing else."""


def text_to_sign(lines: Iterable[bytes]) -> bytes:
    """The text that is signed for the lines of a record's file.

    The checksums in the lines only show damage, because a forger can compute them. The SHA-256 of all lines
    binds the signature to them.
    """
    digest, count = hashlib.sha256(), 0
    for line in lines:
        digest.update(line.strip() + b"\n")
        count += 1
    return PURPOSE + f"{count} lines, sha256 {digest.hexdigest()}\n".encode()


def fingerprint(key: str) -> str:
    """A public key's fingerprint, which two people can compare: 32 digits of its SHA-256.

    >>> fingerprint("00" * 32)
    '6668-7aad-f862-bd77-6c8f-c18b-8e9f-8e20'
    """
    digits = hashlib.sha256(bytes.fromhex(key)).hexdigest()[:32]
    return "-".join(digits[start : start + 4] for start in range(0, 32, 4))


def signed_at(lines: Sequence[bytes]) -> list[tuple[int, Signed]]:
    """The signatures among the lines of a sound record, each with the number of its entry."""
    found = []
    for number, line in enumerate(lines, 1):
        if b'"signed"' in line and (plain := json.loads(line))["kind"] == "signed":
            found.append((number, Signed(plain.get("key", ""), plain.get("signature", ""))))
    return found


def played_after(lines: Sequence[bytes], number: int) -> bool:
    """Whether anything was played or taken back after the entry `number`."""
    return any(not issubclass(EVENTS[json.loads(line)["kind"]], SAID) for line in lines[number:])


def is_signed(entries: Sequence[Entry]) -> bool:
    """Whether nothing was played or taken back since the last signature."""
    for entry in reversed(entries):
        if isinstance(entry.event, Signed):
            return True
        if not isinstance(entry.event, SAID):
            return False
    return False
