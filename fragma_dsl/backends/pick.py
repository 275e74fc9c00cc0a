"""Pick: a backend by its name."""

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.interpreter.machine import InterpreterMachine
from fragma_dsl.play.machine import Machine
from fragma_dsl.text.said import say

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.code import NativeCode, PlainCode

Backend: TypeAlias = Literal["auto", "interpreter", "python", "native"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)


class BackendError(ValueError):
    """Raised where a backend cannot run a game here."""


def machine_of(program: Program, backend: Backend) -> Machine:
    """Give the machine that runs a program: the interpreter, its module in plain Python, or the
    module as machine code. `auto` is the interpreter for whoever plays move by move."""
    if backend in ("auto", "interpreter"):
        return InterpreterMachine(program)
    from fragma_dsl.backends.compiled.machine import CompiledMachine  # seldom wanted

    return CompiledMachine(program, backend == "native", code=code_of(program, backend))


def code_of(program: Program, backend: Backend) -> "PlainCode | NativeCode":
    """Give the functions of a program's module, in plain Python or as machine code."""
    from fragma_dsl.backends.compiled.code import NativeCode, PlainCode, can_run_native  # seldom

    if backend == "native" and not can_run_native():
        raise BackendError("machine code needs llvmlite, which is not there for this Python")
    try:
        code = NativeCode(program) if backend == "native" else PlainCode(program)
        _ = code.shape
    except NotCompiledError as error:
        message = say("{game!s} has no compiled form: {error}", game=program.game, error=str(error))
        raise BackendError(
            say("{message}; --backend interpreter runs it", message=message)
        ) from None
    return code
