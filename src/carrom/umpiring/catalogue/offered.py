"""What can be reported now; the judge decides which incidents are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from carrom.errors import CarromError
from carrom.parts import COLOUR, SIDE, Counts
from carrom.record import Entry, Keeper, State, rule_on
from carrom.record.entries import Happened
from carrom.record.fold import GIVING_UP, advance, last_play
from carrom.rules.match import (
    IN_PLAY,
    OVER,
    TO_DEMAND,
    TO_PLAY,
    TO_SEAT,
    TO_TOSS,
    TO_TOSS_AGAIN,
    nothing_played,
    trials_left,
)
from carrom.rules.standing import NONE, OnBoard
from carrom.stroke import INCIDENTS, Incident
from carrom.stroke.incident import NOBODY, WITH_PIECES
from carrom.umpiring.call import board_history, coins_given_up, queen_to_respot
from carrom.umpiring.correct import correctable
from carrom.umpiring.overrule import overrulable_call
from carrom.umpiring.view.types import Can, Offer
from carrom.words import Colour, Side


def reportable_now(record: Keeper) -> Can:
    """Every request that would be accepted now, with its limits."""
    state = record.states[-1]
    match = state.match
    if match.replays:
        return Can((), Counts(0, 0), False, (), None, None, (), (), 0, 0, ())
    striking = match.stage == IN_PLAY and state.request is None
    board = match.standing
    incidents = tuple(_offers(record))
    overrule, correct = overrulable_call(record), correctable(record)
    undo = None if last_play(record.states, record.entries) is None else 1
    acts = [
        *_at_stage(record, state),
        *(("incident",) if incidents else ()),
        *(("overrule",) if overrule is not None else ()),
        *(("correct",) if correct else ()),
        *_protest_acts(state),
        *(("undo",) if undo is not None else ()),
        "remark",
    ]
    return Can(
        acts=tuple(acts),
        most=Counts(*board.coins) if striking and board is not None else Counts(0, 0),
        queen=striking and board is not None and isinstance(board.queen, OnBoard),
        incidents=incidents,
        undo=undo,
        overrule=overrule,
        correct=correct,
        protest=tuple(SIDE[side] for side in protesters(state)),
        points_most=match.book.most_points or match.book.match.game_points,
        game_most=match.book.match.game_points - 1,
        give_up=tuple(
            why for why in GIVING_UP if match.stage != OVER and (why != "walkover" or nothing_played(match))
        ),
        demand=match.may_demand,
    )


def _at_stage(record: Keeper, state: State) -> Iterator[str]:
    """The requests that the stage of the match allows."""
    match = state.match
    if match.stage == OVER:
        return
    own = {
        TO_TOSS: "toss",
        TO_SEAT: "seat",
        TO_PLAY: "play",
        TO_DEMAND: "demand",
        TO_TOSS_AGAIN: "toss-again",
    }
    if match.stage in own:
        yield own[match.stage]
    if match.stage == IN_PLAY:
        yield from ("stroke", "ask") if state.request is None else ("play",)
    if match.to_place != NONE or queen_to_respot(record):
        yield "placed"
    if nothing_played(match):
        if any(trials_left(match, side) for side in Side):
            yield "trial"
        if any(side not in (*match.late, *match.trials) for side in Side):
            yield "late"
    if match.change_seats and match.stage in (TO_PLAY, TO_TOSS_AGAIN):
        yield "change-seats"
    everybody = (*match.first, *match.second)
    if match.stage != IN_PLAY and any(map(state.may_change_striker, everybody)):
        yield "change-striker"
    if match.standing is not None or match.stage == TO_TOSS_AGAIN:
        yield "set-points"
    yield "give-up"


def _protest_acts(state: State) -> Iterator[str]:
    if protesters(state):
        yield "protest"
    if any(each.written is None for each in state.open_protests):
        yield "write-protest"
    if any(each.written is not None for each in state.open_protests):
        yield "decide-protest"


def protesters(state: State) -> tuple[Side, ...]:
    """The sides that can protest against the last call: each once (4.3)."""
    if state.last_call is None:
        return ()
    spoken = {each.side for each in state.protests if each.about == state.last_call}
    return tuple(side for side in Side if side not in spoken)


def _offers(record: Keeper) -> Iterator[Offer]:
    match = record.states[-1].match
    if match.stage == OVER:
        return
    history = board_history(record)
    for kind in INCIDENTS:
        if kind in NOBODY:
            # Whether no coin was touched may not have been reported; before the break it is a try.
            broken = match.standing is not None and match.standing.broken
            if (broken or kind != "three-passes") and _fits(record, kind):
                yield Offer(kind, ())
            continue
        players = _able(record, kind, history.culprits(kind))
        unseen = history.culprits(kind, noticed=False) if kind == "wrong-colour-placed" else ()
        unnoticed = _able(record, kind, unseen, noticed=False)
        if players or unnoticed:
            named = dict.fromkeys((*players, *unnoticed))
            sides = {match.side_of(name) for name in named}
            by = (
                ()
                if match.standing is None
                else tuple(COLOUR[colour] for colour in Colour if match.side_with(colour) in sides)
            )
            yield Offer(kind, by, tuple(players), tuple(unnoticed), kind in WITH_PIECES)


def _able(record: Keeper, kind: str, players: Iterable[str], noticed: bool = True) -> list[str]:
    """Those of the players against whom judge and record accept the incident."""
    match, able = record.states[-1].match, {}
    for side in Side:
        by = None if match.standing is None else match.colour_of(side)
        on_strike = match.standing is not None and by is match.standing.on_strike
        # A breach of the side on strike is offered as a foul; the judge knows whether the turn has begun.
        hidden = kind == "technical-foul" and match.stage == IN_PLAY and on_strike
        able[side] = not hidden and _fits(record, kind, by, match.names(side)[0], noticed)
    return [name for name in players if able[match.side_of(name)]]


def _fits(
    record: Keeper, kind: str, by: Colour | None = None, player: str = "", noticed: bool = True
) -> bool:
    """Whether judge and record accept the incident on this board."""
    ground = "a" if kind == "disqualified" else None
    match = record.states[-1].match
    board, waived = match.standing, coins_given_up(match, kind, by)
    pocketed: tuple[str, ...] = ()
    if board is not None and kind in WITH_PIECES:
        pocketed = ("white",) if board.coins.white else ("black",)
    try:
        event = rule_on(record.states[-1], Incident(kind, by, None, ground, noticed, pocketed, waived))
        assert isinstance(event, Happened)
        advance(record.states, Entry(len(record.entries) + 1, replace(event, player=player)))
    except CarromError:
        return False
    return True
