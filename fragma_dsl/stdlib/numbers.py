"""Numbers: builtins on whole numbers, and steps around a circle of values."""

from fragma_dsl.library.declare import Builtin, Example, Parameter
from fragma_dsl.library.types import INT_HIGH, INT_LOW, Int, Var
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib import emitted
from fragma_dsl.text.said import say


def mean_abs(_table: Table, number: int) -> int:
    if number == INT_LOW:
        raise FaultError(
            Fault(
                "range",
                say("{number} is not in {low}..{high}", number=-number, low=INT_LOW, high=INT_HIGH),
                None,
            )
        )
    return abs(number)


def mean_min(_table: Table, first: int, second: int) -> int:
    return min(first, second)


def mean_max(_table: Table, first: int, second: int) -> int:
    return max(first, second)


def mean_next(_table: Table, value: int, size: int) -> int:
    return (value + 1) % size


def mean_prev(_table: Table, value: int, size: int) -> int:
    return (value - 1) % size


BUILTINS = (
    Builtin(
        "abs",
        (Parameter("number", Int()),),
        Int(0, INT_HIGH),
        "Gives a number without its sign.",
        mean_abs,
        (Example("abs(-3)", "3"), Example("abs(3)", "3")),
        faults=True,
        emit=emitted.absolute,
    ),
    Builtin(
        "min",
        (Parameter("a", Int()), Parameter("b", Int())),
        Int(),
        "Gives the smaller of two numbers.",
        mean_min,
        (Example("min(2, 5)", "2"),),
        emit=emitted.minimum,
    ),
    Builtin(
        "max",
        (Parameter("a", Int()), Parameter("b", Int())),
        Int(),
        "Gives the larger of two numbers.",
        mean_max,
        (Example("max(2, 5)", "5"),),
        emit=emitted.maximum,
    ),
    Builtin(
        "next",
        (Parameter("x", Var("T")),),
        Var("T"),
        "Gives the player, layer or named value that follows, and after the last the first.",
        mean_next,
        (
            Example("next(white)", "black"),
            Example("next(black)", "white"),
            Example("next(blue)", "red"),
        ),
        needs_domain=True,
        emit=emitted.following,
    ),
    Builtin(
        "prev",
        (Parameter("x", Var("T")),),
        Var("T"),
        "Gives the player, layer or named value that goes before, and before the first the last.",
        mean_prev,
        (Example("prev(black)", "white"), Example("prev(red)", "blue")),
        needs_domain=True,
        emit=emitted.preceding,
    ),
)
