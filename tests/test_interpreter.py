"""The reference interpreter on programs made by hand: every expression, effect, point and fault."""

import pickle
from typing import Any

import pytest

from fragma_dsl.automaton import nodes as n
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.library.declare import Builtin, Parameter
from fragma_dsl.library.types import INT_HIGH, INT_LOW, Int
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.machine import Action, AtChance, AtDecision, AtEnd, Outcome
from fragma_dsl.play.state import State, thaw
from fragma_dsl.play.table import Equipment, Table
from tests.handmade import (
    BLOCK,
    DUST,
    HERE,
    LIST,
    NUMBER,
    SET,
    STONE_BLACK,
    STONE_WHITE,
    Rules,
    line,
)

A1, B1, C1, A2 = range(4)
BAG, PILE = 9, 10
PUT, REST = 0, 1
MOVER, ROUND, SCORE, SEEN, QUEUE = range(5)


def c(value: n.Value) -> n.Const:
    return n.Const(value)


def numbers(*values: int) -> n.Const:
    return n.Const(frozenset(values))


def local(index: int) -> n.Local:
    return n.Local(index)


def binary(word: Any, left: n.Expr, right: n.Expr, at: int = 1) -> n.Binary:
    return n.Binary(word, left, right, line(at))


def less(left: n.Expr, right: n.Expr) -> n.Expr:
    return binary("<", left, right)


def load(variable: int, *indices: n.Expr) -> n.Load:
    return n.Load(variable, indices)


def store(variable: int, value: n.Expr, *indices: n.Expr, at: int = 1) -> n.Store:
    return n.Store(variable, indices, value, line(at))


def set_local(index: int, value: n.Expr, at: int = 1) -> n.SetLocal:
    return n.SetLocal(index, value, line(at))


def move(count: Any, piece: Any, origin: Any, target: int, at: int = 1) -> n.MovePiece:
    many, what, where = (None if part is None else c(part) for part in (count, piece, origin))
    return n.MovePiece(many, what, where, c(target), line(at))


def place(piece: int, target: int) -> n.MovePiece:
    return move(1, piece, n.BOX, target)


def table_of(machine: InterpreterMachine, state: State) -> Table:
    program = machine.program
    return Table(thaw(state), Equipment.of(program.layout, program.players, program.boards))


def run(*effects: n.Effect, registers: Any = (NUMBER,) * 4, budget: int = 10_000) -> Table:
    """Run effects, then end in a draw; give the table."""
    rules = Rules(registers, budget=budget)
    first, last = rules.chain(*effects)
    rules.end(last)
    machine = rules.machine(first)
    return table_of(machine, machine.start())


def value_of(expr: n.Expr, *effects: n.Effect) -> n.Value:
    """Evaluate an expression on the table that effects make of an empty one."""
    rules = Rules((NUMBER,) * 4)
    first, last = rules.chain(*effects)
    rules.end(last)
    procedure = rules.function(expr)
    machine = rules.machine(first)
    return machine.evaluate(machine.start(), procedure)


def fault_in(*effects: n.Effect, **more: Any) -> Fault:
    """Run effects that must fault; give the fault."""
    with pytest.raises(FaultError) as error:
        run(*effects, **more)
    return error.value.fault


def fault_of(expr: n.Expr) -> Fault:
    """Evaluate an expression that must fault; give the fault."""
    return fault_in(set_local(0, expr, at=99))


# ---- expressions


