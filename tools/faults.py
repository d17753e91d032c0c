"""A server that is killed again and again under live matches: no acknowledged stroke is lost or doubled.

python3 tools/faults.py                       300 kills under 20 matches; after Ctrl-C the same goes on
python3 tools/faults.py --kills 3 --tables 4  a short run

tools/kill_run.py says how; `carrom serve` is what is killed, with the limits it has for everybody.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import asdict
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import Bot, Json, Server, by_chance, open_room, record_of
from tools.kill_run import Clients, main

from carrom.record import Record
from carrom.record.entries import CoinPlaced, Struck
from carrom.rulebooks import RULEBOOKS

CLOSE = 1e-12
PAUSE = 0.4
"""Seconds at most before a stroke: a bot sends fewer messages than the server allows a player."""

ENTRIES, MANY_ENTRIES, SELDOM = 40, 300, 40
"""Most matches are left after ENTRIES entries, one in SELDOM after MANY_ENTRIES: a start reads them all."""


class Players(Clients):
    """The players of one match, who play strokes by chance."""

    command = ("serve", "--workers", "1")

    def __init__(self, url: str, links: Json, seed: str) -> None:
        self._url, self._links = url, links
        random = Random(seed)
        self._bots = [
            Bot(url, links["room"], token, by_chance(f"{seed}-{place}"), f"bot-{seed}-{place}").paced(
                lambda: random.uniform(0.0, PAUSE)
            )
            for place, (_, token) in enumerate(links["seats"])
        ]
        self.told = [bot.told for bot in self._bots]

    @staticmethod
    def open(server: Server, number: int) -> Json:
        books = sorted(RULEBOOKS)
        opened = open_room(server.url, books[number % len(books)], doubles=number % 4 == 3)
        return asdict(opened) | {"entries": ENTRIES if number % SELDOM else MANY_ENTRIES}

    async def play(self) -> None:
        await asyncio.gather(*(bot.play(lambda: self.over) for bot in self._bots))

    @property
    def over(self) -> bool:
        return any(bot.over or bot.v >= self._links["entries"] for bot in self._bots)

    def record(self) -> bytes:
        return record_of(self._url, self._links["watch"])

    @staticmethod
    def doubled(record: Record) -> bool:
        wanted = [entry.event.wanted for entry in record.entries if isinstance(entry.event, Struck)]
        played = [(aim.x, aim.angle) for aim in wanted if aim is not None]
        return len(set(played)) != len(played)

    @staticmethod
    def missing(record: Record, request: Json) -> str:
        at = request["v"] + 1
        if at > len(record.entries):
            return "and the record ends before it"
        event = record.entries[at - 1].event
        match request["t"]:
            case "strike":
                if not isinstance(event, Struck) or event.wanted is None:
                    return f"and there stands {event}"
                off = max(abs(event.wanted.x - request["x"]), abs(event.wanted.angle - request["angle"]))
                return "" if off < CLOSE else f"and there stands {event.wanted}"
            case "place":
                placed = isinstance(event, CoinPlaced) and (event.x, event.y) == (request["x"], request["y"])
                return "" if placed else f"and there stands {event}"
        return ""


if __name__ == "__main__":
    sys.exit(main(Players, __doc__, kills=300, tables=20))
