"""What an incident leads to, law by law."""

from __future__ import annotations

import pytest
from tests.says import (
    BASICS,
    FAMILY,
    LEAFLET,
    A,
    Ruled,
    in_both_editions,
    incident,
    law,
    param,
    standing,
    stroke,
)
from tests.says import B as EDITION_B

from carrom import rulebook
from carrom.errors import ImpossibleCase, NotNow
from carrom.rulebooks import RULEBOOKS
from carrom.rules import judge, play
from carrom.stroke import INCIDENTS, Incident

W, B = "white on strike, ", "black on strike, "
FIVES = "5 white, 5 black, queen on board"
WAITS = "5 white, 5 black, queen waiting"
OPEN = "9 white, 9 black, queen on board, to break"
SEVEN_FOUR = "7 white, 4 black, queen "


def ruled(laws: str, sentence: str, before: str, what: str, after: str, book: str = A) -> Ruled:
    return Ruled(book, tuple(laws.split(", ")), sentence, before, incident(what), after)


FOULS = [
    ruled(
        "4.1.1",
        "a breach out of turn puts a coin back, the turn stays",
        W + FIVES,
        "technical-foul black",
        W + "5 white, 6 black, queen on board",
    ),
    ruled(
        "4.1.1",
        "a waiting queen goes on waiting",
        W + WAITS,
        "technical-foul black",
        W + "5 white, 6 black, queen waiting",
    ),
    ruled(
        "4.1.1",
        "with empty nets it is a due",
        W + "5 white, 9 black, queen on board",
        "technical-foul black",
        W + "5 white, 9 black, queen on board, black owes 1",
    ),
    ruled(
        "4.1.2",
        "a breach in turn puts a coin back and passes the turn",
        W + FIVES,
        "foul white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2",
        "and brings a waiting queen back",
        W + WAITS,
        "foul white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.1, 4.1.2",
        "a breach in turn, but before its first stroke, is a technical foul",
        W + WAITS + ", new turn",
        "foul white",
        W + "6 white, 5 black, queen waiting",
    ),
    ruled(
        "4.1.1",
        "also before the first try of the break, and as a due",
        W + OPEN,
        "foul white 4 a",
        W + "9 white, 9 black, queen on board, white owes 1, to break",
    ),
    ruled(
        "4.1.1",
        "however it is reported",
        W + FIVES + ", new turn",
        "technical-foul white",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2",
        "a breach in turn reported as a technical foul is a foul",
        W + FIVES,
        "technical-foul white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 n",
        "coins touched before the turn's first stroke keep their own sanction",
        W + FIVES + ", new turn",
        "technical-foul white 3.11 n",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 p",
        "so does leaving the chair",
        W + FIVES + ", new turn",
        "left-chair white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.6 b",
        "time that runs out before the first stroke is a foul",
        W + FIVES + ", new turn",
        "late-stroke white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2, 4 a",
        "a foul names the law broken",
        W + FIVES,
        "foul white 4 a",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.6 b, 4.1.2",
        "fifteen seconds without a stroke are a foul",
        W + FIVES,
        "late-stroke white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 l",
        "a coin badly placed: a penalty, the turn stays",
        W + WAITS,
        "bad-placing white",
        W + "6 white, 5 black, queen waiting",
    ),
    ruled(
        "3.11 l", "whoever placed it", W + FIVES, "bad-placing black", W + "5 white, 6 black, queen on board"
    ),
    ruled(
        "3.11 m",
        "another coin touched while placing: a penalty, the turn stays",
        W + FIVES,
        "touched-while-placing black",
        W + "5 white, 6 black, queen on board",
    ),
    ruled(
        "3.11 n",
        "coins touched in turn: penalty, turn passes",
        W + WAITS,
        "touched-coins white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 n",
        "coins touched out of turn: penalty",
        W + WAITS,
        "touched-coins black",
        W + "5 white, 6 black, queen waiting",
    ),
    ruled(
        "3.5 a",
        "before the break coins may be set straight by hand",
        W + OPEN,
        "touched-coins black",
        W + OPEN,
    ),
    ruled(
        "3.11 j",
        "a wrong colour seen in time is exchanged without penalty",
        W + FIVES,
        "wrong-colour-placed black",
        W + FIVES,
    ),
    ruled(
        "3.11 j",
        "unnoticed before the next stroke it stands",
        W + FIVES,
        "wrong-colour-placed black unnoticed",
        W + "4 white, 6 black, queen on board",
    ),
    ruled(
        "4 o",
        "the striker left on the frame: penalty, turn stays",
        W + WAITS,
        "striker-left white",
        W + "6 white, 5 black, queen waiting",
    ),
    ruled(
        "3.11 p, 4.1.2",
        "leaving the chair in one's turn is a foul",
        W + FIVES,
        "left-chair white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.1 f, 4.1.1",
        "leaving it out of turn is a technical foul",
        W + FIVES,
        "left-chair black",
        W + "5 white, 6 black, queen on board",
    ),
    ruled(
        "4 l",
        "partners talking in their turn lose it",
        W + WAITS,
        "partners-talked white",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4 l",
        "partners talking out of turn pay, and the turn stays",
        W + WAITS,
        "partners-talked black",
        W + "5 white, 6 black, queen waiting",
    ),
    ruled(
        "3.6 c",
        "playing on with theirs: what is in stays in, the turn is lost",
        W + WAITS,
        "played-theirs white",
        B + FIVES,
    ),
    ruled(
        "3.12 d",
        "an uncovered queen nobody noticed counts as covered",
        B + FIVES,
        "queen-unnoticed white",
        B + "5 white, 5 black, queen covered by white",
    ),
    ruled(
        "3.11 i",
        "no room: the coin is held",
        B + "6 white, 5 black, queen on board",
        "no-room black",
        B + "5 white, 5 black, queen on board, 1 white held",
    ),
    ruled(
        "3.11 i",
        "room again: it is put down",
        B + "5 white, 5 black, queen on board, 1 white held",
        "room black",
        B + "6 white, 5 black, queen on board",
    ),
    ruled("4 f", "a broken coin is replaced where it lay", W + FIVES, "coin-broken", W + FIVES),
    ruled(
        "3.5 f",
        "an early break: all back on the rosette, a due, the other side begins",
        W + OPEN,
        "early-break white",
        B + "9 white, 9 black, queen on board, white owes 1, to break",
    ),
    ruled(
        "3.5 f",
        "tries already spent are forgotten",
        B + OPEN + " after 2 tries",
        "early-break black",
        W + "9 white, 9 black, queen on board, black owes 1, to break",
    ),
]

