"""What the page is given to judge without the server: the runtime, the judge, and the page's own files."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.served import Served, served

from carrom.i18n import LANGUAGES
from carrom.server.assets.offline import CARROM, UNUSED_MODULES, UNUSED_PHRASES, core
from carrom.server.assets.pyodide import FILES, VERSION, runtime_folder
from carrom.server.assets.static import WEB, umpire_files

FOR_EVER = "public, max-age=31536000, immutable"
RUNTIME = f"/umpire/pyodide/{VERSION}"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder prepared with a runtime of five small files, for which their sums are taken."""
    folder = runtime_folder(tmp_path)
    folder.mkdir(parents=True)
    for name in list(FILES):
        content = f"{name}, " * 50
        (folder / name).write_text(content)
        (folder / f"{name}.gz").write_bytes(gzip.compress(content.encode()))
        monkeypatch.setitem(FILES, name, hashlib.sha256(content.encode()).hexdigest())
    return tmp_path


@pytest.fixture(scope="module")
def unprepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("unprepared")) as server:
        yield server


def test_a_server_that_is_not_prepared_says_so_and_has_no_runtime(unprepared: Served) -> None:
    """The page then keeps reports, and asks nobody for files that are not there."""
    told = unprepared.get("/api/offline").json

    assert told["prepared"] is False
    assert told["version"] == VERSION
    assert unprepared.get(f"{RUNTIME}/pyodide.mjs").code == "page/unknown"


def test_a_runtime_is_sent_compressed_and_for_ever(data: Path) -> None:
    """To who takes gzip; as it is to who does not. The policy lets the page run it."""
    with served(data) as server:
        told = server.get("/api/offline").json
        plain = server.get(f"{RUNTIME}/pyodide.asm.wasm")
        packed = server.get(f"{RUNTIME}/pyodide.asm.wasm", accept_encoding="br, gzip")

    assert told["prepared"] is True
    assert told["files"] == [f"{RUNTIME}/{name}" for name in FILES]
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    for answer in (plain, packed):
        assert answer.headers["content-type"] == "application/wasm"
        assert answer.headers["cache-control"] == FOR_EVER
        assert answer.headers["vary"] == "accept-encoding"
        assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    [
        f"{RUNTIME}/pyodide.js",
        f"{RUNTIME}/pyodide.mjs.gz",
        f"{RUNTIME}/..%2f..%2f..%2fcarrom.sqlite",
        "/umpire/pyodide/0.0.1/pyodide.mjs",
        "/umpire/core-0000000000000000.zip",
    ],
)
def test_nothing_else_is_sent_from_the_data_folder(data: Path, path: str) -> None:
    """Only the five files of the one version, by their names."""
    with served(data) as server:
        assert server.get(path).code == "page/unknown"


@pytest.mark.parametrize("name", ["pyodide.mjs", "python_stdlib.zip"])
def test_a_runtime_that_has_changed_is_no_runtime(data: Path, name: str) -> None:
    """Whatever changed it: nobody is sent code that was not published."""
    with served(data) as server:
        before = server.get("/api/offline").json["prepared"]
        (runtime_folder(data) / name).write_text("something else")
        after = server.get("/api/offline").json["prepared"]
        sent = server.get(f"{RUNTIME}/pyodide.asm.wasm")

    assert (before, after, sent.status) == (True, False, 404)


def test_the_judge_is_named_by_its_content_and_the_same_bytes_every_time(unprepared: Served) -> None:
    """So a phone may keep it for ever, and a new version of carrom has another name."""
    path = unprepared.get("/api/offline").json["core"]
    sent = unprepared.get(path)

    assert path == f"/umpire/core-{hashlib.sha256(sent.body).hexdigest()[:16]}.zip"
    assert sent.headers["cache-control"] == FOR_EVER
    assert core.__wrapped__() == core()
    assert sent.body == core().body


