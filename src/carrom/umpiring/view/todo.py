"""The tasks of the umpire after the last ruling."""

from __future__ import annotations

from collections.abc import Iterator

from carrom.parts import COLOUR, SIDE
from carrom.record import Keeper, State
from carrom.record.calls import JudgedCall
from carrom.rules.match import IN_PLAY, OVER, TO_DEMAND, TO_PLAY, TO_TOSS_AGAIN, Match
from carrom.rules.ruling import Held, Respotted, SetUpAgain
from carrom.stroke import Incident
from carrom.stroke.incident import GROUNDS
from carrom.umpiring.call import placed_since, queen_to_respot
from carrom.umpiring.view.seats import change_arguments
from carrom.umpiring.view.types import Todo
from carrom.words import Colour

# Findings after which things are put back where they were.
RESTORED = frozenset(
    {"touched-coins", "touched-while-placing", "touched-before-break", "striker-on-coin", "fell-back"}
)


# The ground for a disqualification that distractions beyond those allowed give, in every rulebook.
TOO_MANY_DISTRACTIONS = "h"


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
        found += (*_jumped(called), *_again(called)) if unconfirmed else ()
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


def _jumped(called: JudgedCall) -> Iterator[Todo]:
    """White first, or the side that struck where its coin goes on the centre before the other's."""
    match, colours = called.before.match, list(Colour)
    if match.standing is not None and match.book.respot.white_with_black == "striker-first":
        struck = match.standing.on_strike
        colours = [struck, struck.other]
    for each in called.ruling.consequences:
        if isinstance(each, Respotted):
            counts = {Colour.WHITE: each.white, Colour.BLACK: each.black}
            yield from (Todo("respot", COLOUR[one], counts[one]) for one in colours if counts[one])


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
    """Whether this call was one distraction too many, which is a ground: the umpire decides."""
    if state.match.stage == OVER:
        return
    match = state.match
    for player in (*match.first, *match.second):
        count = state.distractions(player)
        if count > before.distractions(player) and count > match.book.match.distractions_allowed:
            law = match.book.incidents["disqualified"][GROUNDS.index(TOO_MANY_DISTRACTIONS)].laws[0]
            yield Todo("disqualify", player=player, side=SIDE[match.side_of(player)], says={"law": str(law)})


def _between_boards(match: Match) -> Iterator[Todo]:
    if match.change_seats and match.stage in (TO_PLAY, TO_TOSS_AGAIN):
        yield Todo("change-seats", says=change_arguments(match))
    if match.stage == TO_DEMAND:
        side = match.winner_of_board
        yield Todo("demand", n=match.may_demand, player=match.side_name(side), side=SIDE[side])
    if match.stage == TO_TOSS_AGAIN:
        yield Todo("toss-again")
    elif match.stage in (TO_PLAY, IN_PLAY):
        # A break before "Play" may stand.
        broken = match.standing is not None and match.standing.broken
        what, player = "break" if match.stage == TO_PLAY and not broken else "turn", match.on_strike
        yield Todo(what, player=player, side=SIDE[match.side_of(player)], confirm=False)
