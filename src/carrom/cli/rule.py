"""carrom rule: settle an argument, or check a file of agreed cases."""

import json
from contextlib import nullcontext
from typing import Any, cast

import click

from carrom.cases import Case, answer, differences, read_case, read_incident
from carrom.cli import options
from carrom.cli.command import Command, WrongUse, current_language
from carrom.cli.files import read_text, refusals_name
from carrom.cli.output import cited, on_terminal, phrase, say, say_json, say_phrase, titled_table
from carrom.errors import ImpossibleCase, NotationError
from carrom.i18n import Message
from carrom.rulebooks import rulebook as rulebook_named
from carrom.rules import Rulebook, Standing
from carrom.rules.standing_words import BoardFields, board_message
from carrom.stroke import INCIDENTS, StrokeReport
from carrom.stroke.incident import WITH_PIECES, incident_message


@click.command("rule", cls=Command)
@click.argument("what", nargs=-1, metavar="FILE | BOARD HAPPENED")
@options.json
@click.option("--check", is_flag=True)
@click.option("--incidents", is_flag=True)
@options.rulebook
def command(what: tuple[str, ...], as_json: bool, check: bool, incidents: bool, rulebook: str) -> None:
    """Examples:

    carrom rule "white on strike, 5 white, 4 black" "w s"
    carrom rule "white on strike, 5 white, 4 black" "foul white 4 a"
    """
    book = rulebook_named(rulebook)
    if incidents:
        return _list_incidents(book, as_json)
    if not what or len(what) > 2:
        raise WrongUse("refused.rule.what")
    many = False
    if len(what) == 2:
        case = spoken_case(*what, rulebook)
        ruled = [(case, answer(case, current_language()))]
    else:
        raw = _parse_json(*what)
        many = isinstance(raw, list)
        asked = raw if isinstance(raw, list) else [raw]
        ruled = [_rule_on(each, number, many, rulebook) for number, each in enumerate(asked, 1)]
    if not ruled:
        raise WrongUse("refused.rule.no-case")
    if check:
        return _report_check(ruled, as_json)
    if as_json:
        return say_json([ruling for _, ruling in ruled] if many else ruled[0][1])
    for number, (case, ruling) in enumerate(ruled, 1):
        if many:
            say(("" if number == 1 else "\n") + _case_name(case, number))
        _show_ruling(ruling)
    return None


def spoken_case(board: str, happened: str, book: str) -> Case:
    """A case in plain words: the one-line form of a board, and a stroke or an incident in short form."""
    standing = Standing.parse(board)
    kind, _, rest = happened.strip().partition(" ")
    if kind not in INCIDENTS:
        return Case(rulebook_named(book), standing, StrokeReport.parse(happened))
    side, _, more = rest.partition(" ")
    incident: dict[str, object] = {"kind": kind}
    if side:
        incident["by"] = side
    if kind in WITH_PIECES:
        incident["pocketed"] = StrokeReport.parse(more).pocketed_names
    elif more == "unnoticed":
        incident["noticed"] = False
    elif more:
        incident["ground" if kind == "disqualified" else "paragraph"] = more
    return Case(rulebook_named(book), standing, read_incident(incident))


def _show_ruling(ruling: dict[str, Any]) -> None:
    """Show a ruling to a person: the sentence, the law, the board."""
    say(ruling["text"])
    say("  " + cited(ruling["laws"], ruling.get("readings", ())))
    if ruling["over"] is None:
        say("  " + board_message(cast(BoardFields, ruling)).text(current_language()))


def _parse_json(file: str) -> object:
    text = read_text(file)
    with refusals_name(file):
        try:
            return json.loads(text, object_pairs_hook=_unique_fields)
        except json.JSONDecodeError as wrong:
            raise NotationError("refused.rule.not-json", line=wrong.lineno, column=wrong.colno) from None
        except ValueError:
            raise NotationError("refused.rule.long-number") from None
        except RecursionError:
            raise NotationError("refused.rule.too-deep") from None


def _unique_fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of its fields. Refuses a field that is given twice."""
    read = dict(pairs)
    if len(read) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in dict(pairs[:index]))
        raise ImpossibleCase("case", "refused.rule.twice", name=twice)
    return read


def _rule_on(raw: object, number: int, many: bool, book: str) -> tuple[Case, dict[str, object]]:
    """Read a case and rule on it. A refusal says which of many cases it is about."""
    name = raw.get("id") if isinstance(raw, dict) else None
    label = Message("rule.case", {"number": number})
    if name:
        label = Message("rule.case-named", {"number": number, "name": str(name)})
    with refusals_name(label) if many else nullcontext():
        case = read_case(raw, book)
        return case, answer(case, current_language())


def _case_name(case: Case, number: int) -> str:
    return case.id or phrase("rule.case", number=number)


def _report_check(ruled: list[tuple[Case, dict[str, object]]], as_json: bool) -> None:
    """Say which cases are not ruled as agreed; if any, exit with status 1."""
    found = [
        (_case_name(case, number), [each.text(current_language()) for each in differences(case, ruling)])
        for number, (case, ruling) in enumerate(ruled, 1)
    ]
    wrong = [(name, lines) for name, lines in found if lines]
    silent = sum(case.expect is None and not case.laws for case, _ in ruled)
    if as_json:
        differ = [{"id": name, "differences": lines} for name, lines in wrong]
        say_json({"cases": len(ruled), "differ": differ, "not_compared": silent})
    else:
        for name, lines in wrong:
            say_phrase("labelled", what=name, said="; ".join(lines))
        counted, agreed = phrase("rule.check.cases", n=len(ruled)), len(ruled) - len(wrong) - silent
        total = phrase("rule.check.sum", cases=counted, agreed=agreed, differ=len(wrong))
        say(f"{total}, {phrase('rule.check.silent', n=silent)}" if silent else total)
    if wrong:
        raise click.exceptions.Exit(1)


def _list_incidents(book: Rulebook, as_json: bool) -> None:
    """List every kind of incident that the rulebook has, the paragraphs that decide it and what it is."""
    rows = []
    for kind in INCIDENTS:
        if kind not in book.incidents:
            continue
        laws = list(dict.fromkeys(str(law) for clause in book.incidents[kind] for law in clause.laws))
        rows.append((kind, laws, incident_message(kind).text(current_language())))
    if as_json:
        return say_json([{"kind": kind, "laws": laws, "text": text} for kind, laws, text in rows])
    between = "\n" if on_terminal() else ", "
    listed = [(kind, between.join(laws), text) for kind, laws, text in rows]
    return titled_table("rule.column", "kind paragraphs what", listed)
