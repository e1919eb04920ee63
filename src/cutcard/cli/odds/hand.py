"""`cutcard odds hand`: what every action is worth with these cards against that card."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from cutcard.cards import Card, text
from cutcard.cli.odds.answers import exact
from cutcard.cli.odds.question_text import Words, read_cards
from cutcard.cli.printing.progress import bar
from cutcard.compute import cache
from cutcard.odds import OddsError, Question, analyser_digest, digest_of
from cutcard.rules import is_soft, total
from cutcard.terminal import output
from cutcard.wording import decision_name, plural

if TYPE_CHECKING:
    from rich.console import Console

    from cutcard.odds import EvenMoney, MainGame

INSURANCE: Final = "insurance"


def answer(words: Words, *, cards: str, up: str) -> dict[str, Any]:
    """The value of every action, best first, as the JSON answer."""
    held, shown = read_cards("cards", cards), read_cards("up", up)
    if len(held) < 2:
        raise OddsError("cards: a hand has at least two cards")
    if not shown:
        raise OddsError("up: give the dealer's up card")
    asked = words.question()
    _check_there(asked, "cards", held, ())
    _check_there(asked, "up", shown, held)
    name = analyser_digest("hand", digest_of(asked), text(held), text(shown))
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
    from cutcard.odds import action_values, check_shoe, even_money, solve

    check_shoe(asked)
    game = solve(asked.rules, asked.composition)
    values = {act.name.lower(): value for act, value in action_values(game, held, shown).items()}
    best = max(values, key=lambda act: values[act])
    actions = [
        {"action": act, "value": exact(value), "cost": exact(values[best] - value)}
        for act, value in sorted(values.items(), key=lambda each: -each[1])
    ]
    is_exact = all(isinstance(value, Fraction) for value in values.values())
    return {
        "total": total(held),
        "soft": is_soft(held),
        "actions": actions,
        "best": best,
        "insurance": _insurance(words, held, shown),
        "even_money": _even_money(even_money(game, held, shown)),
        "method": "exact" if is_exact else "float",
        "assumptions": _said(asked, game, cards=len(held) + len(shown), is_exact=is_exact),
        "cite": asked.offer.law.cite,
    }


def _said(asked: Question, game: MainGame, *, cards: int, is_exact: bool) -> list[str]:
    from cutcard.odds import LATE

    said = [
        f"The shoe holds {asked.composition.size - cards} more cards, every order equally likely.",
        "Values are per unit of the first stake, played optimally from there on.",
    ]
    if game.main.checks:
        said.append("The dealer has checked and has no blackjack.")
    if game.main.game.switch:
        said.append("No more switching, and the box's other hand is not considered.")
    return said if is_exact else [*said, LATE]


def _even_money(found: EvenMoney | None) -> dict[str, Any] | None:
    """Even money and the blackjack without it, before the dealer looks; None where it is not offered."""
    return None if found is None else {"taken": exact(found.taken), "declined": exact(found.declined)}


def _insurance(
    words: Words, held: tuple[Card, ...], shown: tuple[Card, ...]
) -> dict[str, object] | None:
    """What a unit of insurance is worth, these cards being seen; None where it cannot be had."""
    from cutcard.odds import answer as odds_of, identity_table, winning_ups

    try:
        asked = words.question(INSURANCE, removed=held)
        if len(shown) > 1 or shown[0].rank not in winning_ups(identity_table(asked)):
            return None
        return exact(odds_of(asked).player_edge)
    except OddsError:
        return None


def print_answer(found: dict[str, Any], to: Console) -> None:
    """The actions in a table, the best first."""
    soft = "soft " if found["soft"] else ""
    told = f"{' '.join(found['cards'])} ({soft}{found['total']}) against {' '.join(found['up'])}"
    at = f", {found['variation']}" if found["variation"] else ""
    decks = found["options"]["decks"]
    of = plural(decks, "deck")
    to.print(output.one_line(f"{told}: {found['document']}{at}, {of}"), style="bold")
    rows = [
        (
            decision_name(each["action"]),
            f"{each['value']['value']:+.6f}",
            f"{each['cost']['value']:.6f}",
        )
        for each in found["actions"]
    ]
    output.print_table(to, ("action", "value#", "costs#"), rows)
    facts = [("Best", decision_name(found["best"]))]
    if found["insurance"] is not None:
        facts.append(("Insurance", f"{found['insurance']['value']:+.6f} per unit of it"))
    if found["even_money"] is not None:
        taken, declined = (found["even_money"][each]["value"] for each in ("taken", "declined"))
        facts.append(("Even money", f"{taken:+.6f}; without it {declined:+.6f}, blackjacks counted"))
    if found["removed"]:
        facts.append(("Removed", " ".join(found["removed"])))
    facts += [("Assumed", each) for each in found["assumptions"]]
    facts.append(("Provision", output.provision(found["cite"])))
    output.print_facts(to, facts)
