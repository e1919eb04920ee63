"""The readable form: any event in words and back, and a round that reads without a manual."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from cutcard.cards import card, cards
from cutcard.law import documents
from cutcard.law.refusal import Code, Refusal
from cutcard.money import Cents
from cutcard.rules.main import Line
from cutcard.shoe import events as s
from cutcard.table import Settings, events as e
from cutcard.table.play.bets import Bet
from cutcard.table.record.codec import EVENTS, NAMES
from cutcard.table.record.record import RecordError, header_of
from cutcard.table.record.text.record_text import parse_record_text, read_record_text, render_record
from cutcard.table.record.text.sentences import BY_EVENT
from cutcard.table.record.text.tally import Tally
from cutcard.table.round import DEALER
from table.any_event import ANY_EVENT
from table.driver import play_rounds, random_wagers

GAMES = [(law.id, variation) for law in documents() for variation in (None, *law.variations)]
PRICE = "1 to 1"
BET = Bet(1, "ann", {"main": Cents(2500), "pair": Cents(500)})
ROUND = (
    e.BetPlaced(BET),
    e.RoundStarted(12, (BET, Bet(3, "bob", {"main": Cents(1000)}))),
    e.CardDealt(card("Th"), 1, 1, "first"),
    e.CardDealt(card("8c"), 3, 1, "first"),
    e.CardDealt(card("6d"), 0, 1, "up"),
    e.CardDealt(card("Ac"), 1, 1, "second"),
    e.CardDealt(card("8d"), 3, 1, "second"),
    e.CardDealt(card("Ts"), 0, 1, "hole", "down"),
    e.Settled(
        "first_cards",
        (Line(1, None, "pair", "lose", Cents(500), "lose", Cents(0), "§24(f)"),),
        {},
        done=((1, "pair"),),
    ),
    e.Decided(3, 1, "split", "bob", (Cents(1000),)),
    e.CardDealt(card("3c"), 3, 1, "play"),
    e.Decided(3, 1, "double", "bob", (Cents(1000),)),
    e.CardDealt(card("9h"), 3, 1, "play"),
    e.CardDealt(card("Kh"), 3, 2, "play"),
    e.Decided(3, 2, "stand", "bob"),
    e.HoleShown(card("Ts")),
    e.CardDealt(card("9c"), 0, 1, "draw"),
    e.Settled(
        "end",
        (
            Line(3, 1, "main", "win", Cents(2000), PRICE, Cents(4000), "Ch.12 §A"),
            Line(3, 2, "main", "win", Cents(1000), PRICE, Cents(2000), "Ch.12 §A"),
            Line(1, 1, "main", "blackjack", Cents(2500), "3 to 2", Cents(6250), "Ch.12 §B"),
        ),
        {},
        hands=((1, 1), (3, 1), (3, 2)),
        spots=1,
        final=True,
    ),
    e.CardsCollected(cards("8c 3c 9h 8d Kh Th Ac 6d Ts 9c")),
    e.RoundEnded(12),
)
TOLD = """\
player ann bets on box 1: main $25.00, pair $5.00

Round 12
    box 1 ann: main $25.00, pair $5.00
    box 3 bob: main $10.00
  box 1 first card: Th
  box 3 first card: 8c
  dealer up card: 6d
  box 1 second card: Ac (blackjack)
  box 3 second card: 8d (16)
  dealer hole card, face down: Ts
  settle after the first cards
    box 1 pair lose: -$5.00 on $5.00 [§24(f)]
  box 3 splits for $10.00
  box 3 hand 1 draws 3c (11)
  box 3 hand 1 doubles for $10.00: 9h (20)
  box 3 hand 2 draws Kh (18)
  box 3 hand 2 stands
  dealer shows hole card Ts (16)
  dealer draws 9c (25, bust)
  settle at the end
    box 3 hand 1 main win: +$20.00 on $20.00 at 1 to 1 [Ch.12 §A]
    box 3 hand 2 main win: +$10.00 on $10.00 at 1 to 1 [Ch.12 §A]
    box 1 main blackjack: +$37.50 on $25.00 at 3 to 2 [Ch.12 §B]
  cards collected: 8c 3c 9h 8d Kh Th Ac 6d Ts 9c
  round 12 ends (box 1 +$32.50, box 3 +$30.00)
