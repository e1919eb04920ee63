"""`cutcard manual` and `cutcard completion`: the man page, and what a shell needs to complete commands.

Both are written from the table of commands and from each command's own parameters and help.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import typer

import cutcard
from cutcard import law
from cutcard.cli.lazy_group import UNNAMED, Lazy, LazyGroup, examples, load
from cutcard.cli.options import refuse
from cutcard.cli.program import COMMANDS

OF_ALL: Final = ("--help",)
DOCUMENT: Final = "DOCUMENT"


@dataclass(frozen=True)
class Described:
    """One command as its help has it."""

    words: tuple[str, ...]
    help: str
    arguments: tuple[tuple[str, str], ...]
    """What is written, and what it is."""
    options: tuple[tuple[tuple[str, ...], str, str], ...]
    """Every way to write the option, what follows it, and what it is."""
    examples: tuple[str, ...]

    @property
    def long_options(self) -> list[str]:
        """The options written out, with --help."""
        written = [each for names, _, _ in self.options for each in names if each.startswith("--")]
        return sorted({*written, *OF_ALL})

    @property
    def takes_document(self) -> bool:
        """Whether its first argument is a document's id."""
        return bool(self.arguments) and self.arguments[0][0].startswith(DOCUMENT)


def described(
    table: Mapping[str, Lazy | LazyGroup] = COMMANDS, above: tuple[str, ...] = ()
) -> Iterator[Described]:
    """Every command of a table and of the groups in it, in the table's order."""
    for name, entry in table.items():
        if isinstance(entry, Lazy):
            yield _described((*above, name), name, entry)
        else:
            if entry.unnamed:
                yield _described((*above, name), UNNAMED, Lazy(entry.unnamed, entry.help or ""))
            yield from described(entry.table, (*above, name))


def _described(words: tuple[str, ...], name: str, entry: Lazy) -> Described:
    try:
        command = load(name, entry)
    except ModuleNotFoundError:  # its extra is not installed
        return Described(words, entry.help, (), (), ())
    arguments, options = [], []
    for each in command.params:
        what = " ".join((each.help or "").split())
        if each.param_type_name == "argument":
            arguments.append((each.metavar or each.name.upper(), what))
        else:
            takes = "" if each.is_flag else each.metavar or each.name.upper()
            options.append(((*each.opts, *each.secondary_opts), takes, what))
    lines = (command.epilog or "").removeprefix("\b\n").splitlines()[1:]
    text = command.help or ""
    return Described(words, text, tuple(arguments), tuple(options), tuple(line[2:] for line in lines))


@examples("cutcard manual > cutcard.1", "cutcard manual | man -l -")
def manual() -> None:
    """Print the man page.

    It has every command with its arguments, options and examples, in the form that man reads.
    """
    typer.echo(man_page(), nl=False)


@examples(
    "cutcard completion bash > ~/.local/share/bash-completion/completions/cutcard",
    "cutcard completion zsh > ~/.zfunc/_cutcard",
    "cutcard completion fish > ~/.config/fish/completions/cutcard.fish",
)
def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
) -> None:
    """Print what a shell needs to complete commands and options."""
    if shell not in SHELLS:
        refuse("completion", f"{shell[:40]!r}: one of {', '.join(SHELLS)}")
    typer.echo(SHELLS[shell](), nl=False)


