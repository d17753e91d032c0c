"""Building the view of a match, as an umpire sees it, from its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, cast

from carrom.i18n import About, Message
from carrom.parts import (
    COLOUR,
    SEAT,
    SIDE,
    Counts,
    Score,
    shown_board,
    shown_games,
    shown_points,
    shown_ruling,
)
from carrom.record import Keeper, State
from carrom.record.calls import JudgedCall
from carrom.record.entries import Tossed
from carrom.record.protest import Protest
from carrom.rules.match import (
    OVER,
    TO_PLAY,
    BoardScore,
    GameScore,
    Match,
    game_and_board,
    nothing_played,
    running_totals,
    trials_left,
)
from carrom.rules.standing import Each, Waiting
from carrom.umpiring.call import last_call
from carrom.umpiring.catalogue.offered import reportable_now
from carrom.umpiring.view import types
from carrom.umpiring.view.log import call_line, match_log
from carrom.umpiring.view.seats import change_arguments
from carrom.umpiring.view.todo import todo_list
from carrom.words import Colour, Seat, Side


def match_view(record: Keeper, lines: int = 40) -> types.View:
    """All that the umpire's page shows, with the last `lines` lines of the log."""
    if not record.states:
        return types.View(0, "to-begin", Message("now.to-begin"))
    seq, last, state = len(record.entries), record.states[-1], shown_state(record)
    match, board = state.match, state.match.standing
    replayed, laws = last.match.replays > 0, match.book.match
    stage: types.Stage = "replayed" if replayed else cast(types.Stage, match.stage)
    game, number = game_and_board(match)
    called = None if replayed else last_call(record)
    return types.View(
        v=seq,
        stage=stage,
        now=_now(state, stage),
        **head_fields(state),
        players=tuple(_players(state)),
        breaks_first=None if match.breaks_first is None else SIDE[match.breaks_first],
        trials=tuple(SIDE[side] for side in match.trials),
        trials_left=Score(*(trials_left(match, side) * nothing_played(match) for side in Side)),
        late=tuple(SIDE[side] for side in match.late),
        white=None if board is None else SIDE[match.white],
        on_strike="" if board is None else match.on_strike,
        breaker="" if board is None else match.breaker,
        next_breaker=next_breaker(match),
        board=None if board is None else shown_board(board),
        game=game,
        board_number=number,
        points=_points(match),
        games_won=shown_games(match),
        games_to_win=laws.games_to_win,
        games=tuple(_games(match)),
        to_place=() if replayed else _coins("places", match.to_place, match.placer),
        held=() if board is None else _coins("holds", board.held, match.holder),
        change_seats=match.change_seats,
        striker_changes=laws.striker_changes,
        rest=_rest(match),
        request=None if state.request is None else SIDE[state.request],
        protests=tuple(map(partial(_protest, match), last.protests)),
        protest_replays=laws.protest_replays,
        call=None if called is None else _call(record, called),
        can=reportable_now(record),
        log=match_log(record, seq - lines + 1) if lines > 0 else (),
        clocks=types.Clocks(laws.stroke_seconds, laws.placing_seconds, laws.change_seconds),
        counts_strokes=match.book.counts_strokes,
        winner=None if replayed or match.winner is None else SIDE[match.winner],
        gave_up="" if state.gave_up is None else state.gave_up.why,
    )


def _call(record: Keeper, called: JudgedCall) -> types.Call:
    where_back = Message(f"todo.where.{record.states[-1].match.book.id}")
    ruling = shown_ruling(called.ruling)
    line = call_line(record, called)
    return types.Call(called.entry, line, ruling, todo_list(record, called), called.overruled, where_back)


def shown_state(record: Keeper) -> State:
    """The last state; if the match is played again elsewhere, the last before that decision."""
    return next(state for state in reversed(record.states) if not state.match.replays)


def head_fields(state: State) -> dict[str, Any]:
    """The fields of a `MatchHead`."""
    begun = {field.name: getattr(state.begun, field.name, None) for field in fields(types.MatchHead)}
    return {**begun, "rulebook": state.match.book.id, "doubles": state.match.doubles}


def entrant_fields(state: State, chairs: Mapping[str, Seat]) -> Iterator[dict[str, Any]]:
    """The fields of an `Entrant` for every player; `chairs` is where they sit."""
    clubs = dict(state.begun.clubs)
    for side in Side:
        for name in state.match.names(side):
            yield {
                "name": name,
                "side": SIDE[side],
                "club": clubs.get(name, ""),
                "approved": name in state.begun.strikers,
                "seat": SEAT[chairs[name]] if name in chairs else None,
            }


def _players(state: State) -> Iterator[types.Player]:
    match = state.match
    playing = match.standing is not None
    for entrant in entrant_fields(state, {player: chair for chair, player in match.seats}):
        name = entrant["name"]
        yield types.Player(
            **entrant,
            colour=COLOUR[match.colour_of(match.side_of(name))] if playing else None,
            on_strike=playing and match.on_strike == name,
            breaks=playing and match.breaker == name,
            strikers=state.strikers_of(name),
            distractions=state.distractions(name),
        )


