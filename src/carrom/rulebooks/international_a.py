"""The international laws, edition a: the clauses from which the other rulebooks borrow."""

from __future__ import annotations

from carrom.rules.clauses import Clause, End, Order, Points, Reading, Who, resolve, under
from carrom.rules.facts import (
    IncidentFacts,
    StrokeFacts,
    all_nine_on_board,
    always,
    both_last,
    break_made,
    covers_with_payers,
    first_try,
    ground,
    improper,
    in_turn,
    last_but_held,
    nineteen_on_board,
    noticed,
    on_the_break,
    one_own_fell,
    only_coin_pays_a_due,
    owed_with_coins_in_nets,
    own_all_fell_improperly,
    own_fell,
    own_last,
    queen_covered,
    queen_covered_by_me,
    queen_covers_now,
    queen_fell,
    queen_lies_there,
    queen_on_board,
    queen_waiting,
    queen_waits,
    right_to_the_queen,
    several_own_fell,
    something_fell,
    striker_fell,
    striker_left_the_board,
    theirs_fell,
    theirs_last,
    turn_begun,
    whoever,
)
from carrom.rules.rulebook import MatchLaws, Rulebook

OWN_BACK, PENALTY = Order.OWN_BACK, Order.PENALTY
QUEEN_BACK, QUEEN_WAITS, QUEEN_COVERED = Order.QUEEN_BACK, Order.QUEEN_WAITS, Order.QUEEN_COVERED
TURN_STAYS, TURN_PASSES, TRY_SPENT = Order.TURN_STAYS, Order.TURN_PASSES, Order.TRY_SPENT

StrokeClause = Clause[StrokeFacts]
StrokeEnd = End[StrokeFacts]
IncidentClause = Clause[IncidentFacts] | End[IncidentFacts]

BOOK = "international-a"

TRIES: tuple[StrokeClause, ...] = (
    Clause("4.1.2", improper, (PENALTY, TRY_SPENT, TURN_PASSES), "improper-try", also=("3.5 d",), reading=27),
    Clause(
        "3.11 a", striker_fell & first_try, (TRY_SPENT, TURN_STAYS), "striker-before-break", also=("3.5 d",)
    ),
    Clause("3.11 a", striker_fell, (TRY_SPENT, TURN_PASSES), "striker-before-break", also=("3.5 d",)),
    Clause("3.5 d", first_try, (TRY_SPENT, TURN_STAYS), "break-missed"),
    Clause("3.5 d", always, (TRY_SPENT, TURN_PASSES), "break-missed-again"),
)

IMPROPER: tuple[StrokeClause, ...] = (
    Clause(
        "4.1.2",
        improper & queen_fell & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-queen-own",
        also=("3.11 e",),
    ),
    Clause(
        "3.11 e",
        improper & own_fell & theirs_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-own-theirs",
        also=("3.11 d", "4.1.2"),
    ),
    Clause(
        "3.11 e",
        improper & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-own",
        also=("4.1.2",),
    ),
    Clause(
        "3.11 d",
        improper & theirs_fell,
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-theirs",
        also=("4.1.2",),
    ),
    Clause(
        "4.1.2",
        improper & striker_fell,
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "improper-striker",
        also=("3.11 a",),
    ),
    Clause("4.1.2", improper, (QUEEN_BACK, PENALTY, TURN_PASSES), "improper"),
)

STRIKER: tuple[StrokeClause, ...] = (
    Clause(
        "3.12 i",
        striker_fell & queen_waiting & own_fell,
        (OWN_BACK, PENALTY, QUEEN_WAITS, TURN_STAYS),
        "cover-striker-own",
    ),
    Clause("3.12 h", striker_fell & queen_waiting, (QUEEN_BACK, PENALTY, TURN_PASSES), "cover-striker"),
    Clause(
        "3.12 f",
        striker_fell & queen_fell & own_fell,
        (OWN_BACK, QUEEN_BACK, PENALTY, TURN_STAYS),
        "queen-striker-own",
        also=("3.11 b",),
    ),
    Clause(
        "3.12 g",
        striker_fell & queen_fell & on_the_break,
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-striker",
    ),
    Clause(
        "3.12 c",
        striker_fell & queen_fell & ~right_to_the_queen,
        (QUEEN_BACK, PENALTY, TURN_PASSES),
        "queen-striker-too-early",
        also=("3.11 a",),
    ),
    Clause(
        "3.11 b",
        striker_fell & queen_fell & theirs_fell,
        (QUEEN_BACK, PENALTY, TURN_STAYS),
        "queen-striker-theirs",
    ),
    Clause(
        "3.11 b",
        striker_fell & queen_fell,
        (QUEEN_BACK, PENALTY, TURN_STAYS),
        "queen-striker",
        also=("3.12 g",),
        reading=1,
    ),
    Clause("3.11 b", striker_fell & own_fell, (OWN_BACK, PENALTY, TURN_STAYS), "striker-own", reading=7),
    Clause("3.11 c", striker_fell & theirs_fell, (PENALTY, TURN_PASSES), "striker-theirs"),
    Clause("3.11 a", striker_fell, (PENALTY, TURN_PASSES), "striker-alone"),
)

