"""carrom record verify: who has signed a match, as a person reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.run import carrom, refusal
from tests.server.signatures import forged, other_winner, played_to_the_end, unsigned

from carrom.record import RecordFile
from carrom.record.entries import Remarked
from carrom.server.signing import Signer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's data, and the record of a match that ended there, as `m.carrom`."""
    folder = tmp_path_factory.mktemp("server")
    (folder / "m.carrom").write_bytes(played_to_the_end(folder))
    return folder


def verified(folder: Path, file: str, *words: str) -> tuple[int, str]:
    done = carrom("record", "verify", file, *words, folder=folder)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_signed_match_names_its_key_and_what_is_covered(folder: Path) -> None:
    """Without a key to compare, it says where to find one."""
    key = Signer(folder / "server.key").fingerprint
    last = len((folder / "m.carrom").read_bytes().splitlines()) - 1
    signed = f"m.carrom: entries 1 to {last} are signed by the key {key}.\n"

    status, said = verified(folder, "m.carrom")
    assert (status, said.startswith(signed), "/api/ready" in said) == (0, True, True)
    for given in (key, key.replace("-", "").upper(), "server.key"):
        assert verified(folder, "m.carrom", "--key", given) == (0, signed)
    french = f"m.carrom : les entrées 1 à {last} sont signées par la clé {key}.\n"
    assert verified(folder, "m.carrom", "--key", key, "--lang", "fr") == (0, french)


def test_entries_after_the_signature_are_said_not_to_be_covered(folder: Path) -> None:
    (folder / "more.carrom").write_bytes((folder / "m.carrom").read_bytes())
    more = RecordFile.open(folder / "more.carrom")
    signed_at = len(more.entries)
    more.enter(Remarked("one"))
    assert (
        f"The entry after the signature is not signed: {signed_at + 1}." in verified(folder, "more.carrom")[1]
    )
    more.enter(Remarked("two"))

    said = f"The 2 entries after the signature are not signed: {signed_at + 1} to {signed_at + 2}."
    assert said in verified(folder, "more.carrom")[1]


def test_what_nobody_or_somebody_else_has_signed_ends_with_status_one(folder: Path) -> None:
    """One line each: not signed, forged with checksums that fit, another key, erased."""
    file = (folder / "m.carrom").read_bytes()
    (folder / "plain.carrom").write_bytes(unsigned(file))
    (folder / "forged.carrom").write_bytes(forged(file, other_winner))
    carrom("record", "erase", "m.carrom", "-o", "nameless.carrom", folder=folder)
    other = Signer(folder / "other.key").fingerprint
    entry = len(file.splitlines())

    assert verified(folder, "plain.carrom") == (1, "plain.carrom: nobody has signed this record\n")
    false = f"forged.carrom: the signature at entry {entry} is false, it is not of this record\n"
    assert verified(folder, "forged.carrom") == (1, false)
    another = f"m.carrom: the key {other} has not signed this record\n"
    assert verified(folder, "m.carrom", "--key", "other.key") == (1, another)
    lost = (
        f"nameless.carrom: names were erased from this record, and the signature at entry {entry} with them\n"
    )
    assert verified(folder, "nameless.carrom") == (1, lost)
    french = "plain.carrom : personne n'a signé ce fichier de match\n"
    assert verified(folder, "plain.carrom", "--lang", "fr") == (1, french)


def test_a_damaged_record_and_no_key_are_refused(folder: Path) -> None:
    file = (folder / "m.carrom").read_bytes()
    (folder / "damaged.carrom").write_bytes(file.replace(b"Asha", b"Asna", 1))

    assert "not a match record" in refusal(carrom("record", "verify", "damaged.carrom", folder=folder))
    nothing = carrom("record", "verify", "m.carrom", "--key", "m.key", folder=folder)
    assert "neither a fingerprint of 32 digits nor a file with a key" in refusal(nothing)
    no_key = carrom("record", "verify", "m.carrom", "--key", "m.carrom", folder=folder)
    assert "there is no Ed25519 key in this file" in refusal(no_key)


def test_the_log_names_the_key(folder: Path) -> None:
    key = Signer(folder / "server.key").fingerprint

    assert f"signed by {key}" in carrom("record", "show", "m.carrom", folder=folder).stdout
