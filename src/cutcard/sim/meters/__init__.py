"""Meters that grow with every stake and fall with every hit, over a whole run."""
