"""Net: a game in, all its states by number out, with the moves between them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fragma_dsl.backends.compiled.code import can_run_native
from fragma_dsl.backends.compiled.counting import CHANCE, END, Counting, Moves
from fragma_dsl.backends.compiled.support import Faulty, Overfull
from fragma_dsl.backends.pick import Backend, BackendError, code_of
from fragma_dsl.checking.exhaust import explore
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.seen import Seen
from fragma_dsl.game import Game
from fragma_dsl.play.machine import AtDecision
from fragma_dsl.play.state import State, freeze

Values: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Net:
    """States by number, the beginning first: who decides in each, CHANCE or END, and where its
    moves lead: those of state n are the targets from `starts[n]` up to `starts[n + 1]`."""

    movers: Sequence[int]
    starts: Sequence[int]
    targets: Sequence[int]
    weights: Mapping[int, Sequence[int]]  # of the outcomes, by states of chance
    returns: Mapping[int, Values]  # by ends

    def followers(self, number: int) -> Sequence[int]:
        """List where the moves of a state lead."""
        return self.targets[self.starts[number] : self.starts[number + 1]]

    def rings(self) -> Iterator[list[int]]:
        """Part the states into rings, in which each can be reached from each, followers first
        (Tarjan 1972, https://doi.org/10.1137/0201010)."""
        starts, targets = self.starts, self.targets
        edge = list(starts[:-1])  # by state, the next to be followed
        order, low = [0] * len(edge), [0] * len(edge)  # 0: not met yet
        path, stack, is_on = [0], [0], bytearray(len(edge))
        order[0] = low[0] = clock = is_on[0] = 1
        while path:
            here = path[-1]
            if edge[here] < starts[here + 1]:
                target = targets[edge[here]]
                edge[here] += 1
                if not order[target]:
                    clock += 1
                    order[target] = low[target] = clock
                    is_on[target] = 1
                    path.append(target)
                    stack.append(target)
                elif is_on[target]:
                    low[here] = min(low[here], order[target])
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[here])
            if low[here] == order[here]:
                ring: list[int] = []
                while not ring or ring[-1] != here:
                    ring.append(stack.pop())
                    is_on[ring[-1]] = 0
                yield ring


class TooManyError(Exception):
    """Raised for a game of more states than were to be looked at."""


class BrokenError(Exception):
    """Raised for a game in which a rule goes wrong."""


def find_net(game: Game, most: int, backend: Backend = "auto") -> Net:
    """Find all states and moves, by the game's module where it has one. Raises TooManyError and
    BrokenError."""
    if backend == "auto":
        backend = "native" if can_run_native() else "python"
    try:
        code = code_of(game.program, backend) if backend != "interpreter" else None
    except BackendError:
        code = None
    if code is None:
        return explored(game, most)
    moves = Moves(code)
    try:
        for _ in Counting(game.program, code).layers(game.machine.start(), most, moves):
            pass
    except Overfull:
        raise TooManyError from None
    except Faulty:
        raise BrokenError from None
    size = game.program.layout.size
    states = (
        freeze(list(moves.states[size * number : size * (number + 1)]))
        for number in range(len(moves.movers))
    )
    return net_of(game, states, moves.movers, moves.starts, moves.targets)


def explored(game: Game, most: int) -> Net:
    """Find all states and moves by playing them one by one."""
    graph = explore(Judge(game, ()), Seen(), most, float("inf"))
    if not graph.is_whole:
        raise TooManyError
    if graph.broken or not graph.states:
        raise BrokenError
    movers, starts, targets = [], [0], list[int]()
    for number, state in enumerate(graph.states):
        stop = game.machine.stop(state)
        at_chance = END if number in graph.ends else CHANCE
        movers.append(stop.player if isinstance(stop, AtDecision) else at_chance)
        targets += [target for _, target in graph.edges[number]]
        starts.append(len(targets))
    return net_of(game, graph.states, movers, starts, targets)


def net_of(
    game: Game,
    states: Iterable[State],
    movers: Sequence[int],
    starts: Sequence[int],
    targets: Sequence[int],
) -> Net:
    """Add what chance weighs and what the ends are worth."""
    weights, returns = {}, {}
    for number, (state, mover) in enumerate(zip(states, movers, strict=True)):
        if mover == CHANCE:
            weights[number] = [one.weight for one in game.machine.outcomes(state)]
        elif mover == END:
            returns[number] = game.machine.returns(state)
    return Net(movers, starts, targets, weights, returns)
