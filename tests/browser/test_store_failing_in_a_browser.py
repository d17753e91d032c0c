"""A server that cannot keep anything says so on the pages, and takes it back once it can."""

from __future__ import annotations

import json
import resource
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from playwright.sync_api import Browser, expect
from tests.cli.serving import Begun, begun

PATIENCE = 60_000
TABLE = {
    "en": "The server cannot save right now, so no stroke counts.",
    "fr": "Le serveur ne peut rien enregistrer pour l'instant : aucun tir ne compte.",
}
DESK = {
    "en": "The server cannot save right now",
    "fr": "Le serveur ne peut rien enregistrer pour l'instant",
}


def posted(server: Begun, path: str, body: object) -> dict[str, str]:
    raw, kind = json.dumps(body).encode(), {"content-type": "application/json"}
    request = Request(f"{server.url.rstrip('/')}{path}", raw, kind)
    with build_opener(ProxyHandler({})).open(request, timeout=30) as answer:
        made: dict[str, str] = json.load(answer)
        return made


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_store_that_fails_is_told_at_the_table_and_at_the_umpires_page(
    browser: Browser, tmp_path: Path, lang: str
) -> None:
    seats = {"first": [{"name": "Asha"}], "second": [{"name": "Ben"}]}
    room = {"kind": "screen", "rulebook": "international-a", **seats}
    with begun("serve", "--port", "0", "--workers", "1", "--data", str(tmp_path)) as server:
        for _ in range(30):
            made = posted(server, "/api/rooms", room)
        desk = posted(server, "/api/desks", {"place": "1"})
        token = made["links"][0]["token"]  # type: ignore[index]
        begins = {"do": "begin", "rulebook": "international-a", "first": ["Asha"], "second": ["Ben"]}
        at = "2026-05-01T10:15:00+02:00"
        asked = {"client": "page", "id": 1, "v": 0, "at": at, "request": begins}
        posted(server, f"/api/desk/{desk['token']}", asked)
        wal = (tmp_path / "carrom.sqlite-wal").stat().st_size
        context = browser.new_context(locale=lang)
        table, umpire = context.new_page(), context.new_page()
        table.goto(f"{server.url}table/{made['room']}#{token}")
        umpire.goto(f"{server.url}umpire/{desk['token']}")
        line, link = table.locator(".status-line"), umpire.get_by_test_id("link")
        expect(table.locator(".board-host canvas").first).to_be_visible(timeout=PATIENCE)
        expect(link).to_have_attribute("data-link", "online", timeout=PATIENCE)
        expect(line).to_be_hidden()

        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wal, hard))
        expect(line).to_contain_text(TABLE[lang], timeout=PATIENCE)
        expect(link).to_contain_text(DESK[lang], timeout=PATIENCE)

        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        expect(line).to_be_hidden(timeout=PATIENCE)
        expect(link).to_have_attribute("data-link", "online", timeout=PATIENCE)
        context.close()
