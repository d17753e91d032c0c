"""Lists that share what did not change: they read as the lists they stand for."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.persistent import PersistentList
from carrom.rules.match import AllByHand, Boards, BoardScore, ByHand
from carrom.rules.standing import Each
from carrom.words import Side

items = st.lists(st.integers(), max_size=70)


@given(items)
def test_it_reads_as_the_list_it_was_made_of(made_of: list[int]) -> None:
    made = PersistentList.of(made_of)

    assert list(made) == made_of
    assert [made[at] for at in range(len(made_of))] == made_of
    assert [made[-at] for at in range(1, len(made_of) + 1)] == made_of[::-1]
    assert list(reversed(made)) == made_of[::-1]
    assert made[1:-1] == tuple(made_of[1:-1])
    assert bool(made) == bool(made_of)
    assert pickle.loads(pickle.dumps(made)) == deepcopy(made) == made == tuple(made_of)
    assert hash(made) == hash(PersistentList.of(made_of))
    for beyond in (len(made_of), -len(made_of) - 1):
        with pytest.raises(IndexError):
            made[beyond]


@given(items, items)
def test_two_are_equal_where_their_items_are(one: list[int], two: list[int]) -> None:
    assert (PersistentList.of(one) == PersistentList.of(two)) == (one == two)
    assert (PersistentList.of(one) != PersistentList.of(two)) == (one != two)


def test_what_is_appended_to_stays_as_it_was() -> None:
    short = PersistentList.of([1, 2])
    one, other = short.appended(3), short.appended(4)

    assert (list(short), list(one), list(other)) == ([1, 2], [1, 2, 3], [1, 2, 4])
    assert one.without_last is short
    assert not PersistentList[int]().without_last


def test_a_very_long_one_is_compared_and_let_go_without_running_out_of_stack() -> None:
    one, two = (PersistentList.of(range(200_000)) for _ in range(2))

    assert one == two
    assert one[100_000] == 100_000
    del one, two


def test_boards_and_points_by_hand_come_with_their_sums() -> None:
    won = [
        BoardScore("Asha", Side.FIRST, winner, points, None, Each(0, 0))
        for winner, points in ((Side.FIRST, 5), (None, 0), (Side.SECOND, 3))
    ]
    boards = Boards.of(won)
    by_hand = AllByHand().given(1, 2, -1).given(1, 1, 0).given(3, 0, 4)

    assert (boards.points, boards.played) == ((5, 3), 2)
    assert list(by_hand) == [ByHand(1, 3, -1), ByHand(3, 0, 4)]
    assert by_hand.points == (3, 3)
