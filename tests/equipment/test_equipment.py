"""Equipment: what the laws print, and what a club's file is told."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from math import inf, nan
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet  # what pytest.param returns has no public name
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.surface.base_circles import gap_between_base_circles

from carrom.equipment import (
    EQUIPMENT,
    INSPECTED,
    MODERN_BOARD,
    OLDER_BOARD,
    PROFILES,
    STANDARD,
    Board,
    Item,
    Range,
    Report,
    check,
    example_file,
)
from carrom.equipment.inspection import value_in_words
from carrom.equipment.measures import MODERN, OLDER, Profile
from carrom.errors import EquipmentError
from carrom.i18n import LANGUAGES, phrases, t
from carrom.laws import cite

A, B = "international-a", "international-b"


def read(name: str, value: object, board: str = "modern", edition: str = A) -> Item:
    """The verdict on a single reading, given as a club's file names it."""
    section, field = name.split(".")
    report = check({section: {field: value}}, board, edition)
    return next(item for item in report.items if item.verdict != "not given")


def figure(
    board: str, name: str, low: float | None, high: float | None, *laws: str, step: float = 0.001
) -> ParameterSet:
    return pytest.param(board, name, low, high, step, marks=pytest.mark.law(*laws), id=f"{board} {name}")


PRINTED = [
    figure(
        "modern", "board.surface_width_cm", 73.34, 74.0, f"{A} table A", f"{A} drawing A", f"{B} drawing A"
    ),
    figure("modern", "board.frame_width_cm", 6.35, 7.60, f"{A} table B", f"{A} drawing B", f"{B} drawing B"),
    figure("modern", "board.frame_height_cm", 1.90, 2.54, f"{A} drawing B"),
    figure(
        "modern", "board.pocket_diameter_cm", 4.30, 4.60, f"{A} table C", f"{A} drawing C", f"{B} drawing C"
    ),
    figure(
        "modern", "board.base_line_length_cm", 46.7, 47.3, f"{A} table D", f"{A} drawing D", f"{B} drawing M"
    ),
    figure(
        "modern",
        "board.base_line_thickness_cm",
        0.48,
        0.65,
        f"{A} table E",
        f"{A} drawing E",
        f"{B} drawing J",
    ),
    figure("modern", "board.base_line_offset_cm", 10.145, 10.165, f"{A} table F", f"{A} drawing F"),
    figure(
        "modern",
        "board.base_circle_diameter_cm",
        3.175,
        3.185,
        f"{A} table G",
        f"{A} drawing G",
        f"{B} drawing E",
    ),
    figure(
        "modern",
        "board.red_disc_diameter_cm",
        2.535,
        2.545,
        f"{A} table H",
        f"{A} drawing H",
        f"{B} drawing I",
    ),
    figure(
        "modern", "board.arrow_length_cm", None, 26.70, f"{A} table I", f"{A} drawing I", f"{B} drawing K"
    ),
    figure(
        "modern", "board.arrow_thickness_cm", 0.145, 0.155, f"{A} table I", f"{A} drawing I", f"{B} drawing K"
    ),
    figure("modern", "board.arrow_from_pocket_cm", 4.95, 5.05, f"{A} table J", f"{A} drawing J"),
    figure(
        "modern",
        "board.centre_circle_diameter_cm",
        3.02,
        3.34,
        f"{A} table K",
        f"{A} drawing K",
        f"{B} drawing E",
    ),
    figure(
        "modern",
        "board.inner_circle_diameter_cm",
        16.7,
        17.3,
        f"{A} table L",
        f"{A} drawing L",
        f"{B} drawing G",
    ),
    figure("modern", "board.arc_diameter_cm", 6.345, 6.355, f"{A} table M", f"{A} drawing M"),
    figure("older", "board.surface_width_cm", 73.34, 73.98, f"{B} table A"),
    figure("older", "board.frame_width_cm", 6.35, 7.62, f"{B} table B"),
    figure("older", "board.pocket_diameter_cm", 4.37, 4.53, f"{B} table C"),
    figure("older", "board.base_line_offset_cm", 10.155, 10.165, f"{B} table D"),
    figure(
        "older", "board.base_circle_diameter_cm", 3.175, 3.185, f"{B} table E", f"{B} table J", f"{B} table R"
    ),
    figure(
        "older",
        "board.centre_circle_diameter_cm",
        3.175,
        3.185,
        f"{B} table E",
        f"{B} table J",
        f"{B} table T",
    ),
    figure("older", "board.inner_circle_diameter_cm", 16.185, 16.195, f"{B} table F", f"{B} table U"),
    figure("older", "board.outer_circle_diameter_cm", 21.27, 21.59, f"{B} table G", f"{B} table V"),
    figure("older", "board.stiffener_width_cm", 2.45, 2.55, f"{B} table H"),
    figure("older", "board.stiffener_thickness_cm", 1.265, 1.275, f"{B} table H"),
    figure("older", "board.frame_height_cm", 1.59, 2.54, f"{B} table K"),
    figure("older", "board.letter_l_cm", 3.18, 5.08, f"{B} table L"),
    figure("older", "board.arrow_from_pocket_cm", 5.075, 5.085, f"{B} table M"),
    figure("older", "board.arrow_length_cm", 26.67, 27.94, f"{B} table N", f"{B} table W"),
    figure("older", "board.base_line_thickness_cm", 0.48, 0.64, f"{B} table O", f"{B} table Q"),
    figure("older", "board.red_disc_diameter_cm", 2.535, 2.545, f"{B} table P", f"{B} table S"),
    figure("older", "board.base_line_length_cm", 46.7, 47.3, f"{B} drawing M"),
    *(
        measure
        for board in PROFILES
        for measure in (
            figure(board, "board.surface_thickness_cm", 1.59, None, f"{A} 2.1 a", f"{B} 2.1 a"),
            figure(board, "board.surface_thickness_stiffened_cm", 0.8, None, f"{A} 2.1 a", f"{B} 2.1 a"),
            figure(board, "board.rebound_runs", 3.5, None, f"{A} 2.1 a", f"{B} 2.1 a", step=0.5),
            figure(board, "board.frame_wood_density_kg_dm3", 0.7, None, f"{A} 2.1 b", f"{B} 2.1 b"),
            figure(board, "board.pockets", 4, 4, f"{A} 2.1 c", f"{B} 2.1 c", step=1),
            figure(board, "coins.diameter_cm", 2.86, 3.18, f"{A} 2.2", f"{B} 2.2"),
            figure(board, "coins.thickness_cm", 0.64, 0.95, f"{A} 2.2", f"{B} 2.2"),
            figure(board, "coins.mass_g", 5.25, 6.0, f"{A} 2.2", f"{B} 2.2"),
            figure(board, "coins.white", 9, 9, f"{A} 2.2", f"{B} 2.2", step=1),
            figure(board, "coins.black", 9, 9, f"{A} 2.2", f"{B} 2.2", step=1),
            figure(board, "coins.queen", 1, 1, f"{A} 2.2", f"{B} 2.2", step=1),
            figure(board, "striker.diameter_cm", None, 4.13, f"{A} 2.3", f"{B} 2.3"),
            figure(board, "striker.mass_g", None, 15.0, f"{A} 2.3", f"{B} 2.3"),
            figure(board, "stand.height_cm", 66.31, 70.48, f"{A} 2.4", f"{B} 2.4"),
            figure(board, "chairs.seat_height_cm", 43.18, 48.26, f"{A} 2.5", f"{B} 2.5"),
            figure(board, "nets.capacity", 19, None, f"{A} 2.7", f"{B} 2.7", step=1),
            figure(board, "lamp.power_w", 60.0, 100.0, f"{A} 2.8", f"{B} 2.8"),
        )
    ),
]


