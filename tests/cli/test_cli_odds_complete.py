"""`cutcard odds DOCUMENT --json` beside `cutcard law export --json`: nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from cli.odds_support import odds
from cli.support import answer, invoke
from cutcard.cli.odds.answer import entry_json
from cutcard.law import document, document_ids
from cutcard.law.model import OptionLaw, WagerLaw
from cutcard.odds import catalogue as listing
from cutcard.odds.catalogue import CatalogueRequest, lines_of

MD, MA, PE, BR, PO, HR = document_ids()

CONTRACT: Final = {
    MD: """main insurance lucky_ladies match_the_dealer in_between royal_match_21 bet_the_set_21
        kings_bounty super_match house_money lucky_aces trilux_bonus trilux_super_3 poker_3
        nineteen_plus kk qq jj pair match a_2 sevens bad_beat three_card_poker lucky_lucky hit_and_run
        super_4 must_hit upcard_luck_21 buster_blackjack buster_blackjack_free_bonus bonus_spin
        blazing_7s twenty_one_plus_3_progressive top_3 lucky_ladies_progressive match_super_bonus""",
    MA: """main insurance over_13 under_13 same_suit sevens progressive_blackjack super_4_progressive
        must_hit blackjack_bonus streak_2 streak_3 streak_4 streak_5 match_the_dealer
        twenty_point_bonus optional_bonus in_between buster_blackjack buster_free_bonus
        twenty_one_plus_three kings_bounty trilux_bonus lucky_george trilux_super_3 blazing_7s""",
    PE: "main insurance match_up match_down monster_match_progressive super_bonus envy_bonus",
    BR: "main insurance match_up match_down monster_match_progressive super_bonus envy_bonus",
    PO: """main insurance match_super_bonus bonus_spin_progressive bonus_spin_xtreme_progressive
        super_bonus envy_bonus""",
    HR: """main insurance lucky_ladies match_the_dealer in_between royal_match_21 bet_the_set_21
        kings_bounty house_money lucky_aces trilux_bonus lucky_george trilux_super_3 poker_3
        nineteen_plus kk qq jj pair match a_2
        three_card_poker lucky_lucky upcard_luck_21 buster_blackjack top_3
        match_super_bonus over_13 under_13 same_suit twenty_one_plus_three twenty_point_bonus match_up
        match_down sevens sevens_drawn bad_beat hit_and_run super_4 super_4_progressive must_hit
        buster_blackjack_free_bonus bonus_spin
        blazing_7s twenty_one_plus_3_progressive lucky_ladies_progressive progressive_blackjack
        blackjack_bonus streak_2 streak_3 streak_4 streak_5 optional_bonus monster_match_progressive
        bonus_spin_xtreme_progressive""",
}
"""The wagers that other programs ask for by name."""
UNFILED: Final = {
    MD: {"bonus_spin"},
    MA: {"blackjack_bonus"},
    PO: {"bonus_spin_progressive", "bonus_spin_xtreme_progressive"},
    HR: {"bonus_spin", "blackjack_bonus", "bonus_spin_xtreme_progressive"},
}
"""The wagers with a device that no document fills: without what an operator files, no return."""
BARRED: Final = {MA: {("trilux_bonus", 1), ("lucky_george", 1)}}
"""A number of decks that a paytable prints and the text does not allow (MA-A35)."""
MOST_DECKS: Final = 8
WAYS: Final = [(name, way) for name in document_ids() for way in (None, *document(name).variations)]

Line = tuple[str, str, int]
"""A wager, a paytable and a number of decks."""


@cache
def exported() -> Mapping[str, Any]:
    found = answer(invoke("law", "export", "--json"))
    return {each["id"]: each for each in found["documents"]}


def lines(name: str) -> Iterator[Line]:
    """Every wager of a document with every printed paytable and every number of decks it may have."""
    for wager in exported()[name]["wagers"]:
        law = document(name).wager(wager["id"])
        laws = [law, *needed(name, law)]
        for table in wager["paytables"]:
            for decks in range(1, MOST_DECKS + 1):
                if (
                    is_permitted(document(name).options["decks"], decks)
                    and is_admitted(table["decks"], decks)
                    and all(each.decks is None or each.decks.admits(decks) for each in laws)
                ):
                    yield wager["id"], table["id"], decks


def needed(name: str, law: WagerLaw) -> list[WagerLaw]:
    """What it cannot be offered without."""
    names = () if law.needs is None else law.needs.names
    return [document(name).wager(each) for each in names if each != "main"]


def is_permitted(option: OptionLaw, decks: int) -> bool:
    if option.permitted:
        return decks in option.permitted
    return decks >= (option.minimum or 1) and (option.maximum is None or decks <= option.maximum)


def is_admitted(rule: Mapping[str, Any] | None, decks: int) -> bool:
    if rule is None:
        return True
    return decks in rule["permitted"] if "permitted" in rule else decks >= rule["minimum"]


def check(name: str, found: Mapping[str, Any], *, way: str | None) -> None:
    """Every line once, each with its figures and what they stand on, or with the reason why not."""
    answers = found["answers"]
    listed = [(each["wager"], each["paytable"], each["options"]["decks"]) for each in answers]
    assert len(set(listed)) == len(listed)
    wagers = list(dict.fromkeys(each["wager"] for each in answers))
    assert wagers == CONTRACT[name].split()
    tables = {
        (wager["id"], each["id"]) for wager in exported()[name]["wagers"] for each in wager["paytables"]
    }
    assert {(wager, table) for wager, table, _ in listed} == tables
    if way is None:
        assert set(listed) == set(lines(name))
    else:
        assert {each for each in listed if each[2] is not None} <= set(lines(name))
    for each in answers:
        check_entry(name, each, way=way)


def check_entry(
    name: str, each: Mapping[str, Any], *, way: str | None, has_other_decks: bool = True
) -> None:
    about = (each["wager"], each["paytable"], each["options"]["decks"])
    assert each["document"] == name
    assert each["cite"], about
    assert each["method"], about
    assert len(each["digest"]) == 64, about
    is_barred = each["method"] == "barred"
    if is_barred:  # a way to play, and a number of decks, may bar a wager
        assert way or not has_other_decks or (each["wager"], each["options"]["decks"]) in BARRED[name]
    else:
        assert each["assumptions"], about
    if each["reason"] is None:
        assert each["house_edge"]["value"] == -each["player_edge"]["value"]
        is_rational = each["house_edge"]["fraction"] is not None
        assert is_rational is (each["method"] == "exact"), about
        assert each["rows"], about
        check_rows(each)
    else:
        assert "\n" not in each["reason"]
        assert each["house_edge"] is None
        assert not each["rows"]
        assert is_barred or each["wager"] in UNFILED.get(name, ()), about


def check_rows(each: Mapping[str, Any]) -> None:
    """Chances add up to one and contributions to the edge; a main wager's rows are hands a round."""
    chances = [number(row["probability"]) for row in each["rows"]]
    parts = [number(row["contribution"]) for row in each["rows"]]
    assert all(row["cite"] for row in each["rows"])
    assert all(chance >= 0 for chance in chances)
    edge = number(each["player_edge"])
    if each["wager"] == "main":
        wagers = 2 if each["variation"] == "switch" else 1
        assert sum(chances) * wagers == pytest.approx(each["more"]["hands_a_round"], abs=1e-9)
        gained = number(each["more"]["insurance_gain"])
        assert float(sum(parts) + gained) == pytest.approx(float(edge), abs=1e-9)
    elif all(isinstance(chance, Fraction) for chance in chances):
        assert sum(chances) == 1
        assert sum(parts) == edge
    else:
        assert float(sum(chances)) == pytest.approx(1, abs=1e-12)
        assert float(sum(parts)) == pytest.approx(float(edge), abs=1e-12)


