"""Perft: how many sequences of exactly so many plies a game has; a count that others can check.

A ply is an action or a chance outcome. Sequences that end before are not counted. The last ply is
counted without being played (https://www.chessprogramming.org/Perft).
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import repeat

from fragma_dsl.automaton.notation import Move
from fragma_dsl.backends.compiled.code import NativeCode, can_run_native
from fragma_dsl.backends.compiled.counting import Counting
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.support import Faulty, Overfull
from fragma_dsl.backends.pick import Backend, code_of
from fragma_dsl.game import Game
from fragma_dsl.play.machine import Machine
from fragma_dsl.play.state import State

TRIAL = 0.5
"""Seconds that `auto` counts with the interpreter before it thinks of machine code."""

MEMORY = 1_000_000
"""How many counts are kept; positions met again by another way need not be counted again."""


class Counter:
    """Counts on one machine. Equal states have equal futures, so a count is kept with its state."""

    def __init__(self, machine: Machine, memory: int = MEMORY) -> None:
        self.machine = machine
        self.deadline = float("inf")  # by time.perf_counter(): then TimeoutError is raised
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
        if time.perf_counter() > self.deadline:
            raise TimeoutError
        total = sum(self.count(self.machine.play(state, move), depth - 1) for move in moves)
        if len(self.known) < self.memory:
            self.known[state, depth] = total
        return total


def legal_moves(machine: Machine, state: State) -> tuple[Move, ...]:
    """List the actions or the outcomes of a state, whichever it has."""
    return machine.actions(state) or machine.outcomes(state)


def count_compiled(counting: Counting, machine: Machine, state: State, depth: int) -> int:
    """Count by a module; where it goes wrong, the interpreter counts, and tells the fault."""
    try:
        return next(count for count in counting.perft(state, depth) if count is not None)
    except (Faulty, Overfull):
        return Counter(machine).count(state, depth)


def perft(
    game: Game,
    depth: int,
    memory: int = MEMORY,
    backend: Backend = "interpreter",
    announce: Callable[[str], None] = lambda _: None,
) -> int:
    """Count the sequences of exactly `depth` plies from the beginning.

    `auto` begins with the interpreter, and tells `announce` when it makes machine code. Raises
    BackendError where a backend cannot run the game.
    """
    state = game.machine.start()
    counter = Counter(game.machine, memory)
    if backend == "auto":
        counter.deadline = time.perf_counter() + TRIAL
        try:
            return counter.count(state, depth)
        except TimeoutError:
            counter.deadline = float("inf")
        backend = "native" if has_machine_code(game) else "interpreter"
        announce("with machine code" if backend == "native" else "with the interpreter")
    if backend == "interpreter":
        return counter.count(state, depth)
    counting = Counting(game.program, code_of(game.program, backend))
    return count_compiled(counting, game.machine, state, depth)


def has_machine_code(game: Game) -> bool:
    """Whether machine code can be made for a game here."""
    try:
        return can_run_native() and NativeCode(game.program).shape.row > 0
    except NotCompiledError:
        return False


def divide(
    factory: Callable[[], Game], depth: int, workers: int = 1, backend: Backend = "interpreter"
) -> Iterator[tuple[Move, int]]:
    """Count for each first move, in the order of the rules, in several processes if wanted, or in
    threads with machine code. `auto` takes machine code where there is much to count."""
    game = factory()
    state = game.machine.start()
    moves = legal_moves(game.machine, state)
    if depth < 1:
        yield from ((move, 1) for move in moves)
        return
    if backend == "auto":
        backend = "native" if depth > 2 and has_machine_code(game) else "interpreter"
    count = 1 if depth <= 2 else max(1, min(workers, len(moves)))
    if count == 1 and backend == "interpreter":
        counter = Counter(game.machine)
        for move in moves:
            yield move, counter.count(game.machine.play(state, move), depth - 1)
        return
    executor: Executor
    if backend == "native":
        counts = CompiledCounts(game, state, moves, depth, backend)
        with ThreadPoolExecutor(count) as executor:
            yield from zip(moves, executor.map(counts, range(len(moves))), strict=True)
        return
    from fragma_dsl.checking.crowd import processes  # only here: machine code has threads

    with processes(count) as executor:
        numbers = range(len(moves))
        found = executor.map(count_after, repeat(factory), numbers, repeat(depth), repeat(backend))
        yield from zip(moves, found, strict=True)


class CompiledCounts:
    """Counts by a module what comes after each of the first moves; threads share nothing but the
    code."""

    def __init__(
        self, game: Game, state: State, moves: tuple[Move, ...], depth: int, backend: Backend
    ) -> None:
        self.game, self.state, self.moves, self.depth = game, state, moves, depth
        self.code = code_of(game.program, backend)
        self.own = threading.local()

    def __call__(self, number: int) -> int:
        """Count what comes after the move of a number."""
        if not hasattr(self.own, "counting"):
            self.own.counting = Counting(self.game.program, self.code)
        machine = self.game.machine
        after = machine.play(self.state, self.moves[number])
        return count_compiled(self.own.counting, machine, after, self.depth - 1)


def count_after(
    factory: Callable[[], Game], number: int, depth: int, backend: Backend = "interpreter"
) -> int:
    """Count, in a process of its own, the sequences that begin with the first move of a number."""
    game = factory()
    state = game.machine.start()
    moves = legal_moves(game.machine, state)
    if backend == "python":
        return CompiledCounts(game, state, moves, depth, backend)(number)
    return Counter(game.machine).count(game.machine.play(state, moves[number]), depth - 1)


def states_by_depth(
    game: Game, most: int = MEMORY, backend: Backend = "interpreter"
) -> Iterator[int]:
    """Give how many states are met first after 0, 1, 2, ... plies, until there are no more.

    Raises OverflowError where there are more than `most`, FaultError where the rules go wrong.
    """
    machine = game.machine
    if backend in ("python", "native"):
        counting = Counting(game.program, code_of(game.program, backend))
        try:
            found = counting.layers(machine.start(), most)
            yield from (count for count in found if count is not None)
        except Overfull:
            raise OverflowError(f"more than {most} states") from None
        except Faulty:
            list(states_by_depth(game, most))  # it raises what the fault is
        return
    layer, seen = [machine.start()], {machine.start()}
    while layer:
        yield len(layer)
        after = (
            machine.play(state, move) for state in layer for move in legal_moves(machine, state)
        )
        layer = [state for state in dict.fromkeys(after) if state not in seen]
        seen.update(layer)
        if len(seen) > most:
            raise OverflowError(f"more than {most} states")
