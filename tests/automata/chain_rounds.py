"""Rounds at the table engine with a wager on the box, dealt so that every answer of it comes up."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from cutcard.automata.wagers.chains import Chain, chain_of
from cutcard.automata.wagers.classifier_answers import OF_HAND, Sight, sight
from cutcard.automata.wagers.finished_round import INPUTS, MANY_CARDS, NUMBER_OF, Record
from cutcard.automata.wagers.folds import NO_CARD, Axis
from cutcard.cards import Card, deck
from cutcard.law import document as law_of
from cutcard.law.refusal import Refusal
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.money import Cents
from cutcard.odds.question import Question, permitted_decks, question
from cutcard.rules.actions import Action
from cutcard.rules.dealer import DEALER_STANDS, completes_for_buster, dealer_draws
from cutcard.rules.game import Game
from cutcard.rules.hand import TWENTY_ONE, TWO_CARDS, is_natural, total
from cutcard.rules.main import Line
from cutcard.shoe import By, Role
from cutcard.table import Table, awaits, commands as c, game_of, step
from cutcard.table.play.bets import Bet, main_wagers
from cutcard.table.play.dealer_turn import view_of
from cutcard.table.play.decide import legal
from cutcard.table.round import AwaitsDecision, AwaitsDevice, Round
from cutcard.table.script.scripted_round import DEALER, begun, passed
from cutcard.table.table import scripted_table
from cutcard.wagers import View, classifier
from cutcard.wagers.settlement import own_options
from cutcard.wagers.settlement.seat import HouseSide

METER = Cents(1_234_567)
"""What every meter shows, and goes back to."""
STAKE = Cents(1000)
ENOUGH = 40
WAYS = ("any", "any", "stand", "draw")
NOT_TAKEN = (Action.INSURE, Action.SWITCH)


@dataclass(frozen=True)
class Setting:
    """A wager as offered at some table, its chain, and what its classifier says."""

    asked: Question
    game: Game
    chain: Chain
    seen: Sight

    @property
    def rules(self) -> RuleSet:
        return self.asked.rules

    @property
    def staked(self) -> str:
        """The wager on which the stake lies."""
        law = self.asked.offer.law
        return law.id if law.takes_stake or law.needs is None else law.needs.names[0]


@dataclass(frozen=True)
class Played:
    """A round at its end; where a device is awaited, nothing is settled that waits for it."""

    round: Round
    record: Record
    device: str
    left: tuple[Card, ...]
    """The cards that were not dealt."""

    def lines(self, wager: str, box: int = 1) -> list[Line]:
        return [line for line in self.round.lines if line.wager == wager and line.box == box]


def paytables(document: str, wager: str) -> Iterator[tuple[str, int]]:
    """Every paytable of a wager; where several go by one name, by the number of decks, each of them."""
    book = law_of(document)
    law = book.wager(wager)
    tables = law.choosable or law.paytables
    for name in dict.fromkeys(table.id for table in tables):
        decks = permitted_decks(book, law, name)
        several = sum(table.id == name for table in tables) > 1
        yield from ((name, each) for each in (decks if several else decks[-1:]))


@cache
def setting(
    document: str,
    wager: str,
    paytable: str | None = None,
    decks: int | None = None,
    *,
    options: tuple[tuple[str, object], ...] = (),
    stake: Cents | None = None,
    settings: tuple[tuple[str, object], ...] = (),
) -> Setting:
    """A wager on the table it is asked for; a free bonus with the stake that it takes."""
    if stake is None and law_of(document).wager(wager).classifier == "free_bonus":
        stake = Cents(500)
    asked = question(
        document,
        wager,
        paytable=paytable,
        decks=decks,
        options=dict(options),
        stake=stake,
        settings=dict(settings),
        unset_meters="zero",
    )
    game = game_of(asked.rules)
    eyes = classifier(asked.offer.law.classifier)
    own = own_options(asked.rules, wager)
    seen = sight(eyes, game, options=own, stake=asked.stake)
    return Setting(asked, game, chain_of(asked.rules, asked.offer, asked.stake), seen)


def wanted(at: Setting, rng: random.Random) -> dict[str, Card]:
    """Cards at some inputs that get an answer, each answer as often."""
    cells = rng.choice(cells_of(at))
    cell = np.unravel_index(int(cells[rng.randrange(len(cells))]), at.seen.values.shape)
    return {
        axis.reads: rng.choice(fitting)
        for axis, letter in zip(at.seen.axes, cell, strict=True)
        if axis.domain >= NO_CARD and (fitting := _fitting(at, axis, letter))
    }


def _fitting(at: Setting, axis: Axis, letter: Any) -> list[Card]:
    return [each for each in deck(at.game.deck_cards) if axis.place[NUMBER_OF[each]] == letter]


_CELLS: dict[int, tuple[Sight, list[Any]]] = {}


def cells_of(at: Setting) -> list[Any]:
    """By answer that can come here: where it stands; a second card is there if the table deals one."""
    seen = at.seen
    if id(seen) not in _CELLS:
        values = seen.values
        for place, axis in enumerate(seen.axes):
            none = axis.place[-1]
            if axis.reads == "hole" and at.game.has_hole_card and not _fitting(at, axis, none):
                values = np.where(
                    np.arange(values.shape[place]) == none, -1, np.moveaxis(values, place, -1)
                )
                values = np.moveaxis(values, -1, place)
        cells = [np.flatnonzero(values == number) for number in range(len(seen.answers))]
        _CELLS[id(seen)] = seen, [each for each in cells if len(each)]
    return _CELLS[id(seen)][1]


def possible(at: Setting) -> set[int]:
    """The results that can come at this table."""
    found = set()
    for cells in cells_of(at):
        cell = np.unravel_index(int(cells[0]), at.seen.values.shape)
        places = zip(at.seen.axes, cell, strict=True)
        record = {axis.reads: int(np.flatnonzero(axis.place == each)[0]) for axis, each in places}
        found.add(at.chain.fold.of(dict.fromkeys(INPUTS, 0) | record))
    return found


def shoe_of(at: Setting, rng: random.Random) -> tuple[Card, ...]:
    """Cards in the order in which a box alone is dealt them, some of them as an answer wants them."""
    pack = deck(at.game.deck_cards)
    if at.chain.sees in OF_HAND:
        return _for_dealer(pack, rng)
    held = wanted(at, rng)

    def take(*names: str) -> list[Card]:
        return [held.get(name) or rng.choice(pack) for name in names]

    hands = ("first", "other_first") if at.game.switch else ("first",)
    seconds = ("second", "other_second") if at.game.switch else ("second",)
    order = take(*hands, "up", *seconds)
    drawn = [name for name in ("third", "split_third", "fourth", "split_fourth") if name in held]
    dealer = ["hole", *(["dealer_third"] if "dealer_third" in held else [])]
    if at.game.has_hole_card:
        order += take("hole")
        dealer = dealer[1:]
    if drawn and rng.random() < 0.8:
        order += take(*drawn)
    elif rng.random() < 0.9:
        order += take(*dealer)
    return tuple(order + rng.choices(pack, k=ENOUGH))


def _for_dealer(pack: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    """A 20 or a blackjack, oftener than not, against a dealer who takes few cards or many."""
    ranks = rng.choice(("KK", "KK", "AK", ""))
    own = [rng.choice([each for each in pack if each.rank == rank]) for rank in ranks]
    own = own or rng.choices(pack, k=TWO_CARDS)
    dealer = _dealer_run(pack, rng.randint(TWO_CARDS, 9), rng)
    if rng.random() < 0.2:  # cards that the box draws come first
        dealer[TWO_CARDS:TWO_CARDS] = rng.choices(pack, k=3)
    return (own[0], dealer[0], own[1], *dealer[1:], *rng.choices(pack, k=ENOUGH))


def _dealer_run(pack: tuple[Card, ...], count: int, rng: random.Random) -> list[Card]:
    """Cards on which a dealer draws until there are so many; the last one often makes 21, or busts."""
    low = [each for each in pack if each.rank in "A23"]
    tens_and_aces = [each for each in pack if each.rank in "AK"]
    first = tens_and_aces if count == TWO_CARDS else low if count > 4 else pack
    run = [rng.choice(first)]
    while len(run) < count - 1:
        fitting = [each for each in low if total((*run, each)) < DEALER_STANDS]
        run = [*run, rng.choice(fitting)] if fitting else [rng.choice(low)]
    exact = [each for each in pack if total((*run, each)) == TWENTY_ONE]
    busts = [each for each in pack if total((*run, each)) > TWENTY_ONE]
    return [*run, rng.choice(rng.choice((busts, exact, pack)) or pack)]


def play(at: Setting, cards: tuple[Card, ...], rng: random.Random, boxes: int = 1) -> Played:
    """A round with these cards, played in one of a few ways."""
    stakes = dict.fromkeys(main_wagers(at.game), STAKE)
    if at.staked != "insurance":
        stakes[at.staked] = at.asked.stake
    meters = dict.fromkeys(at.asked.offer.law.meters, METER)
    house = HouseSide(dict(meters), dict(meters))
    table = scripted_table(at.rules, at.game, cards)
    bets = [Bet(box, str(box), stakes) for box in range(1, boxes + 1)]
    table = begun(table, bets, house, by=DEALER)
    way = rng.choice(WAYS) if boxes == 1 else "stand"
    while isinstance(awaited := awaits(table), AwaitsDecision):
        table = _after(table, _decision(at, table, awaited, way, rng))
    r = table.in_play()
    assert r.finished or isinstance(awaited, AwaitsDevice), awaited
    device = awaited.device if isinstance(awaited, AwaitsDevice) else ""
    side = table.shoe.side
    return Played(r, record_in(r), device, tuple(side.stack[side.at :]))


def record_in(r: Round, box: int = 1) -> Record:
    """What a finished round leaves on record for a box."""
    return record_of(view_of(r, r.boxes[box - 1], r.main_dealer), r.dealer[0])


def _after(table: Table, command: c.Command) -> Table:
    outcome = step(table, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    return outcome[0]


def _decision(
    at: Setting, table: Table, awaited: AwaitsDecision, way: str, rng: random.Random
) -> c.Command:
    box = next(iter(awaited.offers))
    by, may = By(Role.PLAYER, str(box)), legal(table, box)
    if Action.INSURE in may and at.staked == "insurance":
        return c.Decide(by, box, Action.INSURE, at.asked.stake)
    may = tuple(each for each in may if each not in NOT_TAKEN)
    if awaited.is_offer and (not may or way == "stand" or rng.random() < 0.2):
        return passed(table.in_play(), awaited, by=DEALER)
    liked = {"stand": Action.STAND, "draw": Action.HIT}.get(way)
    return c.Decide(by, box, liked if liked in may else rng.choice(may))


def shares(at: Setting, number: int) -> int:
    """What a result's shares come to, the meters showing what they do here."""
    found = 0
    for share in at.chain.results[number].shares:
        amount = METER * share.percent // 100
        found += amount if share.most is None else min(amount, share.most)
    return found


