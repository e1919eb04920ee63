"""Side wagers as chains of look-ups for a kernel: a finished round's record to the row it is paid by.

A chain is made of what the wager's classifier says to every record, and of what its settlement pays for
each answer; it restates neither. A kernel walks the flat arrays of `Chains`: it begins a fold with
w = 0 and does, for every stage of it, w = table[offset + w * domain + record[input]]; the last w is the
number of the result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from cutcard.automata.wagers.classifier_answers import sight
from cutcard.automata.wagers.demands import OPEN, OWN_THIRD, SECOND_CARD, Demands, demands_of
from cutcard.automata.wagers.folds import Fold, Stage
from cutcard.automata.wagers.records import INPUTS, Record
from cutcard.automata.wagers.row_results import ClassifierResult, result_of
from cutcard.law import Offer, OptionValue, RuleSet
from cutcard.money import Cents
from cutcard.rules import Game
from cutcard.wagers import MAIN, DecidedBy, Sees, classifier, decided_by
from cutcard.wagers.settlement import foreign_options

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
        """Its own fold by the name of what it tells, and those of its demands."""
        asked = {
            RESULT: self.fold,
            SECOND_CARD: self.demands.second_card,
            OPEN: self.demands.open,
            OWN_THIRD: self.demands.own_third,
        }
        return {name: each for name, each in asked.items() if each is not None}


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
    """The number of each fold by its wager and what it tells: `result` first, wager by wager."""
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

    def answer(self, record: Record) -> dict[str, int]:
        """The number of each wager's result for one record."""
        return {each.wager: each.fold.of(record) for each in self.chains}

    def walked(self, number: int, records: Any) -> Any:
        """What a fold tells of many records, a row each with a column for every input."""
        found = np.zeros(len(records), dtype=np.int64)
        for stage in range(self.first_stage[number], self.first_stage[number + 1]):
            seen = records[:, self.stage_input[stage]]
            found = self.table[self.stage_offset[stage] + found * self.stage_domain[stage] + seen]
            found = found.astype(np.int64)
        return found

    def chain(self, wager: str) -> Chain:
        """The chain of a wager."""
        return next(each for each in self.chains if each.wager == wager)

    @cached_property
    def digest(self) -> str:
        """A name for all that the chains tell."""
        made = hashlib.sha256(repr((INPUTS, tuple(self.numbers), self.left_out)).encode())
        for each in self.chains:
            told = (each.wager, each.paytable, each.stake, each.results, each.sees, each.beside)
            flags = (each.demands.third_card, each.demands.completion)
            made.update(repr((told, flags)).encode())
        for array in (self.table, self.stage_input, self.stage_offset, self.stage_domain):
            made.update(np.ascontiguousarray(array).tobytes())
        return made.hexdigest()


def chains(rules: RuleSet, stakes: Mapping[str, Cents], more: Sequence[Chain] = ()) -> Chains:
    """The chains of all side wagers with a stake, and of what is paid beside them; then `more`."""
    made: list[Chain] = []
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
            made.append(chain_of(rules, offer, stake))
    told = {each.wager for each in more}
    return _flattened([*made, *more], [each for each in left_out if each.wager not in told])


def _staked(own: str, offer: Offer | None) -> str:
    """The wager whose stake decides: its own, or the one that it needs."""
    if own or offer is None or offer.law.needs is None:
        return own
    return offer.law.needs.names[0]


def own_options(rules: RuleSet, wager: str) -> dict[str, OptionValue]:
    """The rule set's options without those of other wagers."""
    foreign = foreign_options(rules, wager)
    return {name: value for name, value in rules.options.items() if name not in foreign}


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
        fold=seen.told_by(numbers),
        results=tuple(settled),
        sees=eyes.sees,
        demands=demands_of(eyes, seen, rules, game, offer, stake),
        beside=_beside(rules, offer, stake, seen.answers),
    )


def _beside(
    rules: RuleSet, offer: Offer, stake: Cents, answers: Sequence[tuple[str, ...]]
) -> dict[str, Cents]:
    """The extra rows that no answer names, with what each adds to a stake."""
    told = {outcome for answer in answers for outcome in answer}
    nothing = result_of(rules, offer, stake, ()).net
    return {
        row.outcome: Cents(result_of(rules, offer, stake, (row.outcome,)).net - nothing)
        for row in offer.paytable.rows
        if row.extra and row.outcome not in told
    }


def _flattened(made: Sequence[Chain], left_out: Sequence[LeftOut]) -> Chains:
    """The look-ups of all folds one after the other."""
    folds = {(each.wager, name): told for each in made for name, told in each.folds().items()}
    names = sorted(folds, key=lambda key: key[1] != RESULT)  # the results' first, in order
    stages = [stage for key in names for stage in folds[key].stages]
    sizes = [stage.table.size for stage in stages]
    counts = [len(folds[key].stages) for key in names]
    tables = [stage.table.ravel() for stage in stages]
    results = [len(each.results) for each in made]
    return Chains(
        chains=tuple(made),
        left_out=tuple(left_out),
        numbers={key: number for number, key in enumerate(names)},
        table=np.concatenate([np.zeros(0, dtype=np.uint16), *tables]),
        stage_input=np.array([INPUTS.index(stage.reads) for stage in stages], dtype=np.int32),
        stage_offset=np.cumsum([0, *sizes], dtype=np.int32)[:-1],
        stage_domain=np.array([stage.domain for stage in stages], dtype=np.int32),
        first_stage=np.cumsum([0, *counts], dtype=np.int32),
        net=np.array([result.net for each in made for result in each.results], dtype=np.int64),
        first_result=np.cumsum([0, *results], dtype=np.int32),
    )
