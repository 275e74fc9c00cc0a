"""Edit: what one file removes, sets, overrides and adds, carried out on the fields of a game."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from fragma_dsl.semantics.forks import problems as p
from fragma_dsl.semantics.forks.base import BaseBinder
from fragma_dsl.semantics.forks.merged import MAP_NAMES, Merged, Path, noun
from fragma_dsl.semantics.forks.nodes import same
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.problems import MissingKey
from fragma_dsl.syntax.rule_file import RuleFile
from fragma_dsl.syntax.schema import VARIANT
from fragma_dsl.syntax.schema_forks import SHARED
from fragma_dsl.syntax.shape import EitherShape, EntriesShape, RecordShape, Shape
from fragma_dsl.syntax.tree import Identifier, Parameter
from fragma_dsl.syntax.unparse import unparse_signature, unparse_type
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

SHAPES: Mapping[str, Shape] = {key.name: key.shape for key in SHARED}
_REQUIRED = {key.name for key in VARIANT.keys if key.required}


@dataclass(slots=True)
class Editor:
    """Carries out the changes of a file; `skipped` are entries that another file has settled."""

    merged: Merged
    file: RuleFile
    problems: list[Problem]
    skipped: Collection[Path] = ()

    def apply(self) -> None:
        """Remove, waive, set, override and add, in this order."""
        for path in self.file.phrases("remove"):
            self._remove(path)
        for entry in self.file.entries("waive"):
            self._waive(entry)
        for entry in self.file.entries("set"):
            self._set(entry)
        self._override()
        if self.file.kind == "library":
            self._add(self.file.fields, "mixed in")
        self._add(self.file.find("add"), "added")

    def _verb(self, verb: str) -> str:
        return f"{verb} in a library" if self.file.kind == "library" else verb

    # ---- remove and waive

    def _remove(self, written: Identifier) -> None:
        path = tuple(part.strip() for part in written.text.split("."))
        if path[:2] in self.skipped or not self._is_there(path, written.span):
            return
        if path[0] in _REQUIRED and len(path) == 1:
            about = next(key.about for key in VARIANT.keys if key.name == path[0])
            self.problems.append(MissingKey(written.span, "the game", path[0], about))
            return
        record = _record(SHAPES[path[0]]) if len(path) == 3 else None
        if record and any(key.required and key.name == path[2] for key in record.keys):
            about = next(key.about for key in record.keys if key.name == path[2])
            self.problems.append(MissingKey(written.span, record.what, path[2], about))
            return
        self.merged.note(path, self._verb("removed"), self.file, written.span)
        self.merged.drop(path, written.span)

    def _is_there(self, path: Path, span: Span) -> bool:
        """Say whether there is something to remove; report it where there is not."""
        key, *rest = path
        home = f"`{self.merged.name}`"
        if key not in SHAPES:
            close = nearest(key, self.merged.keys)
            self.problems.append(p.NotInParent(span, "key", key, home, close))
        elif not rest and key not in self.merged.keys:
            self._report_missing_key(key, span)
        elif (rest and key not in MAP_NAMES) or len(rest) > 2:
            advice = "a path is `KEY`, `KEY.NAME` or `KEY.NAME.KEY`"
            last = path[-1]
            self.problems.append(p.NotInParent(span, "part", last, home, None, advice))
        elif rest and self.merged.entry(key, rest[0]) is None:
            self._report_missing_entry(key, rest[0], span)
        elif len(rest) == 2:
            return self._has_part(key, rest[0], rest[1], span)
        else:
            return True
        return False

    def _has_part(self, key: str, name: str, sub: str, span: Span) -> bool:
        entry = self.merged.entry(key, name)
        assert entry is not None
        known = entry.value.keys if isinstance(entry.value, v.Fields) else {}
        if sub not in known:
            close = nearest(sub, known)
            self.problems.append(p.NotInParent(span, "key", sub, f"`{name}`", close))
        return sub in known

    def _waive(self, entry: v.Entry) -> None:
        """Take out an invariant; its reason stays in the file of the fork."""
        name = entry.name.text
        if self.merged.entry("invariants", name) is None:
            self._report_missing_entry("invariants", name, entry.name.span)
            return
        path = ("invariants", name)
        self.merged.note(path, "waived", self.file, entry.span)
        self.merged.drop(path, entry.name.span)

    def _report_missing_key(self, key: str, span: Span) -> None:
        removed = self.merged.removed.get((key,))
        advice = (
            None if removed else say("write `{key}` under `add` to make it the game's", key=key)
        )
        home = f"`{self.merged.name}`"
        self.problems.append(p.NotInParent(span, "key", key, home, None, advice, removed))

    def _report_missing_entry(self, key: str, name: str, span: Span) -> None:
        shown = [one for one in self.merged.maps.get(key, {}) if not self._is_hidden(key, one)]
        close = nearest(name, shown)
        other = next((k for k, names in self.merged.maps.items() if name in names), None)
        removed = self.merged.removed.get((key, name))
        advice = None
        if other is not None and removed is None:
            close, advice = (
                None,
                say("it is a {what}: write it under `{key}`", what=noun(other), key=other),
            )
        home = f"`{self.merged.name}`"
        self.problems.append(
            p.NotInParent(span, noun(key), name, home, None if removed else close, advice, removed)
        )

    def _is_hidden(self, key: str, name: str) -> bool:
        return (key, name) in self.merged.hidden

    # ---- set

    def _set(self, entry: v.Entry) -> None:
        name = entry.name.text
        if ("options", name) in self.skipped:
            return
        old = self.merged.entry("options", name)
        if old is None:
            self._report_missing_entry("options", name, entry.name.span)
            return
        if not isinstance(old.value, v.Fields) or entry.value is None:
            return
        scalar = YamlScalar("default", "plain", entry.name.span)
        fields = v.Fields({"default": scalar}, {"default": entry.value}, entry.span)
        new = v.Entry(old.name, None, fields, entry.span)
        self.merged.maps["options"][name] = self._join("options", old, new, "set")

    # ---- override

    def _override(self) -> None:
        fields = self.file.find("override")
        for key, scalar in fields.keys.items():
            value = fields.values[key]
            if key not in MAP_NAMES:
                self._override_value(key, scalar, value)
            elif isinstance(value, v.Entries):
                for entry in value.entries:
                    self._override_entry(key, entry)

    def _override_value(self, key: str, scalar: YamlScalar, value: v.Value | None) -> None:
        if (key,) in self.skipped:
            return
        if key not in self.merged.keys:
            self._report_missing_key(key, scalar.span)
            return
        old = self.merged.values[key]
        if value is None:
            return
        if same(old, value):
            first = self.merged.keys[key].span
            self.problems.append(p.SameAsParent(scalar.span, key, first))
        binder = BaseBinder(self.merged, self.file, self.problems)
        value = binder.bind_value(key, old, value)
        self.merged.put_value(key, scalar, value, self._verb("overridden"), self.file)

    def _override_entry(self, key: str, new: v.Entry) -> None:
        name = new.name.text
        if (key, name) in self.skipped:
            return
        old = self.merged.entry(key, name)
        if old is None:
            self._report_missing_entry(key, name, new.name.span)
            return
        if new.value is None or not self._keeps_signature(old, new):
            return
        binder = BaseBinder(self.merged, self.file, self.problems)
        bound = replace(new, value=binder.bind_entry(key, old, new))
        self.merged.maps[key][name] = self._join(key, old, bound, "overridden")

    def _keeps_signature(self, old: v.Entry, new: v.Entry) -> bool:
        if old.signature is None or new.signature is None:
            return True
        before, after = old.signature.parameters, new.signature.parameters
        if _types(before) == _types(after):
            return True
        wanted = unparse_signature(old.name, before)
        span = new.name.span
        text = span.source.text
        end = text.find(")", span.end)
        whole = Span(span.source, span.start, end + 1 if end >= 0 else span.end)
        self.problems.append(p.ChangedSignature(whole, new.name.text, wanted, old.name.span))
        return False

    def _join(self, key: str, old: v.Entry, new: v.Entry, verb: str) -> v.Entry:
        """Put what a new entry says over an old one: key by key where both are records."""
        path = (key, old.name.text)
        self.merged.note(path, self._verb(verb), self.file, new.span)
        if not (isinstance(old.value, v.Fields) and isinstance(new.value, v.Fields)):
            if same(old.value, new.value):
                first = old.name.span
                self.problems.append(p.SameAsParent(new.name.span, new.name.text, first))
            self._require_keys(key, new, new.value)
            return new
        self.merged.note_fields(path, new.value, self._verb(verb), self.file)
        self._warn_of_same(old.value, new.value)
        record = _record(SHAPES[key])
        rivals = [
            group for group in (record.one_of if record else ()) if set(group) & set(new.value.keys)
        ]
        gone = {one for group in rivals for one in group}
        keys = {one: scalar for one, scalar in old.value.keys.items() if one not in gone}
        values = {one: value for one, value in old.value.values.items() if one not in gone}
        said = {one: value for one, value in new.value.values.items() if value is not None}
        keys |= {one: new.value.keys[one] for one in said}
        fields = v.Fields(keys, values | said, new.value.span)
        return v.Entry(new.name, new.signature, fields, new.span)

    def _warn_of_same(self, old: v.Fields, new: v.Fields) -> None:
        for sub, scalar in new.keys.items():
            value = new.values[sub]
            if value is not None and sub in old.values and same(old.values[sub], value):
                name = scalar.span.text
                self.problems.append(p.SameAsParent(scalar.span, name, old.keys[sub].span))

    def _require_keys(self, key: str, new: v.Entry, value: v.Value | None) -> None:
        """Report what an override lacks that takes the place of no map."""
        record = _record(SHAPES[key])
        if record is None or not isinstance(value, v.Fields):
            return
        for one in record.keys:
            if one.required and one.name not in value.keys:
                self.problems.append(MissingKey(new.name.span, record.what, one.name, one.about))

    # ---- add

    def _add(self, fields: v.Fields, verb: str) -> None:
        binder = BaseBinder(self.merged, self.file, self.problems)
        for key, scalar in fields.keys.items():
            if key not in SHAPES:
                continue
            value = fields.values[key]
            if key in MAP_NAMES:
                for entry in value.entries if isinstance(value, v.Entries) else ():
                    unbound = replace(entry, value=binder.refuse(entry.value))
                    self._add_entry(key, unbound, verb)
            elif key in self.merged.keys:
                first = self.merged.keys[key].span
                self.problems.append(p.InParent(scalar.span, "the key", key, first))
            else:
                self.merged.put_value(key, scalar, binder.refuse(value), verb, self.file)

    def _add_entry(self, key: str, entry: v.Entry, verb: str) -> None:
        path = (key, entry.name.text)
        if path in self.skipped:
            return
        old = self.merged.entry(*path)
        if old is not None:
            what = f"the {noun(key)}"
            self.problems.append(p.InParent(entry.name.span, what, entry.name.text, old.name.span))
            return
        self.merged.put_entry(key, entry, verb, self.file)


def _record(shape: Shape) -> RecordShape | None:
    """Give the shape of the records that a map may hold."""
    value = shape.value if isinstance(shape, EntriesShape) else shape
    if isinstance(value, EitherShape):
        value = value.map or value
    return value if isinstance(value, RecordShape) else None


def _types(parameters: tuple[Parameter, ...]) -> list[str]:
    return [unparse_type(one.type) for one in parameters]
