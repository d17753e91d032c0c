"""carrom record: show, audit or print the score sheet of a match record."""

from math import degrees
from pathlib import Path
from typing import NoReturn

import click

from carrom.cli import options
from carrom.cli.command import Group, current_language
from carrom.cli.files import check_file, write_whole
from carrom.cli.output import column_titles, phrase, say, say_json, say_phrase, table, terminal_width
from carrom.errors import CarromError, RecordError
from carrom.i18n import Message
from carrom.record import Record, audit, entries, load
from carrom.record.codec import ruling_plain
from carrom.record.erase import erase_names
from carrom.record.file import damaged
from carrom.record.signature import fingerprint, signed_at
from carrom.rules.ruling import Ruling
from carrom.store import lines_of
from carrom.umpiring.sheet import score_sheet, sheet_csv, sheet_result, sheet_txt
from carrom.words import kebab

RULED = (entries.Struck, entries.Happened, entries.Overruled)


@click.group("record", cls=Group)
def command() -> None:
    pass


file_argument = click.argument("file", type=options.FILE)


def _load(path: Path) -> Record:
    check_file(path)
    record = load(path)
    if not record.entries:
        empty = RecordError("refused.record.empty-file", path=str(path))
        raise damaged(path, record) if record.damage else empty
    return record


def _refuse_damage(path: Path, record: Record) -> None:
    """Refuse a damaged record, after everything before the damage has been shown."""
    if record.damage is not None:
        raise damaged(path, record)


@command.command("show")
@file_argument
@click.option("--at", "seq", type=int)
@options.json
def show(file: Path, seq: int | None, as_json: bool) -> None:
    record = _load(file)
    if seq is not None and not 1 <= seq <= len(record.entries):
        raise CarromError("refused.record.at", entry=seq, last=len(record.entries))
    shown = record.entries[: seq or len(record.entries)]
    if as_json:
        say_json([_entry_json(entry, record) for entry in shown])
    else:
        table(record_columns(), [_entry_row(entry) for entry in shown])
        then = Record(shown, record.states[: len(shown)])
        say(str(then.state.match.standing or sheet_result(score_sheet(then), current_language())))
    _refuse_damage(file, record)


def record_columns() -> list[str]:
    return column_titles("record.column", "entry at what ruling")


def _entry_row(entry: entries.Entry) -> tuple[str, str, str, str]:
    """Number, time, what happened in notation, and the ruling in short."""
    ruling = _ruling_of(entry)
    clock = "" if entry.at is None else entry.at[11:19]
    return str(entry.seq), clock, _event_notation(entry.event), "" if ruling is None else str(ruling)


def _ruling_of(entry: entries.Entry) -> Ruling | None:
    return entry.event.ruling if isinstance(entry.event, RULED) else None


def _event_notation(event: entries.Event) -> str:
    """What happened, in English and in the notation of strokes and incidents."""
    match event:
        case entries.Begun(table=entries.Simulated() as on):
            where = f"simulated: {on.equipment.name}, pace {on.equipment.pace.name}, engine {on.engine}"
            return f"begun {event.rulebook} {', '.join(event.first)} – {', '.join(event.second)} ({where})"
        case entries.Begun():
            return _begun_notation(event)
        case entries.Struck(report, _, seconds):
            took = f" ({seconds:g} s)" if seconds is not None else ""
            return f"{report}{f' against {event.breach}' if event.breach else ''}{took}"
        case entries.PositionSet(layout, standing):
            return f"set up: {standing} ({layout})"
        case entries.Signed(key):
            return f"signed by {fingerprint(key)}" if key else "the signature was removed with the names"
        case entries.EngineChanged(engine):
            return f"the table goes on with engine {engine}"
        case entries.GaveUp(side, why):
            return f"the {side} side {GAVE_UP[why]}"
        case entries.PointsSet(first, second, reason):
            return f"points set to {first}–{second}{_because(reason)}"
        case entries.RosetteTurned(turned, seed):
            by_hand = "" if seed is None else f", set by hand (seed {seed})"
            return f"rosette turned by {degrees(turned):.1f}°{by_hand}"
        case entries.Happened(incident):
            return str(incident)
        case entries.Overruled(number, _, report, reason):
            return f"overruled {number}: {'by hand' if report is None else report}{_because(reason)}"
        case entries.ProtestDecided(upheld, reason):
            return f"protest {'upheld' if upheld else 'refused'} {reason}".strip()
        case entries.Tossed(winner, choice):
            return f"toss: the {winner} side takes the {choice}"
        case entries.Seated(seats, breaker):
            chairs = ", ".join(f"{name} {chair}" for chair, name in seats)
            return f"seated {chairs}{f'; {breaker} breaks' if breaker else ''}"
        case entries.TakenBack():
            again = "" if event.corrects is None else f" to correct {event.corrects}"
            return f"taken back to {event.to}{again}{_because(event.reason)}"
        case _:
            values = (getattr(event, name) for name in event.__dataclass_fields__)
            fields = " ".join(_field_notation(value) for value in values if value not in (None, ""))
            return f"{kebab(type(event).__name__)} {fields}".strip()


