"""Simulate: games played by agents, one, many or beside people, and what they add up to."""
