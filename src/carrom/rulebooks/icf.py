"""The laws of the International Carrom Federation as they are played today, 1 to 143.

An end of a board may carry points on demand (87b): one for the striker, one for an improper stroke.
"""

from __future__ import annotations

from carrom.rulebooks.international_a import (
    COINS,
    COVERER,
    FOUL,
    MINE,
    ONE,
    OWN_BACK,
    PENALTY,
    POINTS_QUEEN,
    QUEEN_BACK,
    QUEEN_COVERED,
    QUEEN_IF_COVERED,
    QUEEN_UNLESS_LOST,
    QUEEN_WAITS,
    SPECIAL,
    THEIRS,
    TRY_SPENT,
    TURN_PASSES,
    TURN_STAYS,
    IncidentClause,
    StrokeClause,
    StrokeEnd,
)
from carrom.rules.clauses import Clause, End, Order, Points, Reading, Who, resolve, under
from carrom.rules.facts import (
    IncidentCondition,
    StrokeCondition,
    all_nine_on_board,
    always,
    break_made,
    due_outstanding,
    ground,
    improper,
    in_turn,
    last_but_held,
    late_before,
    nineteen_on_board,
    noticed,
    on_the_break,
    one_own_fell,
    owed_with_coins_in_nets,
    own_fell,
    own_gone,
    own_last,
    queen_covered,
    queen_covered_by_me,
    queen_covers_now,
    queen_fell,
    queen_lies_there,
    queen_on_board,
    queen_waiting,
    right_to_the_queen,
    several_own_fell,
    something_fell,
    striker_fell,
    striker_held_up,
    theirs_fell,
    theirs_last,
    turn_begun,
    whoever,
)
from carrom.rules.placing import PlacingLaws
from carrom.rules.respot import RespotLaws
from carrom.rules.rulebook import MatchLaws, Rulebook
from carrom.stroke.incident import GROUNDS

BOOK = "icf"
TRIES_EACH = 3
TWO_COINS = (PENALTY, PENALTY)

last_try = StrokeCondition(lambda f: (f.tries + 1) % TRIES_EACH == 0)
second_player_s_try = StrokeCondition(lambda f: f.on_break and not f.touched and f.tries >= TRIES_EACH)
covers_with_payers = StrokeCondition(lambda f: f.queen_waiting and 0 < f.own <= f.due_own and not f.improper)
# Breaches that are judged by laws 62 to 64 alone.
BREACHES = {
    *("technical-foul", "foul", "late-stroke", "bad-placing", "touched-while-placing", "touched-coins"),
    *("wrong-colour-placed", "striker-left", "partners-talked"),
}
placer_s_law = IncidentCondition(lambda f: f.law in ("88b", "89b", "114"))
foul_while_queen_waits = IncidentCondition(lambda f: f.queen_waiting and f.kind in BREACHES and f.noticed)

TRIES: tuple[StrokeClause, ...] = (
    Clause("45c", improper, (TRY_SPENT, TURN_PASSES), "improper-try-lost"),
    Clause("45c", striker_fell, (TRY_SPENT, TURN_PASSES), "striker-try-lost"),
    Clause("45b", last_try, (TRY_SPENT, TURN_PASSES), "break-missed-thrice", also=("45a",)),
    Clause("45a", always, (TRY_SPENT, TURN_STAYS), "break-missed"),
)

