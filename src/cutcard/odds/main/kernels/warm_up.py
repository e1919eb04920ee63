"""Calls of the main game's loops about no hands and no shoes, which compile them and do nothing else.

They are made of what is made for real ones, so that loops are compiled for the very kinds of arrays that
they will meet. A second process makes such calls while the first one is busy (`sim.ahead`).
"""

from __future__ import annotations

import numpy as np

from cutcard.automata.hands import VALUES, Split
from cutcard.compute import WarmUpCall
from cutcard.law import RuleSet
from cutcard.odds.main.kernels import dealer as kernel_dealer, play as kernel
from cutcard.odds.main.kernels.arithmetic import Numbers, hands_of_run, new_room, new_values
from cutcard.odds.main.rules import MainRules, main_rules
from cutcard.odds.main.walk import all_hands


def dealer_calls(rules: RuleSet) -> list[WarmUpCall]:
    """Of the loops that find the dealer's chances."""
    main = main_rules(rules)
    shoes, none = _of_no_shoes(main).shoes, np.zeros(0, dtype=np.int64)
    about = (none, shoes, main.tree, None, kernel_dealer.new_room(shoes))
    return [WarmUpCall(kernel_dealer.dealer_chances, about)]


def hand_calls(rules: RuleSet) -> list[WarmUpCall]:
    """Of the loops that play every hand, and that find which hands come up."""
    main, hands = main_rules(rules), all_hands()
    numbers, none = _of_no_shoes(main), np.zeros(0, dtype=np.int32)
    acts = np.zeros((*main.after_doubling.shape, len(main.starts)), dtype=np.int8)
    table, came = numbers.table(main, main.prices, Split.NEVER), np.zeros(0, dtype=np.bool_)
    about = (hands_of_run(none, none), numbers.shoes, table, acts, False, None)
    played = WarmUpCall(kernel.play, (*about, new_values(acts), new_room(acts)))
    return [played, WarmUpCall(kernel.reached, (hands.child, none, hands.count, acts, came))]


def _of_no_shoes(main: MainRules) -> Numbers:
    numbers = Numbers()
    numbers.prepare(main, (0,) * len(VALUES), np.zeros((0, len(VALUES)), dtype=np.int16))
    return numbers
