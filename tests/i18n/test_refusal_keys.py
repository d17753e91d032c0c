"""Every refusal is a message: its key is in the catalogue, and its arguments fill exactly that phrase."""

from __future__ import annotations

import ast
import inspect
import json
import re
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import carrom
from carrom.cli.serving.folder import FolderTaken, Running
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, phrases

SRC = Path(carrom.__file__).parent

# The server says its own refusals by their code; the start of the program has none.
EXCEPT = ("__main__.py", "server/errors.py")


@dataclass(frozen=True)
class Said:
    """A message in the source: where it stands, a pattern of its keys, and the arguments it gives them."""

    where: str
    pattern: str
    given: frozenset[str] | None
    """None: the arguments are not written out there."""

    @property
    def keys(self) -> list[str]:
        return [key for key in phrases("en") if re.fullmatch(self.pattern, key)]


def sources() -> list[Path]:
    return sorted(SRC.rglob("*.py"))


def checked() -> list[Path]:
    return [path for path in sources() if not path.relative_to(SRC).as_posix().startswith(EXCEPT)]


@cache
def error_classes() -> dict[str, type[CarromError]]:
    """The classes of all refusals, by name."""
    for path in checked():
        module = path.relative_to(SRC.parent).with_suffix("")
        import_module(".".join(module.parts).removesuffix(".__init__"))
    found: dict[str, type[CarromError]] = {}
    waiting = [CarromError]
    while waiting:
        kind = waiting.pop()
        found[kind.__name__] = kind
        waiting += kind.__subclasses__()
    return found


def pattern_of(key: ast.expr) -> str | None:
    """A pattern of the keys that an expression stands for; none for anything but a text."""
    match key:
        case ast.Constant(str() as text):
            return re.escape(text)
        case ast.JoinedStr(parts):
            return "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w/-]+" for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            patterns = pattern_of(one), pattern_of(other)
            return None if None in patterns else "|".join(map(str, patterns))
    return None


def refusals(path: Path) -> Iterator[Said]:
    """Every refusal that a file makes."""
    classes = error_classes()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        kind = classes.get(node.func.id)
        named = [] if kind is None else list(inspect.signature(kind).parameters)
        if "key" not in named:
            continue
        key = node.args[named.index("key")]
        if isinstance(key, ast.Attribute) and key.attr == "key":
            continue  # the message of an error that was raised before
        where = f"{path.relative_to(SRC)}:{node.lineno}"
        pattern = pattern_of(key)
        assert pattern is not None, f"{where} refuses without a key"
        yield Said(where, pattern, frozenset(str(each.arg) for each in node.keywords) - set(named))


def messages(path: Path) -> Iterator[Said]:
    """Every `Message` of a refusal that a file makes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Name("Message"), [key, *more]):
                pattern = pattern_of(key) or ""
                if not pattern.startswith("refused"):
                    continue
                given = frozenset[str]() if not more else None
                if more and isinstance(more[0], ast.Dict):
                    given = frozenset(
                        str(each.value) for each in more[0].keys if isinstance(each, ast.Constant)
                    )
                yield Said(f"{path.relative_to(SRC)}:{node.lineno}", pattern, given)


def placeholders(key: str) -> set[str]:
    """The arguments that a phrase takes, in any language and form; a count is `n` too."""
    found: set[str] = set()
    for lang in LANGUAGES:
        phrase = phrases(lang)[key]
        forms = [phrase] if isinstance(phrase, str) else list(phrase.values())
        found |= {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}
        # {@foul} is a word of the umpire, {@kind} the word that an argument holds.
        found = {name.removeprefix("@") for name in found if f"umpire.word.{name[1:]}" not in phrases(lang)}
        found |= set() if isinstance(phrase, str) else {"n"}
    return {"n" if name == "count" else name for name in found}


@pytest.mark.parametrize("path", checked(), ids=lambda path: str(path.relative_to(SRC)))
def test_a_refusal_has_a_key_of_the_catalogue_and_its_arguments(path: Path) -> None:
    for said in (*refusals(path), *messages(path)):
        assert said.keys, f"{said.where}: no phrase for {said.pattern}"
        for key in said.keys:
            assert key in phrases("fr"), f"{said.where}: {key} is not in French"
            if said.given is None:
                continue
            # A key that is made at run time gives what all its phrases need together.
            unused = said.given - placeholders(key) if len(said.keys) == 1 else set()
            assert (placeholders(key) - said.given, unused) == (set(), set()), f"{said.where}: {key}"


@pytest.mark.parametrize("key", ["refused.folder.taken", "data.running", "umpire.web.running"])
def test_the_phrases_of_a_folder_that_is_taken_have_its_arguments(key: str) -> None:
    refused = FolderTaken(key, Path("kept"), Running(7, "http://127.0.0.1:8000/"))

    assert placeholders(key) <= refused.message.arguments.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phrase_stands_in_one_file(lang: str) -> None:
    files = (SRC / "i18n" / lang).glob("*.json")
    keys = [key for file in files for key in json.loads(file.read_text(encoding="utf-8"))]

    assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_every_phrase_of_a_refusal_is_said_somewhere() -> None:
    said = {
        pattern
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.expr) and (pattern := pattern_of(node)) and pattern.startswith("refused")
    }

    never = [
        key
        for key in phrases("en")
        if key.startswith("refused.") and not any(re.fullmatch(pattern, key) for pattern in said)
    ]
    assert never == []
    whole = [pattern for pattern in said if re.fullmatch(r"refused(\\\.[\w\\-]+){2,}\w", pattern)]
    assert [each for each in whole if not any(re.fullmatch(each, key) for key in phrases("en"))] == []
