"""Read values: a YAML node and the shape of its place to a value, with every mistake reported."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.block_form import block_advice, block_fix
from fragma_dsl.syntax.read_scalar import check_lines, read_name, read_number, read_word
from fragma_dsl.syntax.script import (
    Signature,
    read_block,
    read_signature,
    read_type,
    read_value,
    read_values,
)
from fragma_dsl.syntax.split_entries import find_split_entries, find_split_items
from fragma_dsl.syntax.tree import Bad, Block, Identifier, Text
from fragma_dsl.syntax.yaml_tree import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Checked, Fix, Problem
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span

MOST_GUESSED = 20
"""How many unknown keys of a map are taken for misspelt ones."""


class ValueReader:
    """Reads nodes by their shapes and gathers the problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def read(self, node: YamlNode, shape: s.Shape) -> v.Value | None:
        """Read a node; None where it cannot be what its place needs."""
        if isinstance(node, YamlScalar) and node.style == "broken":
            return None
        match shape:
            case s.FreeShape():
                return None
            case s.TextShape():
                return self._text(node)
            case s.EitherShape():
                return self._either(node, shape)
            case s.ValuesShape() if isinstance(node, YamlScalar):
                expressions = self._keep(read_values(node)) or ()
                return v.Items(tuple(map(v.Script, expressions)), node.span)
            case s.ListShape():
                return self._list(node, shape)
            case s.EntriesShape():
                return self._entries(node, shape)
            case s.RecordShape():
                return self.record(node, shape)
            case s.BlockShape() | s.ValueShape() | s.TypeShape():
                return self._script(node, shape)
            case _:
                return self._scalar(node, shape)

    def _wrong(
        self, node: YamlNode, expected: str, meant: YamlMap | None = None, example: str = ""
    ) -> None:
        """Report a node of the wrong kind, at its first line."""
        if isinstance(node, YamlScalar) and not node.text:
            advice = say("write `{example}`", example=example) if example else None
            self.problems.append(p.EmptyText(_before(node.span), expected, advice=advice))
            return
        fix = None
        advice = say("write it like `{example}`", example=example) if example else None
        if meant is not None:
            fix = Fix(node.span, _written(meant))
            advice = say("write `{meant}`", meant=fix.text)
        span = _first_line(node.span)
        found = _kind(node)
        self.problems.append(p.WrongKind(span, expected, found, advice=advice, known_fix=fix))

    def _keep(self, checked: "Checked[v.T]") -> "v.T | None":
        self.problems.extend(checked.problems)
        return checked.value

    # ---- scalars

    def _scalar(self, node: YamlNode, shape: s.Shape) -> v.Value | None:
        if not isinstance(node, YamlScalar) or not node.text.strip():
            self._wrong(node, describe(shape))
            return None
        match shape:
            case s.NameShape(in_scripts=in_scripts):
                return self._keep(read_name(node, in_scripts))
            case s.NumberShape():
                return self._keep(read_number(node, shape))
            case s.WordShape(words=words):
                return self._keep(read_word(node, words))
            case s.PhraseShape(drawn=drawn) if joined := check_lines(node, drawn):
                self.problems.extend(joined)
                return None
        return Identifier(node.text, content_span(node))

    def _text(self, node: YamlNode) -> Text | None:
        if isinstance(node, YamlMap):
            return self._languages(node)
        if not isinstance(node, YamlScalar) or not node.text.strip():
            self._wrong(node, "a text or a map of languages")
            return None
        return Text({"": node.text}, node.span)

    def _languages(self, node: YamlMap) -> Text:
        texts: dict[str, str] = {}
        for entry in self._entries_of(node, lambda _: True):
            language = entry.key.text
            if not (language.isascii() and language.isalpha() and 2 <= len(language) <= 3):
                self.problems.append(p.BadLanguage(entry.key.span))
            elif not language.islower():
                fix = Fix(entry.key.span, language.lower())
                self.problems.append(p.BadLanguage(entry.key.span, known_fix=fix))
            elif not isinstance(entry.value, YamlScalar) or not entry.value.text.strip():
                if not (isinstance(entry.value, YamlScalar) and entry.value.style == "broken"):
                    self._wrong(entry.value, "a text")
            else:
                texts[language] = entry.value.text
        if not node.entries:
            self.problems.append(p.EmptyText(node.span, "a text or a map of languages"))
        return Text(texts or {"": ""}, node.span)

    def _script(self, node: YamlNode, shape: s.Shape) -> v.Value | None:
        if not isinstance(node, YamlScalar):
            found = "a list" if isinstance(node, YamlList) else "a map"
            span = _first_line(node.span)
            pairs = node.entries if isinstance(node, YamlMap) else ()
            has_values = any(one.value.span.text for one in pairs)
            fix = block_fix(node.span) if node.flow and not has_values else None
            advice = block_advice(node.in_brackets)
            self.problems.append(p.MisreadScript(span, found, advice=advice, known_fix=fix))
            if isinstance(shape, s.BlockShape):
                return Block((Bad(span),), span)
            return v.Script(Bad(span))
        if isinstance(shape, s.BlockShape):
            return self._keep(read_block(node))
        script = read_type(node) if isinstance(shape, s.TypeShape) else read_value(node)
        self.problems.extend(script.problems)
        return None if script.value is None else v.Script(script.value)

    # ---- lists and maps

    def _either(self, node: YamlNode, shape: s.EitherShape) -> v.Value | None:
        part: s.Shape | None
        match node:
            case YamlScalar():
                part = shape.scalar if node.text.strip() else None
            case YamlList():
                part = shape.list
            case YamlMap():
                part = shape.map
        if part is None and shape.list is None and isinstance(shape.scalar, s.ValueShape):
            return self._script(node, shape.scalar)
        if part is None:
            record = shape.map if isinstance(shape.map, s.RecordShape) else None
            meant = None if record is None else meant_map(node, record)
            self._wrong(node, shape.what, meant)
            if record is not None and meant is not None:
                return self.record(meant, record)
            return None
        return self.read(node, part)

    def _list(self, node: YamlNode, shape: s.ListShape) -> v.Items | None:
        if not isinstance(node, YamlList):
            self._wrong(node, shape.what)
            return None
        items: Sequence[YamlNode] = node.items
        if node.flow:
            quotable = not isinstance(shape.item, s.ValueShape | s.BlockShape | s.TypeShape)
            items = self._keep(find_split_items(node, quotable)) or ()
        read = [self.read(item, shape.item) for item in items]
        values = tuple(value for value in read if value is not None)
        self._check_repeated(values, shape.item)
        return v.Items(values, node.span)

    def _check_repeated(self, values: tuple[v.Value, ...], shape: s.Shape) -> None:
        """Report a name that stands twice in a list of names."""
        if not isinstance(shape, s.NameShape | s.WordShape):
            return
        first: dict[str, Span] = {}
        for value in values:
            if isinstance(value, Identifier):
                if value.text in first:
                    self.problems.append(p.RepeatedName(value.span, first[value.text], value.text))
                first.setdefault(value.text, value.span)

    def _entries_of(
        self, node: YamlMap, is_text: Callable[[str], bool] = lambda _: False
    ) -> Sequence[YamlEntry]:
        return self._keep(find_split_entries(node, is_text)) or () if node.flow else node.entries

    def _entries(self, node: YamlNode, shape: s.EntriesShape) -> v.Entries | None:
        if not isinstance(node, YamlMap):
            self._wrong(node, shape.what)
            return None
        entries: dict[str, v.Entry] = {}
        for item in self._entries_of(node, lambda _: isinstance(shape.value, s.TextShape)):
            entry = self._entry(item, shape)
            if entry.name.text in entries:
                first = entries[entry.name.text].name.span
                name = entry.name
                self.problems.append(p.RepeatedName(name.span, first, name.text))
            entries.setdefault(entry.name.text, entry)
        return v.Entries(tuple(entries.values()), node.span)

    def _entry(self, item: YamlEntry, shape: s.EntriesShape) -> v.Entry:
        signature: Signature | None = None
        name = Identifier(item.key.text, content_span(item.key))
        match shape.key:
            case "signature":
                signature = self._keep(read_signature(item.key))
                name = signature.name if signature is not None else name
            case "name" | "label":
                named = read_name(item.key, shape.key == "name")
                if named.problems and (example := _example_of(shape.value)) and " " in name.text:
                    advice = say(
                        "give it a name, then what it is: `NAME: {example}`", example=example
                    )
                    self.problems.append(p.BadName(name.span, name.text, advice=advice))
                    return v.Entry(name, None, None, item.key.span.to(item.value.span))
                self.problems.extend(named.problems)
        value = self.read(item.value, shape.value)
        return v.Entry(name, signature, value, item.key.span.to(item.value.span))

    def record(self, node: YamlNode, shape: s.RecordShape) -> v.Fields | None:
        """Read a map with known keys."""
        if isinstance(node, YamlScalar) and not node.text and _is_optional(shape):
            return v.Fields({}, {}, node.span)
        if not isinstance(node, YamlMap):
            meant = meant_map(node, shape)
            self._wrong(node, say("a map for {what}", what=shape.what), meant, shape.example)
            return None if meant is None else self.record(meant, shape)
        known = {key.name: key for key in shape.keys}
        written = {entry.key.text for entry in node.entries}
        keys: dict[str, YamlScalar] = {}
        values: dict[str, v.Value | None] = {}
        texts = {key.name for key in shape.keys if isinstance(key.shape, s.TextShape)}
        unknown = 0
        for entry in self._entries_of(node, texts.__contains__):
            name: str | None = entry.key.text
            if name not in known:
                name = meant_key(entry.key.text, shape) if unknown < MOST_GUESSED else None
                unknown += 1
                self._report_unknown(entry.key, shape, name)
                if name is None or name in written or name in keys:
                    continue
            keys[name] = entry.key
            values[name] = self.read(entry.value, known[name].shape)
        self._check_missing(node, shape, keys)
        self._check_one_of(shape, keys)
        return v.Fields(keys, values, node.span)

    def _report_unknown(self, key: YamlScalar, shape: s.RecordShape, meant: str | None) -> None:
        if meant is not None:
            fix = Fix(key.span, meant)
            advice = say("did you mean `{meant}`?", meant=meant)
            self.problems.append(p.UnknownKey(key.span, shape.what, known_fix=fix, advice=advice))
            return
        shown = ", ".join(f"`{known.name}`" for known in shape.keys)
        advice = say("its keys are {keys}", keys=shown)
        if shape.others:
            advice = say("what is for other programs stands under `{others}:`", others=shape.others)
        self.problems.append(p.UnknownKey(key.span, shape.what, advice=advice))

    def _check_missing(
        self, node: YamlMap, shape: s.RecordShape, keys: dict[str, YamlScalar]
    ) -> None:
        """Report missing keys; an unknown one that was most likely meant counts."""
        there = {*keys, *(entry.key.text for entry in node.entries)}
        for key in shape.keys:
            if key.required and key.name not in there:
                span = _first_line(node.span)
                self.problems.append(p.MissingKey(span, shape.what, key.name, key.about))

    def _check_one_of(self, shape: s.RecordShape, keys: dict[str, YamlScalar]) -> None:
        for group in shape.one_of:
            there = [key for name, key in keys.items() if name in group]
            for other in there[1:]:
                self.problems.append(p.OnlyOneOf(other.span, shape.what, there[0].span))


