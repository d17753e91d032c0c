"""Judges incidents: everything that is reported except strokes."""

from __future__ import annotations

from carrom.errors import ImpossibleCase, UnknownLaw
from carrom.laws import ALIASES, BOOKS, Citation, cite
from carrom.laws.cite import PARAGRAPHS
from carrom.rules.clauses import Clause, End, Order, resolve
from carrom.rules.facts import IncidentFacts
from carrom.rules.rulebook import Rulebook
from carrom.rules.ruling import (
    BoardEnds,
    BoardVoid,
    Consequence,
    Finding,
    Held,
    Owes,
    PutBack,
    QueenBack,
    QueenCovered,
    Ruling,
    SetUpAgain,
    Swapped,
    TurnPasses,
)
from carrom.rules.score import Counted, count
from carrom.rules.standing import CoveredBy, Standing
from carrom.stroke import Incident
from carrom.words import Colour

# If no clause applies, the field at fault is the kind for these incidents, and the side for all others.
_WRONG_KIND = ("foul", "no-room", "queen-unnoticed")

# Laws with a consequence of their own: a foul that names one is judged as that kind.
OWN_KIND = {
    "3.11 l": "bad-placing",
    "3.11 m": "touched-while-placing",
    "3.11 n": "touched-coins",
    "4 l": "partners-talked",
    "4 o": "striker-left",
}
DISTURBING = "4 k"
# Laws that end more than a turn: they must be reported under their own kind.
OWN_SANCTION = {"3.5 f": "early-break", "4 g": "ignored-request", "4 p": "three-passes", "4 q": "abandon"}


def judge_incident(standing: Standing, incident: Incident, book: Rulebook) -> Ruling:
    """The ruling on an incident. Raises `ImpossibleCase` if it cannot have happened as reported."""
    _refuse_impossible(standing, incident)
    facts = IncidentFacts(standing, incident)
    broken = _law_broken(incident, book)
    kind = _kind(incident, facts, broken, book)
    for clause in book.incidents[kind]:
        if clause.when.holds(facts):
            laws = tuple(dict.fromkeys((*broken, *clause.laws)))
            if isinstance(clause, End):
                return Ruling((_board_lost(clause, laws, facts, book),))
            follows = _follows(clause, facts, book)
            readings = (*_of_clause(clause), *_readings(facts, broken, follows, kind != incident.kind, book))
            return Ruling((Finding(laws, clause.why, follows, readings),))
    field = "incident.kind" if incident.kind in _WRONG_KIND else "incident.by"
    raise ImpossibleCase(field, f"refused.kind.{incident.kind}")


def _of_clause(clause: Clause[IncidentFacts] | End[IncidentFacts]) -> tuple[int, ...]:
    return (clause.reading,) if clause.reading else ()


def _readings(
    facts: IncidentFacts,
    broken: tuple[Citation, ...],
    follows: tuple[Consequence, ...],
    as_own_kind: bool,
    book: Rulebook,
) -> tuple[int, ...]:
    """The readings that the law named in the report, the tries or the dues of the board call for."""
    standing = facts.standing
    disturbed = bool(broken) and broken[0] == resolve(DISTURBING, book.foul_book, book.letters)
    tries_stay = not facts.broken and any(isinstance(each, TurnPasses) for each in follows)
    set_up_again = any(isinstance(each, SetUpAgain) for each in follows)
    unpaid = any(standing.due.of(colour) and standing.in_nets(colour) for colour in Colour)
    named = (
        (5, disturbed and not facts.in_turn),
        (27, tries_stay and not set_up_again),
        (30, as_own_kind),
        (34, unpaid),
    )
    return tuple(number for number, applies in named if applies)


def _kind(incident: Incident, facts: IncidentFacts, broken: tuple[Citation, ...], book: Rulebook) -> str:
    """The kind to judge: a foul may name a law that has its own consequence."""
    if not broken or (incident.kind == "foul" and not facts.in_turn):
        return incident.kind
    law = broken[0]
    for sanction, kind in OWN_SANCTION.items():
        if law == resolve(sanction, book.foul_book, book.letters):
            raise ImpossibleCase("incident.kind", "refused.incident.own-sanction", law=law, kind=kind)
    if law.book == book.foul_book and law.paragraph.startswith("4.2 "):
        raise ImpossibleCase("incident.kind", "refused.incident.is-ground", law=law)
    for own, kind in OWN_KIND.items():
        if law == resolve(own, book.foul_book, book.letters):
            return kind
    return incident.kind


