"""A TCP proxy between a server and its database whose network can be taken away: cut, or silent."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class CutProxy:
    """Passes connections at a port of its own on to another port, while its network is whole."""

    def __init__(self, target: int) -> None:
        """`target` is a port of 127.0.0.1."""
        self._target = target
        self._whole, self._refuses = asyncio.Event(), False
        self._whole.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()
        # Not cancelled: a connection that is being opened would be left open for ever.
        self._whole.set()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def cut(self) -> None:
        """All connections end, and new ones too."""
        self._refuses = True
        for writer in tuple(self._open):
            writer.transport.abort()

    def silence(self) -> None:
        """Nothing arrives any more, and no connection ends. What was sent arrives after `heal`."""
        self._whole.clear()

    def heal(self) -> None:
        self._refuses = False
        self._whole.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A connection from the server, for as long as it lasts."""
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)
        if self._refuses:
            writer.transport.abort()
            return
        await self._whole.wait()
        with suppress(OSError):
            other_reader, other = await asyncio.open_connection("127.0.0.1", self._target)
            self._open |= {writer, other}
            try:
                if not self._refuses:
                    await asyncio.gather(self._pass_on(reader, other), self._pass_on(other_reader, writer))
            finally:
                self._open -= {writer, other}
                other.transport.abort()
        writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        # Neither end of a database's conversation goes on alone.
        writer.close()
