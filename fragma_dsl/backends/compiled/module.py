"""Module: a program as the text of a Python module, the same text for the same program.

The text defines, over a state `s` (the slots of the layout) and a work array `w`:

    play(s, w, a, i)     go on from the stop of s by the row at a[i]: the number of an edge of its
                         point and the arguments, or of a chance the index of the outcome, or of a
                         draw the piece; from before the first point where s[0] is -1. Changes s to
                         the next stop and gives its point.
    actions(s, w, out)   write the rows of the legal actions, ROW numbers each; gives how many, or
                         -1 where `out` has no room for more.
    decider(s, w)        the seat that decides.
    draws(s, w, out)     write (piece, number) of what can be drawn; gives how many.

Faulty(k) is raised where the rules go wrong, k an index of FAULTS; Overfull where a set does not
fit the work array.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import networkx as nx

from fragma_dsl.automaton.nodes import (
    MAX_DEPTH,
    Decision,
    Expr,
    Leave,
    OptionEdge,
    Point,
    Program,
)
from fragma_dsl.backends.compiled import kept, listing, playing
from fragma_dsl.backends.compiled.bounds import Bounds, Interval, hull
from fragma_dsl.backends.compiled.clearing import drop_clearing
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.dearness import Dearness
from fragma_dsl.backends.compiled.facts import Facts
from fragma_dsl.backends.compiled.faulting import Faulting
from fragma_dsl.backends.compiled.flow import Flow
from fragma_dsl.backends.compiled.forms import MOST_KEPT
from fragma_dsl.backends.compiled.judging import Judging, with_judging
from fragma_dsl.backends.compiled.kept import Kept
from fragma_dsl.backends.compiled.kinds import is_collection, is_listed
from fragma_dsl.backends.compiled.plane import PlaneWriter
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.registers import clear_register, register_names
from fragma_dsl.backends.compiled.sets import SetsForm
from fragma_dsl.backends.compiled.shared import Shared
from fragma_dsl.backends.compiled.speed import Note, speed_notes
from fragma_dsl.backends.compiled.static import Static
from fragma_dsl.backends.compiled.straight import Straight, straight
from fragma_dsl.backends.compiled.tables import Tables
from fragma_dsl.backends.compiled.tally import Tally
from fragma_dsl.backends.compiled.worded import Worded
from fragma_dsl.backends.compiled.words import Rep, rep_for
from fragma_dsl.library.types import ListOf, Place, SetOf, Type
from fragma_dsl.play.table import Table
from fragma_dsl.text.span import Span

TRUSTED = 2
"""Where in the work array it says that nothing but the module itself changes the state, so that
what is kept beside it holds."""

ANSWER = 16
"""Where in the work array a function leaves a set or list that it returns."""

TOP = ANSWER + MOST_KEPT
"""Where in the work array the room of the first function begins."""


SINGLE = Rep(0, 1)
"""How a single value is kept: in one local."""


@dataclass(frozen=True)
class Returns:
    """What a function returns: a single value, or a set or list kept so."""

    is_collection: bool
    is_list: bool = False
    rep: Rep = SINGLE
    bounds: Interval = (0, 0)
    most: int = 1
    has_sets: bool = False


@dataclass(frozen=True)
class Compiled:
    """A program's module: its text, the faults that it can raise, and the room that it needs."""

    text: str
    faults: tuple[tuple[str, Span], ...]
    room: int
    row: int
    edges: Mapping[int, tuple[int, ...]]  # by decision, the options of its edges
    speed: tuple[Note, ...]
    judged: tuple[str, ...] = ()  # the invariants that whole games ask, see judging


