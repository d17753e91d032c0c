"""What is said and shown at a table without changing anything: aims, phrases, places tried with a coin."""

from __future__ import annotations

from carrom.i18n import Message, Sentence
from carrom.live import messages as wire
from carrom.live.refused import Refused
from carrom.live.seats import asked
from carrom.live.tokens import Role
from carrom.rules.placing import may_place
from carrom.table import Table, ToPlace, ToStrike, ToTry
from carrom.words import Side

PHRASES = (
    *("hello", "good-luck", "well-played", "thanks"),
    *("sorry", "nice", "one-moment", "good-game"),
)
"""All that can be said at a table."""


def said(role: Role, key: str, table: Table, tosser: Side) -> wire.SaidMessage:
    """A phrase, by whoever of the link is asked just now; one who looks on keeps quiet."""
    if not role.mine:
        raise Refused("table/not-yours")
    if key not in PHRASES:
        raise Refused("frame/malformed")
    names = asked(table.asks, table.match, tosser)
    return wire.SaidMessage(next((name for name in role.mine if name in names), role.mine[0]), key)


def aimed(role: Role, request: wire.AimRequest, table: Table, tosser: Side) -> wire.AimMessage | None:
    """The aim of who is to strike; anybody else's is nobody's business."""
    ask = table.asks
    if not isinstance(ask, ToStrike | ToTry):
        return None
    player = asked(ask, table.match, tosser)[0]
    return wire.AimMessage(player, request.x, request.angle, request.power) if player in role.mine else None


def probed(request: wire.ProbeRequest, table: Table) -> wire.ProbedMessage:
    """What forbids a place for the coin to be placed."""
    ask = table.asks
    if not isinstance(ask, ToPlace):
        return wire.ProbedMessage(request.n, ("not-now",), Sentence(table.asked))
    colour, seats = table.colour_of(ask.player), table.seats_of(ask.player)
    failed = may_place(table.layout, ask.coin, request.x, request.y, colour, table.equipment, seats)
    text = Sentence(Message(f"play.placing.{failed[0]}")) if failed else None
    return wire.ProbedMessage(request.n, failed, text)
