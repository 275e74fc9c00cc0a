"""Code: the functions of a program's module, run plain in Python or as machine code.

What they take is told by their letters, see `KINDS`. Plain, arrays are lists; else arrays of
numbers, and a function is made when it is first asked for.
"""

import hashlib
import json
from array import array
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from ctypes import byref, c_int64
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from fragma_dsl.automaton.dump import conditions_text, write
from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled.door import OVERFULL
from fragma_dsl.backends.compiled.support import PLAIN, Faulty, Overfull
from fragma_dsl.text.cache import fetch, keep, package_state

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.machine_code import Library
    from fragma_dsl.backends.compiled.module import Compiled

Numbers: TypeAlias = MutableSequence[int]
Function: TypeAlias = Callable[..., int]

KINDS: Mapping[str, str] = {
    "play": "swai",
    "actions": "swa",
    "decider": "sw",
    "draws": "swa",
    "score_of": "swi",
    "weigh": "iisswaaw",
    "playouts": "iiiiswagw",
    "judged": "iiiiswagwsww",
    "perft": "swasawswi",
    "expand": "swaswwwwwi",
    "enter": "sswi",
}
"""By function, a letter for each argument: a number `i`, states `s`, rows of actions `a`, a work
array and others of its width `w`, streams `g`."""

GROUPS = (("play", "actions", "decider", "draws", "score_of"), ("weigh",), ("playouts",),
          ("judged",), ("perft",), ("expand", "enter"))  # fmt: skip
"""What is made at once."""

TYPES = {"s": "i", "a": "i", "w": "q", "g": "Q"}
PER_LINE = 0.001
"""Seconds that it takes about to make machine code of a line."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What whoever runs a module must know of it."""

    room: int  # of the work array
    row: int  # numbers of an action
    edges: Mapping[int, tuple[int, ...]]  # by decision, the options of its edges
    judged: tuple[str, ...] = ()  # the invariants that whole games ask


class Code(Protocol):
    """Gives the functions of a module and arrays for them."""

    @property
    def shape(self) -> Shape:
        """What whoever runs the module must know of it."""

    @property
    def compiled(self) -> "Compiled":
        """The text of the module."""

    def function(self, name: str) -> Function:
        """Give a function; it raises Faulty and Overfull."""

    def array(self, kind: str, values: Sequence[int]) -> Numbers:
        """Make an array that holds these values."""

    def zeros(self, kind: str, size: int) -> Numbers:
        """Make an array of zeros."""


def written(program: Program, is_judged: bool = False) -> "Compiled":
    """Write the module of a program."""
    from fragma_dsl.backends.compiled.module import compile_program  # not where the code is kept

    return compile_program(program, is_judged)


def counting_text(compiled: "Compiled") -> str:
    """Give a module's text with the functions that count."""
    text = files("fragma_dsl.backends.compiled").joinpath("counting.py.txt").read_text("utf-8")
    return f"{compiled.text.rstrip()}\n\n\n{text}"


class PlainCode:
    """Runs a module in Python as it stands."""

    def __init__(self, program: Program, compiled: "Compiled | None" = None) -> None:
        self.compiled = compiled or written(program)
        one = self.compiled
        self.shape = Shape(one.room, one.row, one.edges, one.judged)
        self.names: dict[str, Any] = dict(PLAIN)
        text = counting_text(self.compiled)
        exec(compile(text, f"<{program.game}>", "exec"), self.names)

    def function(self, name: str) -> Function:
        """Give a function."""
        function: Function = self.names[name]
        return function

    def array(self, kind: str, values: Sequence[int]) -> Numbers:
        """Make an array that holds these values."""
        return list(values)

    def zeros(self, kind: str, size: int) -> Numbers:
        """Make an array of zeros."""
        return [0] * size


