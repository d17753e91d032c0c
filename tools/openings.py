"""Search for good breaks, for each pace and each level's hand, and write them into the book of openings.

    .venv/bin/python tools/openings.py [--strokes N] [--pace club …] [--level expert …]

A break is a turn of the rosette and a stroke. Thousands are tried without error, the best again and again
with the errors of the hand, refined, and weighed by what the board is worth afterwards and, above all, by how
often the breaker goes on: how hard a closed rosette is for the other side, the weighing knows least about.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from carrom.equipment import STANDARD, Equipment
from carrom.pace import PACES
from carrom.physics import volley
from carrom.physics.trace import ENGINE
from carrom.physics.volley import Boards, Floats, Ints, Strokes
from carrom.players import candidates
from carrom.players.hand import Hand
from carrom.players.noise import LEVELS
from carrom.players.view import View
from carrom.players.worth import Worth
from carrom.rulebooks import INTERNATIONAL_A
from carrom.rules import match as matches
from carrom.stroke import Layout
from carrom.surface import band_middle, legal_intervals
from carrom.words import Seat, Side

BOOK = Path(__file__).parents[1] / "src" / "carrom" / "players" / "openings.json"
TURNS = 48
KEPT = 12
GOING_ON = 0.5


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--strokes", type=int, default=20_000)
    words.add_argument("--pace", nargs="*", default=list(PACES))
    words.add_argument("--level", nargs="*", default=list(LEVELS))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--threads", type=int, default=2)
    given = words.parse_args()
    book = json.loads(BOOK.read_text()) if BOOK.exists() else {}
    book["engine"] = ENGINE
    for pace in given.pace:
        for level in given.level:
            found = openings(pace, level, given.strokes, given.seed, given.threads)
            book.setdefault(pace, {})[level] = found
            BOOK.write_text(_written(book))
            print(
                f"{pace} {level}: worth {found[0][4]:.3f} to {found[-1][4]:.3f}, turn kept {found[0][5]:.3f}",
                flush=True,
            )


def _written(book: dict[str, Any]) -> str:
    """One opening a line."""
    paces = []
    for pace in PACES:
        if pace in book:
            levels = ",\n".join(
                f'  "{level}": [\n' + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]"
                for level, rows in book[pace].items()
            )
            paces.append(f' "{pace}": {{\n{levels}\n }}')
    return f'{{\n "engine": {book["engine"]},\n' + ",\n".join(paces) + "\n}\n"


def openings(pace: str, level: str, count: int, seed: int, threads: int) -> list[list[float]]:
    """The best breaks: turned, x, angle, speed, worth, how often the turn is kept."""
    equipment = replace(STANDARD, pace=PACES[pace])
    noise = LEVELS[level]
    chance = np.random.default_rng([seed, *level.encode(), *pace.encode()])
    turns = chance.uniform(0.0, 2.0 * pi / 3.0, TURNS)
    boards = Boards.of([Layout.rosette(equipment, turn) for turn in turns])
    free = legal_intervals(Seat.SOUTH, Layout.rosette(equipment).points, equipment)
    worth = _worth(equipment, level)
    standings = [worth.view.standing]

    def weighed(strokes: Strokes, board_of: Ints, samples: int) -> tuple[Floats, Floats]:
        errors = candidates.errors_of_hand(samples, chance)
        shaken = candidates.shaken(strokes, errors, noise, free, equipment.pace.full_force)
        boards_of = np.repeat(board_of, samples)
        outcome = volley.play(boards, shaken, boards_of, Seat.SOUTH, equipment, threads)
        worths, followed = worth.of(outcome, standings, np.zeros(len(shaken), np.int64))
        kept = np.array([each.mine_on_strike for each in followed], float).reshape(-1, samples).mean(axis=1)
        return worths.reshape(-1, samples).mean(axis=1) + GOING_ON * kept, kept

    x = candidates.nearest_places(chance.uniform(-0.235, 0.235, count), free)
    met = chance.uniform(-0.1, 0.1, count)
    strokes = Strokes(
        x,
        np.arctan2(band_middle(equipment.board), met - x),
        chance.uniform(1.5, equipment.pace.full_force, count),
    )
    board_of = chance.integers(0, TURNS, count)
    value, kept = weighed(strokes, board_of, 1)
    few = 1 if noise.none else 2
    for keep, samples in ((count // 12, 4 // few * few), (count // 60, 24), (60, 100)):
        order = np.argsort(-value, kind="stable")[:keep]
        strokes, board_of = strokes[order], board_of[order]
        value, kept = weighed(strokes, board_of, 1 if noise.none else samples)
    for narrow in (1.0, 0.5, 0.25):
        order = np.argsort(-value, kind="stable")[:20]
        best, home = strokes[order], board_of[order]
        again = np.repeat(np.arange(len(order)), 12)
        near = Strokes(
            candidates.nearest_places(best.x[again] + chance.normal(0.0, 0.004 * narrow, len(again)), free),
            best.angle[again] + chance.normal(0.0, 0.012 * narrow, len(again)),
            np.clip(
                best.speed[again] * np.exp(chance.normal(0.0, 0.1 * narrow, len(again))),
                0.5,
                equipment.pace.full_force,
            ),
        )
        strokes, board_of = best.joined(near), np.concatenate([home, home[again]])
        value, kept = weighed(strokes, board_of, 1 if noise.none else 40)
        order = np.argsort(-value, kind="stable")[:40]
        strokes, board_of = strokes[order], board_of[order]
        value, kept = weighed(strokes, board_of, 1 if noise.none else 200)
    found: list[list[float]] = []
    used: dict[int, int] = {}
    for i in np.argsort(-value, kind="stable"):
        turn = int(board_of[i])
        if used.setdefault(turn, 0) >= 1:
            continue
        used[turn] += 1
        row = (
            turns[turn],
            strokes.x[i],
            strokes.angle[i],
            strokes.speed[i],
            value[i] - GOING_ON * kept[i],
            kept[i],
        )
        found.append([round(float(number), 6) for number in row])
        if len(found) == KEPT:
            break
    return found


def _worth(equipment: Equipment, level: str) -> Worth:
    noise = LEVELS[level]
    match = matches.begin(INTERNATIONAL_A, ("South",), ("North",))
    match = matches.toss(match, Side.FIRST, "break")
    match = matches.call_play(matches.seat(match, {Seat.SOUTH: "South", Seat.NORTH: "North"}))
    view = View(match, Layout.rosette(equipment), "South", equipment)
    hand = Hand.of(noise, equipment)
    return Worth(view, hand, hand)


if __name__ == "__main__":
    main()
