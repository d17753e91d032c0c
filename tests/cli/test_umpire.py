"""carrom umpire and carrom record: a match kept in the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.cli.run import carrom, refusal
from tests.cli.umpired import BEGIN, DOUBLES, ONE_GAME, planned, umpire
from tests.umpiring.scripted import singles

from carrom.cli.terminal.umpire_notation import piece_letters
from carrom.i18n import LANGUAGES, t
from carrom.record import RecordFile, load
from carrom.record.entries import Begun, TakenBack, TrialLeft, TrialPlayed
from carrom.rules.match import TO_TOSS_AGAIN
from carrom.stroke.report import PIECES, pieces_in
from carrom.table import begin
from carrom.words import Side


def test_a_match_is_started_struck_and_kept(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\nw s\nquit\n")

    assert "Asha breaks when you say: play" in said
    assert (
        "An own coin fell together with the striker: two white coins are put back and white plays on." in said
    )
    assert "(international-a 3.11 b, our reading 7)" in said
    assert "Ben puts two white coins back" in said
    assert "The match is saved in m.carrom." in said
    assert len(load(tmp_path / "m.carrom").entries) == 6


def test_an_old_match_is_gone_on_with(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN + "w\n")

    said = umpire(tmp_path, "w\n")

    assert "Going on with m.carrom after 5 entries." in said
    assert "7 white and 9 black on the board" in said


def test_a_match_is_gone_on_with_after_a_crash_tore_the_last_line(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN + "w\nw\n")
    path = tmp_path / "m.carrom"
    path.write_bytes(path.read_bytes()[:-20])

    said = umpire(tmp_path, "score\n")

    assert "Line 6 of the record was cut off" in said
    assert "8 white and 9 black on the board" in said
    umpire(tmp_path, "w\n")
    assert load(path).damage is None


def test_a_damaged_record_is_refused_and_left_alone(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN + "w\n")
    path = tmp_path / "m.carrom"
    damaged = path.read_bytes().replace(b"Asha", b"Asya", 1)
    path.write_bytes(damaged)

    assert "line 1 was changed" in refusal(carrom("umpire", str(path)))
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(("lang", "why"), [("en", "simulated table"), ("fr", "table simulée")])
def test_a_match_of_a_simulated_table_is_refused_and_left_alone(tmp_path: Path, lang: str, why: str) -> None:
    """What a desk could enter there would leave the coins nowhere; the program that can go on is named."""
    path = tmp_path / "m.carrom"
    begin("international-a", ("Asha",), ("Ben",), keeper=RecordFile.create(path))
    before = path.read_bytes()

    done = carrom("umpire", "m.carrom", "--lang", lang, says="toss Asha break\n", folder=tmp_path)

    said = refusal(done)
    assert why in said
    assert "carrom play --terminal --record m.carrom" in said
    assert done.stdout == ""
    assert path.read_bytes() == before


def test_a_won_game_and_a_won_match_are_said(tmp_path: Path) -> None:
    board = "play\n2w\nq w\n6w\n"
    # Asha breaks boards 1 and 3; Ben breaks the second and leaves it to her at once.
    other = "play\nnothing\n2b\nq\nb\n6b\n"
    says = "ffc-leaflet\nAsha\nBen\ntoss Asha break\nseat\n" + board.replace("q w\n6w", "q\nw\n6w") + other
    says += board.replace("q w\n6w", "q\nw\n6w")

    said = umpire(tmp_path, says)

    assert "Game 1 goes to Asha: Asha 36 – 0 Ben.\nGames: Asha 1 – 0 Ben\n" in said
    assert "Asha won the match, 1 – 0 in games" in said


def test_an_earlier_entry_is_corrected_after_its_consequences_were_shown(tmp_path: Path) -> None:
    """Two blacks had fallen, not whites: the turn had passed, so the later stroke was the other player's."""
    said = umpire(tmp_path, BEGIN + "w w\nw\nlog\ncorrect 5 b b because I mixed the colours up\ny\n")

    assert "5\t" in said
    assert "Only coins of the other side fell: black plays." in said
    assert "entry 6 is judged again." in said
    assert "before: An own coin fell: white plays on." in said
    assert "It is then Ben's stroke." in said
    record = load(tmp_path / "m.carrom")
    assert (record.damage, len(record.entries)) == (None, 9)
    assert str(record.state.match.standing).startswith("white on strike, 8 white, 7 black")
    sheet = carrom("record", "sheet", "m.carrom", folder=tmp_path).stdout
    assert "corrected" in sheet
    assert "I mixed the colours" in sheet


