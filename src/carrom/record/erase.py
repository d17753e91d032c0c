"""Erases the personal names of a match; the new record folds and audits as before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from carrom.equipment import Equipment
from carrom.record.entries import Begun, Entry, Event, Seated, Signed
from carrom.record.file import Record
from carrom.record.fold import states

ERASED = "[erased]"
"""What replaces a text that somebody wrote."""

TEXTS = frozenset({"text", "reason", "facts"})
"""Fields of entries that hold free text, which may name a person."""

NAMES = frozenset({"player", "breaker"})
"""Fields of entries that hold a player's name."""


def erase_names(entries: Sequence[Entry], *, event: bool = False) -> Record:
    """The same match with players called "Player 1" and so on, and without clubs, umpire and written texts.

    With `event`, the event, its round, number and place are erased too. Numbers, times, rulings and strokes
    stay, so that stored traces still belong to the match. Signatures become empty, because the text differs.
    """
    begun = states(entries[:1])[0].begun
    players = {name: f"Player {number}" for number, name in enumerate((*begun.first, *begun.second), 1)}
    erased = [replace(entry, event=_erased(entry.event, players, event)) for entry in entries]
    return Record(erased, states(erased))


def _erased(event: Event, players: Mapping[str, str], with_event: bool) -> Event:
    match event:
        case Begun():
            return _begun(event, players, with_event)
        case Signed():
            return Signed()
        case Seated(seats, breaker):
            chairs = tuple((seat, players[name]) for seat, name in seats)
            return Seated(chairs, None if breaker is None else players[breaker])
        case _:
            changed = {}
            for field in fields(event):
                value = getattr(event, field.name)
                if field.name in NAMES and value:
                    changed[field.name] = players[value]
                elif field.name in TEXTS and value:
                    changed[field.name] = ERASED
            return replace(event, **changed)  # type: ignore[arg-type]  # fields of this very event


def _begun(begun: Begun, players: Mapping[str, str], with_event: bool) -> Begun:
    kept = begun
    if with_event:
        kept = replace(begun, event="", round="", number="", place="")
    table = begun.table
    if table is not None:
        held_by = tuple((players.get(name, ERASED), level) for name, level in table.held_by)
        table = replace(table, held_by=held_by, equipment=_unnamed(table.equipment, players))
    return replace(
        kept,
        first=tuple(players[name] for name in begun.first),
        second=tuple(players[name] for name in begun.second),
        umpire="",
        clubs=(),
        strikers=tuple(players.get(name, ERASED) for name in begun.strikers),
        table=table,
    )


def _unnamed(equipment: Equipment, players: Mapping[str, str]) -> Equipment:
    """The equipment without names of players: a board or a pace may be called after its owner."""

    def unnamed(name: str) -> str:
        return ERASED if any(player.casefold() in name.casefold() for player in players) else name

    pace = replace(equipment.pace, name=unnamed(equipment.pace.name))
    return replace(equipment, name=unnamed(equipment.name), pace=pace)
