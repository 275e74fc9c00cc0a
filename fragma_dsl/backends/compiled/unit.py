"""Unit: what is known of a module in the making, and what the parts of it share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled import free_sites, picking
from fragma_dsl.backends.compiled.bounds import Bounds, Interval
from fragma_dsl.backends.compiled.cost import Costs
from fragma_dsl.backends.compiled.facts import Facts
from fragma_dsl.backends.compiled.faulting import Faulting
from fragma_dsl.backends.compiled.free_sites import FreeSites
from fragma_dsl.backends.compiled.inlining import Straight, straight
from fragma_dsl.backends.compiled.judging import Judging
from fragma_dsl.backends.compiled.outlining import Outlined
from fragma_dsl.backends.compiled.plane import PlaneWriter
from fragma_dsl.backends.compiled.procedures import Procedures
from fragma_dsl.backends.compiled.static import Static
from fragma_dsl.backends.compiled.tables import Tables
from fragma_dsl.backends.compiled.tally import Tally
from fragma_dsl.backends.compiled.worded import Worded
from fragma_dsl.backends.compiled.words import Rep, rep_for
from fragma_dsl.backends.compiled.work_array import PIECES
from fragma_dsl.library.types import ListOf, Place, SetOf, Type
from fragma_dsl.play.table import Table


class Unit(Facts):
    """A module in the making."""

    def __init__(self, program: Program, is_judged: bool = False) -> None:
        super().__init__(program)
        self.tables = Tables()
        self.frames: list[int] = []  # by function, the slots of the work array that it uses
        self.procedures = Procedures(self)
        self.outlined = Outlined()
        self.judging = Judging(self) if is_judged else None
        self.bounds = Bounds(program)
        self.table = Table(list(program.initial), program.equipment())
        self.faulting = Faulting(program, self.bounds, self.table)
        self.static = Static(program, self.bounds, self.table.equipment)
        self.costs = Costs(program)
        self._meanings: dict[int, Callable[..., Any] | None] = {}
        self._straight: dict[int, Straight | None] = {}
        self.nowhere = program.procedures[program.main].span
        asked = [one.procedure for one in program.invariants.values()] if is_judged else []
        self.counts_depth = self.is_deep([program.main, *asked])
        self.offsets = self.tables.add([place.offset for place in self.layout.places], "offset")
        self.find_ways()

    def find_ways(self) -> None:
        """Find in which way the actions of each decision are found; what is kept for that in the
        work array comes before the room of the first function, at `top`."""
        self.top = PIECES + len(self.layout.pieces)
        self.free_sites: FreeSites | None = None
        plane = self.program.plane
        self.plane = PlaneWriter(self, plane) if plane is not None else None
        self.tally = Tally(self) if plane is not None else None
        if plane is None:
            self.free_sites = free_sites.find_free_sites(self, self.top)
        self.top += self.free_sites.rep.count if self.free_sites is not None else 0
        self.worded = Worded(self, self.top)
        self.top += self.worded.room
        self.dear = {} if self.tally is not None else picking.find_dear(self)

    @property
    def counted(self) -> Mapping[int, Tally | Worded]:
        """By decision, what writes how its actions are counted, where they need not be listed."""
        tallied = {} if self.tally is None else dict.fromkeys(self.tally.points, self.tally)
        return {**dict.fromkeys(self.worded.points, self.worded), **tallied}

    def require_judging(self) -> Judging:
        """Give what writes the conditions of invariants, which alone may ask for `old`."""
        assert self.judging is not None, "only an invariant has `old`"
        return self.judging

    def rep(self, type: Type) -> Rep:
        """Give how a register keeps a set or list of a type."""
        if isinstance(type, ListOf) or (
            isinstance(type, SetOf) and isinstance(type.item, SetOf | ListOf)
        ):
            return Rep(0, 0)
        return rep_for(*self.bounds.of_type(type))

    @property
    def all_places(self) -> Interval:
        """The bounds of a place."""
        if self.program.plane is not None:
            return 0, self.bounds.domains.bounds(Place())[1]
        return 0, len(self.layout.places) - 1

    def has_rings(self) -> bool:
        """Whether a straight line of a board leads back into itself."""
        return any(
            self.is_ring(site, direction)
            for board in self.program.boards
            for site in range(board.first, board.first + len(board))
            for direction in board.directions
        )

    def is_ring(self, site: int, direction: int) -> bool:
        """Whether the steps from a site in a direction never end."""
        seen = {site}
        while True:
            onward = [other for other, keys in self.table.links[site].items() if direction in keys]
            if not onward:
                return False
            site = onward[0]
            if site in seen:
                return True
            seen.add(site)

    # ---- functions that are not called

    def straight(self, procedure: int) -> Straight | None:
        """Give a function that can be written in place."""
        if procedure not in self._straight:
            found = None if self.counts_depth else straight(self.program, procedure)
            self._straight[procedure] = found
        return self._straight[procedure]

    def static_meaning(self, procedure: int) -> Callable[..., Any] | None:
        """Give what a function means that goes by its arguments alone; None of another."""
        if procedure not in self._meanings:
            self._meanings[procedure] = self.static.meaning(procedure)
        return self._meanings[procedure]

    def is_in_place(self, procedure: int) -> bool:
        """Whether a function was written where it is called, never as one of its own."""
        return bool(self._straight.get(procedure)) and procedure not in self.procedures.functions

    def is_table(self, procedure: int) -> bool:
        """Whether a function became a table."""
        return bool(self._meanings.get(procedure)) and procedure not in self.procedures.functions
