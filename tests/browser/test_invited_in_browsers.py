"""The two cards between a link and the first stroke: the opener's invitation, and the guest's name."""

from __future__ import annotations

from tests.browser.tables import links_of, opens_a_table, sits_down, who_is_asked
from tests.browser.visitor import Visits


def test_a_guest_needs_one_press_from_the_link_to_the_table_and_the_opener_none(visits: Visits) -> None:
    """The name is the one this browser knows, the language the browser's; everything else is decided."""
    asha = visits("/")
    asha.clicks("label:has(#mode-online)")
    asha.clicks("#play")
    link = links_of(asha, ".over-invite [data-seat]")[0]
    zoe = visits(locale="fr-FR")
    zoe.context.add_init_script("localStorage['carrom.name'] ??= JSON.stringify('Zoé')")
    zoe.goes(link)
    zoe.until("document.querySelector('#guest-name')")
    card = zoe.text()
    zoe.clicks("#play")
    players = (asha, zoe.sits())
    for who in players:
        who.until("carrom.screen.started && carrom.idle()")
    breaker = who_is_asked(*players)
    v = breaker.v
    breaker.clicks(".strike")

    assert "Un board" in card
    assert asha.find(".over-invite").count() == 0
    assert [player["name"] for player in asha.table["players"]] == ["Player", "Zoé"]
    for who in players:
        assert who.rests(v + 3)["board"]["broken"]


def test_a_guest_chooses_language_and_name_and_reads_why_a_name_is_refused(visits: Visits) -> None:
    """Nothing is used up by a refused name, also over a reload."""
    asha = visits("/")
    opens_a_table(asha)
    ben = visits(links_of(asha, ".over-invite [data-seat]")[0])
    ben.bears("status of 422")
    ben.until("document.querySelector('#guest-name')")
    ben.find("#guest-lang").select_option("de")
    ben.until("document.documentElement.lang === 'de'")
    ben.find("#guest-name").fill("Asha")
    ben.clicks("#play")
    ben.until("document.querySelector('#guest-wrong')")
    refused = ben.find("#guest-wrong").inner_text()
    ben.page.reload()
    sits_down(ben, "Ben")

    assert "Namen" in refused
    assert ben.sees("carrom.screen.welcome.mine") == ["Ben"]
    assert ben.sees("document.documentElement.lang") == "de"
    assert asha.until("carrom.screen.started && carrom.state().players[1].name") == "Ben"


def test_the_owner_opens_the_server_and_the_link_is_shared_as_a_code_and_by_the_system(
    visits: Visits,
) -> None:
    """Before that the link is for this machine only, and has neither. The guest comes by the network.

    It comes last here: the server stays open.
    """
    asha = visits()
    asha.context.add_init_script(
        "navigator.share = async (sent) => void ((window.sent ??= []).push(sent.url));"
    )
    asha.goes("/")
    opens_a_table(asha)
    here = links_of(asha, ".over-invite [data-seat]")[0]
    before = [asha.find(f".over-invite {each}").count() for each in (".qr", "[data-link=share]", "#reach")]
    asha.clicks("[data-link=network]")
    warned = asha.find("dialog").inner_text()
    asha.clicks("dialog .sure")
    asha.until("document.querySelector('.over-invite .qr')?.naturalWidth")
    asha.clicks("[data-link=share]")
    shared = asha.until("window.sent?.[0]")
    link = links_of(asha, ".over-invite [data-seat]")[0]
    there = asha.url.replace("127.0.0.1", "127.0.0.2")
    ben = visits()
    ben.url = there
    sits_down(ben.goes(link), "Ben")
    asha.until("carrom.screen.started")

    assert here.startswith(asha.url)
    assert before == [0, 0, 1]
    assert there in warned
    assert link == shared == here.replace(asha.url, there)
    assert asha.find("#reach").count() == 0
