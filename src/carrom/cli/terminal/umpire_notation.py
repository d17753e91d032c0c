"""What an umpire types in the terminal, read as requests of `carrom.umpiring`."""

import difflib
import re
from collections.abc import Callable, Iterable
from functools import partial
from math import nan

from carrom.cli.terminal.umpire_words import meanings, means, named_by, typed_words, usual_word
from carrom.errors import NotationError, NotNow
from carrom.i18n import Message
from carrom.laws.texts import compare
from carrom.record import Keeper
from carrom.record.entries import Overruled
from carrom.record.fold import GIVING_UP, last_play
from carrom.rules.match import TO_TOSS_AGAIN, Match
from carrom.rules.rulebook import Rulebook
from carrom.rules.standing import Standing
from carrom.rules.standing_words import board_fields
from carrom.stroke import INCIDENTS, StrokeReport
from carrom.stroke.incident import NOBODY, WITH_PIECES
from carrom.stroke.report import PIECES, STROKE_WORDS, pieces_in
from carrom.umpiring import Request, read_request
from carrom.umpiring.overrule import overrulable_call
from carrom.words import Colour, chairs, seated_around

# Incidents of the side on strike: the umpire need not say who.
IN_TURN = frozenset({"foul", "late-stroke", "early-break", "abandon", "played-theirs", "queen-unnoticed"})
SIDE_TOLD = IN_TURN | {"technical-foul", "no-room", "room"}

# Words that only stand inside a command.
ARGUMENTS = (
    *("break", "breaker", "because", "finals", "to", "written", "upheld", "refused", "unnoticed", "first"),
    "second",
)

Fields = dict[str, object]
"""A request as the phone sends it."""


def piece_letters() -> dict[str, str]:
    """The letters and words for the pieces; the usual letter comes first."""
    return meanings(PIECES, "piece") | meanings(PIECES)


def laws_on(subject: str, book: Rulebook) -> list[str]:
    """The paragraphs of a rulebook on a subject."""
    return [str(law.citation) for law in compare(subject).get(book.id, ())]


