"""carrom record: show, audit or print the score sheet of a match record."""

from __future__ import annotations

from math import degrees
from pathlib import Path
from typing import NoReturn

import click

from carrom.cli.help import Group
from carrom.cli.output import json_option, lang_option, say, say_json, table, terminal_width, write_whole
from carrom.errors import CarromError, RecordError
from carrom.i18n import t
from carrom.record import Record, audit, load
from carrom.record.codec import ruling_plain
from carrom.record.entries import (
    Begun,
    EngineChanged,
    Entry,
    GaveUp,
    Happened,
    Overruled,
    PointsSet,
    PositionSet,
    ProtestDecided,
    RosetteTurned,
    Seated,
    Signed,
    Simulated,
    Struck,
    TakenBack,
    Tossed,
)
from carrom.record.erase import erase_names
from carrom.record.file import damaged
from carrom.record.signature import fingerprint, signed_at
from carrom.rules.ruling import Ruling
from carrom.store import lines_of
from carrom.umpiring.sheet import csv_of, result_of, sheet, txt_of
from carrom.words import kebab


@click.group("record", cls=Group)
def command() -> None:
    pass


file_argument = click.argument("file", type=click.Path(path_type=Path))


def _loaded(path: Path) -> Record:
    try:
        record = load(path)
    except FileNotFoundError:
        raise CarromError("refused.file.none", path=str(path)) from None
    if not record.entries:
        raise (
            damaged(path, record)
            if record.damage
            else RecordError("refused.record.empty-file", path=str(path))
        )
    return record


def _finish(path: Path, record: Record) -> None:
    """Damage is said after everything before it has been shown."""
    if record.damage is not None:
        raise damaged(path, record)


@command.command("show")
@file_argument
@click.option("--at", "seq", type=int)
@lang_option
@json_option
def show(file: Path, seq: int | None, lang: str, as_json: bool) -> None:
    record = _loaded(file)
    if seq is not None and not 1 <= seq <= len(record.entries):
        raise CarromError("refused.record.at", entry=seq, last=len(record.entries))
    shown = record.entries[: seq or len(record.entries)]
    if as_json:
        say_json([_entry_json(entry, record) for entry in shown])
    else:
        table(columns(lang), [entry_row(entry) for entry in shown])
        then = Record(shown, record.states[: len(shown)])
        say(str(then.state.match.standing or result_of(sheet(then), lang)))
    _finish(file, record)


def columns(lang: str) -> list[str]:
    return [t(f"record.column.{name}", lang) for name in ("entry", "at", "what", "ruling")]


def entry_row(entry: Entry) -> tuple[str, str, str, str]:
    """Number, time, what happened in notation, and the ruling in short."""
    event = entry.event
    match event:
        case Begun(table=Simulated() as on):
            where = f"simulated: {on.equipment.name}, pace {on.equipment.pace.name}, engine {on.engine}"
            players = f"{', '.join(event.first)} – {', '.join(event.second)}"
            return str(entry.seq), _clock(entry), f"begun {event.rulebook} {players} ({where})", ""
        case Begun():
            return str(entry.seq), _clock(entry), _begun(event), ""
        case Struck(report, ruling, seconds):
            took = f" ({seconds:g} s)" if seconds is not None else ""
            broke = f" against {event.breach}" if event.breach else ""
            return str(entry.seq), _clock(entry), f"{report}{broke}{took}", str(ruling)
        case PositionSet(layout, standing):
            return str(entry.seq), _clock(entry), f"set up: {standing} ({layout})", ""
        case Signed(key):
            by = f"signed by {fingerprint(key)}" if key else "the signature was removed with the names"
            return str(entry.seq), _clock(entry), by, ""
        case EngineChanged(engine):
            return str(entry.seq), _clock(entry), f"the table goes on with engine {engine}", ""
        case GaveUp(side, why):
            return str(entry.seq), _clock(entry), f"the {side} side {GAVE_UP[why]}", ""
        case PointsSet(first, second, reason):
            return str(entry.seq), _clock(entry), f"points set to {first}–{second}{_because(reason)}", ""
        case RosetteTurned(turned):
            return str(entry.seq), _clock(entry), f"rosette turned by {degrees(turned):.1f}°", ""
        case Happened(incident, ruling):
            return str(entry.seq), _clock(entry), str(incident), str(ruling)
        case Overruled(number, ruling, report, reason):
            facts = f"{'by hand' if report is None else report}{_because(reason)}"
            return str(entry.seq), _clock(entry), f"overruled {number}: {facts}", str(ruling)
        case ProtestDecided(upheld, reason):
            decided = f"protest {'upheld' if upheld else 'refused'} {reason}".strip()
            return str(entry.seq), _clock(entry), decided, ""
        case Tossed(winner, choice):
            return str(entry.seq), _clock(entry), f"toss: the {winner} side takes the {choice}", ""
        case Seated(seats, breaker):
            chairs = ", ".join(f"{name} {chair}" for chair, name in seats)
            return (
                str(entry.seq),
                _clock(entry),
                f"seated {chairs}{f'; {breaker} breaks' if breaker else ''}",
                "",
            )
        case _:
            if isinstance(event, TakenBack):
                again = "" if event.corrects is None else f" to correct {event.corrects}"
                said = f"taken back to {event.to}{again}{_because(event.reason)}"
                return str(entry.seq), _clock(entry), said, ""
            values = (getattr(event, name) for name in event.__dataclass_fields__)
            said = " ".join(_plain(value) for value in values if value not in (None, ""))
            return str(entry.seq), _clock(entry), f"{kebab(type(event).__name__)} {said}".strip(), ""


