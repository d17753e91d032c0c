"""What an incident leads to under the ICF's laws."""

from __future__ import annotations

import pytest
from tests.says import ICF, Ruled, incident, law, param, standing

from carrom import play, rulebook
from carrom.errors import ImpossibleCase
from carrom.rules.clauses import resolve
from carrom.stroke import Incident
from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.words import BLACK, WHITE

W, B = "white on strike, ", "black on strike, "
FIVES = "5 white, 5 black, queen on board"
WAITS = "5 white, 5 black, queen waiting"
NEW = ", new turn"
OPEN = "9 white, 9 black, queen on board, to break"
SEVEN_FOUR = "7 white, 4 black, queen "


def ruled(laws: str, sentence: str, before: str, what: str, after: str) -> Ruled:
    return Ruled(ICF, tuple(laws.split(", ")), sentence, before, incident(what), after)


FOULS = [
    ruled(
        "63a, 62",
        "a breach before the first stroke of one's turn costs a coin, and the turn stays",
        W + WAITS + NEW,
        "foul white",
        W + "6 white, 5 black, queen waiting",
    ),
    ruled(
        "63a",
        "however it is reported",
        W + FIVES + NEW,
        "technical-foul white",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "63a",
        "also before the first try of the break, as a due",
        W + OPEN,
        "foul white",
        W + "9 white, 9 black, queen on board, white owes 1, to break",
    ),
    ruled(
        "64a",
        "between two tries it costs the turn with all that are left of them",
        W + OPEN + " after 1 try",
        "foul white",
        B + "9 white, 9 black, queen on board, white owes 1, to break after 3 tries",
    ),
    ruled(
        "63b, 62",
        "a breach out of turn costs a coin, and the turn stays",
        W + FIVES,
        "technical-foul black",
        W + "5 white, 6 black, queen on board",
    ),
    ruled(
        "63b",
        "the other side's waiting queen goes on waiting",
        W + WAITS,
        "technical-foul black",
        W + "5 white, 6 black, queen waiting",
    ),
    ruled(
        "64a, 62",
        "a breach from the first stroke of one's turn on costs a coin and the turn",
        W + FIVES,
        "foul white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "64a",
        "and brings a waiting queen back",
        W + WAITS,
        "foul white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "64a",
        "though it is reported as a technical foul",
        W + FIVES,
        "technical-foul white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "50, 64a",
        "a later stroke that does not come in time is a foul",
        W + FIVES,
        "late-stroke white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "50, 63a",
        "the first stroke of a turn that does not come in time costs a coin, and the turn stays",
        W + FIVES + NEW,
        "late-stroke white",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "50, 64a",
        "a second time without a stroke it costs the turn too",
        W + FIVES + NEW + ", late once",
        "late-stroke white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "47, 64a",
        "a break before Play is a foul: a coin is owed, the turn is lost, and the break stands",
        W + OPEN,
        "early-break white",
        B + "9 white, 9 black, queen on board, white owes 1",
    ),
    ruled(
        "47",
        "own coins and the queen that fell come out, with one more",
        W + OPEN,
        "early-break white: w w q",
        B + "9 white, 9 black, queen on board, white owes 1, white has the right to the queen",
    ),
    ruled(
        "47",
        "theirs stay in",
        W + OPEN,
        "early-break white: w b",
        B + "9 white, 8 black, queen on board, white owes 1, white has the right to the queen, "
        "black lacks the right to the queen",
    ),
    ruled(
        "126a",
        "a board tapped by accident is a foul",
        W + FIVES,
        "foul white 126a",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "126a, 63a",
        "before one's first stroke a technical one",
        W + FIVES + NEW,
        "foul white 126a",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "134",
        "before the break coins may be set straight",
        W + OPEN,
        "touched-coins white",
        W + OPEN,
    ),
]


def breaches(law_: str, kind: str, paragraph: str = "") -> list[Ruled]:
    """A breach by laws 62 to 64: on turn, on turn before the first stroke, and out of turn."""
    fouls = kind == "foul"
    named = f" {paragraph}" if paragraph else ""
    return [
        ruled(
            f"{law_}, 64a",
            f"{law_}: in one's turn a foul",
            W + WAITS,
            f"{kind} white{named}",
            B + "6 white, 5 black, queen on board",
        ),
        ruled(
            f"{law_}, 63a",
            f"{law_}: before its first stroke a technical one",
            W + FIVES + NEW,
            f"{kind} white{named}",
            W + "6 white, 5 black, queen on board",
        ),
        ruled(
            f"{law_}, 63b",
            f"{law_}: out of turn a technical one",
            W + WAITS,
            f"{'technical-foul' if fouls else kind} black{named}",
            W + "5 white, 6 black, queen waiting",
        ),
    ]


