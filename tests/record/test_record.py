"""The record: it replays, undoes, is overruled and protested against, and survives on disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.says import incident, law, standing, stroke

from carrom import INTERNATIONAL_A
from carrom.errors import CarromError, NotNow, RecordError
from carrom.record import Entry, Record, RecordFile, audit, decode, encode, fold, load, rule_on, sheet, states
from carrom.record.entries import (
    Begun,
    CameLate,
    CoinPlaced,
    Event,
    Happened,
    Overruled,
    PlayCalled,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    Seated,
    SeatsChanged,
    StrikerChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialPlayed,
    UmpireAsked,
)
from carrom.record.fold import last_play
from carrom.rules import judge
from carrom.rules.match import IN_PLAY, OVER, TO_TOSS
from carrom.rules.ruling import Finding, Ruling, StandsAs, TurnPasses
from carrom.rules.standing import CoveredBy, Waiting
from carrom.stroke import Incident
from carrom.words import BLACK, WHITE, Coin, Seat, Side

SINGLES = (
    Begun("international-a", ("Asha",), ("Ben",), "Club cup", "Chan"),
    Tossed(Side.FIRST, "break"),
    Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))),
    PlayCalled(),
)


def record(*events: Event) -> Record:
    kept = Record()
    for event in events:
        kept.enter(event)
    return kept


def struck(kept: Record, text: str, at: str | None = None) -> None:
    kept.enter(rule_on(kept.state, stroke(text)), at)


def happened(kept: Record, text: str, at: str | None = None) -> None:
    kept.enter(rule_on(kept.state, incident(text)), at)


def opened() -> Record:
    return record(*SINGLES)


def win_quickly(kept: Record) -> None:
    """The side on strike wins the board: a coin, the queen, her cover, then all the rest in one stroke."""
    ended = kept.state.match.boards_ended
    while kept.state.match.boards_ended == ended:
        board = kept.state.match.standing
        assert board is not None
        own, left = str(board.on_strike), board.coins.of(board.on_strike)
        covered = isinstance(board.queen, CoveredBy)
        if left == 9 or isinstance(board.queen, Waiting):
            struck(kept, own)
        else:
            struck(kept, " ".join([own] * left) if covered else "queen")


def test_the_state_after_any_entry_is_the_fold_of_the_entries_up_to_it() -> None:
    kept = opened()
    for text in ("w", "q", "w", "s"):
        struck(kept, text)

    for number in range(1, len(kept.entries) + 1):
        assert fold(kept.entries[:number]) == kept.states[number - 1]


def test_an_entry_keeps_the_ruling_as_it_was_given() -> None:
    """A ruling that no law would give today is still followed; the audit lists it."""
    kept = opened()
    odd = Ruling((Finding(INTERNATIONAL_A.strokes[-1].laws, "nothing", (TurnPasses(BLACK),)),))
    kept.enter(Struck(stroke("w"), odd))

    assert kept.state.match.on_strike == "Ben"
    (difference,) = audit(kept.entries)
    assert difference.entry == 5
    assert difference.given == odd
    assert difference.now == judge(
        kept.states[3].match.standing or standing(""), stroke("w"), INTERNATIONAL_A
    )


def test_an_audit_says_when_an_entry_could_not_be_judged_at_all() -> None:
    kept = opened()
    struck(kept, "w")
    entry = kept.entries[-1]
    assert isinstance(entry.event, Struck)
    kept.entries[-1] = Entry(entry.seq, Happened(incident("abandon black"), entry.event.ruling))
    (difference,) = audit(kept.entries)
    assert "only the side on strike" in str(difference.now)


def test_a_take_back_folds_the_match_as_it_was() -> None:
    kept = opened()
    struck(kept, "w")
    before = kept.state.match
    struck(kept, "s")

    kept.enter(TakenBack(5))

    assert kept.state.match == before
    assert kept.state.stands == 5
    struck(kept, "w")
    assert kept.state.match.standing is not None
    assert kept.state.match.standing.coins.white == 7


def test_taking_back_again_and_again_goes_back_step_by_step() -> None:
    kept = opened()
    for text in ("w", "w", "w"):
        struck(kept, text)

    for coins in (7, 8, 9):
        last = last_play(kept.states, kept.entries)
        assert last is not None
        kept.enter(TakenBack(last - 1))
        assert kept.state.match.standing is not None
        assert kept.state.match.standing.coins.white == coins


def test_a_remark_is_passed_over_by_undo_and_kept() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(Remarked("lamp flickered"))

    last = last_play(kept.states, kept.entries)
    assert last == 5
    kept.enter(TakenBack(4))

    assert kept.state.remarks == ((6, "lamp flickered"),)


@pytest.mark.parametrize("to", [0, -1, 6, 99])
def test_nothing_can_be_taken_back_to_an_entry_that_does_not_exist(to: int) -> None:
    kept = opened()
    with pytest.raises(RecordError, match="does not exist"):
        kept.enter(TakenBack(to))


def test_a_call_is_overruled_by_the_right_facts() -> None:
    kept = opened()
    struck(kept, "w")
    struck(kept, "nothing")
    right = stroke("w")
    before = kept.states[4]
    kept.enter(Overruled(6, rule_on(before, right).ruling, right, "the coin had fallen"))

    assert kept.state.match.on_strike == "Asha"
    assert kept.state.match.standing is not None
    assert kept.state.match.standing.coins.white == 7
    assert audit(kept.entries) == []


def test_a_call_is_overruled_by_hand() -> None:
    kept = opened()
    struck(kept, "w")
    line = "black on strike, 5 white, 5 black, queen covered by white"
    by_hand = Ruling((Finding((), "by-hand", (StandsAs(standing(line)),)),))

    kept.enter(Overruled(5, by_hand))

    assert str(kept.state.match.standing) == line
    assert kept.state.match.on_strike == "Ben"
    assert audit(kept.entries) == []


def test_only_the_last_call_of_the_running_board_can_be_overruled() -> None:
    kept = opened()
    struck(kept, "w")
    struck(kept, "w")
    ruling = rule_on(kept.states[3], stroke("b")).ruling

    with pytest.raises(RecordError, match="last call"):
        kept.enter(Overruled(5, ruling))
    win_quickly(kept)
    kept.enter(PlayCalled())
    with pytest.raises(RecordError, match="that is entry none"):
        kept.enter(Overruled(len(kept.entries) - 1, ruling))


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_goes_from_spoken_to_decided() -> None:
    kept = opened()
    struck(kept, "w")

    kept.enter(ProtestSpoken(Side.SECOND, 5))
    assert kept.state.protest is not None
    with pytest.raises(RecordError, match="open already"):
        kept.enter(ProtestSpoken(Side.FIRST, 5))
    with pytest.raises(RecordError, match="only a written protest"):
        kept.enter(ProtestDecided(True))
    with pytest.raises(RecordError, match="no paragraph"):
        kept.enter(ProtestWritten("the coin was touched", "international-a 9.9"))
    kept.enter(ProtestWritten("the coin was touched", "international-a 3.11 n"))
    with pytest.raises(RecordError, match="written once"):
        kept.enter(ProtestWritten("again", "international-a 3.11 n"))
    struck(kept, "w")
    kept.enter(ProtestDecided(False))

    assert kept.state.protest is None
    assert kept.state.match.stage == IN_PLAY


@law("international-a 4.3", "international-b 4.3")
def test_an_upheld_protest_replays_the_match_and_a_spoken_one_survives_undo() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(ProtestSpoken(Side.SECOND, 5))
    kept.enter(TakenBack(4))
    assert kept.state.protest is not None

    kept.enter(ProtestWritten("facts", "international-a 3.6 a"))
    kept.enter(ProtestDecided(True))

    assert kept.state.match.stage == TO_TOSS
    assert kept.state.match.replays == 1
    kept.enter(Tossed(Side.SECOND, "break"))


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_is_written_within_fifteen_minutes_of_the_end_of_the_board() -> None:
    kept = opened()
    for text in ("w", "q", "w"):
        struck(kept, text)
    kept.enter(rule_on(kept.state, stroke("w w w w w w w")), "2026-05-01T10:00:00+02:00")
    kept.enter(ProtestSpoken(Side.SECOND, 8))

    with pytest.raises(RecordError, match="had to be written by 2026-05-01T10:15"):
        kept.enter(ProtestWritten("facts", "international-a 3.7 b"), "2026-05-01T10:15:01+02:00")
    kept.enter(ProtestWritten("facts", "international-a 3.7 b"), "2026-05-01T10:15:00+02:00")


def test_a_protest_is_spoken_about_the_last_call() -> None:
    kept = opened()
    struck(kept, "w")
    struck(kept, "w")

    with pytest.raises(RecordError, match="spoken at once"):
        kept.enter(ProtestSpoken(Side.SECOND, 5))


@law("international-a 4 g", "international-b 4 g")
def test_nobody_strikes_while_a_request_is_pending() -> None:
    kept = opened()
    struck(kept, "w")
    kept.enter(UmpireAsked(Side.SECOND))

    with pytest.raises(RecordError, match="Ben asked the umpire"):
        struck(kept, "w")
    with pytest.raises(RecordError, match="only the other side"):
        happened(kept, "ignored-request black")
    kept.enter(PlayCalled())
    struck(kept, "w")
    kept.enter(UmpireAsked(Side.SECOND))
    happened(kept, "ignored-request white")

    assert kept.state.match.boards[0].winner is Side.SECOND
    assert kept.state.request is None


def test_an_ignored_request_needs_a_request() -> None:
    kept = opened()
    with pytest.raises(RecordError, match="only the other side"):
        happened(kept, "ignored-request white")
    with pytest.raises(RecordError, match="one at a time"):
        record(*SINGLES[:3], UmpireAsked(Side.FIRST))


@law("international-a 4 e", "international-b 4 e")
def test_a_striker_is_changed_once_between_boards_and_then_only_back() -> None:
    kept = record(*SINGLES[:3])
    kept.enter(StrikerChanged("Asha"))
    kept.enter(StrikerChanged("Asha"))

    with pytest.raises(RecordError, match="must keep it"):
        kept.enter(StrikerChanged("Asha"))
    kept.enter(PlayCalled())
    with pytest.raises(RecordError, match="between boards"):
        kept.enter(StrikerChanged("Ben"))
    with pytest.raises(RecordError, match="does not play here"):
        kept.enter(StrikerChanged("Zoe"))


@law("international-a 4 k", "international-b 4 l", "international-a 4.2 h", "international-b 4.2 h")
@pytest.mark.parametrize(("book", "paragraph"), [("international-a", "4 k"), ("international-b", "4 l")])
def test_disturbing_the_opponent_is_counted(book: str, paragraph: str) -> None:
    """Three are technical fouls; the fourth is a ground for disqualification, which the umpire may use."""
    kept = record(Begun(book, ("Asha",), ("Ben",)), *SINGLES[1:])
    for _ in range(4):
        happened(kept, f"technical-foul black {paragraph}")
    happened(kept, "technical-foul black 4 a")

    assert kept.state.distractions(Side.SECOND) == 4
    assert kept.state.distractions(Side.FIRST) == 0
    happened(kept, "disqualified black h")
    assert kept.state.match.winner is Side.FIRST


def test_coins_are_placed_one_by_one() -> None:
    kept = opened()
    struck(kept, "w w")
    struck(kept, "s w")
    assert kept.state.match.to_place == (2, 0)

    kept.enter(CoinPlaced(Coin.WHITE, 0.05, 0.01))
    kept.enter(CoinPlaced(Coin.WHITE))
    kept.enter(CoinPlaced(Coin.QUEEN))

    assert kept.state.match.to_place == (0, 0)
    with pytest.raises(RecordError, match="no white coin is to be placed"):
        kept.enter(CoinPlaced(Coin.WHITE))


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ((Tossed(Side.FIRST, "break"),), "begins with who plays"),
        ((SINGLES[0], SINGLES[0]), "begun already"),
        ((SINGLES[0], PlayCalled()), "entry 2: this belongs to a match that is to-play"),
        ((*SINGLES, Tossed(Side.FIRST, "break")), "entry 5"),
        ((*SINGLES, SeatsChanged()), "between boards"),
        ((*SINGLES, TossedAgain("Ben")), "entry 5"),
        ((*SINGLES[:2], CameLate(Side.SECOND), TrialPlayed(Side.SECOND)), "late"),
        ((Begun("icf", ("Asha",), ("Ben",)),), "no rulebook is called 'icf'"),
    ],
)
def test_an_entry_out_of_place_is_refused_with_its_number(events: tuple[Event, ...], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        record(*events)


def test_entries_are_numbered_without_gaps() -> None:
    with pytest.raises(RecordError, match="entry 3 stands where 2 is due"):
        states([Entry(1, SINGLES[0]), Entry(3, SINGLES[1])])
    with pytest.raises(RecordError, match="the record is empty"):
        fold([])


def test_a_stroke_is_refused_before_play_and_after_the_match() -> None:
    kept = record(*SINGLES[:3])
    with pytest.raises(NotNow, match="has not said Play"):
        rule_on(kept.state, stroke("w"))
    with pytest.raises(RecordError, match="has not said Play"):
        kept.enter(Struck(stroke("w"), Ruling(())))
    happened(kept, "disqualified white a")
    assert kept.state.match.stage == OVER
    with pytest.raises(NotNow, match="match is over"):
        rule_on(kept.state, stroke("w"))


EVERY_EVENT: tuple[Event, ...] = (
    *SINGLES,
    TossedAgain("Ben"),
    TrialPlayed(Side.FIRST),
    CameLate(Side.SECOND),
    Struck(
        stroke("w q s off b improper"),
        judge(standing("white on strike, 5 white, 5 black"), stroke("s"), INTERNATIONAL_A),
        12.5,
    ),
    Struck(stroke("nothing on-edge stacked"), Ruling(())),
    Happened(
        Incident("foul", WHITE, "4 a"),
        judge(standing("white on strike, 5 white, 5 black"), incident("foul white 4 a"), INTERNATIONAL_A),
    ),
    Happened(Incident("wrong-colour-placed", BLACK, noticed=False), Ruling(())),
    Happened(Incident("disqualified", BLACK, ground="c"), Ruling(())),
    Happened(Incident("three-passes"), Ruling(())),
    CoinPlaced(Coin.BLACK, 0.1, -0.2),
    CoinPlaced(Coin.QUEEN, seconds=9.5),
    SeatsChanged(),
    SeatsChanged(95.0),
    StrikerChanged("Asha"),
    UmpireAsked(Side.FIRST, "is the striker fair?"),
    Remarked("ligne à l'œil nu — «ok»"),
    TakenBack(3),
    Overruled(
        3,
        Ruling((Finding((), "by-hand", (StandsAs(standing("white on strike, 5 white, 5 black")),)),)),
        None,
        "typing",
    ),
    Overruled(3, Ruling(()), stroke("w")),
    Overruled(3, Ruling(()), incident("foul white")),
    ProtestSpoken(Side.SECOND, 4),
    ProtestWritten("facts", "international-a 4.3"),
    ProtestDecided(True, "so ruled"),
)


@pytest.mark.parametrize("event", EVERY_EVENT, ids=lambda event: type(event).__name__)
def test_every_entry_survives_being_written_and_read(event: Event) -> None:
    for at in (None, "2026-05-01T10:00:00+02:00"):
        entry = Entry(7, event, at)

        line = encode(entry, "before")

        assert decode(line, 7, "before")[0] == entry
        assert "\n" not in line


def kept_on_disk(tmp_path: Path) -> RecordFile:
    file = RecordFile.create(tmp_path / "match.carrom")
    for event in SINGLES:
        file.enter(event)
    for text in ("w", "q", "w"):
        file.enter(rule_on(file.state, stroke(text)))
    return file


def test_a_record_on_disk_is_read_back_whole(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)

    again = load(file.path)

    assert again.entries == file.record.entries
    assert again.states == file.record.states
    assert (again.damage, again.torn) == (None, False)
    assert json.loads(file.path.read_text().splitlines()[4])["ruling"]["says"] == "turn stays (3.6 a)"


def test_a_new_record_never_overwrites_a_file(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)

    with pytest.raises(FileExistsError):
        RecordFile.create(file.path)
    assert len(load(file.path).entries) == 7


def test_a_record_cut_anywhere_keeps_every_whole_line(tmp_path: Path) -> None:
    """Whatever byte the power failed at: whole lines stay, a torn one is recognised and cut off."""
    file = kept_on_disk(tmp_path)
    whole = file.path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == 10]

    for cut in range(ends[1], len(whole), 7):
        file.path.write_bytes(whole[:cut])
        record_ = load(file.path)
        assert len(record_.entries) == sum(end <= cut for end in ends)
        assert record_.torn == (cut not in ends)
        if record_.torn:
            assert record_.damage is not None
            assert record_.damage.line == len(record_.entries) + 1
            again = RecordFile.open(file.path)
            again.enter(Remarked("goes on"))
            assert load(file.path).damage is None


@pytest.mark.parametrize(
    ("line", "damage", "says"),
    [
        (3, lambda text: text.replace("Ben", "Zen"), "its checksum is wrong"),
        (5, lambda text: text[: len(text) // 2], "not a whole line of JSON"),
        (2, lambda text: "[]", "no entry of a match record"),
        (4, lambda text: text.replace('"v": 1', '"v": 2'), "of version 2"),
        (6, lambda text: "", "not a whole line of JSON"),
    ],
)
def test_damage_is_reported_at_its_line_and_everything_before_is_kept(
    tmp_path: Path, line: int, damage: object, says: str
) -> None:
    file = kept_on_disk(tmp_path)
    lines = file.path.read_text().split("\n")
    assert callable(damage)
    lines[line - 1] = damage(lines[line - 1])
    file.path.write_text("\n".join(lines))
    broken = file.path.read_bytes()

    record_ = load(file.path)

    assert record_.damage is not None
    assert record_.damage.line == line
    assert says in str(record_.damage)
    assert len(record_.entries) == line - 1
    with pytest.raises(RecordError, match=f"the {line - 1} entries before it are sound"):
        RecordFile.open(file.path)
    assert file.path.read_bytes() == broken


def test_a_line_left_out_shows(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)
    lines = file.path.read_text().splitlines()
    file.path.write_text("\n".join([*lines[:4], *lines[5:], ""]))

    assert load(file.path).damage is not None
    assert len(load(file.path).entries) == 4


def test_an_unknown_field_or_value_in_a_sound_line_is_damage(tmp_path: Path) -> None:
    from carrom.record.codec import checksum

    for changed in ({"kind": "danced"}, {"winner": "third"}, {"extra": 1}, {"choice": 3}, {"seq": "2"}):
        line: dict[str, object] = {"v": 1, "seq": 2, "kind": "tossed", "winner": "first", "choice": "break"}
        line |= changed
        line["sum"] = checksum(line, "")
        with pytest.raises(RecordError, match="line 2 cannot be read as an entry"):
            decode(json.dumps(line), 2)


def test_a_refused_entry_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = kept_on_disk(tmp_path)
    before = file.path.read_bytes()

    with pytest.raises(CarromError):
        file.enter(TossedAgain("Ben"))

    assert file.path.read_bytes() == before
    assert len(file.record.entries) == 7


def test_two_writers_cannot_tear_each_others_record(tmp_path: Path) -> None:
    first = kept_on_disk(tmp_path)
    second = RecordFile.open(first.path)
    first.enter(Remarked("first"))

    with pytest.raises(RecordError, match="somebody else"):
        second.enter(Remarked("second"))
    assert len(load(first.path).entries) == 8


def test_what_was_acknowledged_survives_being_killed(tmp_path: Path) -> None:
    """A writer is killed in the middle of writing; every entry it acknowledged is there."""
    path = tmp_path / "killed.carrom"
    program = (
        "import sys\nfrom pathlib import Path\nfrom carrom.record import RecordFile\n"
        "from carrom.record.entries import Begun, Remarked\n"
        "file = RecordFile.create(Path(sys.argv[1]))\n"
        "file.enter(Begun('family', ('Asha',), ('Ben',)))\n"
        "while True:\n    file.enter(Remarked('x' * 500))\n    print(len(file.record.entries), flush=True)\n"
    )
    writer = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    time.sleep(0.8)
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged = [int(line) for line in writer.stdout.read().splitlines() if line]
    writer.wait()
    writer.stdout.close()

    record_ = load(path)

    assert acknowledged
    assert len(record_.entries) >= acknowledged[-1]
    assert record_.damage is None or record_.torn


def test_the_score_sheet_of_a_whole_match() -> None:
    kept = opened()
    kept.enter(Remarked("new powder"))
    struck(kept, "w")
    happened(kept, "technical-foul black 4 a")
    win_quickly(kept)
    while kept.state.match.stage != OVER:
        if kept.state.match.change_seats:
            kept.enter(SeatsChanged())
        kept.enter(PlayCalled())
        win_quickly(kept)

    text = sheet(kept.state)

    assert "Club cup" in text
    assert "Asha won the toss and took the break" in text
    assert "Game 1" in text
    assert "new powder" in text
    assert "technical-foul" in text
    assert "won the match" in text
    assert audit(kept.entries) == []
    french = sheet(kept.state, "fr")
    assert "gagne le match" in french
    assert "tirage au sort" in french