GAVE_UP = {
    "resigned": "gave up the match",
    "left": "left the match",
    "retired": "retired",
    "walkover": "did not play: walkover",
}


def _begun_notation(event: entries.Begun) -> str:
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


def _field_notation(value: object) -> str:
    return ", ".join(map(_field_notation, value)) if isinstance(value, tuple) else str(value)


def _entry_json(entry: entries.Entry, record: Record) -> dict[str, object]:
    match, ruling = record.states[entry.seq - 1].match, _ruling_of(entry)
    return {
        "seq": entry.seq,
        "at": entry.at,
        "what": _event_notation(entry.event),
        "stage": match.stage,
        "after": None if match.standing is None else str(match.standing),
        **({} if ruling is None else {"ruling": ruling_plain(ruling)}),
    }


@command.command("sheet")
@file_argument
@click.option("--pdf", type=options.FILE)
@click.option("--csv", type=options.FILE)
def print_sheet(file: Path, pdf: Path | None, csv: Path | None) -> None:
    record, lang = _load(file), current_language()
    made = score_sheet(record)
    if pdf is None and csv is None:
        say(sheet_txt(made, lang, terminal_width()))
    written = []
    if pdf is not None:
        from carrom.printing import sheet_pdf  # fpdf2 takes a while to load

        written.append((pdf, sheet_pdf(made, lang)))
    if csv is not None:
        # The byte order mark tells spreadsheets that the file is UTF-8.
        written.append((csv, sheet_csv(made, lang).encode("utf-8-sig")))
    for path, content in written:
        write_whole(path, content)
    _refuse_damage(file, record)


@command.command("erase")
@file_argument
@click.option("-o", "--out", type=options.FILE, required=True)
@click.option("--event", is_flag=True)
def erase(file: Path, out: Path, event: bool) -> None:
    record = _load(file)
    _refuse_damage(file, record)
    lines = lines_of(erase_names(record.entries, event=event))
    write_whole(out, "".join(f"{each.line}\n" for each in lines).encode())
    say_phrase("record.erased", file=str(out), n=len(lines))


@command.command("verify")
@file_argument
@click.option("--key")
def verify(file: Path, key: str | None) -> None:
    from carrom.server.signing import fingerprint_of, is_genuine

    _refuse_damage(file, _load(file))
    wanted = None if key is None else fingerprint_of(key)
    lines = [line for line in file.read_bytes().split(b"\n") if line.strip()]
    covered, signer = 0, ""
    for number, signed in signed_at(lines):
        if not signed.key:
            _unverified("erased", file=str(file), entry=str(number))
        if not is_genuine(signed, lines[: number - 1]):
            _unverified("forged", file=str(file), entry=str(number))
        if wanted in (None, fingerprint(signed.key)):
            covered, signer = number - 1, fingerprint(signed.key)
    if not covered:
        _unverified("none" if wanted is None else "other", file=str(file), by=wanted or "")
    say_phrase("record.verify.signed", file=str(file), last=str(covered), by=signer)
    if later := len(lines) - covered - 1:
        say_phrase("record.verify.later", n=later, first=str(covered + 2), last=str(len(lines)))
    if wanted is None:
        say_phrase("record.verify.compare")


def _unverified(why: str, **named: str) -> NoReturn:
    say_phrase(f"record.verify.{why}", **named)
    raise click.exceptions.Exit(1)


@command.command("audit")
@file_argument
@options.json
def print_audit(file: Path, as_json: bool) -> None:
    record = _load(file)
    found = audit(record.entries)
    if as_json:
        differ = [{"entry": each.entry, "given": str(each.given), "now": str(each.now)} for each in found]
        say_json({"entries": len(record.entries), "differ": differ})
    else:
        for each in found:
            now = str(each.now)
            if isinstance(each.now, Message):
                now = phrase("record.audit.refused", why=each.now)
            say_phrase("record.audit.differs", entry=each.entry, given=str(each.given), now=now)
        say_phrase("record.audit.sum", n=len(record.entries), differ=len(found))
    _refuse_damage(file, record)
    if found:
        raise click.exceptions.Exit(1)
