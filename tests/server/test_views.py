"""The table as the page sees it."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.decoding import decoded
from tests.server.played import played

from carrom.equipment import STANDARD
from carrom.live import messages, nets, views
from carrom.live.nets import Nets
from carrom.live.readable_match import Written, read_match
from carrom.parts import shown_ruling
from carrom.record import Record
from carrom.record.entries import Begun, PlayCalled, RosetteTurned, Seated, Struck, Tossed
from carrom.rulebooks import INTERNATIONAL_A, RULEBOOKS
from carrom.rules import Standing
from carrom.rules.placing import PlacingLaws
from carrom.server.encoding import encoded
from carrom.stroke import Aim, Incident, Layout, Placement
from carrom.surface import may_lie, striker_place
from carrom.table import Table, begin
from carrom.words import Coin, Colour, Seat, Side


def seated(rulebook: str = "international-a", *, trials: bool = False) -> Table:
    """A match of two, tossed for and seated."""
    table = begin(rulebook, ("Asha",), ("Ben",), trials=trials)
    table.toss(Side.FIRST, "break")
    table.seat()
    return table


def unseen(_: int) -> None:
    """No trace at all."""


def test_every_view_of_a_match_reads_back_as_a_message() -> None:
    """What goes out is what the types of the messages promise."""
    match = played()
    for seq in range(1, match.table.seq + 1):
        sent = encoded(views.after(match.table, match.nets, seq=seq), "en")

        assert encoded(decoded(sent, messages.After), "en") == sent
    for trace in match.traces.values():
        shown = views.wire_trace(trace)

        assert decoded(msgspec.json.encode(shown), messages.Trace) == shown


def test_the_story_comes_between_boards_and_at_the_end_and_is_that_of_the_entry() -> None:
    match = played()
    table = match.table
    for seq, state in enumerate(table.keeper.states, 1):
        story = views.after(table, match.nets, seq=seq).story
        ended = state.match.boards_ended

        assert (story is not None) == (ended > 0 and state.match.stage != "in-play")
        if story is not None:
            assert len(story.boards) == ended
            assert story.first.strokes + story.second.strokes == state.strokes


@pytest.mark.parametrize(
    ("book", "length", "shown"),
    [
        ("international-a", "match", "match"),
        ("international-a", "game", "game"),
        ("international-a", "board", "board"),
        ("family", "match", "game"),
    ],
)
def test_what_is_played_is_a_match_of_several_games_or_one_game_or_one_board(
    book: str, length: str, shown: str
) -> None:
    table = begin(book, ("Asha",), ("Ben",), length=length)

    assert views.after(table, Nets()).length == shown


def test_nineteen_coins_are_always_somewhere() -> None:
    """On the surface, in a net, to be placed, held, or the queen on her way back to the centre."""
    match = played()
    for seq, state in enumerate(match.table.keeper.states, 1):
        standing = state.match.standing
        if standing is None:
            continue
        after = views.after(match.table, match.nets, seq=seq)
        for coin in Coin:
            lie = sum(each.coin == coin.value for each in after.layout)
            fallen = sum(net.count(coin.value) for net in after.nets)
            if coin.colour is None:
                on_her_way = after.board is not None and after.board.queen == "on-board" and not lie
                assert lie + fallen + on_her_way == 1
            else:
                waiting = state.match.to_place.of(coin.colour) + standing.held.of(coin.colour)
                assert lie + fallen + waiting == 9


def test_a_coin_lies_in_the_net_it_fell_into() -> None:
    """As long as none of its kind comes back."""
    match = played()
    strokes = {
        seq: match.traces[seq]
        for seq, entry in enumerate(match.table.entries, 1)
        if isinstance(entry.event, Struck)
    }
    fell = next(seq for seq, trace in strokes.items() if trace.falls and trace.falls[0].piece)
    fall = match.traces[fell].falls[0]
    coin = match.traces[fell].pieces[fall.piece]
    assert coin is not None

    assert coin.value in match.nets.at(fell)[fall.other]


def test_nets_that_are_read_are_those_that_were_followed() -> None:
    """On the last board and the one before: further back nobody goes."""
    match = played()
    read = nets.nets_of(match.table, match.traces.get)
    states = match.table.keeper.states
    since = next(seq for seq, state in enumerate(states, 1) if state.match.boards_ended == 1)

    assert read.after[since - 1 :] == match.nets.after[since - 1 :]
    assert any(read.after[since - 1 :])


def test_a_take_back_brings_the_nets_back_too() -> None:
    """What fell since lies on the board again."""
    table = seated()
    table.turn("Asha", 0.0)
    before = nets.nets_of(table, unseen)
    trace = table.strike("Asha", Aim.parse("south x 0.012, angle 1.552, speed 6.0"))
    fallen = before.extended(table, lambda _: trace)
    back = table.back_for("Asha")
    assert back is not None
    table.take_back(back)
    after = fallen.extended(table, unseen)

    assert sum(map(len, fallen.at())) == 2
    assert after.at() == ((), (), (), ())


def test_what_nobody_saw_fall_is_shared_out() -> None:
    """A position set by hand: the rest lies in the nets, as many as are missing."""
    table = seated()
    layout = Layout.parse("w 0.1,0.1; w 0.2,0.1; b -0.1,0.0; q 0.0,0.0")
    table.set_up(layout)
    after = views.after(table, nets.nets_of(table, unseen))

    assert sorted(len(net) for net in after.nets) == [3, 4, 4, 4]
    assert sum(net.count("white") for net in after.nets) == 7


def test_a_coin_that_comes_back_leaves_the_net_that_got_such_a_coin_last() -> None:
    """The others stay where they are."""
    table = seated()
    table.set_up(
        without(table.layout, 2), Standing.parse("white on strike, 7 white, 9 black, queen on board")
    )
    lie = Nets((*nets.nets_of(table, unseen).after[:-1], ((0, Coin.WHITE), (2, Coin.WHITE))))
    table.report(Incident("foul", Colour.WHITE))
    after = lie.extended(table, unseen)

    assert after.at() == (("white",), (), (), ())


def without(layout: Layout, whites: int) -> Layout:
    """The layout with so many whites fewer."""
    for placed in layout.of(Coin.WHITE)[:whites]:
        layout = layout.without(placed)
    return layout


def test_the_question_names_those_who_may_answer() -> None:
    """Toss and seats belong to a side, a stroke to a player, the umpire's own questions to nobody."""
    table = begin("international-a", ("Asha", "Chan"), ("Ben", "Dora"))
    tossed = views.after(table, Nets(), Side.SECOND).asks
    table.toss(Side.SECOND, "seats")
    choosing = views.after(table, Nets()).asks
    table.seat()
    turning = views.after(table, Nets()).asks

    assert (tossed.kind, tossed.players, tossed.side) == ("toss", ("Ben", "Dora"), "second")
    assert (choosing.kind, choosing.players) == ("seat", ("Ben", "Dora"))
    assert (turning.kind, turning.players) == ("turn", ("Asha",))


