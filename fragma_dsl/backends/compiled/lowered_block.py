"""Lowered block: instructions, blocks, arrays and tables of a function of a module in LLVM's
assembly."""

import ast

from fragma_dsl.backends.compiled.door import BAD_INDEX
from fragma_dsl.backends.compiled.lowered_parts import (
    ELEMENTS,
    Names,
    NotLoweredError,
    TableOf,
    Version,
    version_name,
)

WHOLE, TRUTH = "i64", "i1"
Typed = tuple[str, str]
"""A value in the assembly, and its type."""


class BlockWriter:
    """Writes the parts of one function; its variables are slots of the stack."""

    def __init__(
        self,
        node: ast.FunctionDef,
        version: Version,
        names: Names,
        raising: frozenset[str],
        is_checked: bool,
    ) -> None:
        self.node, self.name = node, version_name(version)
        self.signature = names.functions[node.name]
        self.constants, self.functions = names.constants, names.functions
        self.can_deposit = names.can_deposit
        given = zip(self.signature.tables, version[1], strict=True)
        self.tables = {**names.tables, **{name: names.tables[table] for name, table in given}}
        self.raising, self.is_checked = raising, is_checked
        self.can_raise = node.name in raising
        self.result = self.signature.result(self.can_raise)
        self.arrays = dict(zip(self.signature.names, self.signature.kinds, strict=True))
        self.versions: list[Version] = []
        self.derived: dict[str, TableOf] = {}
        self.lines: list[str] = []
        self.block = "begin"
        self.count = 0
        self.hidden: list[str] = []
        self.loops: list[tuple[str, str]] = []
        self.handlers = ["failed"]
        self.catches = False

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append(f"  {text}")

    def fresh(self) -> str:
        """Give a name that is not taken."""
        self.count += 1
        return f"t{self.count}"

    def let(self, text: str) -> str:
        """Write an instruction and give the name of what comes of it."""
        name = f"%{self.fresh()}"
        self.line(f"{name} = {text}")
        return name

    def slot(self) -> str:
        """Give a slot that no variable has."""
        name = f"h.{self.fresh()}"
        self.hidden.append(name)
        return f"%{name}"

    def begin(self, label: str) -> None:
        """Begin a block of instructions."""
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """Go to a block."""
        self.line(f"br label %{label}")

    def after(self) -> None:
        """Begin the block that nothing leads to, behind a jump."""
        self.begin(self.fresh())

    # ---- arrays and tables

    def address(self, node: ast.Subscript) -> tuple[str, str]:
        """Write where an entry of an array is; give it and the type of what is there."""
        match node.value:
            case ast.Name(name) if self.arrays.get(name, "i") != "i":
                element = ELEMENTS[self.arrays[name]]
                index = self.whole(node.slice)
                self.check(index, f"%{name}.n")
                return self.let(
                    f"getelementptr inbounds {element}, ptr %{name}, i64 {index}"
                ), element
            case _:
                raise NotLoweredError(node)

    def check(self, index: str, length: str) -> None:
        """Write that an index out of range ends the call, where indices are tested."""
        if self.is_checked:
            good = self.let(f"icmp ult i64 {index}, {length}")
            self.fail_unless(good, BAD_INDEX)

    def fail_unless(self, good: str, status: int) -> None:
        """Write that something untrue ends the call."""
        bad, on = self.fresh(), self.fresh()
        self.line(f"br i1 {good}, label %{on}, label %{bad}")
        self.begin(bad)
        self.line(f"store i64 {status}, ptr %status")
        self.jump(self.handlers[-1])
        self.begin(on)

    def load(self, place: str, element: str) -> str:
        """Write that a number is read."""
        found = self.let(f"load {element}, ptr {place}")
        return found if element == WHOLE else self.let(f"sext {element} {found} to i64")

    def keep(self, place: str, element: str, value: str) -> None:
        """Write that a number is written."""
        if element != WHOLE:
            value = self.let(f"trunc i64 {value} to {element}")
        self.line(f"store {element} {value}, ptr {place}")

    def entry(self, table: TableOf, index: str) -> str:
        """Write that an entry of a table is read."""
        self.check(index, str(table.length))
        place = self.let(f"getelementptr inbounds {table.element}, ptr @{table.name}, i64 {index}")
        found = self.let(f"load {table.element}, ptr {place}")
        if table.element == WHOLE:
            return found
        return self.let(f"{table.extend} {table.element} {found} to i64")

    def whole(self, node: ast.expr) -> str:
        """Write a value as a number."""
        raise NotImplementedError
