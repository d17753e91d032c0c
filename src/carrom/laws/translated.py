"""Which law texts a language lacks, and which were translated from an English text that has changed since.

A language other than English has a file `translated.toml` beside its texts. For each of them it holds the
beginning of the SHA-256 of the English text from which it was translated.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from carrom.i18n.languages import read_file
from carrom.laws import BOOKS, texts


@dataclass(frozen=True, slots=True)
class TranslationGaps:
    """Texts of a language, each by its file and key: ``family queen 1``, ``subjects goal``."""

    missing: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    """Translated from an older English text, or from an unknown one."""
    unknown: tuple[str, ...] = ()
    """English has no such text, so it is never shown."""


def translation_gaps(lang: str) -> TranslationGaps:
    """The law texts that a language other than English still has to translate, or to translate again.

    >>> translation_gaps("fr")
    TranslationGaps(missing=(), stale=(), unknown=())
    """
    english, marks, noted = _texts("en"), _marks(lang), read_file(_file(lang))
    return TranslationGaps(
        missing=tuple(key for key in english if key not in marks),
        stale=tuple(key for key, mark in marks.items() if noted.get(key) != mark),
        unknown=tuple(key for key in _texts(lang) if key not in english),
    )


def fresh_marks(lang: str) -> tuple[Path, bytes]:
    """The file and its new content: every text of the language is a translation of the current English."""
    return _file(lang), "".join(f'"{key}" = "{mark}"\n' for key, mark in _marks(lang).items()).encode()


def _texts(lang: str) -> dict[str, str]:
    files = (*BOOKS, "glossary", "subjects", "sought")
    return {f"{name} {key}": text for name in files for key, text in texts.law_texts(lang, name).items()}


def _marks(lang: str) -> dict[str, str]:
    """For each text that is translated, the mark of the English one.

    A name may be the same in two languages; a sentence that is the same is not translated.
    """
    ours = _texts(lang)
    return {
        key: _mark(text)
        for key, text in _texts("en").items()
        if key in ours and not (ours[key] == text and text.endswith("."))
    }


def _file(lang: str) -> Path:
    return texts.folder(lang) / "translated.toml"


def _mark(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]
