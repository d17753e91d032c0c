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
from carrom.cli.terminal.match_text import say_reopened, say_ruling, say_standing, sides_score
from carrom.cli.terminal.umpire_help import explain_word, list_words
from carrom.cli.terminal.umpire_notation import Notation, refuse_surplus
from carrom.cli.terminal.umpire_words import is_word, means, usual_word, usual_words
from carrom.errors import CarromError, ImpossibleCase, NotationError, NotNow
from carrom.i18n import Message, in_words
from carrom.laws import ALIASES, BOOKS, book_id
from carrom.laws.texts import paragraph, search
from carrom.record import Planned, Record, RecordFile, State
from carrom.record.fold import entries_undone_by, state_at
from carrom.rulebooks import in_finals, rulebook
from carrom.rules.match import OVER, TO_DEMAND, TO_PLAY, TO_SEAT, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.umpiring import Request, enter_request, match_view, preview_request, read_request
from carrom.umpiring import requests as ask
from carrom.umpiring.call import last_call
from carrom.umpiring.correct import working_copy
from carrom.umpiring.facts import paragraph_of, stroke_report
from carrom.umpiring.sheet import score_sheet, sheet_result, sheet_txt
from carrom.umpiring.sheet.words import protest_decision
from carrom.umpiring.times import entry_time
from carrom.umpiring.view.log import match_log
from carrom.umpiring.view.types import View
from carrom.words import Side

LOG_LINES = 20

# What is typed at the stages before the first board.
STAGE_FORMS = {TO_TOSS: Message("umpire.form.toss"), TO_SEAT: Message("umpire.form.seat")}

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
    book, finals = _ask("ask-rulebook", _read_book, "icf")
    first = _ask("ask-first", _read_names)

    def opponents(text: str) -> tuple[str, ...]:
        second = _read_names(text, first)
        enter_request(Record(), ask.Begin(book, first, second, finals=finals), local_time())
        return second

    second = _ask("ask-second", opponents)
    file = RecordFile.create(path)
    begin = ask.Begin(book, first, second, event=event, umpire=umpire, finals=finals)
    enter_request(file, begin, local_time())
    return file


def _ask(key: str, read: Callable[[str], T], default: str = "") -> T:
    """Ask until the answer can be read; a closed input or 'quit' ends the program without a match."""
    question = phrase(f"umpire.{key}") + (f" [{default}]" if default else "")
    while True:
        line = ask_line(phrase("umpire.prompt", question=question) + " ")
        if line is None or means(line, "quit"):
            raise CarromError("umpire.not-begun")
        try:
            return read(line or default)
        except CarromError as refused:
            say(spoken_reason(refused))


def _read_book(text: str) -> tuple[str, bool]:
    """The id of a rulebook, and whether "finals" follows its name."""
    name, _, more = text.partition(" ")
    finals = means(more.strip(), "finals")
    book = book_id(name if finals else text)
    if finals:
        in_finals(rulebook(book))  # refuses a text that makes no difference
    return book, finals


