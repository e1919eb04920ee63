"""The command line: one file for each command.

`program` lists the commands and holds `main`, the console entry; a command is imported when it is run
(`lazy_group`). Commands use the other rooms by their doors (`odds.answered(...)`), which load on demand:
so help and wrong requests are answered at once. `source` reads files, `printing` holds what several
commands print; the `terminal` room prints JSON, tables and the one line of complaint.
"""

from cutcard.cli.program import app as app, main as main

__all__ = ["app", "main"]
