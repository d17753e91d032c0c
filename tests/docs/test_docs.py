"""The documentation is run: every shell example and every Python example says what really happens."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if page.exists()]
BASH = shutil.which("bash")
MARK = "\x1e"  # parts the outputs of the commands; no command prints it
SECONDS_ALLOWED = 60

on_every_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


@dataclass(frozen=True)
class Example:
    """A shell command as the page shows it, the line it stands on, and the output under it."""

    line: int
    command: str
    output: str


@on_every_page
@pytest.mark.skipif(BASH is None, reason="the shell examples are written for bash")
def test_the_shell_examples_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    """All commands of a page run in order, in one empty folder, and print exactly the lines under them."""
    examples = shell_examples(page.read_text(encoding="utf-8"))

    printed = outputs([example.command for example in examples], tmp_path)

    for example, said in zip(examples, printed, strict=True):
        assert said == example.output, f"{page.name}, line {example.line}: $ {example.command}"


@on_every_page
def test_the_python_examples_print_what_the_page_shows(page: Path) -> None:
    """All >>> examples of a page run in order, and what one names the next may use."""
    text = without_fences(page.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)

    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(examples, out=report.append)

    assert results.failed == 0, "".join(report)


def test_a_wrong_output_is_found(tmp_path: Path) -> None:
    """The exit status of a command reaches the next, and a here-document is no output."""
    page = "```console\n$ false\n$ echo $?\n1\n$ cat <<'END'\n> it's\n> END\nit is\n```\n"
    examples = shell_examples(page)

    printed = outputs([example.command for example in examples], tmp_path)

    assert [example.output for example in examples] == ["", "1", "it is"]
    assert printed == ["", "1", "it's"]


def shell_examples(text: str) -> list[Example]:
    """The commands of all console blocks: `$ ` begins one, `> ` goes on with one that is not finished."""
    found = []
    for start, lines in blocks(text, "console"):
        at = 0
        while at < len(lines):
            assert lines[at].startswith("$ "), f"line {start + at}: a console block begins with '$ '"
            began, command = at, lines[at][2:]
            at += 1
            while not finished(command):
                assert at < len(lines), f"line {start + began}: the command has no end"
                command += "\n" + lines[at].removeprefix(">").removeprefix(" ")
                at += 1
            output = []
            while at < len(lines) and not lines[at].startswith("$ "):
                output.append(lines[at])
                at += 1
            found.append(Example(start + began, command, "\n".join(output).rstrip("\n")))
    return found


def finished(command: str) -> bool:
    """Whether bash would run the command now, as far as our examples go."""
    here = re.search(r"<<'?(\w+)'?", command)
    if here:
        return command.endswith(f"\n{here[1]}")
    return not command.endswith("\\") and command.count("'") % 2 == 0


def outputs(commands: list[str], folder: Path) -> list[str]:
    """What each command prints, errors too; all in one shell, so that a page costs one start of it."""
    # The mark must not cost a command the exit status of the one before it.
    mark = f"status=$?; printf '{MARK}'; (exit $status)"
    script = folder.with_name(f"{folder.name}.sh")
    script.write_text("".join(f"{mark}\n{command}\n" for command in commands), encoding="utf-8")
    done = subprocess.run(
        [BASH or "bash", str(script)],
        cwd=folder,
        env=os.environ | plain_surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS_ALLOWED,
        check=False,
    )
    # A block cannot show how many empty lines an output ends with.
    return [said.rstrip("\n") for said in done.stdout.decode().split(MARK)[1:]]


def plain_surroundings() -> dict[str, str]:
    """The carrom command of this Python first, and nothing of the terminal the tests run in."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {"PATH": path, "PYTHONUTF8": "1", "COLUMNS": "80"}


def blocks(text: str, language: str) -> list[tuple[int, list[str]]]:
    """The lines inside every fence of a language, with the number of the first of them."""
    found: list[tuple[int, list[str]]] = []
    inside: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = None if inside is not None else line.removeprefix("```").strip()
            if inside == language:
                found.append((number + 1, []))
        elif inside == language:
            found[-1][1].append(line)
    assert inside is None, f"a fence of {inside or 'no language'} is not closed"
    return found


def without_fences(text: str) -> str:
    """The page as doctest reads it: a fence ends an example as an empty line does."""
    return "\n".join("" if line.startswith("```") else line for line in text.splitlines())
