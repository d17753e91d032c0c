"""What the table refuses, it refuses with a reason and a code, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

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
from carrom.errors import CarromError, ImpossibleAim, ImpossiblePlacing
from carrom.physics.trace import ENGINE
from carrom.players import Noise
from carrom.record import Record, RecordFile, load
from carrom.record.entries import Begun, Happened, Simulated, Struck
from carrom.stroke import Aim, Incident, Placement
from carrom.table import Table, ToPlace, ToStrike, begin
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


def to_try() -> Table:
    table = begin("international-a", *SINGLES, trials=True)
    table.toss(Side.FIRST, "break")
    table.seat()
    return table


def altered(value: Any, field: str, to: object) -> Any:
    """A value that was changed behind its back, as nothing but a player's code could."""
    object.__setattr__(value, field, to)
    return value


def over() -> Table:
    table = begin("ffc-leaflet", *SINGLES)
    table.toss(Side.FIRST, "break")
    table.seat()
    table.abandon("Asha")
    return table


Request = Callable[[Table], object]
FULL = STANDARD.pace.full_force


def untyped(value: object) -> Any:
    """What a program without types may hand over."""
    return value


def clocked() -> Table:
    return opened(clock=True)


def stroke_in(seconds: object) -> Request:
    return lambda t: t.strike("Asha", nudge(SOUTH), seconds=untyped(seconds))


def every_request_at(moment: object) -> list[tuple[str, Callable[[], Table], Request]]:
    at_ = untyped(moment)
    return [
        ("a toss", fresh, lambda t: t.toss(Side.FIRST, "break", at=at_)),
        ("a turn", seated, lambda t: t.turn("Asha", 0.1, at=at_)),
        ("a trial", to_try, lambda t: t.trial("Asha", nudge(SOUTH), at=at_)),
        ("a stroke", in_play, lambda t: t.strike("Asha", nudge(SOUTH), at=at_)),
        ("a placing", to_place, lambda t: t.place("Ben", Placement(WHITE, 0.05, 0.0), at=at_)),
        ("a late stroke", in_play, lambda t: t.late("Asha", at=at_)),
        ("a question", in_play, lambda t: t.ask_umpire("Ben", at=at_)),
        ("going back", in_play, lambda t: t.take_back(2, at=at_)),
    ]


