"""`cutcard law`: export, options, readings, show."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cli.support import answer, invoke, one_line
from cutcard.cli.law.readings import find_option
from cutcard.law import document, document_ids
from cutcard.odds.question import question
from law.texts import ISSUED

PAYS = re.compile(r"\d+(\.\d+)? (to \d+|for 1)|\$\d+(\.\d\d)?|\d+% of [a-z0-9_]+(\.[a-z]+)?|push|lose")


@pytest.fixture(scope="module")
def exported() -> Any:
    return answer(invoke("law", "export", "--json"))


def test_export_has_the_contracts_shape(exported: Any) -> None:
    assert [each["id"] for each in exported["documents"]] == list(document_ids())
    for law in exported["documents"]:
        assert {"id", "title", "wagers", "digest"} <= law.keys()
        assert [each["id"] for each in law["wagers"]] == list(document(law["id"]).wager_ids)
        for wager in law["wagers"]:
            assert {"id", "title", "cite", "paytables", "stake", "meters"} <= wager.keys()
            for table in wager["paytables"]:
                assert {"id", "cite", "decks", "at_least", "rows"} <= table.keys()
                assert table["rows"]


def test_every_exported_row_has_a_price_and_a_citation(exported: Any) -> None:
    for law in exported["documents"]:
        for wager in law["wagers"]:
            for table in wager["paytables"]:
                assert table["decks"] is None or table["decks"].keys() <= {"permitted", "minimum"}
                for row in table["rows"]:
                    assert PAYS.fullmatch(row["pays"]), row
                    assert row["cite"]


def test_export_has_only_printed_rows(exported: Any) -> None:
    for law in exported["documents"]:
        for wager in law["wagers"]:
            tables = document(law["id"]).wager(wager["id"]).paytables
            printed = sum(len(table.printed_rows) for table in tables)
            assert sum(len(table["rows"]) for table in wager["paytables"]) == printed


def test_export_tells_stakes_and_meters(exported: Any) -> None:
    wagers = {each["id"]: each for each in exported["documents"][0]["wagers"]}
    assert [each["name"] for each in wagers["super_4"]["meters"]]
    stakes = [w["stake"] for law in exported["documents"] for w in law["wagers"] if w["stake"]]
    assert all("cite" in each for each in stakes)


def test_export_for_people() -> None:
    result = invoke("law", "export")
    assert result.exit_code == 0
    for name in document_ids():
        assert name in result.stdout
        assert document(name).digest[:16] in result.stdout


@pytest.mark.parametrize("name", document_ids())
def test_options_are_all_there(name: str) -> None:
    found = answer(invoke("law", "options", name, "--json"))
    laws = document(name).options
    assert [each["name"] for each in found["options"]] == list(laws)
    for each in found["options"]:
        assert {"permitted", "default", "cite", "reading", "about"} <= each.keys()
        assert each["cite"]
    assert invoke("law", "options", name).exit_code == 0


def test_options_say_what_is_permitted() -> None:
    found = answer(invoke("law", "options", "md-blackjack", "--json"))["options"]
    options = {each["name"]: each for each in found}
    assert options["soft_17"]["permitted"] == ["stand", "hit"]
    assert options["boxes"]["permitted"] == "1 to 7"
    assert options["deck_cards"]["permitted"] == "fixed: 52"


def test_the_default_for_aces_is_told_as_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Massachusetts: whatever the other pairs have (§11(e)); Maryland: its own, but never more hands."""
    said = {"ma-blackjack": "as max_hands", "md-blackjack": "4, or max_hands where that is fewer"}
    for name, words in said.items():
        (aces,) = (
            each
            for each in answer(invoke("law", "options", name, "--json"))["options"]
            if each["name"] == "max_hands_aces"
        )
        assert aces["default_said"] == words
    monkeypatch.setenv("COLUMNS", "200")
    told = invoke("law", "options", "ma-blackjack").stdout
    (line,) = (line for line in told.splitlines() if "max_hands_aces " in line)
    assert "as max_hands " in line
    for hands in (2, 3, 4):
        assert taken("ma-blackjack", hands) == hands
        assert taken("md-blackjack", hands) == min(hands, 4)
    assert taken("md-blackjack", 6) == 4


def taken(name: str, hands: int) -> object:
    """How many hands aces may be split into where the table states only how many other pairs may."""
    return question(name, "main", options={"max_hands": hands}).rules.options["max_hands_aces"]


def test_a_variation_changes_options() -> None:
    found = answer(invoke("law", "options", "md-blackjack", "--variation", "switch", "--json"))
    options = {each["name"]: each for each in found["options"]}
    assert found["variation"] == "switch"
    assert options["switch"]["permitted"] == "fixed: true"


