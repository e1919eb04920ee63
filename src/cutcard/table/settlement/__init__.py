"""A finished round into lines: each wager at its moment, with the provision behind it."""
