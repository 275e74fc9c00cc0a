"""Lowered vectors: scans of a run of slots, as comparisons of many slots at once.

LLVM turns such loops into vectors by itself, but makes the bits of a mask lane by lane.
"""

import ast
from collections.abc import Iterator, Sequence

from fragma_dsl.backends.compiled.lowered_block import TRUTH, WHOLE, BlockWriter, Typed
from fragma_dsl.backends.compiled.lowered_parts import TableOf

LANES = (16, 8, 4, 1)
WORD, SLOT = 64, 32
SCANS = frozenset(
    f"{word}{kind}" for word in ("mask", "some", "tally") for kind in ("", "_not", "_in")
)
"""The functions over a run of slots."""


class VectorWriter(BlockWriter):
    """Writes the calls of `mask`, `some`, `tally` and `near` over slots whose number is known."""

    def scanned(self, name: str, arguments: Sequence[ast.expr]) -> Typed | None:
        """Write the call of one of these functions; None where it has to be a loop, and of any
        other function."""
        if name == "near":
            return self.scan_near(arguments)
        return self.scan_run(name, arguments) if name in SCANS else None

    def scan_near(self, arguments: Sequence[ast.expr]) -> Typed | None:
        """Write the look at slots whose numbers a table has."""
        count = self.known(arguments[4])
        if self.is_checked or count is None or count > WORD:
            return None
        table = self.tables[ast.unparse(arguments[2])]
        at, first, wanted = (self.whole(arguments[one]) for one in (1, 3, 5))
        base = self.let(
            f"getelementptr inbounds i{SLOT}, ptr %{ast.unparse(arguments[0])}, i64 {at}"
        )
        parts = []
        for start, lanes in pieces(count):
            kind, flags = f"<{lanes} x i{SLOT}>", f"<{lanes} x i1>"
            begin = self.let(f"add i64 {first}, {start}")
            place = self.let(
                f"getelementptr inbounds {table.element}, ptr @{table.name}, i64 {begin}"
            )
            numbers = self.let(f"load <{lanes} x {table.element}>, ptr {place}, align 1")
            if table.element != f"i{SLOT}":
                numbers = self.let(
                    f"{table.extend} <{lanes} x {table.element}> {numbers} to {kind}"
                )
            places = self.let(f"getelementptr inbounds i{SLOT}, ptr {base}, {kind} {numbers}")
            gather = f"@llvm.masked.gather.v{lanes}i{SLOT}.v{lanes}p0"
            every = ", ".join(["i1 true"] * lanes)
            slots = self.let(
                f"call {kind} {gather}(<{lanes} x ptr> {places}, i32 4,"
                f" {flags} <{every}>, {kind} poison)"
            )
            parts.append(self.flags_of(slots, self.splat(wanted, lanes), lanes, start))
        return self.folded("or", parts), WHOLE

    def splat(self, value: str, lanes: int) -> str:
        """Write a vector of one value."""
        kind = f"<{lanes} x i{SLOT}>"
        one = self.let(f"trunc i64 {value} to i{SLOT}")
        first = self.let(f"insertelement {kind} poison, i{SLOT} {one}, i64 0")
        mask = f"<{lanes} x i32> zeroinitializer"
        return self.let(f"shufflevector {kind} {first}, {kind} poison, {mask}")

    def flags_of(
        self, slots: str, wanted: str, lanes: int, start: int, is_set: bool = False
    ) -> str:
        """Write the bits, from one on, of the slots that are wanted, or are in a set of bits."""
        kind, flags = f"<{lanes} x i{SLOT}>", f"<{lanes} x i1>"
        if is_set:
            shifted = self.let(f"lshr {kind} {wanted}, {slots}")
            found = self.let(f"trunc {kind} {shifted} to {flags}")
        else:
            found = self.let(f"icmp eq {kind} {slots}, {wanted}")
        narrow = self.let(f"bitcast {flags} {found} to i{lanes}")
        wide = self.let(f"zext i{lanes} {narrow} to i64")
        return self.let(f"shl i64 {wide}, {start}")

    def scan_run(self, name: str, arguments: Sequence[ast.expr]) -> Typed | None:
        """Write the look at slots one after another."""
        word, _, kind = name.partition("_")
        bounds = [self.known(one) for one in arguments[1:3]]
        begin, end = (-1 if one is None else one for one in bounds)
        if self.is_checked or not 0 <= begin < end or (word == "mask" and end - begin > WORD):
            return None
        table = self.tables[ast.unparse(arguments[3])] if kind == "in" else None
        if table is not None and table.length > SLOT:
            return None
        wanted = self.whole(arguments[4 if table else 3])
        if table is not None:
            wanted = self.slots_with(table, wanted)
        is_not = kind == "not" or (table is not None and self.known(arguments[5]) == 1)
        array = ast.unparse(arguments[0])
        starts = range(begin, end, WORD)
        words = [
            self.bits(array, start, min(start + WORD, end), wanted, table is not None, is_not)
            for start in starts
        ]
        if word == "mask":
            return words[0], WHOLE
        if word == "some":
            return self.let(f"icmp ne i64 {self.folded('or', words)}, 0"), TRUTH
        counts = [self.let(f"call i64 @llvm.ctpop.i64(i64 {one})") for one in words]
        return self.folded("add", counts), WHOLE

    def known(self, node: ast.expr) -> int | None:
        """Give the number that a part of the text is, None where it is known in play alone."""
        match node:
            case ast.Constant(int(value)):
                return value
            case ast.Name(name):
                return self.constants.get(name)
            case _:
                return None

    def slots_with(self, table: TableOf, wanted: str) -> str:
        """Write the bits of the slots for which a table has a number."""
        least = min(table.values)
        rows = [
            sum((value == number) << slot for slot, value in enumerate(table.values))
            for number in range(least, max(table.values) + 1)
        ]
        bits = TableOf.made(f"{table.name}.bits", rows)
        self.derived[bits.name] = bits
        number = self.let(f"sub i64 {wanted}, {least}")
        is_there = self.let(f"icmp ult i64 {number}, {len(rows)}")
        index = self.let(f"select i1 {is_there}, i64 {number}, i64 0")
        found = self.entry(bits, index)
        return self.let(f"select i1 {is_there}, i64 {found}, i64 0")

    def bits(
        self, array: str, begin: int, end: int, wanted: str, is_set: bool, is_not: bool
    ) -> str:
        """Write the bits of the slots of a run that are `wanted`, or that are in it if it is the
        bits of a set; of all others where `is_not`."""
        parts = []
        for start, lanes in pieces(end - begin):
            place = self.let(f"getelementptr inbounds i{SLOT}, ptr %{array}, i64 {begin + start}")
            slots = self.let(f"load <{lanes} x i{SLOT}>, ptr {place}, align 4")
            parts.append(self.flags_of(slots, self.splat(wanted, lanes), lanes, start, is_set))
        whole = self.folded("or", parts)
        if not is_not:
            return whole
        every = (1 << (end - begin)) - 1
        return self.let(f"xor i64 {whole}, {every if every < 1 << 63 else -1}")

    def folded(self, operation: str, values: Sequence[str]) -> str:
        """Write one operation over all of some numbers."""
        found = values[0]
        for one in values[1:]:
            found = self.let(f"{operation} i64 {found}, {one}")
        return found


def pieces(count: int) -> Iterator[tuple[int, int]]:
    """Cut a run into vectors, each as where it begins and how long it is; the last two of them may
    overlap."""
    lanes = next(one for one in LANES if one <= count)
    for start in range(0, count - lanes + 1, lanes):
        yield start, lanes
    if count % lanes:
        yield count - lanes, lanes
