"""Playout: one numbered game of agents from its start to its end, and the moves it was made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fragma_dsl.agents.agent import Agent, ask, make_agent
from fragma_dsl.automaton.notation import Move
from fragma_dsl.game import CHANCE_SEAT, Game, Position, roll
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.play.record import Faulted, Record, RecordedMove, Result, Unfinished
from fragma_dsl.replay import fault_result, make_record, recorded, result_of

MAX_DECISIONS = 10_000
"""How many decisions a game may take unless someone says otherwise."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A game as it went; `actions` adds up how many were legal at each of its decisions, None where
    they were not counted."""

    number: int
    result: Result
    decisions: int
    actions: int | None
    moves: tuple[RecordedMove, ...]
    scores: tuple[int, ...] | None = None  # at the end, where there is one and the game has scores

    def trimmed(self) -> "Playout":
        """Drop the moves of a game that went well, which nobody will ask for."""
        return self if isinstance(self.result, Faulted) else replace(self, moves=())


def playout(
    game: Game,
    seats: Sequence[str],
    seed: int,
    number: int = 0,
    max_decisions: int = MAX_DECISIONS,
    is_stopped: Callable[[], bool] = lambda: False,
    begun: Sequence[Move] = (),
) -> Playout:
    """Play a game with the streams of its seed and number, to its end unless it is stopped; the
    moves with which it has `begun` are given."""
    agents = [make_agent(name, game, seat, seed, number) for seat, name in enumerate(seats)]
    chance = Random.derived(seed, number, CHANCE_SEAT)
    moves: list[RecordedMove] = []
    decisions = actions = 0
    result: Result
    scores: tuple[int, ...] | None = None
    try:
        position = game.start()
        while not (position.is_over or decisions >= max_decisions or is_stopped()):
            decisions += position.seat is not None
            actions += len(position.legal)
            given = begun[len(moves)] if len(moves) < len(begun) else None
            move = given or next_move(position, agents, chance)
            moves.append(recorded(position, move))
            position = position.play(move)
        if position.is_over:
            result, scores = result_of(position), position.scores
        else:
            result = Unfinished("limit")
    except FaultError as error:
        result = fault_result(error.fault)
    return Playout(number, result, decisions, actions, tuple(moves), scores)


def next_move(position: Position, agents: Sequence[Agent], chance: Random) -> Move:
    """Let the agent whose turn it is decide, or roll."""
    if position.seat is None:
        return roll(position.outcomes, chance)
    return ask(agents[position.seat], position)


def playout_record(
    game: Game, playout: Playout, seats: Sequence[str], seed: int, rules: str | None = None
) -> Record:
    """Write a playout as a record."""
    return make_record(
        game, playout.moves, playout.result, seats, seed, playout.number, rules=rules
    )
