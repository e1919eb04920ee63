"""What a player asks of a table over the API: odds, advice, the law behind a line, the shoe's proof."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path
from typing import Any, get_args

import pytest

from cutcard.fair.verifier import verify
from cutcard.floor.demo.tables import demonstrated
from cutcard.floor.live.state import header_line, new_live
from cutcard.law import document, document_ids
from cutcard.table import Settings as TableSettings, game_of
from cutcard.wagers.prices import paid_for
from cutcard.web.api.routes.player import Outcome, paid_row
from cutcard.web.odds_desk.desk import MOST_EACH, YOURS, OddsDesk
from cutcard.web.odds_desk.table_odds import Advice, WagerEdge
from web.houses import RULES, House, served


def _answer(house: House, path: str, **said: str) -> dict[str, Any]:
    until = time.monotonic() + 120
    while True:
        found = house.get("ann", path, **said)
        assert found.status_code == 200, found.text
        answer: dict[str, Any] = found.json()["answer"]
        if answer["state"] != "computing":
            return answer
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_law_behind_a_line_is_told_in_our_own_words(house: House) -> None:
    house.play("one", "ann")
    view = house.get("ann", "/api/tables/one").json()
    line = view["last_lines"][0]
    said = {"cite": line["cite"], "wager": line["wager"], "outcome": line["outcome"]}
    told = house.get("ann", f"/api/law/{view['document']}", **said).json()
    assert told["said"]
    assert all(each["says"] and each["cite"] for each in told["said"])
    reading = house.get("ann", "/api/law/md-blackjack", cite="MD-A03", wager="main").json()
    assert [each["name"] for each in reading["said"] if each["kind"] == "reading"] == ["MD-A03"]


@pytest.mark.parametrize("name", document_ids())
def test_every_price_of_a_document_can_be_looked_up(house: House, name: str) -> None:
    """A wheel's prices are amounts: `$250/$100` is the name of one."""
    found = document(name)
    rows = {
        row.outcome: (wager, row.cite)
        for wager in found.wager_ids
        for paytable in found.wager(wager).paytables
        for row in paytable.rows
    }
    odd = [each for each in rows if not each.replace("_", "").isalnum()]
    for outcome in (*odd[::7], next(iter(rows))):
        wager, cite = rows[outcome]
        said = {"cite": cite, "wager": wager, "outcome": outcome, "won": "true"}
        answer = house.get("ann", f"/api/law/{name}", **said)
        assert answer.status_code == 200, (outcome, answer.text)
        assert answer.json()["said"]
    (pattern,) = [each.pattern for each in get_args(Outcome)[1].metadata if hasattr(each, "pattern")]
    assert [each for each in rows if not re.fullmatch(pattern, each)] == []


@pytest.mark.parametrize(
    ("name", "path", "status", "code"),
    [
        ("ann", "/api/law/none?cite=x", 404, "unknown_document"),
        ("ann", "/api/law/md-blackjack", 422, "bad_request"),
        ("ann", "/api/tables/one/advice?held=Th&up=Zz", 422, "bad_request"),
        ("ann", "/api/tables/none/odds", 404, "unknown_table"),
        ("ann", "/api/tables/none/odds/main", 404, "unknown_table"),
        ("ann", "/api/tables/one/odds/lucky_ladies_too", 404, "unknown_wager"),
        ("ann", "/api/tables/one/odds/Lucky%20Ladies", 422, "bad_request"),
        ("boss", "/api/tables/one/odds/main", 403, "wrong_role"),
        ("ann", "/api/tables/two/proof/record", 404, "no_proof"),
        ("boss", "/api/tables/one/odds", 403, "wrong_role"),
        ("boss", "/api/tables/one/proof", 403, "wrong_role"),
        ("boss", "/api/law/md-blackjack?cite=x", 403, "wrong_role"),
    ],
)
def test_what_cannot_be_told_is_one_line(
    house: House, name: str, path: str, status: int, code: str
) -> None:
    answer = house.client.get(path, headers=house.headers(name))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "\n" not in answer.json()["message"]


def test_how_often_a_wager_wins_is_told_by_itself() -> None:
    """Six decks without tens: 23 of the 287 cards left have the rank of the dealer's card."""
    rules = demonstrated()["pontoon"].rules
    header = header_line(new_live("pontoon", rules, TableSettings(), created=0))
    told = WagerEdge(header, "match_super_bonus").work()
    often = 1 - (264 / 287) * (263 / 286)
    assert (told["wins"], told["title"]) == (f"{1 / often:.2f}", "Match Super Bonus Wager")
    assert told["edge"] == "5.146%"


def test_advice_knows_the_best_action_of_this_tables_rules() -> None:
    header = header_line(new_live("one", RULES["six-to-five"], TableSettings(), created=0))
    found = Advice(header, "Th 6d", "Tc").work()["values"]
    assert found[0]["value"] == max(each["value"] for each in found)
    assert {"hit", "stand"} <= {each["action"] for each in found}
    assert Advice(header, "8h 8d", "6c").work()["values"][0]["action"] == "split"


@pytest.mark.parametrize(
    ("table", "is_even"), [("six-to-five", True), ("no-hole-card", False), ("players-edge", False)]
)
def test_advice_says_where_a_double_is_worth_in_proportion(table: str, *, is_even: bool) -> None:
    """Not where a late blackjack takes the first stake alone, nor where a double is rescued."""
    header = header_line(new_live("one", RULES[table], TableSettings(), created=0))
    found = Advice(header, "6h 5d", "6c").work()
    assert (found["even"], found["doublings"]) == (is_even, 1)


