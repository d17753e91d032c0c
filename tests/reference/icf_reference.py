"""A second, independent judge for the current ICF laws of carrom.

It answers one case (a board, and a stroke or an incident) with one ruling, by straight decisions that can be
read beside the laws.  Numbers such as 99a are laws; R12 is a numbered reading of a silent or loose law;
"reading 3" is one of the readings shared with the older international laws.

"Me" is the side on strike, "you" the other side.  A coin is "own" when it has the colour of "me".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Case = dict[str, Any]
Ruling = dict[str, Any]

COINS = 9  # of each colour
MOST_POINTS = 12  # 55: no board is worth more
GAME = 25  # 56a
QUEEN_STOPS = 22  # 54: from this score on the queen is worth nothing
TRIES = 3  # 45a: one try and two more chances, for each player in turn (R1)
VOID_AFTER = 6  # 137, R20: strokes in a row that touch nothing, three by each side

# Breaches without a sanction of their own: 63 or 64 decides, by whose turn it is and whether it has begun.
PLAIN_BREACHES = (
    "technical-foul",  # 63
    "foul",  # 64
    "bad-placing",  # 85, 89b, 114, R17
    "touched-while-placing",  # 86, R17
    "touched-coins",  # 134
    "striker-left",  # 136
    "partners-talked",  # 131
)
# Breaches that lose the board.
BOARD_LOST = (
    "out-of-turn",  # 51
    "left-chair",  # 91
    "ignored-request",  # 121
    "bumped-board",  # 126b, beyond restoring
)


@dataclass
class Board:
    """The board as it stands; the judge changes it in place."""

    on_strike: str
    coins: dict[str, int]  # on the board, by colour
    queen: str  # "on-board", "waiting", or the side that covered her
    due: dict[str, int]
    points: dict[str, int]
    earned: dict[str, bool]
    broken: bool
    tries: int
    turn_begun: bool
    passes: int
    held: dict[str, int]
    late: bool
    put_back: dict[str, int] = field(default_factory=lambda: {"white": 0, "black": 0, "queen": 0})


def ruling(case: Case) -> Ruling:
    """Judge one case."""
    board = read_board(case["board"])
    if "stroke" in case:
        return judge_stroke(board, case["stroke"])
    return judge_incident(board, case["incident"])


def read_board(given: dict[str, Any]) -> Board:
    """Read the board of a case, with the agreed values for what is left out."""
    coins = {"white": int(given["white"]), "black": int(given["black"])}
    broken = bool(given.get("broken", True))
    tries = int(given.get("tries", 0))
    earned = given.get("earned", {})
    return Board(
        on_strike=str(given["on_strike"]),
        coins=coins,
        queen=str(given.get("queen", "on-board")),
        due=pair(given.get("due", {})),
        points=pair(given.get("points", {})),
        earned={side: bool(earned.get(side, coins[side] < COINS)) for side in ("white", "black")},
        broken=broken,
        tries=tries,
        turn_begun=bool(given.get("turn_begun", broken or tries > 0)),
        passes=int(given.get("passes", 0)),
        held=pair(given.get("held", {})),
        late=bool(given.get("late", False)),
    )


def pair(given: dict[str, Any]) -> dict[str, int]:
    """A number for each side, nought where none is given."""
    return {"white": int(given.get("white", 0)), "black": int(given.get("black", 0))}


def other(side: str) -> str:
    """The opponent of a side."""
    return "black" if side == "white" else "white"


# ---------------------------------------------------------------- what the judge does to a board


def bring_back(board: Board, side: str, number: int) -> None:
    """Take coins of one colour out of the nets and place them."""
    board.coins[side] += number
    board.put_back[side] += number


def bring_queen_back(board: Board) -> None:
    """Put the queen on the centre circle again (93)."""
    board.queen = "on-board"
    board.put_back["queen"] += 1


def pay_dues(board: Board) -> None:
    """Place all that is owed and available, for both sides separately (72c, 78a, 83, 89a)."""
    for side in ("white", "black"):
        in_nets = COINS - board.coins[side] - board.held[side]
        paid = min(board.due[side], in_nets)
        board.due[side] -= paid
        bring_back(board, side, paid)
        if board.coins[side] == 0 and board.held[side] > 0:  # 79: an emptied colour leaves room
            bring_back(board, side, board.held[side])
            board.held[side] = 0


def pass_turn(board: Board) -> None:
    """Give the strike to the other side."""
    board.on_strike = other(board.on_strike)
    board.turn_begun = False
    board.late = False
    if not board.broken:  # 45b, 45c: the tries left to this player go with the turn
        board.tries = (board.tries // TRIES + 1) * TRIES


def goes_on(board: Board) -> Ruling:
    """The ruling for a board that is not over, once all dues that can be paid are paid."""
    pay_dues(board)
    return {
        "on_strike": board.on_strike,
        "white": board.coins["white"],
        "black": board.coins["black"],
        "queen": board.queen,
        "due": board.due,
        "put_back": board.put_back,
        "broken": board.broken,
        "tries": board.tries,
        "earned": board.earned,
        "passes": board.passes,
        "turn_begun": board.turn_begun,
        "held": board.held,
        "late": board.late,
        "over": None,
    }


def over(winner: str | None, points: int, extra: int = 0) -> Ruling:
    """The ruling for a board that is over; points and extra together are at most twelve (55)."""
    points = min(points, MOST_POINTS)
    return {"over": {"winner": winner, "points": points, "extra": min(extra, MOST_POINTS - points)}}


def flat_three(board: Board, receiver: str) -> int:
    """Three points, but one for a receiver with 22 or more (102-112)."""
    return 1 if board.points[receiver] >= QUEEN_STOPS else 3


def queen_worth(board: Board, receiver: str) -> int:
    """What the queen adds for a receiver entitled to her: three, nothing from 22 on (52b, 54)."""
    return 0 if board.points[receiver] >= QUEEN_STOPS else 3


# ---------------------------------------------------------------- strokes


def judge_stroke(board: Board, stroke: dict[str, Any]) -> Ruling:
    """Judge a stroke: a missed try, the end of a board, or the next situation on it."""
    pocketed = list(stroke.get("pocketed", []))
    touched = bool(stroke.get("touched", True))
    improper = bool(stroke.get("improper", False))
    striker = "striker" in pocketed
    queen_fell = "queen" in pocketed
    me = board.on_strike
    you = other(me)
    own = pocketed.count(me)
    opp = pocketed.count(you)

    if not board.broken and not touched:
        return missed_break(board, striker or improper)

    if touched:
        board.passes = 0
    else:
        board.passes += 1
        if board.passes >= VOID_AFTER:  # 137, R20
            return over(None, 0)

    on_break = not board.broken  # 44: this stroke touched a coin, so the break is made
    all_nine = board.coins[me] == COINS  # reading 10: a plain count, before the stroke
    owing = board.due[me] > 0  # 95b, 13: owed before the stroke
    right = board.earned[me]  # 92, 95c: by an earlier stroke
    board.broken = True
    board.late = False
    board.coins[me] -= own
    board.coins[you] -= opp

    # Reading 3: a colour that owes pays with the coins that would end the board, so it has no last coin.
    own_last = own > 0 and is_gone(board, me)
    opp_last = opp > 0 and is_gone(board, you)
    if own_last != opp_last:
        pay_last_coins(board, you if own_last else me)
    extra = int(striker) + int(improper)  # 87b, 102-112: on demand, one for each
    if own_last and opp_last:
        return end_both_last(board, queen_fell, extra)
    if opp_last:
        return end_opponents_last(board, extra)
    if own_last and board.queen == "on-board" and not queen_fell:
        return over(you, flat_three(board, you), extra)  # 107a, 107b, 108a, 108b
    if own_last and not striker and not improper:
        return end_own_last(board, queen_fell)
    # Any other own last coin comes out again, so the board goes on: 73, 77a, 77b, 98, 101, 64b.

    if own:
        board.earned[me] = True  # 10, 92: by any stroke, also where the coin comes out again
    if improper:
        stays = improper_stroke(board, own, queen_fell, striker)
    elif queen_fell:
        stays = queen_in_this_stroke(board, own, striker, right, owing, on_break or all_nine)
    elif board.queen == "waiting":
        stays = covering_stroke(board, own, striker)
    else:
        stays = plain_stroke(board, own, striker)
    if stays:
        board.turn_begun = True
    else:
        pass_turn(board)
    return goes_on(board)


def pay_last_coins(board: Board, side: str) -> None:
    """An emptied colour that owes pays while the other one ends the board: its coins count as lying there."""
    if board.coins[side] == 0:
        paid = min(board.due[side], COINS - board.held[side])
        board.due[side] -= paid
        bring_back(board, side, paid)  # reading 3


def is_gone(board: Board, side: str) -> bool:
    """Whether a colour has left for good: none on the board, none owed (reading 3), none held (79)."""
    return board.coins[side] == 0 and board.due[side] == 0 and board.held[side] == 0


def missed_break(board: Board, turn_lost: bool) -> Ruling:
    """A try that touched no coin."""
    if turn_lost:  # 45c: striker pocketed or improper; no due, no penalty
        pass_turn(board)
        return goes_on(board)
    board.tries += 1
    board.turn_begun = True
    board.late = False
    if board.tries % TRIES == 0:  # 45b, R1: the third miss gives the other side its three
        board.on_strike = other(board.on_strike)
        board.turn_begun = False
    return goes_on(board)


def plain_stroke(board: Board, own: int, striker: bool) -> bool:
    """A proper stroke with the queen not in question; says whether the turn stays."""
    me = board.on_strike
    if striker:
        bring_back(board, me, own)  # 73, 75
        board.due[me] += 1  # 72a, 73, 74, 75
    return own > 0  # 48, 73, 75, R2: an own coin keeps the turn; 72a, 74, 125: else it passes


def improper_stroke(board: Board, own: int, queen_fell: bool, striker: bool) -> bool:
    """An improper stroke: own coins and queen out, opponent's coins stay in, the turn is lost."""
    me = board.on_strike
    bring_back(board, me, own)  # 77a, 77b, 98b, 101b; the opponent's stay in: 76
    if queen_fell or board.queen == "waiting":  # 64b, 98b, 99b, 100b, 101b
        bring_queen_back(board)
    board.due[me] += 2 if striker else 1  # 72b, 77b, 98b-101b, R6: two; 64a, 64b, 76, 77a: one
    return False


