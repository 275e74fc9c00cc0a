"""Expressions: model expressions to the automaton's; a `roll` becomes a chance point before
them."""

from typing import assert_never

from fragma_dsl.automaton.constant import fold
from fragma_dsl.automaton.lower.lowering import Body, Lowering
from fragma_dsl.automaton.nodes import (
    After,
    Best,
    Binary,
    CallBuiltin,
    CallFunction,
    Chance,
    Comprehension,
    Conditional,
    Const,
    Expr,
    Generator,
    InRange,
    Item,
    Load,
    Local,
    MakeList,
    MakeSet,
    Old,
    OutcomeEdge,
    PieceOf,
    Range,
    Require,
    Unary,
)
from fragma_dsl.library.types import type_text
from fragma_dsl.semantics import model
from fragma_dsl.text.span import Span


def lower_expr(low: Lowering, body: Body, expr: model.Expr) -> Expr:
    """Lower an expression where it stands; constants are folded on the way."""
    return fold(_lower(low, body, expr))


def _lower(low: Lowering, body: Body, expr: model.Expr) -> Expr:
    match expr:
        case model.Known(value):
            return Const(value)
        case model.OptionRef(name):
            return Const(low.game.options[name].default)
        case model.LocalRef(local):
            return Local(body.by_local[local])
        case model.StateRef(name, indices):
            return Load(low.variables[name], _lower_all(low, body, indices))
        case model.Unary(word, operand):
            return Unary(word, lower_expr(low, body, operand))
        case model.Binary(word, left, right, _, span):
            return Binary(word, lower_expr(low, body, left), lower_expr(low, body, right), span)
        case model.Conditional(value, test, otherwise):
            tested = lower_expr(low, body, test)
            return Conditional(
                lower_expr(low, body, value), tested, lower_expr(low, body, otherwise)
            )
        case model.Range(first, last, _, span):
            return Range(lower_expr(low, body, first), lower_expr(low, body, last), span)
        case model.MakeSet(items):
            return MakeSet(_lower_all(low, body, items))
        case model.MakeList(items):
            return MakeList(_lower_all(low, body, items))
        case model.Item(sequence, index, _, span):
            return Item(lower_expr(low, body, sequence), lower_expr(low, body, index), span)
        case model.Comprehension():
            return _lower_comprehension(low, body, expr)
        case model.Old(value, _, span):
            return Old(lower_expr(low, body, value), span)
        case model.Require(value, type, span):
            return Require(lower_expr(low, body, value), type_text(type), span)
        case model.InRange(value, least, most, _, span):
            return InRange(lower_expr(low, body, value), least, most, span)
        case model.Roll(die, type, span):
            return lower_roll(low, body, die, body.register("roll", type), span)
        case model.PieceOf() | model.SiteAt() | model.ZoneAt():
            return _lower_thing(low, body, expr)
        case model.BuiltinCall() | model.FunctionCall() | model.After():
            return _lower_call(low, body, expr)
        case _:
            assert_never(expr)


def _lower_all(low: Lowering, body: Body, exprs: tuple[model.Expr, ...]) -> tuple[Expr, ...]:
    return tuple(lower_expr(low, body, expr) for expr in exprs)


def _lower_call(
    low: Lowering,
    body: Body,
    expr: model.BuiltinCall | model.FunctionCall | model.After,
) -> Expr:
    arguments = _lower_all(low, body, expr.arguments)
    match expr:
        case model.BuiltinCall(builtin):
            return CallBuiltin(builtin, arguments, expr.span)
        case model.FunctionCall(name):
            constant = _constant_function(low, body, low.game.functions[name])
            return constant or CallFunction(
                low.procedures[f"function {name}"], arguments, expr.span
            )
        case model.After(rule, _, value):
            number = low.procedures[f"rule {rule}"]
            return After(number, arguments, lower_expr(low, body, value), expr.span)
        case _:
            assert_never(expr)


def _constant_function(low: Lowering, body: Body, function: model.Function) -> Const | None:
    match function:
        case model.Function(
            parameters=(), body=(model.Return(model.Known() | model.OptionRef() as value),)
        ):
            lowered = lower_expr(low, body, value)
            return lowered if isinstance(lowered, Const) else None
        case _:
            return None


def _add(number: int, expr: Expr, span: Span) -> Expr:
    return fold(Binary("+", Const(number), expr, span))


def _lower_thing(
    low: Lowering,
    body: Body,
    expr: model.PieceOf | model.SiteAt | model.ZoneAt,
) -> Expr:
    span = expr.span
    match expr:
        case model.PieceOf(model.Known(int(kind)), owner):
            base = low.piece_base[list(low.game.kinds)[kind]]
            return Const(base) if owner is None else _add(base, lower_expr(low, body, owner), span)
        case model.PieceOf(kind, owner):
            player = Const(-1) if owner is None else lower_expr(low, body, owner)
            return PieceOf(lower_expr(low, body, kind), player, span)
        case model.ZoneAt(name, owner):
            base = low.zone_base[name]
            return Const(base) if owner is None else _add(base, lower_expr(low, body, owner), span)
        case model.SiteAt(name, layer, spot):
            board = low.domains.board(name)
            size = Const(board.layer_size)
            start = fold(Binary("*", lower_expr(low, body, layer), size, span))
            if isinstance(spot, int):
                return _add(board.first + spot, start, span)
            offset = fold(Binary("-", lower_expr(low, body, spot), Const(board.first), span))
            within = fold(Binary("%", offset, size, span))
            return _add(board.first, fold(Binary("+", start, within, span)), span)
        case _:
            assert_never(expr)


def lower_generators(
    low: Lowering,
    body: Body,
    generators: tuple[model.Generator, ...],
) -> tuple[Generator, ...]:
    """Lower generators in order, each with a register of its own."""
    made = []
    for generator in generators:
        source = lower_expr(low, body, generator.source)
        made.append(Generator(body.bind(generator.local), source))
    return tuple(made)


def lower_conditions(
    low: Lowering,
    body: Body,
    where: model.Expr | None,
    best: model.Best | None,
) -> tuple[Expr | None, Best | None]:
    """Lower `where` and `with most`; a `where` that always holds is dropped."""
    condition = None if where is None else lower_expr(low, body, where)
    if isinstance(condition, Const) and condition.value:
        condition = None
    kept = None if best is None else Best(best.most, lower_expr(low, body, best.value))
    return condition, kept


def _lower_comprehension(low: Lowering, body: Body, expr: model.Comprehension) -> Expr:
    generators = lower_generators(low, body, expr.generators)
    where, best = lower_conditions(low, body, expr.where, expr.best)
    value = lower_expr(low, body, expr.value)
    return Comprehension(expr.collect, value, generators, where, best, expr.span)


def lower_roll(low: Lowering, body: Body, name: str, register: int, span: Span) -> Expr:
    """Stop for a die; give the face that came up."""
    die = low.game.dice[name]
    point = low.stop_here(body, Chance(low.dice[name], (), span))
    behind = low.draft.add_step(span)
    for face, (value, weight) in enumerate(zip(die.values, die.weights, strict=True)):
        edge = OutcomeEdge(face, weight, register, value, span)
        low.draft.add_edge(point, behind, edge)
    body.here = behind
    return Local(register)
