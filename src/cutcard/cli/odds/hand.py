"""`cutcard odds hand`: what every action is worth with these cards against that card."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cutcard import odds, terminal
from cutcard.cards import Card, text
from cutcard.cli import printing
from cutcard.cli.lazy_group import examples
from cutcard.cli.odds.command import odds_errors
from cutcard.cli.odds.question_options import (
    QuestionOptions,
    RemovedOption,
    SetOption,
    read_cards,
)
from cutcard.cli.options import AsJson, DecksOption, DocumentId, VariationOption
from cutcard.cli.printing.figures import exact_json
from cutcard.compute import cache
from cutcard.rules import is_soft, total
from cutcard.wording import decision_name, plural

if TYPE_CHECKING:
    from rich.console import Console

INSURANCE: Final = "insurance"

Cards = tuple[Card, ...]


@examples(
    'cutcard odds hand md-blackjack --cards "8h 8d" --up Tc',
    'cutcard odds hand md-blackjack --cards "Tc 6d" --up Ts --decks 1 --removed "9c 5d" --json',
)
def print_hand(
    document: DocumentId,
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help='The hand: "8h 8d".')],
    up: Annotated[
        str,
        typer.Option(
            "--up", metavar="CARD", help="The dealer's up card (two cards, where both are face up)."
        ),
    ],
    decks: DecksOption = None,
    settings: SetOption = None,
    variation: VariationOption = None,
    removed: RemovedOption = None,
    as_json: AsJson = False,
) -> None:
    """Value every action with a hand, played best from there on.

    Values are per unit of the first stake. The shoe is the full one without the hand, what the dealer
    shows and the cards removed.
    """
    options = QuestionOptions(
        document=document, decks=decks, settings=settings, variation=variation, removed=removed
    )
    with odds_errors():
        answer = hand_json(options, read_cards("cards", cards), read_cards("up", up))
    if as_json:
        terminal.print_json(answer)
    else:
        _print_values(answer, terminal.console())


def hand_json(options: QuestionOptions, hand: Cards, shown: Cards) -> dict[str, Any]:
    """The value of every action, best first, as the command answers in JSON."""
    if len(hand) < 2:
        raise odds.OddsError("cards: a hand has at least two cards")
    if not shown:
        raise odds.OddsError("up: give the dealer's up card")
    question = options.question()
    _check_in_shoe(question, "cards", hand, ())
    _check_in_shoe(question, "up", shown, hand)
    name = odds.analyser_digest("hand", odds.digest_of(question), text(hand), text(shown))
    values = cache.read(name)
    if not isinstance(values, dict) or "actions" not in values:
        started = time.perf_counter()
        with printing.bar("the hand"):
            values = _compute(options, question, hand, shown)
        values |= {"digest": name, "seconds": round(time.perf_counter() - started, 6)}
        cache.write(name, values)
    chosen = {
        option: list(value) if isinstance(value, tuple) else value
        for option, value in question.chosen.items()
    }
    return {
        "document": question.rules.document.id,
        "variation": question.rules.variation,
        "options": {"decks": question.decks, **chosen},
        "cards": [card.text for card in hand],
        "up": [card.text for card in shown],
        "removed": [card.text for card in options.removed_cards()],
        "law": question.rules.document.names,
        **values,
    }


def _check_in_shoe(question: odds.Question, what: str, cards: Cards, others: Cards) -> None:
    """Refuse cards that the shoe does not hold beside the others."""
    left = question.composition.without(others)
    try:
        left.without(cards)
    except odds.OddsError as problem:
        raise odds.OddsError(f"{what}: {str(problem).partition(': ')[2]}") from None


def _compute(
    options: QuestionOptions, question: odds.Question, hand: Cards, shown: Cards
) -> dict[str, Any]:
    odds.check_shoe(question)
    game = odds.solve(question.rules, question.composition)
    actions = odds.action_values(game, hand, shown)
    values = {action.name.lower(): value for action, value in actions.items()}
    best = max(values, key=lambda action: values[action])
    is_exact = all(isinstance(value, Fraction) for value in values.values())
    return {
        "total": total(hand),
        "soft": is_soft(hand),
        "actions": [
            {"action": action, "value": exact_json(value), "cost": exact_json(values[best] - value)}
            for action, value in sorted(values.items(), key=lambda item: -item[1])
        ],
        "best": best,
        "insurance": _insurance(options, hand, shown),
        "even_money": _even_money(odds.even_money(game, hand, shown)),
        "method": "exact" if is_exact else "float",
        "assumptions": _assumptions(question, game, cards=len(hand) + len(shown), is_exact=is_exact),
        "cite": question.offer.law.cite,
    }


def _assumptions(
    question: odds.Question, game: odds.MainGame, *, cards: int, is_exact: bool
) -> list[str]:
    assumptions = [
        f"The shoe holds {question.composition.size - cards} more cards, every order equally likely.",
        "Values are per unit of the first stake, played optimally from there on.",
    ]
    if game.main.checks:
        assumptions.append("The dealer has checked and has no blackjack.")
    if game.main.game.switch:
        assumptions.append("No more switching, and the box's other hand is not considered.")
    return assumptions if is_exact else [*assumptions, odds.LATE]


def _even_money(values: odds.EvenMoney | None) -> dict[str, Any] | None:
    """Even money and the blackjack without it, before the dealer looks; None where it is not offered."""
    if values is None:
        return None
    return {"taken": exact_json(values.taken), "declined": exact_json(values.declined)}


def _insurance(options: QuestionOptions, hand: Cards, shown: Cards) -> dict[str, object] | None:
    """The value of a unit of insurance, with these cards seen; None where it is not offered."""
    try:
        question = options.question(INSURANCE, removed=hand)
        ups = odds.winning_ups(odds.identity_table(question))
        if len(shown) > 1 or shown[0].rank not in ups:
            return None
        return exact_json(odds.answer(question).player_edge)
    except odds.OddsError:
        return None


def _print_values(answer: dict[str, Any], to: Console) -> None:
    """Print the actions in a table, the best first."""
    soft = "soft " if answer["soft"] else ""
    hand = f"{' '.join(answer['cards'])} ({soft}{answer['total']}) against {' '.join(answer['up'])}"
    variation = f", {answer['variation']}" if answer["variation"] else ""
    decks = answer["options"]["decks"]
    shoe = plural(decks, "deck")
    to.print(terminal.one_line(f"{hand}: {answer['document']}{variation}, {shoe}"), style="bold")
    rows = [
        (
            decision_name(line["action"]),
            f"{line['value']['value']:+.6f}",
            f"{line['cost']['value']:.6f}",
        )
        for line in answer["actions"]
    ]
    terminal.print_table(to, ("action", "value#", "costs#"), rows)
    facts = [("Best", decision_name(answer["best"]))]
    if answer["insurance"] is not None:
        facts.append(("Insurance", f"{answer['insurance']['value']:+.6f} per unit of it"))
    if answer["even_money"] is not None:
        taken, declined = (answer["even_money"][key]["value"] for key in ("taken", "declined"))
        facts.append(("Even money", f"{taken:+.6f}; without it {declined:+.6f}, blackjacks counted"))
    if answer["removed"]:
        facts.append(("Removed", " ".join(answer["removed"])))
    facts += [("Assumed", assumption) for assumption in answer["assumptions"]]
    facts.append(("Provision", terminal.provision(answer["cite"])))
    terminal.print_facts(to, facts)
