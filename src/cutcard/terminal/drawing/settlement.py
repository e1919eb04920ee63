"""A settled wager of a terminal table in words: its name, its outcome, and why it came out so."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.rules import TWENTY_ONE, TWO_CARDS, Line, dealer_draws, total
from cutcard.table import Round, Table, spot_of
from cutcard.terminal.drawing.text import dealer_count
from cutcard.wording import (
    CARRIED_SENTENCES,
    INSURANCE_LOST,
    INSURANCE_WON,
    main_outcome_sentence,
    outcome_name,
    wager_name,
)


def table_outcome_name(table: Table, outcome: str) -> str:
    """An outcome's name at a table, which may have a premium suit."""
    return outcome_name(outcome, table.game.premium_suit)


def line_wager_name(table: Table, line: Line) -> str:
    """A line's wager; of several main wagers or insurances, which dealer's hand it faces."""
    wager, spot = spot_of(line)
    if table.game.dealer_hands > 1 and wager in ("main", "insurance"):
        return f"{wager_name(wager)} v dealer hand {spot + 1}"
    return wager_name(wager)


def outcome_sentence(table: Table, line: Line) -> str:
    """How a wager came out and why, in a sentence or two."""
    wager, spot = spot_of(line)
    if wager == "main":
        return _main(table, line, spot)
    if line.outcome in CARRIED_SENTENCES:
        return CARRIED_SENTENCES[line.outcome]
    if wager == "insurance":
        return INSURANCE_LOST if line.outcome == "lose" else INSURANCE_WON
    law = table.rules.document.wager(wager)
    if not line.returned:
        return f"{law.title}: {law.about} No paying outcome came up, so the stake is lost."
    return f"{law.title}: {law.about} Outcome: {table_outcome_name(table, line.outcome)}."


def _main(table: Table, line: Line, spot: int) -> str:
    r = table.in_play()
    player_cards, dealer_cards = _hand(r, line), _dealer(r, spot)
    player = str(total(player_cards))
    dealer = dealer_count(dealer_cards) if dealer_cards else "hand"
    if sentence := main_outcome_sentence(line.outcome, player=player, dealer=dealer):
        return sentence
    name = table_outcome_name(table, line.outcome)
    bonus = "" if line.outcome == "win" else f" It has a price of its own: {name}."
    if len(dealer_cards) < TWO_CARDS or dealer_draws(table.game, dealer_cards):
        return f"Your {player} wins whatever the dealer would have drawn.{bonus}"
    if total(dealer_cards) > TWENTY_ONE:
        return f"The dealer busted with {total(dealer_cards)}, so your {player} wins.{bonus}"
    if total(dealer_cards) == total(player_cards):
        return f"Your {player} wins against the dealer's {dealer} here.{bonus}"
    return f"Your {player} beats the dealer's {dealer}.{bonus}"


def _hand(r: Round, line: Line) -> Sequence[Card]:
    box = r.box(line.box)
    if box is None or line.hand is None:
        return ()
    group, place = box.find(line.hand)
    return box.groups[group][place].cards


def _dealer(r: Round, spot: int) -> Sequence[Card]:
    """The dealer's hand that a main wager faced; empty where it was never dealt."""
    if spot and r.game.dealer_hands > 1:
        return r.dealer[spot] if spot < len(r.dealer) else ()
    return r.main_dealer