IMPROPER: tuple[StrokeClause, ...] = (
    Clause(
        "98b",
        improper & striker_fell & queen_fell & own_fell,
        (OWN_BACK, QUEEN_BACK, *TWO_COINS, TURN_PASSES),
        "improper-queen-own-striker",
    ),
    Clause(
        "101b",
        improper & striker_fell & queen_waiting & own_fell,
        (OWN_BACK, QUEEN_BACK, *TWO_COINS, TURN_PASSES),
        "improper-own-striker",
    ),
    Clause(
        "100b",
        improper & striker_fell & queen_waiting,
        (QUEEN_BACK, *TWO_COINS, TURN_PASSES),
        "improper-striker-two",
    ),
    Clause(
        "99b",
        improper & striker_fell & queen_fell,
        (QUEEN_BACK, *TWO_COINS, TURN_PASSES),
        "improper-queen-striker",
    ),
    Clause(
        "77b",
        improper & striker_fell & own_fell & theirs_fell,
        (OWN_BACK, *TWO_COINS, TURN_PASSES),
        "improper-own-striker",
        also=("76",),
    ),
    Clause(
        "77b",
        improper & striker_fell & own_fell,
        (OWN_BACK, *TWO_COINS, TURN_PASSES),
        "improper-own-striker",
    ),
    Clause(
        "72b",
        improper & striker_fell & theirs_fell,
        (*TWO_COINS, TURN_PASSES),
        "improper-theirs-striker",
        also=("76",),
        reading=54,
    ),
    Clause("72b", improper & striker_fell, (*TWO_COINS, TURN_PASSES), "improper-striker-two"),
    Clause(
        "64b",
        improper & queen_fell & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-queen-own",
        also=("77a",),
    ),
    Clause(
        "77a",
        improper & own_fell & theirs_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-own-theirs",
        also=("76", "64b"),
    ),
    Clause(
        "77a",
        improper & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-own",
        also=("64b",),
    ),
    Clause(
        "76", improper & theirs_fell, (QUEEN_BACK, PENALTY, TURN_PASSES), "improper-theirs", also=("64a",)
    ),
    Clause("64b", improper & queen_fell, (QUEEN_BACK, PENALTY, TURN_PASSES), "improper"),
    Clause("64a", improper & queen_waiting, (QUEEN_BACK, PENALTY, TURN_PASSES), "improper", reading=67),
    Clause("64a", improper, (PENALTY, TURN_PASSES), "improper"),
)

STRIKER: tuple[StrokeClause, ...] = (
    Clause(
        "101a",
        striker_fell & queen_waiting & own_fell,
        (OWN_BACK, PENALTY, QUEEN_WAITS, TURN_STAYS),
        "cover-striker-own",
    ),
    Clause("100a", striker_fell & queen_waiting, (QUEEN_BACK, PENALTY, TURN_PASSES), "cover-striker"),
    Clause(
        "95b",
        striker_fell & queen_fell & due_outstanding & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-while-owing",
        also=("98a",),
        reading=56,
    ),
    Clause(
        "95b",
        striker_fell & queen_fell & due_outstanding,
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-while-owing",
        also=("72a",),
        reading=56,
    ),
    Clause(
        "98a",
        striker_fell & queen_fell & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_STAYS),
        "queen-striker-own",
    ),
    Clause(
        "95d",
        striker_fell & queen_fell & (on_the_break | all_nine_on_board),
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-striker",
    ),
    Clause(
        "95a",
        striker_fell & queen_fell & ~right_to_the_queen,
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-striker-too-early",
        also=("72a",),
    ),
    Clause(
        "99a",
        striker_fell & queen_fell & theirs_fell,
        (QUEEN_BACK, PENALTY, TURN_STAYS),
        "queen-striker-theirs",
        reading=63,
    ),
    Clause("99a", striker_fell & queen_fell, (QUEEN_BACK, PENALTY, TURN_STAYS), "queen-striker"),
    Clause(
        "75", striker_fell & own_fell & theirs_fell, (OWN_BACK, PENALTY, TURN_STAYS), "own-theirs-striker"
    ),
    Clause("73", striker_fell & own_fell, (OWN_BACK, PENALTY, TURN_STAYS), "striker-own"),
    Clause("74", striker_fell & theirs_fell, (PENALTY, TURN_PASSES), "striker-theirs"),
    Clause("72a", striker_fell, (PENALTY, TURN_PASSES), "striker-alone"),
)

