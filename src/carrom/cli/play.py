"""carrom play: the game in the browser; with --terminal, a match typed in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from carrom.cli.show import lang_option
from carrom.cli.usage import WrongUse, first_given

# Spelled out: asking the players for them loads the simulator, and the browser need not wait for that.
LEVELS = "beginner, casual, club, expert, champion, grandmaster"
IN_THE_BROWSER = ("port", "data", "no_browser")


@click.command("play")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Of the game in the browser.  [default: 8765 or next free]"
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder that keeps the matches.  [default: the user's own]",
)
@click.option("--no-browser", is_flag=True, help="Print the address, open nothing.")
@click.option("--terminal", is_flag=True, help="Play here, with numbers and a board in characters:")
@click.option(
    "--level",
    default="club",
    show_default=True,
    help=f"The opponent: {LEVELS}, or any player by name.",
)
@click.option("--two", is_flag=True, help="Two persons take turns here; no computer player.")
@click.option(
    "--name", "names", multiple=True, help="Your name; given twice with --two.  [default: You, Computer]"
)
@click.option("--rulebook", default="international", show_default=True)
@click.option(
    "--who-breaks", type=click.Choice(["me", "computer", "toss"]), default="toss", show_default=True
)
@click.option("--clock", is_flag=True, help="Fifteen seconds for a stroke; a late one is a foul.")
@click.option(
    "--hand", default="", help="Errors of your own hand: a level, or such as 0.5°,5%,1mm.  [default: none]"
)
@click.option(
    "--profile", default="club", show_default=True, help="How the table plays: fresh, club, slow or a file."
)
@click.option(
    "--record",
    "file",
    type=click.Path(path_type=Path),
    default=Path("play.carrom"),
    show_default=True,
    help="Keeps the match.",
)
@click.option("--seed", type=int, help="Of toss and chance; the same seed gives the same.")
@click.option("--ascii", "plain", is_flag=True, help="Draw the board in ASCII.")
@lang_option
def command(
    port: int | None, data: Path | None, no_browser: bool, terminal: bool, lang: str, **here: Any
) -> None:
    """Play in the browser: starts the game on this machine, opens it and prints its address.

    Matches are kept in the data folder and are there next time. Ctrl-C ends it.

    With --terminal, play here instead. A stroke is the striker's place in cm from the middle of your base
    lines, its direction in degrees from your right (90 is straight ahead), and its power in percent. '?'
    lists what else can be typed. The match is kept in a record file; the same command goes on with it.

    \b
    carrom play
    carrom play --terminal --level casual
    carrom play --terminal --two --name Asha --name Ben --record asha-ben.carrom
    """
    if terminal:
        if option := first_given(*IN_THE_BROWSER):
            raise WrongUse("refused.play.in-the-browser", option=option)
        if here["two"] and here["who_breaks"] == "computer":
            raise WrongUse("refused.play.who-breaks")
        from carrom.cli.terminal import play_here

        return play_here(**here, lang=lang)
    if option := first_given(*here):
        raise WrongUse("refused.play.typed-here", option=option)
    from carrom.cli.launch import Terms, play_in_browser

    return play_in_browser(data, Terms(port=port, lists=True, lang=lang), opens=not no_browser)