def test_a_trial_board_is_shown_before_who_plays_it() -> None:
    """Its own rosette, and where the striker may stand."""
    table = seated(trials=True)
    table.skip_trial("Asha")
    after = views.after(table, Nets())

    assert (after.asks.kind, after.asks.players) == ("try", ("Ben",))
    assert after.layout == views.coins(Layout.rosette(STANDARD, 0.0, Seat.NORTH))
    assert after.places


def test_a_coin_to_be_placed_comes_with_a_place_for_it() -> None:
    """One that the laws allow; the other side places it."""
    table = seated()
    table.set_up(Layout.parse("w 0.2,0.1; b -0.2,0.1; q 0.0,0.0"))
    table.report(Incident("foul", Colour.WHITE))
    after = views.after(table, nets.nets_of(table, unseen))
    assert after.spot is not None
    table.place("Ben", Placement(Coin.WHITE, *after.spot))

    assert (after.asks.kind, after.asks.players, after.asks.coin) == ("place", ("Ben",), "white")
    assert table.layout.count(Coin.WHITE) == 2


def test_the_place_shown_is_one_of_the_match_s_own_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where coins may touch, the hole of a rosette is a place."""
    lax = replace(INTERNATIONAL_A, placing=PlacingLaws(may_touch=True))
    monkeypatch.setitem(RULEBOOKS, "international-a", lax)
    rosette = Layout.rosette()
    hole = next(placed for placed in rosette.coins if placed.coin is Coin.WHITE)
    table = seated()
    table.set_up(rosette.without(hole))
    table.report(Incident("foul", Colour.WHITE))

    after = views.after(table, nets.nets_of(table, unseen))

    assert after.asks.kind == "place"
    assert after.spot == pytest.approx(hole.point, abs=1e-9)


@pytest.mark.parametrize("between", [False, True])
@given(
    coins=st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3)), max_size=12).map(tuple),
    seat=st.sampled_from(Seat),
    along=st.floats(-0.235, 0.235),
)
def test_the_striker_may_stand_where_it_says_and_for_the_reason_it_says_not_elsewhere(
    between: bool, coins: tuple[tuple[float, float], ...], seat: Seat, along: float
) -> None:
    """Law: international-a 3.2 h, family 2. The spans cover the base lines from end to end."""
    free, blocked = views.striker_places(seat, coins, STANDARD, between)
    broken = may_lie(seat, *striker_place(seat, along, STANDARD), coins, STANDARD, between)
    edges = [edge for span in free for edge in span] + [e for b in blocked for e in (b.low, b.high)]
    if min(abs(edge - along) for edge in edges) <= views.STEP:
        return
    inside = [each.why for each in blocked if each.low < along < each.high]

    assert any(low <= along <= high for low, high in free) == (not broken)
    assert inside == list(broken[:1])


def test_a_line_says_who_did_what_and_how_it_was_judged() -> None:
    """One for every entry, numbered by strokes."""
    match = played()
    told = views.log_lines(match.table)
    strokes = [line for line in told if line.kind == "struck"]

    assert [line.v for line in told] == list(range(1, match.table.seq + 1))
    assert [line.n for line in strokes] == list(range(1, len(strokes) + 1))
    assert all(line.aim is not None and line.ruling is not None and line.player for line in strokes)
    assert {line.game for line in told} == {1}
    assert max(line.board for line in told) == 2
    assert told[-1] == views.log_line(match.table, match.table.seq)


def test_a_stroke_taken_back_does_not_stand_and_its_number_is_given_again() -> None:
    """The take-back itself stands: it is what was said."""
    table = seated()
    table.turn("Asha", 0.0)
    aim = Aim.parse("south x 0.012, angle 1.552, speed 6.0")
    table.strike("Asha", aim)
    back = table.back_for("Asha")
    assert back is not None
    table.take_back(back)
    table.strike("Asha", aim)
    first, taken, again = views.log_lines(table)[-3:]

    assert (first.n, first.stands) == (1, False)
    assert (taken.kind, taken.to, taken.stands) == ("taken-back", back, True)
    assert (again.n, again.stands) == (1, True)


def test_what_the_umpire_did_is_nobodys_act() -> None:
    """The queen put back, and "Play"."""
    match = played()
    for line in views.log_lines(match.table):
        if line.kind == "play-called" or line.what == "queen":
            assert (line.player, line.side) == ("", None)


def test_a_ruling_keeps_its_consequences_as_tag_and_arguments() -> None:
    """As the record writes them."""
    match = played()
    struck = next(entry.event for entry in match.table.entries if isinstance(entry.event, Struck))
    finding = shown_ruling(struck.ruling).findings[0]

    assert finding.laws[0].startswith("international-a ")
    assert all(isinstance(then[0], str) for then in finding.then)


def test_a_record_without_a_table_can_be_read_all_the_same() -> None:
    """An umpire wrote it down: nobody knows where the coins lay."""
    record = Record()
    record.enter(Begun("family", ("Asha",), ("Ben",)))
    record.enter(Tossed(Side.FIRST, "break"))
    record.enter(Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))))
    record.enter(RosetteTurned(0.1))
    record.enter(PlayCalled())
    seen = read_match(record)
    after = views.after(seen, nets.nets_of(seen, unseen))

    assert isinstance(seen, Written)
    assert (after.asks.kind, after.layout, after.places) == ("strike", (), ())
    assert [line.kind for line in views.log_lines(seen)][-2:] == ["rosette-turned", "play-called"]
    assert views.log_line(seen, 4).angle == 0.1


def test_the_view_after_an_entry_is_quick() -> None:
    """It goes out with every entry: well under the time of a frame, even on a slow machine."""
    match = played()
    strokes = [seq for seq in range(2, match.table.seq) if seq in match.traces]
    began = perf_counter()
    for seq in strokes:
        views.after(match.table, match.nets, seq=seq)

    assert (perf_counter() - began) / len(strokes) < 0.01