def test_who_asks_about_hundreds_of_hands_is_turned_away_in_one_line(house: House) -> None:
    desk, house.app.state.desk = house.app.state.desk, OddsDesk(works=False)
    try:
        hands = [f"{one}h {two}d" for one in "A23456789" for two in "A23456789"]
        told = [house.get("ann", "/api/tables/one/advice", held=each, up="Tc") for each in hands]
        assert [each.status_code for each in told] == [200] * MOST_EACH + [429] * (81 - MOST_EACH)
        assert {each.json()["message"] for each in told[MOST_EACH:]} == {YOURS}
        assert told[2].json()["answer"] == {"state": "computing", "said": "queued, 2 ahead"}
        other = house.get("dee", "/api/tables/one/advice", held="Th 6d", up="Tc")
        assert other.json()["answer"]["said"] == "queued, 1 ahead"
        assert house.get("ann", "/api/tables/one/odds").json()["answer"]["state"] == "computing"
        usual = document("md-blackjack").options["decks"].default
        for decks in range(1, 9):
            page = f"/odds/md-blackjack/main?decks={decks}"
            answer = house.client.get(page, headers={"cookie": f"__Host-cutcard={house.token('ann')}"})
            assert answer.status_code == 200
            assert (YOURS in answer.text) == (decks != usual), "the usual question is everybody's"
    finally:
        house.app.state.desk.close()
        house.app.state.desk = desk


@pytest.mark.long
def test_the_odds_of_a_table_are_worked_out_beside_play(tmp_path: Path) -> None:
    with served(tmp_path, with_odds=True) as house:
        house.open("one")
        house.seat("one", "ann", 1)
        first = house.get("ann", "/api/tables/one/odds").json()["answer"]["state"]
        assert first in ("computing", "done")
        found = _answer(house, "/api/tables/one/odds")
        assert {each["wager"] for each in found["wagers"]} >= {"main", "insurance", "lucky_ladies"}
        assert found["chart"]["sections"]
        told = _answer(house, "/api/tables/one/advice", held="Th 6d", up="Tc")
        assert told["values"][0]["action"] == "surrender"
        none = _answer(house, "/api/tables/one/advice", held="Th 6d 9c", up="Tc")
        assert none["state"] == "none"


def test_the_record_of_a_shoe_proves_it_once_it_is_over(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        house.floor.add("six", RULES["six-to-five"], TableSettings(asks_for_draws=True))
        house.open("six")
        house.seat("six", "ann", 1)
        before = house.get("ann", "/api/tables/six/proof").json()
        assert (before["revealed"], before["verdict"]) == ("", "")
        for _ in range(25):
            house.play("six", "ann")
            told = house.get("ann", "/api/tables/six/proof").json()
            if told["revealed"]:
                break
        assert told["verdict"].startswith("proven: ")
        assert told["revealed"] not in told["commitments"]
        record = house.get("ann", "/api/tables/six/proof/record")
        assert "attachment" in record.headers["content-disposition"]
        assert verify(io.BytesIO(record.content)).standing == "proven"
        changed = record.content.replace(b'"drawn": "A', b'"drawn": "K', 1)
        assert verify(io.BytesIO(changed)).standing == "wrong"


def test_what_every_wager_pays_is_told_row_by_row_as_the_table_settles_it(house: House) -> None:
    told = house.get("ann", "/api/tables/one/paytables").json()
    assert told["document"] == "md-blackjack"
    rules = house.floor.live("one").table.rules
    found = {each["wager"]: each for each in told["wagers"]}
    assert list(found) == list(rules.offers)
    assert [(each["name"], each["pays"]) for each in found["main"]["rows"]] == [
        ("Won", "1 to 1"),
        ("Blackjack", "3 to 2"),
    ]
    ladies = found["lucky_ladies"]["rows"]
    assert (ladies[-1]["name"], ladies[-1]["pays"], ladies[-1]["cite"]) == (
        "Any 20",
        "4 to 1",
        "Ch.13 §A(4)(a)(v)",
    )
    assert found["match_the_dealer"]["rows"][0]["pays"] == "11 to 1 each"
    assert found["super_4"]["rows"][1]["pays"] == "10% of the meter"
    assert found["super_4"]["rows"][0]["pays"] == "the meter"
    assert "dealer blackjack" in found["super_4"]["about"]


def told_rows(table: str, wager: str) -> dict[str, str]:
    rules = demonstrated()[table].rules
    game, offer = game_of(rules), rules.offers[wager]
    rows = [paid_row(game, offer, row) for row in paid_for(rules, game, wager)]
    return {row.name: row.pays for row in rows}


def test_a_row_is_named_by_what_wins_at_this_very_table() -> None:
    edge, pontoon = told_rows("players-edge", "main"), told_rows("pontoon", "main")
    assert edge["Three sevens of diamonds"] == pontoon["Three sevens of spades"] == "3 to 1"
    assert edge["6-7-8 of diamonds"] == "3 to 1"
    assert pontoon["Seven-card 21 or longer"] == "3 to 1"
    assert told_rows("players-edge", "envy_bonus") == {
        "No seven (to the others)": "$50",
        "With seven (to the others)": "$100",
    }
    for table in ("pontoon", "brochure"):
        assert told_rows(table, "envy_bonus") == {"Another player's super bonus (to the others)": "$50"}


def test_every_row_has_a_name_and_a_wheels_is_the_symbol_it_stops_on() -> None:
    for table, each in demonstrated().items():
        for wager in each.rules.offers:
            assert all(told_rows(table, wager)), (table, wager)
    spun = told_rows("pontoon", "bonus_spin_progressive")
    assert list(spun)[:2] == ["Wheel: Jackpot", "Wheel: $5,000"]
    assert spun["Wheel: $850"] == "$850"
    assert (spun["Wheel: $150"], spun["Wheel: $150 (to the others)"]) == ("$150", "$15")
