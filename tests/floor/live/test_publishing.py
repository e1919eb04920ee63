"""What everybody is told as it happens: exactly what the published record says at that moment."""

from __future__ import annotations

import pytest

from cutcard.table.record.codec import event_json
from cutcard.table.record.redaction import FaceDown, published
from table.driver import play_rounds
from table.setups import GAMES


@pytest.mark.parametrize(("name", "variation"), GAMES)
@pytest.mark.parametrize("mishaps", [0, 20])
def test_each_event_is_told_as_the_record_so_far_publishes_it(
    name: str, variation: str | None, mishaps: int
) -> None:
    played = play_rounds(name, variation, rounds=3, seed=11, boxes=3, mishaps=mishaps)
    plain = [event_json(each) for each in played.events]
    seen, told = FaceDown(), []
    for event in plain:
        seen, each = seen.publish(event)
        told.append(each)
    differs = [
        (each, last)
        for at, each in enumerate(told, 1)
        if each != (last := list(published(plain[:at]))[-1])
    ]
    assert differs == []


def test_what_is_hidden_is_hidden() -> None:
    played = play_rounds("md-blackjack", rounds=12, seed=2, boxes=5)
    hidden = 0
    seen = FaceDown()
    for event in map(event_json, played.events):
        seen, told = seen.publish(event)
        if event["event"] == "cards_shuffled":
            assert (told["order"], told["salt"]) == ("", "")
            hidden += 1
        if event["event"] == "card_dealt" and event.get("face") == "down":
            assert "drawn" not in told
            hidden += 1
    assert hidden > 10
