"""Strategies: the chart as a book, a book as a file, and every way in which a file can be wrong."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from cutcard.automata.hands.kinds import Split
from cutcard.automata.hands.play import SeenHand
from cutcard.automata.hands.values import Cards, cards_of, total_of
from cutcard.cards import cards
from cutcard.odds import OddsError
from cutcard.odds.charts.chart import MOST_COUNTED, ChartTables, chart_of_game
from cutcard.odds.charts.policies import ChartSpot
from cutcard.odds.composition import Composition
from cutcard.odds.main.decisions import ActionCode, pair_value
from cutcard.odds.main.game import MainGame, solve
from cutcard.odds.main.hands import all_hands
from cutcard.odds.strategy import Strategy, basic, from_file, own_name, to_toml
from cutcard.odds.strategy.book import CodeError, most_doublings, read_code, write_code
from cutcard.rules.actions import Action
from cutcard.rules.hand import TWENTY_ONE, is_natural
from later import one_in
from sim.played import Case

PLAIN = Case("md-blackjack")
CASES = (
    PLAIN,
    Case("ma-blackjack", "six_to_five", {"double_after_split": False}),
    Case("ma-blackjack", None, {"optional_payouts": ["five_card_21"], "surrender": True}),
    Case("ma-blackjack", "hole_card_face_up"),
    Case("ma-blackjack", "multiple_action"),
    Case("md-players-edge-21", None, {"redouble": True}),
    Case("md-pontoon-21"),
)
ACTS = {
    Action.HIT: ActionCode.HIT,
    Action.DOUBLE: ActionCode.DOUBLE,
    Action.SPLIT: ActionCode.SPLIT,
    Action.SURRENDER: ActionCode.SURRENDER,
    Action.RESCUE: ActionCode.SURRENDER,
}
FIRST: tuple[frozenset[Action], ...] = (frozenset(), frozenset({Action.SURRENDER}))
MORE = (frozenset({Action.HIT}), frozenset({Action.HIT, Action.DOUBLE}))
AFTER = (
    frozenset({Action.DOUBLE, Action.RESCUE}),
    frozenset({Action.DOUBLE}),
    frozenset({Action.RESCUE}),
)


def solved(case: Case) -> MainGame:
    return solve(case.rules, Composition.full(case.game.decks, case.game.deck_cards))


def questions(hand: Cards) -> Iterator[tuple[frozenset[Action], int]]:
    """What a hand may be asked: what may be done besides standing, after so many doublings."""
    points, count = total_of(hand)[0], sum(hand)
    if points < TWENTY_ONE:
        for more, first in product(MORE, FIRST if count == 2 else FIRST[:1]):
            yield more | first, 0
            if count == 2 and pair_value(hand) is not None:
                yield more | first | {Action.SPLIT}, 0
    if count > 2:
        yield from product(AFTER, range(1, most_doublings() + 1))


@pytest.mark.parametrize("case", one_in(4, CASES), ids=str)
def test_the_book_plays_as_the_chart_does(case: Case) -> None:
    """The chart is what the odds are computed for, the book what is simulated."""
    game, book = solved(case), basic(case.rules)
    policy = ChartTables(game).policy
    starts = game.main.starts
    seen = [(at, cards_of(start)) for at, start in enumerate(starts)]
    shown = [(at, dealer) for at, dealer in seen if not is_natural(dealer)]
    most = game.main.table.most_doublings
    seen_looks = set()
    for row in all_hands().cards.tolist():
        hand = tuple(row)
        look = (total_of(hand), min(sum(hand), 8), pair_value(hand) if sum(hand) == 2 else None)
        if sum(hand) < 2 or look in seen_looks:
            continue
        seen_looks.add(look)
        held = cards_of(hand)
        for may, doublings in questions(hand):
            if doublings > most:
                continue
            acts = frozenset(ACTS[each] for each in may)
            wanted = policy(ChartSpot(hand, starts[0], acts, Split.NEVER, doublings))
            for at, dealer in shown:
                found = book.choose(SeenHand(held, dealer, may, Split.NEVER, doublings))
                told = ACTS[found] if found in may else ActionCode.STAND
                assert told == wanted[at], (held, dealer, may, doublings)


@pytest.mark.parametrize("case", one_in(4, CASES), ids=str)
def test_a_written_chart_reads_back_the_same(case: Case, tmp_path: Path) -> None:
    strategy = basic(case.rules)
    file = tmp_path / "chart.toml"
    file.write_text(to_toml(strategy), encoding="utf-8")
    again = from_file(file, case.rules)
    assert again.book == strategy.book
    assert again.digest == strategy.digest


def test_codes_that_a_chart_prints_can_be_read() -> None:
    for case in CASES[2], CASES[5]:
        printed = chart_of_game(solved(case))
        codes = {code for _, rows in printed.sections for _, row in rows for code in row}
        assert any(any(letter.isdigit() for letter in code) for code in codes)
        for code in codes:
            assert read_code(write_code(read_code(code))) == read_code(code)
        counts = {int(count) for said in printed.legend.values() for count in re.findall(r"\d+", said)}
        assert max(counts) <= MOST_COUNTED


def test_a_chart_is_derived_once_for_a_table() -> None:
    assert basic(PLAIN.rules) is basic(Case("md-blackjack").rules)
    assert basic(PLAIN.rules) is not basic(Case("md-blackjack", None, {"soft_17": "hit"}).rules)


def test_a_strategy_can_be_sent_to_another_machine() -> None:
    strategy = basic(PLAIN.rules)
    there = pickle.loads(pickle.dumps(strategy))
    assert there == strategy
    assert there.digest == strategy.digest


def test_where_there_is_no_chart_it_is_said_in_one_line() -> None:
    with pytest.raises(OddsError, match=r"^strategy: [^\n]+$"):
        basic(Case("md-blackjack", None, {"decks": 5000}).rules)


# Codes.

HIT, DOUBLE, SPLIT, SURRENDER = Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER


@pytest.mark.parametrize(
    ("code", "with_cards"),
    [
        ("H", {2: (HIT,), 8: (HIT,)}),
        ("S", {2: (), 8: ()}),
        ("D", {2: (DOUBLE, HIT), 3: (DOUBLE, HIT)}),
        ("Ds", {2: (DOUBLE,), 3: (DOUBLE,)}),
        ("P", {2: (SPLIT,), 3: ()}),
        ("Rh", {2: (SURRENDER, HIT), 3: (HIT,)}),
        ("Rs", {2: (SURRENDER,), 3: ()}),
        ("Rp", {2: (SURRENDER, SPLIT), 3: ()}),
        ("Rdh", {2: (SURRENDER, DOUBLE, HIT), 3: (DOUBLE, HIT)}),
        ("S5", {2: (), 4: (), 5: (HIT,), 8: (HIT,)}),
        ("Dh4s", {3: (DOUBLE, HIT), 4: ()}),
        ("Ds4dh6", {3: (DOUBLE,), 4: (DOUBLE, HIT), 5: (DOUBLE, HIT), 6: (HIT,)}),
        ("Rs6h", {2: (SURRENDER,), 5: (), 6: (HIT,)}),
        ("D3s45s", {2: (DOUBLE, HIT), 3: (), 4: (HIT,), 5: (), 8: ()}),
    ],
)
def test_a_code_says_what_is_wanted_by_number_of_cards(
    code: str, with_cards: dict[int, tuple[Action, ...]]
) -> None:
    cell = read_code(code)
    assert {count: cell[count - 2] for count in with_cards} == with_cards
    assert read_code(write_code(cell)) == cell


NO_CODES = ("", "X", "h", "HD", "Dx", "Hs", "Sd", "Dd", "5", "5H", "S9", "S2", "S55", "S5h4", "S 5")


@pytest.mark.parametrize("code", [*NO_CODES, "S5H", "S-"])
def test_a_code_that_means_nothing_is_no_code(code: str) -> None:
    with pytest.raises(CodeError):
        read_code(code)


# Files.

SHORT = """
columns = "A 2 3 4 5 6 7 8 9 T"
[hard]
4-8   = "H"
9-11  = "D"
12-16 = "Rs S S S S S H H H Rh"
17-20 = "S"
[soft]
12-17 = "H"
18    = "H S Ds Ds Ds Ds S S H H"
19-20 = "S"
[pairs]
A-A = "P"
2-2 = "P"
3-3 = "P"
4-4 = "H"
5-5 = "D"
6-6 = "P"
7-7 = "P"
8-8 = "Rp P P P P P P P P P"
9-9 = "P"
T-T = "S"
"""
DOUBLED = """
[doubled.hard]
6-16  = "S S S S S S R R R R"
17-20 = "S"
[doubled.soft]
13-20 = "D"
"""


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str | bytes], Strategy]:
    def read(content: str | bytes) -> Strategy:
        file = tmp_path / "mine.toml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return from_file(file, PLAIN.rules)

    return read


def asked(strategy: Strategy, held: str, up: str, may: str, *, doublings: int = 0) -> Action:
    allowed = frozenset(Action(each) for each in may.split())
    return strategy.choose(SeenHand(cards(held), cards(up), allowed, Split.NEVER, doublings))


def test_a_file_of_ones_own(read: Callable[[str | bytes], Strategy]) -> None:
    mine = read(SHORT)
    assert mine.name == "mine"
    assert asked(mine, "9c 7d", "Ah", "hit double surrender") is Action.SURRENDER
    assert asked(mine, "9c 7d", "Ah", "hit double") is Action.STAND
    assert asked(mine, "9c 7d", "Th", "hit double") is Action.HIT
    assert asked(mine, "9c 2d", "6h", "hit double") is Action.DOUBLE
    assert asked(mine, "3c 6d 2d", "6h", "hit") is Action.HIT
    assert asked(mine, "8c 8d", "Ah", "hit double split surrender") is Action.SURRENDER
    assert asked(mine, "8c 8d", "Ah", "hit double split") is Action.SPLIT
    assert asked(mine, "8c 8d", "Ah", "hit double") is Action.STAND
    assert asked(mine, "Ac 7d", "3h", "hit double") is Action.DOUBLE
    assert asked(mine, "Ac 7d", "3h", "hit") is Action.STAND
    assert asked(mine, "Ac Td", "3h", "double") is Action.STAND
    assert asked(mine, "9c 2d 5c", "8h", "double rescue", doublings=1) is Action.STAND


def test_a_file_may_say_what_is_done_after_a_double(read: Callable[[str | bytes], Strategy]) -> None:
    mine = read(SHORT + DOUBLED)
    for doublings in 1, 2, 3:
        assert asked(mine, "9c 2d 5c", "8h", "double rescue", doublings=doublings) is Action.RESCUE
        assert asked(mine, "9c 2d 5c", "5h", "double rescue", doublings=doublings) is Action.STAND
        assert asked(mine, "Ac 2d 5c", "5h", "double rescue", doublings=doublings) is Action.DOUBLE
    second = '[doubled_2.hard]\n6-20 = "S"\n[doubled_2.soft]\n13-20 = "S"\n'
    mine = read(SHORT + DOUBLED + second)
    assert asked(mine, "9c 2d 5c", "8h", "double rescue", doublings=1) is Action.RESCUE
    assert asked(mine, "9c 2d 5c", "8h", "double rescue", doublings=2) is Action.STAND
    assert asked(mine, "9c 2d 5c", "8h", "double rescue", doublings=3) is Action.STAND


@pytest.mark.parametrize(("file", "name"), [("own.toml", "own"), ("basic.toml", "basic.toml")])
def test_no_file_is_called_basic(file: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text('name = "basic"\n' + SHORT, encoding="utf-8")
    assert from_file(path, PLAIN.rules).name == name
    path.write_text(to_toml(replace(basic(PLAIN.rules), name=own_name(PLAIN.rules))), encoding="utf-8")
    assert from_file(path, PLAIN.rules).name == "mine, from md-blackjack"


def test_a_name_is_no_decision_and_a_cell_is(read: Callable[[str | bytes], Strategy]) -> None:
    mine = read(SHORT)
    named = read('name = "the \\"other\\" one"\n' + SHORT)
    assert named.name == 'the "other" one'
    assert named.digest == mine.digest
    rows = SHORT.replace('9-11  = "D"', '9 = "D"\n10 = "Dh"\n11 = "D D D D D D D D D D"')
    assert read(rows).digest == mine.digest
    changed = [
        SHORT.replace('9-11  = "D"', '9-11  = "D D D D D D D D D Ds"'),
        SHORT.replace('9-11  = "D"', '9-11  = "D5s"'),
        SHORT.replace('9-9 = "P"', '9-9 = "P P P P P P P P P S"'),
        SHORT.replace('18    = "H', '18    = "S'),
        SHORT + DOUBLED,
        SHORT.replace("[soft]", '21 = "D"\n[soft]'),
    ]
    assert len({read(each).digest for each in [SHORT, *changed]}) == len(changed) + 1
    for each in changed:
        again = read(each)
        assert read(to_toml(again)) == again


WRONG = [
    ("it is empty", ""),
    ("it is empty", " \n"),
    ("not TOML: ", "[hard"),
    ("not TOML: ", SHORT + "[hard]\n"),
    ("not TOML: ", SHORT.replace('17-20 = "S"', '17-20 = "S"\n17-20 = "S"', 1)),
    ("line 3: not UTF-8", b"\n\nname = '\xff'"),
    ("more than 200 kB", SHORT + "#" * 200_000),
    ("nested too deeply", "a." * 10_000 + "a = 1"),
    ("nested too deeply", "a = " + "[" * 50_000),
    ("a number with thousands of digits", "name = " + "1" * 10_000),
    ("medium: not a part of a strategy", SHORT + "[medium]"),
    ("hard: missing", "name = 'x'"),
    ("soft: missing", SHORT[: SHORT.index("[soft]")]),
    ("pairs: missing", SHORT[: SHORT.index("[pairs]")]),
    ("pairs: a table of rows, not 7", "pairs = 7\n" + SHORT[: SHORT.index("[pairs]")]),
    ("name: a text", "name = 7\n" + SHORT),
    ("name: a text", f"name = '{'x' * 81}'\n" + SHORT),
    ("columns: a text, not ['A']", SHORT.replace('"A 2 3 4 5 6 7 8 9 T"', '["A"]')),
    ("columns: no column for T", SHORT.replace("8 9 T", "8 9")),
    ("columns: 9 is given twice", SHORT.replace("8 9 T", "8 9 9")),
    ("columns: J: the dealer never shows that here", SHORT.replace("8 9 T", "8 9 J")),
    ("hard 4: no row", SHORT.replace("4-8   ", "5-8   ")),
    ("hard 8: is given twice, in 4-8 and in 8-11", SHORT.replace("9-11  ", "8-11  ")),
    ("hard 20: no row", SHORT.replace("17-20 ", "17-19 ")),
    ("hard 22: no total", SHORT.replace("[soft]", '22 = "S"\n[soft]')),
    ("hard 9-: no total", SHORT.replace("[soft]", '9- = "S"\n[soft]')),
    ("hard 11-9: no total", SHORT.replace("9-11  ", "11-9  ")),
    ("hard 04: no total", SHORT.replace("[soft]", '04 = "S"\n[soft]')),
    ("soft 11: no total", SHORT.replace("[pairs]", '11 = "S"\n[pairs]')),
    ("hard 4-8: a text of codes, not 7", SHORT.replace('4-8   = "H"', "4-8 = 7")),
    ("hard 4-8 against A: no code", SHORT.replace('4-8   = "H"', '4-8 = ""')),
    ("hard 4-8 against T: no code", SHORT.replace('4-8   = "H"', '4-8 = "H H H H H H H H H"')),
    ("hard 4-8: 11 codes for 10 columns", SHORT.replace('4-8   = "H"', f'4-8 = "{"H " * 11}"')),
    ("hard 12-16 against T: 'X'", SHORT.replace("H H H Rh", "H H H X")),
    ("hard 12-16 against T: 'P'", SHORT.replace("H H H Rh", "H H H P")),
    ("soft 18 against 3: 'Dx'", SHORT.replace("H S Ds", "H S Dx")),
    ("pairs 8-8: no row", SHORT.replace("8-8", "# 8-8")),
    ("pairs J-J: no pair", SHORT.replace("T-T", "J-J")),
    ("pairs 8-8 against A: 'Rx'", SHORT.replace("Rp", "Rx")),
    ("doubled: a table of rows, not 1", "doubled = 1\n" + SHORT),
    ("doubled.soft: missing", SHORT + DOUBLED[: DOUBLED.index("[doubled.soft]")]),
    ("doubled hands: hard and soft are both there", SHORT + DOUBLED + "[doubled.hands]"),
    ("doubled hard 6: no row", SHORT + DOUBLED.replace("6-16 ", "7-16 ")),
    ("doubled hard 6-16 against T: 'H'", SHORT + DOUBLED.replace("R R R R", "R R R H")),
    ("doubled soft 13-20 against A: 'D5s'", SHORT + DOUBLED.replace('"D"', '"D5s"')),
]


@pytest.mark.parametrize(("said", "content"), WRONG, ids=[said for said, _ in WRONG])
def test_what_is_wrong_with_a_file_is_one_line_with_its_place(
    said: str, content: str | bytes, tmp_path: Path, read: Callable[[str | bytes], Strategy]
) -> None:
    with pytest.raises(OddsError) as problem:
        read(content)
    told = str(problem.value)
    assert told.startswith(f"{tmp_path / 'mine.toml'}: {said}")
    assert "\n" not in told
    assert len(told) < len(str(tmp_path)) + 250


@pytest.mark.parametrize("name", ["no/such/file.toml", "", "\x00", "."])
def test_a_file_that_is_none(name: str) -> None:
    with pytest.raises(OddsError) as problem:
        from_file(name, PLAIN.rules)
    assert "\n" not in str(problem.value)


def test_columns_are_the_dealers_totals_where_both_cards_lie_face_up(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SHORT)
    with pytest.raises(OddsError, match="columns: A: the dealer never shows that here"):
        from_file(file, Case("ma-blackjack", "hole_card_face_up").rules)
