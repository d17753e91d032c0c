"""Servers that fail again and again under live matches: no acknowledged stroke is lost or doubled.

python3 tools/faults.py                       300 kills under 20 matches; after Ctrl-C the same goes on
python3 tools/faults.py --kills 3 --tables 4  a short run
python3 tools/faults.py --nodes 3 --tables 60 --kills 300
                                              three nodes over one PostgreSQL, and faults of all kinds

tools/kill_run.py says how, tools/failing_nodes.py which faults there are. The server has no limits for
programs and no processes that think, so that it is up at once. What all players of a match were told is held
against the record by tools/history.py.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import Bot, Json, by_chance, open_room, record_of
from tools.failing_nodes import FailingNodes
from tools.history import wrong_in
from tools.kill_run import Clients, Kept, Site, main, until_answered

from carrom.record import Record
from carrom.rulebooks import RULEBOOKS

PAUSE = 0.3
"""Seconds at most before a stroke: so the servers have time for faults."""

ENTRIES, MANY_ENTRIES, SELDOM = 40, 300, 40
"""Most matches are left after ENTRIES entries, one in SELDOM after MANY_ENTRIES: a start reads them all."""


class Players(Clients):
    """The players of one match, who play strokes by chance."""

    def __init__(self, urls: Sequence[str], links: Json, seed: str) -> None:
        self._urls, self._links = urls, links
        random = Random(seed)
        self._bots = [
            Bot(urls[0], links["room"], token, by_chance(f"{seed}-{place}"), f"bot-{seed}-{place}")
            .paced(lambda: random.uniform(0.0, PAUSE))
            .noting()
            for place, (_, token) in enumerate(links["seats"])
        ]
        if len(urls) > 1:
            self._bots = [bot.at_any_of(urls) for bot in self._bots]
        self.told = [bot.told for bot in self._bots]

    @staticmethod
    def open(site: Site, number: int) -> Json:
        books = sorted(RULEBOOKS)
        opened = until_answered(
            site.urls, lambda url: open_room(url, books[number % len(books)], doubles=number % 4 == 3)
        )
        return asdict(opened) | {"entries": ENTRIES if number % SELDOM else MANY_ENTRIES}

    async def play(self) -> None:
        await asyncio.gather(*(bot.play(lambda: self.over) for bot in self._bots))

    @property
    def over(self) -> bool:
        return any(bot.over or bot.v >= self._links["entries"] for bot in self._bots)

    def record(self) -> bytes:
        return until_answered(self._urls, lambda url: record_of(url, self._links["watch"]))

    @staticmethod
    def wrong(content: bytes, record: Record, kept: Kept) -> Iterable[str]:
        return wrong_in(content, kept.histories)


if __name__ == "__main__":
    sys.exit(main(Players, __doc__, kills=300, tables=20, shared=FailingNodes))
