"""Many matches at once over sockets: strokes a second, and the time from a stroke sent to its trace.

python3 tools/load.py                            200 matches, 100 strokes a second in all, for a minute
python3 tools/load.py --matches 20 --rate 0      20 matches, as fast as they go

Server, its workers and the bots share this machine; the bots play strokes by chance.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import Bot, Server, by_chance, open_room

from carrom.rulebooks import RULEBOOKS

JOINING = 0.02  # seconds between two who join


def memory(pid: int) -> tuple[float, float]:
    """Resident megabytes of a process, and of its children together; what it shares is counted in each."""

    def resident(of: int) -> float:
        pages = int(Path(f"/proc/{of}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return resident(pid), sum(map(resident, map(int, children)))


async def loaded(server: Server, matches: int, rate: float, seconds: float) -> tuple[list[float], list[str]]:
    """How long each stroke took, once everybody sits and the first strokes are over."""
    books, random = sorted(RULEBOOKS), Random(1)
    rooms = [open_room(server.url, books[n % len(books)], doubles=n % 4 == 3) for n in range(matches)]
    gap = matches / rate if rate else 0.0
    bots = [
        Bot(server.url, room.room, token, by_chance(1000 * n + place), f"bot-{n}-{place}").paced(
            lambda: random.uniform(0.0, 2.0 * gap)
        )
        for n, room in enumerate(rooms)
        for place, (_, token) in enumerate(room.seats)
    ]
    ended = False
    playing = []
    for bot in bots:
        # All of them come from one address, which may have only so many tables read at once.
        playing.append(asyncio.create_task(bot.play(lambda: ended)))
        await asyncio.sleep(JOINING)
    await asyncio.sleep(max(5.0, 2.0 * gap))
    for bot in bots:
        bot.told.waited.clear()
    idle = memory(server.pid)
    for second in range(round(seconds)):
        await asyncio.sleep(1.0)
        print(f"\r{second + 1} of {seconds:.0f} s ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    ended = True
    waited = [each for bot in bots for each in bot.told.waited]
    refused = [f"{code} {request}" for bot in bots for code, request in bot.told.refused]
    for task in playing:
        task.cancel()
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    refused += [
        f"a client gave up: {type(each).__name__} {each}" for each in outcomes if isinstance(each, Exception)
    ]
    print(f"memory: server {idle[0]:.0f} MB, its workers {idle[1]:.0f} MB together")
    return waited, refused


def share(ordered: list[float], part: float) -> float:
    """The value below which so large a part of the values lies, in milliseconds."""
    return 1000.0 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="strokes a second in all; 0: no limit")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name) / "data", workers=options.workers)
        server.start()
        try:
            began = time.monotonic()
            waited, refused = asyncio.run(loaded(server, options.matches, options.rate, options.seconds))
        finally:
            server.stop()
    if not waited:
        print(f"no stroke was acknowledged in {time.monotonic() - began:.0f} s")
        return 1
    ordered, per_second = sorted(waited), len(waited) / options.seconds
    print(
        f"{options.matches} matches, {options.seconds:.0f} s: {per_second:.0f} strokes a second; "
        f"stroke to trace p50 {share(ordered, 0.5):.0f} ms, p99 {share(ordered, 0.99):.0f} ms, "
        f"most {1000.0 * ordered[-1]:.0f} ms; {len(refused)} refused"
    )
    for line in refused[:5]:
        print(f"  {line}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
