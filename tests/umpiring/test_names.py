"""Every name can be typed."""

from __future__ import annotations

import pytest
from tests.umpiring.scripted import singles

from carrom.errors import CarromError

# Sinhala and Persian write joiners inside names.
NAMES = ["Łukasz", "Nguyễn Thị Ánh", "आशा", "ශ්\u200dරී සිල්වා", "علی\u200cرضا", "O'Neill–Żółć", "明"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_kept_as_it_is_typed(name: str) -> None:
    assert singles(name, "Ben").match.first == (name,)


@pytest.mark.parametrize("name", ["As\u200dha", "\u200dAsha", "\u202eAsha", "As\u0007ha", "\u200d"])
def test_a_name_with_what_nobody_sees_is_refused(name: str) -> None:
    """Two such names would look the same."""
    with pytest.raises(CarromError):
        singles(name, "Ben")
