"""The messages of a live match, and the HTTP bodies of its owner; the page's types are generated from them.

Messages are JSON text. A message of the socket has its tag in `t`. `id` counts per client and is answered by
`ack` or `error` with the same id; a repeated id gets the first answer again. `v` is the number of the last
entry of the record: a request made at another `v` than the table's is stale. Units are metres, seconds,
radians counter-clockwise from the seat's own right, and power from 0 to 1 of full force. `carrom.words` names
colours, coins, seats and sides. `Words` are put into the reader's language when they are sent.
"""

# The modules together are one vocabulary: `wire.StrikeRequest`, `wire.After`.
from carrom.live.messages.base import *  # noqa: F403
from carrom.live.messages.events import *  # noqa: F403
from carrom.live.messages.http import *  # noqa: F403
from carrom.live.messages.parts import *  # noqa: F403
from carrom.live.messages.requests import *  # noqa: F403
