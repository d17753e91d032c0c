"""A simulated match in the terminal: the loop that asks persons and hears what they type."""

import difflib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import radians

from carrom.cli.command import current_language
from carrom.cli.output import bold, phrase, say, say_phrase
from carrom.cli.prompt import ask_line, local_time
from carrom.cli.terminal.aiming import check_power, check_striker, read_aim, read_numbers, read_place
from carrom.cli.terminal.game_commands import command_words, quit_game
from carrom.cli.terminal.narrator import Narrator, Persons
from carrom.errors import NotationError
from carrom.players import Chair
from carrom.stroke import Aim, Layout, Placement
from carrom.table import (
    Table,
    ToDemand,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTry,
    ToTurn,
    play_on,
    rosette_seed,
    toss_winner,
)
from carrom.table.runner import chance
from carrom.table.seating import seats_from
from carrom.umpiring.sheet import score_sheet, sheet_result
from carrom.words import Side, chairs


@dataclass
class Game:
    """One match. Persons are asked, computer players play on; nothing is told before it is recorded.

    `pause` waits between two strokes of a computer player, and gives what was typed meanwhile.
    """

    table: Table
    chairs: Mapping[str, Chair]
    seed: int
    plain: bool = False
    pause: Callable[[], str] = str
    closed: bool = False
    _waits: bool = True
    _taught: bool = False
    _asked_at: float = 0.0

    def __post_init__(self) -> None:
        persons = [name for name, chair in self.chairs.items() if chair.player is None]
        self.persons = Persons(self.table, persons, self.seed)
        self.narrator = Narrator(self.table, self.persons, self.chairs, self.plain, self._wait)
        self.commands = command_words()
        self._typed_ahead: list[str] = []

    def lines(self) -> Iterator[str]:
        """Lines until the match is over, quit or the end of the input. The record is safe at every prompt."""
        while not self.closed:
            line = ask_line("> ", self._typed_ahead.pop(0) if self._typed_ahead else "")
            if line is None:
                return
            # To some questions an empty line is an answer.
            if line or isinstance(self.table.asks, ToSeat | ToTry | ToTurn | ToPlace):
                yield line

    def hear(self, line: str) -> None:
        """Do what a line says: a command, or the answer to what was asked."""
        before = self.table.seq
        word, _, rest = line.partition(" ")
        if word.lower() in self.commands:
            self.commands[word.lower()](self, rest.strip())
        else:
            answer(self, line)
        if not self.closed and self.table.seq != before:
            self.go_on()

    def go_on(self) -> None:
        """Computer players play until a person must act; every entry is told as it comes."""
        failed = play_on(self.table, self.chairs, self.seed, on_entry=lambda _: self.narrator.tell())
        self.narrator.tell()
        for failure in failed:
            say_phrase("play.failed", player=failure.player, why=failure.why)
        if self.table.over:
            self.closed = True
            say(bold(sheet_result(score_sheet(self.table.keeper), current_language())))
        else:
            self._ask()

    def _ask(self) -> None:
        """Show a person the board, and ask for what the table needs."""
        match, person = self.table.match, self.persons.current
        ask = self.table.asks
        if isinstance(ask, ToTurn | ToStrike | ToPlace):
            self.narrator.draw(self.table.seq)
            self.narrator.say_standing()
        match ask:
            case ToToss():
                say_phrase("play.ask.toss", player=person)
            case ToSeat():
                say_phrase("play.ask.seats" if match.doubles else "play.ask.seat", player=person)
            case ToTry(side):
                self.narrator.show(trial_board(self), self.persons.seat)
                say(bold(phrase("play.ask.try", side=match.side_name(side))))
            case ToDemand(side, count):
                say_phrase("play.ask.demand", side=match.side_name(side), n=count)
            case ToTurn(player):
                say_phrase("play.ask.turn", player=player)
            case ToStrike(player):
                asked = phrase(f"umpire.next.in-play.{self.table.colour_of(player)}", player=player)
                say(bold(asked) + self._stroke_form())
            case ToPlace(player, coin, count):
                asked = phrase(f"play.ask.place.{coin}", player=player, n=count)
                waive = phrase("play.ask.waive") if self.table.may_waive else ""
                say(bold(asked) + phrase("play.ask.place") + waive)
            case _:
                raise AssertionError(f"no person is asked: {ask}")
        self.narrator.computer_strokes, self._waits = 0, True
        self._asked_at = time.monotonic()

    def _stroke_form(self) -> str:
        """The form of a stroke, the first time only, and the time allowed, every time."""
        form = "" if self._taught else phrase("play.ask.strike")
        self._taught = True
        if not self.table.on.clock:
            return form
        return form + phrase("play.ask.clock", n=self.table.book.match.stroke_seconds)

    def seconds_taken(self) -> float | None:
        """Seconds since the person was asked, where the match is played with a clock."""
        return round(time.monotonic() - self._asked_at, 1) if self.table.on.clock else None

    def chance(self, what: str) -> int:
        """The seed of what happens by chance at the next entry."""
        return chance(self.seed, what, self.table.seq + 1)

    @property
    def rosette(self) -> int | None:
        """The seed of the rosette that the next entry may set by hand."""
        return rosette_seed(self.table.on, self.seed, self.table.seq + 1)

    def _wait(self) -> None:
        """Give time to look at a stroke. Typing anything ends the waiting; a line that says more is kept.

        Raises EOFError for `quit`.
        """
        if not self._waits:
            return
        line = self.pause()
        self._waits = not line
        if self.commands.get(line.lower()) is quit_game:
            raise EOFError
        if line and line.lower() != "s":
            self._typed_ahead.append(line)


