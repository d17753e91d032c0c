"""Hypothesis profiles, how children of tests start, a machine without fonts, which test carries which law."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.laws_carried import LAWS_CARRIED
from tools.postgres import PostgresServer, find_binaries

from carrom.laws import cite

# The commands speak the language of the machine, the tests speak English unless they say otherwise.
os.environ.pop("CARROM_LANG", None)
os.environ["LC_ALL"] = "C.UTF-8"

settings.register_profile("ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", parent=settings.get_profile("ci"), max_examples=5)
settings.register_profile("long", parent=settings.get_profile("ci"), max_examples=1000, derandomize=False)
settings.load_profile(os.environ.get("CARROM_HYPOTHESIS", "ci"))


def pytest_configure() -> None:
    """Every child process of a test starts with the default SIGINT, also where this run ignores it.

    An ignored signal is inherited (`nohup`, a job of a script in the background); one with a handler is reset
    when the child is started. The handler does nothing, so the run itself still ignores the signal.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda number, frame: None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this process's tests. One that stops or pauses it starts it again."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("there is no PostgreSQL on this machine")
    # Not pytest's folder: nobody but its owner may enter that one, and the server runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="carrom-postgres-"))
    try:
        server = PostgresServer(folder, binaries)
        yield server
        server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database(postgres: PostgresServer) -> Iterator[str]:
    """The URL of an empty database."""
    url = postgres.make_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture
def without_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fontconfig knows no folder, for commands too that a test starts; the usual folders are not searched."""
    from carrom.printing import fonts  # fpdf2 takes a while to load

    nothing = tmp_path / "fonts.conf"
    nothing.write_text("<fontconfig></fontconfig>", encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(nothing))
    monkeypatch.setattr(fonts, "FOLDERS", ())


TESTS = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every law a test names must exist; tools/laws_table.py asks for the list."""
    carried: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("law"):
            for paragraph in mark.args:
                carried.setdefault(str(cite(paragraph)), []).append(item.nodeid)
    if {item.path for item in items} == {*TESTS.rglob("test_*.py")} and not any(
        "::" in each for each in config.args
    ):
        config.stash[LAWS_CARRIED] = carried
    wanted = os.environ.get("CARROM_LAWS_CARRIED")
    if wanted:
        Path(wanted).write_text(json.dumps(carried), encoding="utf-8")
