"""A ruling: findings, each with the laws that decide it and its consequences."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.i18n import Argument, Message, sentences
from carrom.laws import Citation
from carrom.rules.standing import Each, Standing
from carrom.rules.standing_words import standing_message
from carrom.words import Colour


@dataclass(frozen=True, slots=True)
class Fell:
    """Coins that the stroke pocketed, before anything comes back."""

    white: int
    black: int
    queen: bool


@dataclass(frozen=True, slots=True)
class PutBack:
    """Coins come out of the nets and are placed in the inner circle by the other side."""

    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class Pays:
    """Coins come out of the nets to pay an older due."""

    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class Owes:
    """A penalty that becomes a due, because the nets are empty."""

    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class QueenBack:
    """The umpire respots the queen."""


@dataclass(frozen=True, slots=True)
class QueenWaits:
    """The next stroke of the side on strike must cover the queen."""


@dataclass(frozen=True, slots=True)
class QueenCovered:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Earned:
    """The side has pocketed an own coin: it has the right to the queen from its next stroke on."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnStays:
    colour: Colour
    in_hand: int = 1


@dataclass(frozen=True, slots=True)
class TurnPasses:
    to: Colour


@dataclass(frozen=True, slots=True)
class BreakMade:
    pass


@dataclass(frozen=True, slots=True)
class TrySpent:
    pass


@dataclass(frozen=True, slots=True)
class TriesSpent:
    """The player has no try left at the break; `tries` are spent on this board in all."""

    tries: int


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """Time has run out in this turn, and the turn stays: the next time it passes."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A stroke after the break that touched nothing; a touch sets the count back to 0."""

    in_a_row: int


@dataclass(frozen=True, slots=True)
class Respotted:
    """Coins that left the board come back on the centre."""

    white: int
    black: int
    queen: bool


@dataclass(frozen=True, slots=True)
class Held:
    """Coins without room are held by the player who places them; a negative count puts them down."""

    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """A coin of `colour` lies on the board instead of one of the other colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class SetUpAgain:
    """All nineteen go back on the rosette; the break starts over."""


@dataclass(frozen=True, slots=True)
class BoardEnds:
    """The board is over, and `winner` gets `points`; `queen` of them are for the queen.

    `of` is what ends: the board, or the whole game or match.
    """

    winner: Colour
    points: int
    of: str = "board"
    queen: int = 0

    def __post_init__(self) -> None:
        if self.of not in ("board", "game", "match"):
            raise ValueError(f"{self.of!r} cannot end; a board, a game or a match can")


@dataclass(frozen=True, slots=True)
class MayDemand:
    """The winner of the board may demand up to `points` more, or some of them, or none."""

    winner: Colour
    points: int


@dataclass(frozen=True, slots=True)
class Waived:
    """Coins that stay in the nets: `owed` ones, and `placed` ones that were to be put back."""

    colour: Colour
    owed: int
    placed: int = 0


@dataclass(frozen=True, slots=True)
class BoardVoid:
    pass


@dataclass(frozen=True, slots=True)
class MatchLost:
    """The offender loses the match while no board is set up, so that nobody has a colour."""


@dataclass(frozen=True, slots=True)
class StandsAs:
    """An umpire's correction by hand: the standing of the board from now on."""

    standing: Standing


