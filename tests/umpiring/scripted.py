"""Matches at a desk, in plain words: who plays, then board after board."""

from __future__ import annotations

from datetime import datetime, timedelta

from carrom.record import Record
from carrom.rules.match import Match
from carrom.rules.standing import Standing
from carrom.umpiring import enter_request, read_request

BEGAN = datetime.fromisoformat("2026-05-01T10:00:00+02:00")


class Desk:
    """An umpire's table with a record in memory; every request comes half a minute after the one before."""

    def __init__(self) -> None:
        self.record = Record()
        self.now = BEGAN

    @property
    def match(self) -> Match:
        return self.record.state.match

    @property
    def board(self) -> Standing:
        assert self.match.standing is not None
        return self.match.standing

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.record.entries)

    def ask(self, do: str, **fields: object) -> Desk:
        self.now += timedelta(seconds=30)
        enter_request(self.record, read_request({"do": do, **fields}), self.now.isoformat())
        return self

    def stroke(self, *pocketed: str, **fields: object) -> Desk:
        return self.ask("stroke", pocketed=list(pocketed), **fields)

    def play(self) -> Desk:
        """The next board is opened, after a change of seats and a toss where they are due."""
        if self.match.change_seats:
            self.ask("change-seats")
        if self.match.stage == "to-toss-again":
            self.ask("toss-again", breaker=self.match.first[0])
        return self.ask("play")

    def win(self, side: str, left: int) -> Desk:
        """A whole board: the side covers the queen and leaves so many of the other's coins on the board."""
        self.play()
        own, theirs = ("white", "black") if self.match.white.value == side else ("black", "white")
        if own == "black":
            self.stroke()
        self.stroke(own, *[theirs] * (9 - left))
        self.stroke("queen")
        self.stroke(own)
        return self.stroke(*[own] * 7)


def singles(first: str = "Asha", second: str = "Ben", **fields: object) -> Desk:
    """Seated for singles, nothing played yet; the first player breaks."""
    desk = Desk().ask("begin", rulebook="international", first=[first], second=[second], **fields)
    desk.ask("toss", winner="first", choice="break")
    return desk.ask("seat", seats=[["south", first], ["north", second]])


def doubles(rulebook: str = "international", **fields: object) -> Desk:
    """Asha and Chan against Ben and Dora, seated; Asha breaks."""
    first, second = ["Asha", "Chan"], ["Ben", "Dora"]
    desk = Desk().ask("begin", rulebook=rulebook, first=first, second=second, **fields)
    desk.ask("toss", winner="second", choice="seats")
    chairs = zip(("south", "east", "north", "west"), ("Asha", "Ben", "Chan", "Dora"), strict=True)
    return desk.ask("seat", seats=[list(pair) for pair in chairs], breaker="Asha")


def longest_match() -> Desk:
    """Doubles over three games of nine boards each: every eighth board leaves the game level."""
    desk = doubles(
        event="Open of the Loire", round="Final", number="27", place="Board 4", umpire="Eve Müller"
    )
    for winner in ("first", "second", "first"):
        for _ in range(4):
            desk.win("first", 1).win("second", 1)
        desk.win(winner, 3)
    return desk


def eventful_match() -> Desk:
    """A game with a foul, dues, an improper stroke, an overruling, a correction, undoing and a protest."""
    clubs = [["Asha", "Carrom Club de Lyon"], ["Ben", 'The "Red Queens", Ghent']]
    desk = Desk().ask(
        "begin",
        rulebook="international",
        first=["Asha"],
        second=["Ben"],
        event="Open of the Loire",
        round="Semi-final",
        number="12",
        place="Board 4",
        umpire="Eve Müller",
        clubs=clubs,
        strikers=["Asha", "Ben"],
    )
    desk.ask("trial", side="first").ask("late", side="second")
    desk.ask("toss", winner="second", choice="seats")
    desk.ask("seat", seats=[["south", "Asha"], ["north", "Ben"]])
    desk.play().stroke("white").stroke()
    desk.stroke(improper=True, breach="3.2 h")
    desk.ask("incident", kind="technical-foul", by="black", paragraph="4 k")
    desk.stroke("queen").stroke("white").stroke(*["white"] * 7)
    desk.ask("change-striker", player="Ben")
    desk.play().stroke("black", "black")
    desk.ask("overrule", reason="only one had fallen", stroke={"pocketed": ["black"]})
    desk.stroke("striker")
    desk.ask("protest", side="first")
    desk.stroke("white", "white")
    wrong = desk.last
    desk.stroke()
    desk.ask("correct", entry=wrong, reason="three fell", stroke={"pocketed": ["white"] * 3})
    desk.stroke()
    desk.ask("undo", to=desk.last - 1, reason="tapped twice")
    desk.ask("write-protest", facts="The striker lay on the frame and had not fallen.", paragraph="3.11 a")
    desk.ask("decide-protest", upheld=False, reason="three people saw it fall")
    desk.ask("remark", text="The lamp flickered in the second board.")
    desk.ask("set-points", first=13, second=0, reason="the first board was added up wrongly")
    return desk
