"""Which modules a screen will ask for: named in the page, they come together instead of one after another."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path, PurePosixPath

START = "main.js"
UMPIRE = "umpire/main.js"
"""Where the second document starts, the umpire's."""

_IMPORTED = re.compile(r"""\bfrom\s+"(\.{1,2}/[^"]+)";""")
_SCREEN = re.compile(r"""^\s*"?(\w*)"?: \(\) => import\("\./([^"]+)"\)""", re.MULTILINE)


def preloads(web: Path, screen: str, start: str = START) -> str:
    """The links of a page that shows a screen, to stand in its head; `start` is the module it begins with."""
    changed = max(each.stat().st_mtime_ns for each in web.rglob("*.js"))
    return "\n    ".join(
        f'<link rel="modulepreload" href="/static/{name}">' for name in _needed(web, screen, start, changed)
    )


@lru_cache(maxsize=32)
def _needed(web: Path, screen: str, start: str, changed: int) -> tuple[str, ...]:
    """Every module that is imported on the way, each once, those nearest to the start first."""
    screens = dict(_SCREEN.findall((web / start).read_text(encoding="utf-8")))
    shown = screens.get(screen)
    todo, needed = [start], dict[str, None]()
    if shown is not None:
        todo.append(_plain(PurePosixPath(start).parent / shown))
    while todo:
        name = todo.pop(0)
        if name in needed or not (web / name).is_file():
            continue
        needed[name] = None
        folder = PurePosixPath(name).parent
        source = (web / name).read_text(encoding="utf-8")
        todo += [_plain(folder / path) for path in _IMPORTED.findall(source)]
    return tuple(needed)


def _plain(path: PurePosixPath) -> str:
    """board/../words.js is words.js."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