class Notation:
    """Reads lines about the match of a record: players, sides and entries are looked up in it.

    `groups` are all words that can be typed; `other_words` are commands that somebody else carries out.
    """

    def __init__(self, record: Keeper, other_words: Iterable[str] = ()) -> None:
        self.record = record
        self.letters = piece_letters()
        self.words: dict[str, Callable[[str], Fields]] = {
            "toss": self._toss,
            "seat": self._seat,
            "trial": lambda rest: {"do": "trial", "side": self._side(rest)},
            "no-trial": lambda rest: {"do": "trial", "side": self._side(rest), "played": False},
            "came-late": lambda rest: {"do": "late", "side": self._side(rest)},
            "play": self._play,
            "placed": self._placed,
            "demand": self._demand,
            "seats": self._seats,
            "new-striker": lambda rest: {"do": "change-striker", "player": find_player(rest, self.match)},
            "ask": self._ask,
            "remark": self._remark,
            "undo": self._undo,
            "overrule": self._overrule,
            "correct": self._correct,
            "strike-out": self._strike_out,
            "points": self._points,
            "give-up": self._give_up,
            **{why: partial(self._given_up, why) for why in GIVING_UP},
            "protest": self._protest,
        }
        self.groups: dict[str, tuple[str, ...]] = {
            "stroke": (*PIECES, *STROKE_WORDS),
            "command": (*self.words, *other_words),
            "argument": ARGUMENTS,
            "incident": INCIDENTS,
        }
        begins_line = (name for group in ("stroke", "incident", "command") for name in self.groups[group])
        self.first_words = meanings(begins_line)

    @property
    def match(self) -> Match:
        return self.record.states[-1].match

    def meaning(self, line: str) -> str:
        """The English name of the word that a line begins with; refuses a line that begins with no word."""
        first = line.lower().partition(" ")[0]
        if first in self.first_words:
            return self.first_words[first]
        # In a stroke commas may part the words, and the seconds may follow at once.
        of_stroke = first.partition(",")[0].partition("@")[0]
        name = self.first_words.get(of_stroke)
        if name in STROKE_WORDS:
            return name
        pieces = pieces_in(of_stroke, self.letters)
        if not pieces:
            raise self.unknown(first)
        return pieces[0]

    def unknown(self, typed: str, known: Iterable[str] = ()) -> NotationError:
        near = difflib.get_close_matches(typed, [*self.first_words, *known], n=1)
        shown = "".join(letter for letter in typed if letter.isprintable())
        return NotationError("umpire.unknown", word=shown, near=near[0] if near else usual_word("help"))

    def names_of(self, typed: str) -> list[str]:
        """The English names of all that a word can mean, anywhere in a line."""
        if typed in self.letters:
            return [self.letters[typed]]
        found = named_by(typed, (name for names in self.groups.values() for name in names))
        if not found:
            raise self.unknown(typed, (word for name in ARGUMENTS for word in typed_words(name)))
        return found

    def request(self, line: str) -> Request:
        """Read a line as a request."""
        name = self.meaning(line)
        if name in self.words:
            return read_request(self.words[name](line.partition(" ")[2].strip()))
        if name in INCIDENTS:
            return read_request({"do": "incident", **self._incident(line, self.match)})
        return read_request({"do": "stroke", **self._stroke(line)})

    def _stroke(self, text: str) -> Fields:
        what, seconds = _timed(text)
        report = StrokeReport.parse(what, self.letters, meanings(STROKE_WORDS))
        return {
            "pocketed": report.pocketed_names,
            "off": report.off_board_names,
            "touched": report.touched,
            "improper": report.improper,
            "at_rest": [str(fact) for fact in report.at_rest],
            "seconds": seconds,
        }

    def _incident(self, text: str, match: Match) -> Fields:
        """KIND, the side if it cannot be told, then a foul's paragraph or a disqualification's ground."""
        kind, rest = self.meaning(text), text.partition(" ")[2].strip()
        player, more = first_named(rest, match)
        if player is not None and kind not in NOBODY:
            fields: Fields = {"kind": kind, "player": player}
            rest = more
        else:
            by, rest = self._by(kind, rest, match)
            fields = {"kind": kind, "by": None if by is None else by.value}
            if kind == "foul" and match.standing is not None and by is match.standing.on_strike:
                fields["player"] = match.on_strike
        if kind in WITH_PIECES:
            return fields | {"pocketed": self._stroke(rest)["pocketed"]}
        if means(rest, "unnoticed"):
            return fields | {"noticed": False}
        return fields | ({"ground" if kind == "disqualified" else "paragraph": rest} if rest else {})

    def _by(self, kind: str, rest: str, match: Match) -> tuple[Colour | None, str]:
        """The colour of the side of an incident: as typed, or as the board shows."""
        if kind in NOBODY or match.standing is None:
            return None, rest
        first, _, others = rest.partition(" ")
        colours = meanings(("white", "black"))
        if first.lower() in colours:
            return Colour(colours[first.lower()]), others.strip()
        if kind in IN_TURN:
            return match.standing.on_strike, rest
        if kind == "technical-foul":
            return match.standing.on_strike.other, rest
        waiting = {"no-room": match.to_place, "room": match.standing.held}.get(kind)
        placed = [colour for colour in Colour if waiting is not None and waiting.of(colour)]
        if len(placed) == 1:
            # The coins of one side are placed, and so held, by the other.
            return placed[0].other, rest
        raise NotationError("umpire.who", kind=usual_word(kind))

    def _facts(self, text: str, before: Match) -> Fields:
        """The fields of a stroke or an incident that replaces an earlier entry."""
        if self.meaning(text) in INCIDENTS:
            return {"incident": self._incident(text, before)}
        return {"stroke": self._stroke(text)}

    def _side(self, text: str) -> str:
        """A side by number, by its colour on this board, or by a player's name."""
        match, typed = self.match, text.strip().lower()
        word = meanings(("first", "second", "white", "black")).get(typed)
        if word in ("first", "second"):
            return word
        if word is not None and match.standing is not None:
            return match.side_with(Colour(word)).value
        return match.side_of(find_player(text, match)).value

    def _toss(self, rest: str) -> Fields:
        """toss NAME break|seats, and before a ninth board: toss NAME, or toss NAME break (who breaks)."""
        name, choice = _split_last(rest, ("break", "seats"))
        if self.match.stage == TO_TOSS_AGAIN:
            if choice == "seats":
                raise NotNow("umpire.only-break", law=", ".join(laws_on("game-end", self.match.book)))
            return {"do": "toss-again", "breaker": find_player(name, self.match)}
        if choice is None:
            raise _wrong_form("toss")
        return {"do": "toss", "winner": self._side(name), "choice": choice}

    def _seat(self, rest: str) -> Fields:
        """seat [NAME NAME …] from the south chair to the right, then breaker NAME in doubles."""
        typed, breaker = _split_at(rest, "breaker")
        match, order = self.match, find_players(typed, self.match)
        seats = seated_around(match.first, match.second)
        if order and len(order) != len(seats):
            raise _wrong_form("seat")
        if match.doubles and not breaker and match.breaks_first is not None:
            first, second = match.names(match.breaks_first)
            seat = f"{usual_word('seat')} {typed}".strip()
            raise NotationError("umpire.breaker-form", first=first, second=second, seat=seat)
        placed = zip(chairs(match.doubles), order or seats.values(), strict=True)
        named = find_player(breaker, match) if breaker else None
        return {"do": "seat", "seats": [[chair.value, name] for chair, name in placed], "breaker": named}

    def _play(self, rest: str) -> Fields:
        refuse_surplus(rest)
        return {"do": "play"}

    def _placed(self, rest: str) -> Fields:
        what, seconds = _timed(rest)
        typed = what.lower().replace(",", " ").split()
        coins = [piece for word in typed for piece in pieces_in(word, self.letters)]
        if not coins or "striker" in coins:
            raise _wrong_form("placed")
        return {"do": "placed", "coins": coins, "seconds": seconds}

    def _seats(self, rest: str) -> Fields:
        surplus, seconds = _timed(rest)
        refuse_surplus(surplus)
        return {"do": "change-seats", "seconds": seconds}

    def _ask(self, rest: str) -> Fields:
        name, text = first_named(rest, self.match)
        return {"do": "ask", "side": self._side(name or rest), "text": text if name else ""}

    def _remark(self, rest: str) -> Fields:
        (text,) = _parts("(.+)", rest, "remark")
        return {"do": "remark", "text": text}

    def _undo(self, rest: str) -> Fields:
        """undo: the last entry that changed the match; undo to ENTRY: all after that entry."""
        what, reason = _split_at(rest, "because")
        word, _, number = what.partition(" ")
        if means(word, "to"):
            (entry,) = _parts(r"(\d+)", number, "undo")
            return {"do": "undo", "to": int(entry), "reason": reason}
        refuse_surplus(what)
        last = last_play(self.record.states, self.record.entries)
        if last is None:
            raise NotNow("umpire.nothing-to-undo")
        return {"do": "undo", "to": last - 1, "reason": reason}

    def _overrule(self, rest: str) -> Fields:
        """overrule STROKE or INCIDENT (the facts were wrong), or overrule = STANDING (by hand)."""
        call = overrulable_call(self.record)
        if call is None:
            return {"do": "overrule", "reason": ""}  # refused, and said why
        what, reason = _split_at(rest, "because")
        _parts("(.+)", rest, "overrule")
        _check_reason("overrule", what, reason)
        if what.startswith("="):
            facts: Fields = {"by_hand": {"board": board_fields(Standing.parse(what[1:].strip()))}}
        else:
            facts = self._facts(what, self.record.states[call - 2].match)
        return {"do": "overrule", "reason": reason, **facts}

    def _correct(self, rest: str) -> Fields:
        """correct ENTRY STROKE|INCIDENT because WHY: what really happened there."""
        what, reason = _split_at(rest, "because")
        entry, facts = _parts(r"(\d+) (.+)", what, "correct")
        _check_reason("correct", what, reason)
        was = self._facts(facts, self._before(int(entry)))
        return {"do": "correct", "entry": int(entry), "reason": reason, **was}

    def _strike_out(self, rest: str) -> Fields:
        """strike-out ENTRY because WHY: it did not happen at all."""
        what, reason = _split_at(rest, "because")
        (entry,) = _parts(r"(\d+)", what, "strike-out")
        _check_reason("strike-out", what, reason)
        return {"do": "correct", "entry": int(entry), "reason": reason}

    def _before(self, entry: int) -> Match:
        """The match before a stroke or incident; before the call, if the entry overruled one."""
        entries, states = self.record.entries, self.record.states
        if not 1 <= entry <= len(entries):
            return self.match
        event = entries[entry - 1].event
        return states[max((event.entry if isinstance(event, Overruled) else entry) - 2, 0)].match

    def _demand(self, rest: str) -> Fields:
        """demand POINTS: the extra points that the winner of the board demands."""
        (points,) = _parts(r"(\d)", rest, "demand")
        return {"do": "demand", "points": int(points)}

    def _points(self, rest: str) -> Fields:
        """points FIRST SECOND because WHY: of the running game, in the order of the score."""
        what, reason = _split_at(rest, "because")
        first, second = _parts(r"(\d+)\s+(\d+)", what, "points")
        _check_reason("points", what, reason)
        return {"do": "set-points", "first": int(first), "second": int(second), "reason": reason}

    def _give_up(self, rest: str) -> Fields:
        """give-up NAME resigned|left|retired|walkover."""
        name, why = _split_last(rest, GIVING_UP)
        if why is None:
            raise _wrong_form("give-up")
        return self._given_up(why, name)

    def _given_up(self, why: str, rest: str) -> Fields:
        """resigned NAME, left NAME, retired NAME or walkover NAME."""
        return {"do": "give-up", "side": self._side(rest), "why": why}

    def _protest(self, rest: str) -> Fields:
        """protest NAME, then protest written PARAGRAPH: FACTS, then protest upheld|refused [REASON].

        Of several protests one is named by its entry: protest 22 upheld.
        """
        first, _, others = rest.partition(" ")
        number, rest = (int(first), others.strip()) if first.isdecimal() else (None, rest)
        typed, _, more = rest.partition(" ")
        word = meanings(("written", "upheld", "refused")).get(typed.lower())
        if word == "written":
            law, facts = _parts(r"([^:]*):\s*(.+)", more, "protest")
            return {"do": "write-protest", "facts": facts, "paragraph": law.strip(), "protest": number}
        if word is not None:
            return {"do": "decide-protest", "upheld": word == "upheld", "reason": more, "protest": number}
        if number is not None:
            raise _wrong_form("protest")
        return {"do": "protest", "side": self._side(rest)}


