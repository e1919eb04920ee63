"""`cutcard settle --interactive`: a round dealt by asking for it, and settled with its provisions."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Literal

from cutcard.cards import Card, CardError, card, text
from cutcard.cli.printing.settlement import points, print_settled, remarks
from cutcard.cli.settle.decision_text import read_decision
from cutcard.cli.settle.house_side import ask_random_winners, given_by, supply
from cutcard.cli.settle.live_round import HouseValues, LiveRound
from cutcard.law import Refusal, Refused
from cutcard.money import dollars
from cutcard.rules import Action, double_amounts
from cutcard.table import AwaitsCard, AwaitsDecision, Decision, check_bets, dealer_shown, most_insurance
from cutcard.table.script import (
    Request,
    SettledRound,
    as_json,
    check_cards,
    in_answer_order,
    parse_request,
    rule_set,
    settle,
)
from cutcard.terminal import Left, Prompt, StandingTable, ask_boxes, card_text, console, refuse, set_up
from cutcard.wording import decision_name

CARD_HELP = """\
The next card of the shoe, rank then suit: Qh, Td, As. Several cards on one line are dealt in order.
`back` undoes the last card or decision."""
DECISION_HELP = """\
One of the decisions named. `double 10` and `insure 12.50` carry an amount; without one it is the
most allowed. Where several boxes may act, put the box first: `2 insure`. At multiple action
`insure spot=2` names the spot, at a Switch table `insure hand=2` the hand.
Short forms: s stand, h hit, d double, p split, or as many letters as are clear.
`back` undoes the last card or decision."""
DECLINED = ("", "no", "n", "stand", "s")
OFFER_HELP = f"This is an offer: Enter declines it and the round continues.\n{DECISION_HELP}"
AFTER_HELP = """\
Enter deals another round with the same stakes; `stakes` asks for new ones; `table` sets up another
table; `json` prints this round as a file for `cutcard settle`."""

Next = Literal["again", "stakes", "table"]


@dataclass(slots=True)
class _Given:
    """What a file, or several cards on one line, has answered ahead of the question."""

    cards: list[Card] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    shown_after: int = -1
    """After how many answers the table was last shown, so that a slip does not show it again."""


def run(begun: object) -> None:
    """Deal rounds until the person leaves; `begun` is the beginning of one, from a file."""
    request = None if begun == {} else _request(begun)
    prompt = Prompt(console())
    prompt.say("Cutcard: a round of regulated twenty-one, dealt as you say.", "bold")
    prompt.say("At any prompt: ? for help, quit (or Ctrl-D) to leave.", "dim")
    try:
        while True:
            table = set_up(prompt) if request is None else _table(request)
            _at_table(prompt, table, request)
            request = None
    except Left:
        prompt.say("Left the table.")


def _request(begun: object) -> Request:
    """The beginning of a round; a file that is none ends the command."""
    try:
        request = parse_request(begun)
        table = _table(request)
        if request.bets:
            check_bets(table.rules, table.game, request.bets)
    except Refused as refused:
        refuse(refused.refusal, as_json=False)
    return request


def _table(request: Request) -> StandingTable:
    return StandingTable.of(rule_set(request), request.options, request.wagers)


def _at_table(prompt: Prompt, table: StandingTable, request: Request | None) -> None:
    """Rounds at one table, until another table is wanted."""
    bets = request.bets if request else ()
    given = _Given(list(request.cards), list(request.decisions)) if request else _Given()
    house = given_by(request) if request else HouseValues()
    while True:
        bets = bets or ask_boxes(prompt, table)
        live = LiveRound(table, bets, house)
        settled = _settled(prompt, live, given)
        if settled is not None:
            print_settled(settled, prompt.to)
        following = _after(prompt, live.as_request(), settled)
        if following == "table":
            return
        bets = () if following == "stakes" else bets
        given = _Given()
        house = HouseValues(dict(settled.meters) if settled else house.meters, house.resets)


def _settled(prompt: Prompt, live: LiveRound, given: _Given) -> SettledRound | None:
    """A round played to its end and settled; None where it is given up."""
    ended = _play(prompt, live, given)
    if given.cards or given.decisions:
        left = [text(given.cards), *(f"box {each.box} {each.do}" for each in given.decisions)]
        prompt.say(f"Not used: {', '.join(each for each in left if each)}", "yellow")
    if ended and ask_random_winners(prompt, live):
        ended = _play(prompt, live, given)
    return SettledRound(live.round, in_answer_order(live.round), live.round.meters) if ended else None


def _play(prompt: Prompt, live: LiveRound, given: _Given) -> bool:
    """Every card and decision of a round, from what is given or by asking; false: given up."""
    while live.stuck is not None or live.awaits is not None:
        if live.stuck is not None:
            if not supply(prompt, live):
                return False
        elif isinstance(awaited := live.awaits, AwaitsCard):
            _next_card(prompt, live, given, awaited.to)
        else:
            assert isinstance(awaited, AwaitsDecision)
            _next_decision(prompt, live, given, awaited)
    return True


def _next_card(prompt: Prompt, live: LiveRound, given: _Given, to: str) -> None:
    if not given.cards:
        answer = prompt.ask(f"Card for {to}", CARD_HELP)
        if answer.lower() == "back":
            _take_back(prompt, live, given)
            return
        given.cards += _named(prompt, live, answer)
    if given.cards:
        try:
            live.give(given.cards.pop(0))
        except Refused as refused:
            prompt.refuse(refused.refusal)


def _named(prompt: Prompt, live: LiveRound, answer: str) -> list[Card]:
    """The cards of a line; none, and a word why, where one of them cannot be dealt."""
    try:
        named = [card(each) for each in answer.replace(",", " ").split()]
        check_cards(live.at.game, (*live.cards, *named))
    except CardError as problem:
        prompt.say(f"No: {problem}", "yellow")
        return []
    except Refused as refused:
        refusal = refused.refusal
        # The message begins with the card's place in the list, which no person has written.
        message = refusal.message.partition(": ")[2]
        prompt.refuse(Refusal(refusal.code, message, refusal.cite))
        return []
    if not named:
        prompt.say("No: a card, like Qh", "yellow")
    return named


def _take_back(prompt: Prompt, live: LiveRound, given: _Given) -> None:
    given.cards.clear()
    given.decisions.clear()
    given.shown_after = -1
    if not live.take_back():
        prompt.say("Nothing to undo.")


def _next_decision(prompt: Prompt, live: LiveRound, given: _Given, awaits: AwaitsDecision) -> None:
    try:
        if given.decisions:
            live.give(_given_decision(given, awaits))
            return
        if given.shown_after != len(live.answers):
            _print_state(prompt, live)
            given.shown_after = len(live.answers)
        answer = _ask_decision(prompt, live, awaits)
        if answer.lower() == "back":
            _take_back(prompt, live, given)
        elif awaits.is_offer and answer.lower() in DECLINED:
            live.give(None)
        elif answer:
            live.give(read_decision(answer, live.allowed()))
    except Refused as refused:
        prompt.refuse(refused.refusal)


def _given_decision(given: _Given, awaits: AwaitsDecision) -> Decision | None:
    """The file's next decision; an offer that it does not take is declined."""
    decision = given.decisions[0]
    if awaits.is_offer and decision.do not in awaits.offers.get(decision.box, ()):
        return None
    return given.decisions.pop(0)


