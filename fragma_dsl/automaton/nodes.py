"""Nodes: the automaton's own vocabulary. A `Program` is what a backend takes and all that it takes.

Values are whole numbers (see library.types) or, in registers only, frozensets and tuples of them.
Points are numbered from 0; the edges out of one are tried in their order. `Program.graph` gives
both as a `networkx.MultiDiGraph`: a node has its point under "point", an edge its data under
"edge", its key is its place in the order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.domains import MOST_CALLS
from fragma_dsl.library.types import Type
from fragma_dsl.play.board import Board
from fragma_dsl.play.layout import Layout, Shape
from fragma_dsl.play.plane import Plane
from fragma_dsl.play.table import Equipment
from fragma_dsl.text.node import Node, node
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    import networkx as nx

MAX_RANGE = 65_536
"""The most members that `low..high` may have; more is fault `size`."""

MAX_DEPTH = MOST_CALLS
"""How deep calls of functions and rules may stand in one another; deeper is fault `budget`."""

# ---- expressions: evaluating one changes nothing

Value: TypeAlias = int | frozenset[int] | tuple["Value", ...]


@node
class Const(Node):
    """A value known before the game begins."""

    value: Value


@node
class Local(Node):
    """A register of the procedure that is running."""

    index: int


@node
class Load(Node):
    """A variable of the table, by its number in `layout.variables`; the indices are in range by
    type."""

    variable: int
    indices: "tuple[Expr, ...]"


@node
class Unary(Node):
    """A sign or a negation."""

    word: Literal["-", "not"]
    operand: "Expr"


Word = Literal[
    "+", "-", "*", "//", "%",                      # numbers; // and % round down, by 0 a fault
    "|", "&", "without",                           # sets
    "concat",                                      # lists
    "and", "or",                                   # the right side only where it matters
    "==", "!=", "<", "<=", ">", ">=",              # sets and lists too for == and !=
    "in",                                          # number in set or list
    "subset",                                      # set <= set
]  # fmt: skip


@node
class Binary(Node):
    """An operator between two values."""

    word: Word
    left: "Expr"
    right: "Expr"
    span: Span


@node
class Conditional(Node):
    """One value or the other, by a test."""

    value: "Expr"
    test: "Expr"
    otherwise: "Expr"


@node
class Range(Node):
    """The set low..high; empty where high < low. More than MAX_RANGE members is a fault."""

    low: "Expr"
    high: "Expr"
    span: Span


@node
class MakeSet(Node):
    """The set of some values."""

    items: "tuple[Expr, ...]"


@node
class MakeList(Node):
    """The list of some values."""

    items: "tuple[Expr, ...]"


@node
class Item(Node):
    """The member of a list at an index from 0; outside it is a fault."""

    sequence: "Expr"
    index: "Expr"
    span: Span


@node
class Generator(Node):
    """Binds a register to each member of a set (ascending) or list (in order), after the generators
    before it."""

    local: int
    source: "Expr"


Collect = Literal["set", "any", "all", "count", "sum", "min", "max", "first", "only"]


@node
class Comprehension(Node):
    """`value` for every combination that `where` lets through and that `best` keeps, collected.

    any, all: the value is a truth, evaluation stops as soon as the answer is sure. count: the
    number of different values (as of the set). sum: over every combination. min, max, first, only
    of no combination, and only of two different values: a fault. first is the value of the first
    combination.
    """

    collect: Collect
    value: "Expr"
    generators: tuple[Generator, ...]
    where: "Expr | None"
    best: "Best | None"
    span: Span


@node
class Best(Node):
    """Keeps the combinations at which the value is largest (`most`) or least."""

    most: bool
    value: "Expr"


@node
class CallBuiltin(Node):
    """A builtin's meaning on the table; an argument that was left out is absent from the end."""

    builtin: Builtin
    arguments: "tuple[Expr, ...]"
    span: Span


@node
class CallFunction(Node):
    """A pure procedure that returns a value, by its number in `Program.procedures`."""

    procedure: int
    arguments: "tuple[Expr, ...]"
    span: Span


@node
class After(Node):
    """`value` on a scratch copy of the table, after a procedure that neither decides nor rolls has
    run on it."""

    procedure: int
    arguments: "tuple[Expr, ...]"
    value: "Expr"
    span: Span


@node
class Old(Node):
    """`value` on the table as it was before the move; only in the `step` of an invariant."""

    value: "Expr"
    span: Span


@node
class Require(Node):
    """The value, which must not be none (-1): none is a fault. `what` is the type that was
    needed."""

    value: "Expr"
    what: str
    span: Span


@node
class InRange(Node):
    """The value, which must lie from `low` to `high`, of a set or list each member: a fault
    elsewhere."""

    value: "Expr"
    low: int
    high: int
    span: Span


