"""Build: lark's trees of scripts to the statements of the tree, with exact spans."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast

from lark import Token, Tree

from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.build_expression import Child, ExpressionBuilder
from fragma_dsl.text.span import Span

Node: TypeAlias = Tree[Token]


class Builder(ExpressionBuilder):
    """Builds the statements of one script."""

    def block(self, node: Child) -> t.Block:
        """Build a block from a node whose children are statements."""
        assert isinstance(node, Tree)
        with self.deeper(node):
            parts = [part for part in node.children if isinstance(part, Tree)]
            statements = tuple(self.statement(part) for part in parts)
        return t.Block(statements, statements[0].span.to(statements[-1].span))

    def statement(self, node: Node) -> t.Statement:
        """Build a statement."""
        return (
            self._simple(node, node.children)
            or self._piece_statement(node, node.children)
            or self._end_statement(node, node.children)
            or self._block_statement(node, node.children)
        )

    def _simple(self, node: Node, parts: Sequence[Child]) -> t.Statement | None:
        span = self.span(node)
        match node.data:
            case "expression_statement":
                value = self.expression(parts[0])
                return value if isinstance(value, t.Bad) else t.Evaluate(value, span)
            case "let":
                type = None if parts[0] is None else self.type(parts[0])
                return t.Let(self.binding(parts[1]), type, self.expression(parts[2]), span)
            case "assign":
                word = cast(Literal["=", "+=", "-=", "|="], str(parts[1]))
                return t.Assign(self.expression(parts[0]), word, self.expression(parts[2]), span)
            case "return":
                return t.Return(self.expression(parts[0]), span)
            case "again":
                return t.Again(span)
            case "pass":
                return t.Pass(span)
            case "remember":
                return t.Remember(span)
            case "check_end":
                return t.CheckEnd(span)
            case "choose_bind":
                return self._choose_bind(parts, span)
        return None

    def _piece_statement(self, node: Node, parts: Sequence[Child]) -> t.Statement | None:
        span = self.span(node)
        match node.data:
            case "move":
                *moved, target, pose = parts
                return t.Move(self._what(moved), self.expression(target), self._pose(pose), span)
            case "remove":
                return t.Remove(self._what(parts), span)
            case "place":
                what = self._some([*parts[:2], None])
                return t.Place(what, self.expression(parts[2]), self._pose(parts[3]), span)
            case "capture":
                return t.Capture(self.expression(parts[0]), span)
            case "draw":
                name, origin, target = parts
                places = self.expression(origin), self.expression(target)
                return t.DrawCard(self.binding(name), *places, span)
            case "deal":
                count = None if parts[0] is None else self.expression(parts[0])
                return t.Deal(count, self.expression(parts[1]), self.expression(parts[2]), span)
            case "shuffle":
                return t.Shuffle(self.expression(parts[0]), span)
            case "reveal":
                players = None if parts[1] is None else self.expression(parts[1])
                return t.Reveal(self.expression(parts[0]), players, span)
            case "hide":
                return t.Hide(self.expression(parts[0]), span)
        return None

    def _pose(self, node: Child) -> t.Expression | None:
        return None if node is None else self.expression(node)

    def _what(self, parts: Sequence[Child]) -> t.AnyPiece | t.Some:
        first = parts[0]
        if isinstance(first, Tree) and first.data == "any_piece":
            return t.AnyPiece(self.expression(first.children[0]), self.span(first))
        return self._some(parts)

    def _some(self, parts: Sequence[Child]) -> t.Some:
        count, piece, origin = parts
        spans = [self.span(part) for part in parts if part is not None]
        return t.Some(
            self._count(count),
            self.expression(piece),
            None if origin is None else self.expression(origin),
            spans[0].to(spans[-1]),
        )

    def _count(self, node: Child) -> t.Expression | t.AllPieces | None:
        if not isinstance(node, Tree):
            return None
        if node.data == "all":
            return t.AllPieces(self.span(node))
        return self.expression(node.children[0] if node.data == "count" else node)

    def _end_statement(self, node: Node, parts: Sequence[Child]) -> t.Statement | None:
        span = self.span(node)
        match node.data:
            case "out":
                return t.Out(self.expression(parts[0]), span)
            case "win":
                return t.Win(self.expression(parts[0]), span)
            case "lose":
                return t.Lose(self.expression(parts[0]), span)
            case "tie":
                return t.Tie(span)
            case "rank":
                return t.Rank(self.binding(parts[0]), self.expression(parts[1]), span)
            case "pay":
                return t.Pay(self.binding(parts[0]), self.expression(parts[1]), span)
        return None

    def _block_statement(self, node: Node, parts: Sequence[Child]) -> t.Statement:
        match node.data:
            case "if":
                return self._if(node)
            case "for":
                *generators, where, suite = parts
                made, test = self.generators(generators), self.where(where)
                body = self.block(suite)
                return t.For(made, test, body, self._until(node, body.span))
            case "while":
                test, body = self.expression(parts[0]), self.block(parts[1])
                return t.While(test, body, self._until(node, body.span))
            case "repeat":
                times, body = self.expression(parts[0]), self.block(parts[1])
                return t.Repeat(times, body, self._until(node, body.span))
            case "choose_block" | "choose_options":
                return self._choose(node)
            case "bad_block" | "bad_option":
                return t.Bad(self.bad_span(node))
        raise AssertionError(node.data)

    def bad_span(self, node: Node) -> Span:
        """Give the stretch of the source that was overwritten, to the end of its last line."""
        span = self.span(node)
        lines = self.source.text[span.start : max(span.end, span.start + 1)]
        end = span.start + len(lines.rstrip())
        stop = self.source.text.find("\n", max(end, span.start))
        stop = len(self.source.text) if stop < 0 else stop
        return Span(
            self.source, span.start, span.start + len(self.source.text[span.start : stop].rstrip())
        )

    def _until(self, node: Node, last: Span) -> Span:
        """Give the span of a node that ends with its last block, not at the line break after it."""
        return Span(self.source, node.meta.start_pos + self.shift, last.end)

    def _if(self, node: Node) -> t.If:
        test, suite, *rest = node.children
        branches = [(self.expression(test), self.block(suite))]
        otherwise: t.Block | None = None
        for part in rest:
            if isinstance(part, Tree) and part.data == "elif":
                branches.append((self.expression(part.children[0]), self.block(part.children[1])))
            else:
                otherwise = self._else(part)
        last = otherwise or branches[-1][1]
        return t.If(tuple(branches), otherwise, self._until(node, last.span))

    def _else(self, node: Child) -> t.Block | None:
        return self.block(node.children[0]) if isinstance(node, Tree) else None

    def _choose_bind(self, parts: Sequence[Child], span: Span) -> t.Choose:
        secret, by, prompt, head = parts
        option = self._option_head(head, None)
        decider, text = self._by(by), self._prompt(prompt)
        return t.Choose(decider, text, (option,), None, True, secret is not None, span)

    def _choose(self, node: Node) -> t.Choose:
        secret, by, prompt, *rest, otherwise = node.children
        last = self._else(otherwise)
        options: tuple[t.Option | t.Bad, ...]
        if node.data == "choose_block":
            options = (self._option_head(rest[0], self.block(rest[1])),)
        else:
            options = tuple(self._option(part) for part in rest)
        end = (last or options[-1]).span
        decider, text = self._by(by), self._prompt(prompt)
        span = self._until(node, end)
        return t.Choose(decider, text, options, last, False, secret is not None, span)

    def _by(self, node: Child) -> t.Expression | None:
        return self.expression(node.children[0]) if isinstance(node, Tree) else None

    def _prompt(self, token: Child) -> t.Identifier | None:
        if not isinstance(token, Token):
            return None
        return t.Identifier(token[1:-1], self.span(token))

    def _option(self, node: Child) -> t.Option | t.Bad:
        assert isinstance(node, Tree)
        if node.data == "bad_option":
            return t.Bad(self.bad_span(node))
        head, *suite = node.children
        option = self._option_head(head, self.block(suite[0]) if suite else None)
        start = Span(self.source, node.meta.start_pos + self.shift, option.span.end)
        return t.Option(
            option.name, option.generators, option.where, option.best, option.body, start
        )

    def _option_head(self, node: Child, body: t.Block | None) -> t.Option:
        assert isinstance(node, Tree)
        name, *generators, where, best = node.children
        span = self.span(node) if body is None else self.span(node).to(body.span)
        return t.Option(
            self.identifier(name),
            self.generators(generators),
            self.where(where),
            self.best(best),
            body,
            span,
        )
