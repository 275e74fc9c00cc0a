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

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    MAX_DEPTH,
    After,
    CallFunction,
    CallRule,
    Chance,
    Clear,
    Conclude,
    Const,
    Decision,
    Draw,
    DrawEdge,
    Effect,
    End,
    Expr,
    Leave,
    Local,
    MovePiece,
    OptionEdge,
    OutcomeEdge,
    Point,
    Program,
    Register,
    Remember,
    SetLocal,
    Settle,
    Show,
    SortStack,
    StepEdge,
    Store,
)
from fragma_dsl.backends.compiled.bounds import Bounds, Interval, hull
from fragma_dsl.backends.compiled.builtins import Builtins
from fragma_dsl.backends.compiled.clearing import drop_clearing
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.dearness import Dearness
from fragma_dsl.backends.compiled.effects import load_register, save_register, set_local
from fragma_dsl.backends.compiled.faulting import Faulting
from fragma_dsl.backends.compiled.flow import Flow
from fragma_dsl.backends.compiled.forms import MOST_KEPT, Rep, SetsForm, SlotsWhereForm, rep_for
from fragma_dsl.backends.compiled.plane import PlaneWriter
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.scans import best_scan, narrowed, scan
from fragma_dsl.backends.compiled.shared import Shared
from fragma_dsl.backends.compiled.speed import Note, speed_notes
from fragma_dsl.backends.compiled.static import Static
from fragma_dsl.backends.compiled.straight import Straight, straight
from fragma_dsl.backends.compiled.tables import Tables
from fragma_dsl.backends.compiled.tally import Tally, with_tally
from fragma_dsl.backends.compiled.walk import walk
from fragma_dsl.library.types import ListOf, Place, SetOf, Type
from fragma_dsl.play.layout import Sequence as Listed
from fragma_dsl.play.layout import shape_width
from fragma_dsl.play.variables import Value, load_value
from fragma_dsl.text.span import Span

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
class Kept:
    """A decision whose actions are the sites from `low` to `high` whose slot is `wanted`."""

    point: int
    at: int
    low: int
    high: int
    wanted: int


@dataclass(frozen=True)
class Compiled:
    """A program's module: its text, the faults that it can raise, and the room that it needs."""

    text: str
    faults: tuple[tuple[str, Span], ...]
    room: int
    row: int
    edges: Mapping[int, tuple[int, ...]]  # by decision, the options of its edges
    speed: tuple[Note, ...]


