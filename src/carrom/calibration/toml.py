"""Reading what a club wrote by hand: every slip is refused in one line that says what would work."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from carrom.equipment import nearest
from carrom.errors import CarromError


def parsed(text: str, refusal: type[CarromError], what: str) -> dict[str, object]:
    """The tables of a TOML text that should be `what`."""
    # Imported here: `import carrom` should not pay for it.
    import tomllib

    try:
        # Some editors put a byte order mark first, which TOML does not know.
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise refusal(f"this TOML is nested too deeply to be {what}") from None
    except ValueError as wrong:
        # Also what Python itself refuses, such as an integer of five thousand digits.
        said, _, place = str(wrong).partition(" (at ")
        line = f"{place.rstrip(')')}: " if place else ""
        number = re.search(r"line (\d+)", place)
        typed = text.splitlines()[int(number[1]) - 1] if number else ""
        if re.search(r"=\s*\[?[^#]*\d,\d", typed):
            said = "write a decimal point, as in 74.0, not a comma"
        raise refusal(f"{line}this is not TOML ({said})") from None


def refuse_unknown(
    given: Mapping[str, object], known: Iterable[str], refusal: type[CarromError], where: str = ""
) -> None:
    names = list(known)
    for key in given:
        if key not in names:
            raise refusal(f"{where}{key}: unknown key; {nearest(key, names)}")


def number(value: object, name: str, low: float, high: float, refusal: type[CarromError]) -> float:
    # In Python true is a number, 1; in a club's file it is a slip.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refusal(f"{name}: {value!r} is not a number; from {low:g} to {high:g} would work")
    if not low <= value <= high:
        raise refusal(f"{name}: {str(value)[:20]} cannot be; from {low:g} to {high:g} would work")
    return float(value)


def yes_or_no(value: object, name: str, refusal: type[CarromError]) -> bool:
    if not isinstance(value, bool):
        raise refusal(f"{name}: {value!r} is neither yes nor no; give true or false")
    return value
