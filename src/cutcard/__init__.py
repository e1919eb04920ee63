"""Cutcard: the open reference implementation of regulated twenty-one."""

__version__ = "0.6.0"
