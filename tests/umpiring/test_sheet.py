"""The score sheet says what the record says: of any match, on the page as in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.record.whole_matches import WholeMatches, rarely, sides
from tests.says import law
from tests.umpiring.scripted import Desk, doubles, eventful_match, longest_match, singles

from carrom.equipment import STANDARD
from carrom.errors import NotNow
from carrom.i18n import LANGUAGES, t
from carrom.parts import Score
from carrom.record import Record, rule_on
from carrom.record.entries import Begun, GaveUp, PointsSet, ProtestDecided, Remarked, Simulated
from carrom.record.fold import State
from carrom.rules.match import OVER, Boards
from carrom.stroke import StrokeReport
from carrom.umpiring import match_view, score_sheet, to_json
from carrom.umpiring.sheet import sheet_csv, sheet_txt, sheet_words
from carrom.umpiring.sheet.model import Sheet, SheetBoard, SheetGame
from carrom.words import Side


def shown_state(record: Record) -> State:
    """The state a sheet shows: after an upheld protest the one protested against, until the new toss."""
    upheld = [e.seq for e in record.entries if isinstance(e.event, ProtestDecided) and e.event.upheld]
    closed = bool(upheld) and record.state.match.stage == "to-toss"
    return record.states[upheld[-1] - 2] if closed else record.state


def each(first: int, second: int) -> Score:
    return Score(first, second)


def check(record: Record) -> Sheet:
    """Every figure of a sheet against the folded record."""
    made, state = score_sheet(record), shown_state(record)
    match = state.match
    ended = [(game.boards, game.winner, game) for game in match.games]
    assert [game.winner for game in made.games if game.winner] == [winner.value for _, winner, _ in ended]
    for (boards, _, score), game in zip(ended, made.games, strict=False):
        check_game(game, boards, each(score.points(Side.FIRST), score.points(Side.SECOND)))
    running = each(match.points(Side.FIRST), match.points(Side.SECOND))
    if match.boards:
        check_game(made.games[-1], match.boards, running)
    assert sum(len(game.boards) for game in made.games) == match.boards_ended
    assert made.result.winner == (
        None if match.winner is None or match.replays != record.state.match.replays else match.winner.value
    )
    assert made.result.games == each(match.games_won(Side.FIRST), match.games_won(Side.SECOND))
    assert made.result.points == running
    assert [(f.entry, f.game, f.board, f.kind, f.laws) for f in made.fouls] == [
        (f.entry, f.game, f.board, f.kind, f.laws) for f in state.fouls
    ]
    assert [f.side for f in made.fouls] == [None if f.side is None else f.side.value for f in state.fouls]
    overruled = {change.entry for change in made.changes if change.kind in ("overruled", "by-hand")}
    assert overruled == set(state.overruled)
    check_dues(made, record, state)
    check_said(made, record)
    assert json.loads(json.dumps(to_json(made, "en")))["v"] == len(record.entries)
    return made


def check_game(game: SheetGame, boards: Boards, points: Score) -> None:
    assert len(game.boards) == len(boards)
    total = each(0, 0)
    for at, (row, board) in enumerate(zip(game.boards, boards, strict=True)):
        number = 1 + sum(not played.void for played in boards[:at])
        assert (row.number, row.breaker, row.white) == (number, board.breaker, board.white.value)
        assert row.queen == (None if board.queen is None else board.queen.value)
        assert (row.left.white, row.left.black) == board.coins_left
        assert row.winner == (None if board.winner is None else board.winner.value)
        assert (row.points, row.of) == (board.points, board.of)
        assert (row.began, row.ended) == (board.began_at, board.ended_at)
        total = added(total, row)
        assert row.total == total
    if game.winner is not None:
        assert game.points == total
    assert game.points == points


def added(total: Score, row: SheetBoard) -> Score:
    won = Counter({row.winner: row.points})
    return each(
        total.first + won["first"] + row.by_hand.first, total.second + won["second"] + row.by_hand.second
    )


def check_dues(made: Sheet, record: Record, state: State) -> None:
    """All that was owed more or less on a board is what was owed at its end, or is owed now."""
    owed: Counter[tuple[int, str]] = Counter()
    for due in made.dues:
        board_at = record.states[due.entry - 2].match.boards_ended
        owed[board_at, due.side] += due.change
        assert owed[board_at, due.side] == due.due
    for at, row in enumerate(row for game in made.games for row in game.boards):
        for side in Side:
            assert owed.pop((at, side.value), 0) == getattr(row.due, side.value)
    board, match = state.match.standing, state.match
    if board is not None:
        for side in Side:
            assert owed.pop((match.boards_ended, side.value), 0) == board.due.of(match.colour_of(side))


def check_said(made: Sheet, record: Record) -> None:
    """Remarks and protests stay said, whatever was taken back."""
    state = record.state
    assert [(remark.entry, remark.text) for remark in made.remarks] == list(state.remarks)
    assert [(p.side, p.about, p.facts, p.paragraph, p.upheld) for p in made.protests] == [
        (p.side.value, p.about, p.written or "", p.paragraph or "", p.upheld) for p in state.protests
    ]


class SheetsOfMatches(WholeMatches):
    """Whole matches by chance, also with points set by hand and matches given up: the sheet agrees."""

    @precondition(lambda self: self.match.standing is not None)
    @rule(first=st.integers(0, 24), second=st.integers(0, 24), rare=rarely)
    def set_points(self, first: int, second: int, rare: bool) -> None:
        if rare and max(first, second) < self.match.book.match.game_points:
            self.enter(PointsSet(first, second, "counted again"))

    @precondition(lambda self: self.match.stage != OVER)
    @rule(
        side=sides,
        why=st.sampled_from(["resigned", "left", "retired", "walkover"]),
        rare=rarely,
        really=rarely,
    )
    def give_up(self, side: Side, why: str, rare: bool, really: bool) -> None:
        if rare and really:
            self.enter(GaveUp(side, why))

    def teardown(self) -> None:
        if self.record.entries:
            check(self.record)


TestSheetsOfMatches = SheetsOfMatches.TestCase
TestSheetsOfMatches.settings = settings(stateful_step_count=60)


def test_a_match_of_three_games_and_27_boards_stands_on_the_sheet_board_by_board() -> None:
    """Nine boards a game: the ninth is tossed for and decides."""
    made = check(longest_match().record)

    assert [len(game.boards) for game in made.games] == [9, 9, 9]
    assert [(game.winner, game.points) for game in made.games] == [
        ("first", each(22, 16)),
        ("second", each(16, 22)),
        ("first", each(22, 16)),
    ]
    assert all(
        game.ninth and [row.tossed for row in game.boards] == [False] * 8 + [True] for game in made.games
    )
    assert [row.breaker for row in made.games[0].boards[:5]] == ["Asha", "Ben", "Chan", "Dora", "Asha"]
    assert (made.result.how, made.result.winner, made.result.games) == ("won", "first", each(2, 1))
    assert (made.event, made.round, made.number, made.place) == (
        "Open of the Loire",
        "Final",
        "27",
        "Board 4",
    )
    assert [player.seat for player in made.players] == ["south", "north", "east", "west"]
    assert made.ended == made.games[-1].boards[-1].ended


def test_a_match_in_which_everything_happened_has_everything_on_its_sheet() -> None:
    """Toss and trials, dues at a board's end, what was decided anew and why, the protest's times."""
    desk = eventful_match()
    made = check(desk.record)

    assert [(player.name, player.club, player.approved) for player in made.players] == [
        ("Asha", "Carrom Club de Lyon", True),
        ("Ben", 'The "Red Queens", Ghent', True),
    ]
    assert made.toss is not None
    assert (made.toss.winner, made.toss.choice) == ("second", "seats")
    assert [(trial.side, trial.what) for trial in made.trials] == [("first", "played"), ("second", "late")]
    assert made.games[0].boards[0].due == each(0, 2)
    assert [(each.player, each.breach) for each in made.improper] == [("Ben", "international-a 3.2 h")]
    assert [(change.kind, change.reason) for change in made.changes] == [
        ("overruled", "only one had fallen"),
        ("corrected", "three fell"),
        ("undone", "tapped twice"),
        ("points", "the first board was added up wrongly"),
    ]
    overruled, corrected, _, points = made.changes
    assert overruled.facts_was is not None
    assert overruled.facts_now is not None
    assert (overruled.facts_was.pocketed, overruled.facts_now.pocketed) == (("black", "black"), ("black",))
    assert corrected.facts_now is not None
    assert corrected.facts_now.pocketed == ("white", "white", "white")
    assert (points.points_was, points.points_now) == (each(12, 0), each(13, 0))
    assert made.undone == 1
    assert [(change.player, change.change) for change in made.strikers] == [("Ben", 1)]
    (protest,) = made.protests
    assert (protest.game, protest.board, protest.upheld, protest.reason) == (
        1,
        2,
        False,
        "three people saw it fall",
    )
    times = {entry.seq: entry.at for entry in desk.record.entries}
    spoken, written, decided = (protest.about + 1, protest.about + 9, protest.about + 10)
    assert (protest.spoken, protest.written, protest.decided) == (
        times[spoken],
        times[written],
        times[decided],
    )


def test_points_set_by_hand_are_told_apart_from_those_of_the_boards() -> None:
    """The running total after the next board holds both."""
    desk = singles().win("first", 2)
    desk.ask("set-points", first=7, second=1, reason="added up wrongly")
    made = check(desk.win("second", 3).record)

    first, second = made.games[0].boards
    assert (first.total, second.by_hand, second.total) == (each(5, 0), each(2, 1), each(7, 7))


def test_a_call_that_ends_a_board_and_is_overruled_leaves_one_board_on_the_sheet() -> None:
    """The board's last call was wrong: the board went on and ended otherwise."""
    desk = singles().play().stroke("white").stroke("queen").stroke("white").stroke(*["white"] * 7)
    desk.ask("overrule", reason="one hung in the pocket", stroke={"pocketed": ["white"] * 6})
    desk.stroke("white")
    made = check(desk.record)

    assert [row.points for row in made.games[0].boards] == [12]
    assert made.games[0].boards[0].ended == desk.record.entries[-1].at


