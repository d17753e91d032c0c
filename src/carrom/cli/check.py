"""carrom check: hold a club's board, coins, striker, stand, chairs and lamp against the laws."""

from dataclasses import replace
from math import ceil, isfinite

import click
from click.core import ParameterSource

from carrom.calibration import RUNS_ASKED, Rebound
from carrom.calibration import rebound as rebound_test
from carrom.calibration.toml import parsed
from carrom.cli import options
from carrom.cli.command import Command, WrongUse, current_language
from carrom.cli.files import read_profile, read_text, refusals_name
from carrom.cli.output import (
    column_titles,
    decimal,
    json_fields,
    on_terminal,
    phrase,
    say,
    say_hanging,
    say_json,
    say_phrase,
    table,
)
from carrom.equipment import EQUIPMENT, INSPECTED, PROFILES, Item, Range, Report, check, example_file
from carrom.equipment.inspection import value_in_words
from carrom.errors import EquipmentError
from carrom.i18n import pointed
from carrom.pace import FASTEST, PACES

COLUMNS = "what given allowed verdict paragraph"
# A sign with each verdict, so that nothing hangs on the colour.
SIGNS = {"conforms": ("✓", "green"), "off": ("✗", "bold red"), "not given": ("·", "dim")}
WIDE = 110  # columns of a terminal
NOTHING = "–"


@click.command("check", cls=Command)
@click.argument("file", required=False)
@click.option("--board", type=click.Choice(list(PROFILES)), default="modern", show_default=True)
@click.option("--edition", type=click.Choice(["a", "b"]), default="a", show_default=True)
@click.option("--rulebook", type=click.Choice(list(INSPECTED)))
@click.option("--example", is_flag=True)
@click.option("--rebound", is_flag=True)
@click.option("--profile", metavar="NAME|FILE")
@click.option("--speed", type=options.NUMBER, metavar="M_PER_S")
@options.json
def command(
    file: str | None,
    board: str,
    edition: str,
    rulebook: str | None,
    example: bool,
    rebound: bool,
    profile: str | None,
    speed: float | None,
    as_json: bool,
) -> None:
    """Examples:

    carrom check --example > table.toml
    carrom check table.toml
    carrom check --rebound --profile club
    """
    chosen = click.get_current_context().get_parameter_source("edition")
    if rulebook is not None and chosen is not ParameterSource.DEFAULT:
        raise WrongUse("refused.check.rulebook-or-edition")
    text = rulebook or f"international-{edition}"
    if rebound:
        if file is not None or example:
            raise WrongUse("refused.check.rebound-alone")
        (law,) = INSPECTED[text]["modern"]["board.rebound_runs"].cited(text)
        return say_rebound(profile, speed, board, law, as_json)
    if profile is not None or speed is not None:
        raise WrongUse("refused.check.rebound-only")
    if example:
        return say(example_file(board, current_language(), edition=text).rstrip("\n"))
    if file is None:
        raise WrongUse("refused.check.no-file")
    written = read_text(file)
    with refusals_name(file):
        report = check(parsed(written, EquipmentError), board, text)
    if as_json:
        say_json(_report_json(report))
    elif on_terminal():
        _show(report)
    else:
        _print(report)
    if not report.conforms:
        raise click.exceptions.Exit(1)
    return None


def _summary(report: Report) -> str:
    off, not_given = len(report.off), len(report.not_given)
    counts = {"conform": len(report.items) - off - not_given, "off": off, "not-given": not_given}
    return ", ".join(phrase(f"check.sum.{key}", n=n) for key, n in counts.items())


def _cells(item: Item) -> tuple[str, str, str, str]:
    """What was measured, the figure that was given, what is allowed, and the verdict."""
    lang, what = current_language(), phrase(f"equipment.{item.key}")
    if item.place is not None:
        what = phrase("check.place", what=what, place=item.place)
    given = NOTHING if item.given is None else f"{value_in_words(item.given, lang)} {item.unit}".rstrip()
    allowed = f"{value_in_words(item.allowed, lang)} {item.unit}".rstrip()
    verdict = phrase(f"check.verdict.{item.verdict.replace(' ', '-')}")
    if item.off_by:
        # With all six decimals that the check keeps, no difference is shown as zero.
        by = pointed(f"{item.off_by:+.6f}".rstrip("0").rstrip("."), lang)
        verdict = phrase("check.verdict.off-by", by=f"{by} {item.unit}".rstrip())
    return what, given, allowed, verdict


def _laws(item: Item, edition: str) -> str:
    """The paragraphs without their edition, if the heading names it; another edition is named once."""
    first, *rest = item.citations
    other = first.partition(" ")[0]
    return ", ".join([first.removeprefix(f"{edition} "), *(each.removeprefix(f"{other} ") for each in rest)])


def _notes(report: Report) -> list[str]:
    """The notes about doubtful figures of the printed laws that concern a given item."""
    given = (item for item in report.items if item.verdict != "not given")
    return list(dict.fromkeys(item.note for item in given if item.note))


def _report_json(report: Report) -> dict[str, object]:
    return {
        **json_fields(report, "board edition conforms"),
        "summary": _summary(report),
        "items": [
            {
                **json_fields(item, "key place given unit verdict off_by"),
                "what": phrase(f"equipment.{item.key}"),
                "allowed": vars(item.allowed) if isinstance(item.allowed, Range) else item.allowed,
                "laws": item.citations,
                "note": phrase(f"equipment.note.{item.note}") if item.note else None,
            }
            for item in report.items
        ],
    }


