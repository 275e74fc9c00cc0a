"""Seen: what engines have come across: breaches and witnesses with their games, and how much."""

from dataclasses import dataclass, field
from typing import TypeAlias

from fragma_dsl.automaton.notation import Move

Moves: TypeAlias = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """The moves of a game up to where something was seen, and what it was."""

    moves: Moves
    what: str = ""
    engine: str = ""
    is_shortest: bool = False


@dataclass(slots=True)
class Seen:
    """Adds up what engines see; of each property it keeps the shortest game."""

    breaches: dict[str, Trail] = field(default_factory=dict)
    witnesses: dict[str, Trail] = field(default_factory=dict)
    games: int = 0
    ended: int = 0
    bulk: int = 0  # games of the compiled module
    bulk_stops: int = 0  # of these games, that were judged
    in_bulk: set[str] = field(default_factory=set)  # the properties that they were asked
    moves: int = 0
    positions: set[int] = field(default_factory=set)  # hashes of states
    longest: int = 0  # decisions
    lengths: list[int | None] = field(default_factory=list)  # of games of random moves
    has_secrets: bool = False
    is_cut_short: bool = False  # whether time was over before there were enough games
    limits: dict[str, int] = field(default_factory=dict)  # of decisions, by `within`

    def note(self, name: str, trail: Trail) -> None:
        """Keep a game that breaks a property, unless a shorter one is known."""
        known = self.breaches.get(name)
        if known is None or len(trail.moves) < len(known.moves):
            self.breaches[name] = trail

    def witness(self, name: str, trail: Trail) -> None:
        """Keep a game that shows that something can happen, unless a shorter one is known."""
        known = self.witnesses.get(name)
        if known is None or len(trail.moves) < len(known.moves):
            self.witnesses[name] = trail
