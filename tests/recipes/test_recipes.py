"""The recipes of CONTRIBUTING.md: each names the files to touch, and a toy made of them passes the tests."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from tests.recipes.toys import TOYS, run

ROOT = Path(__file__).resolve().parents[2]
COPIED = (
    "src",
    "tests",
    "tools",
    "docs",
    "benchmarks",
    "pyproject.toml",
    "README.md",
    "CONTRIBUTING.md",
    "run.py",
)


def section(recipe: str) -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(rf"^### .*\b{recipe}$(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL | re.IGNORECASE)
    assert found, f"CONTRIBUTING.md has no recipe for a {recipe}"
    return found[1]


def listed(recipe: str) -> set[str]:
    """The files of a recipe: the paths in backquotes at the beginning of its numbered lines."""
    paths = re.findall(r"^\d+\. ((?:`[^`]+`(?:, )?)+)", section(recipe), re.MULTILINE)
    return {path for each in paths for name in re.findall(r"`([^`]+)`", each) for path in expanded(name)}


def expanded(path: str) -> Iterator[str]:
    """`a/{en,fr}/b` names two files."""
    parts = [
        part.strip("{}").split(",") if part.startswith("{") else [part]
        for part in re.split(r"(\{[^}]*\})", path)
    ]
    return ("".join(each) for each in product(*parts))


def checks(recipe: str) -> list[list[str]]:
    """The commands of a recipe, as words after `python3 run.py`."""
    found = re.findall(r"^    python3 run\.py (.*)$", section(recipe), re.MULTILINE)
    assert found, f"the recipe for a {recipe} names no command that checks it"
    return [each.split() for each in found]


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith(".nbi")
    }


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    root = tmp_path / "carrom"
    root.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)
    return root


@pytest.mark.parametrize("recipe", TOYS)
def test_a_toy_touches_the_files_that_its_recipe_lists(recipe: str, copy: Path) -> None:
    """A folder of a language is listed once, by its folder."""
    before = files(copy)
    TOYS[recipe](copy)
    after = files(copy)

    touched = {path for path in after if after[path] != before.get(path)}
    places = listed(recipe)
    assert {
        path for path in touched if not any(path == each or path.startswith(f"{each}/") for each in places)
    } == set()
    assert {
        each for each in places if not any(path == each or path.startswith(f"{each}/") for path in touched)
    } == set()


@pytest.mark.long
@pytest.mark.parametrize("recipe", TOYS)
def test_with_a_toy_the_tests_of_its_recipe_pass(recipe: str, copy: Path) -> None:
    TOYS[recipe](copy)
    if recipe == "screen":
        run(copy, "tools/web_modules.py", "--write")

    for what, *words in checks(recipe):
        program = ("pytest", "-q", "-p", "no:cacheprovider") if what == "test" else ("carrom", what)
        done = run(copy, "-m", *program, *words)

        assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
