"""The trace of a stroke as a store keeps it: JSON, compressed."""

from __future__ import annotations

import zlib

from carrom.errors import TraceError
from carrom.physics.trace import Trace

LARGEST = 16_000_000  # bytes of JSON; a long stroke has some ten thousand


def packed(trace: Trace) -> bytes:
    return zlib.compress(trace.to_json().encode(), 6)


def unpacked(blob: bytes) -> Trace:
    """Read what `packed` wrote; `TraceError` says what is wrong with anything else."""
    reading = zlib.decompressobj()
    try:
        text = reading.decompress(blob, LARGEST).decode()
    except (zlib.error, UnicodeDecodeError):
        raise TraceError("refused.store.no-packed-trace") from None
    if not reading.eof:
        raise TraceError("refused.store.no-packed-trace")
    return Trace.from_json(text)
