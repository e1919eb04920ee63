"""`cutcard replay`: a record of a table, step by step."""
