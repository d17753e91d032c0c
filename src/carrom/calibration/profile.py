"""The pace of a table as a TOML file, which a club keeps and gives to commands."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import PurePath

from carrom.calibration.toml import parsed, refuse_unknown, yes_or_no
from carrom.errors import UnknownProfile
from carrom.pace import CLUB, PACES, Pace

_LONGEST_NAME = 60
_SAYS = {
    "friction": "of a piece sliding on the surface",
    "coin_coin": "bounce where two coins meet",
    "striker_coin": "bounce where the striker meets a coin",
    "coin_frame": "bounce of a coin off the frame",
    "striker_frame": "bounce of the striker off the frame",
    "piece_grip": "friction between the rims of two pieces",
    "frame_grip": "friction between a rim and the frame",
    "lip": "metres a piece may sink over a pocket and still ride out",
    "spin": "false: rims are smooth and nothing turns",
    "full_force": "launch at full force, m/s",
    "rosette_gap": "metres between coins of a rosette set by hand, on average",
    "rosette_turn": "standard deviation of its turn, degrees",
    "rosette_offset": "standard deviation of its offset along each axis, metres",
}


def profile_toml(pace: Pace) -> str:
    """The pace as TOML, one field a line; `profile_from_toml` reads it back."""
    lines = [f"name = {json.dumps(pace.name, ensure_ascii=False)}"]
    for field, says in _SAYS.items():
        value = getattr(pace, field)
        lines.append(f"{field} = {str(value).lower() if isinstance(value, bool) else repr(value)}  # {says}")
    return "\n".join(lines) + "\n"


def profile_from_toml(text: str, where: str) -> Pace:
    """The pace from TOML with the fields of `Pace`; missing fields are those of the club's table.

    `where` is the file's name ("-" is standard input); every refusal begins with it.
    """
    try:
        return _profile(text, where)
    except UnknownProfile as wrong:
        raise wrong.at(where) from None


def _profile(text: str, where: str) -> Pace:
    given = parsed(text, UnknownProfile)
    refuse_unknown(given, [field.name for field in fields(Pace)], UnknownProfile)
    name = _name(given.pop("name", "standard input" if where == "-" else PurePath(where).stem))
    values: dict[str, object] = {}
    for key, value in given.items():
        if key == "spin":
            values[key] = yes_or_no(value, key, UnknownProfile)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            raise UnknownProfile(
                "refused.profile.not-a-number", field=key, value=repr(value), club=f"{getattr(CLUB, key):g}"
            )
        else:
            # An integer may be too large for a float; Pace refuses these limits.
            values[key] = float(min(max(value, -1e9), 1e9))
    pace = replace(CLUB, name=name, **values)  # type: ignore[arg-type]  # Pace itself checks the numbers
    # Traces and reports name the pace, so a built-in name always means the built-in pace.
    if name in PACES and pace != PACES[name]:
        raise UnknownProfile("refused.profile.name-taken", name=name)
    return pace


def _name(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise UnknownProfile("refused.profile.no-name", value=repr(value))
    if len(value) > _LONGEST_NAME:
        raise UnknownProfile("refused.profile.long-name", n=len(value), most=_LONGEST_NAME)
    return value
