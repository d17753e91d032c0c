"""A live match survives a new physics engine: the store has its traces, and it goes on."""

from __future__ import annotations

from pathlib import Path

from tests.server.decoding import decoded
from tests.server.guests import Guest, new_room, registry, run
from tests.table.engines import OLD, by_another_engine

from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.live.settings import Settings
from carrom.physics.trace import ENGINE
from carrom.record import Record, states
from carrom.record.entries import EngineChanged, Struck
from carrom.server.registry import Registry
from carrom.server.replay import schemas
from carrom.server.replay.library import Library
from carrom.store import KeptLine, KeptMatch, lines_of, summary_of


async def kept_by_another_engine(h: Registry, *, traces: bool) -> tuple[KeptMatch, int]:
    """A match of two strokes in the store, as another engine left it; and the entry of the first stroke."""
    made = await h.open(new_room())
    guest = await Guest.joins(h, made.room, made.links[0].token)
    await guest.chooses("turn", 0.0)
    first = guest.v + 1
    await guest.strikes()
    await guest.strikes(x=0.05)
    played = Journal(h.store, made.room)
    entries = by_another_engine(played.entries)
    record = Record(entries, states(entries))
    begun = record.state.begun
    settings = Settings.fresh(new_room()).to_json()
    kept = KeptMatch(
        "old-match",
        "screen",
        "old-watch",
        begun.first,
        begun.second,
        begun.rulebook,
        settings,
        summary_of(record),
    )
    lines = [
        KeptLine(each.seq, each.line, None, h.store.trace(made.room, each.seq) if traces else None)
        for each in lines_of(record)
    ]
    h.store.add(kept, {"old-token": "*"}, lines, at="2026-05-01T10:00:00+00:00")
    return kept, first


def step_of(library: Library, seq: int) -> schemas.ReplayStep:
    return decoded(library.step("old-watch", seq), schemas.ReplayStep)


def test_a_live_match_goes_on_with_the_new_engine_and_keeps_its_traces(tmp_path: Path) -> None:
    """Everybody is told of the change before the stroke; the replay shows old strokes as they were kept."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            kept, first = await kept_by_another_engine(h, traces=True)
            was = h.store.trace(kept.id, first)
            guest = await Guest.joins(h, kept.id, "old-token")
            before = guest.v

            assert isinstance(await guest.strikes(x=-0.05), wire.AckMessage)
            assert isinstance(await guest.strikes(x=0.1), wire.AckMessage)

            told = [each for each in guest.told if isinstance(each, wire.EntryMessage | wire.StrokeMessage)]
            assert [(each.v, each.line.kind) for each in told[:2]] == [
                (before + 1, "engine-changed"),
                (before + 2, "struck"),
            ]
            assert told[0].line.what == str(ENGINE)
            record = Journal(h.store, kept.id)
            assert [type(each.event) for each in record.entries].count(EngineChanged) == 1
            assert (record.states[first - 1].engine, record.state.engine) == (OLD, ENGINE)
            assert h.store.trace(kept.id, first) == was
            library = Library(h.store)
            strokes = [entry.seq for entry in record.entries if isinstance(entry.event, Struck)]
            assert decoded(library.replay("old-watch"), schemas.Replay).playable
            assert all(step_of(library, seq).trace is not None for seq in strokes)

    run(play)


def test_where_no_trace_was_kept_an_old_stroke_stands_still(tmp_path: Path) -> None:
    """It is not played by an engine that would come to another end; strokes of this one are."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            kept, first = await kept_by_another_engine(h, traces=False)
            guest = await Guest.joins(h, kept.id, "old-token")
            await guest.strikes(x=-0.05)
            last = guest.v
            library = Library(h.store)

            assert decoded(library.replay("old-watch"), schemas.Replay).playable
            assert step_of(library, first).trace is None
            assert step_of(library, first).after.layout
            assert step_of(library, last).trace is not None

    run(play)


def test_what_if_goes_on_from_a_match_of_another_engine(tmp_path: Path) -> None:
    """With the traces it had, and the same entry before the first new stroke."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            kept, first = await kept_by_another_engine(h, traces=True)
            last = len(h.store.lines(kept.id))
            made = await h.begin(Library(h.store).what_if("old-watch", last))
            guest = await Guest.joins(h, made.room, made.links[0].token)
            await guest.strikes(x=-0.05)

            record = Journal(h.store, made.room)
            assert record.state.engine == ENGINE
            assert h.store.trace(made.room, first) == h.store.trace(kept.id, first)

    run(play)
