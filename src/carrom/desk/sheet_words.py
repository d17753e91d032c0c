"""The score sheet in words: its parts in order. The PDF and the CSV set them."""

from __future__ import annotations

from carrom.desk import sheet_happened as happened
from carrom.desk import sheet_score as scored
from carrom.desk.sheet import Sheet
from carrom.desk.sheet_said import SIDES, Part, Said


def parts(sheet: Sheet, lang: str) -> tuple[Part, ...]:
    """Everything on the sheet but the lines to sign on; what did not happen is left out."""
    said = Said(sheet, lang)
    games = (scored.game(said, game) for game in sheet.games)
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


def signatures(sheet: Sheet, lang: str) -> tuple[str, ...]:
    """Who signs, with the names that are known."""
    said = Said(sheet, lang)
    sides = ((said.t("sign.side", side=said.letter(side)), said.name(side)) for side in SIDES)
    who = ((said.t("sign.umpire"), sheet.umpire), *sides, (said.t("sign.main"), ""))
    return tuple(said.t("sign.named", role=role, name=name) if name else role for role, name in who)
