"""Background tasks: work that is repeated as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from carrom.server.metrics import BACKGROUND_FAILURES

log = logging.getLogger("carrom.server")


async def keep_running(
    name: str, work: Callable[[], Awaitable[object]], every: float, first: float | None = None
) -> None:
    """Run `work` every so many seconds until cancelled, `first` after so many; failures are logged."""
    seconds = every if first is None else first
    while True:
        await asyncio.sleep(seconds)
        seconds = every
        try:
            await work()
        except Exception:
            BACKGROUND_FAILURES.labels(name).inc()
            log.exception(
                "background task %s failed; it runs again", name, extra={"cause": f"background/{name}"}
            )


async def cancel_task(task: asyncio.Task[None] | None) -> None:
    """Cancel a background task and wait for its end."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