def queen_in_this_stroke(
    board: Board, own: int, striker: bool, right: bool, owing: bool, break_or_nine: bool
) -> bool:
    """A proper stroke that pocketed the queen; says whether the turn stays."""
    me = board.on_strike
    if striker:
        bring_queen_back(board)
        bring_back(board, me, own)  # 98a
        board.due[me] += 1  # 95d, 98a, 99a
        if owing:
            return False  # 95b
        if own:
            return True  # 98a
        return right and not break_or_nine  # 99a, R15: stays; 95a, 95d: lost
    if owing:  # 95b, R8: own coins stay in the nets and pay
        bring_queen_back(board)
        return False
    if own >= 2 or (own == 1 and not break_or_nine):
        board.queen = me  # 97a, 97b
        return True
    if own == 1 or right:  # 97b: one own coin is not enough; 92: alone, with the right
        board.queen = "waiting"
        return True
    bring_queen_back(board)  # 95a
    return False


def covering_stroke(board: Board, own: int, striker: bool) -> bool:
    """A proper stroke while the queen waits for her cover; says whether the turn stays."""
    me = board.on_strike
    if striker:
        bring_back(board, me, own)
        board.due[me] += 1
        if own:
            return True  # 101a, R16: she goes on waiting
        bring_queen_back(board)  # 100a
        return False
    if own:
        board.queen = me  # 15, R9: also where the coin then pays a due
        return True
    bring_queen_back(board)  # 96
    return False


