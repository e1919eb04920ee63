"""Side wagers as chains of look-ups for a kernel: a finished round's record to the row it is paid by.

A chain is made of what the wager's classifier answers to every record, and of what its settlement pays
for each answer; it restates neither. A kernel walks the flat arrays of `Chains`: it begins a fold with
w = 0 and does, for every stage of it, w = table[offset + w * domain + record[input]]; the last w is the
number of the result.

A wager may also demand cards that nothing else needs. The table asks each wager whether a further card
could change what it sees; the same is asked here of the classifiers' tables, for every record at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers.classifier_answers import OF_HAND, Sight, sight
from cutcard.automata.wagers.finished_round import DOMAINS, INPUTS, MANY_CARDS, NUMBER_OF
from cutcard.automata.wagers.folds import NO_CARD, Axis, Fold, Stage, constant, fold
from cutcard.automata.wagers.row_results import ClassifierResult, result_of
from cutcard.cards import DECK_52, deck
from cutcard.law import Offer, RuleSet
from cutcard.money import Cents
from cutcard.rules import TWO_CARDS, Game, total
from cutcard.table import PROBED_FINALS, Bet, new_round, third_cards
from cutcard.values import but
from cutcard.wagers import MAIN, Classifier, DecidedBy, Sees, classifier, decided_by, priced_outcomes
from cutcard.wagers.settlement import own_options

SECOND_CARD: Final = "second_card"
OPEN: Final = "open"
OWN_THIRD: Final = "own_third"
HOLE: Final = "hole"
SO_FAR: Final = "dealer_count"


@dataclass(frozen=True, eq=False)
class Demands:
    """What is dealt for a wager as long as it lies on the layout."""

    second_card: Fold | None = None
    """1 where the dealer's second card is dealt for it; None: never."""
    third_card: bool = False
    """Whether the dealer takes a third card for it on two that are under 17."""
    open: Fold | None = None
    """1 where the dealer goes on drawing for it by the table's rule; it reads as `dealer_count` the
    cards that the dealer has by then. None: never."""
    completion: bool = False
    """Whether the dealer's hand is completed for it by Buster's own rule."""
    own_third: Fold | None = None
    """1 where the box is offered a third card against a dealer's blackjack; None: never."""


def demands_of(
    eyes: Classifier, seen: Sight, rules: RuleSet, game: Game, offer: Offer, stake: Cents
) -> Demands:
    """What one wager demands; a payout without a stake of its own demands nothing."""
    if not offer.law.takes_stake:
        return Demands()
    own_third = _own_third(rules, game, offer, stake) if eyes.reads_drawn else None
    match eyes.sees:
        case Sees.FIRST_CARDS:
            return Demands(own_third=own_third)
        case Sees.SECOND_CARD:
            priced = priced_outcomes(eyes, offer.paytable)
            return Demands(_second_card(seen, game, priced), own_third=own_third)
        case Sees.DRAWN_HAND:
            hands = _Hands(seen, game)
            return Demands(hands.second_card(), open=hands.open())
    return Demands(
        constant(1),
        third_card=eyes.sees is Sees.THIRD_CARD,
        completion=eyes.sees is Sees.COMPLETED_HAND,
    )


def _as_sets(seen: Sight, priced: frozenset[str] | None = None) -> Any:
    """The values of a sight with answers of the same outcomes, of those that are priced, made one."""
    sets: dict[frozenset[str], int] = {}
    answers = [frozenset(each) if priced is None else priced.intersection(each) for each in seen.answers]
    numbers = [sets.setdefault(answer, len(sets)) for answer in answers]
    return np.array(numbers)[seen.values]


def _second_card(seen: Sight, game: Game, priced: frozenset[str]) -> Fold | None:
    """Where the second card may change what is seen and priced."""
    names = [axis.reads for axis in seen.axes]
    if HOLE not in names:
        return None
    at = names.index(HOLE)
    dealt = seen.axes[at].place[[NUMBER_OF[each] for each in deck(game.deck_cards)]]
    values = np.take(_as_sets(seen, priced), np.unique(dealt), axis=at)
    matters = (values != np.take(values, [0], axis=at)).any(axis=at)
    return _where(matters, [axis for axis in seen.axes if axis.reads != HOLE])


def _where(matters: Any, axes: list[Axis]) -> Fold | None:
    return fold(matters.astype(np.int16), axes) if matters.any() else None


