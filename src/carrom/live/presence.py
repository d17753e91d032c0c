"""Who is at the table, who has gone and since when. The time is told by whoever asks."""

from __future__ import annotations

from carrom.live.messages import Here
from carrom.server.client import Client


class Presence:
    """The connections of a room. A person is here while one of them plays for that person."""

    def __init__(self, persons: tuple[str, ...], patience: float, now: float) -> None:
        self.clients: list[Client] = []
        self._persons = persons
        self._patience = patience
        self._gone: dict[str, float] = dict.fromkeys(persons, now)
        self._wait_until: dict[str, float] = {}  # for whom more time was given in this absence
        self.empty_since = now

    def come(self, client: Client) -> None:
        self.clients.append(client)
        for name in client.role.mine:
            self._gone.pop(name, None)
            self._wait_until.pop(name, None)

    def leave(self, client: Client, now: float) -> None:
        if client not in self.clients:
            return
        self.clients.remove(client)
        for name in client.role.mine:
            if not any(name in other.role.mine for other in self.clients):
                self._gone.setdefault(name, now)
        if not self.clients:
            self.empty_since = now

    def here(self, name: str) -> bool:
        return name not in self._gone

    @property
    def anybody(self) -> bool:
        """Whether a person who plays is here."""
        return any(name not in self._gone for name in self._persons)

    @property
    def asker(self) -> str:
        """The address for which a computer player of this room thinks: that of the first who plays here."""
        return next((client.asker for client in self.clients if client.role.mine), "")

    @property
    def watchers(self) -> int:
        return sum(not client.role.mine for client in self.clients)

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(name for name in self._persons if name in self._gone)

    def wait(self, now: float) -> bool:
        """Give those who have gone as long again, once an absence; False if all of them have had it."""
        names = [name for name in self.gone if name not in self._wait_until]
        self._wait_until |= dict.fromkeys(names, now + self._patience)
        return bool(names)

    def claimable(self, name: str, now: float) -> bool:
        """Whether somebody has been gone for so long that the match may be claimed."""
        at = self.claimable_at(name)
        return at is not None and now >= at

    def claimable_at(self, name: str) -> float | None:
        gone = self._gone.get(name)
        return None if gone is None else max(gone + self._patience, self._wait_until.get(name, 0.0))

    def shown(self, now: float, claims: bool) -> tuple[Here, ...]:
        """For the page; `claims`: whether matches can be claimed in this room."""
        return tuple(
            Here(
                name,
                self.here(name),
                0.0 if self.here(name) else round(now - self._gone[name], 1),
                claims and self.claimable(name, now),
                round(max(0.0, (self.claimable_at(name) or now) - now), 1),
                name in self._wait_until,
            )
            for name in self._persons
        )
