"""Judges strokes."""

from __future__ import annotations

from dataclasses import replace

from carrom.errors import ImpossibleCase
from carrom.rules.clauses import Clause, End, Order, Points, Who, readings_of
from carrom.rules.facts import StrokeFacts, own_gone, theirs_last
from carrom.rules.rulebook import Rulebook
from carrom.rules.ruling import (
    BoardEnds,
    BoardVoid,
    BreakMade,
    Consequence,
    Earned,
    Fell,
    Finding,
    MayDemand,
    Owes,
    Passed,
    Pays,
    PutBack,
    QueenBack,
    QueenCovered,
    QueenWaits,
    Respotted,
    Ruling,
    TriesSpent,
    TrySpent,
    TurnPasses,
    TurnStays,
)
from carrom.rules.score import Counted, Score, count
from carrom.rules.standing import NONE, OnBoard, Standing
from carrom.stroke import AtRest, StrokeReport
from carrom.words import BLACK, WHITE, Colour

PASSES_TO_VOID = 6


def judge_stroke(standing: Standing, report: StrokeReport, book: Rulebook) -> Ruling:
    """The ruling on a stroke. Raises `ImpossibleCase` if it cannot have happened as reported."""
    refuse_impossible(standing, report)
    facts = facts_of(standing, report, book)
    in_a_row = 0 if facts.touched else standing.passes + 1
    if not facts.on_break and in_a_row == PASSES_TO_VOID:
        (passed, *_) = book.incidents["three-passes"]
        readings = (*readings_of(passed), *((28,) if facts.striker or facts.improper else ()))
        return Ruling((Finding(book.notes["passes"], "three-passes", (BoardVoid(),), readings),))
    deciding = clause_for(facts, book)
    readings = (*_readings(deciding, facts, book), *_paid_first(deciding, standing, report, book))
    if isinstance(deciding, End):
        main = _end_finding(deciding, facts, standing, book, readings)
        return Ruling((main, *_rest_findings(report, book)))
    paid = _dues_paid(deciding, facts)
    main = _main_finding(deciding, facts, book, paid[facts.me], in_a_row, readings)
    return Ruling((main, *_side_findings(report, book, paid)))


def facts_of(standing: Standing, report: StrokeReport, book: Rulebook) -> StrokeFacts:
    """The facts of a stroke as this text looks at them."""
    return StrokeFacts(standing, report, book.right_is_in_nets, book.held_up_striker_counts)


def _readings(
    deciding: Clause[StrokeFacts] | End[StrokeFacts], facts: StrokeFacts, book: Rulebook
) -> tuple[int, ...]:
    """The clause's own readings, and those that the facts call for."""
    found = [each.number for each in book.readings if each.when.holds(facts)]
    if not deciding.reading:
        return tuple(found)
    return tuple(dict.fromkeys((*readings_of(deciding), *found)))


def _paid_first(
    deciding: Clause[StrokeFacts] | End[StrokeFacts], standing: Standing, report: StrokeReport, book: Rulebook
) -> tuple[int, ...]:
    """Reading 3 if only dues that are paid first keep the board open, 29 if they change what it counts."""
    if standing.due == NONE:
        return ()
    gone = [each for each in Colour if report.pocketed(each) == standing.coins.of(each) > 0]
    if not any(standing.due.of(colour) for colour in gone):
        return ()
    if isinstance(deciding, End):
        # The side whose coins ended the board owes nothing, so the other one's fell too, and it loses.
        return (29,) if Points.COINS in deciding.points else ()
    without = facts_of(replace(standing, due=NONE), report, book)
    return (3,) if isinstance(clause_for(without, book), End) else ()


def clause_for(facts: StrokeFacts, book: Rulebook) -> Clause[StrokeFacts] | End[StrokeFacts]:
    """The clause that decides a stroke: the first that applies, or the end of the board it leads to."""
    if facts.on_break and not facts.touched:
        return _first(book.tries, facts)
    clause = _first(book.strokes, facts)
    facts.queen_covers_now = Order.QUEEN_COVERED in clause.then
    if own_gone.holds(facts) or theirs_last.holds(facts):
        for end in book.ends:
            if end.when.holds(facts):
                return end
    return clause


