"""The words that an umpire types: those of the reader's language, and the English ones.

A word has an English name, which records and requests use. What is typed for it are the phrases
`umpire.word.NAME` and, for the letter of a piece, `umpire.piece.NAME`; the usual form comes first.
"""

from collections.abc import Iterable

from carrom.cli.output import phrase
from carrom.i18n import phrases, t
from carrom.i18n.languages import ENGLISH

_WORD = "umpire.word."


def typed_words(name: str) -> tuple[str, ...]:
    """All that can be typed for a word, the usual form first."""
    key = f"{_WORD}{name}"
    return tuple(dict.fromkeys((*phrase(key).split(), *t(key).split())))


def usual_word(name: str) -> str:
    return typed_words(name)[0]


def usual_words(line: str) -> str:
    """A line of English words as the reader would type it."""
    return " ".join(map(usual_word, line.split()))


def means(typed: str, name: str) -> bool:
    return typed.lower() in typed_words(name)


def is_word(typed: str) -> bool:
    """Whether a text is a word that an umpire types."""
    return any(means(typed, key[len(_WORD) :]) for key in phrases(ENGLISH) if key.startswith(_WORD))


def meanings(names: Iterable[str], table: str = "word") -> dict[str, str]:
    """Which of these words each typed one means; where two clash, the reader's language decides."""
    known = tuple(names)
    own = {typed: name for name in known for typed in phrase(f"umpire.{table}.{name}").split()}
    english = {typed: name for name in known for typed in t(f"umpire.{table}.{name}").split()}
    return own | {typed: name for typed, name in english.items() if typed not in own}


def named_by(typed: str, names: Iterable[str]) -> list[str]:
    """All of these words that a typed one can mean; the reader's language comes before English."""
    known = tuple(names)
    own = [name for name in known if typed in phrase(f"umpire.word.{name}").split()]
    return own or [name for name in known if means(typed, name)]
