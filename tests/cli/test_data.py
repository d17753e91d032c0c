"""carrom data as its user has it: the matches of a folder, also while a server runs on it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from tests.cli.run import carrom, refusal
from tests.cli.serving import begun

from carrom.record import load
from carrom.store import read_lines
from carrom.store.sqlite import SqliteStore

GOLDEN = Path(__file__).parents[1] / "store" / "golden" / "0.5.0" / "carrom.sqlite"
OVER, PRACTICE, WITH_A_DASH = "iuw2D7lyfkI", "N-DlYNcK2pk", "-31YmeqW_E0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a server, with thirteen matches of every kind, unchanged for years."""
    made = tmp_path / "data"
    made.mkdir()
    shutil.copy(GOLDEN, made / "carrom.sqlite")
    with closing(SqliteStore(made / "carrom.sqlite")):
        (made / "carrom.sqlite.version-1").unlink()
    with closing(sqlite3.connect(made / "carrom.sqlite", isolation_level=None)) as file:
        file.execute("UPDATE matches SET changed = '2020' || substr(changed, 5)")
    return made


def data(folder: Path, *words: str, says: str = "") -> subprocess.CompletedProcess[str]:
    return carrom("data", *words, "--data", str(folder), says=says)


def ids(folder: Path) -> set[str]:
    listed = data(folder, "list", "--json")
    assert listed.returncode == 0, listed.stderr
    return {each["id"] for each in json.loads(listed.stdout)}


def touch(folder: Path, match: str) -> None:
    """Let a match have changed a moment ago."""
    with closing(sqlite3.connect(folder / "carrom.sqlite", isolation_level=None)) as file:
        file.execute("UPDATE matches SET changed = ? WHERE id = ?", (datetime.now(UTC).isoformat(), match))


def test_the_list_says_of_every_match_who_plays_how_old_and_how_large_it_is(folder: Path) -> None:
    shown = data(folder, "list").stdout.splitlines()
    french = data(folder, "list", "--lang", "fr").stdout

    (over,) = [line.split("\t") for line in shown if line.startswith(OVER)]
    assert over[1] == "online"
    assert over[2].endswith(" days")
    assert over[3:] == ["Asha – Ben", "over", "13", "54 kB"]
    assert shown[-1] == "13 matches, 396 kB"
    assert "terminé" in french
    assert "13 matchs, 396 ko" in french


def test_the_list_can_be_chosen_sorted_and_read_by_a_program(folder: Path) -> None:
    online = json.loads(data(folder, "list", "--json", "--kind", "online", "--sort", "size").stdout)
    newest = json.loads(data(folder, "list", "--json").stdout)

    assert {each["kind"] for each in online} == {"online"}
    assert [each["bytes"] for each in online] == sorted((each["bytes"] for each in online), reverse=True)
    assert [each["changed"] for each in newest] == sorted((each["changed"] for each in newest), reverse=True)
    (over,) = [each for each in online if each["id"] == OVER]
    assert (over["state"], over["winner"], over["entries"], over["traces"]) == ("over", "second", 13, 8)


def test_one_match_is_shown_in_words_also_if_its_name_begins_with_a_dash(folder: Path) -> None:
    shown = data(folder, "show", WITH_A_DASH)
    running = data(folder, "show", "Z2DfSFGEiHQ").stdout

    assert shown.returncode == 0, shown.stderr
    assert f"Match {WITH_A_DASH}: umpired at a real board\nAsha – Ben, by international-a" in shown.stdout
    assert "running: games 0–0, points 0–0, 5 strokes\n10 entries, 5 with a trace" in running
    assert "links in use: Asha, Chan, Ben and Dora" in running


def test_a_match_is_deleted_once_somebody_has_said_yes(folder: Path) -> None:
    refused = data(folder, "delete", OVER, says="n\n")
    silent = data(folder, "delete", OVER)
    still = ids(folder)
    done = data(folder, "delete", OVER, WITH_A_DASH, says="y\n")

    assert (refused.returncode, silent.returncode, done.returncode) == (1, 1, 0)
    assert OVER in still
    assert "2 matches deleted." in done.stdout
    assert ids(folder) == still - {OVER, WITH_A_DASH}
    assert data(folder, "check").returncode == 0


def test_who_deletes_hears_of_copies_that_still_hold_the_match(folder: Path) -> None:
    copy = folder / "carrom.sqlite.version-1"
    shutil.copy(folder / "carrom.sqlite", copy)

    assert str(copy) in data(folder, "delete", OVER, "--yes").stdout


