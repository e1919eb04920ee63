"""Reads and runs the session cases (`<document>/table/*.toml`): a live table, command by command.

    [[case]]
    name = "An exposed card that the player refuses ends the player's drawing"
    cite = "Ch.14 §C(1)"                    # the provision the session is about
    proves = ["MD-R000"]                    # requirement ids
    readings = ["MD-A77"]                   # optional
    table = { variation = "", options = { decks = 6 }, wagers = { pair = "A" }, chores = "manual" }
    from = "ready"                          # "new" | "opened" | "ready" (default)
    players = { 1 = "ann", 2 = "bob" }      # box -> player; they arrive in this order
    shoe = "Qh 9c 6d Kc 5s 8d"              # what comes next off a virtual shoe, burn apart
    steps = [
        { by = "player ann", do = "place_bet", box = 1, stakes = { main = "10" } },
        { do = "start_round", expect = [{ event = "card_dealt", box = 1, drawn = "Qh" }] },
        { by = "player bob", do = "hit", box = 1, refused = { code = "not_yours", cite = "Ch.1" } },
    ]

The case
  table      variation, options, wagers (as in a round case); chores "automatic" (default) or "manual";
             virtual (default true); asks_for_cut, asks_for_draws, collects, reader_shows; meters,
             resets (shown by their device before the first step; resets are what the meters go back to).
  from       "new": nothing has happened. "opened": dealer dee has opened the table and the players
             sit; nothing else was done by the runner (an automatic table does its own chores).
             "ready": besides, every chore up to the first bet is done.
  players    may be left out; one name at several boxes is one person.
  shoe       the next cards of a virtual shoe once it is ready; a double shoe takes
             { left = "...", right = "..." }. The rest lies shuffled behind them, always alike.
  cover_after  how many of those cards lie before the cover card.
  burn       the card scanned as burned at a physical table made ready (default 2c).

A step is a command (`cutcard.table.script.command_text`), or one of
  { until = "bets" }   chores are done as an automatic table does them until this is awaited: "bets",
                       "card", "decision", "followers", "device", "closed", or a chore by its name.
                       `next = "Qh 9c"` says what comes after a shuffle on the way (burn apart; or
                       { left, right }), `cover_after` as above.
  { }                  nothing but expectations.
  { by = "floorperson fay", do = "fill", ... }   a command of the ledger (`cutcard.floor.ledger`), whose
                       other keys are those of `docs/ledger.md`.
A `shuffle` at a virtual table needs no order: `top = "Qh 9c"` is the top of its stack before the cut.
`times = 3` repeats a command. Time stands still: `at` (seconds) holds until a later step changes it.

What a step may expect; a case must expect something
  expect     events, in this order among those of the step: the event's name and the fields to match
  never      events none of which may be among them
  refused    { code, cite }: the command is refused and the table unchanged; else it must be accepted
  awaits     what the table awaits then, as in a view: { kind = "decision", may = { 1 = [...] } }
  view       { viewer = "player ann", ...what that viewer sees }, or a list of such
  hidden     { viewer = "player bob", cards = "Qh 9c" }: none of them is anywhere in that view; a list
  shown      the same, all of them are; viewer "all" is every player and every role
  lines      settlement lines of the round so far: each must match exactly one, on the keys given
  absent     wagers without a line so far
  net        box -> what the round's lines so far come to ("-10.00")
  purse      player -> what came back less what was staked since the table opened
  balances   account -> what lies there: "inventory", "layout", "drop", "tips", "chips ann",
             "wallet ann", "cage", "house", "meter NAME"
  moves      movements of the step, in this order among them: { from, to, cents, why, cite }
Matching: a table matches on the keys given, a list needs the same length, money is written in
dollars, several cards are one text with spaces, and a face-down card in a view is "??".

Checked after every event of every session: no money and no card is made or lost, the table's books
agree with it (`floor.ledger.witness`), what lies on the layout is what left the shoe, the event is
written as a line and read back alike, folding the events again gives the same table, and the table
awaits something or is closed. At the end the table is rebuilt from its record.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from cutcard.floor import ledger
from cutcard.floor.store import Movement
from cutcard.law import document
from cutcard.law.refusal import Refusal, Refused
from cutcard.law.ruleset.resolution import resolve
from cutcard.shoe import By, Role
from cutcard.table import Settings, Table, awaits, fold, game_of, new_table, step
from cutcard.table.commands import Command
from cutcard.table.record.record import rebuild, write_record
from cutcard.table.script.command_text import parse_by, parse_commands
from floor.ledger.witness import Witness
from law.session_checks import EXPECTATIONS, Ledger, check_moves, check_step, told
from law.session_driver import Driver, shuffled_act

CASES: Final = Path(__file__).parent
DEALER: Final = By(Role.DEALER, "dee")
CASE_KEYS: Final = {
    *("name", "cite", "proves", "readings", "table", "from", "players", "shoe", "cover_after", "burn"),
    "steps",
}
SETTINGS: Final = ("chores", "virtual", "asks_for_cut", "asks_for_draws", "collects", "reader_shows")
TABLE_KEYS: Final = {*SETTINGS, "variation", "options", "wagers", "meters", "resets"}
RUNNER_KEYS: Final = {*EXPECTATIONS, "times", "until", "next", "cover_after", "top"}


@dataclass(frozen=True)
class SessionCase:
    """One session and where it stands."""

    file: str
    document: str
    content: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.document}/{self.file}: {self.content.get('name', '')}"

    @property
    def is_of_a_moment(self) -> bool:
        """Whether it was written for a cell of the matrix of moments."""
        return self.file.endswith("moments.toml")


@cache
def all_sessions() -> list[SessionCase]:
    """Every session of every document, in file order."""
    return [
        SessionCase(path.name, path.parent.parent.name, content)
        for path in sorted(CASES.glob("*/table/*.toml"))
        for content in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


def check_form(case: SessionCase) -> None:
    """A case must be readable and must expect something; an empty expectation is none."""
    content = case.content
    unknown = content.keys() - CASE_KEYS
    assert not unknown, f"unknown keys of a case: {sorted(unknown)}"
    unknown = content.get("table", {}).keys() - TABLE_KEYS
    assert not unknown, f"unknown keys of table: {sorted(unknown)}"
    for key in ("name", "cite"):
        assert isinstance(content.get(key), str), f"a session has a {key}"
        assert content[key], f"a session has a {key}"
    assert content.get("proves") or content.get("readings"), "a session proves something"
    steps = content.get("steps")
    assert isinstance(steps, list), "a session has steps"
    assert any(found.keys() & EXPECTATIONS for found in steps), "a session must expect something"
    for at, found in enumerate(steps, 1):
        for key in found.keys() & EXPECTATIONS:
            assert found[key], f"step {at}: {key} expects nothing"
        if "refused" in found:
            assert "do" in found, f"step {at}: refused needs a command"
            assert found["refused"].keys() == {"code", "cite"}, f"step {at}: refused: code and cite"


def _check_refusal(answer: Refusal, wanted: dict[str, str] | None) -> None:
    assert wanted is not None, f"refused: {answer.code} ({answer.cite}): {answer.message}"
    assert str(answer.code) == wanted["code"], f"refused otherwise: {answer}"
    assert answer.cite == wanted["cite"], f"refused with another cite: {answer}"


class Session:
    """A running table, and everything that has happened at it."""

    def __init__(self, case: SessionCase) -> None:
        check_form(case)
        self.case = case
        setup: dict[str, Any] = case.content.get("table", {})
        rules, findings = resolve(
            document(case.document),
            variation=setup.get("variation") or None,
            options=setup.get("options", {}),
            wagers=setup.get("wagers", {}),
        )
        wrong = [each.message for each in findings if each.severity == "violation"]
        assert rules is not None, f"table: {wrong}"
        assert not wrong, f"table: {wrong}"
        settings = Settings(**{key: setup[key] for key in SETTINGS if key in setup})
        self.table: Table = new_table(rules, game_of(rules), settings)
        self.first = self.table
        self.ledger = Ledger()
        self.witness = Witness()
        self.happened: list[object] = []
        self.moved: list[Movement] = []
        """What the step at hand has moved."""
        self.now = 0

    def run(self) -> None:
        """The whole session; raises AssertionError where something else happened than expected."""
        self._prepare()
        for number, found in enumerate(self.case.content["steps"], 1):
            try:
                self._step(found)
            except AssertionError as problem:
                raise AssertionError(f"step {number} {found}: {problem}") from None
            except Refused as problem:
                raise AssertionError(f"step {number} {found}: {problem}") from None
        rebuilt = rebuild(write_record(self.first, self.happened))
        assert rebuilt == self.table, "the table rebuilt from its record is another"

    # What comes before the first step.

    def _prepare(self) -> None:
        begin = self.case.content.get("from", "ready")
        assert begin in ("new", "opened", "ready"), f"from: {begin!r}"
        players = self.case.content.get("players", {})
        assert begin != "new" or not players, "from: nobody sits at a table that is not open"
        if begin == "new":
            return
        self.do({"by": str(DEALER), "do": "open_table"})
        for box, player in players.items():
            self.do({"by": f"player {player}", "do": "sit", "box": int(box)})
        if begin == "ready":
            content = self.case.content
            self._until("bets", content.get("shoe", ""), content.get("cover_after"))
        setup = self.case.content.get("table", {})
        resets = setup.get("resets", {})
        for meter, amount in setup.get("meters", {}).items():
            reset = {"reset": resets[meter]} if meter in resets else {}
            self.do({"do": "show_meter", "meter": meter, "amount": amount, **reset})

    # Steps.

    def _step(self, found: dict[str, Any]) -> None:
        self.now = found.get("at", self.now)
        self.moved = []
        events: list[object] = []
        if "until" in found:
            assert "do" not in found, "until and a command are two steps"
            extra = found.keys() - {"until", "next", "cover_after", "at", *EXPECTATIONS}
            assert not extra, f"unknown keys beside until: {sorted(extra)}"
            events = self._until(found["until"], found.get("next", ""), found.get("cover_after"))
        elif "do" in found:
            for _ in range(found.get("times", 1)):
                events += self.do(found)
        else:
            extra = found.keys() - EXPECTATIONS - {"at"}
            assert not extra, f"unknown keys: {sorted(extra)}; a command has do"
        check_step(self.table, self.now, events, found)
        check_moves(self.witness.accounts, self.moved, found)

    def do(self, found: dict[str, Any]) -> list[object]:
        """A command, accepted or refused as the step says; the events it came to."""
        events: list[object] = []
        refused = found.get("refused")
        if found["do"] in ledger.COMMANDS:
            return self._ask_ledger(found, refused)
        made = self._commands(found)
        for at, command in enumerate(made):
            answer = step(self.table, command)
            if isinstance(answer, Refusal):
                assert at == len(made) - 1, f"refused too early: {answer}"
                _check_refusal(answer, refused)
                return events
            self._after(command, *answer)
            events += answer[1]
        assert refused is None, f"not refused; it came to {told(events)}"
        return events

    def _ask_ledger(self, found: dict[str, Any], refused: dict[str, str] | None) -> list[object]:
        said = {key: value for key, value in found.items() if key not in RUNNER_KEYS}
        command = ledger.parse(said, parse_by(said.get("by")))
        try:
            events = ledger.decide(self.witness.books, self.table, command, self.witness.accounts)
        except Refused as answer:
            _check_refusal(answer.refusal, refused)
            return []
        assert refused is None, f"not refused; it came to {told(events)}"
        for event in events:
            self.moved += self.witness.see(self.table, event, self.table)
        return list(events)

    def _commands(self, found: dict[str, Any]) -> tuple[Command, ...]:
        said = {key: value for key, value in found.items() if key not in RUNNER_KEYS}
        made = parse_commands({"at": self.now, **said})
        if said["do"] == "shuffle" and "order" not in said and self.table.settings.virtual:
            return tuple(shuffled_act(self.table, each, found.get("top", "")) for each in made)
        assert "top" not in found, "top: for a shuffle at a virtual table"
        return made

    def _after(self, command: object, after: Table, events: tuple[object, ...]) -> None:
        """Take over what a command came to, checking all that must hold at any table."""
        again = self.table
        for event in events:
            before, again = again, fold(again, (event,))
            self.ledger.check(before, event, again)
            self.moved += self.witness.see(before, event, again)
        assert again == after, f"the replay of {command} is another table"
        awaits(after, self.now)
        self.table = after
        self.happened += events

    def _until(self, until: str, cards: Any, cover_after: int | None) -> list[object]:
        """The chores one by one, as at a manual table: so that each can be done as the case wants."""
        driver = Driver(self.now, until, self.case.content.get("burn", "2c"))
        events: list[object] = []
        settings = self.table.settings
        self.table = replace(self.table, settings=replace(settings, chores="manual"))
        for command in driver.commands(self.table, cards, cover_after):
            answer = step(self.table, command)
            assert not isinstance(answer, Refusal), f"until {until}: {command}: {answer}"
            self._after(command, *answer)
            events += answer[1]
        self.table = replace(self.table, settings=settings)
        return events
