"""What a table says, in the words that a reader of the document needs to judge the citation beside it.

A situation names whatever chooses between two provisions (who is offered the cut and why, what made a
hand dead, which wagers are settled), read off the table and not out of the citation. Amounts, boxes,
cards, people and sides of a shoe are left out. What must come first is one situation, whether the table
awaits it or refuses something else because of it. A line that cites the printed row it is paid by, or
a wager's loss and its absence that cite the grant, need no reading of their own: the rows and grants
are read as such (`printed`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from cutcard.law import Document
from cutcard.law.model import Row, WagerLaw
from cutcard.law.refusal import Code, Refusal
from cutcard.law.ruleset.offers import Offer
from cutcard.law.ruleset.resolution import RuleSet
from cutcard.rules import Action, Line, in_force, may_be_blackjack
from cutcard.shoe import Act, By, Chore, Due, Role, due
from cutcard.table import Table, awaits, commands as c, double_range
from cutcard.table.events import CardExposed, CardSetAside, HandDead, RoundStarted, RoundVoided, Settled
from cutcard.table.moments import act_of, moment_of
from cutcard.table.play.round_commands import due_before_card, unconfirmed
from cutcard.table.record.codec import snake_case
from cutcard.table.round import (
    AwaitsCard,
    AwaitsChore,
    AwaitsDecision,
    AwaitsDevice,
    AwaitsFollowers,
    Round,
)
from cutcard.table.round_steps import awaits_in
from cutcard.table.settlement.lines import DEAD, settlement
from cutcard.table.settlement.moments import wagers_due
from cutcard.table.settlement.provisions import spot_of
from cutcard.wagers import decided_by

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
ANY: Final = "<wager>"
"""Any wager, in a situation that is the same for all of them."""
ALL_OF: Final = " + "
"""Between what is awaited together: each has its provision, and all of them are cited."""
ONE_OF: Final = " or "
"""Between hands that are settled together: the first of them is cited."""


class Pair(NamedTuple):
    """Something a table said, and the provision it named for it."""

    kind: str
    situation: str
    cite: str


def due_pair(words: str, cite: str) -> Pair:
    """What is due; that a dead hand or a void round is settled is the same as that it is dead."""
    return Pair("dead" if words.startswith(DEAD_BY) and ONE_OF not in words else "due", words, cite)


DEAD_BY: Final = "dead: "
"""Before what made a hand dead or a round void: one provision for all that follows from it."""


class Causes:
    """Why hands are dead and a round is void: the table itself keeps only the provisions."""

    def __init__(self) -> None:
        self.void = ""
        self.dead: dict[tuple[int, int], str] = {}

    def hear(self, event: object) -> None:
        """Remember what happened."""
        match event:
            case RoundStarted():
                self.void, self.dead = "", {}
            case RoundVoided(why=why):
                self.void = why
            case HandDead(box=box, hand=hand, why=why):
                self.dead.setdefault((box, hand), why)

    def of(self, box: int, hand: int | None) -> str:
        """Why something of a box goes back."""
        here = [why for (at, number), why in self.dead.items() if at == box and number in (0, hand)]
        of_box = (why for (at, _), why in self.dead.items() if at == box)
        return self.void or next(iter(here), "") or next(of_box, "?")


_STRIPPED: Final = (
    (re.compile(r"'[^']*'"), "'...'"),
    (re.compile(r"\bdevices\.(\w+)\[\d+\]"), r"devices.\1"),
    (re.compile(r"\{.*\}"), "{...}"),
    (re.compile(r"\$[\d,.]*\d"), "$"),
    (re.compile(r"\b(player-\d+|guest|stranger|dee|dan|sue)\b"), "somebody"),
    (re.compile(r"\b[2-9TJQKA][cdhs]\b"), "card"),
    (re.compile(r"\b7-7\b"), "two sevens"),
    (re.compile(r"-?\b\d+(\.\d+)?\b"), "#"),
    (re.compile(r"\bbox #: "), ""),
    (re.compile(r"\bleft or right\b"), "a side"),
    (re.compile(r"\b(left|right)\b"), "one side"),
    (re.compile(r"\b(?!devices\b)([a-z]\w+)\.[a-z]\w*"), r"\1"),
    (re.compile(r"\bone of \w+, .*"), "one of several"),
    (re.compile(r"\bpaytable \w+ takes\b"), "the paytable takes"),
    (re.compile(r"; (it has|they are|the steps are) .*"), ""),
    (re.compile(r"(only a [\w ]+ may do this|is to be done by a [\w ]+), not (by )?a .*"), r"\1"),
    (re.compile(r"\w+: dealer somebody is at the table.*"), "another dealer is at the table"),
    (re.compile(r"not \[[#, ]+\]"), "not so many"),
)


def stripped(message: str) -> str:
    """A message without amounts, boxes, cards and names."""
    for pattern, instead in _STRIPPED:
        message = pattern.sub(instead, message)
    return message


# What must come first.


def due_words(table: Table, causes: Causes) -> str:
    """What a table waits for, with what chooses its provision."""
    awaited, r = awaits(table), table.round
    match awaited:
        case AwaitsChore(chore="settle", moment=moment) if r is not None:
            return _settling(r, moment, causes)
        case AwaitsChore(chore="confirm_payout", moment=moment) if r is not None:
            return f"confirm_payout {_confirmed(table, r, moment)}"
        case AwaitsChore(chore=chore):
            wanted = (None if r is None else due_before_card(table)) or due(table.shoe, table.people)
            return shoe_words(table, wanted) if wanted and wanted.chore == chore else chore
        case AwaitsDevice(device=device):
            return f"device {device}"
        case AwaitsCard(place=place):
            return f"card {moment_of(table) if place.why == 'play' else place.why}"
        case AwaitsFollowers(to=to):
            return f"followers {to}"
        case AwaitsDecision(offers=offers, is_offer=True):
            kinds = sorted({str(kind) for each in offers.values() for kind in each})
            if r is not None and not any(r.box_at(box).frozen for box in offers):
                kinds = [kind for kind in kinds if kind != "stand"]  # it lets the others pass
            return ALL_OF.join(f"offer {kind}{_of_hand(r, awaited)}" for kind in kinds)
        case AwaitsDecision():
            return "decision"
    return snake_case(type(awaited).__name__)


def _of_hand(r: Round | None, awaited: AwaitsDecision) -> str:
    """Whether an offer is made to a hand in its turn, and to one that was doubled."""
    if awaited.hand is None or r is None:
        return ""
    hand = r.box_at(next(iter(awaited.offers))).hand(awaited.hand)
    return " of a doubled hand" if hand.doubled else " of a hand in play"


EARLY: Final = ("at_once", "before_turns", "second_card", "turn")
"""When a main wager is settled before the end: by what became of its hand."""


def _settling(r: Round, moment: str, causes: Causes) -> str:
    if r.void:
        return f"{DEAD_BY}{causes.void}"
    due_now = settlement(r, moment).lines if moment in EARLY else ()
    main = [line for line in due_now if spot_of(line)[0] == "main"]
    if moment in EARLY and (main or moment != "turn"):
        why = {_ended(r, line, causes) for line in main or due_now}
        each_words = (each if each.startswith(DEAD_BY) else f"settle {moment}: {each}" for each in why)
        return ONE_OF.join(sorted(each_words))
    sides = [name for name in wagers_due(r, moment) if name in r.rules.offers]
    if moment in ("first_cards", "check", "election", "third_card", "turn"):
        return ALL_OF.join(f"settle {moment}: {name}" for name in sorted(sides))
    return f"settle {moment}"


def _ended(r: Round, line: Line, causes: Causes) -> str:
    """What a hand came to; a blackjack, by what the dealer shows."""
    if line.outcome == DEAD:
        return f"{DEAD_BY}{causes.of(line.box, line.hand)}"
    if "blackjack" not in line.outcome or "surrender" in line.outcome:
        return line.outcome
    return f"{line.outcome}, the dealer shows {'enough for one' if may_be_blackjack(r.up) else 'less'}"


def _confirmed(table: Table, r: Round, moment: str) -> str:
    box, wager = moment.split(" ", 1)
    settling = awaits_in(r)
    lines = unconfirmed(table, r, settling.moment) if isinstance(settling, AwaitsChore) else []
    line = next(each for each in lines if (str(each.box), each.wager) == (box, wager))
    always = table.rules.offers[wager].law.settled.confirmed_always
    return f"{wager}, {always}" if line.outcome == always else wager


_OPENING: Final = (Chore.SPREAD, Chore.VIEW_CARDS, Chore.TURN_DOWN, Chore.WASH, Chore.STACK)


def shoe_words(table: Table, wanted: Due) -> str:
    """A chore that is due with the cards, and what makes it due."""
    chore, shoe = str(wanted.chore), table.shoe
    if wanted.chore in (Chore.OFFER_CUT, Chore.ACCEPT_CUT):
        return f"cut {_cutter(table, wanted)}"
    if wanted.chore is Chore.SHUFFLE and shoe.batch(wanted.batch).jammed:
        return f"{chore} after a jam"
    if wanted.chore in (*_OPENING, Chore.SHUFFLE) and shoe.batch(wanted.batch).idle:
        stored = any(side.pile.batch == wanted.batch for side in shoe.sides)
        where = {"two_batch": "the batch in play" if stored else "the other batch"}.get(shoe.method, "")
        by = where or ("by hand" if shoe.method == "manual" else "with a shuffler")
        return f"{chore} after an idle time, {by}"
    if wanted.chore is Chore.END_SHOE and shoe.law.is_double:
        return f"{chore} of a double shoe"
    if wanted.chore is Chore.INSPECT_READER:
        return f"{chore} {'out of order' if shoe.desk.reader == 'fails' else 'of the day'}"
    return f"{chore} {wanted.why}".strip()


def _cutter(table: Table, wanted: Due) -> str:
    """Why the cut is offered to somebody: the first of an order, or one after a refusal."""
    people, batch = table.people, table.shoe.batch(wanted.batch)
    pile = next(side.pile for side in table.shoe.sides if side.pile.batch == wanted.batch)
    if batch.recut:
        return "again"
    last_box = max(people.seated)[1] if people.seated else ""
    if pile.opening and people.arrived:
        first, why = people.arrived[0], "at the opening"
    elif pile.cover_on > 0:
        first, why = people.player_at(pile.cover_on), "after the cover card on a box"
    elif pile.cover_on == 0:
        first, why = last_box, "after the cover card on the dealer"
    else:
        first, why = last_box, "after an order"
    return why if wanted.who == first else f"{why}, to the next"


def due_pairs(table: Table, causes: Causes) -> Iterator[Pair]:
    """What a table waits for, and what it does not allow meanwhile."""
    awaited = awaits(table)
    match awaited:
        case AwaitsChore(cite=cite) | AwaitsDevice(cite=cite):
            yield due_pair(due_words(table, causes), cite)
        case AwaitsDecision(refused=refused):
            for box, reasons in refused.items():
                for do, each in reasons.items():
                    command = c.Decide(_PLAYER, box, do)
                    yield from refusal_pairs(table, command, each, causes)


_PLAYER: Final = By(Role.PLAYER)

# Refusals.

_FIRST: Final = re.compile(
    r"(is not awaited|no card is awaited|no offers are open|no decision is awaited"
    r"|is offered now|nothing is offered that it could decline|box # is to act"
    r"|that wager is out of play, or the offer was declined|: not awaited now)$"
    r"|: not awaited in this round, which has "
)
"""Refusals because something else comes first: that decides the provision, not what was tried."""
_WAITS: Final = re.compile(r"(?:must wait: (\w+) is due.*|first: (\w+))$")


def refusal_pairs(table: Table, command: c.Command, refusal: Refusal, causes: Causes) -> Iterator[Pair]:
    """What was refused, or what came first, and by which provision."""
    if not refusal.cite and refusal.code in UNREADABLE:
        return
    message = stripped(refusal.message)
    first = _came_first(table, command, message, causes) or _is_due(table, command, refusal)
    if first:
        yield due_pair(first, refusal.cite)
    elif isinstance(command, c.Report) and _is_of_report(refusal, message):
        yield Pair("refused", f"report of {command.what}", refusal.cite)
    else:
        said = _by_role(table, command, message) if refusal.code is Code.WRONG_ROLE else message
        said = said if said != message else _by_state(table, command, message)
        yield Pair("refused", f"{refusal.code}: {said}", refusal.cite)


def _came_first(table: Table, command: c.Command, message: str, causes: Causes) -> str:
    """What comes before the thing refused, or what ended it; empty where it is refused for itself."""
    waits, r = _WAITS.search(message), table.round
    if waits is not None:
        wanted = _wanted(table, waits[1] or waits[2], command.at)
        return due_words(table, causes) if wanted is None else shoe_words(table, wanted)
    if message.endswith("the hand is dead"):
        return f"{DEAD_BY}{causes.of(getattr(command, 'box', 0), 1)}"
    if not _FIRST.search(message):
        return ""
    ends = table.game.cite("dealer_blackjack_ends_round")
    ended = ends and r is not None and r.blackjack_found and isinstance(command, c.Decide)
    return "nothing more, the dealer has a blackjack" if ended else due_words(table, causes)


def _is_due(table: Table, command: c.Command, refusal: Refusal) -> str:
    """The chore that is due and was tried, by the wrong person or in the wrong way."""
    if not isinstance(command, Act) or refusal.code not in _OF_CHORES:
        return ""
    wanted = _wanted(table, command.do, command.at)
    return "" if wanted is None or wanted.cite != refusal.cite else shoe_words(table, wanted)


_OF_CHORES: Final = (Code.WRONG_ROLE, Code.OUT_OF_TURN, Code.NOT_DUE, Code.CARDS_MISSING)


def _is_of_report(refusal: Refusal, message: str) -> bool:
    """Whether an irregularity is refused by its own provision: to this person, now, or so."""
    if message == ANOTHER_DEALER:
        return False
    return refusal.code in (Code.WRONG_ROLE, Code.NO_ROUND) or ": choice: " in message


def _by_role(table: Table, command: c.Command, message: str) -> str:
    """A refusal to the wrong role, with what was to be done."""
    match command:
        case _ if message == ANOTHER_DEALER:
            return message
        case c.Perform() | c.DealCard():
            touches = command.by.role is Role.PLAYER and table.cite("no_card_touch")
            done = message.replace(type(command).__name__, act_of(table, command))
            return "the cards are not a player's to touch" if touches else done
        case c.ShowDevice(device=device):
            offer = table.rules.offers.get(device)
            has_one = offer is not None and decided_by(offer.law).needs_house
            known = device if has_one else "of a wager without one"
            return message.replace("ShowDevice", f"ShowDevice {known}")
        case c.ShowMeter(meter=meter):
            return message.replace("ShowMeter", f"ShowMeter {stripped(meter)}")
    return message


def _by_state(table: Table, command: c.Command, message: str) -> str:
    """A refusal with what of the table chooses its provision."""
    awaited, r = awaits(table), table.round
    match command:
        case c.Confirm(wager=wager) if "no payout is waiting" in message:
            return f"{_validated(table, wager)}: no payout is waiting to be confirmed"
        case c.Decide() if r is not None and r.dealer[0] and message.endswith(_BY_UP_CARD):
            return f"{message} ({_up_words(r)} is up)"
        case c.Decide(do=Action.DOUBLE, amount=amount) if message.endswith(("at most $", "exactly $")):
            return message + _too_much(table, command.box, amount or 0)
        case c.Decide() if message.endswith("even money is not offered"):
            plain = table.rules.document.effective_options(table.rules.variation)["even_money"].cite
            barred = table.game.cite("even_money") != plain
            return f"{message} (a blackjack pays 6 to 5)" if barred else message
        case c.Decide() if message.endswith("hand: # is to act") and r is not None:
            assert isinstance(awaited, AwaitsDecision)
            hand = r.box_at(next(iter(awaited.offers))).hand(awaited.hand or 1)
            return f"another hand is to act{', of a split' if hand.from_split else ''}"
        case c.Follow() if isinstance(awaited, AwaitsFollowers):
            return f"{message} ({awaited.to})"
        case Act(do=do) if message == "no cards are in the shoe":
            return f"{do}: {message}"
    return message


_BY_UP_CARD: Final = ("a blackjack takes no decision", "is not offered to somebody now")
ANOTHER_DEALER: Final = "another dealer is at the table"


def _up_words(r: Round) -> str:
    """What the dealer shows, as far as it chooses between provisions."""
    return "an ace" if r.up.is_ace else "a ten" if may_be_blackjack(r.up) else "neither ace nor ten"


def _too_much(table: Table, box: int, amount: int) -> str:
    """Whether a double is more than the hand's own wager, or less than it must be."""
    awaited, r = awaits(table), table.round
    if r is None or not isinstance(awaited, AwaitsDecision) or awaited.hand is None:
        return ""
    hand = r.box_at(box).hand(awaited.hand)
    if amount > max(hand.stakes):
        return ", and this is more than the wager"
    over = amount > double_range(r, box, awaited.hand)[1]
    return f", and this is {'more than the table takes' if over else 'less'}"


