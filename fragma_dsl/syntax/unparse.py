"""Unparse: statements, expressions, types and signatures to text that reads back as they are."""

from collections.abc import Iterator
from typing import assert_never

from fragma_dsl.syntax import tree as t

_INDENT = "    "
BAD = "\0"

# How tightly each form binds, loosest first; a part that binds looser than its place gets brackets.
(
    _ANY, _OR, _AND, _NOT, _COMPARED, _RANGE, _SUM, _TERM, _SIGN, _POSTFIX, _ATOM
) = range(11)  # fmt: skip
_LEVELS: dict[str, int] = {
    "or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "|": _SUM,
    "*": _TERM, "//": _TERM, "%": _TERM, "&": _TERM,
}  # fmt: skip


def unparse_expression(node: t.Expression, place: int = _ANY) -> str:
    """Write an expression, in brackets where it binds looser than its place."""
    text, level = _write(node)
    return f"({text})" if level < place else text


def _write(node: t.Expression) -> tuple[str, int]:
    """Write an expression and say how tightly it binds."""
    write = unparse_expression
    match node:
        case t.Bad():
            return BAD, _ATOM
        case t.Name(text=text):
            return text, _ATOM
        case t.Number(value=value):
            return (str(value), _ATOM) if value >= 0 else (str(value), _SIGN)
        case t.Truth(value=value):
            return ("true" if value else "false"), _ATOM
        case t.Nothing():
            return "none", _ATOM
        case t.SetLiteral(items=items):
            return f"{{{_join(items)}}}", _ATOM
        case t.ListLiteral(items=items):
            return f"[{_join(items)}]", _ATOM
        case t.SetComprehension(body=body):
            return f"{{{_comprehension(body)}}}", _ATOM
        case t.Unary(word="not", operand=operand):
            return f"not {write(operand, _COMPARED)}", _NOT
        case t.Unary(operand=operand):
            return f"-{write(operand, _POSTFIX)}", _SIGN
        case t.Binary():
            return _binary(node)
        case t.Range(low=low, high=high):
            return f"{write(low, _SUM)}..{write(high, _SUM)}", _RANGE
        case t.Conditional(value=value, test=test, otherwise=otherwise):
            text = f"{write(value, _OR)} if {write(test, _OR)} else {write(otherwise)}"
            return text, _ANY
        case t.Call(function=function, arguments=arguments):
            return f"{write(function, _POSTFIX)}({_join(arguments)})", _POSTFIX
        case t.Index(target=target, indices=indices):
            return f"{write(target, _POSTFIX)}[{_join(indices)}]", _POSTFIX
        case t.Attribute(target=target, name=name):
            return f"{_dotted(target)}.{name.text}", _POSTFIX
        case t.Roll(die=die):
            return f"roll {die.text}", _SIGN
        case _:
            assert_never(node)


def _dotted(target: t.Expression) -> str:
    """Write what stands before a dot; a number gets brackets, lest it look like a fraction."""
    text = unparse_expression(target, _POSTFIX)
    return f"({text})" if isinstance(target, t.Number) and target.value >= 0 else text


def _binary(node: t.Binary) -> tuple[str, int]:
    level = _LEVELS.get(node.word, _COMPARED)
    left_place = level + 1 if level == _COMPARED else level
    left = unparse_expression(node.left, left_place)
    right = unparse_expression(node.right, level + 1)
    return f"{left} {node.word} {right}", level


def _join(items: tuple[t.Expression | t.Comprehension, ...]) -> str:
    return ", ".join(
        _comprehension(item) if isinstance(item, t.Comprehension) else unparse_expression(item)
        for item in items
    )


def _comprehension(node: t.Comprehension) -> str:
    rest = _generators(node.generators) + _where(node.where) + _best(node.best)
    return f"{unparse_expression(node.value)} for {rest}"


def _generators(generators: tuple[t.Generator, ...]) -> str:
    return ", ".join(f"{g.name.text} in {unparse_expression(g.source)}" for g in generators)


def _where(node: t.Expression | None) -> str:
    return "" if node is None else f" where {unparse_expression(node)}"


def _best(node: t.Best | None) -> str:
    return "" if node is None else f" with {node.word} {unparse_expression(node.value)}"


# ---- types and signatures


def unparse_type(node: t.TypeNode) -> str:
    """Write a type."""
    match node:
        case t.Bad():
            return BAD
        case t.TypeName(text=text):
            return text
        case t.TypeOf(name=name, board=board):
            return f"{name.text} of {board.text}"
        case t.RangeType(low=low, high=high):
            return f"{low}..{high}"
        case t.SetType(item=item):
            return f"set of {unparse_type(item)}"
        case t.ListType(item=item, max=most):
            return f"list of {unparse_type(item)} max {most}"
        case t.OptionalType(item=item):
            return f"{unparse_type(item)} or none"
        case _:
            assert_never(node)


def unparse_signature(name: t.Identifier, parameters: tuple[t.Parameter, ...]) -> str:
    """Write the key of a function or rule."""
    inner = ", ".join(f"{unparse_type(one.type)} {one.name.text}" for one in parameters)
    return f"{name.text}({inner})"


# ---- statements


def unparse_block(block: t.Block) -> str:
    """Write statements, one or more lines each, every line ended."""
    return "".join(f"{line}\n" for line in _lines(block))


def _lines(block: t.Block) -> Iterator[str]:
    for statement in block.statements:
        yield from unparse_statement(statement)


