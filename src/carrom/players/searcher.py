"""The searcher: many strokes tried in the mind, the few best tried again with the errors of its own hand.

One decision runs in steps. Strokes worth a look are generated and screened without error. The best go
through sequential halving under the hand's own errors, the same errors for all, so that what is compared is
the strokes and not their luck. The last few are varied a little, halved again, and judged by the best stroke
that follows on the boards they leave. A hand without error needs no halving: its outcomes are certain, and it
looks several strokes ahead instead.

The budget counts simulated strokes. The same seed gives the same stroke, unless a plan is made to fill a
time: such a player says that it is not repeatable.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from carrom.physics import volley
from carrom.physics.volley import Boards
from carrom.players import candidates
from carrom.players.candidates import Strokes
from carrom.players.clearing import Clearing
from carrom.players.hand import Hand
from carrom.players.levels import Plan
from carrom.players.noise import FLUFF, FLUFFS, Noise
from carrom.players.openings import book_stroke, opening_for
from carrom.players.player import Player
from carrom.players.view import View
from carrom.players.worth import Follows, Worth
from carrom.rules import Standing
from carrom.rules.placing import free_places
from carrom.rules.standing import Waiting
from carrom.stroke import Aim, Placement
from carrom.stroke.layout import Placed
from carrom.surface import Interval, legal_intervals
from carrom.words import Coin, Seat

if TYPE_CHECKING:
    from carrom.players.race import Floats, Ints


KEPT = 3
"""One stroke in so many goes on to the next round, and is tried there twice as often."""

SCREENED = 0.38
"""Of what a halving costs: a third of the strokes go on, tried twice as often; 2.6 screens in all."""

FIRST_LOOK = 0.4
"""A steady hand's: the rest is for looking ahead."""

FINALISTS = 4
HANDFUL = 8
LITTLE = 1000
"""A budget below this is spent on the first look alone."""