@pytest.mark.parametrize(("board", "name", "low", "high", "step"), PRINTED)
def test_a_printed_figure_holds_up_to_its_borders_and_not_beyond(
    board: str, name: str, low: float | None, high: float | None, step: float
) -> None:
    """The border itself conforms; the smallest step past it is off, by that step and with its sign."""
    if low is not None:
        assert read(name, low, board).verdict == "conforms"
        below = read(name, low - step, board)
        assert below.verdict == "off"
        assert below.off_by == pytest.approx(-step)
    if high is not None:
        assert read(name, high, board).verdict == "conforms"
        above = read(name, high + step, board)
        assert above.verdict == "off"
        assert above.off_by == pytest.approx(step)
    allowed = read(name, low if low is not None else high, board).allowed
    assert allowed == Range(low, high)


def test_every_measured_item_is_among_the_figures_tested_at_their_borders() -> None:
    """No range can be added to a board without its border test; the gap has tests of its own."""
    tested = {(param.values[0], param.values[1]) for param in PRINTED}

    for board in PROFILES:
        for name, value in fields(tomllib.loads(example_file(board, filled=True))):
            if not isinstance(value, bool) and name != "board.base_circle_gap_cm":
                assert (board, name) in tested


def icf(name: str, low: float | None, high: float | None, about: str, step: float = 0.001) -> ParameterSet:
    """A figure of icf, with its paragraph."""
    return pytest.param(name, low, high, step, marks=pytest.mark.law(f"icf equipment {about}"), id=name)