@pytest.mark.parametrize(
    ("word", "left", "right", "value"),
    [
        ("+", 2, 3, 5),
        ("-", 2, 3, -1),
        ("*", 2, -3, -6),
        ("//", 7, 2, 3),
        ("//", -7, 2, -4),
        ("%", -7, 2, 1),
        ("%", 7, -2, -1),
        ("==", 2, 2, 1),
        ("!=", 2, 2, 0),
        ("<", 2, 3, 1),
        ("<=", 3, 3, 1),
        (">", 2, 3, 0),
        (">=", 2, 3, 0),
        ("and", 1, 0, 0),
        ("and", 1, 1, 1),
        ("or", 0, 1, 1),
        ("or", 0, 0, 0),
        ("|", frozenset({1}), frozenset({2}), frozenset({1, 2})),
        ("&", frozenset({1, 2}), frozenset({2}), frozenset({2})),
        ("without", frozenset({1, 2}), frozenset({2}), frozenset({1})),
        ("==", frozenset({1, 2}), frozenset({2, 1}), 1),
        ("!=", (1, 2), (2, 1), 1),
        ("in", 2, frozenset({1, 2}), 1),
        ("in", 3, (1, 2), 0),
        ("concat", (2, 1), (1,), (2, 1, 1)),
        ("subset", frozenset({1}), frozenset({1, 2}), 1),
        ("subset", frozenset({3}), frozenset({1, 2}), 0),
    ],
)
def test_binary(word: str, left: n.Value, right: n.Value, value: n.Value) -> None:
    assert value_of(binary(word, c(left), c(right))) == value


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (n.Unary("-", c(3)), -3),
        (n.Unary("not", c(0)), 1),
        (n.Unary("not", c(1)), 0),
        (n.Conditional(c(1), c(1), c(2)), 1),
        (n.Conditional(c(1), c(0), c(2)), 2),
        (n.Range(c(2), c(4), HERE), frozenset({2, 3, 4})),
        (n.Range(c(4), c(2), HERE), frozenset()),
        (n.MakeSet((c(2), c(2), c(1))), frozenset({1, 2})),
        (n.MakeList((c(2), c(2), c(1))), (2, 2, 1)),
        (n.Item(c((7, 8)), c(1), HERE), 8),
        (n.Require(c(3), "site", HERE), 3),
        (n.InRange(c(3), 1, 3, HERE), 3),
        (n.PieceOf(c(0), c(1), HERE), STONE_BLACK),
        (n.PieceOf(c(1), c(-1), HERE), BLOCK),
        (n.Load(ROUND, ()), 0),
    ],
)
def test_expression(expr: n.Expr, value: n.Value) -> None:
    assert value_of(expr) == value


def test_truths_come_out_as_whole_numbers() -> None:
    assert type(value_of(n.Unary("not", c(0)))) is int


def test_the_right_side_is_left_alone_where_it_does_not_matter() -> None:
    broken = n.Require(c(-1), "site", HERE)
    assert value_of(binary("and", c(0), broken)) == 0
    assert value_of(binary("or", c(1), broken)) == 1
    assert value_of(n.Conditional(c(1), c(1), broken)) == 1


@pytest.mark.parametrize(
    ("expr", "code", "message"),
    [
        (binary("//", c(1), c(0), 7), "division", "division by zero"),
        (binary("%", c(1), c(0), 7), "division", "division by zero"),
        (
            binary("+", c(INT_HIGH), c(1), 7),
            "range",
            "2147483648 is not in -2147483648..2147483647",
        ),
        (
            binary("*", c(INT_LOW), c(2), 7),
            "range",
            "-4294967296 is not in -2147483648..2147483647",
        ),
        (n.Range(c(0), c(n.MAX_RANGE), line(7)), "size", "0..65536 has more than 65536 members"),
        (n.Item(c((7, 8)), c(2), line(7)), "range", "no member 2 in a list of 2"),
        (n.Item(c((7, 8)), c(-1), line(7)), "range", "no member -1 in a list of 2"),
        (n.Require(c(-1), "site", line(7)), "none", "expected a site, found none"),
        (n.InRange(c(4), 1, 3, line(7)), "range", "4 is not in 1..3"),
        (n.PieceOf(c(0), c(-1), line(7)), "missing", "no piece has this kind and this owner"),
    ],
)
def test_fault_of_an_expression(expr: n.Expr, code: str, message: str) -> None:
    assert fault_of(expr) == Fault(code, message, line(7))


def test_the_negative_of_the_least_number_is_a_fault() -> None:
    assert fault_of(n.Unary("-", c(INT_LOW))).span == line(99)


# ---- comprehensions


def over(
    collect: Any,
    value: n.Expr,
    *sources: n.Expr,
    where: n.Expr | None = None,
    best: n.Best | None = None,
) -> n.Comprehension:
    """Make a comprehension whose generators bind the registers 0, 1, ..."""
    generators = tuple(n.Generator(index, source) for index, source in enumerate(sources))
    return n.Comprehension(collect, value, generators, where, best, line(5))


