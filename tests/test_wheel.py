"""A wheel: `setup.py` reads the cases with the package itself, where nothing else is installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALONE = """
import sys
from zipfile import ZipFile
from tempfile import TemporaryDirectory
from importlib.abc import MetaPathFinder

ASKED = {"cutcard", *sys.argv[1:]}

class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first not in ASKED and first not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} is not asked for to build")

sys.meta_path.insert(0, Nothing())
from cutcard.law.proofs import carry
from pathlib import Path
with TemporaryDirectory() as folder:
    carry(Path("none"), Path(folder) / "cases.zip")
    print(ZipFile(Path(folder) / "cases.zip").read("tests.json").decode())
"""


def test_carrying_the_cases_needs_no_more_than_the_build_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [
        re.split(r"[<>=]", each)[0].replace("-", "_") for each in project["build-system"]["requires"]
    ]
    assert "carry" in (ROOT / "setup.py").read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *asked],
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
