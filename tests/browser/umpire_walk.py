"""An umpire's page at a table that is set up anew for every row: what happened is tapped in, and compared."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import count
from typing import Any

from playwright.sync_api import Error, Locator
from tests.browser.house import House
from tests.browser.phone import PLAY, Json, Phone, Table, press
from tests.browser.umpire_rows import Row
from tests.browser.visitor import Visits

from carrom.cases import ruling_json
from carrom.record.entries import Happened, Struck
from carrom.rulebooks import RULEBOOKS
from carrom.rules.apply import apply
from carrom.rules.standing_words import board_fields
from carrom.stroke import Incident, StrokeReport
from carrom.words import Colour

SEATED, PLAYED, STRUCK = 3, 4, 5  # entries of a started table that it goes back to
OFFERED = 20.0  # seconds in which a key must be there
PIECES = ("white", "black", "queen", "striker")
PLACING = ("bad-placing", "touched-while-placing", "wrong-colour-placed")

SHOWN = "(({ log, ...rest }) => rest)(carrom.view())"
PADS = "Object.fromEntries(['white', 'black', 'queen'].map((piece) => [piece,"
PADS += " !document.querySelector(`[data-testid=tap-${piece}]`).disabled]))"

PAIRS = (["south", "Asha"], ["east", "Ben"], ["north", "Carla"], ["west", "Dev"])


def opening(rulebook: str, doubles: bool = False) -> tuple[Json, ...]:
    """Until everybody sits: Asha breaks."""
    first, second = (["Asha", "Carla"], ["Ben", "Dev"]) if doubles else (["Asha"], ["Ben"])
    chairs = PAIRS if doubles else (PAIRS[0], ["north", "Ben"])
    return (
        {"do": "begin", "rulebook": rulebook, "first": first, "second": second},
        {"do": "toss", "winner": "first", "choice": "break"},
        {"do": "seat", "seats": list(chairs), "breaker": "Asha"},
    )


# A board is open and a stroke was played; what follows can be gone back from.
STARTED: tuple[Json, ...] = (PLAY, {"do": "stroke"}, {"do": "remark", "text": "set up by hand"})


class Walk:
    """One table and the umpire's page that follows it."""

    def __init__(self, house: House, visits: Visits, *requests: Json) -> None:
        self.house = house
        self.table = Table(house, *requests)
        self.v: int = self.table.view["v"]
        self.catalogue: Json = house.get(f"/api/catalogue/{requests[0]['rulebook']}")
        self.phone = Phone(visits, self.table)
        self.page = self.phone.visitor.page
        self.walked: list[tuple[Row, int]] = []
        self._ids = count(1)

    def asks(self, *requests: Json) -> Json:
        """Without the page, which follows by itself; gives the last answer's view."""
        answer: Json = {"v": self.v, "view": {}}
        for request in requests:
            body = {"client": "walk", "id": next(self._ids), "v": self.v, "at": now(), "request": request}
            answer = self.house.post(f"/api/desk/{self.table.token}", body)
            self.v = answer["v"]
        view: Json = answer["view"]
        return view

    def sets_up(self, row: Row) -> Json:
        """The board of a row: by its tries before the break, by hand after it. Gives what the page shows."""
        standing = row.standing
        board = board_fields(standing)
        if row.early or not standing.broken:
            self.asks({"do": "undo", "to": SEATED if row.early else PLAYED})
            self.asks(*[{"do": "stroke", "touched": False}] * standing.tries)
        else:
            self.asks({"do": "undo", "to": STRUCK}, *leading_to(row))
        points = {"first": standing.points.white, "second": standing.points.black}
        if any(points.values()):
            self.asks({"do": "set-points", **points, "reason": "set up"})
        if row.what.startswith("ignored-request"):
            requester = "second" if row.incident["by"] == "white" else "first"
            self.asks({"do": "ask", "side": requester})
        view = self.follows()
        assert (board_of(view), view["points"]) == (board, points), row.name
        if view["stage"] == "in-play" and view["request"] is None and not view["to_place"]:
            there = {"white": standing.coins.white > 0, "black": standing.coins.black > 0}
            assert self.phone.visitor.sees(PADS) == there | {"queen": board["queen"] == "on-board"}, row.name
        return view

    def follows(self) -> Json:
        """Wait until the page shows all that was asked for without it."""
        view: Json = self.phone.visitor.until(f"carrom.view().v >= {self.v} && carrom.idle() && {SHOWN}")
        return view

    def key(self, name: str) -> Locator:
        """A key of the desk, or of the sheet that lies over it."""
        named = f":is([data-testid='{name}'], #{name}):visible"
        return self.page.locator(f"dialog[open] {named}, body:not(:has(dialog[open])) {named}").last

    def taps(self, *names: str) -> None:
        """One tap on each, without a glance at what it led to."""
        for name in names:
            try:
                press(self.key(name), OFFERED)
            except (Error, AssertionError):
                raise AssertionError(f"not offered: {name}, of {names}\n{self.phone.text}") from None

    def enters(self, *names: str) -> Json:
        """Taps of which the last enters something; gives the view after it."""
        self.taps(*names)
        return self.entered()

    def entered(self) -> Json:
        """Wait until something that was tapped is in the record."""
        done = f"carrom.view().v > {self.v} && carrom.client.pending === 0 && {SHOWN}"
        view: Json = self.phone.visitor.until(done)
        self.v = view["v"]
        return view

    def walks(self, row: Row) -> Json:
        """Tap a row in; gives the view with its ruling."""
        self.sets_up(row)
        before = self.v
        if row.stroke is None:
            self._incident(row)
        else:
            self.taps(*self.keys(row, row.stroke))
        view = self.entered()
        # A match that is over is signed in the same act.
        assert self.v == before + (2 if view["stage"] == "over" else 1), row.name
        self.walked.append((row, before + 1))
        return view

    def keys(self, row: Row, stroke: StrokeReport) -> list[str]:
        """The keys that report a stroke, in the order of an umpire's taps: one, where one will do."""
        own = str(row.standing.on_strike)
        quick = {"nothing": "stroke-nothing", "missed": "stroke-missed", own: "own-coin"}
        if str(stroke) in quick:
            return [quick[str(stroke)]]
        fell, off = stroke.pocketed_names, stroke.off_board_names
        keys: list[str] = []
        off_shown = False
        if stroke.at_rest or (row.tapped and off):
            answers = row.tapped.split()
            choice = self.choice(answers)
            keys += ["situation", *(f"answer-{answer}" for answer in answers), "situation-report"]
            fell = without(fell, choice["pocketed"])
            off = without(off, choice["off"])
            off_shown = choice["asks"] == "off"
        keys += [f"tap-{piece}" for piece in fell]
        if off:
            keys += [*(() if off_shown else ("off-board",)), *(f"off-{piece}" for piece in off)]
        if stroke.improper:
            way = row.tapped if row.tapped.startswith("improper-") else f"improper-{row.tapped}"
            keys += ["improper", way]
        if not stroke.touched:
            keys.append("untouched")
        return [*keys, "judge"]

    def choice(self, answers: list[str]) -> Json:
        """Where the guided questions lead by these answers."""
        key = self.catalogue["first"]
        for answer in answers:
            (question,) = (each for each in self.catalogue["questions"] if each["key"] == key)
            (choice,) = (each for each in question["choices"] if each["key"] == answer)
            key = choice["to"]
        found: Json = choice
        return found

    def _incident(self, row: Row) -> None:
        told = row.incident
        if row.tapped == "no-room":
            self.taps("no-room")  # Where a coin is to be placed, it is a key of its own.
            return
        if row.tapped and "paragraph" not in told:
            self.taps("situation", *(f"answer-{answer}" for answer in row.tapped.split()))
            self.taps(self.by(told["by"]) if "by" in told else "situation-done")
            return
        self.taps("ignored" if told["kind"] == "ignored-request" else "incidents")
        self.taps(f"breach-{row.tapped}" if row.tapped else f"incident-{told['kind']}")
        if self.page.locator(".incident-open").count():  # Else there was no question left.
            if "ground" in told:
                self.taps(f"ground-{told['ground']}")
            if told.get("noticed") is False:
                self.taps("noticed-no")
            self.taps(*(f"tap-{piece}" for piece in told.get("pocketed", ())))
            self.taps(self.by(told["by"]) if "by" in told else "by-nobody")
        if any(each["costs"] for each in self.catalogue["kinds"] if each["kind"] == told["kind"]):
            self.taps("incident-sure")

    def by(self, colour: str) -> str:
        """The key of whoever plays with a colour: in doubles of both partners."""
        view = self.phone.view
        side = view["white"] if colour == "white" else {"first": "second", "second": "first"}[view["white"]]
        return f"by-{'-'.join(view[side])}"

    def shows(self, row: Row, view: Json, asked: Json) -> None:
        """The page shows the ruling of `carrom rule`, its laws, and the board or the points after it."""
        findings = view["call"]["ruling"]["findings"]
        card = self.phone.visitor.find(".desk-call")
        shown = {
            "laws": list(dict.fromkeys(law for each in findings for law in each["laws"])),
            "readings": list(dict.fromkeys(number for each in findings for number in each["readings"])),
            "text": card.locator(".ruling").text_content(),
            "chips": card.locator(".law").all_inner_texts(),
        } | (board_of(view) if asked["over"] is None else {"over": over_of(view)})
        chips = [f"§ {law.partition(' ')[2]}" for law in asked["laws"]]
        wanted: Json = {"readings": []} | asked | {"chips": chips}
        assert shown == {name: wanted[name] for name in shown}, row.name
        if asked["over"] is None:
            back = asked["put_back"]
            placed = {each["colour"]: each["count"] for each in view["to_place"]}
            todos = [each["what"] for each in view["call"]["todo"]]
            respot = bool(back["queen"]) or (row.stroke is not None and row.stroke.off_queen)
            # Less than none: what was to be placed stays in the nets.
            assert placed == {name: back[name] for name in ("white", "black") if back[name] > 0}, row.name
            assert ("respot-queen" in todos) == respot, row.name

    def records(self, asked: dict[str, Json]) -> None:
        """The record as it is kept holds what was tapped, and folds to the same rulings and boards."""
        record = self.table.folded
        for row, v in self.walked:
            event, before, after = record.entries[v - 1].event, record.states[v - 2], record.states[v - 1]
            assert isinstance(event, Struck | Happened), row.name
            assert before.match.standing is not None
            given = apply(before.match.standing, event.ruling)
            ruled = ruling_json(given, event.ruling, before.match.book) | {"id": row.name}
            # What the winner demands is a question of its own.
            case = {name: value for name, value in asked[row.name].items() if name != "demand"}
            assert json.loads(json.dumps(ruled)) == case, row.name
            if isinstance(event, Struck):
                assert event.report == row.stroke, row.name
                assert event.breach == self.law_of(row) * event.report.improper, row.name
            else:
                assert told_by(event.incident) == row.incident | self.cited(row), row.name
            if asked[row.name]["over"] is None:
                assert after.match.standing is not None
                assert board_fields(after.match.standing).items() <= ruled.items(), row.name
            else:
                assert after.match.boards_ended == before.match.boards_ended + 1, row.name

    def law_of(self, row: Row) -> str:
        return next((each["law"] for each in self.catalogue["breaches"] if each["key"] == row.tapped), "")

    def cited(self, row: Row) -> Json:
        return {"paragraph": self.law_of(row)} if "paragraph" in row.incident else {}


