"""A scripted round: driven by the cards and decisions of a request, answered as the contract says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card, text
from cutcard.law import Code, Document, Refusal, Refused, RuleSet, document, resolve
from cutcard.money import Cents, dollars
from cutcard.rules import TWENTY_ONE, Game, Line, is_natural, is_soft, total
from cutcard.shoe import By, Role
from cutcard.table import commands, events
from cutcard.table.folds.table import fold
from cutcard.table.play.bets import Bet, check_bets
from cutcard.table.play.decide import step
from cutcard.table.play.round_answers import offer_named, takes_offer
from cutcard.table.play.turns import out_of_turn
from cutcard.table.round import AwaitsCard, AwaitsDecision, AwaitsDevice, Decision, Round
from cutcard.table.round_steps import awaits_in
from cutcard.table.script.request import Request, parse_request
from cutcard.table.table import Table, check_cards, game_of, scripted_table
from cutcard.values import but
from cutcard.wagers.settlement import HouseSide

DEALER: Final = By(Role.DEALER, "script")
MOST_TABLES: Final = 256
_TABLES: dict[tuple[Document, str], tuple[RuleSet, Game]] = {}


@dataclass(frozen=True, slots=True)
class SettledRound:
    """A round played to its end, and what everyone is paid."""

    round: Round
    lines: tuple[Line, ...]
    meters: Mapping[str, Cents]


class Script:
    """Answers what a table awaits of its players from a list of decisions; the shoe has the cards."""

    def __init__(self, decisions: tuple[Decision, ...]) -> None:
        self._decisions = decisions
        self._next = 0

    def command(self, table: Table) -> commands.Command | None:
        """What the script does next at the table: None when the round is over."""
        r = in_play(table)
        awaited = awaits_in(r)
        match awaited:
            case AwaitsDecision():
                return self._decides(r, awaited)
            case AwaitsCard():
                dealt = table.shoe.side.size
                message = f"cards: all {dealt} are dealt, but {awaited.to} needs another"
                raise Refused(Code.TOO_FEW_CARDS, message)
            case AwaitsDevice(_, message, cite):
                raise Refused(Code.DEVICE_MISSING, message, cite)
            case _:
                return None

    def _decides(self, r: Round, awaited: AwaitsDecision) -> commands.Command:
        decision = self._decision(awaited)
        if decision is None:
            return passed(r, awaited, by=DEALER)
        box = r.box(decision.box)
        by, to = By(Role.PLAYER, "" if box is None else box.bet.player), decision
        return commands.Decide(by, to.box, to.do, to.amount, to.spot, to.hand)

    def _decision(self, awaits: AwaitsDecision) -> Decision | None:
        if self._next >= len(self._decisions):
            if awaits.is_offer:
                return None
            box = next(iter(awaits.offers))
            message = f"decisions: box {box}, hand {awaits.hand} awaits a decision"
            raise Refused(Code.NO_DECISION, message)
        decision = self._decisions[self._next]
        if awaits.is_offer and not takes_offer(awaits, decision):
            return None
        self._next += 1
        return decision

    def finish(self, table: Table) -> None:
        """Refuse decisions that nobody took, and cards that nobody needed."""
        if self._next < len(self._decisions):
            left = self._decisions[self._next]
            r = in_play(table)
            raise out_of_turn(r, left, "no decision is awaited", awaits_in(r))
        side = table.shoe.side
        if side.at < side.size:
            left_over = text(side.stack[side.at :])
            raise Refused(Code.TOO_MANY_CARDS, f"cards[{side.at}]: the round ends before {left_over}")


def passed(r: Round, awaited: AwaitsDecision, *, by: By) -> commands.Command:
    """An offer that everybody lets pass: closed where all were asked, otherwise declined by its box."""
    if offer_named(awaited) == "before_play":
        return commands.CloseOffers(by)
    number = next(iter(awaited.offers))
    box = r.box_at(number)
    return commands.Decline(By(Role.PLAYER, box.bet.player), number)


def in_play(table: Table) -> Round:
    """The round on a scripted table, which keeps it to the end."""
    assert table.round is not None
    return table.round


def rule_set(request: Request) -> RuleSet:
    """The rule set a request names, or its first violation as a refusal.

    Thousands of rounds at one table ask for the same one, so the latest few are kept.
    """
    return _table(request)[0]


def _table(request: Request) -> tuple[RuleSet, Game]:
    try:
        key = document(request.document), repr((request.variation, request.options, request.wagers))
    except (RecursionError, ValueError):
        message = "options, wagers: nested too deeply, or a number with thousands of digits"
        raise Refused(Code.BAD_REQUEST, message) from None
    known = _TABLES.get(key)
    if known is None:
        rules = _resolved(key[0], request)
        if len(_TABLES) >= MOST_TABLES:
            _TABLES.clear()
        known = _TABLES[key] = rules, game_of(rules)
    return known


def _resolved(law: Document, request: Request) -> RuleSet:
    rules, findings = resolve(
        law,
        variation=request.variation,
        options=request.options,
        wagers=request.wagers,
    )
    for finding in findings:
        if finding.severity == "violation":
            raise Refused(finding.code, f"{finding.path}: {finding.message}", finding.cite)
    assert rules is not None
    return rules


def settle(plain: object) -> SettledRound | Refusal:
    """Deal one round exactly as written; what everyone is paid, or why it is refused."""
    try:
        request = parse_request(plain)
        rules, game = _table(request)
        check_bets(rules, game, request.bets)
        check_cards(game, request.cards)
        return _settle(request, scripted_table(rules, game, request.cards))
    except Refused as refused:
        return refused.refusal


def _settle(request: Request, table: Table) -> SettledRound:
    """The round of a request, by the same commands and events as at a live table."""
    house = HouseSide(dict(request.meters), dict(request.resets), request.devices)
    table = begun(table, request.bets, house, by=DEALER)
    script = Script(request.decisions)
    while (command := script.command(table)) is not None:
        table = _after(table, command)
    script.finish(table)
    r = in_play(table)
    return SettledRound(r, in_answer_order(r), r.meters)


def begun(table: Table, bets: Iterable[Bet], house: HouseSide, *, by: By) -> Table:
    """The table with the bets on it, what the house must supply with it, and the round started."""
    table = fold(table, (events.BetPlaced(bet) for bet in bets))
    table = but(table, meters=dict(house.meters), resets=dict(house.resets), devices=dict(house.devices))
    return _after(table, commands.StartRound(by))


def _after(table: Table, command: commands.Command) -> Table:
    outcome = step(table, command)
    if isinstance(outcome, Refusal):
        raise Refused(outcome.code, outcome.message, outcome.cite)
    return outcome[0]


def in_answer_order(r: Round) -> tuple[Line, ...]:
    """Lines box by box: main wagers, insurance, then side wagers in the order of the offers."""
    ranks = {name: rank for rank, name in enumerate(r.rules.offers)}

    def rank(line: Line) -> tuple[int, int, int, int]:
        if line.wager in r.spots:
            return line.box, 0, r.spots.index(line.wager), line.hand or 0
        if line.wager.startswith("insurance"):
            return line.box, 1, 0, 0
        return line.box, 2, ranks.get(line.wager, len(ranks)), 0

    return tuple(sorted(r.lines, key=rank))


def as_json(answer: SettledRound | Refusal) -> dict[str, object]:
    """The contract's answer."""
    if isinstance(answer, Refusal):
        cite = answer.cite or None
        return {"refused": {"code": str(answer.code), "message": answer.message, "cite": cite}}
    dealt = [_dealer(cards) for cards in answer.round.dealer]
    return {
        "dealer": dealt if answer.round.game.dealer_hands > 1 else dealt[0],
        "hands": _hands(answer),
        "settlements": [line_values(line) for line in answer.lines],
        "meters": {name: dollars(amount) for name, amount in answer.meters.items()},
        "net": _net(answer),
        "law": answer.round.rules.document.names,
    }


