"""carrom umpire --web: who can reach it, the links it prints, the key, starts and ends. All on 127.0.0.1."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sqlite3
import stat
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

import pytest
import segno
from tests.cli.run import carrom, needs_a_terminal, refusal
from tests.cli.serving import NO_SCREEN, Begun, begun, gone, on_linux

from carrom.cli.serving.addresses import Reach, all_networks, this_machine
from carrom.cli.serving.umpire_page import QUIET, choose_reach, open_tables, organiser_key, qr_lines
from carrom.errors import CarromError
from carrom.live.journal import Journal
from carrom.live.tokens import new_token
from carrom.record.entries import Begun as MatchBegun
from carrom.record.entries import GaveUp
from carrom.store.sqlite import SqliteStore
from carrom.words import Side

HALL = Reach("127.0.0.1", ("hall.example", "127.0.0.1", "localhost"))
"""A network as it might be found. Whoever listens there listens on this machine only."""

IN_THE_HALL = """
import os
import sys
from pathlib import Path
from carrom.cli.serving.addresses import Reach
from carrom.cli.serving.launch import Terms
from carrom.cli.serving.umpire_page import umpire_in_browser
from carrom.server.config import Config
os.environ["CARROM_LANG"] = sys.argv[2]
hall = Reach("127.0.0.1", ("hall.example", "127.0.0.1", "localhost"))
umpire_in_browser(Config(Path(sys.argv[1])), Terms(port=0), lan=True, networks=hall)
"""


def told(server: Begun) -> str:
    """Everything a server says once it answers."""
    assert server.process.stdout is not None
    while "Ctrl-C" not in server.said[-1]:
        server.said.append(server.process.stdout.readline())
    return "".join(server.said)


def invitations(said: str) -> list[str]:
    """The codes of the umpires' links, table by table."""
    return re.findall(r"/umpire\S*#join=([\w-]+)", said)


def key(said: str) -> str:
    found = re.search(r"/umpire#key=([\w-]+)", said)
    assert found, said
    return found[1]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def umpiring(data: Path) -> Iterator[Begun]:
    """One umpire's page for all tests that only look at it."""
    words = (
        "--web",
        "--local",
        "--port",
        "0",
        "--tables",
        "2",
        "--event",
        "Coupe d'été",
        "--data",
        str(data),
    )
    with begun("umpire", *words) as server:
        told(server)
        yield server


def base(server: Begun) -> str:
    return server.url.removesuffix("/umpire")


def asked(url: str, body: object = None, **headers: str) -> tuple[int, bytes]:
    """Status and content of an answer; with a body it is posted."""
    posted = None if body is None else json.dumps(body).encode()
    kind = {} if body is None else {"content-type": "application/json"}
    try:
        with build_opener(ProxyHandler({})).open(Request(url, posted, kind | headers), timeout=30) as answer:
            return answer.status, answer.read()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read()


