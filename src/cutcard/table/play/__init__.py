"""A round being played: what a command comes to, from the first bet to the last card."""
