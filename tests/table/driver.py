"""Whole sessions at a table, played at random and by the rules: every command one that it takes.

`play_rounds` opens a table, seats players, bets, deals, decides, feeds devices and does every chore
that the table awaits, at an automatic or a manual table, with virtual cards or scanned ones. The same
arguments give the same session.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cutcard.cards import DECK_52, Card
from cutcard.law import document as law_of
from cutcard.law.refusal import Refusal, Refused
from cutcard.law.ruleset.offers import Offer
from cutcard.law.ruleset.resolution import RuleSet, resolve
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import (
    Act,
    By,
    Chore,
    Due,
    Role,
    automatic,
    cards_to_shuffle,
    commitment_of,
    cut_limits,
    due,
)
from cutcard.shoe.shuffle import usual_steps
from cutcard.table import Settings, Table, awaits, commands as c, evolve, game_of, new_table, step
from cutcard.table.events import CommandRefused
from cutcard.table.play.before_play import backer_may
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.decide import double_range, legal, most_insurance
from cutcard.table.play.round_commands import due_before_card
from cutcard.table.round import (
    AwaitsBets,
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
)
from table.trouble import FLOOR, GUEST, STAKE, mishap, order, visit

DEALER = By(Role.DEALER, "dee")
DEVICE = By(Role.DEVICE)
METER = Cents(5_000_000)
AUTOMATIC = Settings()
MOST_COMMANDS = 500_000


class Played(NamedTuple):
    """A session: the table before it, every command taken, every event, and the table after it."""

    opening: Table
    commands: tuple[c.Command, ...]
    events: tuple[object, ...]
    table: Table


def rules_of(
    document: str,
    variation: str | None = None,
    options: Mapping[str, object] | None = None,
    wagers: Mapping[str, object] | None = None,
) -> RuleSet:
    """A rule set without any violation."""
    found, findings = resolve(
        law_of(document), variation=variation, options=options or {}, wagers=wagers or {}
    )
    wrong = [each for each in findings if each.severity == "violation"]
    assert found is not None, wrong
    assert not wrong, wrong
    return found


def random_wagers(
    document: str,
    variation: str | None,
    rng: random.Random,
    *,
    most: int = 4,
    options: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Some wagers of a document that may stand at one table, each with one of its paytables."""
    law = law_of(document)
    asked: dict[str, object] = {}
    names = [name for name in law.wager_ids if name not in ("main", "insurance")]
    for name in rng.sample(names, len(names)):
        if len(asked) == most:
            break
        tables = law.wager(name).choosable or law.wager(name).paytables
        tried = {**asked, name: {"paytable": rng.choice(tables).id}}
        _, findings = resolve(law, variation=variation, options=options or {}, wagers=tried)
        if not any(each.severity == "violation" for each in findings):
            asked = tried
    return asked


def play_rounds(
    document: str,
    variation: str | None = None,
    options: Mapping[str, object] | None = None,
    wagers: Mapping[str, object] | None = None,
    rounds: int = 10,
    seed: int = 0,
    boxes: int = 1,
    *,
    settings: Settings = AUTOMATIC,
    mishaps: int = 0,
) -> Played:
    """A session of so many rounds; `mishaps` in a hundred chances something goes wrong."""
    rules = rules_of(document, variation, options, wagers)
    opening = new_table(rules, game_of(rules), settings)
    driver = Driver(opening, random.Random(seed), mishaps=mishaps)
    driver.open(boxes)
    while driver.table.rounds < rounds or driver.table.round is not None:
        driver.go_on()
    return Played(opening, tuple(driver.commands), tuple(driver.events), driver.table)