class _Hands:
    """A wager on the dealer's drawn hand, as far as its other inputs are known."""

    def __init__(self, seen: Sight, game: Game) -> None:
        self.game = game
        names = OF_HAND[Sees.DRAWN_HAND]
        self.axes = [axis for axis in seen.axes if axis.reads not in names]
        self._places = {axis.reads: axis.place for axis in seen.axes}
        order = [axis.reads for axis in seen.axes]
        values = _as_sets(seen)
        for name in names:
            if name not in order:  # it does not matter: one place for all
                values, order = values[..., None], [*order, name]
                self._places[name] = np.zeros(DOMAINS[name], dtype=np.int64)
        self._values = np.moveaxis(values, [order.index(name) for name in names], (0, 1))

    def of(self, count: int, points: int) -> Any:
        """What is seen of a hand of so many cards and points, along the other axes."""
        by_count, by_total = (self._places[name] for name in OF_HAND[Sees.DRAWN_HAND])
        return self._values[by_count[min(count, MANY_CARDS)], by_total[points]]

    def is_open(self, cards_so_far: int) -> Any:
        """Whether the dealer, who has so many cards, could still change what is seen."""
        ends = [self.of(max(count, cards_so_far), points) for count, points in PROBED_FINALS]
        return np.any([each != ends[0] for each in ends], axis=0)

    def open(self) -> Fold | None:
        """Where the dealer draws on."""
        counts = range(DOMAINS[SO_FAR])
        matters = np.stack([self.is_open(count) for count in counts], axis=-1)
        return _where(matters, [*self.axes, Axis(SO_FAR, np.array(counts))])

    def second_card(self) -> Fold | None:
        """Where the second card matters by itself, or the hand is open."""
        by_up = []
        for up in DECK_52:
            seen = [self.of(TWO_CARDS, total((up, each))) for each in deck(self.game.deck_cards)]
            by_up.append(np.any([each != seen[0] for each in seen], axis=0) | self.is_open(1))
        return _where(np.stack(by_up, axis=-1), [*self.axes, Axis("up", np.arange(NO_CARD))])


def _own_third(rules: RuleSet, game: Game, offer: Offer, stake: Cents) -> Fold | None:
    """Where the table offers a third card to a box with this wager, the dealer having a blackjack."""
    round_ = new_round(rules, game, (Bet(1, "1", {"main": stake, offer.law.id: stake}),))
    offered = np.zeros((NO_CARD, NO_CARD), dtype=bool)
    for one, first in enumerate(DECK_52):
        for other, second in enumerate(DECK_52):
            boxes = (but(round_.boxes[0], initial=((first, second),)),)
            offered[one, other] = third_cards(but(round_, blackjack_found=True, boxes=boxes)) is not None
    place = np.arange(NO_CARD)
    return _where(offered, [Axis("first", place), Axis("second", place)])


INSURANCE: Final = "insurance"
RESULT: Final = "result"
LEFT_OUT: Final[Mapping[DecidedBy, str]] = {
    DecidedBy.STREAK: "it is decided by the wins of several rounds, and the record of one keeps none",
    DecidedBy.RANDOM_WINNER: "a system draws its winner, whatever the cards are",
    DecidedBy.MAIN_WAGER: (
        "it is paid for a winning line of the main wager, which a record does not keep"
    ),
    DecidedBy.OTHER_BOX: "it is paid for the super bonus of another player's box",
}
"""By what decides them: the wagers and payouts that no chain can tell, and why."""


@dataclass(frozen=True, eq=False)
class Chain:
    """One wager at one stake."""

    wager: str
    paytable: str
    stake: Cents
    """Its own, or for a payout without a stake that of the wager beside which it is paid."""
    fold: Fold
    results: tuple[ClassifierResult, ...]
    sees: Sees
    demands: Demands
    beside: Mapping[str, Cents]
    """Extra rows that a draw decides and no card, with what each pays besides."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The look-ups in order."""
        return self.fold.stages

    def folds(self) -> Mapping[str, Fold]:
        """Its own fold and those of its demands, by the name of what each computes."""
        folds = {
            RESULT: self.fold,
            SECOND_CARD: self.demands.second_card,
            OPEN: self.demands.open,
            OWN_THIRD: self.demands.own_third,
        }
        return {name: each for name, each in folds.items() if each is not None}


@dataclass(frozen=True)
class LeftOut:
    """A wager or payout in force for which there is no chain."""

    wager: str
    why: str


@dataclass(frozen=True, eq=False)
class Chains:
    """The chains of a table's side wagers, and all their look-ups in flat arrays."""

    chains: tuple[Chain, ...]
    left_out: tuple[LeftOut, ...]
    numbers: Mapping[tuple[str, str], int]
    """The number of each fold by its wager and what it computes: `result` first, wager by wager."""
    table: Any
    stage_input: Any
    """By stage: the place of its input among `INPUTS`."""
    stage_offset: Any
    stage_domain: Any
    first_stage: Any
    """By fold: its first stage; one entry more says where the last one ends."""
    net: Any
    """The nets of all results in cents, chain by chain."""
    first_result: Any
    """By chain: where its results begin; one entry more says where the last one's end."""

    @cached_property
    def digest(self) -> str:
        """A digest of all chains."""
        digest = hashlib.sha256(repr((INPUTS, tuple(self.numbers), self.left_out)).encode())
        for each in self.chains:
            named = (each.wager, each.paytable, each.stake, each.results, each.sees, each.beside)
            flags = (each.demands.third_card, each.demands.completion)
            digest.update(repr((named, flags)).encode())
        for array in (self.table, self.stage_input, self.stage_offset, self.stage_domain):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()