ONE_TO_FOUR = numbers(1, 2, 3, 4)
REMAINDER = binary("%", local(0), c(2))
EVEN = binary("==", REMAINDER, c(0))


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (over("set", REMAINDER, ONE_TO_FOUR), frozenset({0, 1})),
        (over("set", local(0), ONE_TO_FOUR, where=EVEN), frozenset({2, 4})),
        (over("set", binary("+", local(0), local(1)), numbers(0, 10), numbers(1, 2)),
         frozenset({1, 2, 11, 12})),
        (over("count", local(1), ONE_TO_FOUR, n.Range(c(1), local(0), HERE)), 4),
        (over("count", REMAINDER, ONE_TO_FOUR), 2),
        (over("sum", REMAINDER, ONE_TO_FOUR), 2),
        (over("sum", local(0), numbers()), 0),
        (over("any", EVEN, ONE_TO_FOUR), 1),
        (over("any", EVEN, numbers()), 0),
        (over("all", EVEN, ONE_TO_FOUR), 0),
        (over("all", EVEN, numbers()), 1),
        (over("min", n.Unary("-", local(0)), ONE_TO_FOUR), -4),
        (over("max", n.Unary("-", local(0)), ONE_TO_FOUR), -1),
        (over("first", local(0), c((3, 1, 2))), 3),
        (over("first", local(0), numbers(3, 1, 2)), 1),
        (over("only", REMAINDER, numbers(1, 3, 5)), 1),
        (over("set", local(0), ONE_TO_FOUR, best=n.Best(True, REMAINDER)), frozenset({1, 3})),
        (over("set", local(0), ONE_TO_FOUR, best=n.Best(False, REMAINDER)), frozenset({2, 4})),
        (over("first", local(0), ONE_TO_FOUR, best=n.Best(True, local(0))), 4),
        (over("set", local(0), numbers(), best=n.Best(True, local(0))), frozenset()),
        (over("max", local(0), ONE_TO_FOUR, where=EVEN, best=n.Best(False, local(0))), 2),
    ],
)  # fmt: skip
def test_comprehension(expr: n.Expr, value: n.Value) -> None:
    assert value_of(expr) == value


@pytest.mark.parametrize("collect", ["min", "max", "first", "only"])
def test_a_value_chosen_from_nothing_is_a_fault(collect: str) -> None:
    assert fault_of(over(collect, local(0), numbers())) == Fault(
        "empty", f"`{collect}` has no value", line(5)
    )


def test_only_of_two_values_is_a_fault() -> None:
    assert fault_of(over("only", local(0), numbers(1, 2))).code == "size"


def test_a_sum_that_is_too_large_is_a_fault() -> None:
    assert fault_of(over("sum", local(0), numbers(INT_HIGH, 1))).code == "range"


def test_any_all_and_first_stop_when_the_answer_is_sure() -> None:
    tenth = binary("//", c(10), binary("-", c(3), local(0)))
    assert value_of(over("any", binary("==", tenth, c(10)), ONE_TO_FOUR)) == 1
    assert value_of(over("all", binary("==", tenth, c(9)), ONE_TO_FOUR)) == 0
    assert value_of(over("first", tenth, ONE_TO_FOUR)) == 5


# ---- calls


def test_a_function_gets_its_arguments() -> None:
    rules = Rules((NUMBER,) * 3)
    double = rules.function(binary("*", local(0), local(1)), parameters=2)
    call = n.CallFunction(double, (c(6), c(7)), HERE)
    first, last = rules.chain(set_local(0, call), store(SCORE, binary("-", local(0), c(40)), c(0)))
    rules.end(last)
    machine = rules.machine(first)
    assert table_of(machine, machine.start()).load(SCORE, (0,)) == 2


def test_a_rule_changes_the_table_and_its_own_registers_only() -> None:
    rules = Rules((NUMBER,) * 2)
    entry, last = rules.chain(set_local(0, c(5)), store(ROUND, local(0)))
    leave = rules.point(n.Leave(None, HERE))
    rules.go(last, leave)
    rule = rules.procedure(entry, 0, (NUMBER,))
    first, last = rules.chain(
        set_local(0, c(3)), n.CallRule(rule, (), HERE), store(SCORE, local(0), c(1))
    )
    rules.end(last)
    machine = rules.machine(first)
    table = table_of(machine, machine.start())
    assert (table.load(ROUND), table.load(SCORE, (1,))) == (5, 3)


def test_after_looks_ahead_and_changes_nothing() -> None:
    rules = Rules((NUMBER,) * 2)
    entry, last = rules.chain(store(ROUND, local(0)), place(BLOCK, A1))
    rules.go(last, rules.point(n.Leave(None, HERE)))
    rule = rules.procedure(entry, 1, (NUMBER,))
    seen = binary("+", load(ROUND), local(1))
    ahead = n.After(rule, (c(4),), seen, HERE)
    first, last = rules.chain(set_local(1, c(2)), store(SCORE, ahead, c(0)))
    rules.end(last)
    machine = rules.machine(first)
    table = table_of(machine, machine.start())
    assert (table.load(SCORE, (0,)), table.load(ROUND), table.top(A1)) == (6, 0, -1)


