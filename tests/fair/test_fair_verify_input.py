"""The verifier on what is no record: turned away in one line, whatever it is."""

from __future__ import annotations

import contextlib
import io

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.fair.verifier import Unreadable, verify
from fair.records import (
    ORDER,
    Events,
    commit,
    cut,
    judged,
    shuffled,
    whole,
    written,
)

OTHER = [*ORDER[5:], *ORDER[:5]]
Changes = list[tuple[int, str, object]]
HEADER_LINE = b'{"cutcard": 1}\n'


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (b"", "it is empty"),
        (b"\n", "line 1, column 1: not JSON"),
        (b"\x1f\x8b\x08\x00\x00", "line 1: not UTF-8"),
        (HEADER_LINE + b"\xff\xfe\n", "line 2: not UTF-8"),
        (b"\x00" * 100, "line 1, column 1: not JSON"),
        (b"[]\n", "line 1: not a JSON object"),
        (b'"cutcard"\n', "line 1: not a JSON object"),
        (b"{}\n", "line 1: not the header"),
        (b'{"cutcard": 2}\n', "line 1: not the header"),
        (b'{"cutcard": true}\n', "line 1: not the header"),
        (b'{"cutcard": [[]]}\n', "line 1: not the header"),
        (HEADER_LINE + b"{}\n", "line 2: an event without a name"),
        (HEADER_LINE + b'{"event": 5}\n', "line 2: event is not a text"),
        (
            HEADER_LINE + b'{"event": "x"}\n{"event"',
            "line 3, column 9: not JSON; the record ends too early",
        ),
        (HEADER_LINE + b'{"event": "x", "event": "y"}\n', "line 2: a key occurs twice"),
        (HEADER_LINE + b'{"event": "x", "a": {"b": 1, "b": 2}}\n', "line 2: a key occurs twice"),
        (HEADER_LINE + b'{"event": "x", "a": NaN}\n', "line 2: a number that JSON does not have"),
        (HEADER_LINE + b'{"event": "x", "a": -Infinity}\n', "line 2: a number that JSON does not have"),
        (HEADER_LINE + b'{"event": "x", "a": ' + b"9" * 5_000 + b"}\n", "thousands of digits"),
        (HEADER_LINE + b"[" * 100_000 + b"\n", "line 2: nested too deeply"),
        (HEADER_LINE + b'{"a":' * 100_000 + b"\n", "line 2: nested too deeply"),
        (HEADER_LINE + b'{"event": "' + b"x" * 2_000_000, "line 2: longer than 1,000,000 bytes"),
    ],
)
def test_what_is_no_record(record: bytes, told: str) -> None:
    with pytest.raises(Unreadable) as problem:
        verify(io.BytesIO(record))
    assert str(problem.value).startswith(told) or told in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"event": "card_dealt", "drawn": ""}, "drawn"),
        ({"event": "card_dealt", "drawn": None}, "drawn"),
        ({"event": "card_dealt", "drawn": 5}, "drawn"),
        ({"event": "card_dealt", "drawn": "Qx"}, "drawn"),
        ({"event": "card_dealt", "drawn": "10h"}, "drawn"),
        ({"event": "card_dealt", "drawn": "Qh\n"}, "drawn"),
        ({"event": "card_dealt", "drawn": ["Qh", "Qd"]}, "drawn"),
        ({"event": "card_dealt", "drawn": "Qh", "side": 1}, "side"),
        ({**shuffled(), "batch": "1"}, "batch"),
        ({**shuffled(), "batch": True}, "batch"),
        ({**shuffled(), "batch": -1}, "batch"),
        ({**shuffled(), "batch": 10**40}, "batch"),
        ({**shuffled(), "batch": 1.0}, "batch"),
        ({**shuffled(), "size": None}, "size"),
        ({**shuffled(), "commitment": "abc"}, "commitment"),
        ({**shuffled(), "commitment": commit(ORDER).upper()}, "commitment"),
        ({**shuffled(), "commitment": ["x"]}, "commitment"),
        ({**shuffled(), "order": {"a": 1}}, "order"),
        ({**shuffled(), "order": [["Ah"]]}, "order"),
        ({**shuffled(), "order": "Ah  2h"}, "order"),
        ({**shuffled(), "order": ["\ud800"]}, "order"),
        ({**shuffled(), "salt": "xyz"}, "salt"),
        ({**shuffled(), "salt": 7}, "salt"),
        (cut(3, batch=2), "batch 2 is cut without having been shuffled"),
        (cut(-1), "position"),
        ({"event": "shoe_ended", "batch": {}, "left": 2}, "batch"),
        ({"event": "shoe_revealed", "commitment": 5}, "commitment"),
    ],
)
def test_fields_of_the_wrong_kind(event: dict[str, object], told: str) -> None:
    with pytest.raises(Unreadable, match=rf"^line 3: .*{told}"):
        judged([shuffled(OTHER), event])


def test_a_commitment_made_twice() -> None:
    with pytest.raises(Unreadable, match="line 3: a commitment that was made before"):
        judged([shuffled(), shuffled(batch=2)])


def test_a_mark_at_the_beginning_and_line_ends_of_another_system_are_no_matter() -> None:
    record = b"\xef\xbb\xbf" + written(whole()).replace(b"\n", b"\r\n")
    assert verify(io.BytesIO(record)).standing == "proven"


KEYS = ["event", "drawn", "side", "batch", "commitment", "order", "salt", "position", "left", "size"]
NAMES = sorted({each["event"] for each in whole()} | {"recut_ordered", "determinant_drawn", "x"})
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(ORDER),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
FIELD = st.tuples(st.integers(0, 14), st.sampled_from(KEYS), ANYTHING)
OTHER_NAME = st.tuples(st.integers(0, 14), st.just("event"), st.sampled_from(NAMES))


@settings(max_examples=200, deadline=None)
@given(st.lists(FIELD | OTHER_NAME, min_size=1, max_size=6))
def test_a_record_with_anything_in_it_is_judged_or_turned_away(changes: Changes) -> None:
    events = whole(told=True)
    for index, key, value in changes:
        events[index][key] = value
    assert judgement(events).isprintable()


def judgement(events: Events) -> str:
    """The verdict in one line, or the one line that turns the record away."""
    try:
        verdict = judged(events)
    except Unreadable as problem:
        return str(problem)
    assert verdict.standing in ("proven", "wrong", "unproven")
    return verdict.describe()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(written(whole())) - 1), st.integers(0, 255)), max_size=4))
def test_no_changed_byte_is_a_traceback(changes: list[tuple[int, int]]) -> None:
    record = bytearray(written(whole()))
    for place, value in changes:
        record[place] = value
    with contextlib.suppress(Unreadable):
        verify(io.BytesIO(bytes(record)))
