"""Additions: what a fork adds although nothing uses it."""

from collections.abc import Iterator

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
    added = file.find("add")
    for key in IDLE_UNUSED:
        entries = added.find(key, v.Entries)
        for entry in entries.entries if entries is not None else ():
            name = entry.name.text
            if merged.entry(key, name) is None or name in outside:
                continue
            names = {name, *_values_of(key, entry)}
            if not names & _names_elsewhere(merged, key, name):
                others = [one for one in merged.maps[key] if one != name]
                close = nearest(name, others)
                yield p.UnusedAddition(entry.name.span, noun(key), name, close)


def _values_of(key: str, entry: v.Entry) -> set[str]:
    """Give the values that stand for an enum: whoever names one uses it."""
    items = entry.value.items if isinstance(entry.value, v.Items) and key == "enums" else ()
    return {item.text for item in items if isinstance(item, Identifier)}


def _names_elsewhere(merged: Merged, key: str, name: str) -> set[str]:
    found: set[str] = set()
    for value in merged.values.values():
        found |= names_in(value)
    for other, entry in merged.entries():
        if (other, entry.name.text) != (key, name) and other not in ("texts", "scenarios"):
            found |= names_in((entry.value, entry.signature and entry.signature.parameters))
    return found
