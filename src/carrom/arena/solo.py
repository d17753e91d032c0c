"""Boards alone: the white slam under the full laws, and clearing all nineteen coins."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Literal

from carrom.arena.boards import board_ended, first_board, fouls, sit_down, strokes
from carrom.arena.jobs import SLAM, SoloBoard, SoloResult, derived
from carrom.arena.seats import Timed, equipment_of, seated
from carrom.equipment import Equipment
from carrom.physics import report, simulate
from carrom.players import View, named
from carrom.record import Record
from carrom.record.entries import Struck
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
MOST_STROKES = 1000  # a board not cleared by then is given up
ASKED = 3  # times a player is asked that aims what cannot be, before a stroke is lost
GIVEN_UP = 10  # strokes lost in a row


def play_solo(job: SoloBoard) -> SoloResult:
    return _slam(job) if job.task == SLAM else Clearing(job).played()


def _slam(job: SoloBoard) -> SoloResult:
    """The breaker plays until the turn passes or the board ends.

    A white slam is nine whites and the covered queen in that one turn. Penalty coins that do not end the turn
    are placed from the other chair by a player of the same strength.
    """
    chair, player = seated(job.player)
    record = Record()
    table = begin(
        job.book,
        (ALONE,),
        (OTHER,),
        equipment=equipment_of(job.pace),
        keeper=record,
        held_by=((ALONE, job.player), (OTHER, job.player)),
    )
    sit_down(table, Side.FIRST)
    failures = play_on(
        table, {ALONE: chair, OTHER: chair}, job.seed, until=_turn_ended, deadline=job.deadline
    )
    return SoloResult(
        done=slammed(record),
        strokes=strokes(record, Side.FIRST),
        pocketed=COINS_A_SIDE - _whites_left(table.match),
        fouls=fouls(record, Side.FIRST),
        failures=tuple(f"seed {job.seed}, entry {each.seq}: {each.why}" for each in failures),
        seconds=player.seconds,
    )


def _turn_ended(table: Table) -> bool:
    return board_ended(table) or table.match.on_strike not in ("", ALONE)


def slammed(record: Record) -> bool:
    """Whether a board played up to the end of its first turn was a white slam by the first side.

    The queen was covered, or fell in the last stroke with the whites that cover her.
    """
    match = record.state.match
    if not match.boards_ended:
        return False
    score = first_board(match)
    last = [entry.event for entry in record.entries if isinstance(entry.event, Struck)][-1]
    queen = score.queen is Side.FIRST or last.report.queen
    return score.winner is score.white is Side.FIRST and score.coins_left.white == 0 and queen


def _whites_left(match: Match) -> int:
    if match.boards_ended:
        return first_board(match).coins_left.white
    assert match.standing is not None, "the turn passed on a board in play"
    # A held coin is not pocketed.
    return match.standing.coins.white + match.standing.held.white


class ClearingPlayer(Timed):
    """A player who is asked for the strokes that clear the board."""

    def aim(self, view: View) -> Aim:
        return self.clear(view)


class Clearing:
    """All nineteen coins, in any order, from one chair; there is no other.

    No law of colours, queen or turn: strokes are counted until the board is empty. A striker in a pocket is a
    foul: the coin pocketed last comes back on the centre.
    """

    def __init__(self, job: SoloBoard) -> None:
        self.job = job
        self.equipment: Equipment = equipment_of(job.pace)
        self.chair = named(job.player)
        assert self.chair.player is not None, "a name is that of a computer player"
        self.player = ClearingPlayer(self.chair.player)
        table = begin(job.book, (ALONE,), (OTHER,), equipment=self.equipment)
        sit_down(table, Side.FIRST)
        self.match = table.match
        self.layout = Layout.rosette(self.equipment)
        self.nets: list[Coin] = []
        self.strokes = self.fouls = self.lost = 0
        self.failures: list[str] = []

    def played(self) -> SoloResult:
        """Play until the board is clear or given up."""
        try:
            turned = self._answer("turn", self._view("turn"))
            assert isinstance(turned, float)
            self.layout = Layout.rosette(self.equipment, turned)
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
            seconds=self.player.seconds,
        )

    def _aim(self) -> Aim | None:
        """The next stroke, if the player has one that can be."""
        why = ""
        for asked in range(ASKED):
            view = self._view("player", asked)
            try:
                aim = self._answer("aim", view)
            except Failed as failed:
                why = str(failed)
                break
            assert isinstance(aim, Aim)
            why = self._impossible(aim, view)
            if not why:
                return aim
        self._note(why)
        return None

    def _answer(self, what: Literal["turn", "aim"], view: View) -> Answer:
        return within(self.job.deadline, partial(answered, self.player, Question(ALONE, what, view)))

    def _impossible(self, aim: Aim, view: View) -> str:
        """Why a stroke may not be played; "" if it may."""
        if aim.seat is not Seat.SOUTH:
            return f"aimed from the {aim.seat}, not from the south"
        if not any(low <= aim.x <= high for low, high in view.places):
            return f"the striker may not stand at x {aim.x}"
        if aim.speed > self.equipment.pace.full_force:
            return f"a speed of {aim.speed} m/s is more than full force"
        return ""

    def strike(self, wanted: Aim) -> None:
        """Play a stroke as this hand plays it, and take its consequences."""
        chance = Random(derived(self.job.seed, "noise", self.strokes))
        between = self.match.book.striker_between_lines
        free = legal_intervals(Seat.SOUTH, self.layout.points, self.equipment, between)
        aim = self.chair.noise.played(wanted, chance, free, self.equipment.pace.full_force)
        trace = simulate(self.layout, aim, self.equipment, between_lines=between)
        facts = report(trace)
        self.nets += [Coin(name) for name in facts.order if name != "striker"]
        self.layout = trace.after
        if facts.striker:
            self.fouls += 1
            if self.nets:
                self.layout = respot(self.layout, self.nets.pop(), Seat.SOUTH, self.equipment)

    def _view(self, what: str, asked: int = 0) -> View:
        """The board as the player sees it: as many coins as can be are white, their own.

        With nine coins or fewer that is all of them, so that a player who knows only the laws clears too.
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
    """The same coins, as many of them white as can be; on the rosette each keeps its colour."""
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
