"""Additions: what a fork adds although nothing uses it."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from fragma_dsl.semantics.forks import problems as p
from fragma_dsl.semantics.forks.merged import Merged, noun
from fragma_dsl.semantics.forks.nodes import names_in
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.rule_file import RuleFile
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.text.nearest import nearest

IDLE_UNUSED = ("options", "enums", "dice", "zones", "state", "functions", "rules")
"""The maps of which an entry does nothing unless something names it."""


def find_unused(
    merged: Merged, file: RuleFile, outside: frozenset[str]
) -> Iterator[p.UnusedAddition]:
    """Find additions of the file that neither it nor the rest of the game names."""
    added = [
        (key, entry)
        for key in IDLE_UNUSED
        for entry in _added(file, key)
        if merged.entry(key, entry.name.text) is not None and entry.name.text not in outside
    ]
    if not added:
        return
    words = {
        (key, entry.name.text): names_in(
            (entry.value, entry.signature and entry.signature.parameters)
        )
        for key, entry in merged.entries()
        if key not in ("texts", "scenarios")
    }
    named = Counter(chain(*words.values(), *map(names_in, merged.values.values())))
    for key, entry in added:
        name = entry.name.text
        own = words[key, name]
        if all(named[one] == (one in own) for one in (name, *_values_of(key, entry))):
            close = nearest(name, [one for one in merged.maps[key] if one != name])
            yield p.UnusedAddition(entry.name.span, noun(key), name, close)


def _added(file: RuleFile, key: str) -> tuple[v.Entry, ...]:
    """Give the entries that a file adds to a map."""
    found = file.find("add").find(key, v.Entries)
    return () if found is None else found.entries


def _values_of(key: str, entry: v.Entry) -> set[str]:
    """Give the values that stand for an enum: whoever names one uses it."""
    items = entry.value.items if isinstance(entry.value, v.Items) and key == "enums" else ()
    return {item.text for item in items if isinstance(item, Identifier)}
