"""carrom play: the game in the browser; with --terminal, a match typed in numbers."""

from pathlib import Path
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse, first_given
from carrom.words import RosetteSetting

# Spelled out: importing them loads the simulator, and the browser would have to wait.
LEVELS = "beginner, casual, club, national, champion, grandmaster"
IN_THE_BROWSER = ("port", "data", "no_browser")


@click.command("play", cls=Command, facts={"levels": LEVELS})
@click.option("--port", type=options.PORT)
@options.data
@click.option("--no-browser", is_flag=True)
@click.option("--terminal", is_flag=True)
@options.level
@click.option("--two", is_flag=True)
@click.option("--name", "names", multiple=True)
@options.rulebook_of_match
@click.option(
    "--who-breaks",
    type=click.Choice(["me", "computer", "toss", "me-always"]),
    default="toss",
    show_default=True,
)
@click.option("--lead", type=click.IntRange(min=0), default=0)
@click.option("--clock", is_flag=True)
@click.option("--hand", default="")
@options.profile
@options.rosette
@click.option("--record", "file", type=options.FILE, default=Path("play.carrom"), show_default=True)
@click.option("--seed", type=int)
@options.ascii
def command(
    port: int | None,
    data: Path | None,
    no_browser: bool,
    terminal: bool,
    rosette: RosetteSetting,
    **match: Any,
) -> None:
    """Examples:

    carrom play
    carrom play --terminal --level casual
    carrom play --terminal --level grandmaster@club --lead 10
    carrom play --terminal --two --name Asha --name Ben --record asha-ben.carrom
    """
    if terminal:
        if option := first_given(*IN_THE_BROWSER):
            raise WrongUse("refused.play.in-the-browser", option=option)
        if match["two"] and match["who_breaks"] == "computer":
            raise WrongUse("refused.play.who-breaks")
        from carrom.cli.terminal.play import play_in_terminal

        return play_in_terminal(rosette=rosette, **match)
    if option := first_given(*match):
        raise WrongUse("refused.play.typed-here", option=option)
    from carrom.cli.serving.folder import usual_folder
    from carrom.cli.serving.launch import Terms, play_in_browser
    from carrom.server.config import Config

    config = Config(data or usual_folder(), lists=True, rosette=rosette)
    return play_in_browser(config, Terms(port), opens=not no_browser)
