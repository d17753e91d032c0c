"""Typed values from parsed JSON: read by their types, or refused with the field at fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import pytest

from carrom.errors import ImpossibleCase
from carrom.json_reader import JsonReader, Unreadable
from carrom.words import Seat


@dataclass(frozen=True, slots=True)
class Chair:
    seat: Seat
    names: tuple[str, ...] = ()
    pair: tuple[int, float] | None = None


class Room(TypedDict, total=False):
    chair: Chair
    light: Literal["day", "lamp"]


READER = JsonReader({})


def test_a_shape_is_read_by_the_types_of_its_fields() -> None:
    """Enums by their values, lists as tuples, whole numbers where any number goes."""
    read = READER.read(Room, {"chair": {"seat": "north", "names": ["Asha"], "pair": [1, 2]}}, "room")

    assert read == {"chair": Chair(Seat.NORTH, ("Asha",), (1, 2.0))}


@pytest.mark.parametrize(
    ("raw", "field", "english", "french"),
    [
        (3, "room", "must be an object, not the number 3", "il faut un objet, et non le nombre 3"),
        (
            {"lihgt": "day"},
            "room",
            "unknown field 'lihgt'; did you mean light?",
            "champ inconnu 'lihgt' ; vouliez-vous dire light ?",
        ),
        (
            {"light": "moon"},
            "room.light",
            "'moon' is unknown; say day or lamp",
            "'moon' est inconnu ; dites day ou lamp",
        ),
        ({"chair": {}}, "room.chair.seat", "is required", "ce champ est obligatoire"),
        (
            {"chair": {"seat": "north", "names": [None]}},
            "room.chair.names",
            "must be a text, not null",
            "il faut un texte, et non null",
        ),
        (
            {"chair": {"seat": "north", "pair": [1]}},
            "room.chair.pair",
            "must be a list of 2, not of 1",
            "il faut une liste de 2, et non de 1",
        ),
        (
            {"chair": {"seat": "north", "pair": [1, "2"]}},
            "room.chair.pair",
            "must be a number, not a text",
            "il faut un nombre, et non un texte",
        ),
    ],
)
def test_a_refusal_names_the_field_in_the_readers_language(
    raw: object, field: str, english: str, french: str
) -> None:
    with pytest.raises(ImpossibleCase) as refused:
        READER.read(Room, raw, "room")

    assert refused.value.field == field
    assert refused.value.text("en") == f"{field}: {english}"
    assert refused.value.text("fr") == f"{field} : {french}"


def test_at_the_root_a_field_is_named_alone() -> None:
    """So the fields of a case are called board.white, not case.board.white."""
    with pytest.raises(ImpossibleCase) as within:
        READER.read(Room, {"light": 1}, "room", root=True)
    with pytest.raises(ImpossibleCase) as whole:
        READER.read(Room, [], "room", root=True)

    assert (within.value.field, whole.value.field) == ("light", "room")


def test_a_type_of_ones_own_is_read_as_one_says() -> None:
    def even(value: Any) -> int:
        if value % 2:
            raise Unreadable("read.unknown", value=str(value), hint="even numbers")
        return int(value)

    reader = JsonReader({int: even})

    assert reader.read(Chair, {"seat": "east", "pair": [4, 0.5]}, "chair").pair == (4, 0.5)
    with pytest.raises(ImpossibleCase, match=r"chair\.pair: 3 is unknown; even numbers"):
        reader.read(Chair, {"seat": "east", "pair": [3, 0.5]}, "chair")