class Unit:
    """A module in the making."""

    def __init__(self, program: Program) -> None:
        self.program, self.layout = program, program.layout
        self.tables = Tables()
        self.bounds = Bounds(program)
        self.builtins = Builtins(self)
        self.faulting = Faulting(program, self.bounds, self.builtins.table)
        self.static = Static(program, self.bounds, self.builtins.table.equipment)
        self.nowhere = program.procedures[program.main].span
        self.answer, self.top = ANSWER, TOP + len(program.layout.pieces)
        self.functions: dict[int, list[str]] = {}
        self.frames: dict[str, int] = {}
        self._returns: dict[int, Returns] = {}
        self._constants = dict(self.find_constants())
        self._called: list[int] = []
        self._meanings: dict[int, Callable[..., Any] | None] = {}
        self._straight: dict[int, Straight | None] = {}
        self._marked: tuple[int, int] | None = None
        self.counts_depth = self.is_deep()
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
        self.kept = self.find_kept()
        self.tally = Tally(self) if plane is not None else None
        self.dearness = Dearness(program)
        self.dear = {} if self.tally is not None else self.find_dear()

    # ---- what is known of the program

    def points(self, procedure: int) -> set[int]:
        """Gather the points of a procedure."""
        entry = self.program.procedures[procedure].entry
        reached: set[int] = nx.descendants(self.program.graph, entry) | {entry}
        return reached

    def effects(self, procedure: int) -> list[Effect]:
        """List the effects of a procedure."""
        found: list[Effect] = []
        for point in sorted(self.points(procedure)):
            for _, _, edge in edges_from(self.program, point):
                if isinstance(edge, StepEdge) and edge.effect is not None:
                    found.append(edge.effect)
        return found

    def find_constants(self) -> list[tuple[int, Value]]:
        """Find the variables that nothing ever stores, scenarios included, with their values."""
        stored = {
            effect.variable
            for number in range(len(self.program.procedures))
            for effect in self.effects(number)
            if isinstance(effect, Store)
        }
        found = []
        for number, variable in enumerate(self.layout.variables):
            if number not in stored and not variable.dimensions:
                value = load_value(list(self.program.initial), variable.offset, variable.shape)
                found.append((number, value))
        return found

    def constant(self, variable: int) -> Value | None:
        """Give the value of a variable that nothing stores, None of another."""
        return self._constants.get(variable)

    def rep(self, type: Type) -> Rep:
        """Give how a register keeps a set or list of a type."""
        if isinstance(type, ListOf) or (
            isinstance(type, SetOf) and isinstance(type.item, SetOf | ListOf)
        ):
            return Rep(0, 0)
        return rep_for(*self.bounds.of_type(type))

    def calls(self, procedure: int) -> set[int]:
        """Give the procedures that one calls."""
        found: set[int] = set()
        for number in self.points(procedure):
            parts = [self.program.graph.nodes[number]["point"]]
            parts += [edge for _, _, edge in edges_from(self.program, number)]
            for part in parts:
                for node in walk(part):
                    if isinstance(node, CallFunction | CallRule | After):
                        found.add(node.procedure)
        return found

    def is_deep(self) -> bool:
        """Whether calls may stand deeper in one another than is allowed."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_node(self.program.main)
        waiting = [self.program.main]
        while waiting:
            number = waiting.pop()
            for called in self.calls(number):
                if called not in graph:
                    waiting.append(called)
                graph.add_edge(number, called)
        if not nx.is_directed_acyclic_graph(graph):
            return True
        return nx.dag_longest_path_length(graph) > MAX_DEPTH

    def returns(self, procedure: int) -> Returns:
        """Say what a function returns."""
        if procedure not in self._returns:
            self._returns[procedure] = Returns(False)
            leaves = [self.program.graph.nodes[p]["point"] for p in sorted(self.points(procedure))]
            values = [one.value for one in leaves if isinstance(one, Leave) and one.value]
            registers = self.program.procedures[procedure].registers
            trial = Coder(self, registers)
            if values and trial.collection_of(values[0]):
                forms = [trial.source(value) for value in values]
                low, high = hull(*(self.bounds.of(value, registers) for value in values))
                is_list = any(form.is_list for form in forms)
                rep = Rep(0, 0) if is_list else rep_for(low, high)
                most = max(form.most for form in forms)
                sets = any(isinstance(form, SetsForm) for form in forms)
                self._returns[procedure] = Returns(True, is_list, rep, (low, high), most, sets)
        return self._returns[procedure]

    def written(self, procedure: int) -> Interval:
        """Give the slots that a procedure may change, from and up to."""
        layout = self.layout
        runs: list[Interval] = []
        seen: set[int] = set()
        waiting = [procedure]
        while waiting:
            number = waiting.pop()
            if number in seen:
                continue
            seen.add(number)
            for effect in self.effects(number):
                match effect:
                    case Store(variable, _, _, _):
                        slots = layout.variables[variable]
                        runs.append((slots.offset, slots.offset + slots.size))
                    case MovePiece() | Clear() | SortStack() | Settle():
                        first = min((one.offset for one in layout.places), default=layout.tiles)
                        runs.append((first, layout.history))
                    case Remember():
                        runs.append((layout.history, layout.history + 2 * layout.history_length))
                    case Conclude():
                        runs.append((layout.ending, layout.ending + 1 + layout.players))
                    case Show():
                        end = layout.history + 2 * layout.history_length
                        runs.append((end, layout.size))
                    case CallRule(called, _, _):
                        waiting.append(called)
                    case SetLocal():
                        pass
        return hull(*runs) if runs else (0, 0)

    def find_kept(self) -> Kept | None:
        """Find a decision whose actions are the sites with one thing on them, so that a playout can
        keep its list and change only what a move changes."""
        found = (self.keepable(number) for number in self.edges_by_decision())
        return next((kept for kept in found if kept is not None), None)

    def keepable(self, number: int) -> Kept | None:
        """Say of what a decision's list can be kept, None where it cannot."""
        edges = self.options(number)
        if len(edges) != 1 or len(edges[0].generators) != 1 or edges[0].best:
            return None
        (edge,) = edges
        (generator,) = edge.generators
        if edge.where is None or not isinstance(generator.source, Const):
            return None
        c = Coder(self, self.main_registers)
        form = c.source(generator.source)
        form, rest = narrowed(c, form, generator.local, edge.where)
        if rest is not None or not isinstance(form, SlotsWhereForm) or form.of or form.is_not:
            return None
        if not form.wanted.isdigit():
            return None
        return Kept(number, form.at, form.low, form.high, int(form.wanted))

    def uses(self, expr: object, local: int) -> bool:
        """Whether an expression reads a register."""
        return any(isinstance(node, Local) and node.index == local for node in walk(expr))

    def has_rings(self) -> bool:
        """Whether a straight line of a board leads back into itself."""
        return any(
            self.builtins.is_ring(site, direction)
            for board in self.program.boards
            for site in range(board.first, board.first + len(board))
            for direction in board.directions
        )

    def is_plane(self, within: Interval) -> bool:
        """Whether a place may be a site of the plane."""
        plane = self.program.plane
        return plane is not None and within[1] >= plane.first

    # ---- calls and helpers

    def name(self, procedure: int) -> str:
        """Give what a procedure is called in the module."""
        _, _, word = self.program.procedures[procedure].name.rpartition(" ")
        return f"{word}_{procedure}"

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

    def write_let(self, c: Coder, let: SetLocal) -> None:
        """Write what a function sets that is written in place."""
        set_local(c, let)

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

    # ---- functions

    def write_procedure(self, number: int) -> None:
        """Write the function of a procedure."""
        procedure = self.program.procedures[number]
        c = Coder(self, procedure.registers)
        returns = self.returns(number)
        names, kinds = self.parameters(procedure.registers[: procedure.parameters])
        if self.counts_depth:
            c.w.line("w[1] += 1")
            c.fail_if(f"w[1] > {MAX_DEPTH}", "budget", self.nowhere)
        for index, register in enumerate(procedure.registers):
            if index >= procedure.parameters:
                self.clear_register(c, index, register)

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
        signature = ",".join(["s", "w", "i", *kinds])
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

    def parameters(self, registers: Sequence[Register]) -> tuple[list[str], list[str]]:
        """Give the names of parameters, a set in words, and their kinds."""
        names = []
        for index, register in enumerate(registers):
            if not isinstance(register.type, SetOf | ListOf):
                names.append(f"r{index}")
                continue
            rep = self.rep(register.type)
            if rep.is_run:
                names += [f"r{index}a", f"r{index}n"]
            else:
                names += [f"r{index}_{word}" for word in range(rep.count)]
        return names, ["i"] * len(names)

    def clear_register(self, c: Coder, index: int, register: Register) -> None:
        """Write the register's value before anything is in it."""
        names, _ = self.parameters([register])
        for name in names:
            c.w.line(f"{name.replace('r0', f'r{index}', 1)} = 0")

    def framed(self, c: Coder) -> list[str]:
        """Give the lines of a function with the size of its room written in."""
        self.frames[str(len(self.frames))] = c.used
        plus = f" + {c.used}" if c.used else ""
        return [line.replace("top + FRAME", f"top{plus}") for line in c.w.lines]

    # ---- the game itself

    @property
    def main_registers(self) -> Sequence[Register]:
        """The registers of the game."""
        return self.program.procedures[self.program.main].registers

    def stops(self) -> list[int]:
        """List the points of the game that are stops."""
        kinds = Decision | Chance | Draw
        points = sorted(self.points(self.program.main) | self.points_after_setup())
        return [p for p in points if isinstance(self.program.graph.nodes[p]["point"], kinds)]

    def points_after_setup(self) -> set[int]:
        """Gather the points from after setup on."""
        start = self.program.after_setup
        reached: set[int] = nx.descendants(self.program.graph, start) | {start}
        return reached

    def frame_parts(self, saved: Sequence[int]) -> list[tuple[int, int]]:
        """Lay the saved registers one behind the other: register and offset."""
        parts, offset = [], self.layout.frame
        for index in saved:
            shape = self.main_registers[index].shape
            assert shape is not None
            parts.append((index, offset))
            offset += shape_width(shape)
        return parts

    def load_frame(self, c: Coder, saved: Sequence[int], only_runs: bool = False) -> None:
        """Write that the registers are read from the frame, or only those in the work array."""
        for index, offset in self.frame_parts(saved):
            shape = self.main_registers[index].shape
            assert shape is not None
            if not only_runs or isinstance(shape, Listed):
                load_register(c, index, offset, shape)

    def empty_frame(self, c: Coder, saved: Sequence[int]) -> None:
        """Write zeros where registers were kept, so that the next stop finds the frame empty."""
        for index, offset in self.frame_parts(saved):
            shape = self.main_registers[index].shape
            assert shape is not None
            width = shape_width(shape)
            if width == 1:
                c.w.line(f"s[{offset}] = 0")
            else:
                with c.w.block(f"for x in range({offset}, {offset + width}):"):
                    c.w.line("s[x] = 0")

    def save(self, c: Coder, number: int, saved: Sequence[int]) -> None:
        """Write that the game stops here."""
        self.save_frame(c, number, saved)
        c.w.line(f"return {number}")

    def save_frame(self, c: Coder, number: int, saved: Sequence[int]) -> None:
        """Write the point and the registers that are kept there."""
        for index, offset in self.frame_parts(saved):
            shape = self.main_registers[index].shape
            assert shape is not None
            save_register(c, index, offset, shape)
        c.w.line(f"s[0] = {number}")

    def write_play(self) -> list[str]:
        """Write the function that goes on from a stop."""
        c = Coder(self, self.main_registers)
        w = c.w
        program = self.program

        def at_stop(number: int, point: Point) -> int | None:
            match point:
                case Decision():
                    others = [
                        target
                        for target, _, edge in edges_from(program, number)
                        if not isinstance(edge, OptionEdge)
                    ]
                    if not others:
                        self.save(c, number, point.saved)
                        return None
                    self.save_frame(c, number, point.saved)
                    if number in self.dear:
                        self.find_any(c, number)
                    if self.tally is not None and number in self.tally.points:
                        w.line(f"n = {c.helper(f'count_{number}')}")
                    else:
                        w.line(f"n = actions_{number}(s, w, a)")
                    with w.block("if n != 0:"):
                        w.line("w[7] = n")
                        w.line(f"return {number}")
                    self.load_frame(c, point.saved, only_runs=True)
                    self.empty_frame(c, point.saved)
                    return others[0]
                case Chance() | Draw():
                    if isinstance(point, Draw):
                        skip = "0" if point.skip is None else c.atom(point.skip)
                        some = c.helper("can_draw", c.atom(point.place), skip)
                        c.fail_if(f"not {some}", "missing", point.span)
                    self.save(c, number, point.saved)
                case End(_, span):
                    c.fail_if(f"s[{self.layout.ending}] == 0", "ending", span)
                    self.save(c, number, ())
                case _:
                    raise NotCompiledError(f"the game leaves at point {number}")
            return None

        for index, register in enumerate(self.main_registers):
            self.clear_register(c, index, register)
        main = program.procedures[program.main]
        w.line(f"w[0] = {program.budget}")
        w.line("w[7] = 0")
        if self.kept:
            w.line("w[2] = 0")
        if self.counts_depth:
            w.line("w[1] = 0")
        w.line(f"top = {self.top}")
        if self.plane is not None:
            w.line("look_again(s, w, top)")
        flow = Flow(c, self.entry_points(main.entry), at_stop)
        w.line("pc = s[0]")
        word = "if"
        for number in self.stops():
            with w.block(f"{word} pc == {number}:"):
                self.resume(c, number, flow)
            word = "elif"
        with w.block(f"{word} pc == -2:"):
            w.line(f"pc = {flow.skip(program.after_setup)}")
        with w.block("else:"):
            w.line(f"pc = {flow.skip(main.entry)}")
        flow.write()
        c.w.lines = drop_clearing(c.w.lines)
        name = "play" if self.plane is None else "go_on"
        lines = ['@jit("i(s,w,a,i)")', f"def {name}(s, w, a, i):", *self.framed(c)]
        return lines if self.plane is None else [*lines, "", "", *self.plane.play_function()]

    def entry_points(self, entry: int) -> list[int]:
        """List the points at which the game begins or goes on."""
        found = [entry, self.program.after_setup]
        for number in self.stops():
            found += [
                target
                for target, _, edge in edges_from(self.program, number)
                if isinstance(edge, OptionEdge | OutcomeEdge | DrawEdge)
            ]
        return list(dict.fromkeys(found))

    def resume(self, c: Coder, number: int, flow: Flow) -> None:
        """Write how the game goes on from a stop."""
        w, point = c.w, self.program.graph.nodes[number]["point"]
        self.load_frame(c, point.saved)
        self.empty_frame(c, point.saved)
        edges = edges_from(self.program, number)
        if isinstance(point, Chance):
            self.resume_chance(c, edges, flow)
            return
        word = "if"
        options = [(t, e) for t, _, e in edges if isinstance(e, OptionEdge | DrawEdge)]
        if isinstance(point, Draw):
            ((target, edge),) = options
            assert isinstance(edge, DrawEdge)
            w.line(f"r{edge.local} = a[i]")
            w.line(f"pc = {flow.skip(target)}")
            return
        for index, (target, edge) in enumerate(options):
            assert isinstance(edge, OptionEdge)
            header = f"{word} a[i] == {index}:" if index < len(options) - 1 else "else:"
            if len(options) == 1:
                header = "if True:"
            with w.aside(1 if len(options) > 1 else 0) as lines:
                for place, generator in enumerate(edge.generators):
                    w.line(f"r{generator.local} = a[i + {place + 1}]")
                w.line(f"pc = {flow.skip(target)}")
            if len(options) > 1:
                w.line(header)
            w.lines.extend(lines)
            word = "elif"

    def resume_chance(self, c: Coder, edges: Sequence[tuple[int, int, object]], flow: Flow) -> None:
        """Write how the game goes on from a die."""
        faces = [(target, edge) for target, _, edge in edges if isinstance(edge, OutcomeEdge)]
        values = [edge.value for _, edge in faces]
        locals_, targets = {edge.local for _, edge in faces}, {target for target, _ in faces}
        if len(locals_) == 1 and len(targets) == 1:
            table = self.tables.add(values, "faces")
            c.w.line(f"r{min(locals_)} = {table}[a[i]]")
            c.w.line(f"pc = {flow.skip(min(targets))}")
            return
        for index, (target, edge) in enumerate(faces):
            with c.w.block(f"{'el' if index else ''}if a[i] == {index}:"):
                c.w.line(f"r{edge.local} = {edge.value}")
                c.w.line(f"pc = {flow.skip(target)}")

    # ---- listing

    def options(self, number: int) -> list[OptionEdge]:
        """List the options of a decision."""
        edges = edges_from(self.program, number)
        return [edge for _, _, edge in edges if isinstance(edge, OptionEdge)]

    def find_any(self, c: Coder, number: int) -> None:
        """Write that a playout which picks first looks whether any pick passes, and stops here."""
        with c.w.block("if w[8] != 0:"):
            c.w.line(f"n = candidates_{number}(s, w, a)")
            with c.w.block("if n < 0:"):
                c.w.line(f"return {number}")
            with (
                c.w.block("for k in range(n):"),
                c.w.block(f"if passes_{number}(s, w, a, k * {self.row}):"),
            ):
                c.w.line("w[7] = -n")
                c.w.line(f"return {number}")

    def find_dear(self) -> dict[int, list[tuple[Expr | None, Expr | None]]]:
        """Find the decisions whose options have a dear part in their conditions, with the cheap and
        the dear part of each."""
        found = {}
        for number in self.stops():
            edges = self.options(number)
            if not edges or any(edge.best for edge in edges) or self.may_repeat(number):
                continue
            parts = [self.dearness.split(edge.where) for edge in edges]
            if any(dear is not None for _, dear in parts):
                found[number] = parts
        return found

    def write_candidates(self, number: int) -> list[list[str]]:
        """Write the functions that list actions by the cheap part of their conditions, and that
        say of one whether it passes the rest."""
        parts = self.dear[number]
        listing = self.write_actions(number, [cheap for cheap, _ in parts], "candidates")
        c = Coder(self, self.main_registers)
        point = self.program.graph.nodes[number]["point"]
        c.w.line(f"top = {self.top}")
        self.load_frame(c, point.saved)
        for index, (edge, (_, dear)) in enumerate(zip(self.options(number), parts, strict=True)):
            with c.w.block(f"if a[i] == {index}:"):
                for place, generator in enumerate(edge.generators):
                    c.w.line(f"r{generator.local} = a[i + {place + 1}]")
                text = "True" if dear is None else c.value(dear)
                c.w.line(f"return 1 if {text} else 0")
        c.w.line("return 0")
        head = ['@jit("i(s,w,a,i)")', f"def passes_{number}(s, w, a, i):"]
        return [listing, [*head, *self.framed(c)]]

    def write_picker(self) -> list[list[str]]:
        """Write the functions that pick the candidates and the test of the decision at hand."""
        begin = ["    pc = s[0]", f"    w[0] = {self.program.budget}"]
        lister, tester = begin[:], begin[:]
        for number in self.dear:
            lister += [f"    if pc == {number}:", f"        return candidates_{number}(s, w, out)"]
            tester += [f"    if pc == {number}:", f"        return passes_{number}(s, w, a, i)"]
        return [
            ['@jit("i(s,w,a)")', "def candidates(s, w, out):", *lister, "    return 0"],
            ['@jit("i(s,w,a,i)")', "def passes(s, w, a, i):", *tester, "    return 1"],
        ]

    def write_actions(
        self,
        number: int,
        wheres: Sequence[Expr | None] | None = None,
        name: str = "actions",
    ) -> list[str]:
        """Write the function that lists the actions of a decision."""
        c = Coder(self, self.main_registers)
        point = self.program.graph.nodes[number]["point"]
        c.w.line("n = 0")
        c.w.line(f"top = {self.top}")
        self.load_frame(c, point.saved)
        row = self.row
        for index, edge in enumerate(self.options(number)):
            where = edge.where if wheres is None else wheres[index]
            self.mark(c, edge.span)

            def write(index: int = index, edge: OptionEdge = edge, test: str = "") -> None:
                with c.w.block(f"if n + {row} > len(out):"):
                    c.w.line("return -1")
                for line in self.row_lines(index, edge, "n"):
                    c.w.line(line)
                c.w.line(f"n += {row} if {test} else 0" if test else f"n += {row}")

            if edge.best is None and edge.generators:
                scan(c, edge.generators, where, write, branchless=write)
                continue
            best_scan(c, edge.generators, where, edge.best, write)
        if self.may_repeat(number):
            options = self.tables.add(self.option_numbers(number), "options")
            c.w.line(f"n = distinct(out, n, {row}, {options})")
        c.w.line(f"return n // {row}")
        return ['@jit("i(s,w,a)")', f"def {name}_{number}(s, w, out):", *self.framed(c)]

    def row_lines(self, index: int, edge: OptionEdge, at: str) -> list[str]:
        """Write an action as a row of `out`."""
        values = [str(index), *(f"r{generator.local}" for generator in edge.generators)]
        values += ["0"] * (self.row - len(values))
        plus = "" if at == "0" else f"{at} + "
        places = [at, *(f"{plus}{place}" for place in range(1, self.row))]
        return [f"out[{place}] = {one}" for place, one in zip(places, values, strict=True)]

    def edges_by_decision(self) -> list[int]:
        """List the decisions of the game."""
        points = self.program.graph.nodes
        return [number for number in self.stops() if isinstance(points[number]["point"], Decision)]

    def option_numbers(self, number: int) -> list[int]:
        """Give the option of each edge of a decision."""
        return [edge.option for edge in self.options(number)]

    def may_repeat(self, number: int) -> bool:
        """Whether a decision may list an action twice."""
        c = Coder(self, self.main_registers)
        numbers = self.option_numbers(number)
        return len(set(numbers)) < len(numbers) or any(
            c.is_listed(generator.source)
            for edge in self.options(number)
            for generator in edge.generators
        )

    @property
    def row(self) -> int:
        """How many numbers a row of an action takes."""
        edges = [edge for number in self.stops() for edge in self.options(number)]
        return 1 + max((len(edge.generators) for edge in edges), default=0)

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

    def is_single(self, pieces: Interval) -> bool:
        """Whether of each of some pieces there is only one, in a game without a plane."""
        some = self.layout.pieces[pieces[0] : pieces[1] + 1]
        return self.program.plane is None and all(piece.count == 1 for piece in some)

    def write_deciders(self) -> list[str]:
        c = Coder(self, self.main_registers)
        c.w.line(f"top = {self.top}")
        c.w.line("pc = s[0]")
        for number in self.stops():
            point = self.program.graph.nodes[number]["point"]
            if isinstance(point, Decision):
                with c.w.block(f"if pc == {number}:"):
                    reads = any(isinstance(node, Local) for node in walk(point.decider))
                    self.load_frame(c, point.saved if reads else ())
                    c.w.line(f"return {c.value(point.decider)}")
        c.w.line("return -1")
        return ['@jit("i(s,w)")', "def decider(s, w):", *self.framed(c)]

    def write_draws(self) -> list[str]:
        c = Coder(self, self.main_registers)
        c.w.line(f"top = {self.top}")
        c.w.line("pc = s[0]")
        for number in self.stops():
            point = self.program.graph.nodes[number]["point"]
            if isinstance(point, Draw):
                with c.w.block(f"if pc == {number}:"):
                    self.load_frame(c, point.saved)
                    skip = "0" if point.skip is None else c.atom(point.skip)
                    call = c.helper("draw_rows", c.atom(point.place), skip, "out")
                    c.w.line(f"return {call}")
        c.w.line("return 0")
        return ['@jit("i(s,w,a)")', "def draws(s, w, out):", *self.framed(c)]

    def write_chance(self) -> list[str]:
        """Write the functions that roll a die and draw a piece, as play.random says."""
        return [
            '@jit("i(g,i)")',
            "def rolled(streams, point):",
            "    low, high = WEIGHT_STARTS[point], WEIGHT_STARTS[point + 1]",
            "    if high - low == 1:",
            "        return 0",
            "    whole = 0",
            "    for i in range(low, high):",
            "        whole += WEIGHTS[i]",
            "    left = below(streams, 0, whole)",
            "    i = low",
            "    while left >= WEIGHTS[i]:",
            "        left -= WEIGHTS[i]",
            "        i += 1",
            "    return i - low",
            "",
            "",
            '@jit("i(s,w,a,g)")',
            "def drawn(s, w, out, streams):",
            "    n = draws(s, w, out)",
            "    if n < 0:",
            "        raise Overfull",
            "    if n == 1:",
            "        return out[0]",
            "    whole = 0",
            "    for i in range(n):",
            "        whole += out[2 * i + 1]",
            "    left = below(streams, 0, whole)",
            "    i = 0",
            "    while left >= out[2 * i + 1]:",
            "        left -= out[2 * i + 1]",
            "        i += 1",
            "    return out[2 * i]",
        ]

    def write_score(self) -> list[str]:
        """Write the function that gives a player's score, 0 where the game has none."""
        text, number = "0", self.program.score
        if number is not None:
            self._called.append(number)
            text = f"{self.name(number)}(s, w, {self.top}, player)"
        return ['@jit("i(s,w,i)")', "def score_of(s, w, player):", f"    return {text}"]

    def write_lister(self) -> list[str]:
        """Write the function that picks the list of the decision at which the game is."""
        lines = ["    pc = s[0]", f"    w[0] = {self.program.budget}"]
        if self.plane is not None:
            lines.append(f"    look_again(s, w, {self.top})")
        for number in self.stops():
            if isinstance(self.program.graph.nodes[number]["point"], Decision):
                lines.append(f"    if pc == {number}:")
                lines.append(f"        return actions_{number}(s, w, out)")
        return ['@jit("i(s,w,a)")', "def actions(s, w, out):", *lines, "    return 0"]

    # ---- all of it

    def write(self) -> Compiled:
        """Write the module."""
        listers = []
        for number in self.stops():
            if isinstance(self.program.graph.nodes[number]["point"], Decision):
                listers.append(self.write_actions(number))
        for number in self.dear:
            listers += self.write_candidates(number)
        tail = [
            *listers,
            *self.write_picker(),
            self.write_lister(),
            self.write_deciders(),
            self.write_draws(),
        ]
        tail += [self.write_play(), self.write_chance(), self.write_score()]
        tail += self.tally.functions() if self.tally is not None else []
        done = 0
        while done < len(self._called):
            self.write_procedure(self._called[done])
            done += 1
        parts = [self.functions[number] for number in self.in_order()]
        if any("place_of(" in line for part in [*parts, *tail] for line in part):
            parts.insert(0, self.write_whereabouts())
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
            f"KEPT = {self.kept.point if self.kept else -1}",
            f"KEPT_AT = {self.kept.at if self.kept else 0}",
            f"KEPT_IS = {self.kept.wanted if self.kept else 0}",
            f"INITIAL = table({list(self.program.initial)})",
        ]
        points = max(self.program.graph.nodes, default=0) + 1
        kinds, weights, starts = self.stop_tables(points)
        constants.append(f"DEAR = table({[int(one in self.dear) for one in range(points)]})")
        constants += [
            f"KINDS = table({kinds})  # by point: 1 decision, 2 chance, 3 draw, 4 end",
            f"WEIGHTS = table({weights or [0]})",
            f"WEIGHT_STARTS = table({starts})",
        ]
        text = files("fragma_dsl.backends.compiled").joinpath("helpers.py.txt").read_text()
        loops = files("fragma_dsl.backends.compiled").joinpath("loops.py.txt").read_text()
        loops = loops if self.tally is None else with_tally(loops)
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
        if self.plane is not None:
            text = self.plane.helpers(text)
            lines += self.plane.constants(room)
            room += self.plane.room
        edges = {
            number: tuple(self.option_numbers(number))
            for number in self.stops()
            if isinstance(self.program.graph.nodes[number]["point"], Decision)
        }
        helpers = used_helpers(text, body)
        whole = "\n\n\n".join(["\n".join(lines), *helpers, body, loops])
        faults, notes = tuple(self.tables.faults), speed_notes(self, whole)
        return Compiled(whole, faults, room, self.row, edges, notes)

    def stop_tables(self, points: int) -> tuple[list[int], list[int], list[int]]:
        """Give for each point its kind, and of dice the weights."""
        kinds, weights, starts = [], [], [0]
        for number in range(points):
            data = self.program.graph.nodes.get(number, {}).get("point")
            kind = {Decision: 1, Chance: 2, Draw: 3, End: 4}.get(type(data), 0)
            kinds.append(kind)
            if kind == 2:
                for _, _, edge in edges_from(self.program, number):
                    assert isinstance(edge, OutcomeEdge)
                    weights.append(edge.weight)
            starts.append(len(weights))
        return kinds, weights, starts

    def helper_tables(self) -> list[str]:
        """Write the tables that the helpers read."""
        places = self.layout.places
        holds = {"one": 0, "many": 1, "stack": 2}
        runs = [slot for run in self.layout.position_runs for slot in run]
        return [
            f"PLACE_HOLDS = table({[holds[one.holds] for one in places] or [0]})",
            f"PLACE_OFFSET = table({[one.offset for one in places] or [0]})",
            f"PLACE_SIZE = table({[one.size for one in places] or [0]})",
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


def compile_program(program: Program) -> Compiled:
    """Write the module of a program; NotCompiledError where its rules have no compiled form."""
    return Unit(program).write()


__all__ = ["Compiled", "NotCompiledError", "compile_program"]
