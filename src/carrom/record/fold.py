"""From entries to the match: `fold` gives its state after any entry. Rulings are followed as given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf, pi

from carrom.errors import CarromError, ImpossibleCase, NotNow, RecordError
from carrom.laws import cite
from carrom.record.entries import (
    Begun,
    CameLate,
    CoinPlaced,
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
from carrom.rulebooks import as_long_as, rulebook
from carrom.rules import match as matches
from carrom.rules.match import IN_PLAY, OVER, TO_PLAY, Match
from carrom.rules.ruling import Ruling
from carrom.stroke import Incident, StrokeReport
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Protest:
    """A protest from spoken to decided; once spoken it cannot be withdrawn (4.3).

    `board_ended_at` is when the board that was running ended: from then it must be written in time.
    """

    side: Side
    about: int
    board_ended_at: str | None = None
    written: str | None = None
    paragraph: str | None = None
    upheld: bool | None = None

    @property
    def open(self) -> bool:
        return self.upheld is None


@dataclass(frozen=True, slots=True)
class Foul:
    """A line of the score sheet: what was done, by whom, in which game and board."""

    entry: int
    game: int
    board: int
    side: Side | None
    kind: str
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A match after an entry, with what the record keeps around it.

    `stands` is the last entry in effect: after a take-back, the one gone back to.
    """

    seq: int
    stands: int
    begun: Begun
    match: Match
    toss: Tossed | None = None
    request: Side | None = None
    strikers: tuple[tuple[str, int], ...] = ()
    protests: tuple[Protest, ...] = ()
    fouls: tuple[Foul, ...] = ()
    remarks: tuple[tuple[int, str], ...] = ()
    overruled: tuple[int, ...] = ()
    last_call: int | None = None
    last_call_at: str | None = None
    board_ended_at: str | None = None
    began_at: str | None = None
    gave_up: GaveUp | None = None

    def strikers_of(self, player: str) -> int:
        """How often a player has changed the striker."""
        return dict(self.strikers).get(player, 0)

    @property
    def protest(self) -> Protest | None:
        """The protest that is not decided yet."""
        return self.protests[-1] if self.protests and self.protests[-1].open else None

    def distractions(self, side: Side) -> int:
        """Technical fouls for disturbing the opponent (4 k, in edition b 4 l)."""
        return sum(foul.side is side and any(law in _DISTURBING for law in foul.laws) for foul in self.fouls)


GIVING_UP = ("resigned", "left", "retired", "walkover")

_DISTURBING = (cite("international-a 4 k"), cite("international-b 4 l"))


def fold(entries: Iterable[Entry]) -> State:
    """The state after the last entry."""
    return states(entries)[-1]


def states(entries: Iterable[Entry]) -> list[State]:
    """The state after every entry, in order; the first entry must begin the match."""
    folded: list[State] = []
    for entry in entries:
        folded.append(advance(folded, entry))
    if not folded:
        raise RecordError("the record is empty: it must begin with who plays", 1)
    return folded


def advance(folded: Sequence[State], entry: Entry) -> State:
    """The state after one more entry; an entry that does not fit is refused with its number."""
    if entry.seq != len(folded) + 1:
        raise RecordError(f"entry {entry.seq} stands where {len(folded) + 1} is due", len(folded) + 1)
    try:
        _refuse_no_time(entry)
        after = _next(folded, entry)
        stands = after.stands if isinstance(entry.event, TakenBack) else entry.seq
        return replace(after, seq=entry.seq, stands=stands)
    except RecordError:
        raise
    except CarromError as wrong:
        raise RecordError(f"entry {entry.seq}: {wrong}", entry.seq) from wrong


def _refuse_no_time(entry: Entry) -> None:
    """Times that could be written and never read again are refused whoever keeps the record."""
    if entry.at is not None and not is_time(entry.at):
        form = "give ISO 8601 with its zone, as 2026-05-01T10:00:00+02:00"
        raise ImpossibleCase("at", f"{entry.at!r} is no time; {form}")
    seconds: object = getattr(entry.event, "seconds", None)
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < inf:
        raise ImpossibleCase("seconds", f"{seconds!r} is no time taken; give 0 or more seconds")


