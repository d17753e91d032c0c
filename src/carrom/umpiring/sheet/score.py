"""The upper half of a score sheet in words: the match, its players, its games, its result."""

from __future__ import annotations

from datetime import datetime

from carrom.i18n import language
from carrom.laws.texts import title
from carrom.parts import Score
from carrom.umpiring.sheet.model import SheetBoard, SheetGame
from carrom.umpiring.sheet.said import NOTHING, SIDES, Said, clock, score
from carrom.umpiring.sheet.text import SheetPart


def match(said: Said) -> SheetPart:
    sheet = said.sheet
    kind = said.t("doubles" if sheet.doubles else "singles")
    if sheet.length != "match":
        kind = f"{kind}, {said.t(f'length.{sheet.length}')}"
    toss = sheet.toss
    rows = [
        ("event", sheet.event),
        ("number", sheet.number),
        ("date", "" if sheet.began is None else _day(sheet.began, said.lang)),
        ("round", sheet.round),
        ("place", sheet.place),
        ("umpire", sheet.umpire),
        ("match", kind),
        ("rulebook", title(sheet.rulebook, said.lang)),
        ("toss", "" if toss is None else said.t(f"took.{toss.choice}", side=said.name(toss.winner))),
        (
            "trials",
            ", ".join(said.t(f"trial.{each.what}", side=said.name(each.side)) for each in sheet.trials),
        ),
    ]
    if sheet.table is not None:
        table = sheet.table
        rows.append(("table", said.t("simulated", equipment=table.equipment, pace=table.pace)))
        if table.computers:
            rows.append(("computer", ", ".join(f"{who} ({what})" for who, what in table.computers)))
    if sheet.replay_of:
        rows.append(("replay-of", sheet.replay_of))
    if sheet.replays:
        rows.append(("replayed", str(sheet.replays)))
    return SheetPart("match", said.t("title"), (), tuple((said.t(key), value) for key, value in rows))


def _day(at: str, lang: str) -> str:
    return language(lang).dated(datetime.fromisoformat(at))


def players(said: Said) -> SheetPart:
    rows = tuple(
        (
            said.letter(player.side),
            player.name,
            player.club,
            said.t("approved") if player.approved else "",
            "" if player.seat is None else said.t(f"chair.{player.seat}"),
        )
        for player in said.sheet.players
    )
    return SheetPart(
        "players", said.t("players"), said.heads("side", "player", "club", "striker", "chair"), rows
    )


def game(said: Said, game: SheetGame) -> SheetPart:
    letters = [said.letter(side) for side in SIDES]
    head = (
        *said.heads("board", "break", "white", "queen", "left-white", "left-black"),
        *(said.t("head.points", side=letter) for letter in letters),
        *(said.t("head.total", side=letter) for letter in letters),
        *said.heads("start", "finish", "notes"),
    )
    name = said.t("game", number=str(game.number))
    times = f" {NOTHING} ".join(clock(at) for at in (game.began, game.ended) if at)
    if game.winner is None:
        close = said.t("game-score", score=score(game.points))
        total = game.boards[-1].total if game.boards else Score(0, 0)
        since = Score(game.points.first - total.first, game.points.second - total.second)
        close = "; ".join((close, *_by_hand(said, since)))
    else:
        key = "game-won-ninth" if game.ninth else "game-won"
        close = said.t(key, side=said.name(game.winner), score=score(game.points))
    rows = tuple(_board(said, board) for board in game.boards)
    return SheetPart("game", f"{name}, {times}" if times else name, head, rows, close)


def _board(said: Said, board: SheetBoard) -> tuple[str, ...]:
    return (
        str(board.number),
        board.breaker,
        said.letter(board.white),
        said.letter(board.queen),
        str(board.left.white),
        str(board.left.black),
        *(str(board.points) if board.winner == side else NOTHING for side in SIDES),
        str(board.total.first),
        str(board.total.second),
        clock(board.began),
        clock(board.ended),
        "; ".join(_notes(said, board)),
    )


def _notes(said: Said, board: SheetBoard) -> list[str]:
    notes = [] if board.winner is not None else [said.t("void")]
    if board.of != "board":
        notes.append(said.t(f"of.{board.of}"))
    if board.tossed:
        notes.append(said.t("tossed"))
    dues = zip(SIDES, (board.due.first, board.due.second), strict=True)
    notes += [said.t("owed", side=said.letter(side), coins=str(count)) for side, count in dues if count]
    return [*notes, *_by_hand(said, board.by_hand)]


def _by_hand(said: Said, points: Score) -> list[str]:
    if points == Score(0, 0):
        return []
    first, second = (f"{each:+d}" if each else "0" for each in (points.first, points.second))
    return [said.t("by-hand", first=first, second=second)]


def result(said: Said) -> SheetPart:
    return SheetPart("result", said.t("result"), (), (), _result(said))


def _result(said: Said) -> str:
    result = said.sheet.result
    if result.how == "replayed":
        return said.t("to-be-replayed")
    if result.winner is None:
        return said.t("running", score=score(result.games), points=score(result.points))
    games = result.games if result.winner == "first" else Score(result.games.second, result.games.first)
    key = "won-under-protest" if result.protest else "won"
    won = said.t(key, side=said.name(result.winner), score=score(games))
    if result.how == "won":
        return won
    loser = said.name("second" if result.winner == "first" else "first")
    return f"{won} ({said.t(f'gave-up.{result.how}', side=loser)})"
