"""The matrix of every document: no empty cell, a session for what is ordered, and the tables agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import pytest

from cutcard.law import DOCUMENTS, HandState, MatrixRow, Moment, document
from cutcard.table import CASES, Settings, Table
from cutcard.table.commands import Command, Report
from cutcard.table.moments import act_of, hand_state, hand_to_act, moment_of
from later import one_in
from law.matrix_drive import MAY, Taken, Walk
from law.sessions import Session, SessionCase, all_sessions
from table.driver import rules_of

CHOSEN: Final[Mapping[str, tuple[str, ...]]] = {
    "card_face_up": ("card_face_up", "cards_face_up"),
    "ten_found": ("ten_found", "tens_found"),
    "hand_one_card": ("hand_one_card", "hand_one_card_dead"),
    "missed_card": ("missed_card", "missed_card_dead"),
    "misdelivered": ("misdelivered_next", "misdelivered_burn"),
    "irregular_double": ("irregular_double_void", "irregular_double_continue"),
    "reader_misused": ("reader_shows", "reader_hides"),
    "reader_failed": ("reader_failed", "reader_failed_repaired"),
    "light_failed": ("light_failed", "light_failed_repaired"),
}
"""Reports that are several acts: by what was chosen, or because it is the second."""
ABOUT_A_HAND: Final = frozenset(
    {"hand_undealt", "hand_one_card", "hand_one_card_dead", "missed_card", "missed_card_dead"}
    | {"exposed_refused", "players_let_out", "double_card_up", "reader_shows"}
    | {"irregular_double_void", "irregular_double_continue"}
)
"""Acts that name a hand, or that end every hand: what they say of each state of a hand is stated."""


PROCEDURES: Final = frozenset(
    {"place_bet", "take_back", "start_round", "deal_card", "insure", "close_offers", "check_hole_card"}
    | {"stand", "hit", "double", "split", "surrender", "decline", "show_hole_card", "settle"}
    | {"collect_cards"}
)
"""The steps of a round that every document has."""
OF_ONE: Final[Mapping[str, frozenset[str]]] = {
    "md-blackjack": frozenset({"even_money", "switch"}),
    "ma-blackjack": frozenset({"even_money", "third_card", "follow"}),
    "md-players-edge-21": frozenset({"rescue"}),
    "players-edge-21-brochure": frozenset({"rescue"}),
    "md-pontoon-21": frozenset({"rescue"}),
}
"""Those that some have."""


def acts_of(name: str) -> set[str]:
    """Every irregularity that a document knows, and every step of its rounds."""
    provisions = document(name).provisions
    reports = {act for what in CASES if what in provisions for act in CHOSEN.get(what, (what,))}
    return reports | PROCEDURES | OF_ONE[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_act_has_a_row(name: str) -> None:
    rows = document(name).matrix.rows
    assert acts_of(name) == rows.keys(), sorted(acts_of(name) ^ rows.keys())
    about = {provision for row in rows.values() for provision in row.provisions}
    assert set(document(name).provisions) <= about | {"same_at_all_tables"}
    for act, row in rows.items():
        assert bool(row.hands) == (act in ABOUT_A_HAND), act


# An ordered cell is shown by a session that does that act at that moment.


class _Watched(Session):
    """A session that notes at which moment each command was given."""

    def __init__(self, case: SessionCase) -> None:
        super().__init__(case)
        self.seen: set[tuple[str, Moment | HandState]] = set()

    def _after(self, command: object, after: Table, events: tuple[object, ...]) -> None:
        self.seen |= set(_done(self.table, command))
        super()._after(command, after, events)


def _done(table: Table, command: Any) -> list[tuple[str, Moment | HandState]]:
    """The act of a command, at its moment, and about hands in their states."""
    act = act_of(table, command)
    found: list[tuple[str, Moment | HandState]] = [(act, moment_of(table, command.at))]
    if act in ABOUT_A_HAND and table.round is not None:
        found += [(act, state) for state in _states(table, command)]
    return found


def _states(table: Table, command: Command) -> list[HandState]:
    """How the hands stand that a report is about, but for the one to act."""
    assert isinstance(command, Report)
    r, turn = table.in_play(), hand_to_act(table)
    return [
        hand_state(r, box, number)
        for box in r.boxes
        for number in range(1, box.number_of_hands + 1)
        if command.box in (0, box.bet.box)
        and command.hand in (0, number)
        and (box.bet.box, number) != turn
    ]


def run_sessions(name: str) -> Mapping[str, set[tuple[str, Moment | HandState]]]:
    """What each session of a document does at which moments, of those that its cells name."""
    named = {
        case
        for row in document(name).matrix.rows.values()
        for columns in (row.moments, row.hands)
        for column in columns
        for cell in row.cells(column)
        for case in cell.cases
    }
    seen = {}
    for case in all_sessions():
        if case.document == name and (case.is_of_a_moment or case.content["name"] in named):
            session = _Watched(case)
            session.run()
            seen[case.content["name"]] = session.seen
    return seen


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_ordered_cell_is_shown_by_its_session(name: str) -> None:
    """The sessions of moments are run here, and nowhere else."""
    wrong, shown = [], run_sessions(name)
    for row in document(name).matrix.rows.values():
        columns: tuple[Moment | HandState, ...] = (*row.moments, *row.hands)
        for column in columns:
            for cell in row.cells(column):
                if cell.stance != "ordered":
                    continue
                unknown = [each for each in cell.cases if each not in shown]
                if unknown:
                    wrong.append(f"{row.act}: no session {unknown[0]!r}")
                elif not any((row.act, column) in shown[each] for each in cell.cases):
                    wrong.append(f"{row.act}: no session of its cell does it at {column}")
    assert not wrong, "\n".join(wrong)


def test_session_names_are_unique() -> None:
    names: dict[tuple[str, str], str] = {}
    for case in all_sessions():
        key = case.document, case.content["name"]
        assert key not in names, f"{case.id} is also in {names[key]}"
        names[key] = case.id


# The drive.


class Setup(NamedTuple):
    """A table to walk at."""

    document: str
    variation: str | None = None
    options: Mapping[str, object] = {}
    wagers: Mapping[str, object] = {}
    settings: Settings = Settings(chores="manual")
    boxes: int = 3
    rounds: int = 4
    first: str = ""


MANUAL: Final = Settings(chores="manual")
SHOWS: Final = Settings(chores="manual", reader_shows=True)
SCANNED: Final = Settings(chores="manual", virtual=False)
SCANNED_SHOWS: Final = Settings(chores="manual", virtual=False, reader_shows=True)
DOUBLE: Final = {"shoe": "double", "decks": 4}
READER: Final = {"hole_card": "card_reader"}
LET_OUT: Final = {"players_let_out": True}
SHARED: Final = {**LET_OUT, "shared_box_players": 3, "double_card": "face_down"}
FACE_DOWN: Final = {**LET_OUT, "double_card": "face_down"}
LIGHTS: Final = {"blazing_7s": "1"}
TWO_SEVENS: Final = "7h As 7d Kc"
SEVENS: Final = {"sevens": "standard"}
SETUPS: Final = (
    Setup("md-blackjack", options={"surrender": True}, wagers={"bonus_spin": "A", "pair": "standard"}),
    Setup(
        "md-blackjack", options={"surrender": True, "surrender_asked": "before_check"}, settings=SHOWS
    ),
    Setup("md-blackjack", options=DOUBLE, wagers={"bonus_spin": "A"}, settings=SHOWS),
    Setup("md-blackjack", "switch", options=DOUBLE),
    Setup("md-blackjack", options={"decks": 1}, boxes=7),
    Setup("md-blackjack", options={"shuffler": "continuous"}, settings=Settings()),
    Setup("md-blackjack", wagers={"bonus_spin": "A"}, settings=SCANNED_SHOWS),
    Setup("md-blackjack", "switch", settings=SHOWS),
    Setup("md-blackjack", "switch", settings=SCANNED),
    Setup("md-blackjack", "hand_dealt", settings=SHOWS),
    Setup("md-blackjack", "no_hole_card"),
    Setup("ma-blackjack", options={**READER, **SHARED, "surrender": True}, settings=SHOWS, rounds=12),
    Setup("ma-blackjack", options={**READER, **SHARED}, wagers=LIGHTS, rounds=12),
    Setup(
        "ma-blackjack", options=READER, wagers={**LIGHTS, "blackjack_bonus": "standard"}, settings=SHOWS
    ),
    Setup("ma-blackjack", options=READER, wagers={"super_4_progressive": "1"}, settings=SHOWS),
    Setup("ma-blackjack", "multiple_action", settings=SCANNED),
    Setup("ma-blackjack", options={**READER, **SHARED}, settings=SCANNED, rounds=8),
    Setup(
        "ma-blackjack",
        options={**READER, **LET_OUT},
        wagers={**SEVENS, **LIGHTS},
        settings=SHOWS,
        boxes=1,
        first=TWO_SEVENS,
    ),
    Setup(
        "ma-blackjack",
        options={**DOUBLE, **READER, **LET_OUT},
        wagers=SEVENS,
        settings=SHOWS,
        boxes=1,
        first=TWO_SEVENS,
    ),
    Setup(
        "ma-blackjack", options=READER, wagers=SEVENS, settings=SCANNED_SHOWS, boxes=1, first=TWO_SEVENS
    ),
    Setup("ma-blackjack", "multiple_action", options=DOUBLE, wagers={"blazing_7s": "1"}),
    Setup(
        "ma-blackjack",
        options={**DOUBLE, "shared_box_players": 3},
        wagers={"blackjack_bonus": "standard"},
    ),
    Setup("ma-blackjack", options={**DOUBLE, **LET_OUT, "double_card": "face_down"}),
    Setup("ma-blackjack", options=LET_OUT, wagers={"progressive_blackjack": "standard"}),
    Setup("ma-blackjack", options=FACE_DOWN, wagers={"blackjack_bonus": "standard"}, settings=SCANNED),
    Setup("ma-blackjack", "multiple_action", options={**LET_OUT, "double_card": "face_down"}),
    Setup("ma-blackjack", "six_to_five", options=LET_OUT),
    Setup("ma-blackjack", "hole_card_face_up", options=LET_OUT),
    Setup("ma-blackjack", settings=Settings()),
    Setup("md-players-edge-21", wagers={"match_up": "A"}, settings=SHOWS, rounds=20),
    Setup("md-players-edge-21", settings=SCANNED),
    Setup("md-players-edge-21", options={"shuffler": "continuous"}, settings=Settings()),
    Setup("players-edge-21-brochure", settings=SHOWS),
    Setup("players-edge-21-brochure", settings=SCANNED),
    Setup("md-pontoon-21", wagers={"bonus_spin_progressive": "A"}, settings=SHOWS),
    Setup("md-pontoon-21", wagers={"bonus_spin_progressive": "A"}, settings=SCANNED_SHOWS, rounds=12),
    Setup("md-pontoon-21"),
    Setup("md-pontoon-21", settings=Settings()),
)


UNREACHED: Final[Mapping[str, frozenset[Moment]]] = {"too_few_cards": frozenset(Moment)}
"""What no walk comes upon: a shoe that is empty while the rack is, too; sessions show it."""


def walked(setup: Setup) -> Walk:
    """A walk at one of the tables."""
    name, variation, options, wagers, settings, boxes, rounds, first = setup
    rules = rules_of(name, variation, options, wagers)
    walk = Walk(rules, settings, tuple(rules.document.matrix.rows))
    walk.rounds(rounds, boxes=boxes, seed=1, first=first)
    return walk


def _key(key: Taken) -> str:
    act, moment, state = key
    return f"{act} at {moment}" if state is None else f"{act} at {moment}, of a {state} hand"


@pytest.mark.parametrize("at", one_in(3, range(len(SETUPS))), ids=lambda at: str(SETUPS[at][:3]))
def test_tables_answer_as_the_matrix_says(at: int) -> None:
    problems = walked(SETUPS[at]).problems
    assert not problems, "\n".join(f"{_key(key)}: {problem}" for key, problem in problems.items())


@pytest.mark.long
@pytest.mark.parametrize("name", DOCUMENTS)
def test_everything_possible_was_done(name: str) -> None:
    walks = [walked(setup) for setup in SETUPS if setup.document == name]
    taken: dict[str, set[Moment | HandState]] = defaultdict(set)
    for walk in walks:
        for act, moment, state in walk.taken:
            taken[act] |= {moment, *(() if state is None else (state,))}
    for row in document(name).matrix.rows.values():
        possible = {column for column in row.moments if _is_possible(row, column)}
        possible -= UNREACHED.get(row.act, frozenset())
        if row.act in MAY:  # the hand, and the house, decide too: sessions show each
            continue
        assert possible <= taken[row.act], f"{row.act}: {sorted(possible - taken[row.act])}"


def _is_possible(row: MatrixRow, column: Moment | HandState) -> bool:
    return any(cell.stance != "impossible" for cell in row.cells(column))
