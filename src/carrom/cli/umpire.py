"""carrom umpire: umpiring a real board in the terminal, or with --web on a page for phones."""

from pathlib import Path
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse, first_given

IN_THE_TERMINAL = ("file", "umpire")
ON_THE_PAGE = ("lan", "tables", "port", "data", "origins", "quota", "tls_cert", "tls_key", "log")


@click.command("umpire", cls=Command)
@click.argument("file", type=options.FILE, default=Path("match.carrom"))
@click.option("--event", default="")
@click.option("--umpire", default="")
@click.option("--web", is_flag=True)
@click.option("--lan/--local", default=None)
@click.option("--tables", type=click.IntRange(1, 99), default=1, show_default=True)
@click.option("--port", type=options.PORT)
@options.data
@options.tls_cert
@options.tls_key
@options.origin
@click.option("--log", type=click.Choice(["text", "json"]))
@options.quota
def command(file: Path, event: str, umpire: str, web: bool, **page: Any) -> None:
    """Examples:

    carrom umpire final.carrom
    carrom umpire --web --lan --tables 4
    """
    if not web:
        if option := first_given(*ON_THE_PAGE):
            raise WrongUse("refused.umpire.of-the-page", option=option)
        from carrom.cli.terminal.umpire import umpire_in_terminal

        return umpire_in_terminal(file, event, umpire)
    if option := first_given(*IN_THE_TERMINAL):
        raise WrongUse("refused.umpire.typed-here", option=option)
    from carrom.cli.serving.addresses import public_address
    from carrom.cli.serving.folder import usual_folder
    from carrom.cli.serving.launch import Terms, tls_files
    from carrom.cli.serving.umpire_page import umpire_in_browser
    from carrom.server.config import Config

    public = tuple(map(public_address, page["origins"]))
    config = Config(page["data"] or usual_folder(), origins=public, quota=page["quota"])
    terms = Terms(page["port"], tls_files(page["tls_cert"], page["tls_key"]), log=page["log"])
    return umpire_in_browser(config, terms, page["lan"], page["tables"], event)
