"""Requests of players to a table: each becomes one call. The table itself refuses what is impossible."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from carrom.i18n import Message, Sentence
from carrom.live import messages as wire
from carrom.live.refused import Refused
from carrom.live.turns import ASKS_A_BOARD, answering_player, asks_made, players_asked
from carrom.rules import Standing
from carrom.stroke import Aim, Layout, Placement
from carrom.table import Table, ToAnswer, ToDemand, ToPlace, ToSeat, ToStrike, ToToss, ToTry, ToTurn
from carrom.table.runner import chance
from carrom.table.seating import seats_from
from carrom.words import Coin, Side

REQUEST_SECONDS = 30.0
"""Seconds in which only the side that asked the umpire may go on."""

PHRASES = (
    *("hello", "good-luck", "well-played", "thanks"),
    *("sorry", "nice", "one-moment", "good-game"),
)
"""The preset phrases that players can say."""


@dataclass(frozen=True, slots=True)
class LinkActs:
    """What the players of one link, `mine`, may do at a table.

    `tosser` is the side that wins the toss that is due, `rosette` the seed of a rosette that is set by hand;
    from `seed`, which is secret, come the errors of a person's hand. `at` is the time of entries, `seconds`
    how long the stroke took.
    """

    table: Table
    mine: tuple[str, ...]
    tosser: Side | None
    rosette: int | None
    practice: bool
    seed: int
    at: str
    seconds: float | None = None

    def phrase(self, key: str) -> wire.SaidMessage:
        """The message that says a preset phrase; raises `Refused` for a watcher or an unknown key.

        The speaker is the player of this link that the table waits for, otherwise the first one.
        """
        if not self.mine:
            raise Refused("table/not-yours")
        if key not in PHRASES:
            raise Refused("frame/malformed")
        asked = players_asked(self.table.asks, self.table.match, self.tosser)
        return wire.SaidMessage(next((name for name in self.mine if name in asked), self.mine[0]), key)

    def aim(self, request: wire.AimRequest) -> wire.AimMessage | None:
        """The aim to show to the others, if a player of this link is to strike."""
        ask = self.table.asks
        if not isinstance(ask, ToStrike | ToTry | ToTurn):
            return None
        player = players_asked(self.table.asks, self.table.match, self.tosser)[0]
        shown = wire.AimMessage(player, request.x, request.angle, request.power)
        return shown if player in self.mine else None

    def probe(self, request: wire.ProbeRequest) -> wire.ProbedMessage:
        """Which rules forbid a place for the coin that is to be placed."""
        table, ask = self.table, self.table.asks
        if not isinstance(ask, ToPlace):
            return wire.ProbedMessage(request.n, ("not-now",), Sentence(table.asked))
        failed = table.forbidden_at(ask.player, ask.coin, request.x, request.y)
        text = Sentence(Message(f"play.placing.{failed[0]}")) if failed else None
        return wire.ProbedMessage(request.n, failed, text)

    def do(self, request: wire.TableRequest) -> None:
        match request:
            case wire.StrikeRequest():
                self._strike(request)
            case wire.PlaceRequest(_, _, coin, x, y):
                self._place(Placement(Coin(coin), x, y))
            case wire.ChooseRequest(_, _, what, value):
                self._choose(what, value)
            case wire.IncidentRequest(_, _, "abandon"):
                self._abandon()
            case wire.IncidentRequest():
                self.table.ask_umpire(self.asker, at=self.at)
            case wire.SetupRequest(_, _, layout, standing):
                self._set_up(layout, standing)

    @property
    def _player(self) -> str:
        return answering_player(self.table, self.tosser, self.mine)

    def _strike(self, request: wire.StrikeRequest) -> None:
        """Play a stroke or a trial stroke. A wrong moment is refused before a wrong player.

        A breaker who strikes at once leaves the rosette as it lies.
        """
        table = self.table
        trial, turns = isinstance(table.asks, ToTry), isinstance(table.asks, ToTurn)
        if not trial and not turns:
            table.expect(ToStrike)
        player = self._player
        if turns:
            table.turn(player, 0.0, seed=self.rosette, at=self.at)
        power = request.power * table.equipment.pace.full_force
        aim = Aim(table.seat_of(player), request.x, request.angle, power)
        # Another number after a take-back, so the same aim has another error.
        error = chance(self.seed, "noise", table.seq + 1)
        if trial:
            table.trial(player, aim, noise=table.hand, seed=error, rosette=self.rosette, at=self.at)
        else:
            table.strike(player, aim, seconds=self.seconds, noise=table.hand, seed=error, at=self.at)

    def _place(self, placement: Placement) -> None:
        """Where coins of both sides are to be placed, either side may begin."""
        table, colour = self.table, placement.coin.colour
        table.expect(ToPlace)
        assert colour is not None, "the queen is put back by the umpire"
        player = table.match.placer(colour)
        if table.match.to_place.of(colour) and player not in self.mine:
            raise Refused("table/not-yours")
        table.place(player, placement, at=self.at)

    def _choose(self, what: str, value: str | float) -> None:
        table = self.table
        match what:
            case "toss":
                table.expect(ToToss)
                self._refuse_others()
                assert self.tosser is not None, "the toss is due"
                table.toss(self.tosser, str(value), at=self.at)
            case "seats":
                side = table.expect(ToSeat).side
                self._refuse_others()
                table.seat(seats_from(table.match, side, str(value)), at=self.at)
            case "demand":
                table.expect(ToDemand)
                self._refuse_others()
                if not isinstance(value, float | int) or value != int(value):
                    raise Refused("frame/malformed")
                table.demand(int(value), at=self.at)
            case "waive":
                table.expect(ToPlace)
                table.waive(self._player, at=self.at)
            case "turn":
                table.expect(ToTurn)
                table.turn(self._player, value, seed=self.rosette, at=self.at)
            case "trial":
                table.expect(ToTry)
                table.skip_trial(self._player, at=self.at)
            case "pass":
                table.expect(ToStrike)
                table.pass_stroke(self._player, seconds=self.seconds, at=self.at)
            case "answer":
                table.expect(ToAnswer)
                if not self._long_since_asked:
                    self._refuse_others()
                table.answer(at=self.at)

    @property
    def _long_since_asked(self) -> bool:
        """After a while the other side may go on too, so that a request does not block the match."""
        asked = datetime.fromisoformat(self.table.entries[-1].at or self.at)
        return datetime.fromisoformat(self.at) - asked >= timedelta(seconds=REQUEST_SECONDS)

    def _refuse_others(self) -> None:
        answering_player(self.table, self.tosser, self.mine)

    def _abandon(self) -> None:
        match = self.table.match
        player = match.on_strike
        if match.standing is not None and player not in self.mine:
            raise Refused("table/not-yours")
        self.table.abandon(player, at=self.at)

    @property
    def asker(self) -> str:
        """The player who asks the umpire. Raises `Refused` if the side has used up its requests."""
        table, ask = self.table, self.table.asks
        asked = ask.player if isinstance(ask, ToStrike | ToPlace | ToTurn) else ""
        name = asked if asked in self.mine else self.mine[0]
        if asks_made(table, table.match.side_of(name)) >= ASKS_A_BOARD:
            raise Refused("table/asks-used", {"n": ASKS_A_BOARD})
        return name

    def asks_on_others_turn(self, request: wire.TableRequest) -> bool:
        """Whether a request to the umpire comes while the other side is to strike."""
        if not isinstance(request, wire.IncidentRequest) or request.kind != "ask":
            return False
        match, ask = self.table.match, self.table.asks
        return isinstance(ask, ToStrike) and match.side_of(ask.player) not in map(match.side_of, self.mine)

    def _set_up(self, layout: str, standing: str) -> None:
        if not self.practice:
            raise Refused("setup/not-here")
        coins = Layout.parse(layout, self.table.equipment)
        stands = Standing.parse(standing) if standing.strip() else None
        self.table.set_up(coins, stands, seed=self.rosette, at=self.at)
