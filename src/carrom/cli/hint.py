"""carrom hint: the best strokes on a board, each with what it tries, how often it works and what it risks."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, current_language
from carrom.cli.files import read_layout, read_profile
from carrom.cli.output import bold, patience, phrase, say, say_json, say_phrase
from carrom.cli.terminal.aiming import aim_text, typeable
from carrom.cli.terminal.board import board_legend, board_picture
from carrom.drawing.text import track_of
from carrom.equipment import EQUIPMENT, Equipment
from carrom.errors import CarromError, ImpossibleCase, NotNow
from carrom.i18n import Message
from carrom.laws import book_id
from carrom.physics import simulate
from carrom.physics.aims import check_aim
from carrom.players import LEVELS, Chair, View, named
from carrom.players.explain import AMONG, SAMPLES, Hint, advice
from carrom.players.noise import level_hand
from carrom.rulebooks import rulebook as rulebook_named
from carrom.rules import Standing
from carrom.rules import match as matches
from carrom.stroke import Aim, Layout
from carrom.surface import striker_place
from carrom.table.player_questions import Question, answered
from carrom.table.surface_state import layout_like, standing_from
from carrom.words import WHITE, Colour, Seat, Side

ME, THEY = "me", "they"
MOST = 20


@click.command("hint", cls=Command, facts={"levels": ", ".join(LEVELS)})
@click.argument("layout", default="rosette")
@options.seat
@click.option("--own", type=click.Choice([colour.value for colour in Colour]))
@click.option("--standing")
@options.rulebook
@options.level
@click.option("--count", type=click.IntRange(1, MOST), default=3, show_default=True)
@click.option("--samples", type=click.IntRange(1, 100000), default=SAMPLES, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@options.board
@options.profile
@options.ascii
@options.json
def command(level: str, count: int, samples: int, plain: bool, as_json: bool, **position: Any) -> None:
    """Examples:

    carrom hint "w 0.2,0.2; b -0.1,0.1; q 0.0,0.0" --level national
    carrom hint rosette --seat north --json
    """
    chair = named(f"grandmaster@{level}" if level_hand(level) else level)
    view = _read_view(**position)
    with patience(phrase("simulate.preparing")):
        best, worths = find_hints(chair, view, count, samples)
    if as_json:
        typed = [aim_text(hint.aim, view.equipment, "en", chair.noise.none) for hint in best]
        found = zip(typed, best, strict=True)
        return say_json([{"type": text, "worth": worths[hint.aim]} | hint.plain() for text, hint in found])
    aim = best[0].aim
    striker = striker_place(aim.seat, aim.x, view.equipment)
    trace = simulate(view.layout, aim, view.equipment, between_lines=view.book.striker_between_lines)
    on, track = view.equipment, track_of(trace)
    click.echo(board_picture(view.layout, view.seat, on, striker=striker, track=track, plain=plain))
    click.echo(board_legend(plain))
    say_phrase("hint.form")
    return say_hints(best, view.equipment)


def find_hints(
    chair: Chair, view: View, count: int, samples: int = SAMPLES
) -> tuple[list[Hint], dict[Aim, float | None]]:
    """The best strokes that can be typed, and what the player thinks each is worth."""
    worths: dict[Aim, float | None] = {}
    for aim, worth in _best(chair, view, count):
        worths.setdefault(typeable(aim, view.places, view.equipment, chair.noise.none), worth)
    return advice(view, worths, chair.noise, count, samples=samples), worths


def say_hints(hints: Iterable[Hint], equipment: Equipment) -> None:
    """Say each hint: what to type, what it tries and what it risks."""
    for number, hint in enumerate(hints, 1):
        say(f"{number}. {bold(aim_text(hint.aim, equipment, current_language(), hint.noise.none))}")
        for line in hint.words(current_language()):
            say(f"   {line}")


def _best(chair: Chair, view: View, count: int) -> list[tuple[Aim, float | None]]:
    """The best strokes of a searching player, or the one stroke of any other player."""
    # Imported here: the searcher brings the whole simulator with it.
    from carrom.players.searcher import Searcher

    player = chair.player
    assert player is not None, "a name never stands for a person"
    if not view.places:
        raise NotNow("striker.nowhere-free")
    try:
        if isinstance(player, Searcher):
            return list(player.best(view, AMONG * count if count > 1 else 1))
        aim = answered(player, Question(ME, "aim", view))
        assert isinstance(aim, Aim)
        _check_answer(aim, view)
        return [(aim, None)]
    except CarromError as refused:
        raise CarromError("refused.hint.failed", player=chair.name, why=refused.message) from None


def _check_answer(aim: Aim, view: View) -> None:
    """Refuse a player's stroke that may not be played here."""
    full_force = view.equipment.pace.full_force
    if aim.seat is not view.seat:
        aimed, sits = Message(f"play.word.{aim.seat}"), Message(f"play.word.{view.seat}")
        raise CarromError("refused.hint.seat", aimed=aimed, sits=sits)
    if aim.speed > full_force:
        raise CarromError("refused.hint.speed", speed=aim.speed, most=full_force)
    check_aim(aim, view.layout, view.equipment, view.book.striker_between_lines)


def _read_view(
    layout: str,
    seat: str,
    own: str | None,
    standing: str | None,
    rulebook: str,
    seed: int,
    board: str,
    profile: str,
) -> View:
    """The view of the player on strike, from the options of the command."""
    equipment = replace(EQUIPMENT[board], pace=read_profile(profile))
    coins, sits = read_layout(layout, equipment), Seat(seat)
    stands = _standing(standing, own, coins, equipment)
    breaks = Side.FIRST if stands.on_strike is WHITE else Side.SECOND
    match = matches.toss(matches.begin(rulebook_named(book_id(rulebook)), (ME,), (THEY,)), breaks, "break")
    match = matches.call_play(matches.seat(match, {sits: ME, sits.opposite: THEY}))
    return View(replace(match, standing=stands, on_strike=ME), coins, ME, equipment, seed)


def _standing(text: str | None, own: str | None, layout: Layout, equipment: Equipment) -> Standing:
    """The standing of the option, or one that follows from the coins. Refuses one that contradicts them."""
    if text is None:
        found, breaks = standing_from(layout, Colour(own or "white")), Standing.to_break()
        fresh = (found.on_strike, found.coins, found.queen) == (breaks.on_strike, breaks.coins, breaks.queen)
        return breaks if fresh else found
    standing = Standing.parse(text)
    if own is not None and standing.on_strike is not Colour(own):
        raise ImpossibleCase(
            "--own",
            "refused.hint.own",
            own=Message(f"play.legend.{own}"),
            on_strike=Message(f"play.legend.{standing.on_strike}"),
        )
    if standing.over is not None:
        raise NotNow("refused.hint.over")
    layout_like(layout, standing, equipment)
    return standing
