"""Side wagers: the table engine dealt through every order of a small stacked shoe, against the analyser.

One box with the wager on it; the table deals, asks and settles until the wager is settled. What it came
to, row by row and with its chance, must be what the analyser says of the same shoe, to the last digit:
classifiers, paytables, moments of settlement, meters and rounding all take part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from cutcard.cards import DECK_52, cards
from cutcard.law import document, document_ids
from cutcard.law.model import Row, WagerLaw
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import NOTHING, Cents, dollars
from cutcard.odds.composition import Composition
from cutcard.odds.question import Question, fixed_stakes, permitted_decks, question
from cutcard.odds.registry import answer
from cutcard.rules.actions import Action
from cutcard.rules.main import Line
from cutcard.shoe import By, Role, ready_shoe
from cutcard.table import Table, awaits, commands as c, game_of
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.dealer_turn import view_of
from cutcard.table.play.decide import legal
from cutcard.table.round import AwaitsCard, AwaitsDecision
from cutcard.table.table import shoe_law
from cutcard.values import but
from cutcard.wagers import classifier
from cutcard.wagers.settlement.awards import round_end
from cutcard.wagers.settlement.device_entries import Devices
from later import one_in
from table.driver import rules_of
from table.small_shoes import DEALER, SCANNED, World, after, dealt, is_exhausted, player_of

ONE = Fraction(1)
USUAL = Cents(500)
MAIN = Cents(5000)
METER = Cents(123_456_00)
DEVICE = By(Role.DEVICE)

SHOES: Mapping[str, tuple[str, ...]] = {
    "insurance": ("Ah Ac Kh Kd 9s 9s",),
    "twenty_points": ("Qh Qh Kh Ah Kd 9s", "Kd Kd Qd Ac 9s 9s"),
    "kings_bounty": ("Ks Ks Kd Kh As Qd 8c", "Kh Kh Qh Qh As 9c"),
    "kk": ("Kd Kd Kh Kh Ks 9s",),
    "qq": ("Qd Qd Qh Qh Qs 9s",),
    "jj": ("Jd Jd Jh Jh Js 9s",),
    "matches_up": ("8h 8h 8h 8d 8c Kd",),
    "matches_down": ("8h 8h 8h 8d 8c Kd",),
    "spread": ("5h 5h 5h 6d 9c Kd Kd Kd", "5h 7d 8c 6s Kd Kd Kd Kd", "5h 9c Kd Kd Kd Kd"),
    "suited_two": ("Kh Qh 8h Kd Qd As",),
    "pairs": ("8h 8h 8d 8c Kd Ks",),
    "four_cards": ("8h 8h 8h 8h Kd Kd Kd Kd", "8h 8h Kd Qc 9s 7d 9s Kd Kd Kd"),
    "house_money": ("Ah Kh Kd Qh Qd 9c",),
    "aces": ("Ah Ah Ad As Ks Kd Kd Kd", "Ah Ah Ah Ks Kd Kd Kd"),
    "drawn_aces": ("Ah Ah Ad Ad 9c Kc Kc Kc", "Ah Ah Ah 9c Kc Kc Kc"),
    "three_cards": (
        "Qh Qd Qc Kh Ah 9h",
        "9d 9d 9d Ah Ah Ah As As As Kc Kc Kc",
        "2h 3h 4h 4d 4c Kd Kd Kd Kd",
    ),
    "three_card_total": ("5h 7h 9h 7d 7c Kd Kd", "6h 7h 8h 7h 7h 8d 5c Kd Kd"),
    "sevens_in_order": ("7h 7h 7h 7d 7c Kd",),
    "sevens_drawn": ("7h 7h 7h 7d 9c Kd",),
    "blazing_sevens": ("7d 7d 7d 7h 7c 7s Kd", "7h 7h 7h 9c Kd Kd Kd"),
    "four_with_dealer_blackjack": (
        "As Ks As Ks Ah Kd Qd",
        "Ad Kd Qd Jd Jh Jc 9c",
        "Ah Kh Qh Jh Ks 7d 9s",
        "As Kc 9s 7c Qd Qd",
    ),
    "four_with_dealer": ("8h 8h 8h 8d 8d Kd 8c", "8h 8h 8h 8h Kd Kd 9c 5h"),
    "upcard_luck": ("As Js 3c 6h 5d Kd Kd",),
    "over_13": ("6h 7d 7d 8c As Kd",),
    "under_13": ("6h 7d 7d 8c As Kd",),
    "dealer_bust": ("Ac 2c 2c 2c 6c 6c Kd Kd Kd Kd", "2c 2c 2c 2c 2c 2c 3c Kd Kd Kd Kd Kd Kd"),
    "dealer_cards": (
        "Ac 2c 2c 2c 6c 6c Kd Kd Kd Kd",
        "2c 2c 2c 2c 2c 2c 3c 6c Kd Kd Kd Kd",
    ),
    "free_bonus": (
        "Ac 2c 2c 2c 2c 2c 2c Kd Kd Kd Kd Kd",
        "Ac 2c 2c 2c 2c 2c 2c 3c Kd Kd Kd Kd Kd Kd",
    ),
    "third_card": ("8h 8h 8h 8d 8d Kd 6c", "8h 8d 6c 9c 7s Kd Kd"),
    "bad_beat": ("Kd Kd Kd Kd 5c 6h 9s 2c 2c", "Kd Kd Kd Kd Kd Ac 2c 2c 2c 2c 3c 5c 5c"),
    "super_bonus": ("7h 7h 7h 7d 7c Kd Kd Kd Kd",),
}
"""By classifier: few kinds of cards, so that there are few deals; every row is won from one of them."""

ELSEWHERE: Mapping[str, str] = {
    "main": "test_main_golden, test_tree",
    "streak": "several rounds: test_streaks",
    "bonus_button": "an amount that a device shows: test_devices",
    "wheel": "a device: test_devices",
    "xtreme_wheel": "a device: test_devices",
    "random_winner": "a device: test_must_hit",
    "envy_bonus": "paid to the other boxes, of which there are none here",
    "envy_of_one_price": "paid to the other boxes, of which there are none here",
}
"""By classifier: what a single box and a few cards do not decide, and where it is tested."""

OPTIONS: Mapping[str, Mapping[str, object]] = {"bad_beat": {"bad_beat_hand": "initial"}}
"""By classifier: what makes the first cards and the dealer's hand decide it."""


