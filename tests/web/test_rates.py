"""Rates: the burst, what comes back with time, whose address counts, and the end of what is kept."""

from __future__ import annotations

import pytest

from cutcard.web.api import house as rates
from cutcard.web.api.house import Rates, neighbourhood
from cutcard.web.server.errors import Problem
from cutcard.web.server.settings import Rate


class Seconds:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def held(found: Rates, who: str) -> str:
    with pytest.raises(Problem) as caught:
        found.take(who)
    assert caught.value.status == 429
    return caught.value.headers["Retry-After"]


def test_a_burst_and_what_comes_back() -> None:
    clock = Seconds()
    found = Rates(Rate(2, 0.5), clock)
    found.take("ann")
    found.take("ann")
    assert held(found, "ann") == "2"
    found.take("bob")
    clock.now += 1.9
    held(found, "ann")
    clock.now += 0.1
    found.take("ann")
    held(found, "ann")
    clock.now += 3600
    found.take("ann")
    found.take("ann")
    held(found, "ann")
    clock.now -= 50
    held(found, "ann")


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_KEPT", 10)
    clock = Seconds()
    found = Rates(Rate(2, 1.0), clock)
    for each in range(8):
        found.take(f"early {each}")
    clock.now += 5
    found.take("late")
    found.take("late")
    for each in range(3):
        found.take(f"more {each}")
    assert len(found._left) <= 10
    held(found, "late")
    for each in range(40):
        found.take(f"flood {each}")
    assert len(found._left) <= 10


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "?"),
        ("", "?"),
    ],
)
def test_whose_address_counts(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted
