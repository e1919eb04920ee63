"""A page watched over Chromium's own protocol: its tasks, its memory, and rounds played at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from playwright.sync_api import CDPSession, Page

CATEGORIES: Final = "devtools.timeline,disabled-by-default-devtools.timeline"
PARTS: Final = ("FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Commit", "MajorGC")
COUNT: Final = """(() => {
    const all = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let found = 1;
    while (all.nextNode()) found += 1;
    return found;
})()"""
PLAY: Final = """(until) => new Promise((done) => {
    const press = (key) => document.querySelector(`#tray [data-key="${key}"]:not(:disabled)`)?.click();
    const room = document.getElementById("table").dataset;
    const turn = () => {
        if (Number(room.rounds) >= until && room.awaits === "bets") return done(true);
        for (const key of ["n", "s", "2", "b"]) press(key);
        return setTimeout(turn, 15);
    };
    turn();
})"""


class Task(NamedTuple):
    """One task of a page's main thread, in milliseconds."""

    wall: float
    cpu: float
    parts: str
    """What took the most of its processor time."""


class Memory(NamedTuple):
    """What a page holds, once nothing is left to collect."""

    heap: int
    nodes: int
    """Those outside of the document."""
    listeners: int


@dataclass
class Tasks:
    """The longest tasks of a page's main thread while it was traced."""

    many: int = 0
    cpu_ms: float = 0.0
    longest: list[Task] = field(default_factory=list)

    def add(self, told: list[dict[str, Any]], least_ms: float = 8) -> None:
        """The tasks of one trace; those of any length are kept with what they did."""
        mains = {_thread(each) for each in told if _names_main(each)}
        events = [each for each in told if each.get("ph") == "X" and _thread(each) in mains]
        tasks = [each for each in events if each["name"] == "RunTask"]
        self.many += len(tasks)
        self.cpu_ms += sum(_cpu(each) for each in tasks)
        for each in tasks:
            if each["dur"] >= least_ms * 1000:
                self.longest.append(Task(each["dur"] / 1000, _cpu(each), _parts(each, events)))

    def most(self, name: str) -> float:
        """The longest of all by `wall` or by `cpu`."""
        return max((float(getattr(each, name)) for each in self.longest), default=0.0)

    def over(self, name: str, limit_ms: float) -> int:
        """How many are over a limit by `wall` or by `cpu`."""
        return sum(getattr(each, name) > limit_ms for each in self.longest)

    def top(self, name: str, many: int = 5) -> list[Task]:
        """The longest of them."""
        return sorted(self.longest, key=lambda each: -float(getattr(each, name)))[:many]


@contextmanager
def traced(page: Page, into: Tasks) -> Iterator[None]:
    """What the page does meanwhile is traced."""
    cdp = page.context.new_cdp_session(page)
    told: list[dict[str, Any]] = []
    over: list[bool] = []
    cdp.on("Tracing.dataCollected", lambda each: told.extend(each["value"]))
    cdp.on("Tracing.tracingComplete", lambda _: over.append(True))
    cdp.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    try:
        yield
    finally:
        cdp.send("Tracing.end")
        while not over:
            page.wait_for_timeout(20)
        cdp.detach()
    into.add(told)


def memory(cdp: CDPSession) -> Memory:
    """What the page holds after a collection; `Performance` must be enabled."""
    inside = cdp.send("Runtime.evaluate", {"expression": COUNT})["result"]["value"]
    cdp.send("HeapProfiler.collectGarbage")
    told = {each["name"]: each["value"] for each in cdp.send("Performance.getMetrics")["metrics"]}
    outside = int(told["Nodes"]) - inside
    return Memory(int(told["JSHeapUsedSize"]), outside, int(told["JSEventListeners"]))


def slope(values: Sequence[float]) -> float:
    """By how much they rise from one to the next, by least squares."""
    middle = (len(values) - 1) / 2
    mean = sum(values) / len(values)
    along = sum((at - middle) ** 2 for at in range(len(values)))
    return sum((at - middle) * (each - mean) for at, each in enumerate(values)) / along


def risen(values: Sequence[float]) -> float:
    """By how much the least of the last quarter is above that of the second one."""
    part = len(values) // 4
    return min(values[-part:]) - min(values[part : 2 * part])


def play(page: Page, rounds: int, timeout_s: float = 1800) -> None:
    """Rounds by the tray's own buttons, offers passed and hands stood on, until the last one is paid."""
    until = int(page.get_attribute("#table", "data-rounds") or 0) + rounds
    page.wait_for_function(PLAY, arg=until, timeout=timeout_s * 1000)


def remembered(page: Page, cdp: CDPSession, rounds: int, every: int) -> Iterator[Memory]:
    """What the page holds before and after every few rounds that it plays."""
    yield memory(cdp)
    for _ in range(rounds // every):
        play(page, every)
        page.wait_for_timeout(400)
        yield memory(cdp)


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _names_main(event: dict[str, Any]) -> bool:
    return (event["name"], event.get("args", {}).get("name")) == ("thread_name", "CrRendererMain")


def _cpu(event: dict[str, Any]) -> float:
    return float(event.get("tdur", 0)) / 1000


def _parts(task: dict[str, Any], events: list[dict[str, Any]]) -> str:
    end = task["ts"] + task["dur"]
    inside = [
        each
        for each in events
        if each["name"] in PARTS and _thread(each) == _thread(task) and task["ts"] <= each["ts"] < end
    ]
    return ", ".join(f"{each['name']} {_cpu(each):.1f}" for each in inside if _cpu(each) >= 0.5)
