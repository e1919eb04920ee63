"""Wagers on offer: paytables by deck count, needs, stakes, higher prices, caps."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.law import Code, Finding, Offer, document, document_ids, resolve

MD, MA, PE, BR, PO = document_ids()[:5]


def asked(name: str, wagers: object, **more: Any) -> tuple[dict[str, Offer], tuple[Finding, ...]]:
    rules, findings = resolve(document(name), wagers=wagers, **more)
    assert rules is not None
    assert all("\n" not in each.message and each.message for each in findings)
    return dict(rules.offers), findings


def findings(name: str, wagers: object, **more: Any) -> list[tuple[Code, str, str]]:
    return [
        (each.code, each.path, each.cite)
        for each in asked(name, wagers, **more)[1]
        if each.severity == "violation"
    ]


@pytest.mark.parametrize("name", document_ids())
def test_every_paytable_of_every_wager_can_be_offered(name: str) -> None:
    of = document(name)
    for wager in of.wager_ids:
        law = of.wager(wager)
        others = dict.fromkeys(law.needs.names if law.needs else (), "")
        for table in law.choosable or law.paytables:
            rule = table.decks or law.decks
            options = {"decks": rule.permitted[-1] if rule and rule.permitted else 6}
            if wager == "bonus_spin_progressive":
                options["spin_table_by_stake"] = False
            offers, found = asked(
                name,
                {**others, wager: table.id},
                options=options,
                variation=law.needs_variation.names[0] if law.needs_variation else None,
            )
            assert offers[wager].paytable == table
            own = [each for each in found if each.path.startswith(f"wagers.{wager}")]
            assert own == []


@pytest.mark.parametrize("written", [None, "", {}, {"paytable": ""}, "6_decks", {"paytable": "6_decks"}])
def test_the_only_table_that_fits_needs_no_name(written: object) -> None:
    offers, found = asked(MA, {"match_the_dealer": written})
    assert found == ()
    assert offers["match_the_dealer"].paytable.cite == "§23(f) Six-deck blackjack"


def test_a_table_is_found_by_id_and_deck_count() -> None:
    for decks, cite in ((1, "(i)"), (2, "(ii)"), (4, "(iii)"), (6, "(iv)"), (8, "(v)")):
        offers, found = asked(MA, {"same_suit": "2"}, options={"decks": decks})
        assert found == ()
        assert offers["same_suit"].paytable.cite == f"§17(e)(2){cite} option 2"
    assert asked(MA, {"same_suit": 2})[0]["same_suit"].paytable.id == "2"


SAME_SUIT_4 = "; ".join(f"§17(e)(2){n} option 4" for n in ("(i)", "(ii)", "(iii)", "(iv)"))
TABLES: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[Code, str, str]]]] = [
    (MD, {"lucky_ladie": "A"}, {}, [(Code.UNKNOWN_WAGER, "wagers.lucky_ladie", "")]),
    (
        MD,
        {"lucky_ladies": "Z"},
        {},
        [(Code.UNKNOWN_PAYTABLE, "wagers.lucky_ladies.paytable", "Ch.13 §A(4)")],
    ),
    (
        MD,
        {"bonus_spin": "A Community Pay $1"},
        {},
        [(Code.UNKNOWN_PAYTABLE, "wagers.bonus_spin.paytable", "Ch.13 §Q")],
    ),
    (
        MD,
        {"lucky_ladies": None},
        {},
        [(Code.CHOICE_MISSING, "wagers.lucky_ladies.paytable", "Ch.13 §A(4)(a); Ch.13 §A(4)(b)")],
    ),
    (MD, {"pair": True}, {}, [(Code.BAD_REQUEST, "wagers.pair", "")]),
    (MD, {"pair": ["standard"]}, {}, [(Code.BAD_REQUEST, "wagers.pair", "")]),
    (MD, {"pair": {"paytable": ["standard"]}}, {}, [(Code.BAD_REQUEST, "wagers.pair.paytable", "")]),
    (MD, {"pair": 10**5000}, {}, [(Code.UNKNOWN_PAYTABLE, "wagers.pair.paytable", "Ch.13 §A(20)")]),
    (MD, {"pair": {"paytable": False}}, {}, [(Code.BAD_REQUEST, "wagers.pair.paytable", "")]),
    (MD, {"pair": {"paytabel": "standard"}}, {}, [(Code.BAD_REQUEST, "wagers.pair.paytabel", "")]),
    (
        MD,
        {"royal_match_21": "A"},
        {},
        [(Code.DECKS_NOT_PERMITTED, "wagers.royal_match_21.paytable", "Ch.13 §A(7)(a)")],
    ),
    (
        MD,
        {"bet_the_set_21": None},
        {"decks": 3},
        [
            (
                Code.DECKS_NOT_PERMITTED,
                "wagers.bet_the_set_21.paytable",
                "Ch.13 §A(8)(a); Ch.13 §A(8)(b); Ch.13 §A(8)(c); Ch.13 §A(8)(d)",
            )
        ],
    ),
    (
        MA,
        {"same_suit": "4"},
        {"decks": 8},
        [(Code.DECKS_NOT_PERMITTED, "wagers.same_suit.paytable", SAME_SUIT_4)],
    ),
    (
        MA,
        {"match_the_dealer": None},
        {"decks": 4},
        [(Code.DECKS_NOT_PERMITTED, "wagers.match_the_dealer", "§2(a)(4)")],
    ),
    (
        MA,
        {"match_the_dealer": "6_decks"},
        {"decks": 4},
        [
            (Code.DECKS_NOT_PERMITTED, "wagers.match_the_dealer", "§2(a)(4)"),
            (Code.DECKS_NOT_PERMITTED, "wagers.match_the_dealer.paytable", "§23(f) Six-deck blackjack"),
        ],
    ),
    (MA, {"sevens": None}, {"decks": 2}, [(Code.DECKS_NOT_PERMITTED, "wagers.sevens", "§2(a)(3)")]),
    (
        MA,
        {"twenty_point_bonus": "A"},
        {"decks": 1},
        [(Code.DECKS_NOT_PERMITTED, "wagers.twenty_point_bonus", "§2(a)(2)")],
    ),
    (MA, {"trilux_super_3": None}, {}, [(Code.NEEDS_WAGER, "wagers.trilux_super_3", "§30(b)")]),
    (MD, {"must_hit": None}, {}, [(Code.NEEDS_WAGER, "wagers.must_hit", "Ch.6 §G(13)(a); Ch.13 §T")]),
    (
        BR,
        {"match_down": None},
        {},
        [(Code.NEEDS_WAGER, "wagers.match_down", "Brochure: MATCH THE DEALER")],
    ),
    (MD, {"super_match": None}, {}, [(Code.WAGER_NOT_OFFERED, "wagers.super_match", "Ch.6 §G(7)")]),
]


@pytest.mark.parametrize(("name", "wagers", "options", "expected"), TABLES)
def test_a_wager_that_may_not_be_offered_so(
    name: str, wagers: dict[str, Any], options: dict[str, Any], expected: list[tuple[Code, str, str]]
) -> None:
    assert findings(name, wagers, options=options) == expected


def test_the_message_lists_the_tables_there_are() -> None:
    _, found = asked(MD, {"super_4": "Z", "royal_match_21": "B"})
    messages = {each.path: each.message for each in found}
    assert "it has: A, B, C, D" in messages["wagers.super_4.paytable"]
    assert "is for 1 deck, not 6" in messages["wagers.royal_match_21.paytable"]


LIMITS: list[tuple[str, dict[str, Any], list[tuple[Code, str, str]]]] = [
    (MD, {"pair": {"minimum": 5, "maximum": "100.00", "stake": 10.5}}, []),
    (MD, {"pair": {"minimum": "five"}}, [(Code.BAD_AMOUNT, "wagers.pair.minimum", "")]),
    (MD, {"pair": {"minimum": None}}, [(Code.BAD_AMOUNT, "wagers.pair.minimum", "")]),
    (MD, {"pair": {"minimum": float("nan")}}, [(Code.BAD_AMOUNT, "wagers.pair.minimum", "")]),
    (MD, {"pair": {"minimum": -1}}, [(Code.BAD_AMOUNT, "wagers.pair.minimum", "")]),
    (MD, {"pair": {"minimum": 10**400}}, [(Code.BAD_AMOUNT, "wagers.pair.minimum", "")]),
    (MD, {"pair": {"stake": 0}}, [(Code.BAD_AMOUNT, "wagers.pair.stake", "")]),
    (MD, {"pair": {"minimum": 50, "maximum": 5}}, [(Code.BAD_AMOUNT, "wagers.pair.minimum", "")]),
    (MA, {"blackjack_bonus": {"stake": 5}}, []),
    (
        MA,
        {"blackjack_bonus": {"stake": 2}},
        [(Code.STAKE_NOT_PERMITTED, "wagers.blackjack_bonus.stake", "§20(a)")],
    ),
    (
        MA,
        {"buster_blackjack": {"paytable": "A", "minimum": 0.5}},
        [(Code.STAKE_NOT_PERMITTED, "wagers.buster_blackjack.minimum", "§27(c)")],
    ),
    (MA, {"buster_blackjack": {"paytable": "A", "minimum": 1}}, []),
    (
        MA,
        {"buster_blackjack": "A", "buster_free_bonus": {"paytable": "B1", "stake": 1}},
        [(Code.STAKE_NOT_PERMITTED, "wagers.buster_free_bonus.stake", "§27(h)")],
    ),
]


@pytest.mark.parametrize(("name", "wagers", "expected"), LIMITS)
def test_stakes_and_limits(
    name: str, wagers: dict[str, Any], expected: list[tuple[Code, str, str]]
) -> None:
    assert findings(name, wagers) == expected


def match(pays: object) -> dict[str, Any]:
    return {"match_the_dealer": {"pays": pays}}


PRICES: list[tuple[str, dict[str, Any], list[tuple[Code, str, str]]]] = [
    (MA, match({"unsuited_match": "4 to 1", "suited_match": "12 to 1"}), []),
    (MA, match({"unsuited_match": "9 to 2"}), []),
    (MA, match({"unsuited_match": "5 for 1"}), []),
    (MA, match({}), []),
    (
        MA,
        match({"unsuited_match": "7 to 2"}),
        [
            (
                Code.BELOW_FLOOR,
                "wagers.match_the_dealer.pays.unsuited_match",
                "§23(f) Six-deck blackjack, Non-matching suit",
            )
        ],
    ),
    (
        MA,
        match({"unsuited_match": "4 for 1"}),
        [
            (
                Code.BELOW_FLOOR,
                "wagers.match_the_dealer.pays.unsuited_match",
                "§23(f) Six-deck blackjack, Non-matching suit",
            )
        ],
    ),
    (
        MA,
        match({"suited": "12 to 1"}),
        [(Code.BAD_REQUEST, "wagers.match_the_dealer.pays.suited", "§23(f) Six-deck blackjack")],
    ),
    (MA, match("12 to 1"), [(Code.BAD_REQUEST, "wagers.match_the_dealer.pays", "")]),
    (
        MD,
        match({"suited_match": "12 to 1"}),
        [(Code.OPTION_NOT_PERMITTED, "wagers.match_the_dealer.pays", "Ch.13 §A(5)(a)")],
    ),
    (
        MA,
        {"blackjack_bonus": {"pays": {"one_dollar_maximum": "$1001", "five_dollar_maximum": "$4000"}}},
        [
            (
                Code.OPTION_NOT_PERMITTED,
                "wagers.blackjack_bonus.pays.one_dollar_maximum",
                "§20(j) table, $1.00 maximum",
            )
        ],
    ),
    (
        MA,
        {"blackjack_bonus": {"pays": {"device_failure": "25 to 1"}}},
        [(Code.OPTION_NOT_PERMITTED, "wagers.blackjack_bonus.pays.device_failure", "§15(p)")],
    ),
    (
        MA,
        {"blackjack_bonus": {"pays": {"one_dollar_minimum": "$900", "one_dollar_maximum": "$800"}}},
        [
            (
                Code.BAD_AMOUNT,
                "wagers.blackjack_bonus.pays.one_dollar_minimum",
                "§20(j) table, $1.00 minimum",
            )
        ],
    ),
]


@pytest.mark.parametrize(("name", "wagers", "expected"), PRICES)
def test_prices_may_be_raised_only_where_the_text_says_no_less_than(
    name: str, wagers: dict[str, Any], expected: list[tuple[Code, str, str]]
) -> None:
    assert findings(name, wagers) == expected


@pytest.mark.parametrize("written", [12, None, "12", "$12", "push", "100% of meter", "x" * 10**5, [1]])
def test_a_price_is_written_like_the_printed_one(written: object) -> None:
    found = findings(MA, match({"suited_match": written}))
    assert [(code, path) for code, path, _ in found] == [
        (Code.BAD_REQUEST, "wagers.match_the_dealer.pays.suited_match")
    ]


def test_the_prices_of_a_sample_table_are_the_operators_own() -> None:
    offers, found = asked(MA, {"blazing_7s": {"paytable": "1", "pays": {"three_sevens": "150 for 1"}}})
    assert found == ()
    prices = {row.outcome: str(row.pays) for row in offers["blazing_7s"].paytable.rows}
    assert prices["three_sevens"] == "150 for 1"


def test_the_offer_carries_the_higher_price() -> None:
    offers, found = asked(MA, match({"suited_match": "12 to 1"}))
    assert found == ()
    assert [str(row.pays) for row in offers["match_the_dealer"].paytable.rows] == ["4 to 1", "12 to 1"]
    printed = document(MA).wager("match_the_dealer").paytables[0]
    assert str(printed.rows[1].pays) == "11 to 1"


def cap(amount: object, **more: object) -> dict[str, Any]:
    return {"lucky_ladies": {"paytable": "A", "aggregate_cap": amount, **more}}


CAPS: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[Code, str, str]]]] = [
    (MD, cap(25000, maximum=25), {}, []),
    (
        MD,
        cap(24999.99, maximum=5),
        {},
        [(Code.BELOW_FLOOR, "wagers.lucky_ladies.aggregate_cap", "Ch.13 §L")],
    ),
    (
        MD,
        cap(25000, maximum=26),
        {},
        [(Code.BELOW_FLOOR, "wagers.lucky_ladies.aggregate_cap", "Ch.13 §L")],
    ),
    (
        MD,
        cap(25000, stake=26),
        {},
        [(Code.BELOW_FLOOR, "wagers.lucky_ladies.aggregate_cap", "Ch.13 §L")],
    ),
    (
        MD,
        cap(25000),
        {"maximum_wager": "100"},
        [(Code.BELOW_FLOOR, "wagers.lucky_ladies.aggregate_cap", "Ch.13 §L")],
    ),
    (MD, cap("plenty"), {}, [(Code.BAD_AMOUNT, "wagers.lucky_ladies.aggregate_cap", "")]),
    (
        MD,
        {"pair": {"aggregate_cap": 25000}},
        {},
        [(Code.OPTION_NOT_PERMITTED, "wagers.pair.aggregate_cap", "Ch.6 §G(31)")],
    ),
    (
        MD,
        {"royal_match_21": {"paytable": "C", "aggregate_cap": 25000, "maximum": 5}},
        {},
        [(Code.OPTION_NOT_PERMITTED, "wagers.royal_match_21.aggregate_cap", "Ch.13 §M")],
    ),
    (
        MD,
        {
            "royal_match_21": {
                "paytable": "C",
                "aggregate_cap": 25000,
                "maximum": 5,
                "crown_treasure_capped": True,
            }
        },
        {},
        [],
    ),
    (
        MA,
        {"twenty_point_bonus": {"paytable": "A", "aggregate_cap": 25000, "minimum": 5, "maximum": 500}},
        {},
        [],
    ),
    (
        MA,
        {"twenty_point_bonus": {"paytable": "A", "aggregate_cap": 25000, "minimum": 50}},
        {},
        [(Code.BELOW_FLOOR, "wagers.twenty_point_bonus.aggregate_cap", "§24(h)")],
    ),
]


@pytest.mark.parametrize(("name", "wagers", "options", "expected"), CAPS)
def test_an_aggregate_cap(
    name: str,
    wagers: dict[str, Any],
    options: dict[str, Any],
    expected: list[tuple[Code, str, str]],
) -> None:
    assert findings(name, wagers, options=options) == expected


def test_a_cap_without_a_limit_cannot_be_checked_in_full() -> None:
    offers, found = asked(MD, cap(30000))
    assert offers["lucky_ladies"].settings["aggregate_cap"] == 3_000_000
    assert [(each.severity, each.cite) for each in found] == [("warning", "Ch.13 §L")]
    assert "state the maximum wager" in found[0].message
    assert asked(MD, cap(None))[1] == ()