def test_nothing_is_deleted_if_one_of_the_names_is_wrong(folder: Path) -> None:
    before = ids(folder)

    wrong = refusal(data(folder, "delete", OVER, "nowhere", "--yes"))

    assert wrong == "carrom: nowhere: there is no such match; `carrom data list` names all\n"
    assert ids(folder) == before


def test_prune_shows_what_would_go_and_deletes_only_if_really_asked(folder: Path) -> None:
    before = ids(folder)
    data(folder, "keep", PRACTICE)
    touch(folder, OVER)

    dry = data(folder, "prune", "--older-than", "90d")
    untouched = ids(folder)
    really = data(folder, "prune", "--older-than", "90d", "--really")

    assert "11 matches would be deleted" in dry.stdout
    assert PRACTICE not in dry.stdout
    assert untouched == before
    assert "11 matches deleted" in really.stdout
    assert ids(folder) == {PRACTICE, OVER}


def test_prune_may_be_for_one_kind(folder: Path) -> None:
    before = json.loads(data(folder, "list", "--json").stdout)

    data(folder, "prune", "--older-than", "52w", "--kind", "online", "--really")

    assert ids(folder) == {each["id"] for each in before if each["kind"] != "online"}


def test_prune_deletes_what_is_kept_only_if_told_so(folder: Path) -> None:
    data(folder, "keep", PRACTICE)
    words = ["prune", "--older-than", "1d", "--kind", "practice", "--really"]

    data(folder, *words)
    stays = PRACTICE in ids(folder)
    done = data(folder, *words, "--kept-too")

    assert stays
    assert done.returncode == 0, done.stderr
    assert PRACTICE not in ids(folder)


def test_what_is_kept_can_be_pruned_again_after_unkeep(folder: Path) -> None:
    assert data(folder, "keep", PRACTICE).stdout == f"{PRACTICE} is kept for good.\n"
    assert "kept for good" in data(folder, "show", PRACTICE).stdout
    data(folder, "unkeep", PRACTICE)
    data(folder, "prune", "--older-than", "90d", "--really")

    assert ids(folder) == set()


def test_while_a_server_runs_the_matches_it_may_have_open_stay(folder: Path) -> None:
    """Everything else works beside it; what was not changed for an hour can be deleted."""
    touch(folder, PRACTICE)
    with begun("serve", "--port", "0", "--data", str(folder)):
        live = refusal(data(folder, "delete", PRACTICE, "--yes"))
        data(folder, "prune", "--older-than", "0h", "--kind", "practice", "--really")
        stays = PRACTICE in ids(folder)
        old = data(folder, "delete", OVER, "--yes")
        restoring = refusal(data(folder, "restore", str(GOLDEN)))
        forced = data(folder, "delete", PRACTICE, "--yes", "--even-if-live")
        checked = data(folder, "check")

    assert PRACTICE in live
    assert "--even-if-live" in live
    assert stays
    assert "end it first" in restoring
    assert (old.returncode, forced.returncode, checked.returncode) == (0, 0, 0)
    assert ids(folder).isdisjoint({OVER, PRACTICE})


def test_a_match_is_exported_and_imported_whole(folder: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"

    exported = data(folder, "export", OVER, WITH_A_DASH, "-o", str(out))
    imported = data(other, "import", str(out / f"{OVER}.zip"), str(out / f"{WITH_A_DASH}.zip"))
    again = refusal(data(other, "import", str(out / f"{OVER}.zip")))

    assert exported.returncode == imported.returncode == 0, exported.stderr + imported.stderr
    assert (out / f"{OVER}.zip").stat().st_mode & 0o777 == 0o600
    assert "already" in again
    here, there = (json.loads(data(each, "list", "--json").stdout) for each in (folder, other))
    assert [each for each in here if each["id"] in (OVER, WITH_A_DASH)] == there
    assert data(other, "check").stdout == "2 matches checked, 0 faults\n"
    with zipfile.ZipFile(out / f"{OVER}.zip") as file:
        file.extract(f"{OVER}.carrom", out)
    assert len(load(out / f"{OVER}.carrom").entries) == 13
    assert "exists" in refusal(data(folder, "export", OVER, "-o", str(out)))


def test_a_file_that_is_no_exported_match_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "text.zip").write_text("no zip")

    assert "text.zip: this is not a match" in refusal(data(folder, "import", str(tmp_path / "text.zip")))
    assert "no such file" in refusal(data(folder, "import", str(tmp_path / "nothing.zip")))


