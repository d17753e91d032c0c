"""Play jobs on many machines by Ray, which is an optional dependency."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from carrom.arena.jobs import Job, Result
from carrom.arena.workers import Crew, Finished, JobFailed, Numbered, checked, run_safely
from carrom.errors import CarromError, system_message

LOCAL = "local"

_PATIENCE = 5.0  # seconds to wait for a connection
_AHEAD = 2  # jobs submitted for each core, so that none is idle


def on_ray(address: str, workers: int | None = None, keep_records: bool = False) -> Crew:
    """A crew of Ray tasks, with one core each. `local` starts Ray on this machine, with `workers` cores."""
    ray = _ray()

    def play(jobs: Iterator[Numbered]) -> Finished:
        _connect(ray, address, workers)
        try:
            yield from _results(ray, jobs, workers, keep_records)
        finally:
            ray.shutdown()

    return play


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise CarromError("refused.ray.not-installed") from None


def _connect(ray: Any, address: str, workers: int | None) -> None:
    own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
    _check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False, **own)
    except Exception as wrong:  # Ray raises errors of many types
        why = str(wrong).strip().split("\n")[0] or type(wrong).__name__
        raise CarromError("refused.ray.no-answer", address=address, why=why) from None


def _check_reachable(address: str) -> None:
    """Refuse an address where nobody listens: Ray itself would wait for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        if address in (LOCAL, "auto"):
            return
        raise CarromError("refused.ray.address", address=address)
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except OverflowError:
        raise CarromError("refused.ray.address", address=address) from None
    except OSError as wrong:
        raise CarromError("refused.ray.no-answer", address=address, why=system_message(wrong)) from None


def _results(ray: Any, jobs: Iterator[Numbered], workers: int | None, keep_records: bool) -> Finished:
    task = ray.remote(num_cpus=1, max_retries=2)(_task)
    cores = workers or int(ray.cluster_resources().get("CPU", 1))
    given: dict[Any, Numbered] = {}
    while True:
        while len(given) < _AHEAD * cores and (numbered := next(jobs, None)) is not None:
            given[task.remote(numbered[1], keep_records)] = numbered
        if not given:
            return
        for reference in ray.wait(list(given), num_returns=1)[0]:
            number, job = given.pop(reference)
            try:
                result = ray.get(reference)
            except ray.exceptions.RayError as wrong:
                result = JobFailed(f"Ray: {str(wrong).strip().splitlines()[-1]}")
            yield number, checked(result, job)


def _task(job: Job, keep_records: bool) -> Result | JobFailed:
    os.environ["CARROM_THREADS"] = "1"  # there are as many processes as cores
    return run_safely(job, keep_records)
