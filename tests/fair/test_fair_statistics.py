"""The live shuffle at card level, at 99% with Holm's correction; and unfair ones, which must be caught.

One test holds the whole battery of the shuffle, the cut and the devices, so that its false alarms
are bounded together: at most 1e-5, as `fair/battery.py` works out. At the ordinary sizes a deviation of
5% (root mean square) in the chance of a card at a position is found; at the long ones, of 0.7%. The
unfair ones must fail the same battery at the level of its second round, in one go.
"""

from __future__ import annotations

import pytest

from fair import shufflers
from fair.battery import FRESH_LEVEL, Shuffler, Sizes, fails, p_values, unsalted
from fair.tails import rejected
from later import one_in

SIZES = Sizes()
LONG_SIZES = Sizes(deck=150_000, shoe=15_000, small=600_000)


def test_the_live_shuffle_the_cut_and_the_devices_are_fair() -> None:
    assert fails(lambda: p_values(shufflers.real, SIZES) | shufflers.devices(20_000)) == []


@pytest.mark.long
def test_the_live_shuffle_the_cut_and_the_devices_are_fair_in_the_long_run() -> None:
    assert fails(lambda: p_values(shufflers.real, LONG_SIZES) | shufflers.devices(1_000_000)) == []


@pytest.mark.parametrize(
    ("unfair", "caught_by"),
    one_in(
        3,
        [
            (shufflers.by_remainder, {"312 block by card"}),
            (
                shufflers.any_with_any,
                {"52 position by card", "312 block by card", "4 every order", "5 every order"},
            ),
            (shufflers.never_in_place, {"52 position by card", "4 every order", "5 every order"}),
            (shufflers.three_riffles, {"52 adjacent pairs", "312 adjacent pairs"}),
            (shufflers.each_in_turn(), {"4 every order", "5 every order"}),
        ],
    ),
    ids=["by remainder", "any with any", "never in place", "three riffles", "each in turn"],
)
def test_an_unfair_shuffle_is_caught(unfair: Shuffler, caught_by: set[str]) -> None:
    assert caught_by <= set(rejected(p_values(unfair, SIZES), level=FRESH_LEVEL))


def test_a_commitment_without_salt_is_caught() -> None:
    """Whoever can try every order of a few cards learns the order from it, and cuts to suit."""
    found = rejected(p_values(shufflers.real, SIZES, seen=unsalted), level=FRESH_LEVEL)
    assert set(found) >= {f"{cards} every order, cut by commitment" for cards in (4, 5)}
