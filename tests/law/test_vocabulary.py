"""The vocabulary: what is read is declared, what is declared is read, and nothing else can be loaded."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from cutcard.law import Document, FolderFiles, LawError, documents
from cutcard.law.shelves import DATA
from cutcard.law.vocabulary import NEEDED, PROVISIONS, VOCABULARY, Term
from cutcard.rules import MONEY_FIELDS, Game
from cutcard.shoe.law import ABSENT, ShoeLaw
from law.option_reads import option_reads, texts_near

NOT_OPTIONS = {"cites", "pack"}


def test_every_option_that_is_read_is_declared() -> None:
    reads = option_reads()
    assert len(reads.names) > 100
    assert {name: reads.names[name] for name in reads.names.keys() - VOCABULARY.keys()} == {}
    cited = reads.cites.keys() - VOCABULARY.keys() - PROVISIONS.keys()
    assert {name: reads.cites[name] for name in cited} == {}


def test_every_value_that_is_compared_with_is_declared() -> None:
    odd = [
        (name, value)
        for name, values in option_reads().compared.items()
        for value in values
        if VOCABULARY[name].fault(value)  # type: ignore[arg-type]
        and not (value == "none" and VOCABULARY[name].may_be_none)
    ]
    assert odd == []


def test_what_is_read_at_every_table_is_needed_in_every_document() -> None:
    asked = {field.name for field in (*fields(Game), *fields(ShoeLaw))} - NOT_OPTIONS - ABSENT.keys()
    asked |= option_reads().without_default.keys() - ABSENT.keys()
    stated = {name for name, each in VOCABULARY.items() if each.needed_with or each.needed_if}
    assert asked - set(NEEDED) - stated == set()


@pytest.mark.parametrize("view", [Game, ShoeLaw])
def test_the_types_of_the_predicates_are_the_declared_sets(view: type) -> None:
    hints = get_type_hints(view)
    for field in fields(view):
        if field.name in NOT_OPTIONS or field.name in MONEY_FIELDS:
            continue
        term, kind = VOCABULARY[field.name], hints[field.name]
        if term.shape in ("choice", "suit"):
            assert get_origin(kind) is Literal, field.name
            assert set(get_args(kind)) == set(term.values), field.name
        else:
            assert kind in (bool, int, str, tuple[str, ...]), field.name


CLOSED = [each for each in VOCABULARY.values() if each.shape == "choice" and each.use == "value"]


@pytest.mark.parametrize("term", CLOSED, ids=lambda each: each.name)
def test_some_predicate_tells_every_value_from_the_others(term: Term) -> None:
    """All but one of them are named where the option is: that one is what holds else."""
    if len(term.values) == 1:
        return
    # The moments of settlement are compared with what `getattr` gives, in one place for all of them.
    named = "settle_bust" if term.name.startswith("settle_") else term.name
    known = texts_near(term.name) | texts_near(named)
    unnamed = [value for value in term.values if value not in known]
    assert len(unnamed) <= 1, unnamed


def test_every_declared_value_of_a_choice_is_in_some_document() -> None:
    """A value that nobody uses is one that no case has tried."""
    used: dict[str, set[object]] = {}
    for law in documents():
        tables = (law.options, *(each.options for each in law.variations.values()))
        for table in tables:
            for name, option in table.items():
                values = option.permitted or (option.default,)
                used.setdefault(name, set()).update(values)
    assert VOCABULARY.keys() - used.keys() == set()
    unused = {
        term.name: term.values.keys() - used[term.name]
        for term in VOCABULARY.values()
        if term.shape == "choice" and not term.values.keys() <= used[term.name]
    }
    assert unused == {}


@pytest.mark.parametrize("term", VOCABULARY.values(), ids=lambda each: each.name)
def test_every_option_says_what_it_is_about_and_what_is_possible(term: Term) -> None:
    assert term.about.endswith(".")
    assert term.possible
    assert all(meaning.endswith(".") for meaning in term.values.values())


@pytest.fixture
def spoil(tmp_path: Path) -> Callable[[str, str, str], Document]:
    """A document with something in one of its files replaced."""

    def spoiled(file: str, old: str, new: str) -> Document:
        folder = Path(shutil.copytree(DATA / "md-blackjack", tmp_path / "md-blackjack"))
        path = folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        return Document(FolderFiles(folder))

    return spoiled


ANY = '[double_totals]\nabout = "On which totals a hand may be doubled."\nfixed = "any"'
SOFT = 'permitted = ["stand", "hit"]\ndefault = "stand"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (ANY, ANY.replace("any", "bananas"), "double_totals.fixed: 'bananas' is not implemented; poss"),
        (ANY, ANY.replace('"any"', "true"), "double_totals.fixed: 'true' is not implemented"),
        (ANY, ANY.replace("double_t", "double_d"), "no rule reads an option of this name; possible"),
        (SOFT, SOFT.replace('"hit"', '"hits"'), "soft_17.permitted: 'hits' is not implemented"),
        (SOFT, SOFT.replace('= "stand"', '= "hit me"'), "soft_17.default: 'hit me' is not impl"),
        (SOFT, SOFT + '\nkind = "text"', "soft_17.kind: 'text' is not its kind"),
        (SOFT, 'minimum = 1\ndefault = "hit"', "soft_17."),
        (SOFT, SOFT + '\nwarn = { stay = "no" }', "soft_17.warn: 'stay' is not one of"),
        ("minimum = 1\ndefault = 6", "minimum = 0\ndefault = 6", "decks.minimum: 0 is below 1"),
        ("minimum = 1\ndefault = 6", "minimum = 1\ndefault = 0", "decks.default: '0' is not a whole"),
        ("minimum = 1\ndefault = 6", "minimum = 7\ndefault = 6", "decks.default: 6 is below 7"),
        ('default = "0.01"', 'default = "a penny"', "smallest_chip.default: 'a penny' is not an am"),
    ],
)
def test_what_no_predicate_implements_cannot_be_loaded(
    spoil: Callable[[str, str, str], Document], old: str, new: str, message: str
) -> None:
    law = spoil("options.toml", old, new)
    with pytest.raises(LawError) as error:
        _ = law.options
    assert message in str(error.value)
    assert str(error.value).startswith("md-blackjack/options.toml: ")


@pytest.mark.parametrize("name", NEEDED)
def test_an_option_that_rules_read_may_not_be_missing(name: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(DATA / "md-blackjack", tmp_path / "md-blackjack"))
    path = folder / "options.toml"
    text = path.read_text("utf-8")
    before, _, after = text.partition(f"[{name}]\n")
    rest = after.split("\n[")
    left = [each for each in rest[1:] if not each.startswith(f"{name}.")]
    path.write_text(before + "".join(f"\n[{each}" for each in left), "utf-8")
    with pytest.raises(LawError) as error:
        _ = Document(FolderFiles(folder)).options
    message = f"md-blackjack/options.toml: {name}: missing: a rule reads it; possible: "
    assert str(error.value) == message + VOCABULARY[name].possible
