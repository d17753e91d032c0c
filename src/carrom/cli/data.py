"""carrom data: the matches of a server's folder, listed, deleted, checked, taken elsewhere and backed up."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import click

from carrom.cli.help import Command, Group
from carrom.cli.options import SPAN, size_words, span_words
from carrom.cli.output import confirmed, json_option, lang_option, say, say_json, table, write_whole
from carrom.cli.progress import progress
from carrom.cli.serving.folder import Taken, held, is_held, usual_folder
from carrom.errors import CarromError, StoreError
from carrom.i18n import Message, listed, t
from carrom.record.erase import erase_names
from carrom.server.config import Config
from carrom.store import Holding, KeptMatch, Playing, lines_of, read_lines
from carrom.store.archive import LARGEST, archived, unarchived
from carrom.store.backup import backup, restore
from carrom.store.check import faults_of
from carrom.store.migrate import SCHEMA
from carrom.store.sqlite import SqliteStore, version_of
from carrom.store.store import EVERYBODY, KINDS

LIVELY = timedelta(hours=1)
"""While a server runs, a match that changed more recently may be open in it."""

DELETED_AT_ONCE = 10  # matches: a server that runs waits only shortly

FILE = click.Path(path_type=Path)
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

SORTS: dict[str, Callable[[Holding], Any]] = {
    "age": lambda each: each.match.changed,
    "size": lambda each: -each.bytes,
    "entries": lambda each: -each.entries,
    "kind": lambda each: KINDS.index(each.match.kind) if each.match.kind in KINDS else len(KINDS),
}


@click.group("data", cls=Group)
def command() -> None:
    pass


class OfMatches(Command):
    """A command whose arguments are matches. The name of a match may begin with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = {name for param in self.params for name in (*param.opts, *param.secondary_opts)}
        ids = [word for word in args if re.fullmatch(r"-[\w-]{10}", word) and word not in options]
        if ids and "--" not in args:
            args = [*(word for word in args if word not in ids), "--", *ids]
        return super().parse_args(ctx, args)


def _options(command: Decorated) -> Decorated:
    folder = click.option("--data", "folder", type=FILE)
    return folder(lang_option(command))


_ids = click.argument("ids", metavar="ID...", nargs=-1, required=True)
_id = click.argument("id_", metavar="ID")
_kinds = click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True)


def _store_path(folder: Path | None) -> Path:
    return Config((folder or usual_folder()).expanduser().absolute()).store


@contextmanager
def _opened(folder: Path | None, lang: str, *, made: bool = False) -> Iterator[SqliteStore]:
    """The store of a folder. Where there is none, it is refused, or made if it is to be."""
    path = _store_path(folder)
    if not made and not path.is_file():
        where = folder or path.parent
        raise CarromError("refused.data.no-matches", path=str(where))
    _announce_migration(path, lang)
    with closing(SqliteStore(path)) as store:
        yield store


def _announce_migration(path: Path, lang: str) -> None:
    """Say that a store of an earlier version is brought to this one; refused while a server has it open."""
    version = version_of(path)
    if not 0 < version < SCHEMA:
        return
    if is_held(path.parent):
        raise CarromError("data.migrate.running", file=str(path))
    said = t("data.migrate", lang, file=str(path), old=str(version), new=str(SCHEMA))
    click.echo(f"carrom: {said}", err=True)


def _match(store: SqliteStore, id_: str) -> KeptMatch:
    found = store.match(id_)
    if found is None:
        raise CarromError("refused.data.no-match", id=id_)
    return found


def _is_over(match: KeptMatch) -> bool:
    # After an upheld protest it is played again under another name.
    return match.summary.over or bool(match.settings.get("next"))


def _state(match: KeptMatch) -> str:
    if _is_over(match):
        return "over"
    return "running" if match.summary.strokes else "not-begun"


def _players(match: KeptMatch) -> str:
    return " – ".join(" & ".join(side) for side in (match.first, match.second) if side)


def _age(match: KeptMatch) -> timedelta:
    return datetime.now(UTC) - datetime.fromisoformat(match.changed)


def _live(store: SqliteStore, matches: Sequence[KeptMatch]) -> set[str]:
    """Those of the matches that a running server may have open."""
    recent = {match.id for match in matches if _age(match) < LIVELY}
    return recent if recent and is_held(store.path.parent) else set()


