"""The record as it is published, and what whoever checks it finds."""

from __future__ import annotations

import io
import json
import random

import pytest

from cutcard.cards import text
from cutcard.fair.verifier import verify
from cutcard.shoe.events import ShoeEnded
from cutcard.table import Settings, awaits, commands as c, events as e, game_of, new_table
from cutcard.table.record.codec import plain_of
from cutcard.table.record.record import RecordError, rebuild, write_record
from cutcard.table.record.redaction import FaceDown, published
from cutcard.table.round import AwaitsDecision
from table.driver import DEALER, Driver, play_rounds, rules_of
from table.setups import GAMES


def verdict(lines: list[str]) -> str:
    return verify(io.BytesIO("\n".join(lines).encode())).standing


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_real_play_verifies(name: str, variation: str | None) -> None:
    played = play_rounds(name, variation, rounds=70, seed=5, boxes=5)
    over = max(at for at, each in enumerate(played.events) if type(each).__name__ == "ShoeRevealed")
    done = played.events[: over + 1]
    for hidden in (False, True):
        lines = list(write_record(played.opening, done, published=hidden))
        assert verdict(lines) == "proven"
        dealt = next(n for n, line in enumerate(lines) if '"card_dealt"' in line)
        plain = plain_of(lines[dealt])
        plain["drawn"] = "2c" if plain["drawn"] != "2c" else "3c"
        assert verdict([*lines[:dealt], json.dumps(plain), *lines[dealt + 1 :]]) == "wrong"


def test_what_nobody_has_seen_is_not_published() -> None:
    """Cut anywhere: no order, no salt, no burned card and no hole card that was not shown."""
    played = play_rounds("md-blackjack", rounds=12, seed=2, boxes=5, mishaps=15)
    for cut in range(0, len(played.events), 7):
        lines = list(write_record(played.opening, played.events[:cut], published=True))
        plain = [plain_of(line) for line in lines[1:]]
        told = {each["commitment"] for each in plain if each["event"] == "shoe_revealed"}
        shown = sum(each["event"] == "hole_shown" for each in plain)
        open_holes = sum(each.get("why") == "hole" and "drawn" in each for each in plain)
        assert open_holes == shown
        for each in plain:
            if each["event"] == "cards_shuffled":
                assert (each["order"], each["salt"]) == ("", "")
            if each["event"] == "card_burned" and not told:
                assert "drawn" not in each


def test_a_void_round_keeps_its_hole_card_hidden() -> None:
    """It was never shown, so it is missing among the cards collected too."""
    rules = rules_of("md-players-edge-21")
    driver = Driver(new_table(rules, game_of(rules)), random.Random(3))
    opening = driver.table
    driver.open(2)
    while not isinstance(awaits(driver.table), AwaitsDecision):
        driver.go_on()
    driver.give(c.Report(DEALER, "card_face_up"))
    driver.give(c.Report(DEALER, "card_face_up"))
    hole = next(each for each in driver.events if isinstance(each, e.CardDealt) and each.why == "hole")
    (collected,) = (each for each in driver.events if isinstance(each, e.CardsCollected))
    left = list(collected.cards)
    left.remove(hole.drawn)
    so_far = driver.events[: driver.events.index(collected) + 1]
    plain = [plain_of(line) for line in write_record(opening, so_far, published=True)]
    assert next(each for each in plain if each.get("why") == "hole").keys() & {"drawn"} == set()
    (told,) = (each for each in plain if each.get("event") == "cards_collected")
    assert told["cards"] == text(left)
    over = [plain_of(line) for line in write_record(opening, driver.events, published=True)]
    assert next(each for each in over if each.get("why") == "hole")["drawn"] == hole.drawn.text


def test_a_scanned_burn_card_is_published_when_its_shoe_has_ended() -> None:
    """Nobody committed to a physical shoe: it is over when its cards go to the rack."""
    played = play_rounds("md-blackjack", rounds=60, seed=5, boxes=5, settings=Settings(virtual=False))
    ended = next(at for at, each in enumerate(played.events) if isinstance(each, ShoeEnded))
    for events, is_told in ((played.events[:ended], False), (played.events[: ended + 1], True)):
        plain = [plain_of(line) for line in write_record(played.opening, events, published=True)]
        burned = next(each for each in plain if each.get("event") == "card_burned")
        assert ("drawn" in burned) is is_told


def test_a_published_record_reads_once_its_shoe_is_over() -> None:
    played = play_rounds("md-blackjack", rounds=60, seed=5, boxes=5)
    over = max(at for at, each in enumerate(played.events) if type(each).__name__ == "ShoeRevealed")
    lines = list(write_record(played.opening, played.events[: over + 1], published=True))
    again = rebuild(lines)
    assert again.house == rebuild(list(write_record(played.opening, played.events[: over + 1]))).house
    with pytest.raises(RecordError, match="card_burned: drawn is missing"):
        rebuild(list(write_record(played.opening, played.events, published=True)))


