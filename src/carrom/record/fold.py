"""Folds entries into the state of the match. Rulings are followed as they were given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import inf, pi
from typing import Self

from carrom.errors import CarromError, ImpossibleCase, NotNow, RecordError
from carrom.i18n import Message, nearest
from carrom.laws import cite
from carrom.persistent import EMPTY, PersistentList
from carrom.record.entries import (
    SAID,
    Begun,
    CameLate,
    CoinPlaced,
    EngineChanged,
    Entry,
    Event,
    GaveUp,
    Happened,
    Overruled,
    PlayCalled,
    PointsSet,
    PositionSet,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    RosetteTurned,
    Seated,
    SeatsChanged,
    Signed,
    StrikerChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialLeft,
    TrialPlayed,
    UmpireAsked,
    is_time,
)
from carrom.record.protest import Protest
from carrom.rulebooks import rulebook, with_length
from carrom.rules import match as matches
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, Match
from carrom.rules.ruling import Ruling
from carrom.stroke import Incident, StrokeReport
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul as a line of the score sheet: what was done, by whom, in which game and board."""

    entry: int
    game: int
    board: int
    side: Side | None
    kind: str
    laws: tuple[str, ...]

    @property
    def disturbing(self) -> bool:
        """Whether this is a technical foul for disturbing the opponent (4 k, in edition b 4 l)."""
        return any(law in _DISTURBING for law in self.laws)


class Fouls(PersistentList[Foul]):
    """The fouls of a match, and how often each side has disturbed the other."""

    __slots__ = ("distractions",)

    distractions: dict[Side, int]

    def __init__(self) -> None:
        super().__init__()
        self.distractions = dict.fromkeys(Side, 0)

    def appended(self, item: Foul) -> Self:
        longer = super().appended(item)
        counts = self.distractions
        if item.side is not None and item.disturbing:
            counts = {**counts, item.side: counts[item.side] + 1}
        longer.distractions = counts
        return longer


NO_FOULS = Fouls()


@dataclass(frozen=True, slots=True)
class State:
    """A match after an entry, with everything that the record keeps about it.

    `stands` is the last entry in effect: after a take-back, the entry it went back to. `since` are the
    entries after the last call that are repeated when it is overruled; replaced entries are left out, so
    there are always few. `latest` is the latest time of any entry. States share the lists that grow with the
    record. `engine` is the one that played the stroke of this entry on a simulated table.
    """

    seq: int
    stands: int
    begun: Begun
    match: Match
    toss: Tossed | None = None
    request: Side | None = None
    strikers: tuple[tuple[str, int], ...] = ()
    protests: PersistentList[Protest] = EMPTY
    fouls: Fouls = NO_FOULS
    remarks: PersistentList[tuple[int, str]] = EMPTY
    overruled: PersistentList[int] = EMPTY
    last_call: int | None = None
    last_call_at: str | None = None
    since: tuple[Entry, ...] = ()
    began_at: str | None = None
    gave_up: GaveUp | None = None
    gave_up_at: str | None = None
    latest: datetime | None = None
    engine: int | None = None

    def strikers_of(self, player: str) -> int:
        """How often a player has changed the striker."""
        return dict(self.strikers).get(player, 0)

    @property
    def protest(self) -> Protest | None:
        """The protest that is not decided yet."""
        return self.protests[-1] if self.protests and self.protests[-1].open else None

    def board_ended_at(self, number: int) -> str | None:
        """When that board of the match ended, or was given up with the match."""
        for boards in (*(game.boards for game in self.match.games), self.match.boards):
            if number <= len(boards):
                return boards[number - 1].ended_at
            number -= len(boards)
        return self.gave_up_at

    def distractions(self, side: Side) -> int:
        """How often a side has disturbed the other (technical fouls of 4 k, in edition b 4 l)."""
        return self.fouls.distractions[side]


_KEY, _SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")

GIVING_UP = ("resigned", "left", "retired", "walkover")

