"""Outcomes to cents: awards, meters, caps, wheels, and what one win pays to others."""
