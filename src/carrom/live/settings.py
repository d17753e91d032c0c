"""What the store keeps of a match beside its record, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from secrets import randbits
from typing import Self

import msgspec
from msgspec import structs

from carrom.errors import StoreError
from carrom.live.messages import NewRoom
from carrom.players.noise import STEADY, Noise, level_hand
from carrom.players.player import Chair, Player
from carrom.store.store import Json


def hand_of(level: str) -> Noise | None:
    """A computer player's hand: of its level, or of another as in `champion@club`; None if unknown."""
    name, at, hand = level.partition("@")
    own = level_hand(name)
    return level_hand(hand) if own is not None and at else own


UMPIRE = "umpire"
"""The kind of a match that is played on real wood."""


class StoredSettings:
    """Settings that the store keeps as JSON."""

    __slots__ = ()

    @classmethod
    def from_json(cls, json: Json) -> Self:
        try:
            return msgspec.convert(json, cls)
        except msgspec.ValidationError as wrong:
            raise StoreError("damaged", "refused.store.settings", why=str(wrong)) from None

    def to_json(self) -> Json:
        written: Json = msgspec.to_builtins(self)
        return written


@dataclass(frozen=True, slots=True)
class KeptClock:
    """What a clock has counted: `used` seconds of the stroke that is due since entry `seq`.

    `absent` are the seconds for which each player was absent while on strike in this `game`.
    """

    seq: int = 0
    player: str = ""
    used: float = 0.0
    game: int = 0
    absent: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings(StoredSettings):
    """Settings of a simulated match. `seed` decides toss and computer players; it is secret.

    `opener` invites the others: in rooms of 0.5.0 (None) the first person, at a rematch (empty) nobody.
    `joined` are the persons who have come at least once; `next_room` is the rematch; `clock` is what the
    stroke clock had counted when a member joined last, or when the match left memory.
    """

    new: NewRoom
    seed: int
    joined: tuple[str, ...] = ()
    next_room: str = ""
    clock: KeptClock | None = None
    opener: str | None = None

    @classmethod
    def fresh(cls, new: NewRoom) -> Settings:
        return cls(new, randbits(53))

    @property
    def levels(self) -> dict[str, str]:
        """All players with their levels; empty for a person."""
        return {chair.name: chair.level for chair in (*self.new.first, *self.new.second)}

    @property
    def persons(self) -> tuple[str, ...]:
        return tuple(name for name, level in self.levels.items() if not level)

    @property
    def chairs(self) -> dict[str, Chair]:
        """The chair of each player. Computer players decide elsewhere, so their chairs hold a placeholder."""
        return {
            name: Chair(Player(), hand_of(level) or STEADY, level) if level else Chair()
            for name, level in self.levels.items()
        }

    @property
    def one_link(self) -> bool:
        """Whether one link plays for every person."""
        return self.new.kind != "online"

    def renamed(self, names: Mapping[str, str]) -> Settings:
        """The settings of a match that is over, or has not begun, after persons were renamed."""
        first, second = (
            tuple(structs.replace(chair, name=names.get(chair.name, chair.name)) for chair in side)
            for side in (self.new.first, self.new.second)
        )
        return replace(
            self,
            new=structs.replace(self.new, first=first, second=second),
            joined=tuple(names.get(name, name) for name in self.joined),
            clock=None,
        )

    def at_level(self, level: str) -> Settings:
        """The settings with all computers at a level, with its hand; empty: each as it was."""
        first, second = (
            tuple(structs.replace(chair, level=chair.level and (level or chair.level)) for chair in side)
            for side in (self.new.first, self.new.second)
        )
        return replace(self, new=structs.replace(self.new, first=first, second=second))

    def with_joined(self, names: tuple[str, ...]) -> Settings:
        return replace(self, joined=(*self.joined, *(name for name in names if name not in self.joined)))


@dataclass(frozen=True, slots=True)
class UmpiredSettings(StoredSettings):
    """Settings of an umpired match. `next` replays this match after a protest; this one replays `replay_of`.

    `after` is the table that was opened last for the umpire of this one, at the same place.
    """

    place: str = ""
    umpire: bool = True
    next: str = ""
    replay_of: str = ""
    after: str = ""
