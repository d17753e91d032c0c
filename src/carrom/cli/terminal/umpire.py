"""The umpire in the terminal: what is typed is entered through `carrom.umpiring` and its outcome shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from carrom.cli.output import cited, confirmed, local_time, say, table, terminal_width
from carrom.cli.record import columns
from carrom.cli.terminal.umpire_notation import Notation, refuse_surplus
from carrom.errors import ImpossibleCase, NotationError
from carrom.i18n import Argument, t
from carrom.laws import ALIASES, BOOKS, book_id
from carrom.laws.texts import paragraph, search
from carrom.record import Planned, RecordFile
from carrom.rules.match import OVER, TO_PLAY, TO_SEAT, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.rules.standing_words import standing_message
from carrom.stroke import INCIDENTS
from carrom.umpiring import Request, enter, preview, view
from carrom.umpiring import requests as ask
from carrom.umpiring.call import last_call
from carrom.umpiring.correct import scratch
from carrom.umpiring.facts import paragraph_of
from carrom.umpiring.sheet import result_of, sheet, txt_of
from carrom.umpiring.sheet.course import removed
from carrom.umpiring.times import entry_time
from carrom.umpiring.view.log import log_lines
from carrom.words import Side

LOG_LINES = 20


class UmpireTerminal:
    """One match being umpired. Nothing is said before it is on disk."""

    def __init__(self, file: RecordFile, lang: str) -> None:
        self.file = file
        self.lang = lang
        self.closed = False
        self.notation = Notation(file, lang)
        self.shows: dict[str, Callable[[str], None]] = {
            "score": self.alone(self.show_standing),
            "sheet": self.alone(lambda: say(txt_of(sheet(self.file), self.lang, terminal_width()))),
            "log": self.alone(self.show_log),
            "law": self.law,
            "help": self.help,
            "quit": self.alone(self.close),
        }

    @property
    def match(self) -> Match:
        return self.file.state.match

    def t(self, key: str, **arguments: Argument) -> str:
        return t(f"umpire.{key}", self.lang, **arguments)

    def alone(self, act: Callable[[], None]) -> Callable[[str], None]:
        """A word that stands alone."""

        def heard(rest: str) -> None:
            refuse_surplus(rest)
            act()

        return heard

    def hear(self, line: str) -> None:
        """One line: a request, or a word that only shows something."""
        word, _, rest = line.partition(" ")
        if word.lower() in self.shows:
            return self.shows[word.lower()](rest.strip())
        request = self.notation.request(line, self.shows)
        if isinstance(request, ask.Correct):
            return self.correct(request)
        return self.enter(request)

    def enter(self, request: Request) -> None:
        """All that a request leads to comes on disk together; then it is shown."""
        before = len(self.file.entries)
        games = self.match.games
        tried = scratch(self.file)
        enter(tried, request, self.now())
        new = zip(tried.entries[before:], tried.states[before:], strict=True)
        self.file.append([Planned(entry, state) for entry, state in new])
        self.tell(request)
        if len(self.match.games) > len(games):
            self.show_game_won()
        self.show_standing()
        if isinstance(request, ask.WriteProtest):
            say(self.t("protest-written"))
        elif isinstance(request, ask.DecideProtest):
            say(self.t("protest-upheld" if request.upheld else "protest-refused"))

    def now(self) -> str:
        return entry_time(local_time(), self.file.entries, datetime.now(UTC))

    def correct(self, request: ask.Correct) -> None:
        """Show what a correction changes; enter it when the umpire agrees."""
        shown = preview(self.file, request, self.now())
        if shown.ruling is not None:
            say(f"  {shown.ruling.text.text(self.lang)}")
        for each in shown.differences:
            if each.refused is not None:
                say(self.t("left-out", entry=each.v, why=each.refused))
            elif each.before is not None and each.after is not None:
                say(self.t("judged-again", entry=each.v, before=each.before.text, after=each.after.text))
            if each.player:
                say(self.t("other-player", player=each.player))
        if not shown.differences:
            say(self.t("nothing-else-changes"))
        if confirmed(self.t("correct-now"), self.lang):
            self.enter(replace(request, drop=any(each.refused is not None for each in shown.differences)))
        else:
            say(self.t("not-corrected"))

    def tell(self, request: Request) -> None:
        """What the umpire is told at once: a time that is over, what was taken back, a ruling."""
        laws = self.match.book.match
        match request:
            case ask.Stroke(seconds=seconds):
                self.remind("too-late", seconds, laws.stroke_seconds)
            case ask.Placed(seconds=seconds):
                self.remind("too-long", seconds, laws.placing_seconds)
            case ask.ChangeSeats(seconds):
                self.remind("too-long", seconds, laws.change_seconds)
            case ask.Undo(to):
                gone = removed(self.file.entries, self.file.entries[-1])
                first = gone[0].seq
                what = log_lines(self.file, first, first)[0].text
                say(self.t("taken-back", n=len(gone), to=to, entry=first, what=what))
        if isinstance(request, ask.Stroke | ask.Incident | ask.Overrule):
            self.show_ruling()

    def remind(self, key: str, seconds: float | None, limit: int) -> None:
        if seconds is not None and seconds > limit:
            say(self.t(key, seconds=float(seconds), limit=limit))

    def law(self, rest: str) -> None:
        """law 3.11 a: the paragraph in our words; law queen cover: the first that speak of it."""
        if not rest:
            raise NotationError("umpire.law-form")
        book, (first, _, more) = self.match.book, rest.partition(" ")
        if first in (*BOOKS, *ALIASES):
            found = [paragraph(f"{book_id(first)} {more}")]
        else:
            try:
                found = [paragraph(paragraph_of(rest, book, "law"))]
            except ImpossibleCase:
                found = [] if rest[0].isdigit() else search(rest.split(), self.lang, (book.id,))[:3]
                if not found:
                    raise
        for each in found:
            say(t("labelled", self.lang, what=str(each.citation), said=each.text(self.lang)))

    def help(self, rest: str) -> None:
        if rest in INCIDENTS:
            laws = dict.fromkeys(law for clause in self.match.book.incidents[rest] for law in clause.laws)
            said = f"{t(f'incident.{rest}', self.lang)} ({', '.join(laws)})"
            return say(t("labelled", self.lang, what=rest, said=said))
        say(self.t("help"))
        return say("  " + ", ".join(INCIDENTS))

    def close(self) -> None:
        self.closed = True
        say(self.t("kept", file=str(self.file.path)))

    def show_log(self) -> None:
        """The last entries with their numbers, which undo, correct and strike-out ask for."""
        rows = [
            (
                str(line.v),
                (line.at or "")[11:19],
                line.text.text(self.lang),
                line.ruling.text.text(self.lang) if line.ruling else "",
            )
            for line in log_lines(self.file, len(self.file.entries) - LOG_LINES + 1)
        ]
        table(columns(self.lang), rows)

    def show_ruling(self) -> None:
        """The ruling that was just given, and what the umpire must see done."""
        called, call = last_call(self.file), view(self.file, lines=0).call
        assert called is not None
        assert call is not None
        say(f"  {called.ruling.explain(self.lang)}")
        say(f"  ({cited(called.ruling.laws, called.ruling.readings, self.lang)})")
        for todo in call.todo:
            if todo.confirm and todo.what not in ("change-seats", "toss-again"):
                say(f"  {todo.text.text(self.lang)}")

    def show_game_won(self) -> None:
        match = self.match
        game = match.games[-1]
        score = f"{game.points(game.winner)} – {game.points(game.winner.other)}"
        won = f"{match.games_won(game.winner)} – {match.games_won(game.winner.other)}"
        side = match.side_name(game.winner)
        say(self.t("game-won", side=side, number=str(len(match.games)), score=score, games=won))

    def show_standing(self) -> None:
        """Where the match is, and what the umpire can do next."""
        match, state = self.match, self.file.state
        if match.stage == OVER or match.replays:
            return say(result_of(sheet(self.file), self.lang))
        if match.stage in (TO_TOSS, TO_SEAT, TO_TOSS_AGAIN):
            return say(self.t(f"next.{match.stage}"))
        assert match.standing is not None
        if match.change_seats and match.stage == TO_PLAY:
            say(self.t("change-seats"))
        game, board = len(match.games) + 1, len(match.boards) + 1
        points = f"{match.points(Side.FIRST)} – {match.points(Side.SECOND)}"
        score = f"{match.side_name(Side.FIRST)} {points} {match.side_name(Side.SECOND)}"
        say(self.t("where", game=str(game), board=str(board), score=score))
        say("  " + standing_message(match.standing).text(self.lang))
        if state.protest is not None:
            say(self.t("protest-open", side=match.side_name(state.protest.side)))
        if state.request is not None:
            return say(self.t("request-open", side=match.side_name(state.request)))
        if match.stage == TO_PLAY:
            return say(self.t("next.to-play", player=match.on_strike))
        for held in view(self.file, lines=0).held:
            say(held.text.text(self.lang))
        colour = match.colour_of(match.side_of(match.on_strike))
        return say(self.t(f"next.in-play.{colour}", player=match.on_strike))
