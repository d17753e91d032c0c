"""What a person types in answer to the table: a toss, a seat, a stroke, a place."""

from __future__ import annotations

import difflib
from math import radians
from typing import TYPE_CHECKING

from carrom.cli.output import phrase
from carrom.cli.prompt import local_time
from carrom.cli.terminal.aiming import check_power, check_striker, read_aim, read_numbers, read_place
from carrom.errors import NotationError
from carrom.rules.placing import free_places
from carrom.stroke import Aim, Layout, Placement
from carrom.table import ToPlace, ToSeat, ToStrike, ToToss, ToTry, ToTurn, toss_winner
from carrom.table.seating import chairs, seats_from
from carrom.words import Side

if TYPE_CHECKING:
    from carrom.cli.terminal.game import Game


def answer(game: Game, line: str) -> None:
    """Pass a line on to the table as the answer to what it asks."""
    match game.table.asks:
        case ToToss():
            choice = _one_of(line, ("break", "seats"))
            game.table.toss(toss_winner(game.table, game.seed), choice, at=local_time())
        case ToSeat(side):
            _sit(game, side, line)
        case ToTry():
            _try(game, line)
        case ToTurn(player):
            game.table.turn(player, radians(_read_turn(game, line)), at=local_time())
        case ToStrike(player):
            aim = _read_stroke(game, line, game.table.layout)
            noise, seed = game.chairs[player].noise, game.chance("noise")
            seconds = game.seconds_taken()
            game.table.strike(player, aim, seconds=seconds, noise=noise, seed=seed, at=local_time())
        case ToPlace() as ask:
            placement = _read_placement(game, ask, line)
            game.table.place(ask.player, placement, seconds=game.seconds_taken(), at=local_time())


def trial_board(game: Game) -> Layout:
    """The board of a trial: the rosette before the person who tries."""
    return Layout.rosette(game.table.equipment, 0.0, game.persons.seat)


def _sit(game: Game, side: Side, line: str) -> None:
    match = game.table.match
    chair = _one_of(line or "south", tuple(chair.value for chair in chairs(match)))
    game.table.seat(seats_from(match, side, chair), at=local_time())


def _try(game: Game, line: str) -> None:
    """Play a trial board: a stroke at a rosette of one's own, or none."""
    player = game.persons.current
    if not line.strip():
        return game.table.skip_trial(player, at=local_time())
    aim = _read_stroke(game, line, trial_board(game))
    noise, seed = game.chairs[player].noise, game.chance("noise")
    game.table.trial(player, aim, noise=noise, seed=seed, at=local_time())
    return None


def _read_turn(game: Game, line: str) -> float:
    _refuse_unknown(game, line)
    words = line.split() or ["0"]
    if len(words) > 1:
        raise NotationError("play.turn-form")
    (turned,) = read_numbers(words, "play.turn-form")
    return turned


def _read_stroke(game: Game, line: str, layout: Layout) -> Aim:
    """A stroke that may be played, from what was typed."""
    _refuse_unknown(game, line)
    table = game.table
    aim = read_aim(line, game.persons.seat, table.equipment)
    check_striker(aim, layout, table.equipment, table.book)
    check_power(aim, layout, table.equipment, table.book)
    return aim


def _read_placement(game: Game, ask: ToPlace, line: str) -> Placement:
    table, player = game.table, ask.player
    if line.strip().lower() not in ("auto", ""):
        _refuse_unknown(game, line)
        return read_place(line, ask.coin, game.persons.seat)
    colour, seats = table.colour_of(player), table.seats_of(player)
    return Placement(ask.coin, *free_places(table.layout, ask.coin, colour, table.equipment, seats)[0])


def _one_of(line: str, choices: tuple[str, ...]) -> str:
    """A choice by its word, in English or the reader's language, or by how it begins."""
    typed, words = line.strip().lower(), {choice: phrase(f"play.word.{choice}") for choice in choices}
    for choice, word in words.items():
        if typed and (choice.startswith(typed) or word.startswith(typed)):
            return choice
    raise NotationError("play.one-of", words=", ".join(words.values()))


def _refuse_unknown(game: Game, line: str) -> None:
    """Refuse a word that is no command, and name the nearest one."""
    word = line.split()[0].lower() if line.split() else ""
    if word[:1].isalpha():
        near = difflib.get_close_matches(word, game.commands, n=1)
        shown = "".join(letter for letter in word if letter.isprintable())
        if near:
            raise NotationError("play.unknown", word=shown, near=near[0])
        raise NotationError("play.unknown-word", word=shown)
