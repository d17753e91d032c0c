"""carrom draw: pictures from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from struct import unpack

import pytest
from tests.cli.run import carrom, refusal
from tests.drawing.seen import circles, of_class, put
from tests.drawing.strokes import a_good_stroke, a_lost_striker

from carrom.drawing import animated_html, animated_svg, layout_svg, trace_svg
from carrom.equipment import EQUIPMENT
from carrom.physics.trace import Trace
from carrom.stroke import Layout
from carrom.words import Seat

LINE = "w 0.1,0.0; b 0.0,0.2; q 0.0,0.0"


def drawn(*words: str, says: str = "") -> str:
    """What the command writes to standard output."""
    done = carrom("draw", *words, says=says)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def stroke_file(folder: Path, trace: Trace | None = None) -> str:
    path = folder / "stroke.json"
    path.write_text((trace or a_good_stroke()).to_json(), encoding="utf-8")
    return str(path)


def test_without_a_file_the_picture_goes_to_standard_output() -> None:
    assert drawn("rosette") == layout_svg(Layout.rosette()) + "\n"


def test_a_layout_is_drawn_from_words_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "layout.txt"
    file.write_text(f"{LINE}\n", encoding="utf-8")
    expected = layout_svg(Layout.parse(LINE)) + "\n"

    assert drawn(LINE) == expected
    assert drawn(str(file)) == expected
    assert drawn("-", says=f"{LINE}\n") == expected
    assert drawn("empty") == layout_svg(Layout()) + "\n"


def test_the_board_the_seat_and_the_language_can_be_chosen() -> None:
    svg = drawn(LINE, "--board", "older", "--seat", "east", "--lang", "fr")

    assert svg == layout_svg(Layout.parse(LINE), EQUIPMENT["older"], seat=Seat.EAST, lang="fr") + "\n"
    assert len(circles(svg, "outer-circle")) == 1


def test_the_rosette_is_turned_by_degrees_counter_clockwise() -> None:
    """The white inner coin at the breaker's side comes to lie at the right."""

    def whites(svg: str) -> set[tuple[int, ...]]:
        return {tuple(round(value) for value in put(coin)[:2]) for coin in of_class(svg, "white")}

    straight, turned = whites(drawn("rosette")), whites(drawn("rosette", "--turned", "90"))
    assert (0, 32) in straight - turned
    assert (32, 0) in turned - straight


def test_the_ending_says_what_is_written(tmp_path: Path) -> None:
    """Also in capitals."""
    stroke, trace = stroke_file(tmp_path), a_good_stroke()
    for name in ("still.svg", "moving.HTML", "small.png", "layout.PNG"):
        assert drawn("rosette" if name == "layout.PNG" else stroke, "-o", str(tmp_path / name)) == ""

    assert (tmp_path / "still.svg").read_text("utf-8") == trace_svg(trace) + "\n"
    assert (tmp_path / "moving.HTML").read_text("utf-8") == animated_html(trace)
    assert unpack(">II", (tmp_path / "small.png").read_bytes()[16:24]) == (1200, 1200)
    assert (tmp_path / "small.png").read_bytes() != (tmp_path / "layout.PNG").read_bytes()


def test_a_png_has_the_width_asked_for(tmp_path: Path) -> None:
    drawn("rosette", "-o", str(tmp_path / "r.png"), "--width", "240")

    assert unpack(">II", (tmp_path / "r.png").read_bytes()[16:24]) == (240, 240)


def test_a_stroke_is_animated_on_request(tmp_path: Path) -> None:
    stroke = stroke_file(tmp_path, a_lost_striker())

    assert drawn(stroke, "--animate") == animated_svg(a_lost_striker()) + "\n"
    assert drawn(stroke, "--animate", "--seat", "west") == (
        animated_svg(a_lost_striker(), seat=Seat.WEST) + "\n"
    )


def test_a_stroke_is_read_from_standard_input() -> None:
    assert drawn("-", says=a_good_stroke().to_json()) == trace_svg(a_good_stroke()) + "\n"


@pytest.mark.parametrize("layer", ["paths", "contacts", "before"])
def test_layers_of_a_stroke_can_be_left_out(layer: str, tmp_path: Path) -> None:
    svg = drawn(stroke_file(tmp_path), f"--no-{layer}")

    assert {each for each in ("paths", "contacts", "before", "after") if of_class(svg, each)} == (
        {"paths", "contacts", "before", "after"} - {layer}
    )


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    """A link goes on pointing to the picture, and the file keeps its permissions."""
    file, link = tmp_path / "r.svg", tmp_path / "link.svg"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    drawn("rosette", "-o", str(link))

    assert file.read_text("utf-8") == layout_svg(Layout.rosette()) + "\n"
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link.svg", "r.svg"]


