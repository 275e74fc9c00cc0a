"""Answers: what an editor asks about a place in a file, in the words of the protocol."""

import re
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp

from fragma_dsl.editor import colours
from fragma_dsl.editor.complete import complete
from fragma_dsl.editor.complete_script import begun_word
from fragma_dsl.editor.describe import describe, describe_word, shown_type
from fragma_dsl.editor.hints import find_hints
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.offered import Completion
from fragma_dsl.editor.outline import Part, folds, outline
from fragma_dsl.editor.place import CursorPlace, find_cursor
from fragma_dsl.editor.symbols import KINDS, Occurrence
from fragma_dsl.formatting import format_source
from fragma_dsl.lsp.files import OpenFile, uri_of
from fragma_dsl.lsp.positions import Positions
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.yaml_tree import read_yaml
from fragma_dsl.text.language import tell
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_WORD = re.compile(r"[^\W\d]\w*")
_BEGUN_VALUE = re.compile(r"[^\s,;()\[\]{}]*$")
_ITEM_KINDS = {
    "key": lsp.CompletionItemKind.Property,
    "word": lsp.CompletionItemKind.Keyword,
    "function": lsp.CompletionItemKind.Function,
    "variable": lsp.CompletionItemKind.Variable,
    "value": lsp.CompletionItemKind.EnumMember,
    "local": lsp.CompletionItemKind.Variable,
    "type": lsp.CompletionItemKind.Class,
    "name": lsp.CompletionItemKind.Reference,
}
_SYMBOL_KINDS = {
    "": lsp.SymbolKind.Property,
    "option": lsp.SymbolKind.Property,
    "enum": lsp.SymbolKind.Enum,
    "die": lsp.SymbolKind.Enum,
    "board": lsp.SymbolKind.Namespace,
    "piece": lsp.SymbolKind.Class,
    "family": lsp.SymbolKind.Class,
    "zone": lsp.SymbolKind.Array,
    "variable": lsp.SymbolKind.Variable,
    "function": lsp.SymbolKind.Function,
    "rule": lsp.SymbolKind.Method,
    "phase": lsp.SymbolKind.Interface,
    "ending": lsp.SymbolKind.Event,
    "invariant": lsp.SymbolKind.Constant,
    "scenario": lsp.SymbolKind.Event,
}


def completions(
    index: Index, source: Source, offset: int, positions: Positions, language: str | None = None
) -> list[lsp.CompletionItem]:
    """List what may be written at an offset."""
    place = find_cursor(source.text, offset)
    if in_comment(place):
        return []
    begun = _begun(place)
    where = positions.range(Span(source, offset - len(begun), offset))
    behind = source.text[offset : offset + 1]
    return [_item(one, where, behind == ":", language) for one in complete(index, place)]


def in_comment(place: CursorPlace) -> bool:
    """Say whether a cursor stands in a comment."""
    line = re.sub(r'"[^"]*"', "", place.before.rsplit("\n", 1)[-1])
    return line.startswith("#") or " #" in line


def _begun(place: CursorPlace) -> str:
    if place.where == "key":
        return begun_word(place.before) if "(" in place.before else place.before
    if place.where == "script":
        return begun_word(place.before)
    found = _BEGUN_VALUE.search(place.before)
    return "" if found is None else found[0]


def _item(
    one: Completion, where: lsp.Range, has_colon: bool, language: str | None
) -> lsp.CompletionItem:
    text = one.text or one.label
    return lsp.CompletionItem(
        one.label,
        kind=_ITEM_KINDS[one.kind],
        detail=tell(one.detail, language) or None,
        documentation=tell(one.doc, language) or None,
        sort_text=f"{one.rank}{one.label.casefold()}",
        filter_text=one.label,
        text_edit=lsp.TextEdit(where, text.removesuffix(": ") if has_colon else text),
    )


# ---- hover


def hover(
    index: Index, source: Source, offset: int, positions: Positions, language: str | None = None
) -> lsp.Hover | None:
    """Tell about the name, word or key at an offset."""
    one = index.at(source.name, offset)
    if one is not None:
        type = index.type_of(one.span)
        text = describe(index, one.symbol, language)
        if type is not None and one.symbol.kind not in ("local", "variable", "function", "option"):
            text += "\n\n" + tell(say("type `{type}`", type=shown_type(type)), language)
        return _hover(text, one.span, positions)
    word = _word_at(source, offset)
    if word is None:
        return None
    text = tell(_about_key(source, word) or describe_word(word.text) or "", language)
    return _hover(text, word, positions) if text else None


def _hover(text: str, span: Span, positions: Positions) -> lsp.Hover:
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
    return lsp.Hover(content, positions.range(span))


def _word_at(source: Source, offset: int) -> Span | None:
    line = source.line_starts[source.position(offset)[0] - 1]
    for found in _WORD.finditer(source.text, line):
        if found.start() > offset:
            return None
        if found.end() >= offset:
            return Span(source, found.start(), found.end())
    return None


def _about_key(source: Source, word: Span) -> str:
    place = find_cursor(source.text, word.end)
    if place.where != "key" or place.before != word.text:
        return ""
    if not isinstance(place.shape, s.RecordShape):
        return ""
    found = next((key for key in place.shape.keys if key.name == word.text), None)
    if found is None:
        return ""
    told = say("`{key}`: {about}.", key=found.name, about=found.about)
    return say("{told} It must be there.", told=told) if found.required else told


