"""Two browsers at one table: links, what each sees of the other, lines that break, the end of a match."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute
from tests.browser.hand import lines_of
from tests.browser.house import House
from tests.browser.tables import links_of, opens_a_table, sits_down, turns_the_rosette, who_is_asked
from tests.browser.visitor import Visitor, Visits

USED = "status of 404"
AWAY = "WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED"


def seated(house: House, visits: Visits) -> tuple[Visitor, Visitor, Any]:
    """Asha, who breaks, and Ben at their table; and the room they are in."""
    made = house.room()
    asha, ben = (visits(seat).sits() for seat in house.seats(made))
    return asha, ben, made


WORDED = {"text", "label", "standing", "said", "games_said"}


def facts(seen: Any) -> Any:
    """What is seen without the sentences, in which each reader is "you"."""
    if isinstance(seen, dict):
        return {name: facts(each) for name, each in seen.items() if name not in WORDED}
    return [facts(each) for each in seen] if isinstance(seen, list) else seen


def both_rest(asha: Visitor, ben: Visitor, v: int) -> Any:
    """Both have been shown everything up to an entry, and see the same table."""
    seen = [who.rests(v) for who in (asha, ben)]

    assert facts(seen[0]) == facts(seen[1])
    return seen[0]


def breaks(who: Visitor) -> int:
    """The rosette as it lies, "Play", and the break; gives the number of its entry."""
    who.until("carrom.screen.able && carrom.state().asks.kind === 'turn'")
    v = who.v
    who.clicks(".strike")
    return v + 3


def plays_on(*players: Visitor) -> int:
    """Whoever is asked answers: a stroke, or a coin put back. Gives the number of the entry it makes."""
    who = who_is_asked(*players)
    v, kind = who.sees("[carrom.v, carrom.state().asks.kind]")
    who.clicks({"strike": ".strike", "place": ".put"}[kind])
    return int(v) + 1


def each_once(who: Visitor, house: House, watch: str) -> None:
    """The page has told every entry of the record, once and in order."""
    kept = [line["v"] for line in house.get(f"/api/match/{watch}")["lines"]]
    shown = [
        int(each)
        for each in who.sees("[...document.querySelectorAll('.log-list li')].map((li) => li.dataset.v)")
    ]

    assert [line["v"] for line in lines_of(who)] == kept == list(range(1, len(kept) + 1))
    assert shown == sorted(set(shown))


def test_two_play_by_links_and_see_each_other(visits: Visits) -> None:
    """Opened on the first page; the opponent's aim, words and coming are seen, and a watcher only watches."""
    asha = visits("/")
    opens_a_table(asha)
    watched = links_of(asha, "[data-links=watch]")[0]
    ben = sits_down(visits(links_of(asha, ".over-invite [data-seat]")[0]), "Ben")
    asha.until("carrom.screen.started")
    watcher = visits(watched).sits()

    assert ben.sees("carrom.screen.welcome.mine") == ["Ben"]
    assert ben.sees("carrom.board.seat") == "north"

    asha.until("document.querySelector('.watchers')")
    v = breaks(asha)
    both_rest(asha, ben, v)
    striking, waiting = (asha, ben) if who_is_asked(asha, ben) is asha else (ben, asha)
    striking.find(".slide-angle input").fill("12.5")
    for other in (waiting, watcher):
        other.until("Math.abs(carrom.board.otherAim?.angle - (90 - 12.5) * Math.PI / 180) < 1e-9")
    striking.clicks("[data-act=say]")
    striking.clicks("[data-phrase=good-luck]")
    for other in (waiting, watcher):
        other.until("document.querySelector('.bubble')?.textContent === 'Good luck!'")
    forged = watcher.sees(
        "carrom.screen.send({ t: 'strike', x: 0, angle: 1.5, power: 0.5 }).catch((error) => error.code)"
    )

    assert watcher.sees("carrom.screen.welcome.mine") == []
    assert watcher.find(".strike").count() == 0
    assert forged == "table/not-yours"
    assert watcher.v == striking.v == v


def test_an_invitation_seats_one_browser_and_tells_the_next_that_it_is_used(
    house: House, visits: Visits
) -> None:
    """The opener sees that the seat is taken; the browser that has it comes back by the same link."""
    made = house.room(second=[{"name": "Ben"}, {"name": "Dev"}], first=[{"name": "Asha"}, {"name": "Cleo"}])
    own, invited = f"/table/{made['room']}#{made['links'][0]['token']}", house.invitations(made)
    asha = visits(own).sits()
    ben = sits_down(visits(invited[1]), "Ben")
    asha.until("document.querySelector('.over-invite [data-seat=Ben].taken')")
    late = visits(invited[1])
    late.bears(USED)
    late.until("document.querySelector('main h1')")

    assert ben.sees("carrom.screen.welcome.mine") == ["Ben"]
    assert "join" not in ben.page.url
    assert "used or withdrawn" in late.text()
    assert late.find("main .row a").all_inner_texts() == ["Home"]
    assert asha.find(".over-invite [data-seat]:not(.taken)").count() == 2

    token = ben.page.url
    ben.goes("/").goes(invited[1]).sits()

    assert ben.page.url == token


