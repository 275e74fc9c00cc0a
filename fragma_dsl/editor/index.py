"""Index: an analysis to every place where a name of its game stands, in all files it is made of."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from fragma_dsl.editor.declared import find_declared
from fragma_dsl.editor.file_names import find_in_file, find_placeholders, find_texts
from fragma_dsl.editor.symbols import Occurrence, Symbol
from fragma_dsl.editor.typed import Place, types_by_place
from fragma_dsl.editor.walker import Walker
from fragma_dsl.library.types import Type
from fragma_dsl.pipeline import Analysis, prelude_variant
from fragma_dsl.text.span import Span


@dataclass(slots=True)
class Index:
    """The names of a game with their places, and the types of expressions."""

    analysis: Analysis
    types: dict[Place, Type] = field(default_factory=dict)
    by_symbol: dict[Symbol, list[Occurrence]] = field(default_factory=lambda: defaultdict(list))
    by_name: dict[str, list[Symbol]] = field(default_factory=lambda: defaultdict(list))
    by_file: dict[str, list[Occurrence]] = field(default_factory=lambda: defaultdict(list))
    arguments: dict[tuple[str, str], list[Symbol]] = field(
        default_factory=lambda: defaultdict(list)
    )  # the locals that are an argument of an action

    def add(self, one: Occurrence) -> None:
        """Note a place."""
        symbol = one.symbol
        if symbol not in self.by_symbol:
            self.by_name[symbol.name].append(symbol)
        self.by_symbol[symbol].append(one)
        self.by_file[one.span.source.name].append(one)

    def at(self, file: str, offset: int) -> Occurrence | None:
        """Find the name at an offset of a file, or that ends there; the shortest of several."""
        found = self.by_file.get(file, [])
        end = bisect_right(found, offset, key=lambda one: one.span.start)
        close = [one for one in found[max(0, end - 40) : end] if one.span.end >= offset]
        return min(close, key=_size, default=None)

    def declarations(self, symbol: Symbol) -> list[Occurrence]:
        """List where a symbol is declared."""
        return [one for one in self.by_symbol.get(symbol, []) if one.whole is not None]

    def places(self, symbol: Symbol) -> list[Occurrence]:
        """List where a symbol stands under its own name, each place once."""
        found = {
            (one.span.source.name, one.span.start): one
            for one in self.by_symbol.get(symbol, [])
            if one.span.text == symbol.name
        }
        return list(found.values())

    def type_of(self, span: Span) -> Type | None:
        """Find the type of what stands at a span."""
        return self.types.get((span.source.name, span.start, span.end))

    def symbols(self) -> Iterator[Symbol]:
        """Run through all symbols."""
        return iter(self.by_symbol)


def _size(one: Occurrence) -> tuple[int, bool]:
    return one.span.end - one.span.start, one.whole is None


def make_index(analysis: Analysis) -> Index:
    """Make the index of a file, and of what it extends and uses, as far as it could be read."""
    index = Index(analysis)
    if analysis.model is not None:
        index.types = types_by_place(analysis.model)
    for one in find_declared(prelude_variant(), None):
        if one.symbol.kind in ("variable", "function", "rule"):
            index.add(one)
    variant = analysis.variant
    if variant is not None:
        for one in find_declared(variant, analysis.model):
            index.add(one)
        walker = Walker(index)
        walker.variant(variant)
    if analysis.file is not None:
        for one in find_in_file(analysis.file, index.by_name):
            index.add(one)
    if analysis.resolved is not None:
        fields = analysis.resolved.fields
        for one in find_texts(fields, index.by_name):
            index.add(one)
        for one in find_placeholders(fields, index.arguments):
            index.add(one)
    for places in index.by_file.values():
        places.sort(key=lambda one: one.span.start)
    return index
