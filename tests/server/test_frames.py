"""Frames no page of ours would send, on the socket of a real server.

Whatever comes, and from whom: what is kept changes only by a request of the player it asks, once for each
number; every refusal has a code the page has words for; and the others at the table play on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.any_frames import ids, requests
from tests.server.frames import (
    KNOWN,
    MANY,
    OUR_FAULT,
    PAGE,
    STRIKE,
    House,
    Json,
    Seated,
    Visitor,
    answers,
    due,
    house,
    joined,
    opened,
    seated,
)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house"), limits=MANY) as running:
        yield running


AT = ("strike", "place", "choose", "incident", "setup", "hint")
"""Requests made at an entry."""

NUMBERED = (*AT, "offer", "say")
AGES = st.sampled_from((0, 0, 0, 0, -1, 1, -(10**9), 2**31 - 100))
"""How far from the table's last entry a request is made."""

WHO = ("Asha", "Asha again", "Asha's phone", "Ben", "watcher")
PAGES = {"Asha's phone": "phone"}
ASKED = "whoever is asked"
DUE: Json = {"t": "whatever is due"}

steps = st.one_of(
    st.tuples(st.just(ASKED), st.builds(lambda number: DUE | {"id": number}, ids), st.just(0)),
    st.tuples(st.sampled_from(WHO), st.builds(lambda number: DUE | {"id": number}, ids), AGES),
    st.tuples(st.sampled_from((ASKED, *WHO)), requests, AGES),
)
"""Who, what, and how far from the last entry."""


class Judge:
    """Holds what the server does against what may happen."""

    def __init__(self, table: Seated, at: dict[str, Visitor]) -> None:
        self._table = table
        self._at = at
        self._record = table.record
        self._answered: dict[tuple[str, str, int], Json] = {}

    @property
    def now(self) -> Json:
        self._table.watcher.settles()
        return self._table.watcher.state

    def sends(self, who: str, request: Json, age: int) -> None:
        """One request, and all that may follow from it."""
        who = who if who != ASKED else next(iter(self.now["asks"]["players"]), "Asha")
        by = self._at[who]
        by.settles()
        before, kept = by.state, self._record
        whole = _whole(request, before, age)
        if whole is None:
            return
        by.says(**whole)
        heard = by.settles()
        self._record = self._table.record
        given = answers(heard)

        assert self._record.startswith(kept)
        assert {each["code"] for each in given if each["t"] == "error"} <= KNOWN - OUR_FAULT, (whole, given)
        if whole["t"] in NUMBERED:
            (answer,) = given
            assert answer["id"] == whole["id"]
            if self._is_new(who, whole, answer):
                self._holds(who, whole, before, heard, changed=self._record != kept)
                return
        else:
            assert len(given) == (whole["t"] == "join")
        assert self._record == kept

    def _is_new(self, who: str, request: Json, answer: Json) -> bool:
        """Whether nothing was answered under this number before; if so, it was the same."""
        if request["t"] == "hint":
            return True  # which asks for nothing to be done
        number = (_player(who), PAGES.get(who, PAGE), request["id"])
        if number not in self._answered:
            self._answered[number] = answer
            return True
        assert answer == self._answered[number]
        return False

    def _holds(self, who: str, request: Json, before: Json, heard: list[Json], *, changed: bool) -> None:
        """What has changed was for this player to do, at that entry, and is what was asked for."""
        (answer,) = answers(heard)
        if not changed:
            # Asked on the other side's turn, the umpire comes once the stroke has ended.
            waits = (
                request["t"] == "incident" and request["kind"] == "ask" and before["asks"]["kind"] == "strike"
            )
            waits = waits and _player(who) not in before["asks"]["players"]
            assert answer["t"] == "error" or request["t"] in ("offer", "say") or waits
            return
        assert answer == {"t": "ack", "id": request["id"], "v": len(self._record.splitlines())}
        player = _player(who)
        assert player
        assert request["t"] in ("strike", "place", "choose", "incident", "offer")
        if request["t"] in ("strike", "place", "choose"):
            assert player in before["asks"]["players"]
        if request["t"] != "offer":
            assert request["v"] == before["v"]
        if request["t"] == "strike":
            (stroke,) = (each for each in heard if each["t"] == "stroke")
            assert stroke["line"]["player"] == player
            assert stroke["line"]["aim"]["x"] == request["x"]


def _whole(request: Json, before: Json, age: int) -> Json | None:
    """The request as it is sent; nothing, when nothing is due."""
    whole = request
    if request["t"] == DUE["t"]:
        asked = due(before)
        if asked is None:
            return None
        whole = asked | {"id": request["id"]}
    return whole | {"v": max(0, before["v"] + age)} if whole["t"] in AT else whole


def _player(who: str) -> str:
    return "" if who == "watcher" else who[:4].rstrip()


@settings(max_examples=25)
@given(turned=st.booleans(), tried=st.lists(steps, min_size=4, max_size=14))
def test_only_who_is_asked_changes_the_record_and_once_for_each_number(
    here: House, turned: bool, tried: list[tuple[str, Json, int]]
) -> None:
    """Stale, repeated and out of turn, by both players, a second device and one who looks on."""
    with seated(here) as table, ExitStack() as more:
        if turned:
            table.turn()
        asha = table.tokens["Asha"]
        others = {
            "Asha again": more.enter_context(joined(here, table.room, asha)),
            "Asha's phone": more.enter_context(joined(here, table.room, asha, "phone")),
        }
        judge = Judge(table, table.at | others)
        for who, wanted, age in tried:
            judge.sends(who, wanted, age)
        if judge.now["asks"]["kind"] != "over":
            table.plays_on()
        assert here.complaints() == []


