"""What can be reported now; the judge decides which incidents are possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from carrom.errors import CarromError
from carrom.parts import COLOUR, SIDE, ColourName, Counts
from carrom.record import Entry, Keeper, State, rule_on
from carrom.record.fold import GIVING_UP, advance
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, TO_SEAT, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.rules.standing import NONE, OnBoard
from carrom.stroke import INCIDENTS, Incident
from carrom.stroke.incident import NOBODY
from carrom.umpiring.call import BoardHistory, board_history, queen_to_respot
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
    undo = 1 if len(record.entries) > 1 else None
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
        protest=tuple(SIDE[side] for side in Side) if _may_protest(state) else (),
        points_most=match.book.most_points or match.book.match.game_points,
        game_most=match.book.match.game_points - 1,
        give_up=tuple(
            why for why in GIVING_UP if match.stage != OVER and (why != "walkover" or _nothing_played(match))
        ),
    )


def _at_stage(record: Keeper, state: State) -> Iterator[str]:
    """The requests that the stage of the match allows."""
    match = state.match
    if match.stage == OVER:
        return
    own = {TO_TOSS: "toss", TO_SEAT: "seat", TO_PLAY: "play", TO_TOSS_AGAIN: "toss-again"}
    if match.stage in own:
        yield own[match.stage]
    if match.stage == IN_PLAY:
        yield from ("stroke", "ask") if state.request is None else ("play",)
    if match.to_place != NONE or queen_to_respot(record):
        yield "placed"
    if _nothing_played(match) and any(side not in (*match.late, *match.trials) for side in Side):
        yield from ("trial", "late")
    if match.change_seats and match.stage in (TO_PLAY, TO_TOSS_AGAIN):
        yield "change-seats"
    everybody = (*match.first, *match.second)
    if match.stage != IN_PLAY and any(state.strikers_of(player) < 2 for player in everybody):
        yield "change-striker"
    if match.standing is not None or match.stage == TO_TOSS_AGAIN:
        yield "set-points"
    yield "give-up"


def _nothing_played(match: Match) -> bool:
    """Whether the first board has not been opened yet."""
    return match.stage in (TO_TOSS, TO_SEAT, TO_PLAY) and not match.boards_ended


def _protest_acts(state: State) -> Iterator[str]:
    if state.protest is not None:
        yield "write-protest" if state.protest.written is None else "decide-protest"
    elif state.last_call is not None:
        yield "protest"


def _may_protest(state: State) -> bool:
    """Whether the last call can be protested: no protest is open, or the open one may have lapsed (4.3)."""
    waiting = state.protest
    lapses = waiting is not None and waiting.written is None and waiting.board_ended_at is not None
    return state.last_call is not None and (waiting is None or lapses)


def _offers(record: Keeper) -> Iterator[Offer]:
    if record.states[-1].match.standing is None:
        return
    history = board_history(record)
    for kind in INCIDENTS:
        culprits: tuple[Colour | None, ...] = (None,) if kind in NOBODY else tuple(Colour)
        by = [each for each in culprits if _fits(record, history, kind, each)]
        may_be_unseen = by if kind == "wrong-colour-placed" else []
        unseen = [each for each in may_be_unseen if _fits(record, history, kind, each, noticed=False)]
        if by:
            yield Offer(kind, _named(by), _named(unseen))


def _named(colours: Iterable[Colour | None]) -> tuple[ColourName, ...]:
    return tuple(COLOUR[each] for each in colours if each is not None)


def _fits(record: Keeper, history: BoardHistory, kind: str, by: Colour | None, noticed: bool = True) -> bool:
    """Whether the incident can have happened on this board, and judge and record accept it."""
    if not history.allows(kind, by):
        return False
    incident = Incident(kind, by, ground="a" if kind == "disqualified" else None, noticed=noticed)
    try:
        event = rule_on(record.states[-1], incident)
        advance(record.states, Entry(len(record.entries) + 1, event))
    except CarromError:
        return False
    return True
