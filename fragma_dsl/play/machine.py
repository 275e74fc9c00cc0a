"""Machine: what a backend answers; the one door to a game for everything above."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from fragma_dsl.play.state import State


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """A pick at a decision: the number of an option in the program's table, and its argument
    values."""

    option: int
    arguments: tuple[int, ...]


DRAW = -1
"""Stands for the die of an outcome that is a draw: then the face is the piece that is drawn."""


@dataclass(frozen=True, slots=True, order=True)
class Outcome:
    """A chance outcome: the number of the chance's die in the program's table, the face's index,
    its weight."""

    die: int
    face: int
    weight: int


@dataclass(frozen=True, slots=True)
class AtDecision:
    """The state waits for `player` to pick one of the machine's `actions`, perhaps in secret."""

    player: int
    prompt: str | None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class AtChance:
    """The state waits for chance: one of the machine's `outcomes`, by weight.

    A draw has the die DRAW and the `place` that is drawn from.
    """

    die: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class AtEnd:
    """The game is over. `name` is the entry of `end:` or the statement; see `returns`."""

    name: str


Value: TypeAlias = int | frozenset[int] | tuple[int, ...]
Stop: TypeAlias = AtDecision | AtChance | AtEnd


class Machine(Protocol):
    """A backend with a program. Faults are raised as FaultError; a given state is never changed."""

    def start(self) -> State:
        """Run from the beginning to the first stop."""

    def start_given(self, procedure: int) -> State:
        """Run a scenario's `given` on the table as it is before setup, then from after setup to the
        first stop."""

    def evaluate(self, state: State, procedure: int, arguments: tuple[int, ...] = ()) -> Value:
        """Give the value of a function of these arguments on the table of a state."""

    def stop(self, state: State) -> Stop:
        """Say what the state waits for."""

    def actions(self, state: State) -> tuple[Action, ...]:
        """List the legal actions in the order of the rules; () unless at a decision."""

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """List the chance outcomes; () unless at chance."""

    def play(self, state: State, move: Action | Outcome) -> State:
        """Run from a stop, by a legal action or an outcome, to the next. Raises ValueError for any
        other."""

    def returns(self, state: State) -> tuple[float, ...]:
        """Give what each player gets at the end; see docs/language.md, Results. Zeros before it."""


Foreseen: TypeAlias = tuple[float, int]
"""What a seat gets at the end, 0 before it, and its score then."""


@runtime_checkable
class Foreseeing(Protocol):
    """A machine that also plays many actions at once to see what they bring."""

    def foresee(self, state: State, seat: int, actions: Sequence[Action]) -> list[Foreseen | None]:
        """Say what each action brings a seat at the stop behind it; None for one that is not legal
        or goes wrong, and for any that has to be played to know."""
