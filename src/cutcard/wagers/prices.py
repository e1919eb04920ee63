"""What a wager pays at a table, row by row: the prices in force, to be read before a bet."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cutcard.law import Row, RuleSet
from cutcard.money import Lose, Odds, Push
from cutcard.rules import CARD_COUNTS, Game, in_force, priced, prices
from cutcard.wagers.settlement.spins import prize_in_place, shared_rows

MAIN_ROWS: Final = ("blackjack", "designated_blackjack", *CARD_COUNTS.values(), "win")
THREE_CARDS: Final = ("six_seven_eight", "three_sevens")


def paid_for(rules: RuleSet, game: Game, wager: str) -> tuple[Row, ...]:
    """The rows by which somebody wins, in printed order; of the main wager those of a winning hand."""
    offer = rules.offers[wager]
    if wager == rules.main.law.id:
        rows = prices(offer.paytable, rules.options)
        return tuple(priced(game, rows, name) for name in rows if _wins(game, name))
    found = (row for row in offer.paytable.rows if in_force(row, rules.options) and not row.repeats)
    own = [replace(row, pays=prize_in_place(rules.options, row)) for row in found if _pays(row)]
    return (*own, *shared_rows(rules, offer))


def _wins(game: Game, name: str) -> bool:
    """Whether a hand of this game can win by a row; the others are no wins, or of another variation."""
    if name == "designated_blackjack" and game.hole_card == "face_up":
        return game.face_up_designated_blackjack
    if name == "blackjack_v_21":
        return game.switch
    if name == "blackjack_v_blackjack":
        return game.hole_card == "face_up" and game.blackjack_v_blackjack == "win"
    return name in MAIN_ROWS or name.startswith(THREE_CARDS)


def _pays(row: Row) -> bool:
    nothing = isinstance(row.pays, Odds) and row.pays.win == 0
    return not isinstance(row.pays, Push | Lose) and not nothing
