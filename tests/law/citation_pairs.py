"""What a table says and the provision it names, collected from random play: (situation, citation) pairs.

`pairs_of` plays a game with options, wagers and settings drawn at random; between the commands that
the table awaits come wrong ones of every kind. `law.situations` says what a situation is.

The pairs that somebody has read against the document and found right stand in `read_citations.tsv`
beside its cases. A situation with one provision is read for every variation (`*`), and for every wager
where it says `<wager>`; where variations or wagers have provisions of their own, each is named.
`python tests/law/citation_pairs.py DOCUMENT [SEEDS]` prints those that are not there yet.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from cutcard.cards import DECK_52
from cutcard.law import document as law_of, resolve
from cutcard.law.refusal import Refusal
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import commands as c, game_of, main_wagers, new_table, steps
from cutcard.table.play.decide import Step
from cutcard.table.play.irregularities import CASES
from cutcard.table.play.report_checks import CHOICES
from law.situations import (
    ALL_OF,
    ONE_OF,
    Causes,
    Pair,
    any_wager,
    due_pair,
    due_pairs,
    event_pairs,
    is_grants,
    refusal_pairs,
)
from table.driver import Driver, rules_of
from table.setups import GAMES, Game, all_settings, random_setup
from table.trouble import FLOOR

LAW: Final = Path(__file__).parent
SETTINGS: Final = tuple(all_settings())
PLAIN: Final = "-"
"""The name of a document's own game among its variations."""
EVERYWHERE: Final = "*"
"""Instead of variations: in all of them."""
WORDS_OF_CHOICE: Final = ("", "card", "dead", "next", "burn", "void", "continue", "repaired")
Found = dict[Pair, set[str]]
"""Each pair with the variations in which it came up."""


