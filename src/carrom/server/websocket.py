"""One socket of a player, an umpire or a watcher: frames are counted, read and handed to live matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

import msgspec
from msgspec import structs
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carrom.errors import CarromError
from carrom.i18n import spoken
from carrom.live import messages as wire
from carrom.live.game import MemberRequest
from carrom.live.owner import Join, Member, Rejection
from carrom.live.refused import Refused
from carrom.live.tokens import Role
from carrom.server.background import cancel_task
from carrom.server.encoding import decoded, encoded, lang_of
from carrom.server.outbox import TOO_SLOW, Outbox, message_bytes
from carrom.server.ownership import PATIENCE, PAUSE, Elsewhere
from carrom.server.rate_limits import ConcurrencyLimit, Rate, client_of
from carrom.server.registry import GOING_AWAY, Game, Registry
from carrom.server.relay import MISDIRECTED_SOCKET, Upstream, is_relayed
from carrom.server.tcp import CONNECTION, SocketConnection
from carrom.store.cluster import NotOwner

REFUSED, TOO_LARGE, FAILED = 1008, 1009, 1011  # close codes of RFC 6455, as GOING_AWAY

PING = '{"t":"ping"}'

_DECODER: msgspec.json.Decoder[wire.AnyRequest] = msgspec.json.Decoder(wire.AnyRequest)


class _Numbered(msgspec.Struct):
    id: int = 0


class _Told(msgspec.Struct):
    """What has to be known of a message of an owner elsewhere."""

    t: str
    token: str = ""


class _Close(Exception):
    """Ends the connection with a close code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def serve_socket(websocket: WebSocket, registry: Registry, sockets: ConcurrencyLimit) -> None:
    """A connection from handshake to close; `sockets` limits how many an address has at once."""
    origin = websocket.headers.get("origin")
    if origin is not None and origin not in registry.network.origins:
        await websocket.close(REFUSED)
        return
    connection: SocketConnection = websocket.scope[CONNECTION]
    asker = client_of(websocket)
    allowed = sockets.allows_more(asker)
    sockets.enter(asker)
    try:
        await websocket.accept()
        connection.forget_handshake()
        if not allowed:
            connection.send_at_once(message_bytes(Rejection(Refused("room/full")), lang_of(websocket)))
            raise _Close(REFUSED)
        await Connection(websocket, registry, connection).live()
    except (WebSocketDisconnect, ConnectionError):
        pass
    except _Close as close:
        if websocket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(RuntimeError, ConnectionError, WebSocketDisconnect):
                await websocket.close(close.code)
    finally:
        sockets.leave(asker)


