"""What one setting asks of another: conditions that no pair of barred features can say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cutcard.cards import card
from cutcard.law.findings import shown
from cutcard.law.offers import Offer, Scope
from cutcard.law.refusal import Code
from cutcard.money import Dollars, MoneyError, cents, dollars

FACES: Final = "JQK"
WHEELS: Final = ("wheel", "xtreme_wheel")
BONUS_RANGES: Final = ("one_dollar", "five_dollar")
SPIN_STAKES: Final = {"A": 110, "B": 110, "C": 500, "D": 500}
"""Pontoon 21: the stake, in cents, that each prize table of the Bonus Spin goes with (PO-A06)."""
XTREME_STAKE: Final = 500

Offers = Mapping[str, Offer]


def cross(offers: Offers, scope: Scope) -> None:
    """Every such condition."""
    for check in CHECKS:
        check(offers, scope)


def _violation(scope: Scope, code: Code, option: str, message: str, *, path: str = "") -> None:
    """A finding at an option, under the option's own provision."""
    scope.findings.violation(code, path or f"options.{option}", message, scope.laws[option].cite)


def aces_within_hands(_: Offers, scope: Scope) -> None:
    """Aces are split into no more hands than the box may hold at all."""
    hands, aces = scope.values.get("max_hands"), scope.values.get("max_hands_aces")
    if not isinstance(hands, int) or not isinstance(aces, int) or aces <= hands:
        return
    if "max_hands_aces" in scope.stated:
        message = f"max_hands_aces is {aces}, but a box holds {hands} hands at most"
        _violation(scope, Code.OPTION_NOT_PERMITTED, "max_hands_aces", message)
    else:
        scope.values["max_hands_aces"] = hands


def designated_cards(_: Offers, scope: Scope) -> None:
    """The designated blackjack is one ace and one face card."""
    name = "designated_blackjack_cards"
    offered, named = scope.values.get("optional_payouts"), scope.values.get(name)
    if not isinstance(offered, tuple) or not isinstance(named, tuple):
        return
    ranks = sorted(card(each).rank for each in named)
    if named and not (len(ranks) == 2 and "A" in ranks and any(rank in FACES for rank in ranks)):
        message = f"{shown(list(named))} is not one ace and one face card"
        _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)
    if "designated_blackjack" in offered and not named and scope.complete:
        _violation(scope, Code.CHOICE_MISSING, name, "name the designated ace and face card")


def buster_soft_17(offers: Offers, scope: Scope) -> None:
    """Under one reading Buster is offered only where the dealer hits a soft 17."""
    asked = scope.values.get("buster_completion") == "require_hit_soft_17"
    if asked and "buster_blackjack" in offers and scope.values.get("soft_17") != "hit":
        message = "buster_completion = require_hit_soft_17 needs soft_17 = hit"
        _violation(scope, Code.OPTION_NOT_PERMITTED, "buster_completion", message)


def down_with_up(offers: Offers, scope: Scope) -> None:
    """The down wager needs the up wager where the operator says so."""
    asked = scope.values.get("down_requires_up") is True and not scope.laws["down_requires_up"].is_fixed
    if asked and "match_down" in offers and "match_up" not in offers:
        message = "match_down needs match_up where down_requires_up is true"
        _violation(scope, Code.NEEDS_WAGER, "down_requires_up", message, path="wagers.match_down")


def trilux_decks(offers: Offers, scope: Scope) -> None:
    """TriLux with one deck stands only in a table heading."""
    if scope.values.get("trilux_single_deck") is not False or scope.decks != 1:
        return
    for name in ("trilux_bonus", "lucky_george"):
        if name in offers:
            message = f"{name} needs two decks or more unless trilux_single_deck is true"
            option = "trilux_single_deck"
            _violation(scope, Code.DECKS_NOT_PERMITTED, option, message, path=f"wagers.{name}")


def wheel_symbols(offers: Offers, scope: Scope) -> None:
    """A wheel's stops are symbols that its paytable, or the community's, has a row for."""
    for name, law in scope.laws.items():
        stops, offer = scope.values[name], offers.get(law.wager)
        if law.kind != "wheel" or offer is None or offer.law.classifier not in WHEELS:
            continue
        shared = [each for each in offer.law.paytables if each not in offer.law.choosable]
        known = {row.outcome for table in (offer.paytable, *shared) for row in table.rows}
        for stop in stops if isinstance(stops, tuple) else ():
            symbol = stop.rpartition("=")[0]
            if symbol not in known:
                message = f"paytable {offer.paytable.id} has no symbol {shown(symbol)}"
                _violation(scope, Code.OPTION_NOT_PERMITTED, name, message)


def bonus_awards(offers: Offers, scope: Scope) -> None:
    """Each award of the bonus button lies in a printed range, its stake's where one is set."""
    offer, stops = offers.get("blackjack_bonus"), scope.values.get("bonus_button_awards")
    if offer is None or not isinstance(stops, tuple):
        return
    prices = {row.outcome: row.pays for row in offer.paytable.rows}
    stake = offer.settings.get("stake")
    names = [BONUS_RANGES[stake != 100]] if stake is not None else BONUS_RANGES
    for stop in stops:
        symbol = stop.rpartition("=")[0]
        if not any(_in_range(symbol, prices, name) for name in names):
            message = f"{shown(symbol)} is no award within the printed range"
            _violation(scope, Code.OPTION_NOT_PERMITTED, "bonus_button_awards", message)


def _in_range(symbol: str, prices: Mapping[str, object], name: str) -> bool:
    least, most = prices.get(f"{name}_minimum"), prices.get(f"{name}_maximum")
    try:
        award = cents(symbol)
    except MoneyError:
        return False
    if not isinstance(least, Dollars) or not isinstance(most, Dollars):
        return False
    return least.amount <= award <= most.amount


def spin_stakes(offers: Offers, scope: Scope) -> None:
    """Pontoon 21: prize tables go with stakes, and the Xtreme tables are for $5 alone."""
    spin, xtreme = offers.get("bonus_spin_progressive"), offers.get("bonus_spin_xtreme_progressive")
    if spin is not None and scope.values.get("spin_table_by_stake") is True:
        wanted, stake = SPIN_STAKES.get(spin.paytable.id), spin.settings.get("stake")
        if wanted is not None and stake not in (None, wanted):
            message = f"paytable {spin.paytable.id} goes with a stake of {dollars(wanted)}"
            path = "wagers.bonus_spin_progressive.stake"
            _violation(scope, Code.STAKE_NOT_PERMITTED, "spin_table_by_stake", message, path=path)
    asked = None if xtreme is None else xtreme.settings.get("stake")
    if asked not in (None, XTREME_STAKE) and scope.values.get("xtreme_stakes") == "5_only":
        path = "wagers.bonus_spin_xtreme_progressive.stake"
        message = f"the Xtreme tables are for a stake of {dollars(XTREME_STAKE)}"
        _violation(scope, Code.STAKE_NOT_PERMITTED, "xtreme_stakes", message, path=path)


CHECKS: Final[tuple[Callable[[Offers, Scope], None], ...]] = (
    aces_within_hands,
    designated_cards,
    buster_soft_17,
    down_with_up,
    trilux_decks,
    wheel_symbols,
    bonus_awards,
    spin_stakes,
)
