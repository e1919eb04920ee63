"""The table-opening checklist: what must be there and be done before a table opens, from the law data.

Whether an item applies is decided from what is known of the table: its rules, its variation, or only
its document. What is decided against is left out by name; what cannot be decided keeps its condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cutcard.law.loader import Document
from cutcard.law.model import CheckItem, Feature, OptionLaw, OptionValue, Requirement
from cutcard.law.option_values import value_text
from cutcard.law.parse import PLACES
from cutcard.law.ruleset.resolution import RuleSet


@dataclass(frozen=True, slots=True)
class Opening:
    """A table about to open, as far as it is known: all its rules, its variation, or its document."""

    document: Document
    variation: str | None = None
    rules: RuleSet | None = None

    def plays(self, variation: str) -> bool | None:
        """Whether this is the variation played; None where nobody has said."""
        if self.rules is not None:
            return self.rules.variation == variation
        return None if self.variation is None else self.variation == variation

    def offers(self, wagers: tuple[str, ...]) -> bool | None:
        """Whether any of these wagers is on offer; None where nobody has said."""
        return None if self.rules is None else any(name in self.rules.offers for name in wagers)

    def has(self, feature: Feature) -> bool | None:
        """Whether the option of a feature has one of its values; None where that is still open."""
        if self.rules is not None:
            return feature.admits(self.rules.options.get(feature.option))
        games = [None, *self.document.variations] if self.variation is None else [self.variation]
        verdicts = {
            None if value is None else feature.admits(value)
            for game in games
            for value in _possible(self.document.effective_options(game).get(feature.option))
        }
        return verdicts.pop() if len(verdicts) == 1 else None


def _possible(law: OptionLaw | None) -> tuple[OptionValue | None, ...]:
    """The values an option may have; None for an open range, and where the game has no such option."""
    if law is None:
        return (None,)
    if law.is_fixed:
        return (law.default,)
    return (None,) if law.kind or not law.permitted else law.permitted


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """An item of the checklist at one table."""

    requirement: Requirement
    item: CheckItem
    wagers: tuple[str, ...]
    """The wagers it is about: those on offer, or all it names where that is not known."""
    condition: str
    """What is left to decide, in words; for an item left out, what is not so. Else empty."""


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything to look at before a table opens, by place."""

    groups: Mapping[str, tuple[ChecklistItem, ...]]
    """Place -> its items, in the document's order; a place without items is not there."""
    left_out: tuple[ChecklistItem, ...]


def checklist(opening: Opening) -> Checklist:
    """The items of a document that apply at a table, or may; and those that do not."""
    groups: dict[str, list[ChecklistItem]] = {place: [] for place in PLACES}
    left_out: list[ChecklistItem] = []
    for requirement in opening.document.requirements.values():
        for item in requirement.checklist:
            parts = tuple(_conditions(item, opening))
            failed = [words for is_so, words in parts if is_so is False]
            asked = failed or [words for is_so, words in parts if is_so is None]
            listed = ChecklistItem(requirement, item, _concerned(item, opening), "; ".join(asked))
            (left_out if failed else groups[item.place]).append(listed)
    return Checklist({place: tuple(each) for place, each in groups.items() if each}, tuple(left_out))


def _conditions(item: CheckItem, opening: Opening) -> Iterator[tuple[bool | None, str]]:
    """Each condition of an item: whether it is so, and the condition in words."""
    law = opening.document
    for feature in item.applies:
        if feature.variation:
            title = law.variations[feature.variation].title
            yield opening.plays(feature.variation), f"with variation {feature.variation} ({title})"
        if feature.not_variation:
            title = law.variations[feature.not_variation].title
            is_played = opening.plays(feature.not_variation)
            words = f"without variation {feature.not_variation} ({title})"
            yield None if is_played is None else not is_played, words
        if feature.option:
            yield opening.has(feature), f"with {feature.option} {_values(feature)}"
        if feature.wagers:
            yield opening.offers(feature.wagers), "where " + _offered(feature.wagers, law)
    if item.progressive:
        yield opening.offers(_progressive(law)), "where a progressive wager is offered"
    if item.when:
        yield None, item.when


def _values(feature: Feature) -> str:
    said = [f"= {' or '.join(value_text(each) for each in feature.values)}"] if feature.values else []
    said += [f"above {feature.above}"] if feature.above is not None else []
    said += [f"below {feature.below}"] if feature.below is not None else []
    return " or ".join(said)


def _offered(wagers: tuple[str, ...], law: Document) -> str:
    titles = [law.wager(name).title for name in wagers]
    return f"{titles[0]} is offered" if len(titles) == 1 else f"any is offered of: {', '.join(titles)}"


def _progressive(law: Document) -> tuple[str, ...]:
    return tuple(name for name in law.wager_ids if law.wager(name).meters)


def _concerned(item: CheckItem, opening: Opening) -> tuple[str, ...]:
    named = [name for feature in item.applies for name in feature.wagers]
    named += _progressive(opening.document) if item.progressive else ()
    return tuple(name for name in named if opening.offers((name,)) is not False)
