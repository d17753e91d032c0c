"""The coins in the net of each pocket on the running board, for drawing only.

The laws only count the coins in the nets; the traces say into which net each fell. A coin that comes back is
taken from the net that got such a coin last. Coins without a trace, as in a position set by hand, are shared
out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from carrom.live.readable_match import ReadableMatch
from carrom.parts import COIN, CoinName
from carrom.physics.trace import Trace
from carrom.record import Event, State
from carrom.record.entries import Struck, TakenBack
from carrom.rules.standing import OnBoard
from carrom.words import Coin, Colour

POCKETS = 4

Fallen = tuple[tuple[int, Coin], ...]
"""Pocket and coin, in the order in which they fell."""

TraceOf = Callable[[int], Trace | None]


@dataclass(frozen=True, slots=True)
class Nets:
    """The nets after every entry of a record: a take-back finds there what it goes back to."""

    after: tuple[Fallen, ...] = ()

    def at(self, seq: int | None = None) -> tuple[tuple[CoinName, ...], ...]:
        """What lies in each net after an entry, or after the last."""
        fallen = self.after[-1 if seq is None else seq - 1] if self.after else ()
        return tuple(tuple(COIN[coin] for pocket, coin in fallen if pocket == net) for net in range(POCKETS))

    def extended(self, table: ReadableMatch, trace_of: TraceOf, upto: int | None = None) -> Nets:
        """The nets after all that was entered since, as far as entry `upto`.

        Only traces of the last board and the one before it are read: no take-back goes back further.
        """
        last = table.seq if upto is None else upto
        states = table.keeper.states
        since = states[last - 1].match.boards_ended - 1
        nets = list(self.after)
        for seq in range(len(nets) + 1, last + 1):
            event = table.entries[seq - 1].event
            wanted = isinstance(event, Struck) and states[seq - 2].match.boards_ended >= since
            _append(nets, event, states[seq - 1], trace_of(seq) if wanted else None)
        return Nets(tuple(nets))


def nets_of(table: ReadableMatch, trace_of: TraceOf, upto: int | None = None) -> Nets:
    """The nets of a record, as far as entry `upto`."""
    return Nets().extended(table, trace_of, upto)


def _append(nets: list[Fallen], event: Event, state: State, trace: Trace | None) -> None:
    if isinstance(event, TakenBack):
        nets.append(nets[event.to - 1])
        return
    fallen = nets[-1] if nets else ()
    if trace is not None:
        fell = ((fall.other, trace.pieces[fall.piece]) for fall in trace.falls)
        fallen = (*fallen, *((pocket, coin) for pocket, coin in fell if coin is not None))
    nets.append(_counted(fallen, state))


def _counted(fallen: Fallen, state: State) -> Fallen:
    """As many coins as the standing has in the nets: on a fresh board none, after the last board all."""
    standing = state.match.standing
    if standing is None:
        return fallen
    wanted = {Coin(colour.value): standing.in_nets(colour) for colour in Colour}
    wanted[Coin.QUEEN] = int(not isinstance(standing.queen, OnBoard))
    for coin, count in wanted.items():
        lie = sum(each is coin for _, each in fallen)
        for _ in range(lie - count):
            at = max(index for index, (_, each) in enumerate(fallen) if each is coin)
            fallen = fallen[:at] + fallen[at + 1 :]
        fallen += tuple((_emptiest(fallen, extra), coin) for extra in range(count - lie))
    return fallen


def _emptiest(fallen: Fallen, extra: int) -> int:
    """The net for a coin without a trace: each in turn, beginning with the emptiest."""
    lie = [sum(pocket == net for pocket, _ in fallen) for net in range(POCKETS)]
    return sorted(range(POCKETS), key=lambda net: lie[net])[extra % POCKETS]
