"""The score sheet of a match as text."""

from __future__ import annotations

from collections.abc import Sequence

from carrom.i18n import t
from carrom.record.entries import Begun, Entry, Overruled, Simulated
from carrom.record.fold import State
from carrom.record.protest import Protest
from carrom.rules.match import OVER, BoardScore, GameScore, Match, played, running_totals
from carrom.words import Side


def sheet(state: State, lang: str = "en", width: int | None = None, entries: Sequence[Entry] = ()) -> str:
    """Toss, boards, games, fouls, remarks and result, as an umpire would hand it in.

    Where the boards do not fit the width, their times are left out. The entries of the record tell why calls
    were overruled.
    """
    whole = _sheet(state, lang, entries, times=True)
    fits = width is None or max(len(line) for line in whole.splitlines()) <= width
    return whole if fits else _sheet(state, lang, entries, times=False)


def _sheet(state: State, lang: str, entries: Sequence[Entry], times: bool) -> str:
    match = state.match
    parts = [_head(state, lang)]
    for number, game in enumerate(match.games, 1):
        parts.append(_game(match, number, game, lang, times))
    if match.boards:
        parts.append(_game(match, len(match.games) + 1, match, lang, times))
    overruled = _overruled(state, entries, lang)
    further = (_fouls(state, lang), overruled, _remarks(state, lang), _protests(state, lang))
    parts += [part for part in further if part]
    parts.append(result(state, lang))
    return "\n\n".join(parts) + "\n"


def side_name(match: Match, side: Side) -> str:
    return " & ".join(match.names(side))


def _head(state: State, lang: str) -> str:
    match, begun = state.match, state.begun
    rows = [
        (t("sheet.match", lang), _kind(state, lang)),
        (t("sheet.rulebook", lang), match.book.id),
        *(((t("sheet.date", lang), state.began_at[:10]),) if state.began_at else ()),
        *_given(begun, lang),
        (t("sheet.first", lang), side_name(match, Side.FIRST)),
        (t("sheet.second", lang), side_name(match, Side.SECOND)),
        *_clubs(begun, lang),
        *_table(begun.table, lang),
    ]
    if state.toss is not None:
        winner = side_name(match, state.toss.winner)
        rows.append((t("sheet.toss", lang), t(f"sheet.took.{state.toss.choice}", lang, side=winner)))
    if match.replays:
        rows.append((t("sheet.replayed", lang), str(match.replays)))
    return aligned(rows)


def _given(begun: Begun, lang: str) -> list[tuple[str, str]]:
    """What was said of the match when it began, as far as anything was."""
    said = [
        ("event", begun.event),
        ("number", begun.number),
        ("round", begun.round),
        ("place", begun.place),
        ("umpire", begun.umpire),
        ("replay-of", begun.replay_of),
    ]
    return [(t(f"sheet.{key}", lang), value) for key, value in said if value]


def _clubs(begun: Begun, lang: str) -> list[tuple[str, str]]:
    clubs = ", ".join(f"{player}: {club}" for player, club in begun.clubs)
    return [(t("sheet.clubs", lang), clubs)] if clubs else []


def _kind(state: State, lang: str) -> str:
    how = t("sheet.doubles" if state.match.doubles else "sheet.singles", lang)
    length = state.begun.length
    return how if length == "match" else f"{how}, {t(f'sheet.length.{length}', lang)}"


def _table(table: Simulated | None, lang: str) -> list[tuple[str, str]]:
    """On what simulated table, and which computer players sat for whom."""
    if table is None:
        return []
    what = t("sheet.simulated", lang, equipment=table.equipment.name, pace=table.equipment.pace.name)
    rows = [(t("sheet.table", lang), what)]
    if table.held_by:
        rows.append((t("sheet.computer", lang), ", ".join(f"{who}: {what}" for who, what in table.held_by)))
    return rows


