"""Every deal of very small shoes, played through the table engine, with exact probabilities.

What is enumerated
  A shoe is a handful of cards, given as a text; a card that stands there twice is there twice. It is
  an ordinary physical table (`virtual=False`) whose dealer scans the cards: without burned card, cover
  card, cut or shuffle, with the document's default options but for those given, no side wager on
  offer, one player a box, $10 on each main wager (at Switch two, at multiple action three a box).
  Whenever the table awaits a card, each different card left is tried; its probability is the number
  of its copies over the number of cards left (dealing without replacement). Where a card is awaited
  and none is left the round ends there: what is settled stands, every other wager goes back, nothing
  is shuffled again. `exhausted` is the probability of that; most shoes are such that it cannot be.

The three ways of play
  policy   The fixed policy: every offer (insurance, even money, switch, a third card, rescue, another
           double) is declined and nothing is surrendered. Aces and eights are split whenever the rules
           allow; otherwise two cards of 10 or 11 (hard or soft) are doubled for the full amount where
           they may be; otherwise a hand stands on 17 or more, hard or soft, and draws on less.
  uniform  Every decision that the table takes (declining an offer is one of them, doubles and
           insurance are for the full amount) is equally likely.
  best     The decisions of greatest expectation by backward induction. The player knows what the
           table shows (`view`), and so never the hole card: deals that look alike to the players are
           decided alike. Where there are two boxes one mind plays both, knowing what each player sees,
           for the sum of both.

What is counted
  rounds       Finished rounds: leaves of the tree; of `policy` under the policy, of `all` under all
               decisions.
  states       Tables made by a command: cards dealt, decisions taken, and the first one.
  decisions    Nodes at which a decision was taken, hidden cards told apart.
  information_sets  The same, deals that look alike to the players counted once.
  results      Net result of a round in dollars -> probability, under the policy.
  lines        "wager outcome" of the settlement lines -> expected number a round, under the policy.
  expected     Expected net result of a round in dollars.

Exact numbers are fractions as texts. `python tests/table/small_shoes.py --update` writes the golden
files anew; the tests compare.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from cutcard.cards import Card, cards, text
from cutcard.law.refusal import Refusal
from cutcard.money import Cents, dollars
from cutcard.rules.actions import Action, is_pair
from cutcard.rules.hand import TWO_CARDS, Hand, total
from cutcard.shoe import By, Role, ready_shoe
from cutcard.table import Settings, Table, awaits, commands as c, game_of, step, view
from cutcard.table.play.bets import main_wagers
from cutcard.table.play.decide import legal
from cutcard.table.round import AwaitsCard, AwaitsDecision
from cutcard.table.table import shoe_law

if __name__ == "__main__":  # the tests have their folder on the path; a script must put it there
    sys.path.insert(0, str(Path(__file__).parents[1]))

from table.driver import rules_of
from table.setups import GAMES, Game, game_id

GOLDEN = Path(__file__).parent / "golden"
STAKE = Cents(1000)
DEALER = By(Role.DEALER, "dee")
SCANNED = Settings(virtual=False, collects=False)
ONE, NONE = Fraction(1), Fraction(0)

Left = tuple[tuple[Card, int], ...]
"""The cards left in the shoe, each with its copies."""


class Small(NamedTuple):
    """A shoe to go through: its name in the golden file, its cards, how many boxes."""

    name: str
    shoe: str
    boxes: int = 1
    options: Mapping[str, object] = {}
    long: bool = False
    """Whether it takes too long for the ordinary suite."""


class World(NamedTuple):
    """One possible table with its cards left, and its probability."""

    table: Table
    left: Left
    weight: Fraction


# The table.


def opened(game: Game, small: Small) -> World:
    """A round about to be dealt from the whole shoe."""
    rules = rules_of(*game, options=small.options)
    shoe = ready_shoe(shoe_law(rules))
    table = Table(rules, game_of(rules), SCANNED, shoe, is_open=True, dealer=DEALER.name)
    stakes = dict.fromkeys(main_wagers(table.game), STAKE)
    for box in range(1, small.boxes + 1):
        table = after(table, c.PlaceBet(player_of(box), box, stakes))
    left = Counter(cards(small.shoe))
    return World(after(table, c.StartRound(DEALER)), tuple(left.items()), ONE)


def player_of(box: int) -> By:
    """The one who plays a box."""
    return By(Role.PLAYER, f"player-{box}")


def after(table: Table, command: c.Command) -> Table:
    """The table after a command that it must take."""
    outcome = step(table, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    return outcome[0]


def is_over(world: World) -> bool:
    """Whether the round is settled, or no card is left for it."""
    assert world.table.round is not None
    return world.table.round.finished or is_exhausted(world)


def is_exhausted(world: World) -> bool:
    """Whether a card is awaited and none is left."""
    return not world.left and isinstance(awaits(world.table), AwaitsCard)


def net(table: Table) -> int:
    """What the players have won, in cents."""
    assert table.round is not None
    return sum(line.net for line in table.round.lines)


def dealt(world: World) -> Iterator[World]:
    """Every next card, with its probability."""
    size = sum(count for _, count in world.left)
    for card, count in world.left:
        rest = tuple(
            (each, copies - (each is card))
            for each, copies in world.left
            if each is not card or copies > 1
        )
        table = after(world.table, c.DealCard(DEALER, card))
        yield World(table, rest, world.weight * Fraction(count, size))


def choices(table: Table, awaited: AwaitsDecision) -> list[c.Command]:
    """Every decision that the table takes now, of the first box that is asked."""
    box = min(awaited.offers)
    by = player_of(box)
    found: list[c.Command] = [c.Decide(by, box, each) for each in legal(table, box)]
    return [*found, c.Decline(by, box)] if awaited.is_offer else found


# The fixed policy.


def by_policy(table: Table, awaited: AwaitsDecision) -> c.Command:
    """What the fixed policy does."""
    box = min(awaited.offers)
    by, may = player_of(box), legal(table, box)
    if awaited.is_offer:
        return c.Decline(by, box)
    assert awaited.hand is not None
    found = table.box(box)
    group, place = found.find(awaited.hand)
    return c.Decide(by, box, _policy(table, found.groups[group][place], may))


def _policy(table: Table, hand: Hand, may: Sequence[Action]) -> Action:
    if Action.SPLIT in may and is_pair(table.game, hand) and hand.cards[0].value in (1, 8):
        return Action.SPLIT
    points = total(hand.cards)
    if Action.DOUBLE in may and len(hand.cards) == TWO_CARDS and points in (10, 11):
        return Action.DOUBLE
    return Action.HIT if points < 17 and Action.HIT in may else Action.STAND


# Going through the tree.


@dataclass
class Tally:
    """What was found on the way through a tree."""

    rounds: int = 0
    states: int = 1
    decisions: int = 0
    information_sets: int = 0
    probability: Fraction = NONE
    exhausted: Fraction = NONE
    expected: Fraction = NONE
    results: dict[int, Fraction] = field(default_factory=dict)
    lines: dict[str, Fraction] = field(default_factory=dict)

    def end(self, world: World) -> None:
        """A finished round."""
        self.rounds += 1
        won, weight = net(world.table), world.weight
        self.probability += weight
        self.exhausted += weight if is_exhausted(world) else 0
        self.expected += weight * Fraction(won, 100)
        self.results[won] = self.results.get(won, NONE) + weight
        assert world.table.round is not None
        for line in world.table.round.lines:
            name = f"{line.wager} {line.outcome}"
            self.lines[name] = self.lines.get(name, NONE) + weight


def play_policy(start: World, found: Tally | None = None) -> Tally:
    """The whole tree under the fixed policy."""
    found = Tally() if found is None else found
    waiting = [start]
    while waiting:
        world = waiting.pop()
        if is_over(world):
            found.end(world)
            continue
        awaited = awaits(world.table)
        if isinstance(awaited, AwaitsCard):
            nexts = list(dealt(world))
        else:
            assert isinstance(awaited, AwaitsDecision), awaited
            found.decisions += 1
            nexts = [world._replace(table=after(world.table, by_policy(world.table, awaited)))]
        found.states += len(nexts)
        waiting += nexts
    return found


def play_all(start: World, boxes: int) -> tuple[Tally, Fraction]:
    """The whole tree under all decisions, each equally likely; and the value of the best ones."""
    found = Tally()
    best = _best([(start, ONE)], found, boxes)
    return found, best / 100


def _best(node: list[tuple[World, Fraction]], found: Tally, boxes: int) -> Fraction:
    """The best expectation, times probability, over deals that look alike to the players.

    Each world comes with the probability of its decisions were all of them equally likely.
    """
    first = node[0][0].table
    if is_over(node[0][0]):
        for world, chance in node:
            found.end(world._replace(weight=world.weight * chance))
        return sum((world.weight * net(world.table) for world, _ in node), NONE)
    awaited = awaits(first)
    if isinstance(awaited, AwaitsCard):
        nexts = [(each, chance) for world, chance in node for each in dealt(world)]
        found.states += len(nexts)
        told_apart = len(node) == 1 and awaited.place.face == "up"  # by the card itself
        groups = [[each] for each in nexts] if told_apart else _look_alike(nexts, boxes)
        return sum((_best(alike, found, boxes) for alike in groups), NONE)
    assert isinstance(awaited, AwaitsDecision), awaited
    found.decisions += len(node)
    found.information_sets += 1
    values = []
    possible = choices(first, awaited)
    for command in possible:
        taken = [
            (world._replace(table=after(world.table, command)), chance / len(possible))
            for world, chance in node
        ]
        found.states += len(taken)
        values.append(sum((_best(alike, found, boxes) for alike in _look_alike(taken, boxes)), NONE))
    return max(values)


def _look_alike(nexts: list[tuple[World, Fraction]], boxes: int) -> list[list[tuple[World, Fraction]]]:
    """Deals sorted by what the players see; a finished round needs no telling apart."""
    if len(nexts) == 1:
        return [nexts]
    alike: dict[str, list[tuple[World, Fraction]]] = {}
    for each in nexts:
        world = each[0]
        seen = "over" if is_over(world) else _seen(world.table, boxes)
        alike.setdefault(seen, []).append(each)
    return list(alike.values())


def _seen(table: Table, boxes: int) -> str:
    views = [view(table, player_of(box)) for box in range(1, boxes + 1)]
    return json.dumps([[each["round"], each["awaits"]] for each in views])


# The shoes, and the golden files.

ONE_SPLIT: Mapping[str, object] = {"max_hands": 2, "max_hands_aces": 2}
"""A hand is split once at most, so that few cards last."""
SAME_RANK: Mapping[str, object] = {"split_by": "rank"}
"""The brochure fixes the number of hands, but not what a pair is."""


def _kings(first: str, count: int) -> str:
    return " ".join([*first.split(), *["Kc"] * count])


NO_SPLIT: Mapping[str, object] = {"max_hands": 1, "insurance": False}
LATE: Mapping[str, object] = {"hole_card": "none"}
EARLY: Mapping[str, object] = {"surrender": True, "surrender_time": "early"}
LOW = "2s 2s 2s 3d 3d 3d"

USUAL = (
    Small("aces and eights", _kings("Ah 8s 8s", 6), options=ONE_SPLIT),
    Small("eights and a six", _kings("6d 8s 8s", 5), options=ONE_SPLIT),
    Small("two boxes", _kings("Ah 8s", 5), boxes=2, options=ONE_SPLIT),
    Small("a five and a six", _kings("Ah 5d 6d 8s", 6), options=ONE_SPLIT, long=True),
    Small("five ranks", _kings("Ah 6d 8s 8s 9c", 5), options=ONE_SPLIT, long=True),
)
OTHERS: Mapping[str, tuple[Small, ...]] = {
    "md-blackjack-switch": (
        Small("an ace and an eight", _kings("Ah 8s", 5), options=ONE_SPLIT),
        Small("eights", _kings("8s 8s", 6), options=ONE_SPLIT),
        Small("two boxes", _kings("Ah", 10), boxes=2, options=ONE_SPLIT),
        Small("aces and eights", _kings("Ah 8s 8s", 6), options=ONE_SPLIT, long=True),
        Small("eights in a longer shoe", _kings("8s 8s", 9), options=ONE_SPLIT, long=True),
    ),
    "ma-blackjack-multiple_action": (
        Small("eights", _kings("8s 8s", 8), options=ONE_SPLIT),
        Small("eights and a six", _kings("6s 8s 8s", 9), options=ONE_SPLIT),
        Small("aces and eights", _kings("Ah 8s 8s", 9), options=ONE_SPLIT, long=True),
        Small("two boxes", _kings("Ah 8s", 6), boxes=2, options=ONE_SPLIT, long=True),
    ),
    "players-edge-21-brochure": (
        Small("aces and eights", "Ah 8s 8s Jc Qc Kc Kc", options=SAME_RANK),
        Small("eights and a six", "6h 8s 8s Jc Jc Qc Qc", options=SAME_RANK),
        Small("two boxes", "Ah 8s Qc Qc Kc Kc", boxes=2, options=SAME_RANK),
        Small("an ace and an eight", "Ah 8s Jc Jc Qc Qc Kc Kc", options=SAME_RANK, long=True),
        Small("an ace and nines", "Ah 9d 9d Jc Jc Qc Qc Kc", options=SAME_RANK, long=True),
    ),
    "house-rules": (
        *USUAL,
        Small("a late blackjack takes all", _kings("Ah 8s 8s", 6), options={**ONE_SPLIT, **LATE}),
        Small(
            "a late blackjack takes the original wager",
            _kings("Ah 8s 8s", 6),
            options={**ONE_SPLIT, **LATE, "late_blackjack_takes": "original"},
        ),
        Small("early surrender", _kings("Ah 5d 6d", 5), options={**NO_SPLIT, **EARLY}),
        Small(
            "early surrender, late against an ace",
            _kings("Ah 5d 6d", 5),
            options={**NO_SPLIT, **EARLY, "surrender_time": "early_not_ace"},
        ),
        Small(
            "early surrender without a hole card",
            _kings("Ah 5d 6d", 5),
            options={**NO_SPLIT, **EARLY, **LATE},
        ),
        Small("five cards win", f"{LOW} Kc Kc Kc Kc", options={**NO_SPLIT, "charlie": 5}),
        Small(
            "five cards win, without a hole card",
            f"{LOW} Ah Kc Kc Kc",
            options={**NO_SPLIT, **LATE, "charlie": 5, "double_cards": "any_number"},
            long=True,
        ),
        Small(
            "five cards win after a split",
            _kings("8d 8d 2s 2s 2s 2s", 5),
            options={**ONE_SPLIT, "charlie": 5},
        ),
        Small(
            "ties lose, 22 pushes",
            _kings("Ah 6d 6d 5s", 5),
            options={
                **NO_SPLIT,
                "ties": "lose",
                "dealer_22_pushes": True,
                "blackjack_v_blackjack": "lose",
            },
        ),
        Small(
            "doubles on 11, again and rescued",
            _kings("2s 3d 5d 6d", 5),
            options={**NO_SPLIT, "double_totals": "11", "redouble": True, "rescue": True},
        ),
    ),
}


def small_shoes(game: Game) -> tuple[Small, ...]:
    """The shoes that are gone through for a game."""
    return OTHERS.get(game_id(game), USUAL)


def golden_path(game: Game) -> Path:
    """Where a game's numbers are kept."""
    return GOLDEN / f"{game_id(game)}.json"


