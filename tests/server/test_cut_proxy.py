"""The proxy of tools/cut_proxy.py: bytes pass, connections are cut, and silence ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tools.cut_proxy import CutProxy

SHORT = 0.2
ENDED = (ConnectionError, asyncio.IncompleteReadError)


@asynccontextmanager
async def echoing() -> AsyncIterator[CutProxy]:
    """A proxy before a server that says what it hears."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(100):
                writer.write(data)
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    proxy = CutProxy(server.sockets[0].getsockname()[1])
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()
        server.close()


async def said(proxy: CutProxy) -> bytes:
    """What comes back on a new connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    try:
        writer.write(b"hello")
        return await reader.readexactly(5)
    finally:
        writer.close()


def test_bytes_pass_until_it_is_cut_and_again_afterwards() -> None:
    async def run() -> None:
        async with echoing() as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            writer.write(b"hello")
            heard = await reader.readexactly(5)
            proxy.cut()

            assert heard == b"hello"
            with pytest.raises(ENDED):
                await reader.readexactly(1)
            writer.close()
            with pytest.raises(ENDED):
                await said(proxy)

            proxy.heal()
            assert await said(proxy) == b"hello"

    asyncio.run(run())


def test_silence_holds_what_is_sent_until_it_ends() -> None:
    async def run() -> None:
        async with echoing() as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            writer.write(b"hello")
            await reader.readexactly(5)
            proxy.silence()
            writer.write(b"again")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(reader.readexactly(5), SHORT)
            proxy.heal()

            assert await asyncio.wait_for(reader.readexactly(5), 10.0) == b"again"
            writer.close()

    asyncio.run(run())