_DISTURBING = (cite("international-a 4 k"), cite("international-b 4 l"))


def fold(entries: Iterable[Entry]) -> State:
    """The state after the last entry."""
    return states(entries)[-1]


def states(entries: Iterable[Entry]) -> list[State]:
    """The state after every entry, in order. Raises `RecordError` if there is none, or one does not fit."""
    folded: list[State] = []
    for entry in entries:
        folded.append(advance(folded, entry))
    if not folded:
        raise RecordError("refused.record.empty", 1)
    return folded


def advance(folded: Sequence[State], entry: Entry) -> State:
    """The state after one more entry. Raises `RecordError` with its number if it does not fit."""
    if entry.seq != len(folded) + 1:
        due = len(folded) + 1
        raise RecordError("refused.record.sequence", due, entry=entry.seq, due=due)
    try:
        _check_times(entry)
        after = _next(folded, entry)
        stands = after.stands if isinstance(entry.event, TakenBack) else entry.seq
        latest = _later(folded[-1].latest if folded else None, entry.at)
        return _with_current_protest(replace(after, seq=entry.seq, stands=stands, latest=latest))
    except RecordError:
        raise
    except CarromError as wrong:
        raise RecordError("refused.record.entry", entry.seq, entry=entry.seq, reason=wrong.message) from wrong


def _check_times(entry: Entry) -> None:
    """Raise `ImpossibleCase` for a time or a number of seconds that could not be read back."""
    if entry.at is not None and not is_time(entry.at):
        raise ImpossibleCase("at", "refused.record.time", time=entry.at)
    seconds: object = getattr(entry.event, "seconds", None)
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < inf:
        raise ImpossibleCase("seconds", "refused.record.seconds", seconds=repr(seconds))


def _next(folded: Sequence[State], entry: Entry) -> State:
    event = entry.event
    if isinstance(event, Begun):
        if folded:
            raise NotNow("refused.record.begun")
        book = with_length(rulebook(event.rulebook), event.length)
        match = matches.begin(book, event.first, event.second)
        engine = None if event.table is None else event.table.engine
        return State(1, 1, event, match, began_at=entry.at, engine=engine)
    if not folded:
        raise RecordError("refused.record.begins", 1)
    state = folded[-1]
    if isinstance(event, TakenBack):
        return _taken_back(folded, event)
    if isinstance(event, Overruled):
        return _overruled(folded, event, entry)
    if isinstance(event, ProtestSpoken | ProtestWritten | ProtestDecided):
        return _protested(folded, event, entry.at)
    after = _played(state, event, entry)
    if after.last_call is None or after.last_call != state.last_call:
        return after
    return replace(after, since=_with_since(state, after.match, entry))


def _later(latest: datetime | None, at: str | None) -> datetime | None:
    """The later of two times: repeated entries keep theirs, so the last entry need not be the latest."""
    if at is None:
        return latest
    now = datetime.fromisoformat(at)
    return now if latest is None or now > latest else latest


