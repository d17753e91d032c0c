"""Jobs: the same seed gives the same boards, whoever plays them; players that fail are named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.arena import BoardPair, PairResult, run
from carrom.arena.boards import coins_left, player_names
from carrom.arena.jobs import BoardResult, SoloResult, derived, result_from_json, result_to_json
from carrom.record import audit, load
from carrom.record.entries import RosetteTurned
from carrom.rulebooks import RULEBOOKS
from carrom.rules.match import BoardScore
from carrom.rules.standing import Each
from carrom.store import read_lines
from carrom.table import Table
from carrom.words import Side

PAIR = BoardPair("random", "geometric@club", seed=5)


def played(job: BoardPair, keep_records: bool = False) -> PairResult:
    result = run(job, keep_records)
    assert isinstance(result, PairResult)
    return result


def own_player(folder: Path, aim: str) -> str:
    """A player of one's own, whose `aim` does this."""
    file = folder / "own.py"
    file.write_text(
        "import os, time\nfrom carrom.players import Player\n\n\n"
        f"class Own(Player):\n    def aim(self, view):\n        {aim}\n",
        encoding="utf-8",
    )
    return f"{file}:Own"


def test_a_job_gives_the_same_boards_again() -> None:
    assert played(PAIR) == played(PAIR)


def test_another_seed_gives_other_boards() -> None:
    assert played(PAIR) != played(replace(PAIR, seed=6))


def test_the_two_boards_exchange_the_break(tmp_path: Path) -> None:
    """Each breaks once, from the south, under one seed."""
    for number, board in enumerate(played(PAIR, keep_records=True).boards):
        file = tmp_path / "board.jsonl"
        file.write_text(board.record, encoding="utf-8")
        match = load(file).states[3].match

        assert match.breaker == (PAIR.a, PAIR.b)[number]
        assert match.seats[0][1] == match.breaker


def turned(result: PairResult) -> list[RosetteTurned]:
    """How the rosette of each board was turned."""
    return [
        entry.event
        for board in result.boards
        for entry in read_lines(board.record.splitlines()).entries
        if isinstance(entry.event, RosetteTurned)
    ]


def test_both_boards_of_a_pair_have_the_same_rosette_and_another_pair_another() -> None:
    """Unless all have the exact one."""
    first, second = turned(played(PAIR, keep_records=True))
    others = turned(played(replace(PAIR, seed=6), keep_records=True))
    exact = turned(played(replace(PAIR, rosette="exact"), keep_records=True))

    assert first.seed == second.seed not in (None, others[0].seed)
    assert {each.seed for each in exact} == {None}


@pytest.mark.parametrize("book", list(RULEBOOKS))
@pytest.mark.parametrize("doubles", [False, True])
def test_kept_records_are_whole_matches_records(book: str, doubles: bool, tmp_path: Path) -> None:
    """They read without damage, audit clean, and each stroke replays to its hash."""
    job = BoardPair("geometric@club", "geometric@club", book, doubles, seed=3)
    file = tmp_path / "board.jsonl"
    file.write_text(played(job, keep_records=True).boards[1].record, encoding="utf-8")
    record = load(file)

    assert record.damage is None
    assert audit(record.entries) == []
    table = Table.resume(record)
    strokes = [entry.seq for entry in record.entries if hasattr(entry.event, "played")]
    assert strokes
    for seq in strokes[:5]:
        table.replay(seq)


def test_records_are_kept_only_on_demand() -> None:
    assert all(board.record == "" for board in played(PAIR).boards)


def test_everybody_has_a_name_of_their_own() -> None:
    assert player_names("club", "national", False) == (("club",), ("national",))
    assert player_names("club", "club", False) == (("club 1",), ("club 2",))
    assert player_names("club", "national", True) == (("club 1", "club 2"), ("national 1", "national 2"))


@pytest.mark.parametrize(
    ("aim", "why"),
    [
        ("raise ValueError('no idea')", "ValueError: no idea"),
        ("return 'straight on'", "not an Aim"),
        ("time.sleep(3)", "took longer than 0.05 s"),
    ],
)
def test_a_player_that_fails_loses_and_is_named(aim: str, why: str, tmp_path: Path) -> None:
    """The board ends by the laws, and the failures say where they happened."""
    job = BoardPair("random", own_player(tmp_path, aim), seed=2, deadline=0.05)
    for board in played(replace(job, deadline=0.05)).boards:
        assert board.winner == "a"
        assert board.failures[0] == ()
        assert why in board.failures[1][0]
        assert f"seed {job.seed}, board " in board.failures[1][0]


GEOMETRIC = "geometric@1°,8%,1.5mm"


def test_a_board_tells_the_coins_left_and_who_covered_the_queen(tmp_path: Path) -> None:
    """As its record has them; points are the coins and, with the winner or nobody, three for the queen."""
    uncovered = 0
    for seed in range(20):
        for board in played(BoardPair(GEOMETRIC, "random", seed=seed), keep_records=True).boards:
            file = tmp_path / "board.jsonl"
            file.write_text(board.record, encoding="utf-8")
            score = load(file).states[-1].match.boards[0]

            assert board.queen == {Side.FIRST: "a", Side.SECOND: "b", None: None}[score.queen]
            assert board.points == board.left + 3 * (board.queen in (board.winner, None))
            assert board.left in score.coins_left
            uncovered += board.queen is None
    assert 0 < uncovered < 40


@pytest.mark.parametrize(
    ("winner", "white", "black", "left"),
    [
        (Side.FIRST, 0, 4, 4),  # the usual end
        (Side.SECOND, 6, 0, 6),
        (Side.SECOND, 0, 3, 0),  # white's last coin fell too early
        (Side.FIRST, 7, 0, 0),
        (Side.FIRST, 0, 0, 0),  # both last coins fell in one stroke
        (Side.FIRST, 5, 2, 2),  # given up
        (None, 9, 8, 0),
    ],
)
def test_the_coins_left_are_the_loser_s_or_else_the_winner_s(
    winner: Side | None, white: int, black: int, left: int
) -> None:
    score = BoardScore("a", Side.FIRST, winner, 0, None, Each(white, black))

    assert coins_left(score) == left


def test_results_come_back_as_they_were_written() -> None:
    pair = PairResult(
        (
            BoardResult("a", 7, 4, "a", (12, 9), (0, 2), ((), ("seed 1: late",)), (0.5, 0.25)),
            BoardResult(None, 0, 0, None, (3, 3), (1, 0)),
        )
    )
    solo = SoloResult(True, 14, 9, 0, ("seed 2: late",), 1.5)

    assert result_from_json(json.loads(json.dumps(result_to_json(pair)))) == pair
    assert result_from_json(json.loads(json.dumps(result_to_json(solo)))) == solo
    assert result_from_json(json.loads(json.dumps(result_to_json(solo)))).failures == solo.failures  # type: ignore[union-attr]
    assert pair.halves == 3


def test_seeds_for_different_ends_have_nothing_in_common() -> None:
    seeds = {derived(seed, what, n) for seed in (1, 2, 11) for what in ("pair", "noise") for n in range(100)}

    assert len(seeds) == 600
    assert all(0 <= seed < 2**63 for seed in seeds)
