"""tools/experience.py: what a player saw before its strokes, and whether it kept the turn."""

from __future__ import annotations

import pytest

from carrom.arena import BoardPair, run
from carrom.arena.jobs import PairResult
from tools import experience

JOB = BoardPair("beginner", "beginner", seed=3)


def test_every_stroke_after_the_break_is_seen() -> None:
    """The last stroke keeps the turn; what is seen are chances and a share."""
    played = run(JOB)
    assert isinstance(played, PairResult)
    strokes = sum(sum(board.strokes) for board in played.boards)

    seen = experience.strokes_of(JOB)

    assert strokes - 8 < len(seen) < strokes
    assert all(0.0 <= value <= 1.0 for row, _ in seen for value in row)
    assert 0 < sum(kept for _, kept in seen) < len(seen)


def test_the_command_tells_a_row_with_its_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert experience.main(["beginner", "--pairs", "2", "--workers", "1"]) == 0
    told = capsys.readouterr().out

    assert all(field in told for field in experience.FIELDS)
    assert "kept the turn" in told


def test_an_unknown_player_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert experience.main(["nobody"]) == 2
    assert capsys.readouterr().err.startswith("experience: no player is called 'nobody'")
