"""carrom serve: the game in the browser, for others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from carrom.cli.help import Command
from carrom.cli.options import quota_option
from carrom.cli.output import lang_option
from carrom.cli.serving.addresses import public_address
from carrom.cli.serving.launch import HOST, PORT, Terms, Tls, serve_others
from carrom.cli.usage import WrongUse

if TYPE_CHECKING:
    from carrom.server.logs import Form

FILE = click.Path(path_type=Path)


@click.command("serve", cls=Command)
@click.option("--host", default=HOST, show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--tls-cert", type=FILE)
@click.option("--tls-key", type=FILE)
@click.option("--data", type=FILE)
@click.option("--origin", "origins", multiple=True)
@click.option("--behind-proxy", "proxied", is_flag=True)
@click.option("--list-matches", "lists", is_flag=True)
@click.option("--workers", type=click.IntRange(1, 64))
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--metrics", type=click.IntRange(0, 65535), metavar="PORT")
@click.option("--metrics-host", default=HOST, show_default=True)
@quota_option
@lang_option
def command(
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    data: Path | None,
    origins: tuple[str, ...],
    proxied: bool,
    lists: bool,
    workers: int | None,
    log: Form,
    metrics: int | None,
    metrics_host: str,
    quota: int | None,
    lang: str,
) -> None:
    """Examples:

    carrom serve --host 0.0.0.0
    carrom serve --origin https://carrom.example --behind-proxy
    """
    for option, where in (("--host", host), ("--metrics-host", metrics_host)):
        if not where.strip():
            raise WrongUse("refused.serve.no-address", option=option)
    if (tls_cert is None) != (tls_key is None):
        raise WrongUse("refused.serve.tls")
    tls = Tls(tls_cert, tls_key) if tls_cert and tls_key else None
    public = tuple(public_address(each) for each in origins)
    watched = None if metrics is None else (metrics_host, metrics)
    terms = Terms(
        host, port, tls, public, lists, proxied, workers, lang, quota=quota, log=log, metrics=watched
    )
    serve_others(data, terms)