BY_ICF = [
    icf("board.surface_width_cm", 73.5, 74.0, "surface"),
    icf("board.surface_thickness_cm", 0.8, None, "surface"),
    icf("board.surface_thickness_stiffened_cm", 0.8, None, "surface"),
    icf("board.rebound_runs", 3.5, None, "surface", step=0.5),
    icf("board.frame_width_cm", 6.35, 7.60, "frame"),
    icf("board.frame_height_cm", 1.90, 2.54, "frame"),
    icf("board.pocket_diameter_cm", 4.30, 4.60, "pockets"),
    icf("board.base_line_length_cm", 46.7, 47.3, "base lines"),
    icf("board.base_line_thickness_cm", 0.50, 0.65, "base lines"),
    icf("board.base_line_offset_cm", 10.145, 10.155, "base lines"),
    icf("board.base_circle_diameter_cm", 3.175, 3.185, "base lines"),
    icf("board.red_disc_diameter_cm", 2.535, 2.545, "base lines"),
    icf("board.arrow_length_cm", None, 26.70, "circles and arrows"),
    icf("board.arrow_thickness_cm", 0.145, 0.155, "circles and arrows"),
    icf("board.arrow_from_pocket_cm", 4.95, 5.05, "circles and arrows"),
    icf("board.centre_circle_diameter_cm", 3.02, 3.34, "circles and arrows"),
    icf("board.inner_circle_diameter_cm", 16.7, 17.3, "circles and arrows"),
    icf("board.arc_diameter_cm", 6.345, 6.355, "circles and arrows"),
    icf("coins.diameter_cm", 3.02, 3.18, "coins"),
    icf("coins.thickness_cm", 0.70, 0.90, "coins"),
    icf("coins.mass_g", 5.25, 5.50, "coins"),
    icf("coins.white", 9, 9, "coins", step=1),
    icf("coins.black", 9, 9, "coins", step=1),
    icf("coins.queen", 1, 1, "coins", step=1),
    icf("striker.diameter_cm", None, 4.13, "striker"),
    icf("striker.mass_g", None, 15.0, "striker"),
    icf("stand.height_without_board_cm", 63.0, 70.0, "stand"),
    icf("chairs.seat_height_cm", 40.0, 50.0, "seat"),
    icf("nets.capacity", 10, None, "nets", step=1),
    icf("lamp.power_w", 60.0, 100.0, "light"),
]


