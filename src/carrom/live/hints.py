"""Hints: what a good player would play, found by a worker while the room goes on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.errors import CarromError
from carrom.live.messages import HintMessage, HintRequest
from carrom.live.seats import answering
from carrom.players.view import View
from carrom.server.client import Client
from carrom.server.errors import Refused
from carrom.server.frames import error_of
from carrom.table import ToStrike
from carrom.table.runner import chance

if TYPE_CHECKING:
    from carrom.live.game import Room

HERE = ("computer", "practice")


@dataclass(frozen=True, slots=True)
class _Asked:
    client: Client
    request: HintRequest
    task: asyncio.Task[None]


class Hints:
    """One at a time for a link: each is seconds of somebody's thought."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._asked: dict[str, _Asked] = {}

    def ask(self, client: Client, request: HintRequest) -> None:
        try:
            view = self._view(client, request)
        except CarromError as refused:
            self._refuse(client, request, refused)
            return
        asked = _Asked(client, request, self._room.do(self._find(client, request, view)))
        self._asked[client.role.token] = asked
        asked.task.add_done_callback(lambda _: self._forget(asked))

    def look(self) -> None:
        """Drop what nobody needs any more: the asker has left, or the table has moved on."""
        for asked in tuple(self._asked.values()):
            if not asked.client.gone and asked.request.v == self._room.table.seq:
                continue
            self._forget(asked)
            asked.task.cancel()
            self._refuse(asked.client, asked.request, Refused("table/stale", {"v": self._room.table.seq}))

    def _forget(self, asked: _Asked) -> None:
        if self._asked.get(asked.client.role.token) is asked:
            del self._asked[asked.client.role.token]

    def _view(self, client: Client, request: HintRequest) -> View:
        room, table = self._room, self._room.table
        if room.kind not in HERE:
            raise Refused("hint/not-here")
        if client.role.token in self._asked:
            raise Refused("busy")
        if request.v != table.seq:
            raise Refused("table/stale", {"v": table.seq})
        if not isinstance(table.asks, ToStrike):
            raise Refused("play/not-now")
        room.behind.rates.check("hints", client.asker)
        player = answering(table.asks, table.match, room.tosser, client.role.mine)
        seed = chance(room.settings.seed, "hint", table.seq)
        return View(table.match, table.layout, player, table.equipment, seed)

    async def _find(self, client: Client, request: HintRequest, view: View) -> None:
        try:
            found = await self._room.behind.workers.hint(client.asker, view, request.count, request.lang)
            client.send(HintMessage(request.id, found))
        except CarromError as refused:
            self._refuse(client, request, refused)

    def _refuse(self, client: Client, request: HintRequest, refused: CarromError) -> None:
        client.send(error_of(refused, request.id))
