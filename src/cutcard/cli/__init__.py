"""The command line: `law`, `settle`, `check`, `odds`, `sim`, `sheet`, `plot`, `play`, `replay`, ...

`main` is the console entry; one file per subcommand. `output` prints (JSON, tables, the one line of
complaint), `source` reads files, `interactive` deals a round by asking for it. The commands import
the other rooms and rich inside their functions, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from cutcard import __version__
from cutcard.cli import audit, backup, check, people, play, plot, serve, sheet, verify
from cutcard.cli.command import PlainCommand, PlainGroup
from cutcard.cli.law import command as law
from cutcard.cli.odds import command as odds
from cutcard.cli.replay import command as replay
from cutcard.cli.settle import command as settle
from cutcard.cli.sim import command as sim
from cutcard.terminal import output

ROOT_EXAMPLES = """\b
Examples:
  cutcard settle round.json
  cutcard settle --interactive
  cutcard check submission.toml
  cutcard play md-pontoon-21
  cutcard serve
  cutcard replay shoe.jsonl
  cutcard verify shoe.jsonl
  cutcard audit --database sqlite:///house.db
  cutcard people list --database sqlite:///house.db
  cutcard law show "Ch.13 §A(4)"
  cutcard odds md-blackjack lucky_ladies
  cutcard sim md-blackjack --rounds 1e8
  cutcard sheet submission.toml --out sheet.pdf
"""

app = typer.Typer(
    name="cutcard",
    cls=PlainGroup,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.add_typer(law.app, name="law")
app.add_typer(odds.app, name="odds")
app.add_typer(people.app, name="people")
app.add_typer(plot.app, name="plot")
app.add_typer(sim.app, name="sim")
app.command("settle", cls=PlainCommand, epilog=settle.EXAMPLES)(settle.command)
app.command("check", cls=PlainCommand, epilog=check.EXAMPLES)(check.command)
app.command("play", cls=PlainCommand, epilog=play.EXAMPLES)(play.command)
app.command("replay", cls=PlainCommand, epilog=replay.EXAMPLES)(replay.command)
app.command("serve", cls=PlainCommand, epilog=serve.EXAMPLES)(serve.command)
app.command("sheet", cls=PlainCommand, epilog=sheet.EXAMPLES)(sheet.command)
app.command("audit", cls=PlainCommand, epilog=audit.EXAMPLES)(audit.command)
app.command("backup", cls=PlainCommand, epilog=backup.BACKUP_EXAMPLES)(backup.backup)
app.command("restore", cls=PlainCommand, epilog=backup.RESTORE_EXAMPLES)(backup.restore)
app.command("verify", cls=PlainCommand, epilog=verify.EXAMPLES)(verify.command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cutcard {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=ROOT_EXAMPLES)
def root(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback answers
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Regulated twenty-one: law as data, rounds settled, submissions checked, odds, shoes proven.

    Every command takes --json (one JSON document on standard output) and --help (with an example).
    Exit codes: 0 done, 1 the answer is no, 2 the request was wrong.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """The console entry: run a command, and say what is wrong with a request in one line."""
    output.prepare()
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = app(args=given, prog_name="cutcard", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough
        _drop_output()
        code = output.DONE
    except OSError as problem:  # a full disk under standard output, for one
        _drop_output()
        output.complain(f"standard output: {(problem.strerror or 'cannot be written').lower()}")
        code = output.WRONG
    except typer.Abort:
        code = output.WRONG
    except Exception as problem:
        code = _exit_code(problem)
    sys.exit(code or output.DONE)


def _drop_output() -> None:
    """What is still to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(problem: Exception) -> int:
    """A wrong request or wrong law data is one line; anything else is a bug and stays one."""
    usage = getattr(problem, "format_message", None)
    if usage is not None:
        output.complain(f"{usage()} (see cutcard --help)")
        return output.WRONG
    from cutcard.law import LawError

    if isinstance(problem, LawError):
        output.complain(f"law data: {problem}")
        return output.WRONG
    raise problem
