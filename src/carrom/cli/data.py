"""carrom data: the matches of a server's folder, listed, deleted, checked, taken elsewhere and backed up."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, Group, WrongUse, current_language, first_given
from carrom.cli.files import check_file, read_text, refusals_name, write_whole
from carrom.cli.output import json_fields, phrase, progress, say, say_json, say_phrase, titled_table, warn
from carrom.cli.prompt import confirmed
from carrom.cli.serving.addresses import database_url
from carrom.cli.serving.folder import hold_folder, is_held, usual_folder
from carrom.errors import CarromError, StoreError
from carrom.i18n import Message, listed
from carrom.record.erase import erase_names
from carrom.server.config import Config
from carrom.store import Holding, KeptMatch, Store, lines_of, read_lines
from carrom.store.archive import LARGEST, export_match, import_match
from carrom.store.backup import back_up, restore
from carrom.store.check import faults_of
from carrom.store.migrations import SCHEMA, version_of
from carrom.store.opening import open_store
from carrom.store.store import EVERYBODY, MATCH_KINDS, Dump, MatchRows

Where = Path | str
"""A store: the folder of a server, or the URL of a database."""

RECENT = timedelta(hours=1)
"""While a server runs, a match that changed more recently may be open in it."""

DELETED_AT_ONCE = 10  # matches: a server that runs waits only shortly

SORTS: dict[str, Callable[[Holding], Any]] = {
    "age": lambda each: each.match.changed,
    "size": lambda each: -each.bytes,
    "entries": lambda each: -each.entries,
    "kind": lambda each: (*MATCH_KINDS, each.match.kind).index(each.match.kind),
}


class MatchCommand(Command):
    """A command whose arguments are ids of matches. An id may begin with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = {name for param in self.params for name in (*param.opts, *param.secondary_opts)}
        ids = [word for word in args if re.fullmatch(r"-[\w-]{10}", word) and word not in options]
        if ids and "--" not in args:
            args = [*(word for word in args if word not in ids), "--", *ids]
        return super().parse_args(ctx, args)


_ids = click.argument("ids", metavar="ID...", nargs=-1, required=True)
_file = click.argument("file", type=options.FILE)
_kinds = click.option("--kind", "kinds", type=click.Choice(MATCH_KINDS), multiple=True)
_yes = click.option("--yes", is_flag=True)


@click.group("data", cls=Group)
def command() -> None:
    pass


