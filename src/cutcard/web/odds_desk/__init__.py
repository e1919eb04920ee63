"""The odds desk: everything of odds that a page asks for, computed beside play."""
