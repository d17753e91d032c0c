"""What can happen on a board, row by row as the laws tell it apart: to be tapped in by an umpire.

A row is a board, what happened, and where the page has several ways to say it, the one that is tapped. Boards
and strokes are in their one-line form; an incident is its kind, by whom, and what else it needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carrom.rules import Standing
from carrom.rules.standing_words import board_fields
from carrom.stroke import INCIDENTS, StrokeReport

Json = dict[str, Any]

A, B = "international-a", "international-b"
BASICS, LEAFLET, FAMILY, ICF = "ffc-basics", "ffc-leaflet", "family", "icf"

W = "white on strike, 5 white, 5 black"
W_WAITING = f"{W}, queen waiting"
NINE = "white on strike, 9 white, 5 black"
FRESH = "white on strike, 9 white, 9 black, to break"
LAST = "white on strike, 1 white, 4 black"
THEIR_LAST = "white on strike, 4 white, 1 black"
BOTH = "white on strike, 1 white, 1 black"
MINE, THEIRS, WAITING = ", queen covered by white", ", queen covered by black", ", queen waiting"


@dataclass(frozen=True, slots=True)
class Row:
    """`tapped`: the breach in the list, the way of striking, the answers to the guided questions, a key."""

    name: str
    board: str
    what: str
    tapped: str = ""
    before_play: bool = False

    @property
    def standing(self) -> Standing:
        return Standing.parse(self.board)

    @property
    def stroke(self) -> StrokeReport | None:
        return None if self.what.split()[0] in INCIDENTS else StrokeReport.parse(self.what)

    @property
    def incident(self) -> Json:
        """From "kind by side", then "unnoticed", "ground a", "coins 1", "of" a law or ": " and what fell."""
        happened, _, fell = self.what.partition(":")
        words = happened.split()
        told: Json = {"kind": words[0]}
        if "by" in words:
            told["by"] = words[words.index("by") + 1]
        if "unnoticed" in words:
            told["noticed"] = False
        if "ground" in words:
            told["ground"] = words[-1]
        if "coins" in words:
            told["coins"] = int(words[-1])
        if "of" in words:
            told["paragraph"] = " ".join(words[words.index("of") + 1 :])
        return told | ({"pocketed": fell.split()} if fell else {})

    @property
    def early(self) -> bool:
        """Whether it happens before the umpire has said "Play"."""
        return self.before_play or self.what.startswith("early-break")

    def case(self, rulebook: str) -> Json:
        """The same as a case for `carrom rule`."""
        standing, stroke = self.standing, self.stroke
        board = board_fields(standing) | {"points": standing.points._asdict()}
        asked: Json = {"id": self.name, "rulebook": rulebook, "board": board}
        if stroke is None:
            return asked | {"incident": self.incident}
        told = {
            "pocketed": stroke.pocketed_names,
            "off_board": stroke.off_board_names,
            "touched": stroke.touched,
            "improper": stroke.improper,
            "at_rest": [str(fact) for fact in stroke.at_rest],
        }
        return asked | {"stroke": told}


BEFORE_THE_BREAK = (
    Row("the break touches a coin and pockets none", FRESH, "nothing"),
    Row("the break pockets an own coin", FRESH, "white"),
    Row("the first try misses", FRESH, "missed"),
    Row("the second try misses", f"{FRESH} after 1 try", "missed"),
    Row(
        "the other side's try misses",
        "black on strike, 9 white, 9 black, to break after 2 tries, new turn",
        "missed",
    ),
    Row("from then on one try each", f"{FRESH} after 3 tries, new turn", "missed"),
    Row(
        "the other side breaks",
        "black on strike, 9 white, 9 black, to break after 2 tries, new turn",
        "black",
    ),
    Row("the striker falls in the first try", FRESH, "striker missed"),
    Row("the striker falls in the second try", f"{FRESH} after 1 try", "striker missed"),
    Row("an improper try", FRESH, "missed improper", "not-fingertip"),
    Row("the striker falls as the break is made", FRESH, "striker"),
    Row("struck before Play", FRESH, "early-break by white"),
    Row("coins touched before the break", FRESH, "touched-coins by black"),
)

PROPER = (
    Row("one own coin", W, "white"),
    Row("own and theirs", W, "white white black"),
    Row("only theirs", W, "black"),
    Row("nothing", W, "nothing"),
    Row("no coin touched", W, "missed"),
    Row("the queen by right", W, "queen"),
    Row("the queen by right with theirs", W, "queen black"),
    Row("the queen too early", NINE, "queen"),
    Row("the queen too early with theirs", NINE, "queen black"),
    Row("the queen with one own coin", W, "white queen"),
    Row("the queen with one own coin and theirs", "black on strike, 5 white, 5 black", "black queen white"),
    Row("the queen with one own coin on the break", FRESH, "white queen"),
    Row("the queen with the first of nine", NINE, "white queen"),
    Row("the queen with two on the break", FRESH, "white white queen"),
    Row("the right stays where the coin was put back", f"{NINE}, white has the right to the queen", "queen"),
    Row("the only coin pays a due: no right", f"{NINE}, white owes 1", "white queen"),
    Row(
        "the only coin pays a due: no cover",
        f"{NINE}, white owes 1, white has the right to the queen",
        "white queen",
    ),
    Row("covered", W_WAITING, "white"),
    Row("covered beside theirs", W_WAITING, "white black"),
    Row("not covered", W_WAITING, "nothing"),
    Row("not covered by theirs", W_WAITING, "black"),
    Row("the cover pays a due", f"{NINE}{WAITING}, white owes 1", "white"),
    Row("one pays, one covers", f"{NINE}{WAITING}, white owes 1", "white white"),
    Row("nobody saw that she was not covered", f"{W}, new turn", "queen-unnoticed by black"),
)

STRIKER = (
    Row("the striker alone", W, "striker"),
    Row("the striker alone, nothing in the nets", NINE, "striker"),
    Row("the striker with theirs", W, "striker black"),
    Row("the striker with own", W, "striker white"),
    Row("the striker with own and theirs", "black on strike, 5 white, 5 black", "striker black black white"),
    Row("the striker with queen and own", W, "striker queen white"),
    Row("the striker with the queen", W, "striker queen"),
    Row("the striker with the queen on the break", FRESH, "striker queen"),
    Row("the striker while she waits", W_WAITING, "striker"),
    Row("the striker and theirs while she waits", W_WAITING, "striker black"),
    Row("the striker with own while she waits", W_WAITING, "striker white"),
)

IMPROPER = (
    Row("improper, nothing fell", W, "improper", "pushed"),
    Row("improper, theirs fell", W, "black improper", "both-hands"),
    Row("improper, own fell", W, "white improper", "other-hand"),
    Row("improper, own and theirs fell", W, "white black improper", "beyond-wrist"),
    Row("improper, the queen fell", W, "queen improper", "forearm-on-surface"),
    Row("improper, queen and own fell", W, "queen white improper", "elbow-over"),
    Row("improper, the striker fell: one penalty", W, "striker white improper", "braced"),
    Row("improper while she waits", W_WAITING, "white improper", "free-hand"),
    Row("an improper stroke gives the right to the queen", NINE, "white improper", "striker-off-lines"),
    Row("an improper stroke pays no due", f"{NINE}, white owes 1", "white improper", "striker-on-circle"),
    Row("improper, no coin touched", W, "missed improper", "improper-unnamed"),
    Row("a foul on strike", W, "foul by white"),
    Row("a foul on strike while she waits", W_WAITING, "foul by white of 3.1 f", "chair-moved"),
    Row("badly placed: the turn stays", W, "bad-placing by white"),
    Row("badly placed by the other side", W, "bad-placing by black"),
    Row("a coin touched while placing", W, "touched-while-placing by black"),
    Row("the striker left on the frame", W, "striker-left by black"),
    Row("the striker left, in one's own turn", W, "striker-left by white"),
)

DUES = (
    Row("a due is paid while the turn goes on", f"{NINE}, white owes 1", "white"),
    Row("as many as are there", f"{NINE}, white owes 2", "white"),
    Row("all that are there", f"{NINE}, white owes 2", "white white white"),
    Row("the other side's stroke pays", "white on strike, 5 white, 9 black, black owes 1", "black"),
    Row("it pays beside an own coin", "white on strike, 5 white, 9 black, black owes 1", "white black"),
    Row("a due on top of a due", f"{NINE}, white owes 1", "striker"),
    Row("own coins and the striker with a due", f"{NINE}, white owes 1", "white striker"),
    Row("no room inside the circle", W, "no-room by black"),
    Row("room again", f"{W}, 1 white held", "room by black"),
    Row("held coins are not in the nets", "white on strike, 8 white, 5 black, 1 white held", "striker"),
    Row(
        "a due is paid before a board can end",
        f"white on strike, 9 white, 4 black{MINE}, white owes 1",
        " ".join(["white"] * 9),
    ),
    Row(
        "dues end with the board",
        "white on strike, 1 white, 9 black, queen covered by white, black owes 2",
        "white",
    ),
)

ENDS = (
    Row("own last, she is mine", f"{LAST}{MINE}, white has 10 points", "white"),
    Row("own last, she is theirs", f"{LAST}{THEIRS}", "white"),
    Row("own last covers her", f"{LAST}{WAITING}", "white"),
    Row("own last with her", LAST, "white queen"),
    Row("own last, she is mine, from 22", f"{LAST}{MINE}, white has 22 points", "white"),
    Row("twelve at most", "white on strike, 9 white, 1 black", "black striker"),
    Row("own last before her", LAST, "white"),
    Row("own last before her, with the striker", LAST, "white striker"),
    Row("own last before her, they have 22", f"{LAST}, black has 22 points", "white"),
    Row("own last with the striker is no end", f"{LAST}{MINE}", "white striker"),
    Row("their last, she is theirs", f"{THEIR_LAST}{THEIRS}", "black"),
    Row("their last, she is mine", f"{THEIR_LAST}{MINE}", "black"),
    Row("their last with the striker", f"{THEIR_LAST}{THEIRS}", "black striker"),
    Row("their last before her", THEIR_LAST, "black"),
    Row("their last before her, with the striker", THEIR_LAST, "black striker"),
    Row("their last before her, they have 22", f"{THEIR_LAST}, black has 23 points", "black"),
    Row("their last while she waits", f"{THEIR_LAST}{WAITING}", "black"),
    Row("their last while she waits, with own and striker", f"{THEIR_LAST}{WAITING}", "white black striker"),
    Row("their last in the stroke that covers her", f"{THEIR_LAST}{WAITING}", "white black"),
    Row("their last with her and her cover", THEIR_LAST, "white black queen"),
    Row("their last with her", THEIR_LAST, "black queen"),
    Row("their last with her and the striker", THEIR_LAST, "black queen striker"),
    Row("both last with her", BOTH, "white black queen"),
    Row("both last with her, from 22", f"{BOTH}, white has 24 points", "white black queen"),
    Row("both last before her", BOTH, "white black"),
    Row("both last before her, with the striker", BOTH, "white black striker"),
    Row("both last while she waits", f"{BOTH}{WAITING}", "white black"),
    Row("both last while she waits, with the striker", f"{BOTH}{WAITING}", "white black striker"),
    Row("both last, she is mine", f"{BOTH}{MINE}", "white black"),
    Row("both last, she is theirs", f"{BOTH}{THEIRS}", "white black"),
    Row("both last with her and the striker", BOTH, "white black queen striker"),
    Row("both last with the striker, she is mine", f"{BOTH}{MINE}", "white black striker"),
    Row("both last with the striker, she is theirs", f"{BOTH}{THEIRS}", "white black striker"),
    Row("own last and striker while she waits: no end", f"{LAST}{WAITING}", "white striker"),
    Row("own last, queen and striker: no end", LAST, "white queen striker"),
    Row("own last by an improper stroke: no end", f"{LAST}{MINE}", "white improper", "striker-on-arrow"),
    Row("their last by an improper stroke", f"{THEIR_LAST}{THEIRS}", "black improper", "struck-too-soon"),
    Row("both last by an improper stroke", BOTH, "white black striker improper", "coins-not-placed"),
    Row(
        "their last, improper, while she waits",
        f"{THEIR_LAST}{WAITING}",
        "black improper",
        "striker-exchanged",
    ),
)

FOULS = (
    Row("a technical foul", W, "technical-foul by black"),
    Row(
        "a technical foul, nothing in the nets",
        "white on strike, 5 white, 9 black",
        "technical-foul by black of 4 a",
        "ate-drank-smoked",
    ),
    Row("a technical foul while she waits", W_WAITING, "technical-foul by black of 4 j", "asked-score"),
    Row(
        "a technical foul before Play",
        FRESH,
        "technical-foul by black of 4 h",
        "powder-unannounced",
        before_play=True,
    ),
    Row("talking in one's turn", W, "foul by white of 4 m", "talked"),
    Row("talking in the other's turn", W, "technical-foul by black of 4 m", "talked"),
    Row("testing the surface", W, "foul by white of 4 n", "tested-surface"),
    Row("powder after Play", W, "technical-foul by black of 4 h", "powder-after-play"),
    Row("powder swept away", W, "foul by white of 4 h", "powder-swept"),
    Row("the board moved a little", W, "foul by white of 4 i", "board-moved"),
    Row("slow to place", W, "technical-foul by black of 3.6 b", "slow-placing"),
    Row("the striker not taken off", W, "technical-foul by black of 3.2 l", "striker-not-removed"),
    Row("coins touched in one's turn", W_WAITING, "touched-coins by white"),
    Row("coins touched in the other's turn", W, "touched-coins by black"),
    Row("left the chair in one's turn", W, "left-chair by white"),
    Row("left the chair in the other's turn", W, "left-chair by black"),
    Row("more than fifteen seconds", W_WAITING, "late-stroke by white"),
    Row("played on with their coins", W_WAITING, "played-theirs by white"),
    Row("played on with their coins, two fell", W, "played-theirs by white: black black"),
    Row("struck out of turn, nothing fell", W, "out-of-turn by black"),
    Row("struck out of turn, own and striker fell", W, "out-of-turn by black: white black striker"),
    Row("a teetering coin fell later", W, "fell-later by white: white"),
    Row("their teetering coin fell later", W_WAITING, "fell-later by black: white black"),
    Row("played on during a request, she lies there", W, "ignored-request by white"),
    Row("played on during a request, she is the requester's", f"{W}{THEIRS}", "ignored-request by white"),
    Row("played on during a request, she is the offender's", f"{W}{MINE}", "ignored-request by white"),
    Row(
        "played on during a request, the requester has 22",
        f"{W}, white has 22 points",
        "ignored-request by black",
    ),
    Row("the board bumped on purpose", W, "bumped-board by white"),
    Row("the board bumped, she is the offender's", f"{W}{MINE}", "bumped-board by white"),
    Row("the board bumped, the other has 22", f"{W}{THEIRS}, black has 22 points", "bumped-board by white"),
    Row("three passes each", W, "three-passes"),
    Row("the sixth pass in a row", f"{W}, 5 passes", "missed"),
    Row("a touch ends the passes", f"{W}, 5 passes", "nothing"),
    Row("the game given up", f"{W}, white has 7 points, black has 12 points", "abandon by white"),
    Row("a broken coin", W, "coin-broken"),
    Row("the wrong colour put back and seen", W, "wrong-colour-placed by white"),
    Row("the wrong colour put back and not seen", W, "wrong-colour-placed by black unnoticed"),
)

GROUNDS = tuple(
    Row(f"disqualified by ground {letter}", W, f"disqualified by {side} ground {letter}")
    for letter, side in zip("abcdefgh", ["white", "black"] * 4, strict=True)
)

PARTNERS = (
    Row("partners talked in their turn", W_WAITING, "partners-talked by white"),
    Row("partners talked in the other's turn", W, "partners-talked by black"),
)
