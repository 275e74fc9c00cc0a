"""Automaton: the finite automaton that a game is, lowered from the model; what both backends
run."""
