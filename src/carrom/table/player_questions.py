"""Questions to a computer player, and its answers as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, ImpossiblePlacing
from carrom.players.player import Player
from carrom.players.view import View
from carrom.stroke import Aim, Placement
from carrom.table.plain_values import plain_aim, plain_placement, plain_turn, printable
from carrom.words import Coin

Answer = Aim | Placement | float | str


class Failed(CarromError):
    """A player gave no usable answer."""

    code = "player/failed"


@dataclass(frozen=True, slots=True)
class Question:
    """What to `choose` after the toss, how far to `turn` the rosette, where to `aim` or to `place` a coin.

    `clear` asks for a stroke where every coin counts.
    """

    player: str
    what: Literal["choose", "turn", "aim", "clear", "place"]
    view: View | None = None
    coin: Coin | None = None


def answered(player: Player, question: Question) -> Answer:
    """The player's answer as a plain value. Raises `Failed` for any error of the player.

    This includes errors of the answer itself, which may raise when it is read.
    """
    try:
        return _plain_answer(player, question)
    except (Failed, KeyboardInterrupt):
        raise
    except BaseException as wrong:  # a player may raise anything, SystemExit too
        kind = "" if isinstance(wrong, CarromError) else type(wrong).__name__
        said = ": ".join(filter(None, (kind, printable(wrong, quoted=False))))
        raise Failed("refused.player.raised", what=said) from wrong


def _plain_answer(player: Player, question: Question) -> Answer:
    view, coin = question.view, question.coin
    if question.what == "choose":
        return _choice(player.choose())
    assert view is not None, "a decision about a board needs a view"
    if question.what == "turn":
        turned = player.turn(view)
        try:
            return plain_turn(turned)
        except ImpossibleCase as wrong:
            raise Failed(wrong.reason.key, **wrong.reason.arguments) from None
    try:
        if coin is not None:
            return _placement(player.place(view, coin), coin)
        return _aim(player.clear(view) if question.what == "clear" else player.aim(view))
    except (ImpossibleAim, ImpossiblePlacing) as wrong:
        raise Failed("refused.player.answered", reason=wrong.message) from None


def _choice(given: object) -> str:
    for choice in ("break", "seats"):
        if isinstance(given, str) and given == choice:
            return choice
    raise Failed("refused.player.choice", answer=printable(given))


def _aim(given: object) -> Aim:
    if not isinstance(given, Aim):
        raise Failed("refused.player.no-aim", answer=printable(given))
    return plain_aim(given)


def _placement(given: object, coin: Coin) -> Placement:
    if not isinstance(given, Placement) or given.coin is not coin:
        assert coin.colour is not None, "a player places no queen"
        raise Failed("refused.player.no-placement", answer=printable(given), coin=coin.colour.coin)
    return plain_placement(given)
