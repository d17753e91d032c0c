"""A server that is killed again and again under umpires' reports: no acknowledged one is lost or doubled.

python3 tools/desk_faults.py                       100 kills under 12 tables; after Ctrl-C the same goes on
python3 tools/desk_faults.py --kills 3 --tables 4  a short run

Each phone reports stroke after stroke; what was not answered it sends again under the same number, half of
the time without knowing where its last one stands. tools/kill_run.py says how the rest is done;
`carrom umpire --web` is what is killed, with the limits it has for everybody.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterable, Sequence
from http.client import HTTPException
from pathlib import Path
from random import Random
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import PATIENCE, Json, Told, asked, open_desk
from tools.kill_run import Clients, Kept, Site, main

from carrom.record import Record
from carrom.record.entries import Remarked

PAUSE = 0.1
"""Seconds at most between two reports of one umpire."""

SEATED: tuple[Json, ...] = (
    {"do": "begin", "rulebook": "international-a", "first": ["Asha"], "second": ["Ben"]},
    {"do": "toss", "winner": "first", "choice": "break"},
    {"do": "seat", "seats": [["south", "Asha"], ["north", "Ben"]]},
    {"do": "play"},
)


class Umpire(Clients):
    """The phone of one umpire: remarks and strokes in turn, each of which becomes the entry of its number."""

    command = ("umpire", "--web", "--local")

    def __init__(self, urls: Sequence[str], links: Json, seed: str) -> None:
        self._address = f"{urls[0]}/api/desk/{links['token']}"
        self._client = f"phone-{seed}"
        self._random = Random(seed)
        self._ended = False
        self.told = [Told()]

    @staticmethod
    def open(site: Site, number: int) -> Json:
        key = (site.data / "organiser.key").read_text(encoding="ascii").strip()
        return {"token": open_desk(site.urls[0], key)}

    async def play(self) -> None:
        try:
            await asyncio.to_thread(self._report)
        finally:
            self._ended = True

    def _report(self) -> None:
        # An earlier call may have been interrupted before its last report was answered.
        seen = self._answered(None)
        began = number = 0 if seen is None else seen["view"]["v"]
        while not self._ended:
            number += 1
            request = SEATED[number - 1] if number <= len(SEATED) else self._next(number)
            knows = number == began + 1 or self._random.random() < 0.5
            v = number - 1 if knows else None
            report = {"client": self._client, "id": number, "v": v, "at": "", "request": request}
            if answer := self._answered(report):
                self.told[0].acknowledged.append(report | {"became": answer["v"]})
            time.sleep(self._random.uniform(0.0, PAUSE))

    def _next(self, number: int) -> Json:
        if number % 2:
            return {"do": "remark", "text": f"report {number}"}
        # Neither misses nor coins for ever: a board that ends is opened again by nobody here.
        return {"do": "stroke", "pocketed": ["striker"]} if number % 40 == 0 else {"do": "stroke"}

    def _answered(self, report: Json | None) -> Json | None:
        """The answer to a report, or to a look at the table; it is sent until it is answered, or we end."""
        until, again = time.monotonic() + PATIENCE, False
        while not self._ended:
            try:
                answer: Json = asked(self._address, report)
            except HTTPError as refused:
                with refused:
                    raise AssertionError(f"{report} refused, {refused.read().decode()}") from None
            except (URLError, OSError, HTTPException, json.JSONDecodeError):
                if time.monotonic() > until:
                    raise AssertionError(f"{report} was never answered") from None
                again = True
                time.sleep(0.02)
                continue
            self.told[0].returns += again
            return answer
        return None

    @property
    def over(self) -> bool:
        return False

    def record(self) -> bytes:
        with urlopen(f"{self._address}/record", timeout=PATIENCE) as answer:
            content: bytes = answer.read()
        return content

    @staticmethod
    def wrong(content: bytes, record: Record, kept: Kept) -> Iterable[str]:
        for request in kept.acknowledged:
            if why := missing(record, request):
                yield f"{request} was acknowledged, {why}"
        remarks = [entry.event.text for entry in record.entries if isinstance(entry.event, Remarked)]
        if len(set(remarks)) != len(remarks):
            yield "something stands twice"


def missing(record: Record, request: Json) -> str:
    """Why the record does not hold a report that was acknowledged, or ""."""
    number = request["id"]
    if request["became"] != number:
        return f"and as entry {request['became']}, not as the next"
    if number > len(record.entries):
        return "and the record ends before it"
    event = record.entries[number - 1].event
    text = event.text if isinstance(event, Remarked) else None
    return "" if text == request["request"].get("text") else f"and there stands {event}"


if __name__ == "__main__":
    sys.exit(main(Umpire, __doc__, kills=100, tables=12))
