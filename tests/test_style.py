"""Taste that a test can check: the source tree read as text."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from test_contract import AT_THE_DOOR

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXTS = [
    path
    for pattern in (
        "*.py",
        "*.pyi",
        "*.js",
        "*.css",
        "*.html",
        "*.toml",
        "*.md",
        "*.yml",
        "*.txt",
        "*.tsv",
    )
    for folder in ("src", "tests", "bench", "docs", "examples", ".github")
    for path in sorted((ROOT / folder).rglob(pattern))
] + [
    path for path in sorted(ROOT.iterdir()) if path.is_file() and path.name not in (".coverage", ".git")
]
MOST_LINES = 600
MOST_MODULES = 16
MOST_FUNCTION_LINES = 60
BANNED_NAMES = re.compile(r"\b(utils?|helpers?|manager|misc|stuff)\b")
PURE_ROOMS = ("rules", "wagers", "shoe", "table", "law")
IMPURE = {"random", "secrets", "time", "datetime", "socket", "sqlite3", "urllib", "requests"}
DATED = {"law/reader.py", "law/shelves.py"}
"""Which version of a document is in force is a question about the day, and only these may ask it."""


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file: several tests look through every one of them."""
    return tuple(ast.walk(tree(path)))


def test_no_file_is_too_long() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in [*SOURCES, *TESTS]}
    assert [short(path) for path, many in lines.items() if many > MOST_LINES] == []


def test_no_two_test_files_have_one_name() -> None:
    """Test files are imported by their name alone: a second one of that name is never run."""
    named = Counter(path.name for path in TESTS if path.name.startswith("test_"))
    assert [name for name, files in named.items() if files > 1] == []


def untidy_in(path: Path) -> Iterator[str]:
    """Functions that are too long, and names that say nothing."""
    names = [path.stem]
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno >= MOST_FUNCTION_LINES:
                yield f"{short(path)}: {node.name} is too long"
    yield from (f"{short(path)}: {name}" for name in names if BANNED_NAMES.search(name.lower()))


def test_functions_are_short_and_names_say_the_domain() -> None:
    assert [each for path in SOURCES for each in untidy_in(path)] == []


def impure_in(path: Path) -> Iterator[str]:
    """What a file of a pure room takes from outside, and its floats where none may be."""
    room = path.relative_to(ROOT / "src" / "cutcard").parts[0]
    if room not in PURE_ROOMS:
        return
    for node in nodes(path):
        names = []
        if isinstance(node, ast.Import):
            names = [each.name.split(".")[0] for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module.split(".")[0]]
        may = {"datetime"} if str(path).endswith(tuple(DATED)) else set()
        yield from (f"{short(path)}: {name}" for name in IMPURE & set(names) - may)
        is_number = isinstance(node, ast.Constant) and isinstance(node.value, float)
        if room in ("rules", "wagers", "shoe", "table") and is_number:
            yield f"{short(path)}: {ast.unparse(node)}"


def test_no_chance_no_clock_no_network_and_no_float_in_the_rules() -> None:
    assert [each for path in SOURCES for each in impure_in(path)] == []


def test_every_room_says_what_it_is_for() -> None:
    rooms = [path for path in SOURCES if path.name == "__init__.py"]
    assert [short(room) for room in rooms if not ast.get_docstring(tree(room))] == []


def test_the_project_speaks_of_itself_alone() -> None:
    others = re.compile(r"/work/|/tmp/v/|/\.library|https?://(pypi|files\.pythonhosted)|index-url")
    read = (path for path in TEXTS if path.exists() and path != Path(__file__))
    assert [short(path) for path in read if others.search(path.read_text(encoding="utf-8"))] == []


def test_law_data_is_where_prices_live() -> None:
    """No price is typed into code; the even money that a rule itself names is the exception."""
    price = re.compile(r"\d+(\.\d+)? (to|for) \d+|\$\d+|\d+% of \S+")
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != "1 to 1":
                assert not price.fullmatch(node.value), f"{short(path)}:{node.lineno}: {node.value!r}"


