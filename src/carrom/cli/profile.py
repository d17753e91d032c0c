"""The pace a command plays with: one of ours by its name, or a club's own file."""

from __future__ import annotations

from pathlib import Path

from carrom.calibration import profile_from_toml
from carrom.cli.output import read_text
from carrom.errors import UnknownProfile
from carrom.pace import PACES, Pace


def read_profile(name_or_path: str) -> Pace:
    """The pace of that name, or of that TOML file ('-' reads standard input)."""
    if name_or_path in PACES:
        return PACES[name_or_path]
    file = name_or_path == "-" or name_or_path.endswith(".toml") or Path(name_or_path).exists()
    if not file:
        raise UnknownProfile("refused.profile.none", name=name_or_path, names=", ".join(PACES))
    return profile_from_toml(read_text(name_or_path), name_or_path)
