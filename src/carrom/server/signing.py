"""The server's key signs matches that ended here, to tell them from records made elsewhere."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from carrom.errors import CarromError, StoreError
from carrom.live.journal import Journal
from carrom.record.entries import Signed
from carrom.record.signature import fingerprint, is_signed, played_after, signed_at, text_to_sign
from carrom.store.cluster import Cluster

log = logging.getLogger("carrom.server")

SHARED_KEY = "signing-key"
"""The name of the key that the nodes of a cluster share."""


class Signer:
    """The key in a file, or the one that all nodes share; read when first needed, made if there is none.

    A key that cannot be read is logged once; nothing is signed until it can.
    """

    def __init__(self, path: Path, cluster: Cluster | None = None) -> None:
        self._path, self._cluster = path, cluster
        self._lock = Lock()
        self._private: Ed25519PrivateKey | None = None
        self._warned = False

    @property
    def key(self) -> str:
        """The public key in hexadecimal; "" while there is none."""
        private = self._private_key()
        return "" if private is None else public_key(private.public_key())

    @property
    def fingerprint(self) -> str:
        return fingerprint(key) if (key := self.key) else ""

    def signature_due(self, record: Journal) -> Signed | None:
        """The signature of a record that has none after its last stroke."""
        if is_signed(record.entries) or (private := self._private_key()) is None:
            return None
        return Signed(public_key(private.public_key()), private.sign(text_to_sign(record.lines)).hex())

    def has_signed(self, lines: Sequence[bytes]) -> bool:
        """Whether a record has this key's signature, and nothing was played after it."""
        found = signed_at(lines)
        if not found:
            return False
        number, signed = found[-1]
        ours = signed.key == self.key and is_genuine(signed, lines[: number - 1])
        return ours and not played_after(lines, number)

    def _private_key(self) -> Ed25519PrivateKey | None:
        with self._lock:
            if self._private is None:
                try:
                    self._private = self._read_or_make()
                except (OSError, ValueError, TypeError, UnsupportedAlgorithm, StoreError) as wrong:
                    if not self._warned:
                        log.warning("matches are not signed: %s: %s", self._path, wrong)
                    self._warned = True
            return self._private

    def _read_or_make(self) -> Ed25519PrivateKey:
        path = self._path
        if self._cluster is not None:
            return _load_private(self._cluster.shared(SHARED_KEY, _new_pem).encode())
        return _load_private(path.read_bytes()) if path.exists() else _make_key(path)


def is_genuine(signed: Signed, lines: Sequence[bytes]) -> bool:
    """Whether the key named in a signature has signed these lines."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key))
        public.verify(bytes.fromhex(signed.signature), text_to_sign(lines))
    except (ValueError, InvalidSignature):
        return False
    return True


def public_key(public: Ed25519PublicKey) -> str:
    return public.public_bytes_raw().hex()


def fingerprint_of(said: str) -> str:
    """A fingerprint from its digits, with or without dashes, or from a file with the key."""
    digits = said.replace("-", "").replace(" ", "").lower()
    if len(digits) == 32 and set(digits) <= set("0123456789abcdef"):
        return "-".join(digits[start : start + 4] for start in range(0, 32, 4))
    path = Path(said)
    try:
        return fingerprint(public_key(_load_public(path.read_bytes())))
    except OSError:
        raise CarromError("refused.server.no-fingerprint", said=said) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise CarromError("refused.server.no-key", path=said) from None


def _load_public(pem: bytes) -> Ed25519PublicKey:
    if b"PRIVATE" in pem:
        return _load_private(pem).public_key()
    found = serialization.load_pem_public_key(pem)
    if not isinstance(found, Ed25519PublicKey):
        raise ValueError("this is not an Ed25519 key")
    return found


def _load_private(pem: bytes) -> Ed25519PrivateKey:
    found = serialization.load_pem_private_key(pem, password=None)
    if not isinstance(found, Ed25519PrivateKey):
        raise ValueError("this is not an Ed25519 key")
    return found


def _make_key(path: Path) -> Ed25519PrivateKey:
    """Make a key in a file that only its owner may read; an existing key is never replaced."""
    private = Ed25519PrivateKey.generate()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # of mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_pem(private))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except FileExistsError:  # another process has made one meanwhile
            return _load_private(path.read_bytes())
    finally:
        Path(name).unlink()
    return private


def _new_pem() -> str:
    return _pem(Ed25519PrivateKey.generate()).decode()


def _pem(private: Ed25519PrivateKey) -> bytes:
    return private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