def refuse_impossible(standing: Standing, report: StrokeReport) -> None:
    """Raise `ImpossibleCase` for more coins than lay there, or for a queen that was not on the board."""
    for colour in (WHITE, BLACK):
        gone = report.pocketed(colour) + report.off_board(colour)
        if gone > standing.coins.of(colour):
            field = "stroke.pocketed" if report.pocketed(colour) else "stroke.off_board"
            raise ImpossibleCase(
                field, "refused.judge.too-many", coins=colour.coins(gone), lie=standing.coins.of(colour)
            )
    if (report.queen or report.off_queen) and not isinstance(standing.queen, OnBoard):
        field = "stroke.pocketed" if report.queen else "stroke.off_board"
        raise ImpossibleCase(field, "refused.judge.no-queen")


def _first(clauses: tuple[Clause[StrokeFacts], ...], facts: StrokeFacts) -> Clause[StrokeFacts]:
    for clause in clauses:
        if clause.when.holds(facts):
            return clause
    raise AssertionError("a rulebook's last clause applies always")


def _own_put_back(clause: Clause[StrokeFacts], facts: StrokeFacts) -> tuple[int, int]:
    """How many own coins this clause puts back, and how many it adds to the due."""
    back = facts.own if Order.OWN_BACK in clause.then else 0
    penalty = clause.then.count(Order.PENALTY)
    paid = min(penalty, facts.nets_own + facts.own - back)
    return back + paid, penalty - paid


def _dues_paid(clause: Clause[StrokeFacts], facts: StrokeFacts) -> dict[Colour, int]:
    """Coins each side pays for older dues.

    Both sides: my stroke may pocket the very coin that pays their due.
    """
    back, _ = _own_put_back(clause, facts)
    mine = min(facts.due_own, facts.nets_own + facts.own - back)
    theirs = min(facts.due_theirs, facts.nets_theirs + facts.theirs)
    return {facts.me: mine, facts.they: theirs}


def _main_finding(
    clause: Clause[StrokeFacts],
    facts: StrokeFacts,
    book: Rulebook,
    paid: int,
    in_a_row: int,
    readings: tuple[int, ...],
) -> Finding:
    """The finding of the deciding clause, with its orders turned into consequences."""
    then = clause.then
    follows: list[Consequence] = [_fell(facts)] if facts.own or facts.theirs or facts.queen_fell else []
    if facts.on_break and facts.touched:
        follows.append(BreakMade())
    if facts.touched or not facts.on_break:
        follows.append(Passed(in_a_row))
    if facts.own:
        follows.append(Earned(facts.me))
    back, owed = _own_put_back(clause, facts)
    if back:
        follows.append(PutBack(facts.me, back))
    if owed:
        follows.append(Owes(facts.me, owed))
    in_hand = _in_hand(then, facts, paid)
    # A side that loses the turn loses a waiting queen with it.
    lost_with_the_turn = in_hand == 0 and Order.QUEEN_WAITS in then
    if lost_with_the_turn or (Order.QUEEN_BACK in then and (facts.queen_fell or facts.queen_waiting)):
        follows.append(QueenBack())
    elif Order.QUEEN_COVERED in then:
        follows.append(QueenCovered(facts.me))
    elif Order.QUEEN_WAITS in then:
        follows.append(QueenWaits())
    if Order.TRY_SPENT in then:
        all_spent = Order.TURN_PASSES in then and book.tries_each is not None
        follows.append(TriesSpent(book.next_turn_of_tries(facts.tries + 1)) if all_spent else TrySpent())
    follows.append(TurnStays(facts.me, in_hand) if in_hand else TurnPasses(facts.they))
    return Finding(clause.laws, clause.why, tuple(follows), readings)


def _fell(facts: StrokeFacts) -> Fell:
    white, black = (facts.own, facts.theirs) if facts.me is WHITE else (facts.theirs, facts.own)
    return Fell(white, black, facts.queen_fell)


