"""Endings: a game in, the results that never come and the decisions that may have none out."""

from collections.abc import Iterator

from fragma_dsl.checking.analysis.estimate import Estimator, key_of
from fragma_dsl.checking.analysis.flow import is_literal
from fragma_dsl.checking.analysis.learn import statements
from fragma_dsl.checking.analysis.problems import MayBeEmpty, NeverEnds, NeverWins
from fragma_dsl.checking.analysis.ranges import between, truth
from fragma_dsl.checking.analysis.reads import walk_model
from fragma_dsl.semantics import model
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span


def reached_bodies(game: model.Game) -> tuple[model.Block, ...]:
    """Give the flow and the rules that it calls, one by way of another."""
    found: dict[str, model.Block] = {"": game.flow}
    pending = [game.flow]
    while pending:
        for statement in statements(pending.pop()):
            if isinstance(statement, model.CallRule) and statement.rule not in found:
                found[statement.rule] = game.rules[statement.rule].body
                pending.append(found[statement.rule])
    return tuple(found.values())


def find_in_endings(known: Estimator, players: Span) -> Iterator[Problem]:
    """Look for endings that never come and players who never win."""
    game = known.game
    run = [one for body in reached_bodies(game) for one in statements(body)]
    is_asked = any(isinstance(one, model.CheckEnd) for one in run)
    conclusions = [one for one in run if isinstance(one, model.Conclude)]
    for name, end in game.ends.items():
        if not is_asked or (truth(known.estimate(end.when)) is False and not is_literal(end.when)):
            yield NeverEnds(end.span, name)
        else:
            conclusions.append(end.result)
    if len(game.players) > 1 and any(one.kind != "draw" for one in conclusions):
        for seat, player in enumerate(game.players):
            if not any(may_win(known, one, seat) for one in conclusions):
                yield NeverWins(players, player)


def may_win(known: Estimator, conclusion: model.Conclude, seat: int) -> bool:
    """Whether a player may come out best by a conclusion."""
    if conclusion.kind in ("rank", "pay"):
        return True
    if conclusion.kind == "draw":
        return False
    narrowed = {
        key_of(one): between(seat, seat)
        for one in walk_model(conclusion.value)
        if isinstance(one, model.LocalRef) and one.local is conclusion.local
    }
    held = truth(known.estimate(conclusion.value, narrowed))
    return held is not (conclusion.kind == "lose")


# ---- decisions


def find_empty_decisions(known: Estimator) -> Iterator[Problem]:
    """Look for decisions that nothing keeps from having no legal action."""
    asked = asked_in_conditions(known.game)
    bodies = (known.game.flow, *(rule.body for rule in known.game.rules.values()))
    for body in bodies:
        for statement in statements(body):
            if isinstance(statement, model.Choose) and statement.otherwise is None:
                options = statement.options
                is_open = any(is_always_legal(known, one) for one in options)
                if not is_open and not any(
                    asked & asked_in_option(known.game, one) for one in options
                ):
                    yield MayBeEmpty(first_line(statement.span), sure="likely")


def is_always_legal(known: Estimator, option: model.Option) -> bool:
    """Whether an option has an action in every position."""
    if option.where is not None and truth(known.estimate(option.where)) is not True:
        return False
    return all(known.group(one.source).least > 0 for one in option.generators)


def asked_in_conditions(game: model.Game) -> frozenset[str]:
    """Give what the rules ask outside of options: in branches, loops, endings and functions."""
    found: set[str] = set()
    for end in game.ends.values():
        found |= questions(end.when)
    for function in game.functions.values():
        for statement in statements(function.body):
            if isinstance(statement, model.Return | model.If | model.While):
                found |= questions(statement)
    for rule in (game.flow, *(one.body for one in game.rules.values())):
        for statement in statements(rule):
            if isinstance(statement, model.If | model.While):
                found |= questions(statement.test)
    return frozenset(found - {"mover", "playing", "goes_again", "phase", "next", "phase_over"})


def asked_in_option(game: model.Game, option: model.Option) -> frozenset[str]:
    """Give what an option asks before it is legal, through the functions that it calls."""
    found: set[str] = set()
    pending: list[object] = [*(one.source for one in option.generators), option.where]
    while pending:
        names = questions(pending.pop()) - found
        found |= names
        pending += [game.functions[name].body for name in names if name in game.functions]
    return frozenset(found)


def questions(root: object) -> set[str]:
    """Give the names of variables, builtins and functions in an expression."""
    found: set[str] = set()
    for node in walk_model(root):
        match node:
            case model.StateRef(name) | model.FunctionCall(name):
                found.add(name)
            case model.BuiltinCall(builtin):
                found.add(builtin.name)
            case model.ZoneAt(zone):
                found.add(zone)
            case _:
                pass
    return found


def first_line(span: Span) -> Span:
    """Cut a span to its first line."""
    return Span(span.source, span.start, span.start + len(span.text.split("\n")[0].rstrip()))
