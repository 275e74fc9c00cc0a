"""Solve: a small game in, what each player gets with best play out.

Values are worked out from the ends backwards, with the mean over chance. States that lie on a
circle are gone over again and again from two sides: as if to go round for ever were the best that
there is for the first player, and as if it were the worst. Where both come to the same it does not
matter (interval iteration: Haddad and Monmege 2018, https://doi.org/10.1016/j.tcs.2016.12.003).
Where they do not, and no chance is in it, a game that never ends is worth nothing: who can get more
than that ends it. With chance that is not enough to tell, and the game is not solved.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import mul
from typing import Any

from fragma_dsl.backends.pick import Backend
from fragma_dsl.checking.judge import has_secrets
from fragma_dsl.checking.net import BrokenError, Net, TooManyError, Values, find_net
from fragma_dsl.game import Game
from fragma_dsl.play.fault import FaultError
from fragma_dsl.text.said import say

MOST = 1_000_000
"""How many positions a game may have."""

NEAR = 1e-12
"""How close the two sides come."""

STILL = 1e-15
MOST_SWEEPS = 1_000_000


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


def solve(game: Game, most: int = MOST, backend: Backend = "auto") -> Solution:
    """Solve a game of so many positions at most. Raises NotSolvable."""
    if has_secrets(game):
        raise NotSolvable("something is hidden in it, and this solves games of open cards alone")
    try:
        net = find_net(game, most, backend)
    except TooManyError:
        raise NotSolvable(say("it has more than {count} positions", count=most)) from None
    except (BrokenError, FaultError):
        raise NotSolvable("a rule goes wrong in it") from None
    solver = Solver(net, len(game.players))
    solver.run()
    values = solver.values[0]
    return Solution(
        dict(zip(game.players, values, strict=True)),
        tuple(best_moves(game, solver)),
        len(net.movers),
        len(net.returns),
        None if solver.has_circles else solver.games[0],
        solver.has_circles,
    )


def best_moves(game: Game, solver: "Solver") -> list[str]:
    """Name the first moves that bring their player as much as the best."""
    net, seat = solver.net, solver.net.movers[0]
    if seat < 0:
        return []
    legal = game.machine.actions(game.machine.start())
    return [
        game.notation.move_text(move)
        for move, target in zip(legal, net.followers(0), strict=True)
        if solver.values[target][seat] >= solver.values[0][seat] - 1e-9
    ]


class Solver:
    """Works out the values of all states, and how many games go on from each."""

    def __init__(self, net: Net, players: int) -> None:
        self.net, self.players = net, players
        self.values: list[Values] = [(0.0,) * players] * len(net.movers)
        self.games = [0] * len(net.movers)
        self.has_circles = False
        for number, returns in net.returns.items():
            self.values[number] = returns
            self.games[number] = 1
        firsts = [0.0, *(returns[0] for returns in net.returns.values())]
        self.worst, self.best = min(firsts), max(firsts)
        if players == 2 and any(abs(sum(one)) > 1e-9 for one in net.returns.values()):
            raise NotSolvable("what one player gets is not what the other loses")

    def run(self) -> None:
        """Go through the rings, followers first."""
        for ring in self.net.rings():
            number = ring[0]
            followers = self.net.followers(number)
            if len(ring) > 1 or number in followers:
                self.go_round(ring)
            elif followers:
                self.values[number] = self.value(number, followers)
                self.games[number] = sum(self.games[target] for target in followers)

    def value(self, number: int, followers: Sequence[int]) -> Values:
        """Work out a state from its followers."""
        seat = self.net.movers[number]
        values = [self.values[target] for target in followers]
        if seat >= 0:
            return max(values, key=lambda one: one[seat])
        weights = self.net.weights[number]
        return tuple(mean(column, weights) for column in zip(*values, strict=True))

    # ---- circles

    def go_round(self, ring: list[int]) -> None:
        """Work out the states of a ring in which a game can come round."""
        self.has_circles = True
        if self.players > 2:
            why = "it can come round to where it was, and has more than two players"
            raise NotSolvable(why)
        low, high = dict.fromkeys(ring, self.worst), dict.fromkeys(ring, self.best)
        is_settled = self.close_in(ring, low, high)
        has_chance = any(self.net.movers[number] < 0 for number in ring)
        if not is_settled and has_chance:
            raise NotSolvable("there is chance in it, and what an endless game is worth decides it")
        for number in ring:
            middle = (low[number] + high[number]) / 2
            first = middle if is_settled else sorted((low[number], 0.0, high[number]))[1]
            self.values[number] = (first, 0.0 - first)[: self.players]

    def close_in(self, ring: list[int], low: dict[int, float], high: dict[int, float]) -> bool:
        """Go over the states of a ring until the two sides meet; say whether they do."""
        steps = [(number, self.step(number)) for number in ring]
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for bounds in (low, high):
                for number, step in steps:
                    value = step(bounds)
                    change = max(change, abs(value - bounds[number]))
                    bounds[number] = value
            if all(high[number] - low[number] < NEAR for number in ring):
                return True
            if change < STILL:
                return False
        raise NotSolvable(say("its values do not stand still in {most} rounds", most=MOST_SWEEPS))

    def step(self, number: int) -> Callable[[Mapping[int, float]], float]:
        """Say how the first player's value of a state follows from those of a ring."""
        followers, values = self.net.followers(number), self.values
        seat, weights = self.net.movers[number], self.net.weights.get(number, ())

        def step(bounds: Mapping[int, float]) -> float:
            found = [bounds[one] if one in bounds else values[one][0] for one in followers]
            if seat < 0:
                return mean(found, weights)
            return max(found) if seat == 0 else min(found)

        return step


def mean(values: Sequence[float], weights: Sequence[int]) -> float:
    """Give the mean of some values by weights."""
    return float(sum(map(mul, values, weights)) / sum(weights))
