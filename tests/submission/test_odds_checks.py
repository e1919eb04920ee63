"""What only the analyser can tell about a submission."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cutcard.law import Code, Finding
from cutcard.odds import player_edges, registry
from cutcard.odds.question import question
from cutcard.submission import odds_checks
from cutcard.submission.odds_checks import bonus_edges
from submission.unplayed import check, check_together

MA, PE = "ma-blackjack", "md-players-edge-21"


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path_factory.getbasetemp() / "check_cache"))


def made(document: str, wagers: dict[str, Any], **options: Any) -> dict[str, Any]:
    stated = {"decks": 6, **({"double_card": "face_up"} if document == MA else {})}
    return {"document": document, "operator": "X", "options": {**stated, **options}, "wagers": wagers}


def about(submission: dict[str, Any], path: str) -> list[Finding]:
    return [each for each in check(submission).findings if each.path.startswith(path)]


def edges(findings: list[Finding]) -> list[Finding]:
    return [each for each in findings if "% of the stake" in each.message]


def test_pe_a30_is_computed_and_told_once() -> None:
    warned = edges(about(made(PE, {"match_up": "C"}, decks=8), "wagers.match_up"))
    assert len(warned) == 1
    exact = registry.answer(question(PE, "match_up", paytable="C", decks=8)).player_edge
    assert f"{float(exact) * 100:.4g}% of the stake" in warned[0].message
    assert (warned[0].severity, warned[0].path) == ("warning", "wagers.match_up")
    assert warned[0].cite == "Ch.12 §A(5)(c); PE-A30"
    assert not edges(about(made(PE, {"match_up": "C"}), "wagers.match_up"))


def test_prices_above_the_printed_ones_are_priced() -> None:
    """A suited match at 11 to 1 is the printed price; some higher one is more than fair."""
    found = {}
    for price in range(11, 40, 4):
        wagers = {"match_the_dealer": {"paytable": "6_decks", "pays": {"suited_match": f"{price} to 1"}}}
        warned = edges(about(made(MA, wagers), "wagers.match_the_dealer"))
        settings = {"pays": {"suited_match": f"{price} to 1"}}
        asked = question(MA, "match_the_dealer", paytable="6_decks", decks=6, settings=settings)
        found[price] = bool(warned)
        assert found[price] is (registry.answer(asked).player_edge > 0)
        assert all(each.severity == "warning" and "§23(f)" in each.cite for each in warned)
    assert set(found.values()) == {True, False}


def test_a_wager_that_is_wrong_already_and_wrong_decks_are_not_priced() -> None:
    assert not edges(about(made(PE, {"match_up": {"paytable": "C", "stake": 0}}, decks=8), "wagers"))
    assert not edges(about(made(PE, {"match_up": "C"}, decks=7), "wagers"))


def test_a_shoe_too_large_to_price_is_no_reason_to_fail() -> None:
    assert check(made(MA, {"over_13": {}}, decks=5000)).compliant


def test_a_look_for_blackjack_keeps_some_sevens_from_being_drawn() -> None:
    """The warning has the edge of the table as it is: a little less where a blackjack ends the round."""
    wagers = {"sevens": {"sevens_single": "any_three"}}
    (plain,) = edges(about(made(MA, wagers), "wagers.sevens"))
    (looked,) = edges(about(made(MA, wagers, hole_card="card_reader"), "wagers.sevens"))
    told = [float(each.message.split(" by ")[1].split("%")[0]) for each in (looked, plain)]
    assert 0 < told[0] < told[1]
    options = {"sevens_single": "any_three", "hole_card": "card_reader"}
    exact = registry.answer(question(MA, "sevens", decks=6, options=options)).player_edge
    assert f"by {float(exact) * 100:.4g}% of the stake" in looked.message


def bonus(awards: dict[str, int], stake: int | None = 1, **more: Any) -> dict[str, Any]:
    own = {"bonus_button_awards": awards, **({} if stake is None else {"stake": stake})}
    operator = more.pop("operator", "X")
    return {**made(MA, {"blackjack_bonus": own}, **more), "operator": operator}


def advantage(submission: dict[str, Any], stake: int = 100) -> Fraction:
    rules = check(submission).rules
    assert rules is not None
    return dict(bonus_edges(rules, "blackjack_bonus"))[stake]  # type: ignore[index]


@pytest.mark.proves("MA-R239")
@pytest.mark.parametrize("awards", [{"5": 1}, {"14": 1}, {"15": 1}, {"20.50": 1}, {"21": 1}, {"22": 1}])
@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("returned", [False, True])
def test_s20_k_between_nothing_and_thirty_percent(
    awards: dict[str, int], decks: int, returned: bool
) -> None:
    """A blackjack's chance by hand: 2 x 4d x 16d of 52d x (52d - 1) ordered pairs."""
    submission = bonus(awards, decks=decks, fixed_awards_return_stake=returned)
    chance = Fraction(2 * 4 * decks * 16 * decks, 52 * decks * (52 * decks - 1))
    (award,) = awards
    edge = 1 - chance * (Fraction(award) + returned)
    assert advantage(submission) == edge
    told = [each for each in check(submission).findings if each.cite == "§20(k)"]
    assert [each.severity for each in told] == ([] if 0 <= edge <= Fraction(3, 10) else ["violation"])