@pytest.mark.parametrize(("name", "low", "high", "step"), BY_ICF)
def test_a_figure_of_icf_holds_up_to_its_borders_and_not_beyond(
    name: str, low: float | None, high: float | None, step: float
) -> None:
    for border, outside in ((low, -step), (high, step)):
        if border is not None:
            assert read(name, border, edition="icf").verdict == "conforms"
            assert read(name, border + outside, edition="icf").off_by == pytest.approx(outside)
    assert read(name, low if low is not None else high, edition="icf").allowed == Range(low, high)


def test_every_measured_item_of_icf_is_among_the_figures_tested() -> None:
    tested = {param.values[0] for param in BY_ICF}
    file = tomllib.loads(example_file(filled=True, edition="icf"))

    assert check(file, edition="icf").conforms
    measured = {name for name, value in fields(file) if not isinstance(value, bool)}
    assert measured == tested | {"board.base_circle_gap_cm"}
    assert {name: value for name, value in fields(file) if isinstance(value, bool)} == {
        "board.frame_corners_rounded": True,
        "board.base_discs_red": True,
        "striker.visible_metal": False,
        "striker.ivory": False,
        "chairs.armrests": False,
        "lamp.shade_white_inside": True,
        "lamp.lights_only_the_board": True,
    }


def test_a_striker_with_ivory_is_off_by_icf() -> None:
    assert read("striker.ivory", True, edition="icf").verdict == "off"
    assert read("striker.ivory", False, edition="icf").citations == ("icf equipment striker",)


@given(
    surface=st.floats(0.735, 0.74),
    offset=st.floats(0.10145, 0.10155),
    length=st.floats(0.467, 0.473),
    circle=st.floats(0.03175, 0.03185),
)
def test_a_board_whose_lines_conform_to_icf_is_never_off_for_the_gap(
    surface: float, offset: float, length: float, circle: float
) -> None:
    board = Board(
        surface=surface, base_line_offset=offset, base_line_length=length, base_circle_diameter=circle
    )
    gap = gap_between_base_circles(board) * 100

    assert read("board.base_circle_gap_cm", gap, edition="icf").verdict == "conforms"


def test_what_only_another_text_has_a_rule_for_is_refused() -> None:
    """Not passed over, and said by which text it was checked."""
    with pytest.raises(EquipmentError, match=r"coins\.wooden: icf has no rule for it"):
        check({"coins": {"wooden": True}}, edition="icf")
    with pytest.raises(EquipmentError, match="powder: icf has no rule for it"):
        check({"powder": {"fine_and_dry": True}}, edition="icf")
    with pytest.raises(EquipmentError, match=r"striker\.ivory: international-a has no rule for it"):
        check({"striker": {"ivory": True}})
    with pytest.raises(EquipmentError, match="no board is called older; modern would work"):
        check({}, "older", "icf")


def test_icf_is_cited_by_its_paragraphs_on_equipment() -> None:
    about = ["coins", "striker", "stand", "seat", "nets", "light", "surface", "frame", "pockets"]
    wanted = {f"icf equipment {each}" for each in (*about, "base lines", "circles and arrows")}
    cited = {citation for measure in INSPECTED["icf"]["modern"].values() for citation in measure.citations}

    assert cited == wanted
    assert {cite(each) for each in cited} == wanted


def fields(file: dict[str, dict[str, object]]) -> list[tuple[str, object]]:
    return [(f"{section}.{field}", value) for section, keys in file.items() for field, value in keys.items()]


def look(board: str, name: str, wanted: bool, *laws: str) -> ParameterSet:
    return pytest.param(board, name, wanted, marks=pytest.mark.law(*laws), id=f"{board} {name}")