def describe(shape: s.Shape) -> str:
    """Say what a shape asks for."""
    match shape:
        case s.NameShape():
            return "a name"
        case s.NumberShape():
            return "a whole number"
        case s.WordShape(words=words):
            return chained([f"`{word}`" for word in words], "or")
        case s.PhraseShape(what=what) | s.ListShape(what=what) | s.EntriesShape(what=what):
            return what
    return "a value"


def meant_key(text: str, shape: s.RecordShape) -> str | None:
    """Give the key that an unknown one most likely means."""
    return dict(shape.meant).get(text) or nearest(text, _key_names(shape))


def meant_map(node: YamlNode, shape: s.RecordShape) -> YamlMap | None:
    """Make the map that a list, or a text that begins with a key, most likely means."""
    if isinstance(node, YamlList):
        if not shape.for_list or not node.flow or not node.items:
            return None
        parts = {"list": node, "first": node.items[0]}
        entries = [(key, parts[part]) for key, part in shape.for_list]
        return _map_of(node, entries)
    if not isinstance(node, YamlScalar) or node.style != "plain" or "\n" in node.span.text:
        return None
    key, _, value = node.text.partition(" ")
    if key.strip(":=") not in _key_names(shape) or not value or set(value) & set(",{}[]:#"):
        return None
    start = node.span.end - len(value.lstrip())
    rest = Span(node.span.source, start, node.span.end)
    return _map_of(node, [(key.strip(":="), replace(node, text=rest.text, span=rest))])


