"""The words for every event, one sentence each, or one for each way it can be, written and read back.

A sentence is a template over the fields of one class of events; some fields are fixed by its words.
`{where}` is a box and one of its hands, `{dealer}` the dealer's. What the words do not say and is not
as expected is added in braces behind them, a citation in brackets. Of several sentences for one event
the first that fits is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, get_args, get_type_hints

from cutcard.cards import Card, cards, text
from cutcard.money import Cents, dollars
from cutcard.rules import Action
from cutcard.shoe import events as s
from cutcard.table import events as e
from cutcard.table.events import Decided
from cutcard.table.record import codec
from cutcard.table.record.codec import Malformed, amount_of
from cutcard.table.record.text.tally import Tally
from cutcard.table.round import DEALER
from cutcard.wording import decision_verb

CARD: Final = r"[A2-9TJQK][cdhs]"
MONEY: Final = r"\$-?[0-9]{1,13}\.[0-9]{2}"
QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
WORDS: Final = r"[\w§.'/&+%-]+(?: [\w§.'/&+%-]+)*"
NAME: Final = f"(?:{QUOTED}|{WORDS})"
HAND: Final = r"(?: hand (?P<hand>[1-9][0-9]{0,8}))?"
PLACES: Final = {"where": rf"box (?P<box>[1-9][0-9]{{0,8}}){HAND}", "dealer": f"dealer{HAND}"}
CARDS_A_ROW: Final = 26

Rendered = tuple[str, list[str], dict[str, Any]]
"""The words, the rows beneath them, and what must be added in braces."""
Kind = tuple[str, Callable[[Any], str], Callable[[str], Any]]
"""The pattern of a value in a sentence, how it is written, and how it is read."""


def quoted(value: str) -> str:
    """A name or other text as sentences have it: in quotes where it is not made of plain words."""
    if re.fullmatch(WORDS, value) and value.isprintable():
        return value
    return codec.line_of(value)


def unquoted(value: str) -> str:
    """The text that stands in a sentence."""
    if not value.startswith('"'):
        return value
    try:
        return str(json.loads(value))
    except ValueError:
        raise Malformed(f"{value[:40]} is not a text") from None


def money(amount: int) -> str:
    """Money as sentences have it: $12.50."""
    return f"${dollars(amount)}"


def money_in(words: str) -> Cents:
    """The money that stands in a sentence."""
    return amount_of(words.removeprefix("$"))


_KINDS: Final[Mapping[Any, Kind]] = {
    int: ("-?[0-9]{1,16}", str, int),
    str: (NAME, quoted, unquoted),
    Card: (CARD, lambda card: card.text, lambda words: cards(words)[0]),
    Cents: (MONEY, money, money_in),
    tuple[Card, ...]: (f"{CARD}(?: {CARD})*", text, cards),
    tuple[Cents, ...]: (
        rf"{MONEY}(?: \+ {MONEY})*",
        lambda amounts: " + ".join(map(money, amounts)),
        lambda words: tuple(map(money_in, words.split(" + "))),
    ),
    tuple[str, ...]: (
        f"{NAME}(?:, {NAME})*",
        lambda names: ", ".join(map(quoted, names)),
        lambda words: tuple(map(unquoted, re.findall(NAME, words))),
    ),
}


def _kind(hint: Any) -> Kind:
    return _KINDS.get(hint) or _KINDS[get_args(hint)[0]]  # else it is X | None


def place_of(box: int, hand: int, tally: Tally) -> str:
    """A hand in words; its number is left out where the box has one hand only."""
    where = f"box {box}" if box != DEALER else "dealer"
    return f"{where} hand {hand}" if hand != 1 or tally.hands(box) > 1 else where


class Sentence:
    """One way to describe one class of events."""

    def __init__(self, made: type, template: str, rows: str = "", /, **fixed: object) -> None:
        self.made = made
        self.template = template
        self.fixed = fixed
        self.rows = tuple(rows.split())
        self._hints = get_type_hints(made)
        named = re.findall(r"\{(\w+)\}", template)
        self._place = next((name for name in named if name in PLACES and name not in self._hints), "")
        self._kinds = {name: _kind(self._hints[name]) for name in named if name != self._place}
        stated = {*self._kinds, *fixed, *self.rows, "cite", *(("box", "hand") if self._place else ())}
        self._rest = tuple(each for each in fields(made) if each.name not in stated)
        groups = {name: f"(?P<{name}>{kind[0]})" for name, kind in self._kinds.items()}
        parts = re.split(r"\{(\w+)\}", template)
        self._pattern = re.compile(
            "".join(
                re.escape(part) if at % 2 == 0 else groups.get(part) or PLACES[part]
                for at, part in enumerate(parts)
            )
        )

    @property
    def first_word(self) -> str:
        """What its line begins with."""
        word = self.template.split(" ", 1)[0]
        return {"{where}": "box", "{dealer}": "dealer"}.get(word, word)

    def render(self, event: Any, tally: Tally) -> Rendered | None:
        """An event in its words; None where they do not fit."""
        if any(getattr(event, name) != value for name, value in self.fixed.items()):
            return None
        values: dict[str, str] = {}
        if self._place:
            if (event.box == DEALER) is (self._place == "where"):
                return None
            values[self._place] = place_of(event.box, event.hand, tally)
        for name, (_, write, _) in self._kinds.items():
            value = getattr(event, name)
            if value is None:
                return None
            values[name] = write(value)
        rest = frozenset(
            each.name
            for each in self._rest
            if getattr(event, each.name) != self._expected(each, event.box if self._calls else 0, tally)
        )
        return self.template.format(**values), self._render_rows(event), codec.fields_of(event, rest)

    @property
    def _calls(self) -> bool:
        return self.made is Decided

    def _expected(self, each: Any, box: int, tally: Tally) -> object:
        """What a field is where the words do not say it."""
        if self._calls and each.name == "player":
            return tally.callers.get(box, "")
        return each.default

    def _render_rows(self, event: Any) -> list[str]:
        rows: list[str] = []
        for name in self.rows:
            value = getattr(event, name)
            if self._hints[name] == tuple[Card, ...]:
                chunks = [value[at : at + CARDS_A_ROW] for at in range(0, len(value), CARDS_A_ROW)]
                rows += [f"{name}: {text(chunk)}" for chunk in chunks]
            elif value:
                rows.append(f"{name}: {_kind(self._hints[name])[1](value)}")
        return rows

    def read(self, words: str, rows: list[str], more: dict[str, Any], tally: Tally) -> object | None:
        """The event that words and rows describe; None where they are not this sentence's."""
        match = self._pattern.fullmatch(words)
        if match is None:
            return None
        values: dict[str, Any] = {**self.fixed, **self._read_rows(rows)}
        for name, (_, _, read) in self._kinds.items():
            values[name] = read(match[name])
        if self._place:
            values["box"] = int(match["box"]) if self._place == "where" else DEALER
            values["hand"] = int(match["hand"] or 1)
        return self._made(values, more, tally)

    def _read_rows(self, rows: list[str]) -> dict[str, Any]:
        read: dict[str, str] = {}
        for row in rows:
            name, colon, value = row.partition(": ")
            if not colon or name not in self.rows:
                raise Malformed(f"{row[:40]!r} does not belong there")
            read[name] = f"{read[name]} {value}" if name in read else value
        values: dict[str, Any] = {name: "" if self._hints[name] is str else () for name in self.rows}
        for name, value in read.items():
            pattern, _, reads = _kind(self._hints[name])
            if not re.fullmatch(pattern, value):
                raise Malformed(f"{name}: {value[:40]!r} cannot be read")
            values[name] = reads(value)
        return values

    def _made(self, values: dict[str, Any], more: dict[str, Any], tally: Tally) -> object:
        known = {each.name for each in self._rest}
        if "cite" in self._hints:
            known.add("cite")
            values["cite"] = ""
        for key in more:
            if key not in known:
                raise Malformed(f"{key[:40]!r}: already in the words, or does not belong there")
        values |= codec.fields_in(codec.NAMES[self.made], more)
        for each in self._rest:
            if each.name not in values:
                if each.default is MISSING and not self._calls:
                    raise Malformed(f"{each.name} is not stated")
                values[each.name] = self._expected(each, values.get("box", 0), tally)
        return self.made(**values)


