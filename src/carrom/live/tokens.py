"""Tokens and invitations. The holder of a token may play or watch; an invitation is exchanged for one, once.

Both are 16 random bytes. They travel in URL fragments, headers and messages, never in logs, and the store
keeps only their hashes. A link to watch is not secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe

from carrom.live.refused import Refused
from carrom.live.settings import UMPIRE, Settings
from carrom.store import Store
from carrom.store.store import EVERYBODY


def new_token() -> str:
    """Sixteen random bytes, which nobody can guess."""
    return token_urlsafe(16)


def new_room() -> str:
    """The name of a room in its URL; it gives no access by itself."""
    return token_urlsafe(8)


@dataclass(frozen=True, slots=True)
class Role:
    """The players that a link plays for; none for a watcher."""

    token: str
    mine: tuple[str, ...]


def role_of(store: Store, room: str, token: str) -> Role:
    """The role of a token in a room. Raises `Refused` for another room's token."""
    found = store.by_token(token)
    if found is None or found[0].id != room:
        raise Refused("room/unknown" if store.match(room) is None else "room/token")
    kept, player = found
    if not kept.settings or kept.kind == UMPIRE:
        raise Refused("room/unknown")
    if player == EVERYBODY:
        return Role(token, Settings.from_json(kept.settings).persons)
    return Role(token, (player,) if player else ())
