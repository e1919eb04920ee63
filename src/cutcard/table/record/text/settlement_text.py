"""Bets and settlement lines in words: what stands in rows beneath an act.

box 1 ann: main $25.00, lucky_ladies $5.00
box 1 main blackjack: +$37.50 on $25.00 at 3 to 2 [Ch.12 §A]
"""

from __future__ import annotations

import re
from typing import Any, Final

from cutcard.money import Cents
from cutcard.rules import Line
from cutcard.table.events import Settled
from cutcard.table.play.bets import Bet
from cutcard.table.record import codec
from cutcard.table.record.codec import Malformed
from cutcard.table.record.text.sentences import (
    MONEY,
    NAME,
    QUOTED,
    Rendered,
    money,
    money_in,
    quoted,
    unquoted,
)
from cutcard.table.record.text.tally import Tally, signed
from cutcard.wording import SETTLEMENTS, settlement_moment

MAIN: Final = "main"
INSURANCE: Final = "insurance"
NOTHING: Final = "nothing"
NONE: Final = "none"

_MOMENTS: Final = {settlement_moment(moment): moment for moment in SETTLEMENTS}
"""When a settlement is, in words -> the moment."""

_STAKE: Final = rf"{NAME} {MONEY}"
_STAKES: Final = rf"(?:{NOTHING}|{_STAKE}(?:, {_STAKE})*)"
_BET: Final = re.compile(rf"box (-?[0-9]{{1,9}}) ({NAME}): ({_STAKES})")
_METER: Final = re.compile(rf"meter ({NAME}) stands at ({MONEY})")
_PRICE: Final = rf"(?:{QUOTED}|[\w$%./-]+(?: [\w$%./-]+)*)"
_LINE: Final = re.compile(
    rf"box (?P<box>[0-9]{{1,9}})(?: hand (?P<hand>[0-9]{{1,9}}))? (?P<wager>\w+) (?P<outcome>{NAME}): "
    rf"(?P<net>[+-]{MONEY}) on (?P<stake>{MONEY})(?: at (?P<pays>{_PRICE}))?"
    rf"(?:, for (?P<player>{NAME}))?(?:, to (?P<paid_to>{NAME}))?"
)
_BRACES: Final = re.compile(r" (\{.*\})")
_CITE: Final = re.compile(r' \[("(?:[^"\\]|\\.)*"|[^\[\]"]+)\]')


def ended(words: str, more: dict[str, Any]) -> str:
    """Words with what is added behind them: fields in braces, a citation in brackets."""
    rest = {key: value for key, value in more.items() if key != "cite"}
    cite = more.get("cite", "")
    shown = cite if cite.isprintable() and not re.search(r'[\[\]"]', cite) else codec.line_of(cite)
    return words + (f" {codec.line_of(rest)}" if rest else "") + (f" [{shown}]" if cite else "")


def split_end(line: str) -> tuple[str, dict[str, Any]]:
    """The words of a line, and what is added behind them."""
    more: dict[str, Any] = {}
    if line.endswith("]") and (match := _at_end(_CITE, " [", line)):
        line = line[: match.start()]
        more["cite"] = unquoted(match[1])
    if line.endswith("}") and (match := _at_end(_BRACES, " {", line)):
        line = line[: match.start()]
        added = codec.plain_of(match[1])
        if "cite" in added:
            raise Malformed("cite: belongs in brackets, not in braces")
        more |= added
    return line, more


def _at_end(pattern: re.Pattern[str], start: str, line: str) -> re.Match[str] | None:
    """Where the end of a line fits a pattern, from the first place where it does."""
    at = line.find(start)
    while at >= 0:
        if match := pattern.fullmatch(line, at):
            return match
        at = line.find(start, at + 1)
    return None


def stakes_text(bet: Bet) -> str:
    """What lies on a box, in words."""
    return ", ".join(f"{quoted(name)} {money(stake)}" for name, stake in bet.stakes.items()) or NOTHING


def _read_stakes(words: str) -> dict[str, Cents]:
    stakes: dict[str, Cents] = {}
    for match in re.finditer(rf"({NAME}) ({MONEY})", words):
        name = unquoted(match[1])
        if name in stakes:
            raise Malformed(f"{name[:40]} is there twice")
        stakes[name] = money_in(match[2])
    return stakes


_BET_REST: Final = ("streak", "riding")


def bet_rest(bet: Bet) -> dict[str, Any]:
    """What the words about a bet do not say."""
    plain = codec.BET.write(bet)
    return {key: plain[key] for key in _BET_REST if key in plain}


def bet_row(bet: Bet) -> str:
    """A bet as a row."""
    return ended(f"box {bet.box} {quoted(bet.player)}: {stakes_text(bet)}", bet_rest(bet))


def read_bet(box: str, player: str, *, stakes: str, more: dict[str, Any]) -> Bet:
    """A bet from its words."""
    if more.keys() - set(_BET_REST):
        raise Malformed("a bet has no such field")
    plain = {"box": int(box), "player": unquoted(player), **more}
    bet = codec.BET.read(plain)
    return Bet(bet.box, bet.player, _read_stakes(stakes), bet.streak, bet.riding)


def read_bet_row(row: str) -> Bet:
    """A bet from its row."""
    words, more = split_end(row)
    match = _BET.fullmatch(words)
    if match is None:
        raise Malformed(f"{row[:60]!r} is not a bet")
    return read_bet(match[1], match[2], stakes=match[3], more=more)


def _usual_hand(wager: str) -> int | None:
    return 1 if wager.startswith(MAIN) else None


