"""Ray: the same jobs on many machines. An optional extra; nothing else needs it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from carrom.arena.jobs import Job, Result
from carrom.arena.workers import Crew, Finished, JobFailed, Numbered, answered, checked, one_thread
from carrom.errors import CarromError, system_message

LOCAL = "local"

_PATIENCE = 5.0  # seconds to answer
_AHEAD = 2  # jobs handed out for each core, so that none waits


def on_ray(address: str, workers: int | None = None, keep_records: bool = False) -> Crew:
    """Jobs as Ray tasks of one core each. `local` starts a Ray of this machine, with `workers` cores."""
    ray = _ray()

    def play(jobs: Iterator[Numbered]) -> Finished:
        _connect(ray, address, workers)
        try:
            yield from _shared_out(ray, jobs, workers, keep_records)
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
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False, **own)
    except Exception as wrong:  # Ray has many ways to say no
        why = str(wrong).strip().split("\n")[0] or type(wrong).__name__
        raise CarromError("refused.ray.no-answer", address=address, why=why) from None


def _knock(address: str) -> None:
    """Where nobody listens Ray itself would wait for many minutes."""
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


def _shared_out(ray: Any, jobs: Iterator[Numbered], workers: int | None, keep_records: bool) -> Finished:
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
            yield number, checked(_answer(ray, reference), job)


def _task(job: Job, keep_records: bool) -> Result | JobFailed:
    one_thread()
    return answered(job, keep_records)


def _answer(ray: Any, reference: Any) -> Result | JobFailed:
    try:
        answer: Result | JobFailed = ray.get(reference)
    except ray.exceptions.RayError as wrong:
        return JobFailed(f"Ray: {str(wrong).strip().splitlines()[-1]}")
    return answer
