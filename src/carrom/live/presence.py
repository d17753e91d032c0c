"""Which persons are connected, and since when the others are absent. Each call passes the time."""

from __future__ import annotations

from carrom.live.messages import Here
from carrom.live.owner import Member


class Presence:
    """The members of a game. A person is here while a member plays for them."""

    def __init__(self, members: list[Member], persons: tuple[str, ...], patience: float, now: float) -> None:
        """The match may be claimed after a person was absent for `patience` seconds."""
        self._members = members
        self.persons = persons
        self._patience = patience
        self._gone: dict[str, float] = dict.fromkeys(persons, now)
        self._wait_until: dict[str, float] = {}  # persons who got more time in this absence

    def come(self, member: Member) -> None:
        self._members.append(member)
        for name in member.role.mine:
            self._gone.pop(name, None)
            self._wait_until.pop(name, None)

    def leave(self, member: Member, now: float) -> None:
        if member not in self._members:
            return
        self._members.remove(member)
        for name in member.role.mine:
            if not any(name in other.role.mine for other in self._members):
                self._gone.setdefault(name, now)

    def rename(self, old: str, new: str) -> None:
        """Give an absent person another name."""
        self.persons = tuple(new if name == old else name for name in self.persons)
        self._gone[new] = self._gone.pop(old)

    def here(self, name: str) -> bool:
        return name not in self._gone

    @property
    def anybody(self) -> bool:
        """Whether any player is here."""
        return any(name not in self._gone for name in self.persons)

    @property
    def asker(self) -> str:
        """The client that computer players of this match work for: the first player's."""
        return next((member.asker for member in self._members if member.role.mine), "")

    @property
    def watchers(self) -> int:
        return sum(not member.role.mine for member in self._members)

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(name for name in self.persons if name in self._gone)

    def wait(self, now: float) -> bool:
        """Give absent persons as much time again, once per absence; False if all have had it."""
        names = [name for name in self.gone if name not in self._wait_until]
        self._wait_until |= dict.fromkeys(names, now + self._patience)
        return bool(names)

    def claimable(self, name: str, now: float) -> bool:
        """Whether a person has been absent long enough to claim the match."""
        at = self.claimable_at(name)
        return at is not None and now >= at

    @property
    def claims(self) -> tuple[float, ...]:
        """When the match may be claimed, for each absent person."""
        return tuple(at for name in self.gone if (at := self.claimable_at(name)) is not None)

    def claimable_at(self, name: str) -> float | None:
        gone = self._gone.get(name)
        return None if gone is None else max(gone + self._patience, self._wait_until.get(name, 0.0))

    def here_parts(self, now: float, claims: bool) -> tuple[Here, ...]:
        """The presence of every person; `claims`: whether this match can be claimed."""
        return tuple(
            Here(
                name,
                self.here(name),
                0.0 if self.here(name) else round(now - self._gone[name], 1),
                claims and self.claimable(name, now),
                round(max(0.0, (self.claimable_at(name) or now) - now), 1),
                name in self._wait_until,
            )
            for name in self.persons
        )