def _next(folded: Sequence[State], entry: Entry) -> State:
    event = entry.event
    if isinstance(event, Begun):
        if folded:
            raise NotNow("the match has begun already")
        book = as_long_as(rulebook(event.rulebook), event.length)
        match = matches.begin(book, event.first, event.second)
        return State(1, 1, event, match, began_at=entry.at)
    if not folded:
        raise RecordError("a record begins with who plays", 1)
    state = folded[-1]
    if isinstance(event, TakenBack):
        return _taken_back(folded, event)
    if isinstance(event, Overruled):
        return _overruled(folded, event, entry)
    if isinstance(event, ProtestSpoken | ProtestWritten | ProtestDecided):
        return _protested(state, event, entry.at)
    return _played(state, event, entry)


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
            return replace(state, match=matches.call_play(match, entry.at), last_call=None)
        case Struck(_, ruling, _):
            _refuse_during_request(state)
            if match.stage != IN_PLAY:
                raise NotNow("the umpire has not said Play")
            return _called(state, ruling, entry, of_incident=False)
        case Happened(incident, ruling):
            return _called(_noted(state, incident, ruling, entry.seq), ruling, entry, of_incident=True)
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
                raise NotNow("a request is made while a board is played, and one at a time")
            return replace(state, request=side)
        case Remarked(text):
            return replace(state, remarks=(*state.remarks, (entry.seq, text)))
        case PositionSet(_, standing):
            if state.begun.table is None:
                raise NotNow("a board is set up only on a simulated table")
            return replace(state, match=matches.position(match, standing), request=None, last_call=None)
        case PointsSet(first, second):
            return replace(state, match=matches.set_points(match, first, second))
        case GaveUp(side, why):
            if why not in GIVING_UP:
                raise ImpossibleCase("why", f"{why!r} is no way to give up; there are {', '.join(GIVING_UP)}")
            return replace(state, match=matches.give_up(match, side), gave_up=event, request=None)
    raise AssertionError(f"no step for {event}")


def _called(state: State, ruling: Ruling, entry: Entry, of_incident: bool) -> State:
    """A call was given; it can be overruled or protested until the next board is opened."""
    match = matches.follow(state.match, ruling, entry.at, during_placing=of_incident)
    called = replace(state, match=match, last_call=entry.seq, last_call_at=entry.at)
    if match.boards_ended == state.match.boards_ended:
        return called
    ended = replace(called, request=None, board_ended_at=entry.at)
    if state.protest is not None and state.protest.board_ended_at is None:
        return _with_protest(ended, replace(state.protest, board_ended_at=entry.at))
    return ended


def _noted(state: State, incident: Incident, ruling: Ruling, seq: int) -> State:
    match = state.match
    if match.standing is None:
        raise NotNow(f"no board is set up: {matches.STAGES[match.stage]}")
    if incident.kind == "ignored-request":
        requester = None if state.request is None else match.colour_of(state.request)
        if requester is None or incident.by is requester:
            raise ImpossibleCase("incident.by", "only the other side can ignore a request that is pending")
    side = None if incident.by is None else match.side_with(incident.by)
    laws = tuple(str(law) for law in ruling.laws)
    foul = Foul(seq, len(match.games) + 1, len(match.boards) + 1, side, incident.kind, laws)
    return replace(state, fouls=(*state.fouls, foul))


def _refuse_during_request(state: State) -> None:
    if state.request is not None:
        side = " and ".join(state.match.names(state.request))
        raise NotNow(f"{side} asked the umpire: say Play first, or report an ignored-request")


def _rosette_turned(state: State, turned: float) -> State:
    """The breaker's right, and nobody else's (3.5 b): lost with "Play", and with an early break."""
    match = state.match
    if match.stage != TO_PLAY:
        raise NotNow(f"the rosette is turned before Play: {matches.STAGES[match.stage]}")
    if match.on_strike != match.breaker:
        raise NotNow(f"{match.on_strike} breaks in the place of {match.breaker} and may not turn the rosette")
    if not -2.0 * pi <= turned <= 2.0 * pi:
        most = "give an angle in radians, a full turn at most"
        raise ImpossibleCase("turned", f"the rosette is turned by {turned}; {most}")
    return state


def _striker_changed(state: State, player: str) -> State:
    """One change a match, between boards; after it only back to the first striker (4 e)."""
    state.match.side_of(player)
    if state.match.stage in (IN_PLAY, OVER):
        raise NotNow("a striker is changed between boards")
    if state.strikers_of(player) >= 2:
        raise NotNow(f"{player} has gone back to the first striker and must keep it (4 e)")
    others = tuple(pair for pair in state.strikers if pair[0] != player)
    return replace(state, strikers=(*others, (player, state.strikers_of(player) + 1)))