@command.command("list")
@_kinds
@click.option("--sort", type=click.Choice(tuple(SORTS)), default="age", show_default=True)
@json_option
@_options
def print_list(kinds: tuple[str, ...], sort: str, as_json: bool, folder: Path | None, lang: str) -> None:
    with _opened(folder, lang) as store:
        found = [each for each in store.holdings() if not kinds or each.match.kind in kinds]
    found.sort(key=SORTS[sort], reverse=sort == "age")
    if as_json:
        return say_json([_plain(each) for each in found])
    _print_holdings(found, lang)
    say(t("data.total", lang, n=len(found), size=size_words(sum(each.bytes for each in found), lang)))
    return None


def _plain(holding: Holding) -> dict[str, object]:
    match = holding.match
    return {
        "id": match.id,
        "kind": match.kind,
        "first": match.first,
        "second": match.second,
        "rulebook": match.rulebook,
        "state": _state(match),
        "games": match.summary.games,
        "points": match.summary.points,
        "winner": match.summary.winner,
        "strokes": match.summary.strokes,
        "entries": holding.entries,
        "traces": holding.traces,
        "bytes": holding.bytes,
        "created": match.created,
        "changed": match.changed,
        "keep": match.keep,
    }


def _print_holdings(holdings: Sequence[Holding], lang: str) -> None:
    columns = ("id", "kind", "age", "players", "state", "entries", "size")
    rows = [
        (
            each.match.id,
            each.match.kind,
            span_words(_age(each.match), lang),
            _players(each.match),
            t(f"data.state.{_state(each.match)}", lang)
            + (t("data.kept-mark", lang) if each.match.keep else ""),
            str(each.entries),
            size_words(each.bytes, lang),
        )
        for each in holdings
    ]
    if rows:
        table([t(f"data.column.{name}", lang) for name in columns], rows)


@command.command("show", cls=OfMatches)
@_id
@json_option
@_options
def print_match(id_: str, as_json: bool, folder: Path | None, lang: str) -> None:
    with _opened(folder, lang) as store:
        match = _match(store, id_)
        holding = next(each for each in store.holdings() if each.match.id == id_)
        links = Counter(store.tokens(id_).values())
        invited = store.invited(id_)
    if as_json:
        return say_json(_plain(holding))
    kind = t(f"data.kind.{match.kind}", lang) if match.kind in KINDS else match.kind
    say(t("data.show.match", lang, id=id_, kind=kind))
    if match.first:
        say(t("data.show.players", lang, players=_players(match), rulebook=match.rulebook))
    summary = match.summary
    games, points = (f"{first}–{second}" for first, second in (summary.games, summary.points))
    say(t(f"data.show.{_state(match)}", lang, games=games, points=points, n=summary.strokes))
    size = size_words(holding.bytes, lang)
    say(t("data.show.size", lang, n=holding.entries, traces=holding.traces, size=size))
    ago = span_words(_age(match), lang)
    say(t("data.show.times", lang, created=_minute(match.created), changed=_minute(match.changed), ago=ago))
    if links:
        who = listed([_who(player, count, lang) for player, count in links.items()], lang)
        say(t("data.show.links", lang, who=who))
    if invited:
        who = listed([_who(player, 1, lang) for player in invited], lang)
        say(t("data.show.invited", lang, who=who))
    if match.keep:
        say(t("data.show.kept", lang))
    return None


def _who(player: str, count: int, lang: str) -> str:
    said = {EVERYBODY: t("data.everybody", lang), "": t("data.watching", lang)}.get(player, player)
    return said if count == 1 else f"{said} ×{count}"


def _minute(at: str) -> str:
    return f"{at[:16].replace('T', ' ')} UTC"


@command.command("delete", cls=OfMatches)
@_ids
@click.option("--yes", is_flag=True)
@click.option("--even-if-live", is_flag=True)
@_options
def delete(ids: tuple[str, ...], yes: bool, even_if_live: bool, folder: Path | None, lang: str) -> None:
    with _opened(folder, lang) as store:
        matches = [_match(store, id_) for id_ in dict.fromkeys(ids)]
        if not even_if_live and (live := _live(store, matches)):
            raise CarromError("data.delete.live", ids=", ".join(sorted(live)))
        for match in matches:
            state = t(f"data.state.{_state(match)}", lang)
            say(t("data.delete.what", lang, id=match.id, players=_players(match) or "–", state=state))
        if not yes and not confirmed(t("data.delete.ask", lang, n=len(matches)), lang):
            say(t("data.delete.not", lang))
            raise click.exceptions.Exit(1)
        gone = store.delete([match.id for match in matches])
        store.truncate_wal()
    say(t("data.delete.done", lang, n=gone))
    _tell_copies(store.path, lang)


