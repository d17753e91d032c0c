"""Explain a stroke: what it tries, how often that works with a given hand, and what it risks.

The stroke without error shows what it tries. How often it works is counted over strokes with the hand's
errors, each judged under the rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from math import hypot

from carrom.estimate import wilson
from carrom.i18n import listed, pointed, t
from carrom.physics import Event, Kind, Trace, report, simulate, simulate_many
from carrom.physics.trace import STRIKER
from carrom.players.noise import STEADY, Noise
from carrom.players.view import View
from carrom.rng import Rng
from carrom.rules import Ruling, Standing, judge
from carrom.rules.ruling import BoardEnds, Owes, Pays, PutBack, TrySpent, TurnStays
from carrom.stroke import Aim, StrokeReport
from carrom.surface import Point, distance, pockets, seen_from
from carrom.words import Coin, Colour, Seat

SAMPLES = 400
COVER_FAILS = ("cover-missed", "cover-striker")  # reasons of rulings that put the queen back
MOST_RISKS = 5  # in words; a hint has them all
_MOUTH = 1.5  # pocket diameters around a pocket's centre, within which a frame does not count

# By quarter turns from the player's seat.
FRAMES = ("near", "right", "far", "left")
POCKETS = ("near-right", "far-right", "far-left", "near-left")


@dataclass(frozen=True)
class Chance:
    """A number of successes `of` so many strokes, with the 95 % interval of its share (Wilson)."""

    times: int
    of: int

    @property
    def share(self) -> float:
        return self.times / self.of

    @property
    def interval(self) -> tuple[float, float]:
        found = wilson(self.times, self.of)
        return found.low, found.high

    def plain(self) -> dict[str, object]:
        low, high = self.interval
        return {"times": self.times, "of": self.of, "share": self.share, "low": low, "high": high}


@dataclass(frozen=True)
class Step:
    """A piece on the way to a pocket, its place before the stroke, and the frames that it met.

    `piece` is "striker" or the value of a `Coin`. Places are as the player sees them.
    """

    piece: str
    at: Point
    off: tuple[str, ...] = ()


@dataclass(frozen=True)
class Way:
    """The way of a coin into a pocket: from the striker, through other coins, to the coin.

    `brushes` is the number of pieces that the coin meets; `wanted` is whether its fall is a gain.
    """

    steps: tuple[Step, ...]
    pocket: str
    brushes: int
    wanted: bool

    @property
    def coin(self) -> str:
        return self.steps[-1].piece


@dataclass(frozen=True)
class Risk:
    """Another result of the stroke: its reason, the laws of the ruling, its chance, and its cost.

    The `cost` is as in `cost_of`; "" means that the stroke did not work, but nothing is lost.
    """

    why: str
    laws: tuple[str, ...]
    chance: Chance
    cost: str


@dataclass(frozen=True)
class Hint:
    """A stroke explained. `kind` is "pocket", "break", "touch" or "pass".

    `first` is the coin that the striker meets first. `ruling`, `cost` and `pays` are those of the stroke
    without error; `pays` is the number of coins that pay a due.
    """

    aim: Aim
    noise: Noise
    kind: str
    ways: tuple[Way, ...]
    first: Step | None
    ruling: Ruling
    cost: str
    pays: int
    works: Chance
    risks: tuple[Risk, ...]

    @property
    def fouls(self) -> Chance:
        return Chance(sum(risk.chance.times for risk in self.risks if risk.cost == "foul"), self.works.of)

    @property
    def losses(self) -> dict[str, float]:
        """The share of strokes that lose something, by their cost; "queen" if her cover fails."""
        shares: dict[str, float] = {}
        for risk in self.risks:
            lost = "queen" if risk.cost != "board" and risk.why in COVER_FAILS else risk.cost
            if lost:
                shares[lost] = shares.get(lost, 0.0) + risk.chance.share
        return shares

    def words(self, lang: str = "en", places: bool = True) -> tuple[str, ...]:
        """Lines of text: what the stroke tries, how often it works, and what else may happen.

        Without `places` coins have no coordinates, for readers who see the ways of the stroke drawn.
        """
        return tuple(filter(None, (self.tries(lang, places), self.odds(lang), self.otherwise(lang))))

    def tries(self, lang: str = "en", places: bool = True) -> str:
        if self.kind == "break":
            return t("explain.break" if self.first else "explain.break-missed", lang)
        if self.kind == "pass":
            return t("explain.pass", lang)
        if self.kind == "pocket":
            wanted = [_way(way, lang, places) for way in self.ways if way.wanted]
            sentences = [t("explain.pocket", lang, coins=_several(wanted, lang))]
        else:
            assert self.first is not None, "a touch touches something"
            sentences = [t("explain.touch", lang, coin=_named(self.first, lang, places))]
        others = [_way(way, lang, places) for way in self.ways if not way.wanted]
        if others:
            sentences.append(t("explain.also", lang, coins=_several(others, lang)))
        if self.pays:
            sentences.append(t("explain.pays", lang, n=self.pays))
        if self.kind == "pocket" and self.cost == "turn":
            sentences.append(t("explain.passes-all-the-same", lang))
        return " ".join(sentences)

    def odds(self, lang: str = "en") -> str:
        if self.noise.none:
            works = "touches" if self.kind == "touch" else "works"
            return t(f"explain.steady.{works if self.works.times else self.cost}", lang)
        low, high = self.works.interval
        return t(
            f"explain.works.{self.kind}",
            lang,
            share=_percent(self.works.share, lang),
            low=percent(low, lang),
            high=_percent(high, lang),
            of=str(self.works.of),
            noise=_hand(self.noise, lang),
        )

    def otherwise(self, lang: str = "en") -> str:
        """The other results; for a hand without error only why the stroke fails."""
        if self.noise.none:
            reasons = [(_reason(risk, lang), ", ".join(risk.laws)) for risk in self.risks]
            return "".join(f"{reason[0].upper()}{reason[1:]} ({laws})." for reason, laws in reasons)
        risks = [
            t(
                f"explain.risk.{risk.cost or 'nothing'}",
                lang,
                why=_reason(risk, lang),
                share=_percent(risk.chance.share, lang),
                laws=", ".join(risk.laws),
            )
            for risk in self.risks[:MOST_RISKS]
        ]
        rest = sum(risk.chance.times for risk in self.risks[MOST_RISKS:])
        if rest:
            risks.append(t("explain.risk.rest", lang, share=_percent(rest / self.works.of, lang)))
        return t("explain.otherwise", lang, risks=_several(risks, lang)) if risks else ""

    def plain(self) -> dict[str, object]:
        """The hint as dictionaries for JSON; places in metres, as the player sees them."""
        return {
            "aim": str(self.aim),
            "noise": str(self.noise),
            "kind": self.kind,
            "ways": [asdict(way) for way in self.ways],
            "cost": self.cost,
            "pays": self.pays,
            "works": self.works.plain(),
            "fouls": self.fouls.plain(),
            "risks": [
                {"why": risk.why, "laws": list(risk.laws), "cost": risk.cost, **risk.chance.plain()}
                for risk in self.risks
            ],
            "ruling": self.ruling.explain(),
        }


def explain(
    view: View, aim: Aim, noise: Noise = STEADY, *, samples: int = SAMPLES, seed: int | None = None
) -> Hint:
    """Explain a stroke of a hand with these errors; `seed` is by default the view's.

    The stroke works if every gain of the stroke without error falls (own coins; the queen, if she may stay)
    and it costs no coin, board, or turn that was to stay. A break works if the turn stays, a stroke that
    pockets nothing if it touches a coin, and a pass if it touches none.
    """
    book, standing = view.book, view.standing
    trace = simulate(view.layout, aim, view.equipment, between_lines=book.striker_between_lines)
    facts = report(trace)
    ruling = judge(standing, facts, book)
    wanted = _wanted(trace, view.own, ruling)
    plan = _Plan(_kind(standing, facts, wanted), cost_of(ruling, view.colour), wanted)
    rng = Rng(view.seed if seed is None else seed)
    places, full = view.places, view.equipment.pace.full_force
    strokes = [noise.played(aim, rng, places, full) for _ in range(1 if noise.none else samples)]
    outcomes = simulate_many(
        view.layout, strokes, view.equipment, between_lines=book.striker_between_lines, threads=1
    )
    works = 0
    otherwise: Counter[tuple[str, tuple[str, ...], str]] = Counter()
    for number in range(len(strokes)):
        judged = judge(standing, outcomes.report(number), book)
        cost, touched = cost_of(judged, view.colour), outcomes.touched(number)
        if plan.comes_off(cost, frozenset(outcomes.fell(number)), touched):
            works += 1
        else:
            finding = judged.findings[0]
            why = plan.why(finding.why, touched)
            otherwise[why, tuple(law.paragraph for law in finding.laws), cost] += 1
    paid = [each for each in ruling.consequences if isinstance(each, Pays) and each.colour is view.colour]
    risks = tuple(
        Risk(why, laws, Chance(times, len(strokes)), cost)
        for (why, laws, cost), times in sorted(otherwise.items(), key=lambda item: (-item[1], item[0]))
    )
    return Hint(
        aim,
        noise,
        plan.kind,
        ways(trace, view.seat, plan.wanted),
        first_met(trace, view.seat),
        ruling,
        plan.cost,
        sum(each.count for each in paid),
        Chance(works, len(strokes)),
        risks,
    )


@dataclass(frozen=True)
class _Plan:
    """The stroke without error: its kind, its cost, and the pieces whose fall is a gain."""

    kind: str
    cost: str
    wanted: frozenset[int]

    def comes_off(self, cost: str, fell: frozenset[int], touched: bool) -> bool:
        if cost in ("foul", "board"):
            return False
        if self.kind == "break":
            return touched and not cost
        if self.kind == "pocket":
            return self.wanted <= fell and cost in ("", self.cost)
        return touched == (self.kind == "touch")

    def why(self, found: str, touched: bool) -> str:
        """The reason of a failure: that of the ruling, or whether a coin was touched if that was the aim."""
        if found == "nothing" and self.kind in ("touch", "pass"):
            return "touched" if touched else "untouched"
        return found


def cost_of(ruling: Ruling, me: Colour) -> str:
    """The cost of a stroke to its side: "board", "foul" (a coin), "turn", "try" (at the break) or ""."""
    ends = [each for each in ruling.consequences if isinstance(each, BoardEnds)]
    if ends:
        return "" if ends[0].winner is me else "board"
    if any(isinstance(each, PutBack | Owes) and each.colour is me for each in ruling.consequences):
        return "foul"
    if not any(isinstance(each, TurnStays) for each in ruling.consequences):
        return "turn"
    return "try" if any(isinstance(each, TrySpent) for each in ruling.consequences) else ""


def _wanted(trace: Trace, own: Coin, ruling: Ruling) -> frozenset[int]:
    """The pieces whose fall is a gain."""
    gains = {own} if ruling.queen_back else {own, Coin.QUEEN}
    return frozenset(fall.piece for fall in trace.falls if trace.pieces[fall.piece] in gains)


def _kind(standing: Standing, facts: StrokeReport, wanted: frozenset[int]) -> str:
    if not standing.broken:
        return "break"
    if not facts.touched:
        return "pass"
    return "pocket" if wanted else "touch"


def story(trace: Trace, seat: Seat, lang: str = "en") -> str:
    """A description of a stroke as seen from a seat: what fell, where, and how."""
    fell = [_way(way, lang) for way in ways(trace, seat)]
    for fall in trace.falls:
        if fall.piece == STRIKER:
            into = t(f"explain.into.{POCKETS[_turns(fall.other, seat)]}", lang)
            fell.append(f"{t('explain.piece.striker', lang)} {into}")
    if fell:
        return t("explain.story.fell", lang, coins=_several(fell, lang))
    first = first_met(trace, seat)
    if first is None:
        return t("explain.story.missed", lang)
    return t("explain.story.touched", lang, coin=_named(first, lang))


WELL = 0.25
"""Strokes that pocket at least so often are advised before others."""

AMONG = 40
"""Candidates to ask a player for, for each different stroke that is wanted."""


def advice(
    view: View, aims: Iterable[Aim], noise: Noise, count: int, *, samples: int = SAMPLES
) -> list[Hint]:
    """Explain the first `count` strokes that try different things; if too few do, the next ones too.

    Strokes that are likely to pocket something come first, and among them the most likely.
    """
    first: dict[str, Aim] = {}
    others: list[Aim] = []
    for aim in aims:
        tries = explain(view, aim, noise, samples=1).tries()
        if first.setdefault(tries, aim) != aim:
            others.append(aim)
        if len(first) == count:
            break
    chosen = [*first.values(), *others][:count]
    hints = [explain(view, aim, noise, samples=samples) for aim in chosen]

    def order(hint: Hint) -> tuple[bool, float]:
        well = hint.kind in ("pocket", "break") and hint.works.share >= WELL
        return not well, -hint.works.share

    return sorted(hints, key=order)


def ways(trace: Trace, seat: Seat, wanted: frozenset[int] = frozenset()) -> tuple[Way, ...]:
    """The ways of all coins that fall, in order, as seen from a seat."""
    found = []
    for fall, chain in _chains(trace):
        if fall.piece == STRIKER:
            continue
        ends = [*(set_going for _, set_going in chain[1:]), fall.time]
        steps = [
            _step(trace, seat, piece, start, end, fall.other)
            for (piece, start), end in zip(chain, ends, strict=True)
        ]
        brushed = {
            event.other if event.piece == fall.piece else event.piece
            for event in trace.events
            if event.kind is Kind.PIECES
            and fall.piece in (event.piece, event.other)
            and chain[-1][1] < event.time < fall.time
        }
        pocket = POCKETS[_turns(fall.other, seat)]
        found.append(Way(tuple(steps), pocket, len(brushed - {chain[-2][0]}), fall.piece in wanted))
    return tuple(found)


def parts_played(trace: Trace, hint: Hint) -> dict[int, float]:
    """The pieces by which the stroke does what it tries, each with the time when its part is done.

    Where no coin is to fall, that is the striker until it meets a piece.
    """
    ends: dict[int, float] = {}
    chains = [(fall, chain) for fall, chain in _chains(trace) if fall.piece != STRIKER]
    for way, (fall, chain) in zip(hint.ways, chains, strict=True):
        times = [*(set_going for _, set_going in chain[1:]), fall.time]
        for (piece, _), end in zip(chain, times if way.wanted else (), strict=False):
            ends[piece] = max(end, ends.get(piece, 0.0))
    meets = (event.time for event in trace.events if event.kind is Kind.PIECES)
    return ends or {STRIKER: next(meets, trace.duration)}


def first_met(trace: Trace, seat: Seat) -> Step | None:
    """The first coin that the striker meets."""
    for event in trace.events:
        if event.kind is Kind.PIECES and event.piece == STRIKER:
            return Step(_piece(trace, event.other), seen_from(seat, trace.start[event.other]))
    return None


Chain = tuple[tuple[int, float], ...]
"""Pieces from the striker on, each set in motion by the one before it, with the time of that."""


def _chains(trace: Trace) -> list[tuple[Event, Chain]]:
    """The falls, each with the chain of pieces that led to it since they last lay still."""
    going: dict[int, Chain] = {STRIKER: ((STRIKER, 0.0),)}
    found = []
    for event in trace.events:
        if event.kind is Kind.FELL:
            found.append((event, going[event.piece]))
        if event.kind is not Kind.PIECES:
            continue
        met = [piece for piece in (event.piece, event.other) if piece in going]
        still = [piece for piece in met if _lay_still(trace, piece, going[piece][-1][1], event.time)]
        # Of two pieces that meet, at least one moves, though it may have almost stopped.
        for piece in still if len(still) < len(met) else ():
            del going[piece]
        for mover, moved in ((event.piece, event.other), (event.other, event.piece)):
            if mover in going and moved not in going:
                going[moved] = (*going[mover], (moved, event.time))
    return found


def _lay_still(trace: Trace, piece: int, since: float, time: float) -> bool:
    """Whether a piece that moved since a time had come to rest before a later one."""
    flown = [segment for segment in trace.flights[piece] if since <= segment.time < time]
    if not flown or flown[-1].slowing <= 0.0:
        return False
    last = flown[-1]
    return last.time + hypot(last.vx, last.vy) / last.slowing < time


def _step(trace: Trace, seat: Seat, piece: int, start: float, end: float, pocket: int) -> Step:
    """A piece and the frames that it met within a time, except at the mouth of the pocket."""
    mouth = pockets(trace.equipment.board)[pocket]
    reach = _MOUTH * trace.equipment.board.pocket_diameter
    off = tuple(
        FRAMES[_turns(event.other, seat)]
        for event in trace.events
        if event.kind is Kind.FRAME
        and event.piece == piece
        and start <= event.time < end
        and distance(mouth, (event.x, event.y)) > reach
    )
    return Step(_piece(trace, piece), seen_from(seat, trace.start[piece]), off)


def _piece(trace: Trace, number: int) -> str:
    return str(trace.pieces[number] or "striker")


def _turns(of: int, seat: Seat) -> int:
    return (of - seat.quarter_turns) % 4


def _percent(share: float, lang: str) -> str:
    return t("explain.percent", lang, n=percent(share, lang))


def percent(share: float, lang: str) -> str:
    """A share in percent; only 0 and 1 are written as 0 and 100."""
    if share in (0.0, 1.0) or 0.0095 <= share <= 0.9905:
        return f"{100.0 * share:.0f}"
    return pointed(f"{min(max(100.0 * share, 0.1), 99.9):.1f}", lang)


def _reason(risk: Risk, lang: str) -> str:
    """The reason of a risk, for the middle of a sentence."""
    if risk.why in ("touched", "untouched"):
        return t(f"explain.{risk.why}", lang)
    sentence = t(f"why.{risk.why}", lang, n=1)
    return sentence[0].lower() + sentence[1:]


def _way(way: Way, lang: str, places: bool = True) -> str:
    """A way in words: the coin, the coins and frames on its way, and the pocket.

    Of a way through many pieces, which nobody plans, only the coin and the pocket are named.
    """
    striker, *through, coin = way.steps
    named, into = _named(coin, lang, places), t(f"explain.into.{way.pocket}", lang)
    again = any(step.piece == "striker" or step.at == coin.at for step in through)
    if len(through) > 2 or way.brushes > 2 or again:
        return f"{named} {into}"
    between = []
    for step in (*through, coin):
        if step is not coin:
            between.append(t("explain.through", lang, coin=_named(step, lang, places)))
        if step.off:
            between.append(t("explain.off", lang, frames=_off(step.off, lang)))
    if way.brushes:
        between.append(t("explain.brushes", lang, n=way.brushes))
    text = ", ".join((named, *between, into)) if between else f"{named} {into}"
    if striker.off:
        text += ", " + t("explain.striker-off", lang, frames=_off(striker.off, lang))
    return text


def _off(frames: Sequence[str], lang: str) -> str:
    return listed([t(f"explain.frame.{frame}", lang) for frame in frames], lang)


def _named(step: Step, lang: str, places: bool = True) -> str:
    piece = t(f"explain.piece.{step.piece}", lang)
    if not places or step.piece == "striker":
        return piece
    x, y = (pointed(f"{100.0 * value:.1f}", lang) for value in step.at)
    return t("explain.at", lang, coin=piece, x=x, y=y)


def _several(parts: Sequence[str], lang: str) -> str:
    """A list of parts that contain commas."""
    return reduce(lambda first, then: t("semicolons", lang, first=first, then=then), parts)


def _hand(noise: Noise, lang: str) -> str:
    angle, speed, place = (pointed(error, lang) for error in str(noise).split(","))
    return t("explain.hand", lang, angle=angle, speed=speed, place=place)
