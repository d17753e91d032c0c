"""The table: the one place where aims, physics, rules and record meet."""

from carrom.table.asks import (
    Ask,
    Over,
    ToAnswer,
    ToDemand,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTossAgain,
    ToTry,
    ToTurn,
    ask_message,
)
from carrom.table.runner import Failure, play_on, rosette_seed, toss_winner
from carrom.table.table import Table, begin

__all__ = [
    "Ask",
    "Failure",
    "Over",
    "Table",
    "ToAnswer",
    "ToDemand",
    "ToPlace",
    "ToSeat",
    "ToStrike",
    "ToToss",
    "ToTossAgain",
    "ToTry",
    "ToTurn",
    "ask_message",
    "begin",
    "play_on",
    "rosette_seed",
    "toss_winner",
]
