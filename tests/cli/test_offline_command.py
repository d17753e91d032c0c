"""carrom offline: the runtime is fetched once, checked, and kept whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.run import carrom, refusal

from carrom.cli import offline
from carrom.errors import CarromError
from carrom.server.assets.pyodide import FILES, PACKAGE, VERSION, runtime_folder, unsound

on_unix = pytest.mark.skipif(os.name == "nt", reason="programs as on Unix")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small files packed as npm does it, whose sums are taken for the right ones; some we do not keep."""
    path = tmp_path / "pyodide.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name in (*FILES, "console.html", "package.json"):
            content = f"{name}, ".encode() * 100
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
            if name in FILES:
                monkeypatch.setitem(FILES, name, hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(offline, "PACKAGE_SHA256", hashlib.sha256(path.read_bytes()).hexdigest())
    return path


def prepare(data: Path, *words: str) -> Result:
    return CliRunner().invoke(offline.command, ["prepare", "--data", str(data), *words])


def program(folder: Path, *lines: str) -> Path:
    """A program called npm, in a folder where nothing else is."""
    folder.mkdir(exist_ok=True)
    npm = folder / "npm"
    npm.write_text("\n".join(("#!/bin/sh", *lines, "")))
    npm.chmod(0o755)
    return folder


def ends(pid: int) -> bool:
    """Whether a process is gone before long; one whose parent has ended is waited for by the system."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def with_npm(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command on a machine whose only programs are those of a folder."""
    return subprocess.run(
        [sys.executable, "-m", "carrom", "offline", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PATH": str(folder)},
    )


def left_in(data: Path) -> list[str]:
    return sorted(each.name for each in (data / "pyodide").glob("*"))


def test_what_is_loaded_is_kept_with_its_compressed_form_and_nothing_else(
    tmp_path: Path, package: Path
) -> None:
    """Five files and five more; the folder of an earlier version goes."""
    data = tmp_path / "data"
    (data / "pyodide" / "0.1.2").mkdir(parents=True)

    done = prepare(data, "--from", str(package))

    assert done.exit_code == 0, done.output
    assert left_in(data) == [VERSION]
    kept = runtime_folder(data)
    assert {each.name for each in kept.iterdir()} == {*FILES, *(f"{name}.gz" for name in FILES)}
    for name in FILES:
        assert gzip.decompress((kept / f"{name}.gz").read_bytes()) == (kept / name).read_bytes()
    assert unsound(data) == []
    assert str(kept) in done.output


def test_prepared_once_it_is_not_fetched_again(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time needs no npm; a file that was damaged since is mended by fetching all again."""
    data = tmp_path / "data"
    prepare(data, "--from", str(package))
    monkeypatch.setenv("PATH", str(tmp_path))

    again = prepare(data)
    (runtime_folder(data) / "pyodide.mjs").write_text("damaged")
    told = CliRunner().invoke(offline.command, ["--data", str(data)])
    mended = prepare(data, "--from", str(package))

    assert (again.exit_code, again.output.count("\n")) == (0, 1)
    assert told.output.startswith("Not prepared: pyodide.mjs")
    assert (mended.exit_code, unsound(data)) == (0, [])
    assert left_in(data) == [VERSION]


@on_unix
def test_it_is_fetched_by_npm_under_its_exact_version(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From wherever the user's npm has its packages; the words it is called with are npm's own."""
    npm = program(
        tmp_path / "bin", f'echo "$@" > {tmp_path}/said', f'/bin/cp {package} "$4/pyodide-{VERSION}.tgz"'
    )
    monkeypatch.setenv("PATH", str(npm))

    done = prepare(tmp_path / "data", "--lang", "fr")

    assert done.exit_code == 0, done.output
    assert (tmp_path / "said").read_text().startswith(f"pack {PACKAGE} --pack-destination ")
    assert done.output.splitlines()[-1].startswith("Prêt")
    assert done.output.startswith("Téléchargement")
    assert unsound(tmp_path / "data") == []


def test_a_package_that_is_not_the_published_one_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    """Whoever gave it."""
    other = tmp_path / "pyodide.tgz"
    other.write_bytes(gzip.compress(b"something else"))

    said = refusal(carrom("offline", "prepare", "--data", str(tmp_path / "data"), "--from", str(other)))

    assert said == f"carrom: {other}: this is not {PACKAGE} as it was published; nothing was kept\n"
    assert left_in(tmp_path / "data") == []


def test_a_file_that_is_not_the_published_one_is_refused_and_nothing_is_kept(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the five is held against its own sum, though the whole was."""
    monkeypatch.setitem(FILES, "pyodide.asm.wasm", "0" * 64)

    done = prepare(tmp_path / "data", "--from", str(package))

    assert isinstance(done.exception, CarromError)
    assert "its pyodide.asm.wasm is not the one" in str(done.exception)
    assert left_in(tmp_path / "data") == []


@on_unix
def test_without_npm_one_line_says_what_to_install_and_what_else_would_do(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()

    said = refusal(with_npm(tmp_path / "bin", "prepare", "--data", str(tmp_path / "data")))

    assert "install Node.js" in said
    assert f"--from takes the file that 'npm pack {PACKAGE}' fetches" in said
    assert left_in(tmp_path / "data") == []


@on_unix
def test_what_npm_says_is_passed_on_in_one_line(tmp_path: Path) -> None:
    npm = program(
        tmp_path / "bin",
        "echo 'npm error code ENOTFOUND' >&2",
        "echo 'npm error network getaddrinfo' >&2",
        "exit 1",
    )

    said = refusal(with_npm(npm, "prepare", "--data", str(tmp_path / "data")))

    assert "(network getaddrinfo)" in said
    assert "--from" in said
    assert left_in(tmp_path / "data") == []


@on_unix
def test_stopped_half_way_it_leaves_nothing_behind_and_no_npm_running(tmp_path: Path) -> None:
    """Ctrl-C while it is fetched."""
    npm = program(tmp_path / "bin", f"echo $$ > {tmp_path}/pid", "exec /bin/sleep 60")
    data = tmp_path / "data"
    begun = subprocess.Popen(
        [sys.executable, "-m", "carrom", "offline", "prepare", "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PATH": str(npm)},
    )
    end = time.monotonic() + 30
    while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip()):
        assert time.monotonic() < end
        time.sleep(0.02)
    begun.send_signal(signal.SIGINT)
    _, wrong = begun.communicate(timeout=20)

    assert begun.returncode == 130
    assert "Traceback" not in wrong
    assert left_in(data) == []
    assert ends(int((tmp_path / "pid").read_text()))


def test_alone_it_says_how_things_stand_and_what_to_do(tmp_path: Path) -> None:
    """Nothing is made for the asking."""
    done = carrom("offline", "--data", str(tmp_path / "data"))

    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith("Not prepared")
    assert f"carrom offline prepare --data {tmp_path / 'data'}" in done.stdout
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("prepare", "--from", "x.tgz"), "x.tgz: there is no such file"),
        (("prepare", "--data", __file__), "this is a file; matches are kept in a folder (--data)"),
        (("fetch",), "WHAT must be prepare"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: tuple[str, ...], says: str) -> None:
    assert says in refusal(carrom("offline", *words))
