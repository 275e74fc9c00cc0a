"""Machine: a program in, a machine out that walks its graph; the reference for what rules mean."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from fragma_dsl.automaton.nodes import Expr, Program
from fragma_dsl.backends.interpreter.closures import Context
from fragma_dsl.backends.interpreter.frame import (
    FramePart,
    empty_registers,
    frame_parts,
    load_frame,
    save_frame,
)
from fragma_dsl.backends.interpreter.points import (
    ChancePoint,
    DecisionPoint,
    DrawPoint,
    EndPoint,
    LeavePoint,
    OptionOut,
    ReadyPoint,
    StepOut,
    StepPoint,
    ready_points,
)
from fragma_dsl.backends.interpreter.running import Meter, RunningTable, blamed, fault
from fragma_dsl.backends.interpreter.scan import Closure, Registers
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import DRAW, Action, AtChance, AtDecision, AtEnd, Outcome, Stop, Value
from fragma_dsl.play.state import State, freeze, thaw


class InterpreterMachine:
    """Runs a program point by point. Answers `play.machine.Machine`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.equipment = program.equipment()
        self.empty = [empty_registers(procedure) for procedure in program.procedures]

    def __reduce__(self) -> tuple[type["InterpreterMachine"], tuple[Program]]:
        return InterpreterMachine, (self.program,)

    @cached_property
    def points(self) -> Mapping[int, ReadyPoint]:
        """The points, prepared when the first is walked: machine code needs none."""
        context = Context(self.layout, self.layout.piece_numbers, self.run, self.watch)
        return ready_points(self.program, context)

    def watch(self, _: Expr, made: Closure) -> Closure:
        """Give the function that evaluates an expression, from the one that is made for it."""
        return made

    # ---- the machine's protocol

    def start(self) -> State:
        """Run from the beginning to the first stop."""
        main = self.program.procedures[self.program.main]
        return self.go_on(self.table(self.program.initial), main.entry, self.main_registers())

    def start_given(self, procedure: int) -> State:
        """Run a scenario's `given` before setup, then from after setup to the first stop."""
        table = self.table(self.program.initial)
        self.run_outright(procedure, table)
        return self.go_on(table, self.program.after_setup, self.main_registers())

    def evaluate(self, state: State, procedure: int, arguments: tuple[int, ...] = ()) -> Value:
        """Give the value of a function of these arguments on the table of a state."""
        value: Value = self.run_outright(procedure, self.table(thaw(state)), arguments)
        return int(value) if isinstance(value, bool) else value

    def judge(self, before: State, after: State, procedure: int) -> bool:
        """Say whether the condition of a `step` holds for a move from one state to another."""
        table = self.table(thaw(after))
        table.before = RunningTable(thaw(before), self.equipment, table.meter)
        return bool(self.run_outright(procedure, table))

    def stop(self, state: State) -> Stop:
        """Say what the state waits for."""
        table, point = self.resume(state)
        match point:
            case DecisionPoint():
                player = self.decider(table, point, self.load_frame(table, point))
                return AtDecision(player, point.prompt, point.secret)
            case ChancePoint(die):
                return AtChance(die)
            case DrawPoint():
                return AtChance(DRAW, point.place(table, self.load_frame(table, point)))
            case EndPoint(name):
                return AtEnd(name)
            case _:
                raise ValueError("this is not a state at a stop")

    def actions(self, state: State) -> tuple[Action, ...]:
        """List the legal actions in the order of the rules; () unless at a decision."""
        table, point = self.resume(state)
        if not isinstance(point, DecisionPoint):
            return ()
        registers = self.load_frame(table, point)
        return tuple(
            dict.fromkeys(
                action
                for option in point.options
                for action in self.option_actions(table, option, registers)
            )
        )

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """List the chance outcomes; () unless at chance."""
        table, point = self.resume(state)
        if isinstance(point, DrawPoint):
            return self.draws(table, point, self.load_frame(table, point))
        return point.outcomes if isinstance(point, ChancePoint) else ()

    def draws(
        self, table: RunningTable, point: DrawPoint, registers: Registers
    ) -> tuple[Outcome, ...]:
        """List what can be drawn, by the numbers of its pieces."""
        skip = 0 if point.skip is None else point.skip(table, registers)
        picked = table.pick(point.place(table, registers), skip)
        return tuple(Outcome(DRAW, piece, number) for piece, number in picked)

    def play(self, state: State, move: Action | Outcome) -> State:
        """Run from a stop, by a legal action or an outcome, to the next; ValueError for others."""
        table, point = self.resume(state)
        match point, move:
            case DecisionPoint(), Action():
                return self.play_action(table, point, move)
            case ChancePoint(), Outcome() if move in point.outcomes:
                local, value, target = point.sides[point.outcomes.index(move)]
                registers = self.load_frame(table, point)
                registers[local] = value
                return self.go_on(self.table(table.slots), target, registers)
            case DrawPoint(), Outcome():
                registers = self.load_frame(table, point)
                if move not in self.draws(table, point, registers):
                    raise ValueError(f"{move} is not possible here")
                registers[point.local] = move.face
                return self.go_on(self.table(table.slots), point.target, registers)
            case _:
                raise ValueError(f"{move} is not possible here")

    def returns(self, state: State) -> tuple[float, ...]:
        """Give what each player gets at the end, see play.ending; zeros before it."""
        return self.table(thaw(state)).returns()

    # ---- options

    def option_actions(
        self, table: RunningTable, option: OptionOut, registers: Registers
    ) -> Iterator[Action]:
        """Run through the actions of one option; the same action may come twice."""
        own = registers.copy()
        try:
            for _ in option.scan(table, own):
                yield Action(option.option, tuple([int(own[local]) for local in option.locals]))
        except FaultError as error:
            raise blamed(error, option.span) from None

    def play_action(self, table: RunningTable, point: DecisionPoint, action: Action) -> State:
        """Run on by the first option that offers an action; ValueError where none does."""
        registers = self.load_frame(table, point)
        for option in point.options:
            if option.option == action.option and self.offers(table, option, registers, action):
                for local, value in zip(option.locals, action.arguments, strict=True):
                    registers[local] = value
                return self.go_on(self.table(table.slots), option.target, registers)
        raise ValueError(f"{action} is not legal here")

    def offers(
        self, table: RunningTable, option: OptionOut, registers: Registers, action: Action
    ) -> bool:
        """Say whether an option has an action; it is looked for only where the best are picked."""
        try:
            if not option.test(table, registers.copy(), action.arguments):
                return False
        except FaultError as error:
            raise blamed(error, option.span) from None
        return not option.picks or action in self.option_actions(table, option, registers)

    def has_action(self, table: RunningTable, point: DecisionPoint, registers: Registers) -> bool:
        """Whether any option has an action; `best` is not asked, it keeps one wherever there is
        one."""
        for option in point.options:
            try:
                if any(True for _ in option.exists(table, registers.copy())):
                    return True
            except FaultError as error:
                raise blamed(error, option.span) from None
        return False

    def decider(self, table: RunningTable, point: DecisionPoint, registers: Registers) -> int:
        """Say who decides."""
        try:
            return int(point.decider(table, registers))
        except FaultError as error:
            raise blamed(error, point.span) from None

    # ---- walking

    def go_on(self, table: RunningTable, number: int, registers: Registers) -> State:
        """Walk in the game itself from a point to the next stop."""
        while True:
            number, point = self.follow(table, number, registers)
            match point:
                case DecisionPoint():
                    self.decider(table, point, registers)
                    if self.has_action(table, point, registers):
                        return self.save(table, number, point.saved, registers)
                    if point.otherwise is None:
                        raise fault("dead_end", "no action is legal here", point.span)
                    number = point.otherwise
                case ChancePoint():
                    return self.save(table, number, point.saved, registers)
                case DrawPoint():
                    if not self.draws(table, point, registers):
                        raise fault("missing", "there is nothing to draw", point.span)
                    return self.save(table, number, point.saved, registers)
                case EndPoint(_, span):
                    if not table.ending[0]:
                        raise fault("ending", "the game ends without a result", span)
                    return self.save(table, number, (), registers)
                case _:
                    raise RuntimeError(f"the game leaves at point {number}")

    def follow(
        self, table: RunningTable, number: int, registers: Registers
    ) -> tuple[int, ReadyPoint]:
        """Take steps until a point is not a step."""
        while True:
            point = self.points[number]
            table.spend(1, point.span)
            if not isinstance(point, StepPoint):
                return number, point
            number = self.take_step(table, number, point.edges, registers)

    def take_step(
        self, table: RunningTable, number: int, edges: Sequence[StepOut], registers: Registers
    ) -> int:
        """Take the first edge whose guard holds; give where it leads."""
        for edge in edges:
            try:
                if edge.guard is None or edge.guard(table, registers):
                    if edge.act is not None:
                        edge.act(table, registers)
                    return edge.target
            except FaultError as error:
                raise blamed(error, edge.span) from None
        raise RuntimeError(f"no edge leads on from point {number}")

    def run(self, procedure: int, table: RunningTable, arguments: Sequence[Any]) -> Any:
        """Run a procedure that neither decides nor rolls; give its value."""
        registers = self.empty[procedure].copy()
        registers[: len(arguments)] = arguments
        table.descend()
        _, point = self.follow(table, self.program.procedures[procedure].entry, registers)
        if not isinstance(point, LeavePoint):
            raise RuntimeError(f"procedure {procedure} does not leave")
        try:
            value = None if point.value is None else point.value(table, registers)
        except FaultError as error:
            raise blamed(error, point.span) from None
        table.ascend()
        return value

    def run_outright(
        self, procedure: int, table: RunningTable, arguments: tuple[int, ...] = ()
    ) -> Any:
        """Run a procedure that no rule calls."""
        try:
            return self.run(procedure, table, arguments)
        except FaultError as error:
            raise blamed(error, self.program.procedures[procedure].span) from None

    # ---- states

    def table(self, slots: Sequence[int]) -> RunningTable:
        """Lay out slots for a run of its own."""
        return RunningTable(list(slots), self.equipment, Meter(self.program.budget))

    def resume(self, state: State) -> tuple[RunningTable, ReadyPoint]:
        """Give the table and the point of a state."""
        table = self.table(thaw(state))
        return table, self.points[table.slots[0]]

    def main_registers(self) -> Registers:
        """Give the registers of the game itself as they are at its beginning."""
        return self.empty[self.program.main].copy()

    def load_frame(
        self, table: RunningTable, point: DecisionPoint | ChancePoint | DrawPoint
    ) -> Registers:
        """Give the registers as they were when the game stopped."""
        registers = self.main_registers()
        load_frame(table.slots, self.frame_parts(point.saved), registers)
        return registers

    def save(
        self, table: RunningTable, number: int, saved: Sequence[int], registers: Registers
    ) -> State:
        """Write the point and the frame; give the state."""
        kept = self.program.procedures[self.program.main].registers
        table.settle(registers, [index for index in saved if kept[index].cell])
        slots, layout = table.slots, self.layout
        slots[0] = number
        slots[layout.frame : layout.frame + layout.frame_size] = [0] * layout.frame_size
        save_frame(slots, self.frame_parts(saved), registers)
        return freeze(slots)

    def frame_parts(self, saved: Sequence[int]) -> Iterator[FramePart]:
        """Run through the parts of the frame that keep the saved registers."""
        registers = self.program.procedures[self.program.main].registers
        return frame_parts(self.layout.frame, registers, saved)
