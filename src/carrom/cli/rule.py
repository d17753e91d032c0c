"""carrom rule: settle an argument, or check a file of agreed cases."""

from __future__ import annotations

import json
from typing import cast

import click

from carrom.cases import Case, answer, differences, read_case, read_incident
from carrom.cli.help import Command
from carrom.cli.output import (
    cited,
    json_option,
    lang_option,
    on_terminal,
    read_text,
    say,
    say_json,
    table,
)
from carrom.cli.usage import WrongUse
from carrom.errors import CarromError, ImpossibleCase, NotationError
from carrom.i18n import Message, t
from carrom.rulebooks import rulebook
from carrom.rules import Standing
from carrom.rules.standing_words import BoardFields, board_message
from carrom.stroke import INCIDENTS, StrokeReport
from carrom.stroke.incident import incident_message


@click.command("rule", cls=Command)
@click.argument("what", nargs=-1, metavar="FILE | BOARD HAPPENED")
@json_option
@lang_option
@click.option("--check", is_flag=True)
@click.option("--incidents", is_flag=True)
@click.option("--rulebook", "book", default="international", show_default=True)
def command(what: tuple[str, ...], as_json: bool, lang: str, check: bool, incidents: bool, book: str) -> None:
    """Examples:

    carrom rule "white on strike, 5 white, 4 black" "w s"
    carrom rule "white on strike, 5 white, 4 black" "foul white 4 a"
    """
    rulebook(book)
    if incidents:
        return list_incidents(book, lang, as_json)
    if not what or len(what) > 2:
        raise WrongUse("refused.rule.what")
    if len(what) == 2:
        many, cases = False, [spoken_case(*what, book)]
    else:
        raw = _parsed(read_text(what[0]), what[0])
        many = isinstance(raw, list)
        asked = raw if isinstance(raw, list) else [raw]
        cases = [_read(each, number, many, book) for number, each in enumerate(asked, 1)]
    if not cases:
        raise WrongUse("refused.rule.no-case")
    rulings = [_answered(case, number, many, lang) for number, case in enumerate(cases, 1)]
    if check:
        return report_check(cases, rulings, lang, as_json)
    if as_json:
        return say_json(rulings if many else rulings[0])
    for number, (case, ruling) in enumerate(zip(cases, rulings, strict=True), 1):
        if many:
            say(("" if number == 1 else "\n") + _name(case, number, lang))
        show_ruling(ruling, lang)
    return None


def spoken_case(board: str, happened: str, book: str) -> Case:
    """A case in plain words: the one-line form of a board, and a stroke or an incident in short form."""
    standing = Standing.parse(board)
    kind, _, rest = happened.strip().partition(" ")
    if kind not in INCIDENTS:
        return Case(rulebook(book), standing, StrokeReport.parse(happened))
    side, _, more = rest.partition(" ")
    incident: dict[str, object] = {"kind": kind}
    if side:
        incident["by"] = side
    if more == "unnoticed":
        incident["noticed"] = False
    elif more:
        incident["ground" if kind == "disqualified" else "paragraph"] = more
    return Case(rulebook(book), standing, read_incident(incident))


def show_ruling(ruling: dict[str, object], lang: str) -> None:
    """A ruling for a person: the sentence, the law, the board."""
    readings = ruling.get("readings", [])
    assert isinstance(readings, list)
    say(f"{ruling['text']}")
    say("  " + cited(_strings(ruling["laws"]), readings, lang))
    if ruling["over"] is None:
        say("  " + board_message(cast(BoardFields, ruling)).text(lang))


def _parsed(text: str, file: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as wrong:
        refused = NotationError("refused.rule.not-json", line=wrong.lineno, column=wrong.colno)
        raise refused.at(file) from None
    except ValueError:
        raise NotationError("refused.rule.long-number").at(file) from None
    except RecursionError:
        raise NotationError("refused.rule.too-deep").at(file) from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose fields are each said once: of two, nobody could know which is meant."""
    read = dict(pairs)
    if len(read) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
        raise ImpossibleCase("case", "refused.rule.twice", name=twice)
    return read


def _of_case(wrong: CarromError, name: object, number: int, many: bool) -> CarromError:
    """A refusal that says which of many cases it is about."""
    if not many:
        return wrong
    if not name:
        return wrong.at(Message("rule.case", {"number": number}))
    return wrong.at(Message("rule.case-named", {"number": number, "name": str(name)}))


def _read(raw: object, number: int, many: bool, book: str) -> Case:
    try:
        return read_case(raw, book)
    except ImpossibleCase as wrong:
        name = raw.get("id") if isinstance(raw, dict) else None
        raise _of_case(wrong, name, number, many) from None


def _answered(case: Case, number: int, many: bool, lang: str) -> dict[str, object]:
    try:
        return answer(case, lang)
    except CarromError as wrong:
        raise _of_case(wrong, case.id, number, many) from None


def _strings(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(each) for each in value]


def _name(case: Case, number: int, lang: str) -> str:
    return case.id or t("rule.case", lang, number=number)


def report_check(cases: list[Case], rulings: list[dict[str, object]], lang: str, as_json: bool) -> None:
    """Which cases are ruled as agreed; any that is not makes the exit status 1."""
    found = [
        (_name(case, number, lang), [each.text(lang) for each in differences(case, ruling)])
        for number, (case, ruling) in enumerate(zip(cases, rulings, strict=True), 1)
    ]
    wrong = [(name, lines) for name, lines in found if lines]
    silent = sum(case.expect is None and not case.laws for case in cases)
    if as_json:
        differ = [{"id": name, "differences": lines} for name, lines in wrong]
        say_json({"cases": len(cases), "differ": differ, "not_compared": silent})
    else:
        for name, lines in wrong:
            say(t("labelled", lang, what=name, said="; ".join(lines)))
        counted, agreed = t("rule.check.cases", lang, n=len(cases)), len(cases) - len(wrong) - silent
        said = t("rule.check.sum", lang, cases=counted, agreed=agreed, differ=len(wrong))
        say(f"{said}, {t('rule.check.silent', lang, n=silent)}" if silent else said)
    if wrong:
        raise click.exceptions.Exit(1)


def list_incidents(name: str, lang: str, as_json: bool) -> None:
    """Every kind of incident, the paragraphs that decide it and what it is."""
    book = rulebook(name)
    rows = []
    for kind in INCIDENTS:
        clauses = book.incidents[kind]
        laws = list(dict.fromkeys(str(law) for clause in clauses for law in clause.laws))
        rows.append((kind, laws, incident_message(kind).text(lang)))
    if as_json:
        return say_json([{"kind": kind, "laws": laws, "text": text} for kind, laws, text in rows])
    between = "\n" if on_terminal() else ", "
    columns = tuple(t(f"rule.column.{name}", lang) for name in ("kind", "paragraphs", "what"))
    return table(columns, [(kind, between.join(laws), text) for kind, laws, text in rows])