def leading_to(row: Row) -> list[Json]:
    """Requests after which the board of a row lies there: by hand, and by what its incident is about.

    A coin was put back, or is to be, or a queen was not covered.
    """
    board: Json = {**board_fields(row.standing)}
    told: Json = {} if row.stroke is not None else row.incident
    kind, by = told.get("kind"), told.get("by")
    if kind in PLACING or kind == "no-room" or "coins" in told:
        own = "black" if by == "white" else "white"
        before = board | {own: row.standing.coins.of(Colour(own)) - 1}
        left = {"do": "incident", "kind": "striker-left", "player": {"white": "Asha", "black": "Ben"}[own]}
        back = [by_hand(before), left]
        return back if kind == "no-room" or "coins" in told else [*back, {"do": "placed", "coins": [own]}]
    if kind == "queen-unnoticed":
        waiting = by_hand(board | {"queen": "waiting", "on_strike": by})
        return [waiting, *[{"do": "stroke"}] * 3]  # She is not covered, and both play on.
    return [by_hand(board)]


def by_hand(board: Json) -> Json:
    """The board is as this says, whatever the stroke before it led to."""
    return {"do": "overrule", "reason": "set up", "by_hand": {"board": board}}


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def board_of(view: Json) -> Json:
    """The board that a page shows, in the fields of a ruling."""
    return {name: value for name, value in view["board"].items() if name != "text"}


def over_of(view: Json) -> Json:
    """How the last board ended, as a ruling has it."""
    board = view["games"][-1]["boards"][-1]
    winner = board["winner"] and ("white" if board["winner"] == board["white"] else "black")
    of = {} if board["of"] == "board" else {"of": board["of"]}
    extra = {"extra": view["can"]["demand"]} if RULEBOOKS[view["rulebook"]].has_extra_points else {}
    return {"winner": winner, "points": board["points"]} | of | extra


def without(pieces: list[str], given: list[str]) -> list[str]:
    """Pieces less those that are given, each as often as it is."""
    return [piece for piece in PIECES for _ in range(pieces.count(piece) - given.count(piece))]


def told_by(incident: Incident) -> Json:
    """An incident as a case tells it."""
    told: dict[str, Any] = {"kind": incident.kind}
    if incident.by is not None:
        told["by"] = incident.by.value
    if not incident.noticed:
        told["noticed"] = False
    more = (
        ("ground", incident.ground),
        ("paragraph", incident.paragraph),
        ("pocketed", [*incident.pocketed]),
        ("coins", incident.coins),
    )
    return told | {name: value for name, value in more if value}