def _dealer(cards: Sequence[Card]) -> dict[str, object]:
    return {
        "cards": [card.text for card in cards],
        "total": total(cards),
        "blackjack": is_natural(cards),
        "busted": total(cards) > TWENTY_ONE,
    }


def _hands(answer: SettledRound) -> list[dict[str, object]]:
    return [
        {
            "box": box.bet.box,
            "hand": number,
            "cards": [card.text for card in hand.cards],
            "total": hand.total,
            "soft": is_soft(hand.cards),
            "stake": dollars(sum(hand.stakes)),
            "doubled": hand.doubled,
            "from_split": hand.from_split,
        }
        for box in answer.round.boxes
        for number, hand in enumerate(box.hands(), 1)
    ]


def line_values(line: Line) -> dict[str, object]:
    """A settlement line in plain values; what is paid to somebody else than the player is apart."""
    values: dict[str, object] = {
        "box": line.box,
        "hand": line.hand,
        "wager": line.wager,
        "outcome": line.outcome,
        "stake": dollars(line.stake),
        "pays": line.pays,
        "returned": dollars(line.to_player),
        "net": dollars(line.net),
        "cite": line.cite,
    }
    if line.paid_to != "player":
        values |= {"paid_to": line.paid_to, "paid": dollars(line.returned)}
    return values


def _net(answer: SettledRound) -> dict[str, str]:
    net: dict[int, int] = {box.bet.box: 0 for box in answer.round.boxes}
    for line in answer.lines:
        net[line.box] += line.net
    return {str(box): dollars(amount) for box, amount in net.items()}
