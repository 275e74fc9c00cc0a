"""Beginning: a game in, what goes wrong before its first turn out."""

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.checking.problems import CannotBegin, MayNotBegin
from fragma_dsl.game import CHANCE_SEAT, Game, Position, roll
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import thaw
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span
from fragma_dsl.text.uncollected import uncollected

PLAYOUTS = 20
MOST_MOVES = 200
"""Of all playouts together."""


def cannot_begin(error: FaultError, game: Span) -> CannotBegin:
    """Make a problem of a fault that comes before anybody has done anything."""
    fault = error.fault
    return CannotBegin(fault.span or game, fault.code, fault.message)


@uncollected()
def check_beginning(game: Game, name: Span, setup: Span | None) -> tuple[Problem, ...]:
    """Begin a game, and go a few times at random through the decisions and rolls of its setup.

    The streams and the number of moves are the same each time, so that the answer is too.
    """
    try:
        start = game.start()
    except FaultError as error:
        return (cannot_begin(error, name),)
    if setup is None:
        return ()
    behind = points_behind_setup(game.program)
    left = MOST_MOVES
    for number in range(PLAYOUTS):
        stream = Random.derived(0, number, CHANCE_SEAT)
        position = start
        try:
            while left and not position.is_over and thaw(position.state)[0] not in behind:
                left -= 1
                position = moved(position, stream)
        except FaultError as error:
            fault = error.fault
            if fault.span is not None and _holds(setup, fault.span):
                return (MayNotBegin(fault.span, fault.code, fault.message),)
    return ()


def moved(position: Position, stream: Random) -> Position:
    """Play a move at random."""
    if position.is_chance:
        return position.play(roll(position.outcomes, stream))
    return position.play(position.legal[stream.below(len(position.legal))])


def points_behind_setup(program: Program) -> set[int]:
    """Find the points that can come once the setup is over."""
    return program.points_from(program.after_setup)


def _holds(outer: Span, inner: Span) -> bool:
    same = outer.source.name == inner.source.name
    return same and outer.start <= inner.start and inner.end <= outer.end
