"""The running house: a store of events that is only added to, a ledger, meters, people, live tables.

What decides is pure; one place writes, and nothing is acknowledged before it is durable.
"""