# ---------------------------------------------------------------- ends by a stroke


def end_own_last(board: Board, queen_fell: bool) -> Ruling:
    """The last own coin, properly, with the queen covered before or now: the side on strike wins."""
    me = board.on_strike
    points = board.coins[other(me)]  # 52a, 53
    if queen_fell or board.queen in ("waiting", me):  # 53, 97a: she is covered by the winner
        points += queen_worth(board, me)
    return over(me, points)


def end_opponents_last(board: Board, extra: int) -> Ruling:
    """The opponent's last coin, own coins left: the opponent wins."""
    me = board.on_strike
    you = other(me)
    points = board.coins[me]  # as they lie after the stroke; dues and penalties are written off (55)
    if board.queen != me:
        # 106, 111: on the board; 103, R12: waiting; R13: fell alone; R14: covered by this stroke;
        # 53, R11: covered earlier by the winner.  Only a queen covered earlier by the loser gives nothing.
        points += queen_worth(board, you)
    return over(you, points, extra)  # 103b, 106b, 111, R11, R12, R13


def end_both_last(board: Board, queen_fell: bool, extra: int) -> Ruling:
    """The last coins of both colours in one stroke."""
    me = board.on_strike
    you = other(me)
    if board.queen == me:  # covered earlier by the side on strike
        if extra == 0:
            return over(me, flat_three(board, me))  # R10
        return over(you, 1, extra)  # 110a, 110b, R10
    if board.queen == you:  # covered earlier by the opponent
        return over(you, flat_three(board, you), extra)  # 112a, 112b, R10
    if board.queen == "waiting" or queen_fell:
        if extra == 0:
            return over(me, flat_three(board, me))  # 102a, 104a
        return over(you, flat_three(board, you), extra)  # 102b, 104b, 109a, 109b, R12
    return over(you, flat_three(board, you), extra)  # 105a, 105b, R12