class Connection:
    """The first request says what the connection is for: to join a game, or to follow umpires' tables.

    Where other nodes own these, everything is passed on to them and back.
    """

    def __init__(self, websocket: WebSocket, registry: Registry, connection: SocketConnection) -> None:
        self._socket = websocket
        self._registry = registry
        self._asker = client_of(websocket)
        self._limits = limits = registry.limits
        self._frames = Rate(limits.flood, limits.messages_seconds)
        self._messages = Rate(limits.messages, limits.messages_seconds)
        self._aims = Rate(limits.aims, 1.0)
        self._outbox = Outbox(limits.sends, connection.send_at_once)
        connection.on_writable = self._outbox.flush
        self._lang = lang_of(websocket)
        self._heard_at = monotonic()
        self._next_check: asyncio.TimerHandle
        self._connection = connection
        self._receiving = False
        self._answer: asyncio.Future[object] | None = None
        """That of the game to the last request, if it is not there yet."""
        self._game: Game | None = None
        self._members: list[tuple[str, Member]] = []
        """As whom this connection is where: one at a game, or one for each table that is followed."""
        self._joined_at: Upstream | None = None
        """The owner of the game, if it is elsewhere."""
        self._upstreams: dict[Upstream, asyncio.Task[None]] = {}
        """Every node that something is passed on to, and the task that hears it."""

    async def live(self) -> None:
        try:
            await self._first()
            await self._converse()
        finally:
            self._outbox.gone = True
            await self._leave()

    async def _next_frame(self) -> str:
        """The text of the next frame that waits for this task."""
        self._receiving = True
        try:
            message = await self._socket.receive()
        finally:
            self._receiving = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        self._count(len(message.get("bytes") or b"") if text is None else len(text.encode()))
        return text or ""

    def _count(self, size: int) -> None:
        """Count a frame of so many bytes. A flood or a frame too large closes the connection."""
        self._heard_at = monotonic()
        if size > self._limits.frame:
            too_large = Refused("frame/too-large", {"limit": self._limits.frame})
            self._send(Rejection(too_large))
            raise _Close(TOO_LARGE)
        if self._frames.count() > self._limits.flood:
            raise _Close(REFUSED)

    def _check_deadlines(self) -> None:
        """Close the connection if nothing was heard, or a message not taken, for too long.

        It is looked for now and then, since a timer for every frame would cost more than the frame.
        """
        now, silence, send = monotonic(), self._limits.silence_seconds, self._limits.send_seconds
        if now - self._heard_at >= silence:
            self._outbox.drop(GOING_AWAY)
        elif (since := self._outbox.waiting_since) is not None and now - since >= send:
            self._outbox.drop(TOO_SLOW)
        else:
            later = min(silence, send) / 2.0
            self._next_check = asyncio.get_running_loop().call_later(later, self._check_deadlines)

    async def _first(self) -> None:
        try:
            async with asyncio.timeout(self._limits.join_seconds):
                text = await self._next_frame()
        except TimeoutError:
            raise _Close(REFUSED) from None
        try:
            request = decoded(_DECODER, text)
            if isinstance(request, wire.JoinRequest):
                await self._join(request, text)
            elif isinstance(request, wire.FollowRequest):
                await self._follow(request)
            else:
                raise Refused("frame/malformed")
        except CarromError as refused:
            self._send(Rejection(refused))
            raise _Close(REFUSED) from None

    async def _converse(self) -> None:
        if not self._outbox.gone:
            loop, reader = asyncio.get_running_loop(), asyncio.current_task()
            assert reader is not None
            stopping: list[asyncio.Handle] = []
            # Not at once: it may be the reader itself that drops the connection.
            self._outbox.on_drop = lambda: stopping.append(loop.call_soon(reader.cancel))
            self._connection.take = self._take
            self._check_deadlines()
            self._registry.health.follow(self._send)
            try:
                await self._listen()
            except asyncio.CancelledError:
                if not self._outbox.gone:
                    raise
                reader.uncancel()
            finally:
                self._registry.health.unfollow(self._send)
                self._next_check.cancel()
                for stop in stopping:
                    stop.cancel()
        # The other end is too slow or breaks the rules, or the match is elsewhere.
        raise _Close(self._outbox.close_code)

    async def _join(self, join: wire.JoinRequest, text: str) -> None:
        """Join a game, here or at its owner; `text` is the request as it came."""
        self._lang = spoken((join.lang,))
        self._registry.rates.check("joins", self._asker)
        until = monotonic() + PATIENCE
        while not (self._game or self._joined_at):
            try:
                game, role = await self._registry.find(join.room, join.token, self._asker)
                member = self._member(join.room, role, join.client)
                await game.ask(Join(member, join.since))
                self._game = game
            except (Elsewhere, NotOwner) as wrong:
                await self._leave()
                address = self._owner_of(wrong)
                self._joined_at = await self._open_upstream(address, text) if address else None
                if self._joined_at is None:
                    await self._pause(until)

    async def _follow(self, request: wire.FollowRequest) -> None:
        """Follow these tables instead of those before."""
        await self._leave()
        self._lang = spoken((request.lang,))
        until = monotonic() + PATIENCE
        tokens = tuple(dict.fromkeys(request.tokens))
        while tokens := await self._follow_some(tokens, request):
            await self._pause(until)

    async def _follow_some(self, tokens: Sequence[str], request: wire.FollowRequest) -> tuple[str, ...]:
        """Follow tables, here or at their owners; returns those that found no owner yet."""
        elsewhere: dict[str, list[str]] = {}
        for token in tokens:
            try:
                table, _ = await self._registry.find_umpired(token, self._asker)
                member = self._member(table.owner.kept.id, Role(token, ()), request.page)
                await table.ask(Join(member))
            except (Elsewhere, NotOwner) as wrong:
                elsewhere.setdefault(self._owner_of(wrong), []).append(token)
            except CarromError as refused:
                unknown = refused.code == "desk/unknown"
                self._send(wire.UnknownMessage(token) if unknown else Rejection(refused))
        again = elsewhere.pop("", [])
        for address, theirs in elsewhere.items():
            asked = encoded(structs.replace(request, tokens=tuple(theirs)), self._lang).decode()
            if await self._open_upstream(address, asked) is None:
                again += theirs
        return tuple(again)

    def _owner_of(self, wrong: Elsewhere | NotOwner) -> str:
        """The address of the owner; "" if it has to be asked for again. A relayed socket goes back."""
        if is_relayed(self._socket):
            raise _Close(MISDIRECTED_SOCKET)
        return wrong.address if isinstance(wrong, Elsewhere) else ""

    async def _pause(self, until: float) -> None:
        """Wait before the next try. The client comes back, if no owner was found for too long."""
        if monotonic() > until or self._registry.ownership.leaving:
            raise _Close(GOING_AWAY)
        await asyncio.sleep(PAUSE)

    async def _open_upstream(self, address: str, text: str) -> Upstream | None:
        upstream = await self._registry.relay.open_socket(address, self._socket, text)
        if upstream is not None:
            self._registry.relayed.add(self._outbox)
            self._upstreams[upstream] = asyncio.create_task(self._hear_owner(upstream))
        return upstream

    async def _hear_owner(self, upstream: Upstream) -> None:
        """Pass on what an owner says. Once it is lost, so is this connection: the client comes back."""
        while (text := await upstream.next()) is not None:
            if upstream is self._joined_at:
                self._outbox.put(text.encode())
                continue
            told = msgspec.json.decode(text, type=_Told)
            if told.t == "desk":
                self._outbox.show(told.token, text.encode())
            elif told.t != "pong":
                self._outbox.put(text.encode())
        self._outbox.finish(upstream.close_code or GOING_AWAY)

    def _member(self, match: str, role: Role, name: str) -> Member:
        member = Member(role, name, self._asker, self._lang)
        self._members.append((match, member))
        self._registry.outboxes[member] = self._outbox
        return member

    async def _leave(self) -> None:
        for match, member in self._members:
            self._registry.leave(match, member)
            self._outbox.forget(member.role.token)
        self._members.clear()
        self._registry.relayed.discard(self._outbox)
        upstreams, self._upstreams = self._upstreams, {}
        try:
            for upstream, hearing in upstreams.items():
                await cancel_task(hearing)
                await upstream.close()
        finally:
            # Also if the server ends before the others have said goodbye.
            for upstream in upstreams:
                upstream.abort()

    def _take(self, text: str) -> bool:
        """Hear a player or watcher of a game here at once, unless a frame before it is not done with."""
        if not self._receiving or self._game is None or self._answer is not None:
            return False
        try:
            self._count(len(text.encode()))
            self._hear_at(self._game, text)
        except _Close as close:
            self._outbox.finish(close.code)
        return True

    async def _listen(self) -> None:
        while True:
            text = await self._next_frame()
            if self._joined_at is not None:
                await self._joined_at.send(text)
            elif self._game is not None:
                if self._answer is not None:
                    await asyncio.wait((self._answer,))
                self._hear_at(self._game, text)
            else:
                try:
                    await self._hear_follower(text)
                except CarromError as refused:
                    self._send(Rejection(refused, _id_of(text)))

    def _hear_at(self, game: Game, text: str) -> None:
        """Hand a request to a game of this node."""
        if game.closed:
            raise _Close(GOING_AWAY)
        try:
            request = self._read(text)
            if request is None:
                return
            if isinstance(request, wire.PingRequest):
                self._send(wire.PongMessage())
                return
            if isinstance(request, wire.FollowRequest | wire.JoinRequest):
                raise Refused("frame/malformed")
            if isinstance(request, wire.LanguageRequest):
                self._lang = spoken((request.lang,))
            self._answer = answer = game.begin(MemberRequest(self._members[0][1], request))
        except CarromError as refused:
            self._send(Rejection(refused, _id_of(text)))
            return
        if answer.done():
            self._answered(text, answer)
        else:
            answer.add_done_callback(partial(self._answered, text))

    def _answered(self, text: str, answer: asyncio.Future[object]) -> None:
        self._answer = None
        wrong = None if answer.cancelled() else answer.exception()
        if isinstance(wrong, NotOwner):
            return  # the match was dropped, and this connection with it
        if isinstance(wrong, CarromError):
            self._send(Rejection(wrong, _id_of(text)))
        elif wrong is not None:
            self._outbox.drop(FAILED)

    def _read(self, text: str) -> wire.AnyRequest | None:
        """The request in a frame; None for one too many that is dropped."""
        try:
            request = decoded(_DECODER, text)
        except CarromError:
            if not self._messages.allows():
                return None
            raise
        if isinstance(request, wire.AimRequest | wire.ProbeRequest):
            return request if self._aims.allows() else None
        if not self._messages.allows():
            raise Refused("frame/too-many")
        return request

    async def _hear_follower(self, text: str) -> None:
        """Hear somebody who follows umpires' tables."""
        request = self._read(text)
        if isinstance(request, wire.PingRequest):
            self._send(wire.PongMessage())
            for upstream in self._upstreams:
                await upstream.send(PING)
        elif isinstance(request, wire.FollowRequest):
            await self._follow(request)
        elif request is not None:
            raise Refused("frame/malformed")

    def _send(self, message: wire.Message | Rejection) -> None:
        self._outbox.put(message_bytes(message, self._lang))


def _id_of(text: str) -> int:
    """The number of a refused request, or 0."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return msgspec.json.decode(text, type=_Numbered).id
    return 0
