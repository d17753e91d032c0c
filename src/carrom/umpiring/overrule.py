"""Overruling the last call: by other facts, or by the umpire's own ruling."""

from __future__ import annotations

from dataclasses import replace

from carrom.cases import read_board
from carrom.errors import ImpossibleCase, NotNow
from carrom.record import Keeper, Record, State
from carrom.record.entries import Happened, Overruled, Struck
from carrom.rules import Rulebook
from carrom.rules import ruling as rules
from carrom.rules.clauses import resolve
from carrom.rules.match import TO_PLAY, Match
from carrom.rules.standing import Standing
from carrom.umpiring import requests as ask
from carrom.umpiring.facts import judge_request
from carrom.words import COINS_A_SIDE, Colour


def overruled(record: Keeper, request: ask.Overrule) -> Overruled:
    """The entry that replaces the last ruling."""
    call = overrulable_call(record)
    if call is None:
        raise NotNow("refused.overrule.nothing")
    if not request.reason.strip():
        raise ImpossibleCase("overrule.reason", "refused.overrule.no-reason")
    if sum(each is not None for each in (request.stroke, request.incident, request.by_hand)) != 1:
        raise ImpossibleCase("overrule", "refused.overrule.one-of")
    before = record_before(record, call)
    if request.by_hand is not None:
        return Overruled(call, by_hand(before.state, request.by_hand), None, request.reason)
    reported = request.stroke or request.incident
    assert reported is not None, "one of the three was given"
    match judge_request(before, reported):
        case Struck(stroke, ruling, breach=breach):
            return Overruled(call, ruling, stroke, request.reason, breach)
        case Happened(incident, ruling, player):
            return Overruled(call, ruling, incident, request.reason, player=player)


def record_before(record: Keeper, entry: int) -> Record:
    """The record as it was before an entry."""
    return Record(list(record.entries[: entry - 1]), list(record.states[: entry - 1]))


def overrulable_call(record: Keeper) -> int | None:
    """The entry whose call can be overruled; a disqualification between boards only by another incident."""
    return record.states[-1].last_call if record.states else None


def by_hand(before: State, request: ask.ByHand) -> rules.Ruling:
    """The umpire's own ruling: how the board stands, who has won it, or that it is void."""
    match = before.match
    board = match.standing
    if board is None:
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    if sum((request.board is not None, request.winner is not None, request.void)) != 1:
        raise ImpossibleCase("by_hand", "refused.by-hand.one-of")
    if request.winner is None and (request.points or request.queen is not None):
        raise ImpossibleCase("by_hand.points", "refused.by-hand.no-winner")
    if request.board is not None:
        if "points" in request.board:
            raise ImpossibleCase("board.points", "refused.by-hand.points-set")
        read = read_board(request.board, match.book)
        refuse_unopened(match, read)
        return set_by_hand(match.book, replace(read, points=board.points))
    if request.winner is not None:
        return _ruling(match.book, *_won(match.book, board, request, Colour(request.winner)))
    return _ruling(match.book, rules.BoardVoid())


def refuse_unopened(match: Match, board: Standing) -> None:
    """Raise `ImpossibleCase` for a board after the break if "Play" has not been said."""
    if board.broken and match.stage == TO_PLAY:
        raise ImpossibleCase("board.broken", "refused.by-hand.not-opened")


def set_by_hand(book: Rulebook, board: Standing) -> rules.Ruling:
    """The ruling by which the umpire sets the board by hand.

    A side that owes coins pays at once with those it has in its nets (reading 34). Raises `ImpossibleCase` if
    a side owes more coins than it has in all.
    """
    findings = list(_ruling(book, rules.StandsAs(board)).findings)
    for colour in Colour:
        due = board.due.of(colour)
        if due > COINS_A_SIDE:
            raise ImpossibleCase(f"board.due.{colour}", "refused.by-hand.due", due=due, most=COINS_A_SIDE)
        paid = min(due, board.in_nets(colour))
        if paid:
            findings.append(rules.Finding(book.notes["dues"], "due-paid", (rules.Pays(colour, paid),)))
    return rules.Ruling(tuple(findings))


def _won(
    book: Rulebook, board: Standing, request: ask.ByHand, winner: Colour
) -> tuple[rules.Consequence, ...]:
    most = book.most_points or book.match.game_points
    if not 1 <= request.points <= most:
        raise ImpossibleCase("by_hand.points", "refused.by-hand.points", points=request.points, most=most)
    queen = None if request.queen is None else Colour(request.queen)
    worth = min(request.points, book.queen_points(board.points.of(winner))) if queen is winner else 0
    ends = rules.BoardEnds(winner, request.points, queen=worth)
    return (ends,) if queen is None else (rules.QueenCovered(queen), ends)


def _ruling(book: Rulebook, *consequences: rules.Consequence) -> rules.Ruling:
    return rules.Ruling(
        (rules.Finding((resolve("4.1", book.foul_book, book.letters),), "by-hand", consequences),)
    )
