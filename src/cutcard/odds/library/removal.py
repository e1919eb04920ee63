"""`odds.removal_effects`: what it does to the edge that one card is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from cutcard.cards import DECK_52, Card
from cutcard.compute import report_progress
from cutcard.law import Document
from cutcard.odds.answers import Exact
from cutcard.odds.composition import Composition
from cutcard.odds.library.request import OddsResult, asked
from cutcard.odds.player_edges import player_edge
from cutcard.odds.problem import OddsError
from cutcard.odds.question import MAIN, Question, check_shoe
from cutcard.odds.registry import analyser_digest, digest_of
from cutcard.results import Drawing, Record, exact_json


@dataclass(frozen=True, repr=False)
class RemovalEffects(OddsResult):
    """What the removal of each card does to the player's edge."""

    full: Exact
    """The player's edge from the full shoe."""
    effects: Mapping[str, Exact]
    """By card, `Qh`: what the player gains when one such card is gone."""

    @cached_property
    def by_rank(self) -> dict[str, float]:
        """The mean of a rank's four cards."""
        ranks: dict[str, list[float]] = {}
        for card, effect in self.effects.items():
            ranks.setdefault(card[0], []).append(float(effect))
        return {rank: sum(found) / len(found) for rank, found in ranks.items()}

    @property
    def balance(self) -> float:
        """The mean effect over the cards of the shoe: next to zero."""
        counts = self.question.composition
        weighed = sum(counts.count(c) * float(self.effects.get(c.text, 0)) for c in DECK_52)
        return weighed / counts.size

    @property
    def digest(self) -> str:
        """Of the law, of everything asked and of the analyser."""
        return analyser_digest("removal", digest_of(self.question))

    @property
    def method(self) -> str:
        """`exact` where every effect is a rational."""
        return "exact" if all(isinstance(each, Fraction) for each in self.effects.values()) else "float"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the effects take for granted."""
        assumed = "The effect of a card is the player's edge without it, less that of the full shoe"
        if self.question.offer.law.id == MAIN:
            return (f"{assumed}, both played the best way.",)
        return (f"{assumed}.",)

    def to_dict(self) -> dict[str, Any]:
        """The effects in plain values."""
        return {
            **self._asked(),
            "method": self.method,
            "player_edge": exact_json(self.full),
            "effects": {card: exact_json(effect) for card, effect in self.effects.items()},
            "by_rank": self.by_rank,
            "assumptions": list(self.assumptions),
            "digest": self.digest,
            "law": dict(self.law),
        }

    def records(self) -> list[Record]:
        """A row for each card."""
        return [
            {"card": card, "rank": card[0], "suit": card[1], "effect": float(effect)}
            for card, effect in self.effects.items()
        ]

    def headline(self) -> list[str]:
        """The effects by rank, in percent."""
        ranks = " ".join(f"{rank} {100 * effect:+.3f}" for rank, effect in self.by_rank.items())
        return [f"{self._named()}: effects of removal in percent of the stake", ranks]

    def drawing(self) -> Drawing:
        """A bar for each rank."""
        ranks = [{"rank": rank, "effect": 100 * each} for rank, each in self.by_rank.items()]
        return Drawing(
            "bars", ranks, "effect", "rank", title=self._named(), x_title="Effect of removal, percent"
        )


def removal_effects(
    document: str | Document, wager: str = MAIN, *, paytable: str | None = None, **options: Any
) -> RemovalEffects:
    """What the removal of one card does to a wager's edge, for every card.

    >>> removal_effects("md-blackjack", decks=1).by_rank["5"]
    """
    return effects_of(asked(document, wager, paytable=paytable, **options))


def effects_of(question: Question) -> RemovalEffects:
    """The effects of removal for the wager of a question."""
    if question.offer.law.id == MAIN:
        check_shoe(question)
    full = _edge(question)
    effects: dict[str, Exact] = {}
    groups = list(_groups(question))
    for done, group in enumerate(groups):
        report_progress("effects of removal", done, len(groups))
        without = replace(question, composition=question.composition.without(group[:1]))
        effect = _edge(without) - full
        effects.update((card.text, effect) for card in group)
    ordered = {card.text: effects[card.text] for card in DECK_52 if card.text in effects}
    return RemovalEffects(question, full, ordered)


def _edge(question: Question) -> Exact:
    found = player_edge(question, digest_of(question))
    if found is None:
        raise OddsError(f"{question.offer.law.id}: there is no figure with these options")
    return found


def _groups(question: Question) -> Iterator[tuple[Card, ...]]:
    """Cards whose removal comes to the same: by value where the main game looks at no suits."""
    there = [card for card in DECK_52 if question.composition.count(card)]
    if question.offer.law.id != MAIN or _sees_suits(question):
        yield from ((card,) for card in there)
        return
    groups: dict[tuple[int, str], list[Card]] = {}
    by_rank = question.rules.options.get("split_by") == "rank"
    counts: Composition = question.composition
    for card in there:
        group = f"{counts.count(card)}" if by_rank else ""
        groups.setdefault((card.value, group), []).append(card)
    yield from map(tuple, groups.values())


def _sees_suits(question: Question) -> bool:
    """Whether some price of the main wager goes by suits."""
    rows = (*question.offer.paytable.rows, *question.rules.main.paytable.rows)
    return any("suit" in row.outcome or "spade" in row.outcome for row in rows)
