"""Reading files: JSON or TOML by content, and one clear line for what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.cli.source import MOST_BYTES, parse, read
from cutcard.law.refusal import Refused

GOOD = [
    ('{"a": 1}', {"a": 1}),
    ("\ufeff".join(["", '{"a": 1}']), {"a": 1}),
    ("  \n [1, 2]", [1, 2]),
    ("a = 1", {"a": 1}),
    ("# a comment\na = 1", {"a": 1}),
    ("[options]\ndecks = 6", {"options": {"decks": 6}}),
    ("[[rounds]]\na = 1\n[[rounds]]\na = 2", {"rounds": [{"a": 1}, {"a": 2}]}),
    ('[wagers."kk"]\npaytable = "A"', {"wagers": {"kk": {"paytable": "A"}}}),
    ('{"text": "NaN and Infinity"}', {"text": "NaN and Infinity"}),
]


@pytest.mark.parametrize(("text", "found"), GOOD)
def test_reads(text: str, found: object, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    assert read(str(file)) == found


BAD = [
    ('{"a": 1,\n "b" 2}', "f: line 2, column 6: expecting ':' delimiter"),
    ('{"a": [1, 2', "f: line 1, column 12: expecting ',' delimiter; the file ends too early"),
    ('{"a": "half', "f: line 1, column 7: unterminated string starting at; the file ends too early"),
    ("[1, 2] [3]", "f: line 1, column 8: extra data"),
    ('[\n{"a": NaN}]', "f: line 2, column 7: NaN is no JSON"),
    ('{"x": "NaN", "a": -Infinity}', "f: line 1, column 19: -Infinity is no JSON"),
    ('{"a": 1, "a": 2}', "f: the key 'a' occurs twice in one object"),
    ("a = 1\na = 2", "f: line 2, column 6: cannot overwrite a value"),
    ("a = \n", "f: line 1, column 5: invalid value"),
    ("a = [1, 2", "f: line 1, column 10: unclosed array; the file ends too early"),
    ("[table]\nb = =", "f: line 2, column 5: invalid value"),
    ("[1, 2", "f: line 1, column 6: expecting ',' delimiter; the file ends too early"),
    ("<xml/>", "f: line 1, column 1: invalid statement"),
    ("[" * 100_000, "f: nested too deeply"),
    ("a = " + "[" * 100_000, "f: nested too deeply"),
    ("[" * 60 + "]" * 60, "f: nested too deeply"),
    ("b = 1\na" + ".a" * 100_000 + " = 1", "f: line 2, column 1: nested too deeply"),
    ('{"a": ' + "1" * 5_000 + "}", "f: a number with thousands of digits"),
    ("a = " + "1" * 5_000, "f: a number with thousands of digits"),
]


@pytest.mark.parametrize(("text", "told"), BAD, ids=range(len(BAD)))
def test_says_where_it_is_wrong(text: str, told: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text, "f")
    assert refused.value.refusal.message == told


def refused_file(file: Path) -> str:
    with pytest.raises(Refused) as refused:
        read(str(file))
    message = refused.value.refusal.message
    assert message.startswith(f"{file}: ")
    return message.removeprefix(f"{file}: ")


def test_files_that_are_none(tmp_path: Path) -> None:
    assert refused_file(tmp_path / "missing") == "no such file or directory"
    assert refused_file(tmp_path) == "is a directory"
    empty = tmp_path / "empty"
    empty.write_text("  \n")
    assert refused_file(empty) == "it is empty"
    latin = tmp_path / "latin"
    latin.write_bytes(b"a = 1\nb = \xe9")
    assert refused_file(latin) == "line 2, column 5: not UTF-8"
    long = tmp_path / ("x" * 300)
    assert refused_file(long) == "file name too long"


def test_a_name_no_file_can_have() -> None:
    with pytest.raises(Refused, match="no such file"):
        read("a\0b")


def test_the_limit(tmp_path: Path) -> None:
    big = tmp_path / "big"
    big.write_bytes(b" " * (MOST_BYTES + 1))
    assert refused_file(big) == "more than 20 MB"