class Searcher(Player):
    """Plays for the result of board and game under the rulebook in force, with a hand of known errors."""

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
        """On the legal spot that leaves the best board."""
        spots = free_places(view.layout, coin, view.colour, view.equipment, view.partners)
        if not spots:
            return super().place(view, coin)
        layouts = [view.layout.with_coin(Placed(coin, *spot), view.equipment) for spot in spots]
        hand = Hand.of(self.noise, view.equipment)
        worths = Worth(view, hand, hand).of_boards(Boards.of(layouts))
        return Placement(coin, *spots[int(np.argmax(worths))])

    def clear(self, view: View) -> Aim:
        return self._thought_out(_Clearing, view, 1)[0][0]

    def best(self, view: View, count: int = 1) -> list[tuple[Aim, float]]:
        """The best strokes it finds, best first, with what each is worth: the chance to win the game."""
        return self._thought_out(_Thought, view, count)

    def _thought_out(self, kind: type[_Thought], view: View, count: int) -> list[tuple[Aim, float]]:
        """Think once; with a time to fill, again with twice the budget each, as long as it can be kept."""
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
    """One decision: the view, what is known from it, and what has been spent."""

    def __init__(self, player: Searcher, view: View, plan: Plan) -> None:
        noise, equipment = player.noise, view.equipment
        self.view, self.plan, self.noise, self.equipment = view, plan, noise, equipment
        self.full = equipment.pace.full_force
        self.chance = np.random.default_rng(view.seed)
        self.hand = Hand.of(noise, equipment)
        self.worth = Worth(view, self.hand, self.hand)
        self.root = Boards.of([view.layout])
        self.free = view.places
        self.spent = 0

    def best(self, count: int) -> list[tuple[Aim, float]]:
        strokes, worths = self.decided()
        seat = self.view.seat
        best = zip(strokes.x, strokes.angle, strokes.speed, worths, strict=True)
        return [
            (Aim(seat, float(x), float(angle), float(speed)), float(worth))
            for x, angle, speed, worth in islice(best, count)
        ]

    def decided(self) -> tuple[Strokes, Floats]:
        """All strokes looked at, best first, with their worth.

        The farther back, the less often a stroke was tried: its luck does not lift it over those before it.
        """
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
        """Lines at several pushes, the rest by chance."""
        random = round(count * self.plan.by_chance)
        places = candidates.places_on(self.free, 0.02)
        strokes = self.lines(self.root, 0, self.view.seat, self.view.standing, places, count - random)
        # Who plays lines alone still must play something where there is none.
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
        """The coins the side on strike may want: its own, and the queen if it has the right to her."""
        kinds = boards.kinds[board]
        wanted: Ints = (kinds == volley.KINDS[Coin(standing.on_strike.value)]).astype(np.int64)
        if (kinds == volley.KINDS[Coin.QUEEN]).any():
            she = self.worth.follows(standing, (0, 0, 1, 0, 1)).standing
            if isinstance(she.queen, Waiting):
                wanted |= kinds == volley.KINDS[Coin.QUEEN]
        return wanted

    def varied(self, strokes: Strokes) -> Strokes:
        """The strokes themselves and some near each of them."""
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
        """Each stroke played once on the board as it is."""
        home = np.zeros(len(strokes), np.int64)
        return self.played(self.root, strokes, home, self.view.seat, [self.view.standing])

    def played(
        self, boards: Boards, strokes: Strokes, board_of: Ints, seat: Seat, standings: list[Standing]
    ) -> tuple[Floats, list[Follows], volley.Played]:
        outcome = volley.play(boards, strokes.volley(seat, board_of), self.equipment)
        self.spent += len(strokes)
        worths, followed = self.worth.of(outcome, standings, board_of)
        return worths, followed, outcome

    def errors(self, count: int) -> Floats:
        return candidates.errors_of_hand(count, FLUFFS, FLUFF, self.chance)

    def shaken(self, strokes: Strokes, errors: Floats, free: tuple[Interval, ...]) -> Strokes:
        noise = (self.noise.angle, self.noise.speed, self.noise.place)
        return candidates.shaken(strokes, errors, noise, free, self.full)

    def halved(self, strokes: Strokes, total: Floats, tries: int, few: int) -> tuple[Ints, Floats]:
        """Sequential halving to `few` strokes: all in the order of their rank, and their worth on average.

        Each round tries the better part again, twice as often, with errors not drawn before. What was tried
        before counts on: a stroke must be good without error, and go on being good with it.
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
        """How much better than weighed the boards are that these strokes leave, by the best stroke to follow.

        Only where the turn stays: what the other side will find is weighed, not searched.
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
        again, home = candidates.NONE, []
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
        """For a steady hand: a beam over the boards its strokes surely leave, as long as the turn stays."""
        plan = self.plan
        result = worths.copy()
        ahead = round(plan.budget * plan.ahead)
        # A board looked at with fewer strokes than a handful tells nothing.
        beam = _going_on(worths, followed, max(1, min(3 * plan.width, ahead // HANDFUL)))
        roots = beam
        if len(roots):
            # What was looked at further is known better than what was not: only the beam may win.
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
            # A deeper look replaces a shallower one of the same stroke, where there is one.
            result = np.where(np.isfinite(found), np.maximum(found, result), result)
            beam = _going_on(worths, followed, max(1, min(plan.width, ahead // HANDFUL)), board_of)
            roots = roots[board_of[beam]]
        return result

    def replies(self, boards: Boards, standings: list[Standing], each: int) -> tuple[Strokes, Ints]:
        """Strokes for the same player on each of several boards."""
        tried, board_of = candidates.NONE, []
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
    """The best strokes after which the turn stays, at most three from one board."""
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
    """A decision where every coin counts. There is no turn to keep: nothing is looked at further."""

    def __init__(self, player: Searcher, view: View, plan: Plan) -> None:
        super().__init__(player, view, plan)
        self.weighing = Clearing(view.seat, self.hand)

    def wanted(self, boards: Boards, board: int, standing: Standing) -> Ints:
        wanted: Ints = (boards.kinds[board] >= 0).astype(np.int64)
        return wanted

    def played(
        self, boards: Boards, strokes: Strokes, board_of: Ints, seat: Seat, standings: list[Standing]
    ) -> tuple[Floats, list[Follows], volley.Played]:
        outcome = volley.play(boards, strokes.volley(seat, board_of), self.equipment)
        self.spent += len(strokes)
        return self.weighing.of(outcome), [], outcome

    def looked_ahead(self, strokes: Strokes, outcomes: int = 4) -> Floats:
        return np.zeros(len(strokes))

    def looked_far(
        self, strokes: Strokes, worths: Floats, followed: list[Follows], outcome: volley.Played
    ) -> Floats:
        return worths
