"""carrom play --terminal: a match is begun or resumed, typed in numbers, and kept in its record file."""

import sys
from dataclasses import replace
from pathlib import Path
from secrets import randbelow

from carrom.cli.command import WrongUse, first_given
from carrom.cli.files import check_folder_of, read_profile
from carrom.cli.output import on_terminal, patience, phrase, say, say_phrase
from carrom.cli.prompt import converse, edit_lines, local_time
from carrom.cli.terminal.game import Game
from carrom.cli.terminal.match_text import say_reopened
from carrom.equipment import STANDARD, Equipment
from carrom.errors import CarromError
from carrom.laws import book_id
from carrom.physics.trace import ENGINE
from carrom.players import STEADY, Chair, Noise, named
from carrom.players.noise import level_hand
from carrom.players.ready import warm_up
from carrom.record import RecordFile, load
from carrom.rulebooks import rulebook as rulebook_named
from carrom.rules import match as matches
from carrom.rules.handicap import Handicap
from carrom.rules.match import OVER
from carrom.table import Table, begin
from carrom.words import RosetteSetting, Side

USUAL_FILE = Path("play.carrom")
PERSON = "person"

HeldBy = tuple[tuple[str, str], ...]


def play_in_terminal(
    level: str,
    two: bool,
    names: tuple[str, ...],
    rulebook: str,
    who_breaks: str,
    lead: int,
    clock: bool,
    hand: str,
    profile: str,
    rosette: RosetteSetting,
    file: Path,
    seed: int | None,
    plain: bool,
) -> None:
    """Play until the match is over, 'quit', the end of the input or Ctrl-C."""
    edit_lines()
    seed = randbelow(2**32) if seed is None else seed
    file = _unfinished(file)
    if file.exists() and file.stat().st_size:
        table = _resume(file)
    else:
        held_by, persons_hand = _held_by(level, two, names), _hand(hand)
        on = replace(STANDARD, pace=read_profile(profile))
        table = _begin(file, book_id(rulebook), held_by, persons_hand, on, clock, who_breaks, rosette, lead)
    chairs = {name: _chair(who, table.hand) for name, who in table.on.held_by}
    with patience(phrase("simulate.preparing")):
        warm_up()
    game = Game(table, chairs, seed, plain=plain, pause=_pause)
    stopped = False
    try:
        game.go_on()
        converse(game.lines(), game.hear)
    except (EOFError, KeyboardInterrupt) as end:
        stopped = isinstance(end, KeyboardInterrupt)
        say()
    say_phrase("play.finished" if table.over else "play.kept", file=str(file))
    if stopped:
        sys.exit(130)


def _pause() -> str:
    """Give time to look at a stroke before the next; returns what is typed meanwhile."""
    if not (sys.stdin.isatty() and on_terminal()):
        return ""
    return input(phrase("play.pause")).strip()


def _unfinished(file: Path) -> Path:
    """The file; if it is the usual one and its match is over, the next free name."""
    number, usual = 1, USUAL_FILE
    while file == usual and _is_over(file):
        number += 1
        file = usual = USUAL_FILE.with_stem(f"{USUAL_FILE.stem}-{number}")
    return file


def _is_over(file: Path) -> bool:
    if not file.exists() or not file.stat().st_size:
        return False
    record = load(file)
    return record.damage is None and record.state.match.stage == OVER


def _resume(file: Path) -> Table:
    """Resume a match as it began; options that say otherwise are refused."""
    begun = ("level", "two", "names", "rulebook", "who_breaks", "lead", "clock", "hand", "profile", "rosette")
    if option := first_given(*begun):
        raise CarromError("play.has-begun", file=str(file), option=option)
    kept = RecordFile.open(file)
    table = Table.resume(kept, strict=False)
    who = dict(table.on.held_by)
    if set(who) != {*table.match.first, *table.match.second} or not any(map(_is_person, who.values())):
        raise CarromError("play.nobody", file=str(file))
    say_reopened(kept)
    if not table.over and table.state.engine != ENGINE:
        say_phrase("play.engine", was=str(table.state.engine), now=str(ENGINE))
    return table


def _begin(
    file: Path,
    book: str,
    held_by: HeldBy,
    hand: Noise,
    on: Equipment,
    clock: bool,
    who_breaks: str,
    rosette: RosetteSetting,
    lead: int,
) -> Table:
    always = who_breaks == "me-always"
    handicap = Handicap(Side.FIRST, lead, always) if lead or always else None
    (first, _), (second, _) = held_by
    matches.begin(rulebook_named(book), (first,), (second,), handicap)
    check_folder_of(file)
    table = begin(
        book,
        (first,),
        (second,),
        equipment=on,
        clock=clock,
        keeper=RecordFile.create(file),
        held_by=held_by,
        rosette=rosette,
        hand=hand,
        handicap=handicap,
        strict=False,
        at=local_time(),
    )
    say_phrase("play.new", first=first, second=second, book=book, file=str(file))
    if handicap is not None:
        say_phrase("play.agreed", agreed=handicap.said((first,)))
    if who_breaks in ("me", "computer"):
        table.toss(Side.FIRST if who_breaks == "me" else Side.SECOND, "break", at=local_time())
    if who_breaks != "toss":
        table.seat(at=local_time())
    return table


def _held_by(level: str, two: bool, names: tuple[str, ...]) -> HeldBy:
    """The names and who plays under them, as in the record. Refuses impossible ones early."""
    if len(names) > 2:
        raise WrongUse("refused.play.names")
    if not two:
        named(level)
    usual = [phrase(f"play.name.{who}") for who in (("first", "second") if two else ("you", "computer"))]
    first, second = (*names, *usual[len(names) :])
    return (first, PERSON), (second, PERSON if two else level)


def _hand(text: str) -> Noise:
    """The errors of a hand: those of a level, or as `Noise` writes them; without any it is steady."""
    return level_hand(text) or Noise.parse(text) if text else STEADY


def _chair(who: str, hand: Noise) -> Chair:
    """Who sits there; in records up to 0.14 a person's own hand is beside them."""
    if not _is_person(who):
        return named(who)
    return Chair(None, _hand(who.partition("@")[2]) if "@" in who else hand)


def _is_person(who: str) -> bool:
    return who.partition("@")[0] == PERSON
