"""carrom arena and carrom solo, as a user runs them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.cli.run import at_terminal, carrom, needs_a_terminal, refusal

from carrom.calibration import profile_toml
from carrom.i18n import LANGUAGES
from carrom.pace import PACES
from carrom.record import audit, load

TWO = ("arena", "random", "geometric@club")


def kept(file: Path) -> dict[int, object]:
    """The results of a file by job, without the seconds."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines()[1:]:
        result = json.loads(line)
        for board in result.get("boards", [result]):
            board.pop("seconds")
        found[result["job"]] = result
    return found


def test_two_players_are_compared(tmp_path: Path) -> None:
    done = carrom(*TWO, "--pairs", "3", "--plot", "plot.svg", folder=tmp_path)
    lines = done.stdout.splitlines()

    assert done.returncode == 0, done.stderr
    assert lines[0] == "random against geometric@club · 3 pairs of boards, icf, pace club, seed 1"
    assert lines[1].split("\t")[:4] == ["meeting", "pairs", "Elo (95 %)", "score"]
    assert lines[2].split("\t")[:2] == ["random – geometric@club", "3"]
    assert [line.split("\t")[:2] for line in lines[5:7]] == [["random", "6"], ["geometric@club", "6"]]
    assert lines[-1] == "plot.svg written"
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_three_players_get_ratings_best_first_in_french_too() -> None:
    done = carrom("arena", "random", "geometric@club", "geometric", "--pairs", "2", "--lang", "fr")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 joueurs, chacun contre chacun · 2 paires de boards, ")
    assert "classement (95 %)" in done.stdout
    names = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert names.index("random") > names.index("geometric@club")


def test_json_says_all_of_it() -> None:
    said = json.loads(carrom(*TWO, "--pairs", "2", "--json", "--sprt", "0", "50", "--doubles").stdout)

    assert said["run"]["players"] == ["random", "geometric@club"]
    assert said["run"]["doubles"] is True
    assert said["meetings"][0]["pairs"] == 2
    assert sum(said["meetings"][0]["outcomes"].values()) == 2
    assert said["players"][1]["boards"] == 4
    assert said["sprt"]["verdict"] is None


def test_a_test_stops_at_the_same_pair_for_any_number_of_workers(tmp_path: Path) -> None:
    asked = (*TWO, "--pairs", "200", "--sprt", "0", "100", "--json", "--out", "run.jsonl")
    one = json.loads(carrom(*asked, "--workers", "1", folder=tmp_path).stdout)
    (tmp_path / "run.jsonl").unlink()
    three = json.loads(carrom(*asked, "--workers", "3", folder=tmp_path).stdout)
    again = json.loads(carrom(*asked, folder=tmp_path).stdout)

    assert one["sprt"] == three["sprt"] == again["sprt"]
    assert one["sprt"]["verdict"] == "h0"
    assert one["sprt"]["pairs"] < 50
    assert one["meetings"] == three["meetings"]


def test_records_are_kept_and_audit_clean(tmp_path: Path) -> None:
    done = carrom(*TWO, "--pairs", "2", "--records", "kept", "--out", "run.jsonl", folder=tmp_path)
    files = sorted((tmp_path / "kept").iterdir())

    assert done.returncode == 0, done.stderr
    assert [file.name for file in files] == [
        "00000-1.jsonl",
        "00000-2.jsonl",
        "00001-1.jsonl",
        "00001-2.jsonl",
        "run.json",
    ]
    assert all(audit(load(file).entries) == [] for file in files[:4])
    before = files[1].read_bytes()
    files[1].unlink()
    carrom(*TWO, "--pairs", "2", "--records", "kept", "--out", "run.jsonl", folder=tmp_path)
    assert files[1].read_bytes() == before


def test_a_folder_of_records_belongs_to_one_run(tmp_path: Path) -> None:
    """Two runs in one folder would write over each other's records."""
    carrom(*TWO, "--pairs", "1", "--records", "kept", folder=tmp_path)
    before = {file: file.read_bytes() for file in (tmp_path / "kept").iterdir()}
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "poem.txt").write_text("roses", encoding="utf-8")

    other = carrom(*TWO, "--pairs", "1", "--seed", "2", "--records", "kept", folder=tmp_path)
    full = carrom(*TWO, "--pairs", "1", "--records", "full", folder=tmp_path)

    assert "run.json: this is another run, its seed is 1 and not 2" in refusal(other)
    assert "full: there are other files in this folder" in refusal(full)
    assert {file: file.read_bytes() for file in (tmp_path / "kept").iterdir()} == before
    assert carrom(*TWO, "--pairs", "2", "--records", "kept", folder=tmp_path).returncode == 0