def answer(game: Game, line: str) -> None:
    """Pass a line on to the table as the answer to what it asks."""
    match game.table.asks:
        case ToToss():
            choice = _one_of(line, ("break", "seats"))
            game.table.toss(toss_winner(game.table, game.seed), choice, at=local_time())
        case ToSeat(side):
            _sit(game, side, line)
        case ToDemand():
            game.table.demand(_points(line), at=local_time())
        case ToTry():
            _try(game, line)
        case ToTurn(player):
            turned = radians(_read_turn(game, line))
            game.table.turn(player, turned, seed=game.rosette, at=local_time())
        case ToStrike(player):
            aim = _read_stroke(game, line, game.table.layout)
            noise, seed = game.chairs[player].noise, game.chance("noise")
            seconds = game.seconds_taken()
            game.table.strike(player, aim, seconds=seconds, noise=noise, seed=seed, at=local_time())
        case ToPlace() as ask:
            placement = _read_placement(game, ask, line)
            game.table.place(ask.player, placement, seconds=game.seconds_taken(), at=local_time())


def _points(line: str) -> int:
    if not (line.isascii() and line.isdigit()):
        raise NotationError("play.not-points")
    return int(line)


def trial_board(game: Game) -> Layout:
    """The board of a trial: a rosette before the person who plays it."""
    return Layout.rosette(game.table.equipment, 0.0, game.persons.seat, game.rosette)


def _sit(game: Game, side: Side, line: str) -> None:
    match = game.table.match
    chair = _one_of(line or "south", tuple(chair.value for chair in chairs(match.doubles)))
    game.table.seat(seats_from(match, side, chair), at=local_time())


def _try(game: Game, line: str) -> None:
    """Play a trial board: a stroke at a rosette of one's own, or none."""
    player = game.persons.current
    if not line.strip():
        return game.table.skip_trial(player, at=local_time())
    aim = _read_stroke(game, line, trial_board(game))
    noise, seed = game.chairs[player].noise, game.chance("noise")
    game.table.trial(player, aim, noise=noise, seed=seed, rosette=game.rosette, at=local_time())
    return None


def _read_turn(game: Game, line: str) -> float:
    _refuse_unknown(game, line)
    words = line.split() or ["0"]
    if len(words) > 1:
        raise NotationError("play.turn-form")
    (turned,) = read_numbers(words, "play.turn-form")
    return turned


def _read_stroke(game: Game, line: str, layout: Layout) -> Aim:
    """A stroke that may be played, from what was typed."""
    _refuse_unknown(game, line)
    table = game.table
    aim = read_aim(line, game.persons.seat, table.equipment)
    check_striker(aim, layout, table.equipment, table.book)
    check_power(aim, layout, table.equipment, table.book)
    return aim


def _read_placement(game: Game, ask: ToPlace, line: str) -> Placement:
    table, player = game.table, ask.player
    if line.strip().lower() not in ("auto", ""):
        _refuse_unknown(game, line)
        return read_place(line, ask.coin, game.persons.seat)
    return Placement(ask.coin, *table.spots_for(player, ask.coin)[0])


def _one_of(line: str, choices: tuple[str, ...]) -> str:
    """The choice whose word, in English or the reader's language, begins with the line."""
    typed, words = line.strip().lower(), {choice: phrase(f"play.word.{choice}") for choice in choices}
    for choice, word in words.items():
        if typed and (choice.startswith(typed) or word.startswith(typed)):
            return choice
    raise NotationError("play.one-of", words=", ".join(words.values()))


def _refuse_unknown(game: Game, line: str) -> None:
    """Refuse a word that is not a command, and name the nearest one."""
    word = line.split()[0].lower() if line.split() else ""
    if word[:1].isalpha():
        near = difflib.get_close_matches(word, game.commands, n=1)
        shown = "".join(letter for letter in word if letter.isprintable())
        if near:
            raise NotationError("play.unknown", word=shown, near=near[0])
        raise NotationError("play.unknown-word", word=shown)
