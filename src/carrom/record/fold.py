"""Folds entries into the state of the match. Rulings are followed as they were given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from math import inf, pi
from typing import Self

from carrom.errors import CarromError, ImpossibleCase, NotNow, RecordError
from carrom.i18n import Message, nearest
from carrom.laws import cite
from carrom.persistent import EMPTY, PersistentList
from carrom.record.entries import (
    NEVER_TAKEN_BACK,
    SAID,
    SEEDS,
    Begun,
    CameLate,
    CoinPlaced,
    Demanded,
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
    TurnKept,
    UmpireAsked,
    is_time,
)
from carrom.record.protest import Protest
from carrom.rulebooks import in_finals, rulebook, with_length
from carrom.rules import match as matches
from carrom.rules.incidents import disturbing_law
from carrom.rules.match import IN_PLAY, OVER, TO_DEMAND, TO_PLAY, Match
from carrom.rules.ruling import MatchLost, Ruling
from carrom.rules.standing import NONE
from carrom.stroke import Incident, StrokeReport
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul as a line of the score sheet: what was done, by whom, in which game and board."""

    entry: int
    game: int
    board: int
    side: Side | None
    player: str
    kind: str
    laws: tuple[str, ...]
    disturbing: bool
    """Whether it is for disturbing the opponent (4 k, in edition b 4 l, ICF 129)."""


class Fouls(PersistentList[Foul]):
    """The fouls of a match, and how often each player has disturbed the opponents (4.2 h)."""

    __slots__ = ("distractions",)

    distractions: dict[str, int]

    def __init__(self) -> None:
        super().__init__()
        self.distractions = {}

    def appended(self, item: Foul) -> Self:
        longer = super().appended(item)
        counts = self.distractions
        if item.player and item.disturbing:
            counts = {**counts, item.player: counts.get(item.player, 0) + 1}
        longer.distractions = counts
        return longer


NO_FOULS = Fouls()


@dataclass(frozen=True, slots=True)
class State:
    """A match after an entry, with everything that the record keeps about it.

    `stands` is the last entry in effect: after a take-back, the entry it went back to. `since` are the
    entries after the last call that are repeated when it is overruled; replaced entries are left out, so
    there are always few. `latest` is the latest time of any entry. States share the lists that grow with the
    record. `engine` is the one that played the stroke of this entry on a simulated table. `strokes` counts
    those that stand: one that is played again has the same number.
    """

    seq: int
    stands: int
    begun: Begun
    match: Match
    toss: Tossed | None = None
    request: Side | None = None
    strikers: tuple[tuple[str, int], ...] = ()
    open_protests: tuple[Protest, ...] = ()
    closed_protests: PersistentList[Protest] = EMPTY
    fouls: Fouls = NO_FOULS
    remarks: PersistentList[tuple[int, str]] = EMPTY
    overruled: PersistentList[int] = EMPTY
    last_call: int | None = None
    last_call_at: str | None = None
    since: tuple[Entry, ...] = ()
    began_at: str | None = None
    given_up: tuple[GaveUp, str | None] | None = None
    latest: datetime | None = None
    engine: int | None = None
    strokes: int = 0

    @property
    def gave_up(self) -> GaveUp | None:
        """The giving up of the match, if it ended so."""
        return None if self.given_up is None else self.given_up[0]

    @property
    def gave_up_at(self) -> str | None:
        return None if self.given_up is None else self.given_up[1]

    def strikers_of(self, player: str) -> int:
        """How often a player has changed the striker."""
        return dict(self.strikers).get(player, 0)

    def may_change_striker(self, player: str) -> bool:
        """Whether the laws leave the player another change of striker."""
        most = self.match.book.match.striker_changes
        return most is None or self.strikers_of(player) < most

    @property
    def protests(self) -> tuple[Protest, ...]:
        """All protests in the order in which they were spoken; the closed ones are decided or lapsed."""
        return tuple(sorted((*self.closed_protests, *self.open_protests), key=lambda each: each.entry))

    @property
    def turn_to_keep(self) -> bool:
        """Practice alone: whether the last call has passed the turn, and all that it orders is done."""
        match = self.match
        called = self.begun.alone and self.last_call is not None and self.request is None
        if not called or match.stage != IN_PLAY or match.to_place != NONE:
            return False
        return match.standing is not None and match.standing.new_turn

    def board_ended_at(self, number: int) -> str | None:
        """When that board of the match ended, or was given up with the match."""
        for boards in (*(game.boards for game in self.match.games), self.match.boards):
            if number <= len(boards):
                return boards[number - 1].ended_at
            number -= len(boards)
        return self.gave_up_at

    def distractions(self, player: str) -> int:
        """How often a player has disturbed the opponents (technical fouls of 4 k, in edition b 4 l)."""
        return self.fouls.distractions.get(player, 0)