QUEEN: tuple[StrokeClause, ...] = (
    Clause(
        "95b",
        queen_fell & due_outstanding & own_fell,
        (QUEEN_BACK, TURN_PASSES),
        "queen-while-owing",
        also=("78a",),
        reading=56,
    ),
    Clause("95b", queen_fell & due_outstanding, (QUEEN_BACK, TURN_PASSES), "queen-while-owing"),
    Clause(
        "97b",
        queen_fell & several_own_fell & (on_the_break | all_nine_on_board),
        (QUEEN_COVERED, TURN_STAYS),
        "queen-with-several",
    ),
    Clause(
        "97b", queen_fell & one_own_fell & on_the_break, (QUEEN_WAITS, TURN_STAYS), "queen-with-one-on-break"
    ),
    Clause(
        "97b", queen_fell & one_own_fell & all_nine_on_board, (QUEEN_WAITS, TURN_STAYS), "queen-with-first"
    ),
    Clause("97a", queen_fell & own_fell, (QUEEN_COVERED, TURN_STAYS), "queen-with-own"),
    Clause(
        "95c",
        queen_fell & right_to_the_queen & all_nine_on_board,
        (QUEEN_WAITS, TURN_STAYS),
        "queen-pocketed",
        also=("92", "48"),
    ),
    Clause("92", queen_fell & right_to_the_queen, (QUEEN_WAITS, TURN_STAYS), "queen-pocketed", also=("48",)),
    Clause("95a", queen_fell, (QUEEN_BACK, TURN_PASSES), "queen-too-early"),
    Clause("48", queen_waiting & own_fell, (QUEEN_COVERED, TURN_STAYS), "cover", also=("15",)),
    Clause("96", queen_waiting, (QUEEN_BACK, TURN_PASSES), "cover-missed", also=("48",)),
)

PLAIN: tuple[StrokeClause, ...] = (
    Clause("48", own_fell & theirs_fell, (TURN_STAYS,), "own-and-theirs", reading=50),
    Clause("48", own_fell, (TURN_STAYS,), "own"),
    Clause("125", theirs_fell, (TURN_PASSES,), "theirs", also=("48",)),
    Clause("48", always, (TURN_PASSES,), "nothing"),
)


def _on_demand(
    proper: str,
    improperly: str,
    when: StrokeCondition,
    to: Who,
    points: tuple[Points, ...],
    why: str,
    *,
    extra: int,
    reading: tuple[int, ...] = (),
) -> tuple[StrokeEnd, ...]:
    """An end by a proper stroke with `extra` points on demand, and by an improper one with one more."""
    more = (Points.ON_DEMAND,) * extra
    return (
        End(improperly, when & improper, to, (*points, *more, Points.ON_DEMAND), why, ("87b",), reading),
        End(proper, when, to, (*points, *more), why, ("87b",) if extra else (), reading),
    )


both = own_gone & theirs_last

BOTH_ENDS: tuple[StrokeEnd, ...] = (
    *_on_demand(
        "109a", "109b", both & striker_fell & queen_fell, THEIRS, (SPECIAL,), "both-queen-striker", extra=1
    ),
    *_on_demand(
        "109a",
        "109b",
        both & striker_fell & queen_waiting,
        THEIRS,
        (SPECIAL,),
        "both-cover-striker",
        extra=1,
        reading=(60,),
    ),
    *_on_demand(
        "110a",
        "110b",
        both & striker_fell & queen_covered_by_me,
        THEIRS,
        (ONE,),
        "both-striker-mine",
        extra=1,
    ),
    *_on_demand(
        "112a",
        "112b",
        both & striker_fell & queen_covered,
        THEIRS,
        (SPECIAL,),
        "both-striker-theirs",
        extra=1,
    ),
    *_on_demand(
        "109a",
        "109b",
        both & striker_fell,
        THEIRS,
        (SPECIAL,),
        "both-striker-queen-out",
        extra=1,
        reading=(60,),
    ),
    End(
        "104b", both & improper & queen_fell, THEIRS, (SPECIAL, Points.ON_DEMAND), "both-and-queen", ("87b",)
    ),
    End("104a", both & queen_fell, MINE, (SPECIAL,), "both-and-queen"),
    End("102b", both & improper & queen_waiting, THEIRS, (SPECIAL, Points.ON_DEMAND), "both-cover", ("87b",)),
    End("102a", both & queen_waiting, MINE, (SPECIAL,), "both-cover"),
    End(
        "110b",
        both & improper & queen_covered_by_me,
        THEIRS,
        (ONE, Points.ON_DEMAND),
        "both-improper-mine",
        ("87b",),
        58,
    ),
    End(
        "112b",
        both & improper & queen_covered,
        THEIRS,
        (SPECIAL, Points.ON_DEMAND),
        "both-improper-theirs",
        ("87b",),
        58,
    ),
    End("52a", both & queen_covered, COVERER, (SPECIAL,), "both-covered", ("53b",), 58),
    *_on_demand("105a", "105b", both, THEIRS, (SPECIAL,), "both-queen-out", extra=0),
)

