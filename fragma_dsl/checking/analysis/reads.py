"""Reads: what expressions look at and what statements change, by the names of variables and locals
and one word for all that lies on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Final

from fragma_dsl.semantics import model
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

TABLE: Final = "the table"
STATIC = frozenset(("edge", "corners", "row", "column", "layer", "next", "prev", "others", "team",
                    "members", "abs", "min", "max", "distance", "neighbors", "step", "ray", "first",
                    "only"))  # fmt: skip
"""Builtins that look at nothing that changes."""


def walk_model(root: object) -> Iterator[object]:
    """Run through a node of the model and all below it, but not into declarations of locals."""
    pending = [root]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            pending.extend(reversed(one))
        elif isinstance(one, Mapping):
            pending.extend(one.values())
        elif isinstance(one, model.Local):
            continue
        elif is_dataclass(one) and not isinstance(one, type | Span | Source):
            yield one
            if one.__class__.__module__ == model.__name__:
                names = (field.name for field in fields(one) if field.name not in ("type", "span"))
                pending.extend(getattr(one, name) for name in names)


@dataclass(frozen=True, slots=True)
class Changes:
    """What a block changes, and whether it decides, rolls or may end the game or a function."""

    things: frozenset[object]
    stops: bool


def reads_of(game: model.Game, root: object) -> frozenset[object]:
    """Say what an expression looks at, through the functions that it calls."""
    found: set[object] = set()
    seen: set[str] = set()
    pending = [root]
    while pending:
        for node in walk_model(pending.pop()):
            match node:
                case model.LocalRef(local):
                    found.add(local)
                case model.StateRef(name):
                    found.add(name)
                case model.BuiltinCall(builtin):
                    if not builtin.static and builtin.name not in STATIC:
                        found.add(TABLE)
                case model.FunctionCall(name) if name not in seen:
                    seen.add(name)
                    pending.append(game.functions[name].body)
                case model.After(rule):
                    found.add(TABLE)
                    if f"rule {rule}" not in seen:
                        seen.add(f"rule {rule}")
                        pending.append(game.rules[rule].body)
                case _:
                    pass
    return frozenset(found)


def changes_of_block(game: model.Game, block: model.Block) -> Changes:
    """Say what a block changes, through the rules that it calls."""
    found: set[object] = set()
    seen: set[str] = set()
    pending: list[object] = [block]
    stops = False
    while pending:
        for node in walk_model(pending.pop()):
            match node:
                case model.SetLocal(local):
                    found.add(local)
                case model.SetState(name):
                    found.add(name)
                case model.For(generator):
                    found.add(generator.local)
                case model.Draw(local):
                    found |= {local, TABLE}
                    stops = True
                case model.MovePiece() | model.Clear() | model.Shuffle() | model.Show():
                    found.add(TABLE)
                case model.Choose() | model.Roll() | model.Conclude() | model.Return():
                    stops = True
                case model.CheckEnd():
                    stops = True
                case model.CallRule(name) if name not in seen:
                    seen.add(name)
                    pending.append(game.rules[name].body)
                case _:
                    pass
    return Changes(frozenset(found), stops)
