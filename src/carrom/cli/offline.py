"""carrom offline: the judge in the umpire's page, for halls without a network."""

import gzip
import hashlib
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse
from carrom.cli.files import check_file, write_whole
from carrom.cli.output import say_phrase
from carrom.cli.serving.folder import usual_folder
from carrom.errors import CarromError
from carrom.server.assets.pyodide import FILES, PACKAGE, PACKAGE_SHA256, prepared, runtime_folder, unsound

STALE = 3600.0  # seconds, after which the folder of an interrupted run is removed


@click.command("offline", cls=Command, facts={"package": PACKAGE})
@click.argument("what", type=click.Choice(["prepare"]), required=False)
@options.data
@click.option("--from", "package", type=options.FILE)
def command(what: str | None, data: Path | None, package: Path | None) -> None:
    """Examples:

    carrom offline
    carrom offline prepare
    """
    if package is not None and what is None:
        raise WrongUse("refused.offline.from")
    if package is not None:
        check_file(package)
    folder = (data or usual_folder()).expanduser().absolute()
    if what == "prepare" and not prepared(folder):
        _prepare(folder, package)
    _tell(folder, f" --data {shlex.quote(str(data))}" if data else "")


def _prepare(folder: Path, package: Path | None) -> None:
    runtime = runtime_folder(folder)
    try:
        runtime.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise CarromError("refused.folder.file", path=str(folder)) from None
    for left in runtime.parent.glob(".new-*"):
        if time.time() - left.stat().st_mtime > STALE:
            shutil.rmtree(left, ignore_errors=True)
    # On the same disk, so that a complete runtime can be moved to its place.
    with tempfile.TemporaryDirectory(prefix=".new-", dir=runtime.parent) as beside:
        new = Path(beside)
        _unpack(package or _fetch(new), new / runtime.name)
        if runtime.exists():
            runtime.rename(new / "old")
        (new / runtime.name).rename(runtime)
    for each in runtime.parent.iterdir():  # runtimes of earlier versions of carrom
        if each != runtime and re.fullmatch(r"\d+\.\d+\.\d+", each.name):
            shutil.rmtree(each, ignore_errors=True)


def _tell(folder: Path, data: str) -> None:
    runtime = runtime_folder(folder)
    wrong = unsound(folder)
    if not wrong:
        size = sum(each.stat().st_size for each in runtime.iterdir()) / 1e6
        say_phrase("offline.ready", package=PACKAGE, size=f"{size:.0f}", folder=str(runtime))
        return
    state = "offline.damaged" if runtime.is_dir() else "offline.missing"
    say_phrase(state, files=", ".join(wrong), folder=str(runtime))
    say_phrase("offline.how", data=data)


def _fetch(folder: Path) -> Path:
    """Fetch the package by the user's npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise CarromError("refused.offline.no-npm", package=PACKAGE)
    say_phrase("offline.fetching", package=PACKAGE)
    # In a folder of its own, so that no project's settings apply.
    ended = subprocess.run(
        [npm, "pack", PACKAGE, "--pack-destination", str(folder), "--loglevel=error"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    found = list(folder.glob("*.tgz"))
    if ended.returncode or len(found) != 1:
        said = [re.sub(r"^npm (error|ERR!) ?", "", line) for line in ended.stderr.splitlines()]
        lines = (line for line in said if line and not line.startswith(("code ", "errno ")))
        why = next(lines, str(ended.returncode))
        raise CarromError("refused.offline.not-fetched", package=PACKAGE, why=why)
    return found[0]


def _unpack(package: Path, folder: Path) -> None:
    """Unpack the files that the page loads, each also compressed. Refuses files with other checksums."""
    say_phrase("offline.checking", file=package.name)
    with package.open("rb") as opened:
        if hashlib.file_digest(opened, "sha256").hexdigest() != PACKAGE_SHA256:
            raise CarromError("refused.offline.other-package", path=str(package), package=PACKAGE)
    folder.mkdir()
    with tarfile.open(package, "r:gz") as archive:
        for name, known in FILES.items():
            say_phrase("offline.packing", file=name)
            member = archive.extractfile(f"package/{name}")
            content = member.read() if member else b""
            if hashlib.sha256(content).hexdigest() != known:
                raise CarromError("refused.offline.other-file", path=str(package), name=name)
            write_whole(folder / name, content)
            write_whole(folder / f"{name}.gz", gzip.compress(content, 9, mtime=0))
