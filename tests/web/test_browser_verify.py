"""The page that checks the record of a shoe: it judges as the verifier does, and sends nothing."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from cli.support import invoke
from cutcard.fair import Unreadable, verify
from cutcard.table import Settings
from fair.records import cut, dealt, ended, loaded, revealed, shuffled, whole, written
from fair.test_fair_real_records import lines, played, still_secret
from web.axe import grave
from web.browsing import COLOURS, NEEDS_CHROMIUM, SIZES, THEMES, chromium, new_page

pytestmark = NEEDS_CHROMIUM

Record = list[dict[str, Any]]
DOUBLE_SHOE = ("ma-blackjack", None, {"shoe": "double"})


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("published")
    made = invoke("site", "--out", str(folder), "--document", "house-rules", "--no-odds")
    assert made.exit_code == 0, made.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with new_page(browser, site) as found:
        found.goto("/verify.html")
        yield found


def said(page: Page, record: bytes) -> str:
    """What the page says of a file."""
    page.set_input_files(
        "#record", {"name": "shoe.jsonl", "mimeType": "application/json", "buffer": record}
    )
    verdict = page.locator("#verdict[data-standing]")
    verdict.wait_for()
    return verdict.inner_text().removeprefix("shoe.jsonl: ")


def on_lines(record: Record) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in record).encode()


def forged(record: Record) -> Iterator[Record]:
    """A card changed, one left out, the order of a reveal changed, and nothing revealed."""
    drawn = [at for at, each in enumerate(record) if "drawn" in each]
    at = drawn[len(drawn) // 2]
    other = "Ks" if record[at]["drawn"] != "Ks" else "Qs"
    yield [*record[:at], {**record[at], "drawn": other}, *record[at + 1 :]]
    yield [*record[:at], *record[at + 1 :]]
    at = next(at for at, each in enumerate(record) if each.get("event") == "shoe_revealed")
    order = record[at]["order"].split(" ")
    turned = " ".join([order[1], order[0], *order[2:]])
    yield [*record[:at], {**record[at], "order": turned}, *record[at + 1 :]]
    yield record[: drawn[-1]]


@pytest.mark.parametrize("setup", [("md-blackjack", None, {}), DOUBLE_SHOE], ids=["one", "two sides"])
@pytest.mark.parametrize("published", [True, False], ids=["published", "private"])
def test_a_real_record_and_its_forgeries_are_judged_as_the_verifier_does(
    page: Page, setup: Any, published: bool
) -> None:
    opening, events = played(setup, Settings())
    record = lines(opening, [*events, *still_secret(events)], published=published)
    assert said(page, on_lines(record)).startswith("proven: ")
    for each in (record, *forged(record)):
        content = on_lines(each)
        assert said(page, content) == verify(io.BytesIO(content)).describe()


def test_a_forged_card_is_named_and_the_stack_shown(page: Page) -> None:
    events = whole()
    at = next(at for at, each in enumerate(events) if each.get("drawn") == "6h")
    events[at] = {**events[at], "drawn": "Ks"}
    assert said(page, written(events)).startswith("wrong: event 7 (line 8): Ks was recorded as card 3")
    assert page.locator("#stacks tbody tr").count() == 1
    assert page.locator("#stacks tbody td").first.inner_text() == "wrong"
    assert said(page, written(whole())).startswith("proven: 8 cards")


def test_odd_stacks_are_judged_as_the_verifier_does(page: Page) -> None:
    again = {"event": "recut_ordered", "batch": 1, "who": "next"}
    for events in (
        [],
        [*dealt("Ah")],
        [shuffled(), cut(3), loaded(), again, cut(4), loaded(), *dealt("8h 9h"), ended(8), revealed()],
        [shuffled(), cut(3), loaded(), *dealt("4h"), again, cut(4), loaded(), *dealt("9h"), revealed()],
        [shuffled(), cut(11), loaded(), *dealt("2h"), ended(9), revealed()],
        [{**shuffled(), "size": 9}, loaded(), *dealt("Ah"), ended(9), revealed()],
        [revealed()],
        [*whole(), *dealt("Ah")],
    ):
        content = written(events)
        assert said(page, content) == verify(io.BytesIO(content)).describe()


@pytest.mark.parametrize(
    "content",
    [b"", b"[]\n", b'{"cutcard": 2}\n', b'{"cutcard": 1}\n\xff\n', b'{"cutcard": 1}\n{"event": ""}\n'],
    ids=str,
)
def test_what_is_no_record_is_refused_with_the_same_words(page: Page, content: bytes) -> None:
    with pytest.raises(Unreadable) as problem:
        verify(io.BytesIO(content))
    assert said(page, content) == f"not a record: {problem.value}"


def test_nothing_is_sent(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert said(page, written(whole())).startswith("proven")
    refused = page.evaluate("() => fetch('search.json').then(() => false, () => true)")
    assert refused, "the page may open no connection"
    assert asked == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_read_by_everybody(
    browser: Browser, site: str, size: str, theme: str, tmp_path: Path
) -> None:
    with new_page(browser, site, size, **COLOURS[theme]) as page:
        page.goto("/verify.html")
        said(page, written([*whole()[:7], *dealt("Ks"), *whole()[8:]]))
        assert grave(page) == []
        wide = page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        assert not wide
        page.screenshot(path=tmp_path / f"{size}-{theme}.png", full_page=True)