def gone_through(game: Game, small: Small) -> dict[str, Any]:
    """All numbers of one small shoe, as the golden file has them."""
    start = opened(game, small)
    policy = play_policy(start)
    everything, best = play_all(start, small.boxes)
    assert policy.probability == everything.probability == ONE
    return {
        "shoe": text(cards(small.shoe)),
        "boxes": small.boxes,
        "options": dict(small.options),
        "stake": dollars(STAKE),
        "policy": {
            "rounds": policy.rounds,
            "states": policy.states,
            "decisions": policy.decisions,
            "exhausted": str(policy.exhausted),
            "expected": str(policy.expected),
            "results": {dollars(won): str(each) for won, each in sorted(policy.results.items())},
            "lines": {name: str(each) for name, each in sorted(policy.lines.items())},
        },
        "all": {
            "rounds": everything.rounds,
            "states": everything.states,
            "decisions": everything.decisions,
            "information_sets": everything.information_sets,
            "exhausted_uniform": str(everything.exhausted),
            "expected_uniform": str(everything.expected),
            "expected_best": str(best),
        },
    }


def written(found: Mapping[str, object]) -> str:
    """The text of a golden file."""
    return json.dumps(found, indent=1, sort_keys=True) + "\n"


def update() -> None:
    """Write every golden file anew."""
    GOLDEN.mkdir(exist_ok=True)
    for game in GAMES:
        found = {each.name: gone_through(game, each) for each in small_shoes(game)}
        golden_path(game).write_text(written(found), encoding="utf-8")
        sys.stdout.write(f"{golden_path(game).name}: {len(found)} shoes\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("usage: python tests/table/small_shoes.py --update")
    update()
