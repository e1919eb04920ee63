"""The player's table in a browser: several boxes, every key, replays, lost lines and two tabs."""

from __future__ import annotations

import json
import time
from typing import Final

from playwright.sync_api import Browser, Page, Route

from cutcard.floor.people import credentials
from web.at_the_page import OVER, Posts, begun, open_seat, rounds_of, sit
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, fits, resized, signed_in

pytestmark = NEEDS_CHROMIUM
PASS: Final = {"decline": "n", "stand": "s"}
WHOLLY_SEEN: Final = """(wanted) => {
    const here = document.querySelector(wanted).getBoundingClientRect();
    return here.top >= 0 && here.bottom <= innerHeight;
}"""


def play_out(page: Page) -> None:
    until = time.monotonic() + 30
    while not page.query_selector(OVER):
        assert time.monotonic() < until, page.inner_text("#table")
        choices = page.query_selector_all(".actions button:not(:disabled)")
        names = [each.get_attribute("data-do") for each in choices]
        for each, key in PASS.items():
            if each in names:
                page.keyboard.press(key)
                break
        page.wait_for_timeout(50)


def to_a_turn(page: Page) -> None:
    """Bet until there is a hand to play, letting offers pass."""
    until = time.monotonic() + 30
    while not page.query_selector(".actions [data-do=stand]:not(:disabled)"):
        assert time.monotonic() < until, page.inner_text("#table")
        if page.query_selector(".actions [data-do=decline]:not(:disabled)"):
            page.keyboard.press("n")
        elif page.query_selector("[data-chip='25']:not(:disabled)"):
            page.keyboard.press("3")
            page.keyboard.press("b")
        page.wait_for_timeout(60)


def leave(page: Page) -> None:
    page.wait_for_selector("[data-do=cash_out]:not(:disabled)", state="attached")
    open_seat(page)
    page.click("[data-do=cash_out]")
    page.wait_for_selector("text=Your chips $0")
    page.click("[data-do=leave]")
    page.wait_for_selector("text=Choose a free box")


def test_two_boxes_are_bet_on_and_played_by_keys_alone_and_the_round_is_replayed(page: Page) -> None:
    resized(page, "desktop")
    sit(page, "maryland", 2, 3)
    page.keyboard.press("3")
    page.keyboard.press("x")
    page.wait_for_selector(":text('Bet $50 on 2 boxes')")
    assert page.locator(".box.own").count() == 2, "a box that one has is taken before a free one"
    page.keyboard.press("c")
    page.click("[data-tab='2']")
    page.keyboard.press("3")
    page.click("[data-tab='3']")
    page.keyboard.press("2")
    page.keyboard.press("2")
    assert "Bet $35 on 2 boxes" in page.inner_text("#tray")
    page.keyboard.press("b")
    page.wait_for_selector(f".actions button, {OVER}")
    play_out(page)
    assert page.locator(".box.own .net").count() == 2
    assert grave(page) == []
    page.click("#show-rounds")
    page.click("[data-round]")
    page.wait_for_selector(".replay .box")
    assert page.locator("#rounds .playing-card").count() == 0
    page.keyboard.press("End")
    law = page.locator("#rounds .step-law a").first.get_attribute("href", timeout=2000)
    assert (law or "").startswith("/law/md-blackjack?cite=")
    shown = page.locator("#rounds .playing-card").count()
    assert shown == page.locator("#table .playing-card").count() > 0
    assert (
        page.locator("#rounds [aria-label='a face-down card']").count()
        == page.locator("#table [aria-label='a face-down card']").count()
    )
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".step-now").startswith("2 of ")
    assert grave(page) == []
    resized(page, "phone")
    assert fits(page)
    page.keyboard.press("Escape")
    resized(page, "desktop")
    leave(page)