LOOKS = [
    look("modern", "board.base_discs_red", True, f"{A} table H"),
    look("modern", "board.centre_circle_red", True, f"{A} table K"),
    look("older", "board.base_lines_black", True, f"{B} table Q"),
    look("older", "board.base_discs_red", True, f"{B} table S"),
    look("older", "board.centre_circle_red", True, f"{B} table T"),
    *(
        requirement
        for board in PROFILES
        for requirement in (
            look(board, "board.surface_maple_or_equal", True, f"{A} 2.1 a", f"{B} 2.1 a"),
            look(board, "board.surface_smooth_and_flat", True, f"{A} 2.1 a", f"{B} 2.1 a"),
            look(board, "board.frame_corners_rounded", True, f"{A} 2.1 b", f"{B} 2.1 b"),
            look(board, "board.pockets_round", True, f"{A} 2.1 c", f"{B} 2.1 c"),
            look(board, "coins.wooden", True, f"{A} 2.2", f"{B} 2.2"),
            look(board, "coins.round", True, f"{A} 2.2", f"{B} 2.2"),
            look(board, "coins.smooth_and_flat", True, f"{A} 2.2", f"{B} 2.2"),
            look(board, "coins.edges_rounded", True, f"{A} 2.2", f"{B} 2.2"),
            look(board, "striker.flat_and_round", True, f"{A} 2.3", f"{B} 2.3"),
            look(board, "striker.visible_metal", False, f"{A} 2.3", f"{B} 2.3"),
            look(board, "stand.steady_and_level", True, f"{A} 2.4", f"{B} 2.4"),
            look(board, "chairs.armrests", False, f"{A} 2.5", f"{B} 2.5"),
            look(board, "powder.bag_at_the_board", True, f"{A} 2.6", f"{B} 2.6"),
            look(board, "powder.fine_and_dry", True, f"{A} 2.6", f"{B} 2.6"),
            look(board, "nets.under_every_pocket", True, f"{A} 2.7", f"{B} 2.7"),
            look(board, "nets.coins_fall_freely", True, f"{A} 2.7", f"{B} 2.7"),
            look(board, "lamp.white_light", True, f"{A} 2.8", f"{B} 2.8"),
            look(board, "lamp.above_the_centre", True, f"{A} 2.8", f"{B} 2.8"),
            look(board, "lamp.lights_surface_and_frame", True, f"{A} 2.8", f"{B} 2.8"),
            look(board, "lamp.shade_white_inside", True, f"{A} 2.8", f"{B} 2.8"),
            look(board, "lamp.dazzles", False, f"{A} 2.8", f"{B} 2.8"),
        )
    ),
]


@pytest.mark.parametrize(("board", "name", "wanted"), LOOKS)
def test_what_can_only_be_looked_at_conforms_one_way(board: str, name: str, wanted: bool) -> None:
    """A requirement without a figure is a yes or a no, and only one of them is right."""
    assert read(name, wanted, board).verdict == "conforms"
    assert read(name, not wanted, board).verdict == "off"


@pytest.mark.law(f"{A} table N", f"{A} drawing N")
def test_neighbouring_base_circles_lie_1_303_cm_apart_on_the_nominal_board() -> None:
    """It comes out of the circles as drawn; the table prints 1.27."""
    assert gap_between_base_circles(MODERN_BOARD) * 100 == pytest.approx(1.303, abs=0.001)


@pytest.mark.law(f"{A} table N", f"{A} drawing N")
def test_both_the_printed_and_the_computed_gap_conform_with_a_note() -> None:
    """A board is not blamed for the table's own rounding."""
    for gap in (1.27, 1.303):
        item = read("board.base_circle_gap_cm", gap)
        assert (item.verdict, item.note) == ("conforms", "gap")
    assert read("board.base_circle_gap_cm", 0.8).verdict == "off"
    assert read("board.base_circle_gap_cm", 1.9).verdict == "off"


@pytest.mark.law(f"{A} table N")
@given(
    surface=st.floats(0.7334, 0.74),
    offset=st.floats(0.10145, 0.10165),
    length=st.floats(0.467, 0.473),
    circle=st.floats(0.03175, 0.03185),
)
@settings(max_examples=200)
def test_a_board_whose_lines_conform_is_never_off_for_the_gap(
    surface: float, offset: float, length: float, circle: float
) -> None:
    """The gap follows from the other four, so it may not be stricter than they are."""
    board = Board(
        surface=surface, base_line_offset=offset, base_line_length=length, base_circle_diameter=circle
    )

    assert read("board.base_circle_gap_cm", gap_between_base_circles(board) * 100).verdict == "conforms"