def refuse_surplus(text: str) -> None:
    """Refuse an argument of a command that takes none."""
    if text:
        raise NotationError("umpire.surplus", text=text)


def _wrong_form(name: str) -> NotationError:
    """The refusal of a line that has another form than its command."""
    return NotationError("umpire.form", form=Message(f"umpire.form.{name}"))


def _parts(pattern: str, text: str, name: str) -> tuple[str, ...]:
    """The groups of a pattern in the text of a command. Refuses a text of another form."""
    found = re.fullmatch(pattern, text.strip())
    if found is None:
        raise _wrong_form(name)
    return found.groups()


def _split_at(text: str, name: str) -> tuple[str, str]:
    """The text before and after the first word with this meaning."""
    words = text.split()
    place = next((at for at, word in enumerate(words) if means(word, name)), len(words))
    return " ".join(words[:place]), " ".join(words[place + 1 :])


def _split_last(text: str, names: Iterable[str]) -> tuple[str, str | None]:
    """The text before its last word and what that means; the whole text if it is none of these words."""
    before, _, last = text.strip().rpartition(" ")
    name = meanings(names).get(last.lower())
    return (text, None) if name is None else (before, name)


def _check_reason(word: str, what: str, reason: str) -> None:
    if not reason:
        raise NotationError("umpire.because-form", line=f"{usual_word(word)} {what}".strip())