BY_DEVICE = {"bad_beat": {"magic_card", "lucky_player"}}
"""By classifier: rows that a device of the house wins."""

BY_STAKE: Mapping[str, tuple[Cents, ...]] = {"super_bonus": (USUAL, Cents(2500))}
"""By classifier: where the row depends on the stake."""


class Case(NamedTuple):
    """A wager with one of its paytables, a shoe and a stake."""

    document: str
    wager: str
    paytable: str
    shoe: str
    stake: Cents = USUAL

    @property
    def law(self) -> WagerLaw:
        return document(self.document).wager(self.wager)


def cases() -> Iterator[tuple[Case, bool]]:
    """Every paytable of every wager with every shoe, and whether it is not the wager's first."""
    for name in document_ids():
        book = document(name)
        for wager in book.wager_ids:
            law = book.wager(wager)
            if law.classifier not in ELSEWHERE:
                tables = dict.fromkeys(table.id for table in law.choosable or law.paytables)
                stakes = BY_STAKE.get(law.classifier, (USUAL,))
                every = product(tables, SHOES.get(law.classifier, ()), stakes)
                for number, (table, shoe, stake) in enumerate(every):
                    yield Case(name, wager, table, shoe, stake), number > 0


def params() -> list[ParameterSet]:
    return [
        pytest.param(
            case,
            id=" ".join((case.document, case.wager, case.paytable, case.shoe, dollars(case.stake))),
            marks=[pytest.mark.long] if further else [],
        )
        for case, further in cases()
    ]


def asked(case: Case) -> Question:
    """The question with its small shoe, a stake that the table takes, and meters that show something."""
    law = case.law
    decks = permitted_decks(document(case.document), law, case.paytable)[-1]

    def ask(stake: Cents | None = None, meters: Mapping[str, Cents] | None = None) -> Question:
        return question(
            case.document,
            case.wager,
            paytable=case.paytable,
            decks=decks,
            options=OPTIONS.get(law.classifier, {}),
            unset_meters="zero",
            stake=stake,
            meters=meters,
        )

    plain = ask()
    stakes = fixed_stakes(plain.rules, plain.offer)
    shown = {name: max(METER, amount) for name, amount in plain.meters.items()}
    asking = ask(stake=stakes[0] if stakes else case.stake, meters=shown)
    return replace(asking, composition=Composition.of(cards(case.shoe)))


def in_force(question: Question) -> list[Row]:
    """The rows of the paytable that the options do not switch off, and that pay the box itself."""
    end = round_end(question.rules, (), Devices({}))
    return [row for row in end.rows(question.offer) if row.to != "others"]


def rules_with_needed(question: Question) -> RuleSet:
    """The question's rules, with the wagers that must be made beside it on offer as well."""
    asking, book = question.rules, question.rules.document
    wagers = {question.offer.law.id: {"paytable": question.offer.paytable.id}}
    waiting = [question.offer.law]
    while waiting:
        law = waiting.pop()
        for name in () if law.needs is None else law.needs.names:
            if name != "main":
                needed = book.wager(name)
                tables = [
                    table.id
                    for table in needed.choosable or needed.paytables
                    if asking.options["decks"] in permitted_decks(book, needed, table.id)
                ]
                own = question.offer.paytable.id  # paytables that go together have one number
                wagers[name] = {"paytable": own if own in tables else tables[0]}
                waiting.append(needed)
    return rules_of(book.id, asking.variation, options=question.chosen, wagers=wagers)


