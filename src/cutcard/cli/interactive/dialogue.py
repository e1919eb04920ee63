"""`cutcard settle --interactive`: a round dealt by asking for it, and settled with its provisions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from cutcard.cards import Card, CardError, card, text
from cutcard.cli.interactive.live_round import HouseValues, LiveRound
from cutcard.cli.printing.settlement import points, print_settled, remarks
from cutcard.law import Code, Refusal, Refused
from cutcard.money import MoneyError, cents, dollars
from cutcard.rules import Action, double_amounts
from cutcard.table import (
    AwaitsCard,
    AwaitsDecision,
    Decision,
    check_bets,
    check_cards,
    dealer_shown,
    most_insurance,
    takes_offer,
)
from cutcard.table.script import (
    Request,
    SettledRound,
    as_json,
    in_answer_order,
    parse_request,
    rule_set,
    settle,
)
from cutcard.terminal import (
    Left,
    Prompt,
    StandingTable,
    ask_boxes,
    card_text,
    console,
    number,
    refusal_line,
    refuse,
    set_up,
)
from cutcard.wagers import DecidedBy, decided_by
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

HOUSE_HELP = """\
What the house's meter shows or its device decided: an amount like 1234.50, a symbol like $50,
a card, a box number; several with commas between, in seat order. Enter abandons the round."""
WINNER_HELP = "The box chosen by the system's random draw in this round; Enter for none."

SHORT: Final = {"s": "stand", "h": "hit", "d": "double", "p": "split"}
PLACES: Final = ("spot", "hand")
_NEEDED: Final = re.compile(r"(meters|resets|devices)\.(\w[\w.]*\w|\w)(?:\[(\d+)\])?")

Next = Literal["again", "stakes", "table"]
Allowed = Mapping[int, tuple[Action, ...]]
"""Box -> what it may do."""


@dataclass(slots=True)
class _Ahead:
    """Answers given ahead of their questions, by a file or by several cards on one line."""

    cards: list[Card] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    shown_after: int = -1
    """After how many answers the table was last printed, so that a slip does not print it again."""


def run(beginning: object) -> None:
    """Deal rounds until the person leaves; `beginning` is the first one's as a file has it, or {}."""
    request = None if beginning == {} else _request(beginning)
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


def _request(beginning: object) -> Request:
    """The beginning of a round; where the file holds none, the command ends."""
    try:
        request = parse_request(beginning)
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
    ahead = _Ahead(list(request.cards), list(request.decisions)) if request else _Ahead()
    house = _house_side(request) if request else HouseValues()
    while True:
        bets = bets or ask_boxes(prompt, table)
        live = LiveRound(table, bets, house)
        settled = _play_and_settle(prompt, live, ahead)
        if settled is not None:
            print_settled(settled, prompt.to)
        following = _after(prompt, live.as_request(), settled)
        if following == "table":
            return
        bets = () if following == "stakes" else bets
        ahead = _Ahead()
        house = HouseValues(dict(settled.meters) if settled else house.meters, house.resets)


def _play_and_settle(prompt: Prompt, live: LiveRound, ahead: _Ahead) -> SettledRound | None:
    """Play a round to its end and settle it; None where it is given up."""
    is_ended = _play(prompt, live, ahead)
    if ahead.cards or ahead.decisions:
        decisions = (f"box {decision.box} {decision.do}" for decision in ahead.decisions)
        unused = filter(None, (text(ahead.cards), *decisions))
        prompt.say(f"Not used: {', '.join(unused)}", "yellow")
    if is_ended and _ask_random_winners(prompt, live):
        is_ended = _play(prompt, live, ahead)
    if not is_ended:
        return None
    return SettledRound(live.round, in_answer_order(live.round), live.round.meters)


def _play(prompt: Prompt, live: LiveRound, ahead: _Ahead) -> bool:
    """Take every card and decision of a round, given ahead or asked for; false where it is given up."""
    while live.stuck is not None or live.awaits is not None:
        if live.stuck is not None:
            if not _supply(prompt, live):
                return False
        elif isinstance(awaited := live.awaits, AwaitsCard):
            _next_card(prompt, live, ahead, awaited.to)
        else:
            assert isinstance(awaited, AwaitsDecision)
            _next_decision(prompt, live, ahead, awaited)
    return True


def _next_card(prompt: Prompt, live: LiveRound, ahead: _Ahead, to: str) -> None:
    if not ahead.cards:
        answer = prompt.ask(f"Card for {to}", CARD_HELP)
        if answer.lower() == "back":
            _take_back(prompt, live, ahead)
            return
        ahead.cards += _read_cards(prompt, live, answer)
    if ahead.cards:
        try:
            live.give(ahead.cards.pop(0))
        except Refused as refused:
            prompt.refuse(refused.refusal)


