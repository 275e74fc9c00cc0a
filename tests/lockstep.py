"""Lockstep: a game on the interpreter and on another backend, step by step."""

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled.code import PlainCode
from fragma_dsl.backends.compiled.machine import CompiledMachine
from fragma_dsl.backends.compiled.support import Faulty, Overfull
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import Action, AtChance, AtDecision, AtEnd, Machine, Outcome
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import State, thaw

Move = Action | Outcome


ROOM = 1 << 12
"""Numbers of rows for which there is room, those that come twice as well."""


class Lockstep:
    """Plays the same games on both, and asserts that they agree on everything."""

    def __init__(self, program: Program, is_native: bool = False, is_checked: bool = False) -> None:
        self.reference = InterpreterMachine(program)
        self.machine = CompiledMachine(program, is_native, is_checked)
        self.faults: list[str] = []  # by their codes, those in which both ran

    def play(self, seed: int, plies: int) -> int:
        """Play a random game of at most so many plies; give how many there were."""
        stream = Random.derived(seed)
        state = self.begin()
        for ply in range(plies):
            if state is None:
                return ply
            moves = self.compare(state)
            if not moves:
                return ply
            state = self.step(state, moves[stream.below(len(moves))])
        return plies

    def begin(self) -> State | None:
        """Run both to the first stop."""
        try:
            state = self.reference.start()
        except FaultError as error:
            slots = self.machine.code.array("s", (-1, *self.machine.program.initial[1:]))
            self.agree_on_fault(slots, [0], error)
            return None
        assert self.machine.start() == state
        return state

    def compare(self, state: State) -> tuple[Move, ...]:
        """See that both say the same of a state; give what can be played."""
        stop = self.reference.stop(state)
        assert self.machine.stop(state) == stop
        moves: tuple[Move, ...] = ()
        match stop:
            case AtEnd():
                assert self.machine.returns(state) == self.reference.returns(state)
            case AtDecision():
                moves = self.listed(self.reference, state)
                assert self.listed(self.machine, state) == moves
                self.compare_counts(state, len(moves))
            case AtChance():
                moves = self.reference.outcomes(state)
                assert self.machine.outcomes(state) == moves
        return moves

    def compare_counts(self, state: State, count: int) -> None:
        """See that the module run plain counts the actions that it lists, and finds each by its
        number."""
        code, row = self.machine.code, self.machine.code.shape.row
        if not isinstance(code, PlainCode) or count == 0:
            return
        slots, work = self.machine.slots(state), self.machine.arrays.work
        room = max(ROOM, count * row + row)
        listed, picked = code.zeros("a", room), code.zeros("a", room)
        code.function("actions")(slots, work, listed)
        code.function("trust")(slots, work)
        assert code.function("counted")(slots, work, picked) == count
        for number in {0, count // 3, count // 2, count - 1}:
            at = code.function("picked_row")(slots, work, picked, number)
            assert picked[at : at + row] == listed[row * number : row * number + row]
        work[code.names["TRUSTED"]] = 0

    def listed(self, machine: Machine, state: State) -> tuple[Action, ...]:
        """List the actions; none where that is a fault."""
        try:
            return machine.actions(state)
        except FaultError:
            return ()

    def step(self, state: State, move: Move) -> State | None:
        """Play a move on both."""
        try:
            after = self.reference.play(state, move)
        except FaultError as error:
            row = self.machine.row_of(state, move)
            assert row is not None
            self.agree_on_fault(self.machine.slots(state), row, error)
            return None
        found = self.machine.play(state, move)
        assert found == after, differences(found, after)
        if self.machine.disagreements and not self.listed(self.reference, after):
            self.machine.disagreements = 0  # it is found when the actions are listed
        assert self.machine.disagreements == 0, "the module finds a fault where there is none"
        return after

    def agree_on_fault(self, slots: object, row: list[int], error: FaultError) -> None:
        """See that the module runs into the same fault, or leaves it to the interpreter."""
        machine, code = self.machine, self.machine.code
        try:
            number = machine.run_on(slots, row)
            if number in code.shape.edges:
                code.function("decider")(slots, machine.arrays.work)
                if machine.listed("actions", slots) == 0:
                    raise Faulty(-1)
        except Faulty as faulty:
            (number,) = faulty.args
            found = "dead_end" if number < 0 else code.compiled.faults[number][0]
            assert found == error.fault.code
            self.faults.append(found)
        except Overfull:
            pass
        else:
            raise AssertionError(f"no fault `{error.fault.code}`: {error.fault.message}")


def differences(found: State, wanted: State) -> list[tuple[int, int, int]]:
    """List the first slots that differ: which, what it is, and what it should be."""
    pairs = zip(thaw(found), thaw(wanted), strict=True)
    return [(at, one, other) for at, (one, other) in enumerate(pairs) if one != other][:8]