FORGOTTEN = [
    ruled(
        "3.5 f",
        "an early break forgets passes and rights",
        W + "9 white, 9 black, queen on board, white has the right to the queen, 3 passes",
        "early-break white",
        B + "9 white, 9 black, queen on board, white owes 1, to break",
    ),
]

NAMED = [
    ruled(
        "4 o",
        "a foul that names the striker left keeps the turn",
        W + WAITS,
        "foul white 4 o",
        W + "6 white, 5 black, queen waiting",
    ),
    ruled(
        "3.11 l",
        "so does one that names a bad placing",
        W + FIVES,
        "foul white 3.11 l",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.11 m",
        "or a coin touched while placing",
        W + FIVES,
        "foul white 3.11 m",
        W + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.2, 4 i",
        "a board moved by accident is a foul",
        W + FIVES,
        "foul white 4 i",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "4.1.1, 4 k",
        "disturbing is a technical foul",
        W + FIVES,
        "technical-foul black 4 k",
        W + "5 white, 6 black, queen on board",
    ),
]

ENDINGS = [
    ruled(
        "4 g",
        "playing on during a request loses the board",
        W + SEVEN_FOUR + "on board",
        "ignored-request white",
        "black wins 10",
    ),
    ruled(
        "4 g",
        "without the queen if the offender covered her",
        W + SEVEN_FOUR + "covered by white",
        "ignored-request white",
        "black wins 7",
    ),
    ruled(
        "4 g",
        "with her if the requester's side did",
        W + SEVEN_FOUR + "covered by black",
        "ignored-request white",
        "black wins 10",
    ),
    ruled(
        "4 g",
        "a waiting queen counts as on the board",
        W + SEVEN_FOUR + "waiting",
        "ignored-request black",
        "white wins 7",
    ),
    ruled(
        "4 g, 3.7 c",
        "none from 22",
        W + SEVEN_FOUR + "on board, black has 22 points",
        "ignored-request white",
        "black wins 7",
    ),
    ruled(
        "4 i", "a bumped board loses it", W + SEVEN_FOUR + "on board", "bumped-board white", "black wins 10"
    ),
    ruled(
        "4 i, 3.7 c",
        "no queen from 22",
        W + SEVEN_FOUR + "on board, black has 23 points",
        "bumped-board white",
        "black wins 7",
    ),
    ruled(
        "4 i",
        "nine coins and the queen are twelve",
        W + "9 white, 4 black, queen on board",
        "bumped-board white",
        "black wins 12",
    ),
    ruled("4 p", "three passes each void the board", W + FIVES, "three-passes", "void"),
    ruled(
        "4 q",
        "giving up raises the other side to 25",
        W + FIVES + ", white has 3 points, black has 9 points",
        "abandon white",
        "black wins 16 and the game",
    ),
    *(
        ruled(
            f"4.2 {letter}",
            f"ground {letter} loses the match",
            W + FIVES,
            f"disqualified black {letter}",
            "white wins 0 and the match",
        )
        for letter in "abcdefgh"
    ),
]

