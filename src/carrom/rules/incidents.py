"""Judges incidents: everything that is reported except strokes."""

from __future__ import annotations

from dataclasses import replace

from carrom.errors import ImpossibleCase, UnknownLaw
from carrom.laws import ALIASES, BOOKS, Citation, cite
from carrom.laws.cite import PARAGRAPHS
from carrom.rules.clauses import Clause, End, Order, readings_of, resolve
from carrom.rules.facts import IncidentFacts
from carrom.rules.rulebook import Rulebook
from carrom.rules.ruling import (
    BoardEnds,
    BoardVoid,
    Consequence,
    Finding,
    Held,
    MatchLost,
    Owes,
    Passed,
    PutBack,
    QueenBack,
    QueenCovered,
    QueenWaits,
    Ruling,
    SetUpAgain,
    Swapped,
    TimeRanOut,
    TriesSpent,
    TurnPasses,
    TurnStays,
    Waived,
)
from carrom.rules.score import Counted, count
from carrom.rules.standing import CoveredBy, Standing
from carrom.rules.strokes import board_ends, judge_stroke, refuse_impossible
from carrom.stroke import Incident, StrokeReport
from carrom.stroke.incident import GROUNDS, NOBODY, WAIVING
from carrom.words import Colour

# If no clause applies, the field at fault is the kind for these incidents, and the side for all others.
_WRONG_KIND = ("foul", "no-room", "queen-unnoticed", "fell-later")

_FALLEN = {Order.AS_PROPER, Order.AS_IMPROPER, Order.FALLS_IN}

# Laws with a consequence of their own: a foul that names one is judged as that kind.
OWN_KIND = {
    "3.11 l": "bad-placing",
    "3.11 m": "touched-while-placing",
    "3.11 n": "touched-coins",
    "4 l": "partners-talked",
    "4 o": "striker-left",
}
DISTURBING = "4 k"
# Laws that end more than a turn: they must be reported under their own kind. So must those that lose the
# board, but for a board moved by accident, which is a plain foul.
OWN_SANCTION = {"3.5 f": "early-break", "4 p": "three-passes", "4 q": "abandon"}
MOVED_BOARD = "4 i"


def judge_incident(standing: Standing, incident: Incident, book: Rulebook) -> Ruling:
    """The ruling on an incident. Raises `ImpossibleCase` if it cannot have happened as reported."""
    _refuse_impossible(standing, incident)
    _refuse_ground(incident, book)
    broken = _law_broken(incident, book)
    facts = IncidentFacts(standing, incident, broken[0].paragraph if broken else "")
    kind = _kind(incident, facts, broken, book)
    for clause in book.incidents.get(kind, ()):
        if clause.when.holds(facts):
            laws = tuple(dict.fromkeys((*broken, *clause.laws)))
            if isinstance(clause, End):
                return Ruling((_board_lost(clause, laws, facts, book),))
            if _FALLEN & {*clause.then}:
                return _as_stroke(clause, laws, facts, book)
            follows = _follows(clause, facts, book)
            readings = (*readings_of(clause), *_readings(facts, broken, follows, kind != incident.kind, book))
            return Ruling((Finding(laws, clause.why, follows, readings),))
    if kind not in book.incidents:
        raise ImpossibleCase("incident.kind", "refused.incident.not-in-book", kind=kind, book=book.id)
    field = "incident.kind" if incident.kind in _WRONG_KIND else "incident.by"
    raise ImpossibleCase(field, f"refused.kind.{incident.kind}")


def disturbing_law(book: Rulebook) -> Citation:
    """The law against disturbing the opponent, which some texts count (4 k, 4.2 h)."""
    return resolve(DISTURBING, book.foul_book, book.letters)


def judge_between_boards(incident: Incident, book: Rulebook) -> Ruling:
    """The ruling on a disqualification while no board is set up (4.2): nobody has a colour."""
    _refuse_ground(incident, book)
    facts = IncidentFacts(Standing.to_break(), incident)
    clause = next(clause for clause in book.incidents[incident.kind] if clause.when.holds(facts))
    return Ruling((Finding(clause.laws, clause.why, (MatchLost(),), readings_of(clause)),))


def _as_stroke(
    clause: Clause[IncidentFacts], laws: tuple[Citation, ...], facts: IncidentFacts, book: Rulebook
) -> Ruling:
    """The ruling on what fell, judged as by a stroke of the side named in the report, but for the turn."""
    assert facts.by is not None, clause.law
    standing, by, then = facts.standing, facts.by, clause.then
    falls_in, keeps_turn = Order.FALLS_IN in then, facts.in_turn and Order.TURN_PASSES not in then
    queen = standing.queen
    if facts.queen_waiting and (not facts.in_turn or (falls_in and by.value not in facts.pocketed)):
        # She waits for a stroke that this was not.
        queen = CoveredBy(standing.on_strike)
    report = StrokeReport.of(facts.pocketed, improper=Order.AS_IMPROPER in then)
    main, *others = judge_stroke(replace(standing, on_strike=by, queen=queen), report, book).findings
    left_out = (TurnStays, TurnPasses, Passed) if falls_in else (TurnStays, TurnPasses)
    follows = [each for each in main.consequences if not isinstance(each, left_out)]
    if not keeps_turn:
        # Nobody can cover her any more.
        follows = [QueenBack() if isinstance(each, QueenWaits) else each for each in follows]
    if Order.TURN_PASSES in then and not any(isinstance(each, BoardEnds) for each in follows):
        follows.append(TurnPasses(standing.on_strike.other))
    cited = tuple(dict.fromkeys((*laws, *main.laws)))
    readings = tuple(dict.fromkeys((*readings_of(clause), *main.readings)))
    return Ruling((Finding(cited, clause.why, tuple(follows), readings), *others))