_KEY, _SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")

# A match has a few; each open one is looked at after every entry.
MOST_OPEN_PROTESTS = 20

GIVING_UP = ("resigned", "left", "retired", "walkover")


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
        current = _with_current_protests(replace(after, seq=entry.seq, stands=stands, latest=latest))
        # Only these let a board run again that had ended.
        return _reopened(current) if isinstance(entry.event, TakenBack | Overruled) else current
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
        book = rulebook(event.rulebook)
        book = with_length(in_finals(book) if event.finals else book, event.length)
        match = matches.begin(book, event.first, event.second, event.handicap)
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
            if isinstance(event, TrialPlayed):
                _check_seed(event.seed)
            return replace(state, match=matches.trial(match, side))
        case CameLate(side):
            return replace(state, match=matches.came_late(match, side))
        case RosetteTurned(turned, seed):
            _check_seed(seed)
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
        case Happened(incident, ruling, player):
            return _called(state, ruling, entry, _foul(state, incident, ruling, entry.seq, player))
        case CoinPlaced(coin):
            return replace(state, match=matches.coin_placed(match, coin.colour))
        case Demanded(points):
            return replace(state, match=matches.demand(match, points))
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
        case TurnKept():
            if not state.turn_to_keep:
                raise NotNow("refused.record.turn-kept")
            return replace(state, match=matches.keep_turn(match))
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
            return replace(state, match=given_up, given_up=(event, entry.at), request=None)
    raise AssertionError(f"no step for {event}")


def _called(state: State, ruling: Ruling, entry: Entry, foul: Foul | None = None) -> State:
    """The state after a call, which can be overruled or protested against until the next board opens."""
    if state.match.standing is None and foul is not None and foul.side is not None:
        match = matches.give_up(state.match, foul.side)
    else:
        match = matches.follow_ruling(state.match, ruling, entry.at, during_placing=foul is not None)
    return replace(
        state,
        match=match,
        last_call=entry.seq,
        last_call_at=entry.at,
        since=(),
        fouls=state.fouls if foul is None else state.fouls.appended(foul),
        request=state.request if match.boards_ended == state.match.boards_ended else None,
        strokes=state.strokes + isinstance(entry.event, Struck),
    )


def _foul(state: State, incident: Incident, ruling: Ruling, seq: int, player: str) -> Foul:
    """The line of an incident. A player who must be known is found or refused."""
    match = state.match
    lost = any(isinstance(each, MatchLost) for each in ruling.consequences)
    if lost != (match.stage in matches.BETWEEN_BOARDS) or match.stage == OVER:
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    if incident.kind == "ignored-request":
        requester = None if state.request is None else match.colour_of(state.request)
        if requester is None or incident.by is requester:
            raise ImpossibleCase("incident.by", "refused.record.request-own")
    side = None if incident.by is None else match.side_with(incident.by)
    if player:
        if side not in (None, match.side_of(player)):
            raise ImpossibleCase("incident.player", "refused.record.other-side", player=player)
        side = match.side_of(player)
    elif side is None and lost:
        raise ImpossibleCase("incident.player", "refused.record.player")
    elif side is not None and not match.doubles:
        (player,) = match.names(side)
    laws = tuple(str(law) for law in ruling.laws)
    disturbing = disturbing_law(match.book) in laws
    return Foul(seq, *matches.game_and_board(match), side, player, incident.kind, laws, disturbing)


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


def _check_seed(seed: int | None) -> None:
    """Check the seed of a rosette, which must be a whole number that every reader of JSON keeps."""
    if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
        raise ImpossibleCase("seed", "refused.record.seed", seed=repr(seed))


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
    """Count a change of striker, between boards: one a match, and then only back to the first (4 e)."""
    state.match.side_of(player)
    if state.match.stage in (IN_PLAY, OVER):
        raise NotNow("refused.record.striker-in-play")
    if not state.may_change_striker(player):
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
    now = _with_decision_undone(folded, event.to)
    return replace(
        then,
        open_protests=now.open_protests,
        closed_protests=now.closed_protests,
        remarks=now.remarks,
        engine=now.engine,
    )