@pytest.mark.proves("MA-R239")
def test_s20_k_holds_at_every_denomination_that_the_table_takes() -> None:
    awards = {"50": 8, "200": 2}
    assert check(bonus(awards, 5)).compliant
    both = check(bonus(awards, None))
    told = [each for each in both.findings if each.severity == "violation"]
    assert [(each.cite, each.path) for each in told] == [
        ("§20(k)", "wagers.blackjack_bonus.bonus_button_awards")
    ]
    assert "at $1.00" in told[0].message
    small = about(bonus({"16": 1}, None), "wagers.blackjack_bonus")
    assert [(each.severity, each.cite) for each in small] == [("warning", "§20(j)")]
    assert "cannot be paid at $5.00" in small[0].message


@pytest.mark.proves("MA-R239")
def test_s20_k_the_same_in_all_games_at_one_denomination() -> None:
    first = bonus({"16": 1})
    six, eight = {"16": 828, "17": 172}, {"16": 815, "17": 185}  # 16.172 and 16.185 on average
    alike = [
        (first, bonus({"15": 1, "17": 1})),
        (first, bonus({"90": 1}, 5)),
        (first, bonus({"17": 1}, operator="Y")),
        (bonus(six), bonus(eight, decks=8)),
    ]
    for pair in alike:
        assert [each.compliant for each in check_together(pair)] == [True, True]
    for other in (bonus({"17": 1}), bonus({"16": 1}, decks=8)):
        assert check(other).compliant
        one, two = check_together([first, other])
        assert one.compliant
        assert not two.compliant
        finding = two.findings[-1]
        assert (finding.code, finding.cite) == (Code.BARRED_TOGETHER, "§20(k)")
        assert "submission 1" in finding.message


def test_a_table_is_priced_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    submission = made(MA, {"over_13": {}, "trilux_bonus": "1"})
    odds_checks._edges.cache_clear()
    monkeypatch.setenv("CUTCARD_CACHE", str(tmp_path))
    asked: list[str] = []
    answer = registry.answer

    def counting(question: Any) -> Any:
        asked.append(question.offer.law.id)
        return answer(question)

    monkeypatch.setattr(player_edges, "answer", counting)
    first = check(submission)
    assert sorted(asked) == ["insurance", "over_13", "trilux_bonus"]
    check(made(MA, {"over_13": {}}, kings_bounty_dealer_bet="dealer_hand"))  # another wager's option
    odds_checks._edges.cache_clear()
    assert check(submission) == first, "from the files"
    assert sorted(asked) == ["insurance", "over_13", "trilux_bonus"]
