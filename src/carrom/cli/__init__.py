"""The carrom command. Each subcommand lives in a file of its own and is loaded when it is called."""

import os
import sys
import warnings
from importlib import import_module
from io import TextIOWrapper

import click

from carrom import __version__
from carrom.cli.command import Group, WrongUse, click_message, command_language, find_command, help_phrase
from carrom.errors import CarromError, system_message
from carrom.i18n import DIRECTIONS, Message, Sentence
from carrom.i18n.languages import more_languages

COMMANDS = (
    "play",
    "serve",
    "hint",
    "rule",
    "laws",
    "simulate",
    "draw",
    "check",
    "calibrate",
    "arena",
    "solo",
    "umpire",
    "offline",
    "data",
    "languages",
    "record",
)


READER_GONE = 141
"""The exit status that a shell shows for a command ended by SIGPIPE."""


class Commands(Group):
    """A group that imports a command only when it is wanted, so that each starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f"carrom.cli.{name}").command
        assert isinstance(command, click.Command)
        return command

    def summary(self, name: str, ctx: click.Context) -> str:
        return help_phrase(f"list.{name}")


@click.group("carrom", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="carrom %(version)s")
def carrom() -> None:
    pass


def main() -> None:
    """Run a command. A refusal is one line on standard error, in the reader's language, and exit status 2.

    SIGPIPE stays ignored, as Python sets it: a server must survive a write to a closed connection.
    """
    warnings.showwarning = _warn
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # A letter that the terminal lacks is a question mark.
    try:
        _run()
    except BrokenPipeError:
        # The reader has gone (`carrom laws | head`). Python would flush again at exit, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(READER_GONE)


def _run() -> None:
    try:
        more = more_languages()
        if more and not (os.path.isdir(more) and os.access(more, os.R_OK | os.X_OK)):
            raise CarromError("refused.languages.folder", folder=more)
        # Without click's own handling of errors an early exit comes back as its status.
        status = carrom(prog_name="carrom", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except BrokenPipeError:
        raise
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.format_message())
        sys.exit(0)
    except click.UsageError as wrong:
        _refuse_use(click_message(wrong, find_command(carrom, sys.argv[1:])))
    except WrongUse as wrong:
        _refuse_use(wrong.message)
    except CarromError as refused:
        _refuse(refused.message)
    except UnicodeError:
        _refuse(Message("refused.text.encoding"))
    except OSError as wrong:
        why = system_message(wrong)
        _refuse(
            Message("refused.field", {"field": str(wrong.filename), "reason": why}) if wrong.filename else why
        )


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning as one line."""
    click.echo(f"carrom: {message}", err=True)


def _refuse_use(why: Message) -> None:
    command = find_command(carrom, sys.argv[1:]).command_path
    _refuse(Message("refused.use", {"why": Sentence(why), "command": command}))


def _refuse(why: Message) -> None:
    words = why.text(command_language(sys.argv[1:]))
    text = "".join(letter if letter.isprintable() or letter in DIRECTIONS else " " for letter in words)
    click.echo(f"carrom: {' '.join(text.split())}", err=True)
    sys.exit(2)
