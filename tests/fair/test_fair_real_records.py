"""Real tables, shuffled live, written as records: proven as dealt, wrong where one card is changed.

Every kind of shoe and shuffler of every document, with irregularities, recuts, refills and dealers who
come and go, through the table's own record in its private and its published form.
"""

from __future__ import annotations

import dataclasses
import io
import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from cutcard.fair import shuffle
from cutcard.fair.verifier import Verdict, verify
from cutcard.shoe import Act, Chore, Due
from cutcard.shoe.events import CardsShuffled, ShoeRevealed
from cutcard.table import Settings, Table, game_of, new_table
from cutcard.table.record.record import write_record
from later import one_in
from shoe.setups import TABLES
from table.driver import Driver, rules_of

ROUNDS = 12
Setup = tuple[str, str | None, dict[str, Any]]


class Live(Driver):
    """Everybody at a table whose cards are shuffled by the live shuffle."""

    def _act(self, wanted: Due) -> Act:
        act = super()._act(wanted)
        if act.do is not Chore.SHUFFLE or not act.order:
            return act
        made = shuffle(act.order)
        return dataclasses.replace(act, order=made.order, salt=made.salt, commitment=made.commitment)


def played(setup: Setup, settings: Settings, *, mishaps: int = 5) -> tuple[Table, list[object]]:
    """A table at which nothing has happened, and a session at it."""
    name, variation, options = setup
    rules = rules_of(name, variation, options, {})
    opening = new_table(rules, game_of(rules), settings)
    driver = Live(opening, random.Random(len(name) + len(options)), mishaps=mishaps)
    driver.open(3)
    while driver.table.rounds < ROUNDS or driver.table.round is not None:
        driver.go_on()
    return opening, driver.events


def still_secret(events: Iterable[object]) -> list[ShoeRevealed]:
    """The reveals that a session leaves for later."""
    done = {each.commitment for each in events if isinstance(each, ShoeRevealed)}
    return [
        ShoeRevealed(each.commitment, each.order, each.salt)
        for each in events
        if isinstance(each, CardsShuffled) and each.commitment not in done
    ]


def lines(opening: Table, events: Iterable[object], *, published: bool) -> list[dict[str, Any]]:
    return [json.loads(line) for line in write_record(opening, events, published=published)]


def verdict(record: Iterable[dict[str, Any]]) -> Verdict:
    return verify(io.BytesIO("".join(json.dumps(each) + "\n" for each in record).encode()))


@pytest.mark.parametrize("setup", one_in(4, TABLES, whole=True), ids=str)
def test_a_real_session_is_proven_and_any_changed_card_is_found(setup: Setup) -> None:
    is_manual = TABLES.index(setup) % 2
    opening, events = played(setup, Settings(chores="manual" if is_manual else "automatic"))
    early = verdict(lines(opening, events, published=True))
    assert early.wrong is None, early.describe()
    for published in (False, True):
        record = lines(opening, [*events, *still_secret(events)], published=published)
        found = verdict(record)
        assert found.standing == "proven", found.describe()
        drawn = [index for index, each in enumerate(record) if "drawn" in each]
        assert found.cards("proven") + kept_determinants(record) == len(drawn) > 50
        for index in random.Random(5).sample(drawn, 5):
            other = "Ks" if record[index]["drawn"] != "Ks" else "Qs"
            changed = [*record[:index], {**record[index], "drawn": other}, *record[index + 1 :]]
            wrong = verdict(changed).wrong
            assert wrong is not None
            assert (wrong.event, wrong.recorded) == (index, other)
            assert wrong.demanded == record[index]["drawn"]


def kept_determinants(record: Iterable[dict[str, Any]]) -> int:
    """Cards drawn as determinant and dealt afterwards, which stand in the record twice."""
    found = [each for each in record if each.get("event") == "determinant_drawn"]
    return sum(each["side"] == each["deals_from"] for each in found)


def test_a_published_record_in_mid_shoe_hides_cards_and_is_not_proven() -> None:
    opening, events = played(("md-blackjack", None, {}), Settings())
    private, public = (verdict(lines(opening, events, published=each)) for each in (False, True))
    assert private.standing == public.standing == "unproven"
    assert private.cards("unrevealed") == public.cards("unrevealed") > 50


def test_a_physical_table_has_nothing_to_prove() -> None:
    opening, events = played(("md-blackjack", None, {}), Settings(virtual=False))
    found = verdict(lines(opening, events, published=False))
    assert found.standing == "unproven"
    assert found.cards("uncommitted") > 50


def test_an_order_swapped_for_another_after_the_fact_is_found() -> None:
    """A house that reveals what it would rather have dealt: the cards of two places changed over."""
    opening, events = played(("md-blackjack", None, {"decks": 1}), Settings())
    record = lines(opening, [*events, *still_secret(events)], published=True)
    at = next(index for index, each in enumerate(record) if each.get("event") == "shoe_revealed")
    order = record[at]["order"].split(" ")
    order[0], order[1] = order[1], order[0]
    record[at]["order"] = " ".join(order)
    assert "do not give the commitment" in verdict(record).describe()
