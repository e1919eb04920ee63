"""What only people can do at a table, with which hand and with what cards: each is on the list that
they go through before the table opens, wherever it applies and nowhere else."""

from __future__ import annotations

import pytest

from cutcard.law import document, resolve
from cutcard.law.proofs.checklist import Opening, checklist

MD = document("md-blackjack")


def items(variation: str | None = None, **options: str | int) -> dict[str, tuple[str, str]]:
    """Requirement -> place and provision, of what is on the list without any condition left."""
    rules, _ = resolve(MD, variation=variation, options=options, wagers={})
    assert rules is not None
    found = checklist(Opening(MD, rules=rules))
    return {
        each.requirement.id: (place, each.item.cite)
        for place, group in found.groups.items()
        for each in group
        if not each.condition
    }


@pytest.mark.proves("MD-R138", "MD-R139")
@pytest.mark.parametrize("shoe", ["single", "double"])
def test_the_hands_of_a_dealer_at_a_shoe(shoe: str) -> None:
    at_a_shoe, from_the_hand = items(shoe=shoe), items("hand_dealt")
    assert at_a_shoe["MD-R138"] == ("people", "Ch.7 §B(1)")
    assert at_a_shoe["MD-R139"] == ("people", "Ch.7 §B(2)")
    assert not {"MD-R138", "MD-R139"} & from_the_hand.keys()


@pytest.mark.proves("MD-R188", "MD-R189", "MD-R190", "MD-R191")
def test_the_hands_of_a_dealer_who_holds_the_pack() -> None:
    from_the_hand, at_a_shoe = items("hand_dealt"), items()
    for name, cite in (
        ("MD-R188", "Ch.12 §B(3)"),
        ("MD-R189", "Ch.12 §B(4)"),
        ("MD-R190", "Ch.12 §B(5)"),
        ("MD-R191", "Ch.12 §B(6)"),
    ):
        assert from_the_hand[name] == ("people", cite)
        assert name not in at_a_shoe


@pytest.mark.proves("MD-R048", "MD-R053")
def test_backs_of_two_colors() -> None:
    batches, sides, plain = items(shuffler="two_batch", decks=2), items(shoe="double"), items()
    assert batches["MD-R048"] == ("cards", "Ch.3 §B(2)")
    assert sides["MD-R053"] == ("cards", "Ch.3 §C(1)")
    assert "MD-R053" not in batches
    assert "MD-R048" not in sides
    assert not {"MD-R048", "MD-R053"} & plain.keys()
