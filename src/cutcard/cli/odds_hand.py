"""`cutcard odds hand`: what every action is worth with these cards against that card."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from cutcard.cards import Card, text
from cutcard.cli import output
from cutcard.cli.odds_progress import bar
from cutcard.cli.odds_words import Words, read_cards
from cutcard.odds import cache
from cutcard.odds.problem import OddsError
from cutcard.odds.question import Question
from cutcard.rules.hand import is_soft, total

if TYPE_CHECKING:
    from rich.console import Console

INSURANCE: Final = "insurance"


def answer(words: Words, *, cards: str, up: str) -> dict[str, Any]:
    """The value of every action, best first, as the JSON answer."""
    held, shown = read_cards("cards", cards), read_cards("up", up)
    if len(held) < 2:
        raise OddsError("cards: a hand has at least two cards")
    if not shown:
        raise OddsError("up: say what the dealer shows")
    asked = words.question()
    _check_there(asked, "cards", held, ())
    _check_there(asked, "up", shown, held)
    name = cache.digest("hand", cache.digest_of(asked), text(held), text(shown))
    found = cache.read(name)
    if not isinstance(found, dict) or "actions" not in found:
        started = time.perf_counter()
        with bar("the hand"):
            found = _worked_out(words, asked, held, shown)
        found |= {"digest": name, "seconds": round(time.perf_counter() - started, 6)}
        cache.write(name, found)
    given = {option: list(v) if isinstance(v, tuple) else v for option, v in asked.chosen.items()}
    return {
        "document": asked.rules.document.id,
        "variation": asked.rules.variation,
        "options": {"decks": asked.decks, **given},
        "cards": [each.text for each in held],
        "up": [each.text for each in shown],
        "removed": [each.text for each in read_cards("removed", words.removed or "")],
        **found,
    }


def _check_there(asked: Question, what: str, cards: tuple[Card, ...], before: tuple[Card, ...]) -> None:
    left = asked.composition.without(before)
    try:
        left.without(cards)
    except OddsError as problem:
        said = str(problem).partition(": ")[2]
        raise OddsError(f"{what}: {said}") from None


def _worked_out(
    words: Words, asked: Question, held: tuple[Card, ...], shown: tuple[Card, ...]
) -> dict[str, Any]:
    from cutcard.odds.main_game import solve

    game = solve(asked.rules, asked.composition)
    values = {act.name.lower(): float(value) for act, value in game.actions(held, shown).items()}
    best = max(values, key=lambda act: values[act])
    actions = [
        {"action": act, "value": value, "cost": values[best] - value}
        for act, value in sorted(values.items(), key=lambda each: -each[1])
    ]
    left = asked.composition.size - len(held) - len(shown)
    said = [
        f"The shoe holds {left} more cards, every order equally likely.",
        "Values are per unit of the first stake, played best from there on.",
    ]
    if game.main.checks:
        said.append("The dealer has looked and has no blackjack.")
    if game.main.game.switch:
        said.append("Nothing more is switched, and the box's other hand is not looked at.")
    return {
        "total": total(held),
        "soft": is_soft(held),
        "actions": actions,
        "best": best,
        "insurance": _insurance(words, held, shown),
        "method": "limit",
        "assumptions": said,
        "cite": asked.offer.law.cite,
    }


def _insurance(words: Words, held: tuple[Card, ...], shown: tuple[Card, ...]) -> float | None:
    """What a unit of insurance is worth, these cards being seen; None where it cannot be had."""
    from cutcard.odds.first_cards import identity_table, winning_ups
    from cutcard.odds.registry import answer as odds_of

    try:
        asked = words.question(INSURANCE, removed=held)
        if len(shown) > 1 or shown[0].rank not in winning_ups(identity_table(asked)):
            return None
        return float(odds_of(asked).player_edge)
    except OddsError:
        return None


def print_answer(found: dict[str, Any], to: Console) -> None:
    """The actions in a table, the best first."""
    soft = "soft " if found["soft"] else ""
    told = f"{' '.join(found['cards'])} ({soft}{found['total']}) against {' '.join(found['up'])}"
    at = f", {found['variation']}" if found["variation"] else ""
    decks = found["options"]["decks"]
    of = "1 deck" if decks == 1 else f"{decks} decks"
    to.print(output.one_line(f"{told}: {found['document']}{at}, {of}"), style="bold")
    rows = [
        (each["action"].replace("_", " "), f"{each['value']:+.6f}", f"{each['cost']:.6f}")
        for each in found["actions"]
    ]
    output.print_table(to, ("action", "value#", "costs#"), rows)
    facts = [("Best", found["best"].replace("_", " "))]
    if found["insurance"] is not None:
        facts.append(("Insurance", f"{found['insurance']:+.6f} per unit of it"))
    if found["removed"]:
        facts.append(("Removed", " ".join(found["removed"])))
    facts += [("Assumed", each) for each in found["assumptions"]]
    facts.append(("Provision", output.provision(found["cite"])))
    output.print_facts(to, facts)
