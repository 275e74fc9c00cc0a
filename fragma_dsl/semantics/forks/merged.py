"""Merged: the fields of a game while files are laid over one another, and where each comes from."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.rule_file import RuleFile
from fragma_dsl.syntax.schema_forks import MAPS
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

Path = tuple[str, ...]
"""`("turn",)`, `("rules", "duel")` or `("options", "size", "default")`."""

MAP_NAMES = frozenset(key.name for key in MAPS)
_NOUNS = {"dice": "die", "state": "variable", "end": "ending"}


def noun(key: str) -> str:
    """Say what an entry of a map is: `rule` for `rules`."""
    return _NOUNS.get(key, key.removesuffix("s"))


@dataclass(frozen=True, slots=True)
class Layer:
    """What a file has done to a value, and where: `written`, `overridden`, `set`, `added`, ..."""

    verb: str
    file: str
    span: Span


def value_span(value: v.Value | None, default: Span) -> Span:
    """Give the place of a value."""
    if isinstance(value, v.Script):
        return value.node.span
    return default if value is None else value.span


@dataclass(slots=True)
class Merged:
    """Values by key; those that are maps of named entries are kept as such."""

    name: str
    span: Span
    keys: dict[str, YamlScalar] = field(default_factory=dict)
    values: dict[str, v.Value | None] = field(default_factory=dict)
    maps: dict[str, dict[str, v.Entry]] = field(default_factory=dict)
    layers: dict[Path, list[Layer]] = field(default_factory=dict)
    removed: dict[Path, Span] = field(default_factory=dict)
    gone: dict[str, Span] = field(default_factory=dict)  # names that removals have taken away
    hidden: set[Path] = field(default_factory=set)
    sources: list[Source] = field(default_factory=list)

    def fields(self) -> v.Fields:
        """Give everything as the fields of one file."""
        values = dict(self.values)
        for key, entries in self.maps.items():
            values[key] = v.Entries(tuple(entries.values()), self.keys[key].span)
        return v.Fields(dict(self.keys), values, self.span)

    def note(self, path: Path, verb: str, file: RuleFile, span: Span) -> None:
        """Note what a file has done."""
        self.layers.setdefault(path, []).append(Layer(verb, file.name.text, span))

    def entry(self, key: str, name: str) -> v.Entry | None:
        """Find an entry of a map."""
        return self.maps.get(key, {}).get(name)

    def entries(self) -> Iterator[tuple[str, v.Entry]]:
        """Run through the entries of all maps with their keys."""
        for key, entries in self.maps.items():
            yield from ((key, entry) for entry in entries.values())

    def put_entry(self, key: str, entry: v.Entry, verb: str, file: RuleFile) -> None:
        """Put an entry in its place, or behind the others."""
        name = entry.name.text
        self.open_map(key, entry.name.span)
        self.maps[key][name] = entry
        self.note((key, name), verb, file, entry.span)
        if isinstance(entry.value, v.Fields):
            self.note_fields((key, name), entry.value, verb, file)

    def note_fields(self, path: Path, fields: v.Fields, verb: str, file: RuleFile) -> None:
        """Note what a file says of the keys of an entry."""
        for sub, scalar in fields.keys.items():
            span = scalar.span.to(value_span(fields.values[sub], scalar.span))
            self.note((*path, sub), verb, file, span)

    def open_map(self, key: str, span: Span) -> None:
        """Make a map where there is none."""
        if key not in self.maps:
            self.keys.setdefault(key, YamlScalar(key, "plain", span))
            self.maps[key] = {}

    def put_value(
        self, key: str, scalar: YamlScalar, value: v.Value | None, verb: str, file: RuleFile
    ) -> None:
        """Put a value that is no map of entries."""
        self.keys[key], self.values[key] = scalar, value
        span = scalar.span.to(value_span(value, scalar.span))
        self.note((key,), verb, file, span)

    def drop(self, path: Path, span: Span) -> None:
        """Take out a key, an entry or a key of an entry that is there."""
        self.removed[path] = span
        match path:
            case (key,):
                for name in list(self.maps.get(key, {})):
                    self.drop((key, name), span)
                self.maps.pop(key, None)
                self.values.pop(key, None)
                del self.keys[key]
            case (key, name):
                entry = self.maps[key].pop(name)
                self.gone |= dict.fromkeys((name, *_names_made(entry.value)), span)
            case (key, name, sub):
                entry = self.maps[key][name]
                assert isinstance(entry.value, v.Fields)
                keys = {one: scalar for one, scalar in entry.value.keys.items() if one != sub}
                values = {one: value for one, value in entry.value.values.items() if one != sub}
                fields = replace(entry.value, keys=keys, values=values)
                self.maps[key][name] = replace(entry, value=fields)


def _names_made(value: v.Value | None) -> Iterator[str]:
    """Give the names that an entry makes besides its own: values, faces, layers."""
    match value:
        case Identifier(text=text):
            yield text
        case v.Items(items=items):
            for item in items:
                yield from _names_made(item)
        case v.Entries(entries=entries):
            yield from (entry.name.text for entry in entries)
        case v.Fields(values=values):
            for part in values.values():
                yield from _names_made(part)


def written(file: RuleFile) -> Merged:
    """Give a file's own keys as they are written."""
    merged = Merged(file.name.text, file.fields.span, sources=[file.source])
    write_over(merged, file, tuple(file.fields.keys))
    return merged


def write_over(merged: Merged, file: RuleFile, keys: tuple[str, ...]) -> None:
    """Lay some of a file's own keys over what is there, without a question."""
    for key in keys:
        scalar, value = file.fields.keys[key], file.fields.values[key]
        if key not in MAP_NAMES:
            merged.put_value(key, scalar, value, "written", file)
            continue
        merged.open_map(key, scalar.span)
        for entry in value.entries if isinstance(value, v.Entries) else ():
            merged.put_entry(key, entry, "written", file)
