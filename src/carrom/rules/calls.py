"""The umpire's call: what a ruling changes, in a few words. `Ruling.message` also gives the reason."""

from __future__ import annotations

from carrom.i18n import Message, Sentence, sentences
from carrom.rules.ruling import (
    BoardEnds,
    BoardVoid,
    Consequence,
    Held,
    MatchLost,
    MayDemand,
    Owes,
    Pays,
    PutBack,
    QueenBack,
    QueenCovered,
    QueenWaits,
    Respotted,
    Ruling,
    SetUpAgain,
    StandsAs,
    Swapped,
    TimeRanOut,
    TrySpent,
    TurnPasses,
    TurnStays,
    Waived,
    message_of,
)

CALLED = (
    StandsAs,
    BoardVoid,
    BoardEnds,
    MayDemand,
    MatchLost,
    SetUpAgain,
    QueenWaits,
    QueenCovered,
    QueenBack,
    PutBack,
    Pays,
    Owes,
    Held,
    Respotted,
    Swapped,
    Waived,
    TimeRanOut,
    TrySpent,
    TurnStays,
    TurnPasses,
)
"""The consequences that are called, in this order: the most important first, the turn last."""


def call_message(ruling: Ruling, alone: bool = False) -> Message:
    """The call of a ruling; the ruling's own message if there is nothing to call.

    `alone`: in practice of one person, a turn that passes stays after all.

    >>> from carrom.words import Colour
    >>> from carrom.rules.ruling import Finding
    >>> print(call_message(Ruling((Finding((), "queen", (TurnStays(Colour.WHITE), QueenWaits())),))))
    Queen! Pocket one more white to cover her.
    """
    called = sorted(
        (
            TurnStays(each.to.other) if alone and isinstance(each, TurnPasses) else each
            for each in ruling.consequences
            if isinstance(each, CALLED)
        ),
        key=lambda each: CALLED.index(type(each)),
    )
    stays = next((each for each in called if isinstance(each, TurnStays)), None)
    if any(isinstance(each, QueenWaits) for each in called):
        # The side that must cover keeps the turn anyway; only several strokes in hand are worth a call.
        called = [each for each in called if each is not stays or stays.in_hand > 1]
    in_rosette = any(finding.why == "jumped-rosette" for finding in ruling.findings)
    calls = [Sentence(message) for each in called if (message := _call_of(each, stays, in_rosette))]
    return sentences(calls) if calls else ruling.message


def _call_of(consequence: Consequence, stays: TurnStays | None, in_rosette: bool) -> Message | None:
    if isinstance(consequence, QueenWaits) and stays is not None:
        return Message(f"call.queen-waits.{stays.colour}")
    message = message_of(consequence, "call")
    if isinstance(consequence, Respotted) and message is not None:
        return Message("call.respotted.rosette" if in_rosette else "call.respotted", {"coins": message})
    return message