def _tell_copies(path: Path, lang: str) -> None:
    """Copies of the store hold what was deleted from it."""
    copies = sorted((*path.parent.glob(f"{path.name}.version-*"), *path.parent.glob(f"{path.name}.before-*")))
    if copies:
        say(t("data.copies", lang, files=", ".join(map(str, copies))))


@command.command("prune")
@click.option("--older-than", "age", type=SPAN, required=True)
@_kinds
@click.option("--kept-too", is_flag=True)
@click.option("--really", is_flag=True)
@_options
def prune(
    age: timedelta, kinds: tuple[str, ...], kept_too: bool, really: bool, folder: Path | None, lang: str
) -> None:
    """Examples:

    carrom data prune --older-than 90d
    carrom data prune --older-than 90d --kind practice --really
    """
    with _opened(folder, lang) as store:
        old = [
            each
            for each in store.holdings()
            if _age(each.match) > age
            and (kept_too or not each.match.keep)
            and (not kinds or each.match.kind in kinds)
        ]
        live = _live(store, [each.match for each in old])
        old = [each for each in old if each.match.id not in live]
        size = size_words(sum(each.bytes for each in old), lang)
        if not really:
            _print_holdings(old, lang)
            return say(t("data.prune.would", lang, n=len(old), size=size))
        gone = 0
        with progress(t("data.prune.deleting", lang), 0, len(old), lang) as step:
            for start in range(0, len(old), DELETED_AT_ONCE):
                some = old[start : start + DELETED_AT_ONCE]
                gone += store.delete([each.match.id for each in some])
                for _ in some:
                    step()
        store.truncate_wal()
    say(t("data.prune.done", lang, n=gone, size=size))
    return _tell_copies(store.path, lang) if gone else None


@command.command("erase", cls=OfMatches)
@_ids
@click.option("--event", is_flag=True)
@click.option("--yes", is_flag=True)
@_options
def erase(ids: tuple[str, ...], event: bool, yes: bool, folder: Path | None, lang: str) -> None:
    with _opened(folder, lang) as store:
        matches = [_match(store, id_) for id_ in dict.fromkeys(ids)]
        _refuse_open(store, matches)
        if not yes and not confirmed(t("data.erase.ask", lang, n=len(matches)), lang):
            say(t("data.erase.not", lang))
            raise click.exceptions.Exit(1)
        for match in matches:
            _erase(store, match, event)
            say(t("data.erase.done", lang, id=match.id))
        store.truncate_wal()
    _tell_copies(store.path, lang)


def _refuse_open(store: SqliteStore, matches: Sequence[KeptMatch]) -> None:
    """A server goes on writing to the record that it has read, which would fit no more."""
    may_be_open = _live(store, matches) | {match.id for match in matches if not _is_over(match)}
    if may_be_open and is_held(store.path.parent):
        raise CarromError("data.erase.live", ids=", ".join(sorted(may_be_open)))


def _erase(store: SqliteStore, match: KeptMatch, event: bool) -> None:
    from carrom.live.settings import Settings

    record = read_lines(each.line for each in store.lines(match.id))
    if not record.entries:
        return
    erased = erase_names(record.entries, event=event)
    was, begun = record.state.begun, erased.state.begun
    names = dict(zip((*was.first, *was.second), (*begun.first, *begun.second), strict=True))
    settings = match.settings
    if "new" in settings:  # a room's; those of an umpire's table and of a file name nobody
        settings = Settings.read(settings).renamed(names).plain()
    playing = Playing(begun.first, begun.second, begun.rulebook)
    store.rewrite(match.id, lines_of(erased), playing, settings, names)


@command.command("keep", cls=OfMatches)
@_ids
@_options
def keep(ids: tuple[str, ...], folder: Path | None, lang: str) -> None:
    _set_keep(ids, True, folder, lang)


