"""What is played by at this table, and what is behind a payout: in our words, with the provisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rich.text import Text

from cutcard.cli.citations import provisions
from cutcard.cli.output import provision
from cutcard.cli.play_text import FAINT, GOLD, money, outcome, wrapped
from cutcard.cli.provisions import Cited, everything
from cutcard.law import DOCUMENTS, Document, Offer, document
from cutcard.law.model import Row
from cutcard.law.values import told
from cutcard.rules.game import Game
from cutcard.rules.lines import Line
from cutcard.rules.main import in_force
from cutcard.table import Table

TOLD_OPTIONS: Final = (
    "decks",
    "deck_cards",
    "blackjack_pays",
    "soft_17",
    "ties",
    "tie_at_21",
    "blackjack_v_blackjack",
    "dealer_22_pushes",
    "hole_card",
    "double_cards",
    "double_totals",
    "double_for_less",
    "double_after_split",
    "redouble",
    "rescue",
    "split_by",
    "max_hands",
    "max_hands_aces",
    "split_aces_draw",
    "surrender",
    "insurance",
    "even_money",
    "switch",
    "dealer_hands",
    "turn_order",
)
YES_AND_NO: Final = {"true": "yes", "false": "no", "": "none"}
KEYS_HELP: Final = (
    "The keys at the foot of the screen are what the rules allow this hand now. D (a double for less) "
    "and I (a smaller insurance) ask for an amount; line by line, write `d 5` or `i 2.50`.",
    "a deals the rest of the round many times from the cards you have not seen and shows what each "
    "action comes to on average: an estimate, not a strategy.",
    "This is what the table plays by, with the provision behind each rule:",
)
MOST_SAID: Final = 4
"""How many statements of one kind are shown for a provision."""


def table_rules(table: Table, width: int) -> list[Text]:
    """The choices in force, each with what it decides and its provision."""
    laws = table.rules.document.effective_options(table.rules.variation)
    lines = [line for text in KEYS_HELP for line in [*wrapped(text, width, indent=2), Text()]]
    for name in TOLD_OPTIONS:
        law = laws.get(name)
        if law is None:
            continue
        value = YES_AND_NO.get(told(table.rules.options[name]), told(table.rules.options[name]))
        line = (
            Text(f"  {outcome(name):<22}", "bold")
            .append(outcome(value))
            .append(f"  [{law.cite}]", FAINT)
        )
        lines += [line, *wrapped(law.about, width, indent=26, style=FAINT)]
    return lines


def rows_in_force(table: Table, offer: Offer) -> Iterator[Row]:
    """What a wager may come to at this table: each price once, none of a rule that is not played."""
    for row in offer.paytable.rows:
        if row.repeats or not in_force(row, table.rules.options):
            continue
        if offer.law.id != "main" or _may_come(table.game, row.outcome):
            yield row


def _may_come(game: Game, outcome: str) -> bool:
    """Whether a main wager can have this outcome by the rules of play chosen."""
    is_open = game.hole_card == "face_up"
    lost_ties = "lose" in (game.ties, game.tie_at_21, game.split_two_card_21)
    played = {
        "blackjack_v_21": game.switch,
        "switched_21_v_blackjack": game.switch,
        "switched_21_v_21_or_22": game.switch,
        "dealer_22": game.switch,
        "blackjack_v_blackjack": game.switch or is_open,
        "blackjack_push": not game.switch and game.blackjack_v_blackjack == "push",
        "tie_loses": lost_ties or is_open,
        "surrender": game.surrender,
        "surrender_after_check": game.surrender,
        "surrender_to_blackjack": game.surrender,
        "even_money": game.even_money,
        "rescue": game.rescue,
        "rescue_after_redouble": game.rescue and game.redouble,
    }
    return played.get(outcome, True)


def behind(table: Table, lines: Sequence[Line], width: int) -> list[Text]:
    """For each settlement line its provision, what that says in our words, and the reading taken.

    Lines of one kind that came to the same are told of together.
    """
    law = table.rules.document
    alike: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        alike.setdefault((_wager(line), line.outcome, line.cite), []).append(line)
    shown: list[Text] = []
    for same in alike.values():
        for line in same:
            shown += wrapped(_headline(line), width, indent=1, style=GOLD)
        shown += wrapped(f"by {provision(same[0].cite)} of {law.id}", width, indent=3)
        for said in said_by(law, same[0]):
            style = "bold" if said.kind == "reading" else ""
            shown += wrapped(_said(said), width, indent=5, style=style)
        shown.append(Text())
    return shown or [Text("Nothing was settled.")]


def _headline(line: Line) -> str:
    hand = f", hand {line.hand}" if line.hand is not None else ""
    price = "" if line.pays in ("push", "lose") else f", {outcome(line.pays)}"
    net = ("+" if line.net > 0 else "") + money(line.net)
    head = f"Box {line.box}{hand}: {outcome(line.wager)}: {outcome(line.outcome)}{price}"
    return f"{head}: {net} on {money(line.stake)}"


def _said(said: Cited) -> str:
    if said.kind == "row":
        came, pays = outcome(str(said.facts["outcome"])), str(said.facts["pays"])
        return f"paytable {outcome(said.name)}: {came}" + ("" if came == pays else f", {pays}")
    return said.says if said.kind == "wager" else f"{said.name}: {said.says}"


def said_by(law: Document, line: Line) -> Iterator[Cited]:
    """What the law data says under a line's citation: its own row first, then duties and readings."""
    stated = _stated(law.id)
    cited = {*line.cite.split("; ")}
    under = [each for each, places in stated if places & _places(line.cite)]
    if not under:  # the line rests on a reading alone
        under = [each for each, _ in stated if each.kind == "row" and each.reading in cited]
    own = [each for each in under if each.kind == "row" and _is_row_of(each, line)]
    cited |= {each.reading for each in own if each.reading}
    duties = [each for each in under if each.kind == "requirement"]
    readings = [each for each, _ in stated if each.kind == "reading" and each.name in cited]
    grants = [each for each in under if each.kind == "wager"]
    for found in (own, duties, readings, grants):
        yield from found[:MOST_SAID]


@lru_cache(maxsize=len(DOCUMENTS))
def _stated(law: str) -> tuple[tuple[Cited, frozenset[str]], ...]:
    """Everything a document's data states, each with the provisions it stands under."""
    return tuple((each, _places(each.cite)) for each in everything(document(law)))


def _places(cite: str) -> frozenset[str]:
    return frozenset(" ".join(part.split()).lower() for part in provisions(cite))


def _is_row_of(row: Cited, line: Line) -> bool:
    """Whether a row is what a line was paid by; `2 x unsuited_match` is two rows' worth of one."""
    came = {part.partition(" x ")[2] or part for part in line.outcome.split("+")}
    return row.facts.get("wager") == _wager(line) and row.facts.get("outcome") in came


def _wager(line: Line) -> str:
    """The wager whose law speaks: further spots of the main wager and of insurance are the same."""
    name, _, number = line.wager.rpartition("_")
    return name if name in ("main", "insurance") and number.isdigit() else line.wager
