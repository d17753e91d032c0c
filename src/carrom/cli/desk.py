"""The umpire's desk: reads what is typed, enters it in the record, and says what follows."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from carrom.cases import queen_name
from carrom.cli.show import say
from carrom.errors import NotationError, NotNow
from carrom.i18n import t
from carrom.laws import BOOKS, cite
from carrom.laws.index import PARAGRAPHS
from carrom.laws.texts import paragraph
from carrom.record import RecordFile, rule_on, sheet
from carrom.record.codec import kebab
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
from carrom.record.fold import DISTRACTIONS_TO_DISQUALIFY, last_play
from carrom.record.sheet import result, side_name
from carrom.rules import match as matches
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, TO_SEAT, TO_TOSS, Match
from carrom.rules.ruling import Finding, Ruling, StandsAs
from carrom.rules.standing import Standing
from carrom.stroke import INCIDENTS, AtRest, Incident, StrokeReport
from carrom.stroke.incident import NOBODY
from carrom.stroke.report import PIECES, SHORT
from carrom.words import BLACK, WHITE, Coin, Colour, Seat, Side

# What only the side on strike can do, so that the umpire need not say who.
IN_TURN = frozenset({"foul", "late-stroke", "early-break", "abandon", "played-theirs", "queen-unnoticed"})
STROKE_WORDS = frozenset(
    {*SHORT, *PIECES, "missed", "nothing", "improper", "off", *(str(fact) for fact in AtRest)}
)


def now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Desk:
    """One match being umpired. Nothing is said before it is on disk."""

    def __init__(self, file: RecordFile, lang: str) -> None:
        self.file = file
        self.lang = lang
        self.closed = False
        self.words: dict[str, Callable[[str], None]] = {
            "toss": self.toss,
            "seat": self.seat,
            "trial": lambda rest: self.enter(TrialPlayed(self.side(rest))),
            "came-late": lambda rest: self.enter(CameLate(self.side(rest))),
            "play": lambda _: self.enter(PlayCalled()),
            "placed": self.placed,
            "seats": self.change_seats,
            "new-striker": lambda rest: self.enter(StrikerChanged(self.player(rest))),
            "ask": self.ask,
            "remark": self.remark,
            "undo": lambda _: self.undo(),
            "overrule": self.overrule,
            "protest": self.protest,
            "score": lambda _: self.show_standing(),
            "sheet": lambda _: say(sheet(self.file.state, self.lang)),
            "law": self.law,
            "help": lambda _: self.help(),
            "quit": lambda _: self.close(),
        }

    @property
    def match(self) -> Match:
        return self.file.state.match

    def t(self, key: str, **arguments: str | int) -> str:
        return t(f"umpire.{key}", self.lang, **arguments)

    def hear(self, line: str) -> None:
        """One line: a stroke, an incident, or a word of the desk."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word in self.words:
            self.words[word](rest.strip())
        elif word in INCIDENTS:
            self.enter(rule_on(self.file.state, self.incident(line, self.match)))
        elif word in STROKE_WORDS:
            self.strike(line)
        else:
            near = difflib.get_close_matches(word, [*self.words, *INCIDENTS, *STROKE_WORDS], n=1)
            raise NotationError(self.t("unknown", word=word, near=near[0] if near else "help"))

    def enter(self, event: Event) -> None:
        self.file.enter(event, now())
        if isinstance(event, Struck | Happened | Overruled):
            self.show_ruling(event.ruling)
        self.show_standing()

    def timed(self, text: str, limit: int) -> tuple[str, float | None]:
        """What was typed without its time: @12 at the end says that it took twelve seconds."""
        what, at, seconds = text.partition("@")
        if not at:
            return text, None
        try:
            took = float(seconds)
        except ValueError:
            where = len(what) + 2
            raise NotationError(f"column {where}: {seconds!r} is no number of seconds; say @12") from None
        if not 0 <= took < 86_400:
            raise NotationError(f"column {len(what) + 2}: {seconds} seconds cannot be; say @12")
        if took > limit:
            say(self.t("too-late", seconds=f"{took:g}", limit=str(limit)))
        return what.strip(), took

    def strike(self, text: str) -> None:
        what, seconds = self.timed(text, self.match.book.match.stroke_seconds)
        judged = rule_on(self.file.state, StrokeReport.parse(what))
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
        named, more = self._named(rest)
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

    def _named(self, text: str) -> tuple[str | None, str]:
        """The player a text begins with, by the whole name or one word of it, and what follows."""
        everybody = (*self.match.first, *self.match.second)
        for name in sorted(everybody, key=len, reverse=True):
            if text.lower() == name.lower() or text.lower().startswith(f"{name.lower()} "):
                return name, text[len(name) :].strip()
        word, _, more = text.partition(" ")
        found = [name for name in everybody if word.lower() in name.lower().split()]
        return (found[0], more.strip()) if len(found) == 1 else (None, text)

    def side(self, text: str) -> Side:
        """A side by number, by a player's name, or by its colour on this board."""
        word = text.strip().lower()
        if word in ("first", "second"):
            return Side(word)
        if word in ("white", "black") and self.match.standing is not None:
            return self.match.side_with(Colour(word))
        return self.match.side_of(self.player(text))

    def player(self, text: str) -> str:
        """A player by name, by one word of it, or by how it begins."""
        everybody = (*self.match.first, *self.match.second)
        name, more = self._named(text.strip())
        if name is not None and not more:
            return name
        found = [each for each in everybody if text.strip() and each.lower().startswith(text.strip().lower())]
        if len(found) != 1:
            raise NotationError(self.t("which-player", players=", ".join(everybody)))
        return found[0]

    def toss(self, rest: str) -> None:
        """toss NAME break|seats, and before a ninth board: toss NAME (who breaks)."""
        if self.match.stage == matches.TO_TOSS_AGAIN:
            return self.enter(TossedAgain(self.player(rest)))
        name, _, choice = rest.rpartition(" ")
        if choice not in ("break", "seats") or not name:
            raise NotationError(self.t("toss-form"))
        return self.enter(Tossed(self.side(name), choice))

    def seat(self, rest: str) -> None:
        """seat [NAME NAME …] from the south chair to the right, then breaker NAME in doubles."""
        names, _, breaker = rest.partition("breaker ")
        order = self._players(names) or self._usual_order()
        chairs = (
            (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST) if self.match.doubles else (Seat.SOUTH, Seat.NORTH)
        )
        if len(order) != len(chairs):
            raise NotationError(self.t("seat-form"))
        seats = tuple(zip(chairs, order, strict=True))
        self.enter(Seated(seats, self.player(breaker) if breaker.strip() else None))

    def _players(self, text: str) -> list[str]:
        """Players one after the other; commas may part them."""
        order, rest = [], text.replace(",", " ").strip()
        while rest:
            name, more = self._named(rest)
            if name is None:
                word, _, more = rest.partition(" ")
                name = self.player(word)
            order.append(name)
            rest = more.strip()
        return order

    def _usual_order(self) -> list[str]:
        return [name for pair in zip(self.match.first, self.match.second, strict=True) for name in pair]

    def placed(self, rest: str) -> None:
        what, seconds = self.timed(rest, self.match.book.match.placing_seconds)
        words = [SHORT.get(word, word) for word in what.lower().split()]
        if not words or not set(words) <= {"white", "black", "queen"}:
            raise NotationError(self.t("placed-form"))
        for word in words:
            self.file.enter(CoinPlaced(Coin(word), seconds=seconds), now())
        self.show_standing()

    def ask(self, rest: str) -> None:
        self.enter(UmpireAsked(self.side(rest)))

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
        if rest.startswith("="):
            # A line that says no points means those of the game, which a board does not change.
            board = self.file.record.states[call - 2].match.standing
            typed = Standing.parse(rest[1:].strip())
            corrected = StandsAs(replace(typed, points=board.points if board else typed.points))
            by_hand = Ruling((Finding((cite("international-a 4.1"),), "by-hand", (corrected,)),))
            return self.enter(Overruled(call, by_hand))
        word = rest.partition(" ")[0].lower()
        before = self.file.record.states[call - 2]
        report = self.incident(rest, before.match) if word in INCIDENTS else StrokeReport.parse(rest)
        judged = rule_on(before, report)
        return self.enter(Overruled(call, judged.ruling, report))

    def protest(self, rest: str) -> None:
        """protest NAME, then protest written PARAGRAPH: FACTS, then protest upheld|refused [REASON]."""
        word, _, more = rest.partition(" ")
        if word == "written":
            law, _, facts = more.partition(":")
            if not facts.strip():
                raise NotationError(self.t("protest-form"))
            return self.enter(ProtestWritten(facts.strip(), str(cite(self.citation(law.strip())))))
        if word in ("upheld", "refused"):
            return self.enter(ProtestDecided(word == "upheld", more))
        call = self.file.state.last_call
        if call is None:
            raise NotNow(self.t("nothing-to-protest"))
        return self.enter(ProtestSpoken(self.side(rest), call))

    def law(self, rest: str) -> None:
        """law 3.11 a: the paragraph in our words, of this rulebook or of the one it falls back on."""
        found = paragraph(cite(self.citation(rest)))
        say(f"{found.citation}: {found.text(self.lang)}")

    def citation(self, text: str) -> str:
        """A full citation from what was typed: the rulebook may be left out."""
        if text.partition(" ")[0] in BOOKS:
            return text
        own = self.match.book.id if text in PARAGRAPHS[self.match.book.id] else self.match.book.foul_book
        return f"{own} {text}"

    def help(self) -> None:
        say(self.t("help"))
        say("  " + ", ".join(INCIDENTS))

    def close(self) -> None:
        self.closed = True
        say(self.t("kept", file=str(self.file.path)))

    def show_ruling(self, ruling: Ruling) -> None:
        say(f"  {ruling.explain(self.lang)}")
        say(f"  ({', '.join(ruling.laws)})")
        match = self.match
        for colour in (WHITE, BLACK):
            coins = match.to_place.of(colour)
            if coins and match.standing is not None:
                say("  " + self.t(f"places.{colour}", player=match.placer(colour), n=coins))
        state = self.file.state
        for side in Side:
            if state.distractions(side) > DISTRACTIONS_TO_DISQUALIFY:
                say("  " + self.t("distracted", side=side_name(match, side)))

    def show_standing(self) -> None:
        """Where the match is, and what the umpire can do next."""
        match, state = self.match, self.file.state
        if match.stage == OVER:
            return say(result(state, self.lang))
        if match.stage in (TO_TOSS, TO_SEAT, matches.TO_TOSS_AGAIN):
            return say(self.t(f"next.{match.stage}"))
        assert match.standing is not None
        if match.change_seats and match.stage == TO_PLAY:
            say(self.t("change-seats"))
        game, board = len(match.games) + 1, len(match.boards) + 1
        score = f"{match.points(Side.FIRST)} – {match.points(Side.SECOND)}"
        say(self.t("where", game=str(game), board=str(board), score=score, standing=self._board()))
        if state.protest is not None:
            say(self.t("protest-open", side=side_name(match, state.protest.side)))
        if state.request is not None:
            return say(self.t("request-open", side=side_name(match, state.request)))
        if match.stage == TO_PLAY:
            return say(self.t("next.to-play", player=match.on_strike))
        colour = match.colour_of(match.side_of(match.on_strike))
        for held in (WHITE, BLACK):
            if match.holder(held):
                say(self.t(f"holds.{held}", player=str(match.holder(held)), n=match.standing.held.of(held)))
        return say(self.t(f"next.in-play.{colour}", player=match.on_strike) if match.stage == IN_PLAY else "")

    def _board(self) -> str:
        standing = self.match.standing
        assert standing is not None
        if self.lang == "en":
            return str(standing)
        owed = [
            t(f"board.owes.{each}", self.lang, n=standing.due.of(each))
            for each in Colour
            if standing.due.of(each)
        ]
        parts = [
            t("board.coins", self.lang, white=str(standing.coins.white), black=str(standing.coins.black)),
            t(f"board.queen.{queen_name(standing.queen)}", self.lang),
            *owed,
        ]
        return ", ".join(parts)
