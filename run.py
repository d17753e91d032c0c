#!/usr/bin/env python3
"""The launcher: sets up everything on a bare machine, then plays, tests or runs any carrom command.

python3 run.py              plays carrom in the browser
python3 run.py test         runs every test (--long adds the long proofs)
python3 run.py docs         builds the API reference and opens it in the browser
python3 run.py COMMAND …    runs a carrom command; --help lists them
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "carrom-installed.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)

CHECKS: dict[str, list[str]] = {
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "--quiet", "."],
    "types": ["mypy"],
    "rooms": ["lint-imports", "--no-cache"],
}


def main() -> int:
    if sys.version_info < OLDEST:
        return refuse(f"carrom needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    words = sys.argv[1:]
    try:
        if words[:1] == ["test"]:
            install("test")
            return test(words[1:])
        if words == ["docs"]:
            install("test")
            return docs()
        install("play")
        # -P: a file called carrom.py in the user's folder must not be taken for ours.
        command = [str(PYTHON), "-P", "-m", "carrom"]
        if words in (["--help"], ["-h"], ["help"]):
            status = run([*command, "--help"])
            print(FIRST_STEPS, flush=True)
            return status
        return become([*command, *(words or ["play"])])
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone (`run.py --help | head`). Python would flush again at exit, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except SetupError as failed:
        return refuse(str(failed))


FIRST_STEPS = """
Write python3 run.py in front, for example:
  python3 run.py                                    plays in the browser, as does: python3 run.py play
  python3 run.py play --terminal --level casual
  python3 run.py serve --help                       for others to play here too
  python3 run.py rule "white on strike, 5 white, 4 black" "w s"
  python3 run.py simulate rosette --power 90
  python3 run.py laws queen cover
  python3 run.py umpire"""


class SetupError(Exception):
    """The machine lacks something; the text says what, and what would work."""


def refuse(text: str) -> int:
    print(f"run.py: {text}", file=sys.stderr)
    return 2


def run(command: list[str], folder: Path | None = None) -> int:
    """A command's exit status, in the user's folder unless another is named; Ctrl-C is its own.

    It is waited for however often Ctrl-C is pressed: it has work to finish, and children of its own.
    """
    return wait_for(subprocess.Popen(command, cwd=folder))


def wait_for(begun: subprocess.Popen[bytes]) -> int:
    """The exit status of a command that was started; Ctrl-C is its own."""
    stopped = False
    while True:
        try:
            status = begun.wait()
        except KeyboardInterrupt:
            stopped = True
            continue
        return 130 if stopped else 128 - status if status < 0 else status


def become(command: list[str]) -> int:
    """Run a command in the place of this process, so that every signal reaches it, where a system can."""
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)
    return run(command)


def install(name: str) -> None:
    """Make .venv with this interpreter and install the locked requirements, once and again when they change.

    The stamp is written last, so a start that was interrupted is repaired by the next.
    """
    lock = ROOT / "requirements" / f"{name}.txt"
    wanted = fingerprint(lock)
    if read_stamp().get(name) == wanted:
        return
    what = "the tests' tools in " if name == "test" else ""
    print(f"Setting up {what}{VENV.name} (once) …", file=sys.stderr, flush=True)
    make_venv()
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    step([*pip, "--require-hashes", "-r", str(lock)], "install the locked requirements")
    step([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], "install carrom itself")
    # The test lock holds everything the play lock does.
    names = ("play", "test") if name == "test" else ("play",)
    stamp = {each: fingerprint(ROOT / "requirements" / f"{each}.txt") for each in names}
    STAMP.write_text(json.dumps(stamp), encoding="utf-8")


def fingerprint(lock: Path) -> str:
    """Changes with the lock, with how the package is built, with the interpreter and with the folder."""
    text = lock.read_bytes() + (ROOT / "pyproject.toml").read_bytes() + f"{sys.version} {ROOT}".encode()
    return hashlib.sha256(text).hexdigest()


def read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return stamp if isinstance(stamp, dict) and PYTHON.exists() else {}
    except (OSError, ValueError):
        return {}


def make_venv() -> None:
    """A fresh .venv, unless a working one of this interpreter's version is there."""
    probe = "import sys, pip; print(sys.version)"
    works = PYTHON.exists() and (
        subprocess.run([str(PYTHON), "-c", probe], capture_output=True, text=True, check=False).stdout.strip()
        == sys.version.strip()
    )
    if works:
        return
    try:
        import ensurepip  # noqa: F401  # Debian's Python has venv without it, and then cannot make one
        import venv
    except ImportError:
        raise SetupError(
            "this Python has no venv module; install it first (Debian, Ubuntu: sudo apt install python3-venv)"
        ) from None
    try:
        venv.create(VENV, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as failed:
        raise SetupError(f"could not make {VENV}: {failed}") from None


def step(command: list[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        why = said[-1] if said else "pip said nothing"
        if "No matching distribution" in why or "Connection" in done.stderr:
            why = f"is there a connection to the package index? The first start needs one ({why})"
        raise SetupError(f"could not {what}: {why}")


TYPESCRIPT = "5.9.3"
TSC = VENV / "tsc"
PAGE = ROOT / "src" / "carrom" / "web" / "jsconfig.json"


def typescript() -> str | None:
    """The compiler that checks the page's types. Only in CI is it installed, by npm, if there is none."""
    found, npm = installed_tsc() or shutil.which("tsc"), shutil.which("npm")
    if found is None and in_ci() and npm:
        print("== installing typescript", flush=True)
        options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(
            [npm, "install", "--prefix", str(TSC), *options, f"typescript@{TYPESCRIPT}"],
            stdout=subprocess.DEVNULL,
            check=False,
        )
        found = installed_tsc()
    return found


def installed_tsc() -> str | None:
    """The one in .venv, if it is of the version wanted."""
    modules = TSC / "node_modules"
    try:
        told = json.loads((modules / "typescript" / "package.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    ours = modules / ".bin" / ("tsc.cmd" if os.name == "nt" else "tsc")
    return str(ours) if told.get("version") == TYPESCRIPT and ours.exists() else None


BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser() -> str | None:
    """A browser for the tests of pages. Only in CI is one installed, Debian's, if there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or (shutil.which("chromium") if install_in_ci("chromium") else None)


FONTS = "fonts-noto-core"
HAS_FONTS = """
import sys
from carrom.printing.fonts import font_with
sys.exit(not all(font_with(letter, bold=False) for letter in "\\u0905\\u0ba4\\u09ac\\u0639"))
"""


def fonts() -> bool:
    """Whether the tests of the PDF have fonts for other scripts. Only in CI are they installed, Debian's."""

    def found() -> bool:
        return not subprocess.run([str(PYTHON), "-c", HAS_FONTS], check=False, cwd=ROOT).returncode

    return found() or (install_in_ci("fontconfig", FONTS) and found())


def postgresql() -> bool:
    """Whether the tests can start a PostgreSQL server. Only in CI is Debian's installed, if there is none."""
    probe = "import sys; from tools.postgres import find_binaries; sys.exit(find_binaries() is None)"

    def found() -> bool:
        return not subprocess.run([str(PYTHON), "-c", probe], check=False, cwd=ROOT).returncode

    return found() or (install_in_ci("postgresql") and found())


def install_in_ci(*packages: str) -> bool:
    """Install packages of Debian's, in CI only."""
    if not in_ci() or not shutil.which("apt-get"):
        return False
    print(f"== installing {' '.join(packages)}", flush=True)
    for command in (["update", "-qq"], ["install", "-y", "-qq", *packages]):
        subprocess.run(["apt-get", *command], stdout=subprocess.DEVNULL, check=False)
    return True


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() == "true"


COMPILE = "from carrom.players.ready import warm_up; warm_up()"
"""Compiled once and kept, before many processes ask for it at the same time."""


def test(words: list[str]) -> int:
    """Everything CI does: lint, format, types, rooms, the page, then the tests; words go on to pytest."""
    long = "--long" in words
    pages = browser()
    if pages is None and in_ci():
        return refuse("the tests of pages need a browser; install Debian's chromium")
    scripts = fonts()
    if not scripts and in_ci():
        return refuse(f"the tests of the PDF need fonts of other scripts; install Debian's {FONTS}")
    database = postgresql()
    if not database and in_ci():
        return refuse("the tests of the store need a database server; install Debian's postgresql")
    chosen = [word for word in words if word != "--long"]
    compiler = None if chosen else typescript()
    if compiler is None and in_ci() and not chosen:
        return refuse(f"the page's types are checked by tsc; install npm, or typescript {TYPESCRIPT}")
    steps: dict[str, list[str]] = {}
    if not chosen:
        steps |= {name: [str(PYTHON.parent / tool), *rest] for name, (tool, *rest) in CHECKS.items()}
    if compiler:
        steps["page"] = [compiler, "--noEmit", "-p", str(PAGE)]
    steps["compile"] = [str(PYTHON), "-c", COMPILE]
    if long:
        os.environ["CARROM_HYPOTHESIS"] = "long"
    marked = ["-m", ""] if long else ["-m", "not long"]
    # By files: what one needs, a browser or a played match, is made once for all its tests.
    marked += [] if chosen else ["-n", "auto", "--dist", "loadfile"]
    steps["tests"] = [str(PYTHON), "-m", "pytest", *marked, *chosen]
    failed = []
    # It takes half a minute of one core, and so do the checks: side by side.
    compiling = subprocess.Popen(steps["compile"], cwd=ROOT)
    for name, command in steps.items():
        print(f"== {name}", flush=True)
        status = wait_for(compiling) if name == "compile" else run(command, folder=ROOT)
        if status == 130:
            return status
        failed += [name] if status else []
    if failed:
        print(f"failed: {', '.join(failed)}")
    elif not chosen:
        left = [] if long else ["the long proofs (python3 run.py test --long)"]
        left += [] if pages else ["the pages in a browser (install chromium)"]
        left += [] if scripts else [f"the PDF in other scripts (install {FONTS})"]
        left += [] if database else ["the store in PostgreSQL (install postgresql)"]
        left += [] if compiler else [f"the types of the page (npm install -g typescript@{TYPESCRIPT})"]
        print(f"everything passed; not run: {', '.join(left)}" if left else "everything passed")
    return 1 if failed else 0


REFERENCE = ROOT / "build" / "reference"


def docs() -> int:
    """Build the API reference from the docstrings; open it where somebody sits at the terminal."""
    # pdoc goes into a package only where it has no __all__; so each room is named.
    rooms = sorted(f"carrom.{each.parent.name}" for each in (ROOT / "src" / "carrom").glob("*/__init__.py"))
    command = [str(PYTHON), "-m", "pdoc", "carrom", *rooms, "--output-directory", str(REFERENCE)]
    status = run(command, folder=ROOT)
    if not status:
        start = REFERENCE / "index.html"
        print(start)
        if sys.stdout.isatty():
            webbrowser.open(start.as_uri())
    return status


if __name__ == "__main__":
    sys.exit(main())
