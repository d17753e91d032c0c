"""A server of its own process for the pages: it can be killed, and comes back at the same address."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from carrom.live.tokens import new_token
from carrom.server.config import Config
from carrom.server.serving import run_server

ROOT = Path(__file__).parents[2]


class House:
    """Serves until it is closed. `url` stays the same when it is killed and opens again."""

    def __init__(self, data: Path, languages: Path | None = None) -> None:
        """`languages` is a folder with further languages."""
        self._data = data
        self._env = os.environ | ({"CARROM_LANGUAGES": str(languages)} if languages else {})
        self._port = 0
        self._said = data / "said.txt"
        self.url = ""
        self.open()

    def open(self) -> None:
        """Start, and wait until the first request would be answered."""
        with self._said.open("a", encoding="utf-8") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.house", str(self._data), str(self._port)],
                cwd=ROOT,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url, self.complaints()
        self._port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._gone()

    def close(self) -> None:
        self._process.terminate()
        self._gone()

    def _gone(self) -> None:
        self._process.wait(timeout=30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def complaints(self) -> str:
        """What the server had to say of things that went wrong."""
        return self._said.read_text(encoding="utf-8")

    def get(self, path: str) -> Any:
        return self._asked(Request(f"{self.url}{path}"))

    def post(self, path: str, body: object) -> Any:
        kind = {"content-type": "application/json"}
        return self._asked(Request(f"{self.url}{path}", json.dumps(body).encode(), kind))

    def text(self, path: str) -> str:
        with build_opener(ProxyHandler({})).open(Request(f"{self.url}{path}"), timeout=30) as answer:
            said: str = answer.read().decode()
            return said

    def room(self, **wish: Any) -> Any:
        """A table opened without a page: singles of two persons, the first breaks."""
        usual = {
            "kind": "online",
            "rulebook": "international-a",
            "first": [{"name": "Asha"}],
            "second": [{"name": "Ben"}],
            "breaks": "first",
        }
        return self.post("/api/rooms", usual | wish)

    def invitations(self, made: Any) -> list[str]:
        """The paths of the links that the opener sends."""
        return [f"/table/{made['room']}#join={each['code']}" for each in made["invitations"]]

    def seats(self, made: Any) -> list[str]:
        """The paths of everybody's seat, the opener's first; all invitations are used."""
        tokens = [link["token"] for link in made["links"]]
        for each in made["invitations"]:
            tokens.append(new_token())
            self.post("/api/seat", {"invitation": each["code"], "token": tokens[-1]})
        return [f"/table/{made['room']}#{token}" for token in tokens]

    def _asked(self, request: Request) -> Any:
        with build_opener(ProxyHandler({})).open(request, timeout=30) as answer:
            return json.load(answer)


if __name__ == "__main__":
    # One process does everything: no page here waits for two strokes at once.
    where, port = sys.argv[1:]
    run_server(
        # Another loopback address stands for the network: nothing here listens elsewhere.
        Config(Path(where), port=int(port), hurry=True, workers=0, networks=lambda: ("127.0.0.2",)),
        lambda url: print(url, flush=True),
    )
