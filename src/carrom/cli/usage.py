"""The language of a command, and wrong use of it, said in that language: our own refusals and click's."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import pairwise

import click

from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, Message, either, spoken

LANG = "CARROM_LANG"
"""The environment variable with the usual language of a reader."""

WORDS = "carrom.words"
"""Where the `meta` of a context has the words of the command line."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Those with the system's locale; the first that is set decides."""


class WrongUse(CarromError):
    """Wrong options or arguments; the refusal points to the help of the command."""

    code = "command/wrong-use"


def command_language(words: Sequence[str]) -> str:
    """The language of a command line, also where the rest of it cannot be read: --lang, or the usual one."""
    parts = [part for word in words for part in (word.split("=") if word.startswith("--lang=") else [word])]
    asked = [after for part, after in pairwise(parts) if part == "--lang" and after in LANGUAGES]
    return asked[-1] if asked else usual_language()


def current_language() -> str:
    """The language of the command that runs; the usual one outside of any command."""
    context = click.get_current_context(silent=True)
    return command_language(context.meta.get(WORDS, ()) if context else ())


def usual_language() -> str:
    """The language of CARROM_LANG, then that of the system's locale, as fr of fr_FR.UTF-8; else English."""
    locale = next(filter(None, map(os.environ.get, LOCALE)), "")
    return spoken(re.split("[.@:]", each)[0] for each in (os.environ.get(LANG, ""), locale))


def bind_signs(text: str) -> str:
    """The text with no-break spaces before punctuation, so that no line begins with it."""
    return _PARTED.sub(NO_BREAK, text)


NO_BREAK = "\N{NO-BREAK SPACE}"
_PARTED = re.compile(r"(?<=\S) (?=[;:!?%»](?:\W|$))|(?<=«) ")


def find_command(top: click.Group, words: Sequence[str]) -> click.Context:
    """The command that a command line names, as far as it names one."""
    found = click.Context(top, info_name=top.name)
    for before, word in pairwise(("", *words)):
        if word.startswith("-") or before == "--lang":
            continue
        command = found.command
        inner = command.get_command(found, word) if isinstance(command, click.Group) else None
        if inner is None:
            break
        found = click.Context(inner, found, word)
    return found


def option_name(param: click.Parameter | None) -> str:
    """An option or an argument as a person types it."""
    if isinstance(param, click.Option):
        return "/".join(max(names, key=len) for names in (param.opts, param.secondary_opts) if names)
    return param.human_readable_name if param else ""


def click_message(wrong: click.UsageError, context: click.Context) -> Message:
    """A refusal of click's as a message, by the kind of its exception."""
    match wrong:
        case click.NoSuchOption(option_name=option, possibilities=near):
            if near:
                return Message("refused.use.no-option-but", {"option": option, "near": either(near)})
            return Message("refused.use.no-option", {"option": option})
        case click.MissingParameter():
            return Message("refused.use.missing", {"name": option_name(wrong.param)})
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
    """The message for a flag with a value, or an option with too few values."""
    for param in command.params:
        if isinstance(param, click.Option) and option in param.opts and not param.is_flag:
            return Message("refused.use.needs-values", {"option": option, "n": param.nargs})
    return Message("refused.use.no-value", {"option": option})


def _bad_value(param: click.Parameter) -> Message:
    name = option_name(param)
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
            return option_name(param)
    return ""
