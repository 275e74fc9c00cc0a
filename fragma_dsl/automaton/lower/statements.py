"""Statements: model statements to points and edges; loops, decisions, and rules expanded in
place."""

from collections.abc import Sequence
from typing import assert_never

from fragma_dsl.automaton.lower.expressions import lower_conditions, lower_expr, lower_generators
from fragma_dsl.automaton.lower.lowering import Body, Lowering
from fragma_dsl.automaton.nodes import (
    BOX,
    Binary,
    CallRule,
    Clear,
    Comprehension,
    Conclude,
    Const,
    Decision,
    Draw,
    DrawEdge,
    ElseEdge,
    End,
    Expr,
    Generator,
    Item,
    Leave,
    Local,
    MakeSet,
    MovePiece,
    OptionEdge,
    OptionName,
    Range,
    Remember,
    Settle,
    Show,
    SortStack,
    StepEdge,
    Store,
)
from fragma_dsl.library.types import Int, ListOf, Optional, Piece, Site, Type
from fragma_dsl.semantics import model
from fragma_dsl.semantics.problems import TooLarge
from fragma_dsl.text.span import Span

MOST_POINTS = 100_000


def lower_block(low: Lowering, body: Body, block: model.Block) -> None:
    """Lower statements one behind the other; what can never be reached is left out."""
    for statement in block:
        if body.here is None:
            return
        if len(low.draft.points) > MOST_POINTS:
            size = len(low.draft.points)
            low.problems.append(
                TooLarge(statement.span, "the automaton's points", size, MOST_POINTS)
            )
            body.here = None
            return
        _lower_statement(low, body, statement)


def _lower_statement(low: Lowering, body: Body, node: model.Statement) -> None:
    match node:
        case model.SetLocal(local, value, span):
            lowered = lower_expr(low, body, value)
            known = body.by_local.get(local)
            low.let(body, body.bind(local) if known is None else known, lowered, span)
        case model.SetState(name, indices, value, span):
            places = tuple(lower_expr(low, body, index) for index in indices)
            low.do(body, Store(low.variables[name], places, lower_expr(low, body, value), span))
        case model.MovePiece():
            low.do(body, _lower_move(low, body, node))
        case model.Clear(place, span):
            low.do(body, Clear(lower_expr(low, body, place), span))
        case model.Remember(span):
            if low.game.history:
                low.do(body, Remember(span))
        case model.Draw():
            _lower_draw(low, body, node)
        case model.Shuffle():
            _lower_shuffle(low, body, node)
        case model.Show():
            low.do(body, _lower_show(low, body, node))
        case model.If():
            _lower_if(low, body, node)
        case model.While():
            _lower_while(low, body, node)
        case model.Repeat():
            _lower_repeat(low, body, node)
        case model.For():
            _lower_for(low, body, node)
        case model.Choose():
            _lower_choose(low, body, node)
        case model.CallRule():
            _lower_call(low, body, node)
        case model.Return(value, span):
            low.stop_here(body, Leave(lower_expr(low, body, value), span))
            body.here = None
        case model.Conclude():
            _lower_conclude(low, body, node, node.kind)
        case model.CheckEnd():
            _lower_check_end(low, body)
        case _:
            assert_never(node)


def _lower_move(low: Lowering, body: Body, node: model.MovePiece) -> MovePiece:
    count = None if node.count is None else lower_expr(low, body, node.count)
    piece = None if node.piece is None else lower_expr(low, body, node.piece)
    origin = None if node.origin is None else lower_expr(low, body, node.origin)
    if node.from_box:
        origin = Const(BOX)
    target = Const(BOX) if node.target is None else lower_expr(low, body, node.target)
    pose = None if node.pose is None else lower_expr(low, body, node.pose)
    return MovePiece(count, piece, origin, target, node.span, pose)


# ---- cards


def _lower_draw(low: Lowering, body: Body, node: model.Draw) -> None:
    """Pick a piece into a register and move it, the two places worked out before; of a stack move
    the top, which is a fault where there is none, before it is known."""
    span = node.span
    origin, target = lower_expr(low, body, node.origin), lower_expr(low, body, node.target)
    top = None if node.top is None else lower_expr(low, body, node.top)
    drawn = body.bind(node.local)
    if top is None:
        low.stop_here(body, Draw(origin, None, (), span))
        low.go(body, DrawEdge(drawn, span))
        low.do(body, MovePiece(Const(1), Local(drawn), origin, target, span))
        return
    was_on_top = body.register("on top", Optional(Piece()))
    low.let(body, was_on_top, top, span)
    low.do(body, MovePiece(Const(1), None, origin, target, span))
    low.let(body, drawn, Local(was_on_top), span)