@pytest.mark.parametrize("seed", ["9" * 5000, "-3", "correct horse battery staple"])
def test_any_number_and_any_text_is_a_seed(seed: str, tmp_path: Path) -> None:
    asked = (*TWO, "--pairs", "1", "--json", "--seed", seed)
    said, again = (json.loads(carrom(*asked).stdout) for _ in range(2))
    usual = json.loads(carrom(*TWO, "--pairs", "1", "--json").stdout)

    assert str(said["run"]["seed"]) == seed
    assert said["meetings"] == again["meetings"]
    assert [player["strokes"] for player in said["players"]] != [p["strokes"] for p in usual["players"]]


def test_the_help_says_what_a_seed_gives_away() -> None:
    said = " ".join(carrom("arena", "--help").stdout.split())

    assert "a long secret one" in said


LONG = ("random@0.25°,3%,0.5mm", "random@0.25°,3%,0.6mm", "geometric@grandmaster")


@needs_a_terminal
@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_terminal_long_names_are_numbered_and_no_figure_is_cut(lang: str) -> None:
    shown, status = at_terminal("arena", *LONG, "--pairs", "1", "--workers", "1", "--lang", lang)

    assert status == 0
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    for number, name in enumerate(LONG, 1):
        assert f"\n  {number}  {name}\n" in shown
    assert re.search(r"\n1 – 2 +1 +\S+ \[\S+, \S+\] ", shown)


