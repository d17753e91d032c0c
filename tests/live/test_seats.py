"""From a link to the first stroke: names, the beginning of the record, who breaks, the rosette as it lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Game

from carrom.errors import CarromError
from carrom.live import messages as wire
from carrom.live.game import TakeSeat
from carrom.live.refused import Refused
from carrom.live.tokens import new_token

DOUBLES: dict[str, Any] = {
    "first": (wire.Chair("Asha"), wire.Chair("Chan")),
    "second": (wire.Chair("Ben"), wire.Chair("Dora")),
}


def code_of(game: Game, player: str = "Ben") -> str:
    return next(each.code for each in game.made.invitations if each.player == player)


def takes(game: Game, name: str | None, player: str = "Ben", token: str = "") -> str:
    """Take a seat by its invitation; gives who sits there."""
    taken: str = game.asks(TakeSeat(code_of(game, player), token or new_token(), name))
    return taken


def kinds(game: Game) -> list[str]:
    """The kinds of all entries that are stored."""
    return [type(entry.event).__name__ for entry in game.owner.journal.entries]


def test_from_the_link_to_the_first_stroke_is_one_act_of_the_guest_and_none_of_the_opener(
    tmp_path: Path,
) -> None:
    """The guest takes the seat; the toss is drawn, everybody is seated, and the breaker may strike."""
    game = Game(tmp_path, "online", breaks="draw")
    asha = game.joins("Asha")
    takes(game, "Bob")
    bob = game.joins("Bob")
    breaker = asha if asha.state.asks.players == ("Asha",) else bob

    assert asha.welcome.started
    assert (breaker.state.asks.kind, len(breaker.state.asks.players)) == ("turn", 1)
    assert breaker.state.places
    assert isinstance(breaker.strikes(), wire.AckMessage)
    assert kinds(game) == ["Begun", "Tossed", "Seated", "RosetteTurned", "PlayCalled", "Struck"]


def test_a_guest_gives_their_own_name_before_the_record_begins(tmp_path: Path) -> None:
    """The placeholder is nowhere to be seen again, and the opener is told."""
    game = Game(tmp_path, "online", breaks="first")
    asha = game.joins("Asha")
    before = kinds(game)
    assert takes(game, "  Bob   Ray ") == "Bob Ray"

    assert before == []
    assert [player.name for player in asha.state.players] == ["Asha", "Bob Ray"]
    assert [each.name for each in asha.of(wire.PresenceMessage)[-1].present] == ["Asha", "Bob Ray"]
    assert game.owner.table.match.second == ("Bob Ray",)
    assert game.kept(game.made.room).second == ("Bob Ray",)
    assert set(game.store.tokens(game.made.room).values()) == {"Asha", "Bob Ray"}


@pytest.mark.parametrize("name", ["Asha", " Asha ", "", "   ", "*", "a\nb\x00"])
def test_a_name_that_cannot_be_is_refused_and_the_invitation_is_not_used_up(
    tmp_path: Path, name: str
) -> None:
    game = Game(tmp_path, "online")
    game.joins("Asha")
    with pytest.raises(CarromError) as refused:
        takes(game, name)

    assert refused.value.code == "room/names"
    assert takes(game, "Bob") == "Bob"


def test_who_gives_no_name_is_called_what_the_opener_wrote(tmp_path: Path) -> None:
    game = Game(tmp_path, "online")

    assert takes(game, None) == "Ben"


def test_a_lost_answer_gives_the_same_name_again_and_another_browser_gets_nothing(tmp_path: Path) -> None:
    game = Game(tmp_path, "online")
    token = new_token()
    first = takes(game, "Bob", token=token)
    again = takes(game, "Somebody", token=token)
    with pytest.raises(Refused) as refused:
        takes(game, "Somebody")

    assert (first, again) == ("Bob", "Bob")
    assert refused.value.code == "invitation/unknown"


def test_in_doubles_everybody_has_their_own_name_and_the_record_waits_for_the_last(tmp_path: Path) -> None:
    """Also over a restart; two cannot have the same."""
    game = Game(tmp_path, "online", breaks="draw", **DOUBLES)
    asha = game.joins("Asha")
    takes(game, "Carla", "Chan")
    takes(game, "Bob", "Ben")
    with pytest.raises(Refused):
        takes(game, "Bob", "Dora")
    game.read()
    waits = kinds(game)
    asha = game.joins("Asha")
    assert not asha.welcome.started
    takes(game, "Dido", "Dora")

    assert waits == []
    assert [player.name for player in asha.state.players] == ["Asha", "Carla", "Bob", "Dido"]
    assert asha.welcome.started


def test_only_in_doubles_the_seats_are_asked_for_after_a_drawn_break(tmp_path: Path) -> None:
    """By the side that does not break; in singles the players sit opposite each other anyway."""
    game = Game(tmp_path, breaks="draw", **DOUBLES)
    asks = game.joins().state.asks
    broke = game.owner.table.match.breaks_first

    assert broke is not None
    assert asks.kind == "seat"
    assert asks.players == game.owner.table.match.names(broke.other)


def test_a_drawn_break_falls_to_either_side(tmp_path: Path) -> None:
    breakers = set()
    for number in range(20):
        (tmp_path / str(number)).mkdir()
        breakers.add(Game(tmp_path / str(number), breaks="draw").owner.table.match.breaker)

    assert breakers == {"Asha", "Ben"}


def test_a_stroke_that_is_refused_at_the_break_leaves_the_rosette_to_be_turned(tmp_path: Path) -> None:
    """Nothing of it is recorded; after that the rosette can still be turned."""
    game = Game(tmp_path)
    asha = game.joins()
    refused = asha.strikes(x=5.0)
    assert isinstance(refused, CarromError)
    assert (asha.v, asha.state.asks.kind) == (3, "turn")

    assert isinstance(asha.chooses("turn", 0.3), wire.AckMessage)
    assert asha.state.asks.kind == "strike"


def test_only_the_breaker_strikes_at_once(tmp_path: Path) -> None:
    game = Game(tmp_path, "online")
    game.joins("Asha")
    ben = game.joins("Ben")

    assert ben.strikes().code == "table/not-yours"


def test_at_a_rematch_everybody_keeps_their_name(tmp_path: Path) -> None:
    game = Game(tmp_path, "online")
    asha = game.joins("Asha")
    takes(game, "Bob")
    bob = game.joins("Bob")
    asha.offers("resign")
    asha.offers("rematch")
    bob.offers("rematch", by="Asha")
    moved = bob.of(wire.MovedMessage)[-1]
    game.made = wire.RoomMade(moved.room, (), moved.watch)
    game.read()
    token = new_token()

    assert not game.owner.may_name("Bob")
    assert game.asks(TakeSeat(moved.invitation, token, "Robert")) == "Bob"