def _print(report: Report) -> None:
    """Print one line an item, then notes and the summary, for a pipe."""
    rows = [(*_cells(item), ", ".join(item.citations)) for item in report.items]
    table(column_titles("check.column", COLUMNS), rows)
    for key in _notes(report):
        names = dict.fromkeys(phrase(f"equipment.{item.key}") for item in report.items if item.note == key)
        say_phrase("labelled", what=", ".join(names), said=phrase(f"equipment.note.{key}"))
    say(_summary(report))


def _show(report: Report) -> None:
    """Show the report section by section, with signs and colours, on a terminal."""
    # Imported here: it takes longer than the check.
    from rich import box
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    notes = _notes(report)
    # The paragraphs get a column where the terminal is wide enough, else a line.
    wide = console.width >= WIDE
    ruled = Table(
        *(column_titles("check.column", COLUMNS)[: None if wide else -1]), box=box.SIMPLE_HEAD, pad_edge=False
    )
    for narrow in ruled.columns[1:4]:
        narrow.no_wrap = wide
    section = ""
    for item in report.items:
        if item.key.partition(".")[0] != section:
            section = item.key.partition(".")[0]
            ruled.add_section()
            ruled.add_row(Text(phrase(f"equipment.section.{section}"), style="bold"))
        sign, colour = SIGNS[item.verdict]
        mark = f" [{notes.index(item.note) + 1}]" if item.note in notes and item.given is not None else ""
        style = "dim" if item.verdict == "not given" else ""
        what, given, allowed, verdict = _cells(item)
        limits = Text(allowed, style=style)
        laws = Text(_laws(item, report.edition), style="" if wide else "dim")
        ruled.add_row(
            Padding(Text(f"{what}{mark}", style=style), (0, 0, 0, 2)),
            Text(given, style=style),
            limits if wide else limits + Text("\n") + laws,
            Text(f"{sign} {verdict}", style=colour),
            *([laws] if wide else []),
        )
    console.print(Text(phrase("check.heading", board=report.board, edition=report.edition)))
    console.print(ruled)
    if notes:
        console.print(Text(phrase("check.notes"), style="bold"))
        for number, key in enumerate(notes, 1):
            say_hanging(f"[{number}] ", phrase(f"equipment.note.{key}"))
        say()
    console.print(Text(_summary(report), style="green" if report.conforms else "bold red"))


def runs_text(runs: float) -> str:
    """A number of runs such as 5.3. It is rounded down if rounding up would show a failed test as passed."""
    tenths = round(runs * 10.0)
    if runs < RUNS_ASKED <= tenths / 10.0:
        tenths -= 1
    return decimal(tenths / 10.0, 1)


def _least_speed_text(speed: float) -> str:
    """The least speed, rounded up so that the printed one passes; a dash if no speed passes."""
    return decimal(ceil(speed * 100.0 - 1e-9) / 100.0, 2) if speed <= FASTEST else "–"


def _short(value: float) -> str:
    return pointed(f"{value:g}", current_language())


def _rebound_verdict(test: Rebound) -> str:
    return phrase("rebound.passes" if test.passes else "rebound.fails")


def rebound_sentence(name: str, test: Rebound, law: str, least: str = "") -> str:
    """The verdict in one line; `least` is the text of the least speed, if it is not the usual one."""
    asked = "enough" if test.passes else "too-few" if test.least_speed <= FASTEST else "never"
    least = least or _least_speed_text(test.least_speed)
    return phrase(
        "rebound.join",
        head=phrase("rebound.head", name=name, verdict=_rebound_verdict(test), law=law),
        runs=phrase("rebound.runs", speed=_short(test.speed), runs=runs_text(test.runs)),
        asked=phrase(f"rebound.{asked}", asked=decimal(RUNS_ASKED, 1), least=least, fastest=FASTEST),
    )


def rebound_json(test: Rebound) -> dict[str, object]:
    """The test as JSON, which has no infinity: null if no speed passes."""
    possible = isfinite(test.least_speed)
    return {
        **json_fields(test, "passes speed runs rebounds rest"),
        "least_speed": test.least_speed if possible else None,
        "margin": test.margin if possible else None,
    }


def say_rebound(profile: str | None, speed: float | None, board: str, law: str, as_json: bool) -> None:
    """Say the rebound test of one pace, or of all built-in ones; exits with status 1 if one fails."""
    if speed is not None:
        options.check_speed(speed)
    paces = list(PACES.values()) if profile is None else [read_profile(profile)]
    tests = [(pace, rebound_test(replace(EQUIPMENT[board], pace=pace), speed)) for pace in paces]
    passes = all(test.passes for _, test in tests)
    if as_json:
        profiles = [
            {
                **json_fields(pace, "name friction"),
                "bounce": pace.striker_frame,
                **rebound_json(test),
                "says": rebound_sentence(pace.name, test, law),
            }
            for pace, test in tests
        ]
        summary = {"board": board, "law": law, "runs_asked": RUNS_ASKED, "passes": passes}
        say_json({**summary, "profiles": profiles})
    elif profile is not None:
        say("\n".join(rebound_sentence(pace.name, test, law) for pace, test in tests))
    else:
        columns = column_titles("rebound.column", "profile friction bounce speed runs least-speed")
        rows = [
            (
                pace.name,
                _short(pace.friction),
                _short(pace.striker_frame),
                f"{_short(test.speed)} m/s",
                runs_text(test.runs),
                f"{_least_speed_text(test.least_speed)} m/s",
                _rebound_verdict(test),
                law,
            )
            for pace, test in tests
        ]
        table(columns + column_titles("check.column", "verdict paragraph"), rows)
    if not passes:
        raise click.exceptions.Exit(1)
