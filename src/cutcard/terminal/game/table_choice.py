"""Which table: one of the games and variations, or what the command's options say, judged by law."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from cutcard.law import Document, Finding, Refused, RuleSet, document, documents
from cutcard.terminal.drawing.screen import Key, Screen
from cutcard.terminal.drawing.text import FAINT, GOLD
from cutcard.terminal.prompt import Left
from cutcard.terminal.table_setup import TableChoices, parse_option
from cutcard.wording import paytable_label, plural

GAME_KEYS: Final = "123456789abcdefghijk"
WAGER_KEYS: Final = "abcdefghijklmnoprstuvwxyz0123456789"
ABOUT: Final = {
    ("md-blackjack", None): "the classic game, with the most side wagers",
    ("md-blackjack", "switch"): "two hands, whose second cards you may switch",
    ("md-blackjack", "hand_dealt"): "one or two decks dealt from the hand",
    ("md-blackjack", "no_hole_card"): "the dealer's second card comes after yours",
    ("ma-blackjack", None): "no hole card, two hands a split, streak wagers",
    ("ma-blackjack", "six_to_five"): "dealt from the hand, a lower blackjack price",
    ("ma-blackjack", "multiple_action"): "your hand against three dealer hands",
    ("ma-blackjack", "hole_card_face_up"): "both dealer cards face up, and ties lose",
    ("md-players-edge-21", None): "no tens; your 21 always wins, doubles may be rescued",
    ("players-edge-21-brochure", None): "the same game by its brochure; redoubling",
    ("md-pontoon-21", None): "no tens; your 21 always wins, aces spin a wheel",
    ("house-rules", None): "any casino's game: choose every rule yourself",
}


def title_of(rules: RuleSet) -> str:
    """A table's name: Pontoon 21, Maryland; with its variation."""
    law = rules.document
    variation = law.variations[rules.variation].title if rules.variation else ""
    return f"{variation or law.title} ({law.id})"


def read_settings(law: Document, variation: str | None, written: Sequence[str]) -> dict[str, object]:
    """Options as the command line has them, `decks=8`, each in the type its law wants."""
    try:
        laws: Mapping[str, object] = law.effective_options(variation)
    except Refused:  # `resolve` refuses an unknown variation
        laws = law.options
    options: dict[str, object] = {}
    for each in written:
        name, _, value = (part.strip() for part in each.partition("="))
        known = laws.get(name)
        options[name] = value if known is None else parse_option(known, value)  # type: ignore[arg-type]
    return options


def read_wagers(written: Sequence[str]) -> dict[str, object]:
    """Wagers as the command line has them: `lucky_ladies=A`, or `in_between` with its only paytable."""
    pairs = (each.partition("=") for each in written)
    return {name.strip(): value.strip() for name, _, value in pairs}


def choose_table(screen: Screen) -> RuleSet:
    """Ask for a game and its side wagers."""
    games = _games()
    keys = [Key(key, "", is_shown=False) for key, _ in zip(GAME_KEYS, games, strict=False)]
    shown = (_legend(GAME_KEYS, len(games), "a game"), Key("q", "leave"))
    answer = screen.choose(_game_list, [*keys, *shown])
    if answer.key == "q":
        raise Left
    name, variation = games[GAME_KEYS.index(answer.key)]
    return _choose_wagers(screen, TableChoices(document(name), variation))


def _legend(keys: str, count: int, label: str) -> Key:
    """The keys of a list, shown together: 1-9 a-b."""
    used = keys[:count]
    digits, letters = (sorted(c for c in used if c.isdigit() is is_digit) for is_digit in (True, False))
    runs = [part for part in (digits, letters) if part]
    runs.sort(key=lambda part: used.index(part[0]))
    keys_used = " ".join(part[0] if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in runs)
    return Key(keys_used, label, is_legend=True)


def _games() -> list[tuple[str, str | None]]:
    return [(law.id, each) for law in documents() for each in (None, *law.variations)]


