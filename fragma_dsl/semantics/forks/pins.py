"""Pins: scenarios that a fork inherits go on speaking of the options they were written for."""

from dataclasses import replace

from fragma_dsl.semantics.forks.merged import Merged
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.document_players import make_players
from fragma_dsl.syntax.tree import Identifier, Players
from fragma_dsl.syntax.unparse import unparse_expression
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.span import Span


def pin_scenarios(merged: Merged, before: v.Fields) -> None:
    """Give each scenario that a fork leaves alone the options and the number of players that its
    parent has by default, where the fork has others."""
    options = _changed_defaults(merged, before)
    players = _changed_players(merged, before)
    inherited = _entries(before, "scenarios")
    for name, entry in merged.maps.get("scenarios", {}).items():
        if inherited.get(name) is entry and isinstance(entry.value, v.Fields):
            fields = _with_options(entry.value, options)
            if players is not None and not fields.has("players"):
                fields = _with(fields, "players", v.Number(players, fields.span))
            merged.maps["scenarios"][name] = replace(entry, value=fields)


def _entries(fields: v.Fields, key: str) -> dict[str, v.Entry]:
    found = fields.find(key, v.Entries)
    return {entry.name.text: entry for entry in found.entries} if found is not None else {}


def _changed_defaults(merged: Merged, before: v.Fields) -> dict[str, str]:
    """Give the parent's values of options that the fork gives other defaults."""
    old = {name: _default(entry) for name, entry in _entries(before, "options").items()}
    now = {name: _default(entry) for name, entry in merged.maps.get("options", {}).items()}
    return {
        name: value
        for name, value in old.items()
        if value is not None and now.get(name, value) != value
    }


def _default(entry: v.Entry) -> str | None:
    found = entry.value.find("default", v.Script) if isinstance(entry.value, v.Fields) else None
    return None if found is None else unparse_expression(found.node)  # type: ignore[arg-type]


def _changed_players(merged: Merged, before: v.Fields) -> int | None:
    """Give the parent's number of players where the fork has another and allows that one too."""
    old, now = _seats(before), _seats(merged.fields())
    is_pinned = old.default != now.default and old.default in now.allowed
    return old.default if is_pinned else None


def _seats(fields: v.Fields) -> Players:
    span = fields.span
    return make_players(fields, Span(span.source, span.start, span.start), [])


def _with_options(fields: v.Fields, pinned: dict[str, str]) -> v.Fields:
    said = fields.find("options", v.Entries)
    entries = () if said is None else said.entries
    known = {entry.name.text for entry in entries}
    more = tuple(
        v.Entry(Identifier(name, fields.span), None, Identifier(value, fields.span), fields.span)
        for name, value in pinned.items()
        if name not in known
    )
    return _with(fields, "options", v.Entries((*entries, *more), fields.span)) if more else fields


def _with(fields: v.Fields, key: str, value: v.Value) -> v.Fields:
    scalar = fields.keys.get(key) or YamlScalar(key, "plain", fields.span)
    return v.Fields({**fields.keys, key: scalar}, {**fields.values, key: value}, fields.span)