@pytest.mark.law(f"{A} 2.4", f"{B} 2.4")
def test_a_low_stand_is_accepted_down_to_the_misprint_and_told_so() -> None:
    """66.31 is printed, 26½ inches are 67.31: both pass, and the note names them."""
    for height in (66.31, 67.0, 67.31):
        item = read("stand.height_cm", height)
        assert (item.verdict, item.note) == ("conforms", "stand")
    for lang in LANGUAGES:
        text = t("equipment.note.stand", lang).replace(",", ".")
        assert "66.31" in text
        assert "67.31" in text


@pytest.mark.law(f"{A} drawing H")
def test_the_misprinted_red_disc_is_off_and_the_note_says_why() -> None:
    """Three printings of four have one inch, 2.54; the drawing's 2.45 has its digits swapped."""
    item = read("board.red_disc_diameter_cm", 2.45)

    assert (item.verdict, item.note) == ("off", "red-disc")
    assert "2.45" in t("equipment.note.red-disc")


@pytest.mark.law(f"{A} table A", f"{A} drawing A", f"{A} drawing C", f"{A} drawing E", f"{A} drawing F")
@pytest.mark.parametrize(
    ("name", "only_in_the_table", "only_in_the_drawing"),
    [
        ("board.surface_width_cm", 73.40, 73.99),
        ("board.pocket_diameter_cm", 4.45, 4.58),
        ("board.base_line_thickness_cm", 0.49, 0.65),
        ("board.base_line_offset_cm", 10.16, 10.15),
    ],
)
def test_where_two_printings_differ_what_either_allows_conforms(
    name: str, only_in_the_table: float, only_in_the_drawing: float
) -> None:
    """A board built after one printing is not off by the other, and the note says that they differ."""
    for value in (only_in_the_table, only_in_the_drawing):
        item = read(name, value)
        assert item.verdict == "conforms"
        assert item.note is not None


def test_the_older_board_keeps_to_its_one_table() -> None:
    """The drawings' wider limits belong to the modern board."""
    assert read("board.surface_width_cm", 73.99, "older").verdict == "off"
    assert read("board.pocket_diameter_cm", 4.58, "older").verdict == "off"


@pytest.mark.parametrize(("profile", "board"), [(MODERN, MODERN_BOARD), (OLDER, OLDER_BOARD)])
def test_the_nominal_boards_conform_to_their_own_tables(profile: Profile, board: Board) -> None:
    """What other rooms build on lies within what the laws allow."""
    for field, size in asdict(board).items():
        key = "board.surface_width" if field == "surface" else f"board.{field}"
        if size is not None and key in profile:
            allowed = profile[key].allowed
            assert isinstance(allowed, Range)
            assert size in allowed, key


@pytest.mark.law(f"{A} 2.2", f"{A} 2.3", f"{B} 2.2", f"{B} 2.3")
def test_the_nominal_coins_and_strikers_conform() -> None:
    """And the queen is as wide as the centre circle she stands on."""
    for equipment in EQUIPMENT.values():
        coins, striker = equipment.coins, equipment.striker
        report = check(
            {
                "coins": {
                    "diameter_cm": coins.diameter * 100,
                    "thickness_cm": coins.thickness * 100,
                    "mass_g": coins.mass * 1000,
                },
                "striker": {"diameter_cm": striker.diameter * 100, "mass_g": striker.mass * 1000},
            }
        )
        assert report.conforms
        assert coins.diameter == equipment.board.centre_circle_diameter
    assert STANDARD.name == "modern"


def test_only_the_older_board_has_an_outer_circle() -> None:
    """On the modern one the 17 cm circle plays the inner circle's part."""
    assert MODERN_BOARD.outer_circle_diameter is None
    assert "board.outer_circle_diameter" not in MODERN
    assert "board.outer_circle_diameter" in OLDER


