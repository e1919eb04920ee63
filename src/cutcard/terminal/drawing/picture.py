"""The table as it is drawn: what `view` lets the player see, and nothing else.

Cards are drawn whole where there is room, as two characters where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from rich.text import Text

from cutcard.cards import SUIT_SYMBOLS, Card, card
from cutcard.money import cents
from cutcard.terminal.drawing.text import (
    FAINT,
    GOLD,
    count,
    dealer_count,
    face,
    joined,
    money,
    result,
    wrapped,
)
from cutcard.wording import meter_name, plural

BLACK: Final = "#1d1d1f on #f7f5ee"
RED: Final = "bold #c4122f on #f7f5ee"
EDGE: Final = "#8d8a80 on #f7f5ee"
BACK: Final = "#9db4e8 on #23407f"
SHORT: Final = 1
LOW: Final = 4
TALL: Final = 5
WIDTH: Final = 5
STEP: Final = 4
"""How far the next card of a fan lies to the right of a card: its rank and suit stay in sight."""

Lying = Card | None
"""A card face up, or None for one that lies face down."""


def fan(cards: Sequence[Lying], height: int) -> list[Text]:
    """Cards side by side, each over the right edge of the one before."""
    if height == SHORT:
        return [in_line(cards)]
    drawn = [_card(each, height) for each in cards]
    lines = []
    for row in range(height):
        line = Text()
        for index, each in enumerate(drawn):
            line.append_text(each[row] if index == len(drawn) - 1 else each[row][:STEP])
        lines.append(line)
    return lines


def fan_width(count: int, height: int) -> int:
    """How many columns a number of cards take."""
    if not count:
        return 0
    return STEP * count if height == SHORT else STEP * (count - 1) + WIDTH


def in_line(cards: Sequence[Lying]) -> Text:
    """Cards as signs with blanks between: Q♥ 10♠ ▒▒."""
    return Text(" ").join([_sign(each) for each in cards])


def _sign(card: Lying) -> Text:
    if card is None:
        return Text(" ▒▒", BACK)
    return Text(f"{face(card):>3}", RED if card.red else BLACK)


def _card(card: Lying, height: int) -> list[Text]:
    style = BACK if card is None else EDGE
    rows = [Text("╭───╮", style)]
    for inside in _inside(card, height - 2):
        rows.append(Text("│", style).append_text(inside).append("│", style))
    rows.append(Text("╰───╯", style))
    return rows


def _inside(card: Lying, rows: int) -> list[Text]:
    if card is None:
        return [Text("▒▒▒", BACK) for _ in range(rows)]
    style = RED if card.red else BLACK
    rank, suit = face(card)[:-1], SUIT_SYMBOLS[card.suit]
    lines = [f"{rank}{suit}"[:3].ljust(3), *["   "] * (rows - 2), suit.rjust(3)]
    if rows > 2:
        lines[-1] = f"{suit}{rank}".rjust(3)
    return [Text(line, style) for line in lines]


GAP: Final = 3
NARROWEST_BLOCK: Final = 10
STATES: Final = {"stood": "", "even_money": "even money", "busted": "", "dead": "dead hand"}
MARK: Final = "▶"
STORY_LINES: Final = 3
"""How many lines of the story are worth more than larger cards."""
BAR: Final = 24

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment, with what is shown around it."""

    title: str
    view: View
    you: str
    chips: int
    won: int
    """What the player is up since sitting down."""
    shoe: tuple[int, int, int]
    """Cards gone from the shoe, cards before the cover card (-1: none), cards it began with."""
    story: tuple[Text, ...] = ()
    """What has just happened; in plain lines it was printed when it did."""
    notes: tuple[Text, ...] = ()
    below: tuple[Text, ...] = ()
    """Lines under the table: a settlement, a bet being made."""

    def lines(self, width: int, height: int) -> list[Text]:
        """The picture for a width and height: the cards as large as fit, the notes at its foot."""
        story = _story(self.story, width)
        notes = [line for note in self.notes for line in _note(note, width)]
        if not height:
            layout = _layout(self.view, self.you, width, SHORT)
            return [*_plain_head(self), *layout, *self.below, *notes]
        head = _head(self, width)
        for size in (TALL, LOW, SHORT):
            layout = _layout(self.view, self.you, width, size)
            room = height - len(head) - len(layout) - len(self.below) - len(notes)
            if room >= (min(len(story[0]), STORY_LINES) if size == TALL else 0):
                fitting = next(each for each in story if len(each) <= room)
                between = [Text()] * (room - len(fitting))
                return [*head, *layout, *self.below, *between, *fitting, *notes]
        return _cropped(head, layout, [*self.below, *notes], height)


