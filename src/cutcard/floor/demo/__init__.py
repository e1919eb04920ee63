"""The demonstration casino: a table of every game and variation, from submissions that were checked.

Its money is play money, and its store says so: it never shares one with a live floor.
"""

from cutcard.floor.demo.tables import DemoTable, demo_tables, pit_tables

__all__ = ["DemoTable", "demo_tables", "pit_tables"]
