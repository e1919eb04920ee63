"""Surveillance in a browser: an irregularity found and walked through, a dispute, the chain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2.profiles import CHEAPEST
from playwright.sync_api import Browser, Page, expect

from cutcard.floor.people import Limits
from cutcard.table.play.irregularities import CASES
from cutcard.wording import irregularity_label, meter_name, outcome_label, wager_names
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, SIZES, THEMES, fits, linked, resized
from web.houses import House, served

pytestmark = NEEDS_CHROMIUM
FACE_DOWN = "a face-down card"
ROUND = "/surveillance/rounds/one/{}"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a round in which a card lay face up in the shoe, and one on either side of it."""
    limits = Limits(hashing=CHEAPEST, demonstration=True)
    with served(tmp_path_factory.mktemp("watched"), limits, secure_cookies=False) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        found.play("one", "ann")
        found.app.state.irregular = found.begin("one", "ann")
        found.done("dee", "one", {"do": "report", "what": "card_face_up", "box": 1})
        found.finish("one", "ann")
        found.play("one", "ann")
        yield found


@pytest.fixture(scope="module")
def eye(browser: Browser, watched: House) -> Iterator[Page]:
    with linked(browser, watched, "eye") as found:
        yield found


def cards(page: Page, where: str) -> list[str | None]:
    found = page.query_selector_all(f"{where} .playing-card")
    return [each.get_attribute("aria-label") for each in found]


def test_an_irregularity_is_found_and_walked_through(eye: Page, watched: House) -> None:
    number = watched.app.state.irregular
    eye.get_by_role("link", name="Surveillance").click()
    expect(eye.locator(".rounds tbody tr")).to_have_count(watched.floor.live("one").table.rounds)
    eye.get_by_label("Irregularity").fill("any")
    eye.keyboard.press("Enter")
    eye.wait_for_url("**irregularity=any**")
    expect(eye.locator(".rounds tbody tr")).to_have_count(1)
    assert "Card found face up" in eye.inner_text(".rounds")
    assert fits(eye)
    assert grave(eye) == []
    eye.locator(".rounds tbody a").click()
    eye.wait_for_selector("#walk .replay")
    assert eye.url.endswith(ROUND.format(number))
    assert "Settled" in eye.inner_text(".step-now"), "what the round came to is shown first"
    assert cards(eye, "#walk")
    eye.locator("[data-step=first]").press("Enter")
    seen, told = list[int](), list[str]()
    for _ in range(int(eye.get_attribute("#round", "data-steps") or 0)):
        seen.append(len(cards(eye, "#walk")))
        told.append(eye.inner_text(".step-now"))
        eye.keyboard.press("ArrowRight")
    assert (seen[0], max(seen)) == (0, len(watched.get("eye", f"/api{path(number)}").json()["cards"]))
    assert seen == sorted(seen)
    assert any("card found face up in the shoe" in each for each in told), told
    assert FACE_DOWN not in cards(eye, "#walk")
    assert "player ann" in eye.inner_text("#facts")
    eye.keyboard.press("ArrowLeft")
    assert eye.inner_text(".step-now") == told[-2]
    expect(eye.locator("#verdict")).to_contain_text("Paid correctly")
    assert grave(eye) == []


def path(number: int) -> str:
    return ROUND.format(number)


def test_a_dispute_is_asked_otherwise(eye: Page) -> None:
    eye.goto(path(1))
    eye.wait_for_selector("#lines table")
    eye.locator("#lines details summary").first.click()
    assert eye.inner_text("#lines details[open] ul")
    eye.locator("#desk summary").click()
    eye.locator("[name=stake]").first.fill("25.00")
    eye.get_by_role("button", name="What would it pay?").click()
    expect(eye.locator("#verdict")).to_contain_text("With these changes")
    expect(eye.locator("#lines tr.differs").first).to_contain_text("$25")
    eye.locator("[name=card]").first.fill("Zz")
    eye.get_by_role("button", name="What would it pay?").click()
    expect(eye.locator("#answer")).to_contain_text("cards[0]")
    eye.get_by_role("button", name="Back to what happened").click()
    expect(eye.locator("#verdict")).to_contain_text("Paid correctly")
    assert fits(eye)


