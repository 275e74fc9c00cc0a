"""Machine: a program in, a machine out that runs its compiled module.

What a fault says, and which move is none, is told by the interpreter, which is the reference: a
call that goes wrong in the module is made again there.
"""

import threading
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import Chance, Decision, Draw, End, OutcomeEdge, Program
from fragma_dsl.backends.compiled.code import Code, NativeCode, Numbers, PlainCode
from fragma_dsl.backends.compiled.foresight import foresee
from fragma_dsl.backends.compiled.support import Faulty, Overfull
from fragma_dsl.backends.compiled.work_array import LISTED
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.play.ending import ending_returns
from fragma_dsl.play.machine import (
    DRAW,
    Action,
    AtChance,
    AtDecision,
    AtEnd,
    Foreseen,
    Outcome,
    Stop,
    Value,
)
from fragma_dsl.play.state import State, thaw

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.module import Compiled

T = TypeVar("T")

FIRST_ROOM = 4096


class Arrays(threading.local):
    """The work array and the rows of actions, a thread's own."""

    def __init__(self, code: Code) -> None:
        self.work = code.zeros("w", code.shape.room)
        self.out = code.zeros("a", FIRST_ROOM)


class CompiledMachine:
    """Runs a program's module, in plain Python or as machine code. Answers `play.machine.Machine`.

    `is_checked` tests every index in machine code.
    """

    def __init__(
        self,
        program: Program,
        is_native: bool = False,
        is_checked: bool = False,
        code: Code | None = None,
    ) -> None:
        self.program, self.is_native, self.is_checked = program, is_native, is_checked
        if code is None:
            code = NativeCode(program, is_checked) if is_native else PlainCode(program)
        self.code = code
        self.arrays = Arrays(self.code)
        self.disagreements = 0  # how often the module found a fault and the interpreter none

    def __reduce__(self) -> tuple[type["CompiledMachine"], tuple[Program, bool, bool]]:
        return CompiledMachine, (self.program, self.is_native, self.is_checked)

    @property
    def compiled(self) -> "Compiled":
        """The text of the module."""
        return self.code.compiled

    @cached_property
    def reference(self) -> InterpreterMachine:
        """The interpreter, for scenarios and for what faults say."""
        return InterpreterMachine(self.program)

    # ---- the machine's protocol

    def start(self) -> State:
        """Run from the beginning to the first stop."""
        slots = self.code.array("s", (-1, *self.program.initial[1:]))
        return self.go_on(slots, [0], lambda: self.reference.start())

    def start_given(self, procedure: int) -> State:
        """Run a scenario's `given` before setup, then from after setup to the first stop."""
        return self.reference.start_given(procedure)

    def evaluate(self, state: State, procedure: int, arguments: tuple[int, ...] = ()) -> Value:
        """Give the value of a function of these arguments on the table of a state."""
        return self.reference.evaluate(state, procedure, arguments)

    def stop(self, state: State) -> Stop:
        """Say what the state waits for."""
        slots = self.slots(state)
        match self.program.find_point(slots[0]):
            case Decision() as point:
                decider = self.code.function("decider")
                seat = self.guarded(lambda: decider(slots, self.arrays.work), lambda: -1)
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
        slots = self.slots(state)
        options = self.code.shape.edges.get(slots[0])
        if options is None:
            return ()
        rows = self.guarded(lambda: self.rows(slots), lambda: None)
        if rows is None:
            return self.reference.actions(state)
        widths = self.widths[slots[0]]
        return tuple(Action(options[row[0]], tuple(row[1 : 1 + widths[row[0]]])) for row in rows)

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """List the chance outcomes; () unless at chance."""
        slots = self.slots(state)
        match self.program.find_point(slots[0]):
            case Chance():
                return self.rolls[slots[0]]
            case Draw():
                n = self.listed("draws", slots)
                out = self.arrays.out
                rows = zip(out[0 : 2 * n : 2], out[1 : 2 * n : 2], strict=True)
                return tuple(Outcome(DRAW, piece, number) for piece, number in rows)
            case _:
                return ()

    def play(self, state: State, move: Action | Outcome) -> State:
        """Run from a stop, by a legal action or an outcome, to the next; ValueError for others."""
        row = self.row_of(state, move)
        if row is None:
            return self.reference.play(state, move)
        return self.go_on(self.slots(state), row, lambda: self.reference.play(state, move))

    def returns(self, state: State) -> tuple[float, ...]:
        """Give what each player gets at the end, see play.ending; zeros before it."""
        layout = self.program.layout
        return ending_returns(thaw(state)[layout.ending : layout.ending + 1 + layout.players])

    def foresee(self, state: State, seat: int, actions: Sequence[Action]) -> list[Foreseen | None]:
        """Answer `play.machine.Foreseeing`."""
        return foresee(self, state, seat, actions)

    # ---- the module

    @cached_property
    def rolls(self) -> dict[int, tuple[Outcome, ...]]:
        """By point that waits for a die, its outcomes."""
        return {
            number: tuple(
                Outcome(point.die, edge.face, edge.weight)
                for _, _, edge in edges_from(self.program, number)
                if isinstance(edge, OutcomeEdge)
            )
            for number, point in enumerate(self.program.points)
            if isinstance(point, Chance)
        }

    @cached_property
    def widths(self) -> dict[int, tuple[int, ...]]:
        """By decision and edge, how many arguments an action has."""
        types = self.program.options
        return {
            number: tuple(len(types[option].types) for option in options)
            for number, options in self.code.shape.edges.items()
        }

    def row_of(self, state: State, move: Action | Outcome) -> list[int] | None:
        """Give the row that stands for a move; None where it is not known to be possible."""
        slots = self.slots(state)
        if isinstance(move, Outcome):
            outcomes = self.outcomes(state)
            if move not in outcomes:
                return None
            return [move.face if move.die == DRAW else outcomes.index(move)]
        options = self.code.shape.edges.get(slots[0])
        if options is None:
            return None
        wanted, arguments = move.option, list(move.arguments)
        padded = arguments + [0] * (self.code.shape.row - 1 - len(arguments))
        for row in self.guarded(lambda: self.rows(slots), lambda: None) or ():
            if options[row[0]] == wanted and row[1:] == padded:
                return row
        return None

    def slots(self, state: State) -> Numbers:
        """Give the slots of a state as the module takes them."""
        return array("i", state) if self.is_native else thaw(state)

    def listed(self, name: str, slots: Numbers) -> int:
        """Let a function list what it can into `out`, and give how many there are."""
        function, arrays = self.code.function(name), self.arrays
        n = function(slots, arrays.work, arrays.out)
        while n < 0:
            arrays.out = self.code.zeros("a", 2 * len(arrays.out))
            n = function(slots, arrays.work, arrays.out)
        return n

    def rows(self, slots: Numbers) -> list[list[int]]:
        """List the rows of the legal actions."""
        n = self.listed("actions", slots)
        width, out = self.code.shape.row, self.arrays.out
        return [list(out[i : i + width]) for i in range(0, n * width, width)]

    def run_on(self, slots: Numbers, row: list[int]) -> int:
        """Run the module from a stop to the next, and give its point; actions may be listed on the
        way."""
        play, arrays, before = self.code.function("play"), self.arrays, slots[:]
        while True:
            arrays.out[0 : len(row)] = self.code.array("a", row)
            number = play(slots, arrays.work, arrays.out, 0)
            if arrays.work[LISTED] >= 0:
                return number
            arrays.out = self.code.zeros("a", 2 * len(arrays.out))
            slots[:] = before

    def has_rows(self, slots: Numbers) -> bool:
        """Whether there is an action. What goes wrong in picking the best goes wrong when they are
        listed, no sooner: the interpreter says."""
        try:
            return self.listed("actions", slots) > 0
        except Faulty:
            raise Overfull from None

    def go_on(self, slots: Numbers, row: list[int], again: Callable[[], State]) -> State:
        """Go on from a stop to the next, and see that there is something to choose there."""

        def run() -> State:
            work = self.arrays.work
            number = self.run_on(slots, row)
            state = array("i", slots).tobytes()
            if number in self.code.shape.edges:
                self.code.function("decider")(slots, work)
                if not self.has_rows(slots):
                    raise Faulty(-1)
            return state

        try:
            return run()
        except Overfull:
            return again()
        except Faulty:
            found = again()
            self.disagreements += 1
            return found

    def guarded(self, run: Callable[[], T], again: Callable[[], T]) -> T:
        """Run the module; where it goes wrong, ask the interpreter."""
        try:
            return run()
        except (Faulty, Overfull):
            return again()
