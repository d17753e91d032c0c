"""Matches that end at a server are signed by its key, and a forged record cannot pass for one of them."""

from __future__ import annotations

import logging
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.decoding import decoded
from tests.server.guests import Guest, new_room, registry, run
from tests.server.served import Served, served
from tests.server.signatures import as_file, forged, other_winner, played_to_the_end, unsigned
from tests.server.umpires import NOTHING, seated

from carrom.errors import RecordError
from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.record import Record, RecordFile, audit
from carrom.record.entries import Begun, Entry, Remarked, Signed, TakenBack
from carrom.record.file import read_record
from carrom.server.game.routes import Ready
from carrom.server.replay import schemas
from carrom.server.signing import Signer, fingerprint_of, is_genuine
from carrom.store import KeptLine, KeptMatch, MatchSummary
from carrom.store.sqlite import SqliteStore


def signatures(entries: Sequence[Entry]) -> list[int]:
    return [entry.seq for entry in entries if isinstance(entry.event, Signed)]


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "server.key"
    made = Signer(path).fingerprint

    assert Signer(path).fingerprint == made == fingerprint_of(str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["server.key"]


def test_a_match_is_signed_in_the_act_that_ends_it(tmp_path: Path) -> None:
    """The last entry of the record covers every line before it; everybody is told, and it changes nothing."""
    file = played_to_the_end(tmp_path)
    record, lines = read_record(file), file.splitlines()
    signed = record.entries[-1].event

    assert isinstance(signed, Signed)
    assert signed.key == Signer(tmp_path / "server.key").key
    assert is_genuine(signed, lines[:-1])
    assert not is_genuine(signed, lines[:-2])
    assert record.states[-1].match == record.states[-2].match
    assert audit(record.entries) == []


def test_practice_is_never_signed(tmp_path: Path) -> None:
    """There any position can be set up, and anything taken back."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("practice"))
            guest = await Guest.joins(h, made.room, made.links[0].token)
            table = guest.owner.table
            guest.owner.act(None, lambda: table.give_up(table.match.side_of("Asha")))

            assert table.over
            assert signatures(table.entries) == []

    run(play)


def test_after_a_take_back_a_later_end_is_signed_again(tmp_path: Path) -> None:
    """And only then: what is only said after the end needs no other signature."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room())
            owner = (await Guest.joins(h, made.room, made.links[0].token)).owner
            table, side = owner.table, owner.table.match.side_of("Asha")
            owner.act(None, lambda: table.give_up(side))
            first = table.seq
            owner.act(None, lambda: table.take_back(first - 2))
            assert signatures(table.entries) == [first]
            owner.act(None, lambda: table.give_up(side.other))

            assert signatures(table.entries) == [first, first + 3]
            kept = Journal(h.store, made.room)
            assert h.signer.has_signed(kept.lines)

    run(play)


def test_a_record_that_is_full_is_signed_all_the_same(tmp_path: Path) -> None:
    """Giving up is all that is left to do there, and its signature comes with it."""

    async def play() -> None:
        async with registry(tmp_path, entries=3) as h:
            made = await h.open(new_room())
            guest = await Guest.joins(h, made.room, made.links[0].token)

            assert isinstance(await guest.offers("resign"), wire.AckMessage)
            assert h.signer.has_signed(Journal(h.store, made.room).lines)

    run(play)


def test_a_key_that_cannot_be_read_ends_no_match_otherwise_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "server.key").write_text("no key at all")
    caplog.set_level(logging.WARNING, "carrom.server")
    for _ in range(2):
        record = read_record(played_to_the_end(tmp_path))

        assert record.state.match.winner is not None
        assert signatures(record.entries) == []
    signer = Signer(tmp_path / "server.key")
    caplog.clear()
    assert (signer.fingerprint, signer.fingerprint) == ("", "")
    assert [each.getMessage().startswith("matches are not signed") for each in caplog.records] == [True]
    assert (tmp_path / "server.key").read_text() == "no key at all"


def test_an_umpired_match_is_signed_at_its_end_and_after_every_correction_of_it(tmp_path: Path) -> None:
    """A remark after the end leaves the signature as it is."""
    with served(tmp_path) as server:
        phone = seated(server).does(NOTHING, {"do": "give-up", "side": "first", "why": "resigned"})

        assert [line["kind"] for line in phone.record][-2:] == ["gave-up", "signed"]
        end = phone.v
        phone.does({"do": "remark", "text": "good match"})
        phone.does({"do": "undo", "to": end - 2}, {"do": "give-up", "side": "second", "why": "resigned"})
        kinds = [line["kind"] for line in phone.record][end - 2 :]
        assert kinds == ["gave-up", "signed", "remarked", "taken-back", "gave-up", "signed"]
        last = phone.looks()["view"]["log"][-1]
        assert (last["kind"], last["what"]) == ("signed", server.get("/api/ready").json["key"])


