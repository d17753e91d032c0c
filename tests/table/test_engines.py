"""A match outlives the physics engine it began with."""

from __future__ import annotations

import pytest
from tests.table.engines import OLD, by_another_engine
from tests.table.seated import SOUTH, at, nudge, opened

from carrom.errors import CarromError, RecordError
from carrom.physics.trace import ENGINE
from carrom.record import Record, audit, decode, encode, states
from carrom.record.entries import Begun, EngineChanged, Entry, Struck
from carrom.record.fold import in_effect
from carrom.table import Table, ToStrike


def after_the_break(engine: int = OLD) -> Table:
    """A match of another engine, resumed here after its first stroke."""
    ours = opened()
    ours.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))
    entries = by_another_engine(ours.entries, engine)
    return Table.resume(Record(entries, states(entries)))


def goes_on(table: Table) -> None:
    ask = table.asks
    assert isinstance(ask, ToStrike)
    table.strike(ask.player, nudge(table.seat_of(ask.player)))


@pytest.mark.parametrize("engine", [OLD, 999])
def test_a_match_of_another_engine_goes_on_after_an_entry_that_says_so(engine: int) -> None:
    """Once, with the first stroke that this engine plays; only to read it enters nothing."""
    table = after_the_break(engine)
    before = table.seq

    goes_on(table)
    goes_on(table)

    kinds = [type(entry.event) for entry in table.entries[before:]]
    assert kinds[:2] == [EngineChanged, Struck]
    assert kinds.count(EngineChanged) == 1
    assert [state.engine for state in table.keeper.states[before - 1 : before + 2]] == [
        engine,
        ENGINE,
        ENGINE,
    ]
    assert audit(table.entries) == []


def test_only_strokes_of_this_engine_are_played_again() -> None:
    """The others have come to an end that this engine does not know."""
    table = after_the_break()
    old = table.seq
    goes_on(table)

    assert table.replay(old + 2).hash == table.entries[old + 1].event.hash  # type: ignore[union-attr]
    with pytest.raises(RecordError, match=f"played by engine {OLD}, and this is engine {ENGINE}"):
        table.replay(old)


def test_the_engine_stays_changed_whatever_is_taken_back() -> None:
    """The entry stands in the log, and is not entered a second time."""
    table = after_the_break()
    old = table.seq
    goes_on(table)
    table.take_back(old)
    goes_on(table)

    assert [type(entry.event) for entry in table.entries].count(EngineChanged) == 1
    assert table.state.engine == ENGINE
    assert not in_effect(table.keeper.states)[old + 1]


def test_a_branch_goes_on_with_this_engine_too() -> None:
    table = after_the_break()
    branch = table.branch(table.seq)
    goes_on(branch)

    assert branch.state.engine == ENGINE
    assert table.state.engine == OLD


def test_a_stroke_that_is_refused_leaves_the_engine_as_it_was() -> None:
    table = after_the_break()
    seq = table.seq
    with pytest.raises(CarromError):
        table.strike("Nobody", nudge(SOUTH))

    assert (table.seq, table.state.engine) == (seq, OLD)


def test_the_entry_reads_back_and_fits_only_where_the_engine_changes() -> None:
    entry = Entry(2, EngineChanged(3))
    real = Record()
    real.enter(Begun("family", ("Asha",), ("Ben",)))
    table = after_the_break()

    assert decode(encode(entry), 2)[0] == entry
    for record, engine in ((real, 3), (table.keeper, OLD), (table.keeper, -1)):
        with pytest.raises(RecordError, match="engine"):
            record.enter(EngineChanged(engine))