def test_a_fault_in_a_function_blames_the_line_in_the_function() -> None:
    rules = Rules((NUMBER,))
    broken = rules.function(binary("//", c(1), c(0), at=42))
    first, last = rules.chain(set_local(0, n.CallFunction(broken, (), line(7)), at=8))
    rules.end(last)
    with pytest.raises(FaultError) as error:
        rules.machine(first).start()
    assert error.value.fault.span == line(42)


def mean_top(table: Table, place: int, other: int = 100) -> int:
    if place == C1:
        raise FaultError(Fault("missing", "nothing there", None))
    return table.top(place) + other


TOP = Builtin(
    "top",
    (Parameter("place", Int()), Parameter("other", Int(), optional=True)),
    Int(),
    "Gives the top of a place.",
    mean_top,
)


def test_a_builtin_gets_the_table_and_the_arguments_there_are() -> None:
    assert value_of(n.CallBuiltin(TOP, (c(A1),), HERE), place(BLOCK, A1)) == BLOCK + 100
    assert value_of(n.CallBuiltin(TOP, (c(A1), c(10)), HERE), place(BLOCK, A1)) == BLOCK + 10


def test_a_fault_in_a_builtin_blames_the_call() -> None:
    call = n.CallBuiltin(TOP, (c(C1),), line(7))
    assert fault_of(call) == Fault("missing", "nothing there", line(7))


# ---- effects


def test_stores_reach_every_shape() -> None:
    table = run(
        store(ROUND, c(6)),
        store(SCORE, c(-9), c(1)),
        store(SEEN, numbers(2, 3)),
        store(QUEUE, c((9,))),
    )
    assert [table.load(ROUND), table.load(SCORE, (0,)), table.load(SCORE, (1,))] == [6, 0, -9]
    assert (table.load(SEEN), table.load(QUEUE)) == (frozenset({2, 3}), (9,))


def test_a_store_outside_the_shape_is_a_fault() -> None:
    assert fault_in(store(ROUND, c(7), at=9)) == Fault("range", "7 is not in 0..6", line(9))
    assert fault_in(store(QUEUE, c((1,) * 4), at=9)).message == "a list of 4, where 3 is the most"


def test_a_register_keeps_to_its_shape() -> None:
    assert fault_in(set_local(0, c(101), at=9)) == Fault(
        "range", "101 is not in -100..100", line(9)
    )


def test_a_piece_moves_from_place_to_place() -> None:
    table = run(place(STONE_WHITE, A1), move(1, STONE_WHITE, A1, B1))
    assert (table.top(A1), table.top(B1), table.box(STONE_WHITE)) == (-1, STONE_WHITE, 2)


def test_a_piece_moves_from_the_first_place_that_has_it() -> None:
    table = run(place(BLOCK, C1), move(1, BLOCK, n.BOX, BAG), move(1, BLOCK, None, A1))
    assert (table.top(A1), table.top(C1), table.count(BAG, BLOCK)) == (BLOCK, -1, 1)


def test_whatever_is_on_a_place_moves() -> None:
    table = run(place(BLOCK, PILE), place(STONE_BLACK, PILE), move(1, None, PILE, A1))
    assert (table.top(A1), table.top(PILE)) == (STONE_BLACK, BLOCK)


def test_all_pieces_of_a_sort_move() -> None:
    table = run(move(3, BLOCK, n.BOX, BAG), move(None, BLOCK, BAG, PILE))
    assert (table.count(BAG, BLOCK), table.count(PILE, BLOCK)) == (0, 3)


def test_all_pieces_move_out_of_the_box() -> None:
    assert run(move(None, BLOCK, n.BOX, BAG)).count(BAG, BLOCK) == 3


def test_all_of_nothing_moves_nothing() -> None:
    assert run(move(None, BLOCK, A1, B1)).total(B1) == 0


def test_no_pieces_move_without_a_fault() -> None:
    assert run(move(0, BLOCK, A1, B1)).total(B1) == 0
    assert run(move(0, None, A1, B1)).total(B1) == 0