UP, DOWN = "up", "down"
_CARD_WORDS: Final = (
    ("first", UP, "{where} first card: "),
    ("second", UP, "{where} second card: "),
    ("third", UP, "{where} third card: "),
    ("play", UP, "{where} draws "),
    ("first", DOWN, "{where} first card, face down: "),
    ("second", DOWN, "{where} second card, face down: "),
    ("play", DOWN, "{where} draws, face down: "),
    ("up", UP, "{dealer} up card: "),
    ("hole", UP, "{dealer} second card: "),
    ("hole", DOWN, "{dealer} hole card, face down: "),
    ("dealer_third", UP, "{dealer} third card: "),
    ("draw", UP, "{dealer} draws "),
    ("buster", UP, "{dealer} draws for the Buster wager: "),
)


def _dealt() -> list[Sentence]:
    sentences = []
    for why, face, words in _CARD_WORDS:
        sentences.append(Sentence(e.CardDealt, f"{words}{{drawn}}", why=why, face=face))
        sentences.append(Sentence(e.CardPlaced, f"{words}{{card}}, which waited", why=why, face=face))
    return sentences


def _decided(do: Action, more: str = "", **fixed: object) -> Sentence:
    return Sentence(e.Decided, f"{{where}} {decision_verb(do)}{more}", do=str(do), **fixed)


