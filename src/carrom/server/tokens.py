"""Tokens: whoever has one may play, or look on. They travel in links, never in logs."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import compare_digest, token_urlsafe

from carrom.server.errors import Refused
from carrom.store import KeptMatch
from carrom.store.store import EVERYBODY


def new_token() -> str:
    """Sixteen random bytes: nobody guesses it."""
    return token_urlsafe(16)


def new_room() -> str:
    """The name of a room in its address; by itself it opens nothing."""
    return token_urlsafe(8)


@dataclass(frozen=True, slots=True)
class Role:
    """What a link is good for: the players it plays for; none, for one who looks on."""

    token: str
    mine: tuple[str, ...]


def role_of(kept: KeptMatch, tokens: dict[str, str], persons: tuple[str, ...], token: str) -> Role:
    """The role of a token in a match; another match's token is refused."""
    if _same(token, kept.watch):
        return Role(token, ())
    for known, player in tokens.items():
        if _same(token, known):
            return Role(token, persons if player == EVERYBODY else (player,))
    raise Refused("room/token")


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