def test_a_board_ended_by_hand_counts_as_the_umpire_said() -> None:
    desk = singles().play().stroke("white").stroke()
    desk.ask("overrule", reason="agreed by both", by_hand={"winner": "black", "points": 4, "queen": "black"})
    made = check(desk.record)

    (row,) = made.games[0].boards
    assert (row.winner, row.points, row.queen) == ("second", 4, "second")
    assert [change.kind for change in made.changes] == ["by-hand"]


def test_a_board_that_was_set_by_hand_is_told_in_french_too() -> None:
    desk = singles().play().stroke()
    desk.ask("overrule", reason="x", by_hand={"board": {"on_strike": "white", "white": 3, "black": 5}})
    english, french = (sheet_csv(score_sheet(desk.record), lang) for lang in ("en", "fr"))

    assert "on strike" in english
    assert "on strike" not in french


@law("international-a 4 p")
def test_a_void_board_has_its_own_row_and_is_played_again_under_its_number() -> None:
    desk = singles().play().stroke("white")
    for _ in range(6):
        desk.stroke(touched=False)
    made = check(desk.win("first", 1).record)

    void, row = made.games[0].boards
    assert (void.winner, void.points, void.total) == (None, 0, each(0, 0))
    assert (void.number, row.number, row.breaker, row.total) == (1, 1, "Asha", each(4, 0))
    assert match_view(desk.record, lines=0).board_number == 2


