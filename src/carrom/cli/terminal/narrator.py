"""A simulated match as its persons see it: every entry told in words, the board drawn from their seat."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import degrees

import click

from carrom.cli.command import current_language
from carrom.cli.output import bold, decimal, phrase, say, say_phrase
from carrom.cli.terminal.aiming import aim_text
from carrom.cli.terminal.board import board_legend, board_picture
from carrom.cli.terminal.match_text import say_ruling, say_standing
from carrom.drawing.text import track_of
from carrom.i18n import Message, pointed
from carrom.live.turns import players_asked
from carrom.players import Chair
from carrom.players.explain import story
from carrom.record import Entry, entries
from carrom.rules.match import Match
from carrom.rules.ruling import BoardEnds, BoardVoid, Ruling
from carrom.stroke import Layout
from carrom.surface import Point, seen_from
from carrom.table import Table, ToStrike, toss_winner
from carrom.table.seating import seat_of
from carrom.words import BLACK, WHITE, Coin, Seat


@dataclass(frozen=True)
class Persons:
    """The persons who play in this terminal, and which of them sees the board now."""

    table: Table
    names: Sequence[str]
    seed: int

    @property
    def current(self) -> str:
        """The person to act; the first one while others act."""
        table = self.table
        first = players_asked(table.asks, table.match, toss_winner(table, self.seed))[:1]
        return first[0] if first and first[0] in self.names else self.names[0]

    @property
    def seat(self) -> Seat:
        return self.table.seat_of(self.current)

    def seat_at(self, seq: int, player: str | None = None) -> Seat:
        """Where a player sat after an entry; without a player, the person who sees the board."""
        return seat_of(self.table.keeper.states[seq - 1].match, player or self.current)


@dataclass
class Narrator:
    """Tells entries once they are in the record, and draws the board, with `plain` in ASCII.

    Calls `pause` between two strokes of computer players.
    """

    table: Table
    persons: Persons
    chairs: Mapping[str, Chair]
    plain: bool
    pause: Callable[[], None]
    computer_strokes: int = 0
    _drawn: object = None
    _track: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        self._told = self.table.seq
        self._games = len(self.table.match.games)

    def tell(self) -> None:
        """Tell the entries since the last call; before a stroke, draw the board as it lay."""
        while self._told < self.table.seq:
            self._told += 1
            self._tell_entry(self.table.entries[self._told - 1])

    def _tell_entry(self, entry: Entry) -> None:
        match = self.table.match
        match entry.event:
            case entries.Tossed(winner, choice):
                say_phrase(f"play.toss.{choice}", player=match.side_name(winner))
            case entries.TossedAgain(breaker):
                say_phrase("play.toss.again", player=breaker)
            case entries.Demanded(points):
                before = self.table.keeper.states[entry.seq - 2].match
                say_phrase("log.demanded", player=before.side_name(before.winner_of_board), n=points)
            case entries.RosetteTurned(turned) if turned:
                say_phrase("play.turned", degrees=pointed(f"{degrees(turned):.3g}", current_language()))
            case entries.TrialPlayed():
                self._tell_trial(entry.seq)
            case entries.TrialLeft(side):
                say_phrase("play.trial-left", side=match.side_name(side))
            case entries.PlayCalled():
                say_phrase("play.play")
            case entries.Struck():
                self._tell_stroke(entry.seq, entry.event)
            case entries.Happened(_, ruling):
                say()
                say_phrase("play.incident")
                self._tell_ruling(ruling)
            case entries.CoinPlaced(coin, x, y) if x is not None and y is not None:
                place = point_text(seen_from(self.persons.seat_at(entry.seq), (x, y)))
                say_phrase("play.respotted" if coin is Coin.QUEEN else f"play.placed.{coin}", place=place)
            case entries.SeatsChanged():
                say_phrase("play.seats-changed")
            case entries.TakenBack():
                self._track, self._games = (), len(match.games)
                say_phrase("play.taken-back")

    def _tell_stroke(self, seq: int, event: entries.Struck) -> None:
        ask = self.table.asks_at(seq - 1)
        assert isinstance(ask, ToStrike)
        chair = self.chairs[ask.player]
        if chair.player is not None:
            self.draw(seq - 1)
            if self.computer_strokes:
                self.pause()
            self.computer_strokes += 1
        trace = self.table.trace_of(seq)
        # A person reads their own stroke as they saw it, others' strokes from their own seat. Both use the
        # seats before the stroke: it may have ended the game, and then the seats are changed.
        seat = self.persons.seat_at(seq - 1, ask.player if chair.player is None else None)
        told = story(trace, seat, current_language())
        if chair.player is not None or not chair.noise.none:
            aim = aim_text(trace.aim, self.table.equipment, current_language())
            told = f"{phrase('play.struck', player=ask.player, aim=aim)} {told}"
        say()
        say(told)
        self._track = track_of(trace)
        self._tell_ruling(event.ruling)
        if any(isinstance(each, BoardEnds | BoardVoid) for each in event.ruling.consequences):
            # The next board is set up already; this is how the last one ended.
            self.show(trace.after, seat, track=self._track)
            self._track = ()

    def _tell_trial(self, seq: int) -> None:
        trace, seat = self.table.trace_of(seq), self.persons.seat_at(seq)
        say()
        say_phrase("play.trial", story=story(trace, seat, current_language()))
        self.show(trace.after, seat, track=track_of(trace))

    def _tell_ruling(self, ruling: Ruling) -> None:
        say_ruling(ruling, bold)
        match = self.table.match
        if len(match.games) > self._games:
            self._games = len(match.games)
            say(bold(game_won(match).text(current_language())))

    def say_standing(self) -> None:
        """Say the score, the board in a line, and the coins that wait for room."""
        match = self.table.match
        if match.standing is None:
            return
        say_standing(match)
        for colour in (WHITE, BLACK):
            if match.holder(colour):
                held = match.standing.held.of(colour)
                say("  " + phrase(f"play.holds.{colour}", player=str(match.holder(colour)), n=held))

    def draw(self, seq: int) -> None:
        """Draw the board as it lay after an entry, unless that is what was drawn last."""
        seen = seat, layout = self.persons.seat_at(seq), self.table.layout_at(seq)
        if seen == self._drawn:
            return
        first = self._drawn is None
        self._drawn = seen
        say()
        self.show(layout, seat, track=self._track)
        self._track = ()
        if first:
            self.show_legend()

    def show(
        self, layout: Layout, seat: Seat, *, striker: Point | None = None, track: tuple[Point, ...] = ()
    ) -> None:
        on = self.table.equipment
        click.echo(board_picture(layout, seat, on, striker=striker, track=track, plain=self.plain))

    def show_legend(self) -> None:
        click.echo(board_legend(self.plain))


def game_won(match: Match) -> Message:
    """Who won the last game, its points and the games so far."""
    game = match.games[-1]
    winner, loser = game.winner, game.winner.other
    return Message(
        "play.game-won",
        {
            "side": match.side_name(winner),
            "number": str(len(match.games)),
            "score": f"{game.points(winner)} – {game.points(loser)}",
            "games": f"{match.games_won(winner)} – {match.games_won(loser)}",
        },
    )


def point_text(point: Point) -> str:
    """A point in centimetres from the centre."""
    x, y = (decimal(100.0 * value + 0.0, 1) for value in point)
    return phrase("play.point", x=x, y=y)
