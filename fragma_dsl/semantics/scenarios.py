"""Scenarios: the texts in them that can be checked before they run: options, values, names of
actions."""

from collections.abc import Iterator, Mapping

from fragma_dsl.play.fault import FAULTS
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.checker import Checker
from fragma_dsl.semantics.declarations import option_values
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.said import say

RESULTS: Mapping[str, str] = {
    "win": "win PLAYER",
    "lose": "lose PLAYER",
    "rank": "rank PLAYER by NUMBER",
    "pay": "pay PLAYER by NUMBER",
}
"""The statements that end a game and need more than their word."""


def check_scenario_texts(
    c: Checker,
    variant: tree.Variant,
    options: Mapping[str, model.GameOption],
    flow: model.Block,
) -> None:
    """Report options, values, actions and faults that no game of this file can have."""
    actions = set(_action_names(c, flow))
    things = {*c.cards, *(name for name, piece in variant.pieces.items() if not piece.owned)}
    faces = {face for die in c.dice.values() for face in die.faces}
    kinds = {"action": (actions, "option"), "roll": (faces, "face"), "draw": (things, "card")}
    for scenario in variant.scenarios.values():
        for name, value in scenario.options.items():
            if name not in options:
                close = nearest(name, options)
                c.report(problems.UnknownName(value.span, name, "option", close))
            elif value.text not in options[name].values:
                close = nearest(value.text, options[name].values)
                shown = option_values(variant.options[name], options[name].values)
                c.report(problems.UnknownValue(value.span, name, value.text, shown, close))
        if scenario.players is not None:
            _check_players(c, variant.players, scenario)
        texts = (*scenario.play, *scenario.legal, *scenario.illegal, *(scenario.only or ()))
        for text in texts:
            known, what = kinds[text.kind]
            if text.name not in known:
                close = nearest(text.name, known)
                c.report(problems.UnknownName(text.span, text.name, what, close))
        if scenario.result is not None and scenario_seats(variant, scenario) == len(c.players):
            _check_result(c, scenario.result, variant.end)
        fault = scenario.fault
        if fault is not None and fault.text not in FAULTS:
            close = nearest(fault.text, FAULTS)
            c.report(problems.UnknownName(fault.span, fault.text, "fault", close))


def scenario_seats(variant: tree.Variant, scenario: tree.ScenarioDecl) -> int:
    """Give the number of players that a scenario is for."""
    return scenario.players or variant.players.default


def _check_result(c: Checker, result: tree.Statement, ends: Mapping[str, tree.EndDecl]) -> None:
    match result:
        case tree.Bad() | tree.Tie() | tree.Rank() | tree.Pay():
            pass
        case tree.Win(players=players) | tree.Lose(players=players):
            named = players.items if isinstance(players, tree.SetLiteral) else (players,)
            for one in named:
                _check_player_name(c, one)
        case tree.Evaluate(tree.Name(text, span)):
            alone = [*ends, "unfinished", "draw"]
            if text not in alone:
                close = nearest(text, [*alone, *RESULTS])
                form = RESULTS.get(close or "")
                advice = say("write `{form}`", form=form) if form else None
                close = None if form else close
                c.report(problems.UnknownName(span, text, "ending", close, advice=advice))
        case _:
            wanted = "a statement that ends the game, `unfinished` or the name of an ending"
            c.report(problems.WrongType(result.span, wanted, f"`{result.span.text}`"))


def _check_player_name(c: Checker, node: tree.Expression) -> None:
    match node:
        case tree.Bad():
            pass
        case tree.Name(text, span):
            teams = [name for name in c.names if c.names.member("teams", name)]
            if text not in c.players and text not in teams:
                close = nearest(text, (*c.players, *teams))
                c.report(problems.UnknownName(span, text, "player", close))
        case _:
            wanted = "the name of a player"
            c.report(problems.WrongType(node.span, wanted, f"`{node.span.text}`"))


def _check_players(c: Checker, players: tree.Players, scenario: tree.ScenarioDecl) -> None:
    count = scenario.players or 0
    allowed = players.allowed
    if count not in allowed:
        text = say("{low} to {high}", low=players.minimum, high=players.maximum)
        c.report(problems.BadPlayers(scenario.name.span, count, text))


def _action_names(c: Checker, flow: model.Block) -> Iterator[str]:
    pending: list[model.Block] = [flow, *(rule.body for rule in c.rules.values())]
    while pending:
        for statement in pending.pop():
            match statement:
                case model.Choose(options=options, otherwise=otherwise):
                    yield from (option.name for option in options)
                    pending.extend(option.body for option in options)
                    pending.append(otherwise or ())
                case model.If(body=body, otherwise=otherwise):
                    pending.extend((body, otherwise))
                case model.For(body=body) | model.While(body=body) | model.Repeat(body=body):
                    pending.append(body)
                case _:
                    pass
