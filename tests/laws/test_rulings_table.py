"""Each clause by an example, with its reason and every law that it names: the table in rulings.txt."""

from __future__ import annotations

import pytest
from tests.laws.rulings import Entry, read, ruling_on


@pytest.mark.parametrize("entry", read(), ids=lambda entry: f"{entry.book}: {entry.case}")
def test_a_ruling_gives_its_reason_and_all_its_laws(entry: Entry) -> None:
    assert ruling_on(entry.book, entry.case) == entry.said
