"""The files of the page and its words: compressed once, sent to each browser when they have changed."""

from __future__ import annotations

import gzip
import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from carrom.i18n import LANGUAGES, language, phrases, read_phrases, t
from carrom.i18n.languages import ENGLISH, folders
from carrom.live.refused import Refused

WEB = Path(__file__).resolve().parents[2] / "web"
MODULES = WEB / "modules.json"

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}

# What the page says in the words of the umpire: the rest of i18n belongs to the commands.
PREFIXES = ("ruling.reading", "board.queen.", "play.striker.", "incident.")

WITH_THE_PAGE = ("errors", "home", "shell", "table")
"""Files of words that come with every page; the others come with the screen that says them."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file to send, with its gzip and the tag of its content."""

    body: bytes
    gzipped: bytes
    tag: str
    media_type: str

    @classmethod
    def of(cls, body: bytes, suffix: str) -> Asset:
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'
        return cls(body, gzip.compress(body, mtime=0), tag, KINDS[suffix])


def page(request: Request, status: int = 200) -> Response:
    """The page itself: it reads its own address. Its head names the modules of the screen."""
    return _document(request, "index.html", status)


def umpire_page(request: Request) -> Response:
    """The second document: the umpire's table, and the pages of its spectators."""
    return _document(request, "umpire.html")


def _document(request: Request, name: str, status: int = 200) -> Response:
    screens = _modules(MODULES.stat().st_mtime_ns)["preload"][name]
    screen = request.url.path.split("/")[1]
    document = WEB / name
    loaded = tuple(screens.get(screen, screens["*"]))
    answer = _asset_response(request, _filled(document, document.stat().st_mtime_ns, loaded))
    answer.status_code = status if answer.status_code == 200 else answer.status_code
    return answer


@lru_cache(maxsize=32)
def _filled(document: Path, changed: int, modules: tuple[str, ...]) -> Asset:
    """A document with what the server knows in the place of its comments."""
    links = (f'<link rel="modulepreload" href="/static/{each}">' for each in modules)
    source = document.read_text(encoding="utf-8")
    source = source.replace("<!-- modules -->", "\n    ".join(links))
    source = source.replace("<!-- languages -->", _languages()).replace("<!-- no script -->", _no_script())
    return Asset.of(source.encode(), ".html")


@lru_cache(maxsize=1)
def _modules(changed: int) -> Any:
    """The lists that tools/web_modules.py writes."""
    return json.loads(MODULES.read_text(encoding="utf-8"))


def page_addresses() -> tuple[str, ...]:
    """The addresses of the game's screens."""
    return tuple(_modules(MODULES.stat().st_mtime_ns)["pages"])


def umpire_files() -> tuple[str, ...]:
    """The addresses of all that a phone stores to open the umpire's page without the server."""
    umpire = _modules(MODULES.stat().st_mtime_ns)["umpire"]
    files = (f"/static/{name}" for name in umpire["files"])
    screens = ("", *(f"{screen}." for screen in umpire["words"]))
    words = (f"/i18n/{screen}{lang}.json" for screen in screens for lang in LANGUAGES)
    return ("/umpire", "/umpire/worker.js", *files, *words)


@cache
def _languages() -> str:
    """The languages there are, each named in itself, with what is said before the page has any words."""
    known = {
        lang: {
            "name": language(lang).name,
            "direction": language(lang).direction,
            "no_answer": t("page.no-answer", lang),
            "again": t("page.again", lang),
        }
        for lang in LANGUAGES
    }
    return f'<meta name="languages" content="{escape(json.dumps(known, ensure_ascii=False))}">'


@cache
def _no_script() -> str:
    said = (f'<p lang="{lang}">{escape(t("page.no-script", lang))}</p>' for lang in LANGUAGES)
    return "".join(said)


def judge_worker(request: Request) -> Response:
    """The worker in which the judge runs, under the policy of the umpire's page."""
    return _file_response(request, "umpire/judge/worker.js")


def service_worker(request: Request) -> Response:
    """What opens the umpire's page again while the server is away; it may look after all of /umpire."""
    answer = _file_response(request, "umpire/sw.js")
    answer.headers["service-worker-allowed"] = "/umpire"
    return answer


def static_file(request: Request) -> Response:
    """A file under /static/."""
    return _file_response(request, request.path_params["path"])


def phrase_file(request: Request) -> Response:
    """All a game says in one language (en.json), or what one more screen does (laws.en.json)."""
    screen, _, lang = request.path_params["name"].rpartition(".")
    if lang not in LANGUAGES:
        raise Refused("page/unknown")
    names = sorted(each.stem for each in (folders("i18n")[ENGLISH] / "web").glob("*.json"))
    if screen in WITH_THE_PAGE or screen not in ("", *names):
        raise Refused("page/unknown")
    wanted = [screen] if screen else WITH_THE_PAGE
    # What a language lacks is said in English.
    places = [folders("i18n")[each] / "web" / f"{name}.json" for each in (ENGLISH, lang) for name in wanted]
    changed = tuple((each, each.stat().st_mtime_ns) for each in places if each.exists())
    return _asset_response(request, _merged(lang, changed, with_umpire=not screen))


@lru_cache(maxsize=64)
def _merged(lang: str, sources: tuple[tuple[Path, int], ...], with_umpire: bool) -> Asset:
    merged: dict[str, object] = {}
    if with_umpire:
        merged = {key: phrase for key, phrase in phrases(lang).items() if key.startswith(PREFIXES)}
        merged["language"] = asdict(language(lang))
    for source, _ in sources:
        merged |= read_phrases(source, lang)
    return Asset.of(json.dumps(merged, ensure_ascii=False, separators=(",", ":")).encode(), ".json")


def _file_response(request: Request, name: str) -> Response:
    path = _file(name)
    return _asset_response(request, _read(path, path.stat().st_mtime_ns))


def _file(name: str) -> Path:
    """The file of the page under this name; refused if there is none."""
    # ValueError: a zero byte in the name. OSError: a name longer than the file system has.
    with suppress(OSError, ValueError):
        path = (WEB / name).resolve()
        if path.is_relative_to(WEB) and path.suffix in KINDS and path.is_file():
            return path
    raise Refused("page/unknown")


@lru_cache(maxsize=256)
def _read(path: Path, changed: int) -> Asset:
    return Asset.of(path.read_bytes(), path.suffix)


def _asset_response(request: Request, asset: Asset) -> Response:
    """Revalidated every time, sent only when it has changed, compressed if the client accepts that."""
    headers = {"etag": asset.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = request.headers.get("if-none-match", "")
    if asset.tag.removeprefix("W/") in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if takes_gzip(request.headers.get("accept-encoding", "")):
        body, headers = asset.gzipped, headers | {"content-encoding": "gzip"}
    return Response(body, headers=headers, media_type=asset.media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header takes gzip.

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0"), takes_gzip("identity")
    (True, False, False)
    """
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
