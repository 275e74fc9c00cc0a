"""Solve: the whole graph of a small game in, what each player gets with best play out.

Values are worked out from the ends backwards, with the mean over chance. States that lie on a
circle are gone over until their values stand still, from nothing for all, so that a game that
never ends is worth nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.exhaust import StateGraph
from fragma_dsl.checking.judge import has_secrets
from fragma_dsl.checking.ways import Ways
from fragma_dsl.game import Game
from fragma_dsl.play.machine import AtDecision, Outcome

Values: TypeAlias = tuple[float, ...]

STILL = 1e-13
MOST_SWEEPS = 100_000


class NotSolvable(Exception):  # noqa: N818 - the game may be fine
    """Raised for a game that cannot be solved here; the message says why."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What each player gets where all play best; which first moves bring that.

    `games` counts all sequences of moves to an end, None where there are endlessly many. With more
    than two players each takes what is best for them, of equals the first.
    """

    values: Mapping[str, float]
    best: tuple[str, ...]
    positions: int
    ends: int
    games: int | None
    has_circles: bool

    def to_json(self) -> dict[str, Any]:
        """Give the solution as plain values."""
        return asdict(self)


def solve(game: Game, graph: StateGraph) -> Solution:
    """Solve a game of which the whole graph is known. Raises NotSolvable."""
    if has_secrets(game):
        raise NotSolvable("something is hidden in it, and this solves games of open cards alone")
    if not graph.is_whole:
        raise NotSolvable(f"it has more than {len(graph.states)} positions")
    if any(not edges and number not in graph.ends for number, edges in enumerate(graph.edges)):
        raise NotSolvable("a rule goes wrong in it")
    solver = Solver(game, graph)
    if solver.has_circles and len(game.players) > 2:
        raise NotSolvable("it can come round to where it was, and has more than two players")
    solver.run()
    values = solver.values[0]
    moves = graph.edges[0] if solver.movers[0] is not None else ()
    best = [move for move, target in moves if is_as_good(solver, target)]
    return Solution(
        dict(zip(game.players, values, strict=True)),
        tuple(game.notation.move_text(move) for move in best),
        len(graph.states),
        len(graph.ends),
        None if solver.has_circles else count_games(graph, solver.ways),
        solver.has_circles,
    )


def is_as_good(solver: "Solver", target: int) -> bool:
    """Whether a first move brings its player as much as the best."""
    seat = solver.movers[0]
    assert seat is not None
    return solver.values[target][seat] >= solver.values[0][seat] - 1e-9


class Solver:
    """Works out the values of all states."""

    def __init__(self, game: Game, graph: StateGraph) -> None:
        self.graph = graph
        self.ways = Ways(graph)
        nothing = (0.0,) * len(game.players)
        stops = [game.machine.stop(state) for state in graph.states]
        self.movers = [stop.player if isinstance(stop, AtDecision) else None for stop in stops]
        self.values: list[Values] = [nothing] * len(graph.states)
        for number in graph.ends:
            self.values[number] = game.machine.returns(graph.states[number])
        self.has_circles = any(self.is_circle(ring) for ring in self.ways.rings)
        sums = {round(sum(self.values[number]), 9) for number in graph.ends}
        if len(game.players) == 2 and sums - {0.0}:
            raise NotSolvable("what one player gets is not what the other loses")

    def is_circle(self, ring: frozenset[int]) -> bool:
        """Whether a game can come round in a ring."""
        some = next(iter(ring))
        return len(ring) > 1 or any(target == some for _, target in self.graph.edges[some])

    def run(self) -> None:
        """Go through the rings, followers first."""
        for ring in self.ways.rings:
            numbers = sorted(ring, reverse=True)
            if not self.is_circle(ring):
                self.sweep(numbers)
                continue
            for _ in range(MOST_SWEEPS):
                if self.sweep(numbers) < STILL:
                    break
            else:
                raise NotSolvable(f"its values do not stand still in {MOST_SWEEPS} rounds")

    def sweep(self, numbers: list[int]) -> float:
        """Work out states from their followers once; give the largest change."""
        change = 0.0
        for number in numbers:
            edges = self.graph.edges[number]
            if not edges:
                continue
            seat = self.movers[number]
            value = self.mean(edges) if seat is None else self.best(edges, seat)
            old = self.values[number]
            change = max(change, *(abs(a - b) for a, b in zip(old, value, strict=True)))
            self.values[number] = value
        return change

    def best(self, edges: tuple[tuple[Move, int], ...], seat: int) -> Values:
        """Give the values of the follower that is best for a seat."""
        return max((self.values[target] for _, target in edges), key=lambda values: values[seat])

    def mean(self, edges: tuple[tuple[Move, int], ...]) -> Values:
        """Give the mean of the followers' values, by the weights of the outcomes."""
        weights = [move.weight if isinstance(move, Outcome) else 0 for move, _ in edges]
        followers = [self.values[target] for _, target in edges]
        total = sum(weights)
        columns = zip(*followers, strict=True)
        return tuple(
            sum(weight * value for weight, value in zip(weights, column, strict=True)) / total
            for column in columns
        )


def count_games(graph: StateGraph, ways: Ways) -> int:
    """Count the sequences of moves from the beginning to an end; there are no circles."""
    counts = [0] * len(graph.states)
    for ring in ways.rings:
        (number,) = ring
        ended = 1 if number in graph.ends else 0
        counts[number] = ended + sum(counts[target] for _, target in graph.edges[number])
    return counts[0]
