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
from cutcard.law import RuleSet
from cutcard.money import dollars
from cutcard.rules import CARD_COUNTS, DEALER_STANDS, Game, dealer_draws, priced, prices
from cutcard.wording.text import with_short_dollars

SOFT_17: Final = tuple(cards("As 6d"))
INSURANCE: Final = {"dealer_blackjack": "", "dealer_blackjack_suited": "suited "}


@dataclass(frozen=True, slots=True)
class Inscription:
    """A line of the layout, and the provision behind it."""

    text: str
    cite: str


def inscriptions(rules: RuleSet, game: Game) -> tuple[Inscription, ...]:
    """Everything printed on the felt, the price of a blackjack first."""
    return tuple(_inscriptions(rules, game))


def _inscriptions(rules: RuleSet, game: Game) -> Iterator[Inscription]:
    rows = prices(rules.main.paytable, rules.options)
    blackjack = priced(game, rows, "blackjack")
    yield Inscription(f"Blackjack pays {blackjack.pays}", blackjack.cite)
    on_17 = "hits soft 17" if dealer_draws(game, SOFT_17) else "stands on all 17s"
    yield Inscription(f"Dealer draws to {DEALER_STANDS - 1} and {on_17}", game.cite("soft_17"))
    if game.insurance and "insurance" in rules.offers:
        yield _insurance(rules)
    yield from _ties(game)
    if not game.bonus_after_double and any(name in rows for name in CARD_COUNTS.values()):
        yield Inscription("No bonus payouts on doubled hands", game.cite("bonus_after_double"))
    if game.payout_limit is not None:
        limit = with_short_dollars(f"${dollars(game.payout_limit)}")
        yield Inscription(f"Maximum payout {limit} a hand", game.cite("payout_limit"))


def _ties(game: Game) -> Iterator[Inscription]:
    """What happens on a tie, with every hand that is an exception."""
    if game.dealer_22_pushes:
        beaten = ", except against a blackjack" if dealt_blackjack_beats_22(game) else ""
        yield Inscription(f"Dealer's 22 is a push{beaten}", game.cite("dealer_22_pushes"))
    if game.ties == "lose":
        spared = ""
        if game.blackjack_v_blackjack == "win":
            loses = game.hole_card == "face_up" and game.face_up_blackjack_v_21 == "lose"
            spared = ", except between blackjacks" if loses else ", except against a blackjack"
        yield Inscription(f"Dealer wins ties{spared}", game.cite("ties"))
    if game.tie_at_21 == "win":
        pushes = "" if game.split_two_card_21 == "win" else ", except with two cards after a split"
        yield Inscription(f"Player's 21 wins ties{pushes}", game.cite("tie_at_21"))


def dealt_blackjack_beats_22(game: Game) -> bool:
    """Whether a blackjack that was dealt wins against the 22 that other hands push with."""
    return game.switch and game.switch_natural_v_22 == "win"


def _insurance(rules: RuleSet) -> Inscription:
    paytable = rules.offers["insurance"].paytable
    rows = {row.outcome: row for row in paytable.rows}
    pays = [f"{word}{rows[name].pays}" for name, word in INSURANCE.items() if name in rows]
    cites = dict.fromkeys(rows[name].cite for name in INSURANCE if name in rows)
    return Inscription(f"Insurance pays {', '.join(pays)}", "; ".join(cites))
