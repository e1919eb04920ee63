"""The charts that the package carries are what is computed; run as a program, this writes them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cutcard.web.school import carried
from cutcard.web.school.carried import FILE, carried_questions, chart_digest, shipped_games
from cutcard.web.school.questions import questions
from later import one_in
from web.houses import House

PATH = Path(str(files("cutcard.web.school"))) / FILE
AGREE = 2e-6
"""Values are kept to a millionth; another processor rounds the last digit otherwise."""
MOST_BYTES = 150_000


def computed(name: str, variation: str) -> dict[str, Any]:
    found = questions(name, variation)
    return {part: value for part, value in found.items() if part != "digest"}


def test_every_shipped_game_is_carried_as_it_stands_now() -> None:
    """After a change of options, prices or shoes: write the file again."""
    known = carried._charts()
    assert set(known) == {chart_digest(*game) for game in shipped_games()}
    assert PATH.stat().st_size < MOST_BYTES


@pytest.mark.parametrize(("name", "variation"), one_in(len(shipped_games()), shipped_games()))
def test_what_is_carried_is_what_is_computed(name: str, variation: str) -> None:
    known, now = carried_questions(name, variation), computed(name, variation)
    assert known is not None
    assert (known["topics"], known["edge"]) == (now["topics"], pytest.approx(now["edge"], abs=AGREE))
    for kept, made in zip(known["questions"], now["questions"], strict=True):
        assert kept["worth"] == pytest.approx(made["worth"], abs=AGREE)
        assert {**kept, "worth": 0} == {**made, "worth": 0}


def test_a_drill_is_there_at_the_first_asking(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = {"document": "ma-blackjack", "variation": "six_to_five"}
    answer = house.get("ann", "/api/school/chart", **game).json()["answer"]
    assert answer["state"] == "done"
    assert len(answer["value"]["questions"]) > 300
    monkeypatch.setattr(carried, "FORM", carried.FORM + 1)
    assert carried_questions("ma-blackjack", "six_to_five") is None


if __name__ == "__main__":
    charts = {chart_digest(*game): computed(*game) for game in shipped_games()}
    PATH.write_bytes(carried.write_charts(charts))