def man_page() -> str:
    """The man page, as roff."""
    page = [
        f'.TH CUTCARD 1 "" "Cutcard {cutcard.__version__}" "User Commands"',
        ".SH NAME",
        "cutcard \\- regulated twenty-one: settle, check, deal, compute, simulate",
        ".SH SYNOPSIS",
        ".B cutcard",
        "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        "Law as data, rounds settled, submissions checked, exact odds, simulations, a casino floor.",
        "Every command that answers takes \\fB\\-\\-json\\fR and prints one JSON document.",
        ".SH COMMANDS",
    ]
    for each in described():
        page += [".SS " + _roff(" ".join(("cutcard", *each.words, *(a for a, _ in each.arguments))))]
        for number, paragraph in enumerate(each.help.split("\n\n")):
            page += [*([".PP"] if number else []), _roff(" ".join(paragraph.split()))]
        for names, what in each.arguments:
            page += [".TP", f"\\fI{_roff(names)}\\fR", _roff(what) or "."]
        for written, takes, what in each.options:
            shown = ", ".join(f"\\fB{_roff(name)}\\fR" for name in written)
            page += [".TP", shown + (f" \\fI{_roff(takes)}\\fR" if takes else ""), _roff(what) or "."]
        if each.examples:
            page += [".PP", "Examples:", ".nf", *(f"    {_roff(line)}" for line in each.examples), ".fi"]
    page += [
        ".SH EXIT STATUS",
        "0 done; 1 the answer is no; 2 the request was wrong; 130 interrupted.",
        ".SH ENVIRONMENT",
        ".TP",
        ".B CUTCARD_CACHE",
        "Where answers and compiled loops are kept; else the user's cache folder.",
        ".TP",
        ".B CUTCARD_LAW",
        "Folders of further documents, separated as in PATH.",
        ".TP",
        ".B CUTCARD_KEYS",
        "The keys of a house.",
    ]
    return "\n".join(page) + "\n"


def _roff(text: str) -> str:
    """A text in which roff finds nothing to do."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{safe}" if safe.startswith((".", "\\(aq")) else safe


def bash_completion() -> str:
    """A completion function for bash."""
    cases = [
        f'        "{" ".join(words)}") words="{" ".join(sorted(following))}" ;;'
        for words, following in _following().items()
    ]
    return "\n".join(
        [
            "# Completion of cutcard for bash; written by `cutcard completion bash`.",
            "_cutcard() {",
            '    local current="${COMP_WORDS[COMP_CWORD]}" path="" words="" word',
            '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
            '        case "$word" in -*) break ;; esac',
            '        case " $_cutcard_paths " in *" ${path:+${path}/}$word "*) ;; *) break ;; esac',
            '        path="${path:+$path/}$word"',
            "    done",
            '    case "${path//\\// }" in',
            *cases,
            "    esac",
            '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "    return 0",
            "}",
            f'_cutcard_paths="{" ".join("/".join(words) for words in _following() if words)}"',
            "complete -o default -o bashdefault -F _cutcard cutcard",
            "",
        ]
    )


def zsh_completion() -> str:
    """The same for zsh, by its own emulation of bash's way."""
    body = bash_completion().split("\n", 1)[1]
    note = "# Completion of cutcard for zsh; written by `cutcard completion zsh`."
    return f"#compdef cutcard\n{note}\nautoload -U +X bashcompinit && bashcompinit\n{body}"


def fish_completion() -> str:
    """The same for fish, a line for every word that may follow."""
    lines = ["# Completion of cutcard for fish; written by `cutcard completion fish`."]
    following = _following()
    deeper: dict[tuple[str, ...], list[str]] = {words[:-1]: [] for words in following if words}
    for words in following:
        if words:
            deeper[words[:-1]].append(words[-1])
    for words, offered in following.items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in words)
        unseen = f"not __fish_seen_subcommand_from {' '.join(deeper[words])}" if words in deeper else ""
        when = "; and ".join(filter(None, (seen, unseen)))
        for each in sorted(offered):
            flag = f"-l {each[2:]}" if each.startswith("--") else f"-a {each}"
            condition = f" -n '{when}'" if when else ""
            lines.append(f"complete -c cutcard{condition} {flag}")
    return "\n".join(lines) + "\n"


SHELLS: Final = {"bash": bash_completion, "zsh": zsh_completion, "fish": fish_completion}


def _following() -> dict[tuple[str, ...], set[str]]:
    """What may come after the words of a command: commands, options, ids of documents."""
    after: dict[tuple[str, ...], set[str]] = {(): {"--version", *OF_ALL}}
    for each in described():
        for number, word in enumerate(each.words):
            after.setdefault(each.words[:number], set(OF_ALL)).add(word)
        found = after.setdefault(each.words, set())
        found.update(each.long_options)
        if each.takes_document:
            found.update(law.document_ids())
    return after