def changed_export(folder: Path, match: str, name: str, **change: object) -> Path:
    """A match exported, with other words in its `match.json`."""
    out = folder.parent / name
    exported = data(folder, "export", match, "-o", str(out))
    assert exported.returncode == 0, exported.stderr
    with zipfile.ZipFile(out / f"{match}.zip") as file:
        parts = {each: file.read(each) for each in file.namelist()}
    said = json.loads(parts["match.json"])
    parts["match.json"] = json.dumps({**said, **change}).encode()
    with zipfile.ZipFile(out / f"{match}.zip", "w") as file:
        for each, content in parts.items():
            file.writestr(each, content)
    return out / f"{match}.zip"


@pytest.mark.parametrize(
    ("match", "change"),
    [
        (OVER, {"settings": {"new": 5}}),
        (OVER, {"settings": {"new": float("nan")}}),
        (WITH_A_DASH, {"settings": {"place": 5}}),
        (WITH_A_DASH, {"settings": {"other": float("inf")}}),
        (OVER, {"created": "0001-01-01T00:00:00+23:59"}),
        (OVER, {"changed": "9999-12-31T23:59:59-23:59"}),
    ],
)
def test_an_exported_match_whose_settings_or_times_cannot_be_read_is_refused(
    folder: Path, tmp_path: Path, match: str, change: dict[str, object]
) -> None:
    file = changed_export(folder, match, "changed", **change)
    other = tmp_path / "other"

    assert str(file) in refusal(data(other, "import", str(file)))
    assert ids(other) == set()


def test_a_member_that_cannot_be_unpacked_is_refused_with_the_name_of_the_file(
    folder: Path, tmp_path: Path
) -> None:
    for name, how in (("bzip2", zipfile.ZIP_BZIP2), ("lzma", zipfile.ZIP_LZMA)):
        file = tmp_path / f"{name}.zip"
        with zipfile.ZipFile(file, "w", how) as written:
            written.writestr("match.json", "{}" * 1000)
        raw = bytearray(file.read_bytes())
        raw[40:60] = b"\xff" * 20  # the member's data
        file.write_bytes(raw)

        assert f"{file}: this is not a match" in refusal(data(folder, "import", str(file)))


def test_an_imported_match_has_not_changed_in_the_future(folder: Path, tmp_path: Path) -> None:
    future = "9999-01-01T00:00:00+00:00"
    file = changed_export(folder, OVER, "future", created=future, changed=future)
    other = tmp_path / "other"

    assert data(other, "import", str(file)).returncode == 0

    (listed,) = json.loads(data(other, "list", "--json").stdout)
    assert listed["created"] <= listed["changed"] <= datetime.now(UTC).isoformat()


def test_check_reports_settings_that_cannot_be_read(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "carrom.sqlite", isolation_level=None)) as file:
        change = "UPDATE matches SET settings = ? WHERE id = ?"
        file.execute(change, ('{"new":5}', OVER))
        file.execute(change, ('{"other":NaN}', WITH_A_DASH))

    done = data(folder, "check")

    assert done.returncode == 1
    assert f"match {OVER}: the settings of the match cannot be read" in done.stdout
    assert f"match {WITH_A_DASH}: " in done.stdout
    assert "13 matches checked, 2 faults" in done.stdout


def test_check_names_what_is_wrong_and_ends_with_status_1(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "carrom.sqlite", isolation_level=None)) as file:
        file.execute(
            "UPDATE entries SET line = replace(line, 'Asha', 'Anna') WHERE match = ? AND seq = 1", (OVER,)
        )
        file.execute("DELETE FROM matches WHERE id = ?", (PRACTICE,))

    done = data(folder, "check")

    assert done.returncode == 1
    assert f"match {OVER}: line 1" in done.stdout
    assert "what it belongs to is not in matches" in done.stdout
    assert "12 matches checked" in done.stdout
    assert done.stderr == ""


def test_check_of_a_torn_file_ends_with_status_1(folder: Path) -> None:
    file = folder / "carrom.sqlite"
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(os.urandom(200_000))

    done = data(folder, "check")

    assert done.returncode == 1
    assert "damaged" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["show", OVER],
        ["delete", OVER],
        ["prune", "--older-than", "1d"],
        ["check"],
        ["backup", "b"],
        ["keep", OVER],
    ],
)
def test_a_folder_without_matches_is_refused_and_none_is_made(tmp_path: Path, words: list[str]) -> None:
    assert "no matches are kept here" in refusal(data(tmp_path / "nowhere", *words))
    assert not (tmp_path / "nowhere").exists()


