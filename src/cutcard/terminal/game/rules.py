"""The rules of this table and what its wagers pay: in our words, with the provisions.

Which outcomes a main wager can have is asked of the rules' own settlement: hands of every kind that has
a price, played in every way the rules allow, are settled against every end of the dealer's hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from cutcard.cards import Card, card, cards
from cutcard.law import Offer, Row
from cutcard.money import Cents, Odds
from cutcard.rules import (
    Action,
    Game,
    Hand,
    Position,
    in_force,
    possible_finals,
    prices,
    settle_box,
    why_not,
)
from cutcard.table import Table
from cutcard.terminal.drawing.sentences import table_outcome_name
from cutcard.terminal.drawing.text import FAINT, GOLD, wrapped
from cutcard.terminal.output import provision
from cutcard.wording import option_label, paytable_label, plural, price_name, value_label

LABEL_WIDTH: Final = 34
SHOWN_OPTIONS: Final = (
    "decks", "deck_cards", "blackjack_pays", "soft_17", "ties", "tie_at_21", "blackjack_v_blackjack",
    "dealer_22_pushes", "hole_card", "double_cards", "double_totals", "double_for_less",
    "double_after_split", "redouble", "rescue", "split_by", "max_hands", "max_hands_aces",
    "split_aces_draw", "surrender", "insurance", "even_money", "switch", "dealer_hands", "turn_order",
)  # fmt: skip
KEYS_HELP: Final = (
    "The keys at the foot of the screen are what the rules allow this hand now. D (a double for less) "
    "and I (a smaller insurance) ask for an amount; line by line, write `d 5` or `i 2.50`.",
    "a deals the rest of the round many times from the cards you have not seen and shows the "
    "average result of each action: an estimate, not a strategy.",
    "The rules of this table, each with its provision:",
)
PARTLY: Final = ("original_wager_only", "rescue", "rescue_after_redouble")
"""Outcomes in which only the original wager is at risk, and what was added to it is returned."""
READINGS: Final = (
    "Where a text is silent or can be read in two ways, a reading says how it is applied here. Those "
    "cited above:"
)


def table_rules(table: Table, width: int) -> list[Text]:
    """The choices in force, each with what it decides and its provision."""
    laws = table.rules.document.effective_options(table.rules.variation)
    lines = [line for text in KEYS_HELP for line in [*wrapped(text, width, indent=2), Text()]]
    for name in SHOWN_OPTIONS:
        law = laws.get(name)
        if law is None:
            continue
        line = (
            Text(f"  {option_label(name):<{LABEL_WIDTH}} ", "bold")
            .append(value_label(table.rules.options[name]))
            .append(f"  [{law.cite}]", FAINT)
        )
        lines += [line, *wrapped(law.about, width, indent=6, style=FAINT)]
    return lines


def rows_in_force(table: Table, offer: Offer) -> Iterator[Row]:
    """The rows that a wager may be paid by at this table, each once, none of a rule not played."""
    may_come = possible_outcomes(table) if offer.law.id == "main" else None
    for row in offer.paytable.rows:
        if row.repeats or not in_force(row, table.rules.options):
            continue
        if may_come is None or row.outcome in may_come:
            yield row


def paytables(table: Table, width: int) -> list[Text]:
    """Every wager on offer with the rows of its paytable and their provisions."""
    lines: list[Text] = []
    cites: list[str] = []
    for offer in table.rules.offers.values():
        about = (
            f"{offer.law.title}, paytable {paytable_label(offer.paytable.id)} [{offer.paytable.cite}]"
        )
        lines += [
            *wrapped(about, width, indent=1, style=GOLD),
            *wrapped(offer.law.about, width, indent=2, style=FAINT),
        ]
        for row in rows_in_force(table, offer):
            to = "" if row.to == "player" else f" (to {row.to})"
            name, price = table_outcome_name(table, row.outcome) + to, _price(row)
            cites.append(row.cite)
            lines += _cited(Text(f"  {name:<44.44} {price:>16}  "), provision(row.cite), width)
        lines.append(Text())
    count = plural(len(table.rules.offers), "wager")
    return [*lines, *_readings(table, cites, width), Text(f"{count} at this table.", FAINT)]


def _cited(line: Text, cite: str, width: int) -> list[Text]:
    """A row with its provision behind it, or beneath it where there is no room."""
    if line.cell_len + len(cite) <= width:
        return [line.append(cite, FAINT)]
    return [line, *wrapped(cite, width, indent=6, style=FAINT)]


def _price(row: Row) -> str:
    """A price for people; of a stake that comes back in part, which part."""
    if row.outcome in PARTLY:
        return "added returned"
    pays = row.pays
    if isinstance(pays, Odds) and not pays.returns_stake and 2 * pays.win == pays.per:
        return "half returned"
    return price_name(str(row.pays))


def _readings(table: Table, cites: Iterable[str], width: int) -> list[Text]:
    """What the readings say that stand in the place of a provision."""
    law = table.rules.document
    named = [each for each in law.readings.values() if any(each.id in cite for cite in cites)]
    if not named:
        return []
    lines = wrapped(READINGS, width, indent=1)
    for each in named:
        lines += wrapped(
            f"{each.id}: {each.problem} Reading: {each.reading}", width, indent=2, style=FAINT
        )
    return [*lines, Text()]


STAKE: Final = Cents(1000)
ACE, SIX = card("Ac"), card("6c")
PAIR: Final = "8c 8d"
ELEVEN: Final = "6c 5d"
DEALT: Final = (
    "Th 7s", "Th 9s", "Ah Ks", "Th 5s Kd", "Th 5s 6d", "6h 7s 8d", "6c 7c 8c", "6d 7d 8d", "6h 7h 8h",
    "6s 7s 8s", "7h 7s 7d", "7c 7c 7c", "7d 7d 7d", "7h 7h 7h", "7s 7s 7s", "5h 4s 4d 5c 3c",
    "5h 4s 2d 2c 3c 5d", "3h 3s 2d 2c 3c 5d 3d",
)  # fmt: skip


def possible_outcomes(table: Table) -> frozenset[str]:
    """The outcomes of the main wager that a hand can have by the rules of play chosen."""
    game, rules = table.game, table.rules
    rows = prices(rules.offers["main"].paytable, rules.options)
    ends = possible_finals(game, (ACE,))
    return frozenset(
        line.outcome
        for hand in _hands(game)
        for end in ends
        for line in settle_box(game, rows, [(1, hand)], end, box=1)
    )


def _hand(dealt: str | tuple[Card, ...]) -> Hand:
    return Hand(cards(dealt) if isinstance(dealt, str) else dealt, (STAKE,), (STAKE,))


def _may(game: Game, action: Action, hand: Hand, up: Card, **how: bool) -> bool:
    return why_not(game, action, Position(hand, up, **how)) is None


def _hands(game: Game) -> Iterator[Hand]:
    dealt = [_hand(each) for each in DEALT]
    yield from dealt
    if game.designated_blackjack_cards:
        yield _hand(tuple(map(card, game.designated_blackjack_cards)))
    if _may(game, Action.SPLIT, _hand(PAIR), SIX):
        yield from (hand.but(from_split=True) for hand in dealt)
    natural = _hand("Ah Ks")
    if _may(game, Action.SWITCH, natural, SIX, can_switch=True):
        yield natural.but(switched=True)
    if _may(game, Action.EVEN_MONEY, natural, ACE):
        yield natural.but(even_money=True)
    if _may(game, Action.SURRENDER, dealt[0], SIX):
        yield dealt[0].but(surrendered="at_once")
    if _may(game, Action.SURRENDER, dealt[0], ACE):
        yield dealt[0].but(surrendered="held")
    yield from _doubled(game, _hand(ELEVEN))


def _doubled(game: Game, hand: Hand) -> Iterator[Hand]:
    """A hand doubled as often as may be, each time kept or rescued."""
    is_again = False
    while _may(game, Action.DOUBLE, hand, SIX, just_doubled=is_again):
        added = (*hand.added, hand.stake)
        hand = hand.but(stakes=(Cents(2 * hand.stake),), added=added)
        is_again = True
        yield hand
        if _may(game, Action.RESCUE, hand, SIX, just_doubled=True):
            yield hand.but(rescued=True)
