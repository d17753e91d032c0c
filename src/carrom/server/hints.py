"""Hints: what a good player would play, found by a worker while the room goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carrom.errors import CarromError
from carrom.players.view import View
from carrom.server.client import Client
from carrom.server.errors import Refused, refusal
from carrom.server.messages import ErrorMessage, HintMessage, HintRequest
from carrom.server.seats import answering
from carrom.table import ToStrike
from carrom.table.runner import chance

if TYPE_CHECKING:
    from carrom.server.room import Room

HERE = ("computer", "practice")


class Hints:
    """One at a time for a link: each is seconds of somebody's thought."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._asking: set[str] = set()

    def ask(self, client: Client, request: HintRequest) -> None:
        try:
            view = self._view(client, request)
        except CarromError as refused:
            self._refuse(client, request, refused)
            return
        self._asking.add(client.role.token)
        self._room.do(self._find(client, request, view))

    def _view(self, client: Client, request: HintRequest) -> View:
        room, table = self._room, self._room.table
        if room.kind not in HERE:
            raise Refused("hint/not-here")
        if client.role.token in self._asking:
            raise Refused("busy")
        if request.v != table.seq:
            raise Refused("table/stale", {"v": table.seq})
        if not isinstance(table.asks, ToStrike):
            raise Refused("play/not-now")
        player = answering(table.asks, table.match, room.tosser, client.role.mine)
        seed = chance(room.settings.seed, "hint", table.seq)
        return View(table.match, table.layout, player, table.equipment, seed)

    async def _find(self, client: Client, request: HintRequest, view: View) -> None:
        try:
            found = await self._room.behind.workers.hint(view, request.count, request.lang)
            if self._room.table.seq != request.v:
                raise Refused("table/stale", {"v": self._room.table.seq})
            client.send(HintMessage(request.id, found))
        except CarromError as refused:
            self._refuse(client, request, refused)
        finally:
            self._asking.discard(client.role.token)

    def _refuse(self, client: Client, request: HintRequest, refused: CarromError) -> None:
        code, args, _ = refusal(refused)
        client.send(ErrorMessage(code, request.id, args))