def test_one_press_bets_the_same_on_the_next_box_and_one_more_bets_it_all_again(page: Page) -> None:
    sit(page, "pontoon", 3, chips="100")
    page.keyboard.press("2")
    page.click(".box.own [data-area=match_super_bonus]")
    page.wait_for_selector(".pays-often:has-text('Wins 1 in 6.49 · house edge 5.146%')")
    page.keyboard.press("x")
    page.wait_for_selector("text=You · box 4")
    page.wait_for_selector("[data-do=place_bet]:has-text('Bet $20 on 2 boxes'):not(:disabled)")
    posts, before = Posts(page), rounds_of(page)
    page.keyboard.press("b")
    begun(page, before)
    play_out(page)
    before = rounds_of(page)
    again = "[data-do=again]:has-text('Same again: $20 on 2 boxes'):not(:disabled)"
    page.wait_for_selector(again)
    page.keyboard.press("a")
    begun(page, before)
    play_out(page)
    posts.stop()
    page.wait_for_selector(again)
    page.keyboard.press("x")
    page.wait_for_selector("[data-do=place_bet]:has-text('Bet $30 on 3 boxes'):not(:disabled)")
    bets = [each["command"] for each in posts.sent if each["command"]["do"] == "place_bet"]
    stakes = {"main": "5.00", "match_super_bonus": "5.00"}
    assert bets == [{"do": "place_bet", "box": box, "stakes": stakes} for box in (3, 4)] * 2
    leave(page)


def test_a_bet_is_taken_back_until_the_lock(page: Page, other: Page) -> None:
    sit(page, "no-hole-card", 5)
    sit(other, "no-hole-card", 4)
    other.click("[data-chip='25']")
    other.click("[data-do=place_bet]")
    other.wait_for_selector("text=Your chips $475")
    page.wait_for_selector(".box[data-box='4'] .stake")
    other.keyboard.press("t")
    other.wait_for_selector("text=Your chips $500")
    page.wait_for_selector(".box[data-box='4'] .stake", state="detached")
    leave(page)
    leave(other)


def test_a_reload_in_the_middle_of_a_hand_shows_the_true_hand_and_sends_nothing(page: Page) -> None:
    sit(page, "massachusetts", 1)
    for _ in range(8):
        before_it = rounds_of(page)
        page.click("[data-chip='25']")
        page.click("[data-do=place_bet]")
        begun(page, before_it)
        if page.query_selector(".actions button"):
            break
    before = page.inner_text("#boxes")
    posts = Posts(page)
    page.reload()
    page.wait_for_selector(".actions button:not(:disabled)")
    assert page.inner_text("#boxes") == before
    assert posts.sent == []
    posts.stop()
    play_out(page)
    leave(page)


def test_a_lost_connection_is_told_and_what_was_asked_meanwhile_happens_once(page: Page) -> None:
    sit(page, "face-up", 1)
    posts = Posts(page)
    page.context.set_offline(True)
    page.click("[data-chip='25']")
    page.click("[data-do=place_bet]")
    page.wait_for_timeout(500)
    page.context.set_offline(False)
    page.wait_for_selector(f".actions button:not(:disabled), {OVER}", timeout=20_000)
    assert len(set(posts.keys)) == 1
    posts.stop()
    play_out(page)
    rounds = page.evaluate("document.getElementById('table').dataset.rounds")
    assert rounds == "1"
    leave(page)


def test_what_a_round_paid_stays_to_be_read_while_the_next_is_played(page: Page) -> None:
    resized(page, "desktop")
    sit(page, "maryland", 2)
    opened = page.locator("#results details[open]")
    before = -2
    while rounds_of(page) != before + 1:  # a blackjack is over before there is a turn
        to_a_turn(page)
        play_out(page)
        page.click("[data-do=why]")
        assert opened.locator("a").first.get_attribute("href", timeout=2000)
        assert page.evaluate(WHOLLY_SEEN, "#results details[open] summary")
        before = rounds_of(page)
        to_a_turn(page)
    assert opened.count() == 1
    assert page.query_selector(OVER) is None
    play_out(page)
    leave(page)


def test_a_link_opened_where_the_door_is_open_already_signs_in(
    browser: Browser, demo: tuple[str, dict[str, str]]
) -> None:
    context = browser.new_context(base_url=demo[0])
    door = context.new_page()
    door.goto("/enter")
    door.evaluate("(link) => { location.hash = link; }", demo[1]["vic"])
    door.wait_for_selector("header .who")
    assert "vic" in door.inner_text("header .who")
    context.close()


