"""The exceptions of carrom.

    CarromError               .code is stable and goes over the wire; .key and .arguments are its message
    ├── NotNow                play/not-now      the board or the match is in another phase
    ├── ImpossibleAim         aim/impossible    the striker may not lie there
    ├── ImpossiblePlacing     place/impossible  a coin may not be put there
    ├── ImpossibleCase        case/impossible   a board or an event that cannot be, with the field at fault
    ├── UnknownLaw            law/unknown       no such rulebook or paragraph
    ├── EquipmentError        equipment/…       an equipment file that cannot be read as one
    ├── UnknownProfile        profile/unknown   no such pace of a table, or one that cannot be
    ├── SimulationError       physics/failed    our bug; carries the aim that reproduces it
    ├── TraceError            trace/unreadable  a trace that cannot be read back
    ├── RecordError           record/broken     a record that does not hold together, with its line
    │   └── Stale             record/stale      somebody else has written the entry that was due
    ├── RecordFull            record/full       a record has as many entries as are kept of one
    ├── StoreError            store/…           a store that cannot be read or written, or is no store of ours
    └── NotationError         text/unreadable   with the column, and the form expected

A foul is never an exception: it is a finding. An exception means that nothing took place.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from errno import errorcode
from typing import Any, Self

from carrom.i18n import Argument, Message, Sentence, phrases


class CarromError(Exception):
    """Base of everything carrom refuses: a message that says what is wrong, where, and what would work.

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
        """What is wrong, for a page to show."""
        return Sentence(self.message)

    def text(self, lang: str) -> str:
        """What is wrong, in the reader's language."""
        return self.message.text(lang)

    def at(self, where: Argument) -> Self:
        """The same refusal, with the file or the field it is about named first; "-" is standard input."""
        placed = copy(self)
        field = Message("standard-input") if where == "-" else where
        placed.message = Message("refused.field", {"field": field, "reason": self.message})
        return placed

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Refusals travel between processes with all they carry, whatever their constructors ask for."""
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[CarromError], args: tuple[Any, ...]) -> CarromError:
    error = kind.__new__(kind)
    error.args = args
    return error


def system_message(wrong: OSError) -> Message:
    """What the system refused. An error that the catalogue does not have is told as the system says it."""
    # The module socket is not imported for this alone; the codes of its gaierror overlap with others.
    unknown_host = type(wrong).__name__ == "gaierror"
    key = f"system.{'unknown-host' if unknown_host else errorcode.get(wrong.errno or 0)}"
    return Message(key) if key in phrases("en") else Message("system", {"text": wrong.strerror or str(wrong)})


class NotNow(CarromError):
    code = "play/not-now"


class ImpossibleAim(CarromError):
    """The striker may not lie there, or not be struck so; `broken` is the law of placing it breaks.

    It is a key of `play.striker.*`, "slight" for a stroke too soft, or empty where none is broken.
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
    """A board or an event that cannot be; `field` is where, `reason` why."""

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
        """Without the field, whose name only programs know."""
        return Sentence(self.reason)


class UnknownLaw(CarromError):
    code = "law/unknown"


class EquipmentError(CarromError):
    code = "equipment/unreadable"


class UnknownProfile(CarromError):
    code = "profile/unknown"


class SimulationError(CarromError):
    """A stroke our simulator could not finish; `aim` and `layout` reproduce it."""

    code = "physics/failed"

    def __init__(self, key: str, /, layout: str = "", aim: str = "", **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.layout = layout
        self.aim = aim


class TraceError(CarromError):
    code = "trace/unreadable"


class RecordError(CarromError):
    """A record that does not hold together; `line` is the first line that cannot be kept."""

    code = "record/broken"

    def __init__(self, key: str, /, line: int | None = None, **arguments: Argument) -> None:
        super().__init__(key, **arguments)
        self.line = line


class Stale(RecordError):
    """A second writer loses cleanly: the entry that was due is there already."""

    code = "record/stale"


class RecordFull(CarromError):
    """A record has as many entries as are kept of one, `limit`. The match can still be given up."""

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
