"""Hidden: decisions that depend on what their decider does not see, and secrets that are told."""

from collections.abc import Iterator, Mapping

from fragma_dsl.checking.analysis.estimate import key_of
from fragma_dsl.checking.analysis.learn import bodies, statements
from fragma_dsl.checking.analysis.problems import DeciderBlind, SecretTold
from fragma_dsl.checking.analysis.reads import walk_model
from fragma_dsl.library.types import Player
from fragma_dsl.play.layout import Visibility
from fragma_dsl.semantics import model
from fragma_dsl.text.problem import Certainty, Problem
from fragma_dsl.text.span import Span

COUNTS = frozenset(("count", "empty"))
"""Builtins that tell of a hidden place only what everybody sees."""

Arguments = Mapping[model.Local, model.Expr]


def find_hidden(game: model.Game) -> Iterator[Problem]:
    """Look through all decisions."""
    shown = shown_things(game)
    for body in bodies(game):
        for statement in statements(body):
            if isinstance(statement, model.Choose):
                yield from find_blind(game, statement, shown)
                if statement.secret:
                    yield from find_told(game, statement)


def shown_things(game: model.Game) -> frozenset[str]:
    """Give the zones and variables that some statement reveals."""
    return frozenset(
        one.what.zone if isinstance(one.what, model.ZoneAt) else one.what.name
        for body in bodies(game)
        for one in statements(body)
        if isinstance(one, model.Show) and one.shown
    )


def find_blind(game: model.Game, choose: model.Choose, shown: frozenset[str]) -> Iterator[Problem]:
    """Look for what the options of a decision ask that its decider may not see."""
    found: dict[tuple[str, Span], Certainty] = {}
    for option in choose.options:
        parts = (*(one.source for one in option.generators), option.where, option.best)
        for part in parts:
            for name, span, sure in hidden_reads(game, part, choose.decider, {}):
                if name not in shown:
                    found.setdefault((name, span), sure)
    for (name, span), sure in found.items():
        yield DeciderBlind(span, name, sure=sure)


def hidden_reads(
    game: model.Game, root: object, decider: model.Expr, arguments: Arguments
) -> Iterator[tuple[str, Span, Certainty]]:
    """Run through what an expression reads that the decider may not see; what functions read counts
    at their call."""
    for node in walk_model(root):
        match node:
            case model.StateRef(name, indices, _, span):
                variable = game.variables[name]
                owned = bool(variable.per) and isinstance(variable.per[0], Player)
                owner = indices[0] if owned and indices else None
                sure = unseen(variable.visible, owner, decider, arguments)
                if sure is not None:
                    yield name, span, sure
            case model.BuiltinCall(builtin, parts):
                if builtin.name in COUNTS and len(parts) == 1:
                    continue
                for part in parts:
                    if isinstance(part, model.ZoneAt):
                        zone = game.zones[part.zone]
                        sure = unseen(zone.visible, part.owner, decider, arguments)
                        if sure is not None:
                            yield part.zone, part.span, sure
            case model.FunctionCall(name, parts, _, span):
                function = game.functions[name]
                passed = {
                    parameter: resolved(part, arguments)
                    for parameter, part in zip(function.parameters, parts, strict=True)
                }
                for thing, _, sure in hidden_reads(game, function.body, decider, passed):
                    yield thing, span, sure
            case _:
                pass


def resolved(expr: model.Expr, arguments: Arguments) -> model.Expr:
    """Give what a parameter was called with."""
    return arguments.get(expr.local, expr) if isinstance(expr, model.LocalRef) else expr


def unseen(
    visible: Visibility, owner: model.Expr | None, decider: model.Expr, arguments: Arguments
) -> Certainty | None:
    """Say how sure it is that a decider does not see something; None where nothing speaks for
    it."""
    if visible == "none":
        return "proved"
    if visible in ("all", "team") or owner is None:
        return None
    owner = resolved(owner, arguments)
    if key_of(owner) == key_of(decider):
        return None
    if isinstance(owner, model.Known) and isinstance(decider, model.Known):
        return "proved"
    return "likely"


def find_told(game: model.Game, choose: model.Choose) -> Iterator[Problem]:
    """Look for what is picked in secret and put at once where everybody sees it."""
    for option in choose.options:
        picked = {one.local for one in option.generators}
        for statement in statements(option.body):
            match statement:
                case model.SetState(name, _, value, span):
                    if game.variables[name].visible == "all" and uses(value, picked):
                        yield SecretTold(span, name, sure="likely")
                case model.MovePiece(_, piece, _, model.ZoneAt(zone), _, span):
                    if game.zones[zone].visible == "all" and uses(piece, picked):
                        yield SecretTold(span, zone, sure="likely")
                case _:
                    pass


def uses(root: object, picked: set[model.Local]) -> bool:
    """Whether an expression looks at a local."""
    found = (node.local for node in walk_model(root) if isinstance(node, model.LocalRef))
    return not picked.isdisjoint(found)
