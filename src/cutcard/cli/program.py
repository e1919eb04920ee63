"""The program `cutcard`: the table of its commands, and `main`, the console entry."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final

import typer

import cutcard
from cutcard import __version__, law, results, terminal
from cutcard.cli.lazy_group import Lazy, LazyGroup, format_examples

LAW: Final = LazyGroup(
    {
        "export": Lazy(
            "cutcard.cli.law.contents:export",
            "List every printed row of every paytable, with its citation.",
        ),
        "options": Lazy(
            "cutcard.cli.law.contents:options",
            "List the options of a document: values, default, citation.",
        ),
        "readings": Lazy(
            "cutcard.cli.law.readings:readings",
            "List where a text is ambiguous, and the reading taken.",
        ),
        "show": Lazy(
            "cutcard.cli.law.contents:show",
            "Show everything that rests on a provision.",
        ),
        "coverage": Lazy(
            "cutcard.cli.law.coverage:coverage",
            "Count what of the documents is proven by a case or a test.",
        ),
        "moments": Lazy(
            "cutcard.cli.law.moments:moments",
            "List what the text orders of each act at each moment of a round.",
        ),
        "diff": Lazy(
            "cutcard.cli.law.diff:diff",
            "List what differs between two documents, with provisions and edges.",
        ),
        "checklist": Lazy(
            "cutcard.cli.law.checklist:checklist",
            "List what must be ready before a table opens.",
        ),
        "init": Lazy(
            "cutcard.cli.law.own_document:init",
            "Write a new document: a complete skeleton, or a copy to edit.",
        ),
        "test": Lazy(
            "cutcard.cli.law.own_document:run_cases",
            "Run the cases of a document of your own.",
            reads_law=False,
        ),
        "lint": Lazy(
            "cutcard.cli.law.own_document:lint",
            "List every fault of a document of your own.",
            reads_law=False,
        ),
    },
    name="law",
    help="What the documents say, each value with its provision.",
    epilog=format_examples('cutcard law show "Ch.13 §A(4)"', "cutcard law options ma-blackjack"),
)

ODDS: Final = LazyGroup(
    {
        "hand": Lazy(
            "cutcard.cli.odds.hand:print_hand",
            "Value every action with a hand, played best from there on.",
        ),
    },
    unnamed="cutcard.cli.odds.command:print_odds",
    name="odds",
    help="Exact odds of a wager, of a whole document, of a hand.",
)

PEOPLE: Final = LazyGroup(
    {
        "list": Lazy(
            "cutcard.cli.people:list_people", "List everybody whom the house knows.", reads_law=False
        ),
        "add": Lazy(
            "cutcard.cli.people:add", "Add a person, and print a link to enrol by.", reads_law=False
        ),
        "link": Lazy(
            "cutcard.cli.people:link",
            "Print a new link to enrol by: for a lost password or second factor.",
            reads_law=False,
        ),
        "disable": Lazy(
            "cutcard.cli.people:disable", "End a person's sessions and allow no more.", reads_law=False
        ),
        "enable": Lazy("cutcard.cli.people:enable", "Allow a person to sign in again.", reads_law=False),
    },
    name="people",
    help="Who may sign in at a house: add people, give links, disable.",
    epilog=format_examples(
        "cutcard people list --database postgresql+psycopg://cutcard@localhost/floor",
        "cutcard people add dee --role dealer --database sqlite:///house.db",
        "cutcard people link dee --database sqlite:///house.db --origin https://floor.example",
    ),
)

KEYS: Final = LazyGroup(
    {
        "new": Lazy(
            "cutcard.cli.evidence.keys:new", "Add a new key to a list of keys.", reads_law=False
        ),
        "public": Lazy(
            "cutcard.cli.evidence.keys:public", "Print the public half of each key.", reads_law=False
        ),
        "seal": Lazy(
            "cutcard.cli.evidence.keys:seal", "Seal a store by the newest key.", reads_law=False
        ),
        "anchor": Lazy(
            "cutcard.cli.evidence.keys:anchor", "Anchor the ends of all streams now.", reads_law=False
        ),
        "check": Lazy("cutcard.cli.evidence.keys:check", "Prove a file of evidence.", reads_law=False),
        "grants": Lazy(
            "cutcard.cli.evidence.keys:grants",
            "Print the SQL that makes PostgreSQL roles of a house.",
            reads_law=False,
        ),
    },
    name="keys",
    help="The keys of a house, which its database does not hold.",
    epilog=format_examples(
        "cutcard keys new house.keys",
        "cutcard keys public house.keys > house.public",
        "cutcard keys seal --database sqlite:///house.db --keys house.keys",
    ),
)

DAYS: Final = LazyGroup(
    {
        "write": Lazy(
            "cutcard.cli.evidence.days:write",
            "Write a file for each day that is over.",
            reads_law=False,
        ),
        "check": Lazy(
            "cutcard.cli.evidence.days:check",
            "Prove a folder of days without the store.",
            reads_law=False,
        ),
    },
    name="days",
    help="A house's records as a signed file for each day, to be kept for years.",
    epilog=format_examples(
        "cutcard days write archive --database sqlite:///house.db --keys house.keys",
        "cutcard days check archive --public house.public",
    ),
)

PROGRAM: Final = LazyGroup(
    {
        "sign": Lazy(
            "cutcard.cli.evidence.program:sign",
            "Print a signed manifest of the program: the digest of every file.",
            reads_law=False,
        ),
        "check": Lazy(
            "cutcard.cli.evidence.program:check",
            "Hold the installed program against a signed manifest.",
            reads_law=False,
        ),
        "parts": Lazy(
            "cutcard.cli.evidence.program:parts",
            "Print the parts list (SBOM) of this installation, as CycloneDX.",
            reads_law=False,
        ),
    },
    name="program",
    help="The installed program as evidence: signed manifest and parts list.",
    epilog=format_examples(
        "cutcard program check --manifest cutcard.manifest --public release.public",
        "cutcard program parts > cutcard.cdx.json",
    ),
)

PLOT: Final = LazyGroup(
    {
        "chart": Lazy(
            "cutcard.cli.reports.plot:chart", "Draw the strategy chart of a document's main game."
        ),
        "decks": Lazy(
            "cutcard.cli.reports.plot:decks", "Draw the house edge of a wager by number of decks."
        ),
        "meter": Lazy(
            "cutcard.cli.reports.plot:meter", "Draw the house edge of a progressive wager by its meter."
        ),
    },
    name="plot",
    help="Pictures: a strategy chart, edges by decks, edges by meter.",
    epilog=format_examples("cutcard plot chart md-blackjack --decks 6 --out strategy.svg"),
)

SIM: Final = LazyGroup(
    {
        "replay": Lazy(
            "cutcard.cli.sim.replay:replay",
            "Deal a simulated round again at a table, with its citations.",
        ),
        "chart": Lazy("cutcard.cli.sim.chart:chart", "Write the basic chart as a strategy file."),
        "counting": Lazy(
            "cutcard.cli.sim.vulnerability:counting",
            "Say which wager a card counter wins the most by, and how much.",
        ),
    },
    unnamed="cutcard.cli.sim.run:run",
    name="sim",
    help="Simulate rounds by the million; deal any of them again.",
)

COMMANDS: Final[dict[str, Lazy | LazyGroup]] = {
    "settle": Lazy(
        "cutcard.cli.settle:settle",
        "Deal a round exactly as written and say what everyone is paid.",
    ),
    "check": Lazy(
        "cutcard.cli.check:check", "Check an operator's rules submission against its document."
    ),
    "play": Lazy(
        "cutcard.cli.play:play", "Play at a table in the terminal, against an automatic dealer."
    ),
    "replay": Lazy(
        "cutcard.cli.replay.command:replay", "Show a record of a table as it happened, with citations."
    ),
    "serve": Lazy("cutcard.cli.serve:serve", "Run a house: tables, money, meters and people over HTTP."),
    "site": Lazy(
        "cutcard.cli.reports.site:site",
        "Write law, odds and readings as a folder of pages that can be searched.",
    ),
    "api": Lazy(
        "cutcard.cli.api:api",
        "Answer settle, check, odds and law over HTTP, without sign-in.",
        reads_law=False,
    ),
    "sheet": Lazy("cutcard.cli.reports.sheet:sheet", "Write the par sheet of a table."),
    "audit": Lazy("cutcard.cli.audit:audit", "Verify a house's store: its events and its ledger."),
    "backup": Lazy(
        "cutcard.cli.backup:backup", "Copy a house's store, and verify the copy.", reads_law=False
    ),
    "restore": Lazy(
        "cutcard.cli.backup:restore",
        "Fill an empty store from a backup, and verify it.",
        reads_law=False,
    ),
    "verify": Lazy(
        "cutcard.cli.verify:verify",
        "Check that every card was dealt as committed before the cut.",
        reads_law=False,
    ),
    "sweep": Lazy("cutcard.cli.rule_sets.sweep:sweep", "Compute the house edge over a grid of options."),
    "compare": Lazy(
        "cutcard.cli.rule_sets.compare:compare", "Compare two rule sets: what each difference is worth."
    ),
    "manual": Lazy("cutcard.cli.manual:manual", "Print the man page.", reads_law=False),
    "completion": Lazy(
        "cutcard.cli.manual:completion",
        "Print what a shell needs to complete commands and options.",
        reads_law=False,
    ),
    "days": DAYS,
    "keys": KEYS,
    "law": LAW,
    "odds": ODDS,
    "people": PEOPLE,
    "plot": PLOT,
    "program": PROGRAM,
    "sim": SIM,
}

ROOT_EXAMPLES: Final = format_examples(
    "cutcard settle round.json",
    "cutcard settle --interactive",
    "cutcard check submission.toml",
    "cutcard play md-pontoon-21",
    "cutcard serve",
    "cutcard replay shoe.jsonl",
    "cutcard verify shoe.jsonl",
    "cutcard audit --database sqlite:///house.db",
    "cutcard people list --database sqlite:///house.db",
    'cutcard law show "Ch.13 §A(4)"',
    "cutcard odds md-blackjack lucky_ladies",
    "cutcard sweep house-rules main --over soft_17=hit,stand --decks 1,2,6,8",
    "cutcard sim md-blackjack --rounds 1e8",
    "cutcard sheet submission.toml --out sheet.pdf",
)


class _Root(LazyGroup):
    """The group that typer makes of `app`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(COMMANDS, **settings)