def test_a_correction_that_is_not_confirmed_enters_nothing(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\ncorrect 5 s because it fell\nn\n")

    assert "No later call changes." in said
    assert "Nothing was entered." in said
    assert len(load(tmp_path / "m.carrom").entries) == 5


def test_what_no_longer_fits_after_a_correction_is_named_and_left_out(tmp_path: Path) -> None:
    """Without the first stroke white has coins left, so no other board can have been opened."""
    said = umpire(tmp_path, BEGIN + "w w\nq w\n6w\nplay\nstrike-out 5 because nobody struck\ny\n")

    assert "entry 7 is judged again." in said
    assert "entry 8 no longer fits and is left out: " in said
    assert "Game 1, board 1: Asha 0 – 0 Ben (games 0 – 0)\n  white on strike, 2 white" in said
    assert load(tmp_path / "m.carrom").damage is None


def test_an_entry_that_never_happened_is_struck_out_in_french_too(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "b\nb\nstrike-out 5 because un essai\noui\n", "--lang", "fr")

    assert "Inscrire cette correction ? [o/N]" in said
    assert "8 blancs et 9 noirs sur le plateau" in said


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_a_correction_is_on_disk_whole_or_not_at_all(tmp_path: Path) -> None:
    """There is room for the first of its three entries, not for the others: nothing is written."""
    umpire(tmp_path, BEGIN + "w\nw\n")
    path = tmp_path / "m.carrom"
    before = path.read_bytes()
    program = (
        "import runpy\nfrom resource import RLIMIT_FSIZE, setrlimit\n"
        f"setrlimit(RLIMIT_FSIZE, ({len(before) + 300},) * 2)\n"
        "runpy.run_module('carrom', run_name='__main__')\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program, "umpire", "m.carrom"],
        input="correct 5 2w because two fell\ny\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )

    assert "too large" in done.stderr
    assert done.returncode == 2
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_points_are_set_by_hand(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "points 12 7 because the last board was not entered\n")

    assert "Game 1, board 1: Asha 12 – 7 Ben" in said


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("give-up Ben resigned", "Asha won the match, 0 – 0 in games (Ben gave up the match)"),
        ("give-up Asha left", "Ben won the match, 0 – 0 in games (Asha left)"),
        ("give-up black retired", "Asha won the match, 0 – 0 in games (Ben retired)"),
    ],
)
def test_a_match_is_given_up(tmp_path: Path, typed: str, result: str) -> None:
    assert result in umpire(tmp_path, f"{BEGIN}{typed}\n")


def test_who_does_not_come_loses_by_walkover(tmp_path: Path) -> None:
    said = umpire(tmp_path, "international\nAsha\nBen\ngive-up Ben walkover\n")

    assert "Asha won the match, 0 – 0 in games (walkover: Ben did not play)" in said


def test_a_trial_board_is_played_or_done_without(tmp_path: Path) -> None:
    umpire(tmp_path, "international\nAsha\nBen\ntrial Asha\nno-trial Ben\n")

    events = [entry.event for entry in load(tmp_path / "m.carrom").entries]
    assert events[1:] == [TrialPlayed(Side.FIRST), TrialLeft(Side.SECOND)]


