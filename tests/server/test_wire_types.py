"""The page's types are those of the server's messages."""

from __future__ import annotations

from tools.wire_types import TYPES, types


def test_the_page_has_the_types_of_the_messages() -> None:
    """Generated, never written by hand; `python3 tools/wire_types.py --write` makes them again."""
    assert TYPES.read_text(encoding="utf-8") == types()


def test_what_a_client_may_leave_out_is_optional_and_what_the_server_sends_is_not() -> None:
    """Defaults are the client's convenience; the server always writes them."""
    made = types()

    assert "  since?: Seq;" in made
    assert "  stands: boolean;" in made


def test_a_message_carries_its_tag_as_a_literal() -> None:
    """So that the page can tell them apart by `t`."""
    assert 'export interface StrikeRequest {\n  t: "strike";' in types()