def _lower_shuffle(low: Lowering, body: Body, node: model.Shuffle) -> None:
    """Settle a stack from the bottom, each time by a draw from what is not settled yet."""
    span, place = node.span, lower_expr(low, body, node.place)
    settled, drawn = body.register("settled", Int()), body.register("drawn", Piece())
    low.do(body, SortStack(place, span))
    low.let(body, settled, Const(0), span)
    head = _loop_head(low, body, span)
    height = lower_expr(low, body, node.height)
    last = Binary("-", height, Const(1), span)
    body.here, behind = _branch(low, body, Binary("<", Local(settled), last, span), span)
    low.stop_here(body, Draw(place, Local(settled), (), span))
    low.go(body, DrawEdge(drawn, span))
    low.do(body, Settle(place, Local(settled), Local(drawn), span))
    low.let(body, settled, Binary("+", Local(settled), Const(1), span), span)
    _loop_back(low, body, head, behind, span)


def _lower_show(low: Lowering, body: Body, node: model.Show) -> Show:
    players = None if node.players is None else lower_expr(low, body, node.players)
    if isinstance(node.what, model.ZoneAt):
        low.shown_zones.add(node.what.zone)
        place = lower_expr(low, body, node.what)
        return Show("place", place, Const(0), players, node.shown, node.span)
    low.shown_variables.add(node.what.name)
    number = low.variables[node.what.name]
    indices = [lower_expr(low, body, index) for index in node.what.indices]
    index = indices[0] if indices else Const(0)
    return Show("variable", Const(number), index, players, node.shown, node.span)


# ---- branches and loops


def _branch(low: Lowering, body: Body, test: Expr, span: Span) -> tuple[int | None, int | None]:
    """Leave this point both ways; give the points where the test holds and where it does not."""
    if isinstance(test, Const):
        return (body.here, None) if test.value else (None, body.here)
    assert body.here is not None
    then, otherwise = low.draft.add_step(span), low.draft.add_step(span)
    low.draft.add_edge(body.here, then, StepEdge(test, None, span))
    low.draft.add_edge(body.here, otherwise, StepEdge(None, None, span))
    return then, otherwise


def _join(low: Lowering, body: Body, ends: Sequence[int | None], span: Span) -> None:
    """Go on behind several ends; nowhere where there is none."""
    open_ends = [end for end in ends if end is not None]
    if len(open_ends) < 2:
        body.here = open_ends[0] if open_ends else None
        return
    behind = low.draft.add_step(span)
    for end in open_ends:
        low.draft.add_edge(end, behind, StepEdge(None, None, span))
    body.here = behind


def _lower_if(low: Lowering, body: Body, node: model.If) -> None:
    then, otherwise = _branch(low, body, lower_expr(low, body, node.test), node.span)
    ends = []
    for start, block in ((then, node.body), (otherwise, node.otherwise)):
        body.here = start
        if start is not None:
            lower_block(low, body, block)
        ends.append(body.here)
    _join(low, body, ends, node.span)


def _loop_head(low: Lowering, body: Body, span: Span) -> int:
    head = low.draft.add_step(span, loop=True)
    return low.go(body, StepEdge(None, None, span), head)


def _loop_back(low: Lowering, body: Body, head: int, behind: int | None, span: Span) -> None:
    if body.here is not None:
        low.draft.add_edge(body.here, head, StepEdge(None, None, span))
    body.here = behind


def _lower_while(low: Lowering, body: Body, node: model.While) -> None:
    head = _loop_head(low, body, node.span)
    inside, behind = _branch(low, body, lower_expr(low, body, node.test), node.span)
    body.here = inside
    if inside is not None:
        lower_block(low, body, node.body)
    _loop_back(low, body, head, behind, node.span)


def _lower_repeat(low: Lowering, body: Body, node: model.Repeat) -> None:
    span = node.span
    left = body.register("times left", Int())
    low.let(body, left, lower_expr(low, body, node.times), span)
    head = _loop_head(low, body, span)
    test = Binary(">", Local(left), Const(0), span)
    body.here, behind = _branch(low, body, test, span)
    low.let(body, left, Binary("-", Local(left), Const(1), span), span)
    lower_block(low, body, node.body)
    _loop_back(low, body, head, behind, span)


def _lower_for(low: Lowering, body: Body, node: model.For) -> None:
    source = lower_expr(low, body, node.generator.source)
    item = body.bind(node.generator.local)
    if isinstance(source, Range):
        _lower_range_loop(low, body, node, item, source)
    elif isinstance(node.generator.source.type, ListOf):
        _lower_list_loop(low, body, node, item, source)
    else:
        _lower_set_loop(low, body, node, item, source)


def _lower_range_loop(low: Lowering, body: Body, node: model.For, item: int, source: Range) -> None:
    span = node.span
    position, last = body.register("position", Int()), body.register("last", Int())
    low.let(body, position, source.low, span)
    low.let(body, last, source.high, span)
    head = _loop_head(low, body, span)
    test = Binary("<=", Local(position), Local(last), span)
    body.here, behind = _branch(low, body, test, span)
    low.let(body, item, Local(position), span)
    low.let(body, position, Binary("+", Local(position), Const(1), span), span)
    lower_block(low, body, node.body)
    _loop_back(low, body, head, behind, span)


