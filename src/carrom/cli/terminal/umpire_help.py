"""What the umpire's words mean: all of them in groups, or one with its form and its paragraphs."""

from collections.abc import Iterable, Mapping, Sequence

from carrom.cli.output import phrase, say, say_phrase
from carrom.cli.terminal.umpire_notation import SIDE_TOLD, laws_on
from carrom.cli.terminal.umpire_words import usual_word
from carrom.rules.rulebook import Rulebook
from carrom.stroke import INCIDENTS
from carrom.stroke.incident import NOBODY, WITH_PIECES
from carrom.stroke.report import AT_REST, PIECES

# The subject of the laws that a word is about.
SUBJECTS = {
    "white": "setup",
    "black": "setup",
    "queen": "queen-cover",
    "striker": "striker-alone",
    "nothing": "turn",
    "missed": "missed-break",
    "improper": "improper",
    "off": "jumped",
    "toss": "toss",
    "seat": "toss",
    "break": "toss",
    "breaker": "toss",
    "trial": "trial-boards",
    "no-trial": "trial-boards",
    "came-late": "trial-boards",
    "play": "break",
    "placed": "placing",
    "seats": "change-of-seats",
    "ask": "request",
    "demand": "extra-points",
    "protest": "protest",
    "written": "protest",
    "upheld": "protest",
    "refused": "protest",
}

# What may follow the name of an incident, where it is more than the side.
INCIDENT_FORMS = {
    "foul": ".paragraph",
    "technical-foul": ".paragraph",
    "disqualified": ".ground",
    "wrong-colour-placed": ".unnoticed",
    **dict.fromkeys(WITH_PIECES, ".pieces"),
}


def form_of(name: str) -> str:
    """How a line with this word is typed."""
    if name not in INCIDENTS:
        return phrase(f"umpire.form.{name}")
    word = usual_word(name)
    if name in NOBODY:
        return word
    form = INCIDENT_FORMS.get(name, ".told" if name in SIDE_TOLD else "")
    return phrase(f"umpire.form.incident{form}", word=word)


def explain_word(name: str, book: Rulebook) -> None:
    """Say what a word means, its paragraphs and its form."""
    laws: Iterable[str]
    if name in INCIDENTS:
        clauses = book.incidents.get(name, ())
        meaning, laws = f"incident.{name}", (law for clause in clauses for law in clause.laws)
    elif name in AT_REST:
        meaning, laws = f"why.{name}", book.notes.get(name, ())
    else:
        meaning = f"umpire.meaning.{name}"
        laws = laws_on(SUBJECTS[name], book) if name in SUBJECTS else ()
    cited = ", ".join(dict.fromkeys(laws))
    said = phrase(meaning) + (f" ({cited})" if cited else "")
    say_phrase("labelled", what=usual_word(name), said=said)
    say(f"  {form_of(name)}")


def list_words(groups: Mapping[str, Sequence[str]]) -> None:
    """List all words by groups: commands as they are typed, pieces with their letter."""
    for group, names in groups.items():
        say_phrase(f"umpire.group.{group}")
        if group == "command":
            for name in names:
                say(f"  {form_of(name)}")
        else:
            say(f"  {', '.join(map(_with_letter, names))}")
    say_phrase("umpire.help")


def _with_letter(name: str) -> str:
    word = usual_word(name)
    return f"{phrase(f'umpire.piece.{name}').split()[0]} ({word})" if name in PIECES else word
