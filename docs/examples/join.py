"""Opens a table on a carrom server and plays the break: python3 join.py http://127.0.0.1:8765"""

import json
import sys
from base64 import b64decode
from itertools import count
from urllib.request import Request, urlopen

from websockets.sync.client import connect

server = sys.argv[1].rstrip("/")
chairs = {"first": [{"name": "Asha"}], "second": [{"name": "Ben"}]}
wanted = {"kind": "screen", "rulebook": "international-a", "breaks": "first", "rosette": "exact", **chairs}
post = Request(f"{server}/api/rooms", json.dumps(wanted).encode(), {"content-type": "application/json"})
with urlopen(post) as answer:
    room = json.load(answer)

with connect(f"ws{server.removeprefix('http')}/ws") as socket:
    ids, state = count(1), {}

    def ask(**request):
        """Send one request and listen until it is answered; every entry since then is in `state`."""
        socket.send(json.dumps(request))
        for heard in map(json.loads, socket):
            state.update(heard.get("state") or heard.get("after") or {})
            if heard["t"] == "stroke":
                events = len(b64decode(heard["trace"]["events"])) // 56
                print(events, "events, pocketed:", *heard["line"]["pocketed"])
            if heard["t"] in ("welcome", "ack"):
                return
            if heard["t"] == "error":
                sys.exit(f"refused: {heard['code']}")

    ask(t="join", room=room["room"], token=room["links"][0]["token"], client="example")
    ask(t="choose", id=next(ids), v=state["v"], what="turn", value=0.0)
    ask(t="strike", id=next(ids), v=state["v"], x=0.012, angle=1.552, power=0.9)
    print("to strike:", *state["asks"]["players"])
