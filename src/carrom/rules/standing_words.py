"""A board in one line of either language, for people; `str` of a standing is for programs too."""

from __future__ import annotations

from collections.abc import Mapping

from carrom.i18n import t
from carrom.rules.standing import CoveredBy, OnBoard, Queen, Standing
from carrom.words import COINS_A_SIDE


def board_words(
    lang: str,
    *,
    on_strike: str,
    white: int,
    black: int,
    queen: str,
    due: Mapping[str, int],
    held: Mapping[str, int],
    earned: Mapping[str, bool],
    broken: bool,
    tries: int,
    passes: int,
    strokes_in_hand: int,
) -> str:
    """A board as a case has it, part by part; what is nothing is not said."""
    coins = {"white": white, "black": black}
    parts = [
        t(f"board.on-strike.{on_strike}", lang),
        t("board.coins", lang, white=str(white), black=str(black)),
        t(f"board.queen.{queen}", lang),
    ]
    for key, counts in (("owes", due), ("held", held)):
        parts += [t(f"board.{key}.{side}", lang, n=count) for side, count in counts.items() if count]
    for side, has in earned.items():
        if has != (coins[side] < COINS_A_SIDE):
            parts.append(t(f"board.{'right' if has else 'no-right'}.{side}", lang))
    counted = (("tries", tries, 0), ("passes", passes, 0), ("strokes_in_hand", strokes_in_hand, 1))
    parts += [t(f"board.{name}", lang, n=number) for name, number, nothing in counted if number != nothing]
    if not broken:
        parts.append(t("board.to-break", lang))
    return ", ".join(parts)


def standing_words(standing: Standing, lang: str) -> str:
    """A standing as a ruling says it. Its points are the game's, and are said elsewhere."""
    if lang == "en":
        return str(standing)
    return board_words(
        lang,
        on_strike=standing.on_strike.value,
        white=standing.coins.white,
        black=standing.coins.black,
        queen=queen_name(standing.queen),
        due=standing.due._asdict(),
        held=standing.held._asdict(),
        earned=standing.earned._asdict(),
        broken=standing.broken,
        tries=standing.tries,
        passes=standing.passes,
        strokes_in_hand=standing.in_hand,
    )


def queen_name(queen: Queen) -> str:
    """The queen as a case names her."""
    if isinstance(queen, CoveredBy):
        return queen.colour.value
    return "on-board" if isinstance(queen, OnBoard) else "waiting"
