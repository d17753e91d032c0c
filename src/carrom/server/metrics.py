"""Metrics in Prometheus' text form: counted for the whole process, served on a listener of their own.

A label holds a route's form, a status, a code or a kind; never a token, a name or an address.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)

from carrom.errors import CarromError, system_message
from carrom.store import KeptLine, Summary
from carrom.store.sqlite import SqliteStore

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

REQUESTS = Counter(
    "carrom_http_requests", "HTTP requests answered.", ("method", "route", "status"), registry=REGISTRY
)
REQUEST_SECONDS = Histogram(
    "carrom_http_request_seconds",
    "Time from a request to the end of its answer.",
    ("route",),
    registry=REGISTRY,
)
SOCKETS = Gauge("carrom_sockets", "Open WebSocket connections.", ("route",), registry=REGISTRY)
REFUSALS = Counter("carrom_refusals", "Requests and frames refused.", ("code",), registry=REGISTRY)
EXCEPTIONS = Counter("carrom_unexpected_exceptions", "Exceptions nobody expected.", registry=REGISTRY)
BACKGROUND_FAILURES = Counter(
    "carrom_background_failures", "Failed runs of a background task.", ("task",), registry=REGISTRY
)
ROOMS = Gauge("carrom_rooms", "Live rooms.", registry=REGISTRY)
DESKS = Gauge("carrom_desks", "Live umpires' tables.", registry=REGISTRY)
STROKES = Counter("carrom_strokes", "Simulated strokes stored.", registry=REGISTRY)
ENTRIES = Counter("carrom_entries", "Entries stored.", registry=REGISTRY)
COMMIT_SECONDS = Histogram(
    "carrom_store_commit_seconds",
    "Time of a commit that succeeded, heartbeats included.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
    registry=REGISTRY,
)
STORE_FAILURES = Counter("carrom_store_failures", "Calls the store failed at.", ("code",), registry=REGISTRY)
WAL_BYTES = Gauge("carrom_store_wal_bytes", "Size of the write-ahead log.", registry=REGISTRY)
READY = Gauge("carrom_ready", "1 if /readyz answers 200, otherwise 0.", registry=REGISTRY)
WORKERS_ALIVE = Gauge("carrom_workers_alive", "Worker processes that answer.", ("kind",), registry=REGISTRY)
WORKERS_QUEUE = Gauge(
    "carrom_workers_queue", "Requests that wait for a free worker.", ("kind",), registry=REGISTRY
)


class MeasuredStore(SqliteStore):
    """A store whose commits and failures are counted."""

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        began = perf_counter()
        with super()._transaction():
            yield
        COMMIT_SECONDS.observe(perf_counter() - began)

    @contextmanager
    def _errors_translated(self) -> Iterator[None]:
        try:
            with super()._errors_translated():
                yield
        except CarromError as failed:
            if failed.code.startswith("store/"):
                STORE_FAILURES.labels(failed.code).inc()
            raise

    def append(self, match: str, lines: Sequence[KeptLine], summary: Summary, *, at: str) -> None:
        super().append(match, lines, summary, at=at)
        ENTRIES.inc(len(lines))
        STROKES.inc(sum(line.trace is not None for line in lines))


@contextmanager
def serve_metrics(host: str, port: int) -> Iterator[int]:
    """Serve the metrics in a thread of their own, and give the port; 0 is any that is free."""
    try:
        server, thread = start_http_server(port, host, REGISTRY)
    except OSError as wrong:
        raise CarromError("refused.server.metrics", host=host, port=port, why=system_message(wrong)) from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
