"""Nobody may ask too often, and nobody suffers for somebody else."""

from __future__ import annotations

from pathlib import Path

from tests.server.served import served

from carrom.server.config import Limits
from carrom.server.rates import KNOWN, Rate, Rates

TABLE = {
    "kind": "screen",
    "rulebook": "family",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
}


def test_what_is_refused_does_not_count() -> None:
    """Who goes on asking is not kept out for ever."""
    rate = Rate(2, 1000.0)

    assert [rate.allows() for _ in range(5)] == [True, True, False, False, False]
    assert rate.count() == 3


def test_each_address_has_a_rate_of_its_own_and_few_are_remembered() -> None:
    rates = Rates(1, 1000.0)

    assert [rates.allow("a"), rates.allow("a"), rates.allow("b")] == [True, False, True]
    for number in range(KNOWN):
        rates.allow(str(number))
    assert rates.allow("a")


def test_so_many_tables_an_address_may_open_and_no_more(tmp_path: Path) -> None:
    """The rest is refused with its code; what was opened stays."""
    with served(tmp_path, hurry=False, limits=Limits(openings=2)) as server:
        answers = [server.post("/api/rooms", TABLE) for _ in range(3)]

    assert [answer.status for answer in answers] == [201, 201, 429]
    assert answers[2].code == "frame/too-many"