def test_a_new_file_may_be_read_by_whom_the_user_lets_read(tmp_path: Path) -> None:
    now = os.umask(0o022)
    try:
        drawn("rosette", "-o", str(tmp_path / "r.svg"))
    finally:
        os.umask(now)

    assert (tmp_path / "r.svg").stat().st_mode & 0o777 == 0o644


def test_a_refused_picture_leaves_the_old_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "r.svg"
    file.write_text("old", encoding="utf-8")

    assert "overlap" in refusal(carrom("draw", "w 0.0,0.0; b 0.01,0.0", "-o", str(file)))
    assert file.read_text("utf-8") == "old"
    assert os.listdir(tmp_path) == ["r.svg"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["w 0.1"], "column 6"),
        (["x 0.1,0.2"], "a line in quotes such as 'w 0.1,0.2"),
        (["w 0.5,0.0"], "outside the frame"),
        (["nowhere.json"], "'nowhere.json' is not a layout, and there is no such file"),
        (["."], "this is a folder"),
        (["rosette", "-o", "r.gif"], ".svg, .png or .html"),
        (["rosette", "-o", "r"], ".svg, .png or .html"),
        (["rosette", "-o", "r.html"], "A layout does not move"),
        (["rosette", "--animate"], "A layout does not move"),
        (["rosette", "--no-paths"], "--no-paths is for a stroke"),
        (["rosette", "-o", "missing/r.svg"], "there is no such folder"),
        (["rosette", "--width", "500"], "--width is for a .png"),
        (["rosette", "-o", "r.png", "--width", "99"], "from 100 to 4000"),
        (["rosette", "-o", "r.png", "--width", "4001"], "from 100 to 4000"),
        (["rosette", "-o", "r.png", "--animate"], "A .png cannot move"),
        (["rosette", "--turned", "nan"], "--turned"),
        (["rosette", "--seat", "up"], "south"),
        (["rosette", "--board", "round"], "modern"),
        ([LINE, "--turned", "30"], "--turned is for the rosette"),
        ([], "WHAT is missing"),
        (["stroke.json", "--board", "older"], "its own board"),
        (["stroke.json", "--turned", "3"], "--turned is for the rosette"),
        (["stroke.json", "-o", "s.html", "--no-before"], "does not move"),
        (["stroke.json", "--animate", "--no-paths"], "does not move"),
        (["broken.json"], "broken.json: this is not JSON"),
        (["list.json"], "list.json: this is not a trace; `carrom simulate --json` writes one"),
        (["cut.json"], "cut.json: this trace is damaged"),
        (["sizeless.json"], "arc_diameter: -1.0 cannot be drawn"),
        (["empty.txt"], "empty.txt: column 1"),
        (["picture.txt"], "this is not a text file in UTF-8"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(words: list[str], says: str, tmp_path: Path) -> None:
    stroke_file(tmp_path)
    whole = a_good_stroke().to_json()
    for name, text in (
        ("broken.json", whole[:100]),
        ("list.json", f"[{whole}]"),
        ("cut.json", whole.replace('"duration"', '"lasts"')),
        ("sizeless.json", whole.replace('"arc_diameter":0.0635', '"arc_diameter":-1')),
        ("empty.txt", "\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\xff")
    before = sorted(os.listdir(tmp_path))

    assert says in refusal(carrom("draw", *words, folder=tmp_path))
    assert sorted(os.listdir(tmp_path)) == before


def test_something_that_is_no_plain_file_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")

    for name in ("folder.svg", "pipe.svg"):
        assert "not a regular file" in refusal(carrom("draw", "rosette", "-o", str(tmp_path / name)))
    assert (tmp_path / "pipe.svg").is_fifo()


def test_a_terminal_is_not_flooded_with_a_picture() -> None:
    """It says what to give instead."""
    pty = pytest.importorskip("pty", reason="no terminals to be had here")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "carrom", "draw", "rosette"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False, timeout=180)
    os.close(theirs)
    os.close(ours)

    assert done.returncode == 2
    assert done.stderr == (
        "carrom: A picture cannot be shown in a terminal: give -o FILE. Try 'carrom draw --help'.\n"
    )
