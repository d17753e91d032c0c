"""carrom umpire: what an umpire types is entered through `carrom.umpiring`, and its outcome shown."""

import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from carrom.cli.command import current_language
from carrom.cli.files import check_folder_of
from carrom.cli.output import phrase, say, say_phrase, table, terminal_width
from carrom.cli.prompt import ask_line, confirmed, converse, edit_lines, local_time, spoken_reason
from carrom.cli.record import record_columns
from carrom.cli.terminal.match_text import game_won, say_reopened, say_ruling, say_standing
from carrom.cli.terminal.umpire_notation import Notation, refuse_surplus
from carrom.errors import CarromError, ImpossibleCase, NotationError, NotNow
from carrom.laws import ALIASES, BOOKS, book_id
from carrom.laws.texts import paragraph, search
from carrom.record import Planned, Record, RecordFile
from carrom.rules.match import OVER, TO_PLAY, TO_SEAT, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.stroke import INCIDENTS
from carrom.umpiring import Request, enter_request, match_view, preview_request
from carrom.umpiring import requests as ask
from carrom.umpiring.call import last_call
from carrom.umpiring.correct import working_copy
from carrom.umpiring.facts import paragraph_of, stroke_report
from carrom.umpiring.sheet import score_sheet, sheet_result, sheet_txt
from carrom.umpiring.sheet.history import entries_undone_by
from carrom.umpiring.times import entry_time
from carrom.umpiring.view.log import match_log

LOG_LINES = 20

T = TypeVar("T")


def umpire_in_terminal(file: Path, event: str, umpire: str) -> None:
    """Umpire until 'quit', the end of the input or Ctrl-C."""
    edit_lines()
    terminal = UmpireTerminal(_open(file, event, umpire))
    terminal.show_standing()
    try:
        converse(terminal.lines(), terminal.hear)
    except KeyboardInterrupt:
        say()
    if not terminal.closed:
        terminal.close()


def _open(path: Path, event: str, umpire: str) -> RecordFile:
    if not path.exists() or not path.stat().st_size:
        return _begin(path, event, umpire)
    file = RecordFile.open(path)
    if file.state.begun.table is not None:
        raise NotNow("umpire.simulated", file=shlex.quote(str(path)))
    say_reopened(file)
    return file


def _begin(path: Path, event: str, umpire: str) -> RecordFile:
    """Ask who plays. The file is made once all questions are answered."""
    check_folder_of(path)
    say_phrase("umpire.new", file=str(path))
    say_phrase("umpire.rulebooks", names=", ".join(BOOKS))
    book = _ask("ask-rulebook", book_id, "international")
    first = _ask("ask-first", _read_names)

    def opponents(text: str) -> tuple[str, ...]:
        second = _read_names(text)
        enter_request(Record(), ask.Begin(book, first, second), local_time())
        return second

    second = _ask("ask-second", opponents)
    file = RecordFile.create(path)
    enter_request(file, ask.Begin(book, first, second, event=event, umpire=umpire), local_time())
    return file


