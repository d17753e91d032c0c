"""Write web/modules.json: the modules that each screen of the page loads, and the files of the umpire's page.

The server names a screen's modules in the head of the page, so that the browser asks for all of them at once
and not for one import after another. A phone stores the files of the umpire's page to open it again.

python3 tools/web_modules.py            compares, and says whether it differs
python3 tools/web_modules.py --write    writes the file
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from posixpath import dirname, normpath

from carrom.i18n.languages import ENGLISH, folders

WEB = Path(__file__).resolve().parent.parent / "src" / "carrom" / "web"
FILE = WEB / "modules.json"
DOCUMENTS = {"index.html": "main.js", "umpire.html": "umpire/main.js"}
"""The documents of the page, and the module each begins with."""

OWN_ADDRESS = ("umpire.html", "umpire/judge/worker.js", "umpire/sw.js")
"""Files of the umpire's page that are not under /static."""

STATIC_IMPORT = re.compile(r"""\bfrom\s+"(\.{1,2}/[^"]+)";""")
ANY_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+\.js)\"""")
ADDRESS = re.compile(r"""^\s*"(/[^"]*)": \{ load: """, re.MULTILINE)
SCREEN = re.compile(r"""^\s*"?/?(\w*)[^"\s]*"?: (?:\{ load: )?\(\) => import\("(\./[^"]+)"\)""", re.MULTILINE)
NAMED_FILE = re.compile(r""""/static/([^"]+)\"""")
USED_WORDS = re.compile(r"""\buseWords\("(\w+)"\)""")


def modules() -> str:
    """The whole of modules.json."""
    preload = {document: _screens(start) for document, start in DOCUMENTS.items()}
    files, words = _umpire_files()
    pages = ADDRESS.findall(_source(DOCUMENTS["index.html"]))
    made = {"pages": pages, "preload": preload, "umpire": {"files": files, "words": words}}
    return json.dumps(made, indent=1) + "\n"


def _screens(start: str) -> dict[str, list[str]]:
    """What the document loads with each of its screens; `*`: with any other address."""
    screens = {name: _resolved(start, path) for name, path in SCREEN.findall(_source(start))}
    loaded = {name: _imported(start, screen) for name, screen in screens.items()}
    return loaded | {"*": _imported(start)}


def _imported(*starts: str) -> list[str]:
    """The modules and all that they import, each once, those nearest to the start first."""
    todo, found = list(starts), dict[str, None]()
    while todo:
        name = todo.pop(0)
        if name not in found:
            found[name] = None
            todo += [_resolved(name, path) for path in STATIC_IMPORT.findall(_source(name))]
    return list(found)


def _umpire_files() -> tuple[list[str], list[str]]:
    """Every file of the umpire's page under /static, and the screens whose words it says."""
    scripts = (each.relative_to(WEB).as_posix() for each in (WEB / "umpire").rglob("*.js"))
    todo = ["umpire.html", *sorted(scripts)]
    files = dict[str, None]()
    words = {each.stem for each in (folders("i18n")[ENGLISH] / "web").glob("umpire_*.json")}
    while todo:
        name = todo.pop(0)
        if name in files or not (WEB / name).is_file():
            continue
        files[name] = None
        if name.endswith((".js", ".html")):
            source = _source(name)
            todo += [_resolved(name, path) for path in ANY_IMPORT.findall(source)]
            todo += NAMED_FILE.findall(source)
            words.update(USED_WORDS.findall(source))
    return [name for name in files if name not in OWN_ADDRESS], sorted(words)


def _source(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


def _resolved(name: str, path: str) -> str:
    """The module that another imports by a relative path."""
    return normpath(f"{dirname(name)}/{path}").lstrip("/")


def main() -> None:
    made = modules()
    if "--write" in sys.argv[1:]:
        FILE.write_text(made, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != made:
        raise SystemExit("web/modules.json differs: python3 tools/web_modules.py --write")


if __name__ == "__main__":
    main()
