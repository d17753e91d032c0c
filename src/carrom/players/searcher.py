"""The searcher simulates many strokes, and the best of them again with the errors of its own hand.

Candidates are generated and simulated without error. The best go through sequential halving under the hand's
errors, the same errors for all. The last few are varied, halved again, and judged by the best stroke on the
boards that they leave. A hand without error needs no halving, and looks several strokes ahead instead.

The budget counts simulated strokes. The same seed gives the same stroke, unless the plan has a time.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from time import perf_counter

import numpy as np

from carrom.physics import volley
from carrom.physics.volley import NO_STROKES, Boards, Floats, Ints, Strokes
from carrom.players import candidates
from carrom.players.hand import Hand
from carrom.players.levels import Plan
from carrom.players.noise import Noise
from carrom.players.openings import book_stroke, opening_for
from carrom.players.player import Player
from carrom.players.view import View
from carrom.players.worth import Follows, Worth, clearing_worth
from carrom.rules import Standing
from carrom.rules.standing import Waiting
from carrom.stroke import Aim, Placement
from carrom.stroke.layout import Placed
from carrom.surface import Interval, legal_intervals
from carrom.words import Coin, Seat

KEPT = 3
"""One stroke in so many goes on to the next round of halving, and is tried there twice as often."""

SCREENED = 0.38
"""The share of the first simulation in the cost of a halving: 1 of 2.6."""

FIRST_LOOK = 0.4
"""The share of the budget for the first look of a hand without error; the rest is for looking ahead."""

FINALISTS = 4
HANDFUL = 8
LITTLE = 1000
"""A budget below this is spent on the first halving only."""


class Searcher(Player):
    """Plays for the board and the game under the rulebook, and knows the errors of its hand."""

    name = "searcher"

    def __init__(self, noise: Noise, plan: Plan = Plan()) -> None:  # noqa: B008 - a frozen value
        self.noise = noise
        self.plan = plan

    @property
    def repeatable(self) -> bool:
        return self.plan.seconds is None

    def aim(self, view: View) -> Aim:
        if self.plan.book and not view.standing.broken:
            known = book_stroke(view, self.noise)
            if known is not None:
                return known
        return self.best(view, 1)[0][0]

    def turn(self, view: View) -> float:
        return opening_for(view, self.noise).turned if self.plan.book else 0.0

    def place(self, view: View, coin: Coin) -> Placement:
        """Place the coin on the legal spot that leaves the best board."""
        spots = view.spots_for(coin)
        if not spots:
            return super().place(view, coin)
        layouts = [view.layout.with_coin(Placed(coin, *spot), view.equipment) for spot in spots]
        hand = Hand.of(self.noise, view.equipment)
        worths = Worth(view, hand, hand).of_boards(Boards.of(layouts))
        return Placement(coin, *spots[int(np.argmax(worths))])

    def clear(self, view: View) -> Aim:
        return self._thought_out(_Clearing, view, 1)[0][0]

    def best(self, view: View, count: int = 1) -> list[tuple[Aim, float]]:
        """The best strokes found, best first, each with its worth: the chance to win the game."""
        return self._thought_out(_Thought, view, count)

    def _thought_out(self, kind: type[_Thought], view: View, count: int) -> list[tuple[Aim, float]]:
        """Decide once; if the plan has a time, again with twice the budget each while there is time."""
        began = perf_counter()
        found = kind(self, view, self.plan).best(count)
        if self.plan.seconds is None:
            return found
        plan, took = self.plan, perf_counter() - began
        while perf_counter() - began + 2.0 * took < self.plan.seconds:
            plan = replace(plan, budget=2 * plan.budget)
            started = perf_counter()
            found = kind(self, view, plan).best(count)
            took = perf_counter() - started
        return found


class _Thought:
    """One decision."""

    def __init__(self, player: Searcher, view: View, plan: Plan) -> None:
        noise, equipment = player.noise, view.equipment
        self.view, self.plan, self.noise, self.equipment = view, plan, noise, equipment
        self.full = equipment.pace.full_force
        self.chance = np.random.default_rng(view.seed)
        self.hand = Hand.of(noise, equipment)
        self.worth = Worth(view, self.hand, self.hand)
        self.root = Boards.of([view.layout])
        self.free = view.places

    def best(self, count: int) -> list[tuple[Aim, float]]:
        strokes, worths = self.decided()
        seat = self.view.seat
        best = zip(strokes.x, strokes.angle, strokes.speed, worths, strict=True)
        return [
            (Aim(seat, float(x), float(angle), float(speed)), float(worth))
            for x, angle, speed, worth in islice(best, count)
        ]

    def decided(self) -> tuple[Strokes, Floats]:
        """All strokes that were tried, best first, with their worth; the best were tried most often."""
        return self.decided_steadily() if self.noise.none else self.decided_with_errors()

    def decided_steadily(self) -> tuple[Strokes, Floats]:
        strokes = self.generated(max(4, round(FIRST_LOOK * self.plan.budget)))
        worths, followed, outcome = self.tried(strokes)
        return _in_order(strokes, self.looked_far(strokes, worths, followed, outcome))

    def decided_with_errors(self) -> tuple[Strokes, Floats]:
        plan = self.plan
        little = plan.budget < LITTLE
        first = plan.budget if little else round(plan.budget * (1.0 - plan.refined - plan.ahead))
        strokes = self.generated(max(2, round(SCREENED * first)))
        worths, _, _ = self.tried(strokes)
        ranked, means = self.halved(strokes, worths, 1, 1 if little else FINALISTS)
        if little:
            return strokes[ranked], np.minimum.accumulate(means)
        others, other_means = strokes[ranked[FINALISTS:]], means[FINALISTS:]
        near = self.varied(strokes[ranked[:FINALISTS]])
        ranked, means = self.halved(near, np.zeros(len(near)), 0, FINALISTS)
        last = near[ranked[:FINALISTS]]
        last, means = _in_order(last, means[:FINALISTS] + self.looked_ahead(last))
        return last.joined(others), np.minimum.accumulate(np.concatenate([means, other_means]))

    def generated(self, count: int) -> Strokes:
        """Candidates: lines at several speeds, and random strokes."""
        random = round(count * self.plan.by_chance)
        places = candidates.places_on(self.free, 0.02)
        strokes = self.lines(self.root, 0, self.view.seat, self.view.standing, places, count - random)
        # A plan without random strokes still needs them if there is no line.
        rest = count - len(strokes) if random or not len(strokes) else 0
        more = candidates.by_chance(
            self.root, 0, self.view.seat, self.free, rest, self.equipment, self.chance
        )
        return strokes.joined(more)

    def lines(
        self, boards: Boards, board: int, seat: Seat, standing: Standing, places: Floats, most: int
    ) -> Strokes:
        found = volley.lines(
            boards, board, seat, self.wanted(boards, board, standing), places, self.hand.numbers
        )
        pushes = candidates.PUSHES
        which = candidates.best_lines(found, max(1, most // len(pushes)))
        return candidates.along_lines(found, which, pushes, self.full)

    def wanted(self, boards: Boards, board: int, standing: Standing) -> Ints:
        """1 for the coins of the side on strike, and for the queen if it has the right to her."""
        kinds = boards.kinds[board]
        wanted: Ints = (kinds == volley.KINDS[Coin(standing.on_strike.value)]).astype(np.int64)
        if (kinds == volley.KINDS[Coin.QUEEN]).any():
            she = self.worth.follows(standing, (0, 0, 1, 0, 1)).standing
            if isinstance(she.queen, Waiting):
                wanted |= kinds == volley.KINDS[Coin.QUEEN]
        return wanted

    def varied(self, strokes: Strokes) -> Strokes:
        """The strokes, and some variations of each."""
        each = max(2, round(self.plan.budget * self.plan.refined) // (8 * len(strokes)))
        again = np.repeat(np.arange(len(strokes)), each)
        count = len(again)
        near = Strokes(
            strokes.x[again],
            strokes.angle[again] + self.chance.normal(0.0, 0.004, count),
            np.minimum(strokes.speed[again] * np.exp(self.chance.normal(0.0, 0.15, count)), self.full),
        )
        return strokes.joined(near)

    def tried(self, strokes: Strokes) -> tuple[Floats, list[Follows], volley.Played]:
        """Play each stroke once on the current board."""
        home = np.zeros(len(strokes), np.int64)
        return self.played(self.root, strokes, home, self.view.seat, [self.view.standing])

    def played(
        self, boards: Boards, strokes: Strokes, board_of: Ints, seat: Seat, standings: list[Standing]
    ) -> tuple[Floats, list[Follows], volley.Played]:
        outcome = volley.play(boards, strokes, board_of, seat, self.equipment)
        worths, followed = self.weighed(outcome, standings, board_of)
        return worths, followed, outcome

    def weighed(
        self, outcome: volley.Played, standings: list[Standing], board_of: Ints
    ) -> tuple[Floats, list[Follows]]:
        return self.worth.of(outcome, standings, board_of)

    def errors(self, count: int) -> Floats:
        return candidates.errors_of_hand(count, self.chance)

    def shaken(self, strokes: Strokes, errors: Floats, free: tuple[Interval, ...]) -> Strokes:
        return candidates.shaken(strokes, errors, self.noise, free, self.full)

    def halved(self, strokes: Strokes, total: Floats, tries: int, few: int) -> tuple[Ints, Floats]:
        """Sequential halving to `few` strokes: the ranks of all strokes, and their mean worth.

        Each round tries the better part again, twice as often, with new errors. Earlier trials also count.
        """
        total, tried, samples = total.copy(), np.full(len(strokes), tries), 2 if tries else 4
        alive = np.arange(len(strokes))
        while True:
            if tries:
                alive = alive[np.argsort(-total[alive], kind="stable")[: max(few, len(alive) // KEPT)]]
            worths, _, _ = self.tried(self.shaken(strokes[alive], self.errors(samples), self.free))
            total[alive] += worths.reshape(len(alive), samples).sum(axis=1)
            tries += samples
            tried[alive] = tries
            samples *= 2
            if len(alive) <= few:
                means = total / tried
                ranked = np.lexsort((-means, -tried))
                return ranked, means[ranked]

    def looked_ahead(self, strokes: Strokes, outcomes: int = 4) -> Floats:
        """How much more the boards after these strokes are worth by the best stroke to follow.

        Only boards where the turn stays are searched.
        """
        worths, followed, outcome = self.tried(self.shaken(strokes, self.errors(outcomes), self.free))
        on = np.array(
            [i for i, after in enumerate(followed) if after.ends is None and after.mine_on_strike], np.int64
        )
        gain = np.zeros((len(strokes), outcomes))
        if not len(on):
            return _means(gain)
        boards = outcome.boards_after(on)
        standings = [followed[i].standing for i in on]
        each = max(8, round(self.plan.budget * self.plan.ahead) // (2 * len(on)))
        tried, board_of = self.replies(boards, standings, each)
        found, _, _ = self.played(boards, tried, board_of, self.view.seat, standings)
        again, home = NO_STROKES, []
        errors = self.errors(4)
        for board in range(len(on)):
            mine = np.flatnonzero(board_of == board)
            best = mine[np.argsort(-found[mine], kind="stable")[: max(1, each // 4)]]
            again = again.joined(self.shaken(tried[best], errors, self.places_on(boards, board)))
            home += [board] * (len(best) * len(errors))
        if not len(again):
            return _means(gain)
        home_of = np.array(home, np.int64)
        found, _, _ = self.played(boards, again, home_of, self.view.seat, standings)
        means = _means(found.reshape(-1, len(errors)))
        best_reply = np.full(len(on), -np.inf)
        np.maximum.at(best_reply, home_of[:: len(errors)], means)
        known = np.isfinite(best_reply)
        gain.ravel()[on[known]] = best_reply[known] - worths[on[known]]
        return _means(gain)

    def looked_far(
        self, strokes: Strokes, worths: Floats, followed: list[Follows], outcome: volley.Played
    ) -> Floats:
        """For a hand without error: a beam search over the boards after its strokes, while the turn stays."""
        plan = self.plan
        result = worths.copy()
        ahead = round(plan.budget * plan.ahead)
        # Fewer strokes than a handful say nothing about a board.
        beam = _going_on(worths, followed, max(1, min(3 * plan.width, ahead // HANDFUL)))
        roots = beam
        if len(roots):
            # Only strokes of the beam may win: their worth is known better.
            open_ended = np.array([after.ends is None for after in followed])
            result[open_ended] -= 1.0
        for _ in range(plan.depth):
            if not len(beam):
                break
            boards = outcome.boards_after(beam)
            standings = [followed[i].standing for i in beam]
            tried, board_of = self.replies(boards, standings, ahead // len(beam))
            if not len(tried):
                break
            worths, followed, outcome = self.played(boards, tried, board_of, self.view.seat, standings)
            found = np.full(len(strokes), -np.inf)
            np.maximum.at(found, roots[board_of], worths)
            # A deeper search replaces a shallower one of the same stroke.
            result = np.where(np.isfinite(found), np.maximum(found, result), result)
            beam = _going_on(worths, followed, max(1, min(plan.width, ahead // HANDFUL)), board_of)
            roots = roots[board_of[beam]]
        return result

    def replies(self, boards: Boards, standings: list[Standing], each: int) -> tuple[Strokes, Ints]:
        """Candidates of the same player on each of several boards."""
        tried, board_of = NO_STROKES, []
        for board, standing in enumerate(standings):
            free = self.places_on(boards, board)
            places = candidates.places_on(free, 0.04)
            strokes = self.lines(boards, board, self.view.seat, standing, places, round(each * 0.7))
            count = each - len(strokes)
            more = candidates.by_chance(
                boards, board, self.view.seat, free, count, self.equipment, self.chance
            )
            tried = tried.joined(strokes).joined(more)
            board_of += [board] * (len(strokes) + len(more))
        return tried, np.array(board_of, np.int64)

    def places_on(self, boards: Boards, board: int) -> tuple[Interval, ...]:
        count = 2 * (int(boards.pieces[board]) - 1)
        coins = boards.coins[board, :count].tolist()
        points = zip(coins[0::2], coins[1::2], strict=True)
        return legal_intervals(
            self.view.seat, tuple(points), self.equipment, self.view.book.striker_between_lines
        )


def _in_order(strokes: Strokes, worths: Floats) -> tuple[Strokes, Floats]:
    order = np.argsort(-worths, kind="stable")
    return strokes[order], worths[order]


def _means(rows: Floats) -> Floats:
    means: Floats = rows.mean(axis=1)
    return means


def _going_on(worths: Floats, followed: list[Follows], most: int, board_of: Ints | None = None) -> Ints:
    """The best strokes after which the turn stays, at most three from each board."""
    taken: dict[int, int] = {}
    chosen = []
    for i in np.argsort(-worths, kind="stable").tolist():
        if followed[i].ends is not None or not followed[i].mine_on_strike:
            continue
        if board_of is not None:
            board = int(board_of[i])
            if taken.get(board, 0) == 3:
                continue
            taken[board] = taken.get(board, 0) + 1
        chosen.append(i)
        if len(chosen) == most:
            break
    return np.array(chosen, np.int64)


class _Clearing(_Thought):
    """A decision where every coin counts and there is no turn to keep, so nothing is searched further."""

    def wanted(self, boards: Boards, board: int, standing: Standing) -> Ints:
        wanted: Ints = (boards.kinds[board] >= 0).astype(np.int64)
        return wanted

    def weighed(
        self, outcome: volley.Played, standings: list[Standing], board_of: Ints
    ) -> tuple[Floats, list[Follows]]:
        return clearing_worth(outcome, self.view.seat, self.hand), []

    def looked_ahead(self, strokes: Strokes, outcomes: int = 4) -> Floats:
        return np.zeros(len(strokes))

    def looked_far(
        self, strokes: Strokes, worths: Floats, followed: list[Follows], outcome: volley.Played
    ) -> Floats:
        return worths
