"""The command line in the reader's language: its help, and refusals of wrong use, ours and click's.

Keys of the help: `help.PATH` for a command, `help.PATH.--OPTION` for an option of it, `help.--OPTION` for an
option that several commands share. Examples are the lines of a command's docstring that begin with "carrom ".
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import reduce
from inspect import cleandoc
from itertools import pairwise
from typing import Any

import click

from carrom.errors import CarromError
from carrom.i18n import LANGUAGES, Argument, Message, either, nearest, phrases, spoken, t

LANG = "CARROM_LANG"
"""The environment variable with the usual language of a reader."""

WORDS = "carrom.words"
"""Where the `meta` of a context has the words of the command line."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with the system's locale; the first that is set decides."""


class WrongUse(CarromError):
    """Wrong options or arguments; the refusal points to the help of the command."""

    code = "command/wrong-use"


def command_language(words: Sequence[str]) -> str:
    """The language that --lang gives, else the usual one. The rest of the command line may be wrong."""
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
    """Put no-break spaces before punctuation, so that no line begins with it."""
    return _PARTED.sub(NO_BREAK, text)


NO_BREAK = "\N{NO-BREAK SPACE}"
_PARTED = re.compile(r"(?<=\S) (?=[;:!?%»](?:\W|$))|(?<=«) ")


def find_command(top: click.Group, words: Sequence[str]) -> click.Context:
    """The innermost command that a command line names."""
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
    """Translate a refusal by click into a message."""
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


class Command(click.Command):
    """A command in its reader's language (`--lang`). `facts` fill the placeholders of its phrases."""

    def __init__(self, *args: Any, facts: Mapping[str, Argument] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.facts = facts or {}
        self.params.append(click.Option(["--lang"], type=click.Choice(LANGUAGES), expose_value=False))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta.setdefault(WORDS, tuple(args))
        return super().parse_args(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        return super().get_help(ctx).replace(NO_BREAK, " ")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{help_phrase('usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lines = cleandoc(self.help or "").splitlines()
        examples = [line for line in lines if line.startswith("carrom ")]
        shown = "\n".join(("\n\n\b", *examples)) if examples else ""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(help_phrase(command_path(ctx), **self.facts) + shown)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [
            (shown[0], self.option_text(option, ctx))
            for option in self.get_params(ctx)
            if isinstance(option, click.Option) and (shown := option.get_help_record(ctx))
        ]
        write_section("options", rows, formatter)

    def option_text(self, option: click.Option, ctx: click.Context) -> str:
        """What an option is for, its default and its range."""
        name = max(option.opts, key=len)
        own = f"{command_path(ctx)}.{name}"
        text = help_phrase(own if f"help.{own}" in phrases("en") else name, **self.facts)
        extra = option.get_help_extra(ctx)
        notes = [help_phrase("default", value=extra["default"])] if "default" in extra else []
        notes += [extra["range"]] if "range" in extra else []
        notes += [help_phrase("required")] if option.required else []
        if not notes:
            return text
        lang = current_language()
        listed = reduce(lambda first, then: t("semicolons", lang, first=first, then=then), notes)
        return bind_signs(f"{text}  [{listed}]")


class Group(Command, click.Group):
    """A command with subcommands; its `--lang` holds for them."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            raise WrongUse("refused.use.no-command", name=args[0], hint=nearest(args[0], known))
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        rows = [(name, self.summary(name, ctx)) for name in self.list_commands(ctx)]
        write_section("commands", rows, formatter)

    def summary(self, name: str, ctx: click.Context) -> str:
        """The line of a command in a list: the first paragraph of its help."""
        return help_phrase(f"{command_path(ctx)}.{name}").partition("\n")[0]


def command_path(ctx: click.Context) -> str:
    """The path of a command, such as "data.list"; "carrom" for the top."""
    names = [str(ctx.command.name)]
    while ctx.parent is not None and ctx.parent.parent is not None:
        ctx = ctx.parent
        names.insert(0, str(ctx.command.name))
    return ".".join(names)


def help_phrase(key: str, **facts: Argument) -> str:
    """A phrase of the help whose punctuation does not begin a line."""
    return bind_signs(t(f"help.{key}", current_language(), **facts))


def write_section(heading: str, rows: list[tuple[str, str]], formatter: click.HelpFormatter) -> None:
    formatter.write_paragraph()
    formatter.write(f"{help_phrase(heading)}\n")
    with formatter.indentation():
        formatter.write_dl(rows)
