"""The kernel's rows of segments and events, as arrays; whoever reads them needs no compiler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class Rows(Sequence[list[float]]):
    """Rows of the kernel, converted to lists when read: as lists they take five times the memory."""

    def __init__(self, array: Any) -> None:
        """`array` has two dimensions; numpy itself is not imported here."""
        self._array = array

    @property
    def _lists(self) -> list[list[float]]:
        lists: list[list[float]] = self._array.tolist()
        return lists

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, at: Any) -> Any:
        return self._lists[at]

    def __iter__(self) -> Iterator[list[float]]:
        return iter(self._lists)

    @property
    def doubles(self) -> bytes:
        """All numbers as little-endian doubles, row after row."""
        doubles: bytes = self._array.astype("<f8", copy=False).tobytes()
        return doubles
