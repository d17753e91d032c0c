"""carrom hint: strokes with what they try, how often they work and what they risk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import carrom, refusal

BOARD = "w 0.2,0.2; w -0.1,-0.1; b -0.1,0.1; q 0.0,0.0"
QUICK = ("--samples", "50")
SURE = ("--level", "champion")


def hints(*words: str) -> list[dict[str, object]]:
    done = carrom("hint", *words, *QUICK, "--json")
    assert done.returncode == 0, done.stderr
    read: list[dict[str, object]] = json.loads(done.stdout)
    return read


def test_hints_are_told_with_the_board(tmp_path: Path) -> None:
    done = carrom("hint", BOARD, "--count", "2", *SURE, *QUICK)

    assert done.returncode == 0, done.stderr
    assert "○ white  ● black  ◆ queen  ◉ striker" in done.stdout
    assert done.stdout.count("It tries to pocket") == 2
    assert "50 strokes with the errors 0.5°, 5%, 1mm" in done.stdout
    assert "\n1. " in done.stdout
    assert "\n2. " in done.stdout


def test_hints_speak_french() -> None:
    done = carrom("hint", BOARD, "--count", "1", "--lang", "fr", "--ascii", *SURE, *QUICK)

    assert "w blanc  b noir  Q reine  S palet" in done.stdout
    assert "Il s'agit de loger " in done.stdout
    assert "50 tirs avec les erreurs 0,5° ; 5% ; 1mm" in done.stdout


def test_the_best_stroke_pockets_an_own_coin_most_of_the_time() -> None:
    (best,) = hints(BOARD, "--count", "1", *SURE)

    assert best["kind"] == "pocket"
    assert isinstance(best["works"], dict)
    assert best["works"]["share"] > 0.6
    assert str(best["aim"]).startswith("south x ")


def test_the_other_colour_gets_other_hints_and_the_same_seed_the_same() -> None:
    white, black = (
        hints(BOARD, "--count", "1"),
        hints(BOARD, "--count", "1", "--own", "black", "--seat", "north"),
    )

    assert str(black[0]["aim"]).startswith("north x ")
    assert white[0]["aim"] != black[0]["aim"]
    assert hints(BOARD, "--count", "1") == white


def test_a_player_that_knows_one_stroke_gives_one() -> None:
    assert len(hints(BOARD, "--level", "random")) == 1


def test_the_rosette_is_broken() -> None:
    assert hints("rosette", "--count", "1")[0]["kind"] == "break"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("w 0.1,0.1",), "no coin is left, so this board is over"),
        (
            (BOARD, "--standing", "white on strike, 3 white, 1 black, queen on board"),
            "layout: 2 white coins on the surface, and the standing has 3",
        ),
        (
            (BOARD, "--standing", "white on strike, 2 white, 1 black, queen waiting"),
            "the layout and the standing contradict each other about the queen",
        ),
        ((BOARD, "--standing", "white"), "cannot read 'white' in a standing"),
        (
            (BOARD, "--own", "black", "--standing", "white on strike, 2 white, 1 black, queen on board"),
            "in the standing white is on strike",
        ),
        (("no-such-file",), "is not a layout, and there is no such file"),
        ((BOARD, "--level", "clubb"), "no player is called 'clubb'"),
        ((BOARD, "--count", "0"), "--count"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], why: str) -> None:
    assert why in refusal(carrom("hint", *words))


@pytest.mark.parametrize(
    ("aim", "why"),
    [
        ("raise ValueError('no\\nidea')", "own.py:Own failed: raised ValueError: no idea"),
        ("return 'straight on'", "own.py:Own failed: answered 'straight on', which is not an Aim"),
        ("return Odd()", "own.py:Own failed: answered a Odd that cannot be written, which is not an Aim"),
        ("sys.exit(7)", "own.py:Own failed: raised SystemExit: 7"),
        ("return Aim(view.seat, 0.5, 1.5, 1.0)", "own.py:Own failed: the striker"),
        ("return Aim(view.seat.opposite, 0.0, 1.5, 1.0)", "own.py:Own failed: the aim is from the north"),
        ("return Aim(view.seat, 0.0, 1.5, 99.0)", "own.py:Own failed: a speed of 99 m/s"),
    ],
)
def test_a_player_of_ones_own_that_fails_is_one_line(aim: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "import sys\nfrom carrom.players import Player\nfrom carrom.stroke import Aim\n\n\n"
        "class Odd:\n    def __repr__(self):\n        raise ValueError('none')\n\n\n"
        f"class Own(Player):\n    def aim(self, view):\n        {aim}\n",
        encoding="utf-8",
    )

    assert why in refusal(carrom("hint", BOARD, "--level", "own.py:Own", folder=tmp_path))