def test_several_entries_are_undone_at_once(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\nw\ns\nundo to 5 because the wrong board\n")

    assert "undone: 2 entries, back to where the match stood after entry 5" in said
    assert "white on strike, 8 white and 9 black on the board" in said.rpartition("undone")[2]
    assert load(tmp_path / "m.carrom").entries[-1].event == TakenBack(5, "the wrong board")


def test_an_entry_is_never_earlier_than_the_one_before_it(tmp_path: Path) -> None:
    """A record kept under a clock that was ahead is gone on with at the time of its last entry."""
    file = RecordFile.create(tmp_path / "m.carrom")
    file.enter(Begun("international-a", ("Asha",), ("Ben",)), "2999-01-01T00:00:00+00:00")

    umpire(tmp_path, "toss Asha break\n")

    at = load(tmp_path / "m.carrom").entries[-1].at
    assert at is not None
    assert datetime.fromisoformat(at) == datetime.fromisoformat("2999-01-01T00:00:00+00:00")


def test_a_bare_overrule_changes_nothing(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\noverrule\n")

    assert "say: overrule w s because WHY" in said
    assert len(load(tmp_path / "m.carrom").entries) == 5


def test_a_late_stroke_is_called_by_overruling_it(tmp_path: Path) -> None:
    """It is an improper stroke, so the other side's coin that it pocketed stays in (3.11 d)."""
    said = umpire(tmp_path, BEGIN + "w\nb @20\noverrule b improper because my watch\n")

    assert "overrule b improper because" in said
    assert "(international-a 3.11 d, international-a 4.1.2)" in said
    assert "9 white and 8 black on the board" in said


def test_a_file_that_is_no_record_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_text('{"a": 1}')

    assert "this is not a match record" in refusal(carrom("umpire", str(path), says="\n"))
    assert path.read_text() == '{"a": 1}'


def test_what_was_undone_can_come_back(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\nundo\nundo to 5\n")

    assert "The match stands as it did after entry 5." in said
    assert "8 white and 9 black on the board" in said.rpartition("after entry 5")[2]


def test_a_mistyped_decision_is_undone(tmp_path: Path) -> None:
    spoken = "protest Ben\nprotest written 134: it had not fallen\nprotest upheld\nundo\n"
    said = umpire(tmp_path, BEGIN.replace("international", "icf") + "w\n" + spoken)

    assert "undone: entry 8. The protest is upheld" in said
    assert "8 white and 9 black on the board" in said.rpartition("undone")[2]


def test_an_upheld_protest_is_announced_and_cannot_be_undone(tmp_path: Path) -> None:
    said = umpire(
        tmp_path, BEGIN + "w\nprotest Ben\nprotest written 3.6 a: it had not fallen\nprotest upheld\nundo\n"
    )

    assert "The protest is written. Decide it" in said
    assert "The protest is upheld: the whole match is played again, from the toss." in said
    assert "there is nothing to undo" in said


def test_the_fourth_disturbance_is_said_to_be_a_ground(tmp_path: Path) -> None:
    three = umpire(tmp_path, BEGIN + "technical-foul 4 k\n" * 3)
    fourth = umpire(tmp_path, "technical-foul 4 k\n")

    assert "You may disqualify (international-a 4.2 h)" not in three
    assert "Disturbed the opponent too often: Ben. You may disqualify (international-a 4.2 h)" in fourth


def test_a_law_is_found_by_its_words(tmp_path: Path) -> None:
    said = umpire(tmp_path, DOUBLES + "law queen cover\nlaw 7\nlaw 3.9 a\n")

    assert "family queen 2: The next stroke must cover the queen" in said
    assert "family 7: " in said
    assert "international-a 3.9 a: " in said


def test_event_and_umpire_go_on_the_sheet(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "sheet\n", "--event", "Club cup", "--umpire", "Chan")

    assert "Club cup" in said
    assert "Chan" in said


def test_doubles_ask_for_the_breaker_with_the_line_to_type(tmp_path: Path) -> None:
    said = umpire(tmp_path, "family\nAsha & Chan\nBen & Dora\ntoss Ben seats\nseat\nquit\n")

    assert "seat breaker Asha, or seat breaker Chan" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_typed_for_a_piece_means_one_piece(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARROM_LANG", lang)
    typed = [word for piece in PIECES for word in t(f"umpire.piece.{piece}", lang).split()]

    assert len(set(typed)) == len(typed)
    assert set(piece_letters().values()) == set(PIECES)


def test_letters_of_any_alphabet_can_be_typed_together() -> None:
    assert pieces_in("2бч", {"б": "white", "ч": "black"}) == ["white", "white", "black"]


def test_the_log_is_in_the_language_of_the_umpire(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "b b p\nlog\n", "--lang", "fr")

    assert "entrée\theure\tquoi\tdécision\n" in said
    assert "2 blancs" in said.partition("entrée\theure")[2]


def test_what_is_taken_back_is_said_in_the_language_of_the_umpire(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN.partition("seat")[0] + "undo\n", "--lang", "fr")

    assert "annulé : entrée 2. Asha a l'ouverture." in said


def test_undo_overrule_and_protest(tmp_path: Path) -> None:
    said = umpire(
        tmp_path,
        BEGIN
        + "w\ns\nundo\nw\noverrule nothing because it came out again\nprotest Asha\n"
        + "protest written 3.6 a: the coin had fallen\nprotest refused no such thing\n"
        + "overrule = white on strike, 5 white, 5 black, queen waiting because counted\n",
    )

    assert "undone: entry 6. Asha: the striker pocketed." in said
    assert "black on strike, 8 white and 9 black on the board" in said
    state = load(tmp_path / "m.carrom").state
    assert str(state.match.standing) == "white on strike, 5 white, 5 black, queen waiting"
    assert [protest.upheld for protest in state.protests] == [False]


def test_incidents_find_their_side(tmp_path: Path) -> None:
    """A foul is the striker's, a technical foul the other's; else a colour or a name says whose."""
    said = umpire(
        tmp_path,
        BEGIN + "w\ntechnical-foul 4 a\ntouched-coins\ntouched-coins Ben\nfoul 4 j\ndisqualified Ben d\n",
    )

    assert "black owes one coin more" in said
    assert "who did it? say for example: touched-coins white" in said
    assert "(international-a 4 j, international-a 4.1.2)" in said
    assert "Asha won the match, 0 – 0 in games" in said
    assert "(international-a 4.2 d, our reading 4)" in said


def test_doubles_in_the_family_game_go_clockwise(tmp_path: Path) -> None:
    said = umpire(tmp_path, DOUBLES + "nothing\nnothing\n")

    assert "Chan (white) to strike" in said
    assert said.index("Ben (black) to strike") < said.index("Asha (white) to strike")


def test_the_french_umpire_speaks_french(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "b n\np @17.5\nhelp\nhelp foul\nsheet\n", "--lang", "fr")

    assert "8 blancs et 8 noirs sur le plateau" in said
    assert "Le palet est tombé : un jeton blanc est replacé et la main passe aux noirs." in said
    assert "faute : une infraction pendant son tour" in said
    assert "17,5 s dépasse les 15 s permises" in said
    assert "Ben (noirs) au tir" in said
    assert "tirage au sort" in said


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("wobble", "'wobble' is not a stroke"),
        ("w x", "column 3: 'x' is not part of a stroke"),
        ("w @soon", "'soon' is not a number of seconds"),
        ("w @-3", "'-3' is not a number of seconds"),
        ("undo undo", "'undo' does not belong here"),
        ("law", "say: law 3.11 a"),
        ("striker Zoe", "'zoe' is not part of a stroke"),
        ("toss Asha", "say: toss NAME break|seats"),
        ("late-stroke black", "only the side on strike can run out of time"),
        ("seats", "seats are changed between boards"),
        ("new-striker Zoe", "which player? there are Asha, Ben"),
        ("placed x", "placed w w"),
        ("placed w", "no white coin is to be placed"),
        ("remark", "say: remark TEXT"),
        ("law 9.9", "has no paragraph '9.9'"),
        ("overrule w", "there is no call"),
        ("protest Ben", "there is none on this board"),
        ("protest written 3.6 a", "PARAGRAPH: FACTS"),
        ("ask Ben\nw", "Ben asked the umpire"),
        ("overrule =", "there is no call"),
        ("undo to", "undo to ENTRY"),
        ("undo to 4", "cannot go back to entry 4; choose 1 to 3"),
        ("w\noverrule w w", "say why: overrule w w because WHY"),
        ("w\noverrule w w because ", "say why: overrule w w because WHY"),
        ("correct", "correct 14 w s because WHY"),
        ("correct 5 because it fell", "correct 14 w s because WHY"),
        ("w\ncorrect 5 s", "say why: correct 5 s because WHY"),
        ("w\ncorrect 4 s because it fell", "entry 4 is not a stroke or incident that stands"),
        ("w\ncorrect 99 foul because seen", "entry 99 is not a stroke or incident that stands"),
        ("strike-out w because it fell", "strike-out 14 because WHY"),
        ("points 3 because counted", "points 12 7 because WHY"),
        ("points 3 4", "say why: points 3 4 because WHY"),
        ("points 3 25 because counted", "while a game runs a side has 0 to 24"),
        ("give-up Ben", "give-up NAME resigned"),
        ("give-up Ben tired", "give-up NAME resigned"),
        ("give-up Ben walkover", "a walkover is given before the first board is opened"),
        ("no-trial Ben", "trial boards are played before the match"),
        ("seats now", "'now' does not belong here"),
    ],
)
def test_what_cannot_be_is_refused_and_the_desk_stays_open(tmp_path: Path, typed: str, refused: str) -> None:
    said = umpire(tmp_path, BEGIN + typed + "\nscore\n")

    assert f"no: {refused}" in said or refused in said
    assert "The match is saved in m.carrom." in said


def test_a_board_set_by_hand_keeps_the_points_of_the_game(tmp_path: Path) -> None:
    said = umpire(
        tmp_path,
        BEGIN
        + "w w\nq w\nw w w w w w\nplay\nnothing\n"
        + "overrule = white on strike, 5 white, 5 black because counted\n",
    )

    board = load(tmp_path / "m.carrom").state.match.standing
    assert board is not None
    assert (board.coins, board.points) == ((5, 5), (0, 12))
    assert "Game 1, board 2: Asha 12 – 0 Ben" in said


def test_no_room_means_the_coin_that_is_to_be_placed(tmp_path: Path) -> None:
    """The turn has passed to Ben, who places white's coin and finds no room; later there is."""
    said = umpire(tmp_path, BEGIN + "w w\nstriker\nno-room\nroom\n")

    assert "Ben puts one white coin back" in said
    assert "one white coin is held" in said
    assert said.count("Ben holds one white coin") == 2
    assert "one white coin held is placed" in said


def test_players_are_found_by_any_word_of_their_names(tmp_path: Path) -> None:
    begin = "international\nAsha Rao & Chan Wu\nBen Sen & Dora Sen\ntoss Wu break\n"
    said = umpire(
        tmp_path, begin + "seat Asha Rao, Ben, Wu, Dora Sen breaker Rao\nplay\nw\nfoul Rao 4 a\nask Sen\n"
    )

    assert "Asha Rao (white) to strike" in said
    assert "(international-a 4 a, international-a 4.1.2)" in said
    assert "which player? there are Asha Rao, Chan Wu, Ben Sen, Dora Sen" in said


def test_an_overruled_incident_falls_on_the_side_that_was_on_strike(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\nnothing\noverrule foul 4 a because seen\n")

    assert "one white coin is put back and black plays" in said


def test_an_open_request_and_protest_are_shown(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\nprotest Ben\nask Ben\nplay\n")

    assert "The protest of Ben (entry 6) is open." in said
    assert "Ben asked the umpire; nobody plays until you say: play" in said


def test_the_clock_is_kept_as_a_fact_of_each_entry(tmp_path: Path) -> None:
    """Fifteen seconds for a stroke and for placing; what is over is said, and the umpire decides."""
    said = umpire(tmp_path, BEGIN + "w w @12\ns @15\nplaced w @16\n")

    assert said.count("is more than the 15 s allowed") == 1
    entries = load(tmp_path / "m.carrom").entries
    assert [getattr(entry.event, "seconds", None) for entry in entries[4:]] == [12.0, 15.0, 16.0]


def test_input_that_is_no_text_ends_with_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "carrom", "umpire", "m.carrom"]
    done = subprocess.run(
        command, input=b"international\n\xff\xfe\n", capture_output=True, cwd=tmp_path, check=False
    )

    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unfinished_start_leaves_no_file(tmp_path: Path) -> None:
    done = carrom("umpire", "m.carrom", says="international\nAsha\n", folder=tmp_path)

    assert "nothing was saved" in refusal(done)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("answer", "finals"), [("", False), ("icf finals", True)])
def test_a_match_begins_under_the_laws_of_the_icf_and_may_be_one_of_the_finals(
    tmp_path: Path, answer: str, finals: bool
) -> None:
    umpire(tmp_path, f"{answer}\nAsha\nBen\nquit\n")
    begun = RecordFile.open(tmp_path / "m.carrom").state.begun

    assert (begun.rulebook, begun.finals) == ("icf", finals)


def test_finals_are_refused_where_the_rulebook_makes_no_difference(tmp_path: Path) -> None:
    said = umpire(tmp_path, "family finals\n\nAsha\nBen\nquit\n")

    assert "family makes no difference for the finals" in said


def test_extra_points_are_demanded_in_the_terminal(tmp_path: Path) -> None:
    lines = "icf\nAsha\nBen\ntoss Asha break\nseat\nplay\n5w\n9b s improper\nplay\ndemand 2\nquit\n"
    said = umpire(tmp_path, lines)

    assert "how many of the 2 extra points are demanded?" in said
    assert "the winner of the board must first say how many extra points are demanded" in said
    assert "Asha 0 – 9 Ben" in said


@pytest.mark.parametrize(
    ("stroke", "forms"), [("9b s", "demand 0, demand 1"), ("9b s improper", "demand 0, demand 1, demand 2")]
)
def test_only_what_may_be_demanded_is_asked_for(tmp_path: Path, stroke: str, forms: str) -> None:
    said = umpire(tmp_path, f"icf\nAsha\nBen\ntoss Asha break\nseat\nplay\n5w\n{stroke}\nquit\n")

    assert f"the winner demands: {forms}\n" in said


def test_a_demand_without_extra_points_is_refused_as_such(tmp_path: Path) -> None:
    said = umpire(tmp_path, "icf\nAsha\nBen\ntoss Asha break\nseat\ndemand 1\nplay\ndemand 1\nquit\n")

    assert said.count("no: there are no extra points to demand") == 2


def test_a_start_asks_again_until_the_answer_can_be_read(tmp_path: Path) -> None:
    said = umpire(tmp_path, "icc\n\nAsha & Chan & Eve\nAsha\nAsha\nBen\nquit\n")

    assert "no rulebook is called 'icc'" in said
    assert "two partners joined by &" in said
    assert "every player needs a name of their own" in said


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("Asha & Asha", "every player needs a name of their own"),
        ("Asha & asha", "every player needs a name of their own"),
        ("white", "'white' is a word that you type here"),
        ("Asha & Second", "'Second' is a word that you type here"),
        ("A" * 41, "41 characters are too many; 40 are the most"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_at_once(tmp_path: Path, first: str, why: str) -> None:
    said = umpire(tmp_path, f"icf\n{first}\nChan\nCHAN\nBen\nquit\n")

    assert why in said
    assert said.count("every player needs a name of their own") == 1 + ("own" in why)
    assert load(tmp_path / "m.carrom").state.match.first == ("Chan",)


def test_a_word_of_the_reader_s_language_is_no_name(tmp_path: Path) -> None:
    said = umpire(tmp_path, "icf\nBlanc\nChan\nBen\nquitter\n", "--lang", "fr")

    assert "« Blanc » est un mot que l'on tape ici" in said


def test_after_a_break_before_play_that_stands_it_is_said_who_strikes(tmp_path: Path) -> None:
    said = umpire(tmp_path, "icf\nAsha\nBen\ntoss Asha break\nseat\nearly-break\nquit\n")

    assert "Ben strikes when you say: play" in said
    assert "Ben breaks" not in said


def test_a_due_that_is_waived_is_no_coin_in_the_nets(tmp_path: Path) -> None:
    said = umpire(
        tmp_path, BEGIN.replace("international", "icf") + "technical-foul Ben 129\nwaive Asha\nsheet\n"
    )

    assert "are waived: black's due of one coin is waived." in said
    assert "in the nets" not in said
    assert "coin paid" not in said


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert "there is no such folder" in refusal(
        carrom("umpire", "none/m.carrom", says=BEGIN, folder=tmp_path)
    )


def test_a_record_is_shown_entry_by_entry(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN + "w\ns @9\nfoul\nundo\nremark hello\noverrule w because seen\nseat\n")

    shown = carrom("record", "show", "m.carrom", folder=tmp_path).stdout
    as_json = json.loads(carrom("record", "show", "m.carrom", "--json", "--at", "6", folder=tmp_path).stdout)

    assert "striker (9 s)\t1 white back, turn passes (3.11 a)" in shown
    assert "taken back to 6" in shown
    assert len(as_json) == 6
    assert (
        as_json[-1]["after"]
        == "black on strike, 9 white, 9 black, queen on board, white has the right to the queen"
    )
    assert as_json[-1]["ruling"]["findings"][0]["laws"] == ["international-a 3.11 a"]


def test_a_record_is_audited_and_its_sheet_printed(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN + "w\ns\n")

    audited = carrom("record", "audit", "m.carrom", folder=tmp_path)
    printed = carrom("record", "sheet", "m.carrom", folder=tmp_path)

    assert (audited.returncode, audited.stdout) == (0, "6 entries, 0 would be ruled differently\n")
    assert "Asha won the toss and took the break" in printed.stdout
    assert json.loads(carrom("record", "audit", "m.carrom", "--json", folder=tmp_path).stdout)["differ"] == []


def test_names_are_erased_from_a_record_that_still_audits(tmp_path: Path) -> None:
    """Into another file; the first is left as it was."""
    umpire(tmp_path, BEGIN + "w\nremark Ben was late\ns\n")
    before = (tmp_path / "m.carrom").read_bytes()

    done = carrom("record", "erase", "m.carrom", "-o", "nameless.carrom", folder=tmp_path)

    assert (done.returncode, done.stdout) == (0, "nameless.carrom: 7 entries without names\n")
    assert (tmp_path / "m.carrom").read_bytes() == before
    nameless = (tmp_path / "nameless.carrom").read_text()
    assert "Asha" not in nameless
    assert "Ben" not in nameless
    assert carrom("record", "audit", "nameless.carrom", folder=tmp_path).returncode == 0


def test_damage_is_said_after_everything_before_it_was_shown(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN + "w\ns\n")
    path = tmp_path / "m.carrom"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:5], lines[5].replace("striker", "strider"), ""]))

    done = carrom("record", "show", str(path))

    assert "turn stays (3.6 a)" in done.stdout
    assert "line 6 was changed" in refusal(done)


