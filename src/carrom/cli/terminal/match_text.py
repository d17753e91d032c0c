"""What both the game and the umpire say of a match in the terminal."""

from collections.abc import Callable

from carrom.cli.command import current_language
from carrom.cli.output import cited, say, say_phrase
from carrom.record import Record, RecordFile
from carrom.rules.match import Match, game_and_board
from carrom.rules.ruling import Ruling
from carrom.rules.standing_words import standing_message
from carrom.words import Side


def say_reopened(file: RecordFile) -> None:
    """Say that a match is resumed, and whether its last line was incomplete."""
    record: Record = file.record
    if record.torn:
        say_phrase("umpire.torn", line=str(len(record.entries) + 1))
    say_phrase("umpire.goes-on", file=str(file.path), n=len(record.entries))


def say_ruling(ruling: Ruling, emphasis: Callable[[str], str] = str) -> None:
    """Say a ruling and the paragraphs that decided."""
    say(emphasis(f"  {ruling.explain(current_language())}"))
    say(f"  ({cited(ruling.laws, ruling.readings)})")


def say_standing(match: Match, key: str = "umpire.where") -> None:
    """Say game, board and score, and the board in a line: who is on strike, dues, the queen."""
    first, second = Side.FIRST, Side.SECOND
    score = sides_score(match, match.points(first), match.points(second))
    games = f"{match.games_won(first)} – {match.games_won(second)}"
    game, board = map(str, game_and_board(match))
    say_phrase(key, game=game, board=board, score=score, games=games)
    if match.standing is not None:
        say("  " + standing_message(match.standing).text(current_language()))


def sides_score(match: Match, first: int, second: int) -> str:
    """A score with the names of the sides, the first side first."""
    return f"{match.side_name(Side.FIRST)} {first} – {second} {match.side_name(Side.SECOND)}"