def _played(state: State, event: Event, entry: Entry) -> State:
    match = state.match
    match event:
        case Tossed(winner, choice):
            return replace(state, match=matches.toss(match, winner, choice), toss=event)
        case Seated(seats, breaker):
            return replace(state, match=matches.seat(match, dict(seats), breaker))
        case TrialPlayed(side) | TrialLeft(side):
            return replace(state, match=matches.trial(match, side))
        case CameLate(side):
            return replace(state, match=matches.came_late(match, side))
        case RosetteTurned(turned):
            return _rosette_turned(state, turned)
        case PlayCalled():
            if state.request is not None:
                return replace(state, request=None)
            return replace(state, match=matches.call_play(match, entry.at), last_call=None, since=())
        case Struck(_, ruling, _):
            _refuse_during_request(state)
            if match.stage != IN_PLAY:
                raise NotNow("refused.record.no-play")
            return _called(state, ruling, entry)
        case Happened(incident, ruling):
            return _called(state, ruling, entry, _foul(state, incident, ruling, entry.seq))
        case CoinPlaced(coin):
            return replace(state, match=matches.coin_placed(match, coin.colour))
        case SeatsChanged():
            return replace(state, match=matches.change_seats(match))
        case TossedAgain(breaker):
            return replace(state, match=matches.toss_again(match, breaker))
        case StrikerChanged(player):
            return _striker_changed(state, player)
        case UmpireAsked(side):
            if match.stage != IN_PLAY or state.request is not None:
                raise NotNow("refused.record.request")
            return replace(state, request=side)
        case Remarked(text):
            return replace(state, remarks=state.remarks.appended((entry.seq, text)))
        case PositionSet(_, standing):
            if state.begun.table is None:
                raise NotNow("refused.record.position")
            set_up = matches.position(match, standing)
            return replace(state, match=set_up, request=None, last_call=None, since=())
        case EngineChanged(engine):
            return _engine_changed(state, engine)
        case Signed(key, signature):
            return _signed(state, key, signature)
        case PointsSet(first, second):
            return replace(state, match=matches.set_points(match, first, second))
        case GaveUp(side, why):
            if why not in GIVING_UP:
                hint = nearest(why, GIVING_UP)
                raise ImpossibleCase("why", "refused.record.giving-up", why=why, hint=hint)
            given_up = matches.give_up(match, side)
            return replace(state, match=given_up, gave_up=event, gave_up_at=entry.at, request=None)
    raise AssertionError(f"no step for {event}")


def _called(state: State, ruling: Ruling, entry: Entry, foul: Foul | None = None) -> State:
    """The state after a call, which can be overruled or protested against until the next board opens."""
    match = matches.follow_ruling(state.match, ruling, entry.at, during_placing=foul is not None)
    return replace(
        state,
        match=match,
        last_call=entry.seq,
        last_call_at=entry.at,
        since=(),
        fouls=state.fouls if foul is None else state.fouls.appended(foul),
        request=state.request if match.boards_ended == state.match.boards_ended else None,
    )


def _foul(state: State, incident: Incident, ruling: Ruling, seq: int) -> Foul:
    match = state.match
    if match.standing is None:
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    if incident.kind == "ignored-request":
        requester = None if state.request is None else match.colour_of(state.request)
        if requester is None or incident.by is requester:
            raise ImpossibleCase("incident.by", "refused.record.request-own")
    side = None if incident.by is None else match.side_with(incident.by)
    laws = tuple(str(law) for law in ruling.laws)
    return Foul(seq, len(match.games) + 1, len(match.boards) + 1, side, incident.kind, laws)


def _refuse_during_request(state: State) -> None:
    if state.request is not None:
        raise NotNow("refused.record.request-open", side=state.match.names(state.request))


def _rosette_turned(state: State, turned: float) -> State:
    """Check that the breaker may still turn the rosette (3.5 b): not after "Play" or an early break."""
    match = state.match
    if match.stage != TO_PLAY:
        raise NotNow("refused.record.rosette-late", stage=match.stage_message)
    if match.on_strike != match.breaker:
        player, breaker = match.on_strike, match.breaker
        raise NotNow("refused.record.rosette-not-theirs", player=player, breaker=breaker)
    if not -2.0 * pi <= turned <= 2.0 * pi:
        raise ImpossibleCase("turned", "refused.record.rosette-turn", turned=turned)
    return state


def _engine_changed(state: State, engine: int) -> State:
    if state.engine is None:
        raise NotNow("refused.record.no-engine")
    if type(engine) is not int or engine < 0 or engine == state.engine:
        now = state.engine
        raise ImpossibleCase("engine", "refused.record.same-engine", engine=repr(engine), now=now)
    return replace(state, engine=engine)