def _of_store(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that name a store. The command takes it as `where`."""

    @options.data
    @options.store
    @wraps(command)
    def call(*, data: Path | None, database: str, **others: Any) -> None:
        if data is not None and database:
            if first_given("database"):
                raise WrongUse("refused.data.two-stores")
            database = ""  # the environment is for who names no other store
        place = database_url(database, "--store") if database else data or usual_folder()
        command(**others, where=place)

    return call


def _place(text: str, name: str) -> Where:
    """The store that an argument names."""
    return database_url(text, name) if "://" in text else Path(text)


def _config(folder: Path) -> Config:
    return Config(folder.expanduser().absolute())


@contextmanager
def _opened(where: Where, *, create: bool = False, alone: bool = False) -> Iterator[Store]:
    """Open a store. Refuses a place without one, unless it is to be created.

    Announces the migration of a file of an earlier version. Refuses it while a server has the file open.
    `alone`: no server may have the file open until the end.
    """
    with ExitStack() as until_the_end:
        if isinstance(where, Path):
            path = _config(where).store_file
            if not create and not path.is_file():
                raise CarromError("refused.data.no-matches", path=str(where))
            if alone:
                until_the_end.enter_context(hold_folder(where, "data.running"))
            version = version_of(path)
            if 0 < version < SCHEMA:
                if not alone and is_held(path.parent):
                    raise CarromError("data.migrate.running", file=str(path))
                warn(f"carrom: {phrase('data.migrate', file=str(path), old=str(version), new=str(SCHEMA))}")
            where = path
        yield until_the_end.enter_context(closing(open_store(where, create=create)))


def _matches(store: Store, ids: Sequence[str]) -> list[KeptMatch]:
    """The matches with these ids, each once. Refuses an unknown id."""
    found = {id_: store.match(id_) for id_ in ids}
    if missing := [id_ for id_, match in found.items() if match is None]:
        raise CarromError("refused.data.no-match", id=missing[0])
    return [match for match in found.values() if match is not None]


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


def _maybe_open(
    store: Store, where: Where, matches: Iterable[KeptMatch], quiet: Callable[[KeptMatch], bool]
) -> list[str]:
    """The matches that a running server may have open: of a folder, those that are not `quiet`."""
    if store.cluster is not None:
        owned = store.cluster.owned()
        return sorted(match.id for match in matches if match.id in owned)
    busy = sorted(match.id for match in matches if not quiet(match))
    return busy if busy and is_held(_config(Path(where)).store_file.parent) else []


def _is_quiet(match: KeptMatch) -> bool:
    return _age(match) >= RECENT


def _confirm(what: str, count: int) -> None:
    """Ask before matches are changed. Without a yes, exit with status 1."""
    if not confirmed(phrase(f"data.{what}.ask", n=count)):
        say_phrase(f"data.{what}.not")
        raise click.exceptions.Exit(1)


@command.command("list")
@_kinds
@click.option("--sort", type=click.Choice(tuple(SORTS)), default="age", show_default=True)
@options.json
@_of_store
def print_list(kinds: tuple[str, ...], sort: str, as_json: bool, where: Where) -> None:
    with _opened(where) as store:
        found = [each for each in store.holdings() if not kinds or each.match.kind in kinds]
    found.sort(key=SORTS[sort], reverse=sort == "age")
    if as_json:
        return say_json([_holding_json(each) for each in found])
    _print_holdings(found)
    return say_phrase("data.total", n=len(found), size=options.size_text(sum(each.bytes for each in found)))


def _holding_json(holding: Holding) -> dict[str, object]:
    match = holding.match
    return {
        **json_fields(match, "id kind first second rulebook created changed keep"),
        "state": _state(match),
        **json_fields(match.summary, "games points scores boards winner gave_up strokes"),
        **json_fields(holding, "entries traces bytes"),
    }


def _print_holdings(holdings: Sequence[Holding]) -> None:
    rows = [
        (
            each.match.id,
            each.match.kind,
            options.span_text(_age(each.match)),
            _players(each.match),
            phrase(f"data.state.{_state(each.match)}")
            + (phrase("data.kept-mark") if each.match.keep else ""),
            str(each.entries),
            options.size_text(each.bytes),
        )
        for each in holdings
    ]
    if rows:
        titled_table("data.column", "id kind age players state entries size", rows)


@command.command("show", cls=MatchCommand)
@click.argument("id_", metavar="ID")
@options.json
@_of_store
def print_match(id_: str, as_json: bool, where: Where) -> None:
    with _opened(where) as store:
        [match] = _matches(store, (id_,))
        holding = next(each for each in store.holdings() if each.match.id == id_)
        links = Counter(store.tokens(id_).values())
        invited = Counter(dict.fromkeys(store.invited(id_), 1))
    if as_json:
        return say_json(_holding_json(holding))
    kind = phrase(f"data.kind.{match.kind}") if match.kind in MATCH_KINDS else match.kind
    say_phrase("data.show.match", id=id_, kind=kind)
    if match.first:
        say_phrase("data.show.players", players=_players(match), rulebook=match.rulebook)
    summary = match.summary
    scores = summary.scores if _is_over(match) and summary.scores else (*summary.scores, summary.points)
    games, *points = (f"{first}–{second}" for first, second in (summary.games, *scores))
    say_phrase(f"data.show.{_state(match)}", games=games, points=", ".join(points), n=summary.strokes)
    size = options.size_text(holding.bytes)
    say_phrase("data.show.size", n=holding.entries, traces=holding.traces, size=size)
    created, changed = (f"{at[:16].replace('T', ' ')} UTC" for at in (match.created, match.changed))
    say_phrase("data.show.times", created=created, changed=changed, ago=options.span_text(_age(match)))
    for key, who in (("links", links), ("invited", invited)):
        if who:
            names = [_link_holder(player, count) for player, count in who.items()]
            say_phrase(f"data.show.{key}", who=listed(names, current_language()))
    if match.keep:
        say_phrase("data.show.kept")
    return None


def _link_holder(player: str, count: int) -> str:
    named = {EVERYBODY: phrase("data.everybody"), "": phrase("data.watching")}.get(player, player)
    return named if count == 1 else f"{named} ×{count}"


@command.command("delete", cls=MatchCommand)
@_ids
@_yes
@click.option("--even-if-live", is_flag=True)
@_of_store
def delete(ids: tuple[str, ...], yes: bool, even_if_live: bool, where: Where) -> None:
    with _opened(where) as store:
        matches = _matches(store, ids)
        if live := _maybe_open(store, where, matches, _is_quiet):
            _refuse_owned(store, live)
            if not even_if_live:
                raise CarromError("data.delete.live", ids=", ".join(live))
        for match in matches:
            state = phrase(f"data.state.{_state(match)}")
            say_phrase("data.delete.what", id=match.id, players=_players(match) or "–", state=state)
        if not yes:
            _confirm("delete", len(matches))
        gone = store.delete([match.id for match in matches])
        store.truncate_wal()
    say_phrase("data.delete.done", n=gone)
    _name_copies(where)


def _refuse_owned(store: Store, live: Sequence[str]) -> None:
    """A database knows which servers have which matches, and lets nobody else write to them."""
    if store.cluster is not None:
        raise CarromError("data.live", ids=", ".join(live))


def _name_copies(where: Where) -> None:
    """Name the copies of a file: they still hold what was deleted."""
    if not isinstance(where, Path):
        return
    path = _config(where).store_file
    copies = sorted((*path.parent.glob(f"{path.name}.version-*"), *path.parent.glob(f"{path.name}.before-*")))
    if copies:
        say_phrase("data.copies", files=", ".join(map(str, copies)))


@command.command("prune")
@click.option("--older-than", "age", type=options.SPAN, required=True)
@_kinds
@click.option("--kept-too", is_flag=True)
@click.option("--really", is_flag=True)
@_of_store
def prune(age: timedelta, kinds: tuple[str, ...], kept_too: bool, really: bool, where: Where) -> None:
    """Examples:

    carrom data prune --older-than 90d
    carrom data prune --older-than 90d --kind practice --really
    """
    with _opened(where) as store:
        old = [
            each
            for each in store.holdings()
            if _age(each.match) > age
            and (kept_too or not each.match.keep)
            and (not kinds or each.match.kind in kinds)
        ]
        live = _maybe_open(store, where, (each.match for each in old), _is_quiet)
        old = [each for each in old if each.match.id not in live]
        size = options.size_text(sum(each.bytes for each in old))
        if not really:
            _print_holdings(old)
            return say_phrase("data.prune.would", n=len(old), size=size)
        gone = 0
        with progress(phrase("data.prune.deleting"), 0, len(old)) as step:
            for start in range(0, len(old), DELETED_AT_ONCE):
                some = old[start : start + DELETED_AT_ONCE]
                gone += store.delete([each.match.id for each in some])
                for _ in some:
                    step()
        store.truncate_wal()
    say_phrase("data.prune.done", n=gone, size=size)
    return _name_copies(where) if gone else None


@command.command("erase", cls=MatchCommand)
@_ids
@click.option("--event", is_flag=True)
@_yes
@_of_store
def erase(ids: tuple[str, ...], event: bool, yes: bool, where: Where) -> None:
    with _opened(where) as store:
        matches = _matches(store, ids)
        # A server may go on writing to a match that is not over, even after a long pause.
        if live := _maybe_open(store, where, matches, lambda each: _is_quiet(each) and _is_over(each)):
            _refuse_owned(store, live)
            raise CarromError("data.erase.live", ids=", ".join(live))
        if not yes:
            _confirm("erase", len(matches))
        for match in matches:
            _erase(store, match, event)
            say_phrase("data.erase.done", id=match.id)
        store.truncate_wal()
    _name_copies(where)


def _erase(store: Store, match: KeptMatch, event: bool) -> None:
    from carrom.live.settings import Settings

    record = read_lines(each.line for each in store.lines(match.id))
    if not record.entries:
        return
    erased = erase_names(record.entries, event=event)
    was, begun = record.state.begun, erased.state.begun
    names = dict(zip((*was.first, *was.second), (*begun.first, *begun.second), strict=True))
    settings = match.settings
    if "new" in settings:  # of a simulated match; the settings of umpired matches and files hold no names
        settings = Settings.from_json(settings).renamed(names).to_json()
    store.rewrite(match.id, lines_of(erased), begun, settings, names)


def _keep_command(name: str, keep: bool) -> None:
    """Add the command that marks matches as kept, or the one that removes the mark."""

    @command.command(name, cls=MatchCommand)
    @_ids
    @_of_store
    def mark(ids: tuple[str, ...], where: Where) -> None:
        with _opened(where) as store:
            for match in _matches(store, ids):
                store.keep(match.id, keep)
                say_phrase(f"data.{name}", id=match.id)


_keep_command("keep", True)
_keep_command("unkeep", False)


@command.command("export", cls=MatchCommand)
@_ids
@click.option("-o", "--out", type=options.FILE, default=Path())
@_of_store
def export(ids: tuple[str, ...], out: Path, where: Where) -> None:
    with _opened(where) as store:
        for match in _matches(store, ids):
            out.mkdir(parents=True, exist_ok=True)
            file = out / f"{match.id}.zip"
            if file.exists():
                raise CarromError("refused.data.exists", path=str(file))
            write_whole(file, export_match(store, match), new_mode=0o600)
            say_phrase("data.export", id=match.id, file=str(file))


@command.command("import")
@click.argument("files", metavar="FILE...", type=options.FILE, nargs=-1, required=True)
@_of_store
def import_(files: tuple[Path, ...], where: Where) -> None:
    with _opened(where, create=True) as store:
        for file in files:
            check_file(file)
            with refusals_name(str(file)):
                if file.stat().st_size > LARGEST:
                    raise CarromError("archive.too-large", most=LARGEST)
                match = import_match(store, file.read_bytes(), _check_settings)
            say_phrase("data.import", id=match.id, file=str(file))


def _check_settings(match: KeptMatch) -> None:
    """Refuse settings that the server could not read."""
    from carrom.live.settings import UMPIRE, Settings, UmpiredSettings

    try:
        json.dumps(match.settings, allow_nan=False)
    except ValueError:
        raise StoreError("damaged", "refused.data.settings") from None
    if match.kind == UMPIRE:
        UmpiredSettings.from_json(match.settings)
    elif match.kind != "file":
        Settings.from_json(match.settings)


def _faults(store: Store, match: KeptMatch) -> Iterator[Message]:
    try:
        _check_settings(match)
    except StoreError as wrong:
        yield wrong.message
    yield from faults_of(store, match.id)


@command.command("check")
@_of_store
def check(where: Where) -> None:
    wrong = 0
    try:
        with _opened(where) as store:
            for fault in store.faults():
                wrong += 1
                say_phrase("data.check.file", file=store.name, fault=fault)
            matches = [each.match for each in store.holdings()]
            with progress(phrase("data.check.checking"), 0, len(matches)) as step:
                for match in matches:
                    for fault in _faults(store, match):
                        wrong += 1
                        say_phrase("data.check.match", id=match.id, fault=fault)
                    step()
    except StoreError as damage:
        if damage.kind != "damaged":
            raise
        say(damage.message)
        raise click.exceptions.Exit(1) from None
    say_phrase("data.check.found", n=wrong, matches=len(matches))
    if wrong:
        raise click.exceptions.Exit(1)


def _folder_only(where: Where) -> Path:
    """The folder of a store. Backups of a database are made by its own programs."""
    if isinstance(where, str):
        raise CarromError("refused.data.not-of-database")
    return where


@command.command("backup")
@_file
@_of_store
def print_backup(file: Path, where: Where) -> None:
    folder = _folder_only(where)
    with _opened(folder):
        back_up(_config(folder).store_file, file)
    say_phrase("data.backup", file=str(file), size=options.size_text(file.stat().st_size))


@command.command("restore")
@_file
@_of_store
def print_restore(file: Path, where: Where) -> None:
    path = _config(_folder_only(where)).store_file
    with hold_folder(path.parent, "data.running"):
        before = restore(file, path)
    say_phrase("data.restore", file=str(file), folder=str(path.parent))
    if before is not None:
        say_phrase("data.restore.before", file=str(before))


@command.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def print_copy(source: str, target: str) -> None:
    """Examples:

    carrom data copy club postgresql://carrom@db.example/carrom
    carrom data copy postgresql://carrom@db.example/carrom club
    """
    came, to = _place(source, "FROM"), _place(target, "TO")
    with _opened(came, alone=True) as old:
        if isinstance(to, Path) and old.name == str(_config(to).store_file):
            raise StoreError("exists", "refused.store.not-empty", path=old.name)
        with _opened(to, create=True, alone=True) as new:
            count = old.dump(lambda dump: _copy(dump, came, new, to))
            say_phrase("data.copy", n=count, old=old.name, new=new.name)


def _copy(dump: Dump, came: Where, new: Store, to: Where) -> int:
    """Copy everything, with the key that signs matches; it is in the folder, or in the database."""
    from carrom.server.signing import SHARED_KEY  # the cryptography takes a while to load

    shared = dict(dump.shared)
    if isinstance(came, Path) and (file := _config(came).signing_key).exists():
        shared[SHARED_KEY] = read_text(str(file))
    with _key_in_folder(to, shared.get(SHARED_KEY)), progress(phrase("data.copying"), 0, dump.count) as step:

        def counted() -> Iterator[MatchRows]:
            for each in dump.matches:
                yield each
                step()

        new.load(replace(dump, matches=counted(), shared=shared))
    return dump.count


@contextmanager
def _key_in_folder(to: Where, key: str | None) -> Iterator[None]:
    """Write the key into the folder; if the copy fails, take it away again. Another key is not replaced."""
    if not isinstance(to, Path) or key is None:
        yield
        return
    file = _config(to).signing_key
    if file.exists():
        if read_text(str(file)) != key:
            raise CarromError("refused.data.other-key", path=str(file))
        yield
        return
    write_whole(file, key.encode(), new_mode=0o600)
    try:
        yield
    except BaseException:
        file.unlink(missing_ok=True)
        raise