@needs_a_terminal
@pytest.mark.parametrize("task", ["slam", "clear"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_terminal_boards_alone_fit_too(task: str, lang: str) -> None:
    asked = (
        "solo",
        *LONG[:2],
        "--boards",
        "2",
        "--task",
        task,
        "--seed",
        "2",
        "--workers",
        "1",
        "--lang",
        lang,
    )
    shown, status = at_terminal(*asked)

    assert status == 0
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert LONG[0] in shown
    assert LONG[1] in shown


@needs_a_terminal
def test_short_names_stand_in_the_table() -> None:
    shown, _ = at_terminal("arena", "random", "random@club", "--pairs", "1", "--workers", "1")

    assert "\nrandom – random@club  " in shown


def test_one_board_has_a_mean_without_an_interval_and_one_pair_is_no_pairs() -> None:
    alone = carrom("solo", "geometric@club", "--boards", "1", "--task", "clear").stdout
    pair = carrom(*TWO, "--pairs", "1", "--sprt", "0", "20").stdout

    assert "inf" not in alone
    assert re.fullmatch(r"\d+\.\d\d", alone.splitlines()[2].split("\t")[3])
    assert " after 1 pair (" in pair


def test_a_run_goes_on_and_can_be_made_longer(tmp_path: Path) -> None:
    asked = (*TWO, "--out", "run.jsonl", "--json", "--pairs")
    carrom(*asked, "2", folder=tmp_path)
    longer = json.loads(carrom(*asked, "4", folder=tmp_path).stdout)
    at_once = json.loads(carrom(*TWO, "--json", "--pairs", "4").stdout)

    assert longer["meetings"] == at_once["meetings"]
    assert sorted(kept(tmp_path / "run.jsonl")) == [0, 1, 2, 3]


def test_a_clubs_own_table_is_played_on(tmp_path: Path) -> None:
    """A profile's whole text is part of the run, so that it may lie elsewhere the next time."""
    (tmp_path / "ours.toml").write_text(profile_toml(replace(PACES["slow"], name="ours")), encoding="utf-8")
    ours = carrom(*TWO, "--pairs", "1", "--pace", "ours.toml", "--json", folder=tmp_path)
    slow = carrom(*TWO, "--pairs", "1", "--pace", "slow", "--json")

    assert "friction" in json.loads(ours.stdout)["run"]["pace"]
    assert (
        json.loads(ours.stdout)["players"][0]["strokes"] == json.loads(slow.stdout)["players"][0]["strokes"]
    )


def test_another_runs_file_is_refused(tmp_path: Path) -> None:
    carrom(*TWO, "--pairs", "1", "--out", "run.jsonl", folder=tmp_path)

    said = refusal(carrom(*TWO, "--pairs", "1", "--seed", "2", "--out", "run.jsonl", folder=tmp_path))
    assert "another run, its seed is 1 and not 2" in said
    said = refusal(carrom("solo", "random", "--boards", "1", "--out", "run.jsonl", folder=tmp_path))
    assert "another run" in said


def test_a_changed_player_of_ones_own_is_another_run(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from carrom.players.random import Random as Mine\n", encoding="utf-8")
    asked = ("arena", "mine.py:Mine", "random", "--pairs", "1", "--out", "run.jsonl")
    assert carrom(*asked, folder=tmp_path).returncode == 0
    file.write_text("# better\nfrom carrom.players.random import Random as Mine\n", encoding="utf-8")

    assert "another run, its files is" in refusal(carrom(*asked, folder=tmp_path))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals as on Unix")
@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGKILL])
def test_stopped_or_killed_it_goes_on_to_the_same_results(with_signal: int, tmp_path: Path) -> None:
    """Ctrl-C reaches every process of a terminal; the run ends with 130 and says how to go on."""
    asked = [sys.executable, "-m", "carrom", *TWO, "--pairs", "12", "--out", "run.jsonl"]
    file = tmp_path / "run.jsonl"
    with subprocess.Popen(
        asked,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as begun:
        until = time.monotonic() + 60.0
        while not (file.exists() and file.read_bytes().count(b"\n") > 3) and time.monotonic() < until:
            time.sleep(0.01)
        os.killpg(begun.pid, with_signal)
        _, told = begun.communicate(timeout=30)

    assert len(kept(file)) < 12
    if with_signal == signal.SIGINT:
        assert begun.returncode == 130
        assert "run.jsonl keeps what is done; the same command goes on from there." in told
        assert "Traceback" not in told
    carrom(*TWO, "--pairs", "12", "--out", "run.jsonl", folder=tmp_path)
    carrom(*TWO, "--pairs", "12", "--out", "whole.jsonl", folder=tmp_path)
    assert kept(file) == kept(tmp_path / "whole.jsonl")


def test_a_player_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from carrom.players import Player\n\n\nclass Bad(Player):\n"
        "    def aim(self, view):\n        1 / 0\n",
        encoding="utf-8",
    )
    done = carrom("arena", "bad.py:Bad", "random", "--pairs", "1", folder=tmp_path)

    assert done.returncode == 0
    assert done.stderr.startswith("bad.py:Bad failed ")
    assert "ZeroDivisionError: division by zero" in done.stderr
    assert done.stderr.count("\n") == 1


def test_white_slams_are_counted_with_their_interval() -> None:
    done = carrom("solo", "random", "geometric", "--boards", "4")

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "White slams, 4 boards each, icf, pace club, seed 1"
    assert lines[2].split("\t")[:3] == ["random", "4", "0.0 % [0.0, 49.0]"]


def test_clearing_counts_strokes() -> None:
    said = json.loads(carrom("solo", "geometric@club", "--boards", "4", "--task", "clear", "--json").stdout)

    assert said["run"]["task"] == "clear"
    [player] = said["players"]
    assert player["pocketed"]["value"] == 19.0
    assert player["strokes"]["low"] < player["strokes"]["value"] < player["strokes"]["high"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("arena", "random"), "2 to 16 players"),
        (("arena", "random", "natoinal"), "did you mean national?"),
        (("arena", "random", "random", "--sprt", "20", "0"), "for example 0 20"),
        (("arena", "random", "random", "random", "--sprt", "0", "9"), "two players"),
        (("arena", "random", "random", "--plot", "plot.png"), ".svg"),
        (("arena", "random", "random", "--plot", "nowhere/plot.svg"), "no such folder"),
        (("arena", "random", "random", "--out", "nowhere/run.jsonl"), "no such file or folder"),
        (("arena", "random", "random", "--rulebook", "chess"), "international-a"),
        (("arena", "random", "random", "--pace", "mud"), "fresh, club, slow"),
        (("arena", "random", "random", "--workers", "0"), "--workers"),
        (("arena", "random", "random", "--deadline", "-1"), "0 or more seconds"),
        (("arena", "random", "nowhere.py:Mine"), "no such file"),
        (("solo", "random", "--task", "juggle"), "--task must be slam or clear"),
        (("solo", "random@shaky"), "0.25°,3%,0.5mm"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    assert says in refusal(carrom(*words, folder=tmp_path))
    assert list(tmp_path.iterdir()) == []


WITH_RAY = find_spec("ray") is not None


@pytest.mark.skipif(WITH_RAY, reason="Ray is installed")
def test_without_ray_one_line_says_what_to_install() -> None:
    assert 'pip install "carrom[ray]"' in refusal(carrom(*TWO, "--pairs", "1", "--ray", "local"))


@pytest.mark.long
@pytest.mark.skipif(not WITH_RAY, reason="not run: Ray is not installed here (requirements/test.txt has it)")
@pytest.mark.timeout(300)
def test_a_local_ray_gives_the_results_of_local_processes(tmp_path: Path) -> None:
    asked = (*TWO, "--pairs", "4", "--json", "--out")
    ours = json.loads(carrom(*asked, "ours.jsonl", folder=tmp_path).stdout)
    on_ray = subprocess.run(
        [sys.executable, "-m", "carrom", *asked, "ray.jsonl", "--ray", "local", "--workers", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert on_ray.returncode == 0, on_ray.stderr
    assert json.loads(on_ray.stdout)["meetings"] == ours["meetings"]
    assert kept(tmp_path / "ray.jsonl") == kept(tmp_path / "ours.jsonl")


@pytest.mark.skipif(not WITH_RAY, reason="not run: Ray is not installed here (requirements/test.txt has it)")
@pytest.mark.parametrize("address", ["127.0.0.1:9", "moon"])
def test_where_no_ray_answers_one_line_says_so(address: str) -> None:
    assert "Ray" in refusal(carrom(*TWO, "--pairs", "1", "--ray", address))