def opened(question: Question) -> World:
    """A box with the wager, and those it needs, about to be dealt to."""
    rules, law = rules_with_needed(question), question.offer.law
    shoe = ready_shoe(shoe_law(rules))
    table = Table(rules, game_of(rules), SCANNED, shoe, is_open=True, dealer=DEALER.name)
    for meter, amount in question.meters.items():
        table = after(table, c.ShowMeter(DEVICE, meter, amount, NOTHING))
    on_main = {"super_bonus": question.stake, "insurance": Cents(2 * question.stake)}
    stakes = dict.fromkeys(main_wagers(table.game), on_main.get(law.classifier, MAIN))
    for name, offer in rules.offers.items():
        if name not in ("main", "insurance") and offer.law.takes_stake:
            stakes[name] = question.stake
    table = after(table, c.PlaceBet(player_of(1), 1, stakes))
    left = Counter(question.composition.cards)
    return World(after(table, c.StartRound(DEALER)), tuple(left.items()), ONE)


def decision(question: Question, table: Table, awaited: AwaitsDecision) -> c.Command:
    """Nothing but what the wager is about: insurance, cards that can still better it; else stand."""
    eyes, may, by = question.offer.law.classifier, legal(table, 1), player_of(1)
    for wanted, action in (("insurance", Action.INSURE), ("sevens_drawn", Action.THIRD_CARD)):
        if eyes == wanted and action in may:
            return c.Decide(by, 1, action)
    if awaited.is_offer:
        return c.Decline(by, 1)
    if Action.HIT in may and _draws(question, table):
        return c.Decide(by, 1, Action.HIT)
    return c.Decide(by, 1, Action.STAND)


def _draws(question: Question, table: Table) -> bool:
    """Whether the next card can still change what the wager sees."""
    held = table.box(1).groups[0][0].cards
    if question.offer.law.classifier == "super_bonus":
        return len(held) == 2 and all(each.rank == "7" for each in held)
    eyes = classifier(question.offer.law.classifier)
    if not eyes.reads_drawn:
        return False
    r = table.in_play()
    view = but(view_of(r, table.box(1), (r.up,)), stake=question.stake)
    found = eyes.classify(view)
    return any(eyes.classify(but(view, drawn=(*view.drawn, each))) != found for each in DECK_52)


Rows = dict[tuple[tuple[str, ...], Fraction], Fraction]
"""By the names of the lines, and the net result in units of the stake: the chance."""


def paid(line: Line) -> int:
    """What a line is worth in cents; an amount that goes to the dealer counts as paid."""
    return line.returned - line.stake


def by_engine(question: Question) -> Rows:
    """The whole tree of deals, each followed until the wager is settled."""
    wager, found = question.offer.law.id, Rows()
    waiting = [opened(question)]
    while waiting:
        world = waiting.pop()
        r = world.table.round
        assert r is not None
        assert not is_exhausted(world), "the shoe is too small"
        lines = [line for line in r.lines if line.wager == wager]
        if lines or r.finished:
            names = tuple(sorted(line.outcome for line in lines))
            net = Fraction(sum(map(paid, lines)), question.stake)
            found[names, net] = found.get((names, net), Fraction(0)) + world.weight
            continue
        awaited = awaits(world.table)
        if isinstance(awaited, AwaitsCard):
            waiting += dealt(world)
        else:
            assert isinstance(awaited, AwaitsDecision), awaited
            do = decision(question, world.table, awaited)
            waiting.append(world._replace(table=after(world.table, do)))
    assert sum(found.values()) == 1
    return found


def by_analyser(question: Question) -> Rows:
    """The rows that can come; a round in which nothing is paid has no line."""
    found = Rows()
    for row in answer(question).rows:
        if row.probability:
            names = () if row.outcome == "no_award" else tuple(sorted(row.outcome.split(" + ")))
            key = names, Fraction(row.net)
            found[key] = found.get(key, Fraction(0)) + Fraction(row.probability)
    return found


@pytest.mark.parametrize("case", one_in(6, params()))
def test_the_engine_pays_what_the_analyser_says(case: Case) -> None:
    asking = asked(case)
    engine, analyser = by_engine(asking), by_analyser(asking)
    if case.law.classifier == "insurance":  # the odds are those of an insurance that was offered
        offered = {key: chance for key, chance in engine.items() if key[0]}
        engine = {key: chance / sum(offered.values()) for key, chance in offered.items()}
    assert engine == analyser
    assert len(engine) > 1


@pytest.mark.long
def test_every_row_is_won_from_some_shoe() -> None:
    won: dict[tuple[str, str, str], set[str]] = {}
    rows: dict[tuple[str, str, str], set[str]] = {}
    for case, _ in cases():
        asking = asked(case)
        found = {name for names, _ in by_analyser(asking) for name in names}
        won.setdefault(case[:3], set()).update(found)
        own = {row.outcome for row in in_force(asking)} - BY_DEVICE.get(case.law.classifier, set())
        rows.setdefault(case[:3], set()).update(own)
    never = {key: names - won[key] for key, names in rows.items() if names - won[key]}
    assert not never


def test_no_wager_is_left_out() -> None:
    covered = {(case.document, case.wager) for case, _ in cases()}
    for name in document_ids():
        for wager in document(name).wager_ids:
            eyes = document(name).wager(wager).classifier
            assert eyes in SHOES or eyes in ELSEWHERE, f"SHOES needs a small shoe that {eyes} wins from"
            assert ((name, wager) in covered) != (eyes in ELSEWHERE), (name, wager)
