"""The desks as newcomers meet them: a win exported, a quiz passed, a lesson written, anything found."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from playwright.sync_api import Browser, expect

from cutcard.floor.audit import check_evidence
from cutcard.floor.people import Limits
from cutcard.floor.training import quiz
from web.axe import grave
from web.browsing import NEEDS_CHROMIUM, PHONE_LATER, SIZES, fits, new_page, opened, resized
from web.houses import House, served

pytestmark = NEEDS_CHROMIUM
EXPORT_SECONDS = 30


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where ann has played some rounds."""
    limits = Limits(hashing=CHEAPEST, demonstration=True)
    with served(tmp_path_factory.mktemp("desks"), limits, secure_cookies=False) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        for _ in range(6):
            found.play("one", "ann")
        yield found


@pytest.mark.parametrize("size", PHONE_LATER)
def test_the_days_biggest_win_is_exported_as_evidence(
    browser: Browser, desks: House, size: str, tmp_path: Path
) -> None:
    """By the keyboard alone, from surveillance to a file that proves itself."""
    began = time.monotonic()
    with opened(browser, desks, "eye", "/surveillance", size) as page:
        page.get_by_role("link", name="Largest wins today").press("Enter")
        page.wait_for_url("**sort=best**")
        best = page.locator("[name=round]").first
        best.press("Space")
        expect(page.locator("#chosen")).to_have_text("1 round chosen.")
        page.get_by_label("Note").fill("the largest")
        assert grave(page) == []
        with page.expect_download() as caught:
            page.get_by_role("button", name="Export as evidence").press("Enter")
        assert time.monotonic() - began < EXPORT_SECONDS
        file = tmp_path / "evidence.json"
        caught.value.save_as(file)
        proven = check_evidence(file.read_text(), None)
        table, _, number = str(best.get_attribute("value")).partition(".")
        assert proven.rounds == ((table, int(number)),)
        assert json.loads(file.read_text())["evidence"]["note"] == "the largest"


def test_a_trend_and_the_day_of_a_table_are_read(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "eye", "/surveillance") as page:
        expect(page.get_by_role("img", name=re.compile("6 rounds"))).to_be_visible()
        page.get_by_role("link", name="Blackjack · one", exact=True).click()
        page.wait_for_url("**/surveillance/tables/one")
        expect(page.locator(".day-log li").first).to_contain_text("Opening count")
        page.get_by_label("Money").uncheck()
        expect(page.locator(".day-log li").first).to_be_hidden()
        for size in SIZES:
            resized(page, size)
            assert fits(page), size
            assert grave(page) == [], size


def test_anything_is_found_and_colours_are_chosen_by_keys(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "eye", "/law") as page:
        find = page.locator(".finder input")
        page.keyboard.press("Control+k")
        find.press_sequentially("one 3")
        expect(page.locator("#places [role=option]").first).to_contain_text("Round 3")
        find.fill("ann")
        expect(page.locator("#places")).to_contain_text("Player: rounds")
        find.fill("contrast")
        find.press("Enter")
        expect(page.locator("html[data-theme=contrast]")).to_have_count(1)
        page.keyboard.press("Control+k")
        find.fill("colours light")
        find.press("Enter")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(244, 242, 236)"
        page.reload()
        expect(page.locator("html[data-theme=light]")).to_have_count(1)
        page.keyboard.press("Control+k")
        find.fill("one 2")
        find.press("Enter")
        page.wait_for_url("**/surveillance/rounds/one/2")


def test_an_act_is_found_and_stands_open(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "flo", "/floor?sort=won") as page:
        expect(page.get_by_role("navigation", name="Sort by").locator("[aria-current]")).to_contain_text(
            "Win"
        )
        expect(page.get_by_role("img", name=re.compile("Win in the last 24 hours"))).to_be_visible()
        assert grave(page) == []
        page.keyboard.press("Control+k")
        page.locator(".finder input").fill("fill one")
        page.locator(".finder input").press("Enter")
        page.wait_for_url("**/floor/tables/one#act-fill")
        expect(page.locator("#act-fill input[name=amount]")).to_be_focused()


def test_a_dealer_passes_the_quiz_and_gets_the_certificate(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "dee", "/school") as page:
        page.get_by_role("link", name=re.compile("Dealer's quiz")).press("Enter")
        page.wait_for_url("**/school/quiz")
        page.get_by_role("button", name="Begin").press("Enter")
        questions = quiz("md-blackjack", None, 1)
        for number, question in enumerate(questions):
            expect(page.locator("#answers button").first).to_be_enabled(timeout=30_000)
            wrong = (question.right + 1) % len(question.choices)
            page.keyboard.press(str((question.right if number else wrong) + 1))
            expect(page.locator("#answers .is-right")).to_have_count(1)
            page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Certificate (PDF)")).to_be_focused()
        learn = page.locator("#missed li")
        expect(learn).to_have_count(1)
        expect(learn.locator("b")).to_have_text(f"{questions[0].choices[questions[0].right]}.")
        expect(learn.get_by_role("link")).to_have_text(questions[0].cite)
        assert grave(page) == []
        with page.expect_download() as caught:
            page.get_by_role("button", name="Certificate (PDF)").press("Enter")
        assert Path(caught.value.path()).read_bytes().startswith(b"%PDF")