@pytest.mark.parametrize("why", ["resigned", "left", "retired"])
def test_a_match_given_up_says_how(why: str) -> None:
    """The boards played stay on the sheet, in a game that nobody has won."""
    desk = singles().win("first", 1).play().ask("give-up", side="first", why=why)
    made = check(desk.record)

    assert (made.result.how, made.result.winner) == (why, "second")
    assert [game.winner for game in made.games] == [None]
    assert made.ended == desk.record.entries[-1].at


def test_a_walkover_is_a_result_without_a_game() -> None:
    desk = Desk().ask("begin", rulebook="international", first=["Asha"], second=["Ben"])
    made = check(desk.ask("give-up", side="second", why="walkover").record)

    assert (made.result.how, made.result.winner, made.games) == ("walkover", "first", ())


def test_a_disqualification_names_its_ground() -> None:
    desk = singles().play().stroke("white")
    made = check(desk.ask("incident", kind="disqualified", by="black", ground="c").record)

    assert (made.result.how, made.result.winner) == ("disqualified", "first")
    assert [(foul.kind, foul.ground) for foul in made.fouls] == [("disqualified", "c")]


def test_an_upheld_protest_leaves_the_sheet_of_the_match_protested_against() -> None:
    """Its boards stay, its result does not: the match is played again."""
    desk = singles().win("first", 1).play().stroke("striker").ask("protest", side="first")
    desk.ask("write-protest", facts="it had not fallen", paragraph="3.11 a").ask(
        "decide-protest", upheld=True
    )
    made = check(desk.record)

    assert (made.result.how, made.result.winner) == ("replayed", None)
    assert [row.points for row in made.games[0].boards] == [4]
    assert [protest.upheld for protest in made.protests] == [True]