def chains(rules: RuleSet, stakes: Mapping[str, Cents], more: Sequence[Chain] = ()) -> Chains:
    """The chains of all side wagers with a stake, and of what is paid beside them; then `more`."""
    chained: list[Chain] = []
    left_out: list[LeftOut] = []
    for name in rules.document.wager_ids:
        offer = rules.insurance if name == INSURANCE else rules.offers.get(name)
        law = rules.document.wager(name)
        stake = stakes.get(_staked(law.id if law.takes_stake else "", offer), None)
        always = not law.takes_stake and law.needs is None  # in force wherever the document is
        if name == MAIN or not (always or (offer is not None and stake)):
            continue
        if (why := LEFT_OUT.get(decided_by(law))) is not None:
            left_out.append(LeftOut(name, why))
        elif offer is not None and stake:
            chained.append(chain_of(rules, offer, stake))
    added = {each.wager for each in more}
    return _flattened([*chained, *more], [each for each in left_out if each.wager not in added])


def _staked(own: str, offer: Offer | None) -> str:
    """The wager whose stake decides: its own, or the one that it needs."""
    if own or offer is None or offer.law.needs is None:
        return own
    return offer.law.needs.names[0]


def chain_of(rules: RuleSet, offer: Offer, stake: Cents) -> Chain:
    """The chain of one wager at a stake."""
    law, eyes = offer.law, classifier(offer.law.classifier)
    game = Game.of(rules.options, {})
    seen = sight(eyes, game, options=own_options(rules, law.id), stake=stake)
    rank = {outcome: number for number, outcome in enumerate(eyes.outcomes)}
    settled: dict[ClassifierResult, int] = {}
    number_of = {}
    for answer in sorted(seen.answers, key=lambda each: [*map(rank.__getitem__, each), len(rank)]):
        result = result_of(rules, offer, stake, answer)
        number_of[answer] = settled.setdefault(result, len(settled))
    numbers = np.array([number_of[answer] for answer in seen.answers], dtype=np.int16)
    return Chain(
        wager=law.id,
        paytable=offer.paytable.id,
        stake=stake,
        fold=seen.fold_of(numbers),
        results=tuple(settled),
        sees=eyes.sees,
        demands=demands_of(eyes, seen, rules, game, offer, stake),
        beside=_beside(rules, offer, stake, seen.answers),
    )


def _beside(
    rules: RuleSet, offer: Offer, stake: Cents, answers: Sequence[tuple[str, ...]]
) -> dict[str, Cents]:
    """The extra rows that no answer names, with what each adds to a stake."""
    named = {outcome for answer in answers for outcome in answer}
    nothing = result_of(rules, offer, stake, ()).net
    return {
        row.outcome: Cents(result_of(rules, offer, stake, (row.outcome,)).net - nothing)
        for row in offer.paytable.rows
        if row.extra and row.outcome not in named
    }


def _flattened(wager_chains: Sequence[Chain], left_out: Sequence[LeftOut]) -> Chains:
    """The look-ups of all folds one after the other."""
    folds = {
        (each.wager, name): each_fold
        for each in wager_chains
        for name, each_fold in each.folds().items()
    }
    names = sorted(folds, key=lambda key: key[1] != RESULT)  # the results' first, in order
    stages = [stage for key in names for stage in folds[key].stages]
    sizes = [stage.table.size for stage in stages]
    counts = [len(folds[key].stages) for key in names]
    tables = [stage.table.ravel() for stage in stages]
    results = [len(each.results) for each in wager_chains]
    return Chains(
        chains=tuple(wager_chains),
        left_out=tuple(left_out),
        numbers={key: number for number, key in enumerate(names)},
        table=np.concatenate([np.zeros(0, dtype=np.uint16), *tables]),
        stage_input=np.array([INPUTS.index(stage.reads) for stage in stages], dtype=np.int32),
        stage_offset=np.cumsum([0, *sizes], dtype=np.int32)[:-1],
        stage_domain=np.array([stage.domain for stage in stages], dtype=np.int32),
        first_stage=np.cumsum([0, *counts], dtype=np.int32),
        net=np.array([result.net for each in wager_chains for result in each.results], dtype=np.int64),
        first_result=np.cumsum([0, *results], dtype=np.int32),
    )
