"""Finding players and sides in what an umpire types."""

from __future__ import annotations

from carrom.errors import NotationError
from carrom.rules.match import Match
from carrom.words import Colour, Side


def everybody(match: Match) -> tuple[str, ...]:
    return (*match.first, *match.second)


def first_named(text: str, match: Match) -> tuple[str | None, str]:
    """The player a text begins with, by the whole name or one word of it, and what follows."""
    for name in sorted(everybody(match), key=len, reverse=True):
        if text.lower() == name.lower() or text.lower().startswith(f"{name.lower()} "):
            return name, text[len(name) :].strip()
    word, _, more = text.partition(" ")
    found = [name for name in everybody(match) if word.lower() in name.lower().split()]
    return (found[0], more.strip()) if len(found) == 1 else (None, text)


def player(text: str, match: Match) -> str:
    """A player by name, by one word of it, or by how it begins."""
    name, more = first_named(text.strip(), match)
    if name is not None and not more:
        return name
    typed = text.strip().lower()
    found = [each for each in everybody(match) if typed and each.lower().startswith(typed)]
    if len(found) != 1:
        raise NotationError("umpire.which-player", players=", ".join(everybody(match)))
    return found[0]


def players(text: str, match: Match) -> list[str]:
    """Players one after the other; commas may part them."""
    order, rest = [], text.replace(",", " ").strip()
    while rest:
        name, more = first_named(rest, match)
        if name is None:
            word, _, more = rest.partition(" ")
            name = player(word, match)
        order.append(name)
        rest = more.strip()
    return order


def side(text: str, match: Match) -> Side:
    """A side by number, by a player's name, or by its colour on this board."""
    word = text.strip().lower()
    if word in ("first", "second"):
        return Side(word)
    if word in ("white", "black") and match.standing is not None:
        return match.side_with(Colour(word))
    return match.side_of(player(text, match))