@command.command("unkeep", cls=OfMatches)
@_ids
@_options
def unkeep(ids: tuple[str, ...], folder: Path | None, lang: str) -> None:
    _set_keep(ids, False, folder, lang)


def _set_keep(ids: tuple[str, ...], keep: bool, folder: Path | None, lang: str) -> None:
    with _opened(folder, lang) as store:
        for match in [_match(store, id_) for id_ in ids]:
            store.keep(match.id, keep)
            say(t("data.keep" if keep else "data.unkeep", lang, id=match.id))


@command.command("export", cls=OfMatches)
@_ids
@click.option("-o", "--out", type=FILE, default=Path())
@_options
def export(ids: tuple[str, ...], out: Path, folder: Path | None, lang: str) -> None:
    with _opened(folder, lang) as store:
        for match in [_match(store, id_) for id_ in ids]:
            out.mkdir(parents=True, exist_ok=True)
            file = out / f"{match.id}.zip"
            if file.exists():
                raise CarromError("refused.data.exists", path=str(file))
            write_whole(file, archived(store, match), new_mode=0o600)
            say(t("data.export", lang, id=match.id, file=str(file)))


@command.command("import")
@click.argument("files", metavar="FILE...", type=FILE, nargs=-1, required=True)
@_options
def import_(files: tuple[Path, ...], folder: Path | None, lang: str) -> None:
    with _opened(folder, lang, made=True) as store:
        for file in files:
            try:
                if file.stat().st_size > LARGEST:
                    raise CarromError("archive.too-large", most=LARGEST)
                match = unarchived(store, file.read_bytes(), _check_settings)
            except FileNotFoundError:
                raise CarromError("refused.file.none", path=str(file)) from None
            except CarromError as wrong:
                raise wrong.at(str(file)) from None
            say(t("data.import", lang, id=match.id, file=str(file)))


def _check_settings(match: KeptMatch) -> None:
    """Refuse settings that the server could not read."""
    from carrom.live.names import UMPIRE
    from carrom.live.settings import Settings
    from carrom.live.umpired import UmpiredSettings

    try:
        json.dumps(match.settings, allow_nan=False)
    except ValueError:
        raise StoreError("damaged", "refused.data.settings") from None
    if match.kind == UMPIRE:
        UmpiredSettings.read(match.settings)
    elif match.kind != "file":
        Settings.read(match.settings)


def _settings_faults(match: KeptMatch) -> list[Message]:
    try:
        _check_settings(match)
    except StoreError as wrong:
        return [wrong.message]
    return []


@command.command("check")
@_options
def check(folder: Path | None, lang: str) -> None:
    wrong = 0
    try:
        with _opened(folder, lang) as store:
            for fault in store.faults():
                wrong += 1
                say(t("data.check.file", lang, file=str(store.path), fault=fault))
            matches = [each.match for each in store.holdings()]
            with progress(t("data.check.checking", lang), 0, len(matches), lang) as step:
                for match in matches:
                    for fault in (*_settings_faults(match), *faults_of(store, match.id)):
                        wrong += 1
                        say(t("data.check.match", lang, id=match.id, fault=fault))
                    step()
    except StoreError as damage:
        if damage.kind != "damaged":
            raise
        say(damage.text(lang))
        raise click.exceptions.Exit(1) from None
    say(t("data.check.found", lang, n=wrong, matches=len(matches)))
    if wrong:
        raise click.exceptions.Exit(1)


@command.command("backup")
@click.argument("file", type=FILE)
@_options
def print_backup(file: Path, folder: Path | None, lang: str) -> None:
    path = _store_path(folder)
    with _opened(folder, lang):
        backup(path, file)
    say(t("data.backup", lang, file=str(file), size=size_words(file.stat().st_size, lang)))


@command.command("restore")
@click.argument("file", type=FILE)
@_options
def print_restore(file: Path, folder: Path | None, lang: str) -> None:
    path = _store_path(folder)
    try:
        with held(path.parent):
            before = restore(file, path)
    except Taken as taken:
        found = taken.running
        raise CarromError(
            "data.restore.running", folder=str(path.parent), pid=found.pid, url=found.url
        ) from None
    say(t("data.restore", lang, file=str(file), folder=str(path.parent)))
    if before is not None:
        say(t("data.restore.before", lang, file=str(before)))
