"""Blackjack Switch: two linked hands, whose second cards may change places."""
