"""The first submission: compliant as it stands, and wager by wager when taken out of its comments."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from cutcard.law import Refused, document, document_ids
from cutcard.submission import init
from later import one_in
from submission.unplayed import check

WAGERS = [(name, wager) for name in document_ids() for wager in document(name).wager_ids]


@pytest.mark.parametrize("name", document_ids())
def test_it_is_compliant_and_states_every_open_choice(name: str) -> None:
    text = init(name)
    submission: Any = tomllib.loads(text)
    result = check(submission)
    assert result.compliant
    assert result.findings == ()
    always = {"", "super_bonus", "envy_bonus"}
    open_options = {
        key for key, law in document(name).options.items() if not law.is_fixed and law.wager in always
    }
    assert set(submission["options"]) == open_options
    assert all(law.cite in text.replace("\n# ", " ") for law in document(name).variations.values())
    for wager in document(name).wager_ids:
        assert f"\n#[wagers.{wager}]\n" in text
    assert max(len(line) for line in text.splitlines()) <= 105


@pytest.mark.parametrize(("name", "wager"), one_in(4, WAGERS))
def test_each_wager_can_be_taken_out_of_its_comment(name: str, wager: str) -> None:
    text = init(name)
    law = document(name).wager(wager)
    wanted = [wager, *(law.needs.names if law.needs else ())]
    blocks = [block for block in text.split("\n\n") if _is_one_of(block, wanted)]
    assert len(blocks) == len(wanted)
    decks = next((n for n in (6, 8, 4, 2) if law.decks is None or law.decks.admits(n)), 6)
    head = text.replace("\ndecks = 6\n", f"\ndecks = {decks}\n")
    if law.needs_variation is not None:
        chosen = f'variation = "{law.needs_variation.names[0]}"'
        head = head.replace(f"#{chosen}", chosen).replace("surrender = true", "surrender = false")
    plain = [re.sub(r"(?m)^#(?! )", "", block) for block in blocks]
    result = check(tomllib.loads("\n\n".join([head, *plain])))
    assert [each for each in result.findings if each.severity == "violation"] == []
    assert result.rules is not None
    assert set(wanted) <= set(result.rules.offers)


def _is_one_of(block: str, wagers: list[str]) -> bool:
    return any(f"#[wagers.{wager}]" in block.splitlines() for wager in wagers)


def test_one_for_a_version_names_it() -> None:
    assert tomllib.loads(init("md-blackjack@1.15"))["document"] == "md-blackjack@1.15"
    assert tomllib.loads(init("md-blackjack"))["document"] == "md-blackjack"


def test_there_is_none_for_an_unknown_document() -> None:
    with pytest.raises(Refused):
        init("nj-blackjack")
