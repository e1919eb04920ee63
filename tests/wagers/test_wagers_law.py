"""The classifiers against the law: every outcome is priced or accounted for, in all five documents."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cutcard.cards import DECK_52, Card
from cutcard.law import document, document_ids
from cutcard.law.model import Paytable, Row, SettledLaw, WagerLaw
from cutcard.law.reader import LawError
from cutcard.money import LOSE, Odds
from cutcard.rules import total
from cutcard.wagers import CLASSIFIERS, check_law, classifier
from cutcard.wagers.view import View
from wagers.views import AMOUNTS

LAW_DATA = Path(__file__).parents[2] / "docs" / "law-data.md"
ROUNDS = 3000
FEW_CARDS = tuple(c for c in DECK_52 if c.rank in "A678QKJ")
PRINTED_FROM_LOW_TO_HIGH = {
    ("md-players-edge-21", "insurance"),
    ("players-edge-21-brochure", "insurance"),
    ("players-edge-21-brochure", "match_up"),
    ("players-edge-21-brochure", "match_down"),
}


def test_every_classifier_of_the_vocabulary_is_there() -> None:
    table = LAW_DATA.read_text(encoding="utf-8").split("| classifier |")[1]
    first_column = re.findall(r"^\| ([a-z0-9_ /]+?) \|", table, re.MULTILINE)
    named = {name.strip() for cell in first_column for name in cell.split("/")}
    assert named - {"main"} == set(CLASSIFIERS)


def test_a_classifier_is_found_by_its_name() -> None:
    assert classifier("spread").name == "spread"


@pytest.mark.parametrize("name", ["main", "no_such"])
def test_no_other_name_is_a_classifier(name: str) -> None:
    with pytest.raises(LawError, match=f"{name!r} is not a classifier"):
        classifier(name)


@pytest.mark.parametrize("name", document_ids())
def test_the_law_and_the_classifiers_agree(name: str) -> None:
    assert check_law(document(name)) == []


class Fake:
    """A document of one wager."""

    label = "fake"

    def __init__(self, law: WagerLaw) -> None:
        self._law = law

    @property
    def wager_ids(self) -> tuple[str, ...]:
        return (self._law.id,)

    def wager(self, name: str) -> WagerLaw:
        assert name == self._law.id
        return self._law


def fake(kind: str, *outcomes: str, **unlisted: str) -> Fake:
    rows = tuple(Row(outcome, LOSE, "§1") for outcome in outcomes)
    table = Paytable("A", "§1", rows, unlisted=unlisted)
    return Fake(WagerLaw("side", "Side", "§1", "...", kind, (table,), SettledLaw("end", "end", "§1")))


AT = "fake/wagers/side.toml: paytables[A]: "


@pytest.mark.parametrize(
    ("law", "problems"),
    [
        pytest.param(fake("pairs", "suited_pair", "pair"), [], id="every outcome has a row"),
        pytest.param(fake("pairs", "pair", suited_pair="as a pair"), [], id="or a word"),
        pytest.param(
            fake("pairs", "suited_pair", "pair", "flush"),
            [AT + "'flush' is not an outcome of pairs"],
            id="a row of no outcome",
        ),
        pytest.param(
            fake("pairs", "pair"),
            [AT + "'suited_pair' has neither a row nor an entry in unlisted"],
            id="an outcome left out",
        ),
        pytest.param(
            fake("pairs", "pair", suited_pair=""),
            [AT + "'suited_pair' has neither a row nor an entry in unlisted"],
            id="an empty word",
        ),
        pytest.param(
            fake("pairs", "suited_pair", "pair", pair="loses"),
            [AT + "unlisted 'pair' has a row"],
            id="unlisted and a row",
        ),
        pytest.param(
            fake("pairs", "suited_pair", "pair", flush="loses"),
            [AT + "unlisted 'flush' is not an outcome of pairs"],
            id="unlisted and no outcome",
        ),
        pytest.param(
            fake("pears", "pair"),
            ["fake/wagers/side.toml: classifier: 'pears' is not a classifier"],
            id="an unknown classifier",
        ),
        pytest.param(
            fake("pairs", "flush"),
            [
                AT + "'flush' is not an outcome of pairs",
                AT + "'suited_pair' has neither a row nor an entry in unlisted",
                AT + "'pair' has neither a row nor an entry in unlisted",
            ],
            id="all problems at once",
        ),
        pytest.param(
            fake("matches_up", *classifier("matches_up").outcomes[:-1]),
            [],
            id="no_match needs no row",
        ),
        pytest.param(fake("wheel", "$1000"), [], id="a wheel's symbols are its own"),
        pytest.param(
            fake("main", "win"),
            ["fake/wagers/side.toml: classifier: the main wager, and no other, has this: main"],
            id="the main wager is not a side wager",
        ),
    ],
)
def test_check_law_catches(law: Fake, problems: list[str]) -> None:
    assert [str(each).partition("; possible")[0] for each in check_law(law)] == problems


@cache
def random_views(seed: int) -> tuple[View, ...]:
    """Rounds, most of them from few cards, so that rare hands come up."""
    return tuple(_random_views(seed))


def _random_views(seed: int) -> Iterator[View]:
    chance = random.Random(seed)
    for _ in range(ROUNDS):
        deck = chance.choice((DECK_52, FEW_CARDS, tuple(chance.sample(DECK_52, 3))))

        def deal(count: int, deck: tuple[Card, ...] = deck) -> tuple[Card, ...]:
            return tuple(chance.choice(deck) for _ in range(count))

        first, second, *drawn = deal(chance.randint(2, 4))
        dealer = deal(chance.randint(1, 8))
        third, fourth = deal(2)
        yield View(
            first_two=(first, second),
            up=dealer[0],
            dealer=dealer,
            second_pair=(third, fourth),
            drawn=tuple(drawn),
            final_total=total((first, second, *drawn)),
            player_blackjack=total((first, second)) == 21,
            dealer_blackjack=len(dealer) == 2 and total(dealer) == 21,
            dealer_total=total(dealer),
            options=AMOUNTS,
        )


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_every_answer_is_known_and_best_first(name: str) -> None:
    known = classifier(name)
    extras = ("crown_treasure", "magic_card", "lucky_player")
    for view in random_views(seed=7):
        places = [known.outcomes.index(each) for each in known.classify(view) if each not in extras]
        assert places == sorted(places)


def _paid(table: Paytable, outcomes: tuple[str, ...]) -> tuple[Row | None, Row | None]:
    """The row that the answer's order chooses, and the one that the print's order chooses."""
    rows = [r for r in table.rows if not (r.each or r.extra) and r.to != "others"]
    by_outcome = {row.outcome: row for row in reversed(rows)}
    by_answer = next((by_outcome[each] for each in outcomes if each in by_outcome), None)
    return by_answer, next((row for row in rows if row.outcome in outcomes), None)


@pytest.mark.parametrize("name", document_ids())
def test_best_first_is_the_printed_order_but_where_the_print_runs_upward(name: str) -> None:
    law, differ = document(name), set()
    for wager in law.wager_ids[1:]:
        for view in random_views(seed=7):
            outcomes = classifier(law.wager(wager).classifier).classify(view)
            for table in law.wager(wager).paytables:
                chosen, printed = _paid(table, outcomes)
                if chosen is not printed:
                    differ.add((name, wager))
                    assert chosen is not None
                    assert printed is not None
                    assert isinstance(chosen.pays, Odds)
                    assert isinstance(printed.pays, Odds)
                    assert chosen.pays.winnings(100) > printed.pays.winnings(100)
    assert differ == {each for each in PRINTED_FROM_LOW_TO_HIGH if each[0] == name}