def _with_decision_undone(folded: Sequence[State], to: int) -> State:
    """The last state; a protest that the entry after `to` upheld and that still is, waits again."""
    state, waited = folded[-1], {each.entry for each in folded[to - 1].open_protests}
    if to == len(folded) or not waited:
        return state
    upheld = [each for each in folded[to].closed_protests if each.upheld and each.entry in waited]
    for protest in upheld:
        if protest in tuple(state.closed_protests):
            state = _with_protest(state, replace(protest, upheld=None, reason="", decided_at=None))
    return state


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
        foul = _foul(before, event.report, event.ruling, event.entry, event.player)
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
        open_protests=state.open_protests,
        closed_protests=state.closed_protests,
        remarks=state.remarks,
        strikers=state.strikers,
        engine=state.engine,
        since=state.since,
        strokes=state.strokes,
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
    Demanded: "demanded",
    GaveUp: "gave-up",
}


def _repeated(corrected: State, later: Entry, same_board: bool) -> State:
    """The state after an entry is repeated on the corrected call; coins are placed by the new ruling."""
    match later.event:
        case UmpireAsked(side):
            return replace(corrected, request=side) if corrected.match.stage == IN_PLAY else corrected
        case PlayCalled():
            return replace(corrected, request=None)
        case Demanded(points):
            # Another end of the board is asked about anew.
            may = corrected.match.may_demand if corrected.match.stage == TO_DEMAND else -1
            return _played(corrected, later.event, later) if points <= may else corrected
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
    # The time of this entry may let a protest lapse.
    state = state_at(folded[-1], at)
    minutes = state.match.book.match.protest_minutes
    match event:
        case ProtestSpoken(side, about):
            if state.last_call != about:
                raise NotNow("refused.protest.at-once")
            if len(state.open_protests) == MOST_OPEN_PROTESTS:
                raise NotNow("refused.protest.many", most=MOST_OPEN_PROTESTS)
            board = folded[about - 2].match.boards_ended + 1
            spoken = Protest(state.seq + 1, side, about, board, at, state.board_ended_at(board))
            spoken.refuse_late(state.latest, minutes)
            return replace(state, open_protests=(*state.open_protests, spoken))
        case ProtestWritten(facts, paragraph, number):
            unwritten = _meant(state.open_protests, number, lambda each: each.written is None)
            if unwritten is None:
                # It may have been written in time, and another entry have a later time.
                closed = tuple(state.closed_protests)
                unwritten = _meant(closed if number else closed[-1:], number, lambda each: each.lapsed)
            if unwritten is None:
                raise NotNow("refused.protest.written-once")
            cite(paragraph)
            unwritten.refuse_late(_later(None, at), minutes)
            written = replace(unwritten, written=facts, paragraph=paragraph, written_at=at, lapsed=False)
            return _with_protest(state, written)
        case ProtestDecided(upheld, reason, number):
            meant = _meant(state.open_protests, number, lambda each: each.written is not None)
            if meant is None:
                raise NotNow("refused.protest.not-written")
            decided = _with_protest(state, replace(meant, upheld=upheld, reason=reason, decided_at=at))
            # Where one board is played again, a take-back follows.
            if not upheld or state.match.book.match.protest_replays == "board":
                return decided
            again = matches.replay(state.match)
            fresh = State(state.seq, state.stands, state.begun, again, began_at=state.began_at)
            return replace(
                fresh,
                open_protests=decided.open_protests,
                closed_protests=decided.closed_protests,
                remarks=state.remarks,
                engine=state.engine,
                strokes=state.strokes,
            )


def _meant(
    protests: Iterable[Protest], number: int | None, fits: Callable[[Protest], bool]
) -> Protest | None:
    """The protest spoken in entry `number`, or without a number the only one that fits."""
    found = [each for each in protests if fits(each) and number in (None, each.entry)]
    if len(found) > 1:
        raise NotNow("refused.protest.which", entries=", ".join(str(each.entry) for each in found))
    return found[0] if found else None


def state_at(state: State, at: str | None) -> State:
    """The state at a later time: a protest that was not written by then has lapsed."""
    return _with_current_protests(replace(state, latest=_later(state.latest, at)))


