"""A table's line is its rules' and its meters': whatever changes in them changes in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from cutcard.floor.demo.tables import DemoTable, demo_submissions, demonstrated
from cutcard.floor.live import Live
from cutcard.floor.live.state import header_line, live_of, new_live
from cutcard.floor.live.view import live_table_summary, table_title
from cutcard.rules.dealer import dealer_draws
from cutcard.rules.game import Game
from cutcard.submission import check
from cutcard.table import Settings
from cutcard.wording.tables import SOFT_17, inscriptions
from cutcard.wording.wagers import wager_name


def live_of_demo(each: DemoTable, name: str = "") -> Live:
    settings = Settings(chores="manual" if each.manual else "automatic", virtual=not each.scanned)
    return new_live(name or each.name, each.rules, settings, created=1, links=each.links)


def filed(start: str, *, wagers: Mapping[str, Any] | None = None, **options: object) -> Live:
    """A table called `new` from one of the demonstration's submissions with other options."""
    found: dict[str, Any] = dict(demo_submissions()[start].submission)
    found["options"] = {**found.get("options", {}), **options}
    found["wagers"] = found.get("wagers", {}) if wagers is None else wagers
    result = check(found, by_play=False)
    assert result.compliant, [each for each in result.findings if each.severity == "violation"]
    assert result.rules is not None
    return new_live("new", result.rules, Settings(), created=1)


@pytest.mark.parametrize(
    ("start", "options", "before", "after"),
    [
        ("maryland", {"soft_17": "stand"}, "dealer hits soft 17", "dealer stands on all 17s"),
        ("maryland", {"surrender": False}, "soft 17, surrender", "soft 17, no surrender"),
        ("maryland", {"decks": 8, "wagers": {}}, "Six decks", "Eight decks"),
        ("maryland", {"blackjack_pays": "6 to 5"}, "blackjack pays 3 to 2", "blackjack pays 6 to 5"),
        ("massachusetts", {"hole_card": "none"}, "", "No hole card"),
        ("massachusetts", {"hole_card": "face_down"}, "", "The hole card is not checked"),
        ("massachusetts", {"optional_payouts": ["five_card_21"]}, "", "Bonuses for long 21s"),
        ("brochure", {"bonus_after_split": False}, "long 21s, after splits too ·", "long 21s ·"),
    ],
)
def test_an_option_changes_what_is_told(
    start: str, options: dict[str, Any], before: str, after: str
) -> None:
    as_filed, changed = live_table_summary(filed(start)), live_table_summary(filed(start, **options))
    assert before in as_filed
    assert after not in as_filed
    assert after in changed
    assert not before or before not in changed


def test_the_name_of_a_table_changes_nothing_that_is_told() -> None:
    face_up = demonstrated()["face-up"]
    assert live_table_summary(live_of_demo(face_up, "maryland")) == live_table_summary(
        live_of_demo(face_up)
    )
    assert table_title(live_of_demo(face_up, "maryland")) == "Hole card face up · maryland"


def test_a_meter_is_linked_only_where_it_is() -> None:
    own = demonstrated()["maryland"]
    assert "linked Super 4" in live_table_summary(live_of_demo(own))
    alone = live_table_summary(live_of_demo(replace(own, links={})))
    assert "linked" not in alone
    assert "Super 4" in alone


def test_a_table_without_side_wagers_tells_none() -> None:
    assert live_table_summary(filed("maryland", wagers={})).endswith("surrender")
    one = live_table_summary(filed("maryland", wagers={"lucky_ladies": {"paytable": "A"}}))
    assert one.endswith("surrender · Lucky Ladies")


def test_who_deals_is_told() -> None:
    assert live_table_summary(live_of_demo(demonstrated()["training-pit"])).startswith(
        "A dealer deals by hand ·"
    )
    assert live_table_summary(live_of_demo(demonstrated()["scanner-pit"])).startswith(
        "A dealer scans a physical"
    )


def test_no_two_tables_of_the_demonstration_tell_the_same() -> None:
    lines = {name: live_table_summary(live_of_demo(each)) for name, each in demonstrated().items()}
    assert len(set(lines.values())) == len(lines)
    brochure, regulated = (lines[name].split(" · ")[0] for name in ("brochure", "players-edge"))
    assert brochure != regulated
    assert "repeated doubles" in brochure


@pytest.mark.parametrize("each", demonstrated().values(), ids=lambda each: each.name)
def test_a_table_read_back_from_its_store_tells_the_same(each: DemoTable) -> None:
    live = live_of_demo(each)
    back = live_of(header_line(live))
    assert live_table_summary(back) == live_table_summary(live)
    rules = back.table.rules
    assert rules.document.id == each.rules.document.id
    assert replace(rules, document=each.rules.document) == each.rules


TITLES: Mapping[str, Callable[[DemoTable, Game], bool]] = {
    "Blackjack": lambda each, _: _of(each, "md-blackjack", None),
    "Blackjack Switch": lambda each, game: _of(each, "md-blackjack", "switch") and game.switch,
    "Blackjack from the hand": lambda _, game: game.shoe == "hand",
    "Blackjack without a hole card": lambda _, game: not game.has_hole_card,
    "Massachusetts Blackjack": lambda each, _: _of(each, "ma-blackjack", None),
    "6 to 5 Blackjack": lambda each, _: each.rules.options["blackjack_pays"] == "6 to 5",
    "Hole card face up": lambda _, game: game.hole_card == "face_up",
    "Multiple Action": lambda _, game: game.dealer_hands > 1,
    "Pontoon 21": lambda each, _: each.rules.document.title == "Pontoon 21",
    "Player's Edge 21": lambda each, _: _of(each, "md-players-edge-21", None),
    "Player's Edge 21, brochure": lambda each, _: _of(each, "players-edge-21-brochure", None),
    "House rules": lambda each, _: _of(each, "house-rules", None),
    "Scanner pit": lambda each, _: each.manual and each.scanned,
    "Training pit": lambda each, _: each.manual and not each.scanned,
}
"""What each title of the demonstration claims."""


def _of(each: DemoTable, law: str, variation: str | None) -> bool:
    return (each.rules.document.id, each.rules.variation) == (law, variation)


@pytest.mark.parametrize("each", demonstrated().values(), ids=lambda each: each.name)
def test_a_title_of_the_demonstration_is_true(each: DemoTable) -> None:
    game = live_of_demo(each).table.game
    assert TITLES[each.title](each, game)
    told = live_table_summary(live_of_demo(each))
    assert ("hits soft 17" in told) is dealer_draws(game, SOFT_17)
    assert ("no hole card" in told.lower()) is not game.has_hole_card
    assert ("no tens" in told.lower()) is (game.deck_cards == 48)


@pytest.mark.parametrize("each", demonstrated().values(), ids=lambda each: each.name)
def test_a_felt_tells_what_is_not_inscribed_on_it(each: DemoTable) -> None:
    live = live_of_demo(each)
    printed = " ".join(line.text for line in inscriptions(each.rules, live.table.game))
    whole, told = (re.split(r" · |, ", live_table_summary(live, on_felt=felt)) for felt in (False, True))
    left_out = [part.lower() for part in whole if part.lower() not in [one.lower() for one in told]]
    wagers = [wager_name(name).lower() for name in each.rules.offers]
    for part in left_out:
        words = part.replace("ties lose except for blackjacks", "wins ties, except against a blackjack")
        words = words.replace("a dealer's 22 pushes", "22 is a push")
        assert words.removeprefix("dealer ") in printed.lower() or part in wagers
    assert any("linked" in part for part in whole) is any("linked" in part for part in told)
