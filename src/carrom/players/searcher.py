"""The searcher simulates many strokes, and the best of them again with the errors of its own hand.

Candidates are generated and simulated without error. The best go through sequential halving under the hand's
errors, the same errors for all. The last few are varied, halved again, and judged by the best stroke on the
boards that they leave. A hand without error needs no halving, and looks several strokes ahead instead.

The budget counts simulated strokes. The same seed gives the same stroke, unless the plan has a time.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from math import inf
from time import perf_counter

from carrom.equipment import Equipment
from carrom.players.hand import hand_on
from carrom.players.levels import Plan
from carrom.players.noise import Noise
from carrom.players.openings import book_stroke, opening_for
from carrom.players.player import Player
from carrom.players.view import View
from carrom.players.volley import KINDS, Boards, Floats, Ints, Outcomes, Volley
from carrom.players.worth import Worth
from carrom.rng import WORD
from carrom.rules import Standing
from carrom.rules.standing import OnBoard, Waiting
from carrom.stroke import Aim, Placement
from carrom.stroke.layout import Placed
from carrom.surface import legal_intervals
from carrom.words import WHITE, Coin

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

    def __init__(
        self,
        noise: Noise,
        plan: Plan = Plan(),  # noqa: B008 - a frozen value
        plain: bool | None = None,
    ) -> None:
        """`plain`: think without the compiler, with the same decisions; by default where there is none."""
        self.noise = noise
        self.plan = plan
        self.plain = plain

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
        hand, volley = self.hand_on(view.equipment), Volley(view.equipment, view.seat, self.plain)
        worth = Worth(view, hand, hand, volley, self.plan.patience)
        worths = worth.of_boards(volley.boards(layouts), len(layouts))
        return Placement(coin, *spots[worths.index(max(worths))])

    def hand_on(self, equipment: Equipment) -> tuple[float, ...]:
        """The numbers of this player's hand on a table."""
        return hand_on(self.noise, equipment, self.plan.cover)

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
        self.volley = Volley(equipment, view.seat, player.plain)
        self.kernel, self.new = self.volley.kernel, self.volley.runtime
        numbers = player.hand_on(equipment)
        self.hand = self.new.of_floats(numbers)
        self.errors_of = self.new.of_floats([noise.angle, noise.speed, noise.place])
        self.low, self.high, self.drawn = view.seed % WORD, view.seed // WORD % WORD, 0
        self.worth = Worth(view, numbers, numbers, self.volley, plan.patience)
        self.root = self.boards_of(view)
        self.home = self.new.of_ints([self.worth.now])
        self.free, self.spans = self.volley.intervals(view.places)
        self.empty_lines = self.volley.intervals(
            legal_intervals(view.seat, (), equipment, view.book.striker_between_lines)
        )

    def boards_of(self, view: View) -> Boards:
        return self.volley.boards([view.layout])

    def draw(self, count: int) -> int:
        """The number of the first of so many random numbers."""
        self.drawn += count
        return self.drawn - count

    def best(self, count: int) -> list[tuple[Aim, float]]:
        """The best strokes, best first, with their worth; the best were tried most often."""
        decided = self.decided_steadily if self.noise.none else self.decided_with_errors
        aims, worths = decided(count)
        size, seat = self.kernel.AIM_SIZE, self.view.seat
        flat = self.new.first(aims, len(aims))
        return [
            (Aim(seat, *flat[size * stroke : size * (stroke + 1)]), worth)
            for stroke, worth in enumerate(worths[:count])
        ]

    def decided_steadily(self, most: int) -> tuple[Floats, list[float]]:
        aims, count = self.generated(max(4, round(FIRST_LOOK * self.plan.budget)))
        outcomes, worths = self.tried(aims, count)
        found = self.looked_far(count, worths, outcomes)
        order = self.in_order(found)[:most]
        return self.picked(aims, order), [found[i] for i in order]

    def decided_with_errors(self, most: int) -> tuple[Floats, list[float]]:
        plan = self.plan
        little = plan.budget < LITTLE
        first = plan.budget if little else round(plan.budget * (1.0 - plan.refined - plan.ahead))
        aims, count = self.generated(max(2, round(SCREENED * first)))
        _, worths = self.tried(aims, count)
        order, means = self.halved(aims, count, worths, 1, 1 if little else FINALISTS)
        if little:
            return self.picked(aims, order[:most]), falling(means)
        few = min(FINALISTS, count)
        others, other_means = self.picked(aims, order[few:][:most]), means[few:]
        near, count = self.varied(self.picked(aims, order[:few]), few)
        order, means = self.halved(near, count, self.new.floats(count), 0, FINALISTS)
        few = min(FINALISTS, count)
        last = self.picked(near, order[:few])
        final = [mean + gain for mean, gain in zip(means, self.looked_ahead(last, few), strict=False)]
        order = self.in_order(final)
        best = self.new.joined(self.picked(last, order), others)
        return best, falling([*(final[i] for i in order), *other_means])

    def picked(self, aims: Floats, which: list[int]) -> Floats:
        """These strokes alone."""
        size = self.kernel.AIM_SIZE
        return self.new.of_floats([float(aims[size * i + field]) for i in which for field in range(size)])

    def in_order(self, values: list[float]) -> list[int]:
        """The places of the values, the greatest first; equal ones stay in order."""
        new, count = self.new, len(values)
        order = new.of_ints(range(count))
        self.kernel.ranked(count, new.of_floats(values), order, new.ints(count))
        return new.first(order, count)

    def generated(self, count: int) -> tuple[Floats, int]:
        """Candidates, lines at several speeds and random strokes; and their number."""
        k = self.kernel
        random = round(count * self.plan.by_chance)
        aims = self.volley.aims(max(count, len(k.PUSHES)))
        wanted = self.wanted(self.view.standing)
        lines = self.lines(0, self.root, wanted, self.free, self.spans, 0.02, count - random, aims, 0)
        # A plan without random strokes still needs them if there is no line.
        rest = count - lines if random or not lines else 0
        return aims, self.by_chance(0, self.root, wanted, self.free, self.spans, rest, aims, lines)

    def lines(
        self,
        board: int,
        boards: Boards,
        wanted: Ints,
        free: Floats,
        spans: int,
        step: float,
        most: int,
        aims: Floats,
        count: int,
    ) -> int:
        """Add the best lines of a board to `count` strokes, each at several speeds; their number then."""
        k, new = self.kernel, self.new
        places, there = self.volley.places(free, spans, step)
        found, rows = self.volley.lines(board, boards, wanted, places, there, self.hand)
        room = max(rows, 4 * k.COINS)
        which = max(1, most // len(k.PUSHES))
        end = k.along_lines(
            rows, found, which, self.hand, new.ints(room), new.ints(room), aims, k.AIM_SIZE * count
        )
        return int(end) // int(k.AIM_SIZE)

    def by_chance(
        self,
        board: int,
        boards: Boards,
        wanted: Ints,
        free: Floats,
        spans: int,
        more: int,
        aims: Floats,
        count: int,
    ) -> int:
        """Add random strokes on a board to `count` strokes; their number then."""
        if more <= 0:
            return count
        k, number = self.kernel, self.draw(self.kernel.RANDOMS * more)
        seeds = self.low, self.high, number
        volley, hand, at = self.volley, self.hand, k.AIM_SIZE * count
        end = k.by_chance(
            board, boards, volley.turns, wanted, free, spans, more, *seeds, hand, volley.seen, aims, at
        )
        return int(end) // int(k.AIM_SIZE)

    def wanted(self, standing: Standing) -> Ints:
        """1 for the coins of the side on strike, and for the queen if it has the right to her.

        A last coin that would lose the board is not wanted, unless the plan does not spare it.
        """
        kinds = [0, 0, 0]
        own = Coin(standing.on_strike.value)
        coin = int(own is Coin.WHITE), int(own is Coin.BLACK), 0, 0, 1
        over = self.worth.follows(standing, coin).standing.over
        loses = over is not None and over.winner is standing.on_strike.other
        kinds[KINDS[own]] = int(not (loses and self.plan.spares_last))
        if isinstance(standing.queen, OnBoard):
            she = self.worth.follows(standing, (0, 0, 1, 0, 1)).standing
            kinds[KINDS[Coin.QUEEN]] = int(isinstance(she.queen, Waiting))
        return self.new.of_ints(kinds)

    def varied(self, aims: Floats, count: int) -> tuple[Floats, int]:
        """The strokes, and some variations of each; and their number."""
        k = self.kernel
        each = max(2, round(self.plan.budget * self.plan.refined) // (8 * max(1, count)))
        near = self.volley.aims(count * (1 + each))
        seeds = self.low, self.high, self.draw(4 * count * each)
        k.varied(count, each, *seeds, self.hand, aims, near)
        return near, count * (1 + each)

    def tried(self, aims: Floats, count: int) -> tuple[Outcomes, Floats]:
        """Play each stroke once on the current board: the outcomes and their worths."""
        return self.played(self.root, self.home, aims, count, self.new.ints(max(1, count)))

    def played(
        self, boards: Boards, standing_of: Ints, aims: Floats, count: int, board_of: Ints
    ) -> tuple[Outcomes, Floats]:
        outcomes = self.volley.play(boards, aims, count, board_of)
        return outcomes, self.weighed(boards, outcomes, count, standing_of)

    def weighed(self, boards: Boards, outcomes: Outcomes, count: int, standing_of: Ints) -> Floats:
        return self.worth.of(boards, outcomes, count, standing_of)

    def shaken(
        self,
        aims: Floats,
        which: Ints,
        count: int,
        samples: int,
        number: int,
        places: tuple[Floats, int] | None = None,
    ) -> Floats:
        """These strokes, each with the same errors of the hand: those from a random number on."""
        k, errors, hand = self.kernel, self.new.floats(3 * samples), self.hand
        shook = self.volley.aims(count * samples)
        seeds = self.low, self.high, number
        free, spans = places or (self.free, self.spans)
        k.shaken(count, which, samples, *seeds, self.errors_of, free, spans, hand, errors, aims, shook)
        return shook

    def halved(
        self, aims: Floats, count: int, worths: Floats, tries: int, few: int
    ) -> tuple[list[int], list[float]]:
        """Sequential halving to `few` strokes: the ranks of all strokes, and their mean worth in that order.

        Each round tries the better part again, twice as often, with new errors. Earlier trials also count.
        """
        k, new = self.kernel, self.new
        total, tried, samples = worths, [tries] * count, 2 if tries else 4
        alive, left, spare = new.of_ints(range(count)), count, new.ints(count)
        while True:
            if tries:
                k.ranked(left, total, alive, spare)
                left = min(left, max(few, left // KEPT))
            number = self.draw(k.ERRORS * samples)
            shook = self.shaken(aims, alive, left, samples, number)
            _, worths = self.tried(shook, left * samples)
            k.add_up(left, alive, samples, worths, total)
            tries += samples
            for i in new.first(alive, left):
                tried[i] = tries
            samples *= 2
            if left <= few:
                means = [sum_ / times for sum_, times in zip(new.first(total, count), tried, strict=True)]
                order = sorted(range(count), key=lambda i: (-tried[i], -means[i]))
                return order, [means[i] for i in order]

    def looked_ahead(self, aims: Floats, count: int, outcomes: int = 4) -> list[float]:
        """How much more the boards after these strokes are worth by the best stroke to follow.

        Only boards where the turn stays are searched.
        """
        new, total = self.new, count * outcomes
        everyone = new.of_ints(range(count))
        shook = self.shaken(aims, everyone, count, outcomes, self.draw(self.kernel.ERRORS * outcomes))
        after, found = self.tried(shook, total)
        kinds, worths = self.worth.kinds_of(after, total), new.first(found, total)
        on = [i for i in range(total) if self.worth.kinds[kinds[i]].goes_on]
        gain = [0.0] * total
        if on:
            boards = self.volley.after(on, self.root, after)
            standing_of = self.numbers_of([kinds[i] for i in on])
            each = max(8, round(self.plan.budget * self.plan.ahead) // (2 * len(on)))
            for i, reply in zip(on, self.best_replies(boards, standing_of, len(on), each), strict=True):
                if reply > -inf:
                    gain[i] = reply - worths[i]
        return [sum(gain[outcomes * i : outcomes * (i + 1)]) / outcomes for i in range(count)]

    def best_replies(
        self, boards: Boards, standing_of: Ints, count: int, each: int, samples: int = 4
    ) -> list[float]:
        """The worth of the best stroke on each board under the hand's errors; −inf without one."""
        new, size = self.new, self.kernel.AIM_SIZE
        aims, board_of, replies = self.replies(boards, standing_of, count, each)
        _, found = self.played(boards, standing_of, aims, replies, new.of_ints(board_of))
        worths = new.first(found, replies)
        number = self.draw(self.kernel.ERRORS * samples)
        again, home = new.floats(0), []
        for board in range(count):
            mine = [i for i in range(replies) if board_of[i] == board]
            best = [mine[i] for i in self.in_order([worths[i] for i in mine])[: max(1, each // 4)]]
            if best:
                which, places = new.of_ints(best), self.places_on(boards, board)
                again = new.joined(again, self.shaken(aims, which, len(best), samples, number, places))
                home += [board] * len(best)
        _, found = self.played(
            boards,
            standing_of,
            again,
            len(again) // size,
            new.of_ints([b for b in home for _ in range(samples)]),
        )
        worths = new.first(found, len(again) // size)
        replied = [-inf] * count
        for stroke, board in enumerate(home):
            mean = sum(worths[samples * stroke : samples * (stroke + 1)]) / samples
            replied[board] = max(replied[board], mean)
        return replied

    def looked_far(self, count: int, first: Floats, outcomes: Outcomes) -> list[float]:
        """For a hand without error: a beam search over the boards after its strokes, while the turn stays."""
        plan, new, worth = self.plan, self.new, self.worth
        worths = new.first(first, count)
        kinds, result = worth.kinds_of(outcomes, count), worths
        ahead = round(plan.budget * plan.ahead)
        # Fewer strokes than a handful say nothing about a board.
        beam = self.going_on(worths, kinds, max(1, min(3 * plan.width, ahead // HANDFUL)))
        roots, boards = beam, self.root
        if roots:
            # Only strokes of the beam may win: their worth is known better.
            result = [
                value - 1.0 if worth.kinds[kind].ends is None else value
                for value, kind in zip(worths, kinds, strict=True)
            ]
        for _ in range(plan.depth):
            if not beam:
                break
            boards = self.volley.after(beam, boards, outcomes)
            standing_of = self.numbers_of([kinds[i] for i in beam])
            aims, board_of, tried = self.replies(boards, standing_of, len(beam), ahead // len(beam))
            if not tried:
                break
            outcomes, weighed = self.played(boards, standing_of, aims, tried, new.of_ints(board_of))
            worths, kinds = new.first(weighed, tried), worth.kinds_of(outcomes, tried)
            found: dict[int, float] = {}
            for board, value in zip(board_of, worths, strict=True):
                found[roots[board]] = max(found.get(roots[board], -inf), value)
            # A deeper search replaces a shallower one of the same stroke.
            for root, value in found.items():
                result[root] = max(result[root], value)
            beam = self.going_on(worths, kinds, max(1, min(plan.width, ahead // HANDFUL)), board_of)
            roots = [roots[board_of[i]] for i in beam]
        return result

    def going_on(
        self, worths: list[float], kinds: list[int], most: int, board_of: list[int] | None = None
    ) -> list[int]:
        """The best strokes after which the turn stays, at most three from each board."""
        taken: dict[int, int] = {}
        chosen = []
        for i in self.in_order(worths):
            if not self.worth.kinds[kinds[i]].goes_on:
                continue
            if board_of is not None:
                board = board_of[i]
                if taken.get(board, 0) == 3:
                    continue
                taken[board] = taken.get(board, 0) + 1
            chosen.append(i)
            if len(chosen) == most:
                break
        return chosen

    def numbers_of(self, kinds: list[int]) -> Ints:
        """The numbers of the standings that outcomes of these kinds lead to."""
        numbers: dict[int, int] = {}
        for kind in kinds:
            if kind not in numbers:
                numbers[kind] = self.worth.number_of(self.worth.kinds[kind].standing)
        return self.new.of_ints([numbers[kind] for kind in kinds])

    def replies(
        self, boards: Boards, standing_of: Ints, count: int, each: int
    ) -> tuple[Floats, list[int], int]:
        """Candidates of the same player on each of several boards, the board of each, and their number."""
        # Even one line of a board takes a stroke for each push.
        room = count * max(each, len(self.kernel.PUSHES))
        aims, board_of, tried = self.volley.aims(room), [], 0
        wanted: dict[int, Ints] = {}
        for board, number in enumerate(self.new.first(standing_of, count)):
            if number not in wanted:
                wanted[number] = self.wanted(self.worth.standings[number])
            free, spans = self.places_on(boards, board)
            lines = round(each * 0.7)
            end = self.lines(board, boards, wanted[number], free, spans, 0.04, lines, aims, tried)
            end = self.by_chance(board, boards, wanted[number], free, spans, each - (end - tried), aims, end)
            board_of += [board] * (end - tried)
            tried = end
        return aims, board_of, tried

    def places_on(self, boards: Boards, board: int) -> tuple[Floats, int]:
        """The intervals where the striker may stand on a board."""
        base, spans = self.empty_lines
        free = self.new.floats(len(base))
        volley, hand = self.volley, self.hand
        return free, self.kernel.free_places(
            board, boards, volley.turns, base, spans, hand, volley.seen, free
        )


def falling(values: list[float]) -> list[float]:
    """The values, none greater than the one before."""
    return list(accumulate(values, min))


class _Clearing(_Thought):
    """A decision where every coin counts and there is no turn to keep, so nothing is searched further."""

    def __init__(self, player: Searcher, view: View, plan: Plan) -> None:
        super().__init__(player, view, plan)
        numbers, seats = player.hand_on(self.equipment), (view.seat, view.seat)
        self.sides = self.volley.sides(seats, (WHITE, WHITE), (numbers, numbers))

    def boards_of(self, view: View) -> Boards:
        boards = super().boards_of(view)
        return boards._replace(kinds=self.new.ints(len(boards.kinds)))

    def wanted(self, standing: Standing) -> Ints:
        return self.new.of_ints([1, 1, 1])

    def weighed(self, boards: Boards, outcomes: Outcomes, count: int, standing_of: Ints) -> Floats:
        worths = self.new.floats(max(1, count))
        self.kernel.weigh_clearing(count, boards, outcomes, self.sides, self.volley.seen, worths)
        return worths

    def looked_ahead(self, aims: Floats, count: int, outcomes: int = 4) -> list[float]:
        return [0.0] * count

    def looked_far(self, count: int, first: Floats, outcomes: Outcomes) -> list[float]:
        return self.new.first(first, count)
