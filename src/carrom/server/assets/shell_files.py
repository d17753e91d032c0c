"""What the umpire's page is made of: everything a phone must keep to open it with the server away."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from carrom.i18n.languages import ENGLISH, LANGUAGES, folders

PAGE = "umpire.html"
WORKERS = ("umpire/judge/worker.js", "umpire/sw.js")
"""Scripts with an address of their own, under /umpire."""

_IMPORTED = re.compile(r"""\b(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+\.js)\"""")
_NAMED = re.compile(r""""/static/([^"]+)\"""")
_SAID = re.compile(r"""\buseWords\("(\w+)"\)""")


def shell_files(web: Path) -> tuple[str, ...]:
    """The addresses of the page, its scripts, styles and words."""
    changed = max(each.stat().st_mtime_ns for each in web.rglob("*") if each.is_file())
    return _found(web, changed)


@lru_cache(maxsize=4)
def _found(web: Path, changed: int) -> tuple[str, ...]:
    todo = [PAGE, *sorted(each.relative_to(web).as_posix() for each in (web / "umpire").rglob("*.js"))]
    files = dict[str, None]()
    said = {each.stem for each in (folders("i18n")[ENGLISH] / "web").glob("umpire_*.json")}
    while todo:
        name = todo.pop(0)
        if name in files or not (web / name).is_file():
            continue
        files[name] = None
        if PurePosixPath(name).suffix in (".js", ".html"):
            source = (web / name).read_text(encoding="utf-8")
            todo += [normpath(PurePosixPath(name).parent / path) for path in _IMPORTED.findall(source)]
            todo += _NAMED.findall(source)
            said.update(_SAID.findall(source))
    static = [f"/static/{name}" for name in files if name not in (PAGE, *WORKERS)]
    words = [
        f"/i18n/{f'{screen}.' if screen else ''}{lang}.json"
        for screen in ("", *sorted(said))
        for lang in LANGUAGES
    ]
    return ("/umpire", "/umpire/worker.js", *static, *words)
