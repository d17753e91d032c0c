"""Prometheus metrics of the process, served on a port of their own.

A label is a route, a status, a code or a kind; never a token, a name or an address.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import prometheus_client as prometheus

from carrom.errors import CarromError, system_message
from carrom.store import KeptLine

REGISTRY = prometheus.CollectorRegistry()
prometheus.ProcessCollector(registry=REGISTRY)
_counter = partial(prometheus.Counter, registry=REGISTRY)
_gauge = partial(prometheus.Gauge, registry=REGISTRY)
_histogram = partial(prometheus.Histogram, registry=REGISTRY)

REQUESTS = _counter("carrom_http_requests", "HTTP requests answered.", ("method", "route", "status"))
REQUEST_SECONDS = _histogram(
    "carrom_http_request_seconds", "Time from a request to the end of its answer.", ("route",)
)
SOCKETS = _gauge("carrom_sockets", "Open WebSocket connections.", ("route",))
REFUSALS = _counter("carrom_refusals", "Requests and frames refused.", ("code",))
EXCEPTIONS = _counter("carrom_unexpected_exceptions", "Unexpected exceptions.")
BACKGROUND_FAILURES = _counter("carrom_background_failures", "Failed runs of a background task.", ("task",))
ROOMS = _gauge("carrom_rooms", "Live rooms.")
DESKS = _gauge("carrom_desks", "Live umpires' tables.")
STROKES = _counter("carrom_strokes", "Simulated strokes stored.")
ENTRIES = _counter("carrom_entries", "Entries stored.")
COMMIT_SECONDS = _histogram(
    "carrom_store_commit_seconds",
    "Time of a commit that succeeded, heartbeats included.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
STORE_FAILURES = _counter("carrom_store_failures", "Calls the store failed at.", ("code",))
WAL_BYTES = _gauge("carrom_store_wal_bytes", "Size of the write-ahead log.")
READY = _gauge("carrom_ready", "1 if /readyz answers 200, otherwise 0.")
WORKERS_ALIVE = _gauge("carrom_workers_alive", "Worker processes that answer.", ("kind",))
WORKERS_QUEUE = _gauge("carrom_workers_queue", "Requests that wait for a free worker.", ("kind",))
COMMIT_QUEUE = _gauge("carrom_commit_queue", "Appends that wait for the commit under way.")
OWNED = _gauge("carrom_owned_matches", "Live matches that this node owns.")
LEASE_AGE = _gauge("carrom_lease_age_seconds", "Seconds since this node's lease was renewed.")
CLAIMS = _counter("carrom_claims", "Matches claimed by this node, or lost to another one.", ("outcome",))
RELAYED_SOCKETS = _gauge("carrom_relayed_sockets", "Sockets passed on to the owners of their matches.")


class StoreMetrics:
    """Counts the commits and failures of a store."""

    def committed(self, seconds: float) -> None:
        COMMIT_SECONDS.observe(seconds)

    def appended(self, lines: Sequence[KeptLine]) -> None:
        ENTRIES.inc(len(lines))
        STROKES.inc(sum(line.trace is not None for line in lines))

    def failed(self, error: CarromError) -> None:
        if error.code.startswith("store/"):
            STORE_FAILURES.labels(error.code).inc()


@contextmanager
def serve_metrics(host: str, port: int) -> Iterator[int]:
    """Serve the metrics in a thread; yields the port, which is any free one for 0."""
    try:
        server, thread = prometheus.start_http_server(port, host, REGISTRY)
    except OSError as wrong:
        raise CarromError("refused.server.metrics", host=host, port=port, why=system_message(wrong)) from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
