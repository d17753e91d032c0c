"""The exceptions of carrom.

    CarromError               .code is stable and goes over the wire; .key and .arguments are its message
    ├── NotNow                play/not-now      the board or the match is in another phase
    ├── ImpossibleAim         aim/impossible    the striker may not lie there
    ├── ImpossiblePlacing     place/impossible  a coin may not be put there
    ├── ImpossibleCase        case/impossible   an impossible board or event, with the field at fault
    ├── UnknownLaw            law/unknown       no such rulebook or paragraph
    ├── EquipmentError        equipment/…       an equipment file that cannot be read
    ├── UnknownProfile        profile/unknown   no such pace of a table, or an impossible one
    ├── SimulationError       physics/failed    a bug in carrom, with the aim that reproduces it
    ├── TraceError            trace/unreadable  a trace that cannot be read back
    ├── RecordError           record/broken     a damaged or contradictory record, with the line
    │   └── Stale             record/stale      another writer has written this entry already
    ├── RecordFull            record/full       a record has reached its largest number of entries
    ├── StoreError            store/…           a store that cannot be read or written, or is not of carrom
    └── NotationError         text/unreadable   a text that cannot be read, with the column

A foul is never an exception: it is a finding. An exception means that nothing took place.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from errno import errorcode
from typing import Any, Self

from carrom.i18n import Argument, Message, Sentence, phrases


class CarromError(Exception):
    """Base of all errors of carrom: a message that says what is wrong, where, and what would work.

    `key` is a phrase of the catalogue, `arguments` fill it. `str` is its English text.
    """

    code = "carrom/error"

    def __init__(self, key: str, /, **arguments: Argument) -> None:
        super().__init__(key)
        self.message = Message(key, arguments)

    @property
    def key(self) -> str:
        return self.message.key

    @property
    def arguments(self) -> Mapping[str, Argument]:
        return self.message.arguments

    @property
    def sentence(self) -> Message:
        """The message as a whole sentence, for a page."""
        return Sentence(self.message)

    def text(self, lang: str) -> str:
        """The message in the reader's language."""
        return self.message.text(lang)

    def at(self, where: Argument) -> Self:
        """A copy that first names the file or the field it is about; "-" is standard input."""
        placed = copy(self)
        field = Message("standard-input") if where == "-" else where
        placed.message = Message("refused.field", {"field": field, "reason": self.message})
        return placed

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all attributes, whatever arguments the constructor takes."""
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[CarromError], args: tuple[Any, ...]) -> CarromError:
    error = kind.__new__(kind)
    error.args = args
    return error


def system_message(wrong: OSError) -> Message:
    """The message of a system error; the system's own text if the catalogue does not have it."""
    # By name, to avoid importing socket; the codes of gaierror overlap with those of other errors.
    unknown_host = type(wrong).__name__ == "gaierror"
    key = f"system.{'unknown-host' if unknown_host else errorcode.get(wrong.errno or 0)}"
    return Message(key) if key in phrases("en") else Message("system", {"text": wrong.strerror or str(wrong)})


class NotNow(CarromError):
    code = "play/not-now"


class ImpossibleAim(CarromError):
    """The striker may not lie there, or may not be struck like this.

    `broken` is the rule of placing that it breaks: a key of `play.striker.*`, "slight" for a stroke that is
    too soft, or empty.
    """

    code = "aim/impossible"

    def __init__(self, key: str, /, broken: str = "", **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.broken = broken


class ImpossiblePlacing(CarromError):
    """A coin may not be put there; `failed` names each rule that failed."""

    code = "place/impossible"

    def __init__(self, key: str, /, failed: tuple[str, ...] = (), **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.failed = failed


class ImpossibleCase(CarromError):
    """An impossible board or event; `field` is where, `reason` why."""

    code = "case/impossible"

    def __init__(self, field: str, key: str, /, **arguments: Argument) -> None:
        super().__init__("refused.field", field=field, reason=Message(key, arguments))
        self.field = field

    @property
    def reason(self) -> Message:
        reason = self.arguments["reason"]
        assert isinstance(reason, Message)
        return reason

    @property
    def sentence(self) -> Message:
        """The reason without the field, whose name is only for programs."""
        return Sentence(self.reason)


class UnknownLaw(CarromError):
    code = "law/unknown"


class EquipmentError(CarromError):
    code = "equipment/unreadable"


class UnknownProfile(CarromError):
    code = "profile/unknown"


class SimulationError(CarromError):
    """A stroke that the simulator could not finish; `aim` and `layout` reproduce it."""

    code = "physics/failed"

    def __init__(self, key: str, /, layout: str = "", aim: str = "", **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.layout = layout
        self.aim = aim


class TraceError(CarromError):
    code = "trace/unreadable"


class RecordError(CarromError):
    """A damaged or contradictory record; `line` is the first wrong line."""

    code = "record/broken"

    def __init__(self, key: str, /, line: int | None = None, **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.line = line


class Stale(RecordError):
    """Another writer has already written the entry with this number."""

    code = "record/stale"


class RecordFull(CarromError):
    """A record has reached its `limit` of entries. The match can still be given up."""

    code = "record/full"

    def __init__(self, limit: int) -> None:
        super().__init__("refused.record-full", limit=limit)
        self.limit = limit


class StoreError(CarromError):
    """A store that cannot be used; `kind` is unwritable, locked, damaged, newer, foreign or full."""

    def __init__(self, kind: str, key: str, /, **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.code = f"store/{kind}"
        self.kind = kind


class NotationError(CarromError):
    code = "text/unreadable"