# ---------------------------------------------------------------- incidents


def judge_incident(board: Board, incident: dict[str, Any]) -> Ruling:
    """Judge what happened beside a stroke."""
    kind = str(incident["kind"])
    if kind == "three-passes":  # 137
        return over(None, 0)

    by = str(incident["by"])
    if kind in BOARD_LOST:
        return board_lost(board, by)
    if kind == "abandon":  # 139, reading 2: the winner is raised to 25
        winner = other(by)
        missing = max(0, GAME - board.points[winner])
        return {"over": {"winner": winner, "points": missing, "extra": 0, "of": "game"}}
    if kind == "disqualified":  # 143 a-i, reading 4
        return {"over": {"winner": other(by), "points": 0, "extra": 0, "of": "match"}}

    if kind == "waive":  # 87a, 89a: all the opponent owes, nothing of one's own
        board.due[other(by)] = 0
        return goes_on(board)
    if kind == "early-break":
        return early_break(board, list(incident.get("pocketed", [])))
    if kind == "late-stroke":
        return late_stroke(board, by)
    if kind == "wrong-colour-placed":
        if incident.get("noticed", True):  # 82a, R17
            return breach(board, by)
        return goes_on(board)  # 82b: it stands
    if kind == "touched-coins" and not board.broken:  # 134 speaks of after the break; 41a lets them be tidied
        return goes_on(board)
    if kind in PLAIN_BREACHES:
        return breach(board, by)
    raise ValueError(f"no such incident: {kind}")


def breach(board: Board, by: str) -> Ruling:
    """A technical foul outside one's turn or before its first stroke (63), a foul after it (64)."""
    if by == board.on_strike and board.turn_begun:
        return foul(board)
    board.due[by] += 1  # 63a, 63b; R19: a waiting queen goes on waiting
    return goes_on(board)


def foul(board: Board) -> Ruling:
    """A foul by the side on strike: one coin, the turn is lost, a waiting queen comes back (64a, R19)."""
    board.due[board.on_strike] += 1
    if board.queen == "waiting":
        bring_queen_back(board)
    pass_turn(board)
    return goes_on(board)


def late_stroke(board: Board, by: str) -> Ruling:
    """Time ran out and no stroke was made (50, R18)."""
    if by == board.on_strike and board.late:  # the second time before one first stroke
        return foul(board)
    if by == board.on_strike and not board.turn_begun:
        board.late = True
    return breach(board, by)


def early_break(board: Board, pocketed: list[str]) -> Ruling:
    """A break before "Play" (47): own coins and queen out, one more, turn lost, nothing is set up again."""
    me = board.on_strike
    own = pocketed.count(me)
    board.coins[other(me)] -= pocketed.count(other(me))  # they stay in
    board.broken = True  # 44: a break has touched a coin, and 47 leaves the position as it is
    board.passes = 0
    if own:
        board.earned[me] = True  # 10, 92
        board.put_back[me] += own  # taken out again, so the count on the board is what it was
    if "queen" in pocketed:
        bring_queen_back(board)
    return foul(board)


def board_lost(board: Board, by: str) -> Ruling:
    """The offender loses the board by the own coins left, and the queen (51, 91, 121, 126b, R5)."""
    winner = other(by)
    points = board.coins[by]
    if board.queen != by:  # R7: on the board, waiting, or covered by the winner
        points += queen_worth(board, winner)
    return over(winner, points)
