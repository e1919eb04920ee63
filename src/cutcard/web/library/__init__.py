"""The library: the law of the house and its odds, for everybody who signed in."""
