"""Why: an action of a decision in, what makes it legal or keeps it from being legal out.

What a player asks is answered with what this player sees: a part that reads anything hidden from
them is told as such, without its value.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Binary,
    CallBuiltin,
    CallFunction,
    Comprehension,
    Conditional,
    Const,
    Decision,
    Expr,
    Leave,
    Load,
    Local,
    OptionEdge,
    Procedure,
    Require,
    Unary,
)
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.debugger.clouded import clouded
from fragma_dsl.debugger.watch import Seen, Watch, hidden_slots
from fragma_dsl.game import Game, Position
from fragma_dsl.library.types import (
    Bool,
    Card,
    Int,
    Piece,
    Place,
    SetOf,
    Site,
    Type,
    Unknown,
    Var,
)
from fragma_dsl.play.state import thaw
from fragma_dsl.play.view import Viewer
from fragma_dsl.text.counted import counted
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "subset")
DEEPEST = 6
HOW = {
    (True, True): "all of these have to hold",
    (False, True): "all of these have to fail",
    (True, False): "one has to hold of",
    (False, False): "one has to fail of",
}
"""How many parts of a condition count, by whether they have to hold and whether all have to."""
_BRACKETS = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
Part: TypeAlias = tuple[Expr, Type | None, str | None]
"""An expression, its type where it is known from outside, and a name where its words are none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position at a decision, who asks about it, and what functions give."""

    game: Game
    position: Position
    viewer: Viewer  # None for somebody who sees everything
    results: Mapping[str, Type]

    @property
    def machine(self) -> InterpreterMachine:
        """The interpreter of the game."""
        machine = self.game.machine
        assert isinstance(machine, InterpreterMachine)
        return machine

    @property
    def main(self) -> Procedure:
        """The procedure of the game itself."""
        return self.game.program.procedures[self.game.program.main]

    @property
    def hidden(self) -> frozenset[int]:
        """The slots that the asker does not see."""
        if self.viewer is None:
            return frozenset()
        return hidden_slots(self.game.program.layout, self.position.state, self.viewer)


def why(asked: Asked, text: str) -> Iterator[str]:
    """Say line by line why an action is legal at a decision, or why not."""
    name, arguments = split_action(text)
    program = asked.game.program
    number = thaw(asked.position.state)[0]
    point = program.points[number]
    if not isinstance(point, Decision):
        yield say("nobody decides here: it waits for {who}", who=asked.position.waits_for)
        return
    if asked.viewer is not None and asked.viewer != asked.position.seat:
        yield say(
            "only {player!s}, who decides, sees the options here", player=asked.position.waits_for
        )
        return
    edges = [edge for _, _, edge in edges_from(program, number) if isinstance(edge, OptionEdge)]
    known = [program.options[edge.option].name for edge in edges]
    chosen = [edge for edge in edges if program.options[edge.option].name == name]
    if not chosen:
        close = nearest(name, known)
        more = (
            say("; did you mean `{close}`?", close=close)
            if close
            else say("; there are {names!s}", names=", ".join(known))
        )
        yield say("this decision has no option `{name}`{more}", name=name, more=more)
        return
    move = asked.game.notation.find(text, asked.position.legal)
    verdict = "`{move}` is legal" if move is not None else "`{move}` is not legal"
    yield say(verdict, move=" ".join(text.split()))
    for edge in chosen:
        yield from option_lines(asked, edge, arguments, move is not None)


def split_action(text: str) -> tuple[str, tuple[str, ...]]:
    """Give the name of an action and its arguments as written."""
    name, _, rest = text.strip().partition("(")
    inside = rest.rstrip().removesuffix(")")
    return name.strip(), tuple(one.strip() for one in inside.split(",")) if inside else ()


def option_lines(
    asked: Asked, edge: OptionEdge, arguments: Sequence[str], legal: bool
) -> Iterator[str]:
    """Tell of each generator and condition of an option how it comes out."""
    option = asked.game.program.options[edge.option]
    yield say("  option `{name}`, line {number}", name=option.name, number=edge.span.line)
    if len(arguments) != len(edge.generators):
        yield say(
            "    it has {due}, not {count}",
            due=counted(len(edge.generators), "argument"),
            count=len(arguments),
        )
        return
    machine = asked.machine
    registers = machine.load_frame(
        machine.table(thaw(asked.position.state)),
        machine.points[thaw(asked.position.state)[0]],  # type: ignore[arg-type]
    )
    teller = Teller(asked, Watch(machine, asked.position.state), asked.main)
    bound: set[int] = set()
    for generator, type, text in zip(edge.generators, option.types, arguments, strict=True):
        own = Teller(teller.asked, teller.watch, teller.procedure, frozenset(bound))
        name = teller.procedure.registers[generator.local].name
        seen = teller.watch.see(generator.source, registers)
        if own.is_hidden(generator.source, seen):
            yield say("    what `{name}` can be depends on what you do not see", name=name)
            return
        if seen.fault is not None:
            message = seen.fault.message
            yield say("    what `{name}` can be is a fault: {message}", name=name, message=message)
            return
        members = sorted(seen.value) if isinstance(seen.value, frozenset) else list(seen.value)
        notation = asked.game.notation
        texts = {"".join(notation.value_text(type, one).split()).casefold(): one for one in members}
        wanted = "".join(text.split()).casefold()
        if wanted not in texts:
            shown = ", ".join(notation.value_text(type, one) for one in members[:12])
            left = len(members) - 12
            yield say(
                "    no: `{name}` cannot be {text!s}: it is one of {{{shown!s}{more}}}",
                name=name,
                text=text,
                shown=shown,
                more=say(" and {count} more", count=left) if left > 0 else "",
            )
            return
        registers[generator.local] = texts[wanted]
        bound.add(generator.local)
        yield say("    yes: `{name}` can be {text!s}", name=name, text=text)
    teller = Teller(teller.asked, teller.watch, teller.procedure, frozenset(bound))
    if edge.where is not None:
        yield from teller.condition(edge.where, registers, 2)
    if edge.best is not None and not legal:
        yield say(
            "    with most: only the actions whose value is the most are kept"
            if edge.best.most
            else "    with least: only the actions whose value is the least are kept"
        )
        yield from teller.parts(((edge.best.value, None, None),), registers, 3)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells how conditions of a procedure come out on a position."""

    asked: Asked
    watch: Watch
    procedure: Procedure
    bound: frozenset[int] = frozenset()  # registers that the asker has given

    def is_hidden(self, expr: Expr, seen: Seen) -> bool:
        """Whether the asker may not know the value of an expression."""
        hidden = self.asked.hidden
        if not hidden:
            return False
        if not hidden.isdisjoint(seen.read):
            return True
        if self.procedure is not self.asked.main:
            return False  # parameters, whose arguments are told or not on their own
        clouds = clouded(self.asked.game.program) - self.bound
        return not clouds.isdisjoint(locals_in(expr))

    def condition(
        self,
        expr: Expr,
        registers: Sequence[Any],
        depth: int,
        wanted: bool = True,
        nested: bool = False,
    ) -> Iterator[str]:
        """Tell of a condition, or of each part of it; `nested` says that it is a part itself."""
        match expr:
            case Binary("and" | "or" as word):
                all_of = (word == "and") == wanted
                if not all_of or nested:
                    yield say("{margin}{how}:", margin="  " * depth, how=HOW[wanted, all_of])
                    depth += 1
                for part in joined(expr, word):
                    yield from self.condition(part, registers, depth, wanted, True)
            case Unary("not", Binary("in") as inner) if is_negated(inner):
                yield from self.leaf(inner, registers, depth, wanted, negated=True)
            case Unary("not", operand):
                yield from self.condition(operand, registers, depth, not wanted, nested)
            case Const(value):
                yield say(
                    "{margin}{mark}: the options make this {value}",
                    margin="  " * depth,
                    mark=marked(bool(value) == wanted),
                    value="true" if value else "false",
                )
            case _:
                yield from self.leaf(expr, registers, depth, wanted)

    def leaf(
        self,
        expr: Expr,
        registers: Sequence[Any],
        depth: int,
        wanted: bool,
        negated: bool = False,
    ) -> Iterator[str]:
        """Tell how a condition without parts comes out, and what it looks at; `negated` says that
        its words are those of the opposite."""
        seen = self.watch.see(expr, registers)
        margin, span = "  " * depth, span_of(expr)
        line = say(", line {number}", number=span.line) if span is not None else ""
        text = self.text(expr, registers)
        if self.is_hidden(expr, seen):
            yield say(
                "{margin}`{text}` depends on what you do not see{line}",
                margin=margin,
                text=text,
                line=line,
            )
            return
        if seen.fault is not None:
            yield say(
                "{margin}`{text}` is a fault: {message}{line}",
                margin=margin,
                text=text,
                message=seen.fault.message,
                line=line,
            )
            return
        held = bool(seen.value) != negated
        yield say(
            "{margin}{mark}: `{text}` is {value}{line}",
            margin=margin,
            mark=marked(held == wanted),
            text=text,
            value="true" if held else "false",
            line=line,
        )
        yield from self.parts(parts_of(expr), registers, depth + 1)
        if isinstance(expr, CallFunction) and depth < DEEPEST:
            yield from self.called(expr, registers, depth + 1, wanted)

    def parts(self, parts: Sequence[Part], registers: Sequence[Any], depth: int) -> Iterator[str]:
        """Tell the values that a condition is made of."""
        types = [type or self.type(one) for one, type, _ in parts]
        other = next((type for type in types if not isinstance(type, Unknown)), Int())
        for (one, _, name), own in zip(parts, types, strict=True):
            if isinstance(one, Const):
                continue
            seen, text = self.watch.see(one, registers), self.text(one, registers)
            if name is not None and isinstance(own, Place | Piece) and not self.is_thing(one):
                text = name  # the words are those of an index alone
            if self.is_hidden(one, seen):
                yield say(
                    "{margin}{text!s} depends on what you do not see",
                    margin="  " * depth,
                    text=text,
                )
            elif seen.fault is None:
                shown = other if isinstance(own, Unknown) else own
                value = self.asked.game.notation.value_text(shown, seen.value)
                yield f"{'  ' * depth}{text} = {value}"

    def is_thing(self, expr: Expr) -> bool:
        """Whether the words of an expression stand for a place or a piece themselves."""
        return isinstance(self.type(expr), Site | Place | Piece | Card)

    def called(
        self, expr: CallFunction, registers: Sequence[Any], depth: int, wanted: bool
    ) -> Iterator[str]:
        """Tell of the condition in a function of one expression."""
        program = self.asked.game.program
        procedure = program.procedures[expr.procedure]
        point = program.points[procedure.entry]
        if not isinstance(point, Leave) or point.value is None:
            return
        inner = list(self.watch.machine.empty[expr.procedure])
        for index, argument in enumerate(expr.arguments):
            inner[index] = self.watch.see(argument, registers).value
        given = frozenset(range(len(expr.arguments)))
        teller = Teller(self.asked, self.watch, procedure, given)
        yield from teller.condition(point.value, inner, depth, wanted)

    # ---- words

    def text(self, expr: Expr, registers: Sequence[Any]) -> str:
        """Write an expression as it stands in the rules."""
        span = span_of(expr)
        if span is not None:
            return " ".join(span.text.split())
        match expr:
            case Local(index):
                return self.procedure.registers[index].name
            case Load(variable, indices):
                name = self.asked.game.program.layout.variables[variable].name
                shown = ", ".join(self.text(one, registers) for one in indices)
                return f"{name}[{shown}]" if indices else name
            case Const(value):
                return str(value)
            case _:
                return "this"

    def type(self, expr: Expr) -> Type:
        """Give the type of an expression, where it can be told."""
        program = self.asked.game.program
        match expr:
            case Local(index):
                return self.procedure.registers[index].type
            case Load(variable):
                return program.variable_types[program.layout.variables[variable].name][1]
            case CallBuiltin(builtin):
                return builtin.result
            case CallFunction(procedure):
                name = program.procedures[procedure].name.removeprefix("function ")
                return self.asked.results.get(name, Unknown())
            case Binary(word):
                return Bool() if word in (*COMPARISONS, "and", "or") else self.type(expr.left)
            case Comprehension(collect, value):
                if collect in ("any", "all"):
                    return Bool()
                if collect == "set":
                    return SetOf(self.type(value))
                return Int() if collect in ("count", "sum") else self.type(value)
            case Require(value) | Conditional(value):
                return self.type(value)
            case _:
                return Unknown()