def _game(match: Match, number: int, game: GameScore | Match, lang: str, times: bool) -> str:
    """A game that has ended, or the one that is running."""
    head = ("board", "break", "white", "queen", "left", "points", "total", "time")
    rows = [tuple(t(f"sheet.column.{name}", lang) for name in head)]
    totals = running_totals(game)
    for index, board in enumerate(game.boards, 1):
        first, second = totals[index - 1]
        rows.append(
            (
                str(index),
                board.breaker,
                side_name(match, board.white),
                "–" if board.queen is None else side_name(match, board.queen),
                f"{board.coins_left.white} / {board.coins_left.black}",
                _points(match, board, lang),
                f"{first} – {second}",
                _times(board),
            )
        )
    shown = rows if times and any(row[-1] for row in rows[1:]) else [row[:-1] for row in rows]
    lines = [t("sheet.game", lang, number=str(number)), columns(shown)]
    if game.by_hand != (0, 0):
        given = [f"{points:+d}" if points else "0" for points in game.by_hand]
        lines.append(t("sheet.points-by-hand", lang, first=given[0], second=given[1]))
    if isinstance(game, GameScore):
        score = f"{game.points(Side.FIRST)} – {game.points(Side.SECOND)}"
        limit = match.book.match.boards
        ninth = limit is not None and played(game.boards) > limit
        key = "sheet.game-won-ninth" if ninth else "sheet.game-won"
        lines.append(t(key, lang, side=side_name(match, game.winner), score=score))
    return "\n".join(lines)


def _points(match: Match, board: BoardScore, lang: str) -> str:
    if board.winner is None:
        return t("sheet.void", lang)
    said = f"{side_name(match, board.winner)} {board.points}"
    return said if board.of == "board" else f"{said} ({t(f'sheet.of.{board.of}', lang)})"


def _times(board: BoardScore) -> str:
    """The clock times of a board, as far as they are known."""
    return " – ".join(at[11:16] for at in (board.began_at, board.ended_at) if at)


def _fouls(state: State, lang: str) -> str:
    rows = [
        (
            f"{foul.game}.{foul.board}",
            "" if foul.side is None else side_name(state.match, foul.side),
            foul.kind if lang == "en" else t(f"incident.{foul.kind}", lang),
            ", ".join(foul.laws),
        )
        for foul in state.fouls
    ]
    return f"{t('sheet.fouls', lang)}\n{columns(rows)}" if rows else ""


def _overruled(state: State, entries: Sequence[Entry], lang: str) -> str:
    """The calls that were overruled; the reasons are those that were given last."""
    why = {each.event.entry: each.event.reason for each in entries if isinstance(each.event, Overruled)}
    calls = ", ".join(f"{call} ({why[call]})" if why.get(call) else str(call) for call in state.overruled)
    return t("sheet.overruled", lang, entries=calls) if calls else ""


def _remarks(state: State, lang: str) -> str:
    rows = [(str(seq), text) for seq, text in state.remarks]
    return f"{t('sheet.remarks', lang)}\n{columns(rows)}" if rows else ""


def _protests(state: State, lang: str) -> str:
    rows = [
        (
            side_name(state.match, each.side),
            t(f"sheet.protest.{_stage(each)}", lang, entry=str(each.about)),
            each.paragraph or "",
        )
        for each in state.protests
    ]
    return f"{t('sheet.protests', lang)}\n{columns(rows)}" if rows else ""


def _stage(protest: Protest) -> str:
    if protest.lapsed:
        return "lapsed"
    if protest.upheld is None:
        return "spoken" if protest.written is None else "written"
    return "upheld" if protest.upheld else "refused"


def result(state: State, lang: str = "en") -> str:
    """How the match stands, or who has won it."""
    match = state.match
    if match.stage == OVER and match.winner is not None:
        winner = match.winner
        games = f"{match.games_won(winner)} – {match.games_won(winner.other)}"
        key = "sheet.won-under-protest" if state.protest is not None else "sheet.won"
        won = t(key, lang, side=side_name(match, winner), score=games)
        if state.gave_up is None:
            return won
        loser = side_name(match, state.gave_up.side)
        return f"{won} ({t(f'sheet.gave-up.{state.gave_up.why}', lang, side=loser)})"
    score = f"{match.games_won(Side.FIRST)} – {match.games_won(Side.SECOND)}"
    points = f"{match.points(Side.FIRST)} – {match.points(Side.SECOND)}"
    return t("sheet.running", lang, score=score, points=points)


def aligned(rows: Sequence[tuple[str, str]]) -> str:
    width = max(len(label) for label, _ in rows)
    return "\n".join(f"{label.ljust(width)}  {value}" for label, value in rows)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows in columns, each as wide as its longest cell."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(f"  {line}".rstrip() for line in lines)
