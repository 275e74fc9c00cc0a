"""Lower: a model in, a program out; options become constants, rules that stop are expanded."""

from fragma_dsl.automaton.lower.game import lower_game

__all__ = ["lower_game"]
