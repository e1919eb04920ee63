"""The record as a person reads it, one line an act, and back to the same events without loss.

    Round 12
        box 1 ann: main $25.00
      box 1 first card: Th
      dealer up card: 6d
      box 1 hits: 5c (15)
      settle at the end
        box 1 main win: +$25.00 on $25.00 at 1 to 1 [Ch.12 §C]
      round 12 ends (box 1 +$25.00)

Acts of a round are set in; the rows of an act stand four blanks from the margin, a citation in
brackets. What stands in parentheses follows from the rest: it may be left out, but not be wrong. An
event without words of its own is its name and its fields in braces. Lines with # are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cutcard.law import Code, Refusal
from cutcard.table.events import BetPlaced, CardDealt, CommandRefused, Decided, RoundStarted, Settled
from cutcard.table.record import codec
from cutcard.table.record.codec import Malformed, Plain
from cutcard.table.record.record import Header, RecordError, header_json, law_of_header, parse_header
from cutcard.table.record.text.sentences import (
    BY_EVENT,
    BY_FIRST_WORD,
    CARD,
    NAME,
    QUOTED,
    Rendered,
    quoted,
    unquoted,
)
from cutcard.table.record.text.settlement_text import (
    bet_rest,
    bet_row,
    ended,
    read_bet,
    read_bet_row,
    read_settled,
    render_settled,
    split_end,
    stakes_text,
)
from cutcard.table.record.text.tally import Tally

ROW: Final = "    "
ACT: Final = "  "
LONGEST_SENTENCE: Final = 5_000
WIDEST: Final = 100
TITLE: Final = "Record of "
OPTIONS: Final = "Options of the table"

_BESIDE: Final = re.compile(r"(.*?) \(([^()\"]*)\)")
_ROUND: Final = re.compile(r"Round ([0-9]{1,9})(, double cards face down)?")
_BETS: Final = re.compile(rf"player ({NAME}) bets on box ([0-9]{{1,9}}): (.+)")
_REFUSED: Final = re.compile(rf"refused to ({NAME}), (\w+): ({NAME}): ({QUOTED})")
_WITH_CARD: Final = re.compile(rf"(box .+?)(, face down)?: ({CARD})")
_BY_NAME: Final = re.compile(r"([a-z_]+) (\{.*\})")


# Writing.


def render_record(events: Iterable[object], header: Header | None = None) -> str:
    """Events, and the header where one is given, as text."""
    return "".join(f"{line}\n" for line in render_lines(events, header))


def render_lines(events: Iterable[object], header: Header | None = None) -> Iterator[str]:
    """The lines of the text."""
    before, after = ([], []) if header is None else record_setup_lines(header)
    yield from before
    for _, lines in recorded_acts(events):
        yield from lines
    yield from after


def record_setup_lines(header: Header) -> tuple[list[str], list[str]]:
    """What stands before the first act and after the last: title and wagers, then the many options.

    Law data are for programs: the text names their digest.
    """
    plain = header_json(replace(header, carried=""))
    options = {"options": plain.pop("options")}
    title = f"{TITLE}{_law_name(header)}"
    del plain["document"]
    return [title, *_setup_rows(plain)], ["", OPTIONS, *_setup_rows(options)]


def _law_name(header: Header) -> str:
    """The document of a record with its version; without, where nobody knows the law data any more."""
    try:
        law = law_of_header(header)
    except RecordError:
        return header.document
    return law.name if law.digest == header.law else header.document


def recorded_acts(events: Iterable[object]) -> Iterator[tuple[tuple[object, ...], list[str]]]:
    """Events act by act, each with its lines; a decision and the card it brings are one act."""
    tally = Tally()
    left = iter(events)
    event = next(left, None)
    while event is not None:
        following = next(left, None)
        joined = _render_joined(event, following, tally)
        if joined is not None:
            yield joined
            following = next(left, None)
        else:
            yield (event,), _lines(event, tally)
        event = following


def in_words(event: object) -> tuple[str, list[str], str]:
    """One event by itself: words, the rows beneath them, and its provision; nothing is computed."""
    rendered = _render(event, Tally())
    if rendered is None:
        return str(codec.event_json(event)[codec.EVENT]).replace("_", " "), [], ""
    return rendered[0], rendered[1], str(rendered[2].get("cite", ""))


def _lines(event: object, tally: Tally) -> list[str]:
    """An event as lines; by its name where no sentence says exactly what happened."""
    rendered = _render(event, tally)
    margin = "" if not tally.in_round or isinstance(event, RoundStarted) else ACT
    if rendered is not None and len(rendered[0]) <= LONGEST_SENTENCE:
        words, rows, more = rendered
        try:
            same = _read(ended(words, more), [row.strip() for row in rows], tally) == event
        except Malformed:
            same = False
        if same:
            tally.see(event)
            beside = tally.beside(event)
            line = ended(f"{words} ({beside})" if beside else words, more)
            space = [""] if isinstance(event, RoundStarted) else []
            return [*space, margin + line, *(ROW + row for row in rows)]
    plain = codec.event_json(event)
    name = plain.pop(codec.EVENT)
    tally.see(event)
    return [f"{margin}{name} {codec.line_of(plain)}"]


def _render(event: object, tally: Tally) -> Rendered | None:
    match event:
        case RoundStarted():
            down = ", double cards face down" if event.double_cards_down else ""
            return f"Round {event.number}{down}", [bet_row(bet) for bet in event.bets], {}
        case BetPlaced(bet):
            words = f"player {quoted(bet.player)} bets on box {bet.box}: {stakes_text(bet)}"
            return words, [], bet_rest(bet)
        case Settled():
            return render_settled(event, tally)
        case CommandRefused(refusal, by, what):
            words = f"refused to {quoted(by)}, {refusal.code}: {quoted(what)}: "
            return words + codec.line_of(refusal.message), [], {"cite": refusal.cite}
    for sentence in BY_EVENT.get(type(event), ()):
        rendered = sentence.render(event, tally)
        if rendered is not None:
            cite = getattr(event, "cite", "")
            return rendered[0], rendered[1], {**rendered[2], **({"cite": cite} if cite else {})}
    return None


def _render_joined(
    event: object, following: object, tally: Tally
) -> tuple[tuple[object, ...], list[str]] | None:
    """A hit or a double with the card that it brings, as one line."""
    if not isinstance(event, Decided) or not isinstance(following, CardDealt):
        return None
    rendered = _render(event, tally)
    if rendered is None or rendered[2] or event.do not in ("hit", "double"):
        return None
    down = ", face down" if following.face == "down" else ""
    words = f"{rendered[0]}{down}: {following.drawn.text}"
    if _read_joined(words, tally) != (event, following):
        return None
    tally.see(event)
    tally.see(following)
    beside = tally.beside(following)
    return (event, following), [f"{ACT}{words} ({beside})" if beside else f"{ACT}{words}"]


def _setup_rows(plain: Plain) -> Iterator[str]:
    """How the table was set up, in rows of JSON."""
    for key, value in plain.items():
        if not isinstance(value, dict):
            yield f"{ROW}{key}: {codec.line_of({'': value})[5:-1]}"
            continue
        row = ""
        for name, each in value.items():
            item = codec.line_of({name: each})[1:-1]
            if row and len(row) + len(item) > WIDEST:
                yield f"{ROW}{key}: {row}"
                row = ""
            row = f"{row}, {item}" if row else item
        if row:
            yield f"{ROW}{key}: {row}"


# Reading.


@dataclass(frozen=True, slots=True)
class _Act:
    """The line of an act, and the rows beneath it."""

    number: int
    line: str
    rows: list[str]


def is_record_text(first_line: str) -> bool:
    """Whether a record that begins so is in the readable form."""
    return not first_line.lstrip("\ufeff \t").startswith("{")


def parse_record_text(text: str) -> tuple[object, ...]:
    """The events of a text; a header before them is passed over."""
    return tuple(event for _, event in read_record_text(text)[1])


def read_record_text(text: str) -> tuple[Header | None, Iterator[tuple[int, object]]]:
    """The header, where there is one, and the events, each with its line."""
    acts, header = list(_acts(text)), None
    if acts and acts[0].line.startswith(TITLE):
        title = acts.pop(0)
        if acts and acts[-1].line == OPTIONS:
            title.rows.extend(acts.pop().rows)
        header = _read_header(title)
    return header, _events(acts)


def _acts(text: str) -> Iterator[_Act]:
    act: _Act | None = None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = line.rstrip("\r ")
        if len(line) > codec.LONGEST_LINE:
            raise RecordError(number, f"longer than {codec.LONGEST_LINE:,} characters")
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith(ROW):
            if act is None:
                raise RecordError(number, "a row without an act above it")
            act.rows.append(line.strip())
            continue
        if act is not None:
            yield act
        act = _Act(number, line.strip(), [])
    if act is not None:
        yield act


def _events(acts: Sequence[_Act]) -> Iterator[tuple[int, object]]:
    tally = Tally()
    for act in acts:
        try:
            for event in _of_act(act, tally):
                yield act.number, event
        except ValueError as problem:
            raise RecordError(act.number, str(problem)) from None


def _of_act(act: _Act, tally: Tally) -> tuple[object, ...]:
    words, beside = act.line, None
    more: Plain = {}
    if not _BY_NAME.fullmatch(words):
        if len(words) > LONGEST_SENTENCE:
            raise Malformed("too long for a sentence")
        words, more = split_end(words)
        beside = _BESIDE.fullmatch(words)
        words = beside[1] if beside else words
    events = _read_joined(words, tally) if not more and not act.rows else None
    if events is None:
        events = (_read(ended(words, more), act.rows, tally),)
    for event in events:
        tally.see(event)
    expected = tally.beside(events[-1])
    if beside and beside[2] != expected:
        raise Malformed(f"({beside[2][:60]}) is wrong: it should be ({expected})")
    return events


def _read(line: str, rows: list[str], tally: Tally) -> object:
    """The event of a line without its parenthesis, and of its rows."""
    if (by_name := _BY_NAME.fullmatch(line)) and by_name[1] in codec.EVENTS:
        if rows:
            raise Malformed("an event given by its name has no rows")
        return codec.event_of({codec.EVENT: by_name[1], **codec.plain_of(by_name[2])})
    words, more = split_end(line)
    special = _read_special(words, rows, more)
    if special is not None:
        return special
    for sentence in BY_FIRST_WORD.get(words.split(" ", 1)[0], ()):
        event = sentence.read(words, rows, more, tally)
        if event is not None:
            return event
    raise Malformed(f"{words[:60]!r} is nothing that can happen at a table")


def _read_special(words: str, rows: list[str], more: Plain) -> object | None:
    if match := _ROUND.fullmatch(words):
        _nothing_more(more)
        return RoundStarted(int(match[1]), tuple(map(read_bet_row, rows)), match[2] is not None)
    if words.startswith("settle "):
        return read_settled(words, rows, more)
    if rows:
        return None
    if match := _BETS.fullmatch(words):
        return BetPlaced(read_bet(match[2], match[1], stakes=match[3], more=more))
    if match := _REFUSED.fullmatch(words):
        cite = more.pop("cite", "")
        _nothing_more(more)
        if match[2] not in set(Code):
            raise Malformed(f"{match[2][:40]} is not a refusal code")
        return CommandRefused(
            Refusal(Code(match[2]), unquoted(match[4]), cite), unquoted(match[1]), unquoted(match[3])
        )
    return None


def _nothing_more(more: Plain) -> None:
    for key in more:
        raise Malformed(f"{key[:40]!r} does not belong there")


def _read_joined(words: str, tally: Tally) -> tuple[object, ...] | None:
    match = _WITH_CARD.fullmatch(words)
    if match is None:
        return None
    decided, down, drawn = match.groups()
    for sentence in BY_FIRST_WORD["box"]:
        if sentence.made is Decided:
            event = sentence.read(decided, [], {}, tally)
            if isinstance(event, Decided) and event.do in ("hit", "double"):
                plain: Any = {"drawn": drawn, "box": event.box, "hand": event.hand, "why": "play"}
                face = {"face": "down"} if down else {}
                return event, codec.event_of({codec.EVENT: "card_dealt", **plain, **face})
    return None


def _read_header(act: _Act) -> Header:
    plain: Plain = {}
    try:
        for row in act.rows:
            key, _, value = row.partition(": ")
            if key in ("options", "wagers", "settings"):
                for name, each in codec.plain_of("{" + value + "}").items():
                    if name in plain.setdefault(key, {}):
                        raise Malformed(f"{key}: {name[:40]} is there twice")
                    plain[key][name] = each
            elif key in plain:
                raise Malformed(f"{key[:40]} is there twice")
            else:
                plain[key] = codec.plain_of(f'{{"value": {value}}}').get("value")
    except Malformed as problem:
        raise RecordError(act.number, f"header: {problem}") from None
    for key in ("options", "wagers", "settings"):
        plain.setdefault(key, {})
    name, _, _ = act.line.removeprefix(TITLE).partition("@")
    return parse_header({**plain, "document": name}, act.number)
