"""Law data older than an option: where they are carried, what the rules did before it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.law import Document, LawError, document, document_ids, lint, resolve, shelf
from cutcard.law.shelves import DATA
from cutcard.law.vocabulary import VOCABULARY
from cutcard.table import game_of, rebuild, write_record
from law.new_versions import FAMILY, installed, without_options
from table.driver import play_rounds

FIRST = frozenset((Path(__file__).parent / "first_carried_options.txt").read_text("utf-8").split())
"""The options that a document had to state when law data were first carried."""
LATER = tuple(name for name, term in VOCABULARY.items() if term.before is not None)


def test_every_later_option_says_what_held_before_it() -> None:
    """Without it, the tables of a store that carries older data would stop."""
    stated = {n for n, each in VOCABULARY.items() if each.needed or each.needed_with or each.needed_if}
    assert stated - FIRST == set(LATER)


@pytest.mark.parametrize("name", LATER)
def test_what_held_before_an_option_is_one_of_its_values(name: str) -> None:
    term = VOCABULARY[name]
    assert term.before is not None
    assert term.fault(term.before) == ""


@pytest.mark.parametrize("family", document_ids())
def test_carried_data_without_later_options_make_the_same_table(family: str) -> None:
    with installed(DATA) as shelf:
        ours = document(family)
        law = shelf.carry(without_options(LATER, family).packed)
        assert law.digest != ours.digest
        held = {name: VOCABULARY[name].before for name in LATER}
        now, _ = resolve(ours, options={k: v for k, v in held.items() if not ours.options[k].is_fixed})
        then, findings = resolve(law)
        assert now is not None
        assert then is not None
        assert [each for each in findings if each.severity == "violation"] == []
        assert {name: then.options[name] for name in LATER} == held
        before, after = game_of(then), game_of(now)
        assert {**vars_of(before), "cites": 0} == {**vars_of(after), "cites": 0}
        assert all(before.cite(name) == law.wager("main").cite for name in LATER)


def vars_of(game: object) -> dict[str, object]:
    return {name: getattr(game, name) for name in type(game).__slots__}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", LATER)
def test_a_document_that_a_person_writes_states_them_all(name: str, tmp_path: Path) -> None:
    files = without_options((name,))
    with pytest.raises(LawError, match=f"{name}: missing: a rule reads it"):
        _ = Document(files).options
    _, faults = lint(files)
    assert [each.key for each in faults] == [name]
    folder = tmp_path / "law" / FAMILY
    for file in files.names:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(files.read(file))
    with installed(folder.parent) as own:
        # A record that carries the same data is read; the person's folder stays at fault.
        assert name in own.carry(files.packed).options
        assert [each.digest for each in own.every].count(files.digest) == 1
        with pytest.raises(LawError, match=f"{name}: missing"):
            _ = document(FAMILY).options


def test_a_record_of_such_data_is_written_and_read_as_it_was() -> None:
    with installed(DATA):
        law = shelf().carry(without_options(LATER).packed)
        played = play_rounds(shelf().reference(law), rounds=6, seed=5, boxes=2)
        lines = tuple(write_record(played.opening, played.events))
        assert played.opening.rules.document is law
        assert not any(f'"{name}"' in lines[0] for name in LATER)
    with installed(DATA):
        again = rebuild(lines)
        assert again.rules.document.digest == law.digest
        assert (again.game, again.version) == (played.table.game, played.table.version)