def _validated(table: Table, wager: str) -> str:
    """A wager, where the document has somebody validate its payouts."""
    offer = table.rules.offers.get(wager)
    return wager if offer is not None and offer.law.settled.confirmed_by else "what nobody validates"


def _wanted(table: Table, chore: str, at: int) -> Due | None:
    """The chore with the cards that is due, if it is this one; who may cut may refuse to."""
    chore = "accept_cut" if chore == Chore.REFUSE_CUT else chore
    in_round = None if table.round is None else due_before_card(table)
    every = (in_round, due(table.shoe, table.people, at))
    return next((each for each in every if each is not None and each.chore == chore), None)


# Events and settlements.


def event_pairs(event: object, before: Table, command: c.Command, causes: Causes) -> Iterator[Pair]:
    """What an event says with a provision behind it, each settlement line by itself."""
    causes.hear(event)
    if isinstance(event, Settled):
        for line in event.lines:
            yield from line_pairs(before, line, causes)
    cite = getattr(event, "cite", None)
    if isinstance(cite, str):
        why = str(getattr(event, "why", "") or getattr(event, "what", ""))
        if isinstance(event, HandDead | RoundVoided):
            yield due_pair(f"{DEAD_BY}{why}", cite)
            return
        if isinstance(event, CardSetAside) and isinstance(command, c.Report):
            lay_up = before.round is not None and "card_face_up" in before.round.aside
            again = " as another card did" if why == "ten_face_up" and lay_up else ""
            why = f"{why}{again}, {act_of(before, command)}"
        if isinstance(event, CardExposed) and before.round is not None:
            lacking = any(each.box and each.why in ("first", "second") for each in before.round.owed)
            why += " in the deal" if lacking else " in a void round" if before.round.void else ""
        yield Pair("event", f"{snake_case(type(event).__name__)} {stripped(why)}".strip(), cite)


