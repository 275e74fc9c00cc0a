"""Merge: a file with all that it extends and uses to the fields of one game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import normpath

from fragma_dsl.semantics.forks import problems as p
from fragma_dsl.semantics.forks.additions import find_unused
from fragma_dsl.semantics.forks.base import drop_unused
from fragma_dsl.semantics.forks.edit import Editor
from fragma_dsl.semantics.forks.merged import (
    MAP_NAMES,
    Layer,
    Merged,
    Path,
    noun,
    write_over,
    written,
)
from fragma_dsl.semantics.forks.pins import pin_scenarios
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.rule_file import RuleFile, read_rule_file
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.loading import Loader, Missing, Wanted
from fragma_dsl.text.problem import Checked, Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

MOST_FILES = 16
_CHANGES = ("set", "override", "remove", "add")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A game as it is played: its fields, where each comes from, names that are gone, and files."""

    file: RuleFile
    fields: v.Fields
    layers: Mapping[Path, tuple[Layer, ...]]
    gone: Mapping[str, Span]
    sources: tuple[Source, ...]


def merge(file: RuleFile, loader: Loader, outside: frozenset[str]) -> Checked[Resolved]:
    """Lay a file over what it extends and uses; None where there is nothing to lay it over.

    `outside` are names that are used although no script of the game names them.
    """
    merger = _Merger(loader)
    merged = merger.resolve(file, ((normpath(file.source.name), None),))
    if merged is None:
        return Checked(None, tuple(merger.problems))
    problems = (*merger.problems, *find_unused(merged, file, outside))
    layers = {path: tuple(found) for path, found in merged.layers.items()}
    resolved = Resolved(file, merged.fields(), layers, merged.gone, tuple(merged.sources))
    return Checked(resolved, problems)


Chain = tuple[tuple[str, Span | None], ...]
"""The names of the files that led here, each with the place that names it."""


@dataclass(slots=True)
class _Merger:
    loader: Loader
    problems: list[Problem] = field(default_factory=list)
    files: dict[str, RuleFile | None] = field(default_factory=dict)

    def resolve(self, file: RuleFile, chain: Chain) -> Merged | None:
        """Lay a file over what it extends and uses."""
        if file.kind == "fork":
            parent = self._parent(file, chain)
            if parent is None:
                return None
            merged, before = _begin(parent, file), parent.fields()
        else:
            merged, before = written(file), None
        self._check_purpose(file)
        self._mix_in(merged, file, chain)
        if file.kind != "library":
            Editor(merged, file, self.problems).apply()
        if before is not None:
            pin_scenarios(merged, before)
        drop_unused(merged)
        merged.name = file.name.text
        return merged

    def _parent(self, file: RuleFile, chain: Chain) -> Merged | None:
        for name in file.phrases("extends"):
            parent = self._open(name, "game", file, chain)
            if parent is not None:
                longer = (*chain, (normpath(parent.source.name), name.span))
                return self.resolve(parent, longer)
        return None

    def _check_purpose(self, file: RuleFile) -> None:
        """Report changes in a game that has nothing to change."""
        if file.kind == "game" and not file.phrases("use"):
            for key in _CHANGES:
                if file.fields.has(key):
                    self.problems.append(p.NothingToChange(file.fields.keys[key].span, key))

    def _open(
        self, name: Identifier, wanted: Wanted, file: RuleFile, chain: Chain
    ) -> RuleFile | None:
        """Read a file that another names; report why it cannot be used."""
        if len(chain) > MOST_FILES:
            self.problems.append(p.TooDeepFork(name.span, MOST_FILES))
            return None
        source = self.loader(name.text, wanted, file.source)
        if isinstance(source, Missing):
            self.problems.append(
                p.NoSuchFile(name.span, name.text, source.why, source.close, source.places)
            )
            return None
        known = [normpath(one) for one, _ in chain]
        if normpath(source.name) in known:
            first = known.index(normpath(source.name)) + 1
            steps = tuple(span for _, span in chain[first:] if span is not None)
            self.problems.append(p.ForkCycle(name.span, name.text, steps))
            return None
        found = self._read(source)
        if found is not None and (found.kind == "library") != (wanted == "library"):
            expected = "a library" if wanted == "library" else "a game"
            is_a = "a library" if found.kind == "library" else "a game"
            self.problems.append(p.WrongFile(name.span, name.text, expected, is_a))
            return None
        return found

    def _read(self, source: Source) -> RuleFile | None:
        """Read a file, once."""
        if source.name not in self.files:
            checked = read_rule_file(source)
            self.problems.extend(checked.problems)
            self.files[source.name] = checked.value
        return self.files[source.name]

    # ---- libraries

    def _mix_in(self, merged: Merged, file: RuleFile, chain: Chain) -> None:
        """Lay libraries over a game; what two of them touch has to be settled by the file."""
        settled = set(_overridden(file))
        seen: dict[Path, Span] = {}
        for library in self._libraries(file, chain):
            if library.source in merged.sources:
                continue
            merged.sources.append(library.source)
            skipped = set()
            for path, span in _touched(library).items():
                if path not in seen:
                    seen[path] = span
                    continue
                skipped.add(path)
                if path not in settled:
                    what = noun(path[0]) if len(path) > 1 else "the key"
                    self.problems.append(p.MixinClash(span, what, path[-1], seen[path]))
            skipped.update(
                path for path in _brought(library) if path in settled and merged.entry(*path)
            )
            Editor(merged, library, self.problems, skipped).apply()

    def _libraries(self, file: RuleFile, chain: Chain) -> list[RuleFile]:
        """List what a file uses, each library behind those that it uses itself."""
        found: list[RuleFile] = []
        for name in file.phrases("use"):
            library = self._open(name, "library", file, chain)
            if library is None:
                continue
            longer = (*chain, (normpath(library.source.name), name.span))
            for one in (*self._libraries(library, longer), library):
                if one not in found:
                    found.append(one)
        return found


def _begin(merged: Merged, file: RuleFile) -> Merged:
    """Give a parent's game the fork's id, title and texts."""
    merged.span = file.fields.span
    merged.sources.append(file.source)
    if "meta" in merged.keys:
        del merged.keys["meta"], merged.values["meta"]
    own = ("edition", "game", "title", "about", "meta", "texts")
    write_over(merged, file, tuple(key for key in own if file.fields.has(key)))
    return merged


def _overridden(file: RuleFile) -> dict[Path, Span]:
    """Give what a file overrides."""
    fields, found = file.find("override"), dict[Path, Span]()
    for key, scalar in fields.keys.items():
        value = fields.values[key]
        if key not in MAP_NAMES:
            found[key,] = scalar.span
        elif isinstance(value, v.Entries):
            found |= {(key, entry.name.text): entry.name.span for entry in value.entries}
    return found


def _brought(library: RuleFile) -> dict[Path, Span]:
    """Give what a library brings."""
    return {
        (key, entry.name.text): entry.name.span
        for key in library.fields.keys
        if key in MAP_NAMES
        for entry in library.entries(key)
    }


def _touched(library: RuleFile) -> dict[Path, Span]:
    """Give everything that a library brings or changes."""
    found = _brought(library)
    found |= {("options", entry.name.text): entry.name.span for entry in library.entries("set")}
    found |= {tuple(one.text.split(".")[:2]): one.span for one in library.phrases("remove")}
    return found | _overridden(library)
