"""Each requirement that is said to be shown names a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| (\d+) \| .+ \| .+ \| `([\w/.]+)(?:::(\w+))?` \|$", re.MULTILINE)


def test_thirty_requirements_are_shown_by_tests_that_are_there() -> None:
    rows = ROW.findall((ROOT / "docs" / "requirements.md").read_text("utf-8"))
    assert [int(number) for number, _, _ in rows] == list(range(1, 31))
    for number, path, name in rows:
        assert (ROOT / path).is_file(), (number, path)
        text = (ROOT / path).read_text("utf-8")
        assert f"def {name or 'test_'}" in text, (number, path, name)
