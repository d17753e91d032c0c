"""A board in one line for people; `str` of a standing is the notation that programs read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from carrom.i18n import Message, commas
from carrom.rules.standing import CoveredBy, OnBoard, Queen, Standing
from carrom.words import COINS_A_SIDE


class BoardFields(TypedDict):
    """The board of a case, as docs/cases.md has it."""

    on_strike: str
    white: int
    black: int
    queen: str
    due: Mapping[str, int]
    earned: Mapping[str, bool]
    held: Mapping[str, int]
    broken: bool
    tries: int
    passes: int
    strokes_in_hand: int
    turn_begun: bool
    late: bool


def board_fields(standing: Standing) -> BoardFields:
    """A standing as the board of a case, without the points, which belong to the game."""
    return {
        "on_strike": standing.on_strike.value,
        "white": standing.coins.white,
        "black": standing.coins.black,
        "queen": queen_name(standing.queen),
        "due": standing.due._asdict(),
        "earned": standing.earned._asdict(),
        "held": standing.held._asdict(),
        "broken": standing.broken,
        "tries": standing.tries,
        "passes": standing.passes,
        "strokes_in_hand": standing.in_hand,
        "turn_begun": standing.turn_begun,
        "late": standing.late,
    }


def board_message(board: BoardFields, on_strike: Message | None = None) -> Message:
    """A board part by part; parts without anything to say are left out."""
    coins = {"white": board["white"], "black": board["black"]}
    parts = [
        on_strike or Message(f"board.on-strike.{board['on_strike']}"),
        Message("board.coins", {side: Message(f"board.coins.{side}", {"n": n}) for side, n in coins.items()}),
        Message(f"board.queen.{board['queen']}"),
    ]
    for key, counts in (("owes", board["due"]), ("held", board["held"])):
        parts += [Message(f"board.{key}.{side}", {"n": count}) for side, count in counts.items() if count]
    for side, has in board["earned"].items():
        if has != (coins[side] < COINS_A_SIDE):
            parts.append(Message(f"board.{'right' if has else 'no-right'}.{side}"))
    counted = (
        ("tries", board["tries"], 0),
        ("passes", board["passes"], 0),
        ("strokes_in_hand", board["strokes_in_hand"], 1),
    )
    parts += [
        Message(f"board.{name}", {"n": number}) for name, number, nothing in counted if number != nothing
    ]
    if not board["broken"]:
        parts.append(Message("board.to-break"))
    return commas(parts)


def standing_message(standing: Standing, on_strike: Message | None = None) -> Message:
    """A standing in one line; `on_strike` replaces the words that name the colour on strike."""
    return board_message(board_fields(standing), on_strike)


def queen_name(queen: Queen) -> str:
    """The queen's state as a case writes it."""
    if isinstance(queen, CoveredBy):
        return queen.colour.value
    return "on-board" if isinstance(queen, OnBoard) else "waiting"
