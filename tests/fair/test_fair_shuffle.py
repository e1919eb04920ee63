"""The shuffle and the draws of devices, fed with chosen numbers; and what their source may contain."""

from __future__ import annotations

import ast
import itertools
import math
import secrets
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import cutcard.fair
from cutcard.cards import DECK_48, DECK_52, cards, text
from cutcard.fair import Shuffled, choose, commitment, draw_box, draw_card, shuffle
from cutcard.fair.shuffle import in_any_order
from cutcard.shoe import commitment_of
from fair.records import commit

SOURCE = Path(cutcard.fair.__file__).with_name("shuffle.py")


def feeding(numbers: Iterable[int]) -> Callable[[int], int]:
    """A source of given numbers; each must be one that could have come."""
    left = iter(numbers)

    def below(limit: int) -> int:
        found = next(left)
        assert 0 <= found < limit
        return found

    return below


def test_every_list_of_numbers_gives_an_order_of_its_own() -> None:
    """4! lists of choices, 4! orders: each comes out once, so even numbers mean even orders."""
    choices = list(itertools.product(range(4), range(3), range(2)))
    orders = {in_any_order("abcd", below=feeding(each)) for each in choices}
    assert len(choices) == len(orders) == math.factorial(4)


def test_it_asks_for_one_number_of_each_size() -> None:
    asked: list[int] = []

    def below(limit: int) -> int:
        asked.append(limit)
        return 0

    in_any_order(range(52), below=below)
    assert asked == list(range(52, 1, -1))


def test_a_shuffle_has_the_same_cards() -> None:
    pack = DECK_52 * 6
    found = shuffle(pack)
    assert isinstance(found, Shuffled)
    assert Counter(found.order) == Counter(pack)
    assert found.order != pack
    assert in_any_order([]) == ()
    assert in_any_order(["one"]) == ("one",)


def test_fed_with_the_same_numbers_it_gives_the_same_order_under_another_salt() -> None:
    one, other = (shuffle(DECK_48, below=lambda limit: limit // 2) for _ in range(2))
    assert one.order == other.order
    assert one.salt != other.salt
    assert one.commitment != other.commitment


def test_the_salt_is_256_bits_and_never_the_same() -> None:
    salts = {shuffle(DECK_52[:2]).salt for _ in range(500)}
    assert len(salts) == 500
    assert all(len(each) == 64 and set(each) <= set("0123456789abcdef") for each in salts)


def test_the_commitment_is_the_sha_256_of_salt_and_cards() -> None:
    order = cards("Qh As Td")
    salt = "00" * 32
    known = "c59367db955bbfb80ba0b966de1e63692b5d92d62d31a4ff041b183940427f51"
    assert commitment(order, salt) == known, "printf '00...00:Qh As Td' | sha256sum"
    found = shuffle(DECK_52 * 2)
    assert found.commitment == commitment(found.order, found.salt)
    assert found.commitment == commit(text(found.order).split(" "), found.salt)
    assert found.commitment == commitment_of(found.order, found.salt), "the shoe asks for the same"


def test_any_other_order_or_salt_has_another_commitment() -> None:
    found = shuffle(DECK_52)
    swapped = (found.order[1], found.order[0], *found.order[2:])
    assert commitment(swapped, found.salt) != found.commitment
    assert commitment(found.order, "00" * 32) != found.commitment


def test_each_stop_has_as_many_numbers_as_its_weight() -> None:
    weights = (3, 0, 1, 5)
    stops = Counter(choose(weights, below=feeding([number])) for number in range(9))
    assert stops == {0: 3, 2: 1, 3: 5}


@pytest.mark.parametrize("weights", [(), (0, 0), (3, -1)])
def test_weights_that_are_none(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="weights"):
        choose(weights)


def test_a_source_that_goes_too_far_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        choose((1, 1), below=lambda limit: limit)


def test_every_card_and_box_has_one_number() -> None:
    assert tuple(draw_card(below=feeding([number])) for number in range(52)) == DECK_52
    assert [draw_card(DECK_48, below=feeding([n])) for n in range(48)] == list(DECK_48)
    boxes = (1, 4, 7)
    assert tuple(draw_box(boxes, below=feeding([number])) for number in range(3)) == boxes


def test_the_source_knows_no_other_chance_and_no_remainder() -> None:
    """`secrets` alone, numbers below a limit and salts alone, and nothing divided anywhere."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    used: set[str] = set()
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Mod | ast.FloorDiv | ast.Div), "never modulo"
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "secrets":
            used.add(node.attr)
        if isinstance(node, ast.Import):
            assert not {each.name for each in node.names} & {"random", "os", "time", "uuid"}
    assert used == {"randbelow", "token_hex"}
    assert secrets.randbelow in (in_any_order.__kwdefaults__ or {}).values()


def test_the_example_on_the_page_is_true() -> None:
    page = (SOURCE.parents[3] / "docs" / "fairness.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in page.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith("printf '%s' '0"))
    salt, _, order = lines[at].split("'")[3].partition(":")
    assert lines[at + 1] == f"{commitment(cards(order), salt)}  -"
    if shutil.which("sha256sum") is not None:
        done = subprocess.run(["bash", "-c", lines[at]], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == lines[at + 1]