def test_a_piece_moves_back_to_the_box() -> None:
    assert run(place(BLOCK, A1), move(1, None, A1, n.BOX)).box(BLOCK) == 3


@pytest.mark.parametrize(
    ("effect", "code", "message"),
    [
        (move(1, BLOCK, A1, B1, 9), "missing", "`a1` lacks `block`"),
        (move(4, BLOCK, n.BOX, BAG, 9), "missing", "the box lacks `block`"),
        (move(1, STONE_BLACK, None, B1, 9), "missing", "no place has `stone[black]`"),
        (move(1, None, A1, B1, 9), "missing", "`a1` is empty"),
        (move(1, BLOCK, n.BOX, C1, 9), "full", "`c1` has no room for `block`"),
        (move(2, BLOCK, n.BOX, A1, 9), "full", "`a1` has no room for `block`"),
        (move(None, DUST, n.BOX, BAG, 9), "range", "there is no end of `dust`"),
        (move(-1, BLOCK, n.BOX, BAG, 9), "range", "cannot move -1 pieces"),
    ],
)
def test_fault_of_a_move(effect: n.Effect, code: str, message: str) -> None:
    assert fault_in(place(STONE_WHITE, C1), effect) == Fault(code, message, line(9))


def test_clearing_empties_a_place() -> None:
    table = run(place(BLOCK, A1), n.Clear(c(A1), HERE), n.Clear(c(B1), HERE))
    assert (table.top(A1), table.box(BLOCK)) == (-1, 3)


def test_remembering_is_counted() -> None:
    rules = Rules((NUMBER,), history=2)
    first, last = rules.chain(n.Remember(HERE), n.Remember(HERE))
    rules.end(last)
    machine = rules.machine(first)
    table = table_of(machine, machine.start())
    assert table.repeats() == 2


@pytest.mark.parametrize(
    ("kind", "value", "returns"),
    [
        ("win", binary("==", local(0), c(1)), (-1, 1, -1)),
        ("lose", binary("==", local(0), c(1)), (1, -1, 1)),
        ("draw", c(0), (0, 0, 0)),
        ("rank", local(0), (-1, 0, 1)),
        ("pay", binary("*", local(0), c(5)), (0, 5, 10)),
    ],
)
def test_conclusion(kind: str, value: n.Expr, returns: tuple[float, ...]) -> None:
    rules = Rules(players=3)
    first = rules.step()
    rules.end(first, kind, value)
    machine = rules.machine(first)
    state = machine.start()
    assert (machine.stop(state), machine.returns(state)) == (AtEnd(kind), returns)
    assert (machine.actions(state), machine.outcomes(state)) == ((), ())


def test_an_end_without_a_result_is_a_fault() -> None:
    rules = Rules()
    first = rules.point(n.End("win", line(9)))
    with pytest.raises(FaultError) as error:
        rules.machine(first).start()
    assert error.value.fault == Fault("ending", "the game ends without a result", line(9))


# ---- steps


def test_the_first_edge_whose_guard_holds_is_taken() -> None:
    rules = Rules((NUMBER,))
    first = rules.step()
    for number, guard in enumerate((c(0), c(1), None)):
        target = rules.step()
        rules.go(first, target, store(ROUND, c(number)), guard)
        rules.end(target)
    machine = rules.machine(first)
    assert table_of(machine, machine.start()).load(ROUND) == 1


def test_a_loop_runs_until_its_guard_fails() -> None:
    rules = Rules((NUMBER,))
    head = rules.point(n.Step(HERE, loop=True))
    rules.go(head, head, store(ROUND, binary("+", load(ROUND), c(1))), less(load(ROUND), c(5)))
    after = rules.step()
    rules.go(head, after)
    rules.end(after)
    machine = rules.machine(head)
    assert table_of(machine, machine.start()).load(ROUND) == 5


def test_a_loop_without_end_is_a_fault() -> None:
    rules = Rules()
    head = rules.point(n.Step(line(9), loop=True))
    rules.go(head, head)
    with pytest.raises(FaultError) as error:
        rules.machine(head).start()
    assert (error.value.fault.code, error.value.fault.span) == ("budget", line(9))


def test_generators_spend_the_budget_too() -> None:
    hundred = n.Range(c(1), c(100), HERE)
    heavy = over("sum", c(1), hundred, hundred)
    assert fault_in(set_local(0, heavy, at=9), budget=5_000).code == "budget"


