"""Commands whose help is made of phrases, in the reader's language.

Keys: `help.PATH` for a command, `help.PATH.--OPTION` for an option of it, `help.--OPTION` for an option that
several commands share. Examples are the lines of a command's docstring that begin with "carrom ".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from inspect import cleandoc
from typing import Any

import click

from carrom.cli.usage import NO_BREAK, WORDS, WrongUse, bind_signs, current_language
from carrom.i18n import LANGUAGES, Argument, nearest, phrases, t


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
    """A command with commands of its own. A language that is given to it holds for them."""

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
        """A command in a list: the first paragraph of its help."""
        return help_phrase(f"{command_path(ctx)}.{name}").partition("\n")[0]


def command_path(ctx: click.Context) -> str:
    """The names of a command: "data.list"; "carrom" for all of it."""
    names = [str(ctx.command.name)]
    while ctx.parent is not None and ctx.parent.parent is not None:
        ctx = ctx.parent
        names.insert(0, str(ctx.command.name))
    return ".".join(names)


def help_phrase(key: str, **facts: Argument) -> str:
    """A phrase of the help, its punctuation bound to the words it belongs to."""
    return bind_signs(t(f"help.{key}", current_language(), **facts))


def write_section(heading: str, rows: list[tuple[str, str]], formatter: click.HelpFormatter) -> None:
    formatter.write_paragraph()
    formatter.write(f"{help_phrase(heading)}\n")
    with formatter.indentation():
        formatter.write_dl(rows)