def test_citations_sit_on_values_in_the_law_data() -> None:
    """No provision is typed into code below the command line; code asks the value for its citation."""
    for path in SOURCES:
        if "cli" in path.parts:
            continue
        documented = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                cited = re.fullmatch(r"(§|Ch\.)[0-9][^ ;]*( §[^ ;]+)?", node.value.split("; ")[0])
                assert not cited or id(node) in documented, f"{short(path)}:{node.lineno}: {node.value}"


def test_loops_are_compiled_in_one_way() -> None:
    """numba's own cache does not see what a loop takes from other files; `odds.compiled` does."""
    taken = re.compile(r"^(from|import) numba .*\b(jit|njit|vectorize|guvectorize)\b", re.MULTILINE)
    found = [short(path) for path in SOURCES if taken.search(path.read_text(encoding="utf-8"))]
    assert not found, "take njit and vectorize from cutcard.compute.compile_cache"


# The rooms: doors, folders, names.

DOORS = sorted((ROOT / "src").rglob("__init__.pyi"))
INSIDE_FUNCTIONS = {
    # module imported inside a function -> why it stands there
    "alembic": "only a store that must be made or brought up to date needs it",
    "alembic.config": "as above",
    "cryptography.exceptions": "the extra `house`: a house without keys needs none of it",
    "cryptography.hazmat.primitives.asymmetric.ed25519": "as above",
    "cryptography.hazmat.primitives.ciphers.aead": "as above",
    "cutcard.floor.keys.device": "only keys on a device need it",
    "cuda.bindings": "there only beside a GPU",
    "pkcs11": "the extra `house`",
    "pyarrow": "an optional extra",
    "pyarrow.parquet": "an optional extra",
    "readline": "importing it gives input() its line editing, which only a person wants",
    "uvloop": "there only on some platforms",
    "webauthn": "the extra `house`",
    "webauthn.helpers": "as above",
    "webauthn.helpers.exceptions": "as above",
    "webauthn.helpers.structs": "as above",
    "zxcvbn": "the extra `house`; its lists take a tenth of a second to read",
}
"""Imports are read at the top of a file; these may stand inside a function."""
FORMS_OF_VERBS = re.compile(r"(?!(training|tally|reading)$)[a-z]+(ing|ly)")
PARTICIPLES = {"told", "said", "asked", "found", "made", "held", "kept", "shown", "together", "ahead"}


def test_no_folder_holds_more_than_one_can_take_in() -> None:
    many = Counter(path.parent for path in SOURCES)
    assert {short(folder): n for folder, n in many.items() if n > MOST_MODULES} == {}


def test_files_are_named_by_nouns_of_the_trade() -> None:
    """No bare gerund, participle or adverb: `payouts`, not `paying`; `redaction`, not `published`."""
    names = {path.stem for path in SOURCES} - {"__init__", "__main__"}
    assert sorted(each for each in names if FORMS_OF_VERBS.fullmatch(each) or each in PARTICIPLES) == []


def classes_in(path: Path) -> Iterator[str]:
    yield from (
        node.name for node in tree(path).body if isinstance(node, ast.ClassDef) and node.name[0] != "_"
    )


def test_a_class_name_means_one_thing() -> None:
    named = Counter(name for path in SOURCES for name in classes_in(path))
    assert sorted(name for name, times in named.items() if times > 1) == []


def late_imports_in(path: Path) -> Iterator[str]:
    """Imports inside functions, but for those that have a reason."""
    for function in nodes(path):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            modules = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            yield from (
                f"{short(path)}:{node.lineno}: {each}"
                for each in modules
                if each not in INSIDE_FUNCTIONS
            )


def test_imports_stand_at_the_top() -> None:
    """Migrations excepted: a step is read with all others, and run alone."""
    read = [path for path in SOURCES if path.parent.name != "versions"]
    assert [each for path in read for each in late_imports_in(path)] == []