def _readings(
    facts: IncidentFacts,
    broken: tuple[Citation, ...],
    follows: tuple[Consequence, ...],
    as_own_kind: bool,
    book: Rulebook,
) -> tuple[int, ...]:
    """The readings that the law named in the report, the tries or the dues of the board call for."""
    standing = facts.standing
    disturbed = bool(broken) and broken[0] == disturbing_law(book)
    tries_stay = (
        not facts.broken and book.tries_each is None and any(isinstance(each, TurnPasses) for each in follows)
    )
    set_up_again = any(isinstance(each, SetUpAgain) for each in follows)
    unpaid = any(standing.due.of(colour) and standing.in_nets(colour) for colour in Colour)
    named = (
        (5, disturbed and not facts.in_turn),
        (27, tries_stay and not set_up_again),
        (30, as_own_kind),
        (34, unpaid),
        *((each.number, each.when.holds(facts)) for each in book.incident_readings),
    )
    return tuple(number for number, applies in named if applies)


def _kind(incident: Incident, facts: IncidentFacts, broken: tuple[Citation, ...], book: Rulebook) -> str:
    """The kind to judge: a foul may name a law that has its own consequence."""
    if not broken or (incident.kind == "foul" and not facts.in_turn):
        return incident.kind
    law = broken[0]
    sanctions = {resolve(each, book.foul_book, book.letters): kind for each, kind in OWN_SANCTION.items()}
    for kind, clauses in book.incidents.items():
        if all(isinstance(each, End) for each in clauses):
            sanctions[clauses[0].laws[0]] = kind
    if law in sanctions and law != resolve(MOVED_BOARD, book.foul_book, book.letters):
        raise ImpossibleCase("incident.kind", "refused.incident.own-sanction", law=law, kind=sanctions[law])
    if any(law == clause.laws[0] for clause in book.incidents["disqualified"]):
        raise ImpossibleCase("incident.kind", "refused.incident.is-ground", law=law)
    for own, kind in OWN_KIND.items():
        if law == resolve(own, book.foul_book, book.letters):
            return kind
    return incident.kind


def _refuse_ground(incident: Incident, book: Rulebook) -> None:
    """Refuse a ground for disqualification that only other rulebooks have."""
    grounds = GROUNDS[: len(book.incidents["disqualified"])]
    if incident.ground is not None and incident.ground not in grounds:
        raise ImpossibleCase(
            "incident.ground",
            "refused.incident.other-ground",
            book=book.id,
            first=grounds[0],
            last=grounds[-1],
        )


def _refuse_impossible(standing: Standing, incident: Incident) -> None:
    if incident.by is None and incident.kind not in NOBODY:
        raise ImpossibleCase("incident.by", "refused.incident.by-whom", kind=incident.kind)
    if incident.kind == "wrong-colour-placed":
        placer = incident.side
        if not standing.in_nets(placer):
            raise ImpossibleCase("incident.by", "refused.incident.nets-empty", side=placer.side)
        if standing.coins.of(placer.other) < 2 and not incident.noticed:
            raise ImpossibleCase("incident.noticed", "refused.incident.only-coin", coin=placer.other.coin)
    if incident.kind in WAIVING:
        theirs = incident.side.other
        if not (incident.coins or standing.due.of(theirs)):
            raise ImpossibleCase("incident.by", "refused.incident.nothing-owed", side=theirs.side)
        if incident.coins > standing.coins.of(theirs):
            raise ImpossibleCase(
                "incident.coins",
                "refused.judge.too-many",
                coins=theirs.coins(incident.coins),
                lie=standing.coins.of(theirs),
            )
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
    named = incident.paragraph
    try:
        if named in PARAGRAPHS[book.id] or named.partition(" ")[0] in (*BOOKS, *ALIASES):
            return (resolve(named, book.id, {}),)
        return (cite(f"{book.foul_book} {named}"),)
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
                standing = facts.standing
                tries = book.next_turn_of_tries(standing.tries)
                if tries != standing.tries:
                    follows.append(TriesSpent(tries))
                follows.append(TurnPasses(standing.on_strike.other))
            case Order.LATE:
                follows.append(TimeRanOut())
            case Order.COINS_WAIVED:
                assert facts.by is not None, order
                follows.append(Waived(facts.by.other, facts.standing.due.of(facts.by.other), facts.waived))
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
    refuse_impossible(facts.standing, StrokeReport.of(facts.pocketed))
    score = count(end.points, board, book)
    return Finding((*laws, *score.limits), end.why, board_ends(winner, score), readings_of(end))
