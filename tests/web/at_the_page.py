"""Playing at the player's page as a hand does: seats, chips, offers, turns; what stands on the felt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from playwright.sync_api import Page, Request

from cutcard.wording import (
    capitalized,
    outcome_label,
    price_label,
    spaced,
    wager_name,
    without_ids,
)

CHIPS: Final = (100, 25, 5, 1)
OVER: Final = "#results[data-over] h2"
PATIENCE_S: Final = 20.0
SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANKS: Final = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}
FACE_DOWN: Final = "a face-down card"
FELT: Final = """() => [...document.querySelectorAll("#table .box")].map((box) => ({
    box: Number(box.dataset.box),
    hands: [...box.querySelectorAll(".hand")].map((hand) => ({
        cards: [...hand.querySelectorAll(".playing-card")].map((one) => one.getAttribute("aria-label")),
        playing: hand.classList.contains("playing"),
        stakes: [...hand.querySelectorAll(".stake")].map((each) => each.textContent),
    })),
})).filter((each) => each.hands.length)"""
TRAY: Final = """() => Object.fromEntries([...document.querySelectorAll("#tray .actions")].map((row) => {
    const acts = [...row.querySelectorAll("button")];
    return [acts[0].dataset.at, acts.map((each) => each.dataset.do)];
}))"""
PRESSABLE: Final = TRAY.replace('("#tray .actions")]', '("#tray .actions:not(:has(:disabled))")]')
"""The same of what can be pressed at this moment."""
IN_SIGHT: Final = """() => {
    const hand = document.querySelector("#table .hand.playing")?.getBoundingClientRect();
    const tray = document.querySelector("#tray").getBoundingClientRect();
    return !hand || hand.top >= 0 && hand.bottom <= Math.min(tray.top, innerHeight);
}"""
"""Whether the hand that is decided on lies neither behind the tray nor off the screen."""
LINES: Final = """() => [...document.querySelectorAll("#results details")].map((each) => ({
    title: each.querySelector("summary span").textContent,
    amount: each.querySelector(".amount").textContent,
    facts: Object.fromEntries([...each.querySelectorAll("dt")].map((name) =>
        [name.textContent, name.nextElementSibling.textContent])),
}))"""
NETS: Final = """() => Object.fromEntries([...document.querySelectorAll(".box .net")].map((each) =>
    [each.closest(".box").dataset.box, each.textContent]))"""


def card_name(card: str | None) -> str:
    """A card as the page tells it."""
    return FACE_DOWN if card is None else f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def money(amount: str | Decimal, *, signed: bool = False) -> str:
    """Dollars as the page writes them."""
    found = Decimal(amount)
    whole = found == found.to_integral_value()
    sign = "−" if found < 0 else "+" if signed and found > 0 else ""
    return f"{sign}${abs(found):,.0f}" if whole else f"{sign}${abs(found):,.2f}"


class Posts:
    """Every command that a page sends."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self._page = page
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/commands"):
            self.sent.append(dict(request.post_data_json or {}))

    @property
    def keys(self) -> list[str]:
        return [each["key"] for each in self.sent]

    def stop(self) -> None:
        self._page.remove_listener("request", self._note)


def rounds_of(page: Page) -> int:
    """How many rounds the page has seen begin at its table."""
    return int(page.get_attribute("#table", "data-rounds") or 0)


def sit(page: Page, table: str, *boxes: int, chips: str = "500") -> None:
    """Sit down at boxes of a table and buy in once."""
    page.goto(f"/tables/{table}")
    for box in boxes:
        page.get_by_role("button", name=f"Sit at box {box}").click()
        page.wait_for_selector(f"text=You · box {box}")
        page.wait_for_selector("#tray button:not(:disabled)")
    page.click(f"[data-do=buy_in][data-at='{chips}']")
    page.wait_for_selector("[data-chip='25']:not(:disabled)")


def open_seat(page: Page) -> None:
    """On a phone what one rarely does with a seat is folded away."""
    fold = page.locator("#tray:not(.seat-open) [data-do=seat]")
    if fold.is_visible():
        fold.click()


def chips_on(page: Page, amount: str) -> None:
    """Chips for an amount, on whatever wager is chosen; one button where it takes one stake only."""
    fixed = page.query_selector_all("[data-do=stake]")
    if fixed:
        (wanted,) = [
            each for each in fixed if (each.text_content() or "").startswith(f"{money(amount)} ")
        ]
        wanted.click()
        return
    left = Decimal(amount)
    for chip in CHIPS:
        while left >= chip:
            page.click(f"[data-chip='{chip}']")
            left -= chip
    assert left == 0, f"no chips make {amount}"


