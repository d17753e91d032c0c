"""carrom laws: what a person who asks for a law is shown."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from carrom.cli import carrom
from carrom.cli.command import command_language
from carrom.errors import UnknownLaw
from carrom.i18n import LANGUAGES, t
from carrom.laws import BOOKS
from carrom.laws.texts import paragraph, paragraphs, subjects


def laws(*words: str) -> str:
    """What the command prints into a pipe."""
    result = CliRunner().invoke(carrom, ["laws", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def laws_json(*words: str) -> Any:
    return json.loads(laws("--json", *words))


def refused(*words: str) -> str:
    """Why the command refuses."""
    with pytest.raises(UnknownLaw) as refusal:
        CliRunner().invoke(carrom, ["laws", *words], catch_exceptions=False)
    return refusal.value.text(command_language(words))


def on_a_terminal(columns: int, *words: str) -> list[str]:
    """The lines that a terminal of that width shows, its colours taken off."""
    pty = pytest.importorskip("pty", reason="no terminals to be had here")
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "carrom", *words]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=env) as running:
        os.close(theirs)
        shown = b""
        # Linux ends a terminal nobody writes to any more with an error, others with an empty read.
        try:
            while read := os.read(ours, 65536):
                shown += read
        except OSError:
            pass
        running.wait()
    os.close(ours)
    assert "\x1b[1m" in shown.decode()
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode()).splitlines()


def test_without_a_question_the_five_rulebooks_are_listed_and_how_to_go_on() -> None:
    """Each with its title and the number of its paragraphs."""
    shown = laws()

    for book in BOOKS:
        assert re.search(rf"^{book}\t.+\t{len(paragraphs(book))}$", shown, re.MULTILINE)
    assert "carrom laws --compare" in shown
    assert [row["rulebook"] for row in laws_json()] == list(BOOKS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_other_language_is_offered_in_its_own_words(lang: str) -> None:
    shown = laws("--lang", lang)

    for other in LANGUAGES:
        offered = rf"carrom laws --lang {other} … +{t('laws.try.language', other)}\n"
        assert bool(re.search(offered, shown)) == (other != lang)


@pytest.mark.parametrize(
    ("words", "citation"),
    [
        (["3.11", "a"], "international-a 3.11 a"),
        (["3.11a"], "international-a 3.11 a"),
        (["§3.11 A)"], "international-a 3.11 a"),
        (["international-b 3.7 k"], "international-b 3.7 k"),
        (["international", "4.1.2"], "international-a 4.1.2"),
        (["--rulebook", "international-b", "3.7", "k"], "international-b 3.7 k"),
        (["family", "queen", "1"], "family queen 1"),
        (["--rulebook", "family", "queen 1"], "family queen 1"),
        (["drawing", "d"], "international-a drawing D"),
        (["5"], "international-a 5"),
    ],
)
def test_a_paragraph_is_found_however_it_is_written(words: list[str], citation: str) -> None:
    """Of the rulebook named, of --rulebook, or of the default."""
    assert [law["citation"] for law in laws_json(*words)] == [citation]


def test_a_paragraph_is_shown_with_status_subject_wording_and_the_same_law_elsewhere() -> None:
    """In words a player understands, and with citations to look up."""
    shown = laws("3.11", "a").splitlines()

    assert shown[0] == "international-a 3.11 a"
    assert "judged: carrom decides it" in shown[1]
    assert "striker-alone" in shown[2]
    assert f"  {paragraph('international-a 3.11 a').text()}" in shown
    assert [line.strip() for line in shown[-5:]] == [
        "international-b 3.11 a",
        "ffc-basics penalty 1",
        "ffc-leaflet penalty 1",
        "family 6",
        "icf 72a, 72b, 72c",
    ]


def test_a_paragraph_that_exists_only_elsewhere_is_shown_from_there() -> None:
    """And it says that the rulebook asked has none."""
    found = [law["citation"] for law in laws_json("queen", "1")]
    shown = laws("3.7 j", "--rulebook", "international-b")

    assert found == ["ffc-basics queen 1", "ffc-leaflet queen 1", "family queen 1"]
    assert "international-b has no paragraph 3.7 j" in shown
    assert "\ninternational-a 3.7 j\n" in shown


def test_a_citation_that_names_its_rulebook_is_not_looked_up_elsewhere() -> None:
    """Near ids are offered; a letter is not searched as a word."""
    assert refused("international-b 3.7 j") == (
        "international-b has no paragraph '3.7 j'; near it: 3.7 h, 3.7 i, 3.7 k"
    )
    assert "queen 4" in refused("queen", "9")
    assert "no rulebook" in refused("3.7 z")


def test_words_are_searched_in_all_rulebooks_or_in_one() -> None:
    """A rulebook may be an option or the first word."""
    everywhere = [law["citation"] for law in laws_json("clockwise")["paragraphs"]]
    by_option = laws_json("rosette", "--rulebook", "family")
    by_word = laws_json("family", "rosette")

    assert everywhere == ["ffc-basics play 8", "family four 1"]
    assert by_option == by_word
    assert {law["citation"].split()[0] for law in by_word["paragraphs"]} == {"family"}
    assert "family 8\tjudged\tjumped\t" in laws("family", "rosette")


def test_a_section_number_finds_its_paragraphs() -> None:
    """3.9 is 3.9 a and b, and not 3.9 of some figure."""
    found = laws_json("3.9", "--rulebook", "international")["paragraphs"]

    assert [law["citation"] for law in found][:2] == ["international-a 3.9 a", "international-a 3.9 b"]


def test_a_term_of_the_glossary_is_found_with_the_paragraphs_that_use_it() -> None:
    """A player who reads cannon in a ruling asks for just that."""
    found = laws_json("cannon")

    assert [term["key"] for term in found["terms"]] == ["cannon"]
    assert "international-a 3.11 o" in [law["citation"] for law in found["paragraphs"]]
    assert laws("cannon").startswith("cannon (glossary)\n")
    assert laws("tir", "du", "pouce", "--lang", "fr").startswith("tir du pouce (glossaire)\n")


def test_a_subject_is_compared_across_the_rulebooks() -> None:
    """By its key, or by its name in any language."""
    compared = laws_json("--compare", "queen-worth")

    assert list(compared["rulebooks"]) == list(BOOKS)
    assert laws_json("--compare", "Valeur de la reine") == compared
    assert list(laws_json("--compare", "queen-worth", "--rulebook", "family")["rulebooks"]) == ["family"]
    assert "family queen 3\tjudged\tqueen-worth\t" in laws("--compare", "queen-worth")


def test_rulebooks_are_compared_by_what_they_decide() -> None:
    """Two or more, by id or alias: a program gets cases it can ask again, a pipe a row a rulebook."""
    compared = laws_json("--compare", "international", "ffc-basics", "family")

    assert compared["rulebooks"] == ["international-a", "ffc-basics", "family"]
    both = next(
        each for each in compared["differences"] if each["title"] == "an own coin and a coin of theirs"
    )
    assert [each["rulebooks"] for each in both["decided"]] == [["international-a", "ffc-basics"], ["family"]]
    assert both["case"]["stroke"]["pocketed"] == ["white", "black"]
    worth = next(each for each in compared["values"] if each["value"] == "queen_worth")
    assert worth["rulebooks"] == {"international-a": 3, "ffc-basics": 3, "family": 5}
    rows = laws("--compare", "family", "international-b", "--lang", "fr").splitlines()
    assert any("\tun jeton à soi et un jeton adverse\tfamily\t" in row for row in rows)
    assert {row.count("\t") for row in rows} == {5}


def test_each_row_of_a_comparison_has_its_own_command_and_paragraphs() -> None:
    """The command judges by the rulebook of its row and cites what the row cites, also in a large group."""
    rows = [line.split("\t") for line in laws("--compare", *BOOKS).splitlines()[1:]]
    judged = [(book, cited, command) for _, _, book, _, cited, command in rows if command]

    assert {book for book, _, _ in judged} == set(BOOKS)
    for book, cited, command in judged:
        assert command.endswith(f" --rulebook {book}") == (book != "international-a")
        ruled = CliRunner().invoke(carrom, shlex.split(command)[1:], catch_exceptions=False)
        assert f"  {cited}" in ruled.stdout.splitlines(), command


def test_a_rulebook_to_compare_may_begin_with_a_capital() -> None:
    assert laws("--compare", "ICF", "Family") == laws("--compare", "icf", "family")


def test_rulebooks_that_are_compared_fit_a_terminal() -> None:
    """Only the commands are not wrapped, for they are copied."""
    lines = on_a_terminal(80, "laws", "--compare", *BOOKS, "--lang", "de")

    assert "Der Anstoß" in lines
    assert max(len(line) for line in lines if not line.startswith("    carrom rule ")) <= 80


def test_the_subjects_are_listed_with_the_number_of_their_paragraphs() -> None:
    """All of them together are all the paragraphs there are."""
    listed = laws_json("--subjects")

    assert [row["subject"] for row in listed] == list(subjects())
    total = sum(count for row in listed for count in row["paragraphs"].values())
    assert total == sum(len(paragraphs(book)) for book in BOOKS)
    assert "game-end\tfin d'un game\t8\n" in laws("--subjects", "--lang", "fr")


def test_the_glossary_is_listed_whole_or_by_word() -> None:
    """In the language asked for."""
    assert len(laws_json("--glossary")) == 29
    assert [term["term"] for term in laws_json("--glossary", "queen", "--lang", "fr")] == ["reine"]
    assert "cannon" in refused("--glossary", "canon")


def test_a_rulebook_is_listed_whole() -> None:
    """Every paragraph, in its order."""
    assert [law["citation"] for law in laws_json("--rulebook", "family")["paragraphs"]] == [
        law.citation for law in paragraphs("family")
    ]
    assert laws("family", "--lang", "fr").count("\n") == 1 + len(paragraphs("family"))


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["strikr"], "did you mean striker?"),
        (["umpire", "lamp", "powder"], "not all in one paragraph"),
        (["xyzzy"], "--subjects"),
        (["3.99"], "did you mean 3.9"),
        (["3.99", "--lang", "fr"], "cherchiez-vous 3.9"),
        (["--rulebook", "famly"], "did you mean family?"),
        (["--compare", "queen-covr"], "did you mean queen-cover"),
        (["--compare", "family", "intrnational"], "did you mean international?"),
        (["--compare", "famly", "international"], "did you mean family?"),
        (["--compare", "famly", "foo"], "did you mean family?"),
    ],
)
def test_what_is_not_found_is_refused_with_what_would_be(words: list[str], hint: str) -> None:
    """One line, and it says how to go on."""
    refusal = refused(*words)

    assert hint in refusal
    assert "\n" not in refusal


def test_a_refusal_is_one_line_on_standard_error_and_exit_status_2() -> None:
    """For a person to read and a script to notice."""
    done = subprocess.run(
        [sys.executable, "-m", "carrom", "laws", "xyzzy"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("carrom: nothing in the laws matches 'xyzzy'")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [["--lang", "fr", "4 h"], ["queen"], ["--compare", "dues"]])
def test_on_a_terminal_no_line_is_longer_than_it(words: list[str]) -> None:
    """80 columns, in French too, and no French mark is left alone at the start of a line."""
    lines = on_a_terminal(80, "laws", *words)

    assert len(lines) > 8
    assert max(map(len, lines)) <= 80
    assert not any(line.lstrip().startswith((":", ";", "»")) for line in lines)


def test_the_beginning_of_several_subjects_names_them_all() -> None:
    with pytest.raises(UnknownLaw, match="several begin with queen; queen-worth, queen-right, queen-back"):
        laws("--compare", "queen")
    assert "international-b 4 i" in laws("--compare", "bumped")