def test_every_coin_of_a_list_must_conform() -> None:
    """One coin too heavy is one item off, with its place in the list."""
    report = check({"coins": {"mass_g": [5.4, 6.2, 5.3]}})

    assert [(item.place, item.given, item.off_by) for item in report.off] == [(2, 6.2, 0.2)]
    assert not report.conforms


def test_what_is_not_given_is_listed_and_not_off() -> None:
    """An empty file conforms, and says of everything that it was not given."""
    report = check({})

    assert report.conforms
    assert {item.key for item in report.not_given} == set(MODERN)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", PROFILES)
def test_the_example_file_has_every_key_and_conforms(board: str, lang: str) -> None:
    """A club can start from it: nothing is missing, nothing is off."""
    text = example_file(board, lang, filled=True)
    report = check(tomllib.loads(text), board)

    assert report.conforms
    assert not report.not_given
    for profile in PROFILES.values():
        for measure in profile.values():
            assert measure.key.split(".")[1] in text


def test_a_citation_is_the_editions_own_where_it_speaks() -> None:
    """Edition b cites its drawing; where it is silent edition a is cited in full."""
    surface = read("board.surface_width_cm", 73.7, edition=B)
    arc = read("board.arc_diameter_cm", 6.35, edition=B)

    assert surface.citations == ("international-b drawing A",)
    assert arc.citations == ("international-a table M", "international-a drawing M")
    assert check({}, edition="international").edition == A


def test_every_citation_is_a_paragraph_and_every_equipment_paragraph_is_cited() -> None:
    """Chapter 2, the tables and the drawings: none invented, none forgotten."""
    listed = Path(__file__).parent.parent.joinpath("laws", "paragraphs.txt").read_text(encoding="utf-8")
    wanted = {
        line
        for line in listed.splitlines()
        if line.startswith((A, B)) and line.split(" ")[1].startswith(("2.", "table", "drawing"))
    }
    cited = {
        citation for profile in PROFILES.values() for item in profile.values() for citation in item.citations
    }

    assert cited == wanted


