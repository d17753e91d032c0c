"""Every message of the game and every body of HTTP; tools/wire_types.py makes the page's types of them.

JSON text. A message of the socket has its tag in `t`. `id` counts per client and is answered by `ack` or
`error` with the same id; repeated, it gets the first answer again. `v` is the number of the last entry of the
record: a request made at another `v` than the table's is stale. Metres; radians counter-clockwise from the
seat's own right; power from 0 to 1 of full force; seconds. Colours, coins, seats and sides are named as in
`carrom.words`. `Words` are made of a message in the reader's language when it is sent.
"""

# The modules together are one vocabulary: `wire.StrikeRequest`, `wire.After`.
from carrom.live.messages.base import *  # noqa: F403
from carrom.live.messages.events import *  # noqa: F403
from carrom.live.messages.http import *  # noqa: F403
from carrom.live.messages.parts import *  # noqa: F403
from carrom.live.messages.requests import *  # noqa: F403
