"""A real match whose first board is being played, entered at the desk as a page would."""

from __future__ import annotations

from carrom import umpiring
from carrom.record import Record
from carrom.record.entries import Happened, Overruled, Struck
from carrom.record.file import encode_line
from carrom.rules import Ruling, Standing

AT = "2026-03-14T15:00:00+01:00"


def ask(record: Record, do: str, **fields: object) -> None:
    """One request, in the words of the wire."""
    umpiring.enter_request(record, umpiring.read_request({"do": do, **fields}), AT)


def set_up(book: str) -> Record:
    """Asha breaks, "Play" has not been said."""
    record = Record()
    ask(record, "begin", rulebook=book, first=["Asha"], second=["Ben"])
    ask(record, "toss", winner="first", choice="break")
    ask(record, "seat", seats=[["south", "Asha"], ["north", "Ben"]])
    return record


def in_play(book: str) -> Record:
    """White on strike with five on the board and one held by black; nine black, the queen on the board."""
    record = set_up(book)
    ask(record, "play")
    ask(record, "stroke", pocketed=["white"] * 4)
    ask(record, "stroke", pocketed=["white", "striker"])
    ask(record, "incident", kind="no-room", by="black")
    return record


def board(record: Record) -> Standing:
    standing = record.state.match.standing
    assert standing is not None
    return standing


def called(record: Record) -> Ruling:
    """The ruling of the last entry."""
    event = record.entries[-1].event
    assert isinstance(event, Struck | Happened | Overruled)
    return event.ruling


def lines(record: Record, after: int = 0) -> str:
    """The record as the server sends it."""
    text, before = "", ""
    for entry in record.entries:
        line, before = encode_line(entry, before)
        text += line.decode() if entry.seq > after else ""
    return text
