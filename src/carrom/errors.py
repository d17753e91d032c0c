"""The exceptions of carrom.

    CarromError               .code is stable, goes over the wire; the text says what, where, what would work
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


class CarromError(Exception):
    """Base of everything carrom refuses."""

    code = "carrom/error"


class NotNow(CarromError):
    code = "play/not-now"


class ImpossibleAim(CarromError):
    code = "aim/impossible"


class ImpossiblePlacing(CarromError):
    """A coin may not be put there; `failed` names each rule that failed."""

    code = "place/impossible"

    def __init__(self, text: str, failed: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.failed = failed


class ImpossibleCase(CarromError):
    """A board or an event that cannot be; `field` is where."""

    code = "case/impossible"

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.reason = text


class UnknownLaw(CarromError):
    code = "law/unknown"


class EquipmentError(CarromError):
    code = "equipment/unreadable"


class UnknownProfile(CarromError):
    code = "profile/unknown"


class SimulationError(CarromError):
    """A stroke our simulator could not finish; `aim` and `layout` reproduce it."""

    code = "physics/failed"

    def __init__(self, text: str, layout: str = "", aim: str = "") -> None:
        super().__init__(text)
        self.layout = layout
        self.aim = aim


class TraceError(CarromError):
    code = "trace/unreadable"


class RecordError(CarromError):
    """A record that does not hold together; `line` is the first line that cannot be kept."""

    code = "record/broken"

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line


class Stale(RecordError):
    """A second writer loses cleanly: the entry that was due is there already."""

    code = "record/stale"


class RecordFull(CarromError):
    """A record has as many entries as are kept of one, `limit`. The match can still be given up."""

    code = "record/full"

    def __init__(self, limit: int) -> None:
        super().__init__(f"the record has {limit} entries, and no more are kept; the match can be given up")
        self.limit = limit


class StoreError(CarromError):
    """A store that cannot be used; `kind` is unwritable, locked, damaged, newer, foreign or full."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.code = f"store/{kind}"
        self.kind = kind


class NotationError(CarromError):
    code = "text/unreadable"
