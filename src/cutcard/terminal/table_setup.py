"""Setting up a table by asking: document, variation, options, wagers, then boxes and stakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cutcard.law import (
    Document,
    Finding,
    OptionLaw,
    Refusal,
    Refused,
    RuleSet,
    choices,
    document,
    documents,
    resolve,
    value_text,
)
from cutcard.rules import Game
from cutcard.table import Bet, check_bets, game_of, main_wagers
from cutcard.table.script import parse_request
from cutcard.terminal.prompt import Prompt, number
from cutcard.terminal.tables import print_table

DOCUMENT_HELP = "Which document's rules the table plays by: give its number or its id."
VARIATION_HELP = "A variation changes some options of the document; Enter plays without one."
OPTIONS_HELP = """\
One option per line as NAME=VALUE, like decks=6 or soft_17=hit. NAME= removes it.
`list` shows every option with its values; a list of values has commas between them.
An empty line continues; options not set have their defaults."""
WAGERS_HELP = """\
One side wager per line as ID=PAYTABLE, like lucky_ladies=A; ID alone takes its only paytable.
`list` shows every wager with its paytables; ID= removes it. An empty line continues."""
BOXES_HELP = """\
One box per line: its number, then WAGER=DOLLARS, like `1 main=25 lucky_ladies=5`.
An amount alone, like `25`, is a main wager on the next free box. `player=Ann` names the player
where one person holds several boxes. An empty line deals the cards."""

_YES_AND_NO = {"yes": True, "y": True, "on": True, "no": False, "n": False, "off": False}


@dataclass(slots=True)
class TableChoices:
    """What the person has decided about the table so far."""

    document: Document
    variation: str | None = None
    options: dict[str, object] = field(default_factory=dict)
    wagers: dict[str, object] = field(default_factory=dict)

    def resolve(self) -> tuple[RuleSet | None, list[Finding]]:
        """The rule set, and what forbids it."""
        rules, findings = resolve(
            self.document, variation=self.variation, options=self.options, wagers=self.wagers
        )
        return rules, [each for each in findings if each.severity == "violation"]


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A table that its document allows: its rules, and the options and wagers it was asked for with."""

    rules: RuleSet
    game: Game
    options: Mapping[str, object]
    wagers: Mapping[str, object]

    @classmethod
    def of(
        cls, rules: RuleSet, options: Mapping[str, object], wagers: Mapping[str, object]
    ) -> StandingTable:
        """The table of a rule set."""
        return cls(rules, game_of(rules), options, wagers)


def set_up(prompt: Prompt) -> StandingTable:
    """Ask for a table until it is one that its document allows."""
    listed = [(law.id, f"{law.title}, {law.issuer}") for law in documents()]
    law = document(prompt.choose("Document", listed, DOCUMENT_HELP))
    chosen = TableChoices(law)
    if law.variations:
        titled = [(each.id, f"{each.title} ({each.cite})") for each in law.variations.values()]
        plain = [("none", "the standard game"), *titled]
        variation = prompt.choose("Variation", plain, VARIATION_HELP)
        chosen.variation = None if variation == "none" else variation
    while True:
        _ask_options(prompt, chosen)
        _ask_wagers(prompt, chosen)
        rules, wrong = chosen.resolve()
        if rules is not None and not wrong:
            return StandingTable.of(rules, chosen.options, chosen.wagers)
        for each in wrong:
            _refuse(prompt, each)
        prompt.say("Such a table is not allowed; change an option or a wager.", "yellow")


def _refuse(prompt: Prompt, finding: Finding) -> None:
    prompt.refuse(Refusal(finding.code, finding.message, finding.cite))


def parse_option(law: OptionLaw, text: str) -> object:
    """The value that a text stands for, in the type that the option takes."""
    if law.kind in ("list", "cards", "wheel"):
        return text.replace(",", " ").split()
    lowered = text.lower()
    for value in law.permitted or (law.default,):
        is_named = isinstance(value, bool) and _YES_AND_NO.get(lowered) is value
        if is_named or value_text(value).lower() == lowered:
            return value
    whole = number(text)
    return text if law.kind or whole is None else whole


