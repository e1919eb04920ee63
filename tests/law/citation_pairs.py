"""What a table says and the provision it names, collected from random play: (situation, citation) pairs.

`pairs_of` plays a game with options, wagers and settings drawn at random; between the commands that
the table awaits come wrong ones of every kind. A situation is what a reader of the document must know
to judge the citation: of a refusal its code and message, of an await its name, of an event or a
settlement line its kind and outcome. Amounts, boxes, cards and people are left out.

The pairs that somebody has read against the document and found right stand in `read_citations.tsv`
beside its cases, each with the variations in which it came up.
`python tests/law/citation_pairs.py DOCUMENT [SEEDS]` prints those that are not there yet.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from cutcard.cards import DECK_52
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.money import Cents
from cutcard.rules.actions import Action
from cutcard.shoe import Act, By, Chore, Role
from cutcard.table import awaits, commands as c, game_of, new_table, step
from cutcard.table.events import Settled
from cutcard.table.play.irregularities import CASES
from cutcard.table.record.codec import snake_case
from cutcard.table.round import AwaitsCard, AwaitsChore, AwaitsDecision, AwaitsDevice, AwaitsFollowers
from table.driver import Driver, rules_of
from table.setups import GAMES, Game, all_settings, random_setup

LAW: Final = Path(__file__).parent
SETTINGS: Final = tuple(all_settings())
PLAIN: Final = "-"
"""The name of a document's own game among its variations."""
UNREADABLE: Final = frozenset(
    {
        Code.BAD_REQUEST,
        Code.BAD_CARD,
        Code.BAD_AMOUNT,
        Code.UNKNOWN_WAGER,
        Code.UNKNOWN_IRREGULARITY,
        Code.DEVICE_UNUSED,
    }
)
"""Refusals that need no provision: the request itself makes no sense."""
WORDS_OF_CHOICE: Final = ("", "card", "dead", "next", "burn", "void", "continue", "repaired")


class Pair(NamedTuple):
    """Something a table said, and the provision it named for it."""

    kind: str
    situation: str
    cite: str


Found = dict[Pair, set[str]]
"""Each pair with the variations in which it came up."""

_STRIPPED: Final = (
    (re.compile(r"'[^']*'"), "'...'"),
    (re.compile(r"\bdevices\.(\w+)\[\d+\]"), r"devices.\1"),
    (re.compile(r"\{.*\}"), "{...}"),
    (re.compile(r"\$[\d,.]*\d"), "$"),
    (re.compile(r"\b(player-\d+|guest|stranger|dee|dan|sue)\b"), "somebody"),
    (re.compile(r"\b[2-9TJQKA][cdhs]\b"), "card"),
    (re.compile(r"\b7-7\b"), "two sevens"),
    (re.compile(r"-?\b\d+(\.\d+)?\b"), "#"),
    (re.compile(r"; (it has|they are|the steps are) .*"), ""),
    (re.compile(r"(only a [\w ]+ may do this|is to be done by a [\w ]+), not (by )?a .*"), r"\1"),
    (re.compile(r"\w+: dealer somebody is at the table.*"), "another dealer is at the table"),
    (re.compile(r"box #: \w+: no payout is waiting"), "box #: no payout is waiting"),
)


def stripped(message: str) -> str:
    """A message without amounts, boxes, cards and names."""
    for pattern, instead in _STRIPPED:
        message = pattern.sub(instead, message)
    return message


INSTEAD: Final = (
    (re.compile(r"(is not awaited|no card is awaited|no offers are open|no decision is awaited)$"), ""),
    (re.compile(r"(is offered now|nothing is offered that it could decline|is to act)$"), ""),
    (re.compile(r": not awaited; the round has .*"), ""),
    (re.compile(r"must wait: (\w+) is due.*"), r"\1 is due"),
)
"""Refusals because something else comes first: that decides the provision, not what was tried."""


def awaited_words(awaited: object) -> str:
    """What a table waits for, in a few words."""
    match awaited:
        case AwaitsChore(chore=chore, moment=moment):
            return f"{chore} {moment}".strip() if chore != "confirm_payout" else chore
        case AwaitsDevice(device=device):
            return f"device {device}"
        case AwaitsCard(place=place):
            return f"card {place.why}"
        case AwaitsFollowers(to=to):
            return f"followers {to}"
        case AwaitsDecision(offers=offers, is_offer=True):
            return "offer " + " ".join(sorted({str(kind) for each in offers.values() for kind in each}))
    return snake_case(type(awaited).__name__)