"""


def test_a_round_reads_without_a_manual() -> None:
    assert render_record(ROUND) == TOLD
    assert parse_record_text(TOLD) == ROUND


def test_every_event_has_words_of_its_own() -> None:
    special = {e.RoundStarted, e.BetPlaced, e.Settled, e.CommandRefused}
    assert set(EVENTS.values()) - set(BY_EVENT) - special == {s.DealerTookOver, e.LawChanged}


@settings(max_examples=800, deadline=None)
@given(ANY_EVENT)
def test_any_event_survives_its_words(event: object) -> None:
    text = render_record((event,))
    assert parse_record_text(text) == (event,)
    assert all(line.isprintable() for line in text.split("\n"))


@settings(max_examples=200, deadline=None)
@given(st.lists(ANY_EVENT, max_size=6).map(tuple))
def test_any_events_survive_one_after_the_other(events: tuple[object, ...]) -> None:
    text = render_record(events)
    assert parse_record_text(text) == events
    assert render_record(parse_record_text(text)) == text


ODD_NAMES = (
    "ann lee",
    "x bets on box 3: main $5.00",
    'say "x" [§1]',
    "{}",
    "a (16)",
    "a, b",
    "",
    " ",
    "o'neil",
    "李",
    "a\nRound 2",
    "hand 2",
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_cannot_be_taken_for_anything_else(name: str) -> None:
    events = (
        e.PlayerArrived(name, 2),
        e.BetPlaced(Bet(2, name, {"main": Cents(100), name: Cents(5)})),
        e.RoundStarted(1, (Bet(2, name, {"main": Cents(100)}, 2, (name,)),)),
        e.Decided(2, 1, "hit", name),
        e.CardDealt(card("9h"), 2, 1, "play"),
        e.Decided(2, 1, "hit", name),
        e.CardDealt(card("9h"), 2, 1, "play", side="left"),
        e.Decided(2, 1, "hit", "somebody else"),
        e.CardDealt(card("9h"), 2, 1, "play", side="left"),
        e.CommandRefused(Refusal(Code.BOX_TAKEN, name, name), name, name),
        e.IrregularityNoted(name, name, name),
    )
    assert parse_record_text(render_record(events)) == events


@pytest.mark.parametrize(("name", "variation"), GAMES)
def test_a_session_in_words_is_the_same_session(name: str, variation: str | None) -> None:
    for seed in range(4):
        played = play_rounds(
            name,
            variation,
            wagers=random_wagers(name, variation, random.Random(seed)),
            rounds=6,
            seed=seed,
            boxes=1 + 2 * seed,
            mishaps=8 * (seed % 3),
            settings=Settings(chores=("automatic", "manual")[seed % 2], virtual=seed != 3),
        )
        header = header_of(played.opening)
        text = render_record(played.events, header)
        found, told = read_record_text(text)
        events = tuple(event for _, event in told)
        assert (found, events) == (header, played.events)
        assert render_record(events, found) == text
        by_name = [line for line in text.split("\n") if line.strip().split(" ")[0] in EVENTS]
        assert by_name == [], "every event of real play is told in a sentence"


def test_remarks_blank_lines_and_missing_totals_are_passed_over() -> None:
    bare = TOLD.replace(" (16)", "").replace(" (box 1 +$32.50, box 3 +$30.00)", "")
    remarked = bare.replace("  box 3 splits", "# the floor was called here\n\n  box 3 splits")
    assert parse_record_text(remarked.replace("\n", "\r\n")) == ROUND


@pytest.mark.parametrize(
    ("before", "after", "line", "problem"),
    [
        ("8d (16)", "8d (17)", 10, "(17) is wrong: it should be (16)"),
        ("Ac (blackjack)", "Ac (soft 21)", 9, "it should be (blackjack)"),
        ("+$32.50, box", "+$33.50, box", 26, "it should be (box 1 +$32.50, box 3 +$30.00)"),
        ("8d (16)", "8x (16)", 10, "is nothing that can happen"),
        ("Round 12\n", "Round twelve\n", 3, "is nothing that can happen"),
        ("    box 3 bob: main $10.00", "    box 3 bob: main 10", 3, "is not a bet"),
        ("main $25.00, pair $5.00\n\n", "main $25.00, main $5.00\n\n", 1, "main is there twice"),
        ("settle at the end", "settle!", 21, "is nothing that can happen"),
        ("main blackjack: +$37.50", "main blackjack +$37.50", 21, "is not a settlement line"),
        ("  dealer up card: 6d", "  dealer up card: 6d\n    order: 6d", 8, "does not belong there"),
        ("  dealer up card: 6d", '  dealer up card: 6d {"why": "x"}', 8, "already in the words"),
        ("  dealer up card: 6d", "  dealer up card: 6d {x}", 8, "not JSON"),
        ("  dealer up card: 6d", '  card_dealt {"drawn": "6d"}', 8, "card_dealt: box is missing"),
        ("box 3 splits for $10.00", "box 3 splits for $10.005", 14, "is nothing that can happen"),
        ("  dealer up card: 6d", '  round_ended {"number": 1}\n    order: 6d', 8, "has no rows"),
        ("  dealer up card: 6d", '  dealer up card: 6d {"side": 7}', 8, "side: must be a text"),
        ("  dealer up card: 6d", '  deal goes on in another order: "x"', 8, "owed is not stated"),
        ("  dealer up card: 6d", '  player "\\x" leaves', 8, "is not a text"),
        ("  dealer up card: 6d", "  order revealed\n    order: Xx", 8, "order: 'Xx' cannot be read"),
        ("  dealer up card: 6d", '  round is void: x {"cite": "y"}', 8, "belongs in brackets"),
        ("  dealer up card: 6d", '  refused to ann, mood: x: "y"', 8, "is not a refusal code"),
        ("Round 12\n", 'Round 12 {"number": 1}\n', 3, "'number' does not belong there"),
        ("pair $5.00\n\n", 'pair $5.00 {"mood": 1}\n\n', 1, "a bet has no such field"),
        ("settle at the end", 'settle at the end {"moment": 1}', 21, "no such settlement"),
        ("player ann", "    player ann", 1, "a row without an act"),
        ("    box 1 pair lose", "    wagers settled: 1\n    box 1 pair lose", 12, "must be boxes"),
        ("[Ch.12 §B]", "", 0, ""),
    ],
)
def test_a_text_that_is_wrong_says_where(before: str, after: str, line: int, problem: str) -> None:
    text = TOLD.replace(before, after)
    assert text != TOLD
    if not line:
        assert parse_record_text(text) != ROUND
        return
    with pytest.raises(RecordError) as caught:
        parse_record_text(text)
    assert (caught.value.line, problem in caught.value.problem) == (line, True), str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_title_is_refused() -> None:
    played = play_rounds("md-blackjack", rounds=1, seed=1)
    text = render_record(played.events, header_of(played.opening))
    for before, after, problem in (
        ('"decks": 6', '"decks": 8', "the digest does not match"),
        ("Record of md-blackjack", "Record of nj-blackjack", "the digest does not match"),
        ("    law: ", "    law; ", "not JSON"),
        ("    variation: null", "    variation: null\n    variation: null", "is there twice"),
        ('"decks": 6', '"decks": 6\n    options: "decks": 6', "is there twice"),
    ):
        assert before in text
        with pytest.raises(RecordError) as caught:
            read_record_text(text.replace(before, after, 1))
        assert (caught.value.line, problem in str(caught.value)) == (1, True), str(caught.value)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200) | st.lists(st.sampled_from(TOLD.split()), max_size=30).map(" ".join))
def test_nonsense_is_refused_with_its_line(text: str) -> None:
    refused: RecordError | None = None
    events: tuple[object, ...] = ()
    try:
        events = parse_record_text(text)
    except RecordError as error:
        refused = error
    if refused is not None:
        assert 1 <= refused.line <= text.count("\n") + 1
        assert "\n" not in str(refused)
    assert parse_record_text(render_record(events)) == events


@pytest.mark.parametrize(
    "text",
    ["box " * 300_000, "player " + "a " * 2_000 + "x", "a" * 1_000_001, "settle " + "[" * 4_000],
    ids=["words", "names", "letters", "brackets"],
)
def test_absurd_lines_end_soon(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record_text(text)


def test_hands_beyond_any_box_cost_nothing() -> None:
    huge = (e.CardDealt(card("9h"), 1, 10**15, "play"), e.Decided(1, 10**15, "split", "ann"))
    assert parse_record_text(render_record(huge)) == huge


def test_lines_out_of_the_ordinary() -> None:
    """A main wager without a hand, a hand of a side wager, what is settled without a line."""
    odd = (
        Line(1, None, "main", "x", Cents(5), "lose", Cents(0), ""),
        Line(1, 2, "pair", "y", Cents(5), "5 for 1", Cents(25), "", "dealer", "bob"),
        Line(1, None, "pair", "y", Cents(5), " ", Cents(25), "a [b]"),
    )
    for event in (
        e.Settled("end", odd, {"star": Cents(7)}, ((2, "star"),), ((1, 1),), 3, False),
        e.Settled("hand_2", odd, {}, (), ((1, 1),), 2),
        e.Settled("before_button", (), {}),
        e.Settled("a b", odd, {}),
        e.Settled("end", (Line(1, 1, "a b", "", Cents(5), "x", Cents(5), ""),), {}),
    ):
        assert parse_record_text(render_record((event,))) == (event,)


def test_long_orders_stand_in_rows() -> None:
    pack = cards(" ".join(f"{rank}s" for rank in "A23456789TJQK")) * 4
    event = s.CardsShuffled(1, 52, "ab" * 32, pack, "cd" * 32, ("riffle", "strip"), "dealer dee")
    text = render_record((event,))
    assert text.count("\n    order: ") == 2
    assert parse_record_text(text) == (event,)
    assert NAMES[s.CardsShuffled] not in text


def test_only_a_further_hand_of_the_dealer_begins_with_the_first_card_of_another() -> None:
    dealt = [
        ("Ts", 1, 1, "first", ""),
        ("5s", 1, 2, "first", ""),
        ("9h", DEALER, 1, "up", ""),
        ("6c", 1, 1, "second", "16"),
        ("7c", 1, 2, "second", "12"),
        ("8c", DEALER, 1, "draw", "17"),
        ("2c", DEALER, 2, "draw", "11"),
    ]
    tally = Tally()
    for text, box, hand, why, beside in dealt:
        event = e.CardDealt(card(text), box, hand, why)
        tally.see(event)
        assert tally.beside(event) == beside


@pytest.mark.parametrize(
    ("one", "two", "totals"),
    [("Ts 6c", "5s 7c", ("19", "13")), ("Ts", "5s 7c", ("12", "14")), ("Ts 6c", "5s", ("18", "7"))],
)
def test_a_switch_exchanges_second_cards_where_both_are_there(
    one: str, two: str, totals: tuple[str, str]
) -> None:
    tally = Tally()
    for hand, held in ((1, one), (2, two)):
        for each in cards(held):
            tally.see(e.CardDealt(each, 1, hand, "first"))
    tally.see(e.Decided(1, 1, "switch", "ann"))
    for hand, total in zip((1, 2), totals, strict=True):
        drawn = e.CardDealt(card("2c"), 1, hand, "play")
        tally.see(drawn)
        assert tally.beside(drawn) == total
    assert tally.beside(e.CardDealt(card("2c"), 1, 0, "play")) == ""  # no hand has that number


def test_what_a_box_came_to_is_the_sum_of_its_lines() -> None:
    line = Line(2, 1, "main", "win", Cents(500), PRICE, Cents(1000), "Ch.7")
    tally = Tally()
    for event in (e.RoundStarted(1, ()), e.Settled("end", (line, line), {})):
        tally.see(event)
    assert tally.beside(e.RoundEnded(1)) == "box 2 +$10.00"
