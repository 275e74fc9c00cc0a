"""Seats: what is given once or for each player, as one set or one for each player in order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from fragma_dsl.semantics.boards.find import find_key
from fragma_dsl.semantics.boards.region_problems import MissingPlayer, UnknownPlayer
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span

T = TypeVar("T")
Sets = tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class Seats:
    """Those who play, and all that the file may seat."""

    players: tuple[str, ...]
    all: tuple[str, ...]
    board: Span

    def spread(
        self,
        name: Identifier,
        sets: Mapping[str, T],
        read: Callable[[T], frozenset[int]],
        problems: list[Problem],
    ) -> Sets:
        """Read each set and give it its place; a player without one has the empty set."""
        read_sets = {player: read(written) for player, written in sets.items()}
        if set(sets) == {""}:
            return (read_sets[""],)
        inside = Span(name.span.source, name.span.start, self.board.end)
        unknown = [player for player in sets if player not in self.all]
        for player in unknown:
            span = find_key(inside, player)
            problems.append(UnknownPlayer(span if span != inside else name.span, player, self.all))
        missing = tuple(player for player in self.players if player not in sets)
        if missing and not unknown:
            problems.append(MissingPlayer(name.span, name.text, missing))
        return tuple(read_sets.get(player, frozenset()) for player in self.players)
