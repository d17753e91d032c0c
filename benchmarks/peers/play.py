"""One peer plays one set of strokes: the job as JSON on stdin, what came of it as JSON on stdout.

Runs in the peers' environment, from the project's folder: python -m benchmarks.peers.play
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import Any

from benchmarks.peers.stepping import Played, Problem, Stroke


def main() -> int:
    job = json.load(sys.stdin)
    # What an engine prints of its own must not get between the lines of JSON.
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    engine = import_module(f"benchmarks.peers.with_{job['peer']}")
    problem = Problem(**job["problem"])
    warm_up, strokes = map(read_strokes, (job["warm_up"], job["strokes"]))

    def play(stroke: Stroke) -> Played:
        played: Played = engine.play(stroke, problem, job["setting"], job["step"])
        return played

    for stroke in warm_up:
        play(stroke)
    best = min(
        ([play(stroke) for stroke in strokes] for _ in range(job["repeats"])),
        key=lambda repeat: sum(played.seconds for played in repeat),
    )
    result = {
        "version": engine.VERSION,
        "seconds": sum(played.seconds for played in best) / len(best),
        "restless": sum(not played.rests for played in best),
        "places": [played.places for played in best],
    }
    json.dump(result, answer)
    answer.close()
    return 0


def read_strokes(plain: list[dict[str, Any]]) -> list[Stroke]:
    return [Stroke(tuple((x, y) for x, y in stroke["pieces"]), tuple(stroke["velocity"])) for stroke in plain]


if __name__ == "__main__":
    sys.exit(main())
