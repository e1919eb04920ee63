"""What may not stand at one table: every bar of every document trips, lifts and cites all its places."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.law import Code, Document, Finding, document, document_ids, resolve
from cutcard.law.model import Bar, Feature, OptionValue

MD, MA = document_ids()[0], document_ids()[1]
BARS = [(name, index) for name in document_ids() for index in range(len(document(name).bars))]


def barred(of: Document, **asked: Any) -> list[Finding]:
    _, findings = resolve(of, **asked)
    return [each for each in findings if each.code is Code.BARRED_TOGETHER]


def option_for(feature: Feature, of: Document) -> OptionValue:
    """A value that gives a table the feature."""
    law = of.options[feature.option]
    if feature.values:
        return feature.values[:1] if law.kind == "list" else feature.values[0]  # type: ignore[return-value]
    if feature.above is not None:
        return feature.above + 1
    assert feature.below is not None
    return feature.below - 1


def table_with(bar: Bar, of: Document) -> dict[str, Any] | None:
    """A request with both features, or None where options of a variation already exclude one."""
    asked: dict[str, Any] = {"variation": None, "options": {}, "wagers": {}}
    for name in bar.between:
        feature = of.features[name]
        if feature.wagers:
            asked["wagers"][feature.wagers[0]] = None
        if feature.variation and asked["variation"] is not None:
            return None
        asked["variation"] = feature.variation or asked["variation"]
        if feature.option:
            asked["options"][feature.option] = option_for(feature, of)
    laws = of.effective_options(asked["variation"])
    for name in bar.between:
        feature = of.features[name]
        if feature.option and laws[feature.option].is_fixed:
            return None
        if feature.not_variation and feature.not_variation == asked["variation"]:
            return None
    if bar.unless_option:
        law = laws[bar.unless_option]
        others = [each for each in law.permitted if each != bar.unless_value]
        asked["options"][bar.unless_option] = others[0]
    return asked


@pytest.mark.parametrize(("name", "index"), BARS)
def test_a_barred_pair_cites_every_place_that_bars_it(name: str, index: int) -> None:
    of = document(name)
    bar = of.bars[index]
    asked = table_with(bar, of)
    if asked is None:
        return
    cite = "; ".join(bar.cites)
    found = [each for each in barred(of, **asked) if each.cite == cite]
    assert found
    assert all(each.severity == "violation" for each in found)
    second = of.features[bar.between[1]]
    places = [f"wagers.{wager}" for wager in second.wagers[:1]]
    places += [f"options.{second.option}"] if second.option else []
    places += ["variation"] if second.variation else []
    assert any(each.path in places for each in found)
    if bar.unless_option:
        asked["options"][bar.unless_option] = bar.unless_value
        assert not [
            each for each in barred(of, **asked) if each.path == found[0].path and each.cite == cite
        ]


def test_a_bar_stated_in_two_places_cites_both() -> None:
    found = barred(document(MA), wagers={"blackjack_bonus": None, "streak_2": None})
    assert [(each.path, each.cite) for each in found] == [("wagers.streak_2", "§20(l); §22(l)")]
    found = barred(document(MA), wagers={"blackjack_bonus": None, "streak_3": None})
    assert [each.path for each in found] == ["wagers.streak_3"]
    assert found[0].message == "blackjack bonus and streak may not be offered at one table"


def test_a_list_option_has_a_feature_when_any_of_its_values_is_in_it() -> None:
    asked: dict[str, Any] = {"variation": "six_to_five", "options": {"optional_payouts": []}}
    assert barred(document(MA), **asked) == []
    asked["options"]["optional_payouts"] = ["three_sevens"]
    assert [each.cite for each in barred(document(MA), **asked)] == ["§3(e)"]


def test_a_feature_may_need_that_a_variation_is_not_in_play() -> None:
    asked: dict[str, Any] = {"options": {"even_money": True, "blackjack_pays": "6 to 5"}}
    assert [each.cite for each in barred(document(MA), **asked)] == ["§7(d)"]
    assert barred(document(MA), variation="six_to_five", **asked) == []


def test_a_default_that_nobody_stated_bars_no_round_and_warns_a_submission() -> None:
    asked: dict[str, Any] = {"options": {"max_hands": 4}}
    assert barred(document(MA), **asked) == []
    found = barred(document(MA), complete=True, **asked)
    assert [(each.severity, each.path) for each in found] == [("warning", "options.boxes")]
    assert "state boxes" in found[0].message
    asked["options"]["boxes"] = 7
    assert [each.severity for each in barred(document(MA), **asked)] == ["violation"]
    asked["options"]["boxes"] = 6
    assert barred(document(MA), complete=True, **asked) == []


@pytest.mark.parametrize("shuffler", ["manual", "two_batch"])
def test_the_sides_of_a_double_shoe_hold_equally_many_decks(shuffler: str) -> None:
    options = {"shoe": "double", "shuffler": shuffler, "decks": 5}
    _, findings = resolve(document(MD), options=options)
    assert [(each.code, each.path, each.cite) for each in findings] == [
        (Code.DECKS_NOT_PERMITTED, "options.decks", "Ch.3 §C")
    ]
    _, findings = resolve(document(MD), options={**options, "decks": 6})
    assert findings == ()


@pytest.mark.parametrize("decks", [2, 3, 5, 6, 7])
@pytest.mark.parametrize("name", [MD, MA])
def test_each_of_two_batches_holds_the_decks_in_play(name: str, decks: int) -> None:
    _, findings = resolve(document(name), options={"shuffler": "two_batch", "decks": decks})
    assert findings == ()