def _game_list(width: int, height: int) -> list[Text]:
    lines = [Text(), Text(" ♤ Cutcard: regulated twenty-one", GOLD), Text()]
    for key, (name, variation) in zip(GAME_KEYS, _games(), strict=False):
        law = document(name)
        line = Text().append(f"  {key} ", GOLD)
        if variation is None:
            line.append(f" {law.title}, {_issuer(law)}", "bold")
        else:
            line.append(f"   {law.variations[variation].title}")
        line.append(" " * max(2, 46 - line.cell_len))
        if width >= 80:
            about = ABOUT.get((name, variation)) or _about(law, variation)
            line.append(about, FAINT)
        line.truncate(width - 1, overflow="ellipsis")
        lines.append(line)
    return lines if not height else lines[:height]


def _issuer(law: Document) -> str:
    place = law.issuer.split(" ")[0]
    if place in ("Maryland", "Massachusetts"):
        return place
    return "brochure" if law.id.endswith("-brochure") else law.issuer


def _about(law: Document, variation: str | None) -> str:
    """A line about a game of which nothing is written down: what its document says of the variation."""
    return law.variations[variation].about if variation else f"{law.id}, version {law.version}"


def _choose_wagers(screen: Screen, wanted: TableChoices) -> RuleSet:
    """Side wagers, each by a key that goes through its paytables and then takes it off again."""
    law = wanted.document
    names = [n for n in law.wager_ids if n not in ("main", "insurance") and _is_choice(law, n)]
    note = ""
    while True:
        keys = [Key(key, "", is_shown=False) for key, _ in zip(WAGER_KEYS, names, strict=False)]
        shown = [Key("enter", "go to the table"), Key("q", "leave")]
        if names:
            shown.insert(0, _legend(WAGER_KEYS, len(names), "a side wager, on or off"))

        def paint(width: int, height: int) -> list[Text]:
            return _wager_list(law, names, wanted, width)[: height or None]

        answer = screen.choose(paint, [*keys, *shown], note=note)
        note = ""
        if answer.key == "q":
            raise Left
        if answer.key == "enter":
            rules, wrong = wanted.resolve()
            if rules is not None and not wrong:
                return rules
            note = _refusal(wrong)
            continue
        note = _next_paytable(law, names[WAGER_KEYS.index(answer.key)], wanted)


def _is_choice(law: Document, name: str) -> bool:
    wager = law.wager(name)
    return wager.takes_stake or wager.needs is not None


def _wager_list(law: Document, names: Sequence[str], wanted: TableChoices, width: int) -> list[Text]:
    head = "Side wagers: press a key to add one, again for its next paytable, again to remove it."
    lines = []
    for key, name in zip(WAGER_KEYS, names, strict=False):
        wager, on = law.wager(name), name in wanted.wagers
        table = f" ({paytable_label(str(wanted.wagers[name]))})" if on and wanted.wagers[name] else ""
        style = "bold" if on else ""
        lines.append(
            Text().append(f"  {key} ", GOLD).append(f"{'×' if on else ' '} {wager.title}{table}", style)
        )
    columns = max(1, min(3, width // 42))
    rows = -(-len(lines) // columns)
    placed = []
    for row in range(rows):
        line = Text()
        for part in lines[row::rows]:
            part.truncate(42, pad=True)
            line.append_text(part)
        placed.append(line)
    offered = plural(len(wanted.wagers), "side wager")
    return [Text(), Text(f" ♤ {law.title}: {offered}", GOLD), Text(f"   {head}", FAINT), Text(), *placed]


def _next_paytable(law: Document, name: str, wanted: TableChoices) -> str:
    """Put a wager on with the next paytable that the law allows here; after the last one take it off."""
    tables = list(dict.fromkeys(table.id for table in law.wager(name).choosable))
    before = wanted.wagers.pop(name, None)
    note = ""
    for table in tables[tables.index(str(before)) + 1 if before in tables else 0 :]:
        wanted.wagers[name] = table
        _, wrong = wanted.resolve()
        if not wrong:
            return ""
        note = note or _refusal(wrong)
        del wanted.wagers[name]
    return note if before is None else ""


def _refusal(wrong: Sequence[Finding]) -> str:
    if not wrong:
        return "No: such a table is not allowed"
    return f"No: {wrong[0].message}" + (f" [{wrong[0].cite}]" if wrong[0].cite else "")