def test_the_match_that_replays_another_names_it() -> None:
    record = Record()
    record.enter(Begun("international-a", ("Asha",), ("Ben",), replay_of="m-17"))

    assert score_sheet(record).replay_of == "m-17"


def test_a_correction_that_strikes_an_entry_out_says_what_no_longer_fitted() -> None:
    """The stroke had not happened; of what followed, what fits stays."""
    desk = singles().play().stroke("white")
    wrong = desk.last
    desk.stroke("queen").stroke("white").stroke()
    desk.ask("correct", entry=wrong, reason="it was a trial", drop=True)
    made = check(desk.record)

    (change,) = made.changes
    assert (change.kind, change.entry, change.reason) == ("struck-out", wrong, "it was a trial")
    assert (change.was is not None, change.now) == (True, None)
    assert change.count == 3 - len(desk.record.entries[change.by :])


def test_what_was_corrected_and_later_judged_again_is_still_told() -> None:
    """A second correction goes back before the first; the sheet shows both."""
    desk = singles().play().stroke("white")
    first = desk.last
    desk.stroke("white", "white")
    second = desk.last
    desk.stroke()
    desk.ask("correct", entry=second, reason="one only", stroke={"pocketed": ["white"]})
    desk.ask("correct", entry=first, reason="two fell", stroke={"pocketed": ["white", "white"]})
    made = check(desk.record)

    assert [(change.kind, change.entry, change.reason) for change in made.changes] == [
        ("corrected", second, "one only"),
        ("corrected", first, "two fell"),
    ]


def two_strokes_of_one_second() -> tuple[Desk, int]:
    """A stroke, and another that was entered in the same second."""
    desk = singles().play().stroke("white")
    wrong, at = desk.last, desk.record.entries[-1].at
    desk.record.enter(rule_on(desk.record.state, StrokeReport(white=2)), at)
    return desk, wrong


@pytest.mark.parametrize("fell", [2, 3])
def test_what_was_corrected_is_not_taken_for_what_followed_in_the_same_second(fell: int) -> None:
    """Entries of one time are told apart by what they say, and by how many there are."""
    desk, wrong = two_strokes_of_one_second()
    desk.ask("correct", entry=wrong, reason="it was more", stroke={"pocketed": ["white"] * fell})
    (change,) = score_sheet(desk.record).changes

    assert change.kind == "corrected"
    assert change.facts_now is not None
    assert change.facts_now.pocketed == ("white",) * fell


def test_what_followed_in_the_same_second_is_not_taken_for_a_correction() -> None:
    desk, wrong = two_strokes_of_one_second()
    desk.ask("correct", entry=wrong, reason="it was a trial")
    (change,) = score_sheet(desk.record).changes

    assert (change.kind, change.now, change.count) == ("struck-out", None, 0)


def test_undoing_counts_every_entry_once() -> None:
    """What was undone twice, having been entered twice, counts twice; remarks are never undone."""
    desk = singles().play().stroke("white").stroke()
    desk.ask("remark", text="a phone rang")
    desk.ask("undo", to=desk.last - 2).stroke("white").ask("undo", to=desk.last - 1)

    assert score_sheet(desk.record).undone == 2


def test_a_simulated_match_has_a_sheet_too() -> None:
    """With the table it was played on and the computer players that sat there."""
    table = Simulated(STANDARD, 1, held_by=(("Asha", "person"), ("Ben", "steady")))
    record = Record()
    record.enter(Begun("family", ("Asha",), ("Ben",), table=table, length="board"))
    record.enter(Remarked("between friends"))
    made = check(record)

    assert made.table is not None
    assert (made.table.equipment, made.table.computers) == (STANDARD.name, (("Ben", "steady"),))
    assert (made.rulebook, made.length, made.result.how) == ("family", "board", "running")


def test_before_a_match_has_begun_there_is_no_sheet() -> None:
    with pytest.raises(NotNow, match="no match has begun"):
        score_sheet(Record())


def cells(made: Sheet, lang: str) -> list[list[str]]:
    """A CSV as a spreadsheet reads it."""
    return list(csv.reader(io.StringIO(sheet_csv(made, lang)), delimiter={"en": ","}.get(lang, ";")))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("played", [longest_match, eventful_match])
def test_the_csv_has_all_that_the_sheet_says(played: Callable[[], Desk], lang: str) -> None:
    """Part by part, cell by cell."""
    made = score_sheet(played().record)
    rows = cells(made, lang)

    for part in sheet_words(made, lang).parts:
        at = rows.index([part.title])
        end = rows.index([], at)
        wanted = [[part.title], *([list(part.head)] if part.head else []), *map(list, part.rows)]
        assert rows[at:end] == [*wanted, *([[part.close]] if part.close else [])]


