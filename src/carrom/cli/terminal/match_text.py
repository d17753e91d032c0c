"""What both the game and the umpire say of a match in the terminal."""

from collections.abc import Callable

from carrom.cli.command import current_language
from carrom.cli.output import cited, say, say_phrase
from carrom.i18n import Message
from carrom.record import Record, RecordFile
from carrom.rules.match import Match
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


def say_standing(match: Match) -> None:
    """Say game, board and score, and the board in a line: who is on strike, dues, the queen."""
    assert match.standing is not None
    first, second = Side.FIRST, Side.SECOND
    points = f"{match.points(first)} – {match.points(second)}"
    score = f"{match.side_name(first)} {points} {match.side_name(second)}"
    say_phrase("umpire.where", game=str(len(match.games) + 1), board=str(len(match.boards) + 1), score=score)
    say("  " + standing_message(match.standing).text(current_language()))


def game_won(key: str, match: Match) -> Message:
    """Who won the last game, its points and the games so far."""
    game = match.games[-1]
    winner, loser = game.winner, game.winner.other
    return Message(
        key,
        {
            "side": match.side_name(winner),
            "number": str(len(match.games)),
            "score": f"{game.points(winner)} – {game.points(loser)}",
            "games": f"{match.games_won(winner)} – {match.games_won(loser)}",
        },
    )
