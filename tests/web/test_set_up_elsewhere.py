"""Tables that another process on the same store has set up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from web.houses import House, served
from web.test_api import refused

ADDS = """
import sys
from cutcard.floor.demo import demo_tables
from cutcard.floor.live import Floor
from cutcard.floor.store import Database
floor = Floor(Database.open(sys.argv[1]))
floor.add("newest", next(each.rules for each in demo_tables() if each.name == "maryland"))
"""


def test_a_table_that_another_process_set_up_is_known_at_once(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        known_at_once(house)


def known_at_once(house: House) -> None:
    refused(house.get("ann", "/api/tables/newest"), 404, "unknown_table")
    url = house.floor.database.url.render_as_string(hide_password=False)
    subprocess.run([sys.executable, "-c", ADDS, url], check=True)
    early = house.ask("ann", "newest", {"do": "sit", "box": 1}).json()
    assert "code" not in early or early["code"] != "unknown_table"
    assert house.get("ann", "/api/tables/newest").json()["open"] is False
    assert "newest" in [each["name"] for each in house.get("ann", "/api/tables").json()["tables"]]
    house.open("newest")
    refused(house.get("ann", "/api/tables/another"), 404, "unknown_table")