def _refuse_impossible(standing: Standing, incident: Incident) -> None:
    if incident.kind == "wrong-colour-placed":
        placer = incident.side
        if not standing.in_nets(placer):
            raise ImpossibleCase("incident.by", "refused.incident.nets-empty", side=placer.side)
        if standing.coins.of(placer.other) < 2 and not incident.noticed:
            raise ImpossibleCase("incident.noticed", "refused.incident.only-coin", coin=placer.other.coin)
    if incident.kind == "no-room" and not standing.coins.of(incident.side.other):
        side, coin = incident.side.side, incident.side.other.coin
        raise ImpossibleCase("incident.by", "refused.incident.none-to-hold", side=side, coin=coin)
    if incident.kind == "room" and not standing.held.of(incident.side.other):
        side, coin = incident.side.side, incident.side.other.coin
        raise ImpossibleCase("incident.by", "refused.incident.none-held", side=side, coin=coin)


def _law_broken(incident: Incident, book: Rulebook) -> tuple[Citation, ...]:
    """The law that a foul names: of the rulebook itself, or of the book from which it takes its fouls."""
    if incident.paragraph is None:
        return ()
    own = incident.paragraph.removeprefix(f"{book.id} ")
    try:
        if own in PARAGRAPHS[book.id] or own.partition(" ")[0] in (*BOOKS, *ALIASES):
            return (resolve(own, book.id, {}),)
        return (cite(f"{book.foul_book} {own}"),)
    except UnknownLaw as unknown:
        raise ImpossibleCase("incident.paragraph", unknown.key, **unknown.arguments) from None


def _follows(clause: Clause[IncidentFacts], facts: IncidentFacts, book: Rulebook) -> tuple[Consequence, ...]:
    follows: list[Consequence] = []
    for order in clause.then:
        match order:
            case Order.QUEEN_BACK:
                if facts.queen_waiting:
                    follows.append(QueenBack())
            case Order.TURN_PASSES:
                follows.append(TurnPasses(facts.standing.on_strike.other))
            case Order.SET_UP_AGAIN:
                follows.append(SetUpAgain())
            case Order.BOARD_VOID:
                follows.append(BoardVoid())
            case _:
                assert facts.by is not None, order
                follows.append(_against(facts.by, order, facts.standing, book))
    return tuple(follows)


def _against(by: Colour, order: Order, standing: Standing, book: Rulebook) -> Consequence:
    """The consequence of an order for the side named in the report."""
    match order:
        case Order.PENALTY:
            return PutBack(by, 1) if standing.in_nets(by) else Owes(by, 1)
        case Order.DUE:
            return Owes(by, 1)
        case Order.QUEEN_COVERED:
            return QueenCovered(by)
        case Order.COINS_EXCHANGED:
            return Swapped(by)
        case Order.HOLD:
            return Held(by.other, 1)
        case Order.LET_DOWN:
            return Held(by.other, -1)
        case Order.GAME_GIVEN_UP:
            missing = book.match.game_points - standing.points.of(by.other)
            return BoardEnds(by.other, missing, "game")
        case Order.MATCH_LOST:
            return BoardEnds(by.other, 0, "match")
        case _:
            raise AssertionError(f"{order} is not an order for an incident")


def _board_lost(
    end: End[IncidentFacts], laws: tuple[Citation, ...], facts: IncidentFacts, book: Rulebook
) -> Finding:
    """The offender loses the board: its coins on the board count for the other side."""
    assert facts.by is not None, end.law
    winner = facts.by.other
    left = facts.standing.coins.of(facts.by)
    queen = facts.standing.queen
    board = Counted(
        winner,
        has=facts.standing.points.of(winner),
        coins=left,
        coins_put_back=left,
        penalty_coin=False,
        coverer=queen.colour if isinstance(queen, CoveredBy) else None,
    )
    score = count(end.points, board, book)
    ends = BoardEnds(winner, score.points, queen=score.queen)
    return Finding((*laws, *score.limits), end.why, (ends,), _of_clause(end))