def _signed(state: State, key: str, signature: str) -> State:
    """Check the form of a signature; whether it is genuine is checked with the key, elsewhere."""
    if (key or signature) and not (_KEY.fullmatch(key) and _SIGNATURE.fullmatch(signature)):
        raise ImpossibleCase("signed", "refused.record.signature")
    return state


def _striker_changed(state: State, player: str) -> State:
    """Count a change of striker: one a match, between boards, and then only back to the first (4 e)."""
    state.match.side_of(player)
    if state.match.stage in (IN_PLAY, OVER):
        raise NotNow("refused.record.striker-in-play")
    if state.strikers_of(player) >= 2:
        raise NotNow("refused.record.striker-again", player=player)
    others = tuple(pair for pair in state.strikers if pair[0] != player)
    return replace(state, strikers=(*others, (player, state.strikers_of(player) + 1)))


def _taken_back(folded: Sequence[State], event: TakenBack) -> State:
    if type(event.to) is not int or not 1 <= event.to <= len(folded):
        last = len(folded)
        raise RecordError("refused.record.no-such-entry", last + 1, entry=str(event.to), last=last)
    then, now = folded[event.to - 1], folded[-1]
    if then.match.replays != now.match.replays:
        raise NotNow("refused.record.replayed")
    return replace(then, protests=now.protests, remarks=now.remarks, engine=now.engine)


def _overruled(folded: Sequence[State], event: Overruled, entry: Entry) -> State:
    """The state with the corrected call in place of the one given; later entries must still fit."""
    state = folded[-1]
    if state.last_call != event.entry:
        if state.last_call is None:
            raise NotNow("refused.record.overrule-none")
        raise NotNow("refused.record.overrule-which", entry=state.last_call)
    before = folded[event.entry - 2]
    foul = None
    if isinstance(event.report, Incident):
        foul = _foul(before, event.report, event.ruling, event.entry)
    # The board keeps the time of the call that is corrected.
    instead = replace(entry, seq=event.entry, at=state.last_call_at)
    corrected = _called(before, event.ruling, instead, foul)
    same_board = state.match.boards_ended == before.match.boards_ended == corrected.match.boards_ended
    for later in state.since:
        corrected = _repeated(corrected, later, same_board)
    # Trials, coming late and strikers do not depend on the call.
    match = replace(corrected.match, trials=state.match.trials, late=state.match.late)
    return replace(
        corrected,
        match=match,
        overruled=corrected.overruled.appended(event.entry),
        protests=state.protests,
        remarks=state.remarks,
        strikers=state.strikers,
        engine=state.engine,
        since=state.since,
    )


def _with_since(before: State, match: Match, entry: Entry) -> tuple[Entry, ...]:
    """The entries to repeat after an overruling, with one more entry; `match` is the match after it.

    A request, or the answer to one, replaces those before it. Points that are set again in the same game
    replace those set last, under the number of the first.
    """
    event, since = entry.event, before.since
    if isinstance(event, UmpireAsked | PlayCalled):
        return (*(each for each in since if not isinstance(each.event, UmpireAsked | PlayCalled)), entry)
    if not isinstance(event, tuple(_MAY_NOT_FIT)):
        return since
    others = [each for each in since if not isinstance(each.event, UmpireAsked | PlayCalled)]
    # Points that ended the game leave no points by hand.
    same_game = before.match.given and len(match.games) == len(before.match.games)
    if isinstance(event, PointsSet) and same_game and others and isinstance(others[-1].event, PointsSet):
        return tuple(replace(each, event=event) if each is others[-1] else each for each in since)
    return (*since, entry)


# Entries that may not fit after another ruling, and must then be undone before the call is overruled.
_MAY_NOT_FIT = {
    SeatsChanged: "seats-changed",
    TossedAgain: "tossed-again",
    PointsSet: "points-set",
    GaveUp: "gave-up",
}


