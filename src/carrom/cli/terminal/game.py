"""A person at the simulated table: what is typed becomes a request, and what follows is told and drawn."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Mapping
from math import degrees, radians

import click

from carrom.cli.laws import look_up
from carrom.cli.output import cited, local_time, say, terminal_width
from carrom.cli.terminal.aiming import (
    check_power,
    check_striker,
    numbers,
    read_aim,
    read_place,
    typeable,
    typed,
)
from carrom.cli.terminal.board import bold, legend, painted_board
from carrom.drawing.text import track_of, way_to_first_coin
from carrom.errors import ImpossibleAim, NotationError, NotNow
from carrom.i18n import Argument, pointed, t
from carrom.physics import simulate
from carrom.players import Chair, Noise, View, named
from carrom.players.explain import AMONG, advice, story
from carrom.players.searcher import Searcher
from carrom.record import Entry
from carrom.record.entries import (
    CoinPlaced,
    Happened,
    PlayCalled,
    RosetteTurned,
    SeatsChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialLeft,
    TrialPlayed,
)
from carrom.rules.match import Match
from carrom.rules.placing import free_places
from carrom.rules.ruling import BoardEnds, BoardVoid, Ruling
from carrom.rules.standing_words import standing_message
from carrom.stroke import Aim, Layout, Placement
from carrom.surface import Point, seen_from, striker_place
from carrom.table import (
    Ask,
    Table,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTry,
    ToTurn,
    play_on,
    toss_winner,
)
from carrom.table.runner import chance
from carrom.table.surface_fold import seat_of
from carrom.umpiring.sheet import result_of, sheet, txt_of
from carrom.words import BLACK, WHITE, Coin, Seat, Side

ROUND = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
"""The chairs of a doubles, from one to the next on its right."""

HINTS_FOR = "club"
"""For whose hand hints are, where a person's own has no errors."""


