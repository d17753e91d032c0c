"""The calls in force: every stroke and incident that stands, with the ruling that decides it now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress

from carrom.record.entries import Entry, Happened, Overruled, Struck
from carrom.record.file import Keeper
from carrom.record.fold import State, in_effect
from carrom.rules import ruling as rules
from carrom.rules.apply import apply
from carrom.rules.standing import NONE, Each, Standing
from carrom.stroke import Incident, StrokeReport


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A stroke or an incident, entry number `entry`, with the ruling in force for it.

    `report` are the facts it was judged by; none if it was overruled by hand. `breach` is the paragraph that
    made a stroke improper, `player` who struck or did it, if known. `ruled_by` is the entry of the ruling:
    `entry` itself, or its overruling.
    """

    entry: int
    at: str | None
    before: State
    ruling: rules.Ruling
    report: StrokeReport | Incident | None
    breach: str
    ruled_by: int
    player: str = ""

    @property
    def overruled(self) -> bool:
        return self.ruled_by != self.entry

    @property
    def board(self) -> Standing | None:
        """The board before it; none for a disqualification between boards."""
        return self.before.match.standing

    @property
    def due(self) -> Each[int]:
        """What both sides owed after it; at the end of a board, what the end cancels (3.7 d)."""
        if self.board is None:
            return NONE
        ends = rules.BoardEnds | rules.BoardVoid
        kept = tuple(each for each in self.ruling.consequences if not isinstance(each, ends))
        return apply(self.board, rules.Ruling((rules.Finding((), "", kept),))).due

    @property
    def ended(self) -> bool:
        """Whether the board ended with it, so that nothing is put back."""
        return self.has(rules.BoardEnds, rules.BoardVoid)

    @property
    def disqualifies(self) -> bool:
        """Whether it ended the match for the side of a player."""
        return self.has(rules.MatchLost) or any(
            isinstance(each, rules.BoardEnds) and each.of == "match" for each in self.ruling.consequences
        )

    @property
    def all_lay_there(self) -> bool:
        """Whether everything lay in its place before it: a stroke, a new rosette, a board set by hand."""
        return self.has(rules.SetUpAgain) or not isinstance(self.report, Incident)

    @property
    def respots_queen(self) -> bool:
        """Whether the queen comes back on the board by it."""
        respots = any(isinstance(each, rules.Respotted) and each.queen for each in self.ruling.consequences)
        return self.ruling.queen_back or respots

    def has(self, *kinds: type[rules.Consequence]) -> bool:
        """Whether the ruling has a consequence of one of these kinds."""
        return any(isinstance(each, kinds) for each in self.ruling.consequences)


def calls_in_force(
    entries: Iterable[Entry], states: Sequence[State]
) -> tuple[list[JudgedCall], list[tuple[Entry, JudgedCall]]]:
    """The calls of entries in effect, and each overruling with the call that it replaced."""
    calls: list[JudgedCall] = []
    overruled: list[tuple[Entry, JudgedCall]] = []
    for entry in entries:
        seq, before = entry.seq, states[max(entry.seq - 2, 0)]
        match entry.event:
            case Struck(report, ruling, breach=breach):
                player = before.match.on_strike
                calls.append(JudgedCall(seq, entry.at, before, ruling, report, breach, seq, player))
            case Happened(incident, ruling, player):
                calls.append(JudgedCall(seq, entry.at, before, ruling, incident, "", seq, player))
            case Overruled(number, ruling, facts, breach=breach, player=player):
                # Only the last call can be overruled: the corrected one takes its place.
                given = calls.pop()
                assert given.entry == number, f"entry {seq} overrules {number}"
                overruled.append((entry, given))
                improper = isinstance(facts, StrokeReport) and facts.improper
                breach = breach or (given.breach if improper else "")
                player = player if isinstance(facts, Incident) else given.before.match.on_strike
                calls.append(
                    replace(given, ruling=ruling, report=facts, breach=breach, ruled_by=seq, player=player)
                )
    return calls, overruled


def entries_in_effect(record: Keeper) -> list[Entry]:
    """The entries that were not taken back, in order."""
    return list(compress(record.entries, in_effect(record.states)))
