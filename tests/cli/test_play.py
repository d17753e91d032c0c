"""carrom play --terminal: a match typed in numbers, told in words, kept in its record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.run import at_terminal, carrom, needs_a_terminal, refusal
from tests.table.engines import by_another_engine

from carrom.i18n import LANGUAGES, phrases
from carrom.record import Record, RecordFile, audit, load
from carrom.record.entries import (
    CoinPlaced,
    EngineChanged,
    RosetteTurned,
    Struck,
    TakenBack,
    TrialLeft,
    TrialPlayed,
)
from carrom.rules.handicap import Handicap
from carrom.store import lines_of
from carrom.surface import STRIKER_RULES
from carrom.table import Table, begin
from carrom.words import Seat, Side

NAMED = (
    "--two",
    "--name",
    "Asha",
    "--name",
    "Ben",
    "--who-breaks",
    "me",
    "--seed",
    "1",
    "--rosette",
    "exact",
)
TWO = (*NAMED, "--rulebook", "international")
BREAK = "\n0 90 100\n"
STRIKER_FALLS = "-17 25 40\n"


def play(folder: Path, says: str, *words: str) -> str:
    done = carrom("play", "--terminal", *words, says=says, folder=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_stroke_is_typed_in_numbers_and_told_with_its_ruling_and_the_board(tmp_path: Path) -> None:
    said = play(tmp_path, BREAK, *TWO)

    assert "Asha against Ben, under international-a. The match is saved in play.carrom." in said
    assert "Asha to break. Turn the rosette by how many degrees" in said
    assert "Umpire: Play!" in said
    assert "Pocketed: the white coin at (5.5, 3.2) into the far right pocket; the white coin" in said
    assert "  Own coins fell: white plays on.\n  (international-a 3.6 a)\n" in said
    assert "Game 1, board 1: Asha 0 – 0 Ben\n  white on strike, 7 white and 9 black on the board" in said
    assert said.count("╭─") == 2
    assert said.endswith("The match is saved in play.carrom. The same command continues it.\n")
    struck = load(tmp_path / "play.carrom").entries[-1].event
    assert isinstance(struck, Struck)
    assert struck.hash


def test_a_match_of_another_engine_goes_on_and_says_so(tmp_path: Path) -> None:
    """Its first stroke here is entered after the entry that names the engine."""
    play(tmp_path, BREAK, *TWO)
    file = tmp_path / "play.carrom"
    record = Record()
    for entry in by_another_engine(load(file).entries):
        record.enter(entry.event, entry.at)
    file.write_text("".join(f"{each.line}\n" for each in lines_of(record)))

    said = play(tmp_path, "0 90 100\n")

    assert "engine 0 of the simulated table. It goes on with engine 1." in said
    kinds = [type(entry.event) for entry in load(file).entries[len(record.entries) :]]
    assert kinds[:2] == [EngineChanged, Struck]
    assert "the table goes on with engine 1" in carrom("record", "show", str(file)).stdout


def test_a_penalty_coin_is_placed_by_the_opponent_where_the_laws_allow_it(tmp_path: Path) -> None:
    said = play(tmp_path, BREAK + STRIKER_FALLS + "0 -1\n0 9\n0 -6.5\n-6.9 0\n", *TWO)

    assert "Pocketed: the striker into the far left pocket." in said
    assert (
        "  The striker fell: one white coin is put back and black plays.\n  (international-a 3.11 a)" in said
    )
    assert "Ben to place one white coin: x and y in cm inside the circle" in said
    assert "  no: the coin must leave the centre circle free" in said
    assert "  no: the coin must lie wholly inside the circle" in said
    assert "  no: the coin would touch another one" in said
    # As Ben sees it, from the north.
    assert "A white coin is put back at (-6.9, 0.0)." in said
    placed = [
        entry.event for entry in load(tmp_path / "play.carrom").entries if isinstance(entry.event, CoinPlaced)
    ]
    (event,) = placed
    assert event.x == pytest.approx(0.069)
    assert event.y == pytest.approx(0.0)
    assert said.rstrip().endswith("The same command continues it.")


def test_the_same_command_goes_on_with_the_match(tmp_path: Path) -> None:
    play(tmp_path, BREAK + STRIKER_FALLS, *TWO)

    said = play(tmp_path, "auto\n", "--seed", "1")

    assert "Going on with play.carrom after 7 entries." in said
    assert "Ben to place one white coin" in said
    assert "Ben (black) to strike" in said
    record = load(tmp_path / "play.carrom")
    assert record.damage is None
    assert not audit(record.entries)


def test_options_that_contradict_a_match_that_has_begun_are_refused(tmp_path: Path) -> None:
    play(tmp_path, "", *TWO)

    done = carrom("play", "--terminal", "--level", "national", folder=tmp_path)

    assert "play.carrom holds a match that has begun: leave --level out" in refusal(done)


def test_a_new_match_is_under_the_icf_where_coins_may_touch_and_be_waived(tmp_path: Path) -> None:
    said = play(tmp_path, BREAK + STRIKER_FALLS + "undo\n" + STRIKER_FALLS + "waive\n", *NAMED)

    assert "Asha against Ben, under icf." in said
    assert "such as 0 -6.5 [auto]; or waive" in said
    assert "(icf 87a)" in said
    assert "black on strike, 7 white" in said


def test_coins_are_not_waived_under_the_international_laws(tmp_path: Path) -> None:
    said = play(tmp_path, BREAK + STRIKER_FALLS + "waive\n", *TWO)

    assert "; or waive" not in said
    assert "the coins cannot be waived now" in said


def test_a_computer_player_plays_its_strokes_and_says_what_it_did(tmp_path: Path) -> None:
    # A try at the break that touches nothing, three times, hands the break to the computer.
    said = play(tmp_path, "\npass\npass\npass\n", "--who-breaks", "me", "--level", "casual", "--seed", "2")

    assert "The striker touched no coin, so the break is not made" in said
    assert re.search(r"\nComputer: -?[\d.]+ -?[\d.]+ [\d.]+\. (Pocketed|Nothing)", said)
    assert "You 0 – 0 Computer" in said
    table = Table.resume(load(tmp_path / "play.carrom"))
    for entry in table.entries:
        if isinstance(entry.event, Struck):
            assert table.replay(entry.seq).hash == entry.event.hash


def test_undo_takes_back_the_last_stroke_of_a_person(tmp_path: Path) -> None:
    said = play(tmp_path, "undo\n" + BREAK + "undo\nundo\nundo\n", *TWO)

    assert said.count("Undone.") == 2
    assert said.count("  no: you have nothing to undo") == 2
    assert sum(isinstance(entry.event, TakenBack) for entry in load(tmp_path / "play.carrom").entries) == 2


def test_hints_looks_and_laws_are_given_without_changing_anything(tmp_path: Path) -> None:
    says = BREAK + "hint 2\nlook 0 90\ncoins\nboard\nlaw 3.11 a\nscore\n?\n"
    said = play(tmp_path, says, *TWO)

    assert re.search(r"\n1\. -?[\d.]+ [\d.]+ [\d.]+\n   (It tries|No own)", said)
    assert "\n2. " in said
    assert "strokes with the errors 1.3°, 13%, 2.4mm" in said
    assert said.count("◉") > 2
    assert "white: (" in said
    assert "queen: (" in said
    assert "the opponent takes one of the player's coins from the nets" in said
    assert "look 3.5 92     the striker's way to the first coin" in said
    assert len(load(tmp_path / "play.carrom").entries) == 6


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("3.5 92", "type x in cm, angle in ° and power in %: 3.5 92 60"),
        ("3.5 92 120", "a power of 120 % is not possible; more than 0, up to 100"),
        ("3.5 ninety 60", "'ninety' is not a number; type x in cm"),
        (
            "20 90 50",
            "the striker touches a base circle without covering it at x 20 cm; free: -22.05 to -21.44",
        ),
        ("40 90 50", "the striker lies beyond the end of the base lines"),
        ("1 2 nan", "type x in cm"),
        ("hnit", "'hnit' is not a command; did you mean 'hint'?"),
        ("law", "say: law 3.11 a"),
        ("law 3.99 z", "3.99 z"),
        ("7 5 60 50 3", "type x in cm"),
        ("0 90 0.1", "the striker would neither leave the base lines nor touch a coin"),
        ("hint many", "'many' is not a number; type hint, or hint 3 for three"),
    ],
)
def test_what_cannot_be_is_one_clear_line(typed: str, answer: str, says_once: dict[str, str]) -> None:
    assert answer in says_once[typed]
    assert says_once[typed].startswith("  no: ")


@pytest.fixture(scope="module")
def says_once(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> dict[str, str]:
    """All of the lines above typed in one game, and the line that answered each."""
    marks = [mark.args[1] for mark in test_what_cannot_be_is_one_clear_line.pytestmark]  # type: ignore[attr-defined]  # pytest puts it there
    lines = [line for line, _ in marks[0]]
    said = play(tmp_path_factory.mktemp("typed"), "\n" + "".join(f"{line}\n" for line in lines), *TWO)
    printed = said.split("\n")
    return {line: printed[printed.index(f"> {line}") + 1] for line in lines}


def test_a_point_may_be_aimed_at_and_units_and_commas_are_understood(tmp_path: Path) -> None:
    play(tmp_path, "\n5,5cm 90° 50%\n", *TWO)
    play(tmp_path, "\n0 to 0 0 100\n", *TWO, "--record", "other.carrom")

    first, other = (load(tmp_path / name).entries[-1].event for name in ("play.carrom", "other.carrom"))
    assert isinstance(first, Struck)
    assert isinstance(other, Struck)
    assert str(first.wanted) == "south x 0.055, angle 1.5707963267948966, speed 3.0"
    assert str(other.wanted) == "south x 0.0, angle 1.5707963267948966, speed 6.0"


def test_an_unsteady_hand_plays_what_it_did_not_want(tmp_path: Path) -> None:
    said = play(tmp_path, BREAK, *TWO, "--hand", "beginner")

    record = load(tmp_path / "play.carrom")
    struck = next(e.event for e in record.entries if isinstance(e.event, Struck))
    on = record.state.begun.table
    assert struck.wanted != struck.played
    assert on is not None
    assert (on.hand, dict(on.held_by)["Asha"]) == ("4°,22%,5mm", "person")
    assert re.search(r"\nAsha: -?[\d.]+ [\d.]+ [\d.]+\. ", said)


def test_a_chance_is_given_by_a_hand_a_lead_and_the_break(tmp_path: Path) -> None:
    """All three are kept in the record; there is no toss."""
    chance = ("--level", "beginner@2°", "--lead", "10", "--who-breaks", "me-always", "--seed", "1")
    said = play(tmp_path, "", "--name", "Asha", *chance)
    state = load(tmp_path / "play.carrom").state

    assert "Agreed outside the laws: Asha starts each game 10 points ahead and breaks every board." in said
    assert "Game 1, board 1: Asha 10 – 0 Computer" in said
    assert state.begun.handicap == Handicap(Side.FIRST, 10, breaks=True)
    assert state.begun.table is not None
    assert dict(state.begun.table.held_by)["Computer"] == "beginner@2°"
    assert state.match.breaker == "Asha"


def test_a_lead_that_decides_the_game_is_refused_before_there_is_a_file(tmp_path: Path) -> None:
    refused = carrom("play", "--terminal", "--lead", "25", says="", folder=tmp_path)

    assert "up to 24 points" in refusal(refused)
    assert not (tmp_path / "play.carrom").exists()


def test_a_game_that_is_given_up_ends_the_match_and_the_next_one_has_a_file_of_its_own(
    tmp_path: Path,
) -> None:
    said = play(tmp_path, BREAK + "abandon\n", *TWO, "--rulebook", "family")
    again = play(tmp_path, "", *TWO)

    assert "Game 1 to Ben, 25 – 0. Games: 1 – 0.\nBen won the match, 1 – 0 in games\n" in said
    assert said.endswith("The whole match is in play.carrom.\n")
    assert "The match is saved in play-2.carrom" in again


def test_the_toss_is_won_and_its_choice_typed(tmp_path: Path) -> None:
    said = play(tmp_path, "hop\nseats\nnorth\n", "--two", "--seed", "1")

    assert re.search(r"(First|Second) won the toss: break, or seats\?", said)
    assert "  no: type one of: break, seats" in said
    assert re.search(r"The toss goes to (First|Second); choice: the seats\.", said)
    assert ", choose your seat: " in said
    assert load(tmp_path / "play.carrom").state.match.seats


def test_the_game_speaks_french(tmp_path: Path) -> None:
    says = BREAK + STRIKER_FALLS + "0 -1\nauto\nconseil\n20 90 50\njetons\nannuler\nquitter\n"
    said = play(tmp_path, says, *TWO, "--lang", "fr")

    for words in (
        "Asha contre Ben, selon international-a.",
        "Logé : le jeton blanc en (5,5 ; 3,2) dans le trou du fond à droite",
        "  Le palet est tombé : un jeton blanc est replacé et la main passe aux noirs.",
        "  non : le jeton doit laisser libre le cercle central",
        "  non : le palet touche un cercle de base sans le couvrir à x 20 cm ; libre : de -",
        "Un jeton blanc est replacé en ",
        "Annulé.",
        "La même commande",
    ):
        assert words in said, words
    assert " the " not in said.replace("Play", "")


def test_the_rosette_is_turned_by_one_number(tmp_path: Path) -> None:
    """Whoever types a stroke at this prompt has not seen what was asked."""
    said = play(tmp_path, "3.5 92 60\n15 degrees\n15°\n", *TWO)

    assert said.count("  no: type an angle in degrees, such as 15") == 2
    assert "The rosette is turned by 15°." in said


def test_the_rosette_is_set_by_hand_unless_the_exact_one_is_asked_for(tmp_path: Path) -> None:
    """The record has its seed, and the same seed of the command sets it the same."""
    named = NAMED[: NAMED.index("--rosette")]
    seeds = []
    for name, words in (("a", named), ("b", named), ("exact", NAMED)):
        file = tmp_path / f"{name}.carrom"
        play(tmp_path, "\n", *words, "--record", str(file))
        (turned,) = [each.event for each in load(file).entries if isinstance(each.event, RosetteTurned)]
        seeds.append(turned.seed)

    assert seeds[0] == seeds[1] is not None
    assert seeds[2] is None
    assert (
        f"rosette turned by 0.0°, set by hand (seed {seeds[0]})"
        in carrom("record", "show", str(tmp_path / "a.carrom")).stdout
    )


def test_a_person_called_you_is_spoken_to_in_good_english(tmp_path: Path) -> None:
    said = play(tmp_path, "break\n", "--seed", "2", "--level", "random")

    assert "You takes" not in said
    assert re.search(r"The toss goes to (You|Computer); choice: the break\.", said)


def simulated(file: Path, *, doubles: bool = False, trials: bool = False) -> Table:
    """A match of persons against random players that another program has begun."""
    names = (("Asha", "Chan"), ("Ben", "Dora")) if doubles else (("Asha",), ("Ben",))
    who = [*((name, "person") for name in names[0]), *((name, "random") for name in names[1])]
    keeper = RecordFile.create(file)
    return begin("international-a", *names, trials=trials, keeper=keeper, held_by=who, rosette="exact")


def test_a_match_of_four_is_gone_on_with(tmp_path: Path) -> None:
    """Seats are chosen for a side, partners sit face to face, and everybody sees the board from their own."""
    table = simulated(tmp_path / "four.carrom", doubles=True)
    table.toss(Side.FIRST, "seats")

    said = play(tmp_path, "up\neast\n", "--record", "four.carrom", "--seed", "1")

    assert "Asha, choose your seat: south, east, north or west? Your partner sits opposite. [south]" in said
    assert "  no: type one of: south, east, north, west" in said
    seats = dict(load(tmp_path / "four.carrom").state.match.seats)
    assert (seats[Seat.EAST], seats[Seat.NORTH], seats[Seat.WEST]) == ("Asha", "Ben", "Chan")
    assert re.search(r"\n(Asha|Chan) \(black\) to strike|Computer|Ben: ", said)


def test_both_partners_are_asked_by_name(tmp_path: Path) -> None:
    table = simulated(tmp_path / "four.carrom", doubles=True)
    table.toss(Side.FIRST, "break")
    table.seat()

    said = play(tmp_path, "\npass\npass\n" + "pass\n" * 3, "--record", "four.carrom", "--seed", "1")

    assert "Asha to break. Turn the rosette" in said
    assert "\nChan (white) to strike" in said
    assert "Game 1, board 1: Asha & Chan 0 – 0 Ben & Dora" in said


def test_a_trial_board_is_played_or_left(tmp_path: Path) -> None:
    for name, typed in (("played", "0 90 100\n"), ("left", "\n")):
        table = simulated(tmp_path / name, trials=True)
        table.toss(Side.FIRST, "break")
        table.seat()
        said = play(tmp_path, f"hnit\n{typed}\n", "--record", name, "--seed", "1")
        events = [type(entry.event) for entry in load(tmp_path / name).entries]

        assert "Trial board of Asha: a stroke to try, such as 0 90 100; or Enter to skip it." in said
        assert "  no: 'hnit' is not a command; did you mean 'hint'?" in said
        assert (TrialPlayed if name == "played" else TrialLeft) in events
        assert events.count(TrialPlayed) >= 1  # that of the random player
        assert "Asha to break." in said
        assert ("Trial board: Pocketed: the white coin at (5.5, 3.2)" in said) == (name == "played")
        assert ("Asha skips the trial board." in said) == (name == "left")


@needs_a_terminal
def test_a_line_typed_while_the_computer_plays_is_kept_for_its_time(tmp_path: Path) -> None:
    alone = ("--level", "national", "--who-breaks", "computer", "--seed", "3")
    says = [("no more stops) ", "coins"), ("\n> coins", ""), ("\n> ", "quit")]
    shown, status = at_terminal("play", "--terminal", *alone, says=says, folder=tmp_path)

    assert status == 0
    assert re.search(r"You \(black\) to (strike|place)", shown)
    assert "\n> coins\nwhite: (" in shown


@needs_a_terminal
def test_whoever_wants_to_leave_while_the_computer_plays_leaves(tmp_path: Path) -> None:
    alone = ("--level", "national", "--who-breaks", "computer", "--seed", "3")
    says = [("no more stops) ", "quit")]
    shown, status = at_terminal("play", "--terminal", *alone, says=says, folder=tmp_path)

    assert status == 0
    assert shown.rstrip().endswith("The match is saved in play.carrom. The same command continues it.")
    assert "to strike" not in shown


@needs_a_terminal
@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_a_terminal_no_line_is_too_wide_or_begins_with_a_sign(lang: str, tmp_path: Path) -> None:
    """French parts ; : ! ? and % by a space from what they belong to, and so does a share of 95 %."""
    lines = ["", "0 90 100", "?", "hint 3", "20 90 50", "40 90 50", "3 90", "-17 25 40", "0 -1", "", "quit"]
    says = [("\n> ", line) for line in lines]
    for columns in (46, 80):
        file = f"{lang}{columns}.carrom"
        asked = ("play", "--terminal", *TWO, "--lang", lang, "--record", file)
        shown, status = at_terminal(*asked, says=says, folder=tmp_path, columns=columns)
        words = [line for line in shown.splitlines() if not re.search("[│╭╰]", line)]

        assert status == 0
        assert not [line for line in words if re.match(r" *[;:!?%»]", line)]
        assert columns < 59 or max(map(len, words)) <= columns


@needs_a_terminal
def test_ctrl_c_ends_with_the_status_a_shell_knows_and_keeps_the_match(tmp_path: Path) -> None:
    shown, status = at_terminal(
        "play", "--terminal", *TWO, says=[("\n> ", ""), ("\n> ", "^C")], folder=tmp_path
    )

    assert status == 130
    assert shown.rstrip().endswith("The match is saved in play.carrom. The same command continues it.")
    assert "Traceback" not in shown
    shown, status = at_terminal("play", "--terminal", says=[("\n> ", "quit")], folder=tmp_path)
    assert status == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--level", "clubb"), "no player is called 'clubb'"),
        (("--rulebook", "chess"), "chess"),
        (("--hand", "shaky"), "'shaky' is not an error of a hand"),
        (("--two", "--who-breaks", "computer"), "there is no computer player to break"),
        (("--name", "A", "--two", "--name", "A"), "every player needs a name of their own"),
        (("--profile", "icy"), "no profile is called 'icy'"),
        (("--record", "no/such/folder.carrom"), "there is no such folder"),
    ],
)
def test_bad_input_is_one_line_and_leaves_no_file(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    done = carrom("play", "--terminal", *words, folder=tmp_path)

    assert why in refusal(done)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_words(lang: str) -> None:
    said = phrases(lang)

    assert {f"play.striker.{rule}" for rule in STRIKER_RULES} <= said.keys()
    placing = {"outside-inner-circle", "on-centre-circle", "touching", "overlapping"}
    placing |= {"pair", "cannon", "queen-shot"}
    assert {f"play.placing.{key}" for key in placing} <= said.keys()