def number(figure: Mapping[str, Any]) -> Fraction | float:
    """A rational where it is one."""
    written = figure["fraction"]
    return float(figure["value"]) if written is None else Fraction(written)


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_every_line_of_the_side_wagers_is_put_as_a_question(name: str, way: str | None) -> None:
    """What the long test below answers is here only asked for: every line is there."""
    wanted = CatalogueRequest(name, way)
    listed = [(each.wager, each.paytable, each.decks) for each in lines_of(wanted)]
    if way is None:
        assert len(set(listed)) == len(listed)
        assert set(listed) == set(lines(name))
    assert list(dict.fromkeys(wager for wager, _, _ in listed)) == CONTRACT[name].split()


@pytest.mark.parametrize("way", [None, "six_to_five"])
def test_the_side_wagers_of_a_document(
    way: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one number of decks, in this process, and without what the main game's play decides."""
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    wanted = CatalogueRequest(MA, way, decks=2, by_play=False)
    for each in listing.listing([wanted])[0]:
        check_entry(MA, entry_json(wanted, each), way=way, has_other_decks=False)


@pytest.mark.long
@pytest.mark.parametrize(("name", "way"), WAYS)
def test_every_wager_paytable_and_number_of_decks_is_answered(
    name: str, way: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    check(name, odds(name, *(("--variation", way) if way else ())), way=way)
