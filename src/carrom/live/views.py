"""The table as the page draws it: pure functions from a match to parts of messages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import structs

from carrom import surface
from carrom.equipment import Equipment
from carrom.i18n import About, Message, Sentence
from carrom.live import messages as wire
from carrom.live.nets import Nets
from carrom.live.readable_match import ReadableMatch, simulated
from carrom.live.turns import players_asked
from carrom.parts import COIN, COLOUR, SEAT, SIDE, shown_board, shown_games, shown_handicap, shown_points
from carrom.physics.trace import Trace, doubles_of
from carrom.players.noise import LEVELS, Noise
from carrom.record import Record
from carrom.record.entries import CoinPlaced, Event, RosetteTurned, Struck, TrialPlayed
from carrom.record.story import Story, fouled_at, match_story
from carrom.rules.demand import demand_costs_queen
from carrom.rules.match import IN_PLAY, OVER, BoardScore, GameScore, Match, game_and_board
from carrom.rules.placing import free_places
from carrom.rules.standing_words import standing_message
from carrom.stroke import Aim, Layout
from carrom.table import Ask, Over, Table, ToDemand, ToPlace, ToStrike, ToToss, ToTry, ToTurn, ask_message
from carrom.table.seating import seat_of
from carrom.umpiring.view.log import match_log
from carrom.umpiring.view.types import Line
from carrom.words import Colour, Seat, Side, kebab

WELCOME_LINES = 60
MISSED_LINES = 200
STEP = 0.0005  # m between two places of the striker that are checked


def after(
    table: ReadableMatch,
    nets: Nets,
    tosser: Side | None = None,
    seq: int | None = None,
    rosette: int | None = None,
) -> wire.After:
    """All the page draws after entry `seq`, by default the last; `tosser` is the side that won the toss.

    `rosette` is the seed of a rosette that waits to be turned or tried: it is shown as it will lie.
    """
    at = table.seq if seq is None else seq
    state = table.keeper.states[at - 1]
    match, ask = state.match, table.asks_at(at)
    layout = _shown(table, ask, at, match, rosette)
    free, blocked = _places(table, ask, layout, match)
    game, number = game_and_board(match)
    agreed = match.handicap
    return wire.After(
        v=at,
        asks=structs.replace(_asks(ask, match, tosser), waive=_may_waive(table, at)),
        players=_players(table, match),
        layout=coins(layout),
        nets=nets.at(at),
        board=None if match.standing is None else shown_board(match.standing),
        standing=_standing(match, ask),
        game=game,
        board_number=number,
        points=shown_points(match),
        games=shown_games(match),
        games_to_win=match.book.match.games_to_win,
        length=_length(match),
        boards=tuple(_board_end(each, match) for each in match.boards),
        games_ended=tuple(shown_points(each) for each in match.games),
        games_said=tuple(_game_said(each, number, match) for number, each in enumerate(match.games, 1)),
        breaker=match.breaker,
        white=SIDE[match.white] if match.breaker else None,
        places=free,
        blocked=blocked,
        spot=_spot(table, ask, layout, match),
        back=_back(table, at),
        protest=bool(state.open_protests),
        winner=None if match.winner is None else SIDE[match.winner],
        handicap=None if agreed is None else shown_handicap(agreed),
        agreed=None if agreed is None else Sentence(agreed.said(match.names(agreed.side))),
        story=_story(table, at, match),
    )


def before_umpire_acts(after: wire.After) -> wire.After:
    """The same table while the umpire acts next: no player is asked anything."""
    asks = structs.replace(after.asks, players=(), text=Sentence(Message("table.umpire")))
    return structs.replace(after, asks=asks)


def _shown(table: ReadableMatch, ask: Ask, at: int, match: Match, rosette: int | None) -> Layout:
    """The coins on the surface; before a break or for a trial board, the rosette in front of its player."""
    if isinstance(ask, ToTry):
        player = match.names(ask.side)[0]
    elif isinstance(ask, ToTurn) and rosette is not None:
        player = ask.player
    else:
        return table.layout_at(at)
    return Layout.rosette(table.equipment, 0.0, seat_of(match, player), rosette)


def _places(
    table: ReadableMatch, ask: Ask, layout: Layout, match: Match
) -> tuple[tuple[surface.Interval, ...], tuple[wire.Blocked, ...]]:
    if not isinstance(ask, ToStrike | ToTry | ToTurn) or simulated(table) is None:
        return (), ()
    player = match.names(ask.side)[0] if isinstance(ask, ToTry) else ask.player
    seat = seat_of(match, player)
    return striker_places(seat, layout.points, table.equipment, match.book.striker_between_lines)


def striker_places(
    seat: Seat, coins: tuple[surface.Point, ...], equipment: Equipment, between_lines: bool
) -> tuple[tuple[surface.Interval, ...], tuple[wire.Blocked, ...]]:
    """The free spans, and between the ends of the base lines the others with the first rule they break.

    The rule about coins comes last, so a coin is the reason only where the lines by themselves are free.
    """
    free = surface.legal_intervals(seat, coins, equipment, between_lines)
    lines, shut = _empty_lines(equipment, between_lines)
    on_coins = [wire.Blocked(low, high, "coin") for span in lines for low, high in _gaps(span, free)]
    return free, tuple(sorted((*shut, *on_coins), key=lambda each: each.low))


@lru_cache(maxsize=16)
def _empty_lines(
    equipment: Equipment, between_lines: bool
) -> tuple[tuple[surface.Interval, ...], tuple[wire.Blocked, ...]]:
    """The spans of an empty board, which are the same for every seat."""
    free = surface.legal_intervals(Seat.SOUTH, (), equipment, between_lines)
    end = equipment.board.base_line_length / 2.0
    shut: list[wire.Blocked] = []
    for low, high in _gaps((-end, end), free):
        shut += _reasons(low, high, equipment, between_lines)
    return free, tuple(shut)


def _reasons(low: float, high: float, equipment: Equipment, between_lines: bool) -> list[wire.Blocked]:
    """The blocked spans of a gap: one for each rule that is broken first."""
    steps = max(1, round((high - low) / STEP))
    spans: list[wire.Blocked] = []
    for step in range(steps):
        start, stop = (low + (high - low) * share / steps for share in (step, step + 1))
        point = surface.striker_place(Seat.SOUTH, (start + stop) / 2.0, equipment)
        broken = surface.may_lie(Seat.SOUTH, *point, (), equipment, between_lines)
        if not broken:
            continue
        if spans and spans[-1].why == broken[0] and spans[-1].high == start:
            start = spans.pop().low
        spans.append(wire.Blocked(start, stop, broken[0]))
    return spans


def _gaps(span: surface.Interval, free: tuple[surface.Interval, ...]) -> list[surface.Interval]:
    """The parts of a span that the free spans, in order, do not cover."""
    (low, high), gaps = span, []
    for start, stop in free:
        if stop < low or start > high:
            continue
        if start > low:
            gaps.append((low, start))
        low = max(low, stop)
    if low < high:
        gaps.append((low, high))
    return gaps


def _spot(table: ReadableMatch, ask: Ask, layout: Layout, match: Match) -> surface.Point | None:
    """A place where the coin to be placed may lie."""
    if not isinstance(ask, ToPlace) or simulated(table) is None:
        return None
    side = match.side_of(ask.player)
    seats = tuple(seat_of(match, name) for name in match.names(side))
    colour, laws = match.colour_of(side), match.book.placing
    return next(free_places(layout, ask.coin, colour, table.equipment, seats, laws), None)


def _asks(ask: Ask, match: Match, tosser: Side | None) -> wire.Asks:
    """The question and the players who may answer it; none may answer for the umpire."""
    players, message = players_asked(ask, match, tosser), ask_message(ask, match)
    if isinstance(ask, ToToss) and tosser is not None:
        message = About("table.won-toss", players)
    side = ask.winner if isinstance(ask, Over) else match.side_of(players[0]) if players else None
    coin = COLOUR[Colour(ask.coin.value)] if isinstance(ask, ToPlace) else None
    count = ask.count if isinstance(ask, ToPlace | ToDemand) else 0
    kind: Any = kebab(type(ask).__name__).removeprefix("to-")
    asks = wire.Asks(kind, Sentence(message), players, None if side is None else SIDE[side], coin, count)
    if not isinstance(ask, ToDemand):
        return asks
    return structs.replace(
        asks, law=str(match.book.notes["extra-points"][0]), queen_lost=demand_costs_queen(match)
    )


def _standing(match: Match, ask: Ask) -> Message | None:
    """The standing of the board, with the name of the player on strike."""
    if match.standing is None:
        return None
    if not isinstance(ask, ToStrike):
        return Sentence(standing_message(match.standing))
    colour = Message(f"table.colour.{match.standing.on_strike}")
    by_name = About("table.on-strike", (ask.player,), {"colour": colour})
    return Sentence(standing_message(match.standing, by_name))


def _players(table: ReadableMatch, match: Match) -> tuple[wire.Player, ...]:
    on = simulated(table)
    levels = {} if on is None else dict(on.held_by)
    seats = {player: seat for seat, player in match.seats}
    return tuple(
        wire.Player(
            name,
            About("player.named", (name,)),
            SIDE[side],
            SEAT[seats[name]] if name in seats else None,
            COLOUR[match.colour_of(side)] if match.breaker else None,
            levels.get(name, ""),
        )
        for side in Side
        for name in match.names(side)
    )


def _may_waive(table: ReadableMatch, at: int) -> bool:
    return at == table.seq and isinstance(table, Table) and table.may_waive


def _back(table: ReadableMatch, at: int) -> tuple[str, ...]:
    """The players who have something to take back; none in a match that is only read."""
    if at != table.seq or not isinstance(table, Table):
        return ()
    match = table.match
    return tuple(name for name in (*match.first, *match.second) if table.back_for(name) is not None)


def _length(match: Match) -> wire.Length:
    """What decides the match; some texts play one game in any case."""
    if match.book.match.games_to_win > 1:
        return "match"
    return "board" if match.book.match.boards == 1 else "game"


def _story(table: ReadableMatch, at: int, match: Match) -> Story | None:
    """The story up to an entry, for the cards between boards and after the last."""
    if match.stage != OVER and (match.stage == IN_PLAY or not match.boards_ended):
        return None
    keeper = table.keeper
    return match_story(Record(list(keeper.entries[:at]), list(keeper.states[:at])))


def _board_end(score: BoardScore, match: Match) -> wire.BoardEnd:
    winner = None if score.winner is None else SIDE[score.winner]
    queen = None if score.queen is None else SIDE[score.queen]
    said = [Message("table.board-void")]
    if score.winner is not None:
        said = [About("table.board-won", match.names(score.winner), {"n": score.points})]
    if score.queen is not None:
        said.append(About("table.queen-covered", match.names(score.queen)))
    if score.extra:
        said.append(Message("table.board-extra", {"n": score.extra}))
    return wire.BoardEnd(winner, score.points, queen, score.breaker, score.of, tuple(map(Sentence, said)))


def _game_said(score: GameScore, number: int, match: Match) -> Message:
    return Sentence(About("table.game-won", match.names(score.winner), {"n": number}))


def log_line(table: ReadableMatch, seq: int) -> wire.Line:
    """The line of one entry."""
    return log_lines(table, seq, seq)[0]


def log_lines(table: ReadableMatch, start: int = 1, stop: int | None = None) -> tuple[wire.Line, ...]:
    """The lines of the entries from `start` to `stop`, both included; to the last, if `stop` is left out."""
    full_force = table.equipment.pace.full_force
    return tuple(
        _line(told, table.entries[told.v - 1].event, full_force, fouled_at(table.keeper, told.v))
        for told in match_log(table.keeper, start, stop)
    )


def recent_lines(table: ReadableMatch, since: int = 0) -> tuple[wire.Line, ...]:
    """The last lines of the log; after entry `since`, those that were missed."""
    last = table.seq
    before = max(since, last - MISSED_LINES) if 0 < since <= last else last - WELCOME_LINES
    return log_lines(table, max(1, before + 1))


def _line(told: Line, event: Event, full_force: float, foul: bool) -> wire.Line:
    return wire.Line(
        v=told.v,
        kind=told.kind,
        text=told.text,
        player=told.player,
        side=told.side,
        aim=_aim(event, full_force),
        pocketed=() if told.stroke is None else told.stroke.pocketed,
        ruling=told.ruling,
        what=told.what,
        point=_point(event),
        angle=event.turned if isinstance(event, RosetteTurned) else None,
        to=told.to or None,
        game=told.game,
        board=told.board,
        n=told.n,
        stands=told.stands,
        at=told.at,
        foul=foul,
    )


def _aim(event: Event, full_force: float) -> wire.AimNow | None:
    """The stroke as it was played, on a simulated table."""
    played: Aim | None = event.played if isinstance(event, Struck | TrialPlayed) else None
    if played is None:
        return None
    return wire.AimNow(SEAT[played.seat], played.x, played.angle, played.speed / full_force)


def _point(event: Event) -> tuple[float, float] | None:
    if not isinstance(event, CoinPlaced) or event.x is None or event.y is None:
        return None
    return event.x, event.y


def coins(layout: Layout) -> tuple[wire.Coin, ...]:
    return tuple(wire.Coin(COIN[placed.coin], placed.x, placed.y) for placed in layout.coins)


def wire_trace(trace: Trace) -> wire.Trace:
    """Every number as it is: rounding would open gaps where pieces touch."""
    return wire.Trace(
        duration=trace.duration,
        pieces=tuple("striker" if piece is None else COIN[piece] for piece in trace.pieces),
        start=trace.start,
        segments=doubles_of(trace.segment_rows),
        events=doubles_of(trace.event_rows),
        rest=trace.rest,
        hash=trace.hash,
    )


def hand(noise: Noise) -> wire.Hand | None:
    """The errors of a hand, with the level that has it; None for a steady hand."""
    if noise.none:
        return None
    # A record has the hand as text, rounded.
    level = next((name for name, each in LEVELS.items() if str(each) == str(noise)), "")
    return wire.Hand(level, noise.angle, noise.speed, noise.place)


def geometry(equipment: Equipment) -> wire.Geometry:
    """The board and the pieces to be drawn, for the south seat."""
    board = equipment.board
    return wire.Geometry(
        surface=board.surface,
        pocket_diameter=board.pocket_diameter,
        pockets=surface.pockets(board),
        base_lines=surface.base_lines(Seat.SOUTH, board),
        base_circles=surface.base_circles(Seat.SOUTH, board),
        base_circle_diameter=board.base_circle_diameter,
        red_circle_diameter=board.red_disc_diameter,
        arrows=tuple((arrow.outer, arrow.inner) for arrow in surface.arrows(board)),
        arrow_thickness=board.arrow_thickness,
        arrow_arc_diameter=board.arc_diameter,
        inner_circle_diameter=board.inner_circle_diameter,
        centre_circle_diameter=board.centre_circle_diameter,
        coin_diameter=equipment.coins.diameter,
        striker_diameter=equipment.striker.diameter,
        band_middle=surface.band_middle(board),
        frame_width=board.frame_width,
        full_force=equipment.pace.full_force,
    )
