"""Every session case, run; and the runner itself, which must be able to fail."""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cutcard.floor.sessions import SessionFault
from law.sessions import Session, SessionCase, all_sessions, is_of_a_moment

SESSIONS = all_sessions()
DOCUMENTATION = Path(__file__).parents[2] / "docs" / "cases.md"


ALONE = [case for case in SESSIONS if not is_of_a_moment(case)]
"""Those of moments are run by the test of the matrix."""


@pytest.mark.parametrize("case", ALONE, ids=lambda case: case.id)
def test_session(case: SessionCase) -> None:
    Session(case).run()


def test_names_are_unique_in_their_file() -> None:
    ids = [case.id for case in SESSIONS]
    assert len(ids) == len(set(ids)), sorted(each for each in ids if ids.count(each) > 1)


def test_the_session_of_the_documentation_holds() -> None:
    told = DOCUMENTATION.read_text(encoding="utf-8").partition("## Sessions")[2]
    written = [line for line in told.splitlines() if line.startswith("    ")]
    (content,) = tomllib.loads(textwrap.dedent("\n".join(written)))["case"]
    Session(SessionCase("cases.md", "md-blackjack", content)).run()


BET = {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "10"}}


def run(*steps: dict[str, Any], **more: Any) -> None:
    content = {
        "name": "a session",
        "cite": "Ch.7",
        "proves": ["MD-R001"],
        "players": {"1": "ann"},
        "shoe": "Ts 6h 9c Td 9s",
        "steps": list(steps),
        **more,
    }
    Session(SessionCase("here", "md-blackjack", content)).run()


def test_a_session_that_holds_passes() -> None:
    dealt = [
        {"event": "card_dealt", "drawn": "Ts", "box": 1},
        {"event": "card_dealt", "drawn": "6h", "box": 0},
        {"event": "card_dealt", "drawn": "9c", "box": 1},
        {"event": "card_dealt", "drawn": "Td", "face": "down"},
    ]
    run(
        BET,
        {"do": "start_round", "expect": dealt, "awaits": {"kind": "decision"}},
        {"hidden": {"viewer": "all", "cards": "Td"}, "shown": {"viewer": "all", "cards": "6h"}},
        {"view": {"viewer": "dealer", "round": {"dealer": [{"cards": "6h ??", "total": 6}]}}},
        {"by": "player ann", "do": "stand", "box": 1, "lines": [{"wager": "main", "net": "10.00"}]},
        {"net": {"1": "10.00"}, "purse": {"ann": "10.00"}, "absent": ["insurance"]},
    )


@pytest.mark.parametrize(
    "step",
    [
        {"expect": [{"event": "card_dealt", "drawn": "As", "box": 1}]},
        {"expect": [{"event": "card_dealt", "box": 0}, {"event": "round_started"}]},
        {"expect": [{"event": "no_such_event"}]},
        {"expect": [{"event": "card_dealt", "no_such_field": 1}]},
        {"never": [{"event": "card_dealt", "box": 0}]},
        {"never": [{"event": "no_such_event"}]},
        {"refused": {"code": "not_due", "cite": "Ch.7"}},
        {"refused": {"code": "not_due"}},
        {"awaits": {"kind": "bets"}},
        {"awaits": {"kind": "decision", "may": {"2": ["hit"]}}},
        {"view": {"viewer": "player ann", "rounds": 2}},
        {"view": {"viewer": "player ann", "no_such_part": 2}},
        {"view": {"viewer": "player ann"}},
        {"view": {"viewer": "all", "round": {"dealer": [{"cards": "6h Td"}]}}},
        {"hidden": {"viewer": "all", "cards": "6h"}},
        {"shown": {"viewer": "all", "cards": "Td"}},
        {"lines": [{"wager": "main"}]},
        {"net": {"1": "10.00"}},
        {"purse": {"ann": "0.00"}},
        {"expect": []},
        {"absent": []},
        {"expekt": [{"event": "card_dealt"}]},
        {"lies": True, "awaits": {"kind": "decision"}},
    ],
    ids=str,
)
def test_a_wrong_expectation_fails(step: dict[str, Any]) -> None:
    with pytest.raises(SessionFault):
        run(BET, {"do": "start_round", **step}, {"awaits": {"kind": "decision"}})


def test_a_session_must_expect_something() -> None:
    with pytest.raises(SessionFault, match="must expect something"):
        run(BET, {"do": "start_round"})
    with pytest.raises(AssertionError, match="proves something"):
        run(BET, {"do": "start_round", "awaits": {"kind": "decision"}}, proves=[])


def test_a_refusal_that_is_not_expected_fails() -> None:
    early = {"by": "player ann", "do": "hit", "box": 1}
    with pytest.raises(SessionFault, match="no_round"):
        run(early, {"awaits": {"kind": "bets"}})
    run({**early, "refused": {"code": "no_round", "cite": "MD-A02"}})
    with pytest.raises(SessionFault, match="refused otherwise"):
        run({**early, "refused": {"code": "not_due", "cite": "MD-A02"}})
    with pytest.raises(SessionFault, match="another cite"):
        run({**early, "refused": {"code": "no_round", "cite": "Ch.99"}})


FILL = {
    "by": "floorperson fay",
    "do": "fill",
    "amount": "100",
    "signed": ["dealer dee", "floorperson fay"],
}


def test_money_that_lies_where_it_should_passes() -> None:
    moved = [{"from": "cage", "to": "inventory", "cents": "100", "why": "fill", "cite": ""}]
    run({**FILL, "moves": moved, "balances": {"inventory": "100", "cage": "-100", "tips": "0"}})


@pytest.mark.parametrize(
    "step",
    [
        {"moves": [{"from": "inventory", "to": "cage"}]},
        {"moves": [{"cents": "100.01"}]},
        {"moves": [{"why": "credit"}]},
        {"moves": [{"cite": "Ch.7"}]},
        {"moves": [{"cents": "100"}, {"cents": "100"}]},
        {"moves": [{"account": "cage"}]},
        {"moves": []},
        {"balances": {"inventory": "99.99"}},
        {"balances": {"drop": "1"}},
        {"balances": {}},
        {"expect": [{"event": "credited"}]},
        {"refused": {"code": "bad_amount", "cite": ""}},
    ],
    ids=str,
)
def test_money_that_lies_elsewhere_fails(step: dict[str, Any]) -> None:
    with pytest.raises(SessionFault):
        run({**FILL, **step})


def test_a_refusal_of_the_ledger_that_is_not_expected_fails() -> None:
    with pytest.raises(SessionFault, match="two different people"):
        run({**FILL, "signed": [], "balances": {"inventory": "0"}})
