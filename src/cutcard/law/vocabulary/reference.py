"""The vocabulary as a page: every option with its values, what each means, and what reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cutcard.law.option_values import value_text
from cutcard.law.vocabulary.procedures import PROVISIONS
from cutcard.law.vocabulary.register import GROUPS
from cutcard.law.vocabulary.terms import Term, Use

HEAD: Final = """# Every option, and what may be said of it

A document chooses from this page in its `options.toml` ([the law as data](law-data.md)); an option or a
value that is not here cannot be loaded. **Needed** options stand in every document. The page is made of
`src/cutcard/law/vocabulary/`: `PYTHONPATH=src:tests .venv/bin/python tests/law/test_reference.py`.
"""
_USES: Final[Mapping[Use, str]] = {
    "value": "",
    "citation": "Only its citation is used.",
    "data": "Read by rows, bars and tables of documents.",
    "record": "Nothing reads it: it records what people do.",
}


def reference() -> str:
    """The page in Markdown."""
    return "\n".join((HEAD, *_groups(), *_provisions(), ""))


def _groups() -> Iterator[str]:
    for title, terms in GROUPS.items():
        yield f"## {title}\n"
        yield "| option | about | values |"
        yield "|---|---|---|"
        yield from map(_line, terms)
        yield ""


def _line(term: Term) -> str:
    notes = [term.about]
    if term.needed:
        notes.append("**Needed.**")
    if term.needed_with:
        notes.append(f"Needed with {', '.join(term.needed_with)}.")
    if term.needed_if:
        notes.append(f"Needed where {term.needed_if} may be true.")
    if term.before is not None:
        notes.append(f"Before there was this option: `{value_text(term.before)}`.")
    notes.append(_USES[term.use])
    if term.shape == "flag":
        values = "true, false"
    elif term.values:
        listed = (f"`{each}` {meaning}" for each, meaning in term.values.items())
        values = ("a list of: " if term.shape == "list" else "") + "<br>".join(listed)
    else:
        values = term.possible
    return f"| `{term.name}` | {' '.join(each for each in notes if each)} | {values} |"


def _provisions() -> Iterator[str]:
    yield "## Procedures and irregularities (`provisions.toml`)\n"
    yield "A document that leaves one out refuses it.\n"
    yield "| name | effects |"
    yield "|---|---|"
    for name, effects in PROVISIONS.items():
        yield f"| `{name}` | {', '.join(effects)} |"
