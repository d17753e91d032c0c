"""The processor time of one stroke in a live match: from a player's request to the texts for both players.

.venv/bin/python benchmarks/live.py                 this version
.venv/bin/python benchmarks/live.py --beside PATH   and, in the same run, the version with this src folder

Twenty online matches are played by chance, each under the next rulebook, in turn. Counted are the owner and
the wording of its messages, as the server does both, without sockets. The store takes every commit but does
not wait for a disk. The batch rate of eight coins says how fast the machine was.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from math import pi
from pathlib import Path
from random import Random

STROKES = 3000
ROUNDS = 3


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--beside", type=Path, help="the src folder of another version")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(*measured())
        return 0
    ours = Path(__file__).parent.parent / "src"
    versions = {"this version": ours} | ({str(options.beside): options.beside} if options.beside else {})
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in versions}
    for _ in range(ROUNDS):
        for name, sources in versions.items():
            command = [sys.executable, __file__, "--measure"]
            environment = os.environ | {"PYTHONPATH": str(sources)}
            printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            stroke, batch = map(float, printed.stdout.split())
            found[name].append((stroke, batch))
    for name, rounds in found.items():
        stroke, batch = (statistics.median(each) for each in zip(*rounds, strict=True))
        print(f"{name}: {1000.0 * stroke:.3f} ms a stroke; 8 coins in a batch: {batch:,.0f} strokes/s")
    if options.beside:
        before, now = (
            statistics.median(each[0] for each in found[name])
            for name in (str(options.beside), "this version")
        )
        print(f"ratio {before / now:.2f}")
    return 0


def measured() -> tuple[float, float]:
    """Seconds of processor time a stroke, and strokes a second of a batch of eight coins."""
    with tempfile.TemporaryDirectory() as folder:
        return live_seconds(Path(folder)), batch_rate()


def live_seconds(folder: Path) -> float:
    from carrom.live import messages as wire
    from carrom.live.game import GameOwner, MemberRequest
    from carrom.live.opening import Beginning, open_room
    from carrom.live.owner import Join, Member, Services
    from carrom.live.tokens import Role
    from carrom.physics import warm_up
    from carrom.rulebooks import RULEBOOKS
    from carrom.server import outbox
    from carrom.server.config import Limits
    from carrom.server.live_match import current_time
    from carrom.server.signing import Signer
    from carrom.store.sqlite import SqliteStore
    from carrom.table.simulator import simulate_here

    # Versions before 0.14 give text, and encode a trace for each reader.
    message_bytes = getattr(outbox, "message_bytes", None) or getattr(outbox, "message_text")  # noqa: B009
    with_encoded_trace = getattr(outbox, "with_encoded_trace", lambda message: message)
    warm_up()
    # As a server does (`carrom.server.serving`).
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 1000)
    store = SqliteStore(folder / "s.sqlite")
    store._file.execute("PRAGMA synchronous = OFF")
    services = Services(store, Limits(), Signer(folder / "server.key"), simulate_here, hurry=True)
    random, owners = Random(1), []
    for book in (sorted(RULEBOOKS) * 4)[:20]:
        new = wire.NewRoom(
            kind="online", rulebook=book, first=(wire.Chair("Asha"),), second=(wire.Chair("Ben"),)
        )
        made = open_room(store, Beginning.fresh(new, current_time().at), current_time().at)
        kept = store.match(made.room)
        assert kept is not None
        owner = GameOwner(services, kept, current_time())
        members = {name: Member(Role(f"token of {name}", (name,)), "page") for name in owner.persons}
        for member in members.values():
            owner.handle(Join(member), current_time())
        owners.append((owner, members))
    number = played = 0
    took = 0.0
    while played < STROKES:
        owner, members = owners[number % len(owners)]
        number += 1
        after = owner._after()
        asks = after.asks
        if asks.kind == "over" or not asks.players:
            owners.remove((owner, members))
            continue
        member = members[asks.players[0]]
        request: wire.AnyRequest
        match asks.kind:
            case "strike":
                low, high = random.choice(after.places)
                aim = (
                    random.uniform(low, high),
                    random.uniform(0.15 * pi, 0.85 * pi),
                    random.uniform(0.4, 1.0),
                )
                request = wire.StrikeRequest(number, owner.seq, *aim)
            case "place":
                assert after.spot is not None
                assert asks.coin is not None
                request = wire.PlaceRequest(number, owner.seq, asks.coin, *after.spot)
            case "toss":
                request = wire.ChooseRequest(number, owner.seq, "toss", "break")
            case "seat":
                request = wire.ChooseRequest(number, owner.seq, "seats", "south")
            case "turn":
                request = wire.ChooseRequest(number, owner.seq, "turn", 0.0)
            case "demand":
                request = wire.ChooseRequest(number, owner.seq, "demand", asks.count)
            case _:
                request = wire.ChooseRequest(number, owner.seq, "trial", "leave")
        began = time.thread_time()
        outcome = owner.handle(MemberRequest(member, request), current_time())
        for sent in outcome.messages:
            message = with_encoded_trace(sent.message)
            texts: dict[tuple[str, str], bytes | str] = {}
            for each in sent.to:
                who = each.lang, each.reader
                if who not in texts:
                    texts[who] = message_bytes(message, *who)
        if isinstance(request, wire.StrikeRequest):
            took += time.thread_time() - began
            played += 1
    store.close()
    return took / played


def batch_rate() -> float:
    from carrom.physics import simulate_many
    from carrom.stroke import Aim, Layout
    from carrom.words import Seat

    layout = Layout.parse(
        "w 0.16,0.17; b 0.05,0.1; q 0.0,0.0; w -0.2,0.1; b -0.1,-0.05; w 0.22,-0.08; b -0.25,0.2; w 0.02,0.25"
    )
    random = Random(2)
    aims = [
        Aim(
            Seat.SOUTH,
            random.uniform(-0.15, -0.05),
            random.uniform(0.3 * pi, 0.7 * pi),
            random.uniform(1.0, 3.0),
        )
        for _ in range(20_000)
    ]
    began = time.perf_counter()
    simulate_many(layout, aims, threads=1)
    return len(aims) / (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
