"""Strategies: Hypothesis draws games, positions and playouts of a rule file; `invariant` makes a
test of a function of positions.

What is drawn shrinks to few and simple moves:

    from fragma_dsl.checking.strategies import invariant

    @invariant("fragma")
    def test_nobody_is_lost(position):
        assert len(position.view().places) > 0
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.made.boards import boards
from fragma_dsl.checking.made.rulesets import rulesets
from fragma_dsl.game import Game, Position
from fragma_dsl.pipeline import analyse, game_of, load
from fragma_dsl.search_path import find_by_id
from fragma_dsl.syntax.words import is_name

__all__ = (
    "Playout", "boards", "games", "invariant", "playouts", "positions", "rulesets",
)  # fmt: skip

Rules: TypeAlias = str | Path | Game
"""A rule file, the id of a game that comes with fragma, or a game."""

FEW = 60
"""How many moves a drawn position lies behind the beginning at most, unless someone says."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A drawn game: its positions, one more than its moves."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    @property
    def last(self) -> Position:
        """Where the game has come to."""
        return self.positions[-1]

    def __repr__(self) -> str:
        notation = self.last.game.notation
        return f"<Playout {'; '.join(map(notation.move_text, self.moves))}>"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # of Hypothesis
        printer.text(repr(self))


@lru_cache(maxsize=64)
def loaded(path: Path, options: tuple[tuple[str, str], ...], players: int | None) -> Game:
    """Load a game once."""
    return load(path, dict(options), players)


def path_of(rules: str | Path) -> Path:
    """Find a rule file by its path or its id."""
    found = find_by_id(str(rules), "game", Path()) if is_name(str(rules)) else None
    return found or Path(rules)


def game_from(rules: Rules, options: Mapping[str, str], players: int | None) -> Game:
    """Give the game of a rule file."""
    if isinstance(rules, Game):
        return rules
    return loaded(path_of(rules), tuple(sorted(options.items())), players)


def games(rules: str | Path) -> st.SearchStrategy[Game]:
    """Draw a game with any values of its options and any number of players, the defaults first."""
    path = path_of(rules)
    analysis = analyse(path)
    game_of(analysis)
    assert analysis.variant is not None
    assert analysis.model is not None
    seats = analysis.variant.players
    numbers = seats.allowed
    counts = [seats.default, *(n for n in numbers if n != seats.default)]
    values = {
        name: st.sampled_from(sorted(one.values, key=lambda text: one.values[text] != one.default))
        for name, one in analysis.model.options.items()
    }
    drawn = st.fixed_dictionaries(values)
    return st.builds(
        lambda options, players: loaded(path, tuple(sorted(options.items())), players),
        drawn,
        st.sampled_from(counts),
    )


@st.composite
def playouts(
    draw: st.DrawFn,
    rules: Rules,
    most: int = 1000,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
) -> Playout:
    """Draw a game move by move, to its end or as far as `most` moves."""
    position = game_from(rules, options or {}, players).start()
    positions = [position]
    moves: list[Move] = []
    while len(moves) < most:
        legal: tuple[Move, ...] = (*position.legal, *position.outcomes)
        if not legal:
            break
        moves.append(legal[draw(st.integers(0, len(legal) - 1))])
        position = position.play(moves[-1])
        positions.append(position)
    return Playout(tuple(positions), tuple(moves))


@st.composite
def positions(
    draw: st.DrawFn,
    rules: Rules,
    most: int = FEW,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
) -> Position:
    """Draw a position up to `most` moves behind the beginning."""
    return draw(beginnings(rules, most, options, players)).last


def beginnings(
    rules: Rules,
    most: int,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
) -> st.SearchStrategy[Playout]:
    """Draw a game that is broken off after up to `most` moves."""
    return st.integers(0, most).flatmap(lambda n: playouts(rules, n, options, players))


def invariant(
    rules: Rules, most: int = FEW, examples: int = 50
) -> Callable[[Callable[[Position], Any]], Callable[[], None]]:
    """Make a test of a function of positions, which fails where it raises or gives False."""

    def decorate(function: Callable[[Position], Any]) -> Callable[[], None]:
        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
        @given(beginnings(rules, most))
        def test(game: Playout) -> None:
            assert function(game.last) is not False, f"{function.__name__} does not hold"

        test.__name__ = function.__name__
        test.__doc__ = function.__doc__
        return test

    return decorate
