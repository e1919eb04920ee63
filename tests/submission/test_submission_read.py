"""Reading a submission: TOML or JSON, hostile or half a file, and one clear line where it fails."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from cutcard.law import Code, Refused
from cutcard.submission import read_file, read_stream, read_text


def refusal(text: str, name: str = "submission") -> str:
    with pytest.raises(Refused) as refused:
        read_text(text, name=name)
    assert refused.value.refusal.code is Code.BAD_REQUEST
    message = refused.value.refusal.message
    assert "\n" not in message
    assert message.startswith(f"{name}: ")
    return message


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ('document = "x"', "submission", {"document": "x"}),
        ('{"document": "x"}', "submission", {"document": "x"}),
        ('  [{"a": 1}, {"a": 2}]', "submission", [{"a": 1}, {"a": 2}]),
        ("[options]\ndecks = 6", "submission", {"options": {"decks": 6}}),
        ("[options]", "s.TOML", {"options": {}}),
        ("[1]", "s.json", [1]),
        ("", "submission", {}),
        ("# nothing\n", "submission", {}),
    ],
)
def test_either_format_is_told_from_the_name_or_the_content(text: str, name: str, value: object) -> None:
    assert read_text(text, name=name) == value


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ('{"document": }', "submission", "line 1 column 14"),
        ('{"document": "x"', "submission", "line 1 column"),
        ("[1, 2,", "submission", "line 1 column"),
        ("[1, 2 3]", "submission", "line 1 column 7"),
        ("[options]\ndecks = ", "submission", "line 2, where the text ends"),
        ("[options\ndecks = 1", "submission", "line 1, column"),
        ("document = ", "x.toml", "line 1, where"),
        ('document = "half', "x.toml", "x.toml: "),
        ("a = 1\na = 2", "x.toml", "Cannot overwrite"),
        ('{"a": 1, "b": 2, "a": 3}', "x.json", "'a' is there twice"),
        ('{"a": NaN}', "x.json", "NaN is no number"),
        ('{"a": -Infinity}', "x.json", "-Infinity is no number"),
        ("{'a': 1}", "x.json", "line 1 column 2"),
        ("a = " + "9" * 5000, "x.toml", "4300"),
        ('{"a": ' + "9" * 5000 + "}", "x.json", "4300"),
        ("[" * 100_000, "x.json", "nested too deeply"),
        ("a = " + "[" * 100_000, "x.toml", "nested too deeply"),
        ("[" * 60 + "]" * 60, "x.json", "nested too deeply"),
        ('{"a":' * 60 + "1" + "}" * 60, "x.json", "nested too deeply"),
        ("\x00", "x.toml", "line 1, column 1"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(text: str, name: str, says: str) -> None:
    assert says in refusal(text, name)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"document": "x"}).encode())
    assert read_file(path) == {"document": "x"}
    path.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(Refused, match="byte 7 is not UTF-8"):
        read_file(path)


def test_a_file_that_is_not_there_or_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"none\.toml: No such file"):
        read_file(tmp_path / "none.toml")
    with pytest.raises(Refused, match="Is a directory"):
        read_file(tmp_path)


def test_a_file_without_end_is_not_read_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * 10_000_000)
    with pytest.raises(Refused, match="more than 5 MB"):
        read_file(path)
    with pytest.raises(Refused, match="more than 5 MB"):
        read_file(Path("/dev/zero"))


def test_standard_input() -> None:
    assert read_stream(io.BytesIO(b"a = 1"), name="standard input") == {"a": 1}