# ---- places of symbols


def location(one: Occurrence, positions: Positions) -> lsp.Location:
    """Give the place of an occurrence."""
    return lsp.Location(uri_of(one.span.source), positions.range(one.span))


def definitions(index: Index, one: Occurrence, positions: Positions) -> list[lsp.Location]:
    """Give where a symbol is declared; on a declaration that overrides, what it overrides."""
    declared = index.declarations(one.symbol)
    if one.whole is not None:
        earlier = list(_overridden(index, one))
        if earlier:
            return [lsp.Location(uri_of(span.source), positions.range(span)) for span in earlier]
    here = one.span.source.name
    own = [other for other in declared if other.span.source.name == here]
    found = {(x.span.source.name, x.span.start): x for x in own or declared}
    return [location(other, positions) for other in found.values()]


def _overridden(index: Index, one: Occurrence) -> Iterator[Span]:
    """Give the names of earlier versions in the files that a fork is made of."""
    resolved = index.analysis.resolved
    key = next((key for key, kind in KINDS.items() if kind == one.symbol.kind), "")
    layers = () if resolved is None else resolved.layers.get((key, one.symbol.name), ())
    for layer in reversed(layers):
        if layer.span.source.name != one.span.source.name:
            span = layer.span
            yield Span(span.source, span.start, span.start + len(one.symbol.name))
            return


# ---- the whole file


def document_symbols(
    source: Source, positions: Positions, language: str | None = None
) -> list[lsp.DocumentSymbol]:
    """List the parts of a file."""
    return [_symbol(part, positions, language) for part in outline(read_yaml(source).value)]


def _symbol(part: Part, positions: Positions, language: str | None) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        part.name or "?",
        _SYMBOL_KINDS[part.kind],
        positions.range(part.whole),
        positions.range(part.span),
        detail=tell(part.kind, language) or None,
        children=[_symbol(one, positions, language) for one in part.parts],
    )


def folding_ranges(source: Source) -> list[lsp.FoldingRange]:
    """List what can be folded."""
    root = read_yaml(source).value
    kinds = {True: lsp.FoldingRangeKind.Comment, False: lsp.FoldingRangeKind.Region}
    return [
        lsp.FoldingRange(first - 1, last - 1, kind=kinds[is_comment])
        for first, last, is_comment in folds(source, root)
    ]


def semantic_tokens(index: Index, source: Source, positions: Positions) -> lsp.SemanticTokens:
    """Paint the names of a file, each place told by its distance from the one before."""
    data: list[int] = []
    line = column = 0
    for span, name, marks in colours.coloured(index, source.name):
        start = positions.position(span.source, span.start)
        bits = sum(1 << colours.MODIFIERS.index(mark) for mark in marks)
        if start.line != line:
            column = 0
        data += [
            start.line - line,
            start.character - column,
            positions.units(span.text),
            colours.TOKEN_TYPES.index(name),
            bits,
        ]
        line, column = start.line, start.character
    return lsp.SemanticTokens(data)


def inlay_hints(
    index: Index, source: Source, wanted: Span, positions: Positions
) -> list[lsp.InlayHint]:
    """Show types that are not written."""
    return [
        lsp.InlayHint(positions.position(source, hint.offset), hint.text, lsp.InlayHintKind.Type)
        for hint in find_hints(index, source.name, wanted.start, wanted.end)
    ]


def formatting(source: Source, positions: Positions) -> list[lsp.TextEdit]:
    """Put a file into its canonical form, with an edit of the lines that change."""
    after = format_source(source).value
    if after is None or after == source.text:
        return []
    old, new = source.text.split("\n"), after.split("\n")
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = sum(len(line) + 1 for line in old[:head])
    end = start + len("\n".join(old[head : len(old) - tail]))
    text = "\n".join(new[head : len(new) - tail])
    if len(old) - tail == head:  # only new lines
        text += "\n"
    elif len(new) - tail == head:  # only gone lines
        end += 1
    return [lsp.TextEdit(positions.range(Span(source, start, min(end, len(source.text)))), text)]


def code_lenses(
    file: OpenFile, positions: Positions, plays: bool, language: str | None = None
) -> list[lsp.CodeLens]:
    """Offer to run scenarios, and to play where the editor has a command for it."""
    source, path = file.source, str(Path(file.source.name))
    found: list[lsp.CodeLens] = []
    for part in outline(read_yaml(source).value):
        if part.name == "game" and plays:
            play = lsp.Command(tell(say("play"), language), "fragma.play", arguments=[path])
            found.append(lsp.CodeLens(positions.range(part.span), play))
        inner = part.parts if part.name in ("override", "add") else (part,)
        for one in inner:
            if one.name == "scenarios":
                found += _scenario_lenses(one, file.uri, positions, language)
    return found


def _scenario_lenses(
    part: Part, uri: str, positions: Positions, language: str | None
) -> Iterator[lsp.CodeLens]:
    every = lsp.Command(
        tell(say("run all scenarios"), language), "fragma.runScenarios", arguments=[uri, ""]
    )
    yield lsp.CodeLens(positions.range(part.span), every)
    for one in part.parts:
        title = tell(say("run scenario"), language)
        run = lsp.Command(title, "fragma.runScenarios", arguments=[uri, one.name])
        yield lsp.CodeLens(positions.range(one.span), run)
