"""Beginning: a game in, what goes wrong before its first turn out."""

from time import monotonic

from fragma_dsl.checking.problems import CannotBegin, MayNotBegin
from fragma_dsl.game import CHANCE_SEAT, Game, roll
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

PLAYOUTS = 20
MOST_MOVES = 50
SECONDS = 0.05


def cannot_begin(error: FaultError, game: Span) -> CannotBegin:
    """Make a problem of a fault that comes before anybody has done anything."""
    fault = error.fault
    return CannotBegin(fault.span or game, fault.code, fault.message)


def check_beginning(game: Game, name: Span, setup: Span | None) -> tuple[Problem, ...]:
    """Begin a game, and go a few times at random through the decisions and rolls of its setup.

    It takes no longer than SECONDS and one more move; the streams are the same each time.
    """
    try:
        start = game.start()
    except FaultError as error:
        return (cannot_begin(error, name),)
    end = monotonic() + SECONDS
    for number in range(PLAYOUTS if setup is not None else 0):
        stream = Random.derived(0, number, CHANCE_SEAT)
        position = start
        try:
            for _ in range(MOST_MOVES):
                if position.is_over or monotonic() > end:
                    break
                legal = position.legal
                move = roll(position.outcomes, stream) if position.is_chance else None
                position = position.play(move or legal[stream.below(len(legal))])
        except FaultError as error:
            fault = error.fault
            if fault.span is not None and setup is not None and _holds(setup, fault.span):
                return (MayNotBegin(fault.span, fault.code, fault.message),)
    return ()


def _holds(outer: Span, inner: Span) -> bool:
    same = outer.source.name == inner.source.name
    return same and outer.start <= inner.start and inner.end <= outer.end
