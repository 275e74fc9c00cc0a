"""Checking: whether a game does what it should: scenarios, counted moves."""