class Game:
    """One match, told to the persons who play it. Nothing is told before it is in the record."""

    def __init__(
        self,
        table: Table,
        chairs: Mapping[str, Chair],
        seed: int,
        lang: str,
        *,
        plain: bool = False,
        pause: Callable[[], str] = lambda: "",
    ) -> None:
        """`pause` waits between two strokes of a computer player, and gives what was typed meanwhile."""
        self.table = table
        self.chairs = chairs
        self.seed = seed
        self.lang = lang
        self.plain = plain
        self.closed = False
        self.typed_ahead: list[str] = []
        self._told = table.seq
        self._games = len(table.match.games)
        self._drawn: object = None
        self._track: tuple[Point, ...] = ()
        self._taught = False
        self._since = 0.0
        self._pause = pause
        self._waits = True
        self._in_a_row = 0
        words: dict[str, Callable[[str], None]] = {
            "hint": self.hint,
            "look": self.look,
            "pass": self.pass_,
            "undo": self.undo,
            "abandon": self.abandon,
            "board": self.show_board,
            "coins": self.show_coins,
            "score": self.show_score,
            "law": self.law,
            "?": self.help,
            "help": self.help,
            "quit": self.quit,
        }
        # In French the words are French, and the English ones are understood.
        self.words = words | {self.t(f"word.{word}"): act for word, act in words.items() if word != "?"}

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def persons(self) -> list[str]:
        return [name for name, chair in self.chairs.items() if chair.player is None]

    @property
    def person(self) -> str:
        """Who is asked now, and sees the board: the person to act, or the first while others act."""
        ask = self.table.asks
        if isinstance(ask, ToTurn | ToStrike | ToPlace) and ask.player in self.persons:
            return ask.player
        side = self._side_asked(ask)
        if side is not None and self.match.names(side)[0] in self.persons:
            return self.match.names(side)[0]
        return self.persons[0]

    def _side_asked(self, ask: Ask) -> Side | None:
        if isinstance(ask, ToToss):
            return toss_winner(self.table, self.seed)
        return ask.side if isinstance(ask, ToSeat | ToTry) else None

    @property
    def seat(self) -> Seat:
        return self.table.seat_of(self.person)

    def _seat_at(self, seq: int, player: str | None = None) -> Seat:
        """Where somebody sat after an entry; if nobody is named, the one who sees the board."""
        return seat_of(self.table.keeper.states[seq - 1].match, player or self.person)

    def t(self, key: str, **arguments: Argument) -> str:
        return t(f"play.{key}", self.lang, **arguments)

    # What goes on

    def go_on(self) -> None:
        """Computer players play until a person must act; every entry is told as it comes."""
        failed = play_on(self.table, self.chairs, self.seed, on_entry=lambda _: self.tell())
        self.tell()
        for failure in failed:
            say(self.t("failed", player=failure.player, why=failure.why))
        if self.table.over:
            self.closed = True
            say(bold(result_of(sheet(self.table.keeper), self.lang)))
            return
        self.ask()

    def ask(self) -> None:
        """Show what a person needs to see before they act, and say what is wanted of them."""
        ask = self.table.asks
        if isinstance(ask, ToTurn | ToStrike | ToPlace):
            self._draw(self.table.seq)
            self.show_standing()
        elif isinstance(ask, ToTry):
            self._show(self._trial_board(), self.seat)
        match ask:
            case ToToss():
                say(self.t("ask.toss", player=self.person))
            case ToSeat():
                say(self.t("ask.seats" if self.match.doubles else "ask.seat", player=self.person))
            case ToTry(side):
                say(bold(self.t("ask.try", side=self.match.side_name(side))))
            case ToTurn(player):
                say(self.t("ask.turn", player=player))
            case ToStrike(player):
                colour = self.table.colour_of(player)
                say(bold(t(f"umpire.next.in-play.{colour}", self.lang, player=player)) + self._manner())
            case ToPlace(player, coin, count):
                say(bold(self.t(f"ask.place.{coin}", player=player, n=count)) + self.t("ask.place"))
            case _:
                raise AssertionError(f"no person is asked: {ask}")
        self._in_a_row, self._waits = 0, True
        self._since = time.monotonic()

    def _manner(self) -> str:
        """How a stroke is typed: told in full the first time, with the clock every time."""
        first, self._taught = not self._taught, True
        clock = self.t("ask.clock", n=self.table.book.match.stroke_seconds) if self.table.on.clock else ""
        return (self.t("ask.strike") if first else "") + clock

    @property
    def takes_nothing(self) -> bool:
        """Whether an empty line is an answer to what was asked."""
        return isinstance(self.table.asks, ToSeat | ToTry | ToTurn | ToPlace)

    def hear(self, line: str) -> None:
        """One line: a word, or the answer to what was asked."""
        before = self.table.seq
        word, _, rest = line.partition(" ")
        if word.lower() in self.words:
            self.words[word.lower()](rest.strip())
        else:
            self._answer(line)
        if not self.closed and self.table.seq != before:
            self.go_on()

    def _answer(self, line: str) -> None:
        ask = self.table.asks
        match ask:
            case ToToss():
                self._toss(line)
            case ToSeat():
                self._sit(line)
            case ToTry():
                self._try(line)
            case ToTurn(player):
                self._refuse_unknown(line)
                self.table.turn(player, radians(self._turned(line)), at=local_time())
            case ToStrike(player):
                self._strike(player, line)
            case ToPlace():
                self._place(ask, line)

    def _toss(self, line: str) -> None:
        choice = self._one_of(line, ("break", "seats"))
        self.table.toss(toss_winner(self.table, self.seed), choice, at=local_time())

    def _sit(self, line: str) -> None:
        ask = self.table.asks
        assert isinstance(ask, ToSeat)
        mine, theirs = self.match.names(ask.side), self.match.names(ask.side.other)
        chairs = ROUND if self.match.doubles else (Seat.SOUTH, Seat.NORTH)
        first = chairs.index(Seat(self._one_of(line or "south", tuple(chair.value for chair in chairs))))
        # Side by side to the right, so that partners sit face to face.
        order = [name for pair in zip(mine, theirs, strict=True) for name in pair]
        seats = zip((*chairs[first:], *chairs[:first]), order, strict=True)
        self.table.seat(dict(seats), at=local_time())

    def _turned(self, line: str) -> float:
        words = line.split() or ["0"]
        if len(words) > 1:
            raise NotationError("play.turn-form")
        (turned,) = numbers(words, "play.turn-form")
        return turned

    def _try(self, line: str) -> None:
        """A trial board: a stroke at a rosette of one's own, or none."""
        table, player = self.table, self.person
        if not line.strip():
            return table.skip_trial(player, at=local_time())
        self._refuse_unknown(line)
        aim = self._aimed(line, self._trial_board())
        noise, seed = self.chairs[player].noise, chance(self.seed, "noise", table.seq + 1)
        table.trial(player, aim, noise=noise, seed=seed, at=local_time())
        return None

    def _trial_board(self) -> Layout:
        return Layout.rosette(self.table.equipment, 0.0, self.seat)

    def _aimed(self, line: str, layout: Layout) -> Aim:
        """A stroke that may be played, from what was typed."""
        table = self.table
        aim = read_aim(line, self.seat, table.equipment)
        check_striker(aim, layout, table.equipment, table.book)
        check_power(aim, layout, table.equipment, table.book)
        return aim

    def _one_of(self, line: str, choices: tuple[str, ...]) -> str:
        """A choice by its word in either language, or by how it begins."""
        typed_ = line.strip().lower()
        for choice in choices:
            if typed_ and any(each.startswith(typed_) for each in (choice, self.t(f"word.{choice}"))):
                return choice
        raise NotationError("play.one-of", words=", ".join(self.t(f"word.{choice}") for choice in choices))

    def _strike(self, player: str, line: str) -> None:
        self._refuse_unknown(line)
        table = self.table
        aim = self._aimed(line, table.layout)
        noise, seed = self.chairs[player].noise, chance(self.seed, "noise", table.seq + 1)
        table.strike(player, aim, seconds=self._seconds(), noise=noise, seed=seed, at=local_time())

    def _place(self, ask: ToPlace, line: str) -> None:
        table, colour, seats = self.table, self.table.colour_of(ask.player), self.table.seats_of(ask.player)
        if line.strip().lower() in ("auto", ""):
            spot = free_places(table.layout, ask.coin, colour, table.equipment, seats)[0]
            placement = Placement(ask.coin, *spot)
        else:
            self._refuse_unknown(line)
            placement = read_place(line, ask.coin, self.seat)
        table.place(ask.player, placement, seconds=self._seconds(), at=local_time())

    def _seconds(self) -> float | None:
        return round(time.monotonic() - self._since, 1) if self.table.on.clock else None

    def _refuse_unknown(self, line: str) -> None:
        """A word that is none: the nearest one is named."""
        word = line.split()[0].lower() if line.split() else ""
        if word[:1].isalpha():
            near = difflib.get_close_matches(word, self.words, n=1)
            shown = "".join(letter for letter in word if letter.isprintable())
            if near:
                raise NotationError("play.unknown", word=shown, near=near[0])
            raise NotationError("play.unknown-word", word=shown)

    # Words

    def hint(self, rest: str) -> None:
        """hint, or hint 3 for the three best: a stroke to play, what it tries and what it risks."""
        player = self._to_strike()
        (count,) = numbers([rest or "1"], "play.hint-form")
        view = View(
            self.match,
            self.table.layout,
            player,
            self.table.equipment,
            chance(self.seed, "hint", self.table.seq),
        )
        searcher, noise = self._searcher(player)
        wanted = int(min(max(count, 1), 9))
        aims = (aim for aim, _ in searcher.best(view, AMONG * wanted if wanted > 1 else 1))
        shown = dict.fromkeys(typeable(aim, view.places, view.equipment, noise.none) for aim in aims)
        hints = advice(view, shown, noise, wanted)
        for number, hint in enumerate(hints, 1):
            say(f"{number}. {bold(typed(hint.aim, view.equipment, self.lang, noise.none))}")
            for line in hint.words(self.lang):
                say(f"   {line}")

    def _searcher(self, player: str) -> tuple[Searcher, Noise]:
        """The longest search for the person's own hand, or for a club player's where theirs has no errors."""
        hand = self.chairs[player].noise
        chair = named(f"grandmaster@{HINTS_FOR if hand.none else hand}")
        assert isinstance(chair.player, Searcher)
        return chair.player, chair.noise

    def look(self, rest: str) -> None:
        """look 3.5 92: the striker on its place, and the line it would take as far as the first coin."""
        player = self._to_strike()
        table = self.table
        aim = read_aim(rest if len(rest.split()) in (3, 5) else f"{rest} 50", self.seat, table.equipment)
        check_striker(aim, table.layout, table.equipment, table.book)
        start = striker_place(self.table.seat_of(player), aim.x, table.equipment)
        between = table.book.striker_between_lines
        trace = simulate(table.layout, aim, table.equipment, between_lines=between)
        self._show(table.layout, self.seat, striker=start, track=way_to_first_coin(trace))

    def pass_(self, rest: str) -> None:
        player = self._to_strike()
        try:
            self.table.pass_stroke(player, seconds=self._seconds(), at=local_time())
        except ImpossibleAim:
            raise ImpossibleAim("play.no-pass") from None

    def undo(self, rest: str) -> None:
        """Back to before the last thing a person did; computer players' strokes since then go too."""
        backs = [back for name in self.persons if (back := self.table.back_for(name)) is not None]
        if not backs:
            raise NotNow("play.nothing-to-undo")
        self.table.take_back(max(backs), at=local_time())

    def abandon(self, rest: str) -> None:
        self.table.abandon(self._to_strike(), at=local_time())

    def _to_strike(self) -> str:
        ask = self.table.asks
        if not isinstance(ask, ToStrike):
            raise NotNow("play.not-now")
        return ask.player

    def show_board(self, rest: str = "") -> None:
        self._lies()
        self._show(self.table.layout, self.seat)
        click.echo(legend(self.lang, self.plain))
        self.show_standing()

    def show_coins(self, rest: str = "") -> None:
        """Where every coin lies, for those who aim by numbers."""
        self._lies()
        for coin in Coin:
            places = [seen_from(self.seat, placed.point) for placed in self.table.layout.of(coin)]
            if places:
                said = "  ".join(self._point(point) for point in sorted(places, key=lambda p: (-p[1], p[0])))
                say(self.t(f"coins.{coin}", places=said))

    def _lies(self) -> None:
        if self.match.standing is None or not self.match.seats:
            raise NotNow("play.no-board")

    def show_score(self, rest: str = "") -> None:
        say(txt_of(sheet(self.table.keeper), self.lang, terminal_width()))

    def law(self, rest: str) -> None:
        if not rest:
            raise NotationError("umpire.law-form")
        look_up(rest.split(), None, self.match.book.id, self.lang, False)

    def help(self, rest: str = "") -> None:
        say(self.t("help"))
        click.echo(legend(self.lang, self.plain))

    def quit(self, rest: str = "") -> None:
        self.closed = True

    # What is told

    def tell(self) -> None:
        """All entries since the last time, in words; before every stroke the board as it lay."""
        while self._told < self.table.seq:
            self._told += 1
            self._tell(self.table.entries[self._told - 1])

    def _tell(self, entry: Entry) -> None:
        match entry.event:
            case Tossed(winner, choice):
                say(self.t(f"toss.{choice}", player=self.match.side_name(winner)))
            case TossedAgain(breaker):
                say(self.t("toss.again", player=breaker))
            case RosetteTurned(turned) if turned:
                say(self.t("turned", degrees=pointed(f"{degrees(turned):.3g}", self.lang)))
            case TrialPlayed():
                self._tell_trial(entry.seq)
            case TrialLeft(side):
                say(self.t("trial-left", side=self.match.side_name(side)))
            case PlayCalled():
                say(self.t("play"))
            case Struck():
                self._tell_stroke(entry.seq)
            case Happened(_, ruling):
                say()
                say(self.t("incident"))
                self._tell_ruling(ruling)
            case CoinPlaced(coin, x, y) if x is not None and y is not None:
                point = self._point(seen_from(self._seat_at(entry.seq), (x, y)))
                if coin is Coin.QUEEN:
                    say(self.t("respotted", place=point))
                else:
                    say(self.t(f"placed.{coin}", place=point))
            case SeatsChanged():
                say(self.t("seats-changed"))
            case TakenBack():
                self._track, self._games = (), len(self.match.games)
                say(self.t("taken-back"))
            case _:
                pass

    def _tell_stroke(self, seq: int) -> None:
        ask = self.table.asks_at(seq - 1)
        event = self.table.entries[seq - 1].event
        assert isinstance(ask, ToStrike)
        assert isinstance(event, Struck)
        computer = self.chairs[ask.player].player is not None
        if computer:
            self._draw(seq - 1)
            if self._in_a_row and self._waits:
                self._wait()
            self._in_a_row += 1
        trace = self.table.trace_of(seq)
        # A person is told of their own stroke as they saw it, of others' as they see the board; either from
        # where they sat at the time: the stroke may have ended the game, and the seats be changed.
        seat = self._seat_at(seq - 1, None if computer else ask.player)
        said = story(trace, seat, self.lang)
        if computer or not self.chairs[ask.player].noise.none:
            aim = typed(trace.aim, self.table.equipment, self.lang)
            said = f"{self.t('struck', player=ask.player, aim=aim)} {said}"
        say()
        say(said)
        self._track = track_of(trace)
        self._tell_ruling(event.ruling)
        if any(isinstance(each, BoardEnds | BoardVoid) for each in event.ruling.consequences):
            # The next board is set up already; this is how the last one ended.
            self._show(trace.after, seat, track=self._track)
            self._track = ()

    def _wait(self) -> None:
        """Time to look at a stroke. Whoever types anything waits no more; a line that says more is kept.

        Raises EOFError for whoever wants to leave.
        """
        line = self._pause()
        self._waits = not line
        if self.words.get(line.lower()) == self.quit:
            raise EOFError
        if line and line.lower() != "s":
            self.typed_ahead.append(line)

    def _tell_trial(self, seq: int) -> None:
        trace = self.table.trace_of(seq)
        seat = self._seat_at(seq)
        say()
        say(self.t("trial", story=story(trace, seat, self.lang)))
        self._show(trace.after, seat, track=track_of(trace))

    def _tell_ruling(self, ruling: Ruling) -> None:
        say(bold(f"  {ruling.explain(self.lang)}"))
        say(f"  ({cited(ruling.laws, ruling.readings, self.lang)})")
        match = self.match
        if len(match.games) > self._games:
            self._games = len(match.games)
            game = match.games[-1]
            score = f"{game.points(game.winner)} – {game.points(game.winner.other)}"
            games = f"{match.games_won(game.winner)} – {match.games_won(game.winner.other)}"
            side, number = match.side_name(game.winner), str(len(match.games))
            say(bold(self.t("game-won", side=side, number=number, score=score, games=games)))

    def show_standing(self) -> None:
        """The score, and the board in a line: who is on strike, dues, the queen."""
        match = self.match
        if match.standing is None:
            return
        points = f"{match.points(Side.FIRST)} – {match.points(Side.SECOND)}"
        score = f"{match.side_name(Side.FIRST)} {points} {match.side_name(Side.SECOND)}"
        game, board = str(len(match.games) + 1), str(len(match.boards) + 1)
        say(t("umpire.where", self.lang, game=game, board=board, score=score))
        say("  " + standing_message(match.standing).text(self.lang))
        for colour in (WHITE, BLACK):
            if match.holder(colour):
                held = match.standing.held.of(colour)
                say("  " + self.t(f"holds.{colour}", player=str(match.holder(colour)), n=held))

    # The board

    def _draw(self, seq: int) -> None:
        """The board as it lay after an entry, unless that is what was drawn last."""
        seen = seat, layout = self._seat_at(seq), self.table.layout_at(seq)
        if seen == self._drawn:
            return
        first = self._drawn is None
        self._drawn = seen
        say()
        self._show(layout, seat, track=self._track)
        self._track = ()
        if first:
            click.echo(legend(self.lang, self.plain))

    def _show(
        self, layout: Layout, seat: Seat, *, striker: Point | None = None, track: tuple[Point, ...] = ()
    ) -> None:
        on = self.table.equipment
        click.echo(painted_board(layout, seat, on, striker=striker, track=track, plain=self.plain))

    def _point(self, point: Point) -> str:
        x, y = (pointed(f"{100.0 * value + 0.0:.1f}", self.lang) for value in point)
        return self.t("point", x=x, y=y)
