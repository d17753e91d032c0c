"""carrom languages: which there are, what one lacks, and the folder of a new one."""

import os
import shlex
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from carrom.cli.command import Command, WrongUse
from carrom.cli.files import write_whole
from carrom.cli.output import phrase, say_phrase
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, language, nearest
from carrom.i18n.completeness import broken_files, findings, phrase_files
from carrom.i18n.languages import CODE, ENGLISH, folders
from carrom.laws.translated import fresh_marks, translation_gaps


@click.command("languages", cls=Command)
@click.argument("what", type=click.Choice(["check", "new", "fresh"]), required=False)
@click.argument("code", required=False)
@click.option("--folder", type=click.Path(path_type=Path))
def command(what: str | None, code: str | None, folder: Path | None) -> None:
    """Examples:

    carrom languages
    carrom languages check fr
    carrom languages new pt --folder my-words
    """
    if what is None:
        _list()
    elif code is None:
        raise WrongUse("refused.languages.which", what=what)
    elif what == "new":
        _make(code, folder or Path(f"carrom-{code}"))
    elif code not in LANGUAGES:
        raise CarromError("refused.languages.none", code=code, hint=nearest(code, LANGUAGES))
    elif what == "fresh" and code == ENGLISH:
        raise CarromError("refused.languages.english")
    elif what == "fresh":
        write_whole(*fresh_marks(code))
        say_phrase("languages.fresh", name=language(code).name)
    else:
        click.get_current_context().exit(_check(code))


def _list() -> None:
    whole = _count(ENGLISH)
    for code in LANGUAGES:
        lacking = (
            sum(each.kind in ("missing", "english") for each in findings(code)) if code != ENGLISH else 0
        )
        say_phrase("languages.line", code=code, name=language(code).name, done=whole - lacking, all=whole)


def _count(lang: str) -> int:
    return sum(map(len, phrase_files(lang).values()))


def _check(code: str) -> int:
    """List what a language lacks. Returns the exit status: 1 if anything must be done."""
    found = [*findings(code)] if code != ENGLISH else []
    for each in found:
        kind = phrase(f"languages.kind.{each.kind}")
        say_phrase("languages.finding", kind=kind, file=each.file, key=each.key, text=each.text)
    broken = [*broken_files(code)]
    for file, why in broken:
        say_phrase("languages.broken", file=file, why=why)
    laws = [*_law_findings(code)] if code != ENGLISH else []
    for kind, law in laws:
        say_phrase("languages.law", kind=phrase(f"languages.kind.{kind}"), law=law)
    counted = Counter(each.kind for each in found)
    must = sum(count for kind, count in counted.items() if kind != "long") + len(laws) + len(broken)
    name = language(code).name
    say_phrase("languages.todo" if must else "languages.done", name=name, n=must, long=counted["long"])
    return 1 if must else 0


def _law_findings(code: str) -> Iterator[tuple[str, str]]:
    gaps = translation_gaps(code)
    for kind, texts in (("missing", gaps.missing), ("stale", gaps.stale), ("unknown", gaps.unknown)):
        yield from ((kind, each) for each in texts)


def _make(code: str, folder: Path) -> None:
    """Make the folder of a new language, a copy of English, completely or not at all."""
    if not CODE.fullmatch(code):
        raise CarromError("refused.languages.code", code=code)
    if code in LANGUAGES:
        raise CarromError("refused.languages.there", code=code, folder=str(folders("i18n")[code]))
    places = {room: folder / room / code for room in ("i18n", "laws")}
    if there := next(filter(os.path.lexists, places.values()), None):
        raise CarromError("refused.languages.there", code=code, folder=str(there))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".new-") as new:
        for room, place in places.items():
            place.parent.mkdir(exist_ok=True)
            shutil.copytree(folders(room)[ENGLISH], Path(new) / room)
        for room, place in places.items():
            (Path(new) / room).rename(place)
    say_phrase("languages.made", code=code, folder=shlex.quote(str(folder)))
