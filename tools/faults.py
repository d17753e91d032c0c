"""A server that is killed again and again under live matches: no acknowledged stroke is lost or doubled.

python3 tools/faults.py                        200 kills under 20 matches
python3 tools/faults.py --kills 3 --matches 4  a short run

The clients are not told: they lose the connection, come back by themselves, and send again what was not
acknowledged. At the end each record is held against what its players were told.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import Bot, Json, Server, by_chance, open_room, record_of

from carrom.record import Record, audit, load
from carrom.record.entries import CoinPlaced, Struck
from carrom.rulebooks import RULEBOOKS

CLOSE = 1e-12
EARLY = 0.2
"""So large a share of the kills comes as soon as the server is there again."""

PATIENCE = 60.0
"""Seconds in which every table plays on after a kill."""


@dataclass
class Found:
    """What was seen in a whole run."""

    kills: int = 0
    strokes: int = 0
    acknowledged: int = 0
    returns: int = 0
    resent: int = 0
    wrong: list[str] = field(default_factory=list)


def held_against(record: Record, bots: list[Bot], found: Found) -> None:
    """Every stroke that was acknowledged stands where it was said to; none stands twice."""
    struck = {entry.seq: entry.event for entry in record.entries if isinstance(entry.event, Struck)}
    found.strokes += len(struck)
    played = [(event.wanted.x, event.wanted.angle) for event in struck.values() if event.wanted is not None]
    if len(set(played)) != len(played):
        found.wrong.append("a stroke stands twice")
    for bot in bots:
        found.returns += bot.told.returns
        for code, request in bot.told.refused:
            found.wrong.append(f"{bot.client}: {request['t']} refused, {code}")
        for request in bot.told.acknowledged.values():
            found.acknowledged += 1
            if why := _missing(record, request):
                found.wrong.append(f"{bot.client}: {request} was acknowledged, {why}")
    if differs := audit(record.entries):
        found.wrong.append(f"audit: {differs[0]}")


def _missing(record: Record, request: Json) -> str:
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


async def killed(server: Server, kills: int, matches: int, seed: int, folder: Path) -> Found:
    """Strokes by chance over sockets, while the server is killed at random moments and started again."""
    random, found = Random(seed), Found()
    books = sorted(RULEBOOKS)
    rooms = [open_room(server.url, books[n % len(books)], doubles=n % 4 == 3) for n in range(matches)]
    bots = [
        [
            Bot(
                server.url, room["room"], link["token"], by_chance(1000 * n + place), f"bot-{n}-{place}"
            ).paced(lambda: random.uniform(0.0, 0.4))
            for place, link in enumerate(room["links"])
        ]
        for n, room in enumerate(rooms)
    ]
    ended = False
    playing = [asyncio.create_task(bot.play(lambda: ended)) for table in bots for bot in table]
    began = time.monotonic()
    while found.kills < kills:
        await _some_strokes([bot for table in bots for bot in table], random)
        server.kill()
        found.kills += 1
        await asyncio.to_thread(server.start)
        left = (time.monotonic() - began) / found.kills * (kills - found.kills)
        print(
            f"\r{found.kills} of {kills} kills, about {left:.0f} s left ", end="", file=sys.stderr, flush=True
        )
    found.wrong += await _come_back(bots)
    ended = True
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(outcome, Exception):
            found.wrong.append(f"a client gave up: {type(outcome).__name__} {outcome}")
    print(file=sys.stderr)
    for n, (room, table) in enumerate(zip(rooms, bots, strict=True)):
        file = folder / f"{n}.carrom"
        file.write_bytes(await asyncio.to_thread(record_of, server.url, room["watch"]))
        record = load(file)
        if record.damage is not None:
            found.wrong.append(str(record.damage))
        held_against(record, table, found)
    return found


async def _some_strokes(bots: list[Bot], random: Random) -> None:
    """A random moment: mostly in the midst of strokes, now and then while everybody is still coming back."""
    if random.random() >= EARLY:
        before, wanted = _acknowledged(bots), random.randint(1, 3 * len(bots))
        patience = time.monotonic() + PATIENCE
        while _acknowledged(bots) < before + wanted and time.monotonic() < patience:
            await asyncio.sleep(0.01)
    await asyncio.sleep(random.uniform(0.0, 0.3))


async def _come_back(tables: list[list[Bot]]) -> list[str]:
    """After the last kill every table plays on by itself; which do not."""
    before, patience = [_acknowledged(table) for table in tables], time.monotonic() + PATIENCE
    while True:
        stuck = [
            table[0].room
            for table, had in zip(tables, before, strict=True)
            if _acknowledged(table) == had and not table[0].over
        ]
        if not stuck or time.monotonic() > patience:
            return [f"table {room} did not play on after the last kill" for room in stuck]
        await asyncio.sleep(0.1)


def _acknowledged(bots: list[Bot]) -> int:
    return sum(len(bot.told.acknowledged) for bot in bots)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder / "data")
        server.start()
        try:
            found = asyncio.run(killed(server, options.kills, options.matches, options.seed, folder))
        finally:
            server.stop()
    print(
        f"{found.kills} kills under {options.matches} matches in {time.monotonic() - began:.0f} s: "
        f"{found.strokes} strokes in the records, {found.acknowledged} requests acknowledged, "
        f"{found.returns} returns, {len(found.wrong)} wrong"
    )
    for line in found.wrong[:20]:
        print(f"  {line}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
