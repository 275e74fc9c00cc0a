"""Random walks: games played at random, for the laws that hold in all of them."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import strategies as st

from fragma_dsl.automaton.notation import Move
from fragma_dsl.game import Game, Position, roll
from fragma_dsl.pipeline import load
from fragma_dsl.play.random import Random

ROOT = Path(__file__).parents[1]
WORLDS = ROOT / "tests" / "worlds"
SHIPPED = (
    *sorted(ROOT.glob("variants/*.rules.yaml")),
    *sorted(ROOT.glob("examples/**/*.rules.yaml")),
)
load_once = cache(load)
seeds = st.integers(0, 2**64 - 1)


def every_game(paths: Iterable[Path]) -> pytest.MarkDecorator:
    """Run a test with the path of each game."""
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.name.split(".")[0])


def moves_of(position: Position) -> tuple[Move, ...]:
    """Give all that can be played: actions, or what chance may bring."""
    return (*position.legal, *position.outcomes)


def random_move(position: Position, stream: Random) -> Move:
    """Pick an action, or let chance fall."""
    if position.is_chance:
        return roll(position.outcomes, stream)
    return position.legal[stream.below(len(position.legal))]


def walk(game: Game, seed: int, plies: int) -> list[Position]:
    """Go some way into a random game; give every position on it."""
    stream = Random.derived(seed)
    positions = [game.start()]
    while len(positions) <= plies and not positions[-1].is_over:
        positions.append(positions[-1].play(random_move(positions[-1], stream)))
    return positions
