"""A state machine that plays whole matches by chance and checks the record after every step."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from carrom.errors import CarromError, RecordError
from carrom.record import Record, audit, decode, encode, fold, rule_on
from carrom.record.entries import (
    Begun,
    CameLate,
    CoinPlaced,
    Demanded,
    Event,
    GaveUp,
    Overruled,
    PlayCalled,
    PointsSet,
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
)
from carrom.record.erase import erase_names
from carrom.record.fold import last_play
from carrom.record.story import match_story
from carrom.rulebooks import RULEBOOKS
from carrom.rules import Standing
from carrom.rules.match import IN_PLAY, OVER, TO_DEMAND, TO_PLAY, TO_TOSS, TO_TOSS_AGAIN, Match
from carrom.rules.ruling import Finding, Ruling, StandsAs
from carrom.rules.standing import CoveredBy, Each, OnBoard, possible
from carrom.stroke import INCIDENTS, Incident, StrokeReport
from carrom.stroke.incident import NOBODY, WITH_PIECES
from carrom.words import BLACK, WHITE, Coin, Colour, Seat, Side

NAMES = {1: (("Asha",), ("Ben",)), 2: (("Asha", "Chan"), ("Ben", "Dora"))}
ROUND = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
sides = st.sampled_from(Side)
colours = st.sampled_from(Colour)
coins = st.integers(0, 9)
often_no = st.sampled_from([False, False, False, True])
rarely = st.integers(0, 15).map(lambda number: number == 7)


class WholeMatches(RuleBasedStateMachine):
    """A match under any rulebook, with strokes, incidents, undo, overrulings and protests."""

    def __init__(self) -> None:
        super().__init__()
        self.record = Record()
        self.refused = 0

    @property
    def match(self) -> Match:
        return self.record.state.match

    @property
    def board(self) -> Standing:
        assert self.match.standing is not None
        return self.match.standing

    def enter(self, event: Event) -> None:
        self.record.enter(event)

    def judged(self, report: StrokeReport | Incident) -> None:
        """Enter a report; a refused one leaves the record unchanged."""
        before = list(self.record.entries)
        try:
            self.enter(rule_on(self.record.state, report))
        except CarromError:
            assert self.record.entries == before
            self.refused += 1

    @initialize(book=st.sampled_from(list(RULEBOOKS)), size=st.sampled_from([1, 2]), finals=st.booleans())
    def begin(self, book: str, size: int, finals: bool) -> None:
        """The finals are played to other limits where the rulebook has them."""
        finals = finals and RULEBOOKS[book].match.finals_unlimited
        self.enter(Begun(book, *NAMES[size], finals=finals))

    @precondition(lambda self: self.match.stage == TO_TOSS)
    @rule(winner=sides, choice=st.sampled_from(["break", "seats"]), pick=st.integers(0, 1))
    def toss_and_sit(self, winner: Side, choice: str, pick: int) -> None:
        self.enter(Tossed(winner, choice))
        assert self.match.breaks_first is not None
        first, second = self.match.first, self.match.second
        if self.match.doubles:
            order = (first[0], second[0], first[1], second[1])
            breaker = self.match.names(self.match.breaks_first)[pick]
            self.enter(Seated(tuple(zip(ROUND, order, strict=True)), breaker))
        else:
            self.enter(Seated(((Seat.SOUTH, first[0]), (Seat.NORTH, second[0]))))

    @precondition(lambda self: self.match.stage == TO_TOSS_AGAIN)
    @rule(pick=st.integers(0, 3))
    def toss_for_the_ninth(self, pick: int) -> None:
        self.enter(TossedAgain(self.match.order[pick % len(self.match.order)]))

    @precondition(lambda self: self.match.stage == TO_DEMAND)
    @rule(points=st.integers(0, 2))
    def demand_points(self, points: int) -> None:
        before = self.match
        self.enter(Demanded(min(points, before.may_demand)))
        assert self.match.stage != TO_DEMAND
        assert self.match.boards_ended == before.boards_ended

    @precondition(lambda self: self.match.stage == TO_PLAY or self.record.state.request is not None)
    @rule()
    def say_play(self) -> None:
        self.enter(PlayCalled())

    @precondition(lambda self: self.match.stage == IN_PLAY and self.record.state.request is None)
    @rule(own=coins, theirs=coins, queen=st.booleans(), striker=often_no, improper=often_no, off=often_no)
    def strike(self, own: int, theirs: int, queen: bool, striker: bool, improper: bool, off: bool) -> None:
        """A stroke that can be: no more than lies there. Small counts of theirs keep boards going."""
        me = self.board.on_strike
        mine = min(own, self.board.coins.of(me))
        other = min(theirs // 4, self.board.coins.of(me.other))
        left = self.board.coins.of(me) - mine > 0
        queen = queen and isinstance(self.board.queen, OnBoard)
        white, black = (mine, other) if me is WHITE else (other, mine)
        off_me = int(off and left)
        report = StrokeReport(
            white,
            black,
            queen,
            striker,
            off_white=off_me if me is WHITE else 0,
            off_black=off_me if me is BLACK else 0,
            improper=improper,
        )
        before = self.refused
        self.judged(report)
        assert self.refused == before

    @precondition(lambda self: self.match.stage == IN_PLAY and self.record.state.request is None)
    @rule(striker=often_no)
    def miss_everything(self, striker: bool) -> None:
        self.judged(StrokeReport(striker=striker, touched=False))

    @precondition(lambda self: self.match.stage in (IN_PLAY, TO_PLAY))
    @rule(
        kind=st.sampled_from(INCIDENTS),
        by=colours,
        ground=st.sampled_from("abh"),
        noticed=st.booleans(),
        fell=st.sampled_from([("white",), ("black",), ("queen",), ("white", "black")]),
        rare=rarely,
    )
    def report_an_incident(
        self, kind: str, by: Colour, ground: str, noticed: bool, fell: tuple[str, ...], rare: bool
    ) -> None:
        if kind in ("disqualified", "abandon") and not rare:
            return
        self.judged(
            Incident(
                kind,
                None if kind in NOBODY else by,
                ground=ground if kind == "disqualified" else None,
                noticed=noticed or kind != "wrong-colour-placed",
                pocketed=fell if kind in WITH_PIECES else (),
            )
        )

    @precondition(lambda self: self.match.change_seats and self.match.stage == TO_PLAY)
    @rule()
    def change_seats(self) -> None:
        self.enter(SeatsChanged())

    @precondition(lambda self: self.match.stage in (IN_PLAY, TO_PLAY))
    @rule()
    def win_boards_quickly(self) -> None:
        """Whoever is on strike clears the board, so that games and matches come to their end."""
        ended = self.match.boards_ended
        for _ in range(40):
            if self.match.stage not in (IN_PLAY, TO_PLAY) or self.match.boards_ended >= ended + 2:
                return
            if self.match.stage == TO_PLAY or self.record.state.request is not None:
                self.enter(PlayCalled())
            own = self.board.on_strike
            left = self.board.coins.of(own)
            queen = isinstance(self.board.queen, OnBoard) and left < 9 and self.board.earned.of(own)
            count = 0 if queen else left if isinstance(self.board.queen, CoveredBy) else 1
            white, black = (count, 0) if own is WHITE else (0, count)
            self.enter(rule_on(self.record.state, StrokeReport(white, black, queen)))

    @rule(text=st.text(max_size=5), pick=st.integers(0, 3))
    def say_something(self, text: str, pick: int) -> None:
        self.enter(Remarked(text))
        everybody = (*self.match.first, *self.match.second)
        self.attempt(StrikerChanged(everybody[pick % len(everybody)]))

    @rule(side=sides, really=often_no)
    def ask_the_umpire(self, side: Side, really: bool) -> None:
        if really:
            self.attempt(UmpireAsked(side))

    def attempt(self, event: Event) -> None:
        """Enter what may be refused."""
        try:
            self.enter(event)
        except CarromError:
            self.refused += 1

    @rule()
    def undo(self) -> None:
        last = last_play(self.record.states, self.record.entries)
        if last is not None and self.record.states[last - 2].match.replays == self.match.replays:
            self.enter(TakenBack(last - 1))
            assert self.match == self.record.states[last - 2].match

    def overruled(self, event: Overruled) -> None:
        """What came after the call stands, or must be undone first: it is never lost in silence."""
        before = self.record.state
        try:
            self.enter(event)
        except RecordError as refused:
            if "undo that first" not in str(refused):
                raise
            return
        after = self.record.state
        assert (after.strikers, after.gave_up) == (before.strikers, before.gave_up)
        assert (after.match.trials, after.match.late) == (before.match.trials, before.match.late)
        kept = (SeatsChanged, TossedAgain, PointsSet, GaveUp)
        assert [each for each in before.since if isinstance(each.event, kept)] == [
            each for each in after.since if isinstance(each.event, kept)
        ]
        if any(isinstance(each.event, PointsSet) for each in before.since):
            assert all(after.match.points(side) == before.match.points(side) for side in Side)
        if any(isinstance(each.event, SeatsChanged) for each in before.since):
            assert after.match.seats == before.match.seats

    @precondition(lambda self: self.record.state.last_call is not None)
    @rule(own=coins, striker=st.booleans())
    def overrule(self, own: int, striker: bool) -> None:
        call = self.record.state.last_call
        assert call is not None
        before = self.record.states[call - 2]
        if before.match.stage != IN_PLAY or before.match.standing is None or before.request is not None:
            return
        board = before.match.standing
        mine = min(own, board.coins.of(board.on_strike))
        right = (
            StrokeReport(mine, 0, striker=striker)
            if board.on_strike is WHITE
            else StrokeReport(0, mine, striker=striker)
        )
        judged = rule_on(before, right)
        assert isinstance(judged, Struck)
        self.overruled(Overruled(call, judged.ruling, right, "seen again"))

    @precondition(lambda self: self.record.state.last_call is not None)
    @rule(white=st.integers(1, 9), black=st.integers(1, 9), held=st.integers(0, 2), me=colours)
    def correct_by_hand(self, white: int, black: int, held: int, me: Colour) -> None:
        call = self.record.state.last_call
        assert call is not None
        before = self.record.states[call - 2].match.standing
        if before is None or not before.broken:
            return
        board = Standing(me, Each(white, black), held=Each(min(held, 9 - white), 0), points=before.points)
        by_hand = Ruling((Finding((), "by-hand", (StandsAs(board),)),))
        self.overruled(Overruled(call, by_hand))

    @precondition(lambda self: self.match.standing is not None or self.match.stage == TO_TOSS_AGAIN)
    @rule(first=st.integers(0, 24), second=st.integers(0, 24), really=often_no)
    def set_the_points(self, first: int, second: int, really: bool) -> None:
        if really:
            games = len(self.match.games)
            self.enter(PointsSet(first, second, "counted again"))
            over = len(self.match.games) > games
            score = self.match.games[-1] if over else self.match
            assert (score.points(Side.FIRST), score.points(Side.SECOND)) == (first, second)

    @precondition(lambda self: self.match.standing is not None)
    @rule(coin=st.sampled_from(Coin))
    def place_a_coin(self, coin: Coin) -> None:
        self.attempt(CoinPlaced(coin))

    @rule(side=sides, late=st.booleans())
    def try_out(self, side: Side, late: bool) -> None:
        self.attempt(CameLate(side) if late else TrialPlayed(side))
        self.attempt(TrialLeft(side))

    @rule(turned=st.floats(-7.0, 7.0))
    def turn_the_rosette(self, turned: float) -> None:
        before = self.match
        self.attempt(RosetteTurned(turned))
        assert self.match == before

    @precondition(
        lambda self: self.record.state.last_call is not None and len(self.record.state.open_protests) < 3
    )
    @rule(side=sides)
    def speak_a_protest(self, side: Side) -> None:
        assert self.record.state.last_call is not None
        self.enter(ProtestSpoken(side, self.record.state.last_call))

    @precondition(lambda self: self.record.state.open_protests)
    @rule(pick=st.integers(0, 2), upheld=rarely)
    def go_on_with_a_protest(self, pick: int, upheld: bool) -> None:
        waiting = self.record.state.open_protests
        protest = waiting[pick % len(waiting)]
        if protest.written is None:
            self.enter(ProtestWritten("facts", "international-a 3.6 a", protest.entry))
        else:
            self.enter(ProtestDecided(upheld, protest=protest.entry))

    @precondition(lambda self: bool(self.record.entries) and self.match.standing is not None)
    @invariant()
    def the_board_holds_together(self) -> None:
        board, match = self.board, self.match
        assert possible(board) is board
        for colour in Colour:
            assert 0 <= board.coins.of(colour) <= 9
            assert board.held.of(colour) >= 0
            assert board.due.of(colour) >= 0
            assert board.in_nets(colour) >= 0
            assert 0 <= match.to_place.of(colour) <= board.coins.of(colour)
            assert (match.holder(colour) is not None) == (board.held.of(colour) > 0)
            assert board.points.of(colour) == match.points(match.side_with(colour))
            assert board.points.of(colour) < match.book.match.game_points
        assert match.colour_of(match.side_of(match.on_strike)) is board.on_strike
        assert match.white is match.side_of(match.breaker)
        assert board.over is None

    @precondition(lambda self: bool(self.record.entries))
    @invariant()
    def games_and_match_hold_together(self) -> None:
        match = self.match
        laws = match.book.match
        won = {side: match.games_won(side) for side in Side}
        assert max(won.values()) <= laws.games_to_win
        assert (match.stage == OVER) == (match.winner is not None)
        assert max(won.values()) < laws.games_to_win or match.stage == OVER
        for game in match.games:
            top = max(game.points(side) for side in Side)
            assert game.points(game.winner) == top
            assert top >= laws.game_points or (laws.boards is not None and len(game.boards) >= laws.boards)
            assert all(0 <= board.points <= 25 for board in game.boards)

    @precondition(lambda self: bool(self.record.entries))
    @invariant()
    def the_story_agrees_with_the_match(self) -> None:
        story, match, last = match_story(self.record), self.match, self.record.state
        assert len(story.boards) == match.boards_ended
        assert match.replays or story.first.strokes + story.second.strokes == last.strokes
        for side, told in zip(Side, (story.first, story.second), strict=True):
            won = [each.points for each in story.boards if each.winner == side.value]
            boards = [*(board for game in match.games for board in game.boards), *match.boards]
            assert sum(won) == sum(board.points_of(side) for board in boards)
            assert told.slams <= len(won)
            assert 0 <= told.turn_coins <= told.coins
            assert told.turn_strokes <= told.strokes

    def teardown(self) -> None:
        """Any prefix replays, encoding loses nothing, and a fresh match audits clean, also without names."""
        entries = self.record.entries
        for number in {len(entries), len(entries) // 2, len(entries) // 3}:
            if number:
                assert fold(entries[:number]) == self.record.states[number - 1]
        before = ""
        for entry in entries:
            again, before = decode(encode(entry, before), entry.seq, before)
            assert again == entry
        if entries:
            assert audit(entries) == []
            erased = erase_names(entries)
            assert audit(erased.entries) == []
            assert not any(name in encode(entry) for entry in erased.entries for name in self.match.first)