_PLAY: Final = [
    *_dealt(),
    _decided(Action.STAND),
    _decided(Action.HIT),
    _decided(Action.DOUBLE, " for {amounts}"),
    _decided(Action.SPLIT, " for {amounts}"),
    _decided(Action.SURRENDER, ", held until the dealer's second card", held=True),
    _decided(Action.SURRENDER, held=False),
    _decided(Action.INSURE, " for {amounts}", index=0),
    _decided(Action.INSURE, " the second wager for {amounts}", index=1),
    _decided(Action.INSURE, " the third wager for {amounts}", index=2),
    _decided(Action.INSURE, " spot {index} for {amounts}"),
    _decided(Action.EVEN_MONEY),
    _decided(Action.SWITCH),
    _decided(Action.RESCUE),
    _decided(Action.THIRD_CARD),
    Sentence(e.Followed, "backer {player} stays on {where}", amount=0),
    Sentence(e.Followed, "backer {player} puts {amount} more on {where}"),
    Sentence(e.OfferDeclined, "box {box} lets the offers before play pass", offer="before_play", hand=0),
    Sentence(e.OfferDeclined, "box {box} takes no third card", offer="third_card", hand=0),
    Sentence(e.OfferDeclined, "box {box} does not switch", offer="switch", hand=0),
    Sentence(e.OfferDeclined, "{where} leaves it at that", offer="hand"),
    Sentence(e.OffersClosed, "offers before play are closed"),
    Sentence(e.HoleChecked, "dealer checks the hole card: blackjack", blackjack=True),
    Sentence(e.HoleChecked, "dealer checks the hole card: no blackjack", blackjack=False),
    Sentence(e.HoleShown, "dealer shows hole card {card}"),
    Sentence(e.DeviceSpoke, "device {device} shows {shows}"),
    Sentence(e.JackpotConfirmed, "box {box} {wager} payout confirmed by {by}", player=""),
    Sentence(e.JackpotConfirmed, "box {box} {wager} payout confirmed by {by}, for {player}"),
    Sentence(e.LammerMoved, "box {box} streak lammer taken away", wins=0),
    *(
        Sentence(e.LammerMoved, f"box {{box}} lammer on streak area {wins + 1}", wins=wins)
        for wins in range(1, 5)
    ),
    Sentence(e.LammerMoved, "box {box} streak lammer moves to {wins}"),
    Sentence(e.HandCleared, "{where} cleared: {cards}"),
    Sentence(e.HandCleared, "{dealer} cleared: {cards}"),
    Sentence(e.CardsCollected, "cards collected: {cards}"),
    Sentence(e.RoundEnded, "round {number} ends"),
]