def dealer_alone(at: Setting, played: Played) -> tuple[int, int]:
    """How many cards the demands of the wager alone give the dealer: by the table's rule, and in all."""
    asked, game = at.chain.demands, at.game
    cards = (*played.round.dealer[0], *played.left)
    held = TWO_CARDS if game.has_hole_card else 1
    if held == 1 and asked.second_card is not None and asked.second_card.of(played.record):
        held = TWO_CARDS
    drawn = None
    while held >= TWO_CARDS and not is_natural(cards[:held]):
        so_far = {**played.record, "dealer_count": held}
        hand = cards[:held]
        third = asked.third_card and held == TWO_CARDS and total(hand) < DEALER_STANDS
        goes_on = asked.open is not None and dealer_draws(game, hand) and asked.open.of(so_far)
        if drawn is None and not third and not goes_on:
            drawn = held
        if drawn is not None and not (asked.completion and completes_for_buster(game, hand)):
            break
        held += 1
    return held if drawn is None else drawn, held


def record_of(view: View, completed: Sequence[Card]) -> Record:
    """The record of a view at the end of its round, with the dealer's hand completed for Buster."""
    dealer = view.dealer
    other = view.second_pair or (None, None)
    return {
        "first": NUMBER_OF[view.first_two[0]],
        "second": NUMBER_OF[view.first_two[1]],
        "up": NUMBER_OF[view.up],
        "hole": _at(dealer, 1),
        "third": _at(view.drawn, 0),
        "fourth": _at(view.drawn, 1),
        "split_third": _at(view.drawn_after_split, 0),
        "split_fourth": _at(view.drawn_after_split, 1),
        "dealer_third": _at(dealer, 2),
        "dealer_count": min(len(dealer), MANY_CARDS),
        "dealer_total": view.dealer_total,
        "completed_count": min(len(completed), MANY_CARDS),
        "completed_total": total(completed),
        "final_total": view.final_total,
        "other_first": NO_CARD if other[0] is None else NUMBER_OF[other[0]],
        "other_second": NO_CARD if other[1] is None else NUMBER_OF[other[1]],
    }


def _at(cards: Sequence[Card], place: int) -> int:
    return NUMBER_OF[cards[place]] if place < len(cards) else NO_CARD
