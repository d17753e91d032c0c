"""The page's types are those of the server's messages and of the umpire's desk."""

from __future__ import annotations

from tools.wire_types import DESK_TYPES, TYPES, desk_types, types


def test_the_page_has_the_types_of_the_messages() -> None:
    """Generated, never written by hand; `python3 tools/wire_types.py --write` makes them again."""
    assert TYPES.read_text(encoding="utf-8") == types()


def test_the_umpires_page_has_the_types_of_the_desk() -> None:
    """Generated from its requests, its view and its score sheet, in the same way."""
    assert DESK_TYPES.read_text(encoding="utf-8") == desk_types()


def test_what_a_client_may_leave_out_is_optional_and_what_the_server_sends_is_not() -> None:
    """Defaults are the client's convenience; the server always writes them."""
    made = types()

    assert "  since?: Seq;" in made
    assert "  stands: boolean;" in made
    assert "  pocketed?: Piece[];" in desk_types()
    assert '  stroke: Required<Omit<StrokeRequest, "do">> | null;' in desk_types()


def test_a_message_carries_its_tag_as_a_literal() -> None:
    """So that the page can tell them apart by `t`, and the desk's requests by `do`."""
    assert 'export interface StrikeRequest {\n  t: "strike";' in types()
    assert 'export interface TossAgainRequest {\n  do: "toss-again";' in desk_types()


def test_a_request_inside_another_has_no_tag() -> None:
    """A correction says what really happened, and nobody need ask what to do with it."""
    made = desk_types()

    assert '  stroke?: Omit<StrokeRequest, "do"> | null;' in made
    assert "  | DecideProtestRequest;" in made