UNENTERED = [
    ruled(
        "4.1.1, 3.11 e",
        "a stroke out of turn is improper: own coins and one more come back, the turn stays where it was",
        W + FIVES,
        "out-of-turn black: b w",
        W + "4 white, 6 black, queen on board",
    ),
    ruled(
        "4.1.1",
        "out of turn the striker costs one coin, the queen comes back",
        W + FIVES,
        "out-of-turn black: q s",
        W + "5 white, 6 black, queen on board",
    ),
    ruled(
        "4.1.1",
        "a queen that waits for the other side's cover goes on waiting",
        W + WAITS,
        "out-of-turn black: b",
        W + "5 white, 6 black, queen waiting",
    ),
    ruled(
        "4.1.1, 3.11 f",
        "their last coin out of turn ends the board for them, with one more",
        W + "1 white, 5 black, queen covered by white",
        "out-of-turn black: w",
        "white wins 9",
    ),
    ruled(
        "4.1.2",
        "a partner's stroke in the side's own turn loses it",
        W + FIVES,
        "out-of-turn white: w",
        B + "6 white, 5 black, queen on board",
    ),
    ruled(
        "3.6 c",
        "what fell while the side played on with the wrong coins stays in, and the turn is lost",
        W + FIVES,
        "played-theirs white: b b",
        B + "5 white, 3 black, queen on board",
    ),
    ruled(
        "3.6 c",
        "also if the turn has passed already by what was entered",
        B + FIVES,
        "played-theirs white: b b",
        B + "5 white, 3 black, queen on board",
    ),
    ruled(
        "3.6 c",
        "a queen that fell meanwhile cannot be covered any more",
        W + FIVES,
        "played-theirs white: b q",
        B + "5 white, 4 black, queen on board",
    ),
    ruled(
        "3.6 c, 3.7 b",
        "their last coin ends the board",
        W + "5 white, 1 black, queen covered by black",
        "played-theirs white: b",
        "black wins 8",
    ),
    ruled(
        "3.10 g",
        "a coin that teetered and falls after the turn has passed is in, and the turn stays where it is",
        B + FIVES,
        "fell-later white: w",
        B + "4 white, 5 black, queen on board",
    ),
    ruled(
        "3.10 g",
        "the queen that falls so in the side's own turn waits for its cover",
        W + FIVES,
        "fell-later white: q",
        W + WAITS,
    ),
    ruled(
        "3.10 g",
        "after the turn has passed nobody can cover her",
        B + FIVES,
        "fell-later white: q",
        B + FIVES,
    ),
    ruled(
        "3.10 g",
        "an own coin that falls so covers a waiting queen, theirs leaves her waiting",
        W + WAITS,
        "fell-later white: w",
        W + "4 white, 5 black, queen covered by white",
    ),
    ruled(
        "3.10 g",
        "theirs leaves a waiting queen waiting",
        W + WAITS,
        "fell-later white: b",
        W + "5 white, 4 black, queen waiting",
    ),
    ruled(
        "3.10 g, 3.7 b",
        "the last coin of a colour ends the board",
        B + "1 white, 5 black, queen covered by white",
        "fell-later white: w",
        "white wins 8",
    ),
    ruled(
        "3.10 g, 3.11 h",
        "a due is paid with it",
        B + "5 white, 9 black, queen on board, black owes 1",
        "fell-later white: b",
        B + "5 white, 9 black, queen on board",
    ),
]