QUEEN: tuple[StrokeClause, ...] = (
    Clause(
        "3.12 a",
        queen_fell & only_coin_pays_a_due & right_to_the_queen,
        (QUEEN_WAITS, TURN_STAYS),
        "queen-coin-pays",
        reading=6,
    ),
    Clause(
        "3.12 a",
        queen_fell & only_coin_pays_a_due,
        (QUEEN_BACK, TURN_STAYS),
        "queen-only-coin-pays",
        reading=6,
    ),
    Clause("3.12 e", queen_fell & several_own_fell, (QUEEN_COVERED, TURN_STAYS), "queen-with-several"),
    Clause(
        "3.12 e",
        queen_fell & one_own_fell & on_the_break,
        (QUEEN_WAITS, TURN_STAYS),
        "queen-with-one-on-break",
    ),
    Clause(
        "3.12 e",
        queen_fell & one_own_fell & all_nine_on_board & right_to_the_queen,
        (QUEEN_WAITS, TURN_STAYS),
        "queen-with-first",
        reading=10,
    ),
    Clause(
        "3.12 e", queen_fell & one_own_fell & all_nine_on_board, (QUEEN_WAITS, TURN_STAYS), "queen-with-first"
    ),
    Clause("3.12 e", queen_fell & one_own_fell, (QUEEN_COVERED, TURN_STAYS), "queen-with-own"),
    Clause(
        "3.12 a",
        queen_fell & right_to_the_queen,
        (QUEEN_WAITS, TURN_STAYS),
        "queen-pocketed",
        also=("3.6 a",),
    ),
    Clause("3.12 c", queen_fell, (QUEEN_BACK, TURN_PASSES), "queen-too-early"),
    Clause(
        "3.12 a", queen_waiting & only_coin_pays_a_due, (QUEEN_WAITS, TURN_STAYS), "cover-pays-due", reading=6
    ),
    Clause("3.12 d", queen_waiting & own_fell, (QUEEN_COVERED, TURN_STAYS), "cover", also=("3.6 a", "5")),
    Clause("3.12 d", queen_waiting, (QUEEN_BACK, TURN_PASSES), "cover-missed"),
)

PLAIN: tuple[StrokeClause, ...] = (
    Clause("3.6 a", own_fell & theirs_fell, (TURN_STAYS,), "own-and-theirs"),
    Clause("3.6 a", own_fell, (TURN_STAYS,), "own"),
    Clause("3.6 a", theirs_fell, (TURN_PASSES,), "theirs", also=("3.6 c",)),
    Clause("3.6 a", always, (TURN_PASSES,), "nothing"),
)

COINS, COINS_PUT_BACK, ONE_MORE = Points.COINS, Points.COINS_PUT_BACK, Points.ONE_MORE
POINTS_QUEEN, SPECIAL, ONE = Points.QUEEN, Points.SPECIAL, Points.ONE
QUEEN_IF_COVERED, QUEEN_UNLESS_LOST = Points.QUEEN_IF_COVERED, Points.QUEEN_UNLESS_LOST
MINE, THEIRS, COVERER = Who.MINE, Who.THEIRS, Who.COVERER

IMPROPER_ENDS: tuple[StrokeEnd, ...] = (
    End(
        "3.11 f",
        improper & theirs_last & queen_covered,
        THEIRS,
        (COINS_PUT_BACK, QUEEN_IF_COVERED, ONE_MORE),
        "improper-last",
        also=("3.11 d", "3.11 e", "3.7 b"),
        reading=9,
    ),
    End(
        "3.7 n",
        improper & theirs_last & queen_waiting,
        THEIRS,
        (COINS_PUT_BACK, POINTS_QUEEN, ONE_MORE),
        "improper-last-queen-out",
        also=("3.11 d", "3.11 e", "3.11 f"),
        reading=9,
    ),
    End(
        "3.7 m",
        improper & theirs_last,
        THEIRS,
        (COINS_PUT_BACK, POINTS_QUEEN, ONE_MORE),
        "improper-last-queen-out",
        also=("3.11 d", "3.11 e", "3.11 f"),
        reading=9,
    ),
)

