"""Builders of matches in plain words: seated players, boards won, a board as a line says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.says import incident, law, standing, stroke

from carrom import INTERNATIONAL_A, INTERNATIONAL_B, Rulebook
from carrom.rules import match as matches
from carrom.rules.match import TO_PLAY, Match
from carrom.rules.standing import Each
from carrom.words import WHITE, Seat, Side

EDITIONS = pytest.mark.parametrize("book", [INTERNATIONAL_A, INTERNATIONAL_B], ids=lambda book: book.id)


def both(*paragraphs: str) -> pytest.MarkDecorator:
    """A law that has the same letters in both editions."""
    return law(*(f"international-{edition} {each}" for edition in "ab" for each in paragraphs))


def singles(book: Rulebook = INTERNATIONAL_A) -> Match:
    """Asha won the toss and breaks; she sits south, Ben north."""
    match = matches.toss(matches.begin(book, ("Asha",), ("Ben",)), Side.FIRST, "break")
    return matches.seat(match, {Seat.SOUTH: "Asha", Seat.NORTH: "Ben"})


def doubles(book: Rulebook = INTERNATIONAL_A) -> Match:
    """Asha and Chan against Ben and Dora, seated Asha, Ben, Chan, Dora to the right; Asha breaks."""
    match = matches.toss(matches.begin(book, ("Asha", "Chan"), ("Ben", "Dora")), Side.FIRST, "break")
    chairs = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
    return matches.seat(match, dict(zip(chairs, ("Asha", "Ben", "Chan", "Dora"), strict=True)), "Asha")


def play_stroke(match: Match, text: str) -> Match:
    return matches.follow_ruling(match, matches.rule_on(match, stroke(text)))


def report(match: Match, text: str) -> Match:
    return matches.follow_ruling(match, matches.rule_on(match, incident(text)), during_placing=True)


def win_board(match: Match, side: Side, points: int = 9) -> Match:
    """A board that a side wins with so many points, the other side having covered the queen."""
    opened = matches.call_play(match)
    colour = match.colour_of(side)
    before = opened.standing
    assert before is not None
    coins = Each(1, points) if colour is WHITE else Each(points, 1)
    queen = f"queen covered by {colour.other}"
    placed = standing(f"{colour} on strike, {coins.white} white, {coins.black} black, {queen}")
    ready = replace(opened, standing=replace(placed, points=before.points), on_strike=match.names(side)[0])
    return play_stroke(ready, "w" if colour is WHITE else "b")


def boards(match: Match, *scores: int) -> Match:
    """Boards one after the other: positive points for the first side, negative for the second."""
    for score in scores:
        if match.change_seats:
            match = matches.change_seats(match)
        match = win_board(match, Side.FIRST if score > 0 else Side.SECOND, abs(score))
    return match


def at(match: Match, text: str) -> Match:
    """The running board as a line says, in play."""
    opened = matches.call_play(match) if match.stage == TO_PLAY else match
    placed = standing(text)
    player = match.on_strike
    if match.colour_of(match.side_of(player)) is not placed.on_strike:
        player = match.after(player)
    return replace(opened, standing=placed, on_strike=player)
