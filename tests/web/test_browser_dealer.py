"""The dealer's pages in a browser: a round by keyboard alone, an irregularity in it, and exercises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, SIZES, THEMES, fits, resized, signed_in

pytestmark = NEEDS_CHROMIUM
PIT, SCANNER = "training-pit", "scanner-pit"
CARDS = "2c Kh 7d 9s 5c Ah Ts 8d 6h 3c 4s Jd 2h 9c Qs 5d 8c 7h 4c 6s Jc"
MOST = 120
PAY = "a line to take or pay"
CITED = re.compile(r"§|[A-Z]{2}-A\d")


class Player:
    """Somebody at a table, over the API."""

    def __init__(self, origin: str, link: str) -> None:
        self.http = httpx.Client(base_url=origin, timeout=20)
        token = self.http.post("/api/session", json={"link": link}).json()["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        self._keys = count(1)

    def do(self, table: str, **command: Any) -> None:
        body = {"key": f"a-key-of-{next(self._keys)}", "command": command}
        answer = self.http.post(f"/api/tables/{table}/commands", json=body)
        assert answer.status_code == 200, answer.text

    def view(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/tables/{table}").json()
        return found

    def join(self, table: str) -> None:
        self.do(table, do="sit", box=1)
        self.do(table, do="buy_in", amount="500")

    def answer(self, table: str) -> None:
        """What the table awaits of this player, if anything."""
        view = self.view(table)
        awaited = view["awaits"]
        if awaited["kind"] == "bets" and not view["bets"]:
            self.do(table, do="place_bet", box=1, stakes={"main": "25.00", "buster_blackjack": "5.00"})
        elif awaited["kind"] == "chore" and awaited["chore"] == "accept_cut":
            self.do(table, do="refuse_cut")
        elif awaited["kind"] == "decision":
            may = awaited["may"]["1"]
            self.do(
                table, do="decline" if awaited["offer"] else "stand" if "stand" in may else may[0], box=1
            )


@pytest.fixture(scope="module")
def page(browser: Browser, demo: tuple[str, dict[str, str]]) -> Iterator[Page]:
    with signed_in(browser, demo[0], demo[1]["dee"]) as found:
        yield found


@pytest.fixture(scope="module")
def player(demo: tuple[str, dict[str, str]]) -> Iterator[Player]:
    found = Player(demo[0], demo[1]["you"])
    found.join(PIT)
    yield found
    found.http.close()


LIVE = """() => document.querySelector('#do[aria-busy=false]')
  && document.querySelector('#link-state').textContent === 'Live'"""


def settled(page: Page) -> None:
    page.wait_for_function(LIVE)


def step(page: Page, player: Player, table: str, cards: Iterator[str]) -> str:
    """One press of Enter for what comes now, or the player's own answer; what it said."""
    settled(page)
    said = page.inner_text("#next")
    if page.is_enabled("#do"):
        if page.is_visible("#scan"):
            page.keyboard.type(next(cards))
        before = page.inner_text("#do"), page.get_attribute("#console", "data-version")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "([label, version]) => document.querySelector('#do').innerText !== label"
            " || document.querySelector('#console').dataset.version !== version",
            arg=list(before),
        )
    else:
        version = page.get_attribute("#console", "data-version")
        player.answer(table)
        page.wait_for_function(
            "(v) => document.querySelector('#console').dataset.version !== v", arg=version
        )
    return said


def deal_until(page: Page, player: Player, table: str, words: str, cards: Iterator[str]) -> list[str]:
    """Deal until the console says this."""
    seen: list[str] = []
    for _ in range(MOST):
        settled(page)
        if words in page.inner_text("#next") or (words == PAY and page.locator(".pay-line").count()):
            return seen
        seen.append(step(page, player, table, cards))
    raise AssertionError(f"{words!r} never comes: {seen}")


def focus_on(page: Page, selector: str) -> None:
    """Tab until something in the selector has the focus."""
    for _ in range(60):
        if page.evaluate("(it) => Boolean(document.activeElement.closest(it))", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector}: no Tab comes there")


SCROLLS = """() => [...document.querySelectorAll("#training, #training *")]
    .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
    .filter((each) => each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.id || each.className)"""


def expose_a_card(page: Page) -> None:
    """An irregularity, by keys: a card is drawn too early and seen."""
    page.keyboard.press("x")
    page.wait_for_selector("[data-what=drawn_exposed] button")
    version = page.get_attribute("#console", "data-version")
    page.keyboard.press("Enter")
    assert page.is_visible("#mishaps"), "X and Enter by themselves report nothing"
    focus_on(page, "[data-what=drawn_exposed] button")
    assert "Ch.14" in page.inner_text("[data-what=drawn_exposed]")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Did it happen?")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-what=drawn_exposed] >> text=Did it happen?", state="detached")
    assert page.get_attribute("#console", "data-version") == version
    focus_on(page, "[data-what=drawn_exposed] button")
    page.keyboard.press("Enter")
    focus_on(page, "[data-do=confirm-report]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#mishaps", state="hidden")
    page.wait_for_function(
        "() => document.querySelector('#next').textContent.startsWith('The waiting card')"
    )


def deal_a_round(page: Page, player: Player) -> None:
    cards = iter(())
    page.goto(f"/tables/{PIT}/deal")
    page.wait_for_selector("#others .alarm")
    seen = deal_until(page, player, PIT, "The dealer's first card", cards)
    assert any(each.startswith("No more bets?") for each in seen)
    expose_a_card(page)
    seen = deal_until(page, player, PIT, PAY, cards)
    assert seen[0].startswith("The waiting card")
    many = page.locator(".pay-line").count()
    assert many >= 1
    for at in range(many):
        assert page.locator(".pay-line[aria-pressed=true]").count() == at
        page.keyboard.press("Enter")
    assert page.locator(".pay-line[aria-pressed=true]").count() == many
    assert all(CITED.search(each) for each in page.locator(".pay-line small").all_inner_texts())
    assert page.inner_text("#do").endswith("doneEnter")
    rounds = player.view(PIT)["rounds"]
    deal_until(page, player, PIT, "Bets are open", cards)
    assert player.view(PIT)["round"] is None
    assert player.view(PIT)["rounds"] == rounds
    assert fits(page)