def _story(sentences: Sequence[Text], width: int) -> list[list[Text]]:
    """Sentences as paragraphs, one sentence less each time, from the whole story down to none.

    Sentences of one style run on; another style, or words that no full stop ends, begin a new line.
    """
    stories: list[list[Text]] = []
    for first in range(len(sentences) + 1):
        lines: list[Text] = []
        for (style, _), same in groupby(sentences[first:], key=_runs_on):
            lines += _note(Text(" ".join(each.plain for each in same), style), width)
        stories.append(lines)
    return stories


def _runs_on(sentence: Text) -> tuple[str, bool]:
    return str(sentence.style), sentence.plain.endswith(".")


def _note(note: Text, width: int) -> list[Text]:
    return wrapped(note.plain, width - 1, indent=1, style=str(note.style))


def _cropped(head: list[Text], layout: list[Text], rest: list[Text], height: int) -> list[Text]:
    """As much as fits: the dealer, the hand to act and the latest notes before all else."""
    room = max(2, height - len(head) - len(rest))
    if len(layout) > room:
        active = next((n for n, line in enumerate(layout) if MARK in line.plain), 0)
        first = max(1, min(active - room // 2, len(layout) - room + 1))
        layout = [*layout[:1], *layout[first : first + room - 1]]
    rest = rest[max(0, len(head) + len(layout) + len(rest) - height) :]
    return [*head, *layout, *rest][:height]


def _plain_head(scene: Scene) -> list[Text]:
    """Between rounds, line by line: where the player stands."""
    if scene.view["round"] is not None:
        return []
    return [Text(), Text("   ").append_text(joined([*_facts(scene), *_meters(scene)], "   "))]


def _facts(scene: Scene) -> list[Text]:
    facts = [Text(f"chips {money(scene.chips)}", "bold"), Text("result ").append_text(result(scene.won))]
    if scene.view["rounds"]:
        facts.append(Text(f"round {scene.view['rounds']}"))
    return facts


def _meters(scene: Scene) -> list[Text]:
    return [
        Text(f"{meter_name(name)} {money(cents(shows))}", GOLD)
        for name, shows in scene.view["meters"].items()
    ]


def _head(scene: Scene, width: int) -> list[Text]:
    left = Text().append(" ♤ ", GOLD).append(scene.title, "bold")
    for right in _shoe(scene.shoe):
        room = width - left.cell_len - right.cell_len - 1
        if room > 1:
            left.append(" " * room).append_text(right)
            break
    lines = [left]
    row = Text("   ").append_text(joined(_facts(scene), "   "))
    for meter in _meters(scene):
        if row.cell_len + meter.cell_len + GAP >= width:
            lines.append(row)
            row = Text()
        row.append("   ").append_text(meter)
    return [*lines, row, Text("─" * width, FAINT)]


def _shoe(shoe: tuple[int, int, int]) -> Iterator[Text]:
    """How far the shoe is dealt, the cover card as a stroke in it; the long way to say it first."""
    gone, cover, size = shoe
    if not size:
        yield Text("no cards yet", FAINT)
    elif cover < 0:
        yield Text(f"{plural(size - gone, 'card')} left", FAINT)
    else:
        count_left = Text(f"{max(0, cover - gone)} to the cover card", FAINT)
        filled, stroke = gone * BAR // size, cover * BAR // size
        bar = Text("".join("█" if place < filled else "░" for place in range(BAR)), FAINT)
        drawn = Text().append_text(bar[:stroke]).append("│", GOLD).append_text(bar[stroke:])
        yield Text(" ").join([drawn, count_left])
        yield count_left


def _layout(view: View, you: str, width: int, size: int) -> list[Text]:
    r = view["round"]
    if r is None:
        return []
    if size == SHORT:
        return _short_layout(view, you)
    blocks = [
        _dealer_block(each, index, len(r["dealer"]), size) for index, each in enumerate(r["dealer"])
    ]
    lines = [Text(), *_in_rows(blocks, width), Text()]
    hands = [_hand_block(view, box, hand, you, size) for box, hand in _hands(r)]
    return [*lines, *_in_rows(hands, width)]


def _hands(r: View) -> Iterator[tuple[View, View]]:
    for box in r["boxes"]:
        for hand in box["hands"]:
            yield box, hand


def _cards(written: Sequence[str | None]) -> list[Lying]:
    return [None if each is None else card(each) for each in written]


def _dealer_count(dealer: View) -> str:
    seen = [each for each in _cards(dealer["cards"]) if each is not None]
    if not seen:
        return ""
    points = dealer_count(seen)
    return f"shows {points}" if None in dealer["cards"] or len(seen) == 1 else points


def _dealer_block(dealer: View, index: int, several: int, size: int) -> list[Text]:
    name = f"Dealer, hand {index + 1}" if several > 1 else "Dealer"
    cards = _cards(dealer["cards"])
    drawn = fan(cards, size) if cards else [Text()] * size
    return [Text(name, "bold"), *drawn, Text(_dealer_count(dealer))]


def _name(box: View, hand: View, you: str) -> Text:
    name = f"Box {box['box']}" + (f", hand {hand['hand']}" if len(box["hands"]) > 1 else "")
    return Text(name, "bold") if box["player"] == you else Text(f"{name} {box['player']}", FAINT)


def _is_active(view: View, box: View, hand: View) -> bool:
    awaits = view["awaits"]
    if awaits["kind"] != "decision" or str(box["box"]) not in awaits["may"]:
        return False
    if awaits["hand"] is not None:
        return bool(awaits["hand"] == hand["hand"])
    return bool(next(iter(awaits["may"])) == str(box["box"]))


def _count(hand: View) -> str:
    cards = [each for each in _cards(hand["cards"]) if each is not None]
    if hand["total"] is None:
        return ""
    state = hand["state"]
    if state == "blackjack":
        return "blackjack"
    return ", ".join(part for part in (count(cards), STATES.get(state, state)) if part)


def _staked(view: View, box: View, hand: View) -> str:
    stakes = [cents(each) for each in hand["stakes"]]
    several = len({*stakes}) > 1
    text = " ".join(money(each) for each in stakes) if several else money(stakes[0])
    if not several and len(stakes) > 1:
        text += f" ×{len(stakes)}"
    if hand["doubled"]:
        text += " doubled"
    insured = sum(cents(each) for each in box["insurance"].values())
    if insured and hand["hand"] == 1:
        settled = [net for wager, _, net in _nets(view, box) if wager.startswith("insurance")]
        text += f", insurance {result(sum(settled)).plain}" if settled else f", insured {money(insured)}"
    return text


def _nets(view: View, box: View) -> list[tuple[str, int | None, int]]:
    """Wager, hand and result of each line of a box that is settled."""
    lines = (line for line in view["round"]["lines"] if line["box"] == box["box"])
    return [(line["wager"], line["hand"], cents(line["net"])) for line in lines]


def _won(view: View, box: View, hand: View) -> Text | None:
    """The result of a hand, once its main wager is settled."""
    nets = [
        net
        for wager, number, net in _nets(view, box)
        if number == hand["hand"] and wager.startswith("main")
    ]
    if not nets:
        return None
    return result(sum(nets)) if sum(nets) else Text("returned" if len(nets) == 1 else money(0))


def _sides(view: View, box: View, hand: View) -> Text:
    """The stakes of side wagers, or their result so far."""
    staked = [cents(stake) for name, stake in box["stakes"].items() if not name.startswith("main")]
    if not staked or hand["hand"] != 1:
        return Text()
    others = ("main", "insurance")
    settled = [net for wager, _, net in _nets(view, box) if not wager.startswith(others)]
    if settled:
        return Text("sides ", FAINT).append_text(result(sum(settled)))
    return Text(f"sides {money(sum(staked))}", FAINT)


def _hand_block(view: View, box: View, hand: View, you: str, size: int) -> list[Text]:
    name = _name(box, hand, you)
    if _is_active(view, box, hand):
        name = Text().append(f"{MARK} ", GOLD).append(name.plain, GOLD)
    cards = _cards(hand["cards"])
    drawn = fan(cards, size) if cards else [Text()] * size
    lines = [name, *drawn, Text(_count(hand)), Text(_staked(view, box, hand))]
    if any(line["wager"].startswith("main") for line in view["round"]["lines"]):
        lines.append(_won(view, box, hand) or Text())
    if any(not wager.startswith("main") for each in view["round"]["boxes"] for wager in each["stakes"]):
        lines.append(_sides(view, box, hand))
    return lines


def _in_rows(blocks: Sequence[list[Text]], width: int) -> list[Text]:
    """Blocks side by side, in as many rows as they take."""
    wide = sum(_width(block) for block in blocks)
    gap = GAP if wide + GAP * len(blocks) < width - GAP else GAP - 1
    rows: list[list[list[Text]]] = [[]]
    used = 0
    for block in blocks:
        if rows[-1] and used + _width(block) > width - gap:
            rows.append([])
            used = 0
        rows[-1].append(block)
        used += _width(block) + gap
    lines: list[Text] = []
    for row in rows:
        lines += [Text()] if lines else []
        lines += _side_by_side(row, width, gap)
    return lines


def _side_by_side(row: Sequence[list[Text]], width: int, gap: int) -> list[Text]:
    margin = max(1, (width - sum(_width(block) + gap for block in row) + gap) // 2)
    lines = []
    for place in range(max((len(block) for block in row), default=0)):
        line = Text(" " * margin)
        for block in row:
            part = block[place].copy() if place < len(block) else Text()
            part.truncate(_width(block), pad=True)
            line.append_text(part).append(" " * gap)
        lines.append(line)
    return lines


def _width(block: Sequence[Text]) -> int:
    return max(NARROWEST_BLOCK, *(line.cell_len for line in block))


def _dealer_lines(r: View, names: int) -> Iterator[Text]:
    for index, dealer in enumerate(r["dealer"]):
        name = f"Dealer, hand {index + 1}" if len(r["dealer"]) > 1 else "Dealer"
        line = Text(f"   {name:<{names}} ").append_text(in_line(_cards(dealer["cards"])))
        yield line.append(f"  {_dealer_count(dealer)}")


def _short_layout(view: View, you: str) -> list[Text]:
    """One line for each hand, in columns."""
    r = view["round"]
    hands = list(_hands(r))
    names = max([15 if len(r["dealer"]) > 1 else 6, *(_name(*each, you).cell_len for each in hands)])
    cards = max((fan_width(len(hand["cards"]), SHORT) for _, hand in hands), default=0)
    counts = max((len(_count(hand)) for _, hand in hands), default=0)
    lines = list(_dealer_lines(r, names))
    for box, hand in hands:
        name = _name(box, hand, you)
        name.pad_right(names + 1 - name.cell_len)
        line = Text().append(f" {MARK} " if _is_active(view, box, hand) else "   ", GOLD)
        shown = in_line(_cards(hand["cards"]))
        line.append_text(name).append_text(shown).append(" " * (cards - shown.cell_len + 1))
        line.append(f"{_count(hand):<{counts}}")
        for part in (_won(view, box, hand), Text(_staked(view, box, hand)), _sides(view, box, hand)):
            if part:
                line.append("  ").append_text(part)
        lines.append(line)
    return lines
