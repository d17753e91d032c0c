"""What `carrom laws --compare BOOK BOOK` shows: where rulebooks decide differently."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import click

from carrom.cli.command import current_language
from carrom.cli.output import bold, cited, on_terminal, phrase, say, say_json, text_lines, titled_table
from carrom.comparison import Comparison, Difference, Value, case_json, compare, happened_text
from carrom.i18n import Message
from carrom.rulebooks import rulebook

ASKED_FIRST = "international-a"  # the rulebook of `carrom rule` without --rulebook


def show_comparison(books: Sequence[str], as_json: bool) -> None:
    """Show where these rulebooks decide differently, and which of their values differ."""
    compared = compare([rulebook(book) for book in books])
    if as_json:
        return say_json(_json(compared))
    if not on_terminal():
        return titled_table(
            "laws.column", "part difference rulebook outcome paragraphs command", _rows(compared)
        )
    say(bold(", ".join(compared.books)))
    _say(phrase("compare.count", n=len(compared.differences)), "")
    _say(phrase("compare.whose"), "")
    for part, differences in groupby(compared.differences, key=lambda each: each.part):
        say()
        say(bold(phrase(f"compare.part.{part}")))
        for each in differences:
            _say_difference(each)
    if compared.values:
        say()
        say(bold(phrase("compare.part.values")))
        say()
        for value in compared.values:
            _say(phrase("labelled", what=_titled(value.title), said=_of_each(value)))
    return None


def _say_difference(difference: Difference) -> None:
    say()
    _say(_titled(difference.title))
    for each in difference.decided:
        _say(", ".join(each.books), "    ")
        _say(_text(each.call), "      ")
        _say(f"({cited(each.laws, each.readings)})", "      ")
    # Not wrapped, so that it can be copied.
    click.echo(f"    {difference.command}")


def _of_each(value: Value) -> str:
    """A value of each rulebook: 8 (international-a), no limit (family)."""
    return ", ".join(f"{_text(said)} ({', '.join(books)})" for said, books in value.together.items())


def _rows(compared: Comparison) -> Iterable[tuple[str, ...]]:
    """A row for each rulebook and difference."""
    for each in compared.differences:
        part, title = phrase(f"compare.part.{each.part}"), _text(each.title)
        for decided in each.decided:
            for book, ruling in decided.rulings.items():
                command = each.command if book == ASKED_FIRST else f"{each.command} --rulebook {book}"
                yield part, title, book, _text(decided.call), cited(ruling.laws, ruling.readings), command
    for value in compared.values:
        for book in value.of:
            yield phrase("compare.part.values"), _text(value.title), book, _text(value.said(book)), "", ""


def _json(compared: Comparison) -> dict[str, object]:
    differences = [
        {
            "part": each.part,
            "title": _text(each.title),
            "case": case_json(each.standing, each.report),
            "board": each.standing.notation,
            "happened": happened_text(each.report),
            "decided": [
                {
                    "rulebooks": decided.books,
                    "text": _text(decided.call),
                    "laws": decided.laws,
                    "readings": decided.readings,
                }
                for decided in each.decided
            ],
        }
        for each in compared.differences
    ]
    values = [
        {"value": each.name, "title": _text(each.title), "rulebooks": each.of} for each in compared.values
    ]
    return {"rulebooks": compared.books, "differences": differences, "values": values}


def _text(message: Message) -> str:
    return message.text(current_language())


def _titled(message: Message) -> str:
    text = _text(message)
    return text[:1].upper() + text[1:]


def _say(text: str, indent: str = "  ") -> None:
    for line in text_lines(text, len(indent)):
        say(f"{indent}{line}")