_PEOPLE: Final = [
    Sentence(e.PlayerArrived, "player {player} arrives", box=0),
    Sentence(e.PlayerArrived, "player {player} sits at box {box}"),
    Sentence(e.PlayerLeft, "player {player} leaves"),
    Sentence(e.BetRemoved, "player {player} takes back the bet on box {box}"),
    Sentence(e.BetAbandoned, "player {player} leaves {amount} behind on box {box}"),
    Sentence(e.BetAcknowledged, "box {box} device takes notice of {wagers}"),
    Sentence(e.MeterShown, "linked meter {meter} shows {amount}, resets to {reset}", linked=True),
    Sentence(e.MeterShown, "linked meter {meter} shows {amount}", linked=True),
    Sentence(e.MeterShown, "meter {meter} shows {amount}, resets to {reset}", linked=False),
    Sentence(e.MeterShown, "meter {meter} shows {amount}", linked=False),
    Sentence(e.EntryPermitted, "player {player} may bet again before the shuffle, says {by}"),
    Sentence(e.DealerChanged, "dealer {dealer} takes over"),
    Sentence(e.TableOpened, "table opens at {at} with dealer {dealer}"),
    Sentence(e.TableClosed, "table closes at {at}, says {by}"),
    Sentence(e.DownDoublesOffered, "player {player} asks for double cards face down"),
]

_IRREGULAR: Final = [
    Sentence(e.CardSetAside, "card {drawn} set aside: {why}", to="rack"),
    Sentence(e.CardSetAside, "card {drawn} torn up: {why}", to="torn"),
    Sentence(e.CardSetAside, "card {drawn} segregated: {why}", to="segregated"),
    Sentence(e.CardExposed, "card {drawn} exposed: {why}"),
    Sentence(e.CardRefused, "box {box} refuses the exposed card"),
    Sentence(e.WaitingDiscarded, "waiting card {card} goes to the rack"),
    Sentence(e.DealChanged, "deal goes on in another order: {why}"),
    Sentence(e.CardMissed, "{where} missed a card and gets it later"),
    Sentence(e.HandDead, "box {box} is dead: {why}", hand=0),
    Sentence(e.HandDead, "{where} is dead: {why}"),
    Sentence(e.RoundVoided, "round is void: {why}"),
    Sentence(e.CheckSkipped, "hole card is not checked: {why}", hole_card="face_down"),
    Sentence(e.CheckSkipped, "hole card is not dealt yet: {why}", hole_card="none"),
    Sentence(e.SideMistaken, "round comes from the {side} side by mistake and stands"),
    Sentence(e.IrregularityNoted, "irregularity {what}", by="", box=0, hand=0),
    Sentence(e.IrregularityNoted, "irregularity {what}, says {by}", box=0, hand=0),
    Sentence(e.IrregularityNoted, "irregularity at box {box}: {what}, says {by}", hand=0),
    Sentence(e.IrregularityNoted, "irregularity at box {box} hand {hand}: {what}, says {by}"),
    Sentence(
        e.ReaderFailed, "card reader fails, play goes on without", goes_on=True, hole_card="face_down"
    ),
    Sentence(
        e.ReaderFailed,
        "card reader fails, play goes on without a hole card",
        goes_on=True,
        hole_card="none",
    ),
    Sentence(e.ReaderFailed, "card reader fails, play stops", goes_on=False, hole_card="face_down"),
    Sentence(e.ReaderRepaired, "card reader repaired by {by}"),
    Sentence(e.LightFailed, "light of box {box} fails"),
    Sentence(e.LightRepaired, "light of box {box} repaired"),
]

