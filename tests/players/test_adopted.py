"""Functions of other modules that the search kernel adopts give the same bits compiled as plain."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from math import inf, nextafter, pi
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from carrom import direction, elementary, rng
from carrom.direction import QUARTER, SAME
from carrom.physics.engine import kernel
from carrom.players import search_kernel
from carrom.rng import WORD

COMPILED = {**search_kernel._directions, **search_kernel._elementary, **search_kernel._random}
PLAIN = {**vars(direction), **vars(elementary), **vars(rng)}


def bits(value: Any) -> Any:
    """The value with its sign, also of zero, and its type."""
    return tuple(map(bits, value)) if isinstance(value, tuple) else repr(value)


def same_bits(name: str, given: Iterable[tuple[Any, ...]]) -> None:
    compiled, plain = COMPILED[name], PLAIN[name]
    for arguments in given:
        assert bits(compiled(*arguments)) == bits(plain(*arguments)), (name, arguments)


def around(angle: float, steps: int = 3) -> list[float]:
    """The angle and the doubles next to it."""
    found = [angle]
    for towards in (-inf, inf):
        near = angle
        for _ in range(steps):
            near = nextafter(near, towards)
            found.append(near)
    return found


def same_directions(angles: Iterable[float]) -> None:
    same_bits("cosine_sine", ((angle,) for angle in angles))


def test_directions_are_the_same() -> None:
    chance = Random(1)

    same_directions(chance.uniform(-3.0 * pi, 3.0 * pi) for _ in range(4000))
    same_directions(10.0 ** chance.uniform(-320.0, 3.0) * chance.choice((-1.0, 1.0)) for _ in range(1000))


def test_directions_near_quarter_turns_are_the_same() -> None:
    """Where an angle that can only be meant as a quarter turn becomes one, and just beyond."""
    for quarter in range(-9, 10):
        for angle in (quarter * QUARTER, quarter * pi / 2.0):
            near = [angle + sign * off * SAME for sign in (-1, 1) for off in (0.5, 0.99, 1.0, 1.01, 2.0)]
            same_directions([*around(angle), *near])
    same_directions([0.0, -0.0])


def test_directions_halfway_between_quarter_turns_are_the_same() -> None:
    """At the tie itself, 135° for one, either quarter turn is as near."""
    for halves in range(-17, 18, 2):
        same_directions(around(halves * QUARTER / 2.0))


def numbers(chance: Random, low: float, high: float) -> list[tuple[float]]:
    """Many numbers between two, the two themselves, and small ones of both signs if they lie between."""
    small = [10.0 ** chance.uniform(-300.0, 0.0) for _ in range(500)]
    drawn = [chance.uniform(low, high) for _ in range(4000)] + small + [-each for each in small]
    return [(each,) for each in (*drawn, low, high, 0.0, -0.0, 1.0) if low <= each <= high]


RANGES = [
    ("exp", -700.0, 700.0),
    ("exp", -3.0, 3.0),
    ("log", 5e-324, 1e300),
    ("log", 5e-324, 1.0),
    ("asin", -1.0, 1.0),
    ("erf", -1e60, 1e60),
    ("erf", -40.0, 40.0),
    ("erf", -1.0, 1.0),
]


@pytest.mark.parametrize(("name", "low", "high"), RANGES)
def test_functions_of_one_number_are_the_same(name: str, low: float, high: float) -> None:
    same_bits(name, numbers(Random(2), low, high))


def test_angles_of_points_are_the_same() -> None:
    chance = Random(3)
    sides = [0.0, -0.0, 1.0, -1.0, 5e-324, 1e300, *(chance.uniform(-1.0, 1.0) for _ in range(90))]

    same_bits("atan2", ((y, x) for y in sides for x in sides))


@pytest.mark.parametrize("name", ["word", "uniform", "normal"])
def test_random_numbers_are_the_same(name: str) -> None:
    chance = Random(4)
    ends = [0, 1, WORD - 1]
    seeds = [(low, high) for low in ends for high in ends]
    seeds += [(chance.randrange(WORD), chance.randrange(WORD)) for _ in range(200)]

    same_bits(name, ((*seed, number) for seed in seeds for number in (*range(10), WORD - 1, 2**40)))


INNER = """
HALF = 0.5

def inner(x):
    return HALF * x

def outer(x):
    return inner(x) + 1.0
"""
ENTRY = """
def entry(x):
    return outer(x)
"""


def loaded(file: Path) -> ModuleType:
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_adopted_function_calls_what_was_adopted_before_it(tmp_path: Path) -> None:
    """Compiled it could not call the plain one."""
    file = tmp_path / "beside.py"
    file.write_text(INNER, encoding="utf-8")
    module = loaded(file)

    adopted = kernel().adopt(module, ("inner", "outer"), {})
    plain = kernel(plain=True).adopt(module, ("inner", "outer"), {})

    assert adopted["outer"](3.0) == plain["outer"](3.0) == 2.5
    assert plain == {"inner": vars(module)["inner"], "outer": vars(module)["outer"]}


def test_an_edit_of_a_file_beside_is_noticed_by_the_cache_of_compiled_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an edit the code comes from the cache; after one it is compiled again."""
    beside, main = tmp_path / "beside_the_entry.py", tmp_path / "with_an_entry.py"
    main.write_text(ENTRY, encoding="utf-8")

    def called(text: str) -> tuple[float, bool]:
        """What the function gives, and whether it came from the cache."""
        beside.write_text(text, encoding="utf-8")
        source, module = loaded(beside), loaded(main)
        for each in (source, module):
            monkeypatch.setitem(sys.modules, each.__name__, each)
        vars(module)["outer"] = kernel().adopt(source, ("inner", "outer"), {})["outer"]
        entry = kernel().make_ready(cached=True, beside=(source,))(vars(module)["entry"])
        return entry(3.0), bool(entry.stats.cache_hits)

    edited = INNER.replace("0.5", "2.25")

    assert called(INNER) == (2.5, False)
    assert called(INNER) == (2.5, True)
    assert called(edited) == (7.75, False)
    assert called(edited) == (7.75, True)
