"""A toy of each kind that CONTRIBUTING.md has a recipe for, made in a copy of the project."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

LANGUAGES = ("de", "en", "fr")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name} has {old!r} {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


def append_last(path: Path, opening: str, new: str) -> None:
    """Append to the one list whose text, up to its closing bracket, matches `opening`."""
    text, made = re.subn(
        opening, lambda found: found[0] + new, path.read_text(encoding="utf-8"), flags=re.M | re.S
    )
    assert made == 1, f"{path.name} has {opening!r} {made} times"
    path.write_text(text, encoding="utf-8")


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the carrom of the copy, not of the project that is tested."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "CARROM_LANG": "en"}
    return subprocess.run([sys.executable, *words], cwd=root, env=environment, capture_output=True, text=True)


def add_phrases(root: Path, file: str, phrases: dict[str, str]) -> None:
    """Add phrases in every language; a toy says the same in all of them, and a new file begins with them."""
    for lang in LANGUAGES:
        folder = root / "src/carrom/i18n" / lang
        path = folder / file
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        said = {key: f"{text} ({lang})" if lang != "en" else text for key, text in phrases.items()}
        path.write_text(json.dumps(known | said, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def rulebook(root: Path) -> None:
    """The basics of the French federation again, under the name of a club."""
    src = root / "src/carrom"
    source = (src / "rulebooks/ffc_leaflet.py").read_text(encoding="utf-8")
    made = source.replace("ffc-leaflet", "club-night").replace("FFC_LEAFLET", "CLUB_NIGHT")
    (src / "rulebooks/club_night.py").write_text(made, encoding="utf-8")
    shutil.copy(src / "laws/ffc_leaflet.json", src / "laws/club_night.json")
    for lang in LANGUAGES:
        text = (src / f"laws/{lang}/ffc_leaflet.toml").read_text(encoding="utf-8")
        (src / f"laws/{lang}/club_night.toml").write_text(text, encoding="utf-8")
    append_last(src / "laws/cite.py", r"^BOOKS = \(.*?(?=\))", ', "club-night"')
    init = src / "rulebooks/__init__.py"
    replace(
        init,
        "from carrom.rulebooks.family",
        "from carrom.rulebooks.club_night import CLUB_NIGHT\nfrom carrom.rulebooks.family",
    )
    append_last(init, r"for book in \(.*?(?=\))", ", CLUB_NIGHT")
    titles = {
        "web.book.club-night": "Club night",
        "web.book.club-night.help": "As the club plays on Fridays.",
    }
    add_phrases(root, "web/shell.json", titles)
    add_phrases(root, "web/laws.json", {"web.laws.short.club-night": "Club"})
    run(root, "-m", "carrom", "languages", "fresh", "fr")
    run(root, "-m", "carrom", "languages", "fresh", "de")
    by_hand = root / "tests/laws/paragraphs.txt"
    ids = by_hand.read_text(encoding="utf-8").splitlines()
    own = [line.replace("ffc-leaflet", "club-night", 1) for line in ids if line.startswith("ffc-leaflet ")]
    by_hand.write_text("\n".join([*ids, *own, ""]), encoding="utf-8")


def incident(root: Path) -> None:
    """A drink is spilt on the board: a penalty."""
    src = root / "src/carrom"
    replace(src / "stroke/incident.py", '"bumped-board"),', '"bumped-board", "spilt-drink"),')
    replace(
        src / "rulebooks/international_a.py",
        '    "coin-broken": (',
        '    "spilt-drink": (Clause("4 i", whoever, (PENALTY,), "spilt-drink"),),\n    "coin-broken": (',
    )
    phrases = {
        "incident.spilt-drink": "a drink spilt on the board",
        "why.spilt-drink": "A drink was spilt on the board",
        "catalogue.incident.spilt-drink": "Spilt drink",
        "umpire.word.spilt-drink": "spilt-drink",
        "catalogue.help.spilt-drink": "A player spilt a drink on the board.",
    }
    add_phrases(root, "incidents.json", phrases)


def screen(root: Path) -> None:
    """A screen that says hello."""
    web = root / "src/carrom/web"
    (web / "hello").mkdir()
    (web / "hello/screen.js").write_text(
        "/** A screen that says hello. */\n"
        'import { fill, h } from "../shared/dom.js";\n'
        'import { t } from "../shared/words.js";\n\n'
        "/** @param {HTMLElement} root */\n"
        "export function show(root) {\n"
        '  fill(root, h("h1", null, t("web.hello.title")));\n'
        "}\n",
        encoding="utf-8",
    )
    replace(
        web / "main.js",
        '  "/ask": {',
        '  "/hello": { load: () => import("./hello/screen.js"), words: "hello" },\n  "/ask": {',
    )
    add_phrases(
        root, "web/hello.json", {"web.shell.screen.hello": "Hello", "web.hello.title": "Hello, board"}
    )


def language(root: Path) -> None:
    """Esperanto, from the English texts."""
    src = root / "src/carrom"
    for room in ("i18n", "laws"):
        shutil.copytree(src / room / "en", src / room / "eo")
    rules = src / "i18n/eo/language.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace('"English"', '"Esperanto"'), encoding="utf-8")


def player(root: Path) -> None:
    """A player who always strikes straight ahead."""
    (root / "mine.py").write_text(
        "from carrom.players import Player, View\n"
        "from carrom.stroke import Aim\n\n\n"
        "class Mine(Player):\n"
        "    def aim(self, view: View) -> Aim:\n"
        "        low, high = view.places[0]\n"
        "        return Aim(view.seat, (low + high) / 2, 1.5707963, 2.0)\n",
        encoding="utf-8",
    )


def store(root: Path) -> None:
    """SQLite again, under the name of another backend, in files that end in another way."""
    (root / "src/carrom/store/other.py").write_text(
        '"""Another store."""\n\n'
        "from __future__ import annotations\n\n"
        "from carrom.store.sqlite import SqliteStore\n\n\n"
        "class OtherStore(SqliteStore):\n"
        '    """The toy of a recipe: its methods are those of the store it is made from."""\n',
        encoding="utf-8",
    )
    opener = root / "src/carrom/store/opening.py"
    replace(
        opener,
        "    return SqliteStore(Path(where)",
        '    if str(where).endswith(".other"):\n'
        "        from carrom.store.other import OtherStore\n\n"
        "        return OtherStore(Path(where), quota, read_only=read_only, observer=observer)\n"
        "    return SqliteStore(Path(where)",
    )
    replace(
        root / "tests/store/backend.py",
        '    "sqlite": ',
        '    "other": lambda folder, _: folder / "s.other",\n    "sqlite": ',
    )


def command(root: Path) -> None:
    """A command that says how many rulebooks there are."""
    cli = root / "src/carrom/cli"
    (cli / "books.py").write_text(
        '"""carrom books: how many rulebooks there are."""\n\n'
        "from __future__ import annotations\n\n"
        "import click\n\n"
        "from carrom.cli.command import Command\n"
        "from carrom.cli.output import say\n"
        "from carrom.laws import BOOKS\n\n\n"
        '@click.command("books", cls=Command)\n'
        "def command() -> None:\n"
        "    say(str(len(BOOKS)))\n",
        encoding="utf-8",
    )
    replace(cli / "__init__.py", '    "record",\n)', '    "record",\n    "books",\n)')
    add_phrases(
        root, "help.json", {"help.books": "Count the rulebooks.", "help.list.books": "Count the rulebooks."}
    )


TOYS: dict[str, Callable[[Path], None]] = {
    "rulebook": rulebook,
    "incident": incident,
    "screen": screen,
    "language": language,
    "player": player,
    "store backend": store,
    "command": command,
}