class Unit(Facts):
    """A module in the making."""

    def __init__(self, program: Program, is_judged: bool = False) -> None:
        super().__init__(program)
        self.judging = Judging(self) if is_judged else None
        self.tables = Tables()
        self.bounds = Bounds(program)
        self.table = Table(list(program.initial), program.equipment())
        self.faulting = Faulting(program, self.bounds, self.table)
        self.static = Static(program, self.bounds, self.table.equipment)
        self.nowhere = program.procedures[program.main].span
        self.answer, self.top = ANSWER, TOP + len(program.layout.pieces)
        self.functions: dict[int, list[str]] = {}
        self.frames: dict[str, int] = {}
        self._returns: dict[int, Returns] = {}
        self._called: list[int] = []
        self._meanings: dict[int, Callable[..., Any] | None] = {}
        self._straight: dict[int, Straight | None] = {}
        asked = [one.procedure for one in program.invariants.values()] if is_judged else []
        self.counts_depth = self.is_deep([program.main, *asked])
        places = self.layout.places
        self.offsets = self.tables.add([place.offset for place in places], "offset")
        last = len(places) - 1
        if program.plane is not None:
            last = self.bounds.domains.bounds(Place())[1]
        self.all_places = 0, last
        self.kept: Kept | None = None
        self.shared = Shared(lambda c: Coder(self, c.registers))
        plane = program.plane
        self.plane = PlaneWriter(self, plane) if plane is not None else None
        self.tally = Tally(self) if plane is not None else None
        if plane is None:
            self.kept = kept.find_kept(self, self.top)
        self.top += self.kept.rep.count if self.kept is not None else 0
        self.worded = Worded(self, self.top)
        self.top += self.worded.room
        self.dearness = Dearness(program)
        self.dear = {} if self.tally is not None else listing.find_dear(self)

    # ---- what is known of the program

    @property
    def counted(self) -> Mapping[int, Tally | Worded]:
        """By decision, what writes how its actions are counted, where they need not be listed."""
        tallied = {} if self.tally is None else dict.fromkeys(self.tally.points, self.tally)
        return {**dict.fromkeys(self.worded.points, self.worded), **tallied}

    def require_judging(self) -> Judging:
        """Give what writes the conditions of invariants, which alone may ask for `old`."""
        if self.judging is None:
            raise NotCompiledError("`old`, which only an invariant has")
        return self.judging

    def rep(self, type: Type) -> Rep:
        """Give how a register keeps a set or list of a type."""
        if isinstance(type, ListOf) or (
            isinstance(type, SetOf) and isinstance(type.item, SetOf | ListOf)
        ):
            return Rep(0, 0)
        return rep_for(*self.bounds.of_type(type))

    def returns(self, procedure: int) -> Returns:
        """Say what a function returns."""
        if procedure not in self._returns:
            self._returns[procedure] = Returns(False)
            leaves = [self.program.points[p] for p in sorted(self.points(procedure))]
            values = [one.value for one in leaves if isinstance(one, Leave) and one.value]
            registers = self.program.procedures[procedure].registers
            trial = Coder(self, registers)
            if values and is_collection(trial, values[0]):
                forms = [trial.source(value) for value in values]
                low, high = hull(*(self.bounds.of(value, registers) for value in values))
                is_list = any(form.is_list for form in forms)
                rep = Rep(0, 0) if is_list else rep_for(low, high)
                most = max(form.most for form in forms)
                sets = any(isinstance(form, SetsForm) for form in forms)
                self._returns[procedure] = Returns(True, is_list, rep, (low, high), most, sets)
        return self._returns[procedure]

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

    # ---- calls and helpers

    def straight(self, procedure: int) -> Straight | None:
        """Give a function that can be written in place."""
        if procedure not in self._straight:
            found = None if self.counts_depth else straight(self.program, procedure)
            self._straight[procedure] = found
        return self._straight[procedure]

    def is_in_place(self, procedure: int) -> bool:
        """Whether a function was written where it is called, never as one of its own."""
        return bool(self._straight.get(procedure)) and procedure not in self.functions

    def is_table(self, procedure: int) -> bool:
        """Whether a function became a table."""
        return bool(self._meanings.get(procedure)) and procedure not in self.functions

    def static_meaning(self, procedure: int) -> Callable[..., Any] | None:
        """Give what a function means that goes by its arguments alone; None of another."""
        if procedure not in self._meanings:
            self._meanings[procedure] = self.static.meaning(procedure)
        return self._meanings[procedure]

    def call(self, procedure: int, arguments: Sequence[str]) -> str:
        """Write the call of a procedure, which is then a part of the module."""
        if procedure not in self._called:
            self._called.append(procedure)
        return f"{self.name(procedure)}({', '.join(['s', 'w', 'top + FRAME', *arguments])})"

    def mark(self, c: Coder, span: Span) -> None:
        """Write which line of the rules the next lines stand for."""
        line = span.line
        if span.source is not self.nowhere.source:
            text = f"# {span.source.name.rpartition('/')[2]}:{line}"
        else:
            text = f"# {line}: {span.source.line(line).strip()}"
        if not c.w.lines or text.strip() not in [one.strip() for one in c.w.lines[-6:]]:
            c.w.line(text)

    def mark_called(self) -> int:
        """Say how many procedures are a part of the module."""
        return len(self._called)

    def write_called(self) -> None:
        """Write the procedures that have been called so far, and those that they call."""
        for number in self._called:  # it grows
            if number not in self.functions:
                self.write_procedure(number)

    def forget_called(self, mark: int) -> None:
        """Leave out the procedures that became a part of the module since."""
        for number in self._called[mark:]:
            self.functions.pop(number, None)
        del self._called[mark:]

    # ---- functions

    def write_procedure(self, number: int) -> None:
        """Write the function of a procedure."""
        procedure = self.program.procedures[number]
        c = Coder(self, procedure.registers)
        returns = self.returns(number)
        parameters = enumerate(procedure.registers[: procedure.parameters])
        names = [name for one in parameters for name in register_names(self, *one)]
        if self.counts_depth:
            c.w.line("w[1] += 1")
            c.fail_if(f"w[1] > {MAX_DEPTH}", "budget", self.nowhere)
        for index in range(procedure.parameters, len(procedure.registers)):
            clear_register(c, index)

        def leave(_: int, point: Point) -> None:
            assert isinstance(point, Leave)
            text = "0"
            if point.value is not None:
                text = self.answer_of(c, point.value, returns)
            if self.counts_depth:
                text = c.as_atom(text) if not text.isdigit() else text
                c.w.line("w[1] -= 1")
            c.w.line(f"return {text}")

        Flow(c, [procedure.entry], leave).write()
        c.w.lines = drop_clearing(c.w.lines)
        result = f"u{returns.rep.count}" if returns.is_collection and returns.rep.count > 1 else "i"
        signature = ",".join(["s", "w", *("i" for _ in ["top", *names])])
        self.functions[number] = [
            f'@jit("{result}({signature})")',
            f"def {self.name(number)}({', '.join(['s', 'w', 'top', *names])}):",
            *self.framed(c),
        ]

    def answer_of(self, c: Coder, value: Expr, returns: Returns) -> str:
        """Write what a function returns."""
        if not returns.is_collection:
            return c.value(value)
        form = c.source(value)
        if returns.rep.is_run:
            at, n = form.run(c)
            n = c.as_atom(n)
            c.w.line(f"bring(w, {at}, {ANSWER}, {n})")
            return n
        words = form.words(c, returns.rep)
        return words[0] if len(words) == 1 else f"({', '.join(words)})"

    def framed(self, c: Coder) -> list[str]:
        """Give the lines of a function with the size of its room written in."""
        self.frames[str(len(self.frames))] = c.used
        plus = f" + {c.used}" if c.used else ""
        return [line.replace("top + FRAME", f"top{plus}") for line in c.w.lines]

    # ---- listing

    def row_lines(self, index: int, edge: OptionEdge, at: str) -> list[str]:
        """Write an action as a row of `out`."""
        values = [str(index), *(f"r{generator.local}" for generator in edge.generators)]
        values += ["0"] * (self.row - len(values))
        plus = "" if at == "0" else f"{at} + "
        places = [at, *(f"{plus}{place}" for place in range(1, self.row))]
        return [f"out[{place}] = {one}" for place, one in zip(places, values, strict=True)]

    def may_repeat(self, number: int) -> bool:
        """Whether a decision may list an action twice."""
        c = Coder(self, self.main_registers)
        numbers = self.option_numbers(number)
        return len(set(numbers)) < len(numbers) or any(
            is_listed(c, generator.source)
            for edge in self.options(number)
            for generator in edge.generators
        )

    def write_whereabouts(self) -> list[str]:
        """Write the function that finds a piece of which there is one: first where it was last."""
        c = Coder(self, ())
        last = len(self.layout.places) - 1
        c.w.line(f"place = w[{TOP} + piece]")
        test = c.has_piece("place", (0, last), "piece")
        with c.w.block(f"if {test}:"):
            c.w.line("return place")
        with c.w.block(f"for place in range({last + 1}):"):
            test = c.has_piece("place", (0, last), "piece")
            with c.w.block(f"if {test}:"):
                c.w.line(f"w[{TOP} + piece] = place")
                c.w.line("return place")
        c.w.line("return -1")
        return ['@jit("i(s,w,i,i)")', "def place_of(s, w, top, piece):", *self.framed(c)]

    def write_score(self) -> list[str]:
        """Write the function that gives a player's score, 0 where the game has none."""
        text, number = "0", self.program.score
        if number is not None:
            self._called.append(number)
            text = f"{self.name(number)}(s, w, {self.top}, player)"
        return ['@jit("i(s,w,i)")', "def score_of(s, w, player):", f"    return {text}"]

    # ---- all of it

    def write(self) -> Compiled:
        """Write the module."""
        listers = []
        for number in self.stops():
            if isinstance(self.program.points[number], Decision):
                listers.append(listing.write_actions(self, number))
        for number in self.dear:
            listers += listing.write_candidates(self, number)
        tail = [
            *listers,
            *listing.write_picker(self),
            listing.write_lister(self),
            listing.write_deciders(self),
            listing.write_draws(self),
        ]
        tail += [playing.write_play(self), playing.write_chance(), self.write_score()]
        for number, writer in self.counted.items():
            tail += [writer.count(number), writer.pick(number)]
        tail += listing.write_counters(self)
        self.write_called()
        if self.judging is not None:
            self.judging.write()
            tail += self.judging.parts
        parts = [self.functions[number] for number in self.in_order()]
        if any("place_of(" in line for part in [*parts, *tail] for line in part):
            parts.insert(0, self.write_whereabouts())
        if self.kept is not None and self.kept.readers:
            parts.insert(0, self.kept.look())
        elif self.kept is not None:
            parts, tail = [[self.kept.without(part) for part in some] for some in (parts, tail)]
        parts += self.shared.functions()
        layout = self.layout
        constants = [
            f"SLOTS = {layout.size}",
            f"ROW = {self.row}",
            f"PLAYERS = {layout.players}",
            f"ENDING = {layout.ending}",
            f"PIECES = {len(layout.pieces)}",
            f"SITES = {sum(len(board) for board in self.program.boards)}",
            f"PLACES = {len(layout.places)}",
            f"BOX = {layout.box}",
            f"HISTORY = {layout.history}",
            f"REMEMBERED = {layout.history_length}",
            f"WIDTH = {5 + 2 * layout.players}  # of the results of a game",
            f"INITIAL = table({list(self.program.initial)})",
        ]
        points = len(self.program.points)
        kinds, weights, starts = playing.stop_tables(self, points)
        constants.append(f"DEAR = table({[int(one in self.dear) for one in range(points)]})")
        constants += [
            f"KINDS = table({kinds})  # by point: 1 decision, 2 chance, 3 draw, 4 end",
            f"WEIGHTS = table({weights or [0]})",
            f"WEIGHT_STARTS = table({starts})",
        ]
        text = files("fragma_dsl.backends.compiled").joinpath("helpers.py.txt").read_text()
        loops = files("fragma_dsl.backends.compiled").joinpath("loops.py.txt").read_text()
        loops = loops if self.judging is None else with_judging(loops)
        helper_tables = self.helper_tables()
        body = "\n\n\n".join("\n".join(part) for part in [*parts, *tail])
        game = self.program.game
        head = f'"""{game}: its rules as functions over a state `s` and a work array `w`."""'
        lines = [head, "", *constants, *helper_tables, *self.tables.lines()]
        room = (
            self.top
            + (MAX_DEPTH + 4) * max(self.frames.values(), default=0)
            + 4 * layout.size
            + 4096
        )
        if self.plane is None:
            lines.append(f"TRUSTED = {TRUSTED}")
        else:
            text = self.plane.helpers(text)
            lines += self.plane.constants(room)
            room += self.plane.room
        edges = {
            number: tuple(self.option_numbers(number))
            for number in self.stops()
            if isinstance(self.program.points[number], Decision)
        }
        helpers = used_helpers(text, body)
        whole = "\n\n\n".join(["\n".join(lines), *helpers, body, loops])
        faults, notes = tuple(self.tables.faults), speed_notes(self, whole)
        judged = () if self.judging is None else tuple(self.judging.names)
        return Compiled(whole, faults, room, self.row, edges, notes, judged)

    def helper_tables(self) -> list[str]:
        """Write the tables that the helpers read."""
        places = self.layout.places
        holds = {"one": 0, "many": 1, "stack": 2}
        runs = [slot for run in self.layout.position_runs for slot in run]
        counts = [one.count for one in self.layout.pieces]
        return [
            f"PLACE_HOLDS = table({[holds[one.holds] for one in places] or [0]})",
            f"PLACE_OFFSET = table({[one.offset for one in places] or [0]})",
            f"PLACE_SIZE = table({[one.size for one in places] or [0]})",
            f"PIECE_COUNT = table({[-1 if n is None else n for n in counts] or [0]})",
            f"PIECE_OWNER = table({[one.owner for one in self.layout.pieces] or [0]})",
            f"POSITION_RUNS = table({runs})",
        ]

    def in_order(self) -> list[int]:
        """List the procedures that are called, those that others call before them."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(self._called)
        for number in self._called:
            graph.add_edges_from((called, number) for called in self.calls(number))
        order = [
            one
            for group in nx.topological_sort(nx.condensation(graph))
            for one in sorted(nx.condensation(graph).nodes[group]["members"])
        ]
        return [number for number in order if number in self.functions]


def used_helpers(text: str, body: str) -> list[str]:
    """Pick the functions out of a text that others use, in their order."""
    functions = [part.strip() for part in text.split("\n\n\n") if "def " in part]
    kept: list[str] = []
    for function in reversed(functions):
        name = function.partition("def ")[2].partition("(")[0]
        if any(f"{name}(" in user for user in (body, *kept)):
            kept.insert(0, function[function.index("@jit") :])
    return kept


def compile_program(program: Program, is_judged: bool = False) -> Compiled:
    """Write the module of a program, with its invariants if it is to judge them; NotCompiledError
    where its rules have no compiled form."""
    return Unit(program, is_judged).write()


__all__ = ["Compiled", "NotCompiledError", "compile_program"]