def _read_names(text: str, others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The players of a side, by names that can be typed later: for one player each, and for nothing else."""
    names = tuple(name.strip() for name in text.split("&"))
    if not all(names) or len(names) > 2 or "," in text:
        raise NotationError("umpire.names-form")
    everybody = (*others, *names)
    if len({name.lower() for name in everybody}) < len(everybody):
        raise NotationError("refused.match.own-names")
    for name in names:
        if is_word(name):
            raise NotationError("umpire.name-taken", name=name)
        read_request({"do": "change-striker", "player": name})  # refuses what no request can name
    return names


class UmpireTerminal:
    """One match being umpired. Nothing is said before it is on disk."""

    def __init__(self, file: RecordFile) -> None:
        self.file = file
        self.closed = False
        self.shows: dict[str, Callable[[str], None]] = {"law": self.show_law, "help": self.show_help}
        self.without_argument: dict[str, Callable[[], None]] = {
            "score": self.show_standing,
            "sheet": self.show_sheet,
            "log": self.show_log,
            "quit": self.close,
        }
        self.notation = Notation(file, (*self.without_argument, *self.shows))

    @property
    def match(self) -> Match:
        return self.file.state.match

    def lines(self) -> Iterator[str]:
        """Lines until 'quit' or the end of the input. The record is safe at every prompt."""
        while not self.closed and (line := ask_line("> ")) is not None:
            if line:
                yield line

    def hear(self, line: str) -> None:
        """Do what a line says. A refusal names the words as they are typed."""
        try:
            self.do(line)
        except CarromError as refused:
            reason = in_words(spoken_reason(refused), "typed")
            raise CarromError("refused.sentence", text=reason) from refused

    def do(self, line: str) -> None:
        """Enter a request, or show something."""
        name, rest = self.notation.meaning(line), line.partition(" ")[2].strip()
        if name in self.shows:
            return self.shows[name](rest)
        if name in self.without_argument:
            refuse_surplus(rest)
            return self.without_argument[name]()
        request = self.notation.request(line)
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
            self.show_game_won(self.match)
        self.show_standing()
        if isinstance(request, ask.WriteProtest):
            say_phrase("umpire.protest-written")
        elif isinstance(request, ask.DecideProtest):
            replays = self.match.book.match.protest_replays
            say_phrase(f"umpire.protest-upheld.{replays}" if request.upheld else "umpire.protest-refused")

    def now(self) -> str:
        return entry_time(local_time(), self.file.entries, datetime.now(UTC))

    def as_of_now(self) -> Record:
        """The record at this time: a protest that was not written in time has lapsed."""
        record = working_copy(self.file)
        record.states[-1] = state_at(record.states[-1], self.now())
        return record

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
            if each.assumed is not None:
                say(f"  {each.assumed.text(current_language())}")
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
                stroke = usual_words(str(stroke_report(request)))
                self.remind("too-late", seconds, laws.stroke_seconds, stroke=stroke)
            case ask.Placed(seconds=seconds):
                self.remind("too-long", seconds, laws.placing_seconds)
            case ask.ChangeSeats(seconds):
                self.remind("too-long", seconds, laws.change_seconds)
            case ask.Undo(to):
                gone = entries_undone_by(self.file.entries, self.file.entries[-1])
                if gone:
                    first = gone[0].seq
                    what = match_log(self.file, first, first)[0].text
                    say_phrase("umpire.taken-back", n=len(gone), to=to, entry=first, what=what)
                else:
                    say_phrase("umpire.back-to", to=to)
        if isinstance(request, ask.Stroke | ask.Incident | ask.Overrule):
            self.show_ruling()

    def remind(self, key: str, seconds: float | None, limit: int, **words: str) -> None:
        if seconds is not None and seconds > limit:
            say_phrase(f"umpire.{key}", seconds=float(seconds), limit=limit, **words)

    def show_law(self, rest: str) -> None:
        """law 3.11 a: the paragraph in our words; law queen cover: the first that speak of it."""
        if not rest:
            raise NotationError("umpire.form", form=Message("umpire.form.law"))
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
        """help: all words; help WORD: what it means."""
        if not rest:
            return list_words(self.notation.groups)
        for name in self.notation.names_of(rest.lower()):
            explain_word(name, self.match.book)
        return None

    def close(self) -> None:
        self.closed = True
        say_phrase("umpire.kept", file=str(self.file.path))

    def show_sheet(self) -> None:
        say(sheet_txt(score_sheet(self.as_of_now()), current_language(), terminal_width()))

    def show_log(self) -> None:
        """Show the last entries with their numbers, which undo, correct and strike-out ask for."""
        lang, record = current_language(), self.as_of_now()
        decisions = {
            protest.entry: protest_decision(
                protest.upheld, protest.lapsed, record.states[-1].match.book.match.protest_replays
            ).text(lang)
            for protest in record.states[-1].protests
        }
        rows = [
            (
                str(line.v),
                (line.at or "")[11:19],
                line.text.text(lang),
                line.ruling.text.text(lang) if line.ruling else decisions.get(line.v, ""),
            )
            for line in match_log(record, len(record.entries) - LOG_LINES + 1)
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

    def show_game_won(self, match: Match) -> None:
        game = match.games[-1]
        score = sides_score(match, game.points(Side.FIRST), game.points(Side.SECOND))
        number, side = str(len(match.games)), match.side_name(game.winner)
        say_phrase("umpire.game-won", side=side, number=number, score=score)

    def show_standing(self) -> None:
        """Show the score, the board, undecided protests, and what the umpire can do next."""
        record = self.as_of_now()
        state = record.states[-1]
        match = state.match
        if match.stage == OVER or match.replays:
            sheet = score_sheet(record)
            games = sheet.result.games
            say_phrase("umpire.games", score=sides_score(match, games.first, games.second))
            say(sheet_result(sheet, current_language()))
            return self.show_protests(state)
        say_standing(match, "umpire.score")
        self.show_protests(state)
        return self.show_next(state, match_view(record, lines=0))

    def show_protests(self, state: State) -> None:
        for protest in state.protests:
            if protest.upheld is None:
                stage, side = "lapsed" if protest.lapsed else "open", state.match.side_name(protest.side)
                say_phrase(f"umpire.protest-{stage}", side=side, entry=str(protest.entry))

    def show_next(self, state: State, view: View) -> None:
        """Show what the match waits for."""
        match = state.match
        if view.rest is not None:
            say(view.rest)
        if match.change_seats and match.stage in (TO_PLAY, TO_TOSS_AGAIN):
            say_phrase("umpire.change-seats", seats=view.now)
        if match.stage == TO_SEAT:
            say(view.now)
        if match.stage == TO_DEMAND:
            demands = (f"{usual_word('demand')} {points}" for points in range(match.may_demand + 1))
            return say_phrase("umpire.next.to-demand", form=", ".join(demands))
        if match.stage in (TO_TOSS, TO_SEAT, TO_TOSS_AGAIN):
            return say_phrase(f"umpire.next.{match.stage}", form=STAGE_FORMS.get(match.stage, ""))
        if state.request is not None:
            return say_phrase("umpire.request-open", side=match.side_name(state.request))
        if match.stage == TO_PLAY:
            # A break before "Play" may stand.
            struck = ".broken" if match.standing is not None and match.standing.broken else ""
            return say_phrase(f"umpire.next.to-play{struck}", player=match.on_strike)
        for held in view.held:
            say(held.text)
        colour = match.colour_of(match.side_of(match.on_strike))
        return say_phrase(f"umpire.next.in-play.{colour}", player=match.on_strike)
