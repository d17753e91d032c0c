"""An immutable list with constant-time append: the longer list shares the shorter one.

>>> short = PersistentList.of("ab")
>>> long = short.appended("c")
>>> list(short), list(long), long[-1], long.without_last is short
(['a', 'b'], ['a', 'b', 'c'], 'c', True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar, cast, overload

T = TypeVar("T")


class PersistentList(Sequence[T]):
    """A linked list from its last item to its first; equal by value, also to a tuple."""

    __slots__ = ("_last", "_length", "_shorter")

    _last: T
    _shorter: PersistentList[T]
    _length: int

    def __init__(self) -> None:
        self._shorter = self
        self._length = 0

    @classmethod
    def of(cls, items: Iterable[T]) -> Self:
        made = cls()
        for item in items:
            made = made.appended(item)
        return made

    def appended(self, item: T) -> Self:
        longer = object.__new__(type(self))
        longer._last = item
        longer._shorter = self
        longer._length = self._length + 1
        return longer

    @property
    def without_last(self) -> Self:
        """The list without its last item; an empty list stays empty."""
        return cast("Self", self._shorter)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        wanted = at + 1 if at >= 0 else self._length + at + 1
        if not 1 <= wanted <= self._length:
            raise IndexError("list index out of range")
        node: PersistentList[T] = self
        while node._length > wanted:
            node = node._shorter
        return node._last

    def __reversed__(self) -> Iterator[T]:
        node: PersistentList[T] = self
        while node._length:
            yield node._last
            node = node._shorter

    def __iter__(self) -> Iterator[T]:
        return reversed([*reversed(self)])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, tuple):
            return tuple(self) == other
        if not isinstance(other, PersistentList):
            return NotImplemented
        if self._length != other._length:
            return False
        one: PersistentList[T] = self
        while one is not other and one._length:
            if one._last != other._last:
                return False
            one, other = one._shorter, other._shorter
        return True

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.of({[*self]!r})"

    def __reduce__(self) -> tuple[Callable[[Iterable[T]], Any], tuple[tuple[T, ...]]]:
        """Copy and pickle the items: node by node the recursion would be too deep."""
        return type(self).of, (tuple(self),)


EMPTY: PersistentList[Any] = PersistentList()