GAVE_UP = {
    "resigned": "gave up the match",
    "left": "left the match",
    "retired": "retired",
    "walkover": "did not play: walkover",
}


def _begun(event: Begun) -> str:
    """Who plays at a real board, and all that was noted for the sheet."""
    clubs = dict(event.clubs)

    def side(names: tuple[str, ...]) -> str:
        return ", ".join(f"{name} ({clubs[name]})" if name in clubs else name for name in names)

    noted = {
        "": event.event,
        "round ": event.round,
        "match ": event.number,
        "at ": event.place,
        "umpire ": event.umpire,
        "one ": "" if event.length == "match" else event.length,
        "strikers approved: ": ", ".join(event.strikers),
        "played again after ": event.replay_of,
    }
    more = "; ".join(f"{label}{value}" for label, value in noted.items() if value)
    players = f"{side(event.first)} – {side(event.second)}"
    return f"begun {event.rulebook} {players}" + (f" ({more})" if more else "")


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_plain(each) for each in value)
    return str(value)


def _clock(entry: Entry) -> str:
    return "" if entry.at is None else entry.at[11:19]


def _entry_json(entry: Entry, record: Record) -> dict[str, object]:
    state = record.states[entry.seq - 1]
    seq, _, what, _ = entry_row(entry)
    after = None if state.match.standing is None else str(state.match.standing)
    shown: dict[str, object] = {
        "seq": int(seq),
        "at": entry.at,
        "what": what,
        "stage": state.match.stage,
        "after": after,
    }
    if isinstance(entry.event, Struck | Happened | Overruled):
        shown["ruling"] = ruling_plain(entry.event.ruling)
    return shown


@command.command("sheet")
@file_argument
@lang_option
@click.option("--pdf", type=click.Path(path_type=Path))
@click.option("--csv", type=click.Path(path_type=Path))
def print_sheet(file: Path, lang: str, pdf: Path | None, csv: Path | None) -> None:
    record = _loaded(file)
    made = sheet(record)
    if pdf is None and csv is None:
        say(txt_of(made, lang, terminal_width()))
    written = []
    if pdf is not None:
        from carrom.printing import pdf_of  # fpdf2 takes a while to load

        written.append((pdf, pdf_of(made, lang)))
    if csv is not None:
        # The mark at its beginning tells spreadsheets that it holds letters with accents.
        written.append((csv, csv_of(made, lang).encode("utf-8-sig")))
    for path, content in written:
        write_whole(path, content)
    _finish(file, record)


@command.command("erase")
@file_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True)
@click.option("--event", is_flag=True)
@lang_option
def erase(file: Path, out: Path, event: bool, lang: str) -> None:
    record = _loaded(file)
    _finish(file, record)
    lines = lines_of(erase_names(record.entries, event=event))
    write_whole(out, "".join(f"{each.line}\n" for each in lines).encode())
    say(t("record.erased", lang, file=str(out), n=len(lines)))


@command.command("verify")
@file_argument
@click.option("--key")
@lang_option
def verify(file: Path, key: str | None, lang: str) -> None:
    from carrom.server.signing import fingerprint_of, is_genuine

    record = _loaded(file)
    _finish(file, record)
    wanted = None if key is None else fingerprint_of(key)
    lines = [line for line in file.read_bytes().split(b"\n") if line.strip()]
    covered, signer = 0, ""
    for number, signed in signed_at(lines):
        if not signed.key:
            _unverified("erased", lang, file=str(file), entry=str(number))
        if not is_genuine(signed, lines[: number - 1]):
            _unverified("forged", lang, file=str(file), entry=str(number))
        if wanted in (None, fingerprint(signed.key)):
            covered, signer = number - 1, fingerprint(signed.key)
    if not covered:
        _unverified("none" if wanted is None else "other", lang, file=str(file), by=wanted or "")
    say(t("record.verify.signed", lang, file=str(file), last=str(covered), by=signer))
    if later := len(lines) - covered - 1:
        say(t("record.verify.later", lang, n=later, first=str(covered + 2), last=str(len(lines))))
    if wanted is None:
        say(t("record.verify.compare", lang))


def _unverified(why: str, lang: str, **named: str) -> NoReturn:
    say(t(f"record.verify.{why}", lang, **named))
    raise click.exceptions.Exit(1)


@command.command("audit")
@file_argument
@lang_option
@json_option
def print_audit(file: Path, lang: str, as_json: bool) -> None:
    record = _loaded(file)
    found = audit(record.entries)
    if as_json:
        said = [
            {
                "entry": each.entry,
                "given": str(each.given),
                "now": str(each.now),
            }
            for each in found
        ]
        say_json({"entries": len(record.entries), "differ": said})
    else:
        for each in found:
            now = (
                str(each.now)
                if isinstance(each.now, Ruling)
                else t("record.audit.refused", lang, why=each.now)
            )
            say(t("record.audit.differs", lang, entry=each.entry, given=str(each.given), now=now))
        say(t("record.audit.sum", lang, n=len(record.entries), differ=len(found)))
    _finish(file, record)
    if found:
        raise click.exceptions.Exit(1)