def bet(page: Page, stakes: Mapping[int, Mapping[str, str]]) -> None:
    """Bets on every box, put down together; the round has begun then."""
    before = rounds_of(page)
    for box, each in stakes.items():
        if len(stakes) > 1:
            page.click(f"[data-tab='{box}']")
        for wager, amount in each.items():
            pill = page.query_selector(f"#tray [data-wager='{wager}']")
            if pill is None:
                assert amount == each["main"], "main wagers that have one place in the tray are equal"
                continue
            if pill.is_visible():
                pill.click()
            elif wager != "main":  # on a phone the felt chooses: a touch puts a chip, which comes off
                page.click(f".box[data-box='{box}'] [data-area='{wager}']")
                page.click("[data-do=clear]")
            chips_on(page, amount)
    page.click("[data-do=place_bet]")
    begun(page, before)


def begun(page: Page, before: int) -> None:
    """A round after so many is on the felt, and something is to be done or it is over."""
    page.wait_for_function(
        "(so) => Number(document.querySelector('#table').dataset.rounds) > so", arg=before
    )
    page.wait_for_selector(f".actions button:not(:disabled), {OVER}")


def press(page: Page, decision: Mapping[str, Any]) -> None:
    """A decision by its button, for its amount; the table has moved on then."""
    button = f".actions [data-do={decision['do']}][data-at='{decision['box']}']"
    amount = decision.get("amount")
    if amount is not None:
        field = page.query_selector(f".actions [data-amount={decision['do']}]")
        if field is not None and Decimal(field.get_attribute("max") or "0") != Decimal(amount):
            field.fill(amount)
    version = page.get_attribute("#table", "data-version")
    page.click(button)
    page.wait_for_function(
        "(at) => document.querySelector('#table').dataset.version !== at", arg=version
    )


def decide(
    page: Page, decisions: Iterable[Mapping[str, Any]], *, looks: Callable[[Page], None] | None = None
) -> int:
    """Each decision in its turn, all other offers let pass, to the end; how many were let pass."""
    waiting, passed = list(decisions), 0
    until = time.monotonic() + PATIENCE_S
    while not page.query_selector(OVER):
        assert time.monotonic() < until, (waiting, page.inner_text("#table"))
        offered = {box: acts for box, acts in page.evaluate(PRESSABLE).items() if acts}
        if not offered:
            page.wait_for_timeout(30)
            continue
        if looks is not None:
            looks(page)
        if waiting and waiting[0]["do"] in offered.get(str(waiting[0]["box"]), ()):
            press(page, waiting.pop(0))
        else:
            box = next((each for each, acts in offered.items() if "decline" in acts), None)
            assert box is not None, (waiting, offered)
            press(page, {"do": "decline", "box": box})
            passed += 1
    assert not waiting, f"never asked for {waiting}"
    return passed


def results(page: Page) -> list[dict[str, Any]]:
    """What the page says that each wager of the last round paid."""
    found: list[dict[str, Any]] = page.evaluate(LINES)
    for each in found:
        cited = {
            name: each["facts"].pop(name) for name in ("Provision", "Reading") if name in each["facts"]
        }
        each["cite"] = "".join(cited.values())
    return found


def net_text(net: str, lines: Iterable[str]) -> str:
    """What a box came to, as the felt has it; a push is one in every line."""
    if Decimal(net):
        return money(net, signed=True)
    return "even" if any(map(Decimal, lines)) else "push"


def _outcome(outcome: str) -> str:
    """An outcome as `words.js` has it: several of one wager are not yet taken apart there."""
    if " " in outcome:
        return capitalized(without_ids(outcome))
    return capitalized(spaced(outcome)) if "+" in outcome else outcome_label(outcome)


def as_told(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Settlement lines of the engine in the words of the page."""
    return [
        {
            "title": f"{wager_name(line['wager'])} · {_outcome(line['outcome'])}",
            "amount": "even" if Decimal(line["net"]) == 0 else money(line["net"], signed=True),
            "facts": {
                "Box": f"{line['box']}, hand {line['hand']}" if line["hand"] else str(line["box"]),
                "Stake": money(line["stake"]),
                "Pays": price_label(line["pays"]).replace(",", ""),
                "Returned": money(line["returned"]),
            },
            "cite": line["cite"],
        }
        for line in lines
    ]


def felt_of(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A view's hands as the felt has them."""
    awaited = view["awaits"]
    may = awaited.get("may", {}) if awaited["kind"] == "decision" else {}
    return [
        {
            "box": box["box"],
            "hands": [
                {
                    "cards": [card_name(each) for each in hand["cards"]],
                    "playing": str(box["box"]) in may and awaited["hand"] == hand["hand"],
                    "stakes": [money(each) for each in hand["stakes"] if Decimal(each) > 0],
                }
                for hand in box["hands"]
            ],
        }
        for box in view["round"]["boxes"]
    ]


def tray_of(view: Mapping[str, Any], me: str) -> dict[str, list[str]]:
    """What a view lets a player do, as the tray offers it."""
    awaited = view["awaits"]
    own = {box for box, player in view["seated"].items() if player == me}
    return {
        box: [*may, *(["decline"] if awaited["offer"] and "decline" not in may else [])]
        for box, may in awaited["may"].items()
        if box in own
    }
