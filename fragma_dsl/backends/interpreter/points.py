"""Points: the program's graph in, for each point what the walker needs of it and its edges out."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from fragma_dsl.automaton.nodes import (
    Chance,
    Decision,
    Draw,
    ElseEdge,
    End,
    Leave,
    OptionEdge,
    OutcomeEdge,
    Point,
    Program,
    Register,
    Step,
    StepEdge,
)
from fragma_dsl.backends.interpreter.closures import (
    Context,
    closure,
    optional_closure,
    scan_closure,
    test_closure,
)
from fragma_dsl.backends.interpreter.effects import Act, effect_act
from fragma_dsl.backends.interpreter.scan import Closure, Scan, Test
from fragma_dsl.play.machine import Outcome
from fragma_dsl.text.node import Node, node
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    import networkx as nx


@node
class StepOut(Node):
    """An edge out of a step: its condition, what it does, where it leads."""

    guard: Closure | None
    act: Act | None
    target: int
    span: Span


@node
class StepPoint(Node):
    """A point without a stop."""

    edges: tuple[StepOut, ...]
    span: Span


@node
class OptionOut(Node):
    """An option: `scan` runs through its actions, `exists` through those before `best` picks.

    `test` says whether one of these has given arguments.
    """

    option: int
    locals: tuple[int, ...]
    scan: Scan
    exists: Scan
    test: Test
    picks: bool  # whether it has a `best`
    target: int
    span: Span


@node
class DecisionPoint(Node):
    """A point that waits for a player."""

    decider: Closure
    prompt: str | None
    options: tuple[OptionOut, ...]
    otherwise: int | None
    saved: tuple[int, ...]
    span: Span
    secret: bool


@node
class ChancePoint(Node):
    """`sides` gives for each outcome the register, its value and the point that follows."""

    die: int
    outcomes: tuple[Outcome, ...]
    sides: tuple[tuple[int, int, int], ...]
    saved: tuple[int, ...]
    span: Span


@node
class DrawPoint(Node):
    """A point where chance picks a piece of a place, which goes into a register."""

    place: Closure
    skip: Closure | None
    local: int
    target: int
    saved: tuple[int, ...]
    span: Span


@node
class EndPoint(Node):
    """A point where the game is over."""

    name: str
    span: Span


@node
class LeavePoint(Node):
    """The exit of a procedure."""

    value: Closure | None
    span: Span


ReadyPoint: TypeAlias = StepPoint | DecisionPoint | ChancePoint | DrawPoint | EndPoint | LeavePoint


def ready_points(program: Program, context: Context) -> Mapping[int, ReadyPoint]:
    """Prepare every point that a procedure can reach, with the procedure's registers."""
    points: dict[int, ReadyPoint] = {}
    for procedure in program.procedures:
        for number in program.points_from(procedure.entry):
            points[number] = ready_point(program.graph, number, procedure.registers, context)
    return points


def ready_point(
    graph: "nx.MultiDiGraph[Any]", number: int, registers: Sequence[Register], context: Context
) -> ReadyPoint:
    """Prepare one point and the edges out of it, in the order of their keys."""
    point: Point = graph.nodes[number]["point"]
    outs = sorted(graph.out_edges(number, keys=True), key=lambda out: out[2])
    edges = [(graph.edges[out]["edge"], out[1]) for out in outs]
    match point:
        case Step(span):
            return StepPoint(step_outs(edges, registers, context), span)
        case Decision():
            return decision_point(point, edges, context)
        case Chance():
            return chance_point(point, edges)
        case Draw():
            return draw_point(point, edges, context)
        case End(name, span):
            return EndPoint(name, span)
        case Leave(value, span):
            return LeavePoint(optional_closure(value, context), span)
        case _:
            assert_never(point)


Edges: TypeAlias = list[tuple[Any, int]]


def step_outs(edges: Edges, registers: Sequence[Register], context: Context) -> tuple[StepOut, ...]:
    return tuple(
        StepOut(
            optional_closure(edge.guard, context),
            None if edge.effect is None else effect_act(edge.effect, registers, context),
            target,
            edge.span if edge.effect is None else edge.effect.span,
        )
        for edge, target in edges
        if isinstance(edge, StepEdge)
    )


def decision_point(point: Decision, edges: Edges, context: Context) -> DecisionPoint:
    options = tuple(
        option_out(edge, target, context) for edge, target in edges if isinstance(edge, OptionEdge)
    )
    otherwise = [target for edge, target in edges if isinstance(edge, ElseEdge)]
    return DecisionPoint(
        closure(point.decider, context),
        point.prompt,
        options,
        otherwise[0] if otherwise else None,
        point.saved,
        point.span,
        point.secret,
    )


def draw_point(point: Draw, edges: Edges, context: Context) -> DrawPoint:
    ((edge, target),) = edges
    place, skip = closure(point.place, context), optional_closure(point.skip, context)
    return DrawPoint(place, skip, edge.local, target, point.saved, point.span)


def option_out(edge: OptionEdge, target: int, context: Context) -> OptionOut:
    return OptionOut(
        edge.option,
        tuple(generator.local for generator in edge.generators),
        scan_closure(edge.generators, edge.where, edge.best, context),
        scan_closure(edge.generators, edge.where, None, context),
        test_closure(edge.generators, edge.where, context),
        edge.best is not None,
        target,
        edge.span,
    )


def chance_point(point: Chance, edges: Edges) -> ChancePoint:
    faces = [(edge, target) for edge, target in edges if isinstance(edge, OutcomeEdge)]
    return ChancePoint(
        point.die,
        tuple(Outcome(point.die, edge.face, edge.weight) for edge, _ in faces),
        tuple((edge.local, edge.value, target) for edge, target in faces),
        point.saved,
        point.span,
    )
