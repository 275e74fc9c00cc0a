"""Measured: what came out of some rounds of a game."""

from dataclasses import dataclass, field
from math import sqrt
from statistics import median
from typing import Any

from games import Entry

ERRORS = 4
"""How many standard errors the mean lengths may lie apart."""


@dataclass(slots=True)
class Tally:
    """Playouts of one side: how many a second in each round, and how long they were."""

    rates: list[float] = field(default_factory=list)
    wall_rates: list[float] = field(default_factory=list)
    games: int = 0
    decisions: int = 0
    squares: int = 0

    def add(self, decisions: Any) -> None:
        """Count games by their numbers of decisions."""
        self.games += len(decisions)
        self.decisions += int(decisions.sum())
        self.squares += int((decisions * decisions).sum())

    @property
    def rate(self) -> float:
        """Playouts in a second of CPU time."""
        return median(self.rates)

    @property
    def fastest(self) -> float:
        """Playouts in a second of CPU time in the round that was disturbed least."""
        return max(self.rates)

    @property
    def wall_rate(self) -> float:
        """Playouts in a second by the clock on the wall."""
        return median(self.wall_rates)

    @property
    def length(self) -> float:
        """The mean number of decisions."""
        return self.decisions / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean length."""
        return sqrt(max(0.0, self.squares / self.games - self.length**2) / self.games)


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of a game."""

    entry: Entry
    here: Tally
    elsewhere: Tally | None

    @property
    def ratio(self) -> float | None:
        """The ratio of the medians of playouts a second."""
        return self.here.rate / self.elsewhere.rate if self.elsewhere else None

    @property
    def reaches(self) -> bool | None:
        """Whether the aim is reached, one without a counterpart in the fastest round; None
        without one."""
        if self.entry.decisions is not None:
            return self.here.fastest * self.here.length >= self.entry.decisions
        if self.entry.aim is None or self.ratio is None:
            return None
        return self.ratio >= self.entry.aim

    @property
    def agrees(self) -> bool:
        """Whether both play games of one length, as far as chance allows."""
        if self.elsewhere is None:
            return True
        spread = sqrt(self.here.error**2 + self.elsewhere.error**2)
        return abs(self.here.length - self.elsewhere.length) <= ERRORS * spread + 1e-9