def _usual_pays(stake: int, net: int) -> str:
    return "lose" if net == -stake else "push" if net == 0 else ""


def line_row(line: Line, tally: Tally) -> str:
    """A settlement line as a row: what the wager won or lost, on which stake, at which price."""
    more: dict[str, Any] = {"cite": line.cite}
    place = f"box {line.box}"
    if line.hand is None and _usual_hand(line.wager):
        more["hand"] = None
    elif line.hand != _usual_hand(line.wager) or (line.hand and tally.hands(line.box) > 1):
        place += f" hand {line.hand}"
    gain = line.returned - line.stake
    words = f"{place} {line.wager} {quoted(line.outcome)}: {signed(gain)} on {money(line.stake)}"
    price = line.pays if re.fullmatch(_PRICE, line.pays) else codec.line_of(line.pays)
    words += f" at {price}" if line.pays != _usual_pays(line.stake, gain) else ""
    words += f", for {quoted(line.player)}" if line.player else ""
    words += f", to {quoted(line.paid_to)}" if line.paid_to != "player" else ""
    return ended(words, more)


def read_line_row(row: str) -> Line:
    """A settlement line from its row."""
    words, more = split_end(row)
    match = _LINE.fullmatch(words)
    if match is None or more.keys() - {"cite", "hand"} or more.get("hand", "") not in ("", None):
        raise Malformed(f"{row[:60]!r} is not a settlement line")
    stake, gain = money_in(match["stake"]), money_in(match["net"][1:])
    net = gain if match["net"].startswith("+") else -gain
    hand = _usual_hand(match["wager"]) if match["hand"] is None else int(match["hand"])
    return Line(
        box=int(match["box"]),
        hand=None if "hand" in more else hand,
        wager=match["wager"],
        outcome=unquoted(match["outcome"]),
        stake=stake,
        pays=_usual_pays(stake, net) if match["pays"] is None else unquoted(match["pays"]),
        returned=Cents(stake + net),
        cite=more.get("cite", ""),
        paid_to=unquoted(match["paid_to"] or "player"),
        player=unquoted(match["player"] or ""),
    )


def _usual_done(event: Settled) -> tuple[tuple[int, str], ...]:
    sides = {
        (line.box, INSURANCE if line.wager.startswith(INSURANCE) else line.wager)
        for line in event.lines
        if not line.wager.startswith(MAIN)
    }
    return tuple(sorted(sides))


def _usual_hands(event: Settled) -> tuple[tuple[int, int], ...]:
    if event.moment.startswith("hand_"):
        return ()
    hands = {(line.box, line.hand) for line in event.lines if line.hand and line.wager.startswith(MAIN)}
    return tuple(sorted(hands))


def _usual_spots(moment: str) -> int:
    number = moment.removeprefix("hand_")
    return 1 if moment == "end" else int(number) if number != moment and number.isdigit() else 0


def render_settled(event: Settled, tally: Tally) -> Rendered:
    """A settlement: its moment, its lines, what became of the meters, and what it closes."""
    rows = [line_row(line, tally) for line in event.lines]
    rows += [f"meter {quoted(name)} stands at {money(amount)}" for name, amount in event.meters.items()]
    for what, pairs, usual in (
        ("wagers", event.done, _usual_done(event)),
        ("hands", event.hands, _usual_hands(event)),
    ):
        if pairs != usual:
            rows.append(f"{what} settled: " + (", ".join(f"{box} {of}" for box, of in pairs) or NONE))
    usual_rest = {"spots": _usual_spots(event.moment), "final": event.moment == "end", "left": ()}
    rest = {name for name, usual in usual_rest.items() if getattr(event, name) != usual}
    return f"settle {settlement_moment(event.moment)}", rows, codec.fields_of(event, frozenset(rest))


def read_settled(words: str, rows: list[str], more: dict[str, Any]) -> Settled:
    """A settlement from its words and rows."""
    when = words.removeprefix("settle ")
    moment = _MOMENTS.get(when) or when.replace(" ", "_")
    if not re.fullmatch(r"\w+", moment) or more.keys() - {"spots", "final", "left"}:
        raise Malformed(f"{words[:60]!r}: no such settlement")
    lines: list[Line] = []
    meters: dict[str, Cents] = {}
    closes: dict[str, str] = {}
    for row in rows:
        what, _, which = row.partition(" settled: ")
        if match := _METER.fullmatch(row):
            meters[unquoted(match[1])] = money_in(match[2])
        elif which and what in ("wagers", "hands") and what not in closes:
            closes[what] = which
        else:
            lines.append(read_line_row(row))
    settled = Settled(moment, tuple(lines), meters)
    pairs = {what: _pairs(which) for what, which in closes.items()}
    done, hands = pairs.get("wagers"), pairs.get("hands")
    values = codec.fields_in("settled", more)
    return Settled(
        moment,
        tuple(lines),
        meters,
        done=_usual_done(settled) if done is None else done,
        hands=_usual_hands(settled) if hands is None else tuple((box, int(n)) for box, n in hands),
        spots=values.get("spots", _usual_spots(moment)),
        final=values.get("final", moment == "end"),
        left=values.get("left", ()),
    )


def _pairs(which: str) -> tuple[tuple[int, str], ...]:
    if which == NONE:
        return ()
    pairs = [re.fullmatch(r"([0-9]{1,9}) (\w+)", each) for each in which.split(", ")]
    if not all(pairs):
        raise Malformed(f"{which[:60]!r}: must be boxes, each with a wager or a hand")
    return tuple((int(each[1]), each[2]) for each in pairs if each)