def refusal_pair(refusal: Refusal, awaited: object) -> Pair:
    """What was refused, or what came first, and by which provision."""
    message = stripped(refusal.message)
    for pattern, instead in INSTEAD:
        found = pattern.search(message)
        if found is not None:
            what = found.expand(instead) or f"while awaiting {awaited_words(awaited)}"
            return Pair("refused", f"{refusal.code}: {what}", refusal.cite)
    return Pair("refused", f"{refusal.code}: {message}", refusal.cite)


def event_pairs(event: object) -> Iterator[Pair]:
    """What an event says with a provision behind it, each settlement line by itself."""
    if isinstance(event, Settled):
        for line in event.lines:
            yield Pair("settled", f"{line.wager}: {line.outcome} ({stripped(line.pays)})", line.cite)
    cite = getattr(event, "cite", None)
    if isinstance(cite, str):
        why = getattr(event, "why", "") or getattr(event, "what", "")
        yield Pair("event", f"{snake_case(type(event).__name__)} {stripped(str(why))}".strip(), cite)


def awaited_pairs(awaited: object) -> Iterator[Pair]:
    """What a table waits for, and why it must or what it does not allow."""
    match awaited:
        case AwaitsChore(chore=chore, cite=cite, moment=moment):
            what = moment.split(" ", 1)[-1] if chore == "confirm_payout" else moment
            yield Pair("awaits", f"{chore} {what}".strip(), cite)
        case AwaitsDevice(device=device, cite=cite):
            yield Pair("awaits", device, cite)
        case AwaitsDecision(refused=refused):
            for reasons in refused.values():
                yield from (refusal_pair(each, awaited) for each in reasons.values())


_SIDES: Final = re.compile(r"settle (first_cards|check|election|third_card)")


def by_provision(pair: Pair) -> Iterator[Pair]:
    """A pair; where side wagers of several sections are settled together, one for each provision."""
    cites = pair.cite.split("; ") if _SIDES.search(pair.situation) else [pair.cite]
    return (pair._replace(cite=each) for each in cites)


class Speaker(Driver):
    """Everybody at a table, right and wrong; whatever the table says is kept."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        setup = random_setup(game, rng, options=rng.choice((0, 4, 12)), wagers=rng.choice((1, 4, 8)))
        rules = rules_of(*game, setup.options, setup.wagers)
        settings = replace(rng.choice(SETTINGS), reader_shows=rng.random() < 0.5)
        super().__init__(new_table(rules, game_of(rules), settings), rng, mishaps=15)
        self.pairs: set[Pair] = set()

    def _heard(self, outcome: object) -> None:
        if isinstance(outcome, Refusal):
            self.pairs.update(by_provision(refusal_pair(outcome, awaits(self.table))))
            return
        assert isinstance(outcome, tuple)
        for event in outcome[1]:
            self.pairs.update(event_pairs(event))
        for pair in awaited_pairs(awaits(outcome[0])):
            self.pairs.update(by_provision(pair))

    def tried(self, command: c.Command) -> bool:
        """Give a command, whatever comes of it."""
        outcome = step(self.table, command)
        self._heard(outcome)
        if isinstance(outcome, Refusal):
            return False
        self.table = outcome[0]
        self.commands.append(command)
        return True

    def give(self, command: c.Command) -> None:
        """Give a command that the table must take; before it, some that it may not."""
        for _ in range(self.rng.randrange(4)):
            self._heard(step(self.table, wrong_command(self)))
        assert self.tried(command), (command, step(self.table, command))


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
        try:
            while speaker.table.rounds < rounds or speaker.table.round is not None:
                speaker.go_on()
        except Refused as refused:  # a device that shows what no table prints
            speaker.pairs.add(refusal_pair(refused.refusal, None))
        for pair in speaker.pairs:
            found.setdefault(pair, set()).add(game[1] or PLAIN)
    return found


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


def unread(found: Found, read: Found) -> list[str]:
    """The pairs that nobody has read, as lines for the file; only the variations not read yet."""
    lines = []
    for pair, games in sorted(found.items()):
        if games - read.get(pair, set()):
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
    return found


if __name__ == "__main__":
    name = sys.argv[1]
    seeds_wanted = range(int(sys.argv[2]) if len(sys.argv) > 2 else 40)
    already = read_pairs(name) if read_path(name).exists() else {}
    print("\n".join(unread(collected(name, seeds_wanted), already)))
