"""Cases that wait for `make test-long`: of many alike, some are tried at once and the others there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def later(*values: Any) -> Any:
    """A case for the long run alone."""
    return pytest.param(*values, marks=pytest.mark.long)


def one_in(many: int, cases: Iterable[Any], *, whole: bool = False) -> list[Any]:
    """All cases; the first of every so many is tried at once. A tuple that is one value is `whole`."""
    return [_case(each, whole=whole) if place % many else each for place, each in enumerate(cases)]


def all_but(slow: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """All cases; those that take long wait."""
    return [_case(each) if each in slow else each for each in cases]


def _case(each: Any, *, whole: bool = False) -> Any:
    if isinstance(each, ParameterSet):
        return pytest.param(*each.values, marks=(*each.marks, pytest.mark.long), id=each.id)
    return later(*each) if type(each) is tuple and not whole else later(each)