def _indented(block: t.Block) -> Iterator[str]:
    yield from (f"{_INDENT}{line}" for line in _lines(block))


def unparse_statement(node: t.Statement) -> Iterator[str]:
    """Write a statement as its lines, without line breaks."""
    write = unparse_expression
    match node:
        case t.If(branches=branches, otherwise=otherwise):
            for i, (test, body) in enumerate(branches):
                yield f"{'elif' if i else 'if'} {write(test)}:"
                yield from _indented(body)
            yield from _else(otherwise)
        case t.For(generators=generators, where=where, body=body):
            yield f"for {_generators(generators)}{_where(where)}:"
            yield from _indented(body)
        case t.While(test=test, body=body):
            yield f"while {write(test)}:"
            yield from _indented(body)
        case t.Repeat(times=times, body=body):
            yield f"repeat {write(times)}:"
            yield from _indented(body)
        case t.Choose():
            yield from _choose(node)
        case _:
            yield _simple(node)


def _else(block: t.Block | None) -> Iterator[str]:
    if block is not None:
        yield "else:"
        yield from _indented(block)


def _choose(node: t.Choose) -> Iterator[str]:
    secret = " secretly" if node.secret else ""
    by = "" if node.decider is None else f" by {unparse_expression(node.decider, _POSTFIX)}"
    prompt = "" if node.prompt is None else f' "{node.prompt.text}"'
    first = node.options[0]
    if node.binds and isinstance(first, t.Option):
        yield f"choose{secret}{by}{prompt} {_head(first)}"
        return
    yield f"choose{secret}{by}{prompt}:"
    for option in node.options:
        yield from (f"{_INDENT}{line}" for line in _option(option))
    yield from _else(node.otherwise)


def _option(node: t.Option | t.Bad) -> Iterator[str]:
    if isinstance(node, t.Bad):
        yield BAD
    elif node.body is None:
        yield f"option {_head(node)}"
    else:
        yield f"option {_head(node)}:"
        yield from _indented(node.body)


def _head(node: t.Option) -> str:
    generators = f"({_generators(node.generators)})" if node.generators else ""
    return f"{node.name.text}{generators}{_where(node.where)}{_best(node.best)}"


def _pose(node: t.Expression | None) -> str:
    return "" if node is None else f" as {unparse_expression(node)}"


def _simple(
    node: t.Bad | t.Let | t.Assign | t.Move | t.Place | t.Remove | t.Capture | t.DrawCard | t.Deal
    | t.Shuffle | t.Reveal | t.Hide | t.Evaluate | t.Return
    | t.Again | t.Out | t.Win | t.Lose | t.Tie | t.Rank | t.Pay | t.CheckEnd | t.Pass | t.Remember,
) -> str:  # fmt: skip
    """Write a statement of one line."""
    write = unparse_expression
    match node:
        case t.Bad():
            return BAD
        case t.Let(name=name, type=type, value=value):
            typed = "" if type is None else f"{unparse_type(type)} "
            return f"let {typed}{name.text} = {write(value)}"
        case t.Assign(target=target, word=word, value=value):
            return f"{write(target, _POSTFIX)} {word} {write(value)}"
        case t.Move(what=what, target=target, pose=pose):
            return f"move {_what(what)} to {write(target)}{_pose(pose)}"
        case t.Place(what=what, target=target, pose=pose):
            return f"place {_what(what)} on {write(target)}{_pose(pose)}"
        case t.Remove(what=what):
            return f"remove {_what(what)}"
        case t.Capture(site=site):
            return f"capture {write(site)}"
        case t.DrawCard(name=name, origin=origin, target=target):
            return f"draw {name.text} from {write(origin)} to {write(target)}"
        case t.Deal(count=count, origin=origin, target=target):
            number = "" if count is None else f" {write(count)}"
            return f"deal{number} from {write(origin)} to {write(target)}"
        case t.Shuffle(place=place):
            return f"shuffle {write(place)}"
        case t.Reveal(what=what, players=players):
            viewers = "" if players is None else f" to {write(players)}"
            return f"reveal {write(what)}{viewers}"
        case t.Hide(what=what):
            return f"hide {write(what)}"
        case t.Evaluate(value=value):
            return write(value)
        case t.Return(value=value):
            return f"return {write(value)}"
        case t.Out(player=player):
            return f"out {write(player)}"
        case t.Win(players=players):
            return f"win {write(players)}"
        case t.Lose(players=players):
            return f"lose {write(players)}"
        case t.Rank(player=name, value=value):
            return f"rank {name.text} by {write(value)}"
        case t.Pay(player=name, value=value):
            return f"pay {name.text} by {write(value)}"
        case t.Tie():
            return "draw"
        case t.CheckEnd():
            return "check end"
        case t.Again():
            return "again"
        case t.Pass():
            return "pass"
        case t.Remember():
            return "remember"
        case _:
            assert_never(node)


def _what(node: t.AnyPiece | t.Some) -> str:
    if isinstance(node, t.AnyPiece):
        return f"piece on {unparse_expression(node.place)}"
    origin = "" if node.origin is None else f" from {unparse_expression(node.origin)}"
    return f"{_count(node.count)}{unparse_expression(node.piece, _POSTFIX)}{origin}"


def _count(node: t.Expression | t.AllPieces | None) -> str:
    match node:
        case None:
            return ""
        case t.AllPieces():
            return "all "
        case t.Name(text=text):
            return f"{text} "
        case t.Number(value=value) if value >= 0:
            return f"{value} "
    return f"({unparse_expression(node)}) "
