"""carrom serve: the game in the browser, for others."""

from pathlib import Path
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse
from carrom.cli.serving.addresses import LOOPBACK, database_url, node_address, public_address
from carrom.cli.serving.folder import usual_folder
from carrom.cli.serving.launch import USUAL_PORT, Terms, serve_game, tls_files
from carrom.server.config import Config
from carrom.server.logs import Form


@click.command("serve", cls=Command)
@click.option("--host", default=LOOPBACK[0], show_default=True)
@click.option("--port", type=options.PORT, default=USUAL_PORT, show_default=True)
@options.tls_cert
@options.tls_key
@options.data
@options.origin
@click.option("--behind-proxy", "proxied", is_flag=True)
@click.option("--list-matches", "lists", is_flag=True)
@click.option("--workers", type=click.IntRange(1, 64))
@click.option("--log", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--metrics", type=options.PORT, metavar="PORT")
@click.option("--metrics-host", default=LOOPBACK[0], show_default=True)
@options.quota
@options.store
@click.option("--node", metavar="HOST:PORT")
def command(
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    data: Path | None,
    origins: tuple[str, ...],
    workers: int | None,
    log: Form,
    metrics: int | None,
    metrics_host: str,
    database: str,
    node: str | None,
    **config: Any,
) -> None:
    """Examples:

    carrom serve --host 0.0.0.0
    carrom serve --origin https://carrom.example --behind-proxy
    carrom serve --store postgresql://db.example/carrom --node 10.0.0.5:8766
    """
    for option, where in (("--host", host), ("--metrics-host", metrics_host)):
        if not where.strip():
            raise WrongUse("refused.serve.no-address", option=option)
    public = tuple(map(public_address, origins))
    if workers is not None:
        config["workers"] = workers
    if database:
        config["database"] = database_url(database, "--store")
    if node is not None:
        config["node"] = node_address(node, database)
    watched = None if metrics is None else (metrics_host, metrics)
    terms = Terms(port, tls_files(tls_cert, tls_key), log=log, metrics=watched)
    serve_game(Config(data or usual_folder(), host, origins=public, **config), terms)
