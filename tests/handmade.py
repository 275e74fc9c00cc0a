"""Handmade: boards, layouts, tables and programs made without a rule file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fragma_dsl.automaton import nodes as n
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.library.types import Int, ListOf, SetOf, Type
from fragma_dsl.play.board import Board
from fragma_dsl.play.layout import (
    Layout,
    Members,
    PieceEntry,
    PlaceSlots,
    Scalar,
    Shape,
    VariableSlots,
)
from fragma_dsl.play.layout import (
    Sequence as ListShape,
)
from fragma_dsl.play.layout_build import build_layout, initial_slots
from fragma_dsl.play.table import Equipment, Table
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
OPPOSITES = (4, 5, 6, 7, 0, 1, 2, 3)
OFFSETS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
N, NE, E, SE, S, SW, W, NW = range(8)

SOURCE = Source("hand.rules.yaml", "\n" * 100)


def line(number: int) -> Span:
    """Give a span on a line of the source that every handmade program pretends to come from."""
    return Span(SOURCE, number - 1, number - 1)


HERE = line(1)
NOUGHT = n.Const(0)


def grid(width: int, height: int, first: int = 0, name: str = "cells", wrap: bool = False) -> Board:
    """Make a grid; with `wrap` its rows join east and west."""
    spots = [(column, row) for row in range(height) for column in range(width)]
    number = {spot: first + index for index, spot in enumerate(spots)}
    links: dict[int, dict[int, tuple[int, ...]]] = {site: {} for site in number.values()}
    for column, row in spots:
        for direction, (right, up) in enumerate(OFFSETS):
            over = column + right
            target = number.get((over % width if wrap else over, row + up))
            if target is not None:
                ways = links[number[column, row]]
                ways[target] = (*ways.get(target, ()), direction)
    return bare_board(
        name,
        first,
        tuple(f"{'abcdefghi'[column]}{row + 1}" for column, row in spots),
        links=links,
        positions={number[spot]: (float(spot[0]), float(spot[1])) for spot in spots},
        rows={number[spot]: spot[1] + 1 for spot in spots},
        columns={number[spot]: spot[0] + 1 for spot in spots},
        directions=tuple(range(8)),
    )


def bare_board(name: str, first: int, sites: tuple[str, ...], **fields: Any) -> Board:
    """Make a board without rows, regions, links and places, but for the fields that are given."""
    bare = {
        "layers": (), "links": {}, "positions": {}, "rows": {}, "columns": {},
        "regions": {}, "lines": {}, "direction_sets": {}, "directions": (), "drawing": None,
        "holds": "one", "height": 0,
    }  # fmt: skip
    return Board(name=name, first=first, sites=sites, **(bare | fields))


def hub(first: int = 0) -> Board:
    """Make a board of three layers, each a hub with unnamed links to two sites."""
    links: dict[int, dict[int, tuple[int, ...]]] = {}
    for centre in range(first, first + 9, 3):
        links[centre] = {centre + 1: (-1,), centre + 2: (-2,)}
        links |= {centre + 1: {centre: (-1,)}, centre + 2: {centre: (-2,)}}
    numbers = range(first, first + 9)
    return bare_board(
        "cosmos",
        first,
        ("hub", "a1", "a2") * 3,
        layers=("past", "present", "future"),
        links=links,
        positions={site: (float((site - first) % 3), 0.0) for site in numbers},
    )


def variable(name: str, shape: Shape, *dimensions: int, lows: tuple[int, ...] = ()) -> Any:
    """Declare a variable, or a family with dimensions."""
    return VariableSlots(name, 0, dimensions, lows or (0,) * len(dimensions), shape)


MOVER = variable("mover", Scalar(0, 1))
ROUND = variable("round", Scalar(0, 6))
SCORE = variable("score", Scalar(-9, 9), 2)
SEEN = variable("seen", Members(2, 5))
QUEUE = variable("queue", ListShape(0, 9, 3))

# Pieces: stone[white], stone[black], block (three of them), dust without limit.
STONE_WHITE, STONE_BLACK, BLOCK, DUST = range(4)
PIECES = (
    PieceEntry("stone[white]", 0, 0, 3),
    PieceEntry("stone[black]", 0, 1, 3),
    PieceEntry("block", 1, -1, 3),
    PieceEntry("dust", 2, -1, None),
)


def site_places(board: Board) -> list[PlaceSlots]:
    """Give the places of a board whose sites hold one piece."""
    return [PlaceSlots(name, 0, 1, "one") for name in board.sites]


def make_layout(
    boards: Sequence[Board], frame_size: int = 0, history: int = 0, players: int = 2
) -> Layout:
    """Lay out five variables, four pieces, the sites, a bag of many and a stack of three."""
    places = [place for board in boards for place in site_places(board)]
    places.append(PlaceSlots("bag", 0, len(PIECES), "many", zone=True))
    places.append(PlaceSlots("pile", 0, 3, "stack", zone=True))
    return build_layout(
        players, frame_size, [MOVER, ROUND, SCORE, SEEN, QUEUE], PIECES, places, history
    )


NAMES = ("white", "black", "grey", "pink")


def make_table(*boards: Board, history: int = 0, players: int = 2) -> Table:
    """Give an empty table with everything in the box."""
    layout = make_layout(boards, 0, history, players)
    equipment = Equipment.of(layout, NAMES[:players], boards, DIRECTIONS, OPPOSITES)
    return Table(initial_slots(layout, {}), equipment)


def register(name: str = "r", type: Type | None = None, shape: Shape | None = None) -> n.Register:
    """Declare a register, of whole numbers unless said otherwise."""
    return n.Register(name, type or Int(), shape)


NUMBER = register(shape=Scalar(-100, 100))
SET = register(type=SetOf(Int()), shape=Members(0, 9))
LIST = register(type=ListOf(Int(), 3), shape=ListShape(0, 9, 3))


@dataclass
class Rules:
    """A program in the making: points are numbered as they are added, edges in order."""

    registers: Sequence[n.Register] = ()
    board: Board = field(default_factory=lambda: grid(3, 3))
    players: int = 2
    frame_size: int = 8
    history: int = 0
    budget: int = 10_000
    points: list[n.Point] = field(default_factory=list)
    edges: list[list[tuple[int, n.Edge]]] = field(default_factory=list)
    procedures: list[n.Procedure] = field(default_factory=list)
    dice: tuple[n.Die, ...] = (n.Die("coin", ("heads", "tails"), (1, 3)),)
    after_setup: int | None = None

    def point(self, point: n.Point) -> int:
        """Add a point; give its number."""
        self.points.append(point)
        self.edges.append([])
        return len(self.points) - 1

    def step(self) -> int:
        """Add a step."""
        return self.point(n.Step(HERE))

    def edge(self, origin: int, target: int, edge: n.Edge) -> None:
        """Add an edge behind those that leave the point already."""
        self.edges[origin].append((target, edge))

    def go(
        self,
        origin: int,
        target: int,
        effect: n.Effect | None = None,
        guard: n.Expr | None = None,
        at: int = 1,
    ) -> None:
        """Add a step's edge, written on a line."""
        self.edge(origin, target, n.StepEdge(guard, effect, line(at)))

    def chain(self, *effects: n.Effect, start: int | None = None) -> tuple[int, int]:
        """Add steps that do effects one after the other; give the first and the last point."""
        first = last = self.step() if start is None else start
        for effect in effects:
            following = self.step()
            self.go(last, following, effect)
            last = following
        return first, last

    def end(self, origin: int, kind: Any = "draw", value: n.Expr = NOUGHT) -> int:
        """Conclude at a point that leads to an end."""
        finish = self.point(n.End(kind, HERE))
        self.go(origin, finish, n.Conclude(kind, len(self.registers), value, HERE))
        return finish

    def procedure(
        self, entry: int, parameters: int = 0, registers: Sequence[n.Register] = ()
    ) -> int:
        """Add a procedure that begins at a point; give its number, from 1."""
        self.procedures.append(n.Procedure("sub", entry, parameters, tuple(registers), line(90)))
        return len(self.procedures)

    def function(self, value: n.Expr, parameters: int = 0) -> int:
        """Add a function of numbers; give its number."""
        entry = self.point(n.Leave(value, HERE))
        return self.procedure(entry, parameters, [NUMBER] * (parameters + 3))

    def program(self, entry: int) -> n.Program:
        """Finish the program."""
        layout = make_layout([self.board], self.frame_size, self.history, self.players)
        registers = (*self.registers, NUMBER)
        main = n.Procedure("main", entry, 0, registers, HERE)
        return n.Program(
            game="hand",
            digest="0" * 64,
            players=NAMES[: self.players],
            teams=(),
            option_values={},
            enums={},
            directions=DIRECTIONS,
            opposites=OPPOSITES,
            kinds=("stone", "block", "dust"),
            boards=(self.board,),
            dice=self.dice,
            options=(n.OptionName("put", (Int(),)), n.OptionName("rest", ())),
            layout=layout,
            initial=tuple(initial_slots(layout, {})),
            points=tuple(self.points),
            edges=tuple(map(tuple, self.edges)),
            procedures=(main, *self.procedures),
            main=0,
            after_setup=entry if self.after_setup is None else self.after_setup,
            budget=self.budget,
        )

    def machine(self, entry: int) -> InterpreterMachine:
        """Finish the program and make its machine."""
        return InterpreterMachine(self.program(entry))