BOTH_ENDS: tuple[StrokeEnd, ...] = (
    End("3.7 k", both_last & striker_fell & queen_fell, THEIRS, (SPECIAL,), "both-queen-striker"),
    End(
        "3.7 k",
        both_last & striker_fell & queen_waiting,
        THEIRS,
        (SPECIAL,),
        "both-cover-striker",
        reading=42,
    ),
    End("3.7 l", both_last & striker_fell & queen_covered_by_me, THEIRS, (ONE,), "both-striker-mine"),
    End("3.7 l", both_last & striker_fell & queen_covered, THEIRS, (SPECIAL,), "both-striker-theirs"),
    End("3.7 i", both_last & striker_fell, THEIRS, (SPECIAL,), "both-striker-queen-out", also=("3.7 g",)),
    End("3.7 f", both_last & queen_fell, MINE, (SPECIAL,), "both-and-queen"),
    End("3.7 h", both_last & queen_waiting, MINE, (SPECIAL,), "both-cover"),
    End("3.7 j", both_last & queen_covered, COVERER, (SPECIAL,), "both-covered"),
    End("3.7 g", both_last, THEIRS, (SPECIAL,), "both-queen-out"),
)

# With the striker an own last coin comes back (3.11 b, 3.12 f, i): no end, unless the queen lies there.
LAST_BEFORE_QUEEN: StrokeEnd = End(
    "3.7 i", own_last & queen_on_board, THEIRS, (SPECIAL,), "last-before-queen"
)

OWN_ENDS: tuple[StrokeEnd, ...] = (
    End(
        "3.7 b",
        own_last & ~striker_fell & (queen_covered | queen_covers_now),
        MINE,
        (COINS, QUEEN_IF_COVERED),
        "last-own",
        also=("3.7 a",),
    ),
    LAST_BEFORE_QUEEN,
)

THEIR_ENDS: tuple[StrokeEnd, ...] = (
    End(
        "3.11 f",
        theirs_last & striker_fell & queen_covered,
        THEIRS,
        (COINS, QUEEN_IF_COVERED, ONE_MORE),
        "their-last-striker",
        also=("3.7 b",),
    ),
    End(
        "3.7 b", theirs_last & queen_covered, THEIRS, (COINS, QUEEN_IF_COVERED), "their-last", also=("3.7 a",)
    ),
    End(
        "3.7 n",
        theirs_last & queen_waiting & striker_fell,
        THEIRS,
        (COINS, POINTS_QUEEN, ONE_MORE),
        "their-last-cover-striker",
    ),
    End("3.7 n", theirs_last & queen_waiting, THEIRS, (COINS, POINTS_QUEEN), "their-last-cover"),
    End(
        "3.7 b",
        theirs_last & queen_covers_now,
        THEIRS,
        (COINS,),
        "their-last-covered-now",
        also=("3.7 a", "3.12 e"),
        reading=8,
    ),
    End(
        "3.7 m",
        theirs_last & striker_fell,
        THEIRS,
        (COINS, POINTS_QUEEN, ONE_MORE),
        "their-last-queen-out-striker",
        also=("3.7 n",),
    ),
    End("3.7 m", theirs_last, THEIRS, (COINS, POINTS_QUEEN), "their-last-queen-out"),
)

ENDS = (*IMPROPER_ENDS, *BOTH_ENDS, *OWN_ENDS, *THEIR_ENDS)

FOUL = (PENALTY, QUEEN_BACK, TURN_PASSES)

# 4.1.1 is for breaches out of turn, 4.1.2 for those from the turn's first stroke on.
IN_TURN: tuple[IncidentClause, ...] = (
    Clause("4.1.1", in_turn & ~turn_begun, (PENALTY,), "foul-before-stroke", also=("4.1.2",), reading=41),
    Clause("4.1.2", in_turn, FOUL, "foul"),
)

