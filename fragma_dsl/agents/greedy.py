"""Greedy: the agent that takes the best that one action of its own can bring at once."""

from collections.abc import Sequence
from typing import TypeAlias

from fragma_dsl.agents.imagine import Imagine
from fragma_dsl.game import Game
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import Action, AtEnd, Foreseeing
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import State
from fragma_dsl.play.view import View

WORLDS = 4
"""How many positions it imagines at a decision where something is hidden from it."""

Worth: TypeAlias = tuple[float, float]
"""What a seat gets at the end, 0 before it, and what its score grows by."""

WORST: Worth = (float("-inf"), float("-inf"))
"""The worth of what runs into a fault."""


class GreedyAgent:
    """Picks the action with the best result at the stop behind it, among equals that with the best
    change of the seat's score, among equals any. Chance to come is not weighed.

    What is hidden from the seat is dealt anew a few times, and the worth of an action is its mean.
    """

    def __init__(self, game: Game, seat: int, stream: Random) -> None:
        self.game = game
        self.seat = seat
        self.stream = stream

    def choose(self, view: View, actions: tuple[Action, ...], imagine: Imagine) -> Action:
        """Pick one of the actions."""
        count = WORLDS if view.hides_something else 1
        worlds = [imagine(self.stream.word()).state for _ in range(count)]
        found = {world: self.worths(world, actions) for world in dict.fromkeys(worlds)}
        columns = [found[world] for world in worlds] if len(found) > 1 else found.values()
        worths = [mean_worth(one) for one in zip(*columns, strict=True)]
        best = max(worths)
        good = [one for one, worth in zip(actions, worths, strict=True) if worth == best]
        return good[self.stream.below(len(good))]

    def worths(self, world: State, actions: tuple[Action, ...]) -> list[Worth | None]:
        """Give the worth of each action in a state, all at once where the machine can."""
        machine = self.game.machine
        if not isinstance(machine, Foreseeing):
            return [self.worth(world, action) for action in actions]
        try:
            before = self.score(world)
        except FaultError:
            return [self.worth(world, action) for action in actions]
        found = machine.foresee(world, self.seat, actions)
        return [
            self.worth(world, action) if one is None else (one[0], one[1] - before)
            for action, one in zip(actions, found, strict=True)
        ]

    def worth(self, world: State, action: Action) -> Worth | None:
        """Give the worth of an action in a state; None where it is not legal there."""
        machine = self.game.machine
        try:
            after = machine.play(world, action)
            gain = self.score(after) - self.score(world)
            is_over = isinstance(machine.stop(after), AtEnd)
        except FaultError:
            return WORST
        except ValueError:
            return None
        return (machine.returns(after)[self.seat] if is_over else 0.0), gain

    def score(self, state: State) -> int:
        """Give the seat's score, 0 in a game without."""
        function = self.game.program.score
        if function is None:
            return 0
        score = self.game.machine.evaluate(state, function, (self.seat,))
        return score if isinstance(score, int) else 0


def mean_worth(found: Sequence[Worth | None]) -> Worth:
    """Give the mean worth of an action over the states where it is legal."""
    if len(found) == 1:
        return found[0] or WORST
    worths = [worth for worth in found if worth is not None] or [WORST]
    results, gains = zip(*worths, strict=True)
    return sum(results) / len(results), sum(gains) / len(gains)
