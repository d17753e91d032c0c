"""Messages as values: those that read differently to anybody are not equal."""

from __future__ import annotations

import pytest

from carrom.i18n import About, Message, Sentence, in_words

ASHA, BEN = (About("table.to-turn", (name,)) for name in ("Asha", "Ben"))
INCIDENT = Message("refused.match.before-play")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ASHA, BEN),
        (Sentence(ASHA), Sentence(BEN)),
        (Sentence(ASHA), ASHA),
        (Message("then.put-back.white", {"n": 1}), Message("then.put-back.white", {"n": 2})),
        (in_words(INCIDENT, "named"), in_words(INCIDENT, "typed")),
        (Sentence(INCIDENT), in_words(Sentence(INCIDENT), "typed")),
    ],
)
def test_messages_that_read_differently_are_not_equal(one: Message, other: Message) -> None:
    """The server keeps the text of a message, and gives it for an equal one."""
    assert one.text("en", "Asha") != other.text("en", "Asha")
    assert one != other


def test_messages_that_say_the_same_are_equal() -> None:
    again = Sentence(About("table.to-turn", ("Asha",)))

    assert again == Sentence(ASHA)
    assert hash(again) == hash(Sentence(ASHA))
