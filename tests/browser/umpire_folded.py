"""What the umpire's page and the score sheet show, compared with what the record of the table folds to."""

from __future__ import annotations

from collections.abc import Iterable

from tests.browser.phone import PLAY, Json
from tests.browser.umpire_walk import Walk, board_of

from carrom.record import State
from carrom.record.entries import CoinPlaced
from carrom.rules.match import BoardScore
from carrom.rules.standing_words import board_fields
from carrom.words import BLACK, WHITE, Coin, Side

SIDES = {"first": Side.FIRST, "second": Side.SECOND}


def agrees(walk: Walk) -> State:
    """The page and the sheet show what the downloaded record folds to; gives that."""
    view = walk.follows()
    state = walk.table.folded.states[-1]
    match = state.match
    running = (match.boards,) if match.boards or match.by_hand != (0, 0) else ()
    games = [*(game.boards for game in match.games), *running]
    assert view["stage"] == match.stage
    assert view["change_seats"] == match.change_seats
    assert view["winner"] == (match.winner and match.winner.value)
    assert view["games_won"] == {side: match.games_won(SIDES[side]) for side in SIDES}
    assert {each["name"]: each["seat"] for each in view["players"] if each["seat"]} == {
        player: chair.value for chair, player in match.seats
    }
    assert [told(game["boards"]) for game in view["games"]] == [scored(boards) for boards in games]
    if match.standing is not None:
        assert board_of(view) == board_fields(match.standing)
        assert (view["on_strike"], view["breaker"]) == (match.on_strike, match.breaker)
        assert view["white"] == match.white.value
        points = [str(match.points(side)) for side in Side]
        assert walk.phone.visitor.find(".desk-side .points").all_inner_texts() == points
    assert placing(view["to_place"]) == {
        colour.value: (match.to_place.of(colour), match.placer(colour))
        for colour in (WHITE, BLACK)
        if match.to_place.of(colour)
    }
    assert placing(view["held"]) == {
        colour.value: (match.standing.held.of(colour), match.holder(colour))
        for colour in (WHITE, BLACK)
        if match.standing is not None and match.standing.held.of(colour)
    }
    sheet = walk.table.sheet
    assert [told(game["boards"]) for game in sheet["games"] if game["boards"]] == [
        scored(boards) for boards in games if boards
    ]
    assert sheet["result"]["winner"] == view["winner"]
    return state


def told(boards: Iterable[Json]) -> list[tuple[str, str | None, int, str | None]]:
    return [(each["breaker"], each["winner"], each["points"], each["queen"]) for each in boards]


def scored(boards: Iterable[BoardScore]) -> list[tuple[str, str | None, int, str | None]]:
    return [
        (each.breaker, each.winner and each.winner.value, each.points, each.queen and each.queen.value)
        for each in boards
    ]


def placing(coins: Iterable[Json]) -> dict[str, tuple[int, str | None]]:
    return {each["colour"]: (each["count"], each["player"]) for each in coins}


def board_ends(walk: Walk, winner: str, points: int) -> Json:
    """A whole board without the page."""
    view = walk.asks(PLAY, {"do": "stroke"})
    colour = "white" if view["white"] == winner else "black"
    return walk.asks({"do": "overrule", "reason": "played", "by_hand": {"winner": colour, "points": points}})


def game_ends(walk: Walk, winner: str) -> Json:
    """A whole game without the page: a side that has 24 wins one board more."""
    points = {"first": 0, "second": 0} | {winner: 24}
    walk.asks({"do": "set-points", **points, "reason": "played"})
    return board_ends(walk, winner, 1)


def placed(walk: Walk) -> list[Coin]:
    """The coins that were placed since the last call."""
    coins: list[Coin] = []
    for entry in reversed(walk.table.folded.entries):
        if not isinstance(entry.event, CoinPlaced):
            break
        coins.insert(0, entry.event.coin)
    return coins
