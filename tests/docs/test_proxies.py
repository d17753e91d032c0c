"""The examples for proxies in docs/serving.md keep tokens and keys out of their logs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SERVING = (Path(__file__).parents[2] / "docs" / "serving.md").read_text(encoding="utf-8")
ADDRESSES = {
    "/wall?key=SECRET": "/wall",
    "/api/wall?key=SECRET&page=2": "/api/wall",
    "/api/matches?tokens=SECRET,SECRET": "/api/matches",
    "/umpire?key=SECRET": "/umpire",
    "/api/desk/SECRET/record?after=3": "/api/desk/",
    "/api/match/SECRET/step/3": "/api/match/",
    "/watch/SECRET": "/watch/",
    "/overlay/SECRET?at=top": "/overlay/",
    "/replay/SECRET": "/replay/",
    "/laws": "/laws",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_caddys_log_has_no_token_and_no_query(address: str) -> None:
    (said,) = re.findall(r'request>uri regexp "(.*)" "\$\{1\}\*\*\*"', SERVING)

    logged = re.sub(said, lambda found: f"{found[1] or ''}***", address)

    assert logged.removesuffix("***") == ADDRESSES[address]


@pytest.mark.parametrize("address", ADDRESSES)
def test_nginxs_log_has_no_token_and_no_query(address: str) -> None:
    (map_,) = re.findall(r"map \$request_uri \$carrom_uri \{\n(.*?)\n\}", SERVING, re.DOTALL)
    patterns = [line.split()[0].removeprefix("~").replace("(?<", "(?P<") for line in map_.splitlines()]

    logged = next(found[1] for each in patterns if (found := re.match(each, address)))

    assert logged == ADDRESSES[address]