def _repeated(corrected: State, later: Entry, same_board: bool) -> State:
    """The state after an entry is repeated on the corrected call; coins are placed by the new ruling."""
    match later.event:
        case UmpireAsked(side):
            return replace(corrected, request=side) if corrected.match.stage == IN_PLAY else corrected
        case PlayCalled():
            return replace(corrected, request=None)
        case SeatsChanged() | TossedAgain() | PointsSet() | GaveUp():
            what = Message(f"refused.record.misfit.{_MAY_NOT_FIT[type(later.event)]}")
            refusal = NotNow("refused.record.misfit", what=what, entry=later.seq)
            # If the correction changes the end of a board, the points were set for another score.
            if isinstance(later.event, PointsSet) and not same_board:
                raise refusal
            try:
                return _played(corrected, later.event, later)
            except CarromError:
                raise refusal from None
    return corrected


def _protested(
    folded: Sequence[State], event: ProtestSpoken | ProtestWritten | ProtestDecided, at: str | None
) -> State:
    # The time of this entry may let the last protest lapse.
    state = _with_current_protest(replace(folded[-1], latest=_later(folded[-1].latest, at)))
    protest = state.protest
    match event:
        case ProtestSpoken(side, about):
            if protest is not None:
                raise NotNow("refused.protest.open")
            if state.last_call != about:
                raise NotNow("refused.protest.at-once")
            board = folded[about - 2].match.boards_ended + 1
            spoken = Protest(side, about, board, state.board_ended_at(board))
            spoken.refuse_late(state.latest, state.match.book.match.protest_minutes)
            return replace(state, protests=state.protests.appended(spoken))
        case ProtestWritten(facts, paragraph):
            last = state.protests[-1] if state.protests else None
            if last is None or last.written is not None or last.upheld is not None:
                raise NotNow("refused.protest.written-once")
            cite(paragraph)
            last.refuse_late(_later(None, at), state.match.book.match.protest_minutes)
            return _with_protest(state, replace(last, written=facts, paragraph=paragraph, lapsed=False))
        case ProtestDecided(upheld):
            if protest is None or protest.written is None:
                raise NotNow("refused.protest.not-written")
            decided = _with_protest(state, replace(protest, upheld=upheld))
            if not upheld:
                return decided
            again = matches.replay(state.match)
            fresh = State(state.seq, state.stands, state.begun, again, began_at=state.began_at)
            return replace(fresh, protests=decided.protests, remarks=state.remarks, engine=state.engine)


def _with_protest(state: State, protest: Protest) -> State:
    return replace(state, protests=state.protests.without_last.appended(protest))


def _with_current_protest(state: State) -> State:
    """Update the last protest: its board may have ended or run again, and its time may be over."""
    if not state.protests:
        return state
    last = state.protests[-1]
    minutes = state.match.book.match.protest_minutes
    updated = last.updated(state.board_ended_at(last.board), state.latest, minutes)
    return state if updated is last else _with_protest(state, updated)


def in_effect(folded: Sequence[State]) -> list[bool]:
    """For each entry, whether it is in effect: it was not taken back."""
    stands = [False] * len(folded)
    at = folded[-1].stands
    while at >= 1:
        stands[at - 1] = True
        at = folded[at - 2].stands if at > 1 else 0
    return stands


def last_play(folded: Sequence[State], entries: Sequence[Entry]) -> int | None:
    """The last entry in effect that can be taken back; entries that are not play are skipped."""
    stands = folded[-1].stands
    while stands > 1 and isinstance(event := entries[stands - 1].event, SAID):
        if isinstance(event, ProtestDecided) and event.upheld:
            return None
        stands = folded[stands - 2].stands
    return stands if stands > 1 else None


def rule_on(state: State, report: StrokeReport | Incident) -> Struck | Happened:
    """Judge a stroke or an incident: the event to enter. Raises `NotNow` if it cannot happen now."""
    if state.match.stage == OVER:
        raise NotNow("refused.match.over")
    ruling = matches.rule_on(state.match, report)
    return Happened(report, ruling) if isinstance(report, Incident) else Struck(report, ruling)