def _read_cards(prompt: Prompt, live: LiveRound, answer: str) -> list[Card]:
    """The cards of a line; none, and the reason is printed, where one of them cannot be dealt."""
    try:
        cards = [card(word) for word in answer.replace(",", " ").split()]
        check_cards(live.at.game, (*live.cards, *cards))
    except CardError as problem:
        prompt.say(f"No: {problem}", "yellow")
        return []
    except Refused as refused:
        refusal = refused.refusal
        # The message begins with the card's place in a list, which nobody has written.
        message = refusal.message.partition(": ")[2]
        prompt.refuse(Refusal(refusal.code, message, refusal.cite))
        return []
    if not cards:
        prompt.say("No: a card, like Qh", "yellow")
    return cards


def _take_back(prompt: Prompt, live: LiveRound, ahead: _Ahead) -> None:
    ahead.cards.clear()
    ahead.decisions.clear()
    ahead.shown_after = -1
    if not live.take_back():
        prompt.say("Nothing to undo.")


def _next_decision(prompt: Prompt, live: LiveRound, ahead: _Ahead, awaits: AwaitsDecision) -> None:
    try:
        if ahead.decisions:
            live.give(_decision_ahead(ahead, awaits))
            return
        if ahead.shown_after != len(live.answers):
            _print_state(prompt, live)
            ahead.shown_after = len(live.answers)
        answer = _ask_decision(prompt, live, awaits)
        if answer.lower() == "back":
            _take_back(prompt, live, ahead)
        elif awaits.is_offer and answer.lower() in DECLINED:
            live.give(None)
        elif answer:
            live.give(read_decision(answer, live.allowed()))
    except Refused as refused:
        prompt.refuse(refused.refusal)


def _decision_ahead(ahead: _Ahead, awaits: AwaitsDecision) -> Decision | None:
    """The next decision given ahead; an offer that it does not take is declined."""
    decision = ahead.decisions[0]
    if awaits.is_offer and not takes_offer(awaits, decision):
        return None
    return ahead.decisions.pop(0)


def _ask_decision(prompt: Prompt, live: LiveRound, awaits: AwaitsDecision) -> str:
    allowed = live.allowed()
    is_several = len(allowed) > 1
    actions = "; ".join(
        (f"box {box}: " if is_several else "")
        + ", ".join(_describe_action(live, box, action) for action in actions)
        for box, actions in allowed.items()
    )
    who = f"box {next(iter(allowed))}"
    if not awaits.is_offer:
        return prompt.ask(f"{who.capitalize()} ({actions})", DECISION_HELP)
    offer = "Offer" if is_several else f"Offer to {who}"
    return prompt.ask(f"{offer} ({actions}; Enter declines)", OFFER_HELP)


def _describe_action(live: LiveRound, box: int, action: Action) -> str:
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
    dealer = dealer_shown(r)
    shown = [card for card in dealer if card is not None]
    hidden = " and a hole card" if len(dealer) > len(shown) else ""
    to.print("  dealer         ", card_text(shown, to), hidden, sep="")
    deciding = live.hand()
    for box in r.boxes:
        for group in range(len(box.groups)):
            for place, hand in box.numbered(group):
                mark = ">" if hand is deciding else " "
                about = f"  {points(hand.cards)}  ${dollars(sum(hand.stakes))}  {remarks(hand)}"
                name = f"{mark} box {box.bet.box}, hand {place}  "
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
    """Print the round as a file, and say so where the file would be settled differently."""
    content = json.dumps(record, ensure_ascii=False, default=str)
    prompt.to.print(content, soft_wrap=True)
    if settled is not None and as_json(settle(json.loads(content))) != as_json(settled):
        prompt.say("Mind: as a file it ends otherwise; an offer declined here is taken there.")


def read_decision(answer: str, allowed: Allowed) -> Decision:
    """A decision as a person writes it: `stand`, `double 10`, `2 insure 12.50 spot=2`; or `Refused`.

    The box stands first where several may act, then the action, its amount, its spot or hand.
    """
    words = answer.lower().replace(":", " ").split()
    box = next(iter(allowed))
    if len(words) > 1 and (first := number(words[0])) is not None:
        box = first
        words.pop(0)
    if not words or box not in allowed:
        raise Refused(Code.OUT_OF_TURN, f"box {box} has nothing to decide now")
    name, _, amount = words[0].partition("=")
    places: dict[str, int] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        place = number(value)
        if equals and key in PLACES and place is not None:
            places[key] = place
        elif not equals and not amount:
            amount = key
        else:
            message = f"{word[:60]!r} cannot be read; write it like: insure 12.50"
            raise Refused(Code.BAD_REQUEST, message)
    action = _action(name, allowed[box])
    try:
        stake = cents(amount) if amount else None
    except MoneyError as problem:
        raise Refused(Code.BAD_AMOUNT, str(problem)[:200]) from None
    return Decision(box, action, stake, places.get("spot"), places.get("hand"))


