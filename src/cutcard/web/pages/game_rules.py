"""The rules of a table in plain words, each with the provision behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request

from cutcard.cards import DECK_52
from cutcard.law import OptionValue, RuleSet
from cutcard.rules import Game
from cutcard.wagers import paid_for
from cutcard.web.api.routes.player import paid_row
from cutcard.web.api.routes.tables import TableName, check_table
from cutcard.web.api.session import house_of
from cutcard.web.pages.frame import Context, reference, table_heading
from cutcard.wording import inscriptions, wager_name

CHAPTERS: Final = {
    "The cards": ("decks", "deck_cards", "shoe", "hole_card"),
    "Your turn": (
        *(
            "double_cards",
            "double_totals",
            "double_for_less",
            "double_after_split",
            "redouble",
            "rescue",
        ),
        *("split_by", "max_hands", "max_hands_aces", "split_aces_draw", "surrender", "switch"),
        *("insurance", "even_money"),
    ),
    "The dealer and the end": (
        *("soft_17", "dealer_hands", "blackjack_v_blackjack", "ties", "tie_at_21", "dealer_22_pushes"),
        "blackjack_pays",
    ),
}
"""The options that a player meets, in the order of a round."""
USUAL: Final = {
    "deck_cards": len(DECK_52),
    "dealer_hands": 1,
    **dict.fromkeys(("redouble", "rescue", "switch", "dealer_22_pushes"), False),
}
"""What goes without saying, where no table plays otherwise."""
TERMS: Final = ("blackjack", "bust", "push", "soft hand", "double", "split", "surrender", "insurance")


@dataclass(frozen=True, slots=True)
class PlainRule:
    """One choice in force: what it decides, what it is here, and where it is written."""

    name: str
    value: OptionValue
    about: str
    cite: str


@dataclass(frozen=True, slots=True)
class PlainPaytable:
    """What a wager pays here."""

    wager: str
    title: str
    about: str
    cite: str
    rows: tuple[Any, ...]


def _chapters(rules: RuleSet) -> Iterator[tuple[str, list[PlainRule]]]:
    laws = rules.document.effective_options(rules.variation)
    for title, names in CHAPTERS.items():
        found = [
            PlainRule(name, rules.options[name], laws[name].about, laws[name].cite)
            for name in names
            if name in laws and name in rules.options and rules.options[name] != USUAL.get(name)
        ]
        if found:
            yield title, found


def _paytables(rules: RuleSet, game: Game) -> Iterator[PlainPaytable]:
    for name, offer in rules.offers.items():
        rows = tuple(paid_row(game, offer, row) for row in paid_for(rules, game, name))
        yield PlainPaytable(name, wager_name(name), offer.law.about, offer.paytable.cite, rows)


async def game_rules(request: Request, name: TableName) -> Context:
    """What somebody who never played has to know at this table."""
    house = house_of(request)
    await check_table(request, name)
    table = house.floor.live(name).table
    return {
        "name": name,
        "law": reference(table.rules.document),
        "printed": inscriptions(table.rules, table.game),
        "chapters": list(_chapters(table.rules)),
        "paytables": list(_paytables(table.rules, table.game)),
        "terms": TERMS,
        **table_heading(house, name),
    }
