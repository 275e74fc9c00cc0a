"""Walker: the scripts of a game to the names in them, each with what it stands for."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from fragma_dsl.editor.symbols import VALUES, Occurrence, Symbol
from fragma_dsl.library.types import (
    Card,
    Direction,
    Enum,
    Kind,
    Layer,
    Player,
    SetOf,
    Site,
    Team,
    Type,
)
from fragma_dsl.stdlib import standard_library
from fragma_dsl.syntax import tree as t
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.editor.index import Index

_WORD = re.compile(r"[^\W\d]\w*")
_LEAVES = (type, Span, Source, t.Identifier, t.Text)
_CALLED = ("function", "rule", "builtin", "attribute")


class Walker:
    """Goes through scripts with the locals that each place sees, and notes names in an index."""

    def __init__(self, index: "Index") -> None:
        self.index = index
        self.scopes: list[dict[str, Symbol]] = [{}]
        self.builtins = standard_library().builtins

    def variant(self, variant: t.Variant) -> None:
        """Go through everything that a game says in scripts."""
        for option in variant.options.values():
            self._option_default(option)
        for function in variant.functions.values():
            self._procedure(function)
        for rule in variant.rules.values():
            self._procedure(rule)
        parts = (
            variant.pieces, variant.cards, variant.state, variant.phases, variant.end,
            variant.invariants, variant.scenarios,
        )  # fmt: skip
        for entries in parts:
            for node in entries.values():
                self._declaration(node)
        for block in (variant.setup, variant.turn, variant.flow):
            if block is not None:
                self.visit(block)

    def _option_default(self, option: t.OptionDecl) -> None:
        self.visit(option.type)
        default = option.default
        symbol = Symbol("value", getattr(default, "text", ""), option.name.text)
        if isinstance(default, t.Name) and symbol in self.index.by_symbol:
            self._note(default.span, symbol)

    def _procedure(self, node: t.FunctionDecl | t.RuleDecl) -> None:
        with self._scope():
            for parameter in node.parameters:
                self.visit(parameter.type)
                self._bind(parameter.name)
            self.visit(node.body)

    def _declaration(self, node: object) -> None:
        """Go through the parts of a declaration but its own name."""
        assert is_dataclass(node)
        for one in fields(node):
            if one.name not in ("name", "span"):
                self.visit(getattr(node, one.name))

    @contextmanager
    def _scope(self) -> Iterator[None]:
        self.scopes.append({})
        try:
            yield
        finally:
            self.scopes.pop()

    def _bind(self, name: t.Identifier) -> None:
        symbol = Symbol("local", name.text, f"{name.span.source.name}:{name.span.start}")
        self.scopes[-1][name.text] = symbol
        self.index.add(Occurrence(name.span, symbol, name.span))

    def _note(self, span: Span, symbol: Symbol) -> None:
        self.index.add(Occurrence(span, symbol))

    # ---- nodes

    def visit(self, node: object) -> None:
        """Note the names in a node."""
        match node:
            case t.Block(statements=statements):
                with self._scope():
                    for statement in statements:
                        self.visit(statement)
            case t.Let(name=name, type=type, value=value):
                self.visit(type)
                self.visit(value)
                self._bind(name)
            case t.For(generators=generators, where=where, body=body):
                with self._scope():
                    self._generators(generators)
                    self.visit(where)
                    self.visit(body)
            case t.Choose():
                self._choose(node)
            case t.Comprehension(value=value, generators=generators, where=where, best=best):
                with self._scope():
                    self._generators(generators)
                    self.visit(where)
                    self.visit(best)
                    self.visit(value)
            case t.DrawCard(name=name, origin=origin, target=target):
                self.visit(origin)
                self.visit(target)
                self._bind(name)
            case t.Rank(player=player, value=value) | t.Pay(player=player, value=value):
                with self._scope():
                    self._bind(player)
                    self.visit(value)
            case t.Name(text=text, span=span):
                self._name(text, span)
            case t.Call(function=function, arguments=arguments):
                if isinstance(function, t.Name):
                    self._called(function.text, function.span)
                self.visit(arguments)
            case t.Attribute():
                self._attribute(node)
            case t.Roll(die=die):
                self._note(die.span, Symbol("die", die.text))
            case t.TypeName(text=text, span=span):
                self._pick(text, span, ("enum", "die", "option", "attribute"))
            case t.TypeOf(board=board):
                self._pick(board.text, board.span, ("board", "family"))
            case t.MoveText():
                self._move(node)
            case _:
                self._parts(node)

    def _parts(self, node: object) -> None:
        if isinstance(node, tuple):
            for part in node:
                self.visit(part)
        elif isinstance(node, dict):
            self.visit(tuple(node.values()))
        elif is_dataclass(node) and not isinstance(node, _LEAVES):
            for one in fields(node):
                self.visit(getattr(node, one.name))

    def _generators(self, generators: tuple[t.Generator, ...]) -> None:
        for generator in generators:
            self.visit(generator.source)
            self._bind(generator.name)

    def _choose(self, node: t.Choose) -> None:
        self.visit(node.decider)
        if node.prompt is not None:
            span, text = node.prompt.span, node.prompt.text
            inner = span if span.text == text else Span(span.source, span.start + 1, span.end - 1)
            if inner.text == text and _WORD.fullmatch(text):
                self._note(inner, Symbol("text", text))
        for option in node.options:
            if isinstance(option, t.Bad):
                continue
            name = option.name
            self.index.add(Occurrence(name.span, Symbol("action", name.text), option.span))
            with self._scope():
                self._generators(option.generators)
                for generator in option.generators:
                    symbol = self.scopes[-1][generator.name.text]
                    self.index.arguments[name.text, symbol.name].append(symbol)
                self.visit(option.where)
                self.visit(option.best)
                self.visit(option.body)
                kept = dict(self.scopes[-1])
            if node.binds:
                self.scopes[-1].update(kept)
        self.visit(node.otherwise)

    # ---- names

    def _name(self, text: str, span: Span) -> None:
        for scope in reversed(self.scopes):
            if text in scope:
                self._note(span, scope[text])
                return
        self._pick(text, span, (*VALUES, "ending"))

    def _called(self, text: str, span: Span) -> None:
        known = self.index.by_name.get(text, ())
        symbol = next((one for one in known if one.kind in _CALLED), None)
        if symbol is None and text in self.builtins:
            symbol = Symbol("builtin", text)
        if symbol is not None:
            self._note(span, symbol)

    def _attribute(self, node: t.Attribute) -> None:
        self.visit(node.target)
        name, target = node.name, node.target
        if isinstance(target, t.Name) and not any(target.text in scope for scope in self.scopes):
            known = self.index.by_name.get(name.text, ())
            boards = [one.home for one in self._all(target.text) if one.kind == "layer"]
            homes = (target.text, *boards)
            member = next((one for one in known if one.home in homes and one.home), None)
            if member is None and target.text == "players":
                member = next((one for one in known if one.kind == "player"), None)
            if member is not None:
                self._note(name.span, member)
                return
        self._called(name.text, name.span)

    def _all(self, text: str) -> list[Symbol]:
        return self.index.by_name.get(text, [])

    def _pick(self, text: str, span: Span, kinds: tuple[str, ...]) -> None:
        """Note what a name stands for: of several symbols the one whose type is known there."""
        known = [one for one in self._all(text) if one.kind in kinds]
        if len(known) > 1:
            type = self.index.type_of(span)
            known = [one for one in known if type is not None and _has_type(one, type)] or known
        if known:
            self._note(span, known[0])

    def _move(self, node: t.MoveText) -> None:
        """Note the names in an action as a scenario writes it."""
        for i, found in enumerate(_WORD.finditer(node.span.text)):
            span = Span(node.span.source, node.span.start + found.start(), 0)
            span = Span(span.source, span.start, span.start + len(found[0]))
            if i == 0 and node.kind == "action":
                self._note(span, Symbol("action", found[0]))
            elif i or node.kind == "action":
                known = [one for one in self._all(found[0]) if one.kind in VALUES]
                if len(known) == 1:
                    self._note(span, known[0])


def _has_type(symbol: Symbol, type: Type) -> bool:
    """Say whether a symbol can be a value of a type."""
    match type:
        case SetOf(item):
            groups = ("enum", "die", "board", "region", "family")
            return symbol.kind in groups or _has_type(symbol, item)
        case Enum(name):
            return symbol.home == name
        case Site(board):
            return symbol.kind == "site" and board in (None, symbol.home)
        case Layer(board):
            return symbol.kind == "layer" and symbol.home == board
        case Player():
            return symbol.kind == "player"
        case Team():
            return symbol.kind == "team"
        case Kind():
            return symbol.kind in ("piece", "family")
        case Card():
            return symbol.kind == "card"
        case Direction():
            return symbol.kind == "directions"
        case _:
            return symbol.kind in ("variable", "option")
