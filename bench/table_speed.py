"""Rounds per second through `decide` and `evolve` at an automatic table, on one core.

Two tables: heads up without side wagers, and seven boxes with four side wagers each. Prints each as a
ratio to its limit; exit code 1 when one is below it. Judged by processor time. The shuffle comes from a
seeded generator: this measures the table, not the chance.
"""

from __future__ import annotations

import random
import sys
import time

from cutcard.law import document
from cutcard.law.refusal import Refusal
from cutcard.law.ruleset.resolution import resolve
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import Act, By, Chore, Role, cards_to_shuffle, commitment_of, due, refill_due
from cutcard.table import Table, awaits, commands, game_of, new_table, step
from cutcard.table.round import AwaitsBets, AwaitsChore, AwaitsDecision

DEALER = By(Role.DEALER, "dee")
SALT = "00"
BATCHES = 5
SIDES = {
    "lucky_ladies": "A",
    "match_the_dealer": "6_decks",
    "three_card_poker": "A",
    "in_between": "standard",
}


def after(table: Table, command: commands.Command) -> Table:
    """The table after a command: its events decided, then folded as any replay would."""
    outcome = step(table, command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome[0]


def opened(boxes: int, wagers: dict[str, str]) -> Table:
    rules, findings = resolve(document("md-blackjack"), wagers=wagers)
    assert rules is not None, findings
    table = after(new_table(rules, game_of(rules)), commands.OpenTable(DEALER))
    for box in range(1, boxes + 1):
        table = after(table, commands.Sit(By(Role.PLAYER, f"p{box}"), box))
    return table


def shuffled(table: Table, chance: random.Random) -> Table:
    wanted = due(table.shoe, table.people) or refill_due(table.shoe, table.people)
    assert wanted is not None
    pack = list(cards_to_shuffle(table.shoe, wanted))
    chance.shuffle(pack)
    order = tuple(pack)
    act = Act(
        Chore.SHUFFLE,
        By(min(wanted.roles)),
        order=order,
        salt=SALT,
        commitment=commitment_of(order, SALT),
        batch=wanted.batch,
        side=wanted.side,
        why=wanted.why,
    )
    return after(table, act)


def deal(table: Table, rounds: int, chance: random.Random, stakes: dict[str, Cents]) -> Table:
    """So many rounds: everybody draws to 17 and declines every offer."""
    start, players = table.rounds, [By(Role.PLAYER, name) for _, name in table.seated]
    while table.rounds - start < rounds or table.round is not None:
        match awaits(table):
            case AwaitsBets():
                for box, player in enumerate(players, 1):
                    table = after(table, commands.PlaceBet(player, box, stakes))
                table = after(table, commands.StartRound(DEALER))
            case AwaitsChore(chore="shuffle"):
                table = shuffled(table, chance)
            case AwaitsDecision(offers, is_offer, hand):
                box = next(iter(offers))
                player = players[box - 1]
                if is_offer or hand is None:
                    table = after(table, commands.Decline(player, box))
                    continue
                assert table.round is not None
                found = table.round.box(box)
                assert found is not None
                held = list(found.hands())[hand - 1]
                act = Action.HIT if held.total < 17 else Action.STAND
                table = after(table, commands.Decide(player, box, act))
            case other:
                raise AssertionError(other)
    return table


def measured(name: str, table: Table, rounds: int, limit: int, stakes: dict[str, Cents]) -> bool:
    chance = random.Random(7)
    table = deal(table, rounds, chance, stakes)
    best = 0.0
    for _ in range(BATCHES):
        began = time.process_time()
        table = deal(table, rounds, chance, stakes)
        best = max(best, rounds / (time.process_time() - began))
    verdict = "PASS" if best >= limit else "FAIL"
    ratio = f"{best / limit:.2f} x the limit of {limit:,}"
    print(f"{name}: {best:,.0f} rounds/s on one core = {ratio}  {verdict}")
    return best >= limit


def main() -> int:
    alone = measured("heads up", opened(1, {}), 1_000, 2_000, {"main": Cents(2500)})
    stakes = {"main": Cents(2500), **dict.fromkeys(SIDES, Cents(500))}
    full = measured("seven boxes, four side wagers", opened(7, SIDES), 100, 150, stakes)
    return 0 if alone and full else 1


if __name__ == "__main__":
    sys.exit(main())