def test_the_judge_needs_nothing_but_itself_and_the_standard_library(tmp_path: Path) -> None:
    """Unpacked alone it judges a stroke and reads a law; every module it imports is in it."""
    with zipfile.ZipFile(io.BytesIO(core().body)) as archive:
        archive.extractall(tmp_path)
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import json
from carrom.umpiring.page import OfflineJudge
page = OfflineJudge()
asked = lambda **what: json.loads(page.answer(json.dumps({{"lang": "fr", **what}})))
at = "2026-05-01T12:00:00+02:00"
match = {{"do": "begin", "rulebook": "international", "first": ["Asha"], "second": ["Ben"]}}
toss = {{"do": "toss", "winner": "first", "choice": "break"}}
seat = {{"do": "seat", "seats": [["south", "Asha"], ["north", "Ben"]]}}
stroke = {{"do": "stroke", "pocketed": ["white"]}}
kept = [{{"request": each, "at": at}} for each in (match, toss, seat, {{"do": "play"}}, stroke)]
told = asked(ask="load", lines="", after=0, kept=kept)
assert told["refused"] is None and told["view"]["board"]["white"] == 8, told
assert told["view"]["now"] == "À Asha de jouer", told
assert asked(ask="sheet")["names"] == "Asha – Ben"
assert asked(ask="catalogue", rulebook="family")["kinds"]
assert asked(ask="law", cite="family queen 3")["law"]["text"]
foreign = [name for name, module in sys.modules.items()
           if "site-packages" in (getattr(module, "__file__", None) or "")]
ours = {{module.__file__ for name, module in sys.modules.items() if name.startswith("carrom")}}
print(json.dumps([foreign, sorted(ours)]))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    foreign, files = json.loads(done.stdout)

    assert foreign == []
    assert len(files) > 40
    assert all(Path(each).is_relative_to(tmp_path) for each in files)


def test_the_judge_carries_no_other_room() -> None:
    """A phone is not sent the simulator, the server or the page."""
    with zipfile.ZipFile(io.BytesIO(core().body)) as archive:
        rooms = {name.split("/")[1] for name in archive.namelist()}

    assert rooms.isdisjoint({"physics", "table", "players", "server", "store", "web", "cli", "arena"})
    assert len(core().body) < 150_000 + 75_000 * len(LANGUAGES)


def test_the_judge_leaves_out_only_modules_that_it_never_imports() -> None:
    listed = "import carrom.umpiring.page, sys; print(*sys.modules)"
    imported = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    modules = {f"carrom.{name.removesuffix('.py').replace('/', '.')}" for name in UNUSED_MODULES}

    assert modules.isdisjoint(imported.stdout.split())


def test_the_judge_leaves_out_only_phrases_that_it_never_uses() -> None:
    """Keys as its modules write them, whole or by their beginning."""
    with zipfile.ZipFile(io.BytesIO(core().body)) as archive:
        source = "".join(archive.read(name).decode() for name in archive.namelist() if name.endswith(".py"))
        carried = {Path(name).stem for name in archive.namelist() if "/i18n/en/" in name}
    whole = set(re.findall(r'"([a-z][\w./-]*)"', source))
    begun = tuple(re.findall(r'f"([a-z][\w.-]*\.)\{', source))
    left_out = {
        key: file.stem
        for file in (CARROM / "i18n" / "en").glob("*.json")
        if file.stem not in carried
        for key in json.loads(file.read_text("utf-8"))
    }

    assert set(left_out.values()) == set(UNUSED_PHRASES)
    assert [key for key in left_out if key in whole or key.startswith(begun)] == []


def test_everything_the_page_is_made_of_is_listed_and_there(unprepared: Served) -> None:
    """What a phone keeps to open the page again: every script, all styles, words in both languages."""
    listed = unprepared.get("/api/offline").json["shell"]

    assert listed == list(umpire_files())
    assert len(listed) == len(set(listed))
    for path in listed:
        assert unprepared.get(path).status == 200, path
    scripts = {f"/static/{each.relative_to(WEB).as_posix()}" for each in (WEB / "umpire").rglob("*.js")}
    assert scripts - set(listed) == {"/static/umpire/judge/worker.js", "/static/umpire/sw.js"}
    assert {
        "/umpire",
        "/umpire/worker.js",
        "/static/shared/words.js",
        "/static/laws/dialog.js",
        "/i18n/fr.json",
    } <= {*listed}
    said = (CARROM / "i18n" / "en" / "web").glob("umpire_*.json")
    words = {f"/i18n/{each.stem}.{lang}.json" for each in said for lang in LANGUAGES}
    assert words <= set(listed)