@pytest.mark.parametrize(
    ("content", "refused"),
    [
        (None, "there is no such file"),
        (b"", "the file is empty"),
        (b"hello\n", "line 1 is not a complete line"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes | None, refused: str) -> None:
    if content is not None:
        (tmp_path / "m.carrom").write_bytes(content)

    for word in ("show", "sheet", "audit"):
        assert refused in refusal(carrom("record", word, "m.carrom", folder=tmp_path))


def test_an_entry_that_does_not_exist_cannot_be_shown(tmp_path: Path) -> None:
    umpire(tmp_path, BEGIN)

    assert "entries 1 to 4" in refusal(carrom("record", "show", "m.carrom", "--at", "9", folder=tmp_path))


def test_a_change_of_seats_says_why_and_who_goes_where(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN.removesuffix("play\n") + ONE_GAME)

    assert (
        "Change seats (a game is over): Asha to the north and Ben to the south. "
        "Two minutes at most; say 'seats' when it is done.\n" in said
    )


@pytest.mark.parametrize(
    ("choice", "first"),
    [
        ("break", "Ben chooses a seat first, then Asha takes the other and breaks.\n"),
        ("seats", "Asha chooses the seats and sits down first; Ben breaks.\n"),
    ],
)
def test_the_toss_decides_who_chooses_a_seat_first(tmp_path: Path, choice: str, first: str) -> None:
    said = umpire(tmp_path, f"international\nAsha\nBen\ntoss Asha {choice}\nscore\n")

    assert said.count(first) == 2


def test_the_score_shows_games_and_points_of_the_first_side_first(tmp_path: Path) -> None:
    """Ben wins the first game; whoever is on strike, Asha's figures come first."""
    begin = "international\nAsha\nBen\ntoss Ben break\nscore\nseat\n"
    said = umpire(tmp_path, begin + ONE_GAME + "seats\nplay\nscore\n")

    assert said.count("Game 1, board 1: Asha 0 – 0 Ben (games 0 – 0)\n") >= 3
    assert "Game 1 goes to Ben: Asha 0 – 33 Ben.\n" in said
    assert said.endswith("Asha (white) to strike\n> \nThe match is saved in m.carrom.\n")
    assert said.count("Game 2, board 1: Asha 0 – 0 Ben (games 0 – 1)\n") == 4


def level_after_eight(folder: Path) -> None:
    """A match whose eighth board has just ended, with the same points for both."""
    desk = singles()
    desk.now = datetime.now().astimezone() - timedelta(minutes=25)
    for _ in range(4):
        desk.win("first", 1).win("second", 1)
    RecordFile.create(folder / "m.carrom").append(planned(desk.record))


def test_the_score_before_a_ninth_board_shows_games_points_and_protests(tmp_path: Path) -> None:
    level_after_eight(tmp_path)

    said = umpire(tmp_path, "protest Ben\nscore\n")

    score = "Game 1, board 9: Asha 16 – 16 Ben (games 0 – 0)\n"
    assert said.count(f"{score}The protest of Ben (entry 44) is open.\n") == 2


def test_the_end_of_a_match_shows_the_games_of_the_first_side_first(tmp_path: Path) -> None:
    said = umpire(tmp_path, BEGIN + "w\ngive-up Asha left\nprotest Asha\nscore\n")

    assert said.count("Games: Asha 0 – 0 Ben\nBen won the match, 0 – 0 in games (Asha left)\n") == 1
    assert "in games, under protest (Asha left)\nThe protest of Asha (entry 7) is open.\n" in said


def test_a_protest_that_was_not_written_in_time_has_lapsed(tmp_path: Path) -> None:
    """Its board ended long ago, and nothing has been entered since."""
    file = RecordFile.create(tmp_path / "m.carrom")
    file.append(planned(singles().win("first", 1).ask("protest", side="second").record))

    said = umpire(tmp_path, "score\nlog\nsheet\n")

    assert "The protest of Ben (entry 9) has lapsed: it was not written in time.\n" in said
    assert "is open." not in said
    log, _, sheet = said.partition("> log\n")[2].partition("> sheet\n")
    assert "\tBen protests against: stroke 4 of board 1.\tlapsed: not written in time\n" in log
    assert "lapsed: not" in sheet
    assert "not decided yet" not in sheet


@pytest.mark.parametrize("typed", ["toss Ben", "toss Ben break"])
def test_the_break_of_a_ninth_board_is_tossed_for(tmp_path: Path, typed: str) -> None:
    level_after_eight(tmp_path)

    said = umpire(tmp_path, f"{typed}\n")

    assert "say who breaks: toss NAME break\n" in said
    assert "Ben breaks when you say: play" in said


def test_no_seats_are_tossed_for_before_a_ninth_board(tmp_path: Path) -> None:
    level_after_eight(tmp_path)

    said = umpire(tmp_path, "toss Ben seats\n")

    assert (
        "  no: before a ninth board only the break is tossed for (international-a 3.7 e); "
        "say: toss NAME break\n" in said
    )
    assert load(tmp_path / "m.carrom").state.match.stage == TO_TOSS_AGAIN


def test_one_of_several_protests_is_named_by_its_entry(tmp_path: Path) -> None:
    said = umpire(
        tmp_path,
        BEGIN
        + "w\nprotest Ben\nnothing\nprotest Asha\nprotest written 3.6 a: it lay on the edge\n"
        + "protest 6 written 3.6 a: it lay on the edge\nprotest 8 written 3.6 a: it fell later\n"
        + "protest 8 refused seen\nscore\n",
    )

    assert "The protest of Ben (entry 6) is open.\nThe protest of Asha (entry 8) is open.\n" in said
    assert "several protests are open: name the entry in which it was spoken (6, 8)" in said
    score = said.rpartition("> score\n")[2]
    assert "The protest of Ben (entry 6) is open.\n" in score
    assert "Asha (entry 8)" not in score
    written = [each for each in load(tmp_path / "m.carrom").state.protests if each.written]
    assert [(each.entry, each.written, each.upheld) for each in written] == [
        (6, "it lay on the edge", None),
        (8, "it fell later", False),
    ]
