"""schemathesis over the whole API: whatever is sent, the answer is one of those the API describes.

Every operation is tried by people of every role, with data that fit its schema and with data that do
not, at tables, meters and streams that are there and at others. No answer is a fault of the house, and
afterwards every chain verifies and the ledger is at nothing.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from web.houses import NAMES, RULES, House

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
REAL = {
    "name": ("one", "two", "super_4@one", "ann"),
    "stream": ("people", "table:one", "cage"),
    "table": ("one", "two"),
}
STREAMS = ("/api/tables/{name}/stream", "/api/stream")
ONE_OF_EACH = sorted({role: name for name, role in reversed(NAMES.items())}.values())
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


class Attack:
    """Requests against one house, counted."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.session = requests.Session()
        told = house.client.get("/api/openapi.json").json()
        self.schema = schemathesis.openapi.from_dict(told)
        self.statuses: dict[int, int] = {}

    def operations(self) -> list[Any]:
        found = list(self.schema.get_all_operations())
        assert all(isinstance(each, Ok) for each in found)
        return [each.ok() for each in found if isinstance(each, Ok)]

    def send(self, case: Any, who: str, real: int) -> None:
        """One request of somebody, often at a table that is there."""
        for key, names in REAL.items():
            if real and case.path_parameters and key in case.path_parameters:
                case.path_parameters[key] = names[real % len(names)]
        headers = self.house.headers(who) if who else {}
        answer = case.call(base_url=self.house.url, headers=headers, session=self.session)
        self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "message", "cite", "where"}

    def operation(self, operation: Any, mode: GenerationMode, examples: int) -> None:
        """So many requests of one operation."""
        people = ["boss"] if operation.path in STREAMS else ["", *ONE_OF_EACH]

        @seed(6)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(generation_mode=mode),
            who=st.sampled_from(people),
            real=st.integers(0, 5),
        )
        def run(case: Any, who: str, real: int) -> None:
            if operation.path == "/api/session" and operation.method == "delete":
                who = ""  # nobody else is to be signed out
            self.send(case, who, real)

        with suppress(Unsatisfiable):  # nothing can be wrong with a request that says nothing
            run()

    def after(self) -> None:
        """The house is as sound as before."""
        database = self.house.floor.database
        database.verify_all()
        self.house.people.verify()
        assert self.house.client.get("/ready").status_code == 200
        new = f"new-{len(self.house.floor.names)}"  # a dealer among them may have closed the others
        self.house.floor.add(new, RULES["maryland"])
        self.house.open(new)
        self.house.seat(new, "ann", 1)
        assert self.house.play(new, "ann") > 0


def attacked(house: House, examples: int) -> Attack:
    attack = Attack(house)
    assert len(attack.operations()) >= 20
    for operation in attack.operations():
        for mode in MODES:
            attack.operation(operation, mode, examples)
    attack.after()
    return attack


def test_every_operation_of_the_api(house: House) -> None:
    found = attacked(house, 2)
    assert sum(found.statuses.values()) > 100
    assert {200, 401, 403, 404, 422} <= set(found.statuses)


@pytest.mark.long
def test_every_operation_of_the_api_for_long(house: House) -> None:
    found = attacked(house, 250)
    print(f"{sum(found.statuses.values())} requests: {found.statuses}")
    assert sum(found.statuses.values()) > 5000