def _in_hand(then: tuple[Order, ...], facts: StrokeFacts, paid: int) -> int:
    """Strokes left to the side on strike after this one; 0 passes the turn."""
    if Order.TURN_PASSES in then:
        return 0
    left = facts.in_hand - 1
    if Order.STROKES_COUNTED in then:
        stay_in = facts.own - max(0, paid - facts.nets_own)
        return left + stay_in + (facts.queen_fell and Order.QUEEN_WAITS in then)
    return max(1, left)


def _side_findings(report: StrokeReport, book: Rulebook, paid: dict[Colour, int]) -> tuple[Finding, ...]:
    """The findings besides the deciding clause: dues paid, coins respotted, pieces at rest."""
    found = []
    for colour, coins in paid.items():
        if coins:
            found.append(Finding(book.notes["dues"], "due-paid", (Pays(colour, coins),)))
    if report.jumped:
        back = Respotted(report.off_white, report.off_black, report.off_queen)
        found.append(Finding(book.notes["jumped"], f"jumped-{_jumped_to(report, book)}", (back,)))
    return (*found, *_rest_findings(report, book))


def _jumped_to(report: StrokeReport, book: Rulebook) -> str:
    """Where the pieces go that left the board; 3.9 a names two pairs that lie against each other."""
    if book.jumped_to != "centre":
        return book.jumped_to
    match report.off_white, report.off_black, report.off_queen:
        case (1, 0, True) | (0, 1, True):
            return book.respot.way("queen-coin")
        case (1, 1, False):
            return book.respot.way("white-black")
    more_than_two = report.off_white + report.off_black + report.off_queen > 2
    return "several-touching" if more_than_two and book.respot.several == "touching" else "centre"


def _rest_findings(report: StrokeReport, book: Rulebook) -> tuple[Finding, ...]:
    return tuple(Finding(book.notes[str(fact)], _at_rest_why(fact, book), ()) for fact in report.at_rest)


def _at_rest_why(fact: AtRest, book: Rulebook) -> str:
    """The reason why; a striker held up over a pocket that does not count is lifted like any other.

    Some texts have a second law for a piece at a pocket's mouth that falls as the other one is lifted.
    """
    held_up = fact is AtRest.STRIKER_OVER_POCKET and not book.held_up_striker_counts
    why = str(AtRest.STRIKER_ON_COIN if held_up else fact)
    return f"{why}-or-falls" if len(book.notes[why]) > 1 else why


def _end_finding(
    end: End[StrokeFacts], facts: StrokeFacts, standing: Standing, book: Rulebook, readings: tuple[int, ...]
) -> Finding:
    """The finding of a clause that ends the board, with its points counted."""
    coverer = facts.me if facts.queen_covers_now else facts.covered_by
    winner = {Who.MINE: facts.me, Who.THEIRS: facts.they, Who.COVERER: coverer or facts.me}[end.to]
    # A side all of whose coins fell while it owed has paid first (reading 3), and those coins lie there.
    own_left = facts.own_before - facts.own or min(facts.due_own, facts.own)
    theirs_left = facts.theirs_before - facts.theirs or min(facts.due_theirs, facts.theirs)
    mine = winner is facts.me
    board = Counted(
        winner,
        has=standing.points.of(winner),
        coins=theirs_left if mine else own_left,
        coins_put_back=theirs_left if mine else facts.own_before,
        penalty_coin=facts.nets_own > 0,
        coverer=coverer,
    )
    score = count(end.points, board, book)
    ends = board_ends(winner, score)
    return Finding((*end.laws, *score.limits), end.why, (_fell(facts), *ends), readings)


def board_ends(winner: Colour, score: Score) -> tuple[Consequence, ...]:
    """The end of a board, and the points that its winner may demand beside it."""
    ends = BoardEnds(winner, score.points, queen=score.queen)
    return (ends, MayDemand(winner, score.extra)) if score.extra else (ends,)
