"""A pace as a file: what is written is read back, and every slip is refused in one line."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.calibration import profile_from_toml, profile_toml
from carrom.errors import UnknownProfile
from carrom.pace import CLUB, PACES, Pace

ratios = st.floats(0.0, 1.0)
paces = st.builds(
    Pace,
    name=st.text("abcé\"\\' 1-", min_size=1, max_size=20).filter(lambda name: bool(name.strip())),
    friction=st.floats(0.005, 1.0),
    coin_coin=ratios,
    striker_coin=ratios,
    coin_frame=ratios,
    striker_frame=ratios,
    piece_grip=ratios,
    frame_grip=ratios,
    lip=st.floats(0.0, 0.02),
    spin=st.booleans(),
    full_force=st.floats(0.1, 10.0),
    rosette_gap=st.floats(0.0, 0.001),
    rosette_turn=st.floats(0.0, 5.0),
    rosette_offset=st.floats(0.0, 0.002),
)


@given(paces)
def test_a_profile_that_is_written_is_read_back(pace: Pace) -> None:
    assert profile_from_toml(profile_toml(pace), "ours.toml") == pace


@pytest.mark.parametrize("pace", PACES.values(), ids=list(PACES))
def test_our_paces_are_read_back(pace: Pace) -> None:
    assert profile_from_toml(profile_toml(pace), "elsewhere.toml") == pace


def test_a_profile_has_every_field_of_a_pace() -> None:
    assert set(tomllib.loads(profile_toml(CLUB))) == {field.name for field in fields(Pace)}


def test_what_is_left_out_is_the_club_s_and_the_file_names_it() -> None:
    read = profile_from_toml("\ufefffriction = 0.09\nspin = false\n", "tables/hall 2.toml")

    assert read == replace(CLUB, name="hall 2", friction=0.09, spin=False)


@pytest.mark.parametrize("pace", PACES.values(), ids=list(PACES))
def test_a_profile_from_before_rosettes_were_set_by_hand_is_read_as_a_built_in_one(pace: Pace) -> None:
    lines = profile_toml(pace).splitlines()
    older = "\n".join(line for line in lines if not line.startswith("rosette"))

    assert profile_from_toml(older, "older.toml") == pace


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("frictoin = 0.1", "frictoin: unknown key; did you mean friction?"),
        ("zzz = 0.1", "zzz: unknown key; say name, friction"),
        ("friction = 3", "friction: 3.0 is out of range; from 0.005 to 1 would work"),
        ("friction = nan", "friction: nan is out of range; from 0.005 to 1 would work"),
        ("friction = " + "9" * 400, "friction: 1000000000.0 is out of range"),
        ("friction = true", "friction: True is not a number; 0.1 is the club's"),
        ("friction = 'low'", "friction: 'low' is not a number"),
        ("friction = 0,1", "write a decimal point"),
        ("full_force = 11", "full_force: 11.0 is out of range; from 0.1 to 10 would work"),
        ("rosette_gap = 0.1", "rosette_gap: 0.1 is out of range; from 0 to 0.001 would work"),
        ("spin = 1", "spin: 1 is neither yes nor no; give true or false"),
        ("name = 3", "name: 3 is not a name"),
        ("name = '  '", "name: '  ' is not a name"),
        ('name = "a\\nb"', "is not a name"),
        (f"name = '{'a' * 61}'", "name: 61 characters; up to 60 would work"),
        (
            "name = 'club'\nfriction = 0.2",
            "name: club is a built-in profile with other values; another name would work",
        ),
        ("friction = = 1", "line 1, column 12: this is not TOML"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("[friction]\nx = 1", "is not a number"),
    ],
)
def test_a_profile_that_cannot_be_is_refused_in_one_line_with_its_place(text: str, says: str) -> None:
    with pytest.raises(UnknownProfile) as refusal:
        profile_from_toml(text, "ours.toml")

    assert str(refusal.value).startswith("ours.toml: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
