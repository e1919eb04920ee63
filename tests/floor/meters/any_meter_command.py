"""Commands of every kind to a meter, drawn by a seed: most such as would be asked, the rest hostile."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from cutcard.floor.meters import Member, Meter, Secret, Terms, Win, commands as c
from cutcard.floor.meters.must_hit import commitment_to
from cutcard.money import Cents
from cutcard.shoe import By, Role
from floor.meters.links import DEVICE, MATCH, MUST, TERMS, edge, super_4

NAMES: Final = ("", "dee", "sue", "sam", "sal", "player-1")
TABLES: Final = ("t1", "t2", "t3", "t9")
AMOUNTS: Final = (-5, 0, 1, 7, 100, 99_999, 500_000, 10**9, 10**13)
RATES: Final = ("0", "0.07", "3/40", "1/3", "1", "1.5", "x", "1/0", "0.123456789", "")
MEMBERS: Final = (
    edge("t1"),
    edge("t2", rate="1/3"),
    edge("t3", paytable="C"),
    super_4("t2"),
    super_4("t3", "md-blackjack"),
    Member("t9", "md-blackjack", "roulette", "roulette", "roulette"),
    Member("", "nowhere", "", "", ""),
    edge("t2", rate="7"),
)
WHY: Final = ("power lost", "power lost", "", "x" * 999, "\n")
REASONS: Final = ("malfunction", "malfunction", "maximum", "retired", "whim")

Made = Callable[["Asker"], c.Command]


class Asker:
    """Whoever asks things of a meter at random."""

    def __init__(self, rng: random.Random, meter: Meter) -> None:
        self.rng = rng
        self.meter = meter
        self.pick = rng.choice

    def by(self) -> By:
        """Anybody."""
        return By(self.pick(list(Role)), self.pick(NAMES))

    def named(self, role: Role) -> By:
        """Somebody in a role."""
        return By(role, self.pick(NAMES[1:5]))

    def amount(self) -> Cents:
        """Any amount."""
        return Cents(self.pick(AMOUNTS))

    def hit(self) -> str:
        """A hit, most often one that waits."""
        waiting = [each.id for each in self.meter.hits]
        return self.pick([*waiting, *waiting, *waiting, "nothing"])

    def to(self) -> str:
        """A meter."""
        return self.pick(("", "other@floor", "other@floor", self.meter.name))

    def secret(self) -> Secret | None:
        """A point, or none, or a forged one."""
        point, salt = self.rng.randrange(24_990, 25_200), self.pick(("ab", "cd"))
        forged = Secret(Cents(point), salt, "forged")
        return self.pick((None, forged, *[Secret(Cents(point), salt, commitment_to(point, salt))] * 4))

    def terms(self) -> Terms:
        """Any terms."""
        return Terms(
            self.amount(),
            self.amount(),
            self.pick(RATES),
            self.pick((None, self.amount())),
            must_hit=self.pick((False, True)),
            reserve_rate=self.pick(RATES),
            threshold=self.amount(),
        )

    def win(self) -> Win:
        """Anything that somebody may say was won."""
        pays = self.pick(("100% of it", "10% of it"))
        box, player = self.rng.randrange(4), self.pick(NAMES)
        return Win(box, player, "four", pays, self.amount(), self.amount(), pays[1] == "0")

    def likely_hit(self) -> c.Hit:
        """A hit such as a table would settle: all of the meter, or a tenth of it."""
        meter, box = self.meter, self.rng.randrange(1, 4)
        whole = self.pick((True, False)) or (meter.terms is not None and meter.terms.must_hit)
        cents = meter.shown if whole else meter.shown // 10
        left = Cents(meter.shown - cents)
        after = meter.resets_to if whole and meter.terms is not None else left
        pays = "100% of it" if whole else "10% of it"
        win = Win(box, f"player-{box}", "four", pays, Cents(cents), Cents(cents), whole)
        table, number = self.pick(TABLES[:3]), self.rng.randrange(1, 6)
        if meter.due_table:
            table, number = meter.due_table, meter.due_round
        wants = meter.terms is not None and meter.terms.must_hit
        secret = self.secret() if wants else None
        checked = self.rng.random() < 0.8
        return c.Hit(DEVICE, table, number, MATCH, (win,), meter.shown, after, secret, checked)

    def any_hit(self) -> c.Hit:
        """A hit that no table would settle."""
        wins = tuple(self.win() for _ in range(self.rng.randrange(3)))
        return c.Hit(
            self.pick((DEVICE, self.by())),
            self.pick(TABLES),
            self.rng.randrange(-1, 6),
            MATCH,
            wins,
            self.pick((self.meter.shown, self.amount())),
            self.amount(),
            self.secret(),
        )


def _receive(a: Asker) -> c.Command:
    return c.Receive(
        a.pick((DEVICE, DEVICE, a.by())),
        a.pick(("other@floor", "other@floor", a.meter.name)),
        a.pick((dict(a.meter.received).get("other@floor", 0) + 1, a.rng.randrange(-1, 5))),
        a.amount(),
        a.amount(),
        a.rng.randrange(-1, 7),
        a.rng.randrange(-1, 7),
        a.pick((7, 12, 12, -1, 0, 1, 10**13)),
    )


LIKELY: Final[tuple[Made, ...]] = (
    lambda a: c.Contribute(DEVICE, a.pick(TABLES[:3]), a.rng.randrange(1, 6), Cents(1_005)),
    lambda a: c.Contribute(DEVICE, a.pick(TABLES[:3]), a.rng.randrange(1, 6), Cents(1_005)),
    Asker.likely_hit,
    Asker.likely_hit,
    lambda a: c.EndRound(DEVICE, a.meter.due_table or TABLES[0], a.meter.due_round),
    lambda a: c.Claim(a.named(Role.DEALER), a.hit()),
    lambda a: c.Verify(a.named(Role.SUPERVISOR), a.hit()),
    lambda a: c.Verify(a.named(Role.SUPERVISOR), a.hit()),
    lambda a: c.Pay(DEVICE, a.hit()),
    lambda a: c.Start(a.named(Role.SUPERVISOR), a.secret() if a.pick((True, False)) else None),
    lambda a: c.Join(a.named(Role.SUPERVISOR), a.pick(MEMBERS[:5])),
    lambda a: c.Adjust(
        a.named(Role.SUPERVISOR),
        "malfunction",
        Cents(100),
        WHY[0],
        rises=a.pick((True, False)),
    ),
    lambda a: c.Adjust(a.named(Role.SUPERVISOR), "malfunction", Cents(100), WHY[0]),
    lambda a: c.Configure(a.named(Role.SUPERVISOR), a.pick((TERMS, MUST))),
    lambda a: c.Retire(a.named(Role.SUPERVISOR), a.to(), WHY[0]),
)
HOSTILE: Final[tuple[Made, ...]] = (
    lambda a: c.Configure(a.by(), a.terms()),
    lambda a: c.Join(a.by(), a.pick(MEMBERS)),
    lambda a: c.Part(a.by(), a.pick(TABLES)),
    lambda a: c.Rejoin(a.by(), a.pick(TABLES), member=a.pick((None, *MEMBERS))),
    lambda a: c.Start(a.by(), a.secret()),
    lambda a: c.Stop(a.by()),
    lambda a: c.Contribute(a.by(), a.pick(TABLES), a.rng.randrange(-1, 6), a.amount()),
    Asker.any_hit,
    lambda a: c.EndRound(a.by(), a.pick(TABLES), a.rng.randrange(-1, 6)),
    lambda a: c.Claim(a.by(), a.hit()),
    lambda a: c.Verify(a.by(), a.hit()),
    lambda a: c.Pay(a.by(), a.hit()),
    lambda a: c.Void(a.by(), a.hit(), a.pick(WHY)),
    lambda a: c.Adjust(a.by(), a.pick(REASONS), a.amount(), a.pick(WHY), a.pick((True, False))),
    lambda a: c.Retire(
        a.by() if a.rng.random() < 0.9 else a.named(Role.SUPERVISOR), a.to(), a.pick(WHY)
    ),
    _receive,
)


def any_command(rng: random.Random, meter: Meter) -> c.Command:
    """A command to a meter, two times in three one that might be asked."""
    return rng.choice(LIKELY if rng.random() < 0.67 else HOSTILE)(Asker(rng, meter))
