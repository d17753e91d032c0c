"""The record on disk: every entry survives being written and read, cut short, damaged or raced for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from tests.record.builders import SINGLES, planned
from tests.says import incident, standing, stroke

from carrom import INTERNATIONAL_A
from carrom.errors import CarromError, NotationError, RecordError
from carrom.record import Entry, Record, RecordFile, decode, encode, load, rule_on
from carrom.record.entries import (
    CameLate,
    CoinPlaced,
    Event,
    Happened,
    Overruled,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    SeatsChanged,
    StrikerChanged,
    Struck,
    TakenBack,
    TossedAgain,
    TrialPlayed,
    UmpireAsked,
)
from carrom.rules import judge
from carrom.rules.ruling import Finding, Ruling, StandsAs
from carrom.stroke import Incident
from carrom.words import BLACK, WHITE, Coin, Side

EVERY_EVENT: tuple[Event, ...] = (
    *SINGLES,
    TossedAgain("Ben"),
    TrialPlayed(Side.FIRST),
    CameLate(Side.SECOND),
    Struck(
        stroke("w q s off b improper"),
        judge(standing("white on strike, 5 white, 5 black"), stroke("s"), INTERNATIONAL_A),
        12.5,
    ),
    Struck(stroke("nothing on-edge stacked"), Ruling(())),
    Happened(
        Incident("foul", WHITE, "4 a"),
        judge(standing("white on strike, 5 white, 5 black"), incident("foul white 4 a"), INTERNATIONAL_A),
    ),
    Happened(Incident("wrong-colour-placed", BLACK, noticed=False), Ruling(())),
    Happened(Incident("disqualified", BLACK, ground="c"), Ruling(())),
    Happened(Incident("three-passes"), Ruling(())),
    CoinPlaced(Coin.BLACK, 0.1, -0.2),
    CoinPlaced(Coin.QUEEN, seconds=9.5),
    SeatsChanged(),
    SeatsChanged(95.0),
    StrikerChanged("Asha"),
    UmpireAsked(Side.FIRST, "is the striker fair?"),
    Remarked("ligne à l'œil nu — «ok»"),
    TakenBack(3),
    Overruled(
        3,
        Ruling((Finding((), "by-hand", (StandsAs(standing("white on strike, 5 white, 5 black")),)),)),
        None,
        "typing",
    ),
    Overruled(3, Ruling(()), stroke("w")),
    Overruled(3, Ruling(()), incident("foul white")),
    ProtestSpoken(Side.SECOND, 4),
    ProtestWritten("facts", "international-a 4.3"),
    ProtestDecided(True, "so ruled"),
)


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: type(event).__name__)
def test_every_entry_survives_being_written_and_read(event: Event) -> None:
    for at in (None, "2026-05-01T10:00:00+02:00"):
        entry = Entry(7, event, at)

        line = encode(entry, "before")

        assert decode(line, 7, "before")[0] == entry
        assert "\n" not in line


def kept_on_disk(tmp_path: Path) -> RecordFile:
    file = RecordFile.create(tmp_path / "match.carrom")
    for event in SINGLES:
        file.enter(event)
    for text in ("w", "q", "w"):
        file.enter(rule_on(file.state, stroke(text)))
    return file


def test_a_record_on_disk_is_read_back_whole(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)

    again = load(file.path)

    assert again.entries == file.record.entries
    assert again.states == file.record.states
    assert (again.damage, again.torn) == (None, False)
    assert json.loads(file.path.read_text().splitlines()[4])["ruling"]["says"] == "turn stays (3.6 a)"


def test_a_last_line_without_its_newline_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)
    file.path.write_bytes(file.path.read_bytes().rstrip(b"\n"))

    again = RecordFile.open(file.path)
    again.enter(Remarked("goes on"))

    assert len(load(file.path).entries) == 8
    assert load(file.path).damage is None


@pytest.mark.parametrize("content", [b'{"a": 1}', b"hello", b'{"v": 1, "seq": 1, "ki'])
def test_a_file_that_is_no_record_is_never_touched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "case.json"
    path.write_bytes(content)

    with pytest.raises(RecordError, match="this is not a match record"):
        RecordFile.open(path)
    with pytest.raises(FileExistsError):
        RecordFile.create(path)
    assert path.read_bytes() == content


def test_an_empty_file_can_become_a_record(tmp_path: Path) -> None:
    """A start that was killed may leave one behind."""
    path = tmp_path / "m.carrom"
    path.touch()

    RecordFile.create(path).enter(SINGLES[0])

    assert len(load(path).entries) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_its_file_becomes_the_record(tmp_path: Path) -> None:
    """Whether that file is there, empty, or still to be made."""
    for there in (True, False):
        folder = tmp_path / str(there)
        (folder / "far").mkdir(parents=True)
        target, link = folder / "far" / "kept.carrom", folder / "m.carrom"
        if there:
            target.touch(mode=0o640)
            target.chmod(0o640)
        link.symlink_to(target)

        file = RecordFile.create(link)
        file.enter(SINGLES[0])
        file.enter(SINGLES[1])

        assert link.is_symlink()
        assert not target.is_symlink()
        assert len(load(target).entries) == 2
        assert there == (target.stat().st_mode & 0o777 == 0o640)
        assert list((folder / "far").iterdir()) == [target]
        RecordFile.open(link).enter(SINGLES[2])
        assert len(load(target).entries) == 3


def test_a_new_record_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()

    RecordFile.create(tmp_path / "m.carrom").enter(SINGLES[0])

    assert (tmp_path / "m.carrom").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_what_is_no_plain_file_is_never_made_a_record(tmp_path: Path) -> None:
    """Its size is 0, as that of a device: it is neither replaced nor written to."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    plain = RecordFile.create(tmp_path / "m.carrom")
    (tmp_path / "m.carrom").unlink()
    os.mkfifo(tmp_path / "m.carrom")

    for refused in (RecordFile.create, RecordFile.open):
        for path in (pipe, tmp_path):
            with pytest.raises(RecordError, match="this is not a regular file; give another name"):
                refused(path)
    with pytest.raises(RecordError, match="not a regular file"):
        plain.enter(SINGLES[0])

    assert pipe.is_fifo()
    assert (tmp_path / "m.carrom").is_fifo()
    assert plain.record.entries == []