def test_a_store_of_an_earlier_version_is_brought_to_this_one_with_a_word(tmp_path: Path) -> None:
    shutil.copy(GOLDEN, tmp_path / "carrom.sqlite")

    first, second = data(tmp_path, "list"), data(tmp_path, "list")

    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stderr.count("\n") == 1
    assert first.stderr.startswith("carrom: ")
    assert "from version 1 to version 4" in first.stderr
    assert second.stderr == ""
    assert (tmp_path / "carrom.sqlite.version-1").exists()


@pytest.mark.parametrize("words", [["list"], ["import", "nothing.zip"]])
def test_a_store_of_an_earlier_version_is_left_alone_while_a_server_runs_on_it(
    tmp_path: Path, words: list[str]
) -> None:
    with begun("serve", "--port", "0", "--data", str(tmp_path), "--workers", "1"):
        # As a server of 0.5.0 has it.
        for each in tmp_path.glob("carrom.sqlite*"):
            each.unlink()
        shutil.copy(GOLDEN, tmp_path / "carrom.sqlite")
        refused = refusal(data(tmp_path, *words))
        with closing(sqlite3.connect(tmp_path / "carrom.sqlite")) as file:
            (version,) = file.execute("PRAGMA user_version").fetchone()

    assert "a server of an earlier version of carrom runs on this folder" in refused
    assert version == 1


