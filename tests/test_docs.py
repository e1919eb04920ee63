"""The pages hold together: links lead somewhere, pages are in the index, pictures are shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "README.md"
NAMED = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "ARCHITECTURE.md",
    "bench/README.md",
)
PAGES = [*sorted(DOCS.rglob("*.md")), *(ROOT / each for each in NAMED if (ROOT / each).exists())]
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
PLACE = re.compile(r"`((?:src|tests|docs|bench|examples)/[\w./-]*)`")
DIALECT = re.compile(
    r"less than nothing|below nothing|give[ns]? off|h(?:eld|old|olds) against|(?:is|are|was|were) told",
    re.IGNORECASE,
)
LONGEST_README = 90
"""Lines: two screens."""


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that a host makes of headings: small letters, no punctuation, dashes for blanks."""
    bare = (re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in HEADING.findall(prose(page)))
    return {each.replace(" ", "-") for each in bare}


def links(page: Path) -> list[tuple[Path, str]]:
    """Where the relative links of a page lead: file and anchor."""
    found = []
    for target in LINK.findall(prose(page)):
        if not re.match(r"\w+:", target):
            path, _, anchor = target.partition("#")
            found.append(((page.parent / path).resolve() if path else page, anchor))
    return found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), f"no such file: {target}"
        assert not anchor or anchor in anchors(target), f"no heading #{anchor} in {name(target)}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_place_that_a_page_names_exists(page: Path) -> None:
    if page.name == "CHANGELOG.md":
        return  # it speaks of versions that are past
    assert [place for place in PLACE.findall(prose(page)) if not (ROOT / place).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_speaks_plain_english(page: Path) -> None:
    """Zero and negative, emitted, compared with, shown or returned: words that a reader can look for."""
    running = " ".join(prose(page).split())
    assert DIALECT.findall(running) == []


def test_every_page_is_in_the_index() -> None:
    listed = {target for target, _ in links(INDEX)}
    assert [name(page) for page in sorted(DOCS.rglob("*.md")) if page not in {*listed, INDEX}] == []


def test_a_decision_is_indexed_by_its_title() -> None:
    index = prose(INDEX)
    for page in sorted((DOCS / "decisions").glob("*.md")):
        number, title = HEADING.findall(prose(page))[0].split(": ", 1)
        assert page.name.startswith(f"{number}-")
        assert f"- [{number}](decisions/{page.name}): {title}\n" in index


def test_every_picture_is_shown() -> None:
    shown = {target for page in PAGES for target, _ in links(page)}
    assert [name(each) for each in sorted((DOCS / "images").iterdir()) if each not in shown] == []


def test_the_readme_fits_on_two_screens() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_README
    assert len(re.findall(r"!\[", text)) == 1


def test_the_glossary_is_in_alphabetical_order() -> None:
    terms = [each.casefold() for each in HEADING.findall(prose(DOCS / "glossary.md"))[1:]]
    assert len(terms) > 100
    assert terms == sorted(set(terms))
