"""An umpire who does whatever the desk offers: it is taken, judged, shown and previewed alike."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from carrom import umpiring
from carrom.errors import CarromError, NotNow
from carrom.parts import SideName
from carrom.record import Record, audit, decode, encode, fold
from carrom.record.entries import GaveUp, PointsSet, SeatsChanged, TossedAgain
from carrom.rulebooks import RULEBOOKS
from carrom.umpiring.call import last_call
from carrom.umpiring.view.types import Can

AT = "2026-03-14T15:00:00+01:00"
SIDES: tuple[SideName, ...] = ("first", "second")
NAMES = {1: (["Asha"], ["Ben"]), 2: (["Asha", "Ben"], ["Chloé", "Dev"])}
CHAIRS = ("south", "east", "north", "west")

few = st.sampled_from([0, 0, 0, 1, 1, 2, 9])
rarely = st.sampled_from([True] + [False] * 9)
picks = st.integers(0, 999)

Plain = dict[str, Any]


class AnyUmpire(RuleBasedStateMachine):
    """Each rule does one thing that the view says can be done."""

    def __init__(self) -> None:
        super().__init__()
        self.record = Record()
        self.view = umpiring.match_view(self.record)

    @property
    def can(self) -> Can:
        assert self.view.can is not None
        return self.view.can

    def offers(self, act: str) -> bool:
        return self.view.can is not None and act in self.view.can.acts

    def ask(self, do: str, **fields: object) -> None:
        """What is offered is taken, and leads to what its preview has shown."""
        request = umpiring.read_request({"do": do, **fields})
        shown = umpiring.preview_request(self.record, request, AT)
        umpiring.enter_request(self.record, request, AT)
        self.view = umpiring.match_view(self.record)
        plain = umpiring.to_json(self.view, "fr")

        assert shown.after == self.view
        assert json.loads(json.dumps(plain)) == plain
        self.hold_together()

    def hold_together(self) -> None:
        """What is to be placed is to be done, and by whom it says."""
        view = self.view
        assert view.v == len(self.record.entries)
        waiting = {each.colour: each.count for each in view.to_place}
        told = {} if view.call is None else {each.colour: 0 for each in view.call.todo if each.n}
        for each in () if view.call is None else view.call.todo:
            if each.what in ("place", "let-down"):
                told[each.colour] += each.n
        assert {colour: n for colour, n in told.items() if n and colour in waiting} == waiting
        assert [each.name for each in view.players if each.on_strike] == (
            [view.on_strike] if view.board else []
        )

    def attempt(self, do: str, **fields: object) -> None:
        """What the umpire says by hand may not fit; then nothing has happened."""
        before = list(self.record.entries)
        try:
            self.ask(do, **fields)
        except CarromError:
            assert self.record.entries == before

    @initialize(book=st.sampled_from(list(RULEBOOKS)), size=st.sampled_from([1, 2]), pick=picks)
    def begin(self, book: str, size: int, pick: int) -> None:
        first, second = NAMES[size]
        length = ("match", "game", "board")[pick % 3]
        finals = book == "icf" and pick % 2 == 0
        self.ask("begin", rulebook=book, first=first, second=second, length=length, finals=finals)
        if pick % 7:
            self.toss_and_sit_down(SIDES[pick % 2], ("break", "seats")[pick % 2], pick)
            self.ask("play")

    @precondition(lambda self: self.offers("toss"))
    @rule(side=st.sampled_from(SIDES), choice=st.sampled_from(["break", "seats"]), pick=picks)
    def toss_and_sit_down(self, side: str, choice: str, pick: int) -> None:
        self.ask("toss", winner=side, choice=choice)
        first, second = self.view.first, self.view.second
        order = [name for pair in zip(first, second, strict=True) for name in pair]
        chairs = CHAIRS if self.view.doubles else ("south", "north")
        breakers = first if self.view.breaks_first == "first" else second
        breaker = breakers[pick % len(breakers)]
        self.ask("seat", seats=[list(each) for each in zip(chairs, order, strict=True)], breaker=breaker)

    @precondition(lambda self: self.offers("toss-again"))
    @rule(pick=picks)
    def toss_again(self, pick: int) -> None:
        self.ask("toss-again", breaker=self.view.players[pick % len(self.view.players)].name)

    @precondition(lambda self: self.offers("demand"))
    @rule(pick=picks)
    def demand(self, pick: int) -> None:
        before, most = self.view.games[-1].boards[-1], self.can.demand
        self.ask("demand", points=pick % (most + 1))
        after = next(game for game in reversed(self.view.games) if game.boards).boards[-1]
        assert (after.points, after.extra) == (before.points + pick % (most + 1), pick % (most + 1))

    @precondition(lambda self: self.offers("play"))
    @rule()
    def play(self) -> None:
        self.ask("play")

    @precondition(lambda self: self.offers("change-seats"))
    @rule()
    def change_seats(self) -> None:
        self.ask("change-seats")

    @precondition(lambda self: self.offers("stroke"))
    @rule(
        white=few, black=few, queen=st.booleans(), striker=rarely, improper=rarely, off=rarely, missed=rarely
    )
    def strike(
        self, white: int, black: int, queen: bool, striker: bool, improper: bool, off: bool, missed: bool
    ) -> None:
        """No more than can have fallen."""
        can = self.can
        fell = ["white"] * min(white, can.most.white) + ["black"] * min(black, can.most.black)
        fell += ["queen"] * (queen and can.queen) + ["striker"] * striker
        left = can.most.white - fell.count("white")
        self.ask(
            "stroke",
            pocketed=fell,
            off=["white"] * (off and left > 0),
            touched=not missed or bool(set(fell) - {"striker"}) or (off and left > 0),
            improper=improper,
            breach="international-a 3.2 h" if improper and self.view.rulebook == "international-a" else "",
        )

    @precondition(lambda self: self.offers("incident"))
    @rule(
        pick=picks, who=st.booleans(), rare=rarely, unseen=st.booleans(), ground=st.sampled_from("abcdefghi")
    )
    def report_an_incident(self, pick: int, who: bool, rare: bool, unseen: bool, ground: str) -> None:
        """Whatever is offered, by whom it is offered: the judge takes it."""
        offers = [each for each in self.can.incidents if rare or each.kind not in ("abandon", "disqualified")]
        if not offers:
            return
        offer = offers[pick % len(offers)]
        able = offer.unnoticed if offer.unnoticed and (unseen or not offer.players) else offer.players
        incident: Plain = {"kind": offer.kind}
        if able:
            incident["player"] = able[pick % len(able)]
        if offer.kind == "disqualified":
            incident["ground"] = "a" if ground == "i" and self.view.rulebook != "icf" else ground
        if able is offer.unnoticed and able:
            incident["noticed"] = False
        if offer.pocketed and self.view.board is not None:
            incident["pocketed"] = ["white" if who and self.view.board.white else "black"]
            if not getattr(self.view.board, incident["pocketed"][0]):
                incident["pocketed"] = ["white"]
        self.ask("incident", **incident)

    @precondition(lambda self: self.offers("placed"))
    @rule()
    def confirm(self) -> None:
        assert self.view.call is not None
        coins: list[str] = [each.colour for each in self.view.to_place for _ in range(each.count)]
        coins += ["queen" for each in self.view.call.todo if each.what == "respot-queen"]
        self.ask("placed", coins=coins)
        assert "placed" not in self.can.acts

    @precondition(lambda self: self.offers("trial"))
    @rule(pick=picks, played=st.booleans())
    def try_out(self, pick: int, played: bool) -> None:
        """A trial board a side, both for the punctual one (3.4); who has played one did not come late."""
        late, trials = self.view.late, self.view.trials
        waiting = [each for each in SIDES if each not in late and trials.count(each) < 1 + len(late)]
        side = waiting[pick % len(waiting)]
        if pick % 3 or side in trials:
            self.ask("trial", side=side, played=played)
        else:
            self.ask("late", side=side)

    @precondition(lambda self: self.offers("change-striker"))
    @rule(pick=picks, rare=rarely)
    def change_striker(self, pick: int, rare: bool) -> None:
        if not rare:
            return
        most = self.view.striker_changes
        may = [each.name for each in self.view.players if most is None or each.strikers < most]
        self.ask("change-striker", player=may[pick % len(may)])

    @precondition(lambda self: self.offers("ask"))
    @rule(side=st.sampled_from(SIDES), rare=rarely)
    def ask_the_umpire(self, side: str, rare: bool) -> None:
        if rare:
            self.ask("ask", side=side)

    @precondition(lambda self: self.offers("remark"))
    @rule(rare=rarely)
    def remark(self, rare: bool) -> None:
        if rare:
            self.ask("remark", text="the lamp flickered")

    @precondition(lambda self: self.offers("set-points"))
    @rule(first=picks, second=picks, rare=rarely)
    def set_points(self, first: int, second: int, rare: bool) -> None:
        if rare:
            most = self.can.game_most + 1
            self.ask("set-points", first=first % most, second=second % most, reason="counted again")

    @precondition(lambda self: self.offers("give-up"))
    @rule(side=st.sampled_from(SIDES), pick=picks, rare=rarely)
    def give_up(self, side: str, pick: int, rare: bool) -> None:
        if rare:
            self.ask("give-up", side=side, why=self.can.give_up[pick % len(self.can.give_up)])

    @precondition(lambda self: self.offers("undo"))
    @rule(back=st.integers(1, 3), pick=picks, far=rarely)
    def undo(self, back: int, pick: int, far: bool) -> None:
        """Mostly a few entries; sometimes to any there is. One that does not stand is refused."""
        assert self.can.undo is not None
        last = self.view.v - 1
        try:
            self.ask("undo", to=self.can.undo + pick % last if far else max(self.can.undo, last - back + 1))
        except NotNow as refused:
            if refused.message.key not in ("refused.umpire.undo-gone", "refused.umpire.undo-no-play"):
                raise

    @precondition(lambda self: self.offers("overrule"))
    @rule(
        how=st.sampled_from(["won", "void"]),
        colour=st.sampled_from(["white", "black"]),
        pick=picks,
    )
    def end_the_board_by_hand(self, how: str, colour: str, pick: int) -> None:
        points = 1 + pick % self.can.points_most
        by_hand: Plain = (
            {"void": True} if how == "void" else {"winner": colour, "points": points, "queen": colour}
        )
        own_facts = (SeatsChanged, TossedAgain, PointsSet, GaveUp)
        if any(isinstance(each.event, own_facts) for each in self.record.state.since):
            # What came after the call may have to be undone first.
            return self.attempt("overrule", reason="decided", by_hand=by_hand)
        called = last_call(self.record)
        if called is None or called.board is None:
            # Between boards there is none to end.
            return self.attempt("overrule", reason="decided", by_hand=by_hand)
        self.ask("overrule", reason="decided", by_hand=by_hand)
        assert self.view.call is not None
        assert self.view.call.overruled
        return None

    @precondition(lambda self: self.offers("overrule"))
    @rule(
        white=few,
        off=few,
        kind=st.sampled_from(["foul", "late-stroke", "three-passes"]),
        stroke=st.booleans(),
    )
    def overrule_by_facts(self, white: int, off: int, kind: str, stroke: bool) -> None:
        by = None if kind == "three-passes" or self.view.board is None else self.view.board.on_strike
        facts: Plain = {"pocketed": ["white"] * white, "off": ["black"] * off}
        what: Plain = {"stroke": facts} if stroke else {"incident": {"kind": kind, "by": by}}
        self.attempt("overrule", reason="seen again", **what)

    @precondition(lambda self: self.offers("overrule"))
    @rule(
        white=st.integers(1, 9),
        black=st.integers(1, 9),
        on_strike=st.sampled_from(["white", "black"]),
        held=few,
    )
    def set_the_board(self, white: int, black: int, on_strike: str, held: int) -> None:
        board = {"on_strike": on_strike, "white": white, "black": black, "held": {"white": held}}
        self.attempt("overrule", reason="counted again", by_hand={"board": board})

    @precondition(lambda self: self.offers("correct"))
    @rule(pick=picks, white=few, striker=st.booleans(), at_all=st.booleans())
    def correct(self, pick: int, white: int, striker: bool, at_all: bool) -> None:
        """Dropping what no longer fits; only the corrected facts themselves can be impossible."""
        entry = self.can.correct[pick % len(self.can.correct)]
        stroke = {"pocketed": ["white"] * white + ["striker"] * striker} if at_all else None
        self.attempt("correct", entry=entry, reason="it was otherwise", stroke=stroke, drop=True)

    @precondition(lambda self: self.offers("protest"))
    @rule(pick=picks)
    def protest(self, pick: int) -> None:
        self.ask("protest", side=self.can.protest[pick % len(self.can.protest)])

    @precondition(lambda self: self.offers("write-protest") or self.offers("decide-protest"))
    @rule(upheld=rarely)
    def go_on_with_the_protest(self, upheld: bool) -> None:
        waiting = [each for each in self.view.protests if each.upheld is None and not each.lapsed]
        if waiting[-1].written is None:
            law = "72a" if self.view.rulebook == "icf" else "3.11 a"
            self.ask("write-protest", facts="it had not fallen", paragraph=law, protest=waiting[-1].entry)
        else:
            self.ask("decide-protest", upheld=upheld, protest=waiting[-1].entry)
            assert (self.view.stage == "replayed") == (upheld and self.view.protest_replays == "match")
            assert not upheld or self.view.stage in ("replayed", "to-play")

    @precondition(lambda self: self.offers("stroke"))
    @rule(boards=st.integers(1, 4))
    def win_boards(self, boards: int) -> None:
        """Whoever is on strike clears the board, so that games and matches come to their end."""
        for _ in range(boards * 6):
            if self.offers("demand"):
                self.ask("demand", points=0)
            if self.offers("play"):
                self.ask("play")
            if self.view.board is None or not self.offers("stroke"):
                return
            own = self.view.board.on_strike
            left = self.can.most.white if own == "white" else self.can.most.black
            count = left if self.view.board.queen in ("white", "black") else 1
            fell: list[str] = [own] * count
            earned = self.view.board.earned
            if self.can.queen and left < 9 and (earned.white if own == "white" else earned.black):
                fell = ["queen"]
            self.ask("stroke", pocketed=fell)

    @precondition(lambda self: self.view.stage == "replayed")
    @rule(text=st.sampled_from(["one", "two"]))
    def find_the_record_closed(self, text: str) -> None:
        """The match is played again at another table."""
        before = list(self.record.entries)
        try:
            self.ask("remark", text=text)
        except NotNow:
            assert self.record.entries == before
        else:
            raise AssertionError("a closed record was written to")

    def teardown(self) -> None:
        """Any record the desk has made folds, reads back and audits clean."""
        entries = self.record.entries
        if not entries:
            return
        before = ""
        for entry in entries:
            again, before = decode(encode(entry, before), entry.seq, before)
            assert again == entry
        assert fold(entries) == self.record.state
        assert audit(entries) == []
        assert [line.v for line in umpiring.match_log(self.record)] == [entry.seq for entry in entries]
        json.dumps(umpiring.to_json(umpiring.match_log(self.record), "fr"))


TestAnyUmpire = AnyUmpire.TestCase
TestAnyUmpire.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=40)