def test_every_measure_note_and_section_has_its_phrase() -> None:
    """No label without a measure either."""
    profiles = [profile for boards in INSPECTED.values() for profile in boards.values()]
    measures = [measure for profile in profiles for measure in profile.values()]

    named = {measure.key for measure in measures} | {
        f"section.{measure.key.partition('.')[0]}" for measure in measures
    }
    named |= {f"note.{measure.note}" for measure in measures if measure.note}
    other = ("example", "limits", "yes", "no")
    said = {key.removeprefix("equipment.") for key in phrases("en") if key.startswith("equipment.")}
    assert {key for key in said if key.partition(".")[0] not in other} == named


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("board.surface_width_cm", 0.7366, "metres"),
        ("board.surface_width_cm", 736.6, "millimetres"),
        ("board.surface_width_cm", 29, "inches"),
        ("board.surface_width_cm", 7.366, "decimetres"),
        ("board.surface_width_cm", 73660, "1000 times too large"),
        ("board.arrow_thickness_cm", 1.5, "millimetres"),
        ("board.frame_wood_density_kg_dm3", 750, "kilograms per cubic metre"),
        ("coins.mass_g", 0.0054, "kilograms"),
        ("coins.mass_g", 5400, "milligrams"),
        ("coins.mass_g", 54, "10 times too large"),
        ("coins.diameter_cm", 31.8, "millimetres"),
        ("striker.diameter_cm", 0.0413, "metres"),
        ("striker.diameter_cm", 0.02, "metres"),
        ("striker.mass_g", 0.015, "kilograms"),
        ("stand.height_cm", 0.68, "metres"),
        ("lamp.power_w", 0.075, "kilowatts"),
    ],
)
def test_a_value_in_another_unit_is_refused_by_name(name: str, value: float, unit: str) -> None:
    """Below a maximum metres would conform unnoticed, so the slip is refused before any verdict."""
    with pytest.raises(EquipmentError) as refusal:
        read(name, value)

    text = str(refusal.value)
    assert text.startswith(f"{name}: ")
    assert unit in text
    assert "; give " in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("board.surface_width_cm", 50),
        ("coins.diameter_cm", 2.0),
        ("coins.thickness_cm", 0.3),
        ("coins.mass_g", 2.0),
        ("striker.mass_g", 40),
        ("stand.height_cm", 30),
        ("lamp.power_w", 9),
    ],
)
def test_a_wrong_size_in_the_right_unit_gets_a_verdict(name: str, value: float) -> None:
    """A small board, a light coin or a modern bulb is off, not unreadable."""
    assert read(name, value).verdict == "off"


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ({"bord": {}}, "bord: unknown section; did you mean board?"),
        ({"xyzzy": {}}, "xyzzy: unknown section; say board, coins"),
        ({"board": 3}, "board: not a section; write [board]"),
        ({"board": {"surface_widht_cm": 73}}, "did you mean surface_width_cm?"),
        ({"coins": {"mass": 5.4}}, "coins.mass: unknown key; did you mean mass_g?"),
        ({"board": {"outer_circle_diameter_cm": 21.4}}, "leave it out, or check as older"),
        ({"coins": {"mass_g": "5.4"}}, "coins.mass_g: '5.4' is not a number; give grams, such as 5.4"),
        ({"coins": {"mass_g": [5.4, "x"]}}, "coins.mass_g[2]: 'x' is not a number"),
        ({"coins": {"mass_g": True}}, "coins.mass_g: True is not a number"),
        ({"coins": {"mass_g": []}}, "coins.mass_g: an empty list"),
        ({"coins": {"mass_g": nan}}, "coins.mass_g: not a finite number"),
        ({"coins": {"mass_g": inf}}, "coins.mass_g: not a finite number"),
        ({"coins": {"mass_g": 10**400}}, "coins.mass_g: not a finite number"),
        ({"coins": {"mass_g": -5.4}}, "coins.mass_g: -5.4 must be above zero"),
        ({"coins": {"mass_g": 0}}, "coins.mass_g: 0 must be above zero"),
        ({"coins": {"mass_g": 5e-324}}, "times too small; give grams"),
        ({"coins": {"white": 8.5}}, "coins.white: 8.5 cannot be counted"),
        ({"coins": {"white": -1}}, "coins.white: -1 cannot be counted"),
        ({"coins": {"white": [9]}}, "coins.white: a list"),
        ({"chairs": {"armrests": 0}}, "chairs.armrests: 0 is neither yes nor no; give true or false"),
    ],
)
def test_an_unreadable_file_is_refused_with_the_key_and_what_would_work(
    file: dict[str, object], says: str
) -> None:
    """One line, so that it can stand alone on a terminal."""
    with pytest.raises(EquipmentError) as refusal:
        check(file)

    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_unknown_board_or_a_text_without_figures_is_refused() -> None:
    """The shorter texts give no dimensions; icf has one board."""
    with pytest.raises(EquipmentError, match="modern or older"):
        check({}, board="ancient")
    with pytest.raises(EquipmentError, match="international-a, international-b or icf"):
        check({}, edition="family")


def test_a_report_says_its_limits_in_either_language() -> None:
    """The decimal sign follows the language."""
    report: Report = check({})
    limits = {item.key: item for item in report.items}

    assert value_in_words(limits["coin.mass"].allowed) == "5.25 to 6"
    assert value_in_words(limits["coin.mass"].allowed, "fr") == "de 5,25 à 6"
    assert value_in_words(limits["striker.mass"].allowed) == "at most 15"
    assert value_in_words(limits["net.capacity"].allowed, "fr") == "au moins 19"
    assert value_in_words(limits["coin.white"].allowed) == "exactly 9"
    assert value_in_words(limits["chair.armrests"].allowed, "fr") == "non"