PLACING = [
    *breaches("82a", "wrong-colour-placed"),
    *breaches("85", "bad-placing"),
    *breaches("86", "touched-while-placing"),
    *breaches("88b", "foul", "88b"),
    *breaches("89b", "foul", "89b"),
    *breaches("114", "foul", "114"),
    ruled(
        "82b",
        "a wrong colour that nobody noticed before the next stroke stands",
        W + FIVES,
        "wrong-colour-placed black unnoticed",
        W + "4 white, 6 black, queen on board",
    ),
    ruled(
        "79",
        "a coin for which there is no room is held",
        B + "6 white, 5 black, queen on board",
        "no-room black",
        B + "5 white, 5 black, queen on board, 1 white held",
    ),
    ruled(
        "79, 81",
        "and put down the moment there is room",
        B + "5 white, 5 black, queen on board, 1 white held",
        "room black",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "87a",
        "a waived due is not owed any more",
        B + "9 white, 5 black, queen on board, white owes 2",
        "waive black",
        B + "9 white, 5 black, queen on board",
    ),
    ruled(
        "80, 83",
        "so is one that was forfeited",
        B + "9 white, 5 black, queen on board, white owes 2",
        "forfeit black",
        B + "9 white, 5 black, queen on board",
    ),
]

CONDUCT = [
    *breaches("131", "partners-talked"),
    *breaches("134", "touched-coins"),
    *breaches("136", "striker-left"),
    ruled("120, 141", "a broken coin is replaced where it lay", W + FIVES, "coin-broken", W + FIVES),
]

UNENTERED = [
    ruled(
        "125",
        "playing on with theirs: what fell stays in, the turn is lost",
        W + FIVES,
        "played-theirs white: b b",
        B + "5 white, 3 black, queen on board",
    ),
    ruled("125", "noticed before more fell: the turn is lost", W + FIVES, "played-theirs white", B + FIVES),
    ruled(
        "125",
        "noticed after the turn has passed",
        B + FIVES,
        "played-theirs white: b",
        B + "5 white, 4 black, queen on board",
    ),
    ruled(
        "71, 113",
        "a perched coin that falls later is in, and the turn stays where it is",
        B + FIVES,
        "fell-later white: w",
        B + "4 white, 5 black, queen on board",
    ),
    ruled("71, 113", "a perched queen in one's own turn waits", W + FIVES, "fell-later white: q", W + WAITS),
    ruled(
        "96",
        "a queen not covered that nobody noticed before the next stroke counts as covered",
        B + FIVES,
        "queen-unnoticed white",
        B + "5 white, 5 black, queen covered by white",
    ),
]


def board_lost(law_: str, what: str, kind: str) -> list[Ruled]:
    """White loses the board to black: its coins, and the queen where she lies or black covered her."""
    return [
        ruled(
            law_,
            f"{what} loses the coins and the queen",
            W + SEVEN_FOUR + "on board",
            f"{kind} white",
            "black wins 10",
        ),
        ruled(
            law_, f"{what} out of turn, too", B + SEVEN_FOUR + "on board", f"{kind} white", "black wins 10"
        ),
        ruled(
            law_,
            f"{what}: a waiting queen counts",
            W + SEVEN_FOUR + "waiting",
            f"{kind} white",
            "black wins 10",
        ),
        ruled(
            f"{law_}, 53b",
            f"{what}: so does one that the winner covered",
            W + SEVEN_FOUR + "covered by black",
            f"{kind} white",
            "black wins 10",
        ),
        ruled(
            law_,
            f"{what}: not one that the offender covered",
            W + SEVEN_FOUR + "covered by white",
            f"{kind} white",
            "black wins 7",
        ),
        ruled(
            f"{law_}, 54",
            f"{what}: from 22 the coins alone",
            W + SEVEN_FOUR + "on board, black has 22 points",
            f"{kind} white",
            "black wins 7",
        ),
    ]


