"""Random: the agent that picks any legal action."""

from fragma_dsl.agents.imagine import Imagine
from fragma_dsl.game import Game
from fragma_dsl.play.machine import Action
from fragma_dsl.play.random import Random
from fragma_dsl.play.view import View


class RandomAgent:
    """Picks each legal action with the same chance."""

    def __init__(self, game: Game, seat: int, stream: Random) -> None:  # noqa: ARG002
        self.stream = stream

    def choose(self, view: View, actions: tuple[Action, ...], imagine: Imagine) -> Action:  # noqa: ARG002
        """Pick one of the actions."""
        return actions[self.stream.below(len(actions))]
