"""The functions of worker processes: simulate a stroke, decide for a computer player, give hints.

Only workers load the simulator and the players, never the server's own process.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler

from carrom.drawing.tracks import path
from carrom.errors import NotNow
from carrom.live.messages import HintNow
from carrom.physics import simulate
from carrom.players.explain import AMONG, Hint, advice, parts_played
from carrom.players.levels import named
from carrom.players.noise import LEVELS, Noise
from carrom.players.player import Chair
from carrom.players.view import View
from carrom.process_pool import lower_priority
from carrom.rulebooks import rulebook
from carrom.rules import Rulebook
from carrom.rules.rulebook import MatchLaws
from carrom.table.player_questions import Answer, Question, answered


def _unpickled(name: str, lengths: MatchLaws) -> Rulebook:
    return replace(rulebook(name), match=lengths)


# A rulebook holds functions, which cannot be pickled; its name and the length of matches can.
ForkingPickler.register(Rulebook, lambda book: (_unpickled, (book.id, book.match)))


def load_players(nice: int = 0) -> None:
    """Load the simulator and the players, and compile them the first time. `nice` lowers the priority."""
    lower_priority(nice)
    from carrom.players.ready import warm_up

    warm_up()


HINTS_FOR = "club"
"""The level for whose hand hints are, if a person's is steady: what is best without error is too hard."""


def decide(level: str, question: Question) -> Answer:
    """The answer of a computer player."""
    player = _chair(level).player
    assert player is not None, "a level is a player"
    return answered(player, question)


def find_hints(view: View, hand: Noise, count: int, lang: str) -> tuple[HintNow, ...]:
    """The best strokes for the hand of a person by the longest search, explained."""
    # Imported here, since the server's own process imports this module too.
    from carrom.players.searcher import Searcher

    chair = _chair(f"grandmaster@{HINTS_FOR if hand.none else hand}")
    assert isinstance(chair.player, Searcher)
    if not view.places:
        raise NotNow("refused.table.no-place")
    aims = [aim for aim, _ in chair.player.best(view, AMONG * count if count > 1 else 1)]
    return tuple(_hint(hint, view, lang) for hint in advice(view, aims, chair.noise, count))


def _hint(hint: Hint, view: View, lang: str) -> HintNow:
    aim, (low, high) = hint.aim, hint.works.interval
    trace = simulate(view.layout, aim, view.equipment, between_lines=view.book.striker_between_lines)
    ways = (path(trace, piece, until) for piece, until in sorted(parts_played(trace, hint).items()))
    return HintNow(
        x=aim.x,
        angle=aim.angle,
        power=aim.speed / view.equipment.pace.full_force,
        chance=hint.works.share,
        low=low,
        high=high,
        kind=hint.kind,
        falls=tuple((way.coin, way.pocket) for way in hint.ways if way.wanted),
        touches=hint.first.piece if hint.kind == "touch" and hint.first else "",
        risks=hint.losses,
        words=hint.words(lang, places=False),
        track=tuple(way for way in ways if way),
    )


@lru_cache(maxsize=len(LEVELS) ** 2)
def _chair(level: str) -> Chair:
    return named(level)