def marked(is_so: bool) -> str:
    """Say whether something is as it has to be."""
    return "yes" if is_so else "no"


def parts_of(expr: Expr) -> tuple[Part, ...]:
    """Give the values that a condition compares or hands on."""
    match expr:
        case Binary(left=left, right=right):
            return (left, None, None), (right, None, None)
        case CallFunction(arguments=arguments):
            return tuple((one, None, None) for one in arguments)
        case CallBuiltin(builtin, arguments):
            return tuple(
                (one, None if isinstance(parameter.type, Var) else parameter.type, parameter.name)
                for one, parameter in zip(arguments, builtin.parameters, strict=False)
            )
        case _:
            return ()


def joined(expr: Expr, word: str) -> Iterator[Expr]:
    """Run through the parts that one word joins."""
    if isinstance(expr, Binary) and expr.word == word:
        yield from joined(expr.left, word)
        yield from joined(expr.right, word)
    else:
        yield expr


def is_negated(expr: Binary) -> bool:
    """Whether `in` stands as `not in` in the rules."""
    span = span_of(expr)
    text, before = "" if span is None else span.text, ""
    while text != before:
        text, before = _BRACKETS.sub("", text), text
    return re.search(r"\bnot\s+in\b", text) is not None


def span_of(expr: Expr) -> Span | None:
    """Give where an expression stands, where it says so."""
    span = getattr(expr, "span", None)
    return span if isinstance(span, Span) else None


def locals_in(node: object) -> Iterator[int]:
    """Run through the registers that an expression looks at."""
    if isinstance(node, Local):
        yield node.index
    elif isinstance(node, tuple):
        yield from chain.from_iterable(map(locals_in, node))
    elif not isinstance(node, Const):
        for name in getattr(node, "__match_args__", ()):
            if name not in ("span", "builtin"):
                yield from locals_in(getattr(node, name))
