"""A server that is killed again and again under umpires' reports: no acknowledged one is lost or doubled.

python3 tools/desk_faults.py                       100 kills under 12 tables
python3 tools/desk_faults.py --kills 3 --tables 4  a short run

Each phone reports stroke after stroke; what was not answered it sends again under the same number, half of
the time without knowing where its last one stands. At the end each record is held against what its umpire was
told.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.bot import PATIENCE, Json, Server, asked

from carrom.record import audit, load
from carrom.record.entries import Remarked

SEATED: tuple[Json, ...] = (
    {"do": "begin", "rulebook": "international-a", "first": ["Asha"], "second": ["Ben"]},
    {"do": "toss", "winner": "first", "choice": "break"},
    {"do": "seat", "seats": [["south", "Asha"], ["north", "Ben"]]},
    {"do": "play"},
)


@dataclass
class Found:
    """What was seen in a whole run."""

    kills: int = 0
    acknowledged: int = 0
    again: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)


class Phone(Thread):
    """One umpire: remarks that count, and strokes without end. `told` is the entry each number led to."""

    def __init__(self, url: str, seed: int, ended: Callable[[], bool]) -> None:
        super().__init__(name=f"phone-{seed}", daemon=True)
        self._url = url
        self._random = Random(seed)
        self._ended = ended
        self.desk: Json = asked(f"{url}/api/desks", {})
        self.told: dict[int, int] = {}
        self.again = 0
        self.refused: list[str] = []

    def run(self) -> None:
        v, number = 0, 0
        while not self._ended() and not self.refused:
            number += 1
            request = SEATED[number - 1] if number <= len(SEATED) else self._next(number)
            knows = number == 1 or self._random.random() < 0.5
            v = self._sent(number, v if knows else None, request)
            time.sleep(self._random.uniform(0.0, 0.02))

    def _next(self, number: int) -> Json:
        if number % 2:
            return {"do": "remark", "text": f"report {number}"}
        # Neither misses nor coins for ever: a board that ends is opened again by nobody here.
        return {"do": "stroke", "pocketed": ["striker"]} if number % 40 == 0 else {"do": "stroke"}

    def _sent(self, number: int, v: int | None, request: Json) -> int:
        """Sent until it is answered; gives the entry it led to."""
        body = {"client": "phone", "id": number, "v": v, "at": "", "request": request}
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = asked(f"{self._url}/api/desk/{self.desk['token']}", body)
            except HTTPError as refused:
                with refused:
                    self.refused.append(f"{self.name}: {request} refused, {refused.read().decode()}")
                return 0
            except (URLError, OSError, HTTPException, json.JSONDecodeError):
                self.again += 1
                time.sleep(0.02)
                continue
            self.told[number] = answer["v"]
            return int(answer["v"])
        self.refused.append(f"{self.name}: {request} was never answered")
        return 0


def held_against(lines: bytes, phone: Phone, file: Path, found: Found) -> None:
    """Every report that was acknowledged stands at its entry, and none stands twice."""
    file.write_bytes(lines)
    record = load(file)
    found.entries += len(record.entries)
    found.acknowledged += len(phone.told)
    found.again += phone.again
    found.wrong += phone.refused
    if record.damage is not None:
        found.wrong.append(str(record.damage))
    if differs := audit(record.entries):
        found.wrong.append(f"audit: {differs[0]}")
    remarks = {each.event.text: each.seq for each in record.entries if isinstance(each.event, Remarked)}
    if len(remarks) != sum(isinstance(each.event, Remarked) for each in record.entries):
        found.wrong.append(f"{phone.name}: a report stands twice")
    for number, v in phone.told.items():
        if v != number:
            found.wrong.append(f"{phone.name}: report {number} became entry {v}")
        if number > len(record.entries) or remarks.get(f"report {number}", v) != v:
            found.wrong.append(f"{phone.name}: report {number} was acknowledged, and entry {v} is another")


def killed(server: Server, kills: int, tables: int, seed: int, folder: Path) -> Found:
    """Reports over HTTP, while the server is killed at random moments and started again."""
    random, found, ended = Random(seed), Found(), False
    phones = [Phone(server.url, 1000 * seed + n, lambda: ended) for n in range(tables)]
    for phone in phones:
        phone.start()
    began = time.monotonic()
    while found.kills < kills:
        _some_reports(phones, random)
        server.kill()
        found.kills += 1
        server.start()
        left = (time.monotonic() - began) / found.kills * (kills - found.kills)
        print(
            f"\r{found.kills} of {kills} kills, about {left:.0f} s left ", end="", file=sys.stderr, flush=True
        )
    _some_reports(phones, random)
    ended = True
    for phone in phones:
        phone.join(PATIENCE)
    print(file=sys.stderr)
    for n, phone in enumerate(phones):
        lines = asked_lines(server.url, phone.desk["token"])
        held_against(lines, phone, folder / f"{n}.carrom", found)
    return found


def asked_lines(url: str, token: str) -> bytes:
    """The record of a table as a file."""
    with urlopen(f"{url}/api/desk/{token}/record", timeout=PATIENCE) as answer:
        content: bytes = answer.read()
    return content


def _some_reports(phones: list[Phone], random: Random) -> None:
    """A random moment in the midst of reports; every table has got on by then."""
    before = [len(phone.told) for phone in phones]
    wanted = random.randint(1, 10)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if all(
            len(phone.told) >= had + wanted or phone.refused
            for phone, had in zip(phones, before, strict=True)
        ):
            break
        time.sleep(0.01)
    time.sleep(random.uniform(0.0, 0.05))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder / "data", workers=0)
        server.start()
        try:
            found = killed(server, options.kills, options.tables, options.seed, folder)
        finally:
            server.stop()
    print(
        f"{found.kills} kills under {options.tables} tables in {time.monotonic() - began:.0f} s: "
        f"{found.entries} entries, {found.acknowledged} reports acknowledged, "
        f"{found.again} sent again, {len(found.wrong)} wrong"
    )
    for line in found.wrong[:20]:
        print(f"  {line}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
