"""Seeded random numbers from integers only: the same numbers on every machine, compiled or plain.

The generator is counter-based: number n of a seed is a hash of both, so any number can be had at once and
in any order. All integers stay below 2⁵³, so doubles hold them too. `word`, `uniform` and `normal` keep the
kernel's rules (docs/physics.md).
"""

from __future__ import annotations

import math

from carrom.direction import cosine_sine
from carrom.elementary import QUARTER, log

WORD = 1 << 32
_HALF_WORD = 1 << 16


def _times(a: int, b: int) -> int:
    """The product of two words, without its upper half."""
    return ((a // _HALF_WORD * b) % _HALF_WORD * _HALF_WORD + (a % _HALF_WORD) * b) % WORD


def _mixed(word: int) -> int:
    """A one-to-one map of words in which every bit depends on every bit (the finalizer of MurmurHash3)."""
    word = _times(word ^ (word >> 16), 0x85EBCA6B)
    word = _times(word ^ (word >> 13), 0xC2B2AE35)
    return word ^ (word >> 16)


def word(low: int, high: int, number: int) -> int:
    """Number `number` of the seed with these two words: an integer below 2³²."""
    return _mixed(_mixed((_mixed(number % WORD) + low) % WORD) ^ high)


def uniform(low: int, high: int, number: int) -> float:
    """A number between 0 and 1, never either of them."""
    return (word(low, high, number) + 0.5) / WORD


def normal(low: int, high: int, number: int) -> float:
    """A standard normal number (Box and Muller) from the numbers `number` and `number` + 1."""
    radius = math.sqrt(-2.0 * log(uniform(low, high, number)))
    return radius * cosine_sine(4.0 * QUARTER * uniform(low, high, number + 1))[0]


class Rng:
    """The numbers of a seed, one after the other.

    >>> rng = Rng(1)
    >>> rng.below(6), rng.below(6), rng.below(6)
    (1, 2, 5)
    """

    def __init__(self, seed: int) -> None:
        self.low, self.high, self.number = seed % WORD, (seed // WORD) % WORD, 0

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """A number between the two."""
        self.number += 1
        return low + (high - low) * uniform(self.low, self.high, self.number - 1)

    def normal(self) -> float:
        """A standard normal number."""
        self.number += 2
        return normal(self.low, self.high, self.number - 2)

    def below(self, count: int) -> int:
        """A whole number from 0 to count − 1."""
        self.number += 1
        return word(self.low, self.high, self.number - 1) * count // WORD
