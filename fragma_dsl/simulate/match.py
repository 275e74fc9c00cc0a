"""Match: one game at a table where people and agents may sit, move by move, with its way back."""

from collections.abc import Sequence
from dataclasses import replace

from fragma_dsl.agents.agent import Agent, ask, make_agent
from fragma_dsl.automaton.notation import Move
from fragma_dsl.game import CHANCE_SEAT, Game, Position, roll
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.play.record import Record
from fragma_dsl.replay import fault_result, make_record, recorded, replay, result_of

HUMAN = "human"


class Match:
    """A game being played; a move that runs into a fault is kept, and is the last."""

    def __init__(self, game: Game, seats: Sequence[str], seed: int, number: int = 0) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.seed = seed
        self.number = number
        self.moves: list[Move] = []
        self.positions: list[Position] = []
        self.fault: Fault | None = None
        self.reset_streams()
        try:
            self.positions.append(game.start())
        except FaultError as error:
            self.fault = error.fault

    @classmethod
    def resumed(cls, game: Game, record: Record, seats: Sequence[str], seed: int) -> "Match":
        """Go on with a recorded game. Raises RecordError where the record is not true."""
        done = replay(game, record)
        match = cls(game, seats, seed, record.number)
        match.moves, match.positions = list(done.moves), list(done.positions)
        match.fault = done.fault
        match.forward_streams()
        return match

    @property
    def position(self) -> Position:
        """Where the game stands, before the last move if that ran into a fault."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.fault is not None or self.position.is_over

    @property
    def waits_for_human(self) -> bool:
        """Whether a person has to decide."""
        seat = self.position.seat
        return not self.is_over and seat is not None and self.seats[seat] == HUMAN

    def reset_streams(self) -> None:
        """Put chance and the agents back to the beginning."""
        self.chance = Random.derived(self.seed, self.number, CHANCE_SEAT)
        self.agents: list[Agent | None] = [
            None if name == HUMAN else make_agent(name, self.game, seat, self.seed, self.number)
            for seat, name in enumerate(self.seats)
        ]

    def forward_streams(self) -> None:
        """Bring chance and the agents from the beginning to where the game stands."""
        self.reset_streams()
        for position, _ in zip(self.positions, self.moves, strict=False):
            if position.seat is None or self.agents[position.seat] is not None:
                self.next_move(position)

    def next_move(self, position: Position) -> Move:
        """Roll, or let the agent whose turn it is decide."""
        if position.seat is None:
            return roll(position.outcomes, self.chance)
        agent = self.agents[position.seat]
        if agent is None:
            raise ValueError("a person decides here")
        return ask(agent, position)

    def step(self) -> Move:
        """Play what chance or an agent does next, and give it."""
        move = self.next_move(self.position)
        self.play(move)
        return move

    def play(self, move: Move) -> None:
        """Play a legal move; a fault that it runs into ends the match."""
        before = self.position
        self.moves.append(move)
        try:
            self.positions.append(before.play(move))
        except FaultError as error:
            self.fault = error.fault

    def undo(self) -> bool:
        """Go back to the last decision of a person; chance and agents will do the same again."""
        for number in reversed(range(len(self.moves))):
            seat = self.positions[number].seat
            if seat is not None and self.seats[seat] == HUMAN:
                del self.moves[number:], self.positions[number + 1 :]
                self.fault = None
                self.forward_streams()
                return True
        return False

    def record(self, language: str | None = None, rules: str | None = None) -> Record:
        """Write the match as a record."""
        pairs = zip(self.positions, self.moves, strict=False)
        moves = [recorded(position, move) for position, move in pairs]
        result = fault_result(self.fault) if self.fault else result_of(self.position)
        record = make_record(self.game, moves, result, self.seats, self.seed, self.number)
        return replace(record, language=language, rules=rules)