Consequence = (
    Fell
    | PutBack
    | Pays
    | Owes
    | QueenBack
    | QueenWaits
    | QueenCovered
    | Earned
    | TurnStays
    | TurnPasses
    | BreakMade
    | TrySpent
    | TriesSpent
    | TimeRanOut
    | Passed
    | Respotted
    | Held
    | Swapped
    | SetUpAgain
    | BoardEnds
    | MayDemand
    | Waived
    | BoardVoid
    | MatchLost
    | StandsAs
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: the laws that decide it, the key of the reason, and the consequences.

    `readings` are the numbers of our readings (docs/readings.md) that were needed.
    """

    laws: tuple[Citation, ...]
    why: str
    consequences: tuple[Consequence, ...]
    readings: tuple[int, ...] = ()

    @property
    def own_fell(self) -> int:
        """How many own coins the stroke pocketed; only the wording needs it."""
        own = next((each.colour for each in self.consequences if isinstance(each, Earned)), None)
        fell = next((each for each in self.consequences if isinstance(each, Fell)), None)
        return 0 if own is None or fell is None else Each(fell.white, fell.black).of(own)

    @property
    def message(self) -> Message:
        """The reason and the consequences as one sentence."""
        why = Message(f"why.{self.why}", {"n": self.own_fell})
        then = tuple(said for each in self.consequences if (said := message_of(each)))
        if not then:
            return Message("ruling.nothing-follows", {"why": why})
        return Message("ruling.sentence", {"why": why, "then": then})


@dataclass(frozen=True, slots=True)
class Ruling:
    """All findings about one stroke or incident; the first is the one that decided."""

    findings: tuple[Finding, ...]

    @property
    def consequences(self) -> tuple[Consequence, ...]:
        return tuple(each for finding in self.findings for each in finding.consequences)

    @property
    def laws(self) -> tuple[Citation, ...]:
        """Every citation once, the deciding ones first."""
        return tuple(dict.fromkeys(law for finding in self.findings for law in finding.laws))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs without their rulebook, for short lines and tests."""
        return tuple(law.paragraph for law in self.laws)

    @property
    def readings(self) -> tuple[int, ...]:
        """The numbers of our readings that were needed to decide."""
        return tuple(dict.fromkeys(number for finding in self.findings for number in finding.readings))

    @property
    def put_back(self) -> Each[int]:
        """Coins to be placed in the inner circle because of this ruling."""
        back = Each(0, 0)
        for each in self.consequences:
            if isinstance(each, PutBack | Pays):
                back = back.but(each.colour, back.of(each.colour) + each.count)
            elif isinstance(each, Held) and each.count < 0:
                back = back.but(each.colour, back.of(each.colour) - each.count)
            elif isinstance(each, Waived):
                back = back.but(each.colour, back.of(each.colour) - each.placed)
        return back

    @property
    def queen_back(self) -> bool:
        return any(isinstance(each, QueenBack) for each in self.consequences)

    @property
    def message(self) -> Message:
        """The ruling in one or two sentences for a person."""
        return sentences(finding.message for finding in self.findings)

    def explain(self, lang: str = "en") -> str:
        return self.message.text(lang)

    def __str__(self) -> str:
        said = [str(words) for each in self.consequences if (words := message_of(each, "short"))]
        return f"{', '.join(said) or 'nothing changes'} ({', '.join(self.paragraphs)})"


def message_of(consequence: Consequence, form: str = "then") -> Message | None:
    """The message of a consequence for a person; `None` for those that only keep count.

    `form` is "then" (part of a sentence), "short" (for one line) or "call" (a sentence of its own).
    """

    def message(key: str, **arguments: Argument) -> Message:
        return Message(f"{form}.{key}", arguments)

    match consequence:
        case PutBack(colour, count):
            return message(f"put-back.{colour}", n=count)
        case Pays(colour, count):
            return message(f"pays.{colour}", n=count)
        case Owes(colour, count):
            return message(f"owes.{colour}", n=count)
        case QueenBack():
            return message("queen-back")
        case QueenWaits():
            return message("queen-waits")
        case QueenCovered(colour):
            return message(f"queen-covered.{colour}")
        case TurnStays(colour, in_hand):
            return (
                message(f"turn-stays.{colour}") if in_hand == 1 else message(f"in-hand.{colour}", n=in_hand)
            )
        case TurnPasses(to):
            return message(f"turn-passes.{to}")
        case TrySpent():
            return message("try-spent")
        case Respotted(white, black, queen):
            counted = (("white", white), ("black", black), ("queen", int(queen)))
            coins = tuple(Message(f"then.respotted.{coin}", {"n": count}) for coin, count in counted if count)
            return Message("listed", {"items": coins})
        case Held(colour, count):
            return message(f"held.{colour}" if count > 0 else f"let-down.{colour}", n=abs(count))
        case Swapped(colour):
            return message(f"swapped.{colour}")
        case SetUpAgain():
            return message("set-up-again")
        case BoardEnds(winner, points, of, queen):
            ends = message(f"{of}-ends.{winner}", n=points)
            return (
                sentences((ends, message("of-which-queen", n=queen))) if queen and form != "short" else ends
            )
        case MayDemand(winner, points):
            return message(f"may-demand.{winner}", n=points)
        case Waived(colour, owed, placed):
            counts = {"written-off": owed, "waived": placed}
            return Message(
                "listed", {"items": tuple(message(f"{key}.{colour}", n=n) for key, n in counts.items() if n)}
            )
        case TimeRanOut():
            return message("time-ran-out")
        case BoardVoid():
            return message("board-void")
        case MatchLost():
            return message("match-lost")
        case StandsAs(standing):
            return message("stands-as", standing=standing_message(standing))
        case _:
            return None