class Speaker(Driver):
    """Everybody at a table, right and wrong; whatever the table says is kept."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        setup = random_setup(game, rng, options=rng.choice((0, 4, 12)), wagers=rng.choice((1, 4, 8)))
        rules = rules_of(*game, setup.options, setup.wagers)
        settings = replace(rng.choice(SETTINGS), reader_shows=rng.random() < 0.5)
        super().__init__(new_table(rules, game_of(rules), settings), rng, mishaps=15)
        self.pairs: set[Pair] = set()
        self.causes = Causes()

    def _heard(self, command: c.Command, outcome: list[Step] | Refusal) -> None:
        if isinstance(outcome, Refusal):
            self.pairs.update(refusal_pairs(self.table, command, outcome, self.causes))
            return
        before = self.table
        for event, after in outcome:
            self.pairs.update(event_pairs(event, before, command, self.causes))
            before = after
        self.pairs.update(due_pairs(before, self.causes))

    def tried(self, command: c.Command) -> bool:
        """Give a command, whatever comes of it."""
        outcome = steps(self.table, command)
        self._heard(command, outcome)
        if isinstance(outcome, Refusal):
            return False
        self.table = outcome[-1][1] if outcome else self.table
        self.commands.append(command)
        return True

    def give(self, command: c.Command) -> None:
        """Give a command that the table must take; before it, some that it may not."""
        for _ in range(self.rng.randrange(4)):
            wrong = wrong_command(self)
            outcome = steps(self.table, wrong)
            if isinstance(outcome, Refusal):
                self._heard(wrong, outcome)
        assert self.tried(command), (command, steps(self.table, command))

    def go_on(self) -> None:
        """Do what is awaited; now and then something goes wrong that can go wrong at this moment."""
        if not self.rng.randrange(STEADY):
            self.rng.choice((self._err, self._err, self._idle, self._run_short))()
        super().go_on()

    def _idle(self) -> None:
        """Nobody plays: the cards are spread, and players come to look at them."""
        player = self.rng.choice(("", "player-1"))
        spread = Act(Chore.SPREAD_IDLE, self.dealer, face=self.rng.choice(("up", "down")), player=player)
        if self.tried(spread):
            self.tried(Act(Chore.REQUEST_SPREAD, By(Role.PLAYER, "player-1")))

    def _run_short(self) -> None:
        """The shoe is nearly dealt out; what has left it lies in the rack, or does not."""
        shoe = self.table.shoe
        side = shoe.sides[shoe.using]
        if not shoe.virtual or not side.pile.loaded or self.table.round is not None:
            return
        at = max(side.at, side.size - self.rng.randint(3, 20))
        rack = (*side.pile.rack, *side.stack[side.at : at]) if self.rng.random() < 0.7 else ()
        short = side._replace(at=at, pile=replace(side.pile, rack=rack))
        sides = tuple(short if each is side else each for each in shoe.sides)
        self.table = replace(self.table, shoe=shoe._replace(sides=sides))

    def _err(self) -> None:
        """Report irregularities in any order until the table takes one."""
        rng, shoe = self.rng, self.table.shoe
        boxes = [each.bet.box for each in self.table.round.boxes] if self.table.round else [1]
        card = () if shoe.virtual else (rng.choice(shoe.law.pack),)
        ten = () if shoe.virtual else (rng.choice([each for each in DECK_52 if each.rank == "T"]),)
        for what in rng.sample(sorted(CASES), len(CASES)):
            player = By(Role.PLAYER, f"player-{rng.choice(boxes)}")
            by = player if what == "exposed_refused" else FLOOR
            cards = ten if what == "ten_found" else card
            side, choice = rng.choice(shoe.law.sides), rng.choice(("", *CHOICES.get(what, ())))
            report = c.Report(by, what, rng.choice(boxes), rng.choice((0, 1, 1, 2)), cards, side, choice)
            if self.tried(report):
                return

    def close(self) -> None:
        """Close the table, and ask for something more."""
        self.give(c.CloseTable(FLOOR))
        for _ in range(4):
            wrong = wrong_command(self)
            self._heard(wrong, steps(self.table, wrong))


STEADY: Final = 24
"""In one of so many steps something goes wrong."""


def wrong_command(at: Driver) -> c.Command:
    """Any command, more often than not one that does not fit."""
    rng, table = at.rng, at.table
    rules = table.rules
    box = rng.choice((0, 1, 1, 1, 2, 2, 3, table.game.boxes + 1))
    player = By(Role.PLAYER, rng.choice(("player-1", "player-1", "player-2", "guest", "stranger")))
    by = rng.choice(
        (player, at.dealer, By(Role.FLOORPERSON, "sue"), By(Role.DEVICE), By(Role.DEALER, "dan"))
    )
    amount = Cents(rng.choice((-100, 0, 1, 100, 250, 500, 600, 1000, 1100, 2500, 10**8)))
    offered = [*rules.offers, *rng.sample(list(rules.document.wager_ids), 2)]
    chore = rng.choice(list(Chore))
    number = rng.choice((None, None, 1, 2, 3))
    stakes = {"main": rng.choice((Cents(1000), amount)), rng.choice(offered): amount}
    card = rng.choice((None, None, rng.choice(DECK_52)))
    player_does: list[c.Command] = [
        c.Decide(player, box, rng.choice(list(Action)), rng.choice((None, amount)), number, number),
        c.Decide(player, box, rng.choice(list(Action)), face_down=rng.random() < 0.2),
        c.Decline(player, box),
        c.Follow(player, box, amount, rng.choice((0, 1, 2))),
        c.PlaceBet(player, box, stakes, for_dealer=rng.choice((Cents(0), amount))),
        c.PlaceBet(
            player, box, stakes, rng.choice(("chips", "verbal", "cash")), ("dealer",), consent=False
        ),
        c.TakeBack(player, box),
        c.Sit(player, box),
        c.Leave(player),
    ]
    others_do: list[c.Command] = [
        c.OpenTable(by),
        c.CloseTable(by),
        c.StartRound(by),
        c.DealCard(by, card),
        c.CloseOffers(by),
        c.Perform(by, rng.choice(("check_hole_card", "show_hole_card", "settle", "collect_cards"))),
        c.Confirm(by, box, rng.choice(offered)),
        c.ShowDevice(
            by, rng.choice((*offered, "magic_card", "lucky_player")), rng.choice(("2", "9", "7h"))
        ),
        c.ShowMeter(by, rng.choice(("clock", *table.meters)), amount, linked=rng.random() < 0.3),
        c.PermitEntry(by, "guest"),
        c.ChangeDealer(by, "dan"),
        c.Report(
            by,
            rng.choice(sorted(CASES)),
            box,
            rng.choice((0, 1, 2, 5)),
            () if card is None else (card,),
            rng.choice(("", "left", "right")),
            rng.choice(WORDS_OF_CHOICE),
        ),
    ]
    act = Act(
        chore,
        by,
        rng.choice((0, 0, 100_000)),
        rng.choice((0, 0, 1, 7)),
        rng.choice(("", "left")),
        rng.choice(("", "up", "down")),
        position=rng.choice((0, 60)),
        behind=rng.choice((0, 100)),
        counted=rng.choice((0, 312)),
        steps=rng.choice(((), ("riffle", "cut"), ("strip", "riffle", "turn", "plug", "cut"), ("?",))),
        card=card,
        player=rng.choice(("", "player-1", "guest")),
        why=rng.choice(("", "last", "jam", "out_of_order", "refill")),
        preshuffled=rng.random() < 0.3,
    )
    return rng.choice((rng.choice(player_does), rng.choice(others_do), act))


def pairs_of(game: Game, seeds: Iterable[int], *, rounds: int = 6) -> Found:
    """The pairs of a game, from a session for every seed."""
    found: Found = {}
    for seed in seeds:
        rng = random.Random(seed)
        speaker = Speaker(game, rng)
        speaker.open(rng.choice((1, 2, 3)))
        while speaker.table.rounds < rounds or speaker.table.round is not None:
            speaker.go_on()
        speaker.close()
        for pair in speaker.pairs:
            found.setdefault(pair, set()).add(game[1] or PLAIN)
    return found


LIMITS: Final = (("minimum", "5.00", 499), ("maximum", "25.00", 2501), ("stake", "5.00", 600))
"""A limit that the house may set of a wager, and a stake in cents that it does not let through."""


def limit_pairs(game: Game) -> Iterator[Pair]:
    """The pairs of a stake outside the limits that the house has set, of every wager by itself."""
    law = law_of(game[0])
    for wager in law.wager_ids:
        needs = law.wager(wager).needs
        beside = [each for each in (needs.names if needs else ()) if each != "main"]
        for key, limit, amount in () if wager in ("main", "insurance") else LIMITS:
            for table in law.wager(wager).choosable:
                asked = {wager: {"paytable": table.id, key: limit}, **{each: {} for each in beside}}
                rules, findings = resolve(law, variation=game[1], wagers=asked)
                if rules is None or any(each.severity == "violation" for each in findings):
                    continue  # not at this table, or the text has its stake
                driver = Driver(new_table(rules, game_of(rules)), random.Random(0))
                driver.open(1)
                stakes = dict.fromkeys((*main_wagers(driver.table.game), *beside), Cents(10_000))
                bet = c.PlaceBet(By(Role.PLAYER, "player-1"), 1, {**stakes, wager: Cents(amount)})
                refusal = steps(driver.table, bet)
                assert isinstance(refusal, Refusal), (wager, key)
                yield from refusal_pairs(driver.table, bet, refusal, Causes())
                break


def read_path(document: str) -> Path:
    """Where the pairs of a document stand that were read."""
    return LAW / document / "read_citations.tsv"


def read_pairs(document: str) -> Found:
    """The pairs of a document that were read."""
    found: Found = {}
    for line in read_path(document).read_text(encoding="utf-8").splitlines()[1:]:
        kind, situation, cite, games = line.split("\t")
        found[Pair(kind, situation, cite)] = set(games.split())
    return found


class Reading:
    """What was read of a document."""

    def __init__(self, document: str, read: Found) -> None:
        self.law = law_of(document)
        self.read = read
        self.cites: dict[str, list[Pair]] = {}
        for pair in read:
            self.cites.setdefault(pair.situation, []).append(pair)

    def has(self, pair: Pair, game: str) -> bool:
        """Whether a pair was read: as it is, for any wager, or each part of it."""
        if is_grants(self.law, pair):
            return True  # and the grant is read as such
        for mark in (ALL_OF, ONE_OF):
            if mark in pair.situation and pair.kind == "due":
                parts = [
                    self._of(part, game, due_pair(part, "").kind) for part in pair.situation.split(mark)
                ]
                if mark == ONE_OF:
                    return any(pair.cite in part for part in parts)
                cited = {each for part in parts for cite in part for each in cite.split("; ")}
                return all(parts) and {*pair.cite.split("; ")} == cited
        return pair.cite in self._of(pair.situation, game, pair.kind)

    def _of(self, situation: str, game: str, kind: str) -> set[str]:
        """The provisions read for a situation in a variation."""
        forms = (situation, any_wager(self.law, situation))
        return {
            pair.cite
            for form in forms
            for pair in self.cites.get(form, ())
            if pair.kind == kind and self.read[pair] & {game, EVERYWHERE}
        }


def unread(document: str, found: Found, read: Found) -> list[str]:
    """The pairs that nobody has read, as lines for the file; only the variations not read yet."""
    reading = Reading(document, read)
    lines = []
    for pair, games in sorted(found.items()):
        if any(not reading.has(pair, game) for game in games):
            every = " ".join(sorted(games | read.get(pair, set())))
            lines.append("\t".join((*pair, every)))
    return lines


def collected(document: str, seeds: Iterable[int]) -> Found:
    """The pairs of a document and all its variations."""
    found: Found = {}
    for game in GAMES:
        if game[0] == document:
            for pair, games in pairs_of(game, seeds).items():
                found.setdefault(pair, set()).update(games)
            for pair in limit_pairs(game):
                found.setdefault(pair, set()).add(game[1] or PLAIN)
    return found


if __name__ == "__main__":
    name = sys.argv[1]
    seeds_wanted = range(int(sys.argv[2]) if len(sys.argv) > 2 else 40)
    already = read_pairs(name) if read_path(name).exists() else {}
    print("\n".join(unread(name, collected(name, seeds_wanted), already)))
