"""The law files: complete, in every language, and consistent between the editions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from carrom.errors import UnknownLaw
from carrom.i18n import LANGUAGES
from carrom.laws import BOOKS
from carrom.laws.cite import HERE, PARAGRAPHS
from carrom.laws.texts import (
    STATUSES,
    compare,
    elsewhere,
    folded_words,
    glossary,
    language_with,
    law_texts,
    paragraph,
    paragraphs,
    search,
    subject_title,
    subjects,
    title,
)

EVERY = [law for book in BOOKS for law in paragraphs(book)]

# A closed list: a new subject is a decision, a misspelt one an error.
SUBJECTS = """
    abandon at-rest board-end both-last break bumped-board chair change-of-seats conduct disqualification
    dues early-break equipment extra-points foul game-end glossary goal improper jumped last-before-queen
    missed-break out-of-turn passes placing powder protest queen-and-striker queen-back queen-cover
    queen-right queen-worth replay request rest seats setup slam striker-alone striker-and-own
    striker-and-theirs striker-kept striker-place stroke theirs-last time toss touched-coins trial-boards
    turn twelve-points twenty-two waiving wrong-coins
"""


def listed_by_hand() -> dict[str, list[str]]:
    """The ids of tests/laws/paragraphs.txt, by rulebook."""
    ids: dict[str, list[str]] = {}
    for line in (Path(__file__).parent / "paragraphs.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            book, _, name = line.partition(" ")
            ids.setdefault(book, []).append(name)
    return ids


def test_every_paragraph_listed_by_hand_is_in_the_files_and_no_other() -> None:
    """None is forgotten, none invented, and each stands where its text has it."""
    by_hand = listed_by_hand()

    assert list(by_hand) == list(BOOKS)
    for book in BOOKS:
        assert [law.citation.paragraph for law in paragraphs(book)] == by_hand[book]


def test_no_rulebook_has_an_id_twice() -> None:
    """A citation names one paragraph; of two entries with one key JSON would keep the last."""
    for book in BOOKS:
        text = (HERE / f"{book.replace('-', '_')}.json").read_text(encoding="utf-8")
        ids: list[str] = json.loads(text, object_pairs_hook=lambda pairs: [key for key, _ in pairs])

        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_law_text_is_of_whole_sentences(lang: str) -> None:
    """On one line, from a capital or a figure to a full stop."""
    for law in EVERY:
        text = law.text(lang)

        assert text == " ".join(text.split()), law.citation
        assert text[0].isupper() or text[0].isdigit(), law.citation
        assert text.endswith("."), law.citation
        assert '"' not in text, law.citation


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_text_of_a_rulebook_is_left_in_english(book: str, lang: str) -> None:
    for key, text in law_texts(lang, book).items():
        assert text != law_texts("en", book)[key], key


def test_every_paragraph_that_borrows_nothing_has_an_english_text_and_no_other_has() -> None:
    """English is what every other language falls back to."""
    for book in BOOKS:
        own = [law.citation.paragraph for law in paragraphs(book) if not law.borrows]

        assert list(law_texts("en", book)) == ["title", *own]
    assert list(law_texts("en", "subjects")) == list(subjects())


def test_french_sets_a_space_before_double_marks_and_english_none() -> None:
    """A text pasted under the wrong language shows at once."""
    for law in EVERY:
        assert not any(f"{mark} " in law.text("fr").replace(f" {mark} ", "  ") for mark in ":;"), law.citation
        assert not any(f" {mark}" in law.text("en") for mark in ":;"), law.citation


def figures(text: str) -> set[str]:
    """Those with decimals, and the numbers of other paragraphs."""
    return {word for word in folded_words(text) if "." in word}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_figures_are_the_same_in_every_language(lang: str) -> None:
    """A size or a count may be spelled out in one of them, but never another size: 1.59 is 1,59."""
    for law in EVERY:
        assert figures(law.text(lang)) == figures(law.text("en")), law.citation


def test_statuses_and_subjects_come_from_closed_lists() -> None:
    """Nothing misspelt, and nothing listed that no paragraph has."""
    assert {law.status for law in EVERY} == set(STATUSES)
    assert sorted(subjects()) == sorted(SUBJECTS.split())


def test_only_edition_b_borrows_and_its_status_is_the_lenders() -> None:
    """The same law has the same status in both editions."""
    for book in BOOKS:
        for name, entry in PARAGRAPHS[book].items():
            if "as" not in entry:
                continue
            law = paragraph(f"{book} {name}")
            lenders = [paragraph(f"international-a {name}") for name in entry["as"]]

            assert book == "international-b"
            assert set(entry) == {"status", "as"}
            assert {law.status} == {lender.status for lender in lenders}, law.citation
            assert law.subject == lenders[0].subject
            for lang in LANGUAGES:
                assert law.text(lang) == " ".join(lender.text(lang) for lender in lenders)


def test_every_law_of_play_of_edition_a_is_lent_to_edition_b_once_save_the_bumped_board() -> None:
    """The editions print the same laws under other letters; only 4 i says another thing."""
    lent = [name for law in paragraphs("international-b") for name in law.borrows]
    play = [law.citation for law in paragraphs("international-a") if law.status != "equipment"]

    assert sorted(name for name in lent if name in play) == sorted(set(play) - {"international-a 4 i"})
    assert paragraph("international-a 4 i").text() != paragraph("international-b 4 i").text()


def test_a_law_printed_as_two_paragraphs_in_the_other_edition_joins_them() -> None:
    """Edition b's 3.10 e holds edition a's 3.10 e and f."""
    joined = paragraph("international-b 3.10 e")
    e, f = paragraph("international-a 3.10 e"), paragraph("international-a 3.10 f")

    assert joined.borrows == (e.citation, f.citation)
    assert joined.text("fr") == f"{e.text('fr')} {f.text('fr')}"


def test_the_same_law_is_found_in_the_other_rulebooks() -> None:
    """Exactly in the other edition, by subject in the shorter texts."""
    same = elsewhere(paragraph("international-b 3.7 k"))
    alone = elsewhere(paragraph("ffc-basics penalty 1"))

    assert [law.citation for law in same["international-a"]] == ["international-a 3.7 j"]
    where = {
        "international-a": ["3.11 a"],
        "international-b": ["3.11 a"],
        "ffc-leaflet": ["penalty 1"],
        "family": ["6"],
    }
    assert {book: [law.citation.paragraph for law in alone[book]] for book in where} == where
    assert "ffc-basics" not in alone


def test_a_subject_is_compared_in_the_order_of_the_rulebooks() -> None:
    """A rulebook that is silent is left out."""
    assert list(compare("queen-worth")) == list(BOOKS)
    assert list(compare("twenty-two")) == ["international-a", "international-b", "ffc-basics", "icf"]


def test_search_needs_all_words_and_minds_neither_case_nor_accents() -> None:
    """In any language, whole figures only, and a plural finds its singular."""
    cannon = ["international-a 3.11 o", "international-b 3.11 p"]

    assert [law.citation for law in search(["CANNON", "pair"])] == [*cannon, "icf 16"]
    assert [law.citation for law in search(["pénalité", "cannon"])] == cannon
    assert [law.citation for law in search(["penalite", "cannons"], "fr")] == cannon
    assert search(["cannon", "lamp"]) == []
    assert search([]) == search(["…"]) == []
    assert {law.citation.paragraph.split()[0] for law in search(["3.1"])} == {"3.1"}


@pytest.mark.parametrize(
    ("word", "folded"), [("Été", "ete"), ("Ŝtono", "stono"), ("रानी", "रन"), ("ராணி", "ரண")]
)
def test_a_word_stays_one_word_in_every_script(word: str, folded: str) -> None:
    """Accents and vowel signs are left out, here as in the page's search."""
    assert folded_words(word) == (folded,)