app = typer.Typer(
    name="cutcard",
    cls=_Root,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"cutcard {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=ROOT_EXAMPLES)
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Regulated twenty-one: law as data, rounds settled, submissions checked, odds, shoes proven.

    Every command takes --json (one JSON document on standard output) and --help (with an example).
    Exit codes: 0 done, 1 the answer is no, 2 the request was wrong, 130 interrupted.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """The console entry: run a command, and say what is wrong with a request in one line."""
    terminal.prepare()
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = app(args=given, prog_name="cutcard", standalone_mode=False)
        sys.stdout.flush()
        if code == terminal.INTERRUPTED:
            terminal.complain("interrupted")
    except BrokenPipeError:  # whoever read our output has seen enough
        _drop_output()
        code = terminal.DONE
    except OSError as problem:  # a path that nothing can be at, or a full disk under standard output
        _drop_output()
        path = problem.filename
        where = "standard output" if path is None else law.shorten(os.fsdecode(path))
        terminal.complain(f"{where}: {(problem.strerror or 'cannot be written').lower()}")
        code = terminal.WRONG
    except (typer.Abort, KeyboardInterrupt):
        terminal.complain("interrupted")
        code = terminal.INTERRUPTED
    except Exception as problem:
        code = _exit_code(problem)
    sys.exit(code or terminal.DONE)


def _drop_output() -> None:
    """Send what is still to be written nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(problem: Exception) -> int:
    """Complain of a wrong request or of wrong law data; anything else is a bug and stays one."""
    usage = getattr(problem, "format_message", None)
    if usage is not None:
        terminal.complain(f"{usage()} (see cutcard --help)")
    elif isinstance(problem, law.LawError):
        terminal.complain(f"law data: {problem}")
    elif isinstance(problem, cutcard.RequestError):
        terminal.complain(str(problem))
    elif isinstance(problem, ModuleNotFoundError) and (missing := results.missing_library(problem)):
        terminal.complain(str(missing))
    else:
        raise problem
    return terminal.WRONG
