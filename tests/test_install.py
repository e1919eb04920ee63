"""The release: sdist and wheel built as anybody builds them, and what an installed wheel can do.

The environments of the first tests are made of this one's own libraries, so that nothing is fetched.
`make test-long` installs every extra by pip, at the lowest and at the highest versions.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement

import cutcard
from cutcard.law.proofs import our_proofs

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MOST_BYTES: Final = 45_000_000
"""Of a base install, compiled files included."""
TRIED: Final = {
    "odds": ["odds", "md-pontoon-21", "main", "--json"],
    "sim": ["sim", "md-blackjack", "--rounds", "1e5", "--json"],
    "reports": ["plot", "decks", "md-blackjack", "lucky_ladies", "--paytable", "A", "--out", "x.svg"],
    "house": ["people", "list", "--database", "sqlite:///none.db"],
    "cluster": ["sim", "md-blackjack", "--rounds", "1e5", "--device", "cluster", "--json"],
    "envs": ["--version"],
    "frames": ["odds", "md-blackjack", "lucky_ladies", "--json"],
    "parquet": ["sim", "md-blackjack", "--rounds", "1e5", "--export", "x.parquet"],
    "all": ["odds", "md-pontoon-21", "main", "--json"],
}
"""What is asked of the program with an extra. Of a store that is not there, one line says so."""
IMPORTED: Final = {
    "envs": "import gymnasium, cutcard.envs; gymnasium.make('cutcard/Table-v0').reset(seed=1)"
}


def run(*words: str | Path, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **settings)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of this checkout, and the wheel that is made of the sdist."""
    folder = tmp_path_factory.mktemp("built")
    clone = folder / "clone"
    assert not run("git", "clone", "--quiet", "--shared", ROOT, clone).returncode
    listed = run("git", "ls-files", "--modified", "--others", "--exclude-standard", cwd=ROOT).stdout
    for name in listed.splitlines():  # what is not committed yet is built too
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_bytes((ROOT / name).read_bytes())
    done = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, clone)
    assert done.returncode == 0, done.stderr[-2000:]
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


def libraries(wanted: Iterable[str]) -> Iterator[Distribution]:
    """Libraries that are asked for, without extras, and what those ask for."""
    for requirement in map(Requirement, wanted):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            library = distribution(requirement.name)
            yield library
            yield from libraries(library.requires or ())


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that has the wheel and what the base install needs, and nothing else."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    done = run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index"),
        *("--quiet", "--disable-pip-version-check", built[1]),
    )
    assert done.returncode == 0, done.stderr
    site = next((place / "lib").glob("python*")) / "site-packages"
    for library in libraries(PROJECT["dependencies"]):
        for file in library.files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (site / top).exists():
                (site / top).symlink_to(Path(sysconfig.get_path("purelib")) / top)
    return place


def cutcard_in(place: Path, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    kept = {"HOME", "PATH", "TMPDIR", "LANG", "CUTCARD_CACHE"}
    environment = {name: value for name, value in os.environ.items() if name in kept}
    return run(place / "bin" / "cutcard", *words, cwd=folder, env=environment)


def test_the_sdist_has_the_cases_and_the_licence(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "tests/law/md-blackjack", "docs/README.md", "deploy/compose.yaml"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith(".venv")]


def test_the_metadata_say_what_the_project_says(built: tuple[Path, Path]) -> None:
    done = run(sys.executable, "-m", "zipfile", "-l", built[1])
    assert "cutcard/law/proofs/cases.zip" in done.stdout
    assert "cutcard/py.typed" in done.stdout
    assert "dist-info/licenses/LICENSE" in done.stdout
    assert built[1].name == f"cutcard-{cutcard.__version__}-py3-none-any.whl"


def test_an_installed_wheel_settles_checks_and_proves(installed: Path, tmp_path: Path) -> None:
    def answer(*words: str) -> Any:
        done = cutcard_in(installed, *words, folder=tmp_path)
        assert done.stderr == ""
        return json.loads(done.stdout)

    assert answer("settle", str(ROOT / "examples/queens.json"), "--json")["net"]
    assert not answer("check", str(ROOT / "examples/submission.toml"), "--json")["compliant"]
    proven = answer("law", "coverage", "--json")
    ours = our_proofs()
    assert proven["cases"] == sum(each.kind == "case" for each in ours)
    assert proven["tests"] == sum(each.kind == "test" for each in ours)
    assert proven["complete"]
    missing = cutcard_in(installed, "sim", "md-blackjack", folder=tmp_path)
    assert missing.returncode == 2
    assert re.fullmatch(r"cutcard: \w+ is not installed: pip install 'cutcard\[sim\]'\n", missing.stderr)


def test_a_base_install_is_small(installed: Path) -> None:
    run(installed / "bin" / "python", "-m", "compileall", "-q", str(installed / "lib"))
    site = next((installed / "lib").glob("python*")) / "site-packages"
    walked = os.walk(site, followlinks=True)
    files = [Path(folder) / name for folder, _, names in walked for name in names]
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES


LOWEST: Final = re.compile(r"([\w.\[\]-]+)>=([\w.]+)")


@pytest.mark.long(reason="pip installs each extra twice, from the index that it is set up for")
@pytest.mark.parametrize("versions", ["lowest", "highest"])
@pytest.mark.parametrize("extra", sorted(TRIED))
def test_every_extra_works_at_both_ends(
    built: tuple[Path, Path], tmp_path: Path, extra: str, versions: str
) -> None:
    place = tmp_path / "environment"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    pins = tmp_path / "pins.txt"
    extras = PROJECT["optional-dependencies"].values()
    wanted = [*PROJECT["dependencies"], *(each for listed in extras for each in listed)]
    lowest = [found for found in map(LOWEST.fullmatch, wanted) if found]
    lines = [f"{re.sub(r'[[].*[]]', '', found[1])}=={found[2]}" for found in lowest]
    pins.write_text("\n".join(lines) if versions == "lowest" else "", "utf-8")
    done = run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "-c", pins),
        f"{built[1]}[{extra}]",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    if extra in IMPORTED:
        shown = run(python, "-c", IMPORTED[extra], cwd=tmp_path)
        assert shown.returncode == 0, shown.stderr[-2000:]
    shown = cutcard_in(place, *TRIED[extra], folder=tmp_path)
    told = "no such" in shown.stderr or "not found" in shown.stderr or "no store" in shown.stderr
    assert shown.returncode == 0 or (extra == "house" and told), shown.stderr[-2000:]