def _timed(text: str) -> tuple[str, float | None]:
    """What was typed, and the seconds it took: @12 at the end means twelve."""
    what, at, seconds = text.partition("@")
    if not at:
        return text, None
    try:
        took = float(seconds)
    except ValueError:
        took = nan
    if not 0 <= took < 86_400:
        raise NotationError("umpire.no-seconds", text=seconds)
    return what.strip(), took


def _everybody(match: Match) -> tuple[str, ...]:
    return (*match.first, *match.second)


def first_named(text: str, match: Match) -> tuple[str | None, str]:
    """The player a text begins with, by the whole name or one word of it, and what follows."""
    for name in sorted(_everybody(match), key=len, reverse=True):
        if text.lower() == name.lower() or text.lower().startswith(f"{name.lower()} "):
            return name, text[len(name) :].strip()
    word, _, more = text.partition(" ")
    found = [name for name in _everybody(match) if word.lower() in name.lower().split()]
    return (found[0], more.strip()) if len(found) == 1 else (None, text)


def find_player(text: str, match: Match) -> str:
    """A player by name, by one word of it, or by how it begins."""
    name, more = first_named(text.strip(), match)
    if name is not None and not more:
        return name
    typed = text.strip().lower()
    found = [each for each in _everybody(match) if typed and each.lower().startswith(typed)]
    if len(found) != 1:
        raise NotationError("umpire.which-player", players=", ".join(_everybody(match)))
    return found[0]


def find_players(text: str, match: Match) -> list[str]:
    """Several players, with or without commas between them."""
    order, rest = [], text.replace(",", " ").strip()
    while rest:
        name, more = first_named(rest, match)
        if name is None:
            word, _, more = rest.partition(" ")
            name = find_player(word, match)
        order.append(name)
        rest = more.strip()
    return order