OTHER_BOOKS = [
    ruled(
        "4 i",
        "edition a: three for the queen in every case",
        W + SEVEN_FOUR + "covered by white",
        "bumped-board white",
        "black wins 10",
    ),
    ruled(
        "4 i",
        "edition b: not if the offender covered her",
        W + SEVEN_FOUR + "covered by white",
        "bumped-board white",
        "black wins 7",
        EDITION_B,
    ),
    ruled(
        "4 i",
        "edition b: but if the other side did",
        W + SEVEN_FOUR + "covered by black",
        "bumped-board white",
        "black wins 10",
        EDITION_B,
    ),
    ruled(
        "international-a 4 i",
        "the leaflet's queen counts at 22",
        W + SEVEN_FOUR + "on board, black has 22 points",
        "bumped-board white",
        "black wins 10",
        LEAFLET,
    ),
    ruled(
        "international-a 4 i",
        "the family's queen is worth five",
        W + SEVEN_FOUR + "on board",
        "bumped-board white",
        "black wins 12",
        FAMILY,
    ),
    ruled(
        "international-a 4 g",
        "and knows no limit",
        W + "9 white, 4 black, queen on board",
        "ignored-request white",
        "black wins 14",
        FAMILY,
    ),
    ruled(
        "international-a 4.1.2",
        "a foul in the family game spends all strokes",
        W + FIVES + ", 3 strokes in hand",
        "foul white",
        B + "6 white, 5 black, queen on board",
        FAMILY,
    ),
    ruled(
        "international-a 4.1.2, international-a 4 a",
        "a law broken is looked for in the international text too",
        W + FIVES,
        "foul white 4 a",
        B + "6 white, 5 black, queen on board",
        BASICS,
    ),
    ruled(
        "international-a 4.1.2, play 5",
        "and in the rulebook's own first",
        W + FIVES,
        "foul white play 5",
        B + "6 white, 5 black, queen on board",
        BASICS,
    ),
]


@pytest.mark.parametrize(
    "case",
    [
        *in_both_editions([*FOULS, *FORGOTTEN, *NAMED, *ENDINGS, *UNENTERED]),
        *(param(each) for each in OTHER_BOOKS),
    ],
)
def test_an_incident_leads_where_the_law_says(case: Ruled) -> None:
    case.check()


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("foul black", "report kind 'technical-foul'"),
        ("late-stroke black", "only the side on strike"),
        ("abandon black", "only the side on strike"),
        ("early-break black", "only the side about to break"),
        ("early-break white", "all nineteen"),
        ("played-theirs black", "only if something fell; say what"),
        ("room black", "holds no white coin"),
    ],
)
def test_an_incident_that_cannot_be_is_refused_with_what_would_work(what: str, says: str) -> None:
    with pytest.raises(ImpossibleCase, match=says):
        play(standing(W + FIVES), incident(what), rulebook(A))