@settings(max_examples=15)
@given(
    burst=st.lists(
        st.tuples(st.sampled_from(("Asha", "Asha's phone", "Ben", "watcher")), st.integers(1, 3)),
        min_size=2,
        max_size=12,
    )
)
def test_of_all_that_comes_at_once_one_request_is_done(here: House, burst: list[tuple[str, int]]) -> None:
    """The same stroke many times over, by everybody, before anybody has an answer."""
    with seated(here) as table:
        table.turn()
        with joined(here, table.room, table.tokens["Asha"], "phone") as phone:
            at = table.at | {"Asha's phone": phone}
            for each in at.values():
                each.settles()
            record, v = table.record, table.asha.v
            for who, number in burst:
                at[who].says(**STRIKE, id=number, v=v)
            heard = {who: answers(visitor.settles()) for who, visitor in at.items()}
            new = table.record[len(record) :].splitlines()
            done = {(who, each["id"]) for who, told in heard.items() for each in told if each["t"] == "ack"}

            assert table.record.startswith(record)
            assert {who: [each["id"] for each in told] for who, told in heard.items()} == {
                who: [number for sender, number in burst if sender == who] for who in at
            }
            by_asha = any(who.startswith("Asha") for who, _ in burst)
            assert len(done) == len([line for line in new if b'"struck"' in line]) == by_asha
            refused = {each["code"] for told in heard.values() for each in told if each["t"] == "error"}
            assert refused <= {"table/stale", "table/not-yours"}
        table.plays_on()
        assert here.complaints() == []


def test_a_stroke_sent_twice_under_one_number_is_played_once(here: House) -> None:
    """Both times with the same answer; under another number it comes too late."""
    with seated(here) as table:
        table.turn()
        v = table.asha.v
        for _ in range(2):
            table.asha.says(**STRIKE, id=7, v=v)
        first, again = answers(table.asha.settles())
        later = table.asha.asks(**STRIKE, id=8, v=v)

        assert first == again == {"t": "ack", "id": 7, "v": v + 1}
        assert (later["code"], later["id"], later["args"]) == ("table/stale", 8, {"v": v + 1})
        assert len(table.record.splitlines()) == v + 1


@pytest.mark.parametrize(
    "wrong",
    [{"angle": 7.0}, {"angle": -1e6}, {"x": 1e6}, {"x": -0.2}, {"power": 1e-300}, {"x": 0.3, "angle": 9}],
)
def test_a_number_that_is_no_aim_is_refused_like_any_other(here: House, wrong: Json) -> None:
    """Within what a number may be on the wire, but no stroke; the line stays."""
    with seated(here) as table:
        table.turn()
        answer = table.asha.asks(**(STRIKE | wrong), id=1, v=table.asha.v)

        assert (answer["t"], answer["code"], answer["id"]) == ("error", "aim/impossible", 1)
        table.plays_on()
        assert here.complaints() == []


def test_numbers_of_one_player_are_not_taken_for_anothers(here: House) -> None:
    """Both pages call themselves the same, and count alike."""
    with seated(here) as table:
        table.turn()
        v = table.asha.v
        refused = table.ben.asks(**STRIKE, id=7, v=v)
        done = table.asha.asks(**STRIKE, id=7, v=v)
        repeated = table.watcher.asks(**STRIKE, id=7, v=v)

        assert (refused["code"], repeated["code"]) == ("table/not-yours", "table/not-yours")
        assert done == {"t": "ack", "id": 7, "v": v + 1}


def test_no_name_lets_a_player_answer_under_anothers_number(here: House) -> None:
    """What a page calls itself is its own choice, and a player's name may have any letter."""
    with ExitStack() as open_:
        table = opened(here, first=[{"name": "Asha"}], second=[{"name": "Asha/x"}], breaks="second")
        forger = open_.enter_context(joined(here, table.room, table.tokens["Asha"], "x/page"))
        other = open_.enter_context(joined(here, table.room, table.tokens["Asha/x"], "page"))
        forged = forger.asks("choose", id=1, v=forger.v, what="turn", value=0.0)
        done = other.asks("choose", id=1, v=other.v, what="turn", value=0.0)

        assert forged["code"] == "table/not-yours"
        assert done["t"] == "ack"


def test_a_stroke_sent_again_after_a_restart_is_answered_and_not_played_again(tmp_path: Path) -> None:
    """The page cannot know whether the answer was lost, or the stroke."""
    with house(tmp_path, limits=MANY) as first, seated(first) as table:
        table.turn()
        v = table.asha.v
        done = table.asha.asks(**STRIKE, id=7, v=v)
        record, room, token, watch = table.record, table.room, table.tokens["Asha"], table.watch
    with house(tmp_path, limits=MANY) as second, joined(second, room, token, since=v) as back:
        again = back.asks(**STRIKE, id=7, v=v)
        stale = back.asks(**STRIKE, id=8, v=v)

        assert again == done == {"t": "ack", "id": 7, "v": v + 1}
        assert stale["code"] == "table/stale"
        assert second.server.get(f"/api/match/{watch}/record").body == record


def test_an_answer_after_a_restart_is_the_first_answer(tmp_path: Path) -> None:
    """Also for an act of several entries: the rosette is turned, and play is called."""
    with house(tmp_path, limits=MANY) as first, seated(first) as table:
        v = table.asha.v
        done = table.asha.asks("choose", id=7, v=v, what="turn", value=0.0)
        room, token = table.room, table.tokens["Asha"]
    with house(tmp_path, limits=MANY) as second, joined(second, room, token) as back:
        assert back.asks("choose", id=7, v=v, what="turn", value=0.0) == done