def test_a_record_whose_checksums_fit_is_still_no_signed_one(tmp_path: Path) -> None:
    """Anybody can reckon checksums anew, and nobody the signature."""
    file = played_to_the_end(tmp_path)
    signer = Signer(tmp_path / "server.key")

    assert read_record(forged(file, other_winner)).damage is None
    assert signer.has_signed(file.splitlines())
    assert signer.has_signed([line + b"\r" for line in file.splitlines()])
    assert not signer.has_signed(forged(file, other_winner).splitlines())
    assert not signer.has_signed(unsigned(file).splitlines())
    assert not Signer(tmp_path / "another.key").has_signed(file.splitlines())


def test_a_signature_is_of_no_use_before_what_was_played_after_it(tmp_path: Path) -> None:
    """Who goes on with a signed record has signed nothing."""
    file = played_to_the_end(tmp_path)
    signer = Signer(tmp_path / "server.key")
    (tmp_path / "more.carrom").write_bytes(file)
    more = RecordFile.open(tmp_path / "more.carrom")
    more.enter(Remarked("well played"))
    assert signer.has_signed((tmp_path / "more.carrom").read_bytes().splitlines())
    more.enter(TakenBack(4))
    assert not signer.has_signed((tmp_path / "more.carrom").read_bytes().splitlines())


@pytest.mark.parametrize("signed", [Signed("xy", "z"), Signed("ab" * 32), Signed("", "cd" * 64)])
def test_what_cannot_be_a_signature_is_refused(signed: Signed) -> None:
    record = Record()
    record.enter(Begun("family", ("Asha",), ("Ben",)))

    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        record.enter(signed)


def opened(server: Served, file: bytes) -> schemas.Replay:
    watch = server.post("/api/records", file, "application/octet-stream").json["watch"]
    return decoded(server.get(f"/api/match/{watch}").body, schemas.Replay)


def listed(server: Served, watch: str) -> schemas.MatchLine:
    found = server.get(f"/api/matches?tokens={watch}").body
    return decoded(found, schemas.Matches).matches[0]


@pytest.mark.parametrize("workers", [0, 1])
def test_only_a_match_of_this_server_is_marked_as_played_here(tmp_path: Path, workers: int) -> None:
    """In its replay and in the list, also where it comes back as a file; a forged one is not.

    With and without processes that read.
    """
    file = played_to_the_end(tmp_path)
    elsewhere = played_to_the_end(tmp_path / "elsewhere")
    with served(tmp_path, lists=True, workers=workers) as server:
        ready = decoded(server.get("/api/ready").body, Ready)
        (here,) = decoded(server.get("/api/matches").body, schemas.Matches).matches

        assert ready.key == Signer(tmp_path / "server.key").fingerprint
        assert here.played_here
        for record, ours in ((file, True), (forged(file, other_winner), False), (elsewhere, False)):
            replay = opened(server, record)
            assert replay.over
            assert replay.played_here is ours
            assert listed(server, replay.watch).played_here is ours


def test_an_opened_file_is_in_nobodys_list_but_its_openers(tmp_path: Path) -> None:
    """The pages of the list are full all the same."""
    file = played_to_the_end(tmp_path)
    with served(tmp_path, lists=True) as server:
        replay = opened(server, unsigned(file))
        everybody = decoded(server.get("/api/matches").body, schemas.Matches)

        assert [each.kind for each in everybody.matches] == ["screen"]
        assert listed(server, replay.watch).kind == "file"


def test_pages_of_the_list_are_counted_without_opened_files(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "carrom.sqlite")
    line = as_file([b"{}"]).decode().strip()
    for number in range(60):
        kind = "screen" if number % 2 else "file"
        match = KeptMatch(
            f"m{number:02}", kind, f"w{number}", ("A",), ("B",), "family", {}, MatchSummary(strokes=1)
        )
        store.add(match, {}, [KeptLine(1, line)], at=f"2026-05-01T10:00:{number:02}+00:00")
    store.close()
    with served(tmp_path, lists=True) as server:
        pages = [decoded(server.get(f"/api/matches?page={page}").body, schemas.Matches) for page in (1, 2)]

    rooms = [each.room for page in pages for each in page.matches]
    assert [(len(page.matches), page.more) for page in pages] == [(20, True), (10, False)]
    assert rooms == [f"m{number:02}" for number in range(59, 0, -2)]
