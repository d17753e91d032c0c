"""Wrong use of a command, said in the reader's language: our own refusals and click's."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

import click

from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, Message, either, nearest

LANG = "CARROM_LANG"
"""The environment variable with the usual language of a reader."""


class WrongUse(CarromError):
    """Options or arguments that a command cannot take; the reader is pointed to its help."""

    code = "command/wrong-use"


class Group(click.Group):
    """A command with commands of its own."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            raise WrongUse("refused.use.no-command", name=args[0], hint=nearest(args[0], known))
        return super().resolve_command(ctx, args)


def language(words: Sequence[str]) -> str:
    """The language that a command line or CARROM_LANG asks for, also where the rest cannot be read."""
    parts = [part for word in words for part in (word.split("=") if word.startswith("--lang=") else [word])]
    asked = [after for part, after in pairwise(parts) if part == "--lang" and after in LANGUAGES]
    usual = os.environ.get(LANG, "")
    return asked[-1] if asked else usual if usual in LANGUAGES else "en"


def called(top: click.Group, words: Sequence[str]) -> click.Context:
    """The command that a command line names, as far as it names one."""
    found = click.Context(top, info_name=top.name)
    for word in words:
        if word.startswith("-"):
            continue
        command = found.command
        inner = command.get_command(found, word) if isinstance(command, click.Group) else None
        if inner is None:
            break
        found = click.Context(inner, found, word)
    return found


def name_of(param: click.Parameter | None) -> str:
    """An option or an argument as a person types it."""
    if isinstance(param, click.Option):
        return "/".join(max(names, key=len) for names in (param.opts, param.secondary_opts) if names)
    return param.human_readable_name if param else ""


def click_message(wrong: click.UsageError, context: click.Context) -> Message:
    """What click refuses, by the kind of its exception."""
    match wrong:
        case click.NoSuchOption(option_name=option, possibilities=near):
            if near:
                return Message("refused.use.no-option-but", {"option": option, "near": either(near)})
            return Message("refused.use.no-option", {"option": option})
        case click.MissingParameter():
            return Message("refused.use.missing", {"name": name_of(wrong.param)})
        case click.BadOptionUsage(option_name=option):
            return _badly_given(option, context.command)
        case click.BadParameter(param=click.Parameter() as param):
            return _bad_value(param)
        case _ if isinstance(context.command, click.Group):
            commands = context.command.list_commands(context)
            return Message("refused.use.missing-command", {"names": either(commands)})
        case _:
            form = " ".join((context.command_path, *context.command.collect_usage_pieces(context)))
            return Message("refused.use.too-many-words", {"form": form})


def _badly_given(option: str, command: click.Command) -> Message:
    """A flag was given a value, or an option too few."""
    for param in command.params:
        if isinstance(param, click.Option) and option in param.opts and not param.is_flag:
            return Message("refused.use.needs-values", {"option": option, "n": param.nargs})
    return Message("refused.use.no-value", {"option": option})


def _bad_value(param: click.Parameter) -> Message:
    name = name_of(param)
    match param.type:
        case click.Choice(choices=choices):
            return Message("refused.use.choice", {"name": name, "choices": either(map(str, choices))})
        case click.IntRange(min=int(low), max=int(high)):
            return Message("refused.use.range", {"name": name, "low": low, "high": high})
        case click.IntRange(min=int(low)):
            return Message("refused.use.at-least", {"name": name, "low": low})
        case click.types.IntParamType():
            return Message("refused.use.whole-number", {"name": name})
        case _:
            return Message("refused.use.bad-value", {"name": name})


def first_given(*names: str) -> str:
    """The first of these options that the command line gives, as it is typed; empty if it gives none."""
    context = click.get_current_context()
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if param.name in names and source is click.core.ParameterSource.COMMANDLINE:
            return name_of(param)
    return ""
