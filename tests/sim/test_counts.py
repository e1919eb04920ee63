"""Counts as people write them, and the one line that says why one is none."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from cutcard.cards import DECK_52
from cutcard.odds import OddsError
from cutcard.odds.strategy.card_count import NAMED, CardCount, count_of


def tag(count: CardCount, text: str) -> Fraction:
    return next(tag for card, tag in zip(DECK_52, count.tags, strict=True) if card.text == text)


def test_counts_by_name() -> None:
    hilo = count_of("hilo")
    assert [int(tag(hilo, text)) for text in ("2c", "6s", "7d", "Th", "Ac")] == [1, 1, 0, -1, -1]
    assert (hilo.name, hilo.is_true, hilo.pivot) == ("hilo", True, Fraction(0))
    assert tag(count_of("halves"), "5h") == Fraction(3, 2)
    assert (count_of("ko").is_true, count_of("ko").pivot) == (False, Fraction(4))


@pytest.mark.parametrize("name", NAMED)
def test_all_but_one_are_balanced(name: str) -> None:
    """The one that is not comes to its pivot by as much in each deck."""
    count = count_of(name)
    assert sum(count.tags) == count.pivot == (4 if name == "ko" else 0)


def test_tags_in_a_line() -> None:
    count = count_of(" 2-6 = 1, 7=0, 8-9=0, 10=-1, J-k=-1, a=-1, 7h=-3")
    assert [tag(count, text) for text in ("7c", "7h", "Td", "Ks", "5c")] == [0, -3, -1, -1, 1]
    assert count_of("rest=1/2,A=-6").per == 2


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "queens.toml"
    file.write_text(
        'name = "queens"\npivot = 2\nrunning = true\nbin = 5\n[tags]\nQh = -40\nA = 0.5\nrest = 1\n',
        encoding="utf-8",
    )
    count = count_of(str(file))
    assert (count.name, count.pivot, count.is_true, count.step) == ("queens", Fraction(2), False, 5)
    assert [tag(count, text) for text in ("Qh", "Qs", "Ac")] == [-40, 1, Fraction(1, 2)]


@pytest.mark.parametrize("written", ["Hi-Lo", "hi_lo", "HI LO"])
def test_a_count_is_known_however_its_name_is_written(written: str) -> None:
    assert count_of(written) == count_of("hilo")


WRONG = (
    ("high-low", "one of hilo, ko"),
    ("2-6=1", "no tag for 7, 8, 9, T, J, Q, K, A; give each one, or rest=0"),
    ("2-K=1,Ac=1,Ad=0,Ah=2", "no tag for As;"),
    ("2-6=one,rest=0", "2-6: a number, like 1, -0.5 or 1/2, not one"),
    ("2-6=1/0,rest=0", "a number"),
    ("2-6=nan,rest=0", "a number"),
    ("2-6=1e3,rest=0", "a number"),
    ("2-6=101,rest=0", "at most 100 either way"),
    ("2-6=0.001,rest=0", "in parts down to 1/20"),
    ("2-6=1,5=2,rest=0", "5: 5 already has a tag"),
    ("5=1,5=2,rest=0", "'5' is given twice"),
    ("6-2=1,rest=0", "6-2: not a card"),
    ("11=1,rest=0", "11: not a card"),
    ("7x=1,rest=0", "7x: not a card"),
    ("5=,rest=0", "write CARD=TAG"),
    ("rest=0", "every tag is 0"),
    ("no-such-file.toml", "no-such-file.toml: "),
)


@pytest.mark.parametrize(("written", "why"), WRONG, ids=[written for written, _ in WRONG])
def test_what_is_no_count(written: str, why: str) -> None:
    with pytest.raises(OddsError) as problem:
        count_of(written)
    assert why in str(problem.value)
    assert "\n" not in str(problem.value)


FILES = (
    ("bin = 0\n[tags]\nA = 1\nrest = 0\n", "bin: a whole number from 1"),
    ("running = 1\n[tags]\nA = 1\nrest = 0\n", "running: true or false"),
    ("name = 5\n[tags]\nA = 1\nrest = 0\n", "name: a text"),
    ("pivot = true\n[tags]\nA = 1\nrest = 0\n", "pivot: a number"),
    ("[tags]\nA = [1]\nrest = 0\n", "A: a number"),
    ("[tags]\nA = 1\n", "no tag for 2, 3"),
    ("start = 4\n[tags]\nA = 1\nrest = 0\n", "start: not a part of a count"),
    ('name = "empty"\n', "no tags; write them under [tags]"),
    ("tags = 7\n", "no tags; write them under [tags]"),
)


@pytest.mark.parametrize(("content", "why"), FILES, ids=[why for _, why in FILES])
def test_what_is_no_file_of_a_count(content: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(OddsError) as problem:
        count_of(str(file))
    assert f"{file}: {why}" in str(problem.value)
    assert "\n" not in str(problem.value)
