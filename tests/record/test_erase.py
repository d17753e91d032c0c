"""Names are erased from a match, and its record is as sound as before."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.server.played import played
from tests.umpiring.scripted import Desk, doubles, eventful_match, longest_match

from carrom.equipment import STANDARD
from carrom.record import Entry, Record, audit, fold
from carrom.record.entries import Begun, Event, Remarked, Signed, Struck, TrialPlayed
from carrom.record.erase import ERASED, NAMES, TEXTS, erase_names
from carrom.record.file import read_record
from carrom.rules.match import Match
from carrom.store import lines_of
from carrom.table import Table, begin
from carrom.words import Side

OTHER_TEXTS = {
    # Words of the program, and what was noted of the event, which is erased only where that is asked for.
    *("rulebook", "event", "umpire", "length", "round", "number", "place", "replay_of", "choice"),
    *("why", "hash", "breach", "paragraph", "key", "signature"),
}


def as_bytes(record: Record) -> bytes:
    """The record as a file, with checksums of its own."""
    return "".join(f"{each.line}\n" for each in lines_of(record)).encode()


def with_texts() -> Desk:
    """Doubles in which somebody is named wherever that can be."""
    desk = doubles(clubs=[["Asha", "Club of Dora"]], umpire="Eve Müller", strikers=["Chan", "Dora"])
    desk.play().stroke("white")
    desk.ask("ask", side="second", text="Dora wants to know the score").ask("play")
    desk.ask("overrule", reason="Chan touched it", stroke={"pocketed": []})
    desk.ask("protest", side="first")
    desk.ask("write-protest", facts="Ben talked to Dora", paragraph="4 k")
    desk.ask("decide-protest", upheld=False, reason="Eve Müller heard nothing")
    desk.stroke()
    desk.ask("undo", to=desk.last - 1, reason="Asha said so")
    desk.ask("remark", text="Chan and Ben were late").ask("set-points", first=3, second=0, reason="for Asha")
    return desk


def result(match: Match) -> object:
    """How a match stands, without names."""
    scores = [replace(board, breaker="") for game in match.games for board in game.boards]
    boards = [replace(board, breaker="") for board in match.boards]
    points = [(match.points(side), match.games_won(side)) for side in Side]
    return match.stage, match.standing, match.winner, scores, boards, points


def check_erased(entries: list[Entry], names: tuple[str, ...]) -> Record:
    """The record without the names; everything else is as it was."""
    erased = erase_names(entries)
    again = read_record(as_bytes(erased))
    before, after = fold(entries), fold(again.entries)

    assert not [name for name in names if name in as_bytes(erased).decode()]
    assert again.damage is None
    assert again.entries == erased.entries
    assert result(after.match) == result(before.match)
    assert [(each.seq, each.at) for each in erased.entries] == [(each.seq, each.at) for each in entries]
    assert list(_rulings(erased.entries)) == list(_rulings(entries))
    assert audit(erased.entries) == audit(entries) == []
    return erased


def _rulings(entries: list[Entry]) -> Iterator[object]:
    return (getattr(entry.event, "ruling", None) for entry in entries)


@pytest.mark.parametrize("match", [eventful_match, longest_match, with_texts])
def test_an_umpired_match_keeps_its_score_and_rulings(match: typing.Callable[[], Desk]) -> None:
    """No player, club, umpire or word of anybody is left; the event is, unless that is erased too."""
    record = match().record
    begun = record.state.begun
    clubs = tuple(club for _, club in begun.clubs)
    texts = tuple(
        text for entry in record.entries for field in TEXTS if (text := getattr(entry.event, field, ""))
    )

    erased = check_erased(
        record.entries, (*begun.first, *begun.second, begun.umpire or "Eve", *clubs, *texts)
    )

    assert fold(erased.entries).begun.event == begun.event
    assert "Loire" not in as_bytes(erase_names(record.entries, event=True)).decode()


def test_a_simulated_match_replays_to_the_same_hashes() -> None:
    """Computer players keep what they are; a board that is called after its owner is not."""
    entries = list(played().table.entries)
    begun = entries[0].event
    assert isinstance(begun, Begun)
    assert begun.table is not None
    at_home = replace(STANDARD, name="Asha's board", pace=replace(STANDARD.pace, name="as at ben's"))
    table = replace(begun.table, equipment=at_home, held_by=(("Ben", "club"),))
    entries[0] = replace(entries[0], event=replace(begun, table=table))

    erased = check_erased(entries, ("Asha", "Ben", "ben's"))

    again = Table.resume(erased)
    assert again.on.held_by == (("Player 2", "club"),)
    strokes = [entry for entry in erased.entries if isinstance(entry.event, Struck | TrialPlayed)]
    for entry in strokes[:6]:
        assert again.replay(entry.seq).hash == entry.event.hash  # type: ignore[union-attr]


@given(st.lists(st.text(max_size=9).filter(str.isprintable), min_size=4, max_size=4))
@example(['"', "\\", "é", " "])
def test_whatever_the_names_none_is_left(parts: list[str]) -> None:
    """Also where JSON writes them in another way."""
    names = tuple(f"Zq{number}{part}Q" for number, part in enumerate(parts))
    record = Record()
    record.enter(Begun("family", names[:2], names[2:], umpire=names[0], clubs=((names[1], names[2]),)))

    erased = check_erased(record.entries, (*names, *(json.dumps(name)[1:-1] for name in names)))

    assert fold(erased.entries).begun.first == ("Player 1", "Player 2")


def test_players_who_were_called_like_that_already_are_renamed_too() -> None:
    table = begin("family", ("Player 2",), ("Player 1",), held_by=(("Player 2", "club"),))
    erased = erase_names(list(table.entries))

    assert (erased.state.match.first, erased.state.match.second) == (("Player 1",), ("Player 2",))
    assert erased.state.begun.table is not None
    assert erased.state.begun.table.held_by == (("Player 1", "club"),)


def test_every_text_of_every_entry_is_erased_or_known_to_be_the_programs() -> None:
    """Who adds an entry with a text says here what kind of text it is."""
    for kind in typing.get_args(Event):
        hints = typing.get_type_hints(kind)
        texts = {field.name for field in fields(kind) if hints[field.name] in (str, str | None)}
        if kind.__name__ == "Seated":
            texts -= {"breaker"}
        assert texts <= TEXTS | NAMES | OTHER_TEXTS, kind


def test_an_erased_record_has_lost_its_signature_and_shows_where_it_was() -> None:
    """It was of the record with the names."""
    record = eventful_match().record
    record.enter(Signed("ab" * 32, "cd" * 64))
    record.enter(Remarked("said later"))

    erased = check_erased(record.entries, ("ab" * 32, "cd" * 64))

    assert erased.entries[-2].event == Signed()


def test_a_text_is_marked_where_it_stood() -> None:
    record = with_texts().record
    said = [getattr(entry.event, "text", "") for entry in erase_names(record.entries).entries]

    assert said.count(ERASED) == 2