names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12)


@given(first=names, club=names, text=names)
def test_any_name_comes_out_of_a_spreadsheet_as_it_went_in(first: str, club: str, text: str) -> None:
    """Quotes, commas and semicolons are part of a name; nothing is taken for a formula."""
    begun = Begun("family", (first,), (f"{first}2",), clubs=((first, club),))
    record = Record()
    record.enter(begun)
    record.enter(Remarked(text))
    made = score_sheet(record)

    for lang in LANGUAGES:
        rows = cells(made, lang)
        flat = [cell for row in rows for cell in row]
        for given_text in (first, club, text):
            assert given_text in flat or f"'{given_text}" in flat
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in flat)


@pytest.mark.parametrize("name", ["=1+1", "+33 1", "-Ben", "@home", '=HYPERLINK("http://x")'])
def test_a_name_that_a_spreadsheet_would_work_out_stays_a_name(name: str) -> None:
    record = Record()
    record.enter(Begun("family", (name,), ("Ben",)))

    assert f"'{name}" in [cell for row in cells(score_sheet(record), "en") for cell in row]


def void() -> Record:
    desk = singles().play().stroke("white")
    for _ in range(6):
        desk.stroke(touched=False)
    return desk.record


def struck_out() -> Record:
    desk = singles().play().stroke("white")
    return desk.ask("correct", entry=desk.last, reason="a trial").record


def ignored() -> Record:
    desk = doubles("international-b").play().ask("ask", side="second")
    return desk.ask("incident", kind="ignored-request", player="Chan").record


def sent_off() -> Record:
    return (
        singles().play().stroke("white").ask("incident", kind="disqualified", by="black", ground="c").record
    )


def retired() -> Record:
    return singles().win("first", 1).play().ask("give-up", side="first", why="retired").record


def simulated() -> Record:
    record = Record()
    record.enter(Begun("family", ("A",), ("B",), table=Simulated(STANDARD, 1, held_by=(("B", "steady"),))))
    return record


def again() -> Record:
    record = Record()
    record.enter(Begun("family", ("A",), ("B",), length="game", replay_of="m-17"))
    return record


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("played", "part", "phrase", "given"),
    [
        (void, "game", "sheet.void", {}),
        (struck_out, "changes", "sheet.change.struck-out", {"n": 0}),
        (ignored, "fouls", "catalogue.incident.ignored-request", {}),
        (sent_off, "fouls", "sheet.ground", {"letter": "c"}),
        (sent_off, "result", "sheet.gave-up.disqualified", {"side": "Ben"}),
        (retired, "result", "sheet.gave-up.retired", {"side": "Asha"}),
        (simulated, "match", "sheet.computer", {}),
        (again, "match", "sheet.length.game", {}),
        (again, "match", "sheet.replay-of", {}),
    ],
)
def test_what_seldom_happens_is_said_too(
    played: Callable[[], Record], part: str, phrase: str, given: dict[str, str | int], lang: str
) -> None:
    said = sheet_words(score_sheet(played()), lang)
    told = [
        text
        for each in said.parts
        if each.key == part
        for text in (each.title, each.close, *(cell for row in each.rows for cell in row))
    ]

    assert any(t(phrase, lang, **given) in text for text in told), told


def test_a_change_of_seats_says_when_why_and_who_sits_where_after_it() -> None:
    desk = singles()
    for _ in range(3):
        desk.win("first", 9)
    made = check(desk.play().record)

    (change,) = made.seats
    assert (change.game, change.board) == (2, 1)
    assert change.at == desk.record.entries[change.entry - 1].at
    assert [(each.chair, each.player) for each in change.chairs] == [("north", "Asha"), ("south", "Ben")]
    for lang in LANGUAGES:
        (part,) = [each for each in sheet_words(made, lang).parts if each.key == "seats"]
        (row,) = part.rows
        assert (row[0], row[3]) == ("2.1", t("seats.why.game", lang))
        assert part.title in sheet_txt(made, lang)
        assert row[2] in sheet_csv(made, lang)
    assert change.why.text("en") == "a game is over"


def test_a_change_of_seats_that_was_undone_is_not_on_the_sheet() -> None:
    desk = singles()
    for _ in range(3):
        desk.win("first", 9)
    desk.ask("change-seats")
    desk.ask("undo", to=desk.last - 1)

    assert check(desk.record).seats == ()
