"""Lowered parts: the types of a module's arrays and functions in LLVM's assembly."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

ELEMENTS = {"s": "i32", "a": "i32", "w": "i64", "g": "i64"}
"""By letter, what an array holds: a state, rows of actions, a work array, streams."""

WIDTHS = (("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64))


class NotLoweredError(ValueError):
    """Raised for a part of a text that is not of the Python that modules are written in."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"no lowering of line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}")


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes, a letter each, and how many numbers it gives. Of a function that
    takes a table (`t`) there is a version for every table that it is given."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    results: int

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the arguments that are tables."""
        pairs = zip(self.names, self.kinds, strict=True)
        return tuple(name for name, kind in pairs if kind == "t")

    def result(self, is_raising: bool) -> str:
        """Give the type of what the function gives, with its status where it may raise."""
        count = self.results + is_raising
        return "i64" if count == 1 else "{" + ", ".join(["i64"] * count) + "}"


def read_signature(text: str, names: Sequence[str]) -> Signature:
    """Read a signature such as `i(s,w,i)`; `u2` is a pair of numbers."""
    result, _, arguments = text[:-1].partition("(")
    kinds = tuple(letter for letter in arguments.split(",") if letter)
    return Signature(tuple(names), kinds, int(result[1:]) if result[0] == "u" else 1)


Version: TypeAlias = tuple[str, tuple[str, ...]]
"""A function by its name, with the names of the tables that it is given."""


def version_name(version: Version) -> str:
    """Give the name of a version in the assembly."""
    return ".".join((version[0], *version[1]))


@dataclass(frozen=True, slots=True)
class TableOf:
    """A constant table, as narrow as its values allow; `extend` makes 64 bits of an entry."""

    name: str
    element: str
    extend: str
    values: Sequence[int]
    definition: str

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self.values)

    @classmethod
    def made(cls, name: str, values: Sequence[int]) -> "TableOf":
        """Make a table of the module."""
        values = values or [0]
        least, most = min(values), max(values)
        element, bits = next(
            (one, bits)
            for one, bits in WIDTHS
            if bits == 64
            or (least >= 0 and most < 2**bits)
            or (least >= -(2 ** (bits - 1)) and most < 2 ** (bits - 1))
        )
        extend = "zext" if least >= 0 and bits < 64 else "sext"
        entries = ", ".join(f"{element} {as_signed(value, bits)}" for value in values)
        head = f"@{name} = internal unnamed_addr constant [{len(values)} x {element}]"
        return cls(name, element, extend, values, f"{head} [{entries}]")


def as_signed(value: int, bits: int) -> int:
    """Give the number with the same bits that a signed word can hold."""
    value &= 2**bits - 1
    return value - 2**bits if value >> (bits - 1) else value


@dataclass(frozen=True, slots=True)
class Names:
    """What the names of a module mean."""

    constants: Mapping[str, int]
    tables: Mapping[str, TableOf]
    functions: Mapping[str, Signature]
    can_deposit: bool = False  # whether the processor spreads bits over a word in one instruction
