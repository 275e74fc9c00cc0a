"""Lowered function: one function of a module as LLVM's assembly, a variable to a slot of the stack;
LLVM itself makes registers of them."""

import ast
from collections.abc import Sequence

from fragma_dsl.backends.compiled.lowered_parts import (
    ELEMENTS,
    Names,
    NotLoweredError,
    TableOf,
    Version,
    as_signed,
    version_name,
)

OVERFULL, BAD_INDEX = -1, -2
"""The status where a set has no room, and where an index is out of range; a fault k has k + 2."""

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
WHOLE, TRUTH = "i64", "i1"
CONVENTION = "internal fastcc"
"""How functions of a module call one another."""

Typed = tuple[str, str]
"""A value in the assembly, and its type."""


class FunctionWriter:
    """Writes one function."""

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
        given = zip(self.signature.tables, version[1], strict=True)
        self.tables = {**names.tables, **{name: names.tables[table] for name, table in given}}
        self.raising, self.is_checked = raising, is_checked
        self.can_raise = node.name in raising
        self.result = self.signature.result(self.can_raise)
        self.arrays = dict(zip(self.signature.names, self.signature.kinds, strict=True))
        self.versions: list[Version] = []
        self.lines: list[str] = []
        self.block = "begin"
        self.count = 0
        self.hidden: list[str] = []
        self.loops: list[tuple[str, str]] = []
        self.handlers = ["failed"]
        self.catches = False

    # ---- the whole

    def write(self) -> list[str]:
        """Give the lines of the function."""
        parameters, stores = [], []
        for name, kind in self.arrays.items():
            if kind == "i":
                parameters.append(f"i64 %in.{name}")
                stores.append(f"  store i64 %in.{name}, ptr %v.{name}")
            elif kind != "t":
                parameters += [f"ptr noalias %{name}", f"i64 %{name}.n"]
        self.body(self.node.body)
        self.line(f"ret {self.result} zeroinitializer")
        names = {
            one.id
            for one in ast.walk(self.node)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        names |= {name for name, kind in self.arrays.items() if kind == "i"}
        slots = [f"v.{name}" for name in sorted(names)] + self.hidden
        head = f"define {CONVENTION} {self.result} @{self.name}({', '.join(parameters)}) {{"
        lines = [head, "begin:"]
        lines += [f"  %{slot} = alloca i64" for slot in slots]
        lines += [f"  store i64 0, ptr %{slot}" for slot in slots]
        if self.can_raise or self.catches:
            lines += ["  %status = alloca i64", "  store i64 0, ptr %status"]
        lines += [*stores, *self.lines]
        if self.can_raise:
            lines += ["failed:", "  %why = load i64, ptr %status"]
            lines += self.packed([*["0"] * self.signature.results, "%why"], "%out")
        return [*lines, "}"]

    def packed(self, values: Sequence[str], stem: str) -> list[str]:
        """Write that these numbers are what the function gives."""
        if len(values) == 1:
            return [f"  ret i64 {values[0]}"]
        whole, lines = "undef", []
        for index, value in enumerate(values):
            lines.append(
                f"  {stem}.{index} = insertvalue {self.result} {whole}, i64 {value}, {index}"
            )
            whole = f"{stem}.{index}"
        return [*lines, f"  ret {self.result} {whole}"]

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

    # ---- statements

    def body(self, nodes: Sequence[ast.stmt]) -> None:
        """Write statements."""
        for node in nodes:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Write a statement."""
        match node:
            case ast.Assign([target], value):
                self.assign(target, value)
            case ast.AugAssign(ast.Name(name), operator, value):
                left = self.let(f"load i64, ptr %v.{name}")
                right = self.whole(value)
                self.store(name, self.operate(node, operator, left, right, value))
            case ast.AugAssign(ast.Subscript() as target, operator, value):
                place, element = self.address(target)
                left = self.load(place, element)
                right = self.whole(value)
                self.keep(place, element, self.operate(node, operator, left, right, value))
            case ast.If(test, body, otherwise):
                self.choose(test, body, otherwise)
            case ast.While(test, body, []):
                self.loop_while(test, body)
            case ast.For(ast.Name(name), source, body, []):
                self.loop_over(name, source, body)
            case ast.Return(value):
                self.give(value)
            case ast.Raise(error):
                self.fail(error)
            case ast.Break():
                self.jump(self.loops[-1][0])
                self.after()
            case ast.Continue():
                self.jump(self.loops[-1][1])
                self.after()
            case ast.Try(body, [handler], [], []):
                self.guard(body, handler)
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                self.value(value)
            case _:
                raise NotLoweredError(node)

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Write an assignment."""
        match target, value:
            case ast.Name(name), ast.Call(ast.Name(called)) if self.gives_more(called):
                whole, kind = self.call(value)
                for index in range(self.functions[called].results):
                    slot = f"v.{name}.{index}"
                    if slot not in self.hidden:
                        self.hidden.append(slot)
                    part = self.let(f"extractvalue {kind} {whole}, {index}")
                    self.line(f"store i64 {part}, ptr %{slot}")
            case ast.Name(name), _:
                self.store(name, self.whole(value))
            case ast.Subscript(), _:
                found = self.whole(value)
                place, element = self.address(target)
                self.keep(place, element, found)
            case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                found_all = [self.whole(one) for one in values]
                for one, found in zip(targets, found_all, strict=True):
                    self.store_name(one, found)
            case ast.Tuple(targets), ast.Call():
                whole, kind = self.call(value)
                for index, one in enumerate(targets):
                    self.store_name(one, self.let(f"extractvalue {kind} {whole}, {index}"))
            case _:
                raise NotLoweredError(target)

    def gives_more(self, name: str) -> bool:
        """Whether a function gives several numbers."""
        return name in self.functions and self.functions[name].results > 1

    def store_name(self, target: ast.expr, value: str) -> None:
        """Write that a name has a value from here on."""
        if not isinstance(target, ast.Name):
            raise NotLoweredError(target)
        self.store(target.id, value)

    def store(self, name: str, value: str) -> None:
        """Write that a variable has a value from here on."""
        self.line(f"store i64 {value}, ptr %v.{name}")

    def choose(
        self, test: ast.expr, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt]
    ) -> None:
        """Write an `if`."""
        yes, no, end = self.fresh(), self.fresh(), self.fresh()
        cold = len(body) == 1 and isinstance(body[0], ast.Raise)
        self.branch(test, yes, no if otherwise else end, cold)
        self.begin(yes)
        self.body(body)
        self.jump(end)
        if otherwise:
            self.begin(no)
            self.body(otherwise)
            self.jump(end)
        self.begin(end)

    def loop_while(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        """Write a `while`."""
        again, inside, end = self.fresh(), self.fresh(), self.fresh()
        self.jump(again)
        self.begin(again)
        self.branch(test, inside, end)
        self.begin(inside)
        self.looped(body, end, again)
        self.jump(again)
        self.begin(end)

    def looped(self, body: Sequence[ast.stmt], end: str, again: str) -> None:
        """Write the body of a loop."""
        self.loops.append((end, again))
        self.body(body)
        self.loops.pop()

    def loop_over(self, name: str, source: ast.expr, body: Sequence[ast.stmt]) -> None:
        """Write a `for` over a range or a table."""
        table, step = None, 1
        match source:
            case ast.Name(known) if known in self.tables:
                table = self.tables[known]
                first, last = "0", str(table.length)
            case ast.Call(ast.Name("range"), bounds):
                found = [self.whole(one) for one in bounds[:2]]
                first, last = found if len(found) == 2 else ("0", found[0])
                step = ast.literal_eval(bounds[2]) if len(bounds) == 3 else 1
            case _:
                raise NotLoweredError(source)
        again, inside, onward, end = (self.fresh() for _ in range(4))
        counter = self.slot()
        self.line(f"store i64 {first}, ptr {counter}")
        self.jump(again)
        self.begin(again)
        at = self.let(f"load i64, ptr {counter}")
        test = self.let(f"icmp {'slt' if step > 0 else 'sgt'} i64 {at}, {last}")
        self.line(f"br i1 {test}, label %{inside}, label %{end}")
        self.begin(inside)
        self.store(name, at if table is None else self.entry(table, at))
        self.looped(body, end, onward)
        self.jump(onward)
        self.begin(onward)
        at = self.let(f"load i64, ptr {counter}")
        more = self.let(f"add nsw i64 {at}, {step}")
        self.line(f"store i64 {more}, ptr {counter}")
        self.jump(again)
        self.begin(end)

    def give(self, value: ast.expr | None) -> None:
        """Write a `return`."""
        if isinstance(value, ast.Tuple):
            values = [self.whole(one) for one in value.elts]
        elif self.signature.results > 1:
            raise NotLoweredError(value or self.node)
        else:
            values = ["0" if value is None else self.whole(value)]
        if self.can_raise:
            values.append("0")
        self.lines += self.packed(values, f"%{self.fresh()}")
        self.after()

    def fail(self, error: ast.expr | None) -> None:
        """Write a `raise`."""
        match error:
            case ast.Name("Overfull"):
                status = str(OVERFULL)
            case ast.Call(ast.Name("Faulty"), [number]):
                status = str(ast.literal_eval(number) + 2)
            case _:
                raise NotLoweredError(error or self.node)
        self.line(f"store i64 {status}, ptr %status")
        self.jump(self.handlers[-1])
        self.after()

    def guard(self, body: Sequence[ast.stmt], handler: ast.ExceptHandler) -> None:
        """Write a `try`, whatever is raised in it."""
        caught, end = self.fresh(), self.fresh()
        self.catches = True
        self.handlers.append(caught)
        self.body(body)
        self.handlers.pop()
        self.jump(end)
        self.begin(caught)
        self.body(handler.body)
        self.jump(end)
        self.begin(end)

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
                return self.call_function(name, arguments)
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
