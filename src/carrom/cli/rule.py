"""carrom rule: settle an argument, or check a file of agreed cases."""

from __future__ import annotations

import json

import click

from carrom.cases import Case, answer, differences, read_case
from carrom.cli.show import json_option, lang_option, on_terminal, read_text, say, say_json, table
from carrom.errors import CarromError, ImpossibleCase, NotationError
from carrom.i18n import t
from carrom.rulebooks import rulebook
from carrom.stroke import INCIDENTS


@click.command("rule")
@click.argument("file", required=False)
@json_option
@lang_option
@click.option("--check", is_flag=True, help="Compare the rulings with the cases' own 'expect' and 'laws'.")
@click.option("--incidents", is_flag=True, help="List the kinds of incident with their paragraphs.")
@click.option(
    "--rulebook",
    "book",
    default="international",
    show_default=True,
    help="For cases that name none, and for --incidents.",
)
def command(file: str | None, as_json: bool, lang: str, check: bool, incidents: bool, book: str) -> None:
    """Answer a case, or a list of cases, from FILE ('-' reads standard input).

    A case says how the board stood and what happened, as JSON; docs/cases.md describes it:

    \b
    echo '{"board": {"on_strike": "white", "white": 5, "black": 4},
           "stroke": {"pocketed": ["striker"]}}' | carrom rule -
    """
    if incidents:
        return list_incidents(book, lang, as_json)
    if file is None:
        raise click.UsageError("Give a file of cases, or '-' for standard input.")
    rulebook(book)
    raw = _parsed(read_text(file), file)
    many = isinstance(raw, list)
    asked = raw if isinstance(raw, list) else [raw]
    cases = [_read(each, number, many, book) for number, each in enumerate(asked, 1)]
    rulings = [_answered(case, number, many, lang) for number, case in enumerate(cases, 1)]
    if check:
        return report_check(cases, rulings, as_json)
    if as_json:
        return say_json(rulings if many else rulings[0])
    for number, (case, ruling) in enumerate(zip(cases, rulings, strict=True), 1):
        if many:
            say(f"{'' if number == 1 else chr(10)}{case.id or f'case {number}'}")
        say(f"{ruling['text']}")
        say("  " + ", ".join(_strings(ruling["laws"])))
        if ruling["over"] is None:
            say("  " + _board_line(ruling, lang))
    return None


def _parsed(text: str, file: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as wrong:
        where = "standard input" if file == "-" else file
        raise NotationError(
            f"{where}, line {wrong.lineno}, column {wrong.colno}: this is not JSON ({wrong.msg})"
        ) from None
    except ValueError:
        raise NotationError(f"{file}: this JSON holds a number too long to be one") from None
    except RecursionError:
        raise NotationError(f"{file}: this JSON is nested too deeply to be a case") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose fields are each said once: of two, nobody could know which is meant."""
    read = dict(pairs)
    if len(read) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
        raise ImpossibleCase("case", f"the field {twice!r} is given twice; say it once")
    return read


def _which(raw: object, number: int, many: bool) -> str:
    name = raw.get("id") if isinstance(raw, dict) else None
    return "" if not many else f"case {number}{f' ({name})' if name else ''}: "


def _read(raw: object, number: int, many: bool, book: str) -> Case:
    try:
        return read_case(raw, book)
    except ImpossibleCase as wrong:
        raise CarromError(f"{_which(raw, number, many)}{wrong}") from None


def _answered(case: Case, number: int, many: bool, lang: str) -> dict[str, object]:
    try:
        return answer(case, lang)
    except CarromError as wrong:
        raise CarromError(f"{_which({'id': case.id}, number, many)}{wrong}") from None


def _board_line(ruling: dict[str, object], lang: str) -> str:
    """The board after the ruling, in one line; what is nothing is not said."""
    parts = [
        t(f"board.on-strike.{ruling['on_strike']}", lang),
        t("board.coins", lang, white=str(ruling["white"]), black=str(ruling["black"])),
        t(f"board.queen.{ruling['queen']}", lang),
    ]
    for field in ("due", "held"):
        for side, count in _counts(ruling[field]).items():
            if count:
                parts.append(t(f"board.{'owes' if field == 'due' else 'held'}.{side}", lang, n=count))
    for field, nothing in (("tries", 0), ("passes", 0), ("strokes_in_hand", 1)):
        number = ruling[field]
        assert isinstance(number, int)
        if number != nothing:
            parts.append(t(f"board.{field}", lang, n=number))
    if not ruling["broken"]:
        parts.append(t("board.to-break", lang))
    return ", ".join(parts)


def _counts(value: object) -> dict[str, int]:
    assert isinstance(value, dict)
    return value


def _strings(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(each) for each in value]


def report_check(cases: list[Case], rulings: list[dict[str, object]], as_json: bool) -> None:
    """Which cases are ruled as agreed; any that is not makes the exit status 1."""
    found = [
        (case.id or f"case {number}", differences(case, ruling))
        for number, (case, ruling) in enumerate(zip(cases, rulings, strict=True), 1)
    ]
    wrong = [(name, lines) for name, lines in found if lines]
    if as_json:
        say_json(
            {"cases": len(cases), "differ": [{"id": name, "differences": lines} for name, lines in wrong]}
        )
    else:
        for name, lines in wrong:
            say(f"{name}: {'; '.join(lines)}")
        counted = "1 case" if len(cases) == 1 else f"{len(cases)} cases"
        say(f"{counted}, {len(cases) - len(wrong)} as agreed, {len(wrong)} differ")
    if wrong:
        raise click.exceptions.Exit(1)


def list_incidents(name: str, lang: str, as_json: bool) -> None:
    """Every kind of incident, the paragraphs that decide it and what it is."""
    book = rulebook(name)
    rows = []
    for kind in INCIDENTS:
        clauses = book.incidents[kind]
        laws = list(dict.fromkeys(str(law) for clause in clauses for law in clause.laws))
        rows.append((kind, laws, t(f"incident.{kind}", lang)))
    if as_json:
        return say_json([{"kind": kind, "laws": laws, "text": text} for kind, laws, text in rows])
    if on_terminal():
        return table(
            ("kind", "paragraphs", "what it is"), [(kind, "\n".join(laws), text) for kind, laws, text in rows]
        )
    return table(
        ("kind", "paragraphs", "what it is"), [(kind, ", ".join(laws), text) for kind, laws, text in rows]
    )
