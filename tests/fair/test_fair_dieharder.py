"""The shuffle as a stream of bytes through dieharder, and the stream of a bad source, which must fail.

Each test of dieharder answers with a p-value: how badly its own samples' p-values fit a uniform
distribution (Kolmogorov and Smirnov). With the few samples taken here that p-value leans towards 1, so
only small ones are held against the stream: at 99% with Holm's correction, and once more, on fresh
bytes at 99.9%, where the first round fails. A fair stream fails with a chance of at most 1e-5.
"""

from __future__ import annotations

import itertools
import secrets
from collections import Counter

import pytest

from cutcard.fair.shuffle import in_any_order
from fair.battery import fails
from fair.dieharder import all_asked, ask, needs_dieharder
from fair.stream import bits, choices, chunks, congruential

FAR_OUT = 1e-7


@pytest.mark.long
@needs_dieharder
def test_the_stream_of_the_shuffle_passes_dieharder() -> None:
    assert fails(lambda: all_asked("fair.stream", "live")) == []


@pytest.mark.long
@needs_dieharder
@pytest.mark.parametrize(
    ("source", "caught_by"), [("congruential", "count the 1s"), ("remainder", "monobit")]
)
def test_the_stream_of_a_bad_source_fails_dieharder(source: str, caught_by: str) -> None:
    found = ask(caught_by, "fair.stream", source)
    assert all(p < FAR_OUT for p in found.values()), found


def test_an_order_is_one_list_of_choices() -> None:
    """Every order has choices of its own, and the choices that the shuffle took come back."""
    every = list(itertools.permutations(range(5)))
    assert len({tuple(choices(order)) for order in every}) == len(every)
    taken: list[tuple[int, int]] = []

    def below(limit: int) -> int:
        taken.append((limit, secrets.randbelow(limit)))
        return taken[-1][1]

    order = in_any_order(range(52), below=below)
    assert list(choices(order)) == taken


@pytest.mark.parametrize("limit", [2, 3, 5, 8, 52, 255, 312])
def test_the_bits_of_a_choice_have_no_bias(limit: int) -> None:
    """Over all its values a choice leaves every pattern of so many bits equally often."""
    counted = Counter(bits(limit, chosen) for chosen in range(limit))
    assert set(counted.values()) == {1}
    for length in {length for length, _ in counted}:
        assert sum(each == length for each, _ in counted) == 1 << length


def test_the_stream_is_whole_bytes_and_never_the_same() -> None:
    made = chunks()
    first, second = next(made), next(made)
    assert first != second
    assert min(len(first), len(second)) > 200


def test_the_bad_source_is_bad() -> None:
    """Its lowest bit comes and goes in turn, as that of every such generator does."""
    below = congruential()
    assert [below(2) for _ in range(6)] in ([0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0])