def _ask_decision(prompt: Prompt, live: LiveRound, awaits: AwaitsDecision) -> str:
    allowed = live.allowed()
    several = len(allowed) > 1
    named = "; ".join(
        (f"box {box}: " if several else "")
        + ", ".join(_described(live, box, action) for action in actions)
        for box, actions in allowed.items()
    )
    who = f"box {next(iter(allowed))}"
    if not awaits.is_offer:
        return prompt.ask(f"{who.capitalize()} ({named})", DECISION_HELP)
    offered = "Offer" if several else f"Offer to {who}"
    return prompt.ask(f"{offered} ({named}; Enter declines)", OFFER_HELP)


def _described(live: LiveRound, box: int, action: Action) -> str:
    """An action with the money it may move."""
    hand = live.hand()
    if action is Action.DOUBLE and hand is not None:
        least, most = double_amounts(live.at.game, hand)
        return f"double {'up to ' if least < most else ''}${dollars(most)}"
    if action is Action.INSURE:
        return f"insure up to ${dollars(most_insurance(live.round, box))}"
    return decision_name(action)


def _print_state(prompt: Prompt, live: LiveRound) -> None:
    r, to = live.round, prompt.to
    lying = dealer_shown(r)
    shown = [card for card in lying if card is not None]
    hidden = " and a hole card" if len(lying) > len(shown) else ""
    to.print("  dealer         ", card_text(shown, to), hidden, sep="")
    deciding = live.hand()
    for box in r.boxes:
        for group in range(len(box.groups)):
            for number, hand in box.numbered(group):
                mark = ">" if hand is deciding else " "
                about = f"  {points(hand.cards)}  ${dollars(sum(hand.stakes))}  {remarks(hand)}"
                name = f"{mark} box {box.bet.box}, hand {number}  "
                to.print(name, card_text(hand.cards, to), about.rstrip(), sep="")


def _after(prompt: Prompt, record: dict[str, object], settled: SettledRound | None) -> Next:
    """What comes next: another round, other stakes, another table."""
    while True:
        answer = prompt.ask("Again? (Enter, stakes, table, json, quit)", AFTER_HELP).lower()
        if answer == "":
            return "again"
        if answer in ("stakes", "table"):
            return "stakes" if answer == "stakes" else "table"
        if answer == "json":
            _print_record(prompt, record, settled)
        else:
            prompt.say("No: Enter, stakes, table, json or quit", "yellow")


def _print_record(prompt: Prompt, record: dict[str, object], settled: SettledRound | None) -> None:
    """The round as a file; the script must come to the same answer, which is checked."""
    written = json.dumps(record, ensure_ascii=False, default=str)
    prompt.to.print(written, soft_wrap=True)
    if settled is not None and as_json(settle(json.loads(written))) != as_json(settled):
        prompt.say("Note: as a file it ends differently; an offer declined here is taken there.")