class Driver:
    """Everybody at a table: asks what is awaited, and does it."""

    def __init__(self, table: Table, rng: random.Random, *, mishaps: int = 0) -> None:
        self.table = table
        self.rng = rng
        self.mishaps = mishaps
        self.commands: list[c.Command] = []
        self.events: list[object] = []

    @property
    def dealer(self) -> By:
        """Who deals now."""
        return By(Role.DEALER, self.table.dealer or DEALER.name)

    def tried(self, command: c.Command) -> bool:
        """Give a command; whether the table took it."""
        outcome = step(self.table, command)
        if isinstance(outcome, Refusal):
            if self.mishaps:  # then refusals stand in the record too
                event = CommandRefused(outcome, str(command.by), type(command).__name__)
                self.table = evolve(self.table, event)
                self.events.append(event)
            return False
        self.table, happened = outcome
        self.commands.append(command)
        self.events += happened
        return True

    def give(self, command: c.Command) -> None:
        """Give a command that the table must take."""
        outcome = step(self.table, command)
        assert not isinstance(outcome, Refusal), (command, outcome)
        self.table, happened = outcome
        self.commands.append(command)
        self.events += happened
        assert len(self.commands) < MOST_COMMANDS, "the session never ends"

    def open(self, boxes: int) -> None:
        """The table opens; a player sits down at each box, and the meters show something.

        Where several people may bet on a box a guest stands behind.
        """
        self.give(c.OpenTable(DEALER))
        for box in range(1, min(boxes, self.table.game.boxes) + 1):
            self.give(c.Sit(By(Role.PLAYER, f"player-{box}"), box))
        if self._shares_boxes():
            self.give(c.Sit(By(Role.PLAYER, GUEST)))
        for offer in self.table.rules.offers.values():
            for meter in offer.law.meters:
                self.tried(c.ShowMeter(DEVICE, meter, METER, METER))

    def go_on(self) -> None:
        """Do what is awaited."""
        if self.rng.randrange(100) < self.mishaps:
            self.rng.choice((mishap, mishap, order, visit))(self)
        awaited = awaits(self.table)
        match awaited:
            case AwaitsBets():
                self._bet()
                self.give(c.StartRound(self.dealer))
            case AwaitsCard():
                self._deal(awaited)
            case AwaitsDecision():
                self._decide(awaited)
            case AwaitsFollowers():
                self._follow(awaited)
            case AwaitsDevice():
                self._device(awaited)
            case AwaitsChore():
                self._chore(awaited)
            case _:
                raise AssertionError(awaited)

    # Before the round.

    def _bet(self) -> None:
        for box, player in self.table.seated:
            by = By(Role.PLAYER, player)
            riding = next((each for each in self.table.bets if each.box == box), None)
            stakes = dict.fromkeys(main_wagers(self.table.game), STAKE)
            stakes |= {} if riding is None else dict(riding.stakes)
            if not self.tried(c.PlaceBet(by, box, stakes)):
                assert player == GUEST, (player, box)
                continue
            offers = list(self.table.rules.offers.items())
            for name, offer in self.rng.sample(offers, len(offers)):
                if name not in stakes and self.rng.random() < 0.8:
                    for stake in self._stakes(offer):
                        if self.tried(c.PlaceBet(by, box, {**stakes, name: stake})):
                            stakes[name] = stake
                            break

        self._back()

    def _back(self) -> None:
        """Where boxes are shared, somebody who stands behind one bets on it too."""
        if GUEST in self.table.arrived and self._shares_boxes() and self.rng.random() < 0.5:
            box = self.rng.choice(self.table.seated)[0]
            stakes = dict.fromkeys(main_wagers(self.table.game), STAKE)
            self.tried(c.PlaceBet(By(Role.PLAYER, GUEST), box, stakes))

    def _shares_boxes(self) -> bool:
        return self.table.rules.option("shared_box_players") != 1

    def _stakes(self, offer: Offer) -> Iterator[Cents]:
        law = offer.law.stake
        if offer.paytable.stake is not None:
            yield offer.paytable.stake
            return
        if law is not None and law.permitted:
            yield self.rng.choice(law.permitted)
        for each in (100, 500, 1000):
            yield Cents(each)

    # The cards.

    def _scan(self, name: str | None = None) -> Card | None:
        """A card for a physical table; any of the pack, as often as the table has seen it come."""
        shoe = self.table.shoe
        if shoe.virtual:
            return None
        side = shoe.side if name is None else shoe.sides[shoe.side_named(name)]
        left = list(self.table.shoe.law.pack)
        batch = self.table.shoe.batch(side.pile.batch)
        for seen in (*side.out, *side.pile.rack, *side.pile.segregated, *batch.removed):
            if seen in left:
                left.remove(seen)
        return self.rng.choice(left)

    def _deal(self, awaited: AwaitsCard) -> None:
        shoe = self.table.shoe
        pile = shoe.side.pile
        if not shoe.virtual and not pile.ends and not awaited.given:
            behind = shoe.batch(pile.batch).behind
            if 0 <= shoe.side.size - shoe.side.at <= behind:
                self.give(c.Report(self.dealer, "cover_card_out", box=awaited.place.box))
        self.give(c.DealCard(self.dealer, None if awaited.given else self._scan()))

    def _chore(self, awaited: AwaitsChore) -> None:
        table = self.table
        match awaited.chore:
            case "settle" | "check_hole_card" | "show_hole_card" | "collect_cards":
                self.give(c.Perform(self.dealer, awaited.chore))
            case "confirm_payout":
                box, wager = awaited.moment.split(" ", 1)
                self.give(c.Confirm(FLOOR, int(box), wager))
            case "too_few_cards":
                self.give(c.Report(self.dealer, awaited.chore))
            case "repair_reader":
                self.give(c.Report(FLOOR, "reader_failed", choice="repaired"))
            case _:
                wanted = due(table.shoe, table.people) if table.round is None else due_before_card(table)
                assert wanted is not None, awaited
                self.give(self._act(wanted))

    def _act(self, wanted: Due) -> Act:
        shoe, by = self.table.shoe, By(sorted(wanted.roles)[0], wanted.who or self.dealer.name)
        if wanted.chore is Chore.SHUFFLE and shoe.virtual:
            order = list(cards_to_shuffle(shoe, wanted))
            self.rng.shuffle(order)
            salt = self.rng.randbytes(32).hex()
            return Act(
                Chore.SHUFFLE,
                by,
                batch=wanted.batch,
                side=wanted.side,
                order=tuple(order),
                salt=salt,
                commitment=commitment_of(order, salt),
                steps=usual_steps(shoe, shoe.batch(wanted.batch)),
                why=wanted.why,
            )
        if wanted.chore is Chore.ACCEPT_CUT and self.rng.random() < 0.5:
            least, most = cut_limits(shoe.law, shoe.batch(wanted.batch).size)
            position = self.rng.randint(least, most)
            return Act(Chore.ACCEPT_CUT, by, batch=wanted.batch, position=position)
        done = automatic(shoe, self.table.people, wanted)
        if done is not None:
            return done
        side = self.rng.choice(shoe.law.sides) if wanted.chore is Chore.DRAW_DETERMINANT else wanted.side
        return Act(
            wanted.chore, by, batch=wanted.batch, side=side, card=self._scan(side), why=wanted.why
        )

    # The players.

    def _decide(self, awaited: AwaitsDecision) -> None:
        assert self.table.round is not None
        number = self.rng.choice(sorted(awaited.offers))
        box = self.table.box(number)
        by = By(Role.PLAYER, box.bet.player)
        if awaited.hand is None and self._backer_chooses(number):
            return
        if awaited.is_offer and self.rng.random() < 0.5:
            self.give(c.Decline(by, number))
            return
        if awaited.hand is not None and box.backers and self.rng.random() < 0.2:
            backer = By(Role.PLAYER, box.backers[0].bet.player)
            if self.tried(c.Decide(backer, number, Action.SURRENDER)):
                return
        do = self.rng.choice(legal(self.table, number))
        amount = None
        if do is Action.DOUBLE and awaited.hand and self.rng.random() < 0.3:
            amount = double_range(self.table.round, number, awaited.hand)[1]
        elif do is Action.INSURE and self.rng.random() < 0.3:
            amount = Cents(most_insurance(self.table.round, number) // 200 * 100) or None
        down = do is Action.DOUBLE and self.table.game.double_card == "on_request"
        if down and self.tried(c.Decide(by, number, do, face_down=True)):
            return
        if amount is None or not self.tried(c.Decide(by, number, do, amount)):
            self.give(c.Decide(by, number, do))

    def _backer_chooses(self, number: int) -> bool:
        """Another person on a box insures, takes even money ... or does not (Massachusetts §13(f))."""
        box = self.table.box(number)
        for backer in box.backers:
            kinds = backer_may(self.table.in_play(), box, backer)
            if kinds:
                by = By(Role.PLAYER, backer.bet.player)
                do = self.rng.choice((None, *kinds))
                taken = do is not None and self.tried(c.Decide(by, number, do))
                return taken or self.tried(c.Decline(by, number))
        return False

    def _follow(self, awaited: AwaitsFollowers) -> None:
        by = By(Role.PLAYER, awaited.players[0])
        box = self.table.box(awaited.box)
        backer = next(each for each in box.backers if each.bet.player == by.name)
        joins = c.Follow(by, awaited.box, max(backer.stakes[awaited.hand - 1]))
        if self.rng.random() < 0.5 or not self.tried(joins):
            self.give(c.Follow(by, awaited.box, hand=awaited.hand))

    def _device(self, awaited: AwaitsDevice) -> None:
        """Anything the device may show: whatever the table takes and can go on from."""
        device = awaited.device.removeprefix("devices.")
        for shows in self._symbols(device):
            outcome = step(self.table, c.ShowDevice(DEVICE, device, shows))
            if isinstance(outcome, Refusal):
                continue
            try:
                awaits(outcome[0])
            except Refused:
                continue
            self.give(c.ShowDevice(DEVICE, device, shows))
            return
        raise AssertionError(awaited)

    def _symbols(self, device: str) -> list[str]:
        """What the device may show, in any order: a row of its paytable, an amount, a card, a box."""
        offers = [each for each in self.table.rules.offers.values() if each.law.id.startswith(device)]
        rows = [row.outcome for offer in offers for row in offer.paytable.rows]
        shared = [
            row.outcome
            for offer in offers
            for table in offer.law.paytables
            if table.id == f"{offer.paytable.id} Community Pay"
            for row in table.rows
        ]
        boxes = list(dict(self.table.seated))
        symbols = [*rows, *(f"{row}/{self.rng.choice(shared)}" for row in rows if shared)]
        hot = [json.dumps({"hot_spot": box, "symbol": each}) for each in symbols for box in boxes]
        others = ["25.00", "75.00", "none", *(card.text for card in DECK_52), *map(str, boxes), *hot]
        return self.rng.sample(rows, len(rows)) + self.rng.sample(others, len(others))