class NativeCode:
    """Runs a module as machine code, from the cache where it has been made before."""

    def __init__(self, program: Program, is_checked: bool = False, is_judged: bool = False) -> None:
        self.program, self.is_checked, self.is_judged = program, is_checked, is_judged
        self.functions: dict[str, Function] = {}
        self.libraries: list[Library] = []
        self.lock = Lock()

    @cached_property
    def compiled(self) -> "Compiled":
        """The text of the module."""
        return written(self.program, self.is_judged)

    @cached_property
    def shape(self) -> Shape:
        """What whoever runs the module must know of it."""
        name = f"{self.key}.json"
        kept = fetch(name)
        if kept is not None:
            try:
                room, row, edges, judged = json.loads(kept)
                options = {point: tuple(options) for point, options in edges}
                return Shape(room, row, options, tuple(judged))
            except (ValueError, TypeError):
                pass
        one = self.compiled
        edges = [[point, options] for point, options in one.edges.items()]
        keep(name, json.dumps([one.room, one.row, edges, one.judged]).encode())
        return Shape(one.room, one.row, one.edges, one.judged)

    @cached_property
    def key(self) -> str:
        """What the text of the module depends on, as a name."""
        program = self.program
        parts = (program.digest, FINGERPRINT, write(program.opposites), str(program.score),
                 str(program.budget), str(program.layout), str(self.is_checked),
                 conditions_text(program) if self.is_judged else "")  # fmt: skip
        return "module-" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]

    def file_name(self, name: str) -> str:
        """Give the name under which the machine code of a function is kept."""
        key = f"{self.key}\0{processor()}".encode()
        return f"code-{hashlib.sha256(key).hexdigest()[:32]}-{group_of(name)[0]}.o"

    def is_ready(self, name: str) -> bool:
        """Whether a function is there without being made."""
        return name in self.functions or fetch(self.file_name(name)) is not None

    def seconds(self) -> float:
        """Say how long it takes about to make a function."""
        return 0.3 + PER_LINE * self.compiled.text.count("\n")

    def function(self, name: str) -> Function:
        """Give a function."""
        with self.lock:
            if name not in self.functions:
                library = self.library(name)
                self.libraries.append(library)
                for one in group_of(name):
                    self.functions[one] = told(library.function(one, KINDS[one]), KINDS[one])
        return self.functions[name]

    def library(self, name: str) -> "Library":
        """Load the machine code of a function, or make it."""
        from fragma_dsl.backends.compiled import machine_code  # LLVM, which may not be there

        file = self.file_name(name)
        kept = fetch(file)
        if kept is not None and hashlib.sha256(kept[32:]).digest() == kept[:32]:
            return machine_code.Library(kept[32:])
        from fragma_dsl.backends.compiled.lowering import lower  # not where the code is kept

        support = files("fragma_dsl.backends.compiled").joinpath("support.native.txt")
        text = counting_text(self.compiled)
        deposits = machine_code.can_deposit()
        lowered = lower(text, support.read_text("utf-8"), group_of(name), self.is_checked, deposits)
        code = machine_code.assemble(lowered)
        keep(file, hashlib.sha256(code).digest() + code)
        return machine_code.Library(code)

    def array(self, kind: str, values: Sequence[int]) -> Numbers:
        """Make an array that holds these values."""
        return array(TYPES[kind], values)

    def zeros(self, kind: str, size: int) -> Numbers:
        """Make an array of zeros."""
        one = array(TYPES[kind])
        one.frombytes(bytes(one.itemsize * size))
        return one


def group_of(name: str) -> tuple[str, ...]:
    """Give the functions that are made together with one."""
    return next(group for group in GROUPS if name in group)


def told(function: Function, kinds: str) -> Function:
    """Give a native function as one that takes arrays and raises what went wrong."""

    def call(*arguments: Any) -> int:
        parts: list[int] = []
        for kind, argument in zip(kinds, arguments, strict=True):
            if kind == "i":
                parts.append(argument)
            else:
                parts += argument.buffer_info()
        status = c_int64()
        value = function(*parts, byref(status))
        if status.value == 0:
            return value
        if status.value > 0:
            raise Faulty(status.value - 2)
        raise Overfull if status.value == OVERFULL else IndexError("an index is out of range")

    return call


@cache
def processor() -> str:
    """Say for which processor machine code is made; raises ImportError where none can be."""
    from fragma_dsl.backends.compiled import machine_code

    return machine_code.processor()


@cache
def can_run_native() -> bool:
    """Whether machine code can be made here."""
    try:
        processor()
    except (ImportError, OSError, RuntimeError):
        return False
    return True


FINGERPRINT = package_state("automaton", "backends", "library", "play", "semantics", "stdlib")
"""It is taken as the package is imported: files that change later have made nothing yet."""

__all__ = ["Code", "NativeCode", "PlainCode", "Shape", "can_run_native"]
