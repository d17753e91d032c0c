"""Read TOML that a club wrote by hand; a refusal says what is wrong and what would work."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from carrom.errors import CarromError
from carrom.i18n import nearest


def parsed(text: str, refusal: type[CarromError]) -> dict[str, object]:
    """The tables of a TOML text."""
    # Imported here: `import carrom` should not pay for it.
    import tomllib

    try:
        # Some editors write a byte order mark, which TOML does not allow.
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise refusal("refused.toml.too-deep") from None
    except ValueError as wrong:
        # A ValueError may also be Python's own, such as for an integer of five thousand digits.
        # Before Python 3.14 only the text has the place.
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(wrong))
        if place is None:
            raise refusal("refused.toml.unreadable") from None
        line, column = int(place[1]), int(place[2])
        if re.search(r"=\s*\[?[^#]*\d,\d", text.splitlines()[line - 1]):
            raise refusal("refused.toml.comma", line=line, column=column) from None
        raise refusal("refused.toml.unreadable-at", line=line, column=column) from None


def refuse_unknown(given: Mapping[str, object], known: Iterable[str], refusal: type[CarromError]) -> None:
    names = list(known)
    for key in given:
        if key not in names:
            raise refusal("refused.unknown-key", field=key, hint=nearest(key, names))


def number(value: object, name: str, low: float, high: float, refusal: type[CarromError]) -> float:
    # In Python a bool is an int; in a club's file it is a mistake.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refusal(
            "refused.not-a-number-in-range", field=name, value=repr(value), low=f"{low:g}", high=f"{high:g}"
        )
    if not low <= value <= high:
        raise refusal(
            "refused.out-of-range", field=name, value=str(value)[:20], low=f"{low:g}", high=f"{high:g}"
        )
    return float(value)


def yes_or_no(value: object, name: str, refusal: type[CarromError]) -> bool:
    if not isinstance(value, bool):
        raise refusal("refused.neither-yes-nor-no", field=name, value=repr(value))
    return value
