"""Lowering: the text of a module in, LLVM's assembly for it out.

A module keeps to the little of Python that its emitter writes: whole numbers of 64 bits, arrays of
them that are handed in, constant tables, loops, calls, and raising that ends a function. An array
is a pointer, with its length where somebody asks for it; a function that may raise gives a status
beside its result: 0 where all went well.
"""

import ast
from collections.abc import Collection
from dataclasses import dataclass
from typing import TypeAlias

from fragma_dsl.backends.compiled.door import DOOR
from fragma_dsl.backends.compiled.lowered_function import FunctionWriter
from fragma_dsl.backends.compiled.lowered_parts import (
    Names,
    NotLoweredError,
    Signature,
    TableOf,
    Version,
    read_signature,
)
from fragma_dsl.backends.compiled.lowered_vectors import LANES

Definition: TypeAlias = tuple[ast.FunctionDef, Signature]

COLD = '!0 = !{!"branch_weights", i32 1, i32 1000000}'
ATTRIBUTES = 'attributes #0 = { "no-jump-tables"="true" }'
"""LLVM reads a jump table before it tests the index where that spares it a loop's work; beside a
table of ours there may be no memory."""

INTRINSICS = (
    "declare i64 @llvm.cttz.i64(i64, i1)",
    "declare i64 @llvm.ctpop.i64(i64)",
    "declare i64 @llvm.abs.i64(i64, i1)",
    "declare i64 @llvm.smin.i64(i64, i64)",
    "declare i64 @llvm.smax.i64(i64, i64)",
)
GATHERS = tuple(
    f"declare <{n} x i32> @llvm.masked.gather.v{n}i32.v{n}p0"
    f"(<{n} x ptr>, i32, <{n} x i1>, <{n} x i32>)"
    for n in LANES
)
DEPOSIT = "declare i64 @llvm.x86.bmi.pdep.64(i64, i64)"


@dataclass(slots=True)
class Parts:
    """What stands at the top of a text."""

    constants: dict[str, int]
    tables: dict[str, TableOf]
    functions: dict[str, Definition]


def lower(
    text: str,
    support: str,
    roots: Collection[str],
    is_checked: bool = False,
    can_deposit: bool = False,
) -> str:
    """Write a module with the functions that support it; whoever loads it finds the `roots`.

    `is_checked` tests every index: one out of range ends the call with a status of its own.
    `can_deposit` says that the processor has x86's `pdep`.
    """
    parts = Parts({}, {}, {})
    for one in (support, text):
        read_top(ast.parse(one), parts)
    wanted = reached(parts, roots)
    raising = find_raising(parts, wanted, is_checked)
    functions = {one: parts.functions[one][1] for one in wanted}
    names = Names(parts.constants, parts.tables, functions, can_deposit)
    lines = [COLD, ATTRIBUTES, *INTRINSICS, *GATHERS, *([DEPOSIT] if can_deposit else [])]
    lines += [table.definition for table in parts.tables.values()]
    waiting: list[Version] = [(name, ()) for name in wanted if not names.functions[name].tables]
    written = set(waiting)
    derived: dict[str, TableOf] = {}
    for version in waiting:  # it grows
        writer = FunctionWriter(parts.functions[version[0]][0], version, names, raising, is_checked)
        lines += writer.write()
        derived |= writer.derived
        more = [one for one in dict.fromkeys(writer.versions) if one not in written]
        waiting += more
        written.update(more)
    lines += [table.definition for table in derived.values()]
    for name in roots:
        lines += door(name, parts.functions[name][1], name in raising)
    return "\n".join(lines) + "\n"


def door(name: str, signature: Signature, is_raising: bool) -> list[str]:
    """Write the function by which others call one: it gives its first number, and writes the
    status where its last argument says."""
    parameters: list[str] = []
    for one, kind in zip(signature.names, signature.kinds, strict=True):
        parameters += [f"i64 %{one}"] if kind == "i" else [f"ptr %{one}", f"i64 %{one}.n"]
    result = signature.result(is_raising)
    lines = [f"define i64 @{DOOR}{name}({', '.join([*parameters, 'ptr %status.out'])}) #0 {{"]
    lines.append(f"  %found = call fastcc {result} @{name}({', '.join(parameters)})")
    status, value = "0", "%found"
    if is_raising:
        lines.append(f"  %status = extractvalue {result} %found, {signature.results}")
        status = "%status"
    if result != "i64":
        lines.append(f"  %value = extractvalue {result} %found, 0")
        value = "%value"
    return [*lines, f"  store i64 {status}, ptr %status.out", f"  ret i64 {value}", "}"]


def read_top(tree: ast.Module, parts: Parts) -> None:
    """Take in the constants, tables and functions of a text."""
    for node in tree.body:
        match node:
            case ast.Expr(ast.Constant(str())):
                pass
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("table"), [values])):
                parts.tables[name] = TableOf.made(name, ast.literal_eval(values))
            case ast.Assign([ast.Name(name)], value):
                parts.constants[name] = int(ast.literal_eval(value))
            case ast.FunctionDef(name, decorator_list=[ast.Call(_, [ast.Constant(str(text))])]):
                names = [argument.arg for argument in node.args.args]
                parts.functions[name] = node, read_signature(text, names)
            case _:
                raise NotLoweredError(node)


def called(node: ast.AST) -> list[str]:
    """List the names of what a part of a text calls."""
    return [
        one.func.id
        for one in ast.walk(node)
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
    ]


def reached(parts: Parts, roots: Collection[str]) -> list[str]:
    """List the functions that the roots need, in the order of the text."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in parts.functions and name not in found:
            found.add(name)
            waiting += called(parts.functions[name][0])
    return [name for name in parts.functions if name in found]


def find_raising(parts: Parts, wanted: list[str], is_checked: bool) -> frozenset[str]:
    """Find the functions that may raise."""
    if is_checked:
        return frozenset(wanted)
    bare = {name: unguarded(parts.functions[name][0].body) for name in wanted}
    raising = {
        name
        for name, nodes in bare.items()
        if any(isinstance(one, ast.Raise) for node in nodes for one in ast.walk(node))
    }
    calls = {name: {one for node in nodes for one in called(node)} for name, nodes in bare.items()}
    while True:
        more = {name for name in wanted if name not in raising and calls[name] & raising}
        if not more:
            return frozenset(raising)
        raising |= more


def unguarded(body: list[ast.stmt]) -> list[ast.stmt]:
    """List the statements of a body that stand in no `try`; those of its handlers do not either."""
    found: list[ast.stmt] = []
    for node in body:
        guards = [one for one in ast.walk(node) if isinstance(one, ast.Try)]
        if not guards:
            found.append(node)
        elif isinstance(node, ast.Try):
            for handler in node.handlers:
                found += unguarded(handler.body)
        elif isinstance(node, ast.For | ast.While | ast.If):
            found += unguarded(node.body) + unguarded(node.orelse)
        else:
            raise NotLoweredError(node)
    return found


__all__ = ["NotLoweredError", "lower"]
