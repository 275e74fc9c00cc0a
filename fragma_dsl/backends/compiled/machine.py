"""Machine: a program in, a machine out that runs its compiled module.

What a fault says, and which move is none, is told by the interpreter, which is the reference: a call
that goes wrong in the module is made again there.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from fragma_dsl.automaton.nodes import Chance, Decision, Draw, End, Program
from fragma_dsl.backends.compiled.module import Compiled, compile_program
from fragma_dsl.backends.compiled.support import PLAIN, Faulty, Overfull
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.play.ending import ending_returns
from fragma_dsl.play.machine import DRAW, Action, AtChance, AtDecision, AtEnd, Outcome, Stop, Value
from fragma_dsl.play.state import State, freeze, thaw

T = TypeVar("T")

FIRST_ROOM = 4096


class BackendsDisagreeError(RuntimeError):
    """Raised where the compiled module goes wrong and the interpreter does not: an error of ours."""


class CompiledMachine:
    """Runs a program's module in plain Python. Answers `play.machine.Machine`."""

    def __init__(self, program: Program, compiled: Compiled | None = None) -> None:
        self.program = program
        self.compiled = compiled or compile_program(program)
        self.module: dict[str, Any] = dict(PLAIN)
        exec(compile(self.compiled.text, f"<{program.game}>", "exec"), self.module)
        self.work = [0] * self.compiled.room
        self.out = [0] * FIRST_ROOM
        self.points = {
            number: data for number, data in program.graph.nodes(data="point") if data is not None
        }

    def __reduce__(self) -> tuple[type["CompiledMachine"], tuple[Program, Compiled]]:
        return CompiledMachine, (self.program, self.compiled)

    @cached_property
    def reference(self) -> InterpreterMachine:
        """The interpreter, for scenarios and for what faults say."""
        return InterpreterMachine(self.program)

    # ---- the machine's protocol

    def start(self) -> State:
        """Run from the beginning to the first stop."""
        slots = list(self.program.initial)
        slots[0] = -1
        return self.go_on(slots, [0], lambda: self.reference.start())

    def start_given(self, procedure: int) -> State:
        """Run a scenario's `given` before setup, then from after setup to the first stop."""
        return self.reference.start_given(procedure)

    def evaluate(self, state: State, procedure: int, arguments: tuple[int, ...] = ()) -> Value:
        """Give the value of a function of these arguments on the table of a state."""
        return self.reference.evaluate(state, procedure, arguments)

    def stop(self, state: State) -> Stop:
        """Say what the state waits for."""
        slots = thaw(state)
        match self.points.get(slots[0]):
            case Decision() as point:
                seat = self.guarded(lambda: self.module["decider"](slots, self.work), lambda: -1)
                if seat < 0:
                    return self.reference.stop(state)
                return AtDecision(seat, point.prompt, point.secret)
            case Chance(die, _, _):
                return AtChance(die)
            case End(name, _):
                return AtEnd(name)
            case _:
                return self.reference.stop(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        """List the legal actions in the order of the rules; () unless at a decision."""
        slots = thaw(state)
        options = self.compiled.edges.get(slots[0])
        if options is None:
            return ()
        rows = self.guarded(lambda: self.rows(slots), lambda: None)
        if rows is None:
            return self.reference.actions(state)
        widths = self.widths[slots[0]]
        return tuple(Action(options[row[0]], tuple(row[1 : 1 + widths[row[0]]])) for row in rows)

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """List the chance outcomes; () unless at chance."""
        slots = thaw(state)
        match self.points.get(slots[0]):
            case Chance():
                return self.reference.outcomes(state)
            case Draw():
                n = self.module["draws"](slots, self.work, self.out)
                rows = zip(self.out[0 : 2 * n : 2], self.out[1 : 2 * n : 2], strict=True)
                return tuple(Outcome(DRAW, piece, number) for piece, number in rows)
            case _:
                return ()

    def play(self, state: State, move: Action | Outcome) -> State:
        """Run from a stop, by a legal action or an outcome, to the next; ValueError for others."""
        row = self.row_of(state, move)
        if row is None:
            return self.reference.play(state, move)
        return self.go_on(thaw(state), row, lambda: self.reference.play(state, move))

    def returns(self, state: State) -> tuple[float, ...]:
        """Give what each player gets at the end, see play.ending; zeros before it."""
        layout = self.program.layout
        return ending_returns(thaw(state)[layout.ending : layout.ending + 1 + layout.players])

    # ---- the module

    @cached_property
    def widths(self) -> dict[int, tuple[int, ...]]:
        """By decision and edge, how many arguments an action has."""
        types = self.program.options
        return {
            number: tuple(len(types[option].types) for option in options)
            for number, options in self.compiled.edges.items()
        }

    def row_of(self, state: State, move: Action | Outcome) -> list[int] | None:
        """Give the row that stands for a move; None where it is not known to be possible."""
        slots = thaw(state)
        if isinstance(move, Outcome):
            outcomes = self.outcomes(state)
            if move not in outcomes:
                return None
            return [move.face if move.die == DRAW else outcomes.index(move)]
        options = self.compiled.edges.get(slots[0])
        if options is None:
            return None
        wanted, arguments = move.option, list(move.arguments)
        padded = arguments + [0] * (self.compiled.row - 1 - len(arguments))
        for row in self.guarded(lambda: self.rows(slots), lambda: None) or ():
            if options[row[0]] == wanted and row[1:] == padded:
                return row
        return None

    def rows(self, slots: list[int]) -> list[list[int]]:
        """List the rows of the legal actions."""
        n = self.module["actions"](slots, self.work, self.out)
        while n < 0:
            self.out = [0] * (2 * len(self.out))
            n = self.module["actions"](slots, self.work, self.out)
        width = self.compiled.row
        return [self.out[i : i + width] for i in range(0, n * width, width)]

    def go_on(self, slots: list[int], row: list[int], again: Callable[[], State]) -> State:
        """Go on from a stop to the next, and see that there is something to choose there."""

        def run() -> State:
            number = self.module["play"](slots, self.work, row, 0)
            state = freeze(slots)
            if number in self.compiled.edges:
                self.module["decider"](slots, self.work)
                if not self.rows(slots):
                    raise Faulty(-1)
            return state

        return self.guarded(run, again)

    def guarded(self, run: Callable[[], T], again: Callable[[], T]) -> T:
        """Run the module; where it goes wrong, ask the interpreter."""
        try:
            return run()
        except (Faulty, Overfull):
            return again()
