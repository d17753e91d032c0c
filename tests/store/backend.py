"""The store that tests/store/test_store.py tests; CONTRIBUTING.md says how to test another."""

from carrom.store.sqlite import SqliteStore as Backend

__all__ = ["Backend"]
