"""The player: a name, chips bought, boxes and the bets on them; and how neighbours play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cutcard.law import Offer, RuleSet
from cutcard.money import Cents, cents
from cutcard.rules import Action, Game, simple_play
from cutcard.shoe import By, Role
from cutcard.table import AwaitsDecision, Table, commands, legal, main_wagers
from cutcard.wagers import DecidedBy, decided_by

YOU: Final = "you"
USUAL_BET: Final = Cents(1000)
USUAL_SIDE_BET: Final = Cents(500)
FIXED_STAKES: Final = ("progressive_stake", "super4_stake", "monster_match_stake")


@dataclass(slots=True)
class Player:
    """The person at the table."""

    first: Cents
    """Chips bought when sitting down."""
    bets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    """Box -> wager -> stake, as the player last wanted them; `main` stands for all its spots."""
    chosen: int = 1
    """The box whose bet is being changed."""
    by: By = field(default_factory=lambda: By(Role.PLAYER, YOU))
    more: Cents = Cents(0)
    """Chips bought since."""
    _result: Cents = Cents(0)
    """What the player was up after the last round."""

    def won(self, table: Table) -> Cents:
        """What came back, less what was staked and lies on the layout."""
        return table.purses.get(self.by.name, Cents(0))

    def chips(self, table: Table) -> Cents:
        """Chips in front of the player."""
        return Cents(self.first + self.more + self.won(table))

    def result(self, table: Table) -> Cents:
        """What the player is up; what lies on the layout counts as the player's until it is settled."""
        r, you = table.round, self.by.name
        if r is not None and not r.finished:
            own = {box.bet.box for box in r.boxes if box.bet.player == you}
            settled = (line.net for line in r.lines if (line.player or you) == you and line.box in own)
            return Cents(self._result + sum(settled))
        placed = (sum(bet.stakes.values()) for bet in table.bets if bet.player == you)
        self._result = Cents(self.won(table) + sum(placed))
        return self._result

    def buy(self, amount: Cents) -> None:
        """Take more chips."""
        self.more = Cents(self.more + amount)

    def command(self, game: Game, box: int) -> commands.PlaceBet:
        """The bet on a box as the table takes it."""
        wanted = dict(self.bets[box])
        stake = wanted.pop("main")
        return commands.PlaceBet(self.by, box, {**dict.fromkeys(main_wagers(game), stake), **wanted})

    def staked(self, game: Game) -> Cents:
        """What the bets being made take together."""
        every = [self.command(game, box).stakes for box in self.bets]
        return Cents(sum(sum(stakes.values()) for stakes in every))


def usual_bet(game: Game) -> Cents:
    """The first bet that is suggested: within the table's limits."""
    least, most = game.minimum_wager or Cents(0), game.maximum_wager
    wanted = max(USUAL_BET, least)
    return Cents(wanted if most is None else min(wanted, most))


def side_stakes(rules: RuleSet, offer: Offer, main: Cents) -> tuple[Cents, ...]:
    """The stakes that a side wager takes here, the suggested one first."""
    law, settings = offer.law, offer.settings
    for option in FIXED_STAKES:
        fixed = rules.options.get(option, "none")
        named = option == "progressive_stake" or law.id.replace("_", "").startswith(option.split("_")[0])
        if fixed != "none" and law.meters and named:
            return (cents(fixed),)
    if isinstance(stake := settings.get("stake"), int):
        return (Cents(stake),)
    if printed := with_prizes(rules, offer):
        return printed
    permitted = law.stake.permitted if law.stake is not None else ()
    if permitted:
        return permitted
    usual, least, most = int(USUAL_SIDE_BET), settings.get("minimum"), settings.get("maximum")
    if law.stake is not None and law.stake.at_most == "main":
        usual = min(usual, main)
    if isinstance(least, int):
        usual = max(usual, least)
    if isinstance(most, int):
        usual = min(usual, most)
    return (Cents(usual),)


def with_prizes(rules: RuleSet, offer: Offer) -> tuple[Cents, ...]:
    """The stakes for which a wheel's prizes are printed here; none where any stake will do."""
    law = offer.law
    if decided_by(law) is DecidedBy.SHARED_WHEEL:
        return (cents(rules.option("xtreme_table_stake")),)
    first = offer.paytable.stake
    if first is None or rules.options.get("spin_table_by_stake") is not True:
        return ()
    second = rules.options.get("second_spin_table", "none")
    more = [table.stake for table in law.choosable if table.id == second and table.stake is not None]
    return (first, *more)


def fixed_answer(
    table: Table, awaited: AwaitsDecision, box: int, *, stands: bool = False
) -> commands.Command:
    """The simple play's answer for a box that is asked; `stands`: it only wants to be done."""
    acting = table.in_play().box_at(box)
    by = By(Role.PLAYER, acting.bet.player)
    if awaited.is_offer or awaited.hand is None:
        return commands.Decline(by, box)
    wanted = Action.STAND if stands else simple_play(acting.hand(awaited.hand).total)
    actions = legal(table, box)
    return commands.Decide(by, box, wanted if wanted in actions else actions[0])
