"""File names: the names that a file says outside its scripts: keys of forks, paths, texts, sets."""

import re
from collections.abc import Iterator, Mapping, Sequence

from fragma_dsl.editor.symbols import KINDS, Occurrence, Symbol, SymbolKind
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.rule_file import RuleFile
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.span import Span

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
Known = Mapping[str, Sequence[Symbol]]


def find_in_file(file: RuleFile, known: Known) -> Iterator[Occurrence]:
    """Run through the names in a file; `known` are the symbols of its game by name."""
    for key in ("override", "add"):
        record = file.find(key)
        for name, value in record.values.items():
            yield from _entries(name, value)
            yield from _inner(name, value, known)
    for name, value in file.fields.values.items():
        if name in KINDS and file.kind == "library":
            yield from _entries(name, value)
        yield from _inner(name, value, known)
    yield from _named(file.entries("set"), "option")
    yield from _named(file.entries("waive"), "invariant")
    for path in file.phrases("remove"):
        yield from _path(path)


def _entries(key: str, value: v.Value | None) -> Iterator[Occurrence]:
    """Give the names of what a fork overrides or adds: each declares its part."""
    if key in KINDS and isinstance(value, v.Entries):
        for entry in value.entries:
            yield Occurrence(entry.name.span, Symbol(KINDS[key], entry.name.text), entry.span)


def _named(entries: tuple[v.Entry, ...], kind: SymbolKind) -> Iterator[Occurrence]:
    for entry in entries:
        yield Occurrence(entry.name.span, Symbol(kind, entry.name.text))


def _path(path: Identifier) -> Iterator[Occurrence]:
    """Give the name in a path such as `rules.duel`."""
    parts = path.text.split(".")
    if len(parts) > 1 and parts[0] in KINDS and path.span.text == path.text:
        start = path.span.start + len(parts[0]) + 1
        span = Span(path.span.source, start, start + len(parts[1]))
        yield Occurrence(span, Symbol(KINDS[parts[0]], parts[1]))


def find_texts(fields: v.Fields, known: Known) -> Iterator[Occurrence]:
    """Run through the ids of the texts of a whole game."""
    found = fields.find("texts", v.Entries)
    for entry in found.entries if found is not None else ():
        yield from _text(entry.name, known)


def find_placeholders(
    fields: v.Fields, arguments: Mapping[tuple[str, str], Sequence[Symbol]]
) -> Iterator[Occurrence]:
    """Run through the `{name}` in the texts of actions, where just one argument is meant."""
    found = fields.find("texts", v.Entries)
    for entry in found.entries if found is not None else ():
        source = entry.span.source
        for place in _PLACEHOLDER.finditer(source.text, entry.name.span.end, entry.span.end):
            meant = arguments.get((entry.name.text, place[1]), ())
            if len(meant) == 1:
                yield Occurrence(Span(source, place.start(1), place.end(1)), meant[0])


def _text(name: Identifier, known: Known) -> Iterator[Occurrence]:
    """Give the id of a text: that of the only symbol that has the name, else of a prompt."""
    symbols = known.get(name.text, ())
    if len(symbols) == 1:
        is_text = symbols[0].kind == "text"
        yield Occurrence(name.span, symbols[0], name.span if is_text else None)
    elif not symbols:
        yield Occurrence(name.span, Symbol("text", name.text), name.span)


def _inner(key: str, value: v.Value | None, known: Known) -> Iterator[Occurrence]:
    """Give names inside the entries of a map: of players, options, values, variables, teams."""
    entries = value.entries if isinstance(value, v.Entries) else ()
    fields = [(one, one.value) for one in entries if isinstance(one.value, v.Fields)]
    for _, record in fields:
        if key == "boards":
            yield from _seats_in(record, known)
        if key == "scenarios":
            yield from _chosen(record.find("options", v.Entries))
    for entry, record in fields:
        if key == "options":
            texts = record.find("values", v.Entries)
            for one in texts.entries if texts is not None else ():
                yield Occurrence(one.name.span, Symbol("value", one.name.text, entry.name.text))
    if key == "history" and isinstance(value, v.Fields):
        yield from _listed(value.find("without", v.Items), "variable")
    if key == "teams" and isinstance(value, v.Fields):
        yield from _listed(value.find("seats", v.Items), "team")


def _listed(items: v.Items | None, kind: SymbolKind) -> Iterator[Occurrence]:
    for one in items.items if items is not None else ():
        if isinstance(one, Identifier):
            yield Occurrence(one.span, Symbol(kind, one.text))


def _seats_in(board: v.Fields, known: Known) -> Iterator[Occurrence]:
    """Give the players in regions and sets of directions that each has one of."""
    for key in ("regions", "directions"):
        found = board.find(key, v.Entries)
        for entry in found.entries if found is not None else ():
            for one in entry.value.entries if isinstance(entry.value, v.Entries) else ():
                yield Occurrence(one.name.span, Symbol("player", one.name.text))
    sets = [board.values.get("without"), board.values.get("links")]
    for word in (one for value in sets for one in _words(value)):
        yield from (
            Occurrence(word.span, symbol)
            for symbol in known.get(word.text, ())
            if symbol.kind == "site"
        )


def _words(value: v.Value | None) -> Iterator[Identifier]:
    items = value.items if isinstance(value, v.Items) else (value,)
    yield from (one for one in items if isinstance(one, Identifier))


def _chosen(options: v.Entries | None) -> Iterator[Occurrence]:
    """Give the options and values that a scenario sets."""
    for one in options.entries if options is not None else ():
        yield Occurrence(one.name.span, Symbol("option", one.name.text))
        if isinstance(one.value, Identifier):
            yield Occurrence(one.value.span, Symbol("value", one.value.text, one.name.text))