def _action(name: str, allowed: tuple[Action, ...]) -> Action:
    """An action by name, short form or clear beginning; one that exists but is not allowed too."""
    wanted = SHORT.get(name, name).replace("-", "_")
    for actions in (allowed, tuple(Action)):
        fitting = [action for action in actions if action.startswith(wanted)]
        if wanted in actions:
            return Action(wanted)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise Refused(Code.BAD_REQUEST, f"{name!r} may be {' or '.join(fitting)}")
    raise Refused(Code.BAD_REQUEST, f"{name[:60]!r} is not one of {', '.join(allowed)}")


# The house's side: the meters and devices that a settlement asks for.


def _house_side(request: Request) -> HouseValues:
    """The house's side as a file gives it."""
    devices = {
        name: list(entries) if isinstance(entries, list | tuple) else [entries]
        for name, entries in request.devices.items()
    }
    return HouseValues(dict(request.meters), dict(request.resets), devices)


def _supply(prompt: Prompt, live: LiveRound) -> bool:
    """Ask for what keeps a round from going on; false where it is given up."""
    assert live.stuck is not None
    _print_reason(prompt, live.stuck)
    if not _ask_house(prompt, live.house, live.stuck):
        prompt.say("The round is not settled.", "yellow")
        return False
    live.deal_again()
    return True


def _ask_random_winners(prompt: Prompt, live: LiveRound) -> bool:
    """Ask on which box a system's random draw fell; true where one is named: then more is settled."""
    is_named = False
    for offer in live.at.rules.offers.values():
        name = offer.law.id
        if decided_by(offer.law) is DecidedBy.RANDOM_WINNER and name not in live.house.devices:
            answer = prompt.ask(f"{offer.law.title}: winning box, Enter for none", WINNER_HELP)
            if answer:
                live.house.devices[name] = device_entries(answer)
                is_named = True
    if is_named:
        live.deal_again()
    return is_named


def _print_reason(prompt: Prompt, refusal: Refusal) -> None:
    """Say why the round does not go on; something that is only missing is no mistake."""
    if refusal.code in (Code.DEVICE_MISSING, Code.METER_MISSING):
        prompt.say(refusal_line(refusal))
    else:
        prompt.refuse(refusal)


def _ask_house(prompt: Prompt, house: HouseValues, refusal: Refusal) -> bool:
    """Ask for what a refusal names; false where it names nothing, or nothing comes."""
    needed = _NEEDED.match(refusal.message)
    if needed is None:
        return False
    kind, name, index = needed.groups()
    if refusal.code is Code.DEVICE_UNUSED:
        house.devices.pop(name, None)
        return True
    answer = prompt.ask(f"{kind}.{name}", HOUSE_HELP)
    if not answer:
        return False
    if kind == "devices":
        _take_entries(house, name, device_entries(answer), refusal, index)
        return True
    try:
        amount = cents(answer)
    except MoneyError as problem:
        prompt.say(f"No: {problem}", "yellow")
        return True
    (house.meters if kind == "meters" else house.resets)[name] = amount
    return True


def _take_entries(
    house: HouseValues, name: str, entries: list[object], refusal: Refusal, index: str | None
) -> None:
    """Add entries that were missing; replace those that could not be read."""
    earlier = house.devices.get(name, [])
    if index is not None:
        house.devices[name] = [*earlier[: int(index)], *entries, *earlier[int(index) + 1 :]]
    elif refusal.code is Code.DEVICE_MISSING:
        house.devices[name] = [*earlier, *entries]
    else:
        house.devices[name] = entries


def device_entries(answer: str) -> list[object]:
    """What devices decided, as a person writes it: JSON, or texts and numbers with commas between."""
    if answer[:1] in ("[", "{"):
        try:
            entries = json.loads(answer)
        except (ValueError, RecursionError):
            return [answer]
        return entries if isinstance(entries, list) else [entries]
    words = [word.strip() for word in answer.split(",") if word.strip()]
    numbers = [number(word) for word in words]
    return [word if value is None else value for word, value in zip(words, numbers, strict=True)]