def _ask_options(prompt: Prompt, chosen: TableChoices) -> None:
    prompt.say("Options: NAME=VALUE, `list` to see them, Enter to continue.", "bold")
    laws = chosen.document.effective_options(chosen.variation)
    while answer := prompt.ask("Option", OPTIONS_HELP):
        if answer.lower() == "list":
            rows = [
                (each.name, choices(each), value_text(each.default), each.cite)
                for each in laws.values()
                if not each.is_fixed
            ]
            print_table(prompt.to, ("option", "choose", "default", "provision"), rows)
            continue
        name, _, value = (part.strip() for part in answer.partition("="))
        law = laws.get(name)
        wanted: object = value if law is None else parse_option(law, value)
        _try(prompt, chosen, chosen.options, (name, wanted if value else None), "options")


def _ask_wagers(prompt: Prompt, chosen: TableChoices) -> None:
    prompt.say("Side wagers: ID=PAYTABLE, `list` to see them, Enter to continue.", "bold")
    while answer := prompt.ask("Wager", WAGERS_HELP):
        if answer.lower() == "list":
            _list_wagers(prompt, chosen.document)
            continue
        name, equals, value = (part.strip() for part in answer.partition("="))
        wanted = None if equals and not value else value
        _try(prompt, chosen, chosen.wagers, (name, wanted), "wagers")


def _list_wagers(prompt: Prompt, law: Document) -> None:
    rows = []
    for name in law.wager_ids:
        wager = law.wager(name)
        if name not in ("main", "insurance"):
            tables = ", ".join(dict.fromkeys(table.id for table in wager.choosable or wager.paytables))
            rows.append((name, tables, wager.title, wager.cite))
    print_table(prompt.to, ("wager", "paytables", "title", "provision"), rows)


def _try(
    prompt: Prompt, chosen: TableChoices, into: dict[str, object], setting: tuple[str, object], kind: str
) -> None:
    """Take a setting unless it is itself at fault; what it brings up elsewhere is reported at once."""
    name, value = setting
    before = dict(into)
    into.pop(name, None)
    if value is None:
        prompt.say(f"{name} removed")
        return
    into[name] = value
    _, wrong = chosen.resolve()
    path = f"{kind}.{name}"
    own = [each for each in wrong if each.path == path or each.path.startswith(f"{path}.")]
    for each in own or wrong:
        _refuse(prompt, each)
    if own:
        into.clear()
        into.update(before)


def ask_boxes(prompt: Prompt, table: StandingTable) -> tuple[Bet, ...]:
    """Ask for boxes and stakes until there is at least one and the document allows them all."""
    prompt.say("Boxes: `1 main=25`, one per line; Enter deals.", "bold")
    bets: dict[int, Bet] = {}
    while True:
        answer = prompt.ask("Box", BOXES_HELP)
        try:
            if not answer:
                check_bets(table.rules, table.game, tuple(bets.values()))
                return tuple(bets.values())
            bet = _bet(table, answer, taken=tuple(bets))
            wanted = {**bets, bet.box: bet}
            check_bets(table.rules, table.game, tuple(wanted.values()))
            bets = wanted
        except Refused as refused:
            problem = refused.refusal
            # The path begins with a place in a list that no person has written.
            message = problem.message.removeprefix("boxes[0].").removeprefix("stakes.")
            prompt.refuse(Refusal(problem.code, message, problem.cite))


def _bet(table: StandingTable, answer: str, *, taken: Sequence[int]) -> Bet:
    """`1 main=25 lucky_ladies=5`, `main=25`, or just `25`."""
    words = [word.strip(",") for word in answer.lower().split()]
    box = number(words[0]) if len(words) > 1 else None
    if box is None:
        box = next(n for n in range(1, len(taken) + 2) if n not in taken)
    else:
        words.pop(0)
    stakes: dict[str, str] = {}
    request: dict[str, object] = {"box": box, "stakes": stakes}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            stakes.update((spot, word) for spot in main_wagers(table.game))
        elif name == "player":
            request["player"] = value
        elif name == "streak":
            request["streak"] = number(value)
        else:
            stakes[name] = value
    return parse_request({"document": table.rules.document.id, "boxes": [request]}).bets[0]