def test_looking_ahead_spends_the_same_budget() -> None:
    rules = Rules((NUMBER,), budget=300)
    entry, last = rules.chain(*[store(ROUND, c(1))] * 50)
    rules.go(last, rules.point(n.Leave(None, HERE)))
    rule = rules.procedure(entry)
    ahead = n.After(rule, (), c(1), HERE)
    first, last = rules.chain(*[set_local(0, ahead)] * 10)
    rules.end(last)
    with pytest.raises(FaultError) as error:
        rules.machine(first).start()
    assert error.value.fault.code == "budget"


def test_recursion_without_end_is_a_fault() -> None:
    rules = Rules((NUMBER,))
    own = len(rules.procedures) + 1
    call = n.CallFunction(own, (local(0),), line(42))
    assert rules.function(call, parameters=1) == own
    first, last = rules.chain(set_local(0, n.CallFunction(own, (c(1),), HERE)))
    rules.end(last)
    with pytest.raises(FaultError) as error:
        rules.machine(first).start()
    assert error.value.fault == Fault("budget", "more than 64 calls in one another", line(42))


def test_recursion_with_an_end_is_none() -> None:
    rules = Rules((NUMBER,))
    less_one = n.CallFunction(1, (binary("-", local(0), c(1)),), HERE)
    rules.function(n.Conditional(less_one, less(c(0), local(0)), c(7)), parameters=1)
    first, last = rules.chain(
        set_local(0, n.CallFunction(1, (c(60),), HERE)), store(SCORE, local(0), c(0))
    )
    rules.end(last)
    machine = rules.machine(first)
    assert table_of(machine, machine.start()).load(SCORE, (0,)) == 7


# ---- decisions


def decision(rules: Rules, saved: tuple[int, ...] = (), decider: n.Expr | None = None) -> int:
    return rules.point(n.Decision(decider or load(MOVER), "where to", saved, line(20)))


def option(
    number: int,
    *sources: tuple[int, n.Expr],
    where: n.Expr | None = None,
    best: n.Best | None = None,
) -> n.OptionEdge:
    generators = tuple(n.Generator(index, source) for index, source in sources)
    return n.OptionEdge(number, generators, where, best, line(21))


def choosing(*edges: n.Edge, **more: Any) -> tuple[InterpreterMachine, State]:
    """Make a game of one decision after which register 1 is stored as the round, then a draw."""
    rules = Rules((NUMBER,) * 4)
    entry = decision(rules, **more)
    for edge in edges:
        target = rules.step()
        rules.edge(entry, target, edge)
        _, last = rules.chain(store(ROUND, local(1)), start=target)
        rules.end(last)
    machine = rules.machine(entry)
    return machine, machine.start()


def test_a_decision_waits_for_its_decider() -> None:
    machine, state = choosing(option(PUT, (1, ONE_TO_FOUR)), decider=c(1))
    assert machine.stop(state) == AtDecision(1, "where to")


def test_actions_stand_in_the_order_of_the_rules() -> None:
    machine, state = choosing(
        option(REST), option(PUT, (1, numbers(5, 3))), option(PUT, (1, c((6, 2))))
    )
    assert machine.actions(state) == (
        Action(REST, ()),
        Action(PUT, (3,)),
        Action(PUT, (5,)),
        Action(PUT, (6,)),
        Action(PUT, (2,)),
    )


def test_a_later_generator_sees_an_earlier_one() -> None:
    machine, state = choosing(option(PUT, (1, numbers(1, 2)), (2, n.Range(c(1), local(1), HERE))))
    assert [action.arguments for action in machine.actions(state)] == [(1, 1), (2, 1), (2, 2)]


def test_where_filters_and_best_keeps_the_best_of_its_option() -> None:
    even = binary("==", binary("%", local(1), c(2)), c(0))
    machine, state = choosing(
        option(PUT, (1, ONE_TO_FOUR), where=even, best=n.Best(True, local(1))),
        option(PUT, (1, numbers(5, 6)), best=n.Best(False, local(1))),
    )
    assert machine.actions(state) == (Action(PUT, (4,)), Action(PUT, (5,)))


def test_equal_actions_are_one_and_the_first_option_answers() -> None:
    rules = Rules((NUMBER,) * 2)
    entry = decision(rules)
    for number in (1, 2):
        target = rules.step()
        rules.edge(entry, target, option(PUT, (1, numbers(4))))
        _, last = rules.chain(store(ROUND, c(number)), start=target)
        rules.end(last)
    machine = rules.machine(entry)
    state = machine.start()
    assert machine.actions(state) == (Action(PUT, (4,)),)
    assert table_of(machine, machine.play(state, Action(PUT, (4,)))).load(ROUND) == 1


