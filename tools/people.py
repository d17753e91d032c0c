"""What people do, as published; what a field of ours does; and one compared with the other.

The people are the sixteen of a national final: a round robin of 717 boards under international laws (2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import inf, sqrt
from typing import Self

from carrom.arena import PairResult
from carrom.estimate import Estimate, mean, wilson

COUNTED = 714
"""The boards of the people's final that its figures count."""

BREAKER = Estimate(60.8, 57.2, 64.3)
LEFT = Estimate(2.96, 2.82, 3.10)
QUEEN = Estimate(71.2, 67.8, 74.4)
SHARES = (28.2, 22.7, 17.8, 11.1, 7.8, 5.7, 4.1, 1.7, 1.0)
"""The shares of boards with 1 to 9 coins left, in per cent."""

NEAR = 3.0
"""So many points a share may be off."""

MOST_LEFT = len(SHARES)


@dataclass(frozen=True)
class Check:
    """A figure asked to lie between `low` and `high`; `tested` is its value or the interval's lower end."""

    name: str
    low: float
    high: float
    measured: Estimate
    tested: float
    people: float | None = None

    @property
    def inside(self) -> bool:
        return self.low <= self.tested <= self.high

    @property
    def off(self) -> float:
        """The distance from the middle of what is asked; 1 at its ends."""
        return abs(self.tested - (self.low + self.high) / 2.0) / ((self.high - self.low) / 2.0)


@dataclass(frozen=True)
class Tally:
    """Counts of boards: void ones, and of the others how many were won by the breaker, and so on.

    `left` are the boards with 0 to 9 coins left to the loser. 0 are those that the loser lost by its own last
    coin, while the queen was on the board or improperly: three points, whatever is left to the winner. They
    count for the breaker alone; the people's shares have none. `queen` are those of the others with the queen
    for the winner, also where the loser pocketed the winner's last coin before she was covered.
    """

    void: int
    breaker: int
    queen: int
    left: tuple[int, ...]

    @classmethod
    def of(cls, results: Iterable[PairResult]) -> Self:
        void = breaker = queen = 0
        left = [0] * (MOST_LEFT + 1)
        for result in results:
            for board, breaks in zip(result.boards, ("a", "b"), strict=True):
                if board.winner is None:
                    void += 1
                    continue
                breaker += board.winner == breaks
                queen += board.left > 0 and board.queen in (board.winner, None)
                left[board.left] += 1
        return cls(void, breaker, queen, tuple(left))

    @property
    def decided(self) -> int:
        return sum(self.left)

    @property
    def counted(self) -> int:
        """Those with coins left to the loser."""
        return sum(self.left[1:])

    @property
    def boards(self) -> int:
        return self.decided + self.void

    @property
    def shares(self) -> tuple[Estimate, ...]:
        """Of boards with 1 to 9 coins left, in per cent."""
        return tuple(percent(count, self.counted) for count in self.left[1:])

    @property
    def mean_left(self) -> Estimate:
        return mean([left for left, count in enumerate(self.left) if left for left in repeat(left, count)])

    def checks(self) -> tuple[Check, ...]:
        """The figures beside those of the people: first the three, then the shares."""
        three = (
            ("boards won by the breaker, %", BREAKER, percent(self.breaker, self.decided)),
            ("coins left to the loser, mean", LEFT, self.mean_left),
            ("queen with the winner, %", QUEEN, percent(self.queen, self.counted)),
        )
        return (
            *(Check(name, p.low, p.high, ours, ours.value, p.value) for name, p, ours in three),
            *(
                Check(f"{left} left, %", people - NEAR, people + NEAR, ours, ours.value, people)
                for left, (people, ours) in enumerate(zip(SHARES, self.shares, strict=True), 1)
            ),
        )


def percent(count: int, of: int) -> Estimate:
    share = wilson(count, of)
    return Estimate(100.0 * share.value, 100.0 * share.low, 100.0 * share.high)


def people_shares() -> tuple[Estimate, ...]:
    """The people's shares of boards with 1 to 9 coins left, with the intervals of so many boards."""
    return tuple(percent(round(share * COUNTED / 100.0), COUNTED) for share in SHARES)


def misfit(tally: Tally) -> float:
    """How far a field is from the people: 0 is the same, about 1 is at the ends of what is asked.

    The root mean square of three parts with equal weight for breaker, mean and queen, and one for the shares,
    which is itself the root mean square of theirs; each in units of half the width of what is asked.
    """
    checks = tally.checks()
    three, shares = checks[:3], checks[3:]
    parts = [check.off**2 for check in three] + [sum(check.off**2 for check in shares) / len(shares)]
    return sqrt(sum(parts) / len(parts))


def rows(checks: Sequence[Check]) -> list[list[str]]:
    """The checks as lines of a table."""
    return [
        [
            check.name,
            "" if check.people is None else f"{check.people:g}",
            f"at least {check.low:g}" if check.high == inf else f"{max(0.0, check.low):g} to {check.high:g}",
            f"{check.measured.value:.2f} [{check.measured.low:.2f}, {check.measured.high:.2f}]",
            "inside" if check.inside else "OUTSIDE",
        ]
        for check in checks
    ]
