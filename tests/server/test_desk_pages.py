"""The umpire's page, its words and its QR codes, as the server gives them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from tests.server.served import Served, served
from tests.server.umpires import SEATED, Phone, opened

from carrom.i18n import LANGUAGES
from carrom.i18n.languages import folders
from carrom.server.app import UMPIRE_PAGES
from carrom.server.assets.static import page_addresses
from carrom.server.game.routes import qr_svg
from carrom.server.middleware import policy


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


def address(page: str) -> str:
    return page.replace("{token}", "a-token").replace("{room}", "a-room")


@pytest.mark.parametrize("page", UMPIRE_PAGES)
def test_every_page_of_the_umpires_table_is_the_second_document(server: Served, page: str) -> None:
    """With its own module named in its head."""
    answer = server.get(address(page))

    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b'src="/static/umpire/main.js"' in answer.body
    assert b'<link rel="modulepreload" href="/static/umpire/main.js">' in answer.body
    assert b"<!-- modules -->" not in answer.body
    assert b'src="/static/main.js"' not in answer.body


@pytest.mark.parametrize(
    "page", [*page_addresses(), *UMPIRE_PAGES, "/umpired", "/static/umpire/main.js", "/api/ready"]
)
def test_only_under_umpire_may_the_judge_run_in_the_page(server: Served, page: str) -> None:
    """WebAssembly and workers nowhere else; and nowhere anything from elsewhere, or inside the page."""
    said = server.get(address(page)).headers["content-security-policy"]
    judges = page == "/umpire" or page.startswith("/umpire/")

    assert said == policy(server.host, address(page))
    assert ("script-src 'self' 'wasm-unsafe-eval';" in said) is judges
    assert ("worker-src 'self'" in said) is judges
    assert "unsafe-inline" not in said
    assert "'unsafe-eval'" not in said


@pytest.mark.parametrize("name", ["worker.js", "sw.js"])
def test_the_workers_come_from_under_umpire_with_its_policy(server: Served, name: str) -> None:
    """Only the one that looks after the pages may look after /umpire itself."""
    answer = server.get(f"/umpire/{name}")
    again = server.get(f"/umpire/{name}", if_none_match=answer.headers["etag"])

    assert answer.status == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]
    assert answer.headers.get("service-worker-allowed") == ("/umpire" if name == "sw.js" else None)
    assert again.status == 304


def test_the_umpires_words_come_with_the_umpires_page_and_not_with_the_game(server: Served) -> None:
    """Every file of theirs is there by its name, in both languages; the game does not carry them."""
    files = [
        (lang, file) for lang in LANGUAGES for file in (folders("i18n")[lang] / "web").glob("umpire_*.json")
    ]
    game = {lang: server.get(f"/i18n/{lang}.json").json.keys() for lang in LANGUAGES}

    assert files
    for lang, file in files:
        answer = server.get(f"/i18n/{file.stem}.{lang}.json")
        assert answer.status == 200
        assert answer.json == json.loads(file.read_text("utf-8"))
        assert not answer.json.keys() & game[lang]
    for name in ("umpire_", "umpire_*", "umpire_nothing.en", "*.en", "umpire_desk.xx", "umpire_%2e.en"):
        assert server.get(f"/i18n/{name}.json").code == "page/unknown"


def test_the_catalogue_says_what_can_be_reported_under_a_rulebook(server: Served) -> None:
    assert server.get("/api/catalogue/international-b").json["rulebook"] == "international-b"
    assert server.get("/api/catalogue/chess").code == "law/unknown"


def test_a_link_is_a_qr_code_for_another_phone(server: Served) -> None:
    """Absolute, under the name it was asked under. The link is posted, so that no log has it."""
    link = {"path": "/umpire#join=abc"}
    drawn = server.post("/api/qr", link)
    named = server.post("/api/qr", link, host=server.host.replace("127.0.0.1", "localhost"))

    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.body == qr_svg(f"{server.url}/umpire#join=abc")
    assert named.body == qr_svg(f"{server.url.replace('127.0.0.1', 'localhost')}/umpire#join=abc")


def test_behind_a_proxy_with_tls_the_link_is_https(tmp_path: Path) -> None:
    """The page has no other address than the one it was opened under."""
    public = {"hosts": ("carrom.example",), "origins": ("https://carrom.example",)}
    with served(tmp_path, **public) as server:
        answer = server.post("/api/qr", {"path": "/umpire#join=abc"}, host="carrom.example")

        assert answer.body == qr_svg("https://carrom.example/umpire#join=abc")


def test_a_qr_code_holds_its_link() -> None:
    """Module by module as segno reads the text, with the margin that cameras want, and no size of its own."""
    link = "https://carrom.example/umpire/abcdefghijklmnopqrstuv"
    code = segno.make_qr(link, error="m")
    svg = qr_svg(link).decode()
    side = code.symbol_size(border=4)[0]

    assert f'viewBox="0 0 {side} {side}"' in svg
    assert "width=" not in svg.partition(">")[0]
    assert 'stroke="#000"' in svg
    assert 'fill="#fff"' in svg


def test_a_sheet_is_had_as_json_and_as_files_in_either_language(server: Served) -> None:
    """Files are named after who plays, in any letters."""
    phone = Phone(server, opened(server)["token"])
    phone.does(SEATED[0] | {"first": ["Zoé"], "second": ['O"Ben/Ben']})

    assert server.get(f"{phone.path}/sheet").json["first"] == ["Zoé"]
    words = [server.get(f"{phone.path}/sheet/text?lang={lang}").json for lang in ("en", "fr")]
    assert [said["title"] for said in words] == ["Score sheet", "Feuille de match"]
    assert [said["parts"][1]["rows"][0][:2] for said in words] == [["A", "Zoé"]] * 2
    for name, kind in (("csv", "text/csv; charset=utf-8"), ("pdf", "application/pdf")):
        english, french = (server.get(f"{phone.path}/sheet.{name}?lang={lang}") for lang in ("en", "fr"))

        assert english.body != french.body
        assert english.headers["content-type"] == kind
        assert english.headers["content-disposition"] == (
            f'attachment; filename="Zo_ - O_Ben_Ben.{name}"; '
            f"filename*=UTF-8''Zo%C3%A9%20-%20O%22Ben%2FBen.{name}"
        )


@pytest.mark.usefixtures("without_fonts")
def test_a_sheet_that_cannot_be_printed_says_so(server: Served) -> None:
    """A name in letters that no font of the server's machine has; the table and the page have them."""
    phone = Phone(server, opened(server)["token"])
    phone.does(SEATED[0] | {"first": ["आशा"]})

    assert (server.get(f"{phone.path}/sheet.pdf").status, server.get(f"{phone.path}/sheet.pdf").code) == (
        422,
        "sheet/unprintable",
    )
    assert "आशा" in server.get(f"{phone.path}/sheet.csv").body.decode()
