"""What the table refuses, it refuses with a reason and a code, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import pytest
from tests.table.seated import (
    BLACK,
    NORTH,
    OPEN,
    QUEEN,
    SINGLES,
    SOUTH,
    WHITE,
    at,
    nudge,
    opened,
    playing,
    seated,
    striker_in,
)

from carrom.equipment import STANDARD
from carrom.errors import CarromError, ImpossiblePlacing
from carrom.players import Noise
from carrom.record import Record
from carrom.record.entries import Begun
from carrom.stroke import Aim, Incident, Placement
from carrom.table import Table, begin
from carrom.words import Colour, Side

NOT_NOW, AIM, PLACE, CASE, RECORD = (
    "play/not-now",
    "aim/impossible",
    "place/impossible",
    "case/impossible",
    "record/broken",
)


def fresh() -> Table:
    return begin("international-a", *SINGLES)


def in_play() -> Table:
    return playing(OPEN)


def to_place() -> Table:
    """Ben is to place a white coin."""
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))
    return table


def asked() -> Table:
    table = playing(OPEN)
    table.ask_umpire("Ben")
    return table


def over() -> Table:
    table = begin("ffc-leaflet", *SINGLES)
    table.toss(Side.FIRST, "break")
    table.seat()
    table.abandon("Asha")
    return table


Request = Callable[[Table], object]
FULL = STANDARD.pace.full_force

REFUSED: list[tuple[str, Callable[[], Table], Request, str, str]] = [
    ("a stroke before the toss", fresh, lambda t: t.strike("Asha", nudge(SOUTH)), NOT_NOW, "toss comes"),
    ("a stroke before Play", seated, lambda t: t.strike("Asha", nudge(SOUTH)), NOT_NOW, "turns the rosette"),
    ("a stroke out of turn", in_play, lambda t: t.strike("Ben", nudge(NORTH)), NOT_NOW, "Asha is on strike"),
    ("a stroke by nobody", in_play, lambda t: t.strike("Zoe", nudge(SOUTH)), CASE, "does not play here"),
    ("a stroke before placing", to_place, lambda t: t.strike("Ben", nudge(NORTH)), NOT_NOW, "Ben places one"),
    ("a stroke during a request", asked, lambda t: t.strike("Asha", nudge(SOUTH)), NOT_NOW, "asked the um"),
    ("a stroke after the match", over, lambda t: t.strike("Asha", nudge(SOUTH)), NOT_NOW, "match is over"),
    ("another's seat", in_play, lambda t: t.strike("Asha", nudge(NORTH)), AIM, "plays from the south"),
    ("off the lines", in_play, lambda t: t.strike("Asha", Aim(SOUTH, 0.3, 1.5, 1.0)), AIM, "beyond the end"),
    (
        "half a base circle",
        in_play,
        lambda t: t.strike("Asha", Aim(SOUTH, 0.2, 1.5, 1.0)),
        AIM,
        "base circle",
    ),
    (
        "too much force",
        in_play,
        lambda t: t.strike("Asha", Aim(SOUTH, 0.0, 1.5, FULL + 1)),
        AIM,
        "full force",
    ),
    (
        "on a coin",
        lambda: playing("w 0.0,-0.25; w 0.2,0.2; b 0.0,0.2; q 0.0,0.0"),
        lambda t: t.strike("Asha", Aim(SOUTH, 0.01, 1.5, 1.0)),
        AIM,
        "lies on a coin",
    ),
    (
        "a shaking hand without a seed",
        in_play,
        lambda t: t.strike("Asha", nudge(SOUTH), noise=Noise(0.01)),
        CASE,
        "needs a seed",
    ),
    ("passing out of turn", in_play, lambda t: t.pass_stroke("Ben"), NOT_NOW, "Asha is on strike"),
    ("being late out of turn", in_play, lambda t: t.late("Ben"), NOT_NOW, "Asha is on strike"),
    ("being late before placing", to_place, lambda t: t.late("Ben"), NOT_NOW, "Ben places one"),
    ("giving up out of turn", in_play, lambda t: t.abandon("Ben"), NOT_NOW, "only the player on strike"),
    ("giving up before the seats", fresh, lambda t: t.abandon("Asha"), NOT_NOW, "toss comes first"),
    (
        "a coin nobody owes",
        in_play,
        lambda t: t.place("Ben", Placement(WHITE, 0.05, 0.0)),
        NOT_NOW,
        "Asha is on strike",
    ),
    (
        "a coin placed by its owner",
        to_place,
        lambda t: t.place("Asha", Placement(WHITE, 0.05, 0.0)),
        NOT_NOW,
        "not Asha: Ben places",
    ),
    (
        "a coin of the wrong colour",
        to_place,
        lambda t: t.place("Ben", Placement(BLACK, 0.05, 0.0)),
        NOT_NOW,
        "no black coin",
    ),
    ("the queen", to_place, lambda t: t.place("Ben", Placement(QUEEN, 0.05, 0.0)), NOT_NOW, "no queen coin"),
    (
        "a coin outside the inner circle",
        to_place,
        lambda t: t.place("Ben", Placement(WHITE, 0.1, 0.0)),
        PLACE,
        "inside the inner circle",
    ),
    (
        "a coin on the queen",
        to_place,
        lambda t: t.place("Ben", Placement(WHITE, 0.01, 0.0)),
        PLACE,
        "touches",
    ),
    ("turning the rosette after Play", opened, lambda t: t.turn("Asha", 0.1), NOT_NOW, "Asha is on strike"),
    ("turning the other's rosette", seated, lambda t: t.turn("Ben", 0.1), NOT_NOW, "Asha turns"),
    ("turning by nothing", seated, lambda t: t.turn("Asha", nan), CASE, "angle in radians"),
    ("turning by too much", seated, lambda t: t.turn("Asha", inf), CASE, "angle in radians"),
    ("a second toss", seated, lambda t: t.toss(Side.FIRST, "break"), NOT_NOW, "turns the rosette"),
    ("an odd choice", fresh, lambda t: t.toss(Side.FIRST, "colour"), CASE, "is no choice"),
    ("a chair too few", fresh, lambda t: t.seat({SOUTH: "Asha"}), NOT_NOW, "toss comes first"),
    ("a toss for the ninth", in_play, lambda t: t.toss_again("Ben"), NOT_NOW, "Asha is on strike"),
    (
        "a trial board nobody offered",
        seated,
        lambda t: t.trial("Asha", nudge(SOUTH)),
        NOT_NOW,
        "no trial board",
    ),
    ("leaving out no trial board", seated, lambda t: t.skip_trials(), NOT_NOW, "turns the rosette"),
    ("an answer to nobody", in_play, lambda t: t.answer(), NOT_NOW, "nobody has asked"),
    ("a second question", asked, lambda t: t.ask_umpire("Asha"), NOT_NOW, "one at a time"),
    ("a question before the toss", fresh, lambda t: t.ask_umpire("Asha"), NOT_NOW, "while a board is played"),
    (
        "room reported by hand",
        in_play,
        lambda t: t.report(Incident("no-room", Colour.BLACK)),
        CASE,
        "sees itself",
    ),
    (
        "a queen overlooked",
        in_play,
        lambda t: t.report(Incident("queen-unnoticed", Colour.WHITE)),
        CASE,
        "always notices",
    ),
    (
        "an incident that cannot be",
        in_play,
        lambda t: t.report(Incident("late-stroke", Colour.BLACK)),
        CASE,
        "only the side on strike",
    ),
    ("going back to nothing", in_play, lambda t: t.take_back(0), RECORD, "does not exist"),
    ("going back to the future", in_play, lambda t: t.take_back(99), RECORD, "does not exist"),
    ("branching from nothing", in_play, lambda t: t.branch(0), RECORD, "does not exist"),
    ("replaying a toss", in_play, lambda t: t.replay(2), RECORD, "no stroke of a simulated"),
    ("replaying the future", in_play, lambda t: t.replay(99), RECORD, "no stroke of a simulated"),
]


@pytest.mark.parametrize(
    ("set_up", "request_", "code", "text"),
    [case[1:] for case in REFUSED],
    ids=[case[0] for case in REFUSED],
)
def test_the_table_refuses(set_up: Callable[[], Table], request_: Request, code: str, text: str) -> None:
    table = set_up()
    seq, state, layout, ask = table.seq, table.state, table.layout, table.asks

    with pytest.raises(CarromError) as refused:
        request_(table)

    assert refused.value.code == code
    assert text in str(refused.value)
    assert "\n" not in str(refused.value)
    assert (table.seq, table.state, table.layout, table.asks) == (seq, state, layout, ask)


def test_a_refused_placing_names_every_rule_it_breaks() -> None:
    """A white coin before Ben's own, in line with a pocket, would be a cannon."""
    table = playing("w 0.3,0.0; b 0.06,0.06; q 0.0,0.0")
    table.strike("Asha", striker_in(SOUTH))

    with pytest.raises(ImpossiblePlacing) as refused:
        table.place("Ben", Placement(WHITE, 0.03, 0.03))

    assert set(refused.value.failed) & {"cannon", "pair"}


def test_a_match_needs_players_and_an_empty_record() -> None:
    with pytest.raises(CarromError, match="one player a side"):
        begin("international-a", ("Asha", "Chan"), ("Ben",))
    with pytest.raises(CarromError, match="begun already"):
        begin("international-a", *SINGLES, keeper=kept(Begun("family", *SINGLES)))


def test_a_match_of_an_umpires_desk_cannot_be_resumed_here() -> None:
    with pytest.raises(CarromError, match="not played on a simulated table"):
        Table.resume(kept(Begun("family", *SINGLES)))


def kept(event: Begun) -> Record:
    record = Record()
    record.enter(event)
    return record


def test_a_stroke_is_not_refused_for_the_direction_it_goes() -> None:
    """Backwards is allowed, and at full force too."""
    table = playing(OPEN)

    table.strike("Asha", at(SOUTH, (0.0, -0.36), x=0.05, speed=FULL))

    assert table.trace is not None
