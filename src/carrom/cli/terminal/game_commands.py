"""The commands typed at a simulated table. A new one is a function, a line in `COMMANDS` and its phrases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from carrom.cli.command import current_language
from carrom.cli.hint import find_hints, say_hints
from carrom.cli.laws import look_up
from carrom.cli.output import phrase, say, say_phrase, terminal_width
from carrom.cli.prompt import local_time
from carrom.cli.terminal.aiming import check_striker, read_aim, read_numbers
from carrom.cli.terminal.narrator import point_text
from carrom.drawing.text import way_to_first_coin
from carrom.errors import ImpossibleAim, NotationError, NotNow
from carrom.i18n import Message
from carrom.physics import simulate
from carrom.players import View, named
from carrom.surface import seen_from, striker_place
from carrom.table import ToPlace, ToStrike
from carrom.table.runner import chance
from carrom.umpiring.sheet import score_sheet, sheet_txt
from carrom.words import Coin

if TYPE_CHECKING:
    from carrom.cli.terminal.game import Game

HINTS_FOR = "club"
"""The level whose errors hints assume, where a person's own hand has none."""

MOST_HINTS = 9


def give_hints(game: Game, rest: str) -> None:
    """hint, or hint 3 for the three best: a stroke to play, what it tries and what it risks."""
    player, table = _player_to_strike(game), game.table
    (count,) = read_numbers([rest or "1"], "play.hint-form")
    wanted = int(min(max(count, 1), MOST_HINTS))
    seed = chance(game.seed, "hint", table.seq)
    view = View(table.match, table.layout, player, table.equipment, seed)
    hand = game.chairs[player].noise
    chair = named(f"grandmaster@{HINTS_FOR if hand.none else hand}")
    say_hints(find_hints(chair, view, wanted)[0], view.equipment)


def show_line(game: Game, rest: str) -> None:
    """look 3.5 92: the striker on its place, and the line it would take as far as the first coin."""
    player, table, seat = _player_to_strike(game), game.table, game.persons.seat
    aim = read_aim(rest if len(rest.split()) in (3, 5) else f"{rest} 50", seat, table.equipment)
    check_striker(aim, table.layout, table.equipment, table.book)
    start = striker_place(table.seat_of(player), aim.x, table.equipment)
    trace = simulate(table.layout, aim, table.equipment, between_lines=table.book.striker_between_lines)
    game.narrator.show(table.layout, seat, striker=start, track=way_to_first_coin(trace))


def pass_stroke(game: Game, rest: str) -> None:
    player = _player_to_strike(game)
    try:
        game.table.pass_stroke(player, seconds=game.seconds_taken(), at=local_time())
    except ImpossibleAim:
        raise ImpossibleAim("play.no-pass") from None


def waive(game: Game, rest: str) -> None:
    """Leave the other side's coins, which a person is to place, in the nets."""
    if not isinstance(ask := game.table.asks, ToPlace):
        raise NotNow("play.not-now")
    game.table.waive(ask.player, at=local_time())


def undo(game: Game, rest: str) -> None:
    """Go back to before the last thing a person did; computer players' strokes since then go too."""
    backs = [back for name in game.persons.names if (back := game.table.back_for(name)) is not None]
    if not backs:
        raise NotNow("play.nothing-to-undo")
    game.table.take_back(max(backs), at=local_time())


def abandon(game: Game, rest: str) -> None:
    game.table.abandon(_player_to_strike(game), at=local_time())


def show_board(game: Game, rest: str) -> None:
    _refuse_without_board(game)
    game.narrator.show(game.table.layout, game.persons.seat)
    game.narrator.show_legend()
    game.narrator.say_standing()


def show_coins(game: Game, rest: str) -> None:
    """Say where every coin lies, for those who aim by numbers."""
    _refuse_without_board(game)
    for coin in Coin:
        places = [seen_from(game.persons.seat, placed.point) for placed in game.table.layout.of(coin)]
        if places:
            ordered = sorted(places, key=lambda point: (-point[1], point[0]))
            say_phrase(f"play.coins.{coin}", places="  ".join(map(point_text, ordered)))


def show_score(game: Game, rest: str) -> None:
    say(sheet_txt(score_sheet(game.table.keeper), current_language(), terminal_width()))


def show_law(game: Game, rest: str) -> None:
    if not rest:
        raise NotationError("umpire.form", form=Message("umpire.form.law"))
    look_up(rest.split(), None, game.table.book.id, as_json=False)


def show_help(game: Game, rest: str) -> None:
    say_phrase("play.help")
    game.narrator.show_legend()


def quit_game(game: Game, rest: str) -> None:
    game.closed = True


def _player_to_strike(game: Game) -> str:
    if not isinstance(game.table.asks, ToStrike):
        raise NotNow("play.not-now")
    return game.table.asks.player


def _refuse_without_board(game: Game) -> None:
    if game.table.match.standing is None or not game.table.match.seats:
        raise NotNow("play.no-board")


COMMANDS: dict[str, Callable[[Game, str], None]] = {
    "hint": give_hints,
    "look": show_line,
    "pass": pass_stroke,
    "waive": waive,
    "undo": undo,
    "abandon": abandon,
    "board": show_board,
    "coins": show_coins,
    "score": show_score,
    "law": show_law,
    "?": show_help,
    "help": show_help,
    "quit": quit_game,
}


def command_words() -> dict[str, Callable[[Game, str], None]]:
    """The commands by their English words and by those of the reader's language."""
    return COMMANDS | {phrase(f"play.word.{word}"): act for word, act in COMMANDS.items() if word != "?"}
