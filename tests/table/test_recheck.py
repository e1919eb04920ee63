"""A record held against the rules: what follows from the state alone is figured again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cutcard.law import documents
from cutcard.money import Cents
from cutcard.shoe import Act, By, Chore, Role, commitment_of, events as s
from cutcard.table import Settings, Table, awaits, commands as c, events as e, evolve, game_of, new_table
from cutcard.table.record.recheck import Recheck, differences, money_missing, unlike_the_shuffle
from cutcard.table.record.record import RecordError, follow_event
from cutcard.table.round import AwaitsBets
from cutcard.values import but
from later import one_in
from law.sessions import Session, SessionCase, all_sessions
from table.driver import DEALER, Driver, Played, play_rounds, random_wagers, rules_of

GAMES = [(law.id, variation) for law in documents() for variation in (None, *law.variations)]
PLAYED = play_rounds("md-blackjack", None, {}, {"bonus_spin": "A"}, rounds=40, seed=2, boxes=2)


def before(played: Played, kind: type, at: int = 0) -> tuple[Table, object]:
    """The table before one of the events of a kind, and that event."""
    table = played.opening
    for event in played.events:
        if isinstance(event, kind):
            if at == 0:
                return table, event
            at -= 1
        table = evolve(table, event)
    raise AssertionError(kind)


def findings(opening: Table, events: Sequence[object]) -> Iterator[str]:
    """What is told of a record, one by one, to its end or to why it cannot be folded any further."""
    table, recheck = opening, Recheck(events)
    for number, event in enumerate(events, 2):
        yield from recheck.next(table, event)
        try:
            table = follow_event(table, event, number)
        except RecordError as error:
            yield error.problem
            return


def rechecked(opening: Table, events: Sequence[object]) -> list[str]:
    """All that is told of a record, or why it cannot be folded at all."""
    return list(findings(opening, events))


@pytest.mark.parametrize(("name", "variation"), one_in(3, GAMES))
def test_whatever_is_dealt_stands_the_check(name: str, variation: str | None) -> None:
    for seed in range(3):
        played = play_rounds(
            name,
            variation,
            wagers=random_wagers(name, variation, random.Random(seed)),
            rounds=8,
            seed=seed,
            boxes=2 + seed,
            mishaps=5 * seed,
            settings=Settings(chores=("automatic", "manual")[seed % 2]),
        )
        assert rechecked(played.opening, played.events) == []
        table = played.opening
        for event in played.events:
            assert list(differences(table, event)) == []
            assert unlike_the_shuffle(table, event) == ""
            table = evolve(table, event)
            assert money_missing(table) == ""


REPORTED = {
    *("hand_one_card", "missed_card", "light_failed", "reader_failed", "exposed_refused"),
    *("card_face_up", "ten_found", "too_few_cards"),
}
"""Irregularities whose events do not say all that was reported, or that bring several at once."""
SESSIONS = [
    case for case in all_sessions() if REPORTED & {step.get("what") for step in case.content["steps"]}
]


@pytest.mark.parametrize("case", one_in(6, SESSIONS), ids=lambda case: case.id)
def test_a_session_with_irregularities_stands_the_check(case: SessionCase) -> None:
    session = Session(case)
    session.run()
    assert rechecked(session.first, session.happened) == []


def test_every_session_about_one_hand_of_two_stands_the_check() -> None:
    """Ch.14 §H at Switch: the events do not say which of the two hands was reported."""
    of_two = [
        case
        for case in SESSIONS
        if case.content.get("table", {}).get("variation") == "switch"
        and any(step.get("what") == "hand_one_card" for step in case.content["steps"])
    ]
    assert {step.get("hand") for case in of_two for step in case.content["steps"]} >= {1, 2}
    for case in of_two:
        session = Session(case)
        session.run()
        assert rechecked(session.first, session.happened) == [], case.id


@pytest.mark.parametrize("by", ["dealer dee", "floorperson fay"])
@pytest.mark.parametrize("cover_after", [6, 40], ids=["cover", "no_cover"])
def test_whoever_reports_what_voids_a_round_stands_the_check(by: str, cover_after: int) -> None:
    report = {"by": by, "do": "report", "what": "card_face_up"}
    content = {
        "name": "a void round",
        "cite": "Ch.13 §B",
        "proves": ["PE-127"],
        "players": {"1": "ann"},
        "shoe": "9c 6d 8h 7d 2c 3c 4c",
        "cover_after": cover_after,
        "steps": [
            {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "10"}},
            {"do": "start_round"},
            {"by": "player ann", "do": "hit", "box": 1},
            {**report, "expect": [{"event": "card_set_aside"}]},
            {**report, "expect": [{"event": "reshuffle_ordered", "by": by}]},
        ],
    }
    session = Session(SessionCase("here", "md-players-edge-21", content))
    session.run()
    assert rechecked(session.first, session.happened) == []


def test_what_lay_beside_a_streak_and_was_taken_back_stands_the_check() -> None:
    """Massachusetts §3(c): a record of it has the streak wager placed again, alone."""
    name = "Beside a streak wager that stays the main wager may be taken back"
    (case,) = (each for each in all_sessions() if each.content["name"].startswith(name))
    session = Session(case)
    session.run()
    assert rechecked(session.first, session.happened) == []


def test_a_bet_of_a_plaque_or_a_coupon_stands_the_check() -> None:
    bet = {"by": "player ann", "do": "place_bet", "box": 1, "stakes": {"main": "5.50"}}
    content = {
        "name": "a coupon",
        "cite": "Ch.6 §A",
        "proves": ["PE-042"],
        "players": {"1": "ann"},
        "table": {"options": {"smallest_chip": "1.00"}},
        "steps": [
            {**bet, "instrument": "coupon", "expect": [{"event": "bet_placed"}]},
            {"do": "start_round"},
        ],
    }
    session = Session(SessionCase("here", "md-players-edge-21", content))
    session.run()
    assert rechecked(session.first, session.happened) == []


def test_money_is_counted_between_rounds_only() -> None:
    table, event = before(PLAYED, e.RoundEnded)
    assert money_missing(table) == ""
    after = evolve(table, event)
    assert money_missing(replace(after, house=Cents(after.house + 500))) == (
        "the money does not add up: $5.00 too much"
    )
    assert money_missing(replace(after, house=Cents(after.house - 500))) == (
        "the money does not add up: $5.00 too little"
    )


def test_what_is_told_of_each_tampering() -> None:
    table, shown = before(PLAYED, e.HoleShown)
    assert isinstance(shown, e.HoleShown)
    other = next(card for card in table.shoe.law.pack if card is not shown.card)
    assert list(differences(table, e.HoleShown(other))) == [
        f"{other} is recorded as hole card; {shown.card} was dealt"
    ]
    assert table.round is not None
    up, hole = table.round.dealer[0]
    several = replace(table, round=but(table.round, dealer=((up, hole), (up, other))))
    assert list(differences(several, e.HoleShown(other))) == [
        f"{other} is recorded as hole card; {hole} was dealt"
    ]
    table, collected = before(PLAYED, e.CardsCollected)
    assert isinstance(collected, e.CardsCollected)
    assert list(differences(table, e.CardsCollected(collected.cards[1:]))) == [
        "the cards collected are not those on the layout"
    ]
    assert list(differences(table, e.CardsCollected(collected.cards[::-1]))) == []
    table, _ = before(PLAYED, e.HoleShown)
    assert list(differences(table, e.RoundEnded(1))) == ["the round ends before its last settlement"]
    assert list(differences(PLAYED.opening, e.RoundEnded(1))) == []


def test_what_is_told_of_a_settlement() -> None:
    at = [each.final for each in PLAYED.events if isinstance(each, e.Settled)].index(True)
    table, event = before(PLAYED, e.Settled, at)
    assert isinstance(event, e.Settled)
    told = list(differences(table, replace(event, meters={"star": Cents(100)}, spots=3)))
    assert told == [
        "meters: recorded star $1.00, it should be none",
        "spots: recorded 3, it should be 1",
    ]
    first, *rest = event.lines
    forged = replace(first, returned=Cents(first.returned + 100))
    lost = replace(first, box=7)
    assert [each.partition(": ")[0] for each in differences(table, replace(event, lines=(*rest,)))] == [
        "not recorded"
    ]
    (other,) = differences(table, replace(event, lines=(forged, *rest)))
    assert other.startswith("recorded: ")
    assert "; it should be: " in other
    (more,) = differences(table, replace(event, lines=(*event.lines, lost)))
    assert more.endswith("; no such line is due")
    assert list(differences(table, replace(event, lines=event.lines[::-1]))) == [
        "the lines are not in the order in which the dealer collects and pays"
    ]
    (strange,) = differences(table, replace(event, moment="hand_x"))
    assert strange == "cannot be settled in this state"


def test_a_settlement_that_came_before_its_device() -> None:
    at = next(n for n, each in enumerate(PLAYED.events) if isinstance(each, e.DeviceSpoke))
    table = PLAYED.opening
    for event in PLAYED.events[:at]:
        table = evolve(table, event)
    last = next(each for each in PLAYED.events[at:] if isinstance(each, e.Settled))
    (told,) = differences(table, last)
    assert told.startswith("cannot be settled so: devices.bonus_spin")


def test_a_card_at_another_place_is_told() -> None:
    table, event = before(PLAYED, e.CardDealt, at=1)
    assert isinstance(event, e.CardDealt)
    assert list(differences(table, replace(event, box=1))) == [
        "a card is recorded at another place than where it is due: box 2, first card"
    ]


@pytest.mark.parametrize("at", [0, 3])
def test_a_hole_card_that_was_never_dealt_is_told(at: int) -> None:
    table, event = before(PLAYED, e.CardDealt, at)
    assert isinstance(event, e.CardDealt)
    assert list(differences(table, e.HoleShown(event.drawn))) == [
        f"{event.drawn} is recorded as hole card; none was dealt"
    ]


def test_a_round_is_dealt_for_the_bets_that_were_placed() -> None:
    table, event = before(PLAYED, e.RoundStarted)
    assert isinstance(event, e.RoundStarted)
    assert list(differences(table, event)) == []
    other = replace(event, bets=(replace(event.bets[0], player="mallory"), *event.bets[1:]))
    assert list(differences(table, other)) == ["the bets of the round are not those that were placed"]
    assert list(differences(table, replace(event, number=9))) == ["round 9 is recorded; it is round 1"]


def test_a_decision_of_somebody_else_is_told() -> None:
    table, event = before(PLAYED, e.Decided)
    assert isinstance(event, e.Decided)
    assert list(differences(table, replace(event, player="mallory"))) == [
        f"'mallory' is recorded to decide; box {event.box} is not theirs"
    ]
    assert list(differences(table, replace(event, do="rescue"))) == [
        f"box {event.box} is recorded to rescue; it may not"
    ]


# A record with an event left out, moved or changed.

OPENING = PLAYED.events[
    : 1 + next(n for n, x in enumerate(PLAYED.events) if isinstance(x, s.CardBurned))
]
CHORES = [each for each in OPENING if type(each).__module__ == s.__name__]
EXPOSED = play_rounds("ma-blackjack", rounds=30, seed=5, boxes=3, mishaps=6)


def place_of(played: Played, kind: type, **said: object) -> int:
    """Where the first event of a kind stands that says so."""
    for at, event in enumerate(played.events):
        if isinstance(event, kind) and all(getattr(event, name) == said[name] for name in said):
            return at
    raise AssertionError(kind)


def without(played: Played, at: int) -> Iterator[str]:
    """What is told of a record that lacks an event."""
    return findings(played.opening, (*played.events[:at], *played.events[at + 1 :]))


def with_other(played: Played, at: int, **changed: Any) -> Iterator[str]:
    """What is told of a record in which an event says something else."""
    event: Any = played.events[at]
    other = replace(event, **changed)
    return findings(played.opening, (*played.events[:at], other, *played.events[at + 1 :]))


def test_the_record_that_is_tampered_with_below_stands_as_it_is() -> None:
    assert rechecked(PLAYED.opening, PLAYED.events) == []
    assert rechecked(EXPOSED.opening, EXPOSED.events) == []


@pytest.mark.parametrize("chore", CHORES, ids=lambda each: type(each).__name__)
def test_a_chore_left_out_of_the_opening_is_told(chore: object) -> None:
    assert any(without(PLAYED, PLAYED.events.index(chore)))


@pytest.mark.parametrize("number", range(1, len(CHORES) - 1))
def test_two_chores_of_the_opening_in_another_order_are_told(number: int) -> None:
    first, second = (PLAYED.events.index(each) for each in CHORES[number : number + 2])
    moved = [*PLAYED.events]
    moved[first], moved[second] = moved[second], moved[first]
    assert any(findings(PLAYED.opening, moved)), (moved[first], moved[second])


def test_how_a_missing_chore_is_told() -> None:
    (told,) = without(PLAYED, place_of(PLAYED, s.CardsWashed))
    assert told.startswith("cards_stacked: stack must wait: wash is due of batch 1 [")
    assert next(without(PLAYED, place_of(PLAYED, s.CardsInspected))).startswith(
        "inspection_verified: verify_inspection must wait: inspect_cards is due of batch 1 ["
    )


@pytest.mark.parametrize("kind", [e.HoleShown, e.HoleChecked, e.CardsCollected, e.RoundEnded, e.Settled])
def test_what_the_dealer_did_not_do_is_told(kind: type) -> None:
    at = place_of(PLAYED, kind)
    assert any(without(PLAYED, at)), PLAYED.events[at : at + 2]


def test_how_cards_that_were_not_collected_are_told() -> None:
    assert next(without(PLAYED, place_of(PLAYED, e.CardsCollected))) == (
        "round_ended: cards_collected is missing before it"
    )


@pytest.mark.parametrize("do", ["double", "split", "insure"])
@pytest.mark.parametrize("times", [10, 1000])
def test_more_than_the_document_permits_is_told(do: str, times: int) -> None:
    at = place_of(EXPOSED, e.Decided, do=do)
    event = EXPOSED.events[at]
    assert isinstance(event, e.Decided)
    more = tuple(Cents(each * times) for each in event.amounts)
    told = next(with_other(EXPOSED, at, amounts=more))
    assert told.startswith("decided: "), told
    assert "at most" in told or "amounts: " in told


def test_money_with_a_decision_that_takes_none_is_told() -> None:
    told = next(with_other(PLAYED, place_of(PLAYED, e.Decided, do="stand"), amounts=(Cents(500),)))
    assert told == "decided: amounts: (500,) is recorded, it should be ()"


@pytest.mark.parametrize(("amounts", "told"), [(16, "{}"), (17, "{:.77}...")], ids=["80", "85"])
def test_of_a_value_longer_than_80_characters_the_beginning_is_told(amounts: int, told: str) -> None:
    many = (Cents(500),) * amounts
    (line,) = with_other(PLAYED, place_of(PLAYED, e.Decided, do="stand"), amounts=many)
    assert line == f"decided: amounts: {told.format(str(many))} is recorded, it should be ()"


@pytest.mark.parametrize("position", [-3, -1, 0, 1, 310, 312, 313, 10_000])
def test_a_cut_outside_the_stack_or_too_near_its_end_is_told(position: int) -> None:
    assert any(with_other(PLAYED, place_of(PLAYED, s.CardsCut), position=position))


@pytest.mark.parametrize("batch", [0, -1, 2])
@pytest.mark.parametrize(
    "kind", [s.CardsReceived, s.CardsWashed, s.CardsShuffled, s.CardsCut, s.ShoeLoaded]
)
def test_a_batch_that_the_table_does_not_have_does_not_fold(kind: type, batch: int) -> None:
    at = place_of(PLAYED, kind)
    event: Any = PLAYED.events[at]
    table = PLAYED.opening
    for each in PLAYED.events[:at]:
        table = evolve(table, each)
    with pytest.raises(RecordError, match="cannot follow the events before it"):
        follow_event(table, replace(event, batch=batch), at + 2)


def test_another_card_is_told_once_for_its_shoe() -> None:
    at = place_of(PLAYED, s.CardBurned)
    told = list(without(PLAYED, at))
    assert "burn is due" in told[0]
    assert sum("drawn: " in each for each in told) == 1


def test_two_tampered_events_are_two_differences() -> None:
    """What stays undone is told once; what is wrong by itself is told each time."""
    events = [
        replace(each, amounts=(Cents(500),))
        if isinstance(each, e.Decided) and each.do == "stand"
        else each
        for each in PLAYED.events
    ]
    told = [each for each in rechecked(PLAYED.opening, events) if each.startswith("decided: amounts")]
    assert len(told) == sum(a != b for a, b in zip(events, PLAYED.events, strict=True)) > 1
    left_out = without(PLAYED, place_of(PLAYED, s.CardsReceived))
    assert sum("receive_cards is due" in each for each in left_out) < 4


def test_an_event_of_each_kind_is_missed() -> None:
    """Left out, an event of any kind is told, unless nothing that happened depends on it."""
    free = {
        *(e.CommandRefused, e.BetPlaced, e.MeterShown, e.PlayerArrived, e.PlayerLeft, e.BetRemoved),
        *(e.EntryPermitted, e.DealerChanged, e.IrregularityNoted, e.LightFailed),
        *(s.BurnShown, s.ReaderInspected),
    }
    for played in (PLAYED, EXPOSED):
        kinds = {type(each) for each in played.events[:-1]} - free
        for kind in sorted(kinds, key=lambda each: each.__name__):
            at = place_of(played, kind)
            if at + 1 < len(played.events):
                assert any(without(played, at)), kind


# The shuffled order, which a record has.


def test_a_card_that_was_not_next_is_unlike_the_shuffle() -> None:
    for kind in (e.CardDealt, s.CardBurned):
        table, event = before(PLAYED, kind)
        card = event.drawn  # type: ignore[attr-defined]
        other = next(each for each in table.shoe.law.pack if each is not card)
        assert unlike_the_shuffle(table, event) == ""
        forged: Any = event
        assert unlike_the_shuffle(table, replace(forged, drawn=other)) == (
            f"{other} is recorded; the shuffled order has {card}"
        )
    table, event = before(PLAYED, s.ShoeLoaded)
    assert unlike_the_shuffle(table, e.CardDealt(other, 1, 1, "first")) == (
        f"{other} is recorded; no card is left"
    )


def test_an_order_that_was_not_committed_to_is_unlike_the_shuffle() -> None:
    table, event = before(PLAYED, s.CardsShuffled)
    assert isinstance(event, s.CardsShuffled)
    forged = replace(event, order=event.order[::-1])
    assert unlike_the_shuffle(table, forged) == "the commitment does not match this order and salt"


def test_a_physical_table_knows_no_order() -> None:
    played = play_rounds("md-blackjack", rounds=2, seed=1, settings=Settings(virtual=False))
    table, event = before(played, e.CardDealt)
    forged: Any = event
    other = next(each for each in table.shoe.law.pack if each is not forged.drawn)
    assert unlike_the_shuffle(table, replace(forged, drawn=other)) == ""


# What random play does not do.


def between_rounds(document: str = "md-blackjack", **setup: Any) -> Driver:
    """An automatic table with two players after a round, at which bets may be placed."""
    rules = rules_of(document, **setup)
    driver = Driver(new_table(rules, game_of(rules)), random.Random(1))
    driver.open(2)
    while driver.table.rounds < 1 or not isinstance(awaits(driver.table), AwaitsBets):
        driver.go_on()
    driver._bet()
    return driver


@pytest.mark.parametrize("by", [By(Role.DEALER, "dee"), By(Role.SUPERVISOR, "sue"), By(Role.DEALER)])
def test_a_table_that_closes_with_bets_on_it_stands_the_check(by: By) -> None:
    driver = between_rounds()
    driver.give(c.Leave(By(Role.PLAYER, "player-2")))
    driver.give(c.CloseTable(by, at=7))
    opening = new_table(driver.table.rules, game_of(driver.table.rules))
    assert rechecked(opening, driver.events) == []
    at = next(n for n, each in enumerate(driver.events) if isinstance(each, s.CardsWithdrawn))
    assert rechecked(opening, [*driver.events[:at], *driver.events[at + 1 :]])


@pytest.mark.parametrize("virtual", [True, False])
def test_cards_that_come_shuffled_stand_the_check(virtual: bool) -> None:
    rules = rules_of("md-blackjack")
    opening = new_table(rules, game_of(rules), Settings(virtual=virtual))
    driver = Driver(opening, random.Random(1))
    driver.give(c.OpenTable(DEALER))
    order = opening.shoe.law.pack if virtual else ()
    salt = "ab" * 32 if virtual else ""
    committed = commitment_of(order, salt) if virtual else ""
    driver.give(
        Act(
            Chore.RECEIVE_CARDS,
            DEALER,
            batch=1,
            order=order,
            salt=salt,
            commitment=committed,
            preshuffled=True,
        )
    )
    assert rechecked(opening, driver.events) == []
