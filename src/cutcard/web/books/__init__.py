"""The library: the law of the house and its odds, for everybody who signed in.

`book` arranges a document by its divisions, `proofs` knows which cases prove what, `desk` computes odds
in processes of their own, `jobs` is what it computes. Nothing here states a rule.
"""