def test_arguments_are_in_the_registers_of_their_option() -> None:
    machine, state = choosing(option(PUT, (1, ONE_TO_FOUR)))
    assert table_of(machine, machine.play(state, Action(PUT, (3,)))).load(ROUND) == 3


@pytest.mark.parametrize(
    "move", [Action(PUT, (9,)), Action(PUT, ()), Action(REST, ()), Outcome(0, 0, 1)]
)
def test_what_is_not_legal_cannot_be_played(move: Action | Outcome) -> None:
    machine, state = choosing(option(PUT, (1, ONE_TO_FOUR)))
    with pytest.raises(ValueError, match="here"):
        machine.play(state, move)


def test_playing_leaves_the_state_alone() -> None:
    machine, state = choosing(option(PUT, (1, ONE_TO_FOUR)))
    before = bytes(state)
    machine.play(state, Action(PUT, (3,)))
    assert state == before


def test_without_an_action_the_else_edge_is_taken() -> None:
    machine, state = choosing(option(PUT, (1, numbers())), n.ElseEdge(HERE))
    assert machine.stop(state) == AtEnd("draw")


def test_with_an_action_the_else_edge_is_not_taken() -> None:
    machine, state = choosing(option(REST), n.ElseEdge(HERE))
    assert machine.actions(state) == (Action(REST, ()),)


def test_a_dead_end_is_a_fault() -> None:
    with pytest.raises(FaultError) as error:
        choosing(option(PUT, (1, numbers())))
    assert error.value.fault == Fault("dead_end", "no action is legal here", line(20))


def test_a_decider_that_is_none_is_a_fault_on_arrival() -> None:
    with pytest.raises(FaultError) as error:
        choosing(option(REST), decider=n.Require(c(-1), "player", line(9)))
    assert error.value.fault.code == "none"


def test_a_fault_in_an_option_has_a_span() -> None:
    broken = option(PUT, (1, ONE_TO_FOUR), where=n.Unary("-", c(INT_LOW)))
    with pytest.raises(FaultError) as error:
        choosing(broken)
    assert error.value.fault.span == line(21)


# ---- the frame


def saving() -> tuple[InterpreterMachine, State]:
    """Make a game that keeps a set, a list and a number over a decision, and then stores them."""
    rules = Rules((SET, LIST, NUMBER, NUMBER), frame_size=16)
    first, last = rules.chain(
        set_local(0, numbers(2, 5)),
        set_local(1, c((3, 3))),
        set_local(2, c(-7)),
        set_local(3, c(9)),
    )
    ask = decision(rules, saved=(2, 0, 1))
    rules.go(last, ask)
    target = rules.step()
    rules.edge(ask, target, option(REST))
    _, last = rules.chain(
        store(SEEN, local(0)),
        store(QUEUE, local(1)),
        store(SCORE, local(2), c(0)),
        store(SCORE, local(3), c(1)),
        start=target,
    )
    rules.end(last)
    machine = rules.machine(first)
    return machine, machine.start()


def test_saved_registers_stand_one_behind_the_other() -> None:
    machine, state = saving()
    frame = machine.program.layout.frame
    slots = thaw(state)[frame : frame + 16]
    assert slots == [-7, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 2, 3, 3, 0, 0]


def test_saved_registers_live_on_and_others_do_not() -> None:
    machine, state = saving()
    table = table_of(machine, machine.play(state, Action(REST, ())))
    assert (table.load(SEEN), table.load(QUEUE)) == (frozenset({2, 5}), (3, 3))
    assert (table.load(SCORE, (0,)), table.load(SCORE, (1,))) == (-7, 0)


def test_the_frame_is_zero_where_nothing_is_saved() -> None:
    machine, state = saving()
    slots = thaw(machine.play(state, Action(REST, ())))
    frame = machine.program.layout.frame
    assert slots[frame : frame + 16] == [0] * 16


# ---- chance