def test_the_opener_withdraws_an_invitation_and_makes_another(visits: Visits) -> None:
    """The codes are kept by the opener's browser; what is replaced opens nothing any more."""
    asha = visits("/")
    opens_a_table(asha)
    first = links_of(asha, "[data-seat=Guest]")
    asha.page.reload()
    asha.sits()
    kept = links_of(asha, "[data-seat=Guest]")
    asha.clicks(".link-more summary")
    asha.clicks("[data-change=Guest] [data-link=withdraw]")
    asha.until("!document.querySelector('[data-seat=Guest] input')")
    ben = visits(first[0])
    ben.bears(USED)
    ben.until("document.querySelector('main h1')")
    refused = ben.text()
    asha.clicks("[data-seat=Guest] [data-link=invite]")
    again = links_of(asha, "[data-seat=Guest]")
    sits_down(ben.goes(again[0]), "Ben")
    asha.until("carrom.screen.started")

    assert kept == first
    assert "withdrawn" in refused
    assert again != first
    assert ben.sees("carrom.screen.welcome.mine") == ["Ben"]


def test_a_second_device_and_a_recovery_link_open_the_same_seat(house: House, visits: Visits) -> None:
    """Both from the dialog of the seat's own page; each device has a recovery link of its own."""
    made = house.room()
    ben = sits_down(visits(house.invitations(made)[0]), "Ben")
    ben.clicks("[data-act=links]")
    recovery = links_of(ben, "dialog [data-links=recovery]")
    ben.clicks("dialog [data-link=second]")
    ben.until("document.querySelector('dialog .qr')?.naturalWidth")
    second = links_of(ben, "dialog [data-links=second]")
    others = [visits(link).sits() for link in (second[0], recovery[0])]
    others[1].clicks("[data-act=links]")

    for who in others:
        assert who.sees("carrom.screen.welcome.mine") == ["Ben"]
    assert len({who.page.url for who in (ben, *others)}) == 3
    assert links_of(others[1], "dialog [data-links=recovery]") != recovery


def test_a_practice_table_is_opened_by_its_recovery_code(house: House, visits: Visits) -> None:
    made = house.room(kind="practice")
    who = visits(f"/practice?room={made['room']}#join={made['recovery']}").sits()

    assert who.sees("carrom.screen.welcome.room") == made["room"]
    assert who.sees("carrom.screen.welcome.mine") == ["Asha", "Ben"]
    assert who.sees("location.pathname + location.search") == f"/practice?room={made['room']}"
    assert "join" not in who.page.url


def test_one_who_is_cut_off_comes_back_by_itself_and_has_missed_nothing(house: House, visits: Visits) -> None:
    asha, ben, made = seated(house, visits)
    ben.bears(AWAY)
    ben.context.set_offline(True)
    ben.sees("carrom.drop()")
    asha.until("document.querySelector('.away')")
    v = breaks(asha)
    asha.rests(v)
    behind = ben.v
    ben.context.set_offline(False)
    both_rest(asha, ben, v)
    asha.until("!document.querySelector('.away')")

    assert behind < v
    assert ben.find(".status-line").is_hidden()
    each_once(ben, house, made["watch"])

    both_rest(asha, ben, plays_on(asha, ben))
    each_once(ben, house, made["watch"])


def test_a_line_that_breaks_while_a_stroke_is_shown_takes_nothing_from_the_log(
    house: House, visits: Visits
) -> None:
    """The stroke was heard of but not shown to its end: its entry and its call are there all the same."""
    asha, ben, made = seated(house, visits)
    for who in (asha, ben):
        who.sees("carrom.speed = 1")
    v = breaks(asha)
    for who in (asha, ben):
        who.until("carrom.screen.follower.playing")
        who.sees("carrom.drop()")
    cut_at = [who.v for who in (asha, ben)]
    both_rest(asha, ben, v)

    assert cut_at == [v - 1, v - 1]
    for who in (asha, ben):
        assert who.sees("carrom.screen.called.v") == v
        assert who.find(".call .call-words").inner_text()
        assert who.find(f".log-list li[data-v='{v}']").count() == 1
        each_once(who, house, made["watch"])


