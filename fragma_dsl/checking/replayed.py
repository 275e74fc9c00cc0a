"""Replayed: the moves of a saved game in, the properties that it breaks out."""

from dataclasses import dataclass

from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.properties import properties_of
from fragma_dsl.checking.seen import Moves
from fragma_dsl.checking.shrink import Listed, Player
from fragma_dsl.game import Game
from fragma_dsl.syntax import tree
from fragma_dsl.text.span import Span


@dataclass(frozen=True, slots=True)
class Broken:
    """A property that a game breaks, after how many moves, and why."""

    name: str
    moves: int
    what: str
    span: Span | None


def judge_moves(game: Game, variant: tree.Variant | None, moves: Moves) -> tuple[Broken, ...]:
    """Judge a game; of each property the first breach is given."""
    properties = properties_of(game.program, variant)
    spans = {one.name: one.span for one in properties}
    found: dict[str, Broken] = {}
    for name, what, played in Player(Judge(game, properties)).run(Listed(moves)):
        found.setdefault(name, Broken(name, len(played), what, spans[name]))
    return tuple(found.values())
