"""Payouts to other boxes, and those beside the main wager without a stake, as the kernel needs them.

The super bonus and the envy it pays: which deals win is asked of `odds`, whether a strategy comes to
win them of the rules of play, and what they pay of the settlement. A box is a player of its own, and
all of them stake the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np

from cutcard.automata.hands import DRAWN_ENDS, Fate, Playing
from cutcard.automata.wagers import (
    NO_CARD,
    NUMBER_OF,
    Axis,
    Chain,
    ClassifierResult,
    Demands,
    StreakWager,
    fold,
    result_of_awards,
    seat_with,
    sight,
)
from cutcard.cards import DECK_52, Card
from cutcard.law import Offer, RuleSet
from cutcard.money import NOTHING, Cents
from cutcard.odds import NOTHING_PAID, winning_deals
from cutcard.rules import is_super_bonus_hand
from cutcard.sim.plan import Plan
from cutcard.sim.problem import SimError
from cutcard.wagers import Sees, classifier
from cutcard.wagers.settlement import (
    ENVY_BONUS,
    SUPER_BONUS,
    Devices,
    Seat,
    cut_to_limit,
    own_options,
    round_end,
    super_bonus,
)

Array = np.ndarray[Any, Any]

MAIN: Final = "main"
PLAYED_FOR: Final = (
    "played for the super bonus: two cards that a third like them would make it of are drawn to, "
    "whatever the chart says of a pair"
)
WINNER, OTHER = 1, 2
THE_HAND: Final = 1
"""The number of a box's only hand."""
NOTHING_WON: Final = ClassifierResult((NOTHING_PAID,), NOTHING)


@dataclass(frozen=True, eq=False)
class EnvyChain(Chain):
    """A payout for what other boxes won: what it comes to depends on how many of them did."""

    wins: tuple[int, ...] = ()
    """By result: whether the box won what pays the others."""
    prices: tuple[Cents, ...] = ()
    """By result: what the box is paid for each other box that won."""
    then: tuple[int, ...] = ()
    """By result: the one that it is counted as where another box won."""


@dataclass(frozen=True)
class Others:
    """By result of all side wagers, in units of each: what it pays others and is paid by them."""

    gives: Array
    """A box is paid the sum of these over all other boxes."""
    worth: Array
    """The factor to that sum: 1, or the price that the receiving box has."""
    then: Array
    """The result that is counted where anything was given."""

    def __bool__(self) -> bool:
        """Whether any result gives anything."""
        return bool(self.gives.any())


