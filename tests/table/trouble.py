"""What happens at a table without being awaited: visitors, orders about the cards, irregularities."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from cutcard.money import Cents
from cutcard.shoe import Act, By, Chore, Role, optional
from cutcard.table import commands as c
from cutcard.table.play.irregularities import CASES
from cutcard.table.play.report_checks import CHOICES

if TYPE_CHECKING:
    from table.driver import Driver

GUEST = "guest"
FLOOR = By(Role.SUPERVISOR, "sue")
STAKE = Cents(1000)


def any_choice(rng: random.Random, what: str) -> str:
    """What a report may choose, nothing, or now and then what only another report may."""
    if not rng.randrange(8):
        return rng.choice([each for allowed in CHOICES.values() for each in allowed])
    return rng.choice(("", *CHOICES.get(what, ())))


def visit(driver: Driver) -> None:
    """People come and go: another dealer, a guest who stands, sits, bets, or leaves again."""
    guest = By(Role.PLAYER, GUEST)
    box = driver.rng.randint(1, driver.table.game.boxes)
    driver.tried(
        driver.rng.choice(
            (
                c.ChangeDealer(FLOOR, driver.rng.choice(("dan", "dee"))),
                c.Sit(guest, driver.rng.choice((0, 0, box))),
                c.Leave(guest),
                c.PlaceBet(guest, box, {"main": STAKE}),
                c.TakeBack(guest, box),
                c.PermitEntry(FLOOR, GUEST),
                c.CloseOffers(driver.dealer),
            )
        )
    )


def order(driver: Driver) -> None:
    """Something with the cards that may be done and need not be."""
    possible = optional(driver.table.shoe, driver.table.people) if driver.table.is_open else ()
    if not possible:
        return
    wanted = driver.rng.choice(possible)
    if wanted.chore in (Chore.RECEIVE_CARDS, Chore.DRAW_DETERMINANT):
        return
    driver.tried(
        Act(
            wanted.chore,
            By(sorted(wanted.roles)[-1], wanted.who or "player-1"),
            batch=wanted.batch,
            side=wanted.side,
            face=driver.rng.choice(("up", "down")),
            player=driver.rng.choice(("", "player-1")),
            why=driver.rng.choice(("last", "next", "jam", "out_of_order")),
        )
    )


def mishap(driver: Driver) -> None:
    """Some irregularity, where the table knows it and it can be at this moment."""
    taken = driver.table.round is not None and driver.table.round.boxes
    box = driver.rng.choice([each.bet.box for each in taken]) if taken else 0
    by = driver.rng.choice((driver.dealer, FLOOR, By(Role.PLAYER, f"player-{box}")))
    cards = () if driver.table.shoe.virtual else (driver.rng.choice(driver.table.shoe.law.pack),)
    what = driver.rng.choice(sorted(CASES))
    driver.tried(
        c.Report(
            by,
            what,
            box=box,
            hand=driver.rng.choice((0, 1, 1, 2)),
            cards=cards,
            side=driver.rng.choice(driver.table.shoe.law.sides),
            choice=any_choice(driver.rng, what),
        )
    )