def test_search_keeps_to_the_rulebooks_it_is_given() -> None:
    """And ranks the paragraphs that hold the words in the reader's language first."""
    found = search(["rosette"], books=["family"])

    assert found
    assert {law.citation.book for law in found} == {"family"}
    assert "dette" in search(["dette"], "fr")[0].text("fr")
    english, french = (search(["point"], lang, ["ffc-leaflet"]) for lang in ("en", "fr"))
    assert "point" in folded_words(english[0].text("en"))
    assert "point" in folded_words(french[0].text("fr"))


@pytest.mark.parametrize(
    ("words", "lang", "shown"),
    [(["striker"], "en", "en"), (["palet"], "en", "fr"), (["striker"], "fr", "en"), (["xyz"], "fr", "fr")],
)
def test_a_paragraph_is_shown_in_a_language_that_holds_the_words(
    words: list[str], lang: str, shown: str
) -> None:
    """In the reader's own, if that one does or none does."""
    assert language_with(words, paragraph("family 7"), lang) == shown


@pytest.mark.parametrize(
    ("ask", "hint"),
    [
        (lambda: paragraph("international-b 3.7 j"), "3.7"),
        (lambda: paragraph("internatonal-a 3.7 j"), "international-a"),
        (lambda: paragraphs("famly"), "family"),
        (lambda: title("famly"), "family"),
        (lambda: compare("queen-covr"), "queen-cover"),
        (lambda: compare("xyz"), "queen-cover"),
        (lambda: search(["queen"], books=["famly"]), "family"),
    ],
)
def test_an_unknown_name_is_refused_with_one_that_would_work(ask: Any, hint: str) -> None:
    """Whoever mistypes sees what was meant."""
    with pytest.raises(UnknownLaw, match=hint):
        ask()


def test_the_alias_names_the_default_rulebook() -> None:
    """`international` is edition a."""
    assert paragraph("international 3.11 a") is paragraph("international-a 3.11 a")
    assert paragraphs("international") is paragraphs("international-a")


def test_the_glossary_has_its_29_terms_each_with_a_name_and_a_meaning() -> None:
    """Some terms of art, such as cannon, are the same word in all languages; no meaning is."""
    terms = glossary()

    assert len({term.key for term in terms}) == len(terms) == 29
    for term in terms:
        for lang in LANGUAGES:
            assert term.term(lang), term.key
            assert term.means(lang).endswith("."), term.key
        assert term.means("en") != term.means("fr"), term.key


def test_a_subject_is_called_by_its_name_in_the_language() -> None:
    assert (subject_title("goal"), subject_title("goal", "fr")) == ("aim of the game", "but du jeu")