def test_a_round_is_dealt_by_keyboard_alone_with_an_irregularity(page: Page, player: Player) -> None:
    deal_a_round(page, player)


@pytest.mark.long
def test_the_same_on_a_phone(page: Page, player: Player) -> None:
    resized(page, "phone")
    deal_a_round(page, player)
    resized(page, "desktop")


@pytest.mark.long
def test_cards_are_typed_and_what_is_no_card_is_one_line(page: Page, player: Player) -> None:
    player.join(SCANNER)
    page.goto(f"/tables/{SCANNER}/deal")
    cards = iter(CARDS.split())
    deal_until(page, player, SCANNER, "Box 1, first card", cards)
    page.keyboard.type("Qx")
    page.keyboard.press("Enter")
    assert page.inner_text("#scan-wrong").startswith("Qx: not a card.")
    assert page.input_value("#card") == "Qx"
    for typed in ("10♥", "QH"):
        page.keyboard.type(typed)
        version = page.get_attribute("#console", "data-version")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(v) => document.querySelector('#console').dataset.version !== v", arg=version
        )
    dealt = player.view(SCANNER)["round"]
    assert dealt["boxes"][0]["hands"][0]["cards"] == ["Th"]
    assert dealt["dealer"][0]["cards"] == ["Qh"]
    deal_until(page, player, SCANNER, "Bets are open", cards)


@pytest.mark.long
def test_a_fill_is_signed_by_a_second_person_at_the_console(
    page: Page, demo: tuple[str, dict[str, str]]
) -> None:
    page.goto(f"/tables/{PIT}/deal")
    page.click("#others [data-do=fill]")
    page.keyboard.type("250")
    page.fill("#sign [name=link]", f"{demo[0]}/enter#nobody")
    page.click("#sign-do")
    page.wait_for_selector("#sign-wrong:not(:empty)")
    page.fill("#sign [name=link]", f"{demo[0]}/enter#{demo[1]['flo']}")
    page.click("#sign-do")
    page.wait_for_selector("#signing", state="hidden")
    assert "signed by both" in page.inner_text("#notice")
    page.reload()
    page.wait_for_selector("#others .alarm")
    assert page.inner_text(".who b") == "dee"


def truth(player: Player, **game: Any) -> dict[str, Any]:
    found: dict[str, Any] = player.http.post("/api/training/answer", json=game).json()
    return found


def test_an_exercise_answered_right_and_wrong(page: Page, player: Player) -> None:
    found = truth(player, document="md-blackjack", seed=3)
    page.goto("/training?document=md-blackjack&seed=3")
    page.wait_for_selector("#pays .mark")
    assert page.evaluate(SCROLLS) == [], "half of an exercise hides in a scroller of its own"
    page.click("#check")
    page.wait_for_selector(".verdict")
    assert page.inner_text("#score b") == f"0 of {found['most']}"
    assert page.locator("#pays .verdict .bad").count() == sum(
        not each["right"] for each in found["pays"]
    )
    page.goto("/training?document=md-blackjack&seed=3")
    page.wait_for_selector("#pays .mark")
    for at, each in enumerate(found["pays"]):
        if each["error"]:
            said = "wrong" if each["most"] == 2 else "order"
            page.check(f"[name=pay-{at}][value={said}]", force=True)
            if said == "wrong":
                page.select_option(f"[name=does-{at}]", each["does"])
                page.fill(f"[name=amount-{at}]", each["amount"])
    for at, each in enumerate(found["steps"]):
        if each["error"]:
            page.check(f"[name=step-{at}][value=order]", force=True)
    page.click("#check")
    page.wait_for_selector(".verdict")
    assert page.inner_text("#score b") == f"{found['most']} of {found['most']}"
    assert page.locator(".verdict .bad").count() == 0
    assert page.locator("#pays a.cite").first.get_attribute("href")
    assert fits(page)


@pytest.mark.long
def test_exercises_on_a_phone(page: Page) -> None:
    resized(page, "phone")
    for game in ("document=md-pontoon-21", "document=md-blackjack&variation=switch"):
        page.goto(f"/training?{game}&seed=9")
        page.wait_for_selector("#pays .mark")
        page.click("#check")
        page.wait_for_selector(".verdict")
        assert fits(page)
    resized(page, "desktop")


def looked_at(page: Page, theme: str) -> dict[str, list[str]]:
    """What axe finds on each of a dealer's pages, and in the sheet of irregularities."""
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    found = {}
    for path, ready in {
        "/deal": "#tables a",
        f"/tables/{PIT}/deal": "#others .alarm",
        "/training?seed=5": "#pays .mark",
    }.items():
        page.goto(path)
        page.wait_for_selector(ready)
        assert fits(page), path
        found[path] = grave(page)
    page.click("#check")
    page.wait_for_selector(".verdict")
    found["marked"] = grave(page)
    page.goto(f"/tables/{PIT}/deal")
    page.click("#alarm")
    page.wait_for_selector("#mishap-list summary")
    found["irregularities"] = grave(page)
    return found


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(page: Page, size: str, theme: str) -> None:
    resized(page, size)
    assert not any(found := looked_at(page, theme).values()), found
    resized(page, "desktop")
    page.emulate_media(color_scheme="dark")