_CARDS: Final = [
    Sentence(s.GamingDayBegan, "gaming day begins at {at}"),
    Sentence(s.ReaderInspected, "card reader inspected by {by} at {at}: works", works=True),
    Sentence(s.ReaderInspected, "card reader inspected by {by} at {at}: fails", works=False),
    Sentence(s.CardsReceived, "batch {batch} received at {at}, shuffled before", preshuffled=True),
    Sentence(s.CardsReceived, "batch {batch} received at {at}", preshuffled=False),
    Sentence(s.CardsInspected, "batch {batch} inspected by {by}"),
    Sentence(s.TensRemoved, "batch {batch} tens removed by {by}", "cards"),
    Sentence(s.InspectionVerified, "batch {batch} inspection verified by {by}"),
    Sentence(s.CardsSpread, "batch {batch} spread face {face}"),
    Sentence(s.CardsTurnedUp, "batch {batch} turned face up"),
    Sentence(s.CardsViewed, "batch {batch} viewed by player {player}"),
    Sentence(s.CardsTurnedDown, "batch {batch} turned face down"),
    Sentence(s.CardsWashed, "batch {batch} washed"),
    Sentence(s.CardsStacked, "batch {batch} stacked"),
    Sentence(
        s.CardsShuffled,
        "batch {batch} shuffled by {by}, {size} cards, to finish the round",
        "commitment order salt steps",
        why="refill",
    ),
    Sentence(
        s.CardsShuffled, "batch {batch} shuffled by {by}, {size} cards", "commitment order salt steps"
    ),
    Sentence(s.CutOffered, "batch {batch} cut offered to player {player}"),
    Sentence(s.CutRefused, "batch {batch} cut refused by player {player}"),
    Sentence(s.CardsCut, "batch {batch} cut at {position} by {by}", player=""),
    Sentence(s.CardsCut, "batch {batch} cut at {position} by {by}, for {player}"),
    Sentence(s.RecutOrdered, "batch {batch} recut ordered by {by}, for the {who} cutter"),
    Sentence(s.CoverPlaced, "batch {batch} cover card placed, {behind} cards behind it"),
    Sentence(s.BaseCovered, "batch {batch} laid on a cover card"),
    Sentence(s.ShoeLoaded, "batch {batch} loaded by {by}", side=""),
    Sentence(s.ShoeLoaded, "batch {batch} loaded on the {side} by {by}"),
    Sentence(s.CardBurned, "card {drawn} burned, one a {why}", side=""),
    Sentence(s.CardBurned, "card {drawn} burned from the {side}, one a {why}"),
    Sentence(s.BurnExcused, "burn excused by {by}"),
    Sentence(s.BurnShown, "burned card {card} shown to player {player}"),
    Sentence(s.DeterminantDrawn, "determinant card {drawn} from the {side} deals from the {deals_from}"),
    Sentence(s.CoverSeen, "cover card comes out at the dealer's cards", on=0),
    Sentence(s.CoverSeen, "cover card comes out at box {on}"),
    Sentence(s.ReshuffleOrdered, "reshuffle ordered by {by}: {why}"),
    Sentence(
        s.ShoeEnded,
        "batch {batch} shoe ends, {left} cards left, {counted} counted, batch {then} next",
        side="",
    ),
    Sentence(
        s.ShoeEnded,
        "batch {batch} shoe ends on the {side}, {left} cards left, {counted} counted, batch {then} next",
    ),
    Sentence(s.ShoeRevealed, "order revealed", "commitment order salt"),
    Sentence(s.CardsSpreadIdle, "batch {batch} spread idle face {face}, batch {then} next"),
    Sentence(s.SpreadRequested, "batch {batch} spread asked for by player {player}"),
    Sentence(s.ShufflerFailed, "shuffler fails: {kind}", batch=0),
    Sentence(s.ShufflerFailed, "shuffler fails with batch {batch}: {kind}"),
    Sentence(s.ShufflerCovered, "shuffler covered by {by}"),
    Sentence(s.ShufflerRepaired, "shuffler repaired by {by}"),
    Sentence(s.CardsWithdrawn, "batch {batch} withdrawn: {why}"),
]


BY_EVENT: Final[dict[type, list[Sentence]]] = {}
BY_FIRST_WORD: Final[dict[str, list[Sentence]]] = {}
for _each in (*_PLAY, *_PEOPLE, *_IRREGULAR, *_CARDS):
    BY_EVENT.setdefault(_each.made, []).append(_each)
    BY_FIRST_WORD.setdefault(_each.first_word, []).append(_each)
