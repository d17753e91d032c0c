"""Entering a request of the umpire in the record, or previewing it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from carrom.errors import CarromError, ImpossibleCase, NotNow, RecordError
from carrom.laws import book_id
from carrom.parts import SeatName, shown_ruling
from carrom.record import Keeper, State
from carrom.record import entries as events
from carrom.record.fold import path_to, replays_board
from carrom.rules.match import TO_PLAY, nothing_played
from carrom.umpiring import requests as ask
from carrom.umpiring.call import last_call, queen_to_respot
from carrom.umpiring.catalogue.offered import protesters
from carrom.umpiring.correct import correction, working_copy
from carrom.umpiring.facts import judge_request, paragraph_of
from carrom.umpiring.overrule import overruled
from carrom.umpiring.view.build import match_view
from carrom.umpiring.view.types import Preview
from carrom.words import Coin, Colour, Seat, Side


def enter_request(record: Keeper, request: ask.Request, at: str) -> None:
    """Judge a request and enter it. All its entries are planned before the first is made."""
    try:
        for event, when in _planned(record, request, at):
            record.enter(event, when)
    except RecordError as wrong:
        # The cause says more than the refused entry.
        if type(wrong) is RecordError and isinstance(wrong.__cause__, CarromError):
            raise wrong.__cause__ from None
        raise


def preview_request(record: Keeper, request: ask.Request, at: str) -> Preview:
    """The ruling and the view after a request, on a copy; a correction also lists the calls that change."""
    if isinstance(request, ask.Correct):
        _open_state(record)
        made = correction(record, request, at)
        ruling = None if made.ruling is None else shown_ruling(made.ruling)
        return Preview(ruling, tuple(made.differences), match_view(made.record))
    copy = working_copy(record)
    enter_request(copy, request, at)
    called = last_call(copy) if isinstance(request, ask.Stroke | ask.Incident | ask.Overrule) else None
    return Preview(None if called is None else shown_ruling(called.ruling), (), match_view(copy))


def _planned(record: Keeper, request: ask.Request, at: str) -> list[tuple[events.Event, str | None]]:
    if isinstance(request, ask.Begin):
        return [(_begun(request), at)]
    state = _open_state(record)
    if isinstance(request, ask.Correct):
        return list(correction(record, request, at).to_enter(request.drop))
    if isinstance(request, ask.Placed):
        return [(event, at) for event in _placed(record, request)]
    if isinstance(request, ask.DecideProtest):
        return [(event, at) for event in _decided(record, state, request)]
    return [(_event(record, state, request), at)]


def _open_state(record: Keeper) -> State:
    """The state of the match. Raises `NotNow` if it is played again elsewhere or simulated."""
    if not record.states:
        raise NotNow("refused.umpire.no-match")
    state = record.states[-1]
    if state.match.replays:
        raise NotNow("refused.umpire.closed")
    if state.begun.table is not None:
        raise NotNow("refused.umpire.simulated")
    return state


def _begun(request: ask.Begin) -> events.Begun:
    players = (*request.first, *request.second)
    for field, named in (("clubs", [player for player, _ in request.clubs]), ("strikers", request.strikers)):
        for name in named:
            if name not in players:
                known = ", ".join(players)
                raise ImpossibleCase(field, "refused.match.player", player=name, players=known)
    entered: dict[str, Any] = {field.name: getattr(request, field.name) for field in fields(request)}
    clubs = tuple((player, club) for player, club in request.clubs if club)
    return events.Begun(**{**entered, "rulebook": book_id(request.rulebook), "clubs": clubs})


def _event(record: Keeper, state: State, request: ask.Request) -> events.Event:
    """The entry of a request that leads to exactly one."""
    match request:
        case ask.Toss(winner, choice):
            return events.Tossed(Side(winner), choice)
        case ask.Seat(seats, breaker):
            return _seated(seats, breaker)
        case ask.TossAgain(breaker):
            return events.TossedAgain(breaker)
        case ask.Trial(side, played):
            return events.TrialPlayed(Side(side)) if played else events.TrialLeft(Side(side))
        case ask.Late(side):
            return events.CameLate(Side(side))
        case ask.Play():
            return events.PlayCalled()
        case ask.Stroke() | ask.Incident():
            return judge_request(record, request)
        case ask.Demand(points):
            return events.Demanded(points)
        case ask.ChangeSeats(seconds):
            return events.SeatsChanged(seconds)
        case ask.ChangeStriker(player):
            return events.StrikerChanged(player)
        case ask.Ask(side, text):
            return events.UmpireAsked(Side(side), text)
        case ask.Remark(text):
            return events.Remarked(_required(text, "remark.text"))
        case ask.Undo():
            return _taken_back(record, request)
        case ask.Overrule():
            return overruled(record, request)
        case ask.SetPoints(first, second, reason):
            return events.PointsSet(first, second, _required(reason, "set-points.reason"))
        case ask.GiveUp():
            return _gave_up(state, request)
        case ask.Protest(side):
            if state.last_call is None:
                raise NotNow("refused.umpire.no-call")
            if Side(side) not in protesters(state):
                raise NotNow("refused.protest.again")
            return events.ProtestSpoken(Side(side), state.last_call)
        case ask.WriteProtest(facts, paragraph, protest):
            law = paragraph_of(
                _required(paragraph, "write-protest.paragraph"), state.match.book, "write-protest.paragraph"
            )
            return events.ProtestWritten(_required(facts, "write-protest.facts"), law, protest)
    raise AssertionError(f"no entry for {request}")


def _seated(seats: tuple[tuple[SeatName, str], ...], breaker: str | None) -> events.Seated:
    chairs = tuple((Seat(chair), player) for chair, player in seats)
    if len(dict(chairs)) != len(chairs):
        raise ImpossibleCase("seat.seats", "refused.umpire.chair-twice")
    return events.Seated(chairs, breaker)


def _placed(record: Keeper, request: ask.Placed) -> list[events.CoinPlaced]:
    match = record.states[-1].match
    coins = [Coin(name) for name in request.coins]
    if not coins:
        raise ImpossibleCase("placed.coins", "refused.umpire.no-coins")
    for colour in Colour:
        wanted = match.to_place.of(colour)
        if coins.count(Coin(colour.value)) > wanted:
            if not wanted:
                raise NotNow("refused.match.none-to-place", coin=colour.coin)
            raise NotNow("refused.umpire.fewer-to-place", coins=colour.coins(wanted))
    if coins.count(Coin.QUEEN) > queen_to_respot(record):
        raise NotNow("refused.umpire.no-queen")
    return [events.CoinPlaced(coin, seconds=request.seconds) for coin in coins]


def _decided(record: Keeper, state: State, request: ask.DecideProtest) -> list[events.Event]:
    """The decision; where the laws have the protested board played again, play goes back to its start."""
    decided = events.ProtestDecided(request.upheld, request.reason, request.protest)
    if not request.upheld or state.match.book.match.protest_replays == "match":
        return [decided]
    waiting = [each for each in state.open_protests if request.protest in (None, each.entry)]
    protest = next((each for each in waiting if each.written is not None), None)
    if protest is None:
        return [decided]  # refused, and said why
    starts = (
        each.seq
        for each in reversed(record.states[: protest.about - 1])
        if each.match.stage == TO_PLAY and each.match.boards_ended == protest.board - 1
    )
    # A call before the first board was set up is taken back itself.
    begins = next(starts, protest.about - 1)
    return [decided, events.TakenBack(begins, request.reason)]


def _taken_back(record: Keeper, request: ask.Undo) -> events.TakenBack:
    last = len(record.entries)
    if not 1 <= request.to < last:
        if last == 1:
            raise NotNow("refused.umpire.undo-nothing", entry=request.to)
        raise NotNow("refused.umpire.undo", entry=request.to, last=last - 1)
    # A board that a decision has played again comes back only together with that decision.
    for entry in path_to(record.entries, last):
        if isinstance(entry.event, events.TakenBack) and replays_board(record.entries, entry.seq - 1):
            decided = entry.seq - 1
            if entry.event.to < request.to <= decided and request.to != decided - 1:
                raise NotNow("refused.umpire.undo-gone", entry=request.to)
    return events.TakenBack(request.to, request.reason)


def _gave_up(state: State, request: ask.GiveUp) -> events.GaveUp:
    if request.why == "walkover" and not nothing_played(state.match):
        raise NotNow("refused.umpire.walkover")
    return events.GaveUp(Side(request.side), request.why)


def _required(text: str, field: str) -> str:
    """The text. Raises `ImpossibleCase` if it is blank."""
    if not text.strip():
        raise ImpossibleCase(field, "refused.umpire.empty")
    return text
