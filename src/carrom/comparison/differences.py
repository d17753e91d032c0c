"""The differences between rulebooks that a person would name.

Every rulebook judges every kind of stroke and incident. Kinds that differ in one fact only, and on which the
rulebooks differ in the same way, are one difference. It is shown by its simplest kind. For incidents and for
rare strokes it is enough that the same rulebooks agree: how many points or coins follow is then a detail.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from carrom.comparison.outcomes import Outcome, differing, outcome, with_usual_values
from carrom.comparison.situations import IncidentKind, Kind, Situation, StrokeKind, happened_text, situations
from carrom.comparison.titles import title_message
from carrom.comparison.values import Value, differing_values
from carrom.errors import ImpossibleCase
from carrom.i18n import Message
from carrom.laws import Citation
from carrom.rules import Rulebook, Ruling, Standing, judge
from carrom.rules.calls import call_message
from carrom.stroke import Incident, StrokeReport

PARTS = ("break", "coins", "striker", "queen", "cover", "improper", "end", "rare", "incidents")
"""The parts of the game under which differences are listed, in this order."""

RARE = 4
"""So many facts out of the ordinary at once make a difference rare."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What some rulebooks decide alike: the ruling of each, with its paragraphs and readings."""

    call: Message
    rulings: Mapping[str, Ruling]

    @property
    def books(self) -> tuple[str, ...]:
        return tuple(self.rulings)

    @property
    def laws(self) -> tuple[Citation, ...]:
        return tuple(dict.fromkeys(law for each in self.rulings.values() for law in each.laws))

    @property
    def readings(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(number for each in self.rulings.values() for number in each.readings))


@dataclass(frozen=True, slots=True)
class Difference:
    """A kind of stroke or incident on which rulebooks differ, with a board that shows it."""

    part: str
    title: Message
    standing: Standing
    report: StrokeReport | Incident
    decided: tuple[Decided, ...]

    @property
    def command(self) -> str:
        """The command that judges this board; --rulebook says by which laws."""
        return f'carrom rule "{self.standing.notation}" "{happened_text(self.report)}"'


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rulebooks side by side: differences by part of the game, and the values that differ."""

    books: tuple[str, ...]
    differences: tuple[Difference, ...]
    values: tuple[Value, ...]


def compare(books: Sequence[Rulebook]) -> Comparison:
    """Compare two or more rulebooks."""
    ruled = ways_of_differing(books)
    judged = frozenset(ruled)
    differs = {kind: how for kind, how in ruled.items() if how}
    found = [each for group in _groups(differs) if (each := _difference(group, judged, books)) is not None]
    found.sort(key=lambda each: PARTS.index(each.part))
    return Comparison(tuple(book.id for book in books), tuple(found), differing_values(books))


How = tuple[tuple[str, tuple[object, ...]], ...]
"""In what the outcomes of a kind differ, rulebook by rulebook."""


def ways_of_differing(books: Sequence[Rulebook]) -> dict[Kind, How]:
    """How the rulebooks differ on each kind that they judge, with the same worths and limits for all."""
    alike = [with_usual_values(book) for book in books]
    found: dict[Kind, How] = {}
    for kind, situation in _situations().items():
        try:
            rulings = [judge(situation.standing, situation.report, book) for book in alike]
        except ImpossibleCase:
            continue
        found[kind] = differing(tuple(outcome(situation, ruling) for ruling in rulings))
    return found


@cache
def _situations() -> Mapping[Kind, Situation]:
    return dict(situations())


def _groups(differs: Mapping[Kind, How]) -> list[list[Kind]]:
    """Kinds on which the rulebooks differ in the same way, connected by steps of one fact; simplest first."""
    strokes: dict[Kind, How] = {}
    incidents: dict[Kind, tuple[int, ...]] = {}
    for kind, how in differs.items():
        if isinstance(kind, StrokeKind):
            strokes[kind] = how
        else:
            incidents[kind] = _agreeing(how)
    groups = _connected(strokes)
    rare = [kind for group in groups if _rare(group[0]) for kind in group]
    usual = [group for group in groups if not _rare(group[0])]
    return [*usual, *_connected({kind: _agreeing(differs[kind]) for kind in rare}), *_connected(incidents)]


def _agreeing(how: How) -> tuple[int, ...]:
    """Which rulebooks agree, whatever it is that they decide: each has the place of the first that agrees."""
    outcomes = tuple(zip(*(has for _, has in how), strict=True))
    return tuple(outcomes.index(each) for each in outcomes)


def _connected(differs: Mapping[Kind, object]) -> list[list[Kind]]:
    """Kinds of the same value that are connected by steps of one fact, from the simplest on."""
    near: dict[object, list[Kind]] = defaultdict(list)
    for kind in differs:
        for key in _steps(kind, differs):
            near[key].append(kind)
    groups, seen = [], set[Kind]()
    for kind in sorted(differs, key=_complexity):
        if kind in seen:
            continue
        group = [kind]
        seen.add(kind)
        for member in group:
            for key in _steps(member, differs):
                fresh = [other for other in near[key] if other not in seen]
                seen.update(fresh)
                group += fresh
        groups.append(group)
    return groups


def _steps(kind: Kind, differs: Mapping[Kind, object]) -> Iterable[object]:
    """What a kind shares with those that differ from it in one fact, but for the kind of an incident."""
    for place in range(isinstance(kind, IncidentKind), len(kind)):
        yield type(kind), place, kind[:place], kind[place + 1 :], differs[kind]


_COMMON = StrokeKind()


def _complexity(kind: Kind) -> tuple[int, ...]:
    """Simple kinds first: those with few facts that are out of the ordinary."""
    if isinstance(kind, StrokeKind):
        return 0, sum(fact != usual for fact, usual in zip(kind, _COMMON, strict=True))
    usual = IncidentKind(kind.kind)
    return 1, sum(fact != common for fact, common in zip(kind, usual, strict=True))


def _difference(group: list[Kind], judged: frozenset[Kind], books: Sequence[Rulebook]) -> Difference | None:
    """The difference that a group shows, or none if worths and limits make up for it on every board."""
    for kind in group:
        situation = _situations()[kind]
        rulings = {book.id: judge(situation.standing, situation.report, book) for book in books}
        decided = _decided(situation, rulings)
        if len(decided) > 1:
            title = title_message(kind, frozenset(group), judged)
            return Difference(_part(kind), title, situation.standing, situation.report, decided)
    return None


def _decided(situation: Situation, rulings: Mapping[str, Ruling]) -> tuple[Decided, ...]:
    """The rulings, those with the same outcome and call together."""
    together: list[tuple[Message, Outcome, dict[str, Ruling]]] = []
    for book, ruling in rulings.items():
        call, comes_to = call_message(ruling), outcome(situation, ruling)
        same = next((those for *known, those in together if known == [call, comes_to]), None)
        if same is None:
            together.append((call, comes_to, {book: ruling}))
        else:
            same[book] = ruling
    return tuple(Decided(call, those) for call, _, those in together)


def _rare(kind: Kind) -> bool:
    return isinstance(kind, StrokeKind) and _complexity(kind)[1] >= RARE


def _part(kind: Kind) -> str:
    if isinstance(kind, IncidentKind):
        return "incidents"
    if _rare(kind):
        return "rare"
    if kind.phase != "play":
        return "break"
    if "last" in (kind.own, kind.theirs):
        return "end"
    if kind.improper:
        return "improper"
    if kind.queen_fell:
        return "queen"
    if kind.queen == "waiting":
        return "cover"
    return "striker" if kind.striker else "coins"
