"""The tasks of the umpire after the last ruling."""

from __future__ import annotations

from collections.abc import Iterator

from carrom.parts import COLOUR, SIDE, ColourName
from carrom.record import Keeper, State
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, TO_TOSS_AGAIN, Match
from carrom.rules.ruling import Held, Respotted, Ruling, SetUpAgain
from carrom.stroke import Incident
from carrom.umpiring.call import JudgedCall, placed_since, queen_to_respot
from carrom.umpiring.view.types import Todo
from carrom.words import Colour, Side

# Findings after which things are put back where they were.
RESTORED = frozenset(
    {"touched-coins", "touched-while-placing", "touched-before-break", "striker-on-coin", "fell-back"}
)


def todo_list(record: Keeper, called: JudgedCall) -> tuple[Todo, ...]:
    """The tasks, in the order in which an umpire does them; last, who plays."""
    state = record.states[-1]
    match = state.match
    found: list[Todo] = []
    if match.standing is not None and not called.ended:
        # The umpire who confirms a coin confirms everything else.
        unconfirmed = not placed_since(record, called)
        found += _set_right(called) if unconfirmed else ()
        # The queen before a coin that jumped with her: it is put against her (3.9 a).
        found += (Todo("respot-queen"),) if queen_to_respot(record) else ()
        found += (*_jumped(called.ruling), *_again(called)) if unconfirmed else ()
        found += _coins(match, called, unconfirmed)
    found += _disqualify(called.before, state)
    found += _between_boards(match)
    return tuple(found)


def _set_right(called: JudgedCall) -> Iterator[Todo]:
    """What the umpire restores at the board."""
    whys = {finding.why for finding in called.ruling.findings}
    if called.has(SetUpAgain):
        yield Todo("set-up-again")
    if whys & RESTORED:
        yield Todo("restore")
    if "coin-broken" in whys:
        yield Todo("replace-coin")


def _jumped(ruling: Ruling) -> Iterator[Todo]:
    for each in ruling.consequences:
        if isinstance(each, Respotted):
            counts: dict[ColourName, int] = {"white": each.white, "black": each.black}
            yield from (Todo("respot", colour, count) for colour, count in counts.items() if count)


def _again(called: JudgedCall) -> Iterator[Todo]:
    """A confirmed coin that is found badly placed is placed again by the same player (3.11 l)."""
    incident = called.report
    if isinstance(incident, Incident) and any(each.why == "bad-placing" for each in called.ruling.findings):
        colour, before = incident.side.other, called.before.match
        if not before.to_place.of(colour):
            yield Todo("place-again", COLOUR[colour], 1, before.placer(colour))


def _coins(match: Match, called: JudgedCall, unconfirmed: bool) -> Iterator[Todo]:
    """Coins to place, to put down again, or to hold because there is no room; and by whom."""
    for colour in Colour:
        wanted = match.to_place.of(colour)
        moved = sum(
            each.count
            for each in called.ruling.consequences
            if isinstance(each, Held) and each.colour is colour
        )
        let_down = min(wanted, max(0, -moved))
        if let_down:
            yield Todo("let-down", COLOUR[colour], let_down, match.placer(colour))
        if wanted > let_down:
            yield Todo("place", COLOUR[colour], wanted - let_down, match.placer(colour))
        if moved > 0 and unconfirmed:
            yield Todo("hold", COLOUR[colour], moved, match.holder(colour) or "")


def _disqualify(before: State, state: State) -> Iterator[Todo]:
    """Whether this call was one distraction too many (4.2 h): the umpire decides."""
    if state.match.stage == OVER:
        return
    for side in Side:
        more = state.distractions(side) > before.distractions(side)
        if more and state.distractions(side) > state.match.book.match.distractions_allowed:
            yield Todo("disqualify", player=" & ".join(state.match.names(side)), side=SIDE[side])


def _between_boards(match: Match) -> Iterator[Todo]:
    if match.change_seats and match.stage in (TO_PLAY, TO_TOSS_AGAIN):
        yield Todo("change-seats")
    if match.stage == TO_TOSS_AGAIN:
        yield Todo("toss-again")
    elif match.stage in (TO_PLAY, IN_PLAY):
        what, player = "break" if match.stage == TO_PLAY else "turn", match.on_strike
        yield Todo(what, player=player, side=SIDE[match.side_of(player)], confirm=False)