def test_a_call_of_the_umpire_waits_for_the_stroke_and_the_clock_for_who_is_gone(
    house: House, visits: Visits
) -> None:
    """Both read that a call waits; the ring of the other shows that the clock waits for who has left."""
    made = house.room(clock=True)
    asha, ben = (visits(seat).sits() for seat in house.seats(made))
    asha.until("carrom.screen.able && carrom.state().asks.kind === 'turn'")
    turns_the_rosette(asha)
    asha.until("carrom.screen.able && carrom.state().asks.kind === 'strike'")
    v = asha.v
    ben.rests(v)
    ben.clicks("[data-act=more]")
    ben.clicks("dialog [data-act=ask]")
    for who, text in (
        (asha, "Ben calls the umpire after this stroke."),
        (ben, "You call the umpire after this stroke."),
    ):
        who.until("document.querySelector('[data-offer=ask]')")
        assert who.find("[data-offer=ask]").inner_text() == text
        assert who.find("[data-offer=ask] button").count() == 0
    assert asha.v == v
    asha.clicks(".strike")
    ben.until("carrom.state().asks.kind === 'answer'")
    both_rest(asha, ben, v + 2)

    assert ben.find("[data-offer=ask]").count() == 0
    assert asha.find(".clock").is_hidden()
    ben.clicks(".answer")
    striking, waiting = (asha, ben) if who_is_asked(asha, ben) is asha else (ben, asha)
    waiting.until("carrom.screen.clock.left < 15")
    striking.page.goto("about:blank")
    waiting.until("carrom.screen.clock.running.from > performance.now() + 10000")


def test_a_stroke_whose_answer_was_lost_is_played_once(house: House, visits: Visits) -> None:
    """The line breaks after the server has played it: asked again, the server says it is done."""
    made = house.room()
    asha, ben = visits(), visits()
    lines: list[WebSocketRoute] = []
    sent: list[Any] = []

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        lines.append(socket)
        deaf = len(lines) == 1

        def up(message: str | bytes) -> None:
            sent.append(json.loads(message))
            server.send(message)

        def down(message: str | bytes) -> None:
            if deaf and json.loads(message)["t"] in ("ack", "stroke") and struck(sent):
                socket.close()
            else:
                socket.send(message)

        socket.on_message(up)
        server.on_message(down)

    def struck(all_sent: list[Any]) -> list[Any]:
        return [each["id"] for each in all_sent if each["t"] == "strike"]

    asha.page.route_web_socket("**/ws?room=*", line)
    for who, seat in zip((asha, ben), house.seats(made), strict=True):
        who.goes(seat).sits()
    both_rest(asha, ben, breaks(asha))

    assert len(lines) == 2
    assert len(struck(sent)) == 2
    assert len(set(struck(sent))) == 1
    strokes = [each for each in house.get(f"/api/match/{made['watch']}")["lines"] if each["n"]]
    assert len(strokes) == 1
    each_once(asha, house, made["watch"])


def test_a_server_that_was_killed_is_back_with_every_stroke(house: House, visits: Visits) -> None:
    """Struck while it was away, a stroke is sent as soon as it is back; nobody has to do anything."""
    asha, ben, made = seated(house, visits)
    for who in (asha, ben):
        who.bears(AWAY)
    v = breaks(asha)
    before = both_rest(asha, ben, v)
    house.kill()
    for who in (asha, ben):
        who.until("document.querySelector('.status-line').dataset.status !== 'open'")
    entry = plays_on(asha, ben)
    house.open()
    after = both_rest(asha, ben, entry)

    assert entry == v + 1
    assert after["v"] == entry
    assert after["layout"] != before["layout"] or after["board"] != before["board"]
    for who in (asha, ben):
        assert who.find(".status-line").is_hidden()
        each_once(who, house, made["watch"])


def test_who_resigns_loses_and_the_other_breaks_the_rematch(house: House, visits: Visits) -> None:
    asha, ben, made = seated(house, visits)
    both_rest(asha, ben, breaks(asha))
    ben.clicks("[data-act=more]")
    ben.clicks("dialog [data-act=resign]")
    ben.clicks("dialog .sure")
    over = [who.until("carrom.state().asks.kind === 'over' && carrom.state().winner") for who in (asha, ben)]
    lost = ben.find(".over-end").inner_text()
    asha.clicks("[data-choice=rematch]")
    ben.clicks("[data-offer=rematch] .accept")
    for who in (asha, ben):
        who.until(
            f"!location.pathname.includes({made['room']!r}) && window.carrom?.state?.() && carrom.idle()"
        )

    assert over == ["first", "first"]
    assert "Asha" in lost
    assert facts(asha.table["asks"]) == facts(ben.table["asks"])
    assert ben.table["asks"]["players"] == ["Ben"]
    assert asha.sees("carrom.screen.welcome.mine") == ["Asha"]
    assert ben.sees("carrom.screen.able")


def test_a_practice_table_can_be_kept_for_good(house: House, visits: Visits) -> None:
    made = house.room(kind="practice")
    path = f"/practice?room={made['room']}#{made['links'][0]['token']}"
    who = visits(path).sits()
    who.find("[data-key=keep]").check()
    who.until("carrom.screen.welcome.kept === true")

    again = visits(path).sits()

    assert again.sees("carrom.screen.welcome.kept") is True
    assert again.find("[data-key=keep]").is_checked()