INCIDENTS: dict[str, tuple[IncidentClause, ...]] = {
    "technical-foul": (Clause("4.1.1", ~in_turn, (PENALTY,), "technical-foul"), *IN_TURN),
    "foul": IN_TURN,
    "late-stroke": (Clause("3.6 b", in_turn, FOUL, "late-stroke", also=("4.1.2",), reading=11),),
    "early-break": (
        Clause(
            "3.5 f",
            in_turn & nineteen_on_board,
            (Order.SET_UP_AGAIN, Order.DUE, TURN_PASSES),
            "early-break",
            reading=20,
        ),
    ),
    "bad-placing": (Clause("3.11 l", whoever, (PENALTY,), "bad-placing"),),
    "touched-while-placing": (Clause("3.11 m", whoever, (PENALTY,), "touched-while-placing"),),
    "touched-coins": (
        Clause("3.5 a", ~break_made, (), "touched-before-break", reading=36),
        Clause("3.11 n", in_turn, FOUL, "touched-coins"),
        Clause("3.11 n", whoever, (PENALTY,), "touched-coins"),
    ),
    "wrong-colour-placed": (
        Clause("3.11 j", noticed, (), "wrong-colour-seen"),
        Clause("3.11 j", whoever, (Order.COINS_EXCHANGED,), "wrong-colour-stands", reading=31),
    ),
    "striker-left": (Clause("4 o", whoever, (PENALTY,), "striker-left"),),
    "left-chair": (
        Clause("3.11 p", in_turn, FOUL, "left-chair", also=("4.1.2",)),
        Clause("3.1 f", whoever, (PENALTY,), "left-chair", also=("4.1.1",)),
    ),
    "partners-talked": (
        Clause("4 l", in_turn, FOUL, "partners-talked"),
        Clause("4 l", whoever, (PENALTY,), "partners-talked"),
    ),
    "ignored-request": (
        End("4 g", queen_waits, THEIRS, (COINS, QUEEN_UNLESS_LOST), "ignored-request", reading=12),
        End("4 g", whoever, THEIRS, (COINS, QUEEN_UNLESS_LOST), "ignored-request"),
    ),
    "bumped-board": (End("4 i", whoever, THEIRS, (COINS, POINTS_QUEEN), "bumped-board", reading=12),),
    "three-passes": (Clause("4 p", whoever, (Order.BOARD_VOID,), "three-passes"),),
    "abandon": (Clause("4 q", in_turn, (Order.GAME_GIVEN_UP,), "abandon", reading=2),),
    "disqualified": tuple(
        Clause(f"4.2 {letter}", ground(letter), (Order.MATCH_LOST,), f"disqualified-{letter}", reading=4)
        for letter in "abcdefgh"
    ),
    "out-of-turn": (
        Clause("4.1.1", ~in_turn, (Order.AS_IMPROPER,), "out-of-turn", also=("3.11 d", "3.11 e"), reading=47),
        # A partner's stroke, in the side's own turn.
        Clause(
            "4.1.2", whoever, (Order.AS_IMPROPER, TURN_PASSES), "out-of-turn", also=("3.5 h",), reading=47
        ),
    ),
    "played-theirs": (
        Clause("3.6 c", in_turn & something_fell, (Order.AS_PROPER, TURN_PASSES), "played-theirs"),
        Clause("3.6 c", in_turn, (QUEEN_BACK, TURN_PASSES), "played-theirs"),
        # The turn has passed by the umpire's record, and nobody stopped the player.
        Clause("3.6 c", something_fell, (Order.AS_PROPER,), "played-theirs"),
    ),
    "fell-later": (Clause("3.10 g", break_made, (Order.FALLS_IN,), "fell-later", reading=48),),
    "queen-unnoticed": (
        Clause("3.12 d", queen_lies_there & break_made, (QUEEN_COVERED,), "queen-unnoticed"),
    ),
    "no-room": (Clause("3.11 i", break_made, (Order.HOLD,), "no-room"),),
    "room": (Clause("3.11 i", whoever, (Order.LET_DOWN,), "room"),),
    "coin-broken": (Clause("4 f", whoever, (), "coin-broken"),),
}

# What every text leaves open, whichever clause decides.
READINGS: tuple[Reading[StrokeFacts], ...] = (
    Reading(9, own_all_fell_improperly),
    Reading(21, last_but_held),
    Reading(22, covers_with_payers),
    Reading(34, owed_with_coins_in_nets),
    Reading(44, striker_left_the_board),
)

# The laws for what may follow any stroke.
NOTES = {
    "dues": ("3.11 g", "3.11 h", "3.11 k"),
    "jumped": ("3.9 a",),
    "passes": ("4 p",),
    "twenty-two": ("3.7 c",),
    "twelve": ("3.7 d",),
    "on-edge": ("3.10 a",),
    "stacked": ("3.10 b",),
    "striker-on-coin": ("3.10 c",),
    "coin-on-striker": ("3.10 d",),
    "tipped-together": ("3.10 e",),
    "striker-over-pocket": ("3.10 f",),
    "teetered": ("3.10 g",),
    "fell-back": ("3.9 b",),
    "touched-lamp": ("3.9 b",),
}


def international(
    book: str, letters: dict[str, str], incidents: dict[str, tuple[IncidentClause, ...]]
) -> Rulebook:
    """Build the rulebook of an edition of the international laws.

    `letters` maps the paragraphs of edition a to those of this edition, where they differ. `incidents` has
    the clauses for each kind of incident.
    """
    return Rulebook(
        id=book,
        tries=under(book, TRIES, letters),
        strokes=under(book, (*IMPROPER, *STRIKER, *QUEEN, *PLAIN), letters),
        ends=under(book, ENDS, letters),
        incidents={kind: under(book, clauses, letters) for kind, clauses in incidents.items()},
        notes={key: tuple(resolve(law, book, letters) for law in laws) for key, laws in NOTES.items()},
        readings=READINGS,
        letters=letters,
        foul_book=book,
        match=MatchLaws(games_to_win=2),
    )


INTERNATIONAL_A = international(BOOK, {}, INCIDENTS)
