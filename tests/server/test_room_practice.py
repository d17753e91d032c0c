"""Practice: boards set up by hand, and what if the match had gone on otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.guests import Guest, new_room, registry, run

from carrom.errors import NotNow
from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.live.opening import what_if
from carrom.record import Entry
from carrom.record.entries import Begun
from carrom.server.replay.library import Library

BOARD = "w 0.2,0.2; b -0.1,0.1; q 0.0,0.0"


def test_a_practice_room_opens_with_the_board_that_was_asked_for(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("practice", layout=BOARD))
            asha = await Guest.joins(h, made.room, made.links[0].token)

            assert len(asha.state.layout) == 3
            assert asha.state.asks.kind == "strike"
            assert isinstance(await asha.strikes(), wire.AckMessage)

    run(play)


def test_a_board_is_set_up_and_set_up_again(tmp_path: Path) -> None:
    """At any time; what cannot be is refused and changes nothing."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("practice"))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            await asha.sets_up(BOARD)
            await asha.strikes()
            again = await asha.sets_up(BOARD, "black on strike, 1 white, 1 black, queen on board")
            state = asha.state
            wrong = [
                await asha.sets_up("w 0.2,0.2; w 0.2,0.2"),
                await asha.sets_up("nonsense"),
                await asha.sets_up(BOARD, "white on strike, 5 white, 5 black, queen on board"),
            ]

            assert isinstance(again, wire.AckMessage)
            assert state.asks.players == ("Ben",)
            assert [type(each) for each in wrong] == [wire.ErrorMessage] * 3
            assert asha.state == state
            assert isinstance(await asha.offers("resign"), wire.ErrorMessage)

    run(play)


def test_what_if_begins_with_the_same_entries_and_shows_the_same_strokes(tmp_path: Path) -> None:
    """A room of one's own: the match itself is not touched, and one link plays everybody."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("screen"))
            asha, ben = [await Guest.joins(h, made.room, made.links[0].token) for _ in range(2)]
            await asha.chooses("turn", 0.0)
            await asha.strikes()
            entries, library = Journal(h.store, made.room).entries, Library(h.store)
            other = await h.begin(library.what_if(made.watch, len(entries)))
            there = await Guest.joins(h, other.room, other.links[0].token)

            assert there.welcome.kind == "practice"
            assert there.welcome.mine == ("Asha", "Ben")
            assert there.state.layout == asha.state.layout
            assert h.store.trace(other.room, 6) == h.store.trace(made.room, 6)
            assert isinstance(await there.strikes(), wire.AckMessage)
            assert asha.v == ben.v == len(entries)
            earlier = await h.begin(library.what_if(made.watch, 5))
            at_the_break = await Guest.joins(h, earlier.room, earlier.links[0].token)
            assert len(at_the_break.state.layout) == 19

    run(play)


def test_a_match_an_umpire_wrote_down_cannot_be_played_on() -> None:
    with pytest.raises(NotNow):
        what_if([Entry(1, Begun("international-a", ("Asha",), ("Ben",)))])


def test_where_only_computers_played_a_person_takes_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("practice", second=(wire.Chair("Ben", "club"),)))
            entries = Journal(h.store, made.room).entries
            begun = entries[0].event
            assert isinstance(begun, Begun)
            assert begun.table is not None
            new, _ = what_if(entries)

            assert [chair.level for chair in (*new.first, *new.second)] == ["", "club"]

    run(play)
