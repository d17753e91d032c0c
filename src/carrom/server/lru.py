"""A cache that forgets what was used longest ago."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(OrderedDict[K, V]):
    """Holds the `most` values that were read or set last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._lock = Lock()

    def cached(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not here. Any thread may call."""
        with self._lock:
            if key in self:
                return self[key]
        value = make()
        with self._lock:
            self[key] = value
        return value

    def __getitem__(self, key: K) -> V:
        self.move_to_end(key)
        return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