def test_a_lesson_is_written_shared_and_taken(browser: Browser, desks: House, tmp_path: Path) -> None:
    with opened(browser, desks, "dee", "/school/lesson") as page:
        page.get_by_label("Title").fill("The loser that was paid")
        page.get_by_role("button", name="Deal it").click()
        claims = page.locator("[data-line]")
        expect(claims).to_have_count(1)
        expect(page.locator("#planted")).to_contain_text("Nothing is planted yet")
        claims.select_option(index=1)
        expect(page.locator("#planted")).to_have_text("Planted: one mistake.")
        assert grave(page) == []
        assert fits(page)
        with page.expect_download() as caught:
            page.get_by_role("button", name="Save the file").click()
        file = tmp_path / "lesson.json"
        caught.value.save_as(file)
        page.goto("/training")
        page.locator("#lesson-file").set_input_files(file)
        expect(page.locator("#training-about")).to_contain_text("The loser that was paid")
        page.locator("#pays label", has_text="Wrong").click()
        right = desks.post("dee", "/api/training/lesson", json.loads(file.read_text())).json()
        line = right["truth"]["pays"][0]
        page.locator("[name=does-0]").select_option(line["does"])
        page.locator("[name=amount-0]").fill(line["amount"])
        page.get_by_role("button", name="Check my answer").click()
        expect(page.locator("#score")).to_contain_text("2 of 2")
        assert grave(page) == []
        page.goto("/school/lesson")
        page.locator("#open").set_input_files(file)
        expect(page.locator("#planted")).to_have_text("Planted: one mistake.")


@pytest.mark.long
@pytest.mark.parametrize("look", ["light", "dark", "contrast"])
def test_the_desks_and_the_school_are_for_everybody(browser: Browser, desks: House, look: str) -> None:
    for name, paths in {
        "aud": ("/audit", "/surveillance", "/surveillance/tables/one", "/surveillance/rounds/one/1"),
        "dee": ("/school", "/school/count", "/school/quiz", "/school/lesson", "/training"),
        "ann": ("/school/drill", "/school/review/one"),
        "flo": ("/floor", "/floor/tables/one"),
    }.items():
        with new_page(browser, desks.url, token=desks.token(name)) as page:
            page.context.add_cookies([{"name": "cutcard-theme", "value": look, "url": desks.url}])
            for path in paths:
                page.goto(path)
                page.wait_for_load_state("networkidle")
                for size in (*SIZES, "wide"):
                    width, height = {**SIZES, "wide": (1920, 1080)}[size]
                    page.set_viewport_size({"width": width, "height": height})
                    assert fits(page), (path, size)
                    assert grave(page) == [], (path, size, look)


def test_a_search_begins_small_and_keeps_open_what_is_asked(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "eye", "/surveillance") as page:
        expect(page.get_by_label("Players won at least")).to_be_hidden()
        page.get_by_text("Times and amounts").press("Enter")
        page.get_by_label("Players won at least").fill("1")
        page.get_by_role("button", name="Search").press("Enter")
        page.wait_for_url("**net_from=1**")
        expect(page.get_by_label("Players won at least")).to_have_value("1")
        assert grave(page) == []


def test_a_dealer_is_shown_the_tables_to_take(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "dee", "/deal") as page:
        page.get_by_role("link", name=re.compile("Deal here")).first.press("Enter")
        page.wait_for_url("**/tables/two/deal")


def test_a_round_that_is_not_there_yet_is_a_step_away(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "ann", "/school/review/two") as page:
        page.get_by_role("link", name="Play a round").press("Enter")
        page.wait_for_url("**/tables/two")


def test_a_head_with_many_links_is_one_line_and_a_large_screen_is_filled(
    browser: Browser, desks: House
) -> None:
    with opened(browser, desks, "eye", "/surveillance") as page:
        assert page.evaluate("document.querySelector('header.top').offsetHeight") < 70
        page.set_viewport_size({"width": 3840, "height": 2160})
        assert page.evaluate("document.querySelector('main').offsetWidth") > 0.6 * 3840


def test_wagers_of_an_exercise_are_named_in_full(browser: Browser, desks: House) -> None:
    with opened(browser, desks, "dee", "/training") as page:
        expect(page.locator(".training .area .label").first).to_be_visible()
        cut = page.evaluate(
            "[...document.querySelectorAll('.training .area .label')]"
            ".filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
        )
        assert cut == []