# A last own coin with the striker comes back (73, 98, 101): no end, unless the queen lies there.
OWN_ENDS: tuple[StrokeEnd, ...] = (
    End(
        "52a",
        own_last & ~striker_fell & (queen_covered | queen_covers_now),
        MINE,
        (COINS, QUEEN_IF_COVERED),
        "last-own",
        ("53a", "53b"),
    ),
    *_on_demand(
        "108a",
        "108b",
        own_gone & striker_fell & queen_on_board,
        THEIRS,
        (SPECIAL,),
        "last-before-queen-striker",
        extra=1,
    ),
    *_on_demand("107a", "107b", own_gone & queen_on_board, THEIRS, (SPECIAL,), "last-before-queen", extra=0),
)

THEIR_ENDS: tuple[StrokeEnd, ...] = (
    *_on_demand(
        "111a",
        "111b",
        theirs_last & queen_covered & striker_fell,
        THEIRS,
        (COINS, QUEEN_IF_COVERED),
        "their-last-striker",
        extra=1,
        reading=(59,),
    ),
    End(
        "106b",
        theirs_last & queen_covered & improper,
        THEIRS,
        (COINS, QUEEN_IF_COVERED, Points.ON_DEMAND),
        "improper-last",
        ("52a", "53a", "87b"),
        59,
    ),
    End("52a", theirs_last & queen_covered, THEIRS, (COINS, QUEEN_IF_COVERED), "their-last", ("53a", "53b")),
    *_on_demand(
        "103a",
        "103b",
        theirs_last & queen_waiting & striker_fell,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-cover-striker",
        extra=1,
        reading=(60,),
    ),
    *_on_demand(
        "103a",
        "103b",
        theirs_last & queen_waiting & own_fell,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-cover",
        extra=0,
        reading=(62,),
    ),
    *_on_demand(
        "103a",
        "103b",
        theirs_last & queen_waiting,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-cover",
        extra=0,
    ),
    *_on_demand(
        "111a",
        "111b",
        theirs_last & striker_fell & queen_fell,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-queen-out-striker",
        extra=1,
        reading=(61,),
    ),
    *_on_demand(
        "111a",
        "111b",
        theirs_last & striker_fell,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-queen-out-striker",
        extra=1,
    ),
    End(
        "103a",
        theirs_last & queen_covers_now,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-in-cover",
        ("97a",),
        62,
    ),
    *_on_demand(
        "106a",
        "106b",
        theirs_last & queen_fell,
        THEIRS,
        (COINS, POINTS_QUEEN),
        "their-last-queen-out",
        extra=0,
        reading=(61,),
    ),
    *_on_demand("106a", "106b", theirs_last, THEIRS, (COINS, POINTS_QUEEN), "their-last-queen-out", extra=0),
)


def _breach(law: str, why: str, reading: tuple[int, ...] = ()) -> tuple[IncidentClause, ...]:
    """A breach by laws 62 to 64: it costs the turn from the first stroke of one's own turn on."""
    return (
        Clause(law, in_turn & turn_begun, FOUL, why, ("64a",), reading),
        Clause(law, in_turn, (PENALTY,), why, ("63a",), reading),
        Clause(law, whoever, (PENALTY,), why, ("63b",), reading),
    )


