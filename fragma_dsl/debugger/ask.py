"""Ask: an expression in the words of a game in, its value on a position out."""

from collections.abc import Mapping

from fragma_dsl.automaton.nodes import CallFunction
from fragma_dsl.backends.interpreter import InterpreterMachine
from fragma_dsl.debugger.steps import hidden_of
from fragma_dsl.debugger.watch import Watch
from fragma_dsl.game import Game, Position
from fragma_dsl.pipeline import analyse_source, game_of
from fragma_dsl.play.view import Viewer
from fragma_dsl.search_path import find_source
from fragma_dsl.text.loading import Missing, Wanted
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

NAME = "value_of_what_is_asked"
FORK = f"""\
edition: 1
game: asked
title: asked
extends: the_game_that_is_asked
add:
  functions:
    {NAME}(): |
"""


def value_of(
    source: Source, options: Mapping[str, str], position: Position, text: str, viewer: Viewer
) -> str:
    """Evaluate an expression on a position, as far as a viewer sees what it reads."""
    game = position.game
    lines = [f"      {line}" for line in text.splitlines()]
    fork = Source("what is asked", FORK + "\n".join(lines) + "\n")

    def find(name: str, wanted: Wanted, beside: Source) -> Source | Missing:
        if name == "the_game_that_is_asked":
            return source
        return find_source(name, wanted, source if beside is fork else beside)

    analysis = analyse_source(fork, options, len(game.players), find)
    own = [one for one in analysis.problems if one.severity == "error"]
    if own or analysis.model is None or analysis.program is None:
        told = [
            say("{message} ({help})", message=one.message, help=one.help)
            if one.help
            else one.message
            for one in own
        ]
        return chained(told, ";") if told else say("this cannot be asked")
    asked = game_of(analysis)
    machine = asked.machine
    assert isinstance(machine, InterpreterMachine)
    procedure = next(
        number
        for number, one in enumerate(asked.program.procedures)
        if one.name == f"function {NAME}"
    )
    call = CallFunction(procedure, (), Span(fork, 0, 0))
    seen = Watch(machine, position.state).see(call, ())
    if not hidden_of(position, viewer).isdisjoint(seen.read):
        return say("this depends on what you do not see")
    if seen.fault is not None:
        return say("fault `{code}`: {message}", code=seen.fault.code, message=seen.fault.message)
    return text_of(game, analysis.model.functions[NAME].result, seen.value)


def text_of(game: Game, type: object, value: object) -> str:
    """Write a value."""
    return game.notation.value_text(type, value)  # type: ignore[arg-type]
