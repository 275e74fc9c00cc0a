"""Perft: how many sequences of exactly so many plies a game has; a count that others can check.

A ply is an action or a chance outcome. Sequences that end before are not counted. The last ply is
counted without being played (https://www.chessprogramming.org/Perft).
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

from fragma_dsl.automaton.notation import Move
from fragma_dsl.game import Game
from fragma_dsl.play.machine import Machine
from fragma_dsl.play.state import State

MEMORY = 1_000_000
"""How many counts are kept; positions met again by another way need not be counted again."""


class Counter:
    """Counts on one machine. Equal states have equal futures, so a count is kept with its state."""

    def __init__(self, machine: Machine, memory: int = MEMORY) -> None:
        self.machine = machine
        self.memory = memory
        self.known: dict[tuple[State, int], int] = {}

    def count(self, state: State, depth: int) -> int:
        """Count the sequences of exactly `depth` plies from a state."""
        if depth == 0:
            return 1
        moves = legal_moves(self.machine, state)
        if depth == 1 or not moves:
            return len(moves)
        known = self.known.get((state, depth))
        if known is not None:
            return known
        total = sum(self.count(self.machine.play(state, move), depth - 1) for move in moves)
        if len(self.known) < self.memory:
            self.known[state, depth] = total
        return total


def legal_moves(machine: Machine, state: State) -> tuple[Move, ...]:
    """List the actions or the outcomes of a state, whichever it has."""
    return machine.actions(state) or machine.outcomes(state)


def perft(game: Game, depth: int, memory: int = MEMORY) -> int:
    """Count the sequences of exactly `depth` plies from the beginning."""
    return Counter(game.machine, memory).count(game.machine.start(), depth)


def divide(factory: Callable[[], Game], depth: int, workers: int = 1) -> Iterator[tuple[Move, int]]:
    """Count for each first move, in the order of the rules, in several processes if wanted."""
    game = factory()
    state = game.machine.start()
    moves = legal_moves(game.machine, state)
    if workers <= 1 or depth <= 2:
        counter = Counter(game.machine)
        for move in moves:
            yield move, counter.count(game.machine.play(state, move), depth - 1) if depth else 1
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(moves) or 1), context) as executor:
        numbers = range(len(moves))
        counts = executor.map(count_after, repeat(factory), numbers, repeat(depth))
        yield from zip(moves, counts, strict=True)


def count_after(factory: Callable[[], Game], number: int, depth: int) -> int:
    """Count, in a process of its own, the sequences that begin with the first move of a number."""
    machine = factory().machine
    state = machine.start()
    move = legal_moves(machine, state)[number]
    return Counter(machine).count(machine.play(state, move), depth - 1)