def test_a_file_of_another_program_or_a_newer_one_is_left_alone(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "carrom.sqlite", isolation_level=None)) as file:
        file.execute("PRAGMA user_version = 99")
    newer = refusal(data(folder, "list"))
    (folder / "carrom.sqlite").unlink()
    with closing(sqlite3.connect(folder / "carrom.sqlite")) as file:
        file.execute("CREATE TABLE theirs (a)")
    foreign = refusal(data(folder, "list"))

    assert "update carrom" in newer
    assert "another program" in foreign


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prune"], "--older-than"),
        (["prune", "--older-than", "90"], "90d"),
        (["prune", "--older-than", "99999999w"], "90d"),
        (["list", "--kind", "duel"], "--kind must be online, screen"),
        (["show", "x" * 500], "no such match"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_line(folder: Path, words: list[str], said: str) -> None:
    assert said in refusal(data(folder, *words))


@pytest.mark.skipif(sys.platform == "win32", reason="limits as on Unix")
def test_a_backup_that_finds_no_room_leaves_nothing_behind(folder: Path, tmp_path: Path) -> None:
    import resource

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    words = ["data", "backup", str(tmp_path / "saved"), "--data", str(folder)]
    done = subprocess.run(
        [sys.executable, "-m", "carrom", *words],
        capture_output=True,
        text=True,
        preexec_fn=small_files,
        check=False,
        timeout=60,
    )

    assert str(tmp_path / "saved") in refusal(done)
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


WRITES = """
import sys
from pathlib import Path
from threading import Thread
from carrom.record.entries import Begun, Remarked
from carrom.live.journal import Journal
from carrom.store import KeptMatch
from carrom.store.sqlite import SqliteStore
from carrom.store.records import now

store = SqliteStore(Path(sys.argv[1]) / "carrom.sqlite")

def play(name):
    for number in range(10_000):
        id_ = f"load-{name}-{number}"
        store.add(KeptMatch(id_, "file", f"watch-{id_}", ("Asha",), ("Ben",), "family"), {}, at=now())
        record = Journal(store, id_)
        record.enter(Begun("family", ("Asha",), ("Ben",)))
        for seq in range(2, 100):
            record.enter(Remarked(f"{seq}"))
            sys.stdout.write(f"{id_} {seq}\\n")
            sys.stdout.flush()

for name in range(4):
    Thread(target=play, args=(name,)).start()
"""


def test_a_backup_under_load_has_everything_acknowledged_before_it_began(
    folder: Path, tmp_path: Path
) -> None:
    """Four threads of another process write; after the restore every record is whole."""
    saved, other = tmp_path / "saved.sqlite", tmp_path / "other"
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(
        [sys.executable, "-c", WRITES, str(folder)], stdout=subprocess.PIPE, text=True, bufsize=1
    ) as writer:
        try:
            assert writer.stdout is not None
            for _ in range(600):
                match, seq = writer.stdout.readline().split()
                acknowledged[match] = max(int(seq), acknowledged.get(match, 0))
            done = data(folder, "backup", str(saved))
            after = writer.stdout.readline()
            assert writer.poll() is None
        finally:
            os.kill(writer.pid, signal.SIGKILL)
    back = data(other, "restore", str(saved))

    assert done.returncode == back.returncode == 0, done.stderr + back.stderr
    assert after
    assert len(acknowledged) >= 4
    assert data(other, "check").returncode == 0
    with closing(SqliteStore(other / "carrom.sqlite")) as store:
        kept = {
            match: len(read_lines(each.line for each in store.lines(match)).entries) for match in acknowledged
        }
        assert all(kept[match] >= seq for match, seq in acknowledged.items())
        assert {OVER, PRACTICE} <= {each.match.id for each in store.holdings()}


def test_restore_keeps_the_matches_that_were_there_under_another_name(folder: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.sqlite"
    data(folder, "backup", str(saved))
    data(folder, "delete", OVER, "--yes")
    os.chmod(saved, 0o644)

    done = data(folder, "restore", str(saved))

    (before,) = folder.glob("carrom.sqlite.before-*")
    assert str(before) in done.stdout
    assert OVER in ids(folder)
    assert (folder / "carrom.sqlite").stat().st_mode & 0o777 == 0o600
    assert "no such file" in refusal(data(folder, "restore", str(tmp_path / "nothing")))
    assert "exists" in refusal(data(folder, "backup", str(saved)))


def bytes_of(folder: Path) -> bytes:
    return b"".join(each.read_bytes() for each in folder.iterdir())


def test_names_are_erased_from_a_match_that_still_audits(folder: Path) -> None:
    """In its record, its list, its settings and its links; nothing of them is left in the file."""
    match = "Bt9e6TV4Lww"
    with closing(SqliteStore(folder / "carrom.sqlite")) as store:
        store.invite(match, "an invitation", "Łukasz", at="2026-01-01T00:00:00.000+00:00")
        traces = store.traces(match)

    refused = data(folder, "erase", match, says="n\n")
    untouched = "Łukasz".encode() in bytes_of(folder)
    done = data(folder, "erase", match, says="y\n")

    assert (refused.returncode, done.returncode) == (1, 0), done.stderr
    assert untouched
    assert f"{match} names nobody any more." in done.stdout
    assert "Łukasz".encode() not in bytes_of(folder)
    assert "Chloé".encode() not in bytes_of(folder)
    assert data(folder, "check").stdout == "13 matches checked, 0 faults\n"
    with closing(SqliteStore(folder / "carrom.sqlite")) as store:
        kept = store.match(match)
        assert kept is not None
        assert (kept.first, kept.second) == (("Player 1",), ("Player 2",))
        assert kept.settings["joined"] == ["Player 1", "Player 2"]
        assert sorted(store.tokens(match).values()) == ["Player 1", "Player 2"]
        assert store.invited(match) == ("Player 2",)
        assert store.traces(match) == traces


def test_every_match_can_be_erased(folder: Path) -> None:
    done = data(folder, "erase", *ids(folder), "--yes", "--event")

    assert done.returncode == 0, done.stderr
    assert data(folder, "check").stdout == "13 matches checked, 0 faults\n"
    assert "Asha" not in data(folder, "list").stdout


def test_a_match_that_a_server_may_write_to_is_not_erased(folder: Path) -> None:
    with begun("serve", "--port", "0", "--data", str(folder)):
        running = refusal(data(folder, "erase", "Bt9e6TV4Lww", "--yes"))
        over = data(folder, "erase", OVER, "--yes")

    assert "end the server" in running
    assert over.returncode == 0


ROOM = {
    "kind": "screen",
    "rulebook": "family",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
}


def test_over_its_quota_a_server_opens_nothing_new(folder: Path) -> None:
    with begun("serve", "--port", "0", "--data", str(folder), "--quota", "10k") as server:
        room = Request(
            f"{server.url}api/rooms", json.dumps(ROOM).encode(), {"content-type": "application/json"}
        )
        with pytest.raises(HTTPError) as refused, build_opener(ProxyHandler({})).open(room, timeout=30):
            pass
        said = json.loads(refused.value.read())
        refused.value.close()
        ready = server.get("/api/ready")

    assert (refused.value.code, said["code"]) == (507, "store/quota")
    assert ready
    assert len(ids(folder)) == 13
    umpires = carrom("umpire", "--web", "--local", "--port", "0", "--data", str(folder), "--quota", "10k")
    assert "quota" in refusal(umpires)


def test_a_quota_that_is_no_size_is_refused() -> None:
    assert "write 500M or 2G" in refusal(carrom("serve", "--quota", "much"))