def dealt(box: int, face: str, hand: int = 1) -> dict[str, object]:
    return {
        "event": "card_dealt",
        "drawn": "5c",
        "box": box,
        "hand": hand,
        "why": "double",
        "face": face,
        "side": "",
    }


def test_a_copy_of_a_card_that_was_turned_up_stays_hidden() -> None:
    """Of one card three copies are face down, in two boxes; only the hand cleared shows its own."""
    doubles = [dealt(1, "down"), dealt(1, "down", hand=2), dealt(2, "down")]
    cleared = {"event": "hand_cleared", "box": 1, "hand": 2, "cards": "6c 5c"}
    record = [*doubles, cleared]
    assert ["drawn" in each for each in published(record)][:3] == [False, True, False]
    down = FaceDown()
    for event in record:
        down, _ = down.publish(event)
    assert len(down.others) == 2
    _, told = down.publish({"event": "cards_collected", "cards": "6h 5c 5c 9d"})
    assert told["cards"] == "6h 9d"


def test_a_card_face_up_in_a_cleared_hand_shows_no_other_box_its_copy() -> None:
    cleared = {"event": "hand_cleared", "box": 1, "hand": 1, "cards": "6c 5c"}
    record = [dealt(1, "up"), dealt(2, "down"), cleared]
    assert ["drawn" in each for each in published(record)][:2] == [True, False]


def test_a_first_card_that_a_split_moved_is_turned_up_with_its_new_hand() -> None:
    """Both were dealt to the first hand; the second of them lies in another since."""
    first, second = ({**dealt(1, "down"), "why": why} for why in ("first", "second"))
    cleared = {"event": "hand_cleared", "box": 1, "hand": 2, "cards": f"{second['drawn']} 6c"}
    record = [{**first, "drawn": "5d"}, second, cleared]
    assert ["drawn" in each for each in published(record)][:2] == [False, True]


def test_a_double_card_that_decides_a_side_wager_is_turned_up_for_it() -> None:
    """Only at that settlement, and only the double cards of the boxes it settles (§17(e))."""
    record = [dealt(1, "down"), dealt(2, "down"), {**dealt(1, "down", hand=1), "why": "first"}]
    settled = {
        "event": "settled",
        "moment": "election",
        "lines": [],
        "meters": {},
        "done": [[1, "sevens"]],
    }
    shown = ["drawn" in each for each in published([*record, settled])]
    assert shown == [True, False, False, False]
    other = {**settled, "moment": "first_cards"}
    assert not any("drawn" in each for each in published([*record, other]))


def test_a_double_card_dealt_up_by_mistake_is_published_at_once() -> None:
    """Not where the box has another one face down: nobody says which of them was seen (§15(q))."""
    noted = {"event": "irregularity_noted", "what": "double_card_up", "cite": "", "by": "", "box": 1}
    alone = [dealt(1, "down"), dealt(2, "down"), noted]
    assert ["drawn" in each for each in published(alone)][:2] == [True, False]
    two = [dealt(1, "down"), dealt(1, "down", hand=2), noted]
    assert ["drawn" in each for each in published(two)][:2] == [False, False]
    second = [dealt(1, "down"), dealt(1, "down", hand=2), {**noted, "hand": 2}]
    assert ["drawn" in each for each in published(second)][:2] == [False, True]
    other = [dealt(1, "down"), {**noted, "what": "reader_misused"}]
    assert "drawn" not in next(published(other))


def test_a_double_card_keeps_its_hand_when_an_earlier_hand_is_split() -> None:
    """A late card may make a pair of the first hand: the second is the third from then on."""
    split = {"event": "decided", "box": 1, "hand": 1, "do": "split"}
    elsewhere = [{**split, "box": 2}, {**split, "hand": 2}, {**split, "do": "stand"}]
    noted = {"event": "irregularity_noted", "what": "double_card_up", "cite": "", "box": 1}
    cleared = {"event": "hand_cleared", "box": 1, "cards": f"{dealt(1, 'down')['drawn']} 6c"}
    for turned in (noted, cleared):
        moved = [dealt(1, "down", hand=2), split, {**turned, "hand": 3}]
        assert "drawn" in next(published(moved))
        gone = [dealt(1, "down", hand=2), split, {**turned, "hand": 2}]
        assert "drawn" not in next(published(gone))
        stays = [dealt(1, "down", hand=2), *elsewhere, {**turned, "hand": 2}]
        assert "drawn" in next(published(stays))
