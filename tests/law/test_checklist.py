"""The table-opening checklist: what applies at which table, and law data that says so wrongly."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cutcard.law import Document, FolderFiles, LawError, document, document_ids, resolve
from cutcard.law.parse import PLACES
from cutcard.law.proofs.checklist import Checklist, ChecklistItem, Opening, checklist
from cutcard.law.shelves import DATA

MD, MA, PE, PO = (document(document_ids()[index]) for index in (0, 1, 2, 4))
PHYSICAL = {MD.id: 16, MA.id: 7, PE.id: 9, PO.id: 10, document_ids()[3]: 0, "house-rules": 0}


def opened(law: Document, **asked: Any) -> Checklist:
    rules, _ = resolve(law, **asked)
    assert rules is not None
    return checklist(Opening(law, rules=rules))


def listed(found: Checklist) -> list[ChecklistItem]:
    return [each for group in found.groups.values() for each in group]


def ids(found: Checklist) -> set[str]:
    return {each.requirement.id for each in listed(found)}


def conditions(found: Checklist, name: str) -> list[str]:
    return [each.condition for each in listed(found) if each.requirement.id == name]


@pytest.mark.parametrize("name", document_ids())
def test_every_physical_requirement_is_on_the_list(name: str) -> None:
    law = document(name)
    found = checklist(Opening(law))
    physical = {each.id for each in law.requirements.values() if each.tag == "physical"}
    assert len(physical) == PHYSICAL[name]
    assert physical <= ids(found)
    assert found.left_out == ()


@pytest.mark.parametrize("name", document_ids())
def test_the_groups_stand_in_order_and_none_is_empty(name: str) -> None:
    found = checklist(Opening(document(name)))
    assert list(found.groups) == [place for place in PLACES if place in found.groups]
    assert all(found.groups.values())
    for place, group in found.groups.items():
        assert all(each.item.place == place and each.item.check and each.item.cite for each in group)


@pytest.mark.parametrize("name", document_ids())
def test_no_item_is_lost_whatever_is_known(name: str) -> None:
    law = document(name)
    every = sum(len(each.checklist) for each in law.requirements.values())
    wagers = dict.fromkeys(law.wager_ids)
    for variation in (None, *law.variations):
        for found in (
            checklist(Opening(law, variation)),
            opened(law, variation=variation),
            opened(law, variation=variation, wagers=wagers),
        ):
            assert len(listed(found)) + len(found.left_out) == every
            assert all(each.condition for each in found.left_out)


@pytest.mark.parametrize("name", document_ids())
def test_with_all_rules_known_only_words_are_left_to_decide(name: str) -> None:
    for each in listed(opened(document(name))):
        assert each.condition == each.item.when


def test_a_switch_layout_is_for_switch_tables() -> None:
    assert conditions(checklist(Opening(MD)), "MD-R031") == ["with variation switch (Blackjack Switch)"]
    assert conditions(checklist(Opening(MD, "switch")), "MD-R031") == [""]
    assert "MD-R031" not in ids(checklist(Opening(MD, "hand_dealt")))
    assert "MD-R031" not in ids(opened(MD))
    assert "MD-R031" in ids(opened(MD, variation="switch"))


def test_a_double_shoe_sets_the_rack() -> None:
    assert conditions(checklist(Opening(MD)), "MD-R044") == ["with shoe = double"]
    assert "MD-R044" in ids(opened(MD, options={"shoe": "double"}))
    assert {"MD-R044", "MD-R054", "MD-R063"}.isdisjoint(ids(opened(MD, options={"shoe": "single"})))
    assert "MD-R044" not in ids(checklist(Opening(MD, "hand_dealt")))  # its shoe is fixed: the hand


def test_values_that_all_answer_alike_decide_without_being_chosen() -> None:
    assert conditions(checklist(Opening(MD, "switch")), "MD-R136") == [""]  # single or double
    assert conditions(checklist(Opening(MD)), "MD-R136") == ["with shoe = single or double"]
    assert conditions(checklist(Opening(PO)), "PO-017") == [""]


def test_a_progressive_system_is_for_progressive_wagers() -> None:
    assert "MD-R035" not in ids(opened(MD, wagers={"lucky_ladies": "A"}))
    found = opened(MD, wagers={"lucky_ladies": "A", "blazing_7s": None})
    (system,) = [each for each in listed(found) if each.requirement.id == "MD-R035"]
    assert (system.wagers, system.condition) == (("blazing_7s",), "")
    (system,) = [each for each in listed(checklist(Opening(MD))) if each.requirement.id == "MD-R035"]
    assert "blazing_7s" in system.wagers
    assert system.condition == "where a progressive wager is offered"


@pytest.mark.proves(readings=["MD-A79"])
def test_bad_beat_has_an_area_though_the_list_forgets_it() -> None:
    offered = opened(MD, wagers={"bad_beat": None})
    (area,) = [each for each in listed(offered) if each.requirement.id == "MD-R030"]
    assert area.wagers == ("bad_beat",)
    assert "Bad Beat" in area.item.check


def test_every_staked_side_wager_has_an_area_somewhere() -> None:
    areas = {
        name
        for name in ("MD-R030", "MD-R031")
        for item in MD.requirements[name].checklist
        for feature in item.applies
        for name in feature.wagers
    }
    staked = {name for name in MD.wager_ids if MD.wager(name).takes_stake}
    # Super Match has its area at the Switch table, without a condition of its own (Ch.2 §D(2)).
    without = staked - areas
    assert without == {"main", "insurance", "super_match"}, "add it to MD-R030 in requirements.toml"


def test_all_conditions_of_an_item_must_hold() -> None:
    asked = {"decks": 6, "blackjack_pays": "6 to 5"}
    assert "MA-R116" in ids(opened(MA, options=asked))
    assert "MA-R116" not in ids(opened(MA, options={**asked, "decks": 4}))
    assert "MA-R116" not in ids(opened(MA, options={**asked, "blackjack_pays": "3 to 2"}))
    assert "MA-R116" not in ids(opened(MA, variation="six_to_five"))
    (words,) = conditions(checklist(Opening(MA)), "MA-R116")
    assert words.endswith("with blackjack_pays = 6 to 5; with decks = 6 or 8")


def test_one_requirement_may_ask_for_different_things_at_different_tables() -> None:
    def cut_cards(found: Checklist) -> list[str]:
        return [each.item.check[:3] for each in listed(found) if each.requirement.id == "MA-R012"]

    assert cut_cards(checklist(Opening(MA))) == ["One", "Two"]
    assert cut_cards(checklist(Opening(MA, "six_to_five"))) == ["Two"]
    assert cut_cards(opened(MA)) == ["One"]


def test_shared_boxes_ask_for_room() -> None:
    assert "MA-R329" not in ids(opened(MA))
    assert "MA-R329" in ids(opened(MA, options={"shared_box_players": 3}))
    assert "with shared_box_players above 1" in conditions(checklist(Opening(MA)), "MA-R329")


def test_cards_that_come_shuffled_skip_the_opening_steps() -> None:
    for law, steps in ((PE, {"PE-026", "PE-029"}), (PO, {"PO-027", "PO-030"})):
        assert steps <= ids(opened(law))
        assert steps.isdisjoint(ids(opened(law, options={"preshuffled_cards": True})))


def spoiled(folder: Path, name: str, line: str) -> Document:
    """Maryland Blackjack with one checklist line in place of a requirement's own."""
    copy = Path(shutil.copytree(DATA / MD.id, folder / "data" / MD.id))
    path = copy / "requirements.toml"
    before, header, after = path.read_text(encoding="utf-8").partition(f"[{name}]\n")
    own, _, rest = after.partition("checklist = ")
    path.write_text(before + header + own + line + "\n" + rest.partition("\n")[2], encoding="utf-8")
    return Document(FolderFiles(copy))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "checklist: a physical requirement is on it"),
        ("checklist = []", "checklist: a physical requirement is on it"),
        ("checklist = 5", "checklist: 5 is not of type list"),
        ("checklist = ['layout']", "checklist: 'layout' is not of type dict"),
        ("checklist = [{}]", "checklist[0].place: missing; possible: layout, signs"),
        (
            "checklist = [{ place = 'roof' }]",
            "checklist[0].place: 'roof' is not known; possible: layout, signs",
        ),
        ("checklist = [{ place = 'layout', check = '' }]", "checklist[0].check: empty"),
        ("checklist = [{ place = 'layout', cite = '' }]", "checklist[0].cite: empty"),
        ("checklist = [{ place = 'layout', when = '' }]", "checklist[0].when: empty"),
        ("checklist = [{ place = 'layout', colour = 1 }]", "checklist[0].colour: unknown key"),
        ("checklist = [{ place = 'layout', progressive = 1 }]", "progressive: 1 is not of type bool"),
        ("checklist = [{ place = 'layout', applies = [{}] }]", "applies[0]: name wagers"),
        (
            "checklist = [{ place = 'layout', applies = [{ variation = 'swich' }] }]",
            "MD-R031.checklist[0].applies[0].variation: 'swich' is not a variation here",
        ),
        (
            "checklist = [{ place = 'layout', applies = [{ wagers = ['super_5'] }] }]",
            "applies[0].wagers: 'super_5' is not a wager here",
        ),
        (
            "checklist = [{ place = 'layout', applies = [{ option = 'sho', values = ['x'] }] }]",
            "applies[0].option: 'sho' is not an option here",
        ),
        (
            "checklist = [{ place = 'layout', applies = [{ option = 'shoe' }] }]",
            "applies[0].option: an option goes with values",
        ),
        (
            "checklist = [{ place = 'layout', applies = [{ option = 'shoe', values = ['doubel'] }] }]",
            "applies[0].values: 'doubel' is not a value of shoe",
        ),
        (
            "checklist = [{ place = 'layout', applies = [{ option = 'surrender', values = [1] }] }]",
            "applies[0].values: 1 is not a value of surrender",
        ),
        (
            "checklist = [{ place = 'layout', applies = [{ variation = 'switch', x = 1 }] }]",
            "checklist[0].applies[0].x: unknown key",
        ),
    ],
)
def test_wrong_law_data_is_named_by_file_and_key(line: str, problem: str, tmp_path: Path) -> None:
    law = spoiled(tmp_path, "MD-R031", line)
    with pytest.raises(LawError) as error:
        _ = law.requirements
    assert str(error.value).startswith("md-blackjack/requirements.toml: MD-R031.")
    assert problem in str(error.value)


def test_an_open_range_takes_any_value(tmp_path: Path) -> None:
    line = (
        "checklist = [{ place = 'layout', applies = [{ option = 'decks', values = [6], below = 3 }] }]"
    )
    law = spoiled(tmp_path, "MD-R031", line)
    assert conditions(checklist(Opening(law)), "MD-R031") == ["with decks = 6 or below 3"]
    for decks, is_on in ((6, True), (2, True), (8, False)):
        assert ("MD-R031" in ids(opened(law, options={"decks": decks}))) is is_on


def test_an_option_of_another_variation_is_not_had(tmp_path: Path) -> None:
    applies = "{ option = 'switch_wagers', values = ['equal'] }"
    line = f"checklist = [{{ place = 'layout', applies = [{applies}] }}]"
    law = spoiled(tmp_path, "MD-R031", line)
    assert "MD-R031" not in ids(opened(law))
    assert conditions(checklist(Opening(law, "switch")), "MD-R031") == [""]
    assert conditions(checklist(Opening(law)), "MD-R031") == ["with switch_wagers = equal"]
