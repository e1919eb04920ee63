"""How quick the player's page is: its first view, its script tasks, its events and its memory.

    PYTHONPATH=src:tests python bench/page_speed.py [--tables 50] [--events 100] [--rounds 500]

One house with many tables and the system's Chromium, on this machine. One player's page shows a table;
another player bets and takes back at it over the API, and at the others a command goes on every few
milliseconds. An event's delay is from before its command is sent to the frame that shows it. Then the
page's own player plays rounds by the keyboard; the heap is measured after a collection. Exit code 1
when a limit is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from io import StringIO
from pathlib import Path
from typing import Final

from playwright.sync_api import CDPSession, Page

from cutcard.floor.people import HouseRole
from cutcard.table import Settings as TableSettings
from cutcard.web import logs
from web.browsing import chromium
from web.houses import GOOD, RULES, House, served

FIRST_MS: Final = 1000
FIRST_BYTES: Final = 300_000
TASK_MS: Final = 50
EVENT_MS: Final = 100
GROWTH: Final = 1.15
WATCH: Final = """() => {
    window.tasks = []; window.seen = {};
    const heard = (list) => window.tasks.push(...list.getEntries().map((each) => each.duration));
    new PerformanceObserver(heard).observe({type: "longtask"});
    const room = document.getElementById("table");
    new MutationObserver(() => requestAnimationFrame(() => {
        window.seen[room.dataset.version] ??= Date.now();
    })).observe(room, {attributes: true, attributeFilter: ["data-version"]});
}"""


def first_view(page: Page, name: str) -> tuple[float, int]:
    """Milliseconds until the felt shows the table, with nothing kept, and the bytes that came."""
    sizes: list[int] = []
    page.on("response", lambda each: sizes.append(int(each.headers.get("content-length", "0"))))
    began = time.perf_counter()
    page.goto(f"/tables/{name}")
    page.wait_for_selector("#boxes .box")
    return (time.perf_counter() - began) * 1000, sum(sizes)


def sit(house: House, table: str, name: str, box: int) -> None:
    """Somebody at a table, with chips."""
    house.open(table)
    house.seat(table, name, box)


def busy(house: House, tables: list[str], stop: threading.Event) -> None:
    """A command somewhere on the floor, again and again."""
    down: set[str] = set()
    while not stop.is_set():
        for each in tables:
            body = {"do": "take_back", "box": 2}
            if each not in down:
                body = {"do": "place_bet", "box": 2, "stakes": {"main": "10.00"}}
            house.ask("bob", each, body)
            down ^= {each}
            if stop.wait(0.02):
                return


def delays(house: House, page: Page, table: str, many: int) -> list[float]:
    """Milliseconds from a command to the frame that shows it."""
    sent: dict[int, float] = {}
    for number in range(many):
        body = {"do": "take_back", "box": 2}
        if number % 2 == 0:
            body = {"do": "place_bet", "box": 2, "stakes": {"main": "10.00"}}
        at = time.time() * 1000
        sent[int(house.done("bob", table, body)["version"])] = at
        page.wait_for_timeout(40)
    seen = {int(key): float(at) for key, at in page.evaluate("window.seen").items()}
    return sorted(seen[key] - at for key, at in sent.items() if key in seen)


def heap(cdp: CDPSession) -> int:
    """Bytes of the page's scripts, once nothing is left to collect."""
    cdp.send("HeapProfiler.collectGarbage")
    found = cdp.send("Performance.getMetrics")["metrics"]
    return int(next(each["value"] for each in found if each["name"] == "JSHeapUsedSize"))


def play(page: Page, rounds: int) -> None:
    """Rounds by the keyboard, offers passed and hands stood on."""
    until = int(page.get_attribute("#table", "data-rounds") or 0) + rounds
    page.wait_for_function(
        """(until) => new Promise((done) => {
            const found = (key) => document.querySelector(`#tray [data-key="${key}"]:not(:disabled)`);
            const press = (key) => found(key)?.click();
            const turn = () => {
                if (Number(document.getElementById("table").dataset.rounds) >= until) return done(true);
                for (const key of ["n", "s", "2", "b"]) press(key);
                return setTimeout(turn, 15);
            };
            turn();
        })""",
        arg=until,
        timeout=1_800_000,
    )


def measured(house: House, page: Page, asked: argparse.Namespace) -> list[tuple[str, float, float]]:
    """Each figure, and the most that it may be."""
    names = [f"t{number}" for number in range(asked.tables - 2)]
    for each in names:
        house.floor.add(each, RULES["maryland"], TableSettings(asks_for_draws=True))
        sit(house, each, "ann", 1)
        house.seat(each, "bob", 2)
    sit(house, "one", "bob", 2)
    shown_ms, came = first_view(page, "one")
    page.get_by_role("button", name="Sit at box 3").click()
    page.click("[data-do=buy_in][data-at='500']")
    page.wait_for_selector("[data-chip='25']:not(:disabled)")
    page.evaluate(WATCH)
    stop = threading.Event()
    load = threading.Thread(target=busy, args=(house, names, stop))
    load.start()
    try:
        found = delays(house, page, "one", asked.events)
    finally:
        stop.set()
        load.join()
    house.done("bob", "one", {"do": "leave"})
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    play(page, max(10, asked.rounds // 10))
    tasks = page.evaluate("window.tasks")
    before = heap(cdp)
    page.evaluate("window.tasks.length = 0")
    play(page, asked.rounds)
    tasks += page.evaluate("window.tasks")
    after = heap(cdp)
    print(f"script tasks over {TASK_MS} ms: {len(tasks)}: {sorted(tasks)[-8:]}")
    print(
        f"events shown: {len(found)} of {asked.events}; heap {before / 1e6:.2f} -> {after / 1e6:.2f} MB"
    )
    return [
        ("first view, ms", shown_ms, FIRST_MS),
        ("first view, bytes", came, FIRST_BYTES),
        ("event to frame, p95 ms", found[int(len(found) * 0.95)], EVENT_MS),
        ("longest script task, ms", max(tasks, default=0), TASK_MS),
        (f"heap after {asked.rounds} rounds, times", after / before, GROWTH),
    ]


def main() -> int:
    """Measure, and say what was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=500)
    asked = parser.parse_args()
    logs.configure(StringIO())
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), secure_cookies=False) as house,
        chromium() as browser,
    ):
        house.enrol("pat", HouseRole.PLAYER)
        command = {"do": "deposit", "player": "pat", "amount": "1000000"}
        house.post("flo", "/api/cage/commands", {"key": "welcome-pat", "command": command})
        page = browser.new_context(base_url=house.url).new_page()
        page.goto("/enter")
        page.fill("[name=name]", "pat")
        page.fill("[name=password]", GOOD)
        page.click("button.main")
        page.wait_for_selector("#tables")
        figures = measured(house, page, asked)
    missed = 0
    for name, found, most in figures:
        missed += found > most
        print(f"{name:32} {found:12.1f}   at most {most:g}{'   MISSED' if found > most else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
