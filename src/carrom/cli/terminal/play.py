"""A match in the terminal: begun or gone on with, typed in numbers, kept in its record file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import randbelow

from carrom.cli.output import ask_line, local_time, on_terminal, patience, say
from carrom.cli.profile import read_profile
from carrom.cli.terminal.game import Game
from carrom.cli.usage import WrongUse, first_given
from carrom.equipment import STANDARD, Equipment
from carrom.errors import CarromError
from carrom.i18n import t
from carrom.laws import book_id
from carrom.physics.trace import ENGINE
from carrom.players import LEVELS, STEADY, Chair, Noise, named
from carrom.players.ready import warm_up
from carrom.record import RecordFile, load
from carrom.rulebooks import INTERNATIONAL_A
from carrom.rules.match import OVER
from carrom.rules.match import begin as seated_as
from carrom.table import Table, begin
from carrom.words import Side

FILE = Path("play.carrom")
PERSON = "person"

HeldBy = tuple[tuple[str, str], ...]


def play_here(
    level: str,
    two: bool,
    names: tuple[str, ...],
    rulebook: str,
    who_breaks: str,
    clock: bool,
    hand: str,
    profile: str,
    file: Path,
    seed: int | None,
    plain: bool,
    lang: str,
) -> None:
    """Play until the match is over, 'quit', the end of the input or Ctrl-C."""
    if sys.stdin.isatty():
        # Arrow keys and a history of lines, where the system has them.
        with suppress(ImportError):
            import readline  # noqa: F401  # importing it is what does it
    seed = randbelow(2**32) if seed is None else seed
    file = _unfinished(file)
    if file.exists() and file.stat().st_size:
        table = _resumed(file, lang)
    else:
        held_by = _held_by(level, two, names, hand, lang)
        on = replace(STANDARD, pace=read_profile(profile))
        table = _begun(file, book_id(rulebook), held_by, on, clock, who_breaks, lang)
    chairs = {name: _chair(who) for name, who in table.on.held_by}
    with patience(t("simulate.preparing", lang)):
        warm_up()
    game = Game(table, chairs, seed, lang, plain=plain, pause=lambda: _pause(lang))
    stopped = False
    try:
        game.go_on()
        for line in _lines(game):
            try:
                game.hear(line)
            except CarromError as refused:
                say(t("umpire.refused", lang, text=refused.message))
    except EOFError:
        say()
    except KeyboardInterrupt:
        stopped = True
        say()
    say(t("play.finished" if table.over else "play.kept", lang, file=str(file)))
    if stopped:
        sys.exit(130)


def _lines(game: Game) -> Iterator[str]:
    """Lines until the match is over, 'quit' or the end of the input. The record is safe at every prompt."""
    while not game.closed:
        line = ask_line("> ", game.typed_ahead.pop(0) if game.typed_ahead else "")
        if line is None:
            return
        if line or game.takes_nothing:
            yield line


def _pause(lang: str) -> str:
    """Time to look at a stroke before the next; what is typed meanwhile."""
    if not (sys.stdin.isatty() and on_terminal()):
        return ""
    return input(t("play.pause", lang)).strip()


def _unfinished(file: Path) -> Path:
    """The file itself; where none was named and its match is over, the next name that is free."""
    number = 1
    while file == FILE.with_stem(f"{FILE.stem}-{number}" if number > 1 else FILE.stem) and _is_over(file):
        number += 1
        file = FILE.with_stem(f"{FILE.stem}-{number}")
    return file


def _is_over(file: Path) -> bool:
    if not file.exists() or not file.stat().st_size:
        return False
    record = load(file)
    return record.damage is None and record.state.match.stage == OVER


def _resumed(file: Path, lang: str) -> Table:
    """A match that has begun goes on as it began: options that say otherwise are refused."""
    if option := first_given("level", "two", "names", "rulebook", "who_breaks", "clock", "hand", "profile"):
        raise CarromError("play.has-begun", file=str(file), option=option)
    kept = RecordFile.open(file)
    if kept.record.torn:
        say(t("umpire.torn", lang, line=str(len(kept.entries) + 1)))
    table = Table.resume(kept, strict=False)
    who = dict(table.on.held_by)
    if set(who) != {*table.match.first, *table.match.second} or not any(map(_is_person, who.values())):
        raise CarromError("play.nobody", file=str(file))
    say(t("umpire.goes-on", lang, file=str(file), n=len(kept.entries)))
    if not table.over and table.state.engine != ENGINE:
        say(t("play.engine", lang, was=str(table.state.engine), now=str(ENGINE)))
    return table


def _begun(
    file: Path, book: str, held_by: HeldBy, on: Equipment, clock: bool, who_breaks: str, lang: str
) -> Table:
    if not file.parent.is_dir():
        raise CarromError("refused.file.no-folder", path=str(file.parent))
    (first, _), (second, _) = held_by
    table = begin(
        book,
        (first,),
        (second,),
        equipment=on,
        clock=clock,
        keeper=RecordFile.create(file),
        held_by=held_by,
        strict=False,
        at=local_time(),
    )
    say(t("play.new", lang, first=first, second=second, book=book, file=str(file)))
    if who_breaks != "toss":
        table.toss(Side.FIRST if who_breaks == "me" else Side.SECOND, "break", at=local_time())
        table.seat(at=local_time())
    return table


def _held_by(level: str, two: bool, names: tuple[str, ...], hand: str, lang: str) -> HeldBy:
    """Who sits for whom, as the record keeps it; whatever cannot be is refused before there is a record."""
    if len(names) > 2:
        raise WrongUse("refused.play.names")
    person = f"{PERSON}@{hand}" if hand else PERSON
    _chair(person)
    if not two:
        named(level)
    usual = [t(f"play.name.{who}", lang) for who in (("first", "second") if two else ("you", "computer"))]
    first, second = (*names, *usual[len(names) :])
    seated_as(INTERNATIONAL_A, (first,), (second,))
    return (first, person), (second, person if two else level)


def _chair(who: str) -> Chair:
    if not _is_person(who):
        return named(who)
    _, _, hand = who.partition("@")
    return Chair(None, LEVELS.get(hand) or Noise.parse(hand) if hand else STEADY)


def _is_person(who: str) -> bool:
    return who.partition("@")[0] == PERSON
