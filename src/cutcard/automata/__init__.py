"""Rules and wagers tabulated for fast walking: outcomes over card identities, hands as automata.

Everything here is made from the functions of `rules` and `wagers`, and named by a digest of them.
"""
