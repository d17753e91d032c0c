"""The score sheet in words: every sentence and cell that a page, a file or a print shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from carrom.i18n import Message, isolated, language, t
from carrom.laws.texts import title
from carrom.parts import Ruling, Score
from carrom.rules.handicap import Handicap
from carrom.umpiring.sheet import model
from carrom.umpiring.view.types import Entrant, SheetPart, SheetText
from carrom.words import Side

SIDES = ("first", "second")
NOTHING = "–"


def sheet_words(sheet: model.Sheet, lang: str) -> SheetText:
    """The whole sheet in one language."""
    words = _Words(sheet, lang)
    names = f"{words.name('first')} – {words.name('second')}"
    return SheetText(words.t("title"), names, words.parts(), words.t("signatures"), words.signatures())


def sheet_result(sheet: model.Sheet, lang: str) -> str:
    """How the match stands, or who has won it, in a sentence."""
    return _Words(sheet, lang).result()


class _Words:
    """A sheet and the language it is put into."""

    def __init__(self, sheet: model.Sheet, lang: str) -> None:
        self.sheet = sheet
        self.lang = lang

    def parts(self) -> tuple[SheetPart, ...]:
        """All parts in their order; of the lower half those that have anything to say."""
        sheet, undone = self.sheet, self.sheet.undone
        fields = tuple((self.t(key), value) for key, value in self._match())
        lower = (
            self.part("fouls", "where time side what law", map(self._foul, sheet.fouls)),
            self.part("improper", "where time player law", map(self._improper, sheet.improper)),
            self.part("dues", "where time side due owes", map(self._due, sheet.dues)),
            self.part(
                "changes",
                "entry where time change was now reason",
                map(self._change, sheet.changes),
                self.t("undone", n=undone) if undone else "",
            ),
            self.part("strikers", "where time player change", map(self._striker, sheet.strikers)),
            self.part("seats", "where time chairs reason", map(self._seats, sheet.seats)),
            self.part("remarks", "entry time remark", map(_remark, sheet.remarks)),
            self.part(
                "protests", "side about spoken written facts law decision", map(self._protest, sheet.protests)
            ),
        )
        return (
            SheetPart("match", self.t("title"), (), fields),
            self.part("players", "side player club striker chair", map(self._player, sheet.players)),
            *map(self.game, sheet.games),
            self.part("result", "", (), self.result()),
            *(part for part in lower if part.rows or part.close),
        )

    def signatures(self) -> tuple[str, ...]:
        """Who signs, with the names that are known."""
        sides = ((self.t("sign.side", side=self.letter(side)), self.name(side)) for side in SIDES)
        who = ((self.t("sign.umpire"), self.sheet.umpire), *sides, (self.t("sign.main"), ""))
        return tuple(self.t("named", label=role, text=name) if name else role for role, name in who)

    def t(self, key: str, **arguments: str | int) -> str:
        return t(f"sheet.{key}", self.lang, **arguments)

    def part(self, key: str, heads: str, rows: Iterable[tuple[str, ...]], close: str = "") -> SheetPart:
        """A table; `heads` are the keys of its columns."""
        return SheetPart(key, self.t(key), self.heads(heads), tuple(rows), close)

    def heads(self, names: str) -> tuple[str, ...]:
        return tuple(self.t(f"head.{name}") for name in names.split())

    def incident(self, kind: str) -> str:
        """An incident by the name it has in the umpire's list."""
        return t(f"catalogue.incident.{kind}", self.lang)

    def letter(self, side: str | None) -> str:
        """A side's letter, where its names would not fit."""
        return NOTHING if side is None else self.t(f"side.{side}")

    def name(self, side: str | None) -> str:
        """The players of a side; nobody has no name."""
        names = {"first": self.sheet.first, "second": self.sheet.second}
        return "" if side is None else " & ".join(names[side])

    def ruling(self, ruling: Ruling | None) -> str:
        """A ruling in a sentence or two, with its paragraphs."""
        if ruling is None:
            return ""
        laws = self.laws(*dict.fromkeys(law for finding in ruling.findings for law in finding.laws))
        return ruling.text.text(self.lang) + (f" ({laws})" if laws else "")

    def laws(self, *laws: str) -> str:
        """Paragraphs without the match's own rulebook; those of another keep its name."""
        named = (law.removeprefix(f"{self.sheet.rulebook} ") for law in laws if law)
        return ", ".join(isolated(law, self.lang) for law in named)

    def _match(self) -> Iterator[tuple[str, str]]:
        sheet, toss, table = self.sheet, self.sheet.toss, self.sheet.table
        kind = self.t("doubles" if sheet.doubles else "singles")
        if sheet.length != "match":
            kind = f"{kind}, {self.t(f'length.{sheet.length}')}"
        if sheet.finals:
            kind = f"{kind}, {self.t('finals')}"
        day = "" if sheet.began is None else language(self.lang).dated(datetime.fromisoformat(sheet.began))
        trials = (self.t(f"trial.{each.what}", side=self.name(each.side)) for each in sheet.trials)
        yield "event", sheet.event
        yield "number", sheet.number
        yield "date", day
        yield "round", sheet.round
        yield "place", sheet.place
        yield "umpire", sheet.umpire
        yield "match", kind
        yield "rulebook", title(sheet.rulebook, self.lang)
        yield "toss", "" if toss is None else self.t(f"took.{toss.choice}", side=self.name(toss.winner))
        if sheet.handicap is not None:
            agreed = Handicap(Side(sheet.handicap.side), sheet.handicap.lead, sheet.handicap.breaks)
            names = sheet.first if agreed.side is Side.FIRST else sheet.second
            yield "handicap", agreed.said(names).text(self.lang)
        yield "trials", ", ".join(trials)
        if table is not None:
            yield "table", self.t("simulated", equipment=table.equipment, pace=table.pace)
            if table.computers:
                yield "computer", ", ".join(f"{who} ({what})" for who, what in table.computers)
        if sheet.replay_of:
            yield "replay-of", sheet.replay_of
        if sheet.replays:
            yield "replayed", str(sheet.replays)

    def _player(self, player: Entrant) -> tuple[str, ...]:
        approved = self.t("approved") if player.approved else ""
        chair = "" if player.seat is None else self.t(f"chair.{player.seat}")
        return self.letter(player.side), player.name, player.club, approved, chair

    def game(self, game: model.SheetGame) -> SheetPart:
        letters = [self.letter(side) for side in SIDES]
        head = (
            *self.heads("board break white queen left-white left-black"),
            *(self.t("head.points", side=letter) for letter in letters),
            *(self.t("head.total", side=letter) for letter in letters),
            *self.heads("start finish notes"),
        )
        name = self.t("game", number=str(game.number))
        times = f" {NOTHING} ".join(_clock(at) for at in (game.began, game.ended) if at)
        if game.winner is None:
            total = game.boards[-1].total if game.boards else game.lead
            since = Score(game.points.first - total.first, game.points.second - total.second)
            close = "; ".join((self.t("game-score", score=_score(game.points)), *self._by_hand(since)))
        else:
            key = "game-won-ninth" if game.ninth else "game-won"
            close = self.t(key, side=self.name(game.winner), score=_score(game.points))
        rows = tuple(map(self._board, game.boards))
        return SheetPart("game", f"{name}, {times}" if times else name, head, rows, close)

    def _board(self, board: model.SheetBoard) -> tuple[str, ...]:
        return (
            str(board.number),
            board.breaker,
            self.letter(board.white),
            self.letter(board.queen),
            str(board.left.white),
            str(board.left.black),
            *(_points(board) if board.winner == side else NOTHING for side in SIDES),
            str(board.total.first),
            str(board.total.second),
            _clock(board.began),
            _clock(board.ended),
            "; ".join(self._notes(board)),
        )

    def _notes(self, board: model.SheetBoard) -> Iterator[str]:
        if board.winner is None:
            yield self.t("void")
        if board.of != "board":
            yield self.t(f"of.{board.of}")
        if board.tossed:
            yield self.t("tossed")
        for side, count in zip(SIDES, (board.due.first, board.due.second), strict=True):
            if count:
                yield self.t("owed", side=self.letter(side), coins=str(count))
        yield from self._by_hand(board.by_hand)

    def _by_hand(self, points: Score) -> Iterator[str]:
        if points != Score(0, 0):
            first, second = (f"{each:+d}" if each else "0" for each in (points.first, points.second))
            yield self.t("by-hand", first=first, second=second)

    def result(self) -> str:
        result = self.sheet.result
        if result.how == "replayed":
            return self.t("to-be-replayed")
        if result.winner is None:
            return self.t("running", score=_score(result.games), points=_score(result.points))
        games = result.games if result.winner == "first" else Score(result.games.second, result.games.first)
        key = "won-under-protest" if result.protest else "won"
        won = self.t(key, side=self.name(result.winner), score=_score(games))
        if result.how == "won":
            return won
        loser = self.name("second" if result.winner == "first" else "first")
        return f"{won} ({self.t(f'gave-up.{result.how}', side=loser)})"

    def _foul(self, foul: model.SheetFoul) -> tuple[str, ...]:
        what = [self.incident(foul.kind)]
        if foul.ground:
            what.append(self.t("ground", letter=foul.ground))
        if not foul.noticed:
            what.append(self.t("unnoticed"))
        if foul.pocketed:
            what.append(self._pieces(foul.pocketed))
        who = foul.player or self.name(foul.side)
        return *_where(foul), who, ", ".join(what), self.laws(*foul.laws)

    def _improper(self, stroke: model.SheetImproper) -> tuple[str, ...]:
        return *_where(stroke), stroke.player, self.laws(stroke.breach)

    def _due(self, due: model.SheetDue) -> tuple[str, ...]:
        change = self.t("due.more" if due.change > 0 else "due.less", n=abs(due.change))
        return *_where(due), self.name(due.side), change, str(due.due)

    def _striker(self, striker: model.SheetStriker) -> tuple[str, ...]:
        change = self.t("striker-back" if striker.back else "striker-new")
        return *_where(striker), striker.player, change

    def _seats(self, change: model.SheetSeats) -> tuple[str, ...]:
        chairs = (
            self.t("named", label=self.t(f"chair.{each.chair}"), text=each.player) for each in change.chairs
        )
        return *_where(change), ", ".join(chairs), change.why.text(self.lang)

    def _change(self, change: model.SheetChange) -> tuple[str, ...]:
        """What was ruled, what stands now, and why."""
        what = self.t(f"change.{change.kind}", n=change.count)
        if change.count and change.kind != "undone":
            what = f"{what}, {self.t('left-out', n=change.count)}"
        return (
            str(change.entry),
            *_where(change),
            what,
            self._judged(change.facts_was, change.was) or _score(change.points_was),
            self._judged(change.facts_now, change.now) or _score(change.points_now),
            change.reason,
        )

    def _judged(self, facts: model.SheetFacts | None, ruling: Ruling | None) -> str:
        """The facts in short, then how they were judged."""
        return " ".join(part for part in (self._facts(facts), self.ruling(ruling)) if part)

    def _facts(self, facts: model.SheetFacts | None) -> str:
        if facts is None:
            return ""
        if facts.kind:
            what = [self.incident(facts.kind)]
        elif facts.pocketed:
            what = [self._pieces(facts.pocketed)]
        else:
            what = [self.t("nothing-fell" if facts.touched else "missed")]
        if facts.off:
            what.append(self.t("off-board", pieces=self._pieces(facts.off)))
        if facts.improper:
            what.append(self.t("improper-stroke"))
        return f"[{', '.join(what)}]"

    def _pieces(self, pieces: tuple[str, ...]) -> str:
        return " + ".join(self.t(f"piece.{piece}", n=pieces.count(piece)) for piece in dict.fromkeys(pieces))

    def _protest(self, protest: model.SheetProtest) -> tuple[str, ...]:
        decided = protest_decision(protest.upheld, protest.lapsed, protest.replays).text(self.lang)
        decision = (decided, _clock(protest.decided), protest.reason)
        about = self.t("about", entry=str(protest.about), where=f"{protest.game}.{protest.board}")
        return (
            self.name(protest.side),
            f"{about} {self.ruling(protest.ruling)}".strip(),
            _clock(protest.spoken),
            _clock(protest.written),
            protest.facts,
            self.laws(protest.paragraph),
            ", ".join(part for part in decision if part),
        )


def protest_decision(upheld: bool | None, lapsed: bool, replays: str) -> Message:
    """How a protest was decided, with what is played again; or that it is not decided."""
    undecided = "lapsed" if lapsed else "undecided"
    decided = f"upheld.{replays}" if upheld else "refused"
    return Message(f"sheet.decision.{undecided if upheld is None else decided}")


def _points(board: model.SheetBoard) -> str:
    """The points of a board, those that were demanded beside the others."""
    return f"{board.points - board.extra} + {board.extra}" if board.extra else str(board.points)


def _clock(at: str | None) -> str:
    """The time of day of an entry, in the zone of its sheet."""
    return "" if at is None else datetime.fromisoformat(at).strftime("%H:%M")


def _remark(remark: model.SheetRemark) -> tuple[str, ...]:
    return str(remark.entry), _clock(remark.at), remark.text


def _where(each: model.OnBoard) -> tuple[str, str]:
    """Game and board, and the time."""
    return f"{each.game}.{each.board}", _clock(each.at)


def _score(points: Score | None) -> str:
    return "" if points is None else f"{points.first} – {points.second}"
