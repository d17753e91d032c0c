"""--help: every command and option is explained, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from carrom.cli import COMMANDS, carrom
from carrom.cli.command import Command, Group
from carrom.i18n import LANGUAGES, phrases


def commands(group: Group = carrom, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words that call each command."""
    yield path
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert isinstance(command, Command)
        if isinstance(command, Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


def command_named(path: tuple[str, ...]) -> Command:
    found: click.Command | None = carrom
    for name in path:
        assert isinstance(found, Group)
        found = found.get_command(click.Context(found), name)
    assert isinstance(found, Command)
    return found


def shown(path: tuple[str, ...], *more: str) -> str:
    done = CliRunner().invoke(carrom, [*path, *more, "--help"], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def options(command: click.Command) -> list[click.Option]:
    found = command.get_params(click.Context(command))
    return [option for option in found if isinstance(option, click.Option)]


ALL = [pytest.param(path, id=" ".join(("carrom", *path))) for path in commands()]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ALL)
def test_every_command_and_option_has_a_phrase(path: tuple[str, ...], lang: str) -> None:
    said = phrases(lang)
    key = ".".join(("help", *path)) if path else "help.carrom"

    assert key in said
    for option in options(command_named(path)):
        name = max(option.opts, key=len)
        assert f"{key}.{name}" in said or f"help.{name}" in said, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_is_explained_in_the_list_of_all(lang: str) -> None:
    listed = {key.removeprefix("help.list.") for key in phrases(lang) if key.startswith("help.list.")}

    assert listed == set(COMMANDS)


def test_no_phrase_of_the_help_is_left_over() -> None:
    wanted = {f"help.{name}" for name in ("usage", "options", "commands", "default", "required", "carrom")}
    wanted |= {f"help.list.{name}" for name in COMMANDS}
    for path in commands():
        key = ".".join(("help", *path))
        names = [max(option.opts, key=len) for option in options(command_named(path))]
        wanted |= {key, *(f"{key}.{name}" for name in names), *(f"help.{name}" for name in names)}

    assert {key for key in phrases("en") if key.startswith("help.")} <= wanted


@pytest.mark.parametrize("path", ALL)
def test_no_sentence_of_the_help_stands_in_the_code(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the phrases, only names, forms and examples are left."""
    signs = dict.fromkeys(phrases("en"), "¤")
    monkeypatch.setattr("carrom.i18n.phrases", lambda lang: signs)
    left = [line for line in shown(path).splitlines() if not line.startswith(("¤ carrom", "  carrom "))]

    assert "¤" in "".join(left)
    for line in left:
        text = re.sub(r"--?[\w-]+|\[[^]]*\]|\b[A-Z_]+\b|<[^>]*>", "", line)
        assert not re.search(r"[a-z]+ [a-z]+", text), line


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ALL)
def test_no_line_of_the_help_is_wider_than_a_terminal(path: tuple[str, ...], lang: str) -> None:
    assert max(map(len, shown(path, "--lang", lang).splitlines())) <= 80


def test_the_help_is_in_the_language_of_the_option_wherever_it_stands() -> None:
    said = shown(("data", "prune"), "--lang", "fr")

    assert said == CliRunner().invoke(carrom, ["data", "prune", "--help", "--lang=fr"]).stdout
    assert "Usage : carrom data prune [OPTIONS]" in said
    assert "[obligatoire]" in said
    assert "Inchangés depuis si longtemps : 90d (jours)" in " ".join(said.split())
    assert "carrom data prune --older-than 90d\n" in said


def test_the_help_is_in_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert "Commandes :" in shown(())

    monkeypatch.setenv("CARROM_LANG", "en")
    assert "Commands:" in shown(())


@pytest.mark.parametrize("path", ALL)
def test_every_command_takes_a_language(path: tuple[str, ...]) -> None:
    assert any("--lang" in option.opts for option in options(command_named(path)))
