"""A language is a folder: a third one is read, searched and compared with English as soon as it is there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from carrom.i18n import LANGUAGES
from carrom.laws import texts
from carrom.laws.cite import HERE
from carrom.laws.texts import glossary, language_with, paragraph, search, subject_title, title
from carrom.laws.translated import TranslationGaps, fresh_marks, translation_gaps

FAMILY = """
title = "La familia ludo"

[paragraphs]
"goal 1" = "Poŝigu viajn naŭ diskojn."
"play 2" = ""
"play 3" = "A player who pockets an own coin has another stroke, again from between the lines."
"play 99" = "Neniu diras tion."
"""
GLOSSARY = '[terms.queen]\nterm = "reĝino"\n[terms.board]\nterm = "board"\n'
SUBJECTS = '[subjects]\ngoal = "celo de la ludo"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the law files, with a few texts of a language that carrom does not speak."""
    laws = tmp_path / "laws"
    shutil.copytree(HERE, laws)
    (laws / "eo").mkdir()
    for name, content in (("family", FAMILY), ("glossary", GLOSSARY), ("subjects", SUBJECTS)):
        (laws / "eo" / f"{name}.toml").write_text(content, encoding="utf-8")
    monkeypatch.setenv("CARROM_LANGUAGES", str(tmp_path))
    own = texts.folder
    # A folder never replaces English; here it does, so that its texts can change.
    monkeypatch.setattr(texts, "folder", lambda lang: laws / lang if lang == "en" else own(lang))
    monkeypatch.setattr(texts, "LANGUAGES", (*LANGUAGES, "eo"))
    texts.law_texts.cache_clear()
    yield laws
    texts.law_texts.cache_clear()


def rewrite(file: Path, old: str, new: str) -> None:
    """Replace a text in a file that is then read again."""
    content = file.read_text(encoding="utf-8")
    assert content.count(old) == 1
    file.write_text(content.replace(old, new), encoding="utf-8")
    texts.law_texts.cache_clear()


def mark(lang: str) -> None:
    """As `carrom languages fresh` does."""
    file, marks = fresh_marks(lang)
    file.write_bytes(marks)


@pytest.mark.usefixtures("folder")
def test_a_new_folder_is_enough_for_a_new_language() -> None:
    queen = next(term for term in glossary() if term.key == "queen")

    assert title("family", "eo") == "La familia ludo"
    assert paragraph("family goal 1").text("eo") == "Poŝigu viajn naŭ diskojn."
    assert subject_title("goal", "eo") == "celo de la ludo"
    assert queen.term("eo") == "reĝino"


@pytest.mark.usefixtures("folder")
def test_what_a_language_lacks_is_said_in_english() -> None:
    """A file, a text in it, or a text that was left empty."""
    queen = next(term for term in glossary() if term.key == "queen")

    assert title("ffc-basics", "eo") == title("ffc-basics", "en")
    assert queen.means("eo") == queen.means("en")
    for citation in ("family play 1", "family play 2", "international-b 3.11 a"):
        assert paragraph(citation).text("eo") == paragraph(citation).text("en")
        assert paragraph(citation).language("eo") == "en"
    assert paragraph("family goal 1").language("eo") == "eo"


@pytest.mark.usefixtures("folder")
def test_a_search_finds_words_of_every_language_and_ranks_the_readers_first() -> None:
    found = [law.citation for law in search(["posigu"], "en")]

    assert found == ["family goal 1"]
    assert search(["posigu"], "fr") == search(["posigu"], "eo") == search(["posigu"])
    assert language_with(["posigu"], paragraph("family goal 1"), "fr") == "eo"


@pytest.mark.usefixtures("folder")
def test_missing_and_unknown_texts_are_listed_by_file_and_key() -> None:
    """A text is missing if it is empty or an English sentence; a word may be the same in two languages."""
    mark("eo")
    gaps = translation_gaps("eo")

    assert {"family play 1", "family play 2", "family play 3", "ffc-basics title"} <= set(gaps.missing)
    assert {"glossary queen means", "glossary board means"} <= set(gaps.missing)
    assert set(gaps.missing).isdisjoint(
        {"family goal 1", "family title", "subjects goal", "glossary board term"}
    )
    assert gaps.unknown == ("family play 99",)


@pytest.mark.usefixtures("folder")
def test_a_paragraph_that_borrows_its_words_needs_no_translation() -> None:
    missing = translation_gaps("eo").missing

    assert "international-a 3.11 a" in missing
    assert "international-b 3.11 a" not in missing


def test_a_translation_is_stale_until_it_is_marked_and_again_when_english_changes(folder: Path) -> None:
    new = translation_gaps("eo").stale
    mark("eo")
    marked = translation_gaps("eo").stale
    rewrite(folder / "en" / "family.toml", '"Pocket your nine coins', '"Pocket all your nine coins')
    changed = translation_gaps("eo").stale

    assert new == (
        "family title",
        "family goal 1",
        "glossary board term",
        "glossary queen term",
        "subjects goal",
    )
    assert marked == ()
    assert changed == ("family goal 1",)


def test_marking_leaves_a_line_for_each_text_that_is_there(folder: Path) -> None:
    mark("eo")
    lines = (folder / "eo" / "translated.toml").read_text(encoding="utf-8").splitlines()

    assert [line.split(" = ")[0] for line in lines] == [
        '"family title"',
        '"family goal 1"',
        '"glossary board term"',
        '"glossary queen term"',
        '"subjects goal"',
    ]


def test_marking_french_writes_the_file_that_is_there(folder: Path) -> None:
    kept = (folder / "fr" / "translated.toml").read_bytes()
    mark("fr")

    assert (folder / "fr" / "translated.toml").read_bytes() == kept


def test_french_lacks_nothing_and_nothing_in_it_is_stale() -> None:
    assert translation_gaps("fr") == TranslationGaps()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_has_a_text_that_is_never_shown(lang: str) -> None:
    assert translation_gaps(lang).unknown == ()
