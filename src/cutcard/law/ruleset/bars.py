"""What may not be offered at one table: features, and the bars between them."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.law.loader import Document
from cutcard.law.model import Bar, Feature, OptionValue
from cutcard.law.option_values import value_text
from cutcard.law.refusal import Code
from cutcard.law.ruleset.offers import Scope

HALVED = "shoe"
"""The option whose two halves share the decks in play. A shuffler's batches do not: each of the two
holds as many decks as are in play (MD-A19)."""


def bars(offered: Mapping[str, object], scope: Scope) -> None:
    """Every barred pair that this table has, each with all the places that bar it."""
    features = scope.document.features
    held = {name for name, each in features.items() if holds(each, offered, scope)}
    for bar in scope.document.bars:
        first, second = (features[name] for name in bar.between)
        if first.name in held and second.name in held and not _lifted(bar, scope):
            _report(first, second, bar, offered, scope)
        _check_halves(first, second, bar, held, scope)


def _report(
    first: Feature, second: Feature, bar: Bar, offered: Mapping[str, object], scope: Scope
) -> None:
    """A violation; where one side is only a default that nobody stated, a submission is warned."""
    reading = f" (reading {bar.reading})" if bar.reading else ""
    message = f"{_said(first, scope)} and {_said(second, scope)} may not be offered at one table"
    path, cite = _place(second, offered), "; ".join(bar.cites)
    assumed = [each.option for each in (first, second) if _is_default(each, scope)]
    if not assumed:
        scope.findings.violation(Code.BARRED_TOGETHER, path, message + reading, cite)
    elif scope.complete:
        ask = f"; state {assumed[0]}, whose default is assumed here"
        scope.findings.warning(Code.BARRED_TOGETHER, path, message + reading + ask, cite)


def _is_default(feature: Feature, scope: Scope) -> bool:
    option = feature.option
    return bool(option) and option not in scope.stated and not scope.laws[option].is_fixed


def holds(feature: Feature, offered: Mapping[str, object], scope: Scope) -> bool:
    """Whether a table has a feature: everything the feature names must be so."""
    if not _may_hold(feature, offered, scope.variation):
        return False
    if not feature.option:
        return True
    return scope.knows(feature.option) and feature.admits(scope.values.get(feature.option))


def _may_hold(feature: Feature, offered: Mapping[str, object], variation: str | None) -> bool:
    """Whether its wagers and its variation let a table have a feature, whatever its option says."""
    if feature.wagers and not any(wager in offered for wager in feature.wagers):
        return False
    if feature.variation and variation != feature.variation:
        return False
    return not (feature.not_variation and variation == feature.not_variation)


def option_cites(
    document: Document,
    variation: str | None,
    values: Mapping[str, OptionValue],
    offered: Mapping[str, object],
) -> Mapping[str, str]:
    """The provision behind each option of a table.

    What the text expressly keeps off this table is refused by the provision that does so: even money at
    6 to 5 by §7(d), not by §7(c), under which a licensee may offer it elsewhere.
    """
    cites = {name: law.cite for name, law in document.effective_options(variation).items()}
    for bar in document.bars:
        if bar.kind != "express" or bar.unless_option:
            continue
        pair = [document.features[name] for name in bar.between]
        for off, here in (pair, pair[::-1]):
            is_off = off.values == (True,) and values.get(off.option) is False
            holds_here = not here.option or here.admits(values.get(here.option))
            if is_off and holds_here and all(_may_hold(each, offered, variation) for each in pair):
                cites[off.option] = "; ".join(bar.cites)
    return cites


def _lifted(bar: Bar, scope: Scope) -> bool:
    value = scope.values.get(bar.unless_option)
    same = type(value) is type(bar.unless_value) and value == bar.unless_value
    return bool(bar.unless_option) and same


def _said(feature: Feature, scope: Scope) -> str:
    """A feature in words a submission's author knows: its own names."""
    if feature.option:
        return f"{feature.option} = {value_text(scope.values[feature.option])}"
    return feature.name.replace("_", " ")


def _place(feature: Feature, offered: Mapping[str, object]) -> str:
    for wager in feature.wagers:
        if wager in offered:
            return f"wagers.{wager}"
    return f"options.{feature.option}" if feature.option else "variation"


def _check_halves(first: Feature, second: Feature, bar: Bar, held: set[str], scope: Scope) -> None:
    """What needs two decks because it is in two halves needs an equal number in each."""
    halved = first.option == HALVED and (second.option, second.below) == ("decks", 2)
    if halved and first.name in held and scope.decks and scope.decks > 1 and scope.decks % 2:
        message = f"{_said(first, scope)} needs as many decks in one half as in the other"
        cite = "; ".join(bar.cites)
        scope.findings.violation(Code.DECKS_NOT_PERMITTED, "options.decks", message, cite)