def line_pairs(table: Table, line: Line, causes: Causes) -> Iterator[Pair]:
    """A line of a settlement, where it does not simply cite its printed row or its grant."""
    rules, name = table.rules, spot_of(line)[0]
    if line.outcome == DEAD:
        yield due_pair(f"{DEAD_BY}{causes.of(line.box, line.hand)}", line.cite)
        return
    offer = {**rules.offers, "main": rules.main, "insurance": rules.insurance}.get(name)
    own = (
        ""
        if offer is None
        else "; ".join(dict.fromkeys(each.cite for each in _rows_of(line, offer, rules)))
    )
    if own and line.cite == own:
        return
    if own and line.cite.startswith(f"{own}; "):
        yield Pair("settled", f"{name}: beside its row", line.cite.removeprefix(f"{own}; "))
        return
    if offer is not None and line.outcome == "lose" and line.cite == offer.law.cite:
        return
    what = f"{stripped(line.outcome)} ({stripped(line.pays)}){_hand_words(table, line)}"
    yield Pair("settled", f"{name}: {what}", line.cite)


def _rows_of(line: Line, offer: Offer, rules: RuleSet) -> list[Row]:
    """The printed rows that a line is paid by: of its outcomes, or of its stake or amount."""
    rows = [row for row in offer.paytable.rows if in_force(row, rules.options) and not row.repeats]
    if line.outcome == "community_pay":
        shared = [row for table in offer.law.community for row in table.rows]
        return [row for row in shared if str(row.pays) == line.pays][:1]
    if line.outcome not in outcomes_listed(rows) and any(row.stake == line.stake for row in rows):
        return [row for row in rows if row.stake == line.stake]
    names = [part.partition(" x ")[2] or part for part in line.outcome.split("+")]
    if not outcomes_listed(rows) >= {*names}:
        return []
    found = [next(row for row in rows if row.outcome == name) for name in names]
    return [row for row in found if row.printed]