def with_key(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def test_each_table_has_a_link_that_invites_its_umpire_once(umpiring: Begun) -> None:
    """An empty table under the name of its place; the event goes with the link."""
    said = told(umpiring)

    assert len(set(invitations(said))) == 2
    for place, code in zip(("1", "2"), invitations(said), strict=True):
        token = new_token()
        take = {"invitation": code, "token": token}
        assert asked(f"{base(umpiring)}/api/seat", take)[0] == 201
        assert asked(f"{base(umpiring)}/api/seat", take | {"token": new_token()})[0] == 404
        status, content = asked(f"{base(umpiring)}/api/desk/{token}")
        shown = json.loads(content)
        assert (status, shown["umpire"], shown["place"]) == (200, True, place)
        assert shown["view"]["stage"] == "to-begin"
        assert asked(f"{base(umpiring)}/api/desks", None, **with_key(token))[0] == 403
    link = re.search(r"http\S+/umpire\S*#join=\S+", said)
    assert link
    assert parse_qs(urlsplit(link[0]).query) == {"event": ["Coupe d'été"]}
    assert b"<html" in asked(link[0])[1]


def test_the_organisers_link_alone_sees_all_tables_and_opens_more(umpiring: Begun, data: Path) -> None:
    """The key is kept for its owner alone, beside the matches."""
    said = told(umpiring)

    status, content = asked(f"{base(umpiring)}/api/desks", None, **with_key(key(said)))

    assert status == 200
    assert {desk["place"] for desk in json.loads(content)["desks"]} == {"1", "2"}
    assert not any(code in content.decode() for code in invitations(said))
    assert asked(f"{base(umpiring)}/api/desks?key={key(said)}")[0] == 403
    assert asked(f"{base(umpiring)}/api/desks")[0] == 403
    assert asked(f"{base(umpiring)}/api/desks", {"place": "3"})[0] == 403
    assert (data / "organiser.key").read_text().strip() == key(said)
    assert stat.S_IMODE((data / "organiser.key").stat().st_mode) == 0o600


def test_the_halls_link_shows_all_tables_and_opens_none(umpiring: Begun) -> None:
    """A key of its own, which stands on the screen for everybody."""
    said = told(umpiring)
    found = re.search(r"/wall\?key=([\w-]+)", said)
    assert found, said

    status, content = asked(f"{base(umpiring)}/api/wall?key={found[1]}")

    assert (status, len(json.loads(content)["desks"])) == (200, 2)
    assert not any(code in content.decode() for code in invitations(said))
    assert asked(f"{base(umpiring)}/api/desks", None, **with_key(found[1]))[0] == 403
    assert asked(f"{base(umpiring)}/api/desks", {"place": "3"}, **with_key(found[1]))[0] == 403


def test_a_second_start_says_where_the_first_is_and_nothing_else(umpiring: Begun, data: Path) -> None:
    """In one line, with what to do instead; no table is made."""
    organiser = with_key(key(told(umpiring)))
    before = asked(f"{base(umpiring)}/api/desks", None, **organiser)

    done = carrom("umpire", "--web", "--lan", "--port", "0", "--data", str(data))

    assert done.stdout == ""
    text = refusal(done)
    assert f"(process {umpiring.process.pid}); the umpire's page is at {umpiring.url}: use that one" in text
    assert asked(f"{base(umpiring)}/api/desks", None, **organiser) == before


@on_linux
def test_ctrl_c_leaves_nothing_and_the_next_start_goes_on_with_the_same_tables(tmp_path: Path) -> None:
    """An umpire's phone keeps its token over a restart, the organiser the key; invitations are made anew."""
    words = ("umpire", "--web", "--local", "--port", "0", "--data", str(tmp_path), "--lang", "fr")
    with begun(*words) as first:
        was = told(first)
        token = new_token()
        asked(f"{base(first)}/api/seat", {"invitation": invitations(was)[0], "token": token})
        status, said, wrong = first.interrupt()

        assert (status, wrong) == (0, "")
        assert said.startswith("La page de l'arbitre est à http://127.0.0.1:")
        assert said.endswith(f"Carrom est terminé ; les parties sont gardées dans {tmp_path}\n")
        assert gone(first)
        assert (tmp_path / "server.json").read_text() == ""
    with begun(*words, "--tables", "2") as second:
        now = told(second)

        assert key(now) == key(was)
        assert len(invitations(now)) == 2
        assert json.loads(asked(f"{base(second)}/api/desk/{token}")[1])["umpire"] is True


def test_a_table_goes_on_with_its_match_until_that_is_over(tmp_path: Path) -> None:
    """Then a new one is opened at its place."""
    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as store:
        [empty] = open_tables(store, 1)
        record = Journal(store, empty.desk)
        record.enter(MatchBegun("international-a", ("Asha",), ("Ben",)))
        [running, other] = open_tables(store, 2)
        record.enter(GaveUp(Side.FIRST, "retired"))
        [fresh, same] = open_tables(store, 2)

    assert empty.players == ""
    assert (running.desk, running.players) == (empty.desk, "Asha – Ben")
    assert fresh.desk not in (running.desk, other.desk)
    assert same.desk == other.desk
    assert same.invitation != other.invitation


def test_a_match_left_unfinished_long_ago_is_not_taken_up_again(tmp_path: Path) -> None:
    """A table that nobody has used yet stays the same for ever."""
    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as store:
        [old, unused] = open_tables(store, 2)
        Journal(store, old.desk).enter(MatchBegun("international-a", ("Asha",), ("Ben",)))
        with closing(sqlite3.connect(store.path)) as beside:
            beside.execute("UPDATE matches SET changed = '2020-01-01T00:00:00.000+00:00'")
            beside.commit()
        [fresh, same] = open_tables(store, 2)

    assert fresh.desk != old.desk
    assert same.desk == unused.desk


def test_a_key_is_made_once_and_a_broken_one_made_anew(tmp_path: Path) -> None:
    """One that was cut short by a crash is no key."""
    first = organiser_key(tmp_path)

    assert organiser_key(tmp_path) == first
    (tmp_path / "organiser.key").write_text("cut")
    assert len(organiser_key(tmp_path)) == len(first)
    (tmp_path / "organiser.key").write_bytes(b"\xff\xfe" * 20)
    with pytest.raises(CarromError, match=r"organiser\.key: this is not a key; remove it"):
        organiser_key(tmp_path)


@pytest.mark.parametrize(
    ("lang", "answer", "there"),
    [
        ("en", "y\n", HALL),
        ("en", "YES\n", HALL),
        ("en", "\n", this_machine()),
        ("en", "o\n", this_machine()),
        ("en", "", this_machine()),
        ("fr", "oui\n", HALL),
        ("fr", "n\n", this_machine()),
    ],
)
def test_the_network_is_listened_to_only_after_a_yes(
    lang: str, answer: str, there: Reach, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked with the addresses under which others could come."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    monkeypatch.setenv("CARROM_LANG", lang)

    assert choose_reach(None, HALL, can_ask=True) == there
    who, question, *_ = capsys.readouterr().out.splitlines()
    assert "(hall.example)" in who
    assert question.rstrip().startswith(("Open it to the network? [y/N]", "L'ouvrir au réseau ? [o/N]"))


def test_what_was_said_beforehand_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert choose_reach(True, HALL, can_ask=True) == HALL
    assert choose_reach(False, HALL, can_ask=True) == this_machine()
    assert capsys.readouterr().out == ""


def test_where_nobody_can_be_asked_only_this_machine_can_come(capsys: pytest.CaptureFixture[str]) -> None:
    """And it is said, with what to say beforehand."""
    assert choose_reach(None, HALL, can_ask=False) == this_machine()
    assert "give --lan for the network, or --local" in capsys.readouterr().out


def test_without_a_network_it_cannot_be_listened_to(capsys: pytest.CaptureFixture[str]) -> None:
    """Wanted all the same it is refused; otherwise this machine is enough."""
    with pytest.raises(CarromError, match="this machine is on no network: join one"):
        choose_reach(True, None, can_ask=True)
    assert choose_reach(None, None, can_ask=True) == this_machine()
    assert "on no network" in capsys.readouterr().out


def test_names_of_this_machine_alone_are_none_for_others() -> None:
    assert this_machine().for_others == ()
    assert HALL.for_others == ("hall.example",)
    found = all_networks()
    assert found is None or (found.for_others and "127.0.0.1" in found.names)


@contextmanager
def in_the_hall(
    data: Path, out: int | None = None, lang: str = "en", columns: str = "100"
) -> Iterator[Begun]:
    """A server that believes it listens on a network; what it says is read, or shown on a terminal."""
    with (
        TemporaryFile("w+", encoding="utf-8") as wrong,
        subprocess.Popen(
            [sys.executable, "-c", IN_THE_HALL, str(data), lang],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if out is None else out,
            stderr=wrong,
            text=True,
            env={**os.environ, **NO_SCREEN, "PYTHONUNBUFFERED": "1", "TERM": "xterm", "COLUMNS": columns},
            start_new_session=True,
        ) as process,
    ):
        try:
            yield Begun(process, "", wrong, [""])
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
                process.wait(timeout=30)


def test_the_addresses_of_the_network_are_names_and_origins_of_the_server(tmp_path: Path) -> None:
    """So phones there may ask and post, and nobody under another name."""
    with in_the_hall(tmp_path) as server:
        said = told(server)
        there = re.search(r"http://hall\.example:(\d+)/umpire\n", said)
        assert there, said
        here, host = f"http://127.0.0.1:{there[1]}", f"hall.example:{there[1]}"
        new = {"place": "9"}
        organiser = with_key(key(said))

        assert f"http://{host}/umpire#join={invitations(said)[0]}\n" in said
        assert f"http://{host}/umpire#key=" in said
        assert "Over plain http an open page works on without the network. Once closed, it opens" in said
        assert "█" not in said
        assert asked(f"{here}/umpire", Host=host)[0] == 200
        assert asked(f"{here}/umpire", Host=f"other.example:{there[1]}")[0] == 421
        assert asked(f"{here}/api/desks", new, Host=host, Origin=f"http://{host}", **organiser)[0] == 201
        assert (
            asked(f"{here}/api/desks", new, Host=host, Origin="http://other.example", **organiser)[0] == 403
        )


@needs_a_terminal
@pytest.mark.parametrize("columns", [100, 30])
def test_a_terminal_that_is_wide_enough_shows_the_link_as_a_code(tmp_path: Path, columns: int) -> None:
    """Black on white whatever the terminal's own colours, and exactly the code of the link above it."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    shown = b""
    try:
        with in_the_hall(tmp_path, theirs, columns=str(columns)):
            while b"Ctrl-C" not in shown:
                shown += os.read(ours, 65536)
    finally:
        os.close(ours)
        os.close(theirs)
    said = shown.decode().replace("\r\n", "\n")
    drawn = re.findall("\x1b\\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\\[0m\n", said)
    link = re.search(r"http://hall\.example:\d+/umpire#join=\S+", said)

    assert link
    assert drawn == (qr_lines(link[0]) if columns == 100 else [])


@pytest.mark.parametrize(
    "link", ["http://192.0.2.7:8765/umpire/0123456789abcdefABCDEF", "https://carrom.example/umpire/x"]
)
def test_a_code_in_half_blocks_is_the_code_module_by_module(link: str) -> None:
    """With its quiet zone; a row too many at the end is white."""
    rows: list[list[int]] = []
    for line in qr_lines(link):
        rows.append([int(each in "▀█") for each in line])
        rows.append([int(each in "▄█") for each in line])
    code = [list(row) for row in segno.make_qr(link, error="m").matrix_iter(border=QUIET)]

    assert rows[: len(code)] == code
    assert not any(map(any, rows[len(code) :]))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--lan",), "--lan/--local belongs to the umpire's page: add --web."),
        (("--tables", "2"), "--tables belongs to the umpire's page: add --web."),
        (("--web", "final.carrom"), "FILE belongs to the match in the terminal: leave --web out."),
        (("--web", "--umpire", "Nolwenn"), "--umpire belongs to the match in the terminal: leave --web out."),
        (("--web", "--tables", "0"), "--tables must be a whole number from 1 to 99"),
        (("--web", "--tls-cert", "cert.pem"), "--tls-cert and --tls-key go together: give both."),
        (("--web", "--origin", "carrom.example"), "'carrom.example' is not an address such as https://"),
        (("--web", "--data", "empty"), "empty: this is a file; matches are kept in a folder (--data)"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()

    done = carrom("umpire", *words, folder=tmp_path)

    assert why in refusal(done)
    assert done.stdout == ""
    assert [each.name for each in tmp_path.iterdir()] == ["empty"]
