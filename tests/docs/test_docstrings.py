"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import carrom

# __main__ would run the command.
MODULES = [
    name for _, name, _ in pkgutil.walk_packages(carrom.__path__, "carrom.") if not name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_say_what_happens(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))

    assert results.failed == 0


def test_some_modules_have_examples() -> None:
    """The loop above would pass on nothing at all."""
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 4