def outcomes_listed(rows: list[Row]) -> set[str]:
    """The outcomes that have a row."""
    return {row.outcome for row in rows}


def _hand_words(table: Table, line: Line) -> str:
    """What became of the hands of a line's box, where more than their totals decides."""
    box = None if table.round is None else table.round.box(line.box)
    if box is None or not (line.wager.startswith("streak") or line.outcome == "original_wager_only"):
        return ""
    hands = box.hands() if line.hand is None else (box.hand(line.hand),)
    said = {
        "surrendered": any(hand.surrendered for hand in hands),
        "split": any(hand.from_split for hand in hands),
        "doubled": line.hand is not None and any(hand.doubled for hand in hands),
    }
    return "".join(f", {word}" for word, is_so in said.items() if is_so)


# What is read by itself.


def printed(law: Document, *, rows: bool) -> Iterator[Pair]:
    """The grants of a document's wagers and, where they bear no numbers to compare, its printed rows."""
    for name in law.wager_ids:
        wager = law.wager(name)
        yield Pair("grant", name, wager.cite)
        if rows:
            yield from _printed_rows(wager)


def _printed_rows(wager: WagerLaw) -> Iterator[Pair]:
    for table in wager.paytables:
        where = f"{wager.id} {table.id}" + (f" ({table.decks} decks)" if table.decks else "")
        for row in table.printed_rows:
            when = "".join(f", {option} {value}" for option, value in row.when)
            yield Pair("row", f"{where}: {row.outcome}{when}", row.cite)


def is_grants(law: Document, pair: Pair) -> bool:
    """Whether a wager that is not offered is refused by its grant."""
    wager = pair.situation.removeprefix(NOT_OFFERED).removesuffix(UNNAMED)
    return wager in law.wager_ids and law.wager(wager).cite == pair.cite


NOT_OFFERED: Final = f"{Code.WAGER_NOT_OFFERED}: "
UNNAMED: Final = ": not offered at this table, whose wagers do not name it"


def any_wager(law: Document, situation: str) -> str:
    """A situation with its first wager or meter left open; itself where it names none."""
    names = {*law.wager_ids, *(meter for each in law.wager_ids for meter in law.wager(each).meters)}
    for name in sorted(names, key=len, reverse=True):
        changed = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", ANY, situation, count=1)
        if changed != situation:
            return changed
    return situation