def test_a_round_in_play_hides_its_hole_card_and_goes_on(eye: Page, watched: House) -> None:
    number = watched.begin("one", "ann")
    with eye.expect_response(f"**/api{path(number)}") as answer:
        eye.goto(path(number))
    eye.wait_for_selector("#walk .replay")
    assert cards(eye, "#walk .dealer")[1:] == [FACE_DOWN]
    assert eye.locator("#owed").is_hidden()
    assert answer.value.text().count('"drawn"') == 3
    watched.finish("one", "ann")
    eye.wait_for_selector("#lines table", timeout=8000)
    eye.keyboard.press("End")
    assert FACE_DOWN not in cards(eye, "#walk .dealer")


def test_an_auditor_verifies_the_chain(browser: Browser, watched: House) -> None:
    with linked(browser, watched, "aud", "phone") as page:
        page.goto("/audit")
        page.get_by_role("button", name="Verify now").click()
        expect(page.locator("#chain-state")).to_contain_text("everything is as recorded", timeout=15000)
        assert fits(page)
        page.goto("/surveillance?handle_from=NaN")
        assert "write dollars" in page.inner_text("[role=alert]")


def test_who_may_not_look_is_shown_no_way_there(browser: Browser, watched: House) -> None:
    with linked(browser, watched, "ann") as page:
        assert page.get_by_role("link", name="Surveillance").count() == 0


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_both_pages_are_good_at_every_size(
    browser: Browser, watched: House, size: str, theme: str
) -> None:
    with linked(browser, watched, "sue", size, color_scheme=theme) as page:
        for where in ("/surveillance", path(watched.app.state.irregular)):
            page.goto(where)
            page.wait_for_load_state("networkidle")
            resized(page, size)
            assert fits(page)
            assert grave(page) == []


def test_the_pages_have_the_vocabulary(eye: Page) -> None:
    meters = [*wager_names(), "bonus_spin_xtreme_progressive.primary", "blazing_7s.mega@sevens"]
    outcomes = ["suited_pair", "three_sevens_suited", "six_seven_eight_premium", "win", "royal_match"]
    source = eye.locator("script[type=module]").first.get_attribute("src")
    assert source is not None
    words = source.partition("/js/")[0] + "/js/words.js"
    told = eye.evaluate(
        """async ([path, meters, irregularities, outcomes]) => {
            const { title, describe } = await import(path);
            return [meters.map(title), irregularities.map(describe), outcomes.map(describe)];
        }""",
        [words, meters, list(CASES), outcomes],
    )
    assert told == [
        [meter_name(each) for each in meters],
        [irregularity_label(each) for each in CASES],
        [outcome_label(each) for each in outcomes],
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_buttons_of_a_walk_stay_where_they_are(browser: Browser, watched: House, size: str) -> None:
    with linked(browser, watched, "eye", size) as page:
        page.goto(ROUND.format(1))
        page.wait_for_selector("#walk .replay")
        page.click("[data-step=first]")
        top = "document.querySelector('.step-bar').getBoundingClientRect().top + scrollY"
        where = {page.evaluate(top)}
        for _ in range(int(page.get_attribute("#round", "data-steps") or 0) - 1):
            page.click("[data-step=next]")
            where.add(page.evaluate(top))
        assert len(cards(page, "#walk")) > 3
        assert len(where) == 1, where


def test_a_time_is_seen_whole_on_a_phone(browser: Browser, watched: House) -> None:
    with linked(browser, watched, "eye", "phone") as page:
        page.goto("/surveillance")
        page.get_by_text("Times and amounts").click()
        times = page.locator("input[type=datetime-local]")
        assert times.evaluate_all("(all) => Math.min(...all.map((each) => each.clientWidth))") > 250
        assert fits(page)
