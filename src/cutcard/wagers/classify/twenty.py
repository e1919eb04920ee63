"""Wagers on a first two-card 20: Lucky Ladies, the twenty point bonus, King's Bounty, KK, QQ, JJ.

An ace and a nine are a 20 too (MA-A70).
"""

from __future__ import annotations

from typing import Final

from cutcard.rules import total
from cutcard.wagers.shapes import has_dealer_blackjack, is_one_rank, is_one_suit, satisfied
from cutcard.wagers.view import Classifier, Sees, View

TWENTY: Final = 20


def _twenty_points(view: View) -> tuple[str, ...]:
    """Ch.1 §B(1), (13), (21) and §24(g): a matched 20 is never the queens of hearts."""
    if total(view.first_two) != TWENTY:
        return ()
    first, second = view.first_two
    are_identical = first is second
    are_queens = are_identical and first.text == "Qh"
    is_suited = is_one_suit(view.first_two)
    return satisfied(
        {
            "queen_of_hearts_pair_and_dealer_blackjack": are_queens and has_dealer_blackjack(view),
            "queen_of_hearts_pair": are_queens,
            "matched_20": are_identical and not are_queens,
            "suited_20": is_suited,
            "any_20": not is_suited,
        }
    )


def _kings_bounty(view: View) -> tuple[str, ...]:
    """Ch.13 §A(9), §29(h); two suited queens, jacks or tens are of one rank (MA-A80)."""
    if total(view.first_two) != TWENTY:
        return ()
    first, second = view.first_two
    is_suited = is_one_suit(view.first_two)
    are_kings = first.rank == second.rank == "K"
    are_spades = are_kings and is_suited and first.suit == "s"
    any_two = view.options.get("kings_bounty_suited_pair", "pair") == "any_two"
    are_court = all(each.rank in "QJT" for each in view.first_two)
    return satisfied(
        {
            "king_of_spades_pair_and_dealer_blackjack": are_spades and has_dealer_blackjack(view),
            "king_of_spades_pair": are_spades,
            "suited_kings": are_kings and is_suited,
            "suited_queens_jacks_or_tens": are_court
            and is_suited
            and (any_two or is_one_rank(view.first_two)),
            "suited_20": is_suited,
            "pair_of_kings": are_kings,
            "any_20": not is_suited,
        }
    )


def _face_wager(name: str, rank: str, word: str) -> Classifier:
    """KK, QQ or JJ: any 20 is every other 20 (MD-A33), hearts queens are matched (MD-A34)."""
    diamonds, lone = f"{word}_of_diamonds_pair", f"one_{word}"

    def classify(view: View) -> tuple[str, ...]:
        first, second = view.first_two
        is_twenty = total(view.first_two) == TWENTY
        return satisfied(
            {
                diamonds: first is second and first.text == f"{rank}d",
                "matched_20": is_twenty and first is second,
                "any_20": is_twenty,
                lone: rank in (first.rank, second.rank),
            }
        )

    outcomes = (diamonds, "matched_20", "any_20", lone)
    return Classifier(name, outcomes, Sees.FIRST_CARDS, classify, copies={diamonds: 2, "matched_20": 2})


FAMILY: Final = (
    Classifier(
        "twenty_points",
        (
            "queen_of_hearts_pair_and_dealer_blackjack",
            "queen_of_hearts_pair",
            "matched_20",
            "suited_20",
            "any_20",
        ),
        Sees.SECOND_CARD,
        _twenty_points,
        second_card_by_blackjack=True,
        copies={
            "queen_of_hearts_pair_and_dealer_blackjack": 2,
            "queen_of_hearts_pair": 2,
            "matched_20": 2,
        },
    ),
    Classifier(
        "kings_bounty",
        (
            "king_of_spades_pair_and_dealer_blackjack",
            "king_of_spades_pair",
            "suited_kings",
            "suited_queens_jacks_or_tens",
            "suited_20",
            "pair_of_kings",
            "any_20",
        ),
        Sees.SECOND_CARD,
        _kings_bounty,
        second_card_by_blackjack=True,
        copies={
            "king_of_spades_pair_and_dealer_blackjack": 2,
            "king_of_spades_pair": 2,
            "suited_kings": 2,
            "suited_queens_jacks_or_tens": 2,
        },
    ),
    _face_wager("kk", "K", "king"),
    _face_wager("qq", "Q", "queen"),
    _face_wager("jj", "J", "jack"),
)
