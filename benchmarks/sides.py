"""Sides: who plays random games for a benchmark, this project's machine code or OpenSpiel."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np

from fragma_dsl import load
from fragma_dsl.backends.compiled.batches import ENDED, Batches, Played
from fragma_dsl.simulate.batched import batches_of
from fragma_dsl.simulate.playout import MAX_DECISIONS

CALL = 0.02
"""Seconds that a call of machine code takes at least, so that the call itself costs nothing."""


class Here:
    """Plays by this project's machine code, game after game of a seed; where legality is dear to
    test, it picks first."""

    def __init__(self, rules: Path) -> None:
        self.batches: Batches = batches_of(load(rules), 1, MAX_DECISIONS, "native", True)
        self.next, self.size = 0, 1
        (first,) = self.batches.play(range(1))  # the code is made, and arrays grow
        self.check(first)
        begin = process_time()
        while process_time() - begin < CALL:
            self.size *= 2
            begin = process_time()
            self.play()

    @staticmethod
    def check(played: Played) -> None:
        """Raise RuntimeError for a game that did not come to its end."""
        if played.is_wrong or played.ending is None:
            raise RuntimeError(f"game {played.number} of seed 1 came to no end")

    def play(self) -> Any:
        """Play some games; give the decisions of each."""
        numbers = range(self.next, self.next + self.size)
        self.next = numbers.stop
        results = np.asarray(self.batches.run(numbers)).reshape(-1, self.batches.width)
        decisions = results[:, 2].copy()
        for index in np.flatnonzero(results[:, 0] != ENDED):
            (played,) = self.batches.play(range(numbers[index], numbers[index] + 1))
            self.check(played)
            decisions[index] = played.decisions
        return decisions


class Elsewhere:
    """Plays by OpenSpiel, a loop in Python over its states."""

    def __init__(self, name: str) -> None:
        self.game = import_module("pyspiel").load_game(name)
        self.random = Random(1)

    def play(self) -> Any:
        """Play games for a moment; give the decisions of each."""
        found: list[int] = []
        end = perf_counter() + CALL
        while not found or perf_counter() < end:
            found.append(self.one_game())
        return np.array(found)

    def one_game(self) -> int:
        """Play a game; give its number of decisions."""
        random, decisions = self.random.random, 0
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(roll(state.chance_outcomes(), random()))
            else:
                actions = state.legal_actions()
                decisions += 1
                state.apply_action(actions[int(random() * len(actions))])
        return decisions


def roll(outcomes: Sequence[tuple[int, float]], left: float) -> int:
    """Pick an outcome by a number from 0 to 1."""
    for action, share in outcomes:
        left -= share
        if left < 0:
            return action
    return outcomes[-1][0]


def has_elsewhere() -> bool:
    """Whether OpenSpiel is there."""
    return find_spec("pyspiel") is not None
