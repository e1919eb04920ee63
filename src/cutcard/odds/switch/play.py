"""Blackjack Switch played in a given way: how often every end comes, and what it is worth, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import BLACKJACK_END, ENDS, Split, switched_natural
from cutcard.compute import report_progress
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode
from cutcard.odds.main.exact_value import rational_from_residues, round_denominator
from cutcard.odds.main.hands import all_hands
from cutcard.odds.main.kernels.arithmetic import Numbers
from cutcard.odds.main.rules import Amounts, MainRules
from cutcard.odds.switch import kernel as kernel_switch
from cutcard.odds.switch.orders import (
    BLACKJACK,
    CARDS,
    OTHERS,
    PAID,
    PAIRS,
    PLACES,
    SWITCHED,
    Beginning,
    BesideOther,
    Deals,
    KnownSets,
    beginnings,
    four_card_chances,
    sets_of,
)

Array = np.ndarray[Any, Any]

MADE: Final = 2
"""Doublings: none or one."""
NO_OUTCOME: Final = -1
RARE: Final = 1e-15
"""A chance that is but rounding."""


@dataclass(frozen=True)
class Rows:
    """Where each end of a hand stands in one long table: by row and the dealer's end."""

    main: MainRules

    @property
    def kinds(self) -> int:
        """Of hands, as the rules tell them apart."""
        return len(self.main.table.kinds)

    def stands(self, split: int) -> int:
        """The first row of hands that stand; then by doublings and kind."""
        return split * MADE * self.kinds

    @property
    def at_blackjack(self) -> int:
        """The first row of hands that a dealer blackjack meets before play, by kind."""
        return self.stands(len(Split))

    @property
    def bust(self) -> int:
        """The first row of busts, by split and doublings."""
        return self.at_blackjack + self.kinds

    @property
    def switched(self) -> int:
        """The row of an ace and a ten from a switch that stand."""
        return self.bust + len(Split) * MADE

    @property
    def paid(self) -> int:
        """The row of even money."""
        return self.switched + 1

    @property
    def owed(self) -> int:
        """The row of split pairs that a late dealer blackjack takes."""
        return self.paid + 1

    def table(self, amounts: Amounts, switched: Array, *, none: int) -> Array:
        """Amounts by row and end, those of a switched ace and ten being given; `none` elsewhere."""
        found = np.full((self.owed + 1, len(ENDS)), none, dtype=np.int64)
        for way in Split:
            by = amounts.stands[way].reshape(-1, len(ENDS))
            found[self.stands(way) : self.stands(way) + len(by)] = by
            found[self.bust + way * MADE : self.bust + (way + 1) * MADE] = amounts.bust[way]
        found[self.at_blackjack : self.bust, BLACKJACK_END] = amounts.at_blackjack
        found[self.switched] = switched
        found[self.paid] = amounts.even_money
        found[self.owed, BLACKJACK_END] = amounts.owed
        return found