REFUSED: list[tuple[str, Callable[[], Table], Request, str, str]] = [
    ("a stroke before the toss", fresh, lambda t: t.strike("Asha", nudge(SOUTH)), NOT_NOW, "toss comes"),
    ("a stroke before Play", seated, lambda t: t.strike("Asha", nudge(SOUTH)), NOT_NOW, "is to break"),
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
        "a move too slight to be a stroke",
        in_play,
        lambda t: t.strike("Asha", Aim(SOUTH, 0.0, 1.57, 1e-9)),
        AIM,
        "not a stroke (3.2 i); 3 % of full force (0.18 m/s) is enough",
    ),
    (
        "a slight move sideways",
        in_play,
        lambda t: t.strike("Asha", Aim(SOUTH, 0.0, 0.0, 0.5)),
        AIM,
        "not a stroke (3.2 i); 11.4 % of full force (0.68 m/s) is enough",
    ),
    ("a slight trial", to_try, lambda t: t.trial("Asha", Aim(SOUTH, 0.0, 1.57, 0.01)), AIM, "not a stroke"),
    (
        "a slight move wanted of a shaking hand",
        in_play,
        lambda t: t.strike("Asha", Aim(SOUTH, 0.0, 1.57, 0.01), noise=Noise(speed=1.0), seed=1),
        AIM,
        "not a stroke",
    ),
    ("no aim at all", in_play, lambda t: t.strike("Asha", untyped(None)), AIM, "None is not an Aim"),
    (
        "an aim of text",
        in_play,
        lambda t: t.strike("Asha", altered(nudge(SOUTH), "x", "abc")),
        AIM,
        "needs numbers",
    ),
    (
        "an aim beyond all numbers",
        in_play,
        lambda t: t.strike("Asha", altered(nudge(SOUTH), "x", 10**400)),
        AIM,
        "needs numbers",
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
    (
        "the queen",
        to_place,
        lambda t: t.place("Ben", Placement(QUEEN, 0.05, 0.0)),
        NOT_NOW,
        "players do not place the queen",
    ),
    (
        "a coin outside the inner circle",
        to_place,
        lambda t: t.place("Ben", Placement(WHITE, 0.1, 0.0)),
        PLACE,
        "wholly inside the circle",
    ),
    (
        "a coin on the queen",
        to_place,
        lambda t: t.place("Ben", Placement(WHITE, 0.01, 0.0)),
        PLACE,
        "would touch another",
    ),
    (
        "a coin placed at text",
        to_place,
        lambda t: t.place("Ben", altered(Placement(WHITE, 0.05, 0.0), "x", "abc")),
        PLACE,
        "needs two numbers",
    ),
    ("no placement", to_place, lambda t: t.place("Ben", untyped(None)), PLACE, "None is not a Placement"),
    (
        "a coin placed in no time",
        to_place,
        lambda t: t.place("Ben", Placement(WHITE, 0.05, 0.0), seconds=-1.0),
        CASE,
        "0 or more seconds",
    ),
    ("turning the rosette after Play", opened, lambda t: t.turn("Asha", 0.1), NOT_NOW, "Asha is on strike"),
    ("turning the other's rosette", seated, lambda t: t.turn("Ben", 0.1), NOT_NOW, "Asha is to break"),
    ("turning by nothing", seated, lambda t: t.turn("Asha", nan), CASE, "angle in radians"),
    ("turning by too much", seated, lambda t: t.turn("Asha", inf), CASE, "angle in radians"),
    ("turning beyond all numbers", seated, lambda t: t.turn("Asha", 10**400), CASE, "angle in radians"),
    ("turning beyond all text", seated, lambda t: t.turn("Asha", 10**5000), CASE, "angle in radians"),
    ("turning by a truth", seated, lambda t: t.turn("Asha", True), CASE, "angle in radians"),
    ("a second toss", seated, lambda t: t.toss(Side.FIRST, "break"), NOT_NOW, "is to break"),
    ("an odd choice", fresh, lambda t: t.toss(Side.FIRST, "colour"), CASE, "is not a choice"),
    ("a chair too few", fresh, lambda t: t.seat({SOUTH: "Asha"}), NOT_NOW, "toss comes first"),
    ("a toss for the ninth", in_play, lambda t: t.toss_again("Ben"), NOT_NOW, "Asha is on strike"),
    (
        "a trial board nobody offered",
        seated,
        lambda t: t.trial("Asha", nudge(SOUTH)),
        NOT_NOW,
        "no trial board",
    ),
    ("leaving out no trial board", seated, lambda t: t.skip_trials(), NOT_NOW, "is to break"),
    ("leaving out another's trial", to_try, lambda t: t.skip_trial("Ben"), NOT_NOW, "no trial board of Ben"),
    ("an answer to nobody", in_play, lambda t: t.answer(), NOT_NOW, "nobody has asked"),
    ("a second question", asked, lambda t: t.ask_umpire("Asha"), NOT_NOW, "one at a time"),
    ("a question before the toss", fresh, lambda t: t.ask_umpire("Asha"), NOT_NOW, "only during a board"),
    (
        "room reported by hand",
        in_play,
        lambda t: t.report(Incident("no-room", Colour.BLACK)),
        CASE,
        "itself sees",
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
    ("going back to a truth", in_play, lambda t: t.take_back(True), RECORD, "does not exist"),
    ("going back to the future", in_play, lambda t: t.take_back(99), RECORD, "does not exist"),
    ("branching from nothing", in_play, lambda t: t.branch(0), RECORD, "does not exist"),
    ("replaying a toss", in_play, lambda t: t.replay(2), RECORD, "not a stroke of a simulated"),
    ("replaying the future", in_play, lambda t: t.replay(99), RECORD, "not a stroke of a simulated"),
    *(
        (f"a stroke in {seconds!r} s", clocked, stroke_in(seconds), CASE, "0 or more seconds")
        for seconds in (True, -5.0, nan, inf, "3")
    ),
    *(
        (f"{name} at {at_!r}", set_up, request_, CASE, "not a time; give ISO 8601 with its time zone")
        for at_ in ("yesterday", "2026-01-01T10:00:00", 5)
        for name, set_up, request_ in every_request_at(at_)
    ),
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
    assert refused.value.text("fr") != str(refused.value)
    assert (table.seq, table.state, table.layout, table.asks) == (seq, state, layout, ask)


def test_a_move_too_slight_is_refused_with_the_power_that_would_do() -> None:
    """A page and a program read which law is broken; nobody works it out again."""
    table = in_play()

    with pytest.raises(ImpossibleAim) as refused:
        table.strike("Asha", Aim(SOUTH, 0.0, 0.0, 0.5))

    power = refused.value.arguments["power"]
    assert isinstance(power, float)
    assert refused.value.broken == "slight"
    assert table.strike("Asha", Aim(SOUTH, 0.0, 0.0, power / 100.0 * table.equipment.pace.full_force))


@pytest.mark.parametrize(
    ("set_up", "request_"), [case[1:3] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_is_refused_leaves_the_file_as_it_was(
    tmp_path: Path, set_up: Callable[[], Table], request_: Request
) -> None:
    """Not a byte more, and the match goes on from it."""
    file = RecordFile.create(tmp_path / "match.carrom")
    for entry in set_up().entries:
        file.enter(entry.event, entry.at)
    table = Table.resume(file)
    before = file.path.read_bytes()

    with pytest.raises(CarromError):
        request_(table)

    assert file.path.read_bytes() == before
    again = Table.resume(RecordFile.open(file.path))
    assert (again.seq, again.layout, again.asks) == (table.seq, table.layout, table.asks)


@pytest.mark.parametrize("angle", [1e17, -1e17, 1e18, 1e308, 1000.0, 7])
def test_a_rosette_turned_many_times_round_is_turned_by_what_is_left(tmp_path: Path, angle: float) -> None:
    """No number is too large to be followed afterwards."""
    path = tmp_path / "match.carrom"
    table = begin("international-a", *SINGLES, keeper=RecordFile.create(path))
    table.toss(Side.FIRST, "break")
    table.seat()

    table.turn("Asha", angle)

    assert table.asks == ToStrike("Asha")
    assert load(path).damage is None
    assert Table.resume(RecordFile.open(path)).layout == table.layout
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))


def test_numbers_of_another_kind_are_taken_at_their_value(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    path = tmp_path / "match.carrom"
    table = begin("international-a", *SINGLES, keeper=RecordFile.create(path), clock=True)
    table.toss(Side.FIRST, "break")
    table.seat()
    table.turn("Asha", np.float32(0.25))

    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0), seconds=np.float32(3.5))

    event = load(path).entries[-1].event
    assert isinstance(event, Struck)
    assert event.seconds == 3.5


def incidents(table: Table) -> list[str]:
    return [str(entry.event.incident) for entry in table.entries if isinstance(entry.event, Happened)]


TOO_FAR = Aim(SOUTH, 0.3, 1.5, 1.0)


def test_the_third_aim_refused_in_a_row_is_a_late_stroke() -> None:
    """Each refusal says why; with the third, there is no stroke and no trace, and Ben places a coin."""
    table = playing(OPEN)
    for _ in range(2):
        with pytest.raises(ImpossibleAim, match="beyond the end"):
            table.strike("Asha", TOO_FAR)
    before = table.layout

    assert table.strike("Asha", Aim(SOUTH, 0.0, 1.5, FULL + 1.0)) is None

    assert incidents(table) == ["late-stroke by white"]
    assert len(table.refused) == 3
    assert "full force" in str(table.refused[-1])
    assert table.layout == before
    assert table.asks == ToPlace("Ben", WHITE, 1)


def test_refusals_are_counted_for_one_stroke_only() -> None:
    """A stroke in between, or an entry, and they are counted anew; what is not an aim does not count."""
    table = playing(OPEN)

    def refuse(times: int) -> None:
        for _ in range(times):
            with pytest.raises(ImpossibleAim):
                table.strike("Asha", TOO_FAR)

    refuse(2)
    for _ in range(3):
        with pytest.raises(CarromError, match="not Ben"):
            table.strike("Ben", nudge(NORTH))
        with pytest.raises(CarromError, match="needs a seed"):
            table.strike("Asha", nudge(SOUTH), noise=Noise(0.01))
    table.ask_umpire("Ben")
    table.answer()
    refuse(2)
    table.take_back(table.seq)
    refuse(2)

    assert incidents(table) == []
    table.strike("Asha", nudge(SOUTH))
    assert table.refused == ()


def test_in_practice_an_aim_may_be_refused_as_often_as_it_likes() -> None:
    """Only the last reasons are kept: a program that asks for ever must not fill the memory."""
    table = Table.resume(playing(OPEN).keeper, strict=False)

    for _ in range(5):
        with pytest.raises(ImpossibleAim):
            table.strike("Asha", TOO_FAR)

    assert table.asks == ToStrike("Asha")
    assert len(table.refused) == 3
    assert not table.branch(table.seq).strict
    assert not begin("family", *SINGLES, strict=False).strict


def test_a_record_of_a_table_that_cannot_be_is_refused() -> None:
    huge = replace(STANDARD, striker=replace(STANDARD.striker, diameter=0.5))

    with pytest.raises(CarromError, match=r"cannot be simulated: equipment\.striker: 0\.5 m wide") as refused:
        Table.resume(kept(Begun("family", *SINGLES, table=Simulated(huge, ENGINE))))

    assert refused.value.code == RECORD


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

    assert table.strike("Asha", at(SOUTH, (0.0, -0.36), x=0.05, speed=FULL)) is not None