def _board_lost(law: str, why: str, reading: tuple[int, ...] = ()) -> tuple[IncidentClause, ...]:
    """The offender loses the board: its coins that lie there, and the queen (reading 55)."""
    counted = (COINS, QUEEN_UNLESS_LOST)
    return (
        End(law, queen_lies_there, THEIRS, counted, why, (), reading),
        End(law, whoever, THEIRS, counted, why, ("53b",), (*reading, 55)),
    )


PLACER = (65,)
IN_TURN: tuple[IncidentClause, ...] = (
    Clause("63a", in_turn & ~turn_begun, (PENALTY,), "foul-before-stroke", ("62",)),
    Clause("64a", in_turn, FOUL, "foul", ("62",)),
)

INCIDENTS: dict[str, tuple[IncidentClause, ...]] = {
    "technical-foul": (Clause("63b", ~in_turn, (PENALTY,), "technical-foul", ("62",)), *IN_TURN),
    "foul": IN_TURN,
    "late-stroke": (
        Clause("50", in_turn & turn_begun, FOUL, "late-stroke", ("64a",), 66),
        Clause("50", in_turn & late_before, FOUL, "late-again", ("64a",), 70),
        Clause("50", in_turn, (PENALTY, Order.LATE), "late-first-stroke", ("63a",), 66),
    ),
    "early-break": (
        Clause(
            "47",
            in_turn & nineteen_on_board & ~break_made,
            (Order.AS_IMPROPER, TURN_PASSES),
            "early-break",
            ("64a",),
        ),
    ),
    "waive": (Clause("87a", whoever, (Order.COINS_WAIVED,), "waive"),),
    "forfeit": (Clause("80", whoever, (Order.COINS_WAIVED,), "forfeit", ("83",)),),
    "bad-placing": _breach("85", "bad-placing-foul", PLACER),
    "touched-while-placing": _breach("86", "moved-while-placing", PLACER),
    "touched-coins": (
        Clause("134", ~break_made, (), "touched-before-break"),
        *_breach("134", "touched-coins"),
    ),
    "wrong-colour-placed": (
        Clause("82b", ~noticed, (Order.COINS_EXCHANGED,), "wrong-colour-stands"),
        *_breach("82a", "wrong-colour-foul", PLACER),
    ),
    "striker-left": _breach("136", "striker-left-foul"),
    "left-chair": _board_lost("91", "left-chair"),
    "partners-talked": _breach("131", "partners-talked"),
    "ignored-request": _board_lost("121", "ignored-request"),
    "bumped-board": _board_lost("126b", "board-beyond-restoring", (53,)),
    "three-passes": (Clause("137", whoever, (Order.BOARD_VOID,), "three-passes", (), 68),),
    "replay": (Clause("140", whoever, (Order.BOARD_VOID,), "replay"),),
    "no-striker-place": (Clause("142", whoever, (Order.BOARD_VOID,), "no-striker-place"),),
    "abandon": (Clause("139", whoever, (Order.GAME_GIVEN_UP,), "gave-up-game", (), 2),),
    "disqualified": tuple(
        Clause(f"143{letter}", ground(letter), (Order.MATCH_LOST,), f"disqualified-icf-{letter}")
        for letter in GROUNDS
    ),
    "out-of-turn": _board_lost("51", "out-of-turn-lost", (53,)),
    "played-theirs": (
        Clause("125", in_turn & something_fell, (Order.AS_PROPER, TURN_PASSES), "played-theirs"),
        Clause("125", in_turn, (QUEEN_BACK, TURN_PASSES), "played-theirs"),
        Clause("125", something_fell, (Order.AS_PROPER,), "played-theirs"),
    ),
    "fell-later": (Clause("71", break_made, (Order.FALLS_IN,), "fell-later", ("113",), 48),),
    "queen-unnoticed": (Clause("96", queen_lies_there & break_made, (QUEEN_COVERED,), "queen-unnoticed"),),
    "no-room": (Clause("79", break_made, (Order.HOLD,), "no-room"),),
    "room": (Clause("79", whoever, (Order.LET_DOWN,), "room", ("81",)),),
    "coin-broken": (Clause("120", whoever, (), "coin-broken", ("141",)),),
}

