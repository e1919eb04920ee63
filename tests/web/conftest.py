"""Houses that the tests of a file share, and a browser that the files which need one share too."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from io import StringIO

import pytest
from playwright.sync_api import Browser, Page

from cutcard.web.server import logs
from web.browsing import chromium, signed_in
from web.houses import House, served
from web.rigged import Rig, rigged_house, welcome
from web.serve_process import serving

logs.configure_logs(StringIO())
_open = ExitStack()
_browsers: list[Browser] = []


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Chromium, which stays open while files that use it follow one another."""
    if not _browsers:
        _browsers.append(_open.enter_context(chromium()))
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Close Chromium after the last file that uses it: its driver runs a loop of asyncio in this thread,
    in which no other test could run one."""
    try:
        yield
    finally:
        if nextitem is None or not (nextitem.path == item.path or _wants_browser(nextitem)):
            _browsers.clear()
            _open.close()


def _wants_browser(item: pytest.Item) -> bool:
    """Whether it is this one that a test uses, and not one that its file starts by itself."""
    is_own = hasattr(getattr(item, "module", None), "browser")
    return "browser" in getattr(item, "fixturenames", ()) and not is_own


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The demonstration without bots, as `cutcard serve` runs it: where it is, and each one's link."""
    url = f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.db'}"
    with serving("--database", url, "--no-bots") as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, demo: tuple[str, dict[str, str]]) -> Iterator[Page]:
    """The demonstration as its player `you` sees it."""
    with signed_in(browser, demo[0], demo[1]["you"]) as found:
        assert "#" not in found.url
        yield found


@pytest.fixture(scope="module")
def other(browser: Browser, demo: tuple[str, dict[str, str]]) -> Iterator[Page]:
    """The demonstration as its player `ann` sees it."""
    with signed_in(browser, demo[0], demo[1]["ann"]) as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with table `one` open and ann at its first box, and table `two` closed and manual."""
    with served(tmp_path_factory.mktemp("house")) as found:
        found.open("one")
        found.seat("one", "ann", 1)
        yield found


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where nothing is open yet, with plain cookies for a browser on this machine."""
    with served(tmp_path_factory.mktemp("office"), secure_cookies=False) as found:
        yield found


@pytest.fixture(scope="module")
def rigged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Rig]]:
    """A house whose cards a test arranges, and two players with money there."""
    with rigged_house(tmp_path_factory.mktemp("rigged"), with_odds=True) as found:
        for name in ("ann", "bob"):
            welcome(found[0], name)
        yield found