def others(
    sides: Sequence[Chain | StreakWager],
    units: Sequence[int],
    *,
    boxes: int,
    shown: Collection[str],
) -> Others:
    """What results give at a table of so many boxes, but for the wagers `shown` by devices.

    What a device pays to others depends on what it showed to whom.
    """
    gives: list[int] = []
    worth: list[int] = []
    then: list[int] = []
    for each, unit in zip(sides, units, strict=True):
        first, many = len(gives), len(each.results)
        if isinstance(each, EnvyChain):
            gives += each.wins if boxes > 1 else [0] * many
            worth += [price // unit for price in each.prices]
            then += [first + place for place in each.then]
            continue
        is_alone = boxes == 1 or each.wager in shown
        gives += [0 if is_alone else int(result.to_others) // unit for result in each.results]
        worth += [1] * many
        then += range(first, first + many)
    return Others(*(np.array(part, dtype=np.int64) for part in (gives, worth, then)))


def bonus_chains(plan: Plan) -> list[Chain]:
    """The chains of a plan's payouts beside the main wager."""
    return [MAKERS[name](plan, plan.rules.offers[name]) for name in plan.beside]


def beside_main(rules: RuleSet, wagers: Collection[str] | None = None) -> tuple[str, ...]:
    """Of these wagers (or of all) those paid beside the main one, in the document's order."""
    wanted = rules.document.wager_ids if wagers is None else wagers
    return tuple(name for name in rules.document.wager_ids if name in MAKERS and name in wanted)


def assumed(
    rules: RuleSet, beside: Sequence[str], stake: Cents, *, boxes: int, is_basic: bool
) -> Iterator[str]:
    """Notes for a run: payouts of the law that were left out, and how the bonus is played for."""
    possible = [name for name in beside_main(rules) if boxes > 1 or name != ENVY_BONUS]
    if left := [name for name in possible if name not in beside]:
        options = " ".join(f"--wager {name}" for name in left)
        yield f"left out, paid beside the main wager: {', '.join(left)}; add {options}"
    if beside:
        yield f"paid beside the main wager, per unit of it: {', '.join(beside)}"
    if beside and is_basic and pays_at(rules, stake):
        yield PLAYED_FOR


def check_bonus(name: str, *, boxes: int, is_staked: bool) -> None:
    """Refuse a stake on what takes none, and a payout for other boxes' wins where there are none."""
    if is_staked:
        raise SimError(f"stake: {name} is paid beside the main wager; leave --stake {name} out")
    if name == ENVY_BONUS and boxes == 1:
        raise SimError(f"wager: {name} is paid for what another box wins; use --boxes 2 or more")


def pays_at(rules: RuleSet, stake: Cents) -> bool:
    """Whether a winning hand with this main wager is paid the super bonus."""
    return bool(_paid(rules, stake, _winner(rules, stake), SUPER_BONUS).net)


# Who wins.


def won_by(plan: Plan) -> list[tuple[Card, Card]]:
    """The deals that the plan's strategy wins the bonus with: the card it has three of, the up card."""
    playing = Playing(plan.game, plan.rows, plan.strategy.choose, plan.stakes[MAIN])
    return [deal for deal in winning_deals(plan.rules) if _wins(playing, *deal)]


def _wins(playing: Playing, card: Card, up: Card) -> bool:
    fate, hand = playing.after(playing.dealt((card, card)), (up,), hands=1, acted=False)
    if fate is not Fate.WAITS:
        return False
    fate, hand = playing.after(hand.but(cards=(card, card, card)), (up,), hands=1, acted=True)
    names = {playing.finish(hand).names[end] for end in DRAWN_ENDS}
    return fate is Fate.ENDS and all(is_super_bonus_hand(hand, name) for name in names)


def _own(plan: Plan) -> tuple[Any, Any]:
    """1 where a box wins, by its two cards, the up card and its third; and each card's place there."""
    deals = won_by(plan)
    place = np.zeros(NO_CARD + 1, dtype=np.int64)
    for at, number in enumerate(sorted({NUMBER_OF[card] for deal in deals for card in deal}), 1):
        place[number] = at
    won = np.zeros((int(place.max()) + 1,) * 4, dtype=np.int16)
    for card, up in deals:
        three = place[NUMBER_OF[card]]
        won[three, three, place[NUMBER_OF[up]], three] = 1
    return won, place


# What it pays.


def _super_bonus(plan: Plan, offer: Offer) -> Chain:
    won, place = _own(plan)
    stake = plan.stakes[MAIN]
    paid = _paid(plan.rules, stake, _winner(plan.rules, stake), offer.law.id)
    results = (NOTHING_WON, paid) if paid.net else (NOTHING_WON, NOTHING_WON)
    axes = [Axis(name, place[:NO_CARD]) for name in ("first", "second", "up")]
    folded = fold(won, [*axes, Axis("third", place)])
    return Chain(
        offer.law.id, offer.paytable.id, stake, folded, results, Sees.FIRST_CARDS, Demands(), {}
    )


def _envy_bonus(plan: Plan, offer: Offer) -> Chain:
    """Results by what the box's cards say and whether it won; then those where another has won."""
    rules, stake = plan.rules, plan.stakes[MAIN]
    eyes = classifier(offer.law.classifier)
    seen = sight(eyes, plan.game, options=own_options(rules, offer.law.id), stake=stake)
    every = np.arange(NO_CARD)
    answers = seen.fold_of(np.arange(len(seen.answers))).over(
        {"first": every[:, None], "second": every[None, :], "up": every[:1, None]}
    )
    answers = np.broadcast_to(answers, (NO_CARD, NO_CARD))
    won, place = _own(plan)
    values = 2 * answers[:, :, None, None] + won[place[:NO_CARD, None], place[None, :NO_CARD]]
    axes = [Axis("first", every), Axis("second", every)]
    axes += [Axis("up", place[:NO_CARD]), Axis("third", place)]
    kinds = list(product(range(len(seen.answers)), (False, True)))
    paid = []
    for answer, is_winner in kinds:
        one, other = np.argwhere(answers == answer)[0].tolist()
        receives = _seat(rules, stake, (DECK_52[one], DECK_52[other]), is_winner=is_winner)
        paid.append(_paid(rules, stake, receives, offer.law.id))
    many = len(kinds)
    return EnvyChain(
        offer.law.id,
        offer.paytable.id,
        stake,
        fold(values, axes),
        (*[NOTHING_WON] * many, *paid),
        Sees.FIRST_CARDS,
        Demands(),
        {},
        wins=(*(int(is_winner) for _, is_winner in kinds), *[0] * many),
        prices=(*(each.net for each in paid), *[NOTHING] * many),
        then=(*(many + at if each.net else at for at, each in enumerate(paid)), *range(many, 2 * many)),
    )


def _winner(rules: RuleSet, stake: Cents) -> Seat:
    law = rules.document.wager(SUPER_BONUS)
    seat = seat_with(rules, Offer(law, law.paytables[0], {}), stake, box=WINNER)
    return replace(seat, stakes={MAIN: stake}, super_bonus_hand=THE_HAND)


def _seat(rules: RuleSet, stake: Cents, first_two: tuple[Card, Card], *, is_winner: bool) -> Seat:
    seat = replace(_winner(rules, stake), box=OTHER, player=str(OTHER))
    view = replace(seat.view, first_two=first_two)
    return replace(seat, view=view, super_bonus_hand=THE_HAND if is_winner else None)


def _paid(rules: RuleSet, stake: Cents, seat: Seat, name: str) -> ClassifierResult:
    """What a seat is paid under that name in a round that it or another seat has won."""
    others = () if seat.box == WINNER else (_winner(rules, stake),)
    end = round_end(rules, (*others, seat), Devices({}))
    awards = [each for each in super_bonus(end) if each.seat is seat and each.wager == name]
    cut_to_limit(end, awards)
    law = rules.document.wager(name)
    return result_of_awards(end, Offer(law, law.paytables[0], {}), awards)


MAKERS: Final[Mapping[str, Callable[[Plan, Offer], Chain]]] = {
    SUPER_BONUS: _super_bonus,
    ENVY_BONUS: _envy_bonus,
}
"""By wager: what is paid beside the main one and can be simulated."""
