"""What a layout is inscribed with: the few rules that a player should read before a bet.

The documents want the price of a blackjack and of insurance there (Maryland Ch.2 §B(3), Massachusetts
§7(d)). Each line is asked of the rules and prices in force, so that no layout says another thing than
its table does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cutcard.cards import cards
from cutcard.law.ruleset import RuleSet
from cutcard.money import dollars
from cutcard.rules.dealer import DEALER_STANDS, dealer_draws
from cutcard.rules.game import Game
from cutcard.rules.main import CARD_COUNTS, priced, prices

SOFT_17: Final = tuple(cards("As 6d"))
INSURANCE: Final = {"dealer_blackjack": "", "dealer_blackjack_suited": "suited "}


@dataclass(frozen=True, slots=True)
class Inscription:
    """A line of the layout, and the provision it tells."""

    says: str
    cite: str


def inscriptions(rules: RuleSet, game: Game) -> tuple[Inscription, ...]:
    """All that is printed on the felt, the price of a blackjack first."""
    return tuple(_all(rules, game))


def _all(rules: RuleSet, game: Game) -> Iterator[Inscription]:
    rows = prices(rules.main.paytable, rules.options)
    blackjack = priced(game, rows, "blackjack")
    yield Inscription(f"Blackjack pays {blackjack.pays}", blackjack.cite)
    on_17 = "hits soft 17" if dealer_draws(game, SOFT_17) else "stands on all 17s"
    yield Inscription(f"Dealer draws to {DEALER_STANDS - 1} and {on_17}", game.cite("soft_17"))
    if game.insurance and "insurance" in rules.offers:
        yield _insurance(rules)
    if game.dealer_22_pushes:
        yield Inscription("A dealer's 22 is a push", game.cite("dealer_22_pushes"))
    if game.ties == "lose":
        yield Inscription("Dealer wins ties", game.cite("ties"))
    if game.tie_at_21 == "win":
        yield Inscription("A player's 21 wins ties", game.cite("tie_at_21"))
    if not game.bonus_after_double and any(name in rows for name in CARD_COUNTS.values()):
        yield Inscription("No additional payouts on doubled hands", game.cite("bonus_after_double"))
    if game.payout_limit is not None:
        most = f"{int(game.payout_limit) // 100:,}" if not game.payout_limit % 100 else ""
        limit = most or dollars(game.payout_limit)
        yield Inscription(f"A hand is paid ${limit} at most", game.cite("payout_limit"))


def _insurance(rules: RuleSet) -> Inscription:
    paytable = rules.offers["insurance"].paytable
    rows = {row.outcome: row for row in paytable.rows}
    told = [f"{word}{rows[name].pays}" for name, word in INSURANCE.items() if name in rows]
    cites = dict.fromkeys(rows[name].cite for name in INSURANCE if name in rows)
    return Inscription(f"Insurance pays {', '.join(told)}", "; ".join(cites))
