"""Players by name: the levels, the baselines, and players from a file.

`club` · `champion*4` (four times the budget) · `champion+500ms` (by time, so not repeatable) ·
`geometric@national` (with a level's hand) · `grandmaster@0.25°,3%,0.5mm` ·
`mine.py:Mine@club` (the class Mine of that file).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from carrom.errors import NotationError
from carrom.i18n import Message, either, nearest
from carrom.players.noise import FORMER, LEVELS, STEADY, Noise, level_hand
from carrom.players.player import Chair, Player
from carrom.players.random import Random


@dataclass(frozen=True)
class Plan:
    """A budget of simulated strokes, the shares of its parts, and the search of a hand without error."""

    budget: int = 1000
    book: bool = True  # whether it uses the book of openings
    by_chance: float = 0.3  # share of random strokes; 0: direct lines only
    spares_last: bool = True  # whether it takes no line to a last coin that would lose the board
    refined: float = 0.12
    patience: float = 0.0  # 0: the queen and her cover are two strokes away; 1: one, so she can wait
    cover: float = 1.0  # the share of its chance that it counts on when the queen is to be covered
    ahead: float = 0.2  # a hand without error spends it on each stroke that it looks ahead
    depth: int = 3
    width: int = 8
    seconds: float | None = None  # search again with twice the budget while there is time


PLANS: dict[str, Plan] = {
    "beginner": Plan(40, book=False, by_chance=0.0, spares_last=False),
    "casual": Plan(40, book=False, by_chance=0.0),
    "club": Plan(100, book=False, by_chance=0.0),
    "national": Plan(400, patience=1.0, cover=0.93),
    "champion": Plan(400, patience=1.0, cover=0.93),
    "grandmaster": Plan(6000),
}
"""The plan of each level."""

LEAST = 4
MOST_TIMES = 1000
BASELINES = ("geometric", "random")

_FORM = re.compile(r"(?P<who>[^*@]+?)(?:\*(?P<times>\d+\.?\d*|\.\d+))?(?:\+(?P<ms>\d+)ms)?(?:@(?P<hand>.+))?")


def named(text: str) -> Chair:
    """The player of that name, with its hand. Raises `NotationError` if there is none.

    >>> named("geometric@0.5°,5%,1mm").noise
    Noise(angle=0.008726646259971648, speed=0.05, place=0.001)
    """
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise NotationError("refused.player.unreadable", text=text, known=_known())
    who, times = found["who"].strip(), float(found["times"] or 1.0)
    who = FORMER.get(who, who)
    if not 0.0 < times <= MOST_TIMES:
        raise NotationError("refused.player.budget", text=text, most=MOST_TIMES)
    noise = LEVELS.get(who, STEADY) if found["hand"] is None else _hand(found["hand"].strip())
    if (found["times"] or found["ms"]) and who not in LEVELS:
        raise NotationError("refused.player.no-level", text=text, known=_known())
    if who in LEVELS:
        seconds = None if found["ms"] is None else int(found["ms"]) / 1000.0
        return Chair(_level(who, noise, times, seconds), noise, text.strip())
    if who == "geometric":
        from carrom.players.geometric import Geometric

        return Chair(Geometric(noise), noise, text.strip())
    if who == "random":
        return Chair(Random(), noise, text.strip())
    if ":" in who:
        return Chair(_own(who), noise, text.strip())
    raise NotationError("refused.player.unknown", who=who, hint=nearest(who, (*LEVELS, *BASELINES)))


def _known() -> Message:
    return Message("player.known", {"names": either((*LEVELS, *BASELINES))})


def _hand(text: str) -> Noise:
    return level_hand(text) or Noise.parse(text)


def _level(name: str, noise: Noise, times: float, seconds: float | None) -> Player:
    # Imported here: only playing needs the simulator.
    from carrom.players.searcher import Searcher

    plan = PLANS[name]
    return Searcher(noise, replace(plan, budget=max(LEAST, round(plan.budget * times)), seconds=seconds))


def _own(text: str) -> Player:
    """A player from a file: `path/to/file.py:Class`."""
    path, _, name = text.rpartition(":")
    file = Path(path)
    if not file.is_file():
        raise NotationError("refused.player.no-file", path=path, known=_known())
    spec = spec_from_file_location(f"carrom_player_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        made = getattr(module, name)()
    except Exception as wrong:
        # A user's file may raise anything.
        said = " ".join(str(wrong).split())
        raise NotationError(
            "refused.player.not-made", text=text, error=type(wrong).__name__, said=said
        ) from None
    if not isinstance(made, Player):
        raise NotationError("refused.player.no-player", text=text, name=name)
    return made