@pytest.mark.parametrize(
    "arguments",
    [("options", "nope"), ("options", "md-blackjack", "--variation", "x"), ("readings", "nope")],
)
def test_unknown_names_are_refused(arguments: tuple[str, ...]) -> None:
    result = invoke("law", *arguments, "--json")
    assert result.exit_code == 2
    assert one_line(result)
    assert answer(result)["refused"]["code"].startswith("unknown_")


def test_readings_of_one_document() -> None:
    found = answer(invoke("law", "readings", "md-blackjack", "--json"))["readings"]
    assert [each["id"] for each in found] == list(document("md-blackjack").readings)
    first = {each["id"]: each for each in found}["MD-A03"]
    assert {"document", "cite", "problem", "reading", "options"} <= first.keys()


def test_readings_of_all_documents_are_there_once() -> None:
    found = answer(invoke("law", "readings", "--json"))["readings"]
    ids = [each["id"] for each in found]
    assert len(ids) == len(set(ids)) == sum(len(document(name).readings) for name in document_ids())


def test_pontoon_lists_the_readings_it_shares() -> None:
    found = answer(invoke("law", "readings", "md-pontoon-21", "--json"))["readings"]
    shared = [each["id"] for each in found if each["document"] == "md-players-edge-21"]
    assert shared == list(document("md-pontoon-21").shared_readings)


def test_readings_mark_the_default() -> None:
    people = invoke("law", "readings", "md-pontoon-21").stdout
    assert "double_for_less: allowed (default), table_limit_only" in people


@pytest.mark.parametrize("name", document_ids())
def test_every_option_a_reading_names_exists(name: str) -> None:
    law = document(name)
    for reading in law.readings.values():
        for option in reading.options:
            assert find_option(law, option) is not None, (reading.id, option)


def shown(*arguments: str) -> list[dict[str, Any]]:
    result = invoke("law", "show", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, Any]] = answer(result)["found"]
    return found


def test_show_finds_what_lies_within_a_provision() -> None:
    found = shown("Ch.13 §A(4)", "--document", "md-blackjack")
    cites = {each["cite"] for each in found}
    assert "Ch.13 §A(4)(a)(i)" in cites
    row = next(each for each in found if each["cite"] == "Ch.13 §A(4)(a)(ii)")
    assert (row["outcome"], row["pays"]) == ("queen_of_hearts_pair", "200 to 1")
    assert {"row", "paytable", "requirement"} <= {each["kind"] for each in found}


def test_show_needs_no_section_sign() -> None:
    assert shown("ch.13 A(4)") == shown("Ch.13 §A(4)")


def test_show_takes_ids() -> None:
    (requirement,) = shown("MD-R100")
    assert requirement["kind"] == "requirement"
    kinds = {each["kind"] for each in shown("ma-a19")}
    assert {"reading", "option"} <= kinds


def test_show_for_people() -> None:
    result = invoke("law", "show", "§24(f)")
    assert result.exit_code == 0
    assert "twenty_point_bonus" in result.stdout


@pytest.mark.parametrize("citation", ["§999", "(", "x" * 5_000, "\x1b[2J"])
def test_show_nothing_is_one_line_and_exit_1(citation: str) -> None:
    result = invoke("law", "show", citation)
    assert result.exit_code == 1
    assert one_line(result).isprintable()
    assert result.stdout == ""


@pytest.mark.parametrize("name", document_ids())
def test_every_requirement_is_found_by_its_own_citation(name: str) -> None:
    from cutcard.law.cited_values import find

    law = document(name)
    for requirement in list(law.requirements.values())[::20]:
        assert requirement.id in [each.name for each in find(law, requirement.cite)]


def test_show_needs_a_citation_and_keeps_its_answer_short() -> None:
    for nothing in ("", "   "):
        assert invoke("law", "show", nothing).exit_code == 2
    found = invoke("law", "show", "Ch.99 " + "x" * 5000)
    assert found.exit_code == 1
    assert len(found.stderr) < 200


@pytest.mark.parametrize("name", ISSUED)
def test_moments_say_of_every_act_what_is_ordered_when(name: str) -> None:
    found = answer(invoke("law", "moments", name, "--json"))
    assert found["document"] == name
    assert {each["act"] for each in found["acts"]} == set(document(name).matrix.rows)
    stances = {
        cell["is"] for each in found["acts"] for cells in each["moments"].values() for cell in cells
    }
    assert stances == {"ordered", "impossible", "silent"}


def test_moments_of_one_act_as_a_table() -> None:
    result = invoke("law", "moments", "md-blackjack", "--act", "missed_card")
    assert result.exit_code == 0
    assert "missed_card" in result.stdout
    assert "Ch.14 §J" in result.stdout
    wrong = invoke("law", "moments", "md-blackjack", "--act", "missed_cart")
    assert (wrong.exit_code, "did you mean missed_card" in one_line(wrong)) == (2, True)
