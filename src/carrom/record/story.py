"""The story of a match: its boards, and what each side did on them. What was taken back does not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from carrom.parts import COLOUR, SIDE, ColourName, SideName
from carrom.record.calls import JudgedCall, calls_in_force, entries_in_effect
from carrom.record.entries import Happened, Struck
from carrom.record.file import Keeper
from carrom.rules.match import BoardScore, Match
from carrom.rules.ruling import Fell, Owes, PutBack, Ruling, SetUpAgain
from carrom.rules.standing import Each, Waiting
from carrom.stroke import Incident, StrokeReport
from carrom.stroke.incident import BLAMELESS
from carrom.words import WHITE, Colour, Side


@dataclass(frozen=True, slots=True)
class StoryBoard:
    """A board that has ended; a void one has no winner and is played again under its `number`.

    `slam` is the colour of a slam (ICF 26), under any rulebook: white pockets all nine and the queen in the
    first turn of the board, or black all that is left of its coins in black's first turn. `queen_last`: the
    stroke that pocketed the last coin covered the queen.
    """

    game: int
    number: int
    winner: SideName | None
    points: int
    queen: SideName | None
    slam: ColourName | None
    queen_last: bool


@dataclass(frozen=True, slots=True)
class StorySide:
    """What a side did in the whole match, on void boards too; `queens` and `slams` are of boards that count.

    `coins` are the own coins that fell and were not put back at once. `turn_coins` and `turn_strokes` are
    those of its longest turn: the one with the most own coins, and of several such the one with the most
    strokes. `fouls` are strokes that were improper, lost the striker or cost a coin, and incidents that are a
    fault of the side (not those in `BLAMELESS`).
    """

    strokes: int = 0
    coins: int = 0
    fouls: int = 0
    queens: int = 0
    slams: int = 0
    turn_coins: int = 0
    turn_strokes: int = 0


@dataclass(frozen=True, slots=True)
class Story:
    boards: tuple[StoryBoard, ...]
    first: StorySide
    second: StorySide


def match_story(record: Keeper) -> Story:
    """The story of the match so far; after a protest by which all is played again, of the new match alone."""
    match = record.states[-1].match
    calls, _ = calls_in_force(entries_in_effect(record), record.states)
    turns = tuple(_turns([call for call in calls if call.before.match.replays == match.replays], record))
    boards = tuple(_boards(match, turns))
    return Story(boards, *(_side(side, turns, boards) for side in Side))


@dataclass(frozen=True, slots=True)
class _Turn:
    """The calls of one turn. `first`: it is the first that its colour has on this board."""

    calls: tuple[JudgedCall, ...]
    strokes: tuple[JudgedCall, ...]
    first: bool

    @property
    def match(self) -> Match:
        return self.calls[0].before.match

    @property
    def side(self) -> Side | None:
        """Whose turn it is; nobody's between boards."""
        return self.match.side_of(self.match.on_strike) if self.calls[0].board is not None else None

    @property
    def coins(self) -> int:
        return 0 if self.side is None else sum(_own_fell(call, self.side) for call in self.strokes)


def _turns(calls: Sequence[JudgedCall], record: Keeper) -> Iterator[_Turn]:
    """The calls, turn by turn."""
    turn: list[JudgedCall] = []
    had: set[Colour] = set()
    for call in calls:
        turn.append(call)
        before, after = call.before.match, record.states[call.ruled_by - 1].match
        same_board = before.boards_ended == after.boards_ended
        if same_board and before.on_strike == after.on_strike and call is not calls[-1]:
            continue
        colour = None if call.board is None else call.board.on_strike
        yield _Turn(tuple(turn), tuple(each for each in turn if _is_stroke(each, record)), colour not in had)
        turn.clear()
        had = {*had, colour} if colour is not None and same_board and not call.has(SetUpAgain) else set()


def _is_stroke(call: JudgedCall, record: Keeper) -> bool:
    """Whether a stroke was made; one that was overruled remains one."""
    return isinstance(record.entries[call.entry - 1].event, Struck)


