"""`odds.countability`: which wagers a card counter can beat, by which count, from when on, for how much.

The edge moves with every card that is gone, nearly in proportion: with e(c) for the effect of removing
one card c from N, and n cards seen, it is about m + (N - 1)/(N - n) times the sum of e over these. A
count gives every card a tag t(c) in place of its effect. The closer tags follow effects, by their
correlation r, the more of the spread of the edge the count sees: its deviation after n cards is r s
sqrt(n (N - 1) / (N - n)), with s for that of e over the deck. The sum being nearly normal, who bets
one unit whenever the count says that the edge is above zero wins m F(m/d) + d f(m/d) a round at that
depth, F and f being the normal distribution and its density.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import erf, exp, pi, sqrt
from typing import Any, Final

import numpy as np

from cutcard.cards import DECK_52
from cutcard.compute import cache, report_progress
from cutcard.law import Document
from cutcard.odds.library.removal import RemovalEffects, effects_of
from cutcard.odds.library.request import asked, law_of, listed, part, table, whole
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.results import Drawing, Record, Result, arguments

Array = np.ndarray[Any, Any]
DECK: Final = 52
LEVELS: Final = (1, 2, 3)
SCALES: Final = 400
"""Scales that are tried to round effects to whole tags."""
DEPTHS: Final = 64
MOST_LEVEL: Final = 100
MOST_TAG: Final = 10_000
LIKE_WAGERS: Final = '{"lucky_ladies": "A"}'
HUNDRED: Final = 100


@dataclass(frozen=True)
class CountForWager:
    """A count for one wager, and what it wins."""

    wager: str
    paytable: str
    level: int
    """The largest tag."""
    tags: Mapping[str, int]
    """By rank where suits do not matter, otherwise by card."""
    correlation: float
    house_edge: float
    per_count: float
    """What the player's edge gains with one more of the true count (a deck's worth)."""
    trigger: float | None
    """The true count from which on the player has the edge."""
    units_per_100: float
    """What a unit staked whenever the player has the edge wins in a hundred rounds."""


@dataclass(frozen=True, repr=False)
class Countability(Result):
    """Wagers ranked by what a counter can win of them."""

    names: Mapping[str, str]
    penetration: float
    counts: tuple[CountForWager, ...]
    reasons: Mapping[str, str]
    """By wager that has no figure: why."""
    sources: tuple[RemovalEffects, ...]

    @property
    def value(self) -> float:
        """The most units that a hundred rounds can bring."""
        return max((each.units_per_100 for each in self.counts), default=0.0)

    @property
    def digest(self) -> str:
        """Of the effects of removal and of the penetration."""
        return cache.digest("countability", self.penetration, *(each.digest for each in self.sources))

    @property
    def law(self) -> Mapping[str, str]:
        """The law data it stands on: document, version, digest."""
        return self.names

    @property
    def method(self) -> str:
        """Effects of removal, and a normal sum of them."""
        return "linear"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the figures take for granted."""
        return (
            f"The shoe is dealt to {self.penetration:.0%}, every depth equally often.",
            "The edge moves in proportion to the effects of the cards gone, whose sum is normal.",
            "The counter sees every card and stakes one unit whenever the count shows an edge, and "
            "nothing otherwise; of the main wager too.",
            "A count of a level has the whole tags up to it that follow the effects best.",
        )

    @property
    def citations(self) -> tuple[str, ...]:
        """The provisions of the wagers."""
        return tuple(dict.fromkeys(cite for each in self.sources for cite in each.citations))

    def to_dict(self) -> dict[str, Any]:
        """The counts in plain values."""
        return {
            "document": self.names.get("document"),
            "penetration": self.penetration,
            "method": self.method,
            "counts": [dict(vars(each)) for each in self.counts],
            "reasons": dict(self.reasons),
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each wager and level, the most profitable first."""
        return [
            {
                "wager": each.wager,
                "paytable": each.paytable,
                "level": each.level,
                "correlation": each.correlation,
                "house_edge": each.house_edge,
                "per_count": each.per_count,
                "trigger": each.trigger,
                "units_per_100": each.units_per_100,
                "tags": " ".join(f"{card}={tag:+d}" for card, tag in each.tags.items() if tag),
            }
            for each in self.counts
        ]

    def headline(self) -> list[str]:
        """The wager that can be won the most of."""
        if not self.counts:
            return ["no wager here can be counted"]
        first = self.counts[0]
        when = "never" if first.trigger is None else f"from a true count of {first.trigger:.2f}"
        return [
            f"{first.wager} {first.paytable}: {first.units_per_100:.4f} units per 100 rounds {when}, "
            f"level {first.level}, correlation {first.correlation:.3f}"
        ]

    def drawing(self) -> Drawing:
        """What can be won of each wager."""
        best: dict[str, float] = {}
        for each in self.counts:
            best[each.wager] = max(best.get(each.wager, 0.0), each.units_per_100)
        bars = [{"wager": wager, "units": units} for wager, units in best.items()]
        return Drawing("bars", bars, "units", "wager", x_title="Units per 100 rounds")


def countability(
    document: str | Document,
    *,
    wagers: Mapping[str, str | None] | Sequence[str] | None = None,
    penetration: float = 0.75,
    levels: Sequence[int] = LEVELS,
    tags: Mapping[str, int] | None = None,
    **options: Any,
) -> Countability:
    """What a card counter can win of each wager: the best count of each level, or one with given tags.

    `wagers` are those of a table with their paytables; left out, all of the document.

    >>> countability("md-blackjack", wagers={"lucky_ladies": "A"}).to_frame()
    """
    law = law_of(document)
    dealt = float(part("penetration", penetration))
    wanted = [
        whole("levels", each, least=1, most=MOST_LEVEL)
        for each in listed("levels", levels, like="[1, 2]")
    ]
    own = None if tags is None else _own_tags(tags)
    named = _named(law, wagers)
    counts: list[CountForWager] = []
    reasons: dict[str, str] = {}
    sources: list[RemovalEffects] = []
    for done, (wager, paytable) in enumerate(named.items()):
        report_progress("wagers", done, len(named))
        try:
            effects = effects_of(asked(law, wager, paytable=paytable, **options))
        except OddsError as problem:
            if wagers is not None:
                raise
            reasons[wager] = str(problem)
            continue
        sources.append(effects)
        counts += _counts(effects, dealt, wanted, own)
    ranked = tuple(sorted(counts, key=lambda each: (-each.units_per_100, each.level)))
    return Countability(law.names, dealt, ranked, reasons, tuple(sources))


def _named(
    law: Document, wagers: Mapping[str, str | None] | Sequence[str] | None
) -> dict[str, str | None]:
    """The wagers that are asked about, each with its paytable."""
    if wagers is None:
        return dict.fromkeys(_all_wagers(law))
    if isinstance(wagers, Mapping):
        return table("wagers", wagers, like=LIKE_WAGERS)
    return dict.fromkeys(listed("wagers", wagers, like='["lucky_ladies"]'))


def _own_tags(tags: Mapping[str, int]) -> dict[str, int]:
    """The tags of a person's own count, by card or rank."""
    given = table("tags", tags, like='{"2": 1, "T": -1, "A": -1, "rest": 0}')
    known = {"rest", *(card.text for card in DECK_52), *(card.rank for card in DECK_52)}
    for name in given:
        if name not in known:
            raise OddsError(f"tags: {arguments.shown(name)} is no card or rank; write T, Qh or rest")
    return {
        name: whole(f"tags: {name}", tag, least=-MOST_TAG, most=MOST_TAG) for name, tag in given.items()
    }


def countability_of(
    question: Question, *, penetration: float = 0.75, levels: Sequence[int] = LEVELS
) -> Countability:
    """What a card counter can win of the wager that a question is about, whoever made its prices."""
    if not 0 < penetration < 1:
        raise OddsError(f"penetration: {penetration} is not between 0 and 1")
    effects = effects_of(question)
    counts = tuple(_counts(effects, penetration, levels, None))
    ranked = tuple(sorted(counts, key=lambda each: (-each.units_per_100, each.level)))
    return Countability(question.rules.document.names, penetration, ranked, {}, (effects,))


def _all_wagers(law: Document) -> list[str]:
    return [name for name in law.wager_ids if law.wager(name).takes_stake]


def _counts(
    effects: RemovalEffects, penetration: float, levels: Sequence[int], tags: Mapping[str, int] | None
) -> Iterator[CountForWager]:
    cards = [card.text for card in DECK_52 if card.text in effects.effects]
    weight = np.array([effects.question.composition.count(c) for c in DECK_52 if c.text in cards], float)
    weight /= weight.sum()
    effect = np.array([float(effects.effects[card]) for card in cards])
    effect = effect - weight @ effect
    if tags is not None:
        given = np.array([_tag(tags, card) for card in cards], dtype=float)
        yield _count(effects, penetration, cards, given, weight, effect)
        return
    for level in levels:
        yield _count(effects, penetration, cards, _best_tags(effect, weight, level), weight, effect)


def _tag(tags: Mapping[str, int], card: str) -> int:
    """A card's own tag, else its rank's, else that of the rest."""
    for name in (card, card[0], "rest"):
        if name in tags:
            return tags[name]
    raise OddsError(f"tags: no tag for {card}; give {card[0]}, or rest")


def _best_tags(effect: Array, weight: Array, level: int) -> Array:
    """The whole tags that follow the effects best, of those that a rounding at some scale gives."""
    largest = float(np.abs(effect).max())
    best, top = np.sign(effect), -1.0
    if largest == 0:
        return best
    for step in range(1, SCALES + 1):
        tags = np.clip(np.round(effect / largest * (level + 0.49) * step / 40), -level, level)
        if tags.any() and (found := _correlation(tags, effect, weight)) > top + 1e-12:
            best, top = tags, found
    return np.asarray(best)


def _correlation(tags: Array, effect: Array, weight: Array) -> float:
    centred = tags - weight @ tags
    spread = sqrt(float(weight @ centred**2) * float(weight @ effect**2))
    return float(weight @ (centred * effect)) / spread if spread else 0.0


def _count(
    effects: RemovalEffects,
    penetration: float,
    cards: Sequence[str],
    tags: Array,
    weight: Array,
    effect: Array,
) -> CountForWager:
    size, edge = effects.question.composition.size, float(effects.full)
    follows = _correlation(tags, effect, weight)
    centred = tags - weight @ tags
    variance = float(weight @ centred**2)
    slope = float(weight @ (centred * effect)) / variance * (size - 1) / DECK if variance else 0.0
    seen = follows * sqrt(float(weight @ effect**2))
    offer = effects.question.offer
    return CountForWager(
        wager=offer.law.id,
        paytable=offer.paytable.id,
        level=int(np.abs(tags).max()),
        tags=_by_rank(cards, tags),
        correlation=follows,
        house_edge=-edge,
        per_count=slope,
        trigger=-edge / slope if slope > 0 else None,
        units_per_100=HUNDRED * _won(edge, seen, size, penetration)
        if slope > 0
        else max(edge, 0) * HUNDRED,
    )


def _by_rank(cards: Sequence[str], tags: Array) -> dict[str, int]:
    ranks: dict[str, set[int]] = {}
    for card, tag in zip(cards, tags.tolist(), strict=True):
        ranks.setdefault(card[0], set()).add(int(tag))
    if all(len(found) == 1 for found in ranks.values()):
        return {rank: found.pop() for rank, found in ranks.items()}
    return {card: int(tag) for card, tag in zip(cards, tags.tolist(), strict=True)}


def _won(edge: float, seen: float, size: int, penetration: float) -> float:
    """What a unit staked only with an edge wins a round, over the depths of a shoe."""
    won = 0.0
    for step in range(DEPTHS):
        gone = (step + 0.5) / DEPTHS * penetration * size
        spread = abs(seen) * sqrt(gone * (size - 1) / (size - gone))
        if spread < 1e-15:
            won += max(edge, 0.0)
            continue
        z = edge / spread
        won += edge * 0.5 * (1 + erf(z / sqrt(2))) + spread * exp(-z * z / 2) / sqrt(2 * pi)
    return won / DEPTHS
