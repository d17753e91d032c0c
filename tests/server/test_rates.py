"""Nobody may ask too often, and nobody suffers for somebody else."""

from __future__ import annotations

from pathlib import Path
from sys import getsizeof

import pytest
from tests.server.served import served

from carrom.server.config import Limits
from carrom.server.rate_limits import KNOWN, Rate, Rates, client_network

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


def test_a_rate_takes_no_more_memory_for_more_requests() -> None:
    """Thousands of addresses are remembered, and each may ask thousands of times."""
    rate, busy = Rate(10_000, 1000.0), Rate(10_000, 1000.0)
    for _ in range(10_000):
        busy.allows()

    sizes = [sum(getsizeof(getattr(each, name)) for name in Rate.__slots__) for each in (rate, busy)]
    assert sizes[1] <= sizes[0] + 32


def test_each_address_has_a_rate_of_its_own_and_few_are_remembered() -> None:
    rates = Rates(1, 1000.0)

    assert [rates.rate(address).allows() for address in "aab"] == [True, False, True]
    for number in range(KNOWN):
        rates.rate(str(number)).allows()
    assert rates.rate("a").allows()


def test_so_many_tables_an_address_may_open_and_no_more(tmp_path: Path) -> None:
    """The rest is refused with its code; what was opened stays."""
    with served(tmp_path, hurry=False, limits=Limits(openings=2)) as server:
        answers = [server.post("/api/rooms", TABLE) for _ in range(3)]

    assert [answer.status for answer in answers] == [201, 201, 429]
    assert answers[2].code == "frame/too-many"


def test_an_ipv4_visitor_of_an_ipv6_socket_is_known_by_the_ipv4_address() -> None:
    """`--host ::` sees 192.0.2.7 as ::ffff:192.0.2.7, and all of them are in one /64 network."""
    assert client_network("::ffff:192.0.2.7") == "192.0.2.7"
    assert client_network("::ffff:192.0.2.7") != client_network("::ffff:192.0.2.8")


CASE = {"board": {"on_strike": "white", "white": 5, "black": 4}, "stroke": {"pocketed": ["white"]}}


@pytest.mark.parametrize(
    ("limit", "method", "path"),
    [
        ("readings", "GET", "/api/match/nobody"),
        ("readings", "GET", "/api/match/nobody/step/3"),
        ("readings", "GET", "/api/matches?tokens=nobody"),
        ("rulings", "POST", "/api/rule"),
        ("rulings", "GET", "/api/match/nobody/verdicts/3"),
        ("law_texts", "GET", "/api/law?cite=family+1"),
        ("law_texts", "GET", "/api/laws"),
        ("law_texts", "GET", "/api/laws/comparison?books=family"),
        ("law_texts", "GET", "/api/catalogue/family"),
        ("previews", "POST", "/api/desk/nobody/preview"),
        ("openings", "POST", "/api/match/nobody/what-if"),
        ("openings", "POST", "/api/seat"),
        ("uploads", "POST", "/api/records"),
        ("files", "GET", "/static/main.js"),
        ("files", "GET", "/laws"),
        ("files", "GET", "/umpire"),
        ("files", "GET", "/i18n/en.json"),
        ("files", "GET", "/api/offline"),
    ],
)
def test_every_kind_of_route_has_a_limit_for_one_address(
    tmp_path: Path, limit: str, method: str, path: str
) -> None:
    """The third request is refused and told when to come back; another kind of route is not affected."""
    with served(tmp_path, hurry=False, limits=Limits(**{limit: 2})) as server:
        asked = [server.post(path, CASE) if method == "POST" else server.get(path) for _ in range(3)]

        assert [answer.status == 429 for answer in asked] == [False, False, True]
        assert asked[2].code == "frame/too-many"
        assert 1 <= int(asked[2].headers["retry-after"]) <= 60
        assert server.get("/healthz").body == b"ok"


def test_an_umpires_readings_are_limited_apart_from_those_of_who_looks_on(tmp_path: Path) -> None:
    limits = Limits(readings=2, umpire_readings=3)
    with served(tmp_path, hurry=False, limits=limits) as server:
        made = server.post("/api/desks", {}).json
        watching = [server.get(f"/api/desk/{made['watch']}/log").status for _ in range(3)]
        umpiring = [server.get(f"/api/desk/{made['token']}/log").status for _ in range(4)]

    assert watching == [200, 200, 429]
    assert umpiring == [200, 200, 200, 429]