def listed_in(door: Path) -> Iterator[tuple[str, str | None]]:
    """The names at a door, each with the file that it comes from; None for a module listed as it is."""
    for node in tree(door).body:
        if isinstance(node, ast.AnnAssign):  # the package's version
            continue
        assert isinstance(node, ast.ImportFrom), (
            f"{short(door)}: a door lists names and does nothing else"
        )
        yield from ((each.name, node.module) for each in node.names)


def test_no_name_at_a_door_is_hidden_by_another_file() -> None:
    """The import system binds a module to its package's name: a function of that name would be gone."""
    for door in DOORS:
        beside = {path.stem for path in door.parent.iterdir() if path.suffix == ".py" or path.is_dir()}
        hidden = [
            name
            for name, home in listed_in(door)
            if home is not None and name in beside and home.partition(".")[0] != name
        ]
        assert hidden == [], short(door)


OPTIONAL = {"gymnasium", "pettingzoo"}
"""Packages of the extra `envs`: a name whose file needs one is there once it is installed."""


def is_there(module: ModuleType, name: str) -> bool:
    try:
        return hasattr(module, name)
    except ModuleNotFoundError as missing:
        return missing.name in OPTIONAL


def test_every_name_at_a_door_is_there() -> None:
    for door in DOORS:
        room = ".".join(door.parent.relative_to(ROOT / "src").parts)
        module = importlib.import_module(room)
        assert [name for name, _ in listed_in(door) if not is_there(module, name)] == [], room


def read_off_rooms(path: Path) -> Iterator[tuple[str, str]]:
    """Names that are read off a room imported as such: `odds.solve`."""
    rooms = {
        each.asname or each.name: f"{node.module}.{each.name}"
        for node in nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module
        for each in node.names
    }
    for node in nodes(path):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in rooms
        ):
            yield rooms[node.value.id], node.attr


def taken_from_doors() -> set[tuple[str, str]]:
    """Every name that a source, a test, a benchmark or a page of the docs takes from a room."""
    taken = set()
    for path in (*SOURCES, *TESTS, *sorted((ROOT / "bench").rglob("*.py"))):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                taken |= {(node.module, each.name) for each in node.names}
        taken |= set(read_off_rooms(path))
    for page in (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"):
        for found in re.finditer(
            r"from (cutcard[\w.]*) import (\([^)]*\)|[^\n]+)", page.read_text("utf-8")
        ):
            taken |= {(found[1], name) for name in re.findall(r"\w+", found[2])}
    return taken


def test_nothing_stands_at_a_door_that_nobody_takes() -> None:
    taken, contract = taken_from_doors(), AT_THE_DOOR
    for door in DOORS:
        room = ".".join(door.parent.relative_to(ROOT / "src").parts)
        wanted = {name for module, name in taken if module == room} | set(contract.get(room, "").split())
        assert sorted(name for name, _ in listed_in(door) if name not in wanted) == [], room


CITATION = re.compile(r"Ch\.\d+ ?§|§ ?\d+[A-Z]?\(|§[A-Z]\(")
SHOWS_CITATIONS = ("cli/law/contents.py", "cli/program.py")
"""Where a citation is an example of what a person may type."""


def typed_citations(path: Path) -> Iterator[str]:
    """Citations in the strings of a file, its docstrings apart."""
    docs = {
        id(node.value)
        for node in nodes(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes(path):
        if not isinstance(node, ast.Constant) or id(node) in docs:
            continue
        if isinstance(node.value, str) and CITATION.search(node.value):
            yield f"{short(path)}:{node.lineno}: {node.value}"


def test_no_citation_is_typed_in_code() -> None:
    """It comes from the option, row, provision or step that causes what it is cited for."""
    sources = [path for path in SOURCES if not short(path).endswith(SHOWS_CITATIONS)]
    assert [found for path in sources for found in typed_citations(path)] == []