def _map_of(node: YamlNode, entries: list[tuple[str, YamlNode]]) -> YamlMap:
    keys = (YamlScalar(name, "plain", node.span, True) for name, _ in entries)
    values = (value for _, value in entries)
    made = tuple(YamlEntry(key, value) for key, value in zip(keys, values, strict=True))
    return YamlMap(made, False, node.span)


def _written(map: YamlMap) -> str:
    shown = (f"{entry.key.text}: {entry.value.span.text}" for entry in map.entries)
    return f"{{{', '.join(shown)}}}"


def _key_names(shape: s.RecordShape) -> tuple[str, ...]:
    return tuple(key.name for key in shape.keys)


def _example_of(shape: s.Shape) -> str:
    record = shape.map if isinstance(shape, s.EitherShape) else shape
    return record.example if isinstance(record, s.RecordShape) else ""


def content_span(scalar: YamlScalar) -> Span:
    """Give the place of a scalar's characters, inside its quotes where they are as written."""
    span = scalar.span
    if scalar.style in ("single", "double") and span.text[1:-1] == scalar.text:
        return Span(span.source, span.start + 1, span.end - 1)
    return span


def _is_optional(shape: s.RecordShape) -> bool:
    return not shape.one_of and not any(key.required for key in shape.keys)


def _kind(node: YamlNode) -> str:
    match node:
        case YamlList():
            return "a list"
        case YamlMap():
            return "a map"
    text = " ".join(node.text.split())
    return f"`{text}`" if len(text) <= 30 else "a text"


def _first_line(span: Span) -> Span:
    """Cut a span to its first line."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, max(end, span.start + 1))


def _before(span: Span) -> Span:
    """Give the last visible character before an empty value: its key's `:`."""
    text = span.source.text
    end = len(text[: span.start].rstrip())
    return Span(span.source, max(0, end - 1), end)