@dataclass(frozen=True)
class SwitchPlay:
    """Blackjack Switch played in one way."""

    main: MainRules
    shoe: Composition
    beside: tuple[BesideOther, ...]
    """By the other hand's two cards."""
    deals: Deals

    @cached_property
    def rows(self) -> Rows:
        """Where each end stands."""
        return Rows(self.main)

    @cached_property
    def nets(self) -> Array:
        """What each row and end comes to, over the scale of the prices."""
        return self.rows.table(self.main.prices, switched_nets(self.main), none=0)

    @cached_property
    def ends(self) -> Array:
        """How many hands a round come to each row and end, on average."""
        hands, sets = all_hands(), self.after
        found = np.zeros((self.rows.owed + 1, len(ENDS)))
        stands = found[: self.rows.at_blackjack].reshape(len(Split), MADE, self.rows.kinds, len(ENDS))
        busts = found[self.rows.bust : self.rows.switched].reshape(len(Split), MADE, len(ENDS))
        begins = self._zeros
        for other in range(len(OTHERS)):
            for each in self._beginnings(other):
                at, (stood, drew) = self.sets.at(each.gone), each.orders(begins)
                kernel_switch.meet_ends(stood, at, hands.kind, sets, stands[each.way])
                kernel_switch.meet_busts(hands.child, drew, at, sets, busts[each.way])
            for place, row, counts in self._at_once(other):
                found[row] += (counts[:, None] * sets.dealer[place]).sum(axis=0) * sets.weight[place]
        if not self.main.checks:
            found[self.rows.owed, BLACKJACK_END] = self._owed()
        return found

    @property
    def value(self) -> float:
        """The player's expectation per unit staked, two units lying on the two hands."""
        return float((self.ends * self.nets).sum()) / (2 * self.main.scale)

    @property
    def squares(self) -> float:
        """The expected sum of the squared results of a round's hands, in units of a wager."""
        return float((self.ends * self.nets.astype(np.float64) ** 2).sum()) / self.main.scale**2

    def times(self, amounts: Amounts) -> float:
        """Other amounts summed over a round's hands, on average; a switched ace and ten left out."""
        table = self.rows.table(amounts, np.zeros(len(ENDS), dtype=np.int64), none=0)
        return float((self.ends * table).sum())

    @property
    def first_of_split(self) -> float:
        """Of the hands of split pairs, the part that is the first of its pair; zero without splits."""
        weight, pairs = four_card_chances(self.shoe), 0.0
        for other, beside in enumerate(self.beside):
            held, at = held_beside(self.deals.held, other), self.sets.at(int(OTHERS[other]))[PLACES]
            for value, part in beside.splits.items():
                chances = self.after.dealer[at[PAIRS[value]]]
                known = chances[:, BLACKJACK_END] if self.main.checks else 0.0
                by_start = held[PAIRS[value]] * part * (chances.sum(axis=1) - known)
                pairs += float(by_start.sum()) * float(weight[PAIRS[value], other])
        ended = self.ends.copy()
        if self.main.checks:  # then no hand that is played meets it
            ended[:, BLACKJACK_END] = 0.0
        hands = ended[self.rows.stands(Split.PAIR) : self.rows.at_blackjack].sum()
        hands += ended[self.rows.bust + MADE : self.rows.switched].sum()
        return pairs / float(hands) if pairs else 0.0

    @cached_property
    def outcomes(self) -> Mapping[str, tuple[float, float]]:
        """By name: the expected number of hands a round that end so, and what they win together."""
        names, codes = self._codes()
        times, worth = (
            np.bincount(codes.ravel() + 1, weights=each.ravel(), minlength=len(names) + 1)[1:]
            for each in (self.ends, self.ends * self.nets)
        )
        return {
            name: (float(many), float(net) / self.main.scale)
            for name, many, net in zip(names, times, worth, strict=True)
            if many > RARE
        }

    def _codes(self) -> tuple[list[str], Array]:
        """The outcomes' names, and by row and end which it is."""
        names, switched = list(self.main.names), []
        for end, each in enumerate(switched_natural(self.main.game, self.main.rows)):
            if each.outcome not in names:
                names.append(each.outcome)
            is_none = self.main.checks and end == BLACKJACK_END
            switched.append(NO_OUTCOME if is_none else names.index(each.outcome))
        return names, self.rows.table(self.main.outcomes, np.array(switched), none=NO_OUTCOME)

    @property
    def is_exact(self) -> bool:
        """Whether the value is a rational that can be put together: not where a dealer blackjack comes
        after play, nor where ranks are averaged over."""
        every = (each for other in range(len(OTHERS)) for each in self._beginnings(other))
        return self.main.checks and all((each.counts % 1 == 0).all() for each in every)

    @cached_property
    def exact_value(self) -> Fraction | None:
        """The value as a rational; None where there is none to be put together."""
        if not self.is_exact:
            return None
        worth, halves = self._worth(), 2 * self.main.scale
        cards = self.sets.most_cards + int(self.main.tree.cards.max()) + 1

        def residue(prime: int) -> int:
            report_progress("the exact value, prime by prime")
            numbers = Numbers(prime)
            sets = self.sets.table(self.main, self.shoe, numbers)
            found = kernel_switch.weighed(worth, sets, numbers.float_prime)
            return int(numbers.times(found, Fraction(1, halves)))

        return rational_from_residues(residue, round_denominator(self.shoe.size, cards) * halves)

    def _worth(self) -> Array:
        """What all orders together come to, by set of cards, start and end; over the scale.

        A bust loses its stake whatever comes. So the stake is taken from every hand where it begins, and
        given back where it stands: then busts come to nothing, and need no sets of their own.
        """
        found = np.zeros((self.sets.keys.size, len(self.main.starts), len(ENDS)))
        prices, begins = self.main.prices, self._zeros
        lost = [bust[:, None, :] for bust in prices.bust]
        back = [(stood - bust).astype(float) for stood, bust in zip(prices.stands, lost, strict=True)]
        for other in range(len(OTHERS)):
            for each in self._beginnings(other):
                at, (stood, _) = self.sets.at(each.gone), each.orders(begins)
                kernel_switch.add_worth(stood, at, all_hands().kind, back[each.way], found)
                doubled = (each.acts[each.places] == ActionCode.DOUBLE).astype(np.int64)
                found[at[each.places]] += each.counts[:, :, None] * prices.bust[each.way][doubled]
            for place, row, counts in self._at_once(other):
                found[place] += counts[:, None] * self.nets[row]
        return found

    @cached_property
    def sets(self) -> KnownSets:
        """The sets of cards that the play can take."""
        every = (each for other in range(len(OTHERS)) for each in self._beginnings(other))
        at_once = (OTHERS[:, None] + OTHERS[None, :]).ravel()
        return sets_of(every, at_once, len(self.main.starts))

    @property
    def _zeros(self) -> Array:
        return np.zeros((all_hands().keys.size, len(self.main.starts)))

    @cached_property
    def after(self) -> kernel_switch.Sets:
        """What comes after each of them, in floating point."""
        return self.sets.table(self.main, self.shoe, Numbers())

    def _beginnings(self, other: int) -> Iterator[Beginning]:
        held = held_beside(self.deals.held, other)
        return beginnings(self.beside[other], held, int(OTHERS[other]))

    def _at_once(self, other: int) -> Iterator[tuple[int, int, Array]]:
        """Hands that are not played (from a switch, by even money, by a dealer blackjack): the place of
        their set, their row, how many by start."""
        held, dealt = (held_beside(each, other) for each in (self.deals.held, self.deals.dealt))
        at = self.sets.at(int(OTHERS[other]))[PLACES]
        switched = held[SWITCHED] * ~self.beside[other].doubles_switched
        yield int(at[BLACKJACK]), self.rows.switched, switched
        yield int(at[BLACKJACK]), self.rows.paid, held[PAID]
        if self.main.checks:
            rows = self.rows.at_blackjack + all_hands().kind[PLACES]
            yield from zip(at.tolist(), rows.tolist(), dealt[: len(PLACES)], strict=True)

    def _owed(self) -> float:
        """How many wagers of split pairs a dealer blackjack takes after play, a round."""
        weight = four_card_chances(self.shoe)
        found = 0.0
        for other, beside in enumerate(self.beside):
            held = held_beside(self.deals.held, other)
            for value, owed in beside.owed.items():
                pair = PAIRS[value]
                found += float((held[pair] * beside.splits[value] * owed).sum() * weight[pair, other])
        return found


def held_beside(held: Array, other: int) -> Array:
    """In how many orders each hand is held beside two cards, first or second, by hand and start."""
    beside = np.flatnonzero(other == CARDS)
    return np.asarray(held[:, beside].sum(axis=1) + held[beside].sum(axis=0))


def switched_nets(main: MainRules) -> Array:
    """What a switched ace and ten come to when they stand, by end, over the scale of the prices."""
    nets = [int(each.net * main.scale) for each in switched_natural(main.game, main.rows)]
    if main.checks:
        nets[BLACKJACK_END] = 0
    return np.array(nets)