def _ask(key: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask until the answer can be read; a closed input or 'quit' ends the program without a match."""
    question = phrase(f"umpire.{key}") + (f" [{default}]" if default else "")
    while True:
        line = ask_line(phrase("umpire.prompt", question=question) + " ")
        if line is None or line.lower() == "quit":
            raise CarromError("umpire.not-begun")
        try:
            return read(line or default)
        except CarromError as refused:
            say(spoken_reason(refused))


def _read_names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split("&"))
    if not all(names) or len(names) > 2 or "," in text:
        raise NotationError("umpire.names-form")
    return names


class UmpireTerminal:
    """One match being umpired. Nothing is said before it is on disk."""

    def __init__(self, file: RecordFile) -> None:
        self.file = file
        self.closed = False
        self.notation = Notation(file)
        self.shows: dict[str, Callable[[str], None]] = {"law": self.show_law, "help": self.show_help}
        self.without_argument: dict[str, Callable[[], None]] = {
            "score": self.show_standing,
            "sheet": lambda: say(sheet_txt(score_sheet(file), current_language(), terminal_width())),
            "log": self.show_log,
            "quit": self.close,
        }

    @property
    def match(self) -> Match:
        return self.file.state.match

    def lines(self) -> Iterator[str]:
        """Lines until 'quit' or the end of the input. The record is safe at every prompt."""
        while not self.closed and (line := ask_line("> ")) is not None:
            if line:
                yield line

    def hear(self, line: str) -> None:
        """Do what a line says: enter a request, or show something."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in self.shows:
            return self.shows[word](rest)
        if word in self.without_argument:
            refuse_surplus(rest)
            return self.without_argument[word]()
        request = self.notation.request(line, (*self.shows, *self.without_argument))
        if isinstance(request, ask.Correct):
            return self.correct(request)
        return self.enter(request)

    def enter(self, request: Request) -> None:
        """Write everything that a request leads to at once, then show it."""
        before = len(self.file.entries)
        games = len(self.match.games)
        tried = working_copy(self.file)
        enter_request(tried, request, self.now())
        new = zip(tried.entries[before:], tried.states[before:], strict=True)
        self.file.append([Planned(entry, state) for entry, state in new])
        self.tell(request)
        if len(self.match.games) > games:
            say(game_won("umpire.game-won", self.match))
        self.show_standing()
        if isinstance(request, ask.WriteProtest):
            say_phrase("umpire.protest-written")
        elif isinstance(request, ask.DecideProtest):
            say_phrase("umpire.protest-upheld" if request.upheld else "umpire.protest-refused")

    def now(self) -> str:
        return entry_time(local_time(), self.file.entries, datetime.now(UTC))

    def correct(self, request: ask.Correct) -> None:
        """Show what a correction changes; enter it when the umpire agrees."""
        shown = preview_request(self.file, request, self.now())
        if shown.ruling is not None:
            say(f"  {shown.ruling.text.text(current_language())}")
        for each in shown.differences:
            if each.refused is not None:
                say_phrase("umpire.left-out", entry=each.v, why=each.refused)
            elif each.before is not None and each.after is not None:
                say_phrase(
                    "umpire.judged-again", entry=each.v, before=each.before.text, after=each.after.text
                )
            if each.player:
                say_phrase("umpire.other-player", player=each.player)
        if not shown.differences:
            say_phrase("umpire.nothing-else-changes")
        if confirmed(phrase("umpire.correct-now")):
            self.enter(replace(request, drop=any(each.refused is not None for each in shown.differences)))
        else:
            say_phrase("umpire.not-corrected")

    def tell(self, request: Request) -> None:
        """Tell the umpire of a passed time limit, of entries taken back, or of a ruling."""
        laws = self.match.book.match
        match request:
            case ask.Stroke(improper=False, seconds=seconds):
                # A stroke made late is improper, with what it pocketed (3.11 d–f).
                self.remind("too-late", seconds, laws.stroke_seconds, stroke=str(stroke_report(request)))
            case ask.Placed(seconds=seconds):
                self.remind("too-long", seconds, laws.placing_seconds)
            case ask.ChangeSeats(seconds):
                self.remind("too-long", seconds, laws.change_seconds)
            case ask.Undo(to):
                gone = entries_undone_by(self.file.entries, self.file.entries[-1])
                first = gone[0].seq
                what = match_log(self.file, first, first)[0].text
                say_phrase("umpire.taken-back", n=len(gone), to=to, entry=first, what=what)
        if isinstance(request, ask.Stroke | ask.Incident | ask.Overrule):
            self.show_ruling()

    def remind(self, key: str, seconds: float | None, limit: int, **words: str) -> None:
        if seconds is not None and seconds > limit:
            say_phrase(f"umpire.{key}", seconds=float(seconds), limit=limit, **words)

    def show_law(self, rest: str) -> None:
        """law 3.11 a: the paragraph in our words; law queen cover: the first that speak of it."""
        if not rest:
            raise NotationError("umpire.law-form")
        book, lang, (first, _, more) = self.match.book, current_language(), rest.partition(" ")
        if first in (*BOOKS, *ALIASES):
            found = [paragraph(f"{book_id(first)} {more}")]
        else:
            try:
                found = [paragraph(paragraph_of(rest, book, "law"))]
            except ImpossibleCase:
                found = [] if rest[0].isdigit() else search(rest.split(), lang, (book.id,))[:3]
                if not found:
                    raise
        for each in found:
            say_phrase("labelled", what=str(each.citation), said=each.text(lang))

    def show_help(self, rest: str) -> None:
        if rest in INCIDENTS:
            laws = dict.fromkeys(law for clause in self.match.book.incidents[rest] for law in clause.laws)
            explained = f"{phrase(f'incident.{rest}')} ({', '.join(laws)})"
            return say_phrase("labelled", what=rest, said=explained)
        say_phrase("umpire.help")
        return say("  " + ", ".join(INCIDENTS))

    def close(self) -> None:
        self.closed = True
        say_phrase("umpire.kept", file=str(self.file.path))

    def show_log(self) -> None:
        """Show the last entries with their numbers, which undo, correct and strike-out ask for."""
        lang = current_language()
        rows = [
            (
                str(line.v),
                (line.at or "")[11:19],
                line.text.text(lang),
                line.ruling.text.text(lang) if line.ruling else "",
            )
            for line in match_log(self.file, len(self.file.entries) - LOG_LINES + 1)
        ]
        table(record_columns(), rows)

    def show_ruling(self) -> None:
        """Show the ruling that was just given, and what the umpire must see done."""
        called, call = last_call(self.file), match_view(self.file, lines=0).call
        assert called is not None
        assert call is not None
        say_ruling(called.ruling)
        for todo in call.todo:
            if todo.confirm and todo.what not in ("change-seats", "toss-again"):
                say(f"  {todo.text.text(current_language())}")

    def show_standing(self) -> None:
        """Show where the match is, and what the umpire can do next."""
        match, state = self.match, self.file.state
        if match.stage == OVER or match.replays:
            return say(sheet_result(score_sheet(self.file), current_language()))
        if match.stage in (TO_TOSS, TO_SEAT, TO_TOSS_AGAIN):
            return say_phrase(f"umpire.next.{match.stage}")
        if match.change_seats and match.stage == TO_PLAY:
            say_phrase("umpire.change-seats")
        say_standing(match)
        if state.protest is not None:
            say_phrase("umpire.protest-open", side=match.side_name(state.protest.side))
        if state.request is not None:
            return say_phrase("umpire.request-open", side=match.side_name(state.request))
        if match.stage == TO_PLAY:
            return say_phrase("umpire.next.to-play", player=match.on_strike)
        for held in match_view(self.file, lines=0).held:
            say(held.text)
        colour = match.colour_of(match.side_of(match.on_strike))
        return say_phrase(f"umpire.next.in-play.{colour}", player=match.on_strike)