def _taken_back(folded: Sequence[State], event: TakenBack) -> State:
    if type(event.to) is not int or not 1 <= event.to <= len(folded):
        raise RecordError(
            f"entry {event.to} does not exist: 1 to {len(folded)} can be gone back to", len(folded) + 1
        )
    then, now = folded[event.to - 1], folded[-1]
    if then.match.replays != now.match.replays:
        raise NotNow("a protest was upheld since then: the match is replayed, and that cannot be undone")
    return replace(then, protests=now.protests, remarks=now.remarks)


def _overruled(folded: Sequence[State], event: Overruled, entry: Entry) -> State:
    """The corrected call stands in the place of the one given."""
    state = folded[-1]
    if state.last_call != event.entry:
        which = "none" if state.last_call is None else str(state.last_call)
        raise NotNow(f"only the last call of the running board can be overruled; that is entry {which}")
    before = folded[event.entry - 2]
    if isinstance(event.report, Incident):
        before = _noted(before, event.report, event.ruling, event.entry)
    # The board keeps the time of the call that is corrected.
    instead = replace(entry, seq=event.entry, at=state.last_call_at)
    corrected = _called(before, event.ruling, instead, of_incident=isinstance(event.report, Incident))
    same_board = corrected.match.boards_ended == before.match.boards_ended
    protests = state.protests
    if not same_board and state.protest is not None and state.protest.board_ended_at is None:
        protests = (*protests[:-1], replace(state.protest, board_ended_at=corrected.board_ended_at))
    return replace(
        corrected,
        overruled=(*corrected.overruled, event.entry),
        protests=protests,
        remarks=state.remarks,
        strikers=state.strikers,
        request=state.request if same_board else None,
    )


def _protested(state: State, event: ProtestSpoken | ProtestWritten | ProtestDecided, at: str | None) -> State:
    protest = state.protest
    match event:
        case ProtestSpoken(side, about):
            if protest is not None:
                raise NotNow("a protest is open already; it must be decided first")
            if state.last_call != about:
                raise NotNow("a protest is spoken at once, about the last call given")
            ended = None if state.match.stage == IN_PLAY else state.board_ended_at
            return replace(state, protests=(*state.protests, Protest(side, about, ended)))
        case ProtestWritten(facts, paragraph):
            if protest is None or protest.written is not None:
                raise NotNow("a protest is spoken first, and written once")
            cite(paragraph)
            _refuse_late(protest, at, state.match.book.match.protest_minutes)
            return _with_protest(state, replace(protest, written=facts, paragraph=paragraph))
        case ProtestDecided(upheld):
            if protest is None or protest.written is None:
                raise NotNow("only a written protest is decided")
            decided = _with_protest(state, replace(protest, upheld=upheld))
            if not upheld:
                return decided
            again = matches.replay(state.match)
            fresh = State(state.seq, state.stands, state.begun, again, began_at=state.began_at)
            return replace(fresh, protests=decided.protests, remarks=state.remarks)


def _with_protest(state: State, protest: Protest) -> State:
    return replace(state, protests=(*state.protests[:-1], protest))


def _refuse_late(protest: Protest, at: str | None, minutes: int) -> None:
    """Written within fifteen minutes of the end of the board that was running."""
    if at is None or protest.board_ended_at is None:
        return
    limit = datetime.fromisoformat(protest.board_ended_at) + timedelta(minutes=minutes)
    if datetime.fromisoformat(at) > limit:
        raise NotNow(f"the protest had to be written by {limit.isoformat(timespec='minutes')}")


def in_effect(folded: Sequence[State]) -> list[bool]:
    """Which entries stand: those that the last one follows from."""
    stands = [False] * len(folded)
    at = folded[-1].stands
    while at >= 1:
        stands[at - 1] = True
        at = folded[at - 2].stands if at > 1 else 0
    return stands


def last_play(folded: Sequence[State], entries: Sequence[Entry]) -> int | None:
    """The last entry in effect that can be taken back; what was only said is passed over."""
    stands = folded[-1].stands
    while stands > 1 and isinstance(event := entries[stands - 1].event, _SAID):
        if isinstance(event, ProtestDecided) and event.upheld:
            return None
        stands = folded[stands - 2].stands
    return stands if stands > 1 else None


_SAID = (Remarked, ProtestSpoken, ProtestWritten, ProtestDecided)


def rule_on(state: State, report: StrokeReport | Incident) -> Struck | Happened:
    """Judge what happened where the match stands, ready to be entered."""
    if state.match.stage == OVER:
        raise NotNow("the match is over")
    ruling = matches.rule_on(state.match, report)
    return Happened(report, ruling) if isinstance(report, Incident) else Struck(report, ruling)
