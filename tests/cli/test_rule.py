"""carrom rule: arguments settled on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import carrom, refusal

from carrom.i18n import LANGUAGES

AGREED = Path(__file__).parent.parent / "laws" / "cases.json"
STRIKER = '{"board": {"on_strike": "white", "white": 5, "black": 4}, "stroke": {"pocketed": ["striker"]}}'


def test_the_agreed_cases_pass_through_the_command_as_json() -> None:
    """Each ruling carries every field its case expects, and the paragraphs it names."""
    cases = json.loads(AGREED.read_text(encoding="utf-8"))

    done = carrom("rule", "--json", str(AGREED))
    rulings = json.loads(done.stdout)

    assert done.returncode == 0
    assert [ruling["id"] for ruling in rulings] == [case["id"] for case in cases]
    for case, ruling in zip(cases, rulings, strict=True):
        for field, wanted in case["expect"].items():
            assert ruling[field] == wanted, (case["id"], field)
        for paragraph in case.get("laws", ()):
            assert f"{case['rulebook']} {paragraph}" in ruling["laws"], case["id"]


def test_one_case_gets_one_ruling_and_a_list_gets_a_list() -> None:
    assert isinstance(json.loads(carrom("rule", "--json", "-", says=STRIKER).stdout), dict)
    assert isinstance(json.loads(carrom("rule", "--json", "-", says=f"[{STRIKER}]").stdout), list)


@pytest.mark.parametrize(
    ("lang", "first"),
    [
        ("en", "The striker fell: one white coin is put back and black plays."),
        ("fr", "Le palet est tombé : un jeton blanc est replacé et la main passe aux noirs."),
    ],
)
def test_a_person_gets_the_sentence_the_law_and_the_board(lang: str, first: str) -> None:
    lines = carrom("rule", "-", "--lang", lang, says=STRIKER).stdout.splitlines()

    assert lines[0] == first
    assert lines[1].strip() == "international-a 3.11 a"
    assert "6" in lines[2]


@pytest.mark.parametrize(
    ("happened", "first", "laws"),
    [
        ("w s", "An own coin fell together with the striker", "international-a 3.11 b, our reading 7"),
        (
            "2b",
            "Only coins of the other side fell: black plays.",
            "international-a 3.6 a, international-a 3.6 c",
        ),
        (
            "foul white 4 a",
            "A breach in one's own turn is a foul",
            "international-a 4 a, international-a 4.1.2",
        ),
        (
            "disqualified black d",
            "Disqualified for not accepting a decision",
            "international-a 4.2 d, our reading 4",
        ),
        (
            "wrong-colour-placed black unnoticed",
            "The wrong colour was put back",
            "international-a 3.11 j, our reading 31",
        ),
        ("three-passes", "Each side has passed three times", "international-a 4 p"),
    ],
)
def test_an_argument_is_settled_in_plain_words(happened: str, first: str, laws: str) -> None:
    lines = carrom("rule", "white on strike, 5 white, 4 black", happened).stdout.splitlines()

    assert lines[0].startswith(first)
    assert lines[1].strip() == laws


@pytest.mark.parametrize(
    ("board", "happened", "refused"),
    [
        ("white on strike, 5 white", "w", "a standing must say, for example, '5 black'"),
        ("white on strike, 5 white, 4 black", "x", "'x' is not part of a stroke"),
        ("white on strike, 5 white, 4 black", "foul", "foul needs the side that did it"),
        ("white on strike, 5 white, 4 black", "foul red", "'red' is unknown; say white"),
        ("white on strike, 5 white, 0 black", "w", "no coin is left"),
    ],
)
def test_plain_words_that_cannot_be_are_refused(board: str, happened: str, refused: str) -> None:
    assert refused in refusal(carrom("rule", board, happened))


def test_a_list_without_cases_and_cases_that_expect_nothing_are_said() -> None:
    assert "The list holds no case" in refusal(carrom("rule", "-", says="[]"))
    assert (
        carrom("rule", "--check", "-", says=STRIKER).stdout
        == "1 case, 0 as agreed, 0 differ, 1 expect nothing\n"
    )


def test_a_check_is_told_in_the_language_of_the_reader() -> None:
    other = STRIKER.rstrip()[:-1] + ', "expect": {"white": 5}}'
    said = carrom("rule", "--check", "-", "--lang", "fr", says=f"[{STRIKER}, {other}]").stdout

    assert said == (
        "cas 2 : white : attendu 5, jugé 6\n"
        "2 cas, dont 0 comme convenu, 1 autrement, 1 sans réponse convenue\n"
    )


def test_the_command_and_its_groups_show_their_help_when_called_alone() -> None:
    for words in ((), ("record",)):
        done = carrom(*words)
        assert done.returncode == 0
        assert done.stdout.startswith("Usage: carrom")


def test_a_check_says_what_differs_and_exits_with_1(tmp_path: Path) -> None:
    agreed = carrom("rule", "--check", str(AGREED))
    assert (agreed.returncode, agreed.stdout) == (0, "46 cases, 46 as agreed, 0 differ\n")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(STRIKER[:-1] + ', "id": "ours", "expect": {"white": 5}}')

    done = carrom("rule", "--check", str(wrong))

    assert done.returncode == 1
    assert done.stdout.splitlines() == ["ours: white: expected 5, ruled 6", "1 case, 0 as agreed, 1 differ"]


def test_a_check_forgets_no_case_that_shares_its_id_with_another() -> None:
    wrong = STRIKER[:-1] + ', "id": "ours", "expect": {"white": 5}}'
    right = STRIKER[:-1] + ', "id": "ours", "expect": {"white": 6}}'

    done = carrom("rule", "--check", "--json", "-", says=f"[{wrong}, {right}]")

    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "cases": 2,
        "differ": [{"id": "ours", "differences": ["white: expected 5, ruled 6"]}],
        "not_compared": 0,
    }


def test_a_rulebook_can_be_given_for_cases_that_name_none() -> None:
    done = carrom("rule", "--json", "-", "--rulebook", "family", says=STRIKER)

    assert json.loads(done.stdout)["laws"] == ["family 6"]


def test_the_board_line_says_all_that_matters() -> None:
    board = '{"on_strike": "white", "white": 9, "black": 9, "broken": false}'
    done = carrom("rule", "-", says=f'{{"board": {board}, "stroke": {{"touched": false}}}}')

    assert done.stdout.splitlines()[-1].strip() == (
        "white on strike, 9 white and 9 black on the board, queen on board, "
        "one try spent, the break still to be made"
    )


def test_the_incidents_are_listed_with_their_paragraphs() -> None:
    done = carrom("rule", "--incidents", "--json", "--rulebook", "international-b")
    listed = {each["kind"]: each for each in json.loads(done.stdout)}

    assert listed["striker-left"]["laws"] == ["international-b 4 p"]
    assert listed["late-stroke"]["laws"] == ["international-b 3.6 b", "international-b 4.1.2"]
    assert len(listed["disqualified"]["laws"]) == 8


@pytest.mark.parametrize(
    ("says", "refused"),
    [
        ("", "line 1, column 1: this is not JSON"),
        ("{", "standard input: line 1, column 2: this is not JSON"),
        ("3", "case: must be an object, not the number 3"),
        (STRIKER[:-1] + ', "board": {}}', "the field 'board' is given twice"),
        ("9" * 5000, "a number with too many digits"),
        (STRIKER.replace("5", "10"), "board.white: 10 coins"),
        (
            f"[{STRIKER}, {STRIKER.replace('white', 'red', 1)}]",
            "case 2: board.on_strike: 'red' is unknown; say white or black",
        ),
        (STRIKER[:-1] + ', "rulebook": "chess"}', "rulebook: 'chess' is unknown; say international-a"),
    ],
)
def test_bad_input_is_one_line_on_standard_error_and_exit_2(says: str, refused: str) -> None:
    done = carrom("rule", "--json", "-", says=says)

    assert refused in refusal(done)
    assert done.stdout == ""


def test_a_list_with_one_bad_case_says_which_and_rules_none() -> None:
    bad = STRIKER[:-1] + ', "id": "ours"}'
    done = carrom("rule", "-", says=f"[{STRIKER}, {bad.replace('5', '0')}]")

    assert "case 2 (ours): board.white: no coin is left" in refusal(done)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (("rule",), "Give a file of cases"),
        (("rule", "missing.json"), "missing.json: there is no such file"),
        (("rule", "."), ".: this is a folder, not a file"),
        (("rule", "--incidents", "--rulebook", "intl"), "no rulebook is called 'intl'"),
        (("rule", "-", "--lang", "xx"), f"--lang must be {LANGUAGES[0]}, "),
        (("ruel",), "There is no command 'ruel'; did you mean rule?"),
    ],
)
def test_a_wrong_call_says_what_would_work(words: tuple[str, ...], refused: str) -> None:
    assert refused in refusal(carrom(*words))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b"\xff\xfe\x00")

    assert "not a text file in UTF-8" in refusal(carrom("rule", "x.json", folder=tmp_path))


def test_a_thousand_nested_lists_are_refused_without_a_traceback() -> None:
    assert "nested too deeply" in refusal(carrom("rule", "-", says="[" * 100_000 + "]" * 100_000))


def test_the_command_says_what_it_can_do() -> None:
    done = carrom("--help")

    assert done.returncode == 0
    for name in ("rule", "laws", "check", "umpire", "record"):
        assert f"  {name} " in done.stdout
    assert carrom("--version").stdout.startswith("carrom 0.")