def test_two_tabs_of_one_player_show_the_same_and_a_late_click_changes_nothing(page: Page) -> None:
    sit(page, "six-to-five", 1)
    other = page.context.new_page()
    other.goto("/tables/six-to-five")
    other.wait_for_selector("[data-chip='25']")
    to_a_turn(page)
    other.wait_for_selector(".actions [data-do=stand]:not(:disabled)")
    held: list[Route] = []
    other.route("**/commands", lambda route: held.append(route))
    other.keyboard.press("s")
    page.keyboard.press("s")
    page.wait_for_selector(OVER)
    other.wait_for_timeout(100)
    for each in held:
        each.continue_()
    other.wait_for_selector(OVER)
    other.wait_for_selector("[data-do=cash_out]:not(:disabled)")
    assert other.inner_text(".purse") == page.inner_text(".purse")
    assert other.inner_text("#notice").startswith("Too late: the table had moved on.")
    other.close()
    leave(page)


def test_a_hidden_card_is_nowhere_in_what_the_page_is_sent_before_it_is_shown(
    other: Page,
) -> None:
    """Every answer and every view that the stream gives a page, held against the round as it was."""
    other.add_init_script(
        "const Real = SharedWorker; window.heard = []; window.SharedWorker = class extends Real {"
        " constructor(...said) { super(...said); this.port.addEventListener('message',"
        " ({ data }) => data.view && window.heard.push(data.view)); } };"
    )
    sit(other, "maryland", 6)
    for _ in range(6):
        other.evaluate("window.heard.length = 0")
        rounds = rounds_of(other)
        other.click("[data-chip='25']")
        other.click("[data-do=place_bet]")
        begun(other, rounds)
        asked = bool(other.query_selector(".actions button"))
        before = [json.loads(each) for each in other.evaluate("window.heard")]
        html = other.inner_html("#dealer")
        play_out(other)
        if asked:
            break
    view = json.loads(other.evaluate("window.heard.at(-1)"))
    hole = view["last_round"]["dealer"][0]["cards"][1]
    assert hole is not None
    during = [each for each in before if each["round"] is not None]
    assert during
    for each in during:
        assert [hand["cards"][1:] for hand in each["round"]["dealer"]] == [[None]]
    assert cards_told(html) == 1
    leave(other)


def cards_told(html: str) -> int:
    return html.count(" of ")


def test_a_slow_phone_plays_a_round_and_sends_each_command_once(other: Page) -> None:
    resized(other, "phone")
    slow = other.context.new_cdp_session(other)
    slow.send("Network.enable")
    slow.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 20_000},
    )
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 3})
    posts = Posts(other)
    sit(other, "no-hole-card", 1)
    other.click("[data-chip='25']")
    for _ in range(3):
        other.evaluate("document.querySelector('[data-do=place_bet]')?.click()")
    other.wait_for_selector(f".actions button, {OVER}")
    play_out(other)
    assert fits(other)
    assert grave(other) == []
    assert len(posts.keys) == len(set(posts.keys))
    assert [each["command"]["do"] for each in posts.sent].count("place_bet") == 1
    leave(other)


def test_a_new_person_chooses_a_password_and_signs_in(
    browser: Browser, demo: tuple[str, dict[str, str]]
) -> None:
    origin, links = demo
    with signed_in(browser, origin, links["max"]) as boss:
        made = boss.evaluate(
            """async () => (await fetch("/api/people", {method: "POST", credentials: "same-origin",
            headers: {"Content-Type": "application/json", "X-Cutcard-Page": document.body.dataset.page},
            body: JSON.stringify({name: "eve", role: "dealer"})})).json()"""
        )
        boss.goto(f"/enrol#{made['link']}")
        assert grave(boss) == []
        boss.fill("[name=password]", "a horse on the roof")
        boss.fill("[name=again]", "a horse on the moon")
        boss.click("text=Set the password")
        boss.wait_for_selector("text=The passwords differ")
        boss.fill("[name=again]", "a horse on the roof")
        boss.click("text=Set the password")
        secret = boss.inner_text(".secret").replace(" ", "")
        assert "#" not in boss.url
        boss.click("a[href='/enter']")
        boss.click("text=I have a name or a link")
        boss.fill("[name=name]", "eve")
        boss.fill("[name=password]", "a horse on the roof")
        boss.fill("[name=code]", credentials.code_at(secret, int(time.time() * 1000)))
        boss.click("#door button.main")
        boss.wait_for_selector("text=eve dealer")
