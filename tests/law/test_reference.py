"""The page of all options is what the vocabulary says; run as a program, this writes it."""

from __future__ import annotations

from pathlib import Path

from cutcard.law.vocabulary import reference

PAGE = Path(__file__).parents[2] / "docs" / "options.md"


def test_the_page_of_options_is_current() -> None:
    assert PAGE.read_text("utf-8") == reference()


if __name__ == "__main__":
    PAGE.write_text(reference(), "utf-8")
