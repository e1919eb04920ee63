"""What every answer of the library has, looked at in one answer of each kind."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

import cutcard
from cutcard.results import RequestError, Result
from library.answers import ANSWERS, answer

LONGEST_REPR = 500
MOST_LINES = 6
EMPTY = {"br"}
"""Elements of HTML that have no end."""


def kinds(of: type[Result] = Result) -> Iterator[type[Result]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_kind_of_result_is_looked_at() -> None:
    for module in pkgutil.walk_packages(cutcard.__path__, "cutcard."):
        ends = (".library", ".check", ".comparison", ".simulated_grid")
        if module.name.endswith(ends) or ".library." in module.name:
            importlib.import_module(module.name)
    ours = {kind for kind in kinds() if kind.__module__.startswith("cutcard.")}
    leaves = {kind for kind in ours if not kind.__subclasses__()}
    assert leaves == {type(answer(name)) for name in ANSWERS}


@pytest.mark.parametrize("name", ANSWERS)
def test_it_says_what_it_stands_on(name: str) -> None:
    result = answer(name)
    assert len(result.digest) == 64
    int(result.digest, 16)
    assert set(result.law) == {"document", "version", "digest"} or name == "check of nothing"
    assert result.method
    assert isinstance(result.assumptions, tuple)
    assert all(isinstance(each, str) and each for each in result.assumptions)
    assert isinstance(result.citations, tuple)
    assert all(isinstance(each, str) and each for each in result.citations)


@pytest.mark.parametrize("name", ANSWERS)
def test_its_json_is_whole(name: str) -> None:
    result = answer(name)
    plain = json.loads(result.to_json())
    assert {"digest", "law", "method", "assumptions"} <= plain.keys()
    assert plain["digest"] == result.digest
    assert plain["method"] == result.method
    assert (plain["law"] or {}) == result.law
    assert plain == json.loads(json.dumps(result.to_dict()))
    assert "NaN" not in result.to_json()
    assert result.to_json(indent=2).count("\n") > 3


@pytest.mark.parametrize("name", ANSWERS)
def test_it_is_short_on_a_terminal(name: str) -> None:
    shown = repr(answer(name))
    assert 0 < len(shown) <= LONGEST_REPR
    assert len(shown.splitlines()) <= MOST_LINES
    assert answer(name).digest[:12] in shown


class Balanced(HTMLParser):
    """Fails where an element is not closed, or closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name.startswith("on") for name, _ in attrs)
        self.rows += tag == "tr"
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ANSWERS)
def test_a_notebook_can_show_it(name: str) -> None:
    page = answer(name)._repr_html_()
    read = Balanced()
    read.feed(page)
    assert read.open == []
    assert read.rows == min(len(answer(name).records()), 24) + bool(answer(name).records())
    assert answer(name).digest[:12] in page
    assert len(page) < 20_000


@pytest.mark.parametrize("backend", ["pandas", "pyarrow"])
@pytest.mark.parametrize("name", ANSWERS)
def test_its_rows_are_a_frame(name: str, backend: str) -> None:
    result = answer(name)
    frame = result.to_frame(backend=backend)
    rows, columns = frame.shape
    assert rows == len(result.records())
    assert columns == len({column for record in result.records() for column in record})
    with pytest.raises(RequestError, match="backend"):
        result.to_frame(backend="excel")


@pytest.mark.parametrize("name", ANSWERS)
def test_it_draws_itself_or_says_that_there_is_nothing_to_draw(name: str) -> None:
    result = answer(name)
    if result.drawing() is None or not result.drawing().records:  # type: ignore[union-attr]
        with pytest.raises(RequestError, match="nothing to draw"):
            result.plot()
    else:
        assert result.plot().to_dict()["$schema"]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_same_question_has_the_same_digest(name: str) -> None:
    assert ANSWERS[name]().digest == answer(name).digest


def test_other_questions_have_other_digests() -> None:
    assert len({answer(name).digest for name in ANSWERS}) == len(ANSWERS)
