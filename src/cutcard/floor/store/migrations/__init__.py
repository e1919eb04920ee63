"""The store's schema, step by step; `Database.migrate` takes the steps that a store has not taken."""