def test_two_writers_at_the_same_moment_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Many rounds of two processes racing for the next entries: one is refused, none overwritten."""
    path = kept_on_disk(tmp_path).path
    program = (
        "import sys\nfrom pathlib import Path\nfrom carrom.errors import CarromError\n"
        "from carrom.record import RecordFile\nfrom tests.record.builders import planned\n"
        "done = 0\nwhile done < 60:\n    file = RecordFile.open(Path(sys.argv[1]))\n"
        "    try:\n        file.append(planned(file, done % 3 + 1, sys.argv[2]))\n        done += 1\n"
        "    except CarromError:\n        pass\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", program, str(path), name]) for name in ("a", "b")]

    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    record_ = load(path)
    assert record_.damage is None
    assert sorted(text for _, text in record_.state.remarks) == ["a"] * 120 + ["b"] * 120


def test_several_entries_are_on_disk_together(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)
    file.path.write_bytes(file.path.read_bytes().rstrip(b"\n"))
    file = RecordFile.open(file.path)
    before = len(file.entries)

    file.append(planned(file, 3, "together"))
    file.enter(Remarked("after"))

    assert len(file.entries) == before + 4
    assert load(file.path).entries == file.entries
    assert list(tmp_path.iterdir()) == [file.path]


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_writer_killed_in_the_middle_of_several_entries_leaves_none_of_them(tmp_path: Path) -> None:
    """The system ends it when its file has grown by two and a half of the fifty lines."""
    file = kept_on_disk(tmp_path)
    program = (
        "import signal, sys\nfrom pathlib import Path\nfrom resource import RLIMIT_FSIZE, setrlimit\n"
        "from carrom.record import RecordFile\nfrom tests.record.builders import planned\n"
        "file = RecordFile.open(Path(sys.argv[1]))\nnew = planned(file, 50, 'x' * 20_000)\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "setrlimit(RLIMIT_FSIZE, (file.record.size + 50_000,) * 2)\nfile.append(new)\n"
    )
    before = file.path.read_bytes()

    done = subprocess.run([sys.executable, "-c", program, str(file.path)], check=False)

    assert done.returncode == -signal.SIGXFSZ
    assert file.path.read_bytes() == before


def test_a_new_record_never_overwrites_a_file(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)

    with pytest.raises(FileExistsError):
        RecordFile.create(file.path)
    assert len(load(file.path).entries) == 7


def test_a_record_cut_anywhere_keeps_every_whole_line(tmp_path: Path) -> None:
    """Whatever byte the power failed at: whole lines stay, a torn one is recognised and cut off."""
    file = kept_on_disk(tmp_path)
    whole = file.path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]

    for cut in range(ends[1], len(whole), 7):
        file.path.write_bytes(whole[:cut])
        record_ = load(file.path)
        # A line that lacks nothing but its newline is whole.
        assert len(record_.entries) == sum(end - 1 <= cut for end in ends)
        assert record_.torn == (cut not in ends and cut + 1 not in ends)
        if record_.torn:
            assert record_.damage is not None
            assert record_.damage.line == len(record_.entries) + 1
            again = RecordFile.open(file.path)
            again.enter(Remarked("goes on"))
            assert load(file.path).damage is None


@pytest.mark.parametrize(
    ("line", "damage", "says"),
    [
        (3, lambda text: text.replace("Ben", "Zen"), "its checksum is wrong"),
        (5, lambda text: text[: len(text) // 2], "not a complete line of JSON"),
        (2, lambda text: "[]", "not an entry of a match record"),
        (3, lambda text: "[" * 100_000, "not a complete line of JSON"),
        (4, lambda text: text.replace('"v": 1', '"v": 2'), "has version 2"),
        (6, lambda text: "", "not a complete line of JSON"),
    ],
)
def test_damage_is_reported_at_its_line_and_everything_before_is_kept(
    tmp_path: Path, line: int, damage: object, says: str
) -> None:
    file = kept_on_disk(tmp_path)
    lines = file.path.read_text().split("\n")
    assert callable(damage)
    lines[line - 1] = damage(lines[line - 1])
    file.path.write_text("\n".join(lines))
    broken = file.path.read_bytes()

    record_ = load(file.path)

    assert record_.damage is not None
    assert record_.damage.line == line
    assert says in str(record_.damage)
    assert len(record_.entries) == line - 1
    sound = "the entry before it is" if line == 2 else f"the {line - 1} entries before it are"
    with pytest.raises(RecordError, match=f"{sound} sound"):
        RecordFile.open(file.path)
    assert file.path.read_bytes() == broken


def test_a_line_left_out_shows(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)
    lines = file.path.read_text().splitlines()
    file.path.write_text("\n".join([*lines[:4], *lines[5:], ""]))

    assert load(file.path).damage is not None
    assert len(load(file.path).entries) == 4


def test_an_unknown_field_or_value_in_a_sound_line_is_damage(tmp_path: Path) -> None:
    from carrom.record.codec import checksum

    for changed in (
        {"kind": "danced"},
        {"winner": "third"},
        {"extra": 1},
        {"choice": 3},
        {"seq": "2"},
        {"seq": True},
        {"at": 5},
        {"at": "noon"},
        {"at": "2026-05-01T10:00:00"},
        {"choice": "\ud800"},
    ):
        line: dict[str, object] = {"v": 1, "seq": 2, "kind": "tossed", "winner": "first", "choice": "break"}
        line |= changed
        line["sum"] = "" if changed.get("choice") == "\ud800" else checksum(line, "")
        with pytest.raises(RecordError, match="line 2 cannot be read as an entry"):
            decode(json.dumps(line), 2)


def test_a_line_that_cannot_be_read_names_its_field_in_the_readers_language() -> None:
    from carrom.record.codec import checksum

    line: dict[str, object] = {"v": 1, "seq": 2, "kind": "tossed", "winner": "third", "choice": "break"}
    line["sum"] = checksum(line, "")

    with pytest.raises(RecordError) as refused:
        decode(json.dumps(line), 2)

    why = "winner: 'third' is unknown; say first or second"
    assert str(refused.value) == f"line 2 cannot be read as an entry: {why}"
    why = "winner : 'third' est inconnu ; dites first ou second"
    assert refused.value.text("fr") == f"la ligne 2 ne se lit pas comme une entrée : {why}"


@pytest.mark.parametrize(
    "ruling",
    [
        None,
        {},
        {"findings": 3},
        {"findings": [{"laws": [None], "why": "own", "then": []}]},
        {"findings": [{"laws": ["international-a 3.6 z"], "why": "own", "then": []}]},
        {"findings": [{"laws": [], "why": "because", "then": []}]},
        {"findings": [{"laws": [], "why": "own", "then": [["board-ends", "white", 3, "banana", 0]]}]},
        {"findings": [{"laws": [], "why": "own", "then": [["danced"]]}]},
        {"findings": [{"laws": [], "why": "own", "then": [["put-back", "white"]]}]},
        {"findings": [{"laws": [], "why": "own", "then": [["put-back", "white", True]]}]},
    ],
)
@pytest.mark.parametrize("report", [{"stroke": "white", "white": 1}, None, {"white": "1"}, []])
def test_a_stroke_with_a_ruling_that_is_none_is_damage(ruling: object, report: object) -> None:
    from carrom.record.codec import checksum

    line: dict[str, object] = {"v": 1, "seq": 5, "kind": "struck", "report": report, "ruling": ruling}
    line["sum"] = checksum(line, "")
    with pytest.raises(RecordError, match="line 5 cannot be read as an entry"):
        decode(json.dumps(line), 5)


def test_a_refused_entry_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)
    before = file.path.read_bytes()

    with pytest.raises(CarromError):
        file.enter(TossedAgain("Ben"))
    with pytest.raises(NotationError, match="cannot be written"):
        file.enter(Remarked("\ud800"))

    assert file.path.read_bytes() == before
    assert len(file.record.entries) == 7


UNREADABLE: list[tuple[Any, Any, str]] = [
    (Remarked("x"), "yesterday", "not a time; give ISO 8601"),
    (Remarked("x"), "2026-01-01T10:00:00", "not a time; give ISO 8601"),
    (Remarked("x"), 5, "not a time; give ISO 8601"),
    (SeatsChanged(-1.0), None, "0 or more seconds"),
    (SeatsChanged(True), None, "0 or more seconds"),
    (SeatsChanged(float("nan")), None, "0 or more seconds"),
    (SeatsChanged(cast(float, "9")), None, "0 or more seconds"),
    (TakenBack(True), None, "does not exist"),
    (Remarked(cast(str, 5)), None, "cannot be read"),
    (Remarked(cast(str, Path("x"))), None, "cannot be written"),
    (CoinPlaced(Coin.QUEEN, cast(float, "x"), 0.0), None, "cannot be read"),
    (UmpireAsked(Side.FIRST, cast(str, ("a", "b"))), None, "cannot be read"),
]


@pytest.mark.parametrize(("event", "at", "why"), UNREADABLE)
def test_what_could_not_be_read_back_is_never_written(tmp_path: Path, event: Any, at: Any, why: str) -> None:
    file = kept_on_disk(tmp_path)
    before = file.path.read_bytes()

    with pytest.raises(CarromError, match=why):
        file.enter(event, at)

    assert file.path.read_bytes() == before
    assert len(file.record.entries) == 7
    file.enter(Remarked("goes on"))
    assert load(file.path).damage is None


@pytest.mark.parametrize(("event", "at", "why"), UNREADABLE[:8])
def test_a_record_in_memory_refuses_the_same(event: Any, at: Any, why: str) -> None:
    record_ = Record()
    for each in SINGLES:
        record_.enter(each)

    with pytest.raises(RecordError, match=why):
        record_.enter(event, at)

    assert len(record_.entries) == len(SINGLES)


def test_a_number_beyond_all_numbers_is_damage(tmp_path: Path) -> None:
    """Written by another program, with a sound checksum."""
    from carrom.record.codec import checksum

    for field, value in (("x", 10**400), ("seconds", 10**400), ("seconds", -1)):
        file = kept_on_disk(tmp_path)
        line: dict[str, object] = {"v": 1, "seq": 8, "kind": "coin-placed", "coin": "queen", field: value}
        line["sum"] = checksum(line, file.record.checksum)
        with file.path.open("a") as more:
            more.write(json.dumps(line) + "\n")

        record_ = load(file.path)

        assert record_.damage is not None
        assert len(record_.entries) == 7
        file.path.unlink()


def test_two_writers_cannot_tear_each_others_record(tmp_path: Path) -> None:
    first = kept_on_disk(tmp_path)
    second = RecordFile.open(first.path)
    first.enter(Remarked("first"))

    with pytest.raises(RecordError, match="another program"):
        second.enter(Remarked("second"))
    assert len(load(first.path).entries) == 8


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    """A writer is killed in the middle of writing; every entry it acknowledged is there."""
    path = tmp_path / "killed.carrom"
    program = (
        "import sys\nfrom pathlib import Path\nfrom carrom.record import RecordFile\n"
        "from carrom.record.entries import Begun, Remarked\n"
        "file = RecordFile.create(Path(sys.argv[1]))\n"
        "file.enter(Begun('family', ('Asha',), ('Ben',)))\n"
        "while True:\n    file.enter(Remarked('x' * 500))\n    print(len(file.record.entries), flush=True)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    # Not at once: in the middle of its writing, however long it took to start.
    begun = [writer.stdout.readline() for _ in range(20)]
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged = [int(line) for line in (*begun, *writer.stdout.read().splitlines()) if line.strip()]
    writer.wait()
    writer.stdout.close()

    record_ = load(path)

    assert acknowledged
    assert len(record_.entries) >= acknowledged[-1]
    assert record_.damage is None or record_.torn
