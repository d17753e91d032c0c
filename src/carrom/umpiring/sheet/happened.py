"""The lower half of a score sheet in words: fouls, dues, what the umpire decided anew, remarks, protests."""

from __future__ import annotations

from carrom.parts import Ruling
from carrom.umpiring.sheet.model import SheetChange, SheetFacts, SheetFoul, SheetProtest
from carrom.umpiring.sheet.said import Said, clock, score, where
from carrom.umpiring.sheet.text import SheetPart


def fouls(said: Said) -> SheetPart:
    rows = tuple(
        (where(foul), clock(foul.at), said.name(foul.side), _kind(said, foul), said.laws(*foul.laws))
        for foul in said.sheet.fouls
    )
    return SheetPart("fouls", said.t("fouls"), said.heads("where", "time", "side", "what", "law"), rows)


def _kind(said: Said, foul: SheetFoul) -> str:
    parts = [said.incident(foul.kind)]
    if foul.ground:
        parts.append(said.t("ground", letter=foul.ground))
    if not foul.noticed:
        parts.append(said.t("unnoticed"))
    return ", ".join(parts)


def improper(said: Said) -> SheetPart:
    rows = tuple(
        (where(each), clock(each.at), each.player, said.laws(each.breach)) for each in said.sheet.improper
    )
    return SheetPart("improper", said.t("improper"), said.heads("where", "time", "player", "law"), rows)


def dues(said: Said) -> SheetPart:
    rows = tuple(
        (
            where(due),
            clock(due.at),
            said.name(due.side),
            said.t("due.more" if due.change > 0 else "due.less", n=abs(due.change)),
            str(due.due),
        )
        for due in said.sheet.dues
    )
    return SheetPart("dues", said.t("dues"), said.heads("where", "time", "side", "due", "owes"), rows)


def changes(said: Said) -> SheetPart:
    """Each with what was ruled, what stands now, and why."""
    rows = tuple(
        (
            str(change.entry),
            where(change),
            clock(change.at),
            _what(said, change),
            _ruled(said, change.facts_was, change.was) or score(change.points_was),
            _ruled(said, change.facts_now, change.now) or score(change.points_now),
            change.reason,
        )
        for change in said.sheet.changes
    )
    undone = said.t("undone", n=said.sheet.undone) if said.sheet.undone else ""
    head = said.heads("entry", "where", "time", "change", "was", "now", "reason")
    return SheetPart("changes", said.t("changes"), head, rows, undone)


def _what(said: Said, change: SheetChange) -> str:
    what = said.t(f"change.{change.kind}", n=change.count)
    if change.count and change.kind != "undone":
        what = f"{what}, {said.t('left-out', n=change.count)}"
    return what


def _ruled(said: Said, facts: SheetFacts | None, ruling: Ruling | None) -> str:
    """The facts in short, then how they were judged."""
    return " ".join(part for part in (_facts(said, facts), said.ruling(ruling)) if part)


def _facts(said: Said, facts: SheetFacts | None) -> str:
    if facts is None:
        return ""
    if facts.kind:
        what = [said.incident(facts.kind)]
    elif facts.pocketed:
        what = [_pieces(said, facts.pocketed)]
    else:
        what = [said.t("nothing-fell" if facts.touched else "missed")]
    if facts.off:
        what.append(said.t("off-board", pieces=_pieces(said, facts.off)))
    if facts.improper:
        what.append(said.t("improper-stroke"))
    return f"[{', '.join(what)}]"


def _pieces(said: Said, pieces: tuple[str, ...]) -> str:
    return " + ".join(said.t(f"piece.{piece}", n=pieces.count(piece)) for piece in dict.fromkeys(pieces))


def strikers(said: Said) -> SheetPart:
    rows = tuple(
        (
            where(each),
            clock(each.at),
            each.player,
            said.t("striker-back" if each.change > 1 else "striker-new"),
        )
        for each in said.sheet.strikers
    )
    return SheetPart("strikers", said.t("strikers"), said.heads("where", "time", "player", "change"), rows)


def remarks(said: Said) -> SheetPart:
    rows = tuple((str(each.entry), clock(each.at), each.text) for each in said.sheet.remarks)
    return SheetPart("remarks", said.t("remarks"), said.heads("entry", "time", "remark"), rows)


def protests(said: Said) -> SheetPart:
    head = said.heads("side", "about", "spoken", "written", "facts", "law", "decision")
    rows = tuple(_protest(said, protest) for protest in said.sheet.protests)
    return SheetPart("protests", said.t("protests"), head, rows)


def _protest(said: Said, protest: SheetProtest) -> tuple[str, ...]:
    open_ = "lapsed" if protest.lapsed else "undecided"
    stage = open_ if protest.upheld is None else "upheld" if protest.upheld else "refused"
    decision = (said.t(f"decision.{stage}"), clock(protest.decided), protest.reason)
    about = said.t("about", entry=str(protest.about), where=where(protest))
    return (
        said.name(protest.side),
        f"{about} {said.ruling(protest.ruling)}".strip(),
        clock(protest.spoken),
        clock(protest.written),
        protest.facts,
        said.laws(protest.paragraph),
        ", ".join(part for part in decision if part),
    )
