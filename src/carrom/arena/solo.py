"""Boards that one player plays alone: a white slam under all laws, or all nineteen coins in any order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Literal

from carrom.arena.boards import board_ended, equipment_of, first_board, sit_down
from carrom.arena.jobs import SLAM, SoloBoard, SoloResult, derived
from carrom.equipment import Equipment
from carrom.parts import COLOUR
from carrom.physics import report, simulate
from carrom.players import View, named
from carrom.record import Record
from carrom.record.story import Story, match_story
from carrom.rng import Rng
from carrom.rules.match import Match
from carrom.rules.respot import respot
from carrom.rules.standing import ON_BOARD, ONE_STROKE, CoveredBy, Each, Standing, ToBreak
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import legal_intervals
from carrom.table import Table, begin, play_on
from carrom.table.player_questions import Answer, Failed, Question, answered
from carrom.table.runner import within
from carrom.words import COINS_A_SIDE, WHITE, Coin, Seat, Side

ALONE = "alone"
OTHER = "the other chair"

COINS = 2 * COINS_A_SIDE + 1
MOST_STROKES = 1000  # of a board that is not cleared
ASKED = 3  # after so many impossible aims a stroke is lost
GIVEN_UP = 10  # lost strokes in a row end the board


def play_solo(job: SoloBoard) -> SoloResult:
    return _slam(job) if job.task == SLAM else Clearing(job).played()


def _slam(job: SoloBoard) -> SoloResult:
    """Play until the turn passes or the board ends: a white slam is nine whites and the queen in one turn.

    The other chair has a player of the same strength, who places penalty coins that do not end the turn.
    """
    chair, record = named(job.player), Record()
    seconds: dict[str, float] = {}
    table = begin(
        job.book,
        (ALONE,),
        (OTHER,),
        equipment=equipment_of(job.pace),
        keeper=record,
        held_by=((ALONE, job.player), (OTHER, job.player)),
        rosette=job.rosette,
    )
    sit_down(table, Side.FIRST)
    failures = play_on(
        table,
        {ALONE: chair, OTHER: chair},
        job.seed,
        until=_turn_ended,
        deadline=job.deadline,
        seconds=seconds,
    )
    story = match_story(record)
    return SoloResult(
        done=slammed(story),
        strokes=story.first.strokes,
        pocketed=COINS_A_SIDE - _whites_left(table.match),
        fouls=story.first.fouls,
        failures=tuple(f"seed {job.seed}, entry {each.seq}: {each.why}" for each in failures),
        seconds=round(sum(seconds.values()), 4),
    )


def _turn_ended(table: Table) -> bool:
    return board_ended(table) or table.match.on_strike not in ("", ALONE)


def slammed(story: Story) -> bool:
    """Whether the first turn of a board was a white slam of the first side, who broke."""
    return bool(story.boards) and story.boards[0].slam == COLOUR[WHITE]


def _whites_left(match: Match) -> int:
    if match.boards_ended:
        return first_board(match).coins_left.white
    assert match.standing is not None, "the turn passed on a board in play"
    # A held coin is not pocketed.
    return match.standing.coins.white + match.standing.held.white


class Clearing:
    """One player pockets all nineteen coins, in any order, in as few strokes as possible.

    The laws about colours, the queen and the turn do not apply. A pocketed striker is a foul: the coin
    pocketed last goes back to the centre.
    """

    def __init__(self, job: SoloBoard) -> None:
        self.job = job
        self.equipment: Equipment = equipment_of(job.pace)
        self.chair = named(job.player)
        table = begin(job.book, (ALONE,), (OTHER,), equipment=self.equipment)
        sit_down(table, Side.FIRST)
        self.match = table.match
        self.rosette = derived(job.seed, "rosette") if job.rosette == "hand" else None
        self.layout = Layout.rosette(self.equipment, seed=self.rosette)
        self.nets: list[Coin] = []
        self.strokes = self.fouls = self.lost = 0
        self.seconds = 0.0
        self.failures: list[str] = []

    def played(self) -> SoloResult:
        """Play until the board is cleared or given up."""
        try:
            turned = self._answer("turn", self._view("turn"))
            assert isinstance(turned, float)
            self.layout = Layout.rosette(self.equipment, turned, seed=self.rosette)
        except Failed as failed:
            self._note(str(failed))
        while self.layout.coins and self.strokes < MOST_STROKES and self.lost < GIVEN_UP:
            self.strokes += 1
            aim = self._aim()
            if aim is None:
                self.lost += 1
                self.fouls += 1
                continue
            self.lost = 0
            self.strike(aim)
        return SoloResult(
            done=not self.layout.coins,
            strokes=self.strokes,
            pocketed=COINS - len(self.layout.coins),
            fouls=self.fouls,
            failures=tuple(self.failures),
            seconds=round(self.seconds, 4),
        )

    def _aim(self) -> Aim | None:
        """The next stroke; None if the player gives no possible one."""
        why = ""
        for asked in range(ASKED):
            view = self._view("player", asked)
            try:
                aim = self._answer("clear", view)
            except Failed as failed:
                why = str(failed)
                break
            assert isinstance(aim, Aim)
            why = self._impossible(aim, view)
            if not why:
                return aim
        self._note(why)
        return None

    def _answer(self, what: Literal["turn", "clear"], view: View) -> Answer:
        assert self.chair.player is not None, "a name stands for a computer player"
        began = perf_counter()
        try:
            return within(
                self.job.deadline, partial(answered, self.chair.player, Question(ALONE, what, view))
            )
        finally:
            self.seconds += perf_counter() - began

    def _impossible(self, aim: Aim, view: View) -> str:
        """Why a stroke is refused; "" if it is possible."""
        if aim.seat is not Seat.SOUTH:
            return f"aimed from the {aim.seat}, not from the south"
        if not any(low <= aim.x <= high for low, high in view.places):
            return f"the striker may not stand at x {aim.x}"
        if aim.speed > self.equipment.pace.full_force:
            return f"a speed of {aim.speed} m/s is more than full force"
        return ""

    def strike(self, wanted: Aim) -> None:
        """Play a stroke with the errors of the hand, and apply its consequences."""
        rng = Rng(derived(self.job.seed, "noise", self.strokes))
        between = self.match.book.striker_between_lines
        free = legal_intervals(Seat.SOUTH, self.layout.points, self.equipment, between)
        aim = self.chair.noise.played(wanted, rng, free, self.equipment.pace.full_force)
        trace = simulate(self.layout, aim, self.equipment, between_lines=between)
        facts = report(trace)
        self.nets += [Coin(name) for name in facts.order if name != "striker"]
        self.layout = trace.after
        if facts.striker:
            self.fouls += 1
            if self.nets:
                self.layout = respot(self.layout, self.nets.pop(), Seat.SOUTH, self.equipment)

    def _view(self, what: str, asked: int = 0) -> View:
        """The player's view, with as many white coins as possible.

        So a player who does not implement `clear` finds own coins to pocket.
        """
        coloured = own_colours(self.layout, self.equipment)
        seed = derived(self.job.seed, what, self.strokes, asked)
        queen = ON_BOARD if coloured.count(Coin.QUEEN) else CoveredBy(WHITE)
        standing = Standing(
            WHITE,
            Each(coloured.count(Coin.WHITE), coloured.count(Coin.BLACK)),
            queen,
            earned=Each(self.strokes > 1, False),
            phase=ToBreak() if len(coloured.coins) == COINS and not self.nets else ONE_STROKE,
        )
        match = replace(self.match, standing=standing)
        return View(match, coloured, ALONE, self.equipment, seed)

    def _note(self, why: str) -> None:
        self.failures.append(f"seed {self.job.seed}, stroke {self.strokes}: {why}")


def own_colours(layout: Layout, equipment: Equipment) -> Layout:
    """The layout with as many coins white as possible; a whole rosette keeps its colours."""
    if len(layout.coins) > 2 * COINS_A_SIDE:
        return layout
    whites = layout.count(Coin.WHITE)
    coins = []
    for placed in sorted(layout.coins, key=_queen_last):
        own = placed.coin is Coin.WHITE or whites < COINS_A_SIDE
        whites += own and placed.coin is not Coin.WHITE
        coins.append(Placed(Coin.WHITE, placed.x, placed.y) if own else placed)
    return Layout(tuple(coins), equipment)


def _queen_last(placed: Placed) -> bool:
    return placed.coin is Coin.QUEEN
