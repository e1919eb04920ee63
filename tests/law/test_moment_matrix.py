"""The matrix of every document: no empty cell, a session for what is ordered, and the tables agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple, get_args

import pytest

from cutcard.law import CardStep, HandState, MatrixRow, Moment, document
from cutcard.law.moments import GROUPS, Column
from cutcard.rules import Action
from cutcard.shoe import Act, Chore
from cutcard.table import CASES, Settings, Table, commands as c
from cutcard.table.moments import act_of, card_step, hand_state, hand_to_act, moment_of
from cutcard.table.play.bet_commands import CHORES
from cutcard.table.record.codec import snake_case
from later import one_in
from law.matrix_drive import MAY, Taken, Walk
from law.matrix_house_acts import HOUSE_WAYS
from law.sessions import Session, SessionCase, all_sessions, is_of_a_moment
from law.texts import ISSUED
from table.driver import rules_of

SEVERAL: Final[Mapping[str, tuple[str, ...]]] = {
    "card_face_up": ("card_face_up", "cards_face_up"),
    "ten_found": ("ten_found", "tens_found"),
    "hand_one_card": ("hand_one_card", "hand_one_card_dead"),
    "missed_card": ("missed_card", "missed_card_dead"),
    "misdelivered": ("misdelivered_next", "misdelivered_burn"),
    "irregular_double": ("irregular_double_void", "irregular_double_continue"),
    "reader_misused": ("reader_shows", "reader_hides"),
    "reader_failed": ("reader_failed", "reader_failed_repaired"),
    "light_failed": ("light_failed", "light_failed_repaired"),
    "receive_cards": ("receive_cards", "receive_preshuffled"),
    "shuffle": ("shuffle", "shuffle_rack"),
    "inspect_reader": ("inspect_reader", "reader_found_broken"),
    "report_shuffler": ("shuffler_jammed", "shuffler_out_of_order"),
    "place_bet": ("place_bet", "join_box"),
    "show_meter": ("show_meter", "show_linked_meter"),
    "show_device": ("show_device", "show_draw"),
}
"""What is several acts: by what was chosen, by what it is done with, or because it is the second."""
ABOUT_A_HAND: Final = frozenset(
    {"hand_undealt", "hand_one_card", "hand_one_card_dead", "missed_card", "missed_card_dead"}
    | {"exposed_refused", "players_let_out", "double_card_up", "reader_shows"}
    | {"irregular_double_void", "irregular_double_continue"}
)
"""Acts that name a hand, or that end every hand: what they say of each state of a hand is stated."""


def _asked_by(command: type) -> Iterable[str]:
    """What a kind of command may ask for."""
    if command is c.Report:
        return CASES
    if command is c.Decide:
        return map(str, Action)
    if command is Act:
        return map(str, Chore)
    return CHORES if command is c.Perform else (snake_case(command.__name__),)


ACTS: Final = frozenset(
    act
    for command in get_args(c.Command)
    for asked in _asked_by(command)
    for act in SEVERAL.get(asked, (asked,))
)
"""Every act at a table, as its commands have them: a new one needs a row in every document."""


@pytest.mark.parametrize("name", ISSUED)
def test_every_act_has_a_row(name: str) -> None:
    law = document(name)
    rows, left_out = law.matrix.rows, law.matrix.no_acts
    assert rows.keys() | left_out.keys() == ACTS, sorted(ACTS ^ (rows.keys() | left_out.keys()))
    reports = {act for what in CASES if what in law.provisions for act in SEVERAL.get(what, (what,))}
    assert not reports & left_out.keys()
    about = {provision for row in rows.values() for provision in row.provisions}
    assert set(law.provisions) <= about | {"same_at_all_tables"}
    for act, row in rows.items():
        assert bool(row.hands) == (act in ABOUT_A_HAND), act


@pytest.mark.parametrize("name", ISSUED)
def test_every_step_with_the_cards_is_somebodys(name: str) -> None:
    """What may be due is an act with a row, which is possible then."""
    matrix = document(name).matrix
    for step in set(matrix.steps) - {CardStep.NOTHING}:
        row = matrix.rows[step]
        assert not row.steps or _is_possible(row, step), step


# An ordered cell is shown by a session that does that act at that moment.


class _Watched(Session):
    """A session that notes at which moment each command was given."""

    def __init__(self, case: SessionCase) -> None:
        super().__init__(case)
        self.seen: set[tuple[str, Column]] = set()

    def _after(self, command: object, after: Table, events: tuple[object, ...]) -> None:
        self.seen |= set(_done(self.table, command))
        super()._after(command, after, events)


def _done(table: Table, command: Any) -> list[tuple[str, Column]]:
    """The act of a command, at its moment and step, and about hands in their states."""
    act = act_of(table, command)
    found: list[tuple[str, Column]] = [(act, moment_of(table, command.at))]
    found.append((act, card_step(table, command.at)))
    if act in ABOUT_A_HAND and table.round is not None:
        found += [(act, state) for state in _states(table, command)]
    return found


def _states(table: Table, command: c.Command) -> list[HandState]:
    """How the hands stand that a report is about, but for the one to act."""
    assert isinstance(command, c.Report)
    r, turn = table.in_play(), hand_to_act(table)
    return [
        hand_state(r, box, number)
        for box in r.boxes
        for number in range(1, box.number_of_hands + 1)
        if command.box in (0, box.bet.box)
        and command.hand in (0, number)
        and (box.bet.box, number) != turn
    ]


def run_sessions(name: str) -> Mapping[str, set[tuple[str, Column]]]:
    """What each session of a document does at which moments, of those that its cells name."""
    named = {
        case
        for row in document(name).matrix.rows.values()
        for column in row.columns
        for cell in row.cells(column)
        for case in cell.cases
    }
    seen = {}
    for case in all_sessions():
        if case.document == name and (is_of_a_moment(case) or case.content["name"] in named):
            session = _Watched(case)
            session.run()
            seen[case.content["name"]] = session.seen
    return seen


@pytest.mark.parametrize("name", ISSUED)
def test_every_ordered_cell_is_shown_by_its_session(name: str) -> None:
    """The sessions of moments are run here, and nowhere else."""
    wrong, shown = [], run_sessions(name)
    for row in document(name).matrix.rows.values():
        for column in row.columns:
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
SPUN_AT_END: Final = {"spin_order": "counterclockwise_from_right"}
"""Else a blackjack's wheel is spun in its turn, and at the end only against a dealer's blackjack."""
TWO_BATCH: Final = {"shuffler": "two_batch"}
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
    Setup("md-players-edge-21", settings=SCANNED, rounds=8),
    Setup("md-players-edge-21", options={"shuffler": "continuous"}, settings=Settings()),
    Setup("players-edge-21-brochure", settings=SHOWS),
    Setup("players-edge-21-brochure", settings=SCANNED),
    Setup("md-pontoon-21", wagers={"bonus_spin_progressive": "A"}, settings=SHOWS),
    Setup(
        "md-pontoon-21",
        options=SPUN_AT_END,
        wagers={"bonus_spin_progressive": "A"},
        settings=SCANNED_SHOWS,
        rounds=12,
    ),
    Setup("md-pontoon-21"),
    Setup("md-pontoon-21", settings=Settings()),
)
HOUSE_SETUPS: Final = (
    Setup("md-blackjack", options={**TWO_BATCH, **DOUBLE}),
    Setup("md-blackjack", options=TWO_BATCH, wagers={"bonus_spin": "A"}),
    Setup("md-blackjack", options={"shuffler": "continuous"}, wagers={"bad_beat": "standard"}),
    Setup("ma-blackjack", options={"decks": 1}),
    Setup("ma-blackjack", options={**TWO_BATCH, **READER, **SHARED}, settings=SHOWS, rounds=8),
    Setup("ma-blackjack", options={"shuffler": "continuous"}),
    Setup(
        "md-players-edge-21",
        options={**TWO_BATCH, "preshuffled_cards": True},
        wagers={"monster_match_progressive": "A"},
    ),
    Setup("ma-blackjack", "six_to_five", options={"decks": 1}),
    Setup("md-players-edge-21", options={"shuffler": "continuous"}),
    Setup("md-pontoon-21", options={**TWO_BATCH, "preshuffled_cards": True}),
    Setup(
        "md-pontoon-21",
        options={**TWO_BATCH, **SPUN_AT_END},
        wagers={"bonus_spin_progressive": "A"},
        rounds=8,
    ),
    Setup("md-blackjack", "switch", options=TWO_BATCH, wagers={"blazing_7s": "A"}),
    Setup(
        "players-edge-21-brochure", options=TWO_BATCH, wagers={"monster_match_progressive": "standard"}
    ),
    Setup("ma-blackjack", "multiple_action", options=TWO_BATCH, wagers=LIGHTS),
    Setup("ma-blackjack", options={**TWO_BATCH, **DOUBLE}, wagers={"blackjack_bonus": "standard"}),
    Setup("ma-blackjack", options={**TWO_BATCH, **READER}, wagers=SEVENS, boxes=1, first=TWO_SEVENS),
)
"""Tables that differ in their shoe and shuffler, for the acts of the house."""


REFILLS: Final = ("shuffle_rack", "offer_cut", "accept_cut", "refuse_cut", "cut", "load")
UNREACHED: Final[Mapping[str, frozenset[Column]]] = {
    "too_few_cards": frozenset(Moment),
    **dict.fromkeys(REFILLS, frozenset({*GROUPS["round"], CardStep.SHUFFLE_RACK})),
    **dict.fromkeys(("cover_base", "place_cover"), frozenset({Moment.DETERMINANT})),
    "order_recut": frozenset({*GROUPS["round"], *CardStep}),
    "overdraw": frozenset({Moment.VOIDED}),
    "request_spread": frozenset({Moment.SHOE_DUE, CardStep.CUT}),
}
"""What walks seldom come upon, or never: a shoe that is empty, a recut in time. Sessions show it."""


def walked(setup: Setup, acts: Collection[str], *, house_plays: int = 1) -> Walk:
    """A walk at one of the tables."""
    name, variation, options, wagers, settings, boxes, rounds, first = setup
    walk = Walk(
        rules_of(name, variation, options, wagers), settings, tuple(acts), house_plays=house_plays
    )
    walk.rounds(rounds, boxes=boxes, seed=1, first=first)
    return walk


def _told(walk: Walk) -> str:
    return "\n".join(f"{_key(key)}: {problem}" for key, problem in walk.problems.items())


def _key(key: Taken) -> str:
    act, moment, state, step = key
    of = "" if state is None else f", of a {state} hand"
    return f"{act} at {moment}{of}" + ("" if step is None else f", {step} is due")


def _acts_of(name: str) -> Collection[str]:
    """Every act, those that a document has not among them: a table refuses these."""
    matrix = document(name).matrix
    return (*matrix.rows, *matrix.no_acts)


@pytest.mark.parametrize("at", one_in(3, range(len(SETUPS))), ids=lambda at: str(SETUPS[at][:3]))
def test_tables_answer_as_the_matrix_says(at: int) -> None:
    setup = SETUPS[at]
    walk = walked(setup, [act for act in _acts_of(setup.document) if act not in HOUSE_WAYS])
    assert not walk.problems, _told(walk)


@pytest.mark.parametrize(
    "at", one_in(3, range(len(HOUSE_SETUPS))), ids=lambda at: str(HOUSE_SETUPS[at][:3])
)
def test_the_house_is_answered_as_the_matrix_says(at: int) -> None:
    """Of so many acts that a table takes one is played on from; the long run plays on from each."""
    walk = walked(HOUSE_SETUPS[at]._replace(rounds=2), HOUSE_WAYS, house_plays=12)
    assert not walk.problems, _told(walk)


@pytest.mark.long
@pytest.mark.parametrize("name", ISSUED)
def test_everything_possible_was_done(name: str) -> None:
    taken: dict[str, set[Column | None]] = defaultdict(set)
    for setup in (*SETUPS, *HOUSE_SETUPS):
        if setup.document == name:
            walk = walked(setup, _acts_of(name))
            assert not walk.problems, _told(walk)
            for act, moment, state, step in walk.taken:
                taken[act] |= {moment, state, step}
    unreached = {
        row.act: sorted(map(str, left))
        for row in document(name).matrix.rows.values()
        if row.act not in MAY  # there the hand, and the house, decide too: sessions show each
        and (left := _possible_at(row) - UNREACHED.get(row.act, frozenset()) - taken[row.act])
    }
    assert not unreached, unreached


def _possible_at(row: MatrixRow) -> set[Column | None]:
    columns: tuple[Column, ...] = (*row.moments, *row.steps)
    return {column for column in columns if _is_possible(row, column)}


def _is_possible(row: MatrixRow, column: Column) -> bool:
    return any(cell.stance != "impossible" for cell in row.cells(column))