NOTES = {
    "dues": ("78a", "72c", "83"),
    "jumped": ("65a", "65b", "65c", "65d"),
    "passes": ("137",),
    "twenty-two": ("54",),
    "twelve": ("55",),
    "extra-points": ("87b",),
    "on-edge": ("67",),
    "stacked": ("68",),
    "striker-on-coin": ("69a", "69b"),
    "coin-on-striker": ("70a", "70b"),
    "tipped-together": ("69b",),
    "striker-over-pocket": ("69a",),
    "teetered": ("71",),
    "fell-back": ("66a",),
    "touched-lamp": ("66b",),
}

# The paragraph of edition a → the law that says the same here; the umpire's lists are written in a's letters.
LETTERS = {
    "3.1 d": "30",
    "3.1 e": "31",
    "3.1 f": "29",
    "3.1 g": "32",
    "3.2 a": "33",
    "3.2 b": "34",
    "3.2 c": "35",
    "3.2 d": "35",
    "3.2 e": "32",
    "3.2 f": "37",
    "3.2 g": "38",
    "3.2 h": "130",
    "3.2 k": "124a",
    "3.2 l": "123",
    "3.5 a": "41b",
    "3.5 d": "41a",
    "3.5 e": "46",
    "3.5 f": "47",
    "3.6 b": "88b",
    "3.8 e": "61",
    "3.10 c": "69a",
    "3.11 h": "78a",
    "3.11 l": "85",
    "3.11 m": "86",
    "3.11 n": "134",
    "3.11 o": "114",
    "3.12 b": "93",
    "4 a": "143e",
    "4 b": "115",
    "4 c": "118",
    "4 e": "117",
    "4 g": "121",
    "4 h": "122",
    "4 i": "126a",
    "4 j": "128",
    "4 k": "129",
    "4 l": "131",
    "4 m": "132",
    "4 n": "135",
    "4 o": "136",
    "4 p": "137",
    "4 q": "139",
    "4.1": "62",
}

ICF = Rulebook(
    id=BOOK,
    tries=under(BOOK, TRIES),
    strokes=under(BOOK, (*IMPROPER, *STRIKER, *QUEEN, *PLAIN)),
    ends=under(BOOK, (*BOTH_ENDS, *OWN_ENDS, *THEIR_ENDS)),
    incidents={kind: under(BOOK, clauses) for kind, clauses in INCIDENTS.items()},
    notes={key: tuple(resolve(law, BOOK, {}) for law in laws) for key, laws in NOTES.items()},
    readings=(
        Reading(21, last_but_held),
        Reading(34, owed_with_coins_in_nets),
        Reading(49, second_player_s_try),
        Reading(57, covers_with_payers),
        Reading(69, striker_held_up),
    ),
    incident_readings=(
        Reading(65, placer_s_law),
        Reading(67, foul_while_queen_waits),
    ),
    letters=LETTERS,
    foul_book=BOOK,
    queen_overlooked="any-stroke",
    tries_each=TRIES_EACH,
    allowed_acts=frozenset({"ate-drank-smoked", "other-hand"}),
    held_up_striker_counts=False,
    placing=PlacingLaws(may_touch=True, no_shot_with="queen"),
    respot=RespotLaws(
        coin_with_queen="next",
        white_with_black="striker-first",
        several="touching",
        queen_beside_centre="next",
    ),
    match=MatchLaws(
        games_to_win=2,
        distractions_allowed=2,
        striker_changes=None,
        rest_minutes=10,
        break_by_game=True,
        finals_unlimited=True,
        protest_replays="board",
    ),
)
