"""docs/protocol.md has every route, message, limit and code as the server has them, and its client plays."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from starlette.routing import Route
from tests.server.guests import registry
from tests.server.served import served

from carrom.errors import CarromError
from carrom.i18n import phrases
from carrom.live.messages import AnyMessage, AnyRequest, DeskAsk, NewRoom
from carrom.server.app import UMPIRE_PAGES, make_app
from carrom.server.assets.static import page_addresses
from carrom.server.config import Limits
from carrom.server.errors import STATUS, public_code, status_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
CODE = "refused.code."
CLIENT = ROOT / "docs" / "examples" / "join.py"


def section(title: str) -> str:
    """The page between a heading and the next of any depth."""
    return re.split(r"\n##+ ", re.split(rf"\n##+ {title}\n", PAGE)[1])[0]


def rows(text: str) -> Iterator[list[str]]:
    """The cells of the rows of all tables."""
    for line in text.splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize(
    ("title", "messages"),
    [
        ("What a client sends", AnyRequest),
        ("What the server sends", AnyMessage),
    ],
)
def test_every_message_stands_there_with_its_fields(title: str, messages: object) -> None:
    shown = {quoted(row[0])[0]: quoted(row[1]) for row in rows(section(title)) if quoted(row[0])}
    ours = {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in get_args(messages)}

    assert {tag: shown.get(tag) for tag in ours} == ours


@pytest.mark.parametrize(("title", "body"), [("Opening a table", NewRoom), ("What an umpire asks", DeskAsk)])
def test_every_field_of_what_is_posted_stands_there(title: str, body: type[msgspec.Struct]) -> None:
    shown = {name for row in rows(section(title)) for name in quoted(row[0])}

    assert shown - {body.__name__} == {field.name for field in msgspec.structs.fields(body)}


def test_every_route_stands_there(tmp_path: Path) -> None:
    app = make_app(registry(tmp_path))
    ours = {
        (route.path.replace(":path", ""), "POST" if route.methods and "POST" in route.methods else "GET")
        for route in app.routes
        if isinstance(route, Route)
    } | {(path, "GET") for path in app.state.sockets}
    text = section("Over HTTP") + section("The umpire's table")
    pages = (*page_addresses(), *UMPIRE_PAGES)

    shown = {(path, row[0]) for row in rows(text) for path in quoted(row[1])}
    assert shown == {each for each in ours if each[0] not in pages}
    assert all(f"`{path}`" in text for path in pages)


def test_the_limits_are_those_of_the_server() -> None:
    limits = Limits()
    shown = {quoted(row[0])[0]: row[1] for row in rows(section("Limits")) if quoted(row[0])}
    del shown["Limits"]

    numbers = {name: float(text.split()[0].rstrip(";")) for name, text in shown.items()}
    assert numbers == {field.name: float(getattr(limits, field.name)) for field in fields(Limits)}


def here(kind: type[CarromError]) -> bool:
    """Whether it is one of the exception tree, not of a single room."""
    return kind.__module__ == CarromError.__module__


def test_every_code_stands_there_with_its_status() -> None:
    """All that carrom and its server can refuse."""
    kinds: list[type[CarromError]] = [CarromError, *CarromError.__subclasses__()]
    codes = {public_code(kind.code) for kind in kinds if here(kind)} | {
        key.removeprefix(CODE) for key in phrases("en") if key.startswith(CODE)
    }
    ours = {code: status_of(code) for code in codes | set(STATUS)}

    shown = {code: int(row[1]) for row in rows(section("Error codes")) for code in quoted(row[0])}
    assert shown == ours


def test_the_client_stands_on_the_page_as_it_is_and_plays_a_stroke(tmp_path: Path) -> None:
    """Over the socket of a real server; a break gives the same on every machine."""
    assert f"```python\n{CLIENT.read_text(encoding='utf-8')}```\n" in PAGE

    with served(tmp_path) as server:
        command = [sys.executable, str(CLIENT), server.url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert f"join.py http://127.0.0.1:8765\n{done.stdout}```" in PAGE
