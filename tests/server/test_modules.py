"""The page names the modules of its screen, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carrom.server.assets.preloads import preloads
from carrom.server.assets.static import WEB

SCREENS = ("", "table", "practice", "replays", "replay", "laws", "ask", "how")


@pytest.mark.parametrize("screen", SCREENS)
def test_every_module_a_screen_imports_is_named_once_and_there(screen: str) -> None:
    named = re.findall(r'href="/static/([^"]+)"', preloads(WEB, screen))

    assert len(set(named)) == len(named)
    assert {"main.js", "shared/words.js"} <= set(named)
    for name in named:
        source = (WEB / name).read_text(encoding="utf-8")
        for imported in re.findall(r'\bfrom\s+"(\.[^"]+)"', source):
            path = (WEB / name).parent / imported
            assert path.resolve().relative_to(WEB).as_posix() in named


def test_a_table_asks_for_its_board_and_an_unknown_address_for_no_screen() -> None:
    assert "/static/board/board.js" in preloads(WEB, "table")
    assert "/static/board/board.js" not in preloads(WEB, "nowhere")
    assert "/static/laws/screen.js" in preloads(WEB, "laws")


def test_a_module_that_is_changed_is_read_again(tmp_path: Path) -> None:
    """Who works on the page reloads it, and not the server."""
    (tmp_path / "main.js").write_text('import { a } from "./a.js";\n')
    (tmp_path / "a.js").write_text("")
    assert preloads(tmp_path, "").count("<link") == 2

    (tmp_path / "b.js").write_text('import "./c.js";\n')
    (tmp_path / "a.js").write_text('export { b } from "./b.js";\n')

    assert preloads(tmp_path, "").count("<link") == 3