def tossing() -> tuple[InterpreterMachine, State]:
    """Make a game that tosses a coin: heads pays white, tails is stored as the round."""
    rules = Rules((NUMBER, NUMBER))
    first, last = rules.chain(set_local(1, c(4)))
    toss = rules.point(n.Chance(0, (1,), HERE))
    rules.go(last, toss)
    heads, tails = rules.step(), rules.step()
    rules.edge(toss, heads, n.OutcomeEdge(0, 1, 0, 5, HERE))
    rules.edge(toss, tails, n.OutcomeEdge(1, 3, 0, 6, HERE))
    rules.end(heads, "win", binary("==", local(2), c(0)))
    _, last = rules.chain(store(ROUND, local(0)), store(SCORE, local(1), c(0)), start=tails)
    rules.end(last)
    machine = rules.machine(first)
    return machine, machine.start()


def test_chance_waits_for_an_outcome() -> None:
    machine, state = tossing()
    assert machine.stop(state) == AtChance(0)
    assert machine.outcomes(state) == (Outcome(0, 0, 1), Outcome(0, 1, 3))
    assert machine.actions(state) == ()


def test_an_outcome_sets_its_register_and_leads_on() -> None:
    machine, state = tossing()
    table = table_of(machine, machine.play(state, Outcome(0, 1, 3)))
    assert (table.load(ROUND), table.load(SCORE, (0,))) == (6, 4)


def test_each_outcome_has_its_own_way() -> None:
    machine, state = tossing()
    assert machine.returns(machine.play(state, Outcome(0, 0, 1))) == (1.0, -1.0)


@pytest.mark.parametrize("move", [Outcome(0, 2, 1), Outcome(1, 0, 1), Action(REST, ())])
def test_chance_takes_only_its_outcomes(move: Action | Outcome) -> None:
    machine, state = tossing()
    with pytest.raises(ValueError, match="not possible here"):
        machine.play(state, move)


# ---- a whole game


def placing() -> InterpreterMachine:
    """Make the game of placing stones on three sites in turn; who fills a2 wins."""
    rules = Rules((NUMBER,) * 2)
    turn = decision(rules)
    free = n.CallBuiltin(TOP, (local(0), c(0)), HERE)
    put, finish = rules.step(), rules.point(n.End("win", HERE))
    sites = numbers(A1, B1, A2)
    rules.edge(turn, put, option(PUT, (0, sites), where=less(free, c(0))))
    stone = n.PieceOf(c(0), load(MOVER), HERE)
    lay = n.MovePiece(c(1), stone, c(n.BOX), local(0), HERE)
    _, placed = rules.chain(lay, start=put)
    win = n.Conclude("win", 1, binary("==", local(1), load(MOVER)), HERE)
    rules.go(placed, finish, win, binary("==", local(0), c(A2)))
    rules.go(placed, turn, store(MOVER, binary("-", c(1), load(MOVER))))
    return rules.machine(turn)


def test_a_game_is_played_to_its_end() -> None:
    machine = placing()
    state = machine.start()
    assert machine.stop(state) == AtDecision(0, "where to")
    state = machine.play(state, Action(PUT, (B1,)))
    assert machine.stop(state) == AtDecision(1, "where to")
    assert machine.actions(state) == (Action(PUT, (A1,)), Action(PUT, (A2,)))
    state = machine.play(state, Action(PUT, (A2,)))
    assert (machine.stop(state), machine.returns(state)) == (AtEnd("win"), (-1.0, 1.0))


def test_equal_positions_are_equal_states() -> None:
    machine = placing()
    rules_of_two = [Action(PUT, (A1,)), Action(PUT, (B1,))]
    state = machine.start()
    for move in rules_of_two:
        state = machine.play(state, move)
    again = machine.start()
    for move in rules_of_two:
        again = machine.play(again, move)
    assert state == again


def test_a_machine_survives_pickling() -> None:
    machine = placing()
    copy = pickle.loads(pickle.dumps(machine))
    assert copy.start() == machine.start()
    assert copy.actions(copy.start()) == machine.actions(machine.start())


def test_a_given_position_goes_on_after_setup() -> None:
    rules = Rules((NUMBER,))
    entry, last = rules.chain(store(ROUND, c(1)))
    after, end = rules.chain(store(SCORE, load(ROUND), c(0)))
    rules.go(last, after)
    rules.end(end)
    given, last = rules.chain(store(ROUND, c(5)))
    rules.go(last, rules.point(n.Leave(None, HERE)))
    procedure = rules.procedure(given)
    rules.after_setup = after
    machine = rules.machine(entry)
    assert table_of(machine, machine.start()).load(SCORE, (0,)) == 1
    assert table_of(machine, machine.start_given(procedure)).load(SCORE, (0,)) == 5
