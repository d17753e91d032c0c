"""Building the score sheet of a match from its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from carrom.parts import SEAT, SIDE, Score, shown_games, shown_handicap, shown_points
from carrom.record import Keeper, State
from carrom.record.calls import JudgedCall
from carrom.record.entries import CameLate, Seated, SeatsChanged, StrikerChanged, TrialLeft, TrialPlayed
from carrom.rules.match import NO_LEAD, OVER, BoardScore, GameScore, Match, game_and_board, running_totals
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.sheet import model
from carrom.umpiring.sheet.history import MatchHistory, match_history, sheet_changes, sheet_protests
from carrom.umpiring.times import in_zone, zone_of
from carrom.umpiring.view.build import board_fields, entrant_fields, head_fields
from carrom.umpiring.view.seats import change_reason
from carrom.umpiring.view.types import Entrant
from carrom.words import Side

TIMES = ("at", "began", "ended", "spoken", "written", "decided")
"""The fields of a score sheet that say when."""


def score_sheet(record: Keeper) -> model.Sheet:
    """The score sheet of any record, as far as its match has gone; its times in the zone it was begun in."""
    made, zone = _sheet(record), zone_of(record.entries[0].at)

    def in_zone_of_start(field: str, text: str) -> str:
        return in_zone(text, zone) if zone is not None and field in TIMES else text

    return cast(model.Sheet, model.map_texts(made, in_zone_of_start))


def _sheet(record: Keeper) -> model.Sheet:
    history = match_history(record)
    state, now = history.state, record.states[-1]
    match, ended_at = state.match, state.last_call_at if state.gave_up is None else state.gave_up_at
    return model.Sheet(
        v=len(record.entries),
        **head_fields(state),
        replays=match.replays,
        began=state.began_at,
        ended=ended_at if match.stage == OVER else None,
        table=_table(state),
        players=_players(history),
        toss=_toss(state),
        handicap=None if match.handicap is None else shown_handicap(match.handicap),
        trials=tuple(_trials(history)),
        games=_games(history),
        result=_result(history, now),
        fouls=tuple(_fouls(history)),
        improper=tuple(_improper(history)),
        dues=tuple(_dues(history)),
        changes=sheet_changes(record, history),
        undone=sum(len(entries) for _, entries in history.undone),
        strikers=tuple(_strikers(history, record.states)),
        seats=tuple(_seats(history, record.states)),
        remarks=tuple(model.SheetRemark(seq, record.entries[seq - 1].at, text) for seq, text in now.remarks),
        protests=tuple(sheet_protests(record)),
    )


def _table(state: State) -> model.SheetTable | None:
    table = state.begun.table
    if table is None:
        return None
    computers = tuple((who, what) for who, what in table.held_by if what != "person")
    return model.SheetTable(table.equipment.name, table.equipment.pace.name, computers)


def _players(history: MatchHistory) -> tuple[Entrant, ...]:
    seated = [entry.event for entry in history.path if isinstance(entry.event, Seated)]
    chairs = {name: chair for chair, name in seated[-1].seats} if seated else {}
    return tuple(Entrant(**each) for each in entrant_fields(history.state, chairs))


def _toss(state: State) -> model.SheetToss | None:
    if state.toss is None or state.match.breaks_agreed:
        return None
    return model.SheetToss(SIDE[state.toss.winner], cast(Literal["break", "seats"], state.toss.choice))


def _trials(history: MatchHistory) -> Iterator[model.SheetTrial]:
    for entry in history.path:
        match entry.event:
            case TrialPlayed(side):
                yield model.SheetTrial(SIDE[side], "played")
            case TrialLeft(side):
                yield model.SheetTrial(SIDE[side], "left-out")
            case CameLate(side):
                yield model.SheetTrial(SIDE[side], "late")


def _games(history: MatchHistory) -> tuple[model.SheetGame, ...]:
    match = history.state.match
    ends = (call for call in history.calls if call.ended)
    begun = match.winner is None and match.lead != NO_LEAD
    running = (match,) if match.boards or begun or match.by_hand != (0, 0) else ()
    return tuple(_game(match, number, game, ends) for number, game in enumerate((*match.games, *running), 1))


def _game(match: Match, number: int, game: GameScore | Match, ends: Iterator[JudgedCall]) -> model.SheetGame:
    """A game, with the calls that ended its boards; the match itself is its running game."""
    rows: list[model.SheetBoard] = []
    boards, winner = game.boards, game.winner if isinstance(game, GameScore) else None
    for (row, board), total in zip(boards.numbered(), running_totals(game), strict=True):
        before = rows[-1].total if rows else Score(*game.lead)
        rows.append(_board(row, board, next(ends), before, Score(*total)))
    limit = match.book.match.boards
    return model.SheetGame(
        number=number,
        boards=tuple(rows),
        lead=Score(*game.lead),
        points=shown_points(game),
        winner=None if winner is None else SIDE[winner],
        ninth=winner is not None and limit is not None and boards.played > limit,
        began=boards[0].began_at if boards else None,
        ended=None if winner is None else boards[-1].ended_at,
    )


def _board(number: int, board: BoardScore, end: JudgedCall, before: Score, total: Score) -> model.SheetBoard:
    """A board and the call that ended it; the score of the game before and after it."""
    won = [board.points if board.winner is side else 0 for side in Side]
    match, limit = end.before.match, end.before.match.book.match.boards
    return model.SheetBoard(
        **board_fields(number, board, total),
        by_hand=Score(total.first - before.first - won[0], total.second - before.second - won[1]),
        due=Score(*(end.due.of(match.colour_of(side)) for side in Side)),
        tossed=limit is not None and match.boards.played >= limit and not match.breaks_agreed,
    )


def _result(history: MatchHistory, now: State) -> model.SheetResult:
    match = history.state.match
    games = shown_games(match)
    points = shown_points(match)
    if history.replayed:
        return model.SheetResult("replayed", None, games, points, protest=False)
    protest = bool(now.open_protests)
    if match.winner is None:
        return model.SheetResult("running", None, games, points, protest)
    how: model.How = "won"
    if history.state.gave_up is not None:
        how = cast(model.How, history.state.gave_up.why)
    elif history.calls[-1].disqualifies:
        how = "disqualified"
    return model.SheetResult(how, SIDE[match.winner], games, points, protest)


def _fouls(history: MatchHistory) -> Iterator[model.SheetFoul]:
    for call in history.calls:
        if isinstance(incident := call.report, Incident):
            match = call.before.match
            side = match.side_of(call.player) if call.player else None
            if incident.by is not None:
                side = match.side_with(incident.by)
            yield model.SheetFoul(
                *_place(call),
                side=None if side is None else SIDE[side],
                player=call.player,
                kind=incident.kind,
                ground=incident.ground or "",
                noticed=incident.noticed,
                pocketed=incident.pocketed,
                laws=tuple(str(law) for law in call.ruling.laws),
            )


def _improper(history: MatchHistory) -> Iterator[model.SheetImproper]:
    for call in history.calls:
        if isinstance(call.report, StrokeReport) and call.report.improper:
            match = call.before.match
            side = SIDE[match.side_of(match.on_strike)]
            yield model.SheetImproper(*_place(call), side, match.on_strike, call.breach)


def _dues(history: MatchHistory) -> Iterator[model.SheetDue]:
    for call in history.calls:
        match, board = call.before.match, call.board
        if board is None:
            continue
        for side in Side:
            colour = match.colour_of(side)
            due = call.due.of(colour)
            if change := due - board.due.of(colour):
                yield model.SheetDue(*_place(call), SIDE[side], change, due)


def _strikers(history: MatchHistory, states: Sequence[State]) -> Iterator[model.SheetStriker]:
    for entry in history.path:
        if isinstance(entry.event, StrikerChanged):
            player = entry.event.player
            before, change = states[entry.seq - 2].match, states[entry.seq - 1].strikers_of(player)
            back = change > 1 and before.book.match.striker_changes is not None
            yield model.SheetStriker(entry.seq, entry.at, *game_and_board(before), player, change, back)


def _seats(history: MatchHistory, states: Sequence[State]) -> Iterator[model.SheetSeats]:
    for entry in history.path:
        if isinstance(entry.event, SeatsChanged):
            before, after = states[entry.seq - 2].match, states[entry.seq - 1].match
            chairs = tuple(model.SheetChair(SEAT[chair], player) for chair, player in after.seats)
            place = entry.seq, entry.at, *game_and_board(before)
            yield model.SheetSeats(*place, chairs, change_reason(before))


def _place(call: JudgedCall) -> tuple[int, str | None, int, int]:
    """The number and the time of a call, its game and its board."""
    return call.entry, call.at, *game_and_board(call.before.match)
