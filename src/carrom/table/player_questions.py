"""Questions to a computer player, each with all it may see: the answer may be thought out here or elsewhere.

Nothing a player answers is looked at unguarded: what comes back is a plain value, or `Failed` says why not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, ImpossiblePlacing
from carrom.players.player import Player
from carrom.players.view import View
from carrom.stroke import Aim, Placement
from carrom.table.plain_values import plain_aim, plain_placement, plain_turn, shown
from carrom.words import Coin

T = TypeVar("T")

Answer = Aim | Placement | float | str


class Failed(CarromError):
    """A player gave no answer that could be used."""

    code = "player/failed"


@dataclass(frozen=True, slots=True)
class Question:
    """What to `choose` after the toss, how far to `turn` the rosette, where to `aim` or to `place` a coin."""

    player: str
    what: Literal["choose", "turn", "aim", "place"]
    view: View | None = None
    coin: Coin | None = None


def answered(player: Player, question: Question) -> Answer:
    """A player's answer as a plain value; whatever goes wrong inside is a failure of the player.

    What is made of the answer belongs inside too: even looking at it may raise.
    """
    return _guarded(lambda: _plain(player, question))


def _plain(player: Player, question: Question) -> Answer:
    if question.what == "choose":
        return _choice(player.choose())
    view = question.view
    assert view is not None, "who decides about a board sees it"
    if question.what == "turn":
        return _turned(player.turn(view))
    if question.what == "aim":
        return _aim(player.aim(view))
    assert question.coin is not None, "it is a coin that is placed"
    return _placing(player.place(view, question.coin), question.coin)


def _choice(said: object) -> str:
    for choice in ("break", "seats"):
        if isinstance(said, str) and said == choice:
            return choice
    raise Failed("refused.player.choice", answer=shown(said))


def _turned(said: object) -> float:
    try:
        return plain_turn(said)
    except ImpossibleCase as wrong:
        raise Failed(wrong.reason.key, **wrong.reason.arguments) from None


def _aim(said: object) -> Aim:
    if not isinstance(said, Aim):
        raise Failed("refused.player.no-aim", answer=shown(said))
    try:
        return plain_aim(said)
    except ImpossibleAim as wrong:
        raise Failed("refused.player.answered", reason=wrong.message) from None


def _placing(said: object, coin: Coin) -> Placement:
    if not isinstance(said, Placement) or said.coin is not coin:
        assert coin.colour is not None, "a player places no queen"
        raise Failed("refused.player.no-placement", answer=shown(said), coin=coin.colour.coin)
    try:
        return plain_placement(said)
    except ImpossiblePlacing as wrong:
        raise Failed("refused.player.answered", reason=wrong.message) from None


def _guarded(decide: Callable[[], T]) -> T:
    try:
        return decide()
    except (Failed, KeyboardInterrupt):
        raise
    except BaseException as wrong:  # a player may raise anything, and leave the program too
        kind = "" if isinstance(wrong, CarromError) else type(wrong).__name__
        said = ": ".join(filter(None, (kind, shown(wrong, quoted=False))))
        raise Failed("refused.player.raised", what=said) from wrong
