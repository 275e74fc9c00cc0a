"""Compare: two games to what differs between them, entry by entry, in the language's own words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fragma_dsl.semantics.forks.merged import MAP_NAMES, Path
from fragma_dsl.semantics.forks.nodes import same
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.schema import VARIANT
from fragma_dsl.syntax.unparse import unparse_signature
from fragma_dsl.syntax.write import write_value


@dataclass(frozen=True, slots=True)
class Difference:
    """A part that one of two games has, or that they have in different ways; texts as written."""

    path: Path
    before: str | None
    after: str | None
    kept: Path | None = None  # what the first game has of the same text under another name


def compare(one: v.Fields, other: v.Fields) -> Iterator[Difference]:
    """Run through the differences of two games, in the order of the keys of a file.

    Scenarios count as equal where they are played with the same options.
    """
    for key in VARIANT.keys:
        if key.name == "scenarios":
            yield from _compare_scenarios(one, other)
        elif key.name in ("functions", "rules"):
            before, after = _entries(one, key.name), _entries(other, key.name)
            for difference in _compare_maps(key.name, before, after):
                yield _with_kept(difference, one, after)
        elif key.name in MAP_NAMES:
            yield from _compare_maps(key.name, _entries(one, key.name), _entries(other, key.name))
        elif key.name != "meta":
            yield from _compare_values((key.name,), _value(one, key.name), _value(other, key.name))


def _value(fields: v.Fields, key: str) -> v.Value | None:
    return fields.values.get(key)


def _entries(fields: v.Fields, key: str) -> dict[str, v.Entry]:
    found = fields.find(key, v.Entries)
    return {} if found is None else {_key(entry): entry for entry in found.entries}


def _key(entry: v.Entry) -> str:
    """Give the key of an entry as it is written."""
    if entry.signature is None:
        return entry.name.text
    return unparse_signature(entry.name, entry.signature.parameters)


def _compare_scenarios(one: v.Fields, other: v.Fields) -> Iterator[Difference]:
    """Leave out options that scenarios say in one game and have by default in the other."""
    before, after = _defaults(one), _defaults(other)
    scenarios = _entries(one, "scenarios"), _entries(other, "scenarios")
    for difference in _compare_maps("scenarios", *scenarios):
        name, *sub = difference.path[1:]
        old, new = (found.get(name) for found in scenarios)
        if sub == ["options"] and old is not None and new is not None:
            said, now = before | _options(old), after | _options(new)
            if all(said[option] == now[option] for option in said.keys() & now.keys()):
                continue
        yield difference


def _defaults(fields: v.Fields) -> dict[str, str]:
    return {
        name: write_value(entry.value.values.get("default"))
        for name, entry in _entries(fields, "options").items()
        if isinstance(entry.value, v.Fields)
    }


def _options(scenario: v.Entry) -> dict[str, str]:
    found = _entries(scenario.value, "options") if isinstance(scenario.value, v.Fields) else {}
    return {name: write_value(entry.value) for name, entry in found.items()}


def _with_kept(difference: Difference, one: v.Fields, after: dict[str, v.Entry]) -> Difference:
    """Say of a new rule or function that it is an old one under another name."""
    key, name, *_ = difference.path
    if difference.before is not None or name not in after:
        return difference
    for old_name, entry in _entries(one, key).items():
        if same(entry.value, after[name].value):
            return replace(difference, kept=(key, old_name))
    for script in ("setup", "turn", "flow"):
        if key == "rules" and same(one.values.get(script), after[name].value):
            return replace(difference, kept=(script,))
    return difference


def _compare_maps(
    key: str, one: dict[str, v.Entry], other: dict[str, v.Entry]
) -> Iterator[Difference]:
    for name in (*one, *(name for name in other if name not in one)):
        before, after = one.get(name), other.get(name)
        old = None if before is None else before.value
        new = None if after is None else after.value
        if isinstance(old, v.Fields) and isinstance(new, v.Fields):
            for sub in (*old.keys, *(sub for sub in new.keys if sub not in old.keys)):
                path = (key, name, sub)
                yield from _compare_values(path, old.values.get(sub), new.values.get(sub))
        else:
            yield from _compare_values((key, name), old, new)


def _compare_values(
    path: Path, before: v.Value | None, after: v.Value | None
) -> Iterator[Difference]:
    if not same(before, after):
        yield Difference(path, _text(before), _text(after))


def _text(value: v.Value | None) -> str | None:
    return None if value is None else write_value(value)
