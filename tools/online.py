"""Whole matches over the real socket, under all rulebooks, singles and doubles: each ends and audits clean.

python3 tools/online.py                  two hundred matches of players with 64 simulated strokes a decision
python3 tools/online.py 5 --budget 16    five, with less thought
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from itertools import islice, product
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import Bot, Server, by_search, open_room, record_of

from carrom.physics import warm_up
from carrom.record import audit, load
from carrom.record.entries import Struck
from carrom.rulebooks import RULEBOOKS
from carrom.table import Table


async def played(url: str, number: int, book: str, doubles: bool, budget: int) -> str:
    """One match between bots; its record's watch token."""
    opened = open_room(url, book, doubles)
    bots = [
        Bot(url, opened.room, token, by_search(budget, number), f"bot-{number}-{place}")
        for place, (_, token) in enumerate(opened.seats)
    ]
    await asyncio.gather(*(bot.play() for bot in bots))
    for bot in bots:
        if bot.told.refused:
            raise AssertionError(f"match {number}: refused {bot.told.refused[0]}")
    return opened.watch


def checked(record: bytes, folder: Path) -> tuple[int, int]:
    """Strokes and entries of a record that is whole, over, would be ruled the same again, and replays."""
    file = folder / "match.carrom"
    file.write_bytes(record)
    read = load(file)
    assert read.damage is None, read.damage
    table = Table.resume(read)
    assert table.over, table.asked
    assert audit(read.entries) == [], audit(read.entries)[:1]
    strokes = [entry.seq for entry in read.entries if isinstance(entry.event, Struck)]
    for seq in strokes:
        table.replay(seq)
    return len(strokes), len(read.entries)


async def all_played(server: Server, wanted: int, budget: int, at_once: int, folder: Path) -> tuple[int, int]:
    kinds = product(range(wanted), sorted(RULEBOOKS), (False, True))
    todo = iter(list(enumerate(islice(((book, doubles) for _, book, doubles in kinds), wanted))))
    strokes = entries = done = 0
    began = time.monotonic()

    async def one_after_the_other() -> None:
        nonlocal strokes, entries, done
        for number, (book, doubles) in todo:
            watch = await played(server.url, number, book, doubles, budget)
            counted = checked(await asyncio.to_thread(record_of, server.url, watch), folder)
            strokes, entries, done = strokes + counted[0], entries + counted[1], done + 1
            left = (time.monotonic() - began) / done * (wanted - done)
            print(f"\r{done} of {wanted}, about {left:.0f} s left ", end="", file=sys.stderr, flush=True)

    await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
    print(file=sys.stderr)
    return strokes, entries


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("matches", nargs="?", type=int, default=200)
    parser.add_argument("--budget", type=int, default=64, help="simulated strokes a decision")
    parser.add_argument("--at-once", type=int, default=4)
    options = parser.parse_args()
    warm_up()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder / "data", workers=os.cpu_count() or 1)
        server.start()
        try:
            strokes, entries = asyncio.run(
                all_played(server, options.matches, options.budget, options.at_once, folder)
            )
        finally:
            server.stop()
    took = time.monotonic() - began
    print(
        f"{options.matches} matches over the socket, {strokes} strokes, {entries} entries, {took:.0f} s: "
        "every one ended, would be ruled the same again and replays to the same hashes; nothing was refused"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
