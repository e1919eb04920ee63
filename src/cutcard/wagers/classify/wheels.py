"""Wagers that a device decides: the cards say only whether the wheel is spun or the button pressed.

What the device shows is looked up in the paytable by its symbol, so these tables are not checked
against the outcomes here. The random winner of Must Hit is told by no card at all.
"""

from __future__ import annotations

from typing import Final

from cutcard.wagers.view import Classifier, DecidedBy, Sees, View, amount_fixed


def _wheel(view: View) -> tuple[str, ...]:
    """A blackjack spins; where `lone_ace_spins`, any ace at $5 too (Ch.6 §G(17), MD-A65)."""
    lone_ace = (
        view.options.get("lone_ace_spins", False) is True
        and view.stake >= amount_fixed(view, "lone_ace_least")
        and any(each.is_ace for each in view.first_two)
    )
    return ("spin",) if view.player_blackjack or lone_ace else ()


def _xtreme_wheel(view: View) -> tuple[str, ...]:
    """Pontoon 21 Ch.6 §G(3): the dealer's six and ten-valued card, in either order (PO-A17)."""
    if view.second is None:
        return ()
    return ("spin",) if {view.up.value, view.second.value} == {6, 10} else ()


def _random_winner(_: View) -> tuple[str, ...]:
    """Ch.6 §G(13)(a), §19(m): drawn among the Super 4 bettors, whatever their cards."""
    return ()


def _bonus_button(view: View) -> tuple[str, ...]:
    """§20(d): a blackjack in the first two cards presses the button."""
    return ("blackjack",) if view.player_blackjack else ()


FAMILY: Final = (
    Classifier("wheel", ("spin",), Sees.FIRST_CARDS, _wheel, DecidedBy.WHEEL),
    Classifier("xtreme_wheel", ("spin",), Sees.SECOND_CARD, _xtreme_wheel, DecidedBy.SHARED_WHEEL),
    Classifier(
        "random_winner", ("random_winner",), Sees.FIRST_CARDS, _random_winner, DecidedBy.RANDOM_WINNER
    ),
    Classifier("bonus_button", ("blackjack",), Sees.FIRST_CARDS, _bonus_button, DecidedBy.BUTTON),
)
