"""Lowered values: the expressions of a function of a module as LLVM's assembly."""

import ast
from collections.abc import Sequence

from fragma_dsl.backends.compiled.lowered_block import TRUTH, WHOLE, Typed
from fragma_dsl.backends.compiled.lowered_parts import NotLoweredError, as_signed, version_name
from fragma_dsl.backends.compiled.lowered_vectors import VectorWriter

COMPARISONS = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
OPERATORS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}


class ValueWriter(VectorWriter):
    """Writes values, and tests that lead to one block or another."""

    # ---- values

    def whole(self, node: ast.expr) -> str:
        """Write a value as a number."""
        value, kind = self.value(node)
        if kind == WHOLE:
            return value
        if kind != TRUTH:
            return self.let(f"extractvalue {kind} {value}, 0")
        return self.let(f"zext i1 {value} to i64")

    def truth(self, node: ast.expr) -> str:
        """Write a value as a truth."""
        value, kind = self.value(node)
        if kind == TRUTH:
            return value
        if kind != WHOLE:
            value = self.let(f"extractvalue {kind} {value}, 0")
        return self.let(f"icmp ne i64 {value}, 0")

    def value(self, node: ast.expr) -> Typed:
        """Write a value; give it and its type."""
        match node:
            case ast.Constant(bool(value)):
                return ("true" if value else "false"), TRUTH
            case ast.Constant(int(value)):
                return str(as_signed(value, 64)), WHOLE
            case ast.Name(name):
                if name in self.constants:
                    return str(as_signed(self.constants[name], 64)), WHOLE
                return self.let(f"load i64, ptr %v.{name}"), WHOLE
            case ast.Subscript(ast.Name(name), index) if name in self.tables:
                return self.entry(self.tables[name], self.whole(index)), WHOLE
            case ast.Subscript(ast.Name(name), ast.Constant(int(index))) if (
                f"v.{name}.{index}" in self.hidden
            ):
                return self.let(f"load i64, ptr %v.{name}.{index}"), WHOLE
            case ast.Subscript():
                return self.load(*self.address(node)), WHOLE
            case ast.BinOp(left, operator, right):
                first, second = self.whole(left), self.whole(right)
                return self.operate(node, operator, first, second, right), WHOLE
            case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
                return str(as_signed(-value, 64)), WHOLE
            case ast.UnaryOp(ast.USub(), operand):
                return self.let(f"sub i64 0, {self.whole(operand)}"), WHOLE
            case ast.UnaryOp(ast.Invert(), operand):
                return self.let(f"xor i64 {self.whole(operand)}, -1"), WHOLE
            case ast.UnaryOp(ast.Not(), operand):
                return self.let(f"xor i1 {self.truth(operand)}, true"), TRUTH
            case ast.Compare(left, [operator], [right]):
                first, second = self.whole(left), self.whole(right)
                word = COMPARISONS[type(operator)]
                return self.let(f"icmp {word} i64 {first}, {second}"), TRUTH
            case ast.Compare(left, operators, rights):
                return self.chain(left, operators, rights)
            case ast.IfExp(test, value, otherwise):
                return self.conditional(test, value, otherwise)
            case ast.BoolOp(operator, values):
                return self.joined(isinstance(operator, ast.And), values)
            case ast.Call():
                return self.call(node)
            case _:
                raise NotLoweredError(node)

    def chain(
        self, left: ast.expr, operators: Sequence[ast.cmpop], rights: Sequence[ast.expr]
    ) -> Typed:
        """Write comparisons in a row; their operands go wrong in no way."""
        values = [self.whole(one) for one in (left, *rights)]
        found = "true"
        for index, operator in enumerate(operators):
            word = COMPARISONS[type(operator)]
            test = self.let(f"icmp {word} i64 {values[index]}, {values[index + 1]}")
            found = test if found == "true" else self.let(f"and i1 {found}, {test}")
        return found, TRUTH

    def conditional(self, test: ast.expr, value: ast.expr, otherwise: ast.expr) -> Typed:
        """Write a conditional value."""
        yes, no, end = self.fresh(), self.fresh(), self.fresh()
        self.branch(test, yes, no)
        ways = []
        for label, one in ((yes, value), (no, otherwise)):
            self.begin(label)
            found = self.whole(one)
            ways.append(f"[ {found}, %{self.block} ]")
            self.jump(end)
        self.begin(end)
        return self.let(f"phi i64 {', '.join(ways)}"), WHOLE

    def joined(self, is_and: bool, values: Sequence[ast.expr]) -> Typed:
        """Write `and` or `or`: no more of it is evaluated than is needed."""
        kind = TRUTH if all(map(is_truth, values)) else WHOLE
        end = self.fresh()
        ways = []
        for index, one in enumerate(values):
            found = self.truth(one) if kind == TRUTH else self.whole(one)
            ways.append(f"[ {found}, %{self.block} ]")
            if index == len(values) - 1:
                self.jump(end)
                break
            onward = self.fresh()
            yes, no = (onward, end) if is_and else (end, onward)
            test = found if kind == TRUTH else self.let(f"icmp ne i64 {found}, 0")
            self.line(f"br i1 {test}, label %{yes}, label %{no}")
            self.begin(onward)
        self.begin(end)
        return self.let(f"phi {kind} {', '.join(ways)}"), kind

    def branch(self, test: ast.expr, yes: str, no: str, is_cold: bool = False) -> None:
        """Write where to go on, by a test; `yes` is seldom where it is cold."""
        match test:
            case ast.UnaryOp(ast.Not(), operand) if not is_cold:
                self.branch(operand, no, yes)
            case ast.BoolOp(operator, values) if not is_cold:
                for one in values[:-1]:
                    onward = self.fresh()
                    if isinstance(operator, ast.And):
                        self.branch(one, onward, no)
                    else:
                        self.branch(one, yes, onward)
                    self.begin(onward)
                self.branch(values[-1], yes, no)
            case _:
                weights = ", !prof !0" if is_cold else ""
                found = self.truth(test)
                self.line(f"br i1 {found}, label %{yes}, label %{no}{weights}")

    def operate(
        self, node: ast.AST, operator: ast.operator, left: str, right: str, second: ast.expr
    ) -> str:
        """Write an operation on two numbers."""
        word = OPERATORS.get(type(operator))
        if word is not None:
            return self.let(f"{word} i64 {left}, {right}")
        if not isinstance(operator, ast.FloorDiv | ast.Mod):
            raise NotLoweredError(node)
        if not (isinstance(second, ast.Constant) and isinstance(second.value, int)):
            is_zero = self.let(f"icmp eq i64 {right}, 0")
            right = self.let(f"select i1 {is_zero}, i64 1, i64 {right}")
        left_over = self.let(f"srem i64 {left}, {right}")
        crossed = self.let(f"xor i64 {left_over}, {right}")
        differs = self.let(f"icmp slt i64 {crossed}, 0")
        some = self.let(f"icmp ne i64 {left_over}, 0")
        shift = self.let(f"and i1 {differs}, {some}")
        if isinstance(operator, ast.Mod):
            more = self.let(f"select i1 {shift}, i64 {right}, i64 0")
            return self.let(f"add i64 {left_over}, {more}")
        quotient = self.let(f"sdiv i64 {left}, {right}")
        less = self.let(f"sext i1 {shift} to i64")
        return self.let(f"add i64 {quotient}, {less}")

    # ---- calls

    def call(self, node: ast.expr) -> Typed:
        """Write a call; give the result and its type."""
        match node:
            case ast.Call(ast.Name("word"), [value]):
                return self.value(value)
            case ast.Call(ast.Name("len"), [ast.Name(name)]) if name in self.tables:
                return str(self.tables[name].length), WHOLE
            case ast.Call(ast.Name("len"), [ast.Name(name)]):
                return f"%{name}.n", WHOLE
            case ast.Call(ast.Name("lowest"), [value]):
                found = self.whole(value)
                return self.let(f"call i64 @llvm.cttz.i64(i64 {found}, i1 false)"), WHOLE
            case ast.Call(ast.Name("ones"), [value]):
                return self.let(f"call i64 @llvm.ctpop.i64(i64 {self.whole(value)})"), WHOLE
            case ast.Call(ast.Name("nth"), [of, number]) if self.can_deposit:
                bit = self.let(f"shl i64 1, {self.whole(number)}")
                spread = f"call i64 @llvm.x86.bmi.pdep.64(i64 {bit}, i64 {self.whole(of)})"
                return self.let(f"call i64 @llvm.cttz.i64(i64 {self.let(spread)}, i1 false)"), WHOLE
            case ast.Call(ast.Name("abs"), [value]):
                found = self.whole(value)
                return self.let(f"call i64 @llvm.abs.i64(i64 {found}, i1 false)"), WHOLE
            case ast.Call(ast.Name("shifted"), [value, by]):
                return self.let(f"lshr i64 {self.whole(value)}, {self.whole(by)}"), WHOLE
            case ast.Call(ast.Name("min" | "max" as word), [first, *others]):
                found = self.whole(first)
                for one in others:
                    text = f"call i64 @llvm.s{word}.i64(i64 {found}, i64 {self.whole(one)})"
                    found = self.let(text)
                return found, WHOLE
            case ast.Call(ast.Name(name), arguments) if name in self.functions:
                return self.scanned(name, arguments) or self.call_function(name, arguments)
            case _:
                raise NotLoweredError(node)

    def call_function(self, name: str, arguments: Sequence[ast.expr]) -> Typed:
        """Write the call of a function of the module."""
        signature, parts = self.functions[name], []
        tables: list[str] = []
        for kind, argument in zip(signature.kinds, arguments, strict=True):
            match kind, argument:
                case "i", _:
                    parts.append(f"i64 {self.whole(argument)}")
                case "t", ast.Name(known) if known in self.tables:
                    tables.append(self.tables[known].name)
                case _, ast.Name(known) if self.arrays.get(known) == kind:
                    parts += [f"ptr %{known}", f"i64 %{known}.n"]
                case _:
                    raise NotLoweredError(argument)
        version = name, tuple(tables)
        if tables:
            self.versions.append(version)
        is_raising = name in self.raising
        kind = signature.result(is_raising)
        found = self.let(f"call fastcc {kind} @{version_name(version)}({', '.join(parts)})")
        if is_raising:
            status = self.let(f"extractvalue {kind} {found}, {signature.results}")
            bad, on = self.fresh(), self.fresh()
            failed = self.let(f"icmp ne i64 {status}, 0")
            self.line(f"br i1 {failed}, label %{bad}, label %{on}, !prof !0")
            self.begin(bad)
            self.line(f"store i64 {status}, ptr %status")
            self.jump(self.handlers[-1])
            self.begin(on)
            if signature.results == 1:
                return self.let(f"extractvalue {kind} {found}, 0"), WHOLE
        return found, kind


def is_truth(node: ast.expr) -> bool:
    """Whether a value is a truth, by how it is written."""
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(bool()):
            return True
        case ast.BoolOp(_, values):
            return all(map(is_truth, values))
        case _:
            return False
