"""The page names the modules of its screen, and no others."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator

import pytest
from tests.server.served import Served, served
from tools.web_modules import FILE, WEB, modules

LISTED = json.loads(FILE.read_text(encoding="utf-8"))
SCREENS = [(document, screen) for document, screens in LISTED["preload"].items() for screen in screens]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


def test_the_list_of_modules_is_up_to_date() -> None:
    """Generated, never written by hand; `python3 tools/web_modules.py --write` makes it again."""
    assert FILE.read_text(encoding="utf-8") == modules()


@pytest.mark.parametrize(("document", "screen"), SCREENS)
def test_every_module_a_screen_imports_is_listed_once_and_there(document: str, screen: str) -> None:
    """The module its document begins with comes first."""
    listed = LISTED["preload"][document][screen]

    assert listed[0] == ("main.js" if document == "index.html" else "umpire/main.js")
    assert len(set(listed)) == len(listed)
    for name in listed:
        source = (WEB / name).read_text(encoding="utf-8")
        for imported in re.findall(r'\bfrom\s+"(\.[^"]+)"', source):
            path = (WEB / name).parent / imported
            assert path.resolve().relative_to(WEB).as_posix() in listed


@pytest.mark.parametrize(
    ("address", "screen"), [("/", ""), ("/table/x", "table"), ("/laws?q=queen", "laws"), ("/nowhere", "*")]
)
def test_the_head_of_the_page_names_the_modules_of_its_screen(
    server: Served, address: str, screen: str
) -> None:
    """So that they come together; an address without a screen needs the page's own modules alone."""
    head = server.get(address, accept="text/html").body.decode()

    named = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', head)
    assert named == LISTED["preload"]["index.html"][screen]


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/static/shared/base.css", "/i18n/en.json"])
def test_a_file_is_compressed_for_a_browser_that_accepts_it(server: Served, path: str) -> None:
    """The same file under the same tag; a browser that has it already is sent nothing."""
    plain, packed = server.get(path), server.get(path, accept_encoding="br, gzip")
    again = server.get(path, accept_encoding="gzip", if_none_match=packed.headers["etag"])

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert packed.headers["etag"] == plain.headers["etag"]
    assert packed.headers["vary"] == "accept-encoding"
    assert (again.status, again.body) == (304, b"")