def _coins(does: str, counts: Each[int], who: Callable[[Colour], str | None]) -> tuple[types.Coins, ...]:
    """The coins of each colour that somebody `places` or `holds`."""

    def coins(colour: Colour) -> types.Coins:
        n, player = counts.of(colour), who(colour) or ""
        text = Message(f"now.{does}.{colour}", {"player": player, "n": n})
        return types.Coins(COLOUR[colour], n, player, text)

    return tuple(coins(colour) for colour in Colour if counts.of(colour))


def next_breaker(match: Match) -> str:
    """Who breaks the board after this one, unless it is tossed for or there can be none."""
    if match.standing is None:
        return ""
    laws = match.book.match
    last = laws.boards is not None and match.boards.played + 1 >= laws.boards
    if last and (laws.games_to_win == 1 or match.deciding):
        return ""
    tossed = laws.boards is not None and match.boards.played >= laws.boards and not match.breaks_agreed
    return match.order[match.next_break if tossed else match.later_break]


def _points(match: Match) -> Score:
    """Points of the running game; of a match that has ended with a game, those of the last."""
    score = match.games[-1] if match.games and not match.boards and match.stage == OVER else match
    return shown_points(score)


def _games(match: Match) -> Iterator[types.GameLine]:
    """Every game that has ended, and the running one once it has anything to show."""
    running = (match,) if match.boards or match.by_hand != (0, 0) else ()
    for game in (*match.games, *running):
        totals = zip(game.boards.numbered(), running_totals(game), strict=True)
        boards = tuple(
            types.BoardLine(**board_fields(number, board, Score(*total))) for (number, board), total in totals
        )
        winner = SIDE[game.winner] if isinstance(game, GameScore) else None
        yield types.GameLine(boards, winner, shown_points(game), Score(*game.by_hand))


def board_fields(number: int, board: BoardScore, total: Score) -> dict[str, Any]:
    """The fields of a `BoardLine`."""
    return {
        "number": number,
        "breaker": board.breaker,
        "white": SIDE[board.white],
        "winner": None if board.winner is None else SIDE[board.winner],
        "points": board.points,
        "extra": board.extra,
        "queen": None if board.queen is None else SIDE[board.queen],
        "left": Counts(*board.coins_left),
        "of": board.of,
        "began": board.began_at,
        "ended": board.ended_at,
        "total": total,
    }


def _protest(match: Match, protest: Protest) -> types.Protest:
    by = protest.limit(match.book.match.protest_minutes)
    return types.Protest(
        entry=protest.entry,
        side=SIDE[protest.side],
        about=protest.about,
        spoken=protest.spoken_at,
        by=None if by is None else by.isoformat(),
        written=protest.written,
        paragraph=protest.paragraph,
        upheld=protest.upheld,
        lapsed=protest.lapsed,
    )


def _now(state: State, stage: types.Stage) -> Message:
    """What the match waits for, or how it has ended, in one line."""
    match = state.match
    if stage == "over":
        return _over(state)
    if match.change_seats and stage in ("to-play", "to-toss-again"):
        return Message("todo.change-seats", change_arguments(match))
    if stage == "to-seat":
        assert state.toss is not None, "seats are taken after the toss"
        return _to_seat(match, state.toss)
    if stage == "to-play" and match.standing is not None and match.standing.broken:
        return Message("now.strikes", {"player": match.on_strike})  # a break before "Play" stands
    if stage == "to-play":
        return Message("now.breaks-next", {"player": match.breaker})
    if stage == "to-demand":
        return Message("now.to-demand", {"player": match.side_name(match.winner_of_board)})
    return _in_play(state) if stage == "in-play" else Message(f"now.{stage}")


def _rest(match: Match) -> Message | None:
    """The rest before the first board of the deciding game."""
    minutes = match.book.match.rest_minutes
    waits = match.deciding and match.stage == TO_PLAY and not match.boards
    return Message("now.rest", {"n": minutes}) if minutes and waits else None


def _to_seat(match: Match, toss: Tossed) -> Message:
    """Who chooses a seat first, and who breaks (3.3)."""
    others = match.names(toss.winner.other)
    return About(f"now.to-seat.{toss.choice}", match.names(toss.winner), {"others": others})


def _in_play(state: State) -> Message:
    match, board = state.match, state.match.standing
    assert board is not None, "a board is being played"
    if state.request is not None:
        return About("now.request", match.names(state.request))
    for coins in _coins("places", match.to_place, match.placer):
        return coins.text
    waits = "covers" if isinstance(board.queen, Waiting) else "strikes"
    return Message(f"now.{waits if board.broken else 'breaks'}", {"player": match.on_strike})


def _over(state: State) -> Message:
    """Who has won, and why if not over the board."""
    match = state.match
    if match.winner is None:
        return Message("now.over")
    won = About("now.won", match.names(match.winner))
    if state.gave_up is None:
        return won
    why = About(f"now.gave-up.{state.gave_up.why}", match.names(match.winner.other))
    return Message("now.won-because", {"won": won, "why": why})
