"""Lowering: what is built up while a game is lowered, and the procedure that is being written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fragma_dsl.automaton.draft import Draft
from fragma_dsl.automaton.nodes import (
    Edge,
    Effect,
    Expr,
    OptionName,
    Point,
    SetLocal,
    StepEdge,
)
from fragma_dsl.library.domains import Domains
from fragma_dsl.library.types import Type
from fragma_dsl.semantics import model
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span


@dataclass(slots=True)
class Body:
    """A procedure being written: its registers by local, and the point that the next statement
    leaves.

    `here` is None behind a `return` or the end of the game.
    """

    name: str
    entry: int
    here: int | None
    registers: list[tuple[str, Type]] = field(default_factory=list)
    by_local: dict[model.Local, int] = field(default_factory=dict)
    spans: dict[int, Span] = field(default_factory=dict)  # by register: what it is blamed on

    def register(self, name: str, type: Type, span: Span | None = None) -> int:
        """Add a register without a local."""
        self.registers.append((name, type))
        if span is not None:
            self.spans[len(self.registers) - 1] = span
        return len(self.registers) - 1

    def bind(self, local: model.Local) -> int:
        """Add a register for a local; an expansion of the same rule later gets another."""
        number = self.register(local.name, local.type, local.span)
        self.by_local[local] = number
        return number


@dataclass(slots=True)
class Lowering:
    """The draft with everything that its nodes refer to by number."""

    game: model.Game
    domains: Domains
    piece_base: Mapping[str, int]  # by kind: the number of its first piece
    zone_base: Mapping[str, int]  # by zone: the number of its first place
    variables: Mapping[str, int]
    dice: Mapping[str, int]
    draft: Draft = field(default_factory=Draft)
    options: dict[OptionName, int] = field(default_factory=dict)
    procedures: dict[str, int] = field(default_factory=dict)
    finished: list[tuple[Body, int, Span] | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    after_setup: int | None = None
    shown_zones: set[str] = field(default_factory=set)
    shown_variables: set[str] = field(default_factory=set)

    def option_number(self, name: OptionName) -> int:
        """Give the number of an option, the same for equal ones."""
        return self.options.setdefault(name, len(self.options))

    # ---- writing the body

    def go(
        self, body: Body, edge: Edge, target: int | None = None, span: Span | None = None
    ) -> int:
        """Add an edge from here, to a new point unless told otherwise, and stand there."""
        assert body.here is not None
        if target is None:
            target = self.draft.add_step(span or edge.span)
        self.draft.add_edge(body.here, target, edge)
        body.here = target
        return target

    def do(self, body: Body, effect: Effect) -> None:
        """Add an effect."""
        self.go(body, StepEdge(None, effect, effect.span))

    def let(self, body: Body, register: int, value: Expr, span: Span) -> None:
        """Set a register."""
        self.do(body, SetLocal(register, value, span))

    def stop_here(self, body: Body, point: Point) -> int:
        """Make this a point of another kind, behind a step where this one is taken."""
        assert body.here is not None
        stop = self.draft.add_point(point)
        self.draft.add_edge(body.here, stop, StepEdge(None, None, point.span))
        body.here = stop
        return stop
