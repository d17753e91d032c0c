"""A simulated match in the terminal: the loop that asks persons and hears what they type."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from carrom.cli.command import current_language
from carrom.cli.output import bold, phrase, say, say_phrase
from carrom.cli.prompt import ask_line
from carrom.cli.terminal.answers import answer, trial_board
from carrom.cli.terminal.game_commands import command_words, quit_game
from carrom.cli.terminal.narrator import Narrator, Persons
from carrom.players import Chair
from carrom.table import Table, ToPlace, ToSeat, ToStrike, ToToss, ToTry, ToTurn, play_on
from carrom.table.runner import chance
from carrom.umpiring.sheet import score_sheet, sheet_result


class Game:
    """One match. Persons are asked, computer players play on; nothing is told before it is recorded."""

    def __init__(
        self,
        table: Table,
        chairs: Mapping[str, Chair],
        seed: int,
        *,
        plain: bool = False,
        pause: Callable[[], str] = lambda: "",
    ) -> None:
        """`pause` waits between two strokes of a computer player, and gives what was typed meanwhile."""
        self.table = table
        self.chairs = chairs
        self.seed = seed
        self.closed = False
        self.persons = Persons(table, chairs, seed)
        self.narrator = Narrator(table, self.persons, chairs, plain, self._wait)
        self.commands = command_words()
        self._pause = pause
        self._waits = True
        self._typed_ahead: list[str] = []
        self._taught = False
        self._asked_at = 0.0

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
        """Show what a person needs to see before they act, and say what is wanted of them."""
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
            case ToTurn(player):
                say_phrase("play.ask.turn", player=player)
            case ToStrike(player):
                asked = phrase(f"umpire.next.in-play.{self.table.colour_of(player)}", player=player)
                say(bold(asked) + self._stroke_form())
            case ToPlace(player, coin, count):
                asked = phrase(f"play.ask.place.{coin}", player=player, n=count)
                say(bold(asked) + phrase("play.ask.place"))
            case _:
                raise AssertionError(f"no person is asked: {ask}")
        self.narrator.computer_strokes, self._waits = 0, True
        self._asked_at = time.monotonic()

    def _stroke_form(self) -> str:
        """How a stroke is typed: told in full the first time, with the clock every time."""
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

    def _wait(self) -> None:
        """Give time to look at a stroke. Typing anything ends the waiting; a line that says more is kept.

        Raises EOFError for `quit`.
        """
        if not self._waits:
            return
        line = self._pause()
        self._waits = not line
        if self.commands.get(line.lower()) is quit_game:
            raise EOFError
        if line and line.lower() != "s":
            self._typed_ahead.append(line)
