"""Every classifier by name, and the check that paytables and classifiers speak of the same outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from cutcard.law import OWN, Fault, LawError, Paytable, WagerLaw
from cutcard.wagers.classify import (
    aces,
    bonuses,
    dealer_hand,
    four_cards,
    matches,
    over_under,
    pairs,
    sevens,
    spread,
    streak,
    three_cards,
    twenty,
    wheels,
)
from cutcard.wagers.classify.own import own_classifier
from cutcard.wagers.view import Classifier, DecidedBy

MAIN: Final = "main"

CLASSIFIERS: Final[Mapping[str, Classifier]] = {
    each.name: each
    for each in (
        *bonuses.FAMILY,
        *twenty.FAMILY,
        *matches.FAMILY,
        *spread.FAMILY,
        *pairs.FAMILY,
        *aces.FAMILY,
        *three_cards.FAMILY,
        *sevens.FAMILY,
        *four_cards.FAMILY,
        *dealer_hand.FAMILY,
        *wheels.FAMILY,
        *streak.FAMILY,
        *over_under.FAMILY,
    )
}
"""Every classifier by name; the main wager is the rules' affair."""

FAILED: Final = "device_failure"
"""The outcome of a button whose device fails."""


class DocumentWagers(Protocol):
    """The part of a document that the check reads."""

    @property
    def label(self) -> str:
        """The name of its folder."""
        ...

    @property
    def wager_ids(self) -> tuple[str, ...]:
        """The ids of its wagers."""
        ...

    def wager(self, name: str, /) -> WagerLaw:
        """A wager's law."""
        ...


def classifier(name: str) -> Classifier:
    """The classifier of that name."""
    if name.startswith(OWN):
        return own_classifier(name)
    found = CLASSIFIERS.get(name)
    if found is None:
        raise LawError(f"{name!r} is not a classifier")
    return found


def is_classifier(name: str) -> bool:
    """Whether there is a classifier of that name."""
    return name in CLASSIFIERS or name.startswith(OWN)


def decided_by(law: WagerLaw) -> DecidedBy:
    """What decides a wager, the main one too."""
    return DecidedBy.MAIN_WAGER if law.classifier == MAIN else classifier(law.classifier).decided_by


def classifiers_by(decided: DecidedBy) -> tuple[str, ...]:
    """The names of the classifiers whose wagers are decided so."""
    return tuple(name for name, each in CLASSIFIERS.items() if each.decided_by is decided)


def depends_on_play(law: WagerLaw) -> bool:
    """Whether the chances of a wager depend on how the main game is played."""
    if law.classifier == MAIN:
        return True
    return is_classifier(law.classifier) and classifier(law.classifier).depends_on_play


def copies_needed(law: WagerLaw, outcome: str) -> int:
    """How many copies of some card an outcome of a wager needs; 1 where none is repeated."""
    return 1 if law.classifier == MAIN else classifier(law.classifier).copies.get(outcome, 1)


def priced_outcomes(known: Classifier, table: Paytable) -> frozenset[str]:
    """The outcomes that a paytable has a row for; all of them where its rows are a device's symbols."""
    rows = [row.outcome for row in table.rows]
    return frozenset(rows if known.checks_paytables else known.outcomes)


def _plain(known: Classifier) -> str:
    """A classifier's name without the digest of its document."""
    return known.name.partition("@")[0]


def check_law(document: DocumentWagers) -> list[Fault]:
    """Where a document's paytables and the classifiers' outcomes do not meet; best empty."""
    problems: list[Fault] = []
    for name in document.wager_ids:
        law = document.wager(name)
        file = f"{document.label}/wagers/{law.id}.toml"
        if (law.classifier == MAIN) != (name == MAIN):
            problems.append(Fault(file, "classifier", "the main wager, and no other, has this: main"))
        if law.classifier == MAIN:
            continue
        try:
            known = classifier(law.classifier)
        except LawError as error:
            if law.classifier and not law.classifier.startswith(OWN):  # else it is reported already
                message = str(error).partition("@")[0]
                problems.append(Fault(file, "classifier", message, ", ".join(sorted(CLASSIFIERS))))
            continue
        if known.checks_paytables:
            problems += (
                Fault(file, f"paytables[{table.id}]", problem, ", ".join(known.outcomes))
                for table in law.paytables
                for problem in _disagreements(table, known)
            )
        elif known.decided_by is DecidedBy.BUTTON:
            problems += (
                Fault(file, f"paytables[{table.id}]", problem, f"..._minimum, ..._maximum, {FAILED}")
                for table in law.paytables
                for problem in _ends(table)
            )
    return problems


def _ends(table: Paytable) -> Iterator[str]:
    """What is wrong with the rows of a button: both ends of its range for a stake, and a failure."""
    outcomes = [row.outcome for row in table.rows]
    if FAILED not in outcomes:
        yield f"{FAILED!r} has no row"
    for outcome in outcomes:
        name, _, end = outcome.rpartition("_")
        other = {"minimum": "maximum", "maximum": "minimum"}.get(end)
        if outcome != FAILED and (other is None or f"{name}_{other}" not in outcomes):
            yield f"{outcome!r} is not an end of a range with both of them"


def _disagreements(table: Paytable, known: Classifier) -> Iterator[str]:
    """What is wrong between one paytable and its classifier."""
    priced = {row.outcome: None for row in table.rows}
    for outcome in priced:
        if outcome and outcome not in known.outcomes:
            yield f"{outcome!r} is not an outcome of {_plain(known)}"
    for outcome in table.unlisted:
        if outcome not in known.outcomes:
            yield f"unlisted {outcome!r} is not an outcome of {_plain(known)}"
        elif outcome in priced:
            yield f"unlisted {outcome!r} has a row"
    for outcome in known.outcomes:
        is_optional = outcome in known.optional_outcomes
        if outcome not in priced and not table.unlisted.get(outcome) and not is_optional:
            yield f"{outcome!r} has neither a row nor an entry in unlisted"
