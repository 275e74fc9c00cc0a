"""Agent: what decides in a seat; makers of agents by name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias

from fragma_dsl.agents.greedy import GreedyAgent
from fragma_dsl.agents.imagine import Imagine
from fragma_dsl.agents.random import RandomAgent
from fragma_dsl.game import Game, Position
from fragma_dsl.play.machine import Action
from fragma_dsl.play.random import Random
from fragma_dsl.play.view import View
from fragma_dsl.text.said import say


class Agent(Protocol):
    """Decides for one seat through one game."""

    def choose(self, view: View, actions: tuple[Action, ...], imagine: Imagine) -> Action:
        """Pick one of the legal actions; there is at least one."""


Maker: TypeAlias = Callable[[Game, int, Random], Agent]
"""Makes an agent for a seat of a game, with a stream of random numbers of its own."""


@dataclass(frozen=True, slots=True)
class AgentKind:
    """An agent that can be asked for by name."""

    name: str
    about: str
    make: Maker


AGENTS: tuple[AgentKind, ...] = (
    AgentKind("random", "picks any legal action, each as likely", RandomAgent),
    AgentKind("greedy", "wins where it can, else scores what it can at once", GreedyAgent),
)


def agent_names() -> tuple[str, ...]:
    """The names of all agents."""
    return tuple(kind.name for kind in AGENTS)


def make_agent(name: str, game: Game, seat: int, seed: int, number: int = 0) -> Agent:
    """Make an agent for a seat; its stream is `Random.derived(seed, number, seat + 1)`."""
    kind = next((kind for kind in AGENTS if kind.name == name), None)
    if kind is None:
        raise ValueError(
            say("no agent `{name}`; there are {names!s}", name=name, names=", ".join(agent_names()))
        )
    return kind.make(game, seat, Random.derived(seed, number, seat + 1))


def ask(agent: Agent, position: Position) -> Action:
    """Let an agent decide for the seat whose turn it is, by what that seat may know."""
    imagine = partial(position.resampled, position.seat)
    return agent.choose(position.view(position.seat), position.legal, imagine)