ENDINGS = [
    *board_lost("51", "a stroke out of turn", "out-of-turn"),
    ruled(
        "51",
        "the coins count as they lay when that stroke was made",
        B + SEVEN_FOUR + "on board",
        "out-of-turn white: 3w q",
        "black wins 10",
    ),
    *board_lost("91", "getting up", "left-chair"),
    *board_lost("121", "playing on during an appeal", "ignored-request"),
    *board_lost("126b", "a board disturbed beyond restoring", "bumped-board"),
    ruled("137", "turns passed over three times each void the board", W + FIVES, "three-passes", "void"),
    ruled("140", "what nobody can help voids the board", W + FIVES, "replay", "void"),
    ruled("142", "no place for the striker voids the board", W + FIVES, "no-striker-place", "void"),
    ruled(
        "139",
        "a game may be conceded by the side on strike",
        W + FIVES + ", white has 3 points, black has 9 points",
        "abandon white",
        "black wins 16 and the game",
    ),
    ruled(
        "139",
        "and by the other side at any time",
        W + FIVES + ", white has 3 points, black has 9 points",
        "abandon black",
        "white wins 22 and the game",
    ),
    *(
        ruled(
            f"143{letter}",
            f"ground {letter} loses the match",
            W + FIVES,
            f"disqualified black {letter}",
            "white wins 0 and the match",
        )
        for letter in "abcdefghi"
    ),
]


@pytest.mark.parametrize("case", [param(each) for each in (*FOULS, *PLACING, *CONDUCT, *UNENTERED, *ENDINGS)])
def test_an_incident_leads_where_the_icf_s_law_says(case: Ruled) -> None:
    case.check()


@law("icf 64b")
def test_a_foul_while_pocketing_brings_all_of_it_back_and_one_more() -> None:
    """Own coins and the queen; the break before Play is judged by it."""
    after, ruling = play(standing(W + OPEN), incident("early-break white: w q"), rulebook(ICF))

    assert "64b" in ruling.paragraphs
    assert (after.coins, after.due, str(after.on_strike)) == ((9, 9), (1, 0), "black")


@pytest.mark.parametrize(
    ("kind", "paragraph"),
    [
        pytest.param("waive", "87a", marks=law("icf 87a")),
        pytest.param("forfeit", "80", marks=law("icf 80", "icf 83")),
    ],
)
def test_coins_that_were_to_be_placed_stay_in_the_nets_all_of_them(kind: str, paragraph: str) -> None:
    """White's striker fell with two coins; black leaves all three of them, and what white still owed."""
    before = standing(B + "7 white, 5 black, queen on board, white owes 1")

    after, ruling = play(before, Incident(kind, BLACK, coins=3), rulebook(ICF))

    assert str(after) == B + "4 white, 5 black, queen on board"
    assert paragraph in ruling.paragraphs


@law("icf 87a", "icf 80")
@pytest.mark.parametrize("kind", ["waive", "forfeit"])
def test_nothing_can_be_waived_or_forfeited_that_is_not_owed(kind: str) -> None:
    with pytest.raises(ImpossibleCase, match=r"incident\.by"):
        play(standing(B + FIVES), Incident(kind, WHITE), rulebook(ICF))


@law("icf 50")
def test_only_the_side_on_strike_can_be_late() -> None:
    with pytest.raises(ImpossibleCase, match="only the side on strike"):
        play(standing(W + FIVES), incident("late-stroke black"), rulebook(ICF))


@law("icf 50")
def test_a_stroke_makes_an_earlier_lateness_forgotten() -> None:
    """The turn is begun by then, so that the next lateness is a foul of its own."""
    late, _ = play(standing(W + FIVES + NEW), incident("late-stroke white"), rulebook(ICF))
    assert (late.late, late.turn_begun) == (True, False)

    passed, _ = play(late, incident("late-stroke white"), rulebook(ICF))

    assert (passed.late, passed.new_turn, str(passed.on_strike)) == (False, True, "black")
    assert str(passed) == B + "7 white, 5 black, queen on board"


READINGS = [
    (53, W + SEVEN_FOUR + "on board", "out-of-turn white"),
    (53, W + SEVEN_FOUR + "on board", "bumped-board white"),
    (55, W + SEVEN_FOUR + "waiting", "left-chair white"),
    (55, W + SEVEN_FOUR + "covered by black", "ignored-request white"),
    (65, W + FIVES, "bad-placing white"),
    (65, W + FIVES, "wrong-colour-placed black"),
    (66, W + FIVES, "late-stroke white"),
    (66, W + FIVES + NEW, "late-stroke white"),
    (67, W + WAITS, "technical-foul black"),
    (67, W + WAITS, "foul white"),
    (68, W + FIVES, "three-passes"),
    (70, W + FIVES + NEW + ", late once", "late-stroke white"),
]


