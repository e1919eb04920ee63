"""The library: the law of the house and its odds, for everybody who signed in.

`book` arranges a document by its divisions, `proofs` knows which cases prove what, `jobs` is
what the house's desk computes for it. Nothing here states a rule.
"""