@node
class PieceOf(Node):
    """The piece of a kind and an owner; a kind without owners, or an owner none, where not so
    declared, is a fault."""

    kind: "Expr"
    owner: "Expr"
    span: Span


Expr: TypeAlias = (
    Const | Local | Load | Unary | Binary | Conditional | Range | MakeSet | MakeList | Item |
    Comprehension
    | CallBuiltin | CallFunction | After | Old | Require | InRange | PieceOf
)  # fmt: skip


# ---- effects: what an edge does to the registers and the table


@node
class SetLocal(Node):
    """Also checks the register's shape where it has one: a value outside is a fault."""

    index: int
    value: Expr
    span: Span


@node
class Store(Node):
    """Assigns a variable; a value outside its shape is a fault."""

    variable: int
    indices: tuple[Expr, ...]
    value: Expr
    span: Span


@node
class MovePiece(Node):
    """Moves `count` pieces (None: all there are) from a place (None: the first that has it) to a
    place.

    `piece` None is the piece on the origin (the top of a stack). `origin` or `target` BOX (-1) is
    the box. A place that lacks them or cannot take them is a fault, and nothing has moved.
    """

    count: Expr | None
    piece: Expr | None
    origin: Expr | None
    target: Expr
    span: Span
    pose: Expr | None = None  # how it lies where the target is a site of the plane


BOX = -1


@node
class Clear(Node):
    """Puts all pieces of a place into the box."""

    place: Expr
    span: Span


@node
class CallRule(Node):
    """Runs a procedure that neither decides nor rolls."""

    procedure: int
    arguments: tuple[Expr, ...]
    span: Span


@node
class Remember(Node):
    """Notes the position in the history."""

    span: Span


@node
class Conclude(Node):
    """Sets the ending, `values` giving a number for each player when `local` runs through the
    players.

    win: 1 for a winner, else 0; lose: 1 for a loser; draw: values is Const(0); rank: more is
    better; pay: what each gets. All winners or no winner at all is a draw.
    """

    kind: Literal["win", "lose", "draw", "rank", "pay"]
    local: int
    value: Expr
    span: Span


@node
class SortStack(Node):
    """Puts a stack in the order of its pieces' numbers, the lowest at the bottom."""

    place: Expr
    span: Span


@node
class Settle(Node):
    """Takes the lowest `piece` at or above `position` of a stack down to that position; the others
    keep their order."""

    place: Expr
    position: Expr
    piece: Expr
    span: Span


@node
class Show(Node):
    """Opens a hidden place, or the member `index` of a hidden variable, to players, or closes it
    again.

    `thing` is the number of a place or variable in the layout. `players` is a set, None for all.
    """

    kind: Literal["place", "variable"]
    thing: Expr
    index: Expr
    players: Expr | None
    shown: bool
    span: Span


Effect: TypeAlias = (
    SetLocal | Store | MovePiece | Clear | CallRule | Remember | Conclude | SortStack | Settle |
    Show
)  # fmt: skip


# ---- points and edges


@node
class Step(Node):
    """A point without a stop: the first edge whose guard holds is taken. `loop` marks the head of a
    loop."""

    span: Span
    loop: bool = False


@node
class Decision(Node):
    """Waits for `decider`; its edges are `OptionEdge`s in order, then perhaps an `ElseEdge`. With
    no legal action and no `ElseEdge` it is a dead end, a fault."""

    decider: Expr
    prompt: str | None
    saved: tuple[int, ...]  # the registers that are live here, in the frame one behind the other
    span: Span
    secret: bool = False


@node
class Chance(Node):
    """Waits for a die; its edges are `OutcomeEdge`s, in the order of the faces."""

    die: int
    saved: tuple[int, ...]
    span: Span


@node
class Draw(Node):
    """Waits for chance to pick a piece of a place, each piece equally likely; alike ones are one
    outcome.

    Its one edge is a `DrawEdge`. With `skip` only what lies above so many pieces of a stack is
    picked from. Nothing to pick is
    the fault `missing`.
    """

    place: Expr
    skip: Expr | None
    saved: tuple[int, ...]
    span: Span


@node
class End(Node):
    """The game is over; `name` is the entry of `end:` or the statement (`win`)."""

    name: str
    span: Span


@node
class Leave(Node):
    """The exit of a procedure; `value` is what a function returns."""

    value: Expr | None
    span: Span


Point: TypeAlias = Step | Decision | Chance | Draw | End | Leave


@node
class StepEdge(Node):
    """A way on, where the guard holds; None always holds."""

    guard: Expr | None
    effect: Effect | None
    span: Span


@node
class OptionEdge(Node):
    """An option: its number in `Program.options`, and its generators, whose registers are its
    arguments in order."""

    option: int
    generators: tuple[Generator, ...]
    where: Expr | None
    best: Best | None
    span: Span


