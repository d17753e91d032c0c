"""The file of a run: gone on with after any kill, and never mixed up with another run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from carrom.arena.jobs import Result, SoloResult
from carrom.arena.ledger import Ledger
from carrom.errors import CarromError

HEADER = {"carrom": "solo", "seed": 1, "players": ["club"]}


def result(strokes: int) -> SoloResult:
    return SoloResult(True, strokes, 9, 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two results."""
    path = tmp_path / "run.jsonl"
    ledger = Ledger(path, HEADER)
    ledger.add(1, result(11))
    ledger.add(0, result(10))
    ledger.close()
    return path


def reopened(path: Path) -> dict[int, Result]:
    ledger = Ledger(path, HEADER)
    done = dict(ledger.done)
    ledger.close()
    return done


def test_results_are_found_again(path: Path) -> None:
    assert reopened(path) == {0: result(10), 1: result(11)}
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0]) == HEADER


def test_a_result_is_on_disk_before_it_counts(path: Path) -> None:
    ledger = Ledger(path, HEADER)
    ledger.add(2, result(12))

    assert path.read_bytes().count(b"\n") == 4
    ledger.close()


def test_killed_at_any_byte_it_goes_on_with_whole_lines(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        cut = tmp_path / "cut.jsonl"
        cut.write_bytes(whole[:size])
        done = reopened(cut)

        assert len(done) == max(0, whole[:size].count(b"\n") - 1)
        assert cut.read_bytes() == whole[: max(whole[:size].rfind(b"\n"), whole.find(b"\n")) + 1]


def test_a_result_is_written_once(path: Path) -> None:
    before = path.read_bytes()
    ledger = Ledger(path, HEADER)
    ledger.add(1, result(99))
    ledger.close()

    assert path.read_bytes() == before


@pytest.mark.parametrize("change", [{"seed": 2}, {"players": ["club", "national"]}, {"more": 1}])
def test_the_file_of_another_run_is_refused_and_left_alone(path: Path, change: dict[str, object]) -> None:
    before = path.read_bytes()
    with pytest.raises(CarromError, match=f"its {next(iter(change))} is"):
        Ledger(path, {**HEADER, **change})

    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["a poem\n", "[]\n", '{"seed": 1}\n', "a poem"])
def test_a_file_that_is_no_run_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(CarromError, match="not a results file"):
        Ledger(file, HEADER)

    assert file.read_text(encoding="utf-8") == content


@pytest.mark.parametrize("line", ["{", '{"job": -1}', '{"job": 3, "done": 1}', "[]", '{"job": 1}'])
def test_damage_in_the_middle_is_refused_with_its_line(line: str, path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], line, lines[2], ""]), encoding="utf-8")

    with pytest.raises(CarromError, match="line 2 is damaged"):
        Ledger(path, HEADER)


def test_two_runs_do_not_write_to_one_file(path: Path) -> None:
    first = Ledger(path, HEADER)
    with pytest.raises(CarromError, match="another run is writing"):
        Ledger(path, HEADER)
    first.close()

    reopened(path)
