"""Languages as a hostile or a clumsy client names them: refused or English, and nothing is kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from tests.server.frames import House, house, visitor

from carrom.i18n import LANGUAGES, language, phrases
from carrom.live.tokens import new_token
from carrom.server.replay import law_pages

NAMES = {
    "de-AT": "de",
    "DE": "de",
    "fr-CA-x-private": "fr",
    "fr-Latn-CA": "fr",
    "zh-Hant": "en",
    "xx": "en",
}
"""As they may be sent, and what is spoken then."""

ODD: tuple[object, ...] = (
    *(
        None,
        5,
        1.5,
        True,
        [],
        ["de"],
        {},
        {"de": {}},
        "",
        " ",
        "-",
        "de-",
        "pt_BR",
        "../../etc",
        "..\\..\\etc",
    ),
    *(
        "de/../../etc",
        "/etc/passwd",
        "\0",
        "\ud800",
        "\u202ede",
        "{lang.__class__}",
        "de\nfr",
        "d" * 1_000_000,
    ),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """It complains of nothing, to the very end."""
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def languages_kept() -> int:
    """How many languages there are of which something is kept, at most."""
    return max(each.cache_info().currsize for each in (phrases, language, law_pages.laws))


@pytest.mark.parametrize("t", ["join", "follow"])
def test_an_odd_language_in_a_first_frame_is_refused(server: House, t: str) -> None:
    more: dict[str, object] = {"tokens": []}
    if t == "join":
        more = {"room": new_token(), "token": new_token(), "client": new_token()}
    for lang in ODD:
        with visitor(server) as one:
            one.says(t, **more, lang=lang)
            one.ends()
        assert [each["t"] for each in one.told][:1] in ([], ["error"])

    assert languages_kept() <= len(LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_a_language_by_any_of_its_names_is_spoken(server: House, name: str) -> None:
    wanted = server.server.get(f"/api/nothing?lang={NAMES[name]}").json["text"]
    asked = server.server.get(f"/api/nothing?lang={name}")
    preferred = server.server.ask("GET", "/api/nothing", headers={"accept-language": f"{name};q=0.8"})
    with visitor(server) as one:
        one.says("join", room=new_token(), token=new_token(), client=new_token(), lang=name)
        one.ends()
    with visitor(server) as other:
        other.says("join", room=new_token(), token=new_token(), client=new_token(), lang=NAMES[name])
        other.ends()

    assert asked.json["text"] == preferred.json["text"] == wanted
    assert [each["text"] for each in one.told] == [each["text"] for each in other.told] != []


def test_odd_languages_in_addresses_and_headers_are_english(server: House) -> None:
    english = server.server.get("/api/nothing").body
    for lang in ODD:
        if isinstance(lang, str) and lang.isascii() and not lang.startswith("de"):
            asked = server.server.get(f"/api/nothing?lang={quote(lang[:30_000])}")
            told = "".join(each for each in lang[:30_000] if each.isprintable())
            preferred = server.server.ask("GET", "/api/nothing", headers={"accept-language": told})
            assert asked.body == preferred.body == english, lang[:20]
            assert server.server.get(f"/i18n/{quote(lang[:3000])}.json").status == 404
            assert server.server.get(f"/i18n/laws.{quote(lang[:3000])}.json").status == 404

    assert languages_kept() <= len(LANGUAGES)
