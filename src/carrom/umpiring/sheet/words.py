"""The score sheet put into words, part by part."""

from __future__ import annotations

from carrom.umpiring.sheet import happened
from carrom.umpiring.sheet import score as scored
from carrom.umpiring.sheet.model import Sheet
from carrom.umpiring.sheet.said import SIDES, Said
from carrom.umpiring.sheet.text import SheetPart, SheetText


def sheet_words(sheet: Sheet, lang: str) -> SheetText:
    said = Said(sheet, lang)
    names = f"{said.name('first')} – {said.name('second')}"
    return SheetText(said.t("title"), names, _parts(said), said.t("signatures"), _signatures(said))


def sheet_result(sheet: Sheet, lang: str) -> str:
    """How the match stands, or who has won it, in a sentence."""
    return scored.result(Said(sheet, lang)).close


def _parts(said: Said) -> tuple[SheetPart, ...]:
    games = (scored.game(said, game) for game in said.sheet.games)
    upper = (scored.match(said), scored.players(said), *games, scored.result(said))
    lower = (
        happened.fouls(said),
        happened.improper(said),
        happened.dues(said),
        happened.changes(said),
        happened.strikers(said),
        happened.remarks(said),
        happened.protests(said),
    )
    return (*upper, *(part for part in lower if part.rows or part.close))


def _signatures(said: Said) -> tuple[str, ...]:
    """Who signs, with the names that are known."""
    sides = ((said.t("sign.side", side=said.letter(side)), said.name(side)) for side in SIDES)
    who = ((said.t("sign.umpire"), said.sheet.umpire), *sides, (said.t("sign.main"), ""))
    return tuple(said.t("named", label=role, text=name) if name else role for role, name in who)