def _with_protest(state: State, protest: Protest) -> State:
    """The state with this protest in the place of what it was."""
    others = tuple(each for each in state.open_protests if each.entry != protest.entry)
    if not protest.open:
        return replace(state, open_protests=others, closed_protests=state.closed_protests.appended(protest))
    closed = state.closed_protests
    if len(others) == len(state.open_protests):
        closed = PersistentList.of(each for each in closed if each.entry != protest.entry)
    return replace(state, open_protests=(*others, protest), closed_protests=closed)


def _with_current_protests(state: State) -> State:
    """Update the open protests: their board may have ended or run again, and their time may be over."""
    for protest in state.open_protests:
        updated = _current(state, protest)
        if updated is not protest:
            state = _with_protest(state, updated)
    return state


def _reopened(state: State) -> State:
    """Open the lapsed protests again whose board is running again."""
    opened = [each for each in map(partial(_current, state), state.closed_protests) if each.open]
    if not opened:
        return state
    entries = {each.entry for each in opened}
    closed = PersistentList.of(each for each in state.closed_protests if each.entry not in entries)
    return replace(state, open_protests=(*state.open_protests, *opened), closed_protests=closed)


def _current(state: State, protest: Protest) -> Protest:
    """The protest with the end of its board, and whether it has lapsed, as they are now."""
    if protest.upheld is not None:
        return protest
    ended_at, minutes = state.board_ended_at(protest.board), state.match.book.match.protest_minutes
    return protest.updated(ended_at, state.latest, minutes)


def in_effect(folded: Sequence[State], first: int = 1) -> list[bool]:
    """For each entry from `first` on, whether it is in effect: it was not taken back."""
    stands = [False] * (len(folded) - first + 1)
    at = folded[-1].stands
    while at >= first:
        stands[at - first] = True
        at = folded[at - 2].stands if at > 1 else 0
    return stands


def path_to(entries: Sequence[Entry], last: int, floor: int = 0) -> tuple[Entry, ...]:
    """The entries after `floor` that lead to the one numbered `last`, itself and take-backs included."""
    found = []
    at = last
    while at > floor:
        entry = entries[at - 1]
        found.append(entry)
        at = entry.event.to if isinstance(entry.event, TakenBack) else at - 1
    return tuple(reversed(found))


def replays_board(entries: Sequence[Entry], seq: int) -> bool:
    """Whether an entry upheld a protest, and the next took play back to the start of the board."""
    match [entry.event for entry in entries[seq - 1 : seq + 1]]:
        case [ProtestDecided(upheld=True), TakenBack()]:
            return True
    return False


def decision_undone(entries: Sequence[Entry], seq: int) -> bool:
    """Whether an entry is a decision by which a board was played again, and was itself taken back."""
    return replays_board(entries, seq) and any(
        isinstance(later.event, TakenBack) and later.event.to == seq - 1 for later in entries[seq + 1 :]
    )


def entries_undone_by(entries: Sequence[Entry], back: Entry, floor: int = 0) -> list[Entry]:
    """What a take-back removed or would remove: play, and a decision by which a board was played again."""
    assert isinstance(back.event, TakenBack)
    to, stood = back.event.to, path_to(entries, back.seq - 1, floor)
    gone = {entry.seq for entry in stood} - {entry.seq for entry in path_to(entries, to, floor)}
    decision = to + 1 if to + 2 in gone and replays_board(entries, to + 1) else None
    play = [entry for entry in stood if entry.seq in gone and not isinstance(entry.event, NEVER_TAKEN_BACK)]
    return play if decision is None else [entries[decision - 1], *play]


def last_play(folded: Sequence[State], entries: Sequence[Entry]) -> int | None:
    """The last entry in effect that can be taken back; entries that are not play are skipped.

    A decision by which a board is played again comes after the play that it took back.
    """
    for entry in reversed(path_to(entries, len(entries), floor=1)):
        match entry.event:
            case TakenBack():
                if replays_board(entries, entry.seq - 1):
                    return entry.seq - 1
            case ProtestDecided(upheld=True) if folded[-1].match.replays:
                return None
            case event if not isinstance(event, SAID):
                return entry.seq
    return None


def rule_on(state: State, report: StrokeReport | Incident) -> Struck | Happened:
    """Judge a stroke or an incident: the event to enter. Raises `NotNow` if it cannot happen now."""
    if state.match.stage == OVER:
        raise NotNow("refused.match.over")
    ruling = matches.rule_on(state.match, report)
    return Happened(report, ruling) if isinstance(report, Incident) else Struck(report, ruling)