@node
class ElseEdge(Node):
    """The way on where no action is legal."""

    span: Span


@node
class OutcomeEdge(Node):
    """One face: sets `local` to the face's value."""

    face: int
    weight: int
    local: int
    value: int
    span: Span


@node
class DrawEdge(Node):
    """Sets `local` to the piece that chance picked."""

    local: int
    span: Span


Edge: TypeAlias = StepEdge | OptionEdge | ElseEdge | OutcomeEdge | DrawEdge


# ---- the program


@node
class Register(Node):
    """A register of a procedure. `shape` is how it is kept in the frame; None where it is never
    live at a stop."""

    name: str
    type: Type
    shape: Shape | None
    cell: bool = False  # whether it is a site of the plane


@node
class Procedure(Node):
    """A part of the graph: `entry` is a point, its parameters are the registers 0, 1, ... in
    order."""

    name: str
    entry: int
    parameters: int
    registers: tuple[Register, ...]
    span: Span


@node
class OptionName(Node):
    """What an action is called and the types of its arguments; equal ones share a number."""

    name: str
    types: tuple[Type, ...]


@node
class Die(Node):
    """A die: its faces as texts and their weights."""

    name: str
    faces: tuple[str, ...]
    weights: tuple[int, ...]


InvariantForm: TypeAlias = Literal["always", "never", "sometimes", "at_end", "step", "within"]


@node
class Invariant(Node):
    """A property of every game: `procedure` gives its condition, or the number of `within`.

    `form` is a key of `invariants`; `probability` is None where there is no exception.
    """

    name: str
    form: InvariantForm
    procedure: int
    probability: float | None
    span: Span


@dataclass(frozen=True, eq=False)
class Program:
    """A game ready to run. `procedures[main]` is the game; `after_setup` is where a given position
    goes on."""

    game: str
    digest: str  # of the resolved rules, with options and number of players: 64 hex digits
    players: tuple[str, ...]
    teams: tuple[str, ...]
    option_values: Mapping[str, str]
    enums: Mapping[str, tuple[str, ...]]  # also the dice with named faces, the options and `phase`
    directions: tuple[str, ...]
    opposites: tuple[int, ...]  # by direction; -1 where it has none
    kinds: tuple[str, ...]
    boards: tuple[Board, ...]
    dice: tuple[Die, ...]
    options: tuple[OptionName, ...]
    layout: Layout
    initial: tuple[int, ...]  # the slots before the first point
    points: tuple[Point, ...]
    edges: tuple[tuple[tuple[int, Edge], ...], ...]  # by point: where each leads, and the edge
    procedures: tuple[Procedure, ...]
    main: int
    after_setup: int
    budget: int = 1_000_000  # points that may be passed between two stops
    plane: Plane | None = None
    invariants: Mapping[str, Invariant] = field(default_factory=dict)
    givens: Mapping[str, int] = field(
        default_factory=dict
    )  # by scenario: a procedure that sets the table
    expects: Mapping[str, tuple[int, ...]] = field(
        default_factory=dict
    )  # by scenario: functions that must be true
    results: Mapping[str, tuple[int, ...]] = field(
        default_factory=dict
    )  # by scenario that ranks or pays: a function for each player
    variable_types: Mapping[str, tuple[tuple[Type, ...], Type]] = field(
        default_factory=dict
    )  # indices, value
    score: int | None = None  # a function of a player that gives their score as a number

    def equipment(self) -> Equipment:
        """Gather what stays the same through all games."""
        return Equipment.of(
            self.layout, self.players, self.boards, self.directions, self.opposites, self.plane
        )

    def points_from(self, entry: int) -> set[int]:
        """Give the numbers of a point and of all points that it leads to."""
        reached, waiting = {entry}, [entry]
        while waiting:
            found = {target for target, _ in self.edges[waiting.pop()]} - reached
            reached |= found
            waiting += found
        return reached

    def stop_at(self, number: int) -> Decision | Chance | Draw:
        """Give a point that waits for somebody, by its number."""
        point = self.points[number]
        assert isinstance(point, Decision | Chance | Draw)
        return point

    def find_point(self, number: int) -> Point | None:
        """Find the point of a number that may be none."""
        return self.points[number] if 0 <= number < len(self.points) else None

    @cached_property
    def graph(self) -> "nx.MultiDiGraph[Any]":
        """The automaton as a graph."""
        import networkx as nx  # only here: it takes longer to import than a game to begin

        graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
        for number, point in enumerate(self.points):
            graph.add_node(number, point=point)
        for number, edges in enumerate(self.edges):
            for key, (target, edge) in enumerate(edges):
                graph.add_edge(number, target, key=key, edge=edge)
        return graph
