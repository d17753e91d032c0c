"""The umpire's desk: reads what is typed, enters it in the record, and says what follows."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from carrom.cases import board_json
from carrom.cli import names
from carrom.cli.show import board_line, cited, say, terminal_width
from carrom.errors import NotationError, NotNow
from carrom.i18n import t
from carrom.laws import ALIASES, BOOKS, cite
from carrom.laws.index import PARAGRAPHS
from carrom.laws.texts import paragraph, search
from carrom.record import RecordFile, rule_on
from carrom.record.entries import (
    CameLate,
    CoinPlaced,
    Event,
    Happened,
    Overruled,
    PlayCalled,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    Seated,
    SeatsChanged,
    StrikerChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialPlayed,
    UmpireAsked,
)
from carrom.record.fold import last_play
from carrom.rules.match import OVER, TO_PLAY, TO_SEAT, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.rules.ruling import Ruling
from carrom.rules.standing import NONE, Standing
from carrom.stroke import INCIDENTS, AtRest, Incident, StrokeReport
from carrom.stroke.incident import NOBODY
from carrom.stroke.report import SHORT, pieces_in
from carrom.umpiring.overrule import set_by_hand
from carrom.umpiring.sheet import result_of, sheet, txt_of
from carrom.words import BLACK, WHITE, Coin, Colour, Seat, Side, kebab

# What only the side on strike can do, so that the umpire need not say who.
IN_TURN = frozenset({"foul", "late-stroke", "early-break", "abandon", "played-theirs", "queen-unnoticed"})
STROKE_WORDS = ("missed", "nothing", "improper", "off", *(str(fact) for fact in AtRest))

# In French b is a white, as one says it; the English letters that mean nothing else stay.
LETTERS = {
    "en": SHORT,
    "fr": {
        "b": "white",
        "n": "black",
        "r": "queen",
        "p": "striker",
        "w": "white",
        "q": "queen",
        "s": "striker",
    }
    | {"blanc": "white", "noir": "black", "reine": "queen", "palet": "striker"},
}


def now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def refuse_simulated(file: RecordFile, lang: str) -> None:
    """What is typed at a desk does not say where the coins lie: no simulated table could go on after it."""
    if file.state.begun.table is not None:
        raise NotNow(t("umpire.simulated", lang, file=str(file.path)))


class UmpireTerminal:
    """One match being umpired. Nothing is said before it is on disk."""

    def __init__(self, file: RecordFile, lang: str) -> None:
        self.file = file
        self.lang = lang
        self.letters = LETTERS[lang]
        self.closed = False
        self.words: dict[str, Callable[[str], None]] = {
            "toss": self.toss,
            "seat": self.seat,
            "trial": lambda rest: self.enter(TrialPlayed(self.side(rest))),
            "came-late": lambda rest: self.enter(CameLate(self.side(rest))),
            "play": self.alone(lambda: self.enter(PlayCalled())),
            "placed": self.placed,
            "seats": self.change_seats,
            "new-striker": lambda rest: self.enter(StrikerChanged(self.player(rest))),
            "ask": self.ask,
            "remark": self.remark,
            "undo": self.alone(self.undo),
            "overrule": self.overrule,
            "protest": self.protest,
            "score": self.alone(self.show_standing),
            "sheet": self.alone(lambda: say(txt_of(sheet(self.file), self.lang, terminal_width()))),
            "law": self.law,
            "help": self.help,
            "quit": self.alone(self.close),
        }

    @property
    def match(self) -> Match:
        return self.file.state.match

    def t(self, key: str, **arguments: str | int) -> str:
        return t(f"umpire.{key}", self.lang, **arguments)

    def alone(self, act: Callable[[], None]) -> Callable[[str], None]:
        """A word that stands alone: what is typed after it was meant for something else."""

        def heard(rest: str) -> None:
            if rest:
                raise NotationError(self.t("surplus", text=rest))
            act()

        return heard

    def hear(self, line: str) -> None:
        """One line: a stroke, an incident, or a word of the desk."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        first = word.partition(",")[0].partition("@")[0]
        if word in self.words:
            self.words[word](rest.strip())
        elif word in INCIDENTS:
            self.enter(rule_on(self.file.state, self.incident(line, self.match)))
        elif first in STROKE_WORDS or pieces_in(first, self.letters):
            self.strike(line)
        else:
            near = difflib.get_close_matches(word, [*self.words, *INCIDENTS, *STROKE_WORDS], n=1)
            shown = "".join(letter for letter in word if letter.isprintable())
            raise NotationError(self.t("unknown", word=shown, near=near[0] if near else "help"))

    def enter(self, event: Event) -> None:
        games = self.match.games
        self.file.enter(event, now())
        if isinstance(event, Struck | Happened | Overruled):
            self.show_ruling(event.ruling)
        if len(self.match.games) > len(games):
            self.show_game_won()
        self.show_standing()

    def timed(self, text: str, limit: int, key: str = "too-long") -> tuple[str, float | None]:
        """What was typed without its time: @12 at the end says that it took twelve seconds."""
        what, at, seconds = text.partition("@")
        if not at:
            return text, None
        try:
            took = float(seconds)
        except ValueError:
            raise NotationError(self.t("no-seconds", text=seconds)) from None
        if not 0 <= took < 86_400:
            raise NotationError(self.t("no-seconds", text=seconds))
        if took > limit:
            say(self.t(key, seconds=f"{took:g}", limit=str(limit)))
        return what.strip(), took

    def strike(self, text: str) -> None:
        what, seconds = self.timed(text, self.match.book.match.stroke_seconds, "too-late")
        judged = rule_on(self.file.state, StrokeReport.parse(what, self.letters))
        assert isinstance(judged, Struck)
        self.enter(Struck(judged.report, judged.ruling, seconds))

    def change_seats(self, rest: str) -> None:
        _, seconds = self.timed(rest, self.match.book.match.change_seconds)
        self.enter(SeatsChanged(seconds))

    def incident(self, text: str, match: Match) -> Incident:
        """kind, side if it cannot be told, then a foul's paragraph or a disqualification's ground."""
        kind, _, rest = text.partition(" ")
        kind, rest = kind.lower(), rest.strip()
        by, rest = self._by(kind, rest, match)
        noticed = rest != "unnoticed"
        rest = "" if not noticed else rest
        if kind == "disqualified":
            return Incident(kind, by, ground=rest or None)
        return Incident(kind, by, paragraph=rest or None, noticed=noticed)

    def _by(self, kind: str, rest: str, match: Match) -> tuple[Colour | None, str]:
        """Whose incident it is: as typed, or as the board tells."""
        if kind in NOBODY or match.standing is None:
            return None, rest
        first, _, others = rest.partition(" ")
        if first.lower() in ("white", "black"):
            return Colour(first.lower()), others.strip()
        named, more = names.first_named(rest, match)
        if named is not None:
            return match.colour_of(match.side_of(named)), more
        if kind in IN_TURN:
            return match.standing.on_strike, rest
        if kind == "technical-foul":
            return match.standing.on_strike.other, rest
        waiting = {"no-room": match.to_place, "room": match.standing.held}.get(kind)
        placed = [colour for colour in Colour if waiting is not None and waiting.of(colour)]
        if len(placed) == 1:
            # The coins of one side are placed, and so held, by the other.
            return placed[0].other, rest
        raise NotationError(self.t("who", kind=kind))

    def side(self, text: str) -> Side:
        return names.side(text, self.match, self._which_player())

    def player(self, text: str) -> str:
        return names.player(text, self.match, self._which_player())

    def _which_player(self) -> str:
        return self.t("which-player", players=", ".join(names.everybody(self.match)))

    def toss(self, rest: str) -> None:
        """toss NAME break|seats, and before a ninth board: toss NAME (who breaks)."""
        if self.match.stage == TO_TOSS_AGAIN:
            return self.enter(TossedAgain(self.player(rest)))
        name, _, choice = rest.rpartition(" ")
        if choice not in ("break", "seats") or not name:
            raise NotationError(self.t("toss-form"))
        return self.enter(Tossed(self.side(name), choice))

    def seat(self, rest: str) -> None:
        """seat [NAME NAME …] from the south chair to the right, then breaker NAME in doubles."""
        typed, _, breaker = f" {rest}".partition(" breaker ")
        match = self.match
        order = names.players(typed, match, self._which_player()) or self._usual_order()
        chairs = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST) if match.doubles else (Seat.SOUTH, Seat.NORTH)
        if len(order) != len(chairs):
            raise NotationError(self.t("seat-form"))
        if match.doubles and not breaker.strip() and match.breaks_first is not None:
            first, second = match.names(match.breaks_first)
            raise NotationError(
                self.t("breaker-form", first=first, second=second, seat=f"seat{typed}".strip())
            )
        seats = tuple(zip(chairs, order, strict=True))
        self.enter(Seated(seats, self.player(breaker) if breaker.strip() else None))

    def _usual_order(self) -> list[str]:
        return [name for pair in zip(self.match.first, self.match.second, strict=True) for name in pair]

    def placed(self, rest: str) -> None:
        what, seconds = self.timed(rest, self.match.book.match.placing_seconds)
        words = [
            piece
            for word in what.lower().replace(",", " ").split()
            for piece in pieces_in(word, self.letters)
        ]
        if not words or "striker" in words:
            raise NotationError(self.t("placed-form"))
        for colour in Colour:
            if words.count(colour.value) > self.match.to_place.of(colour):
                raise NotNow(self.t(f"none-to-place.{colour}", n=self.match.to_place.of(colour)))
        for word in words:
            self.file.enter(CoinPlaced(Coin(word), seconds=seconds), now())
        self.show_standing()

    def ask(self, rest: str) -> None:
        name, text = names.first_named(rest, self.match)
        self.enter(UmpireAsked(self.side(name or rest), text if name else ""))

    def remark(self, rest: str) -> None:
        if not rest:
            raise NotationError(self.t("remark-form"))
        self.enter(Remarked(rest))

    def undo(self) -> None:
        record = self.file.record
        last = last_play(record.states, record.entries)
        if last is None:
            raise NotNow(self.t("nothing-to-undo"))
        event = record.entries[last - 1].event
        self.file.enter(TakenBack(last - 1), now())
        what = kebab(type(event).__name__).replace("-", " ")
        if isinstance(event, Struck | Happened):
            what = str(event.report if isinstance(event, Struck) else event.incident)
        say(self.t("taken-back", entry=str(last), what=what))
        self.show_standing()

    def overrule(self, rest: str) -> None:
        """overrule STROKE or INCIDENT (the facts were wrong), or overrule = STANDING (by hand)."""
        call = self.file.state.last_call
        if call is None:
            raise NotNow(self.t("nothing-to-overrule"))
        what, _, reason = rest.partition(" because ")
        if not what.strip():
            raise NotationError(self.t("overrule-form"))
        before = self.file.record.states[call - 2]
        if what.startswith("="):
            # A line that says no points means those of the game, which a board does not change.
            board, typed = before.match.standing, Standing.parse(what[1:].strip())
            corrected = replace(typed, points=board.points if board else typed.points)
            by_hand = set_by_hand(before.match.book, corrected)
            return self.enter(Overruled(call, by_hand, None, reason.strip()))
        if what.partition(" ")[0].lower() in INCIDENTS:
            report: StrokeReport | Incident = self.incident(what, before.match)
        else:
            report = StrokeReport.parse(what, self.letters)
        return self.enter(Overruled(call, rule_on(before, report).ruling, report, reason.strip()))

    def protest(self, rest: str) -> None:
        """protest NAME, then protest written PARAGRAPH: FACTS, then protest upheld|refused [REASON]."""
        word, _, more = rest.partition(" ")
        if word == "written":
            law, _, facts = more.partition(":")
            if not facts.strip():
                raise NotationError(self.t("protest-form"))
            self.enter(ProtestWritten(facts.strip(), str(cite(self.citation(law.strip())))))
            return say(self.t("protest-written"))
        if word in ("upheld", "refused"):
            self.enter(ProtestDecided(word == "upheld", more))
            return say(self.t(f"protest-{word}"))
        call = self.file.state.last_call
        if call is None:
            raise NotNow(self.t("nothing-to-protest"))
        return self.enter(ProtestSpoken(self.side(rest), call))

    def law(self, rest: str) -> None:
        """law 3.11 a: the paragraph in our words; law queen cover: the first that speak of it."""
        if not rest:
            raise NotationError(self.t("law-form"))
        text = self.citation(rest)
        named = text.partition(" ")[2] in PARAGRAPHS[text.partition(" ")[0]] or rest[0].isdigit()
        found = [] if named else search(rest.split(), self.lang, (self.match.book.id,))[:3]
        found = found or [paragraph(cite(text))]
        for each in found:
            say(f"{each.citation}: {each.text(self.lang)}")

    def citation(self, text: str) -> str:
        """A full citation from what was typed: the rulebook may be left out."""
        name, _, rest = text.partition(" ")
        if name in (*BOOKS, *ALIASES):
            return f"{ALIASES.get(name, name)} {rest}"
        own = self.match.book.id if text in PARAGRAPHS[self.match.book.id] else self.match.book.foul_book
        return f"{own} {text}"

    def help(self, rest: str) -> None:
        if rest in INCIDENTS:
            laws = dict.fromkeys(law for clause in self.match.book.incidents[rest] for law in clause.laws)
            return say(f"{rest}: {t(f'incident.{rest}', self.lang)} ({', '.join(laws)})")
        say(self.t("help"))
        return say("  " + ", ".join(INCIDENTS))

    def close(self) -> None:
        self.closed = True
        say(self.t("kept", file=str(self.file.path)))

    def show_ruling(self, ruling: Ruling) -> None:
        say(f"  {ruling.explain(self.lang)}")
        say(f"  ({cited(ruling.laws, ruling.readings, self.lang)})")
        match, state = self.match, self.file.state
        for colour in (WHITE, BLACK):
            coins = ruling.put_back.of(colour)
            if coins and match.standing is not None:
                say("  " + self.t(f"places.{colour}", player=match.placer(colour), n=coins))
        for side in Side:
            if state.distractions(side) > match.book.match.distractions_allowed:
                say("  " + self.t("distracted", side=match.side_name(side)))

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
        if match.stage == OVER:
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
        say("  " + self._board(match.standing))
        if state.protest is not None:
            say(self.t("protest-open", side=match.side_name(state.protest.side)))
        if state.request is not None:
            return say(self.t("request-open", side=match.side_name(state.request)))
        if match.stage == TO_PLAY:
            return say(self.t("next.to-play", player=match.on_strike))
        for held in (WHITE, BLACK):
            if match.holder(held):
                say(self.t(f"holds.{held}", player=str(match.holder(held)), n=match.standing.held.of(held)))
        colour = match.colour_of(match.side_of(match.on_strike))
        return say(self.t(f"next.in-play.{colour}", player=match.on_strike))

    def _board(self, standing: Standing) -> str:
        """The board in a line; the points stand in the score already."""
        if self.lang == "en":
            return str(replace(standing, points=NONE))
        return board_line(board_json(standing), self.lang)
