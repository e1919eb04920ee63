"""A round being played: the events of every command, from the first bet to the last card."""
