"""Lowered function: one function of a module as LLVM's assembly, a variable to a slot of the stack;
LLVM itself makes registers of them."""

import ast
from collections.abc import Sequence

from fragma_dsl.backends.compiled.door import OVERFULL
from fragma_dsl.backends.compiled.lowered_parts import NotLoweredError
from fragma_dsl.backends.compiled.lowered_values import ValueWriter

CONVENTION = "internal fastcc"
"""How functions of a module call one another."""


class FunctionWriter(ValueWriter):
    """Writes one function."""

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
        head = f"define {CONVENTION} {self.result} @{self.name}({', '.join(parameters)}) #0 {{"
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
