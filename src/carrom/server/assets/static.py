"""The files of the page and its words, as they lie in the package; tagged, so that each is sent once."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from carrom.i18n import LANGUAGES, language, phrases, read_phrases, t
from carrom.i18n.languages import ENGLISH, folders
from carrom.live.refused import Refused
from carrom.server.assets.preloads import START, UMPIRE, preloads

WEB = Path(__file__).resolve().parents[2] / "web"

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
PREFIXES = (
    "ruling.reading",
    "board.queen.",
    "play.striker.",
    "incident.",
)


LATER = ("how", "laws", "links", "practice", "replay")
"""Screens whose words come with them, and not with every game; so do all that begin with `umpire_`."""

UMPIRES = "umpire_"


def page(request: Request, status: int = 200) -> Response:
    """The page itself: it looks at its own address. It names the modules its screen will ask for."""
    return _document(request, "index.html", START, status)


def umpire_page(request: Request) -> Response:
    """The second document: the umpire's table, and who looks on at one."""
    return _document(request, "umpire.html", UMPIRE)


def _document(request: Request, name: str, start: str, status: int = 200) -> Response:
    screen = request.url.path.split("/")[1]
    source = (
        (WEB / name).read_text(encoding="utf-8").replace("<!-- modules -->", preloads(WEB, screen, start))
    )
    body = (
        source.replace("<!-- languages -->", _languages())
        .replace("<!-- no script -->", _no_script())
        .encode()
    )
    answer = _tagged(request, body, _tag(body), KINDS[".html"])
    answer.status_code = status if answer.status_code == 200 else answer.status_code
    return answer


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


def worker(request: Request) -> Response:
    """The worker in which the judge runs, under the policy of the umpire's page."""
    return _sent(request, "umpire/judge/worker.js")


def service_worker(request: Request) -> Response:
    """What opens the umpire's page again while the server is away; it may look after all of /umpire."""
    answer = _sent(request, "umpire/sw.js")
    answer.headers["service-worker-allowed"] = "/umpire"
    return answer


def file(request: Request) -> Response:
    """A file under /static/."""
    return _sent(request, request.path_params["path"])


def words(request: Request) -> Response:
    """All a game says in one language (en.json), or what one more screen does (laws.en.json)."""
    screen, _, lang = request.path_params["name"].rpartition(".")
    if lang not in LANGUAGES:
        raise Refused("page/unknown")
    names = sorted(each.stem for each in (folders("i18n")[ENGLISH] / "web").glob("*.json"))
    later = {name for name in names if name in LATER or name.startswith(UMPIRES)}
    if screen not in ("", *later):
        raise Refused("page/unknown")
    wanted = [screen] if screen else [name for name in names if name not in later]
    # What a language lacks is said in English.
    places = [folders("i18n")[each] / "web" / f"{name}.json" for each in (ENGLISH, lang) for name in wanted]
    changed = tuple((each, each.stat().st_mtime_ns) for each in places if each.exists())
    body, tag = _merged(lang, changed, with_umpire=not screen)
    return _tagged(request, body, tag, KINDS[".json"])


@lru_cache(maxsize=64)
def _merged(lang: str, sources: tuple[tuple[Path, int], ...], with_umpire: bool) -> tuple[bytes, str]:
    merged: dict[str, object] = {}
    if with_umpire:
        merged = {key: phrase for key, phrase in phrases(lang).items() if key.startswith(PREFIXES)}
        merged["language"] = asdict(language(lang))
    for source, _ in sources:
        merged |= read_phrases(source, lang)
    body = json.dumps(merged, ensure_ascii=False, separators=(",", ":")).encode()
    return body, _tag(body)


def _sent(request: Request, name: str) -> Response:
    path = _file(name)
    body, tag = _read(path, path.stat().st_mtime_ns)
    return _tagged(request, body, tag, KINDS[path.suffix])


def _file(name: str) -> Path:
    """The file of the page under this name; refused if there is none."""
    # ValueError: a zero byte in the name. OSError: a name longer than the file system has.
    with suppress(OSError, ValueError):
        path = (WEB / name).resolve()
        if path.is_relative_to(WEB) and path.suffix in KINDS and path.is_file():
            return path
    raise Refused("page/unknown")


@lru_cache(maxsize=256)
def _read(path: Path, changed: int) -> tuple[bytes, str]:
    body = path.read_bytes()
    if path.suffix in (".js", ".css"):
        body = lean(body.decode()).encode()
    return body, _tag(body)


def lean(source: str) -> str:
    """A script or a style sheet without indentation and the comments that begin a line: a third of it.

    The lines stay where they are, so that the browser's tools name the same ones as the file.

    >>> lean("/** Adds.\\n * @param a */\\nconst f = 1; // kept\\n  // gone\\n/** @type {any} */ (f).g();")
    '\\n\\nconst f = 1; // kept\\n\\n(f).g();'
    """
    kept, inside, quoted = [], False, False
    for line in source.split("\n"):
        if quoted:
            # Inside a text of several lines every space counts.
            kept.append(line)
            quoted ^= line.count("`") % 2 == 1
            continue
        bare = line.strip()
        inside = inside or bare.startswith("/*")
        if inside:
            _, ended, line = line.partition("*/")
            inside = not ended
        kept.append("" if bare.startswith("//") else line.strip())
        quoted = kept[-1].count("`") % 2 == 1
    return "\n".join(kept)


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def _tagged(request: Request, body: bytes, tag: str, kind: str) -> Response:
    """Asked for every time, sent only when it has changed."""
    headers = {"etag": tag, "cache-control": "no-cache"}
    asked = request.headers.get("if-none-match", "")
    if tag in (each.strip().removeprefix("W/") for each in asked.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)
