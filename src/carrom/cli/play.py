"""carrom play: the game in the browser; with --terminal, a match typed in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from carrom.cli.help import Command
from carrom.cli.output import lang_option
from carrom.cli.usage import WrongUse, first_given

# Spelled out: asking the players for them loads the simulator, and the browser need not wait for that.
LEVELS = "beginner, casual, club, expert, champion, grandmaster"
IN_THE_BROWSER = ("port", "data", "no_browser")


@click.command("play", cls=Command, facts={"levels": LEVELS})
@click.option("--port", type=click.IntRange(0, 65535))
@click.option("--data", type=click.Path(path_type=Path))
@click.option("--no-browser", is_flag=True)
@click.option("--terminal", is_flag=True)
@click.option("--level", default="club", show_default=True)
@click.option("--two", is_flag=True)
@click.option("--name", "names", multiple=True)
@click.option("--rulebook", default="international", show_default=True)
@click.option(
    "--who-breaks", type=click.Choice(["me", "computer", "toss"]), default="toss", show_default=True
)
@click.option("--clock", is_flag=True)
@click.option("--hand", default="")
@click.option("--profile", default="club", show_default=True)
@click.option(
    "--record", "file", type=click.Path(path_type=Path), default=Path("play.carrom"), show_default=True
)
@click.option("--seed", type=int)
@click.option("--ascii", "plain", is_flag=True)
@lang_option
def command(
    port: int | None, data: Path | None, no_browser: bool, terminal: bool, lang: str, **here: Any
) -> None:
    """Examples:

    carrom play
    carrom play --terminal --level casual
    carrom play --terminal --two --name Asha --name Ben --record asha-ben.carrom
    """
    if terminal:
        if option := first_given(*IN_THE_BROWSER):
            raise WrongUse("refused.play.in-the-browser", option=option)
        if here["two"] and here["who_breaks"] == "computer":
            raise WrongUse("refused.play.who-breaks")
        from carrom.cli.terminal.play import play_here

        return play_here(**here, lang=lang)
    if option := first_given(*here):
        raise WrongUse("refused.play.typed-here", option=option)
    from carrom.cli.serving.launch import Terms, play_in_browser

    return play_in_browser(data, Terms(port=port, lists=True, lang=lang), opens=not no_browser)