@pytest.mark.parametrize(
    ("before", "what", "says"),
    [
        (W + "5 white, 9 black, queen on board", "wrong-colour-placed black", "no coin in the nets"),
        (W + "1 white, 5 black, queen on board", "wrong-colour-placed black unnoticed", "only white coin"),
        (W + WAITS, "queen-unnoticed white", "must lie on the board"),
        (W + OPEN, "queen-unnoticed white", "after the break"),
        (W + OPEN, "no-room white", "before the break"),
        (W + OPEN, "fell-later white: w", "before the break"),
        (W + FIVES, "out-of-turn black: 6w", "6 white coins, but 5 lie"),
        ("black on strike, 0 white, 5 black, queen on board, 5 white held", "no-room black", "no white coin"),
    ],
)
def test_facts_that_contradict_the_board_are_refused(before: str, what: str, says: str) -> None:
    with pytest.raises(ImpossibleCase, match=says):
        play(standing(before), incident(what), rulebook(A))


def test_a_foul_that_names_an_unknown_paragraph_is_refused() -> None:
    with pytest.raises(ImpossibleCase, match=r"incident\.paragraph.*4 z"):
        play(standing(W + FIVES), incident("foul white 4 z"), rulebook(A))


@pytest.mark.parametrize(
    ("book", "what", "kind"),
    [
        (A, "foul white 4 g", "ignored-request"),
        (A, "foul white 4 q", "abandon"),
        (EDITION_B, "foul white 4 r", "abandon"),
        (A, "foul white 3.5 f", "early-break"),
        (A, "foul white 4 p", "three-passes"),
        (FAMILY, "foul white 4.2 a", "disqualified"),
    ],
)
def test_a_foul_that_names_a_law_with_its_own_sanction_is_refused(book: str, what: str, kind: str) -> None:
    with pytest.raises(ImpossibleCase, match=f"report kind '{kind}'"):
        play(standing(W + FIVES), incident(what), rulebook(book))


@pytest.mark.parametrize("book", RULEBOOKS)
def test_every_kind_of_incident_is_known_to_every_rulebook(book: str) -> None:
    """Waiving and playing a board again are laws of the ICF alone."""
    only_icf = set() if book == "icf" else {"waive", "forfeit", "replay", "no-striker-place"}

    assert set(rulebook(book).incidents) == set(INCIDENTS) - only_icf


def test_an_incident_that_a_text_does_not_know_is_refused_by_its_kind() -> None:
    with pytest.raises(ImpossibleCase, match=r"^incident\.kind: international-a has no law about replay"):
        judge(standing(W + "5 white, 5 black"), Incident("replay"), rulebook(A))


def test_nothing_is_judged_on_a_board_that_is_over() -> None:
    over, _ = play(standing(W + "1 white, 4 black, queen covered by white"), stroke("w"), rulebook(A))

    with pytest.raises(NotNow, match="board is over"):
        judge(over, stroke("nothing"), rulebook(A))


@law("international-a 4.2 a")
def test_a_disqualification_without_its_ground_is_refused() -> None:
    with pytest.raises(ImpossibleCase, match="letter from a to h"):
        Incident("disqualified", standing(W + FIVES).on_strike)


# Breaches that only a person can see: posture, speech, powder, the striker. Edition a's letters.
SEEN = [
    *(f"3.1 {letter}" for letter in "defg"),
    *(f"3.2 {letter}" for letter in "abcdefgkl"),
    *(f"4 {letter}" for letter in "abhjkmn"),
]


@pytest.mark.parametrize(
    "case",
    in_both_editions(
        [
            ruled(
                f"{paragraph}, 4.1.2",
                f"a breach of {paragraph} in turn is a foul",
                W + FIVES,
                f"foul white {paragraph}",
                B + "6 white, 5 black, queen on board",
            )
            for paragraph in SEEN
        ]
        + [
            ruled(
                f"{paragraph}, 4.1.1",
                f"a breach of {paragraph} out of turn is a technical foul",
                W + FIVES,
                f"technical-foul black {paragraph}",
                W + "5 white, 6 black, queen on board",
            )
            for paragraph in SEEN
        ]
    ),
)
def test_a_breach_a_person_reports_costs_a_coin_and_names_its_law(case: Ruled) -> None:
    case.check()