@pytest.mark.parametrize(("number", "before", "what"), READINGS, ids=lambda value: str(value))
def test_an_incident_on_which_the_text_is_silent_names_our_reading(
    number: int, before: str, what: str
) -> None:
    _, ruling = play(standing(before), incident(what), rulebook(ICF))

    assert number in ruling.readings


# Breaches that only a person can see, with the laws of the ICF that name them.
SEEN = [
    *("29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "84b", "90", "115", "122"),
    *("127", "128", "129", "130", "132", "133", "135"),
]


@pytest.mark.parametrize(
    "case", [param(each) for number in SEEN for each in breaches(number, "foul", number)]
)
def test_a_breach_of_the_icf_s_laws_that_a_person_reports_costs_a_coin(case: Ruled) -> None:
    case.check()


# The rows of the umpire's list of breaches, and the law of the ICF that forbids each.
BREACHES = {
    "slow-setting-up": "41b",
    "rosette-turned": "41a",
    "powder-unannounced": "122",
    "powder-undone": "122",
    "slow-change-of-seats": "61",
    "seat-height": "31",
    "chair-moved": "29",
    "legs-past-lines": "32",
    "touched-board": "30",
    "striker-off-lines": "130",
    "striker-on-circle": "130",
    "striker-on-arrow": "130",
    "striker-not-admitted": "115",
    "striker-exchanged": "117",
    "striker-not-removed": "123",
    "struck-too-soon": "124a",
    "coins-not-placed": "78a",
    "pushed": "33",
    "not-fingertip": "34",
    "both-hands": "35",
    "beyond-wrist": "32",
    "forearm-on-surface": "37",
    "elbow-over": "37",
    "braced": "38",
    "free-hand": "38",
    "slow-placing": "88b",
    "powder-after-play": "122",
    "powder-swept": "122",
    "tested-surface": "135",
    "board-moved": "126a",
    "equipment-shifted": "118",
    "asked-score": "128",
    "disturbed": "129",
    "talked": "132",
    "other": "62",
}


def test_a_breach_in_the_umpire_s_list_names_its_law_of_the_icf() -> None:
    listed = {each.key: each.law for each in report_catalogue(ICF).breaches}

    assert listed == {key: f"icf {law}" for key, law in BREACHES.items()}


@law("icf 143e")
def test_smoking_which_edition_a_calls_a_foul_is_a_ground_for_losing_the_match() -> None:
    smoking = resolve("4 a", ICF, rulebook(ICF).letters)

    assert smoking == "icf 143e"
    with pytest.raises(ImpossibleCase, match="report kind 'disqualified'"):
        play(standing(W + FIVES), incident(f"foul white {smoking}"), rulebook(ICF))


# What an incident can be told by beside the law that decides it, and laws that a foul may not name.
@pytest.mark.parametrize(("kind", "law"), [("early-break", "46"), ("bad-placing", "114")])
def test_an_incident_is_also_told_by_the_law_that_asks_for_the_right_thing(kind: str, law: str) -> None:
    told = {each.kind: each.laws for each in report_catalogue(ICF).kinds}

    assert f"icf {law}" in told[kind]


def test_a_stroke_out_of_turn_cannot_have_pocketed_more_than_lay_there() -> None:
    with pytest.raises(ImpossibleCase, match="6 white coins, but 5 lie on the board"):
        play(standing(W + FIVES), Incident("out-of-turn", WHITE, pocketed=("white",) * 6), rulebook(ICF))


OWN_SANCTIONS = {
    "47": "early-break",
    "51": "out-of-turn",
    "91": "left-chair",
    "121": "ignored-request",
    "126b": "bumped-board",
    "137": "three-passes",
    "139": "abandon",
}


@pytest.mark.parametrize("number", OWN_SANCTIONS)
def test_a_law_with_a_sanction_of_its_own_is_no_plain_foul(number: str) -> None:
    with pytest.raises(ImpossibleCase, match=f"report kind '{OWN_SANCTIONS[number]}'"):
        play(standing(W + FIVES), incident(f"foul white {number}"), rulebook(ICF))


@pytest.mark.parametrize(
    ("before", "what"),
    [
        (W + FIVES + NEW + ", late once", "late-stroke black"),
        (W + FIVES, "early-break white"),
        ("white on strike, 9 white, 9 black, queen on board, to break", "early-break black"),
        ("white on strike, 9 white, 9 black, queen on board, to break", "fell-later white: w"),
        (W + FIVES + NEW, "foul black"),
    ],
)
def test_an_incident_that_the_side_cannot_have_done_is_refused(before: str, what: str) -> None:
    with pytest.raises(ImpossibleCase):
        play(standing(before), incident(what), rulebook(ICF))