def _boards(match: Match, turns: Sequence[_Turn]) -> Iterator[StoryBoard]:
    last_turns = (turn for turn in turns if turn.calls[-1].ended)
    games = (*(game.boards for game in match.games), match.boards)
    for game, boards in enumerate(games, 1):
        for number, score in boards.numbered():
            yield _board(game, number, score, next(last_turns))


def _board(game: int, number: int, score: BoardScore, turn: _Turn) -> StoryBoard:
    call, colour = turn.calls[-1], turn.match.colour_of(score.winner or score.white)
    report, board = call.report, call.board
    queen_fell = isinstance(report, StrokeReport) and report.queen
    # A side may also win by what the other did.
    cleared = score.winner is turn.side and call in turn.strokes and not score.coins_left.of(colour)
    slam = cleared and turn.first and (colour is not WHITE or score.queen is score.winner or queen_fell)
    waited = board is not None and isinstance(board.queen, Waiting)
    return StoryBoard(
        game=game,
        number=number,
        winner=None if score.winner is None else SIDE[score.winner],
        points=score.points,
        queen=None if score.queen is None else SIDE[score.queen],
        slam=COLOUR[colour] if slam else None,
        queen_last=cleared and score.queen is score.winner and (waited or queen_fell),
    )


def _side(side: Side, turns: Sequence[_Turn], boards: Sequence[StoryBoard]) -> StorySide:
    own = [turn for turn in turns if turn.side is side]
    longest = max(((turn.coins, len(turn.strokes)) for turn in own), default=(0, 0))
    counted = [board for board in boards if board.winner is not None]
    did = [call for turn in turns for call in turn.calls if _by(call, call in turn.strokes) is side]
    return StorySide(
        strokes=sum(len(turn.strokes) for turn in own),
        coins=sum(_own_fell(call, side) for call in did),
        fouls=sum(_is_foul(call.report, call.ruling, _colour(call, side)) for call in did),
        queens=sum(board.queen == SIDE[side] for board in counted),
        slams=sum(board.slam is not None and board.winner == SIDE[side] for board in counted),
        turn_coins=longest[0],
        turn_strokes=longest[1],
    )


def _by(call: JudgedCall, stroke: bool) -> Side | None:
    """The side that struck or, in an incident, did it; None if nobody did."""
    match, report = call.before.match, call.report
    if stroke:
        return match.side_of(match.on_strike)
    if isinstance(report, Incident) and report.by is not None:
        return match.side_with(report.by)
    return match.side_of(call.player) if call.player else None


def _own_fell(call: JudgedCall, side: Side) -> int:
    """The own coins that fell, without those that this very ruling puts back."""
    colour = _colour(call, side)
    if colour is None:
        return 0
    fell = sum(
        Each(each.white, each.black).of(colour) for each in call.ruling.consequences if isinstance(each, Fell)
    )
    return max(0, fell - _lost(call.ruling, colour, PutBack))


def _colour(call: JudgedCall, side: Side) -> Colour | None:
    return None if call.board is None else call.before.match.colour_of(side)


def fouled_at(record: Keeper, seq: int) -> bool:
    """Whether the stroke or incident of an entry, as it was called, is a foul as `StorySide` counts them."""
    board = record.states[max(seq - 2, 0)].match.standing
    match record.entries[seq - 1].event:
        case Struck(report, ruling):
            return _is_foul(report, ruling, None if board is None else board.on_strike)
        case Happened(incident, ruling):
            return _is_foul(incident, ruling, incident.by)
    return False


def _is_foul(report: StrokeReport | Incident | None, ruling: Ruling, colour: Colour | None) -> bool:
    """`colour` is that of the side that did it; between boards nobody has one."""
    match report:
        case Incident(kind):
            return kind not in BLAMELESS
        case StrokeReport() if report.improper or report.striker_counts:
            return True
    return colour is not None and _lost(ruling, colour, PutBack, Owes) > 0


def _lost(ruling: Ruling, colour: Colour, *kinds: type[PutBack | Owes]) -> int:
    """The coins of a colour that a ruling puts back, or makes a due; older dues are not among them."""
    return sum(
        each.count for each in ruling.consequences if isinstance(each, kinds) and each.colour is colour
    )
