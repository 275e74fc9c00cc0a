"""Build expressions: lark's trees of expressions and types to nodes of the tree."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeAlias, cast

from lark import Token, Tree

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.words import CAPITALS, NEVER_VALUES, RESERVED
from fragma_dsl.text.problem import Fix, Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

Node: TypeAlias = Tree[Token]
Child: TypeAlias = Node | Token | None

MAX_NESTING = 64
MAX_DIGITS = 9


class TooDeepError(Exception):
    """A script nests deeper than the stages behind can walk."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


class ExpressionBuilder:
    """Builds the expressions of one script; its problems are what the grammar alone cannot tell."""

    def __init__(self, source: Source, shift: int = 0) -> None:
        self.source = source
        self.shift = shift  # where the text that was parsed begins in the source
        self.problems: list[Problem] = []
        self._depth = 0

    @contextmanager
    def deeper(self, node: Node) -> Iterator[None]:
        """Count one more level of nesting; raises TooDeepError beyond the limit."""
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise TooDeepError(self.span(node))
        try:
            yield
        finally:
            self._depth -= 1

    def span(self, node: Node | Token) -> Span:
        """Give the stretch of a node as written, brackets included."""
        if isinstance(node, Token):
            start, end = cast(int, node.start_pos), cast(int, node.end_pos)
        else:
            meta = node.meta
            start, end = meta.start_pos, meta.end_pos
        return Span(self.source, start + self.shift, end + self.shift)

    def identifier(self, token: Child) -> t.Identifier:
        """Give a name that is used, as written."""
        assert isinstance(token, Token)
        return t.Identifier(str(token), self.span(token))

    def binding(self, token: Child) -> t.Identifier:
        """Give a name that is made here; a word of the language is reported."""
        name = self.identifier(token)
        if name.text in RESERVED:
            self.problems.append(p.ReservedWord(name.span))
        return name

    def expression(self, node: Child) -> t.Expression:
        """Build an expression."""
        assert isinstance(node, Tree)
        if node.data == "name":
            return self._name(node)
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise TooDeepError(self.span(node))
        result = self._compound(node, self.span(node))
        self._depth -= 1
        return result

    def _name(self, node: Node) -> t.Expression:
        text, span = str(node.children[0]), self.span(node)
        if text in CAPITALS:
            fix = Fix(span, text.lower())
            self.problems.append(p.CapitalWord(span, known_fix=fix))
            return t.Bad(span)
        if text in NEVER_VALUES:
            self.problems.append(p.ReservedWord(span))
            return t.Bad(span)
        return t.Name(text, span)

    def _compound(self, node: Node, span: Span) -> t.Expression:
        parts = node.children
        build = self.expression
        match node.data:
            case "number":
                return t.Number(self.number(parts[0]), span)
            case "true" | "false":
                return t.Truth(node.data == "true", span)
            case "none":
                return t.Nothing(span)
            case "group":
                return build(parts[0])
            case "binary":
                word = cast(t.BinaryWord, str(parts[1]))
                return t.Binary(word, build(parts[0]), build(parts[2]), span)
            case "not_in":
                return t.Binary("not in", build(parts[0]), build(parts[-1]), span)
            case "unary":
                return t.Unary(cast(t.UnaryWord, str(parts[0])), build(parts[1]), span)
            case "conditional":
                return t.Conditional(build(parts[0]), build(parts[1]), build(parts[2]), span)
            case "span_of":
                return t.Range(build(parts[0]), build(parts[1]), span)
            case "call":
                return t.Call(build(parts[0]), self._arguments(parts[1:]), span)
            case "index":
                return t.Index(build(parts[0]), self._expressions(parts[1:]), span)
            case "attribute":
                return t.Attribute(build(parts[0]), self.identifier(parts[1]), span)
            case "roll":
                return t.Roll(self.identifier(parts[0]), span)
            case "list":
                return t.ListLiteral(self._expressions(parts), span)
            case "set":
                return self._set(parts, span)
        raise AssertionError(node.data)

    def number(self, token: Child) -> int:
        """Give the value of a whole number; one that is too long is reported."""
        assert isinstance(token, Token)
        if len(token) > MAX_DIGITS:
            self.problems.append(p.HugeNumber(self.span(token)))
            return 0
        return int(token)

    def _expressions(self, parts: Sequence[Child]) -> tuple[t.Expression, ...]:
        return tuple(self.expression(part) for part in parts if part is not None)

    def _arguments(self, parts: Sequence[Child]) -> tuple[t.Expression | t.Comprehension, ...]:
        if len(parts) == 1 and isinstance(parts[0], Tree) and parts[0].data == "comprehension":
            return (self._comprehension(parts[0]),)
        return self._expressions(parts)

    def _set(self, parts: Sequence[Child], span: Span) -> t.Expression:
        items = self._arguments(parts)
        if items and isinstance(items[0], t.Comprehension):
            return t.SetComprehension(items[0], span)
        return t.SetLiteral(cast("tuple[t.Expression, ...]", items), span)

    def _comprehension(self, node: Node) -> t.Comprehension:
        value, *generators, where, best = node.children
        return t.Comprehension(
            self.expression(value),
            self.generators(generators),
            self.where(where),
            self.best(best),
            self.span(node),
        )

    def generators(self, parts: Sequence[Child]) -> tuple[t.Generator, ...]:
        """Build `name in source`, several of them."""
        nodes = [part for part in parts if isinstance(part, Tree)]
        return tuple(
            t.Generator(
                self.binding(node.children[0]), self.expression(node.children[1]), self.span(node)
            )
            for node in nodes
        )

    def where(self, node: Child) -> t.Expression | None:
        """Build the condition after `where`."""
        return self.expression(node.children[0]) if isinstance(node, Tree) else None

    def best(self, node: Child) -> t.Best | None:
        """Build `with most value`."""
        if not isinstance(node, Tree):
            return None
        word = cast(Literal["most", "least"], str(node.children[0]))
        return t.Best(word, self.expression(node.children[1]), self.span(node))

    def type(self, node: Child) -> t.TypeNode:
        """Build a type."""
        assert isinstance(node, Tree)
        span, parts = self.span(node), node.children
        with self.deeper(node):
            match node.data:
                case "type_name":
                    return t.TypeName(str(parts[0]), span)
                case "type_of":
                    return t.TypeOf(self.identifier(parts[0]), self.identifier(parts[1]), span)
                case "type_range":
                    return t.RangeType(self._bound(parts[0]), self._bound(parts[1]), span)
                case "set_of":
                    return t.SetType(self.type(parts[0]), span)
                case "list_of":
                    return t.ListType(self.type(parts[0]), self.number(parts[1]), span)
                case "optional":
                    return t.OptionalType(self.type(parts[0]), span)
        raise AssertionError(node.data)

    def _bound(self, node: Child) -> int:
        assert isinstance(node, Tree)
        sign, digits = node.children
        return self.number(digits) * (-1 if sign is not None else 1)

    def parameters(self, parts: Sequence[Child]) -> tuple[t.Parameter, ...]:
        """Build the parameters of a signature."""
        nodes = [part for part in parts if isinstance(part, Tree)]
        return tuple(
            t.Parameter(self.binding(node.children[1]), self.type(node.children[0]))
            for node in nodes
        )