def _lower_list_loop(low: Lowering, body: Body, node: model.For, item: int, source: Expr) -> None:
    span = node.span
    source_node = node.generator.source
    members = body.register("members", source_node.type, source_node.span)
    position = body.register("position", Int())
    low.let(body, members, source, span)
    low.let(body, position, Const(0), span)
    head = _loop_head(low, body, span)
    each = body.register("each", node.generator.local.type)
    counter = (Generator(each, Local(members)),)
    length = Comprehension("sum", Const(1), counter, None, None, span)
    body.here, behind = _branch(low, body, Binary("<", Local(position), length, span), span)
    low.let(body, item, Item(Local(members), Local(position), span), span)
    low.let(body, position, Binary("+", Local(position), Const(1), span), span)
    lower_block(low, body, node.body)
    _loop_back(low, body, head, behind, span)


def _lower_set_loop(low: Lowering, body: Body, node: model.For, item: int, source: Expr) -> None:
    span = node.span
    source_node = node.generator.source
    left = body.register("left to do", source_node.type, source_node.span)
    low.let(body, left, source, span)
    head = _loop_head(low, body, span)
    test = Binary("!=", Local(left), Const(frozenset()), span)
    body.here, behind = _branch(low, body, test, span)
    each = body.register("each", node.generator.local.type)
    members = (Generator(each, Local(left)),)
    first = Comprehension("first", Local(each), members, None, None, span)
    low.let(body, item, first, span)
    rest = Binary("without", Local(left), MakeSet((Local(item),)), span)
    low.let(body, left, rest, span)
    lower_block(low, body, node.body)
    _loop_back(low, body, head, behind, span)


# ---- decisions


def _lower_choose(low: Lowering, body: Body, node: model.Choose) -> None:
    decider = lower_expr(low, body, node.decider)
    decision = low.stop_here(body, Decision(decider, node.prompt, (), node.span, node.secret))
    ends = []
    for option in node.options:
        generators = lower_generators(low, body, option.generators)
        where, best = lower_conditions(low, body, option.where, option.best)
        if isinstance(where, Const):
            continue  # never
        types = tuple(_written_type(generator.local.type) for generator in option.generators)
        number = low.option_number(OptionName(option.name, types))
        body.here = decision
        low.go(body, OptionEdge(number, generators, where, best, option.span))
        lower_block(low, body, option.body)
        ends.append(body.here)
    if node.otherwise is not None:
        body.here = decision
        low.go(body, ElseEdge(node.span))
        lower_block(low, body, node.otherwise)
        ends.append(body.here)
    _join(low, body, ends, node.span)


def _written_type(type: Type) -> Type:
    """Give one type for all whose values are written alike, so that equal actions are one."""
    match type:
        case Int():
            return Int()
        case Site():
            return Site()
        case Optional(item) if not isinstance(item, Int):
            return _written_type(item)
        case _:
            return type


# ---- calls and ends


def _lower_call(low: Lowering, body: Body, node: model.CallRule) -> None:
    rule = low.game.rules[node.rule]
    arguments = tuple(lower_expr(low, body, argument) for argument in node.arguments)
    if not rule.stops:
        low.do(body, CallRule(low.procedures[f"rule {rule.name}"], arguments, node.span))
    else:
        for parameter, value in zip(rule.parameters, arguments, strict=True):
            low.let(body, body.bind(parameter), value, node.span)
        _forget(body, rule.body)
        lower_block(low, body, rule.body)
    if rule.name == "setup" and low.after_setup is None and body.here is not None:
        low.after_setup = body.here


def _forget(body: Body, block: model.Block) -> None:
    """Let the locals of an expanded rule get registers of their own each time."""
    for statement in block:
        match statement:
            case model.SetLocal(local):
                body.by_local.pop(local, None)
            case model.If(body=inside, otherwise=otherwise):
                _forget(body, inside)
                _forget(body, otherwise)
            case model.For(body=inside) | model.While(body=inside) | model.Repeat(body=inside):
                _forget(body, inside)
            case model.Choose(options=options, otherwise=other):
                for option in options:
                    _forget(body, option.body)
                _forget(body, other or ())
            case _:
                pass


def _lower_conclude(low: Lowering, body: Body, node: model.Conclude, name: str) -> None:
    player = body.bind(node.local)
    low.do(body, Conclude(node.kind, player, lower_expr(low, body, node.value), node.span))
    low.stop_here(body, End(name, node.span))
    body.here = None


def _lower_check_end(low: Lowering, body: Body) -> None:
    for end in low.game.ends.values():
        if body.here is None:
            return
        then, otherwise = _branch(low, body, lower_expr(low, body, end.when), end.span)
        if then is not None:
            body.here = then
            _lower_conclude(low, body, end.result, end.name)
        body.here = otherwise
