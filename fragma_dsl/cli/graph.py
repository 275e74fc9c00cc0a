"""Graph: the automaton of a game for Graphviz."""

import typer

from fragma_dsl.automaton.graph import to_dot
from fragma_dsl.cli.settings import FileArgument, PlayersOption, SetOption, setting_of


def command(file: FileArgument, options: SetOption = None, players: PlayersOption = None) -> None:
    """Print the automaton of a game in DOT: fragma graph FILE | dot -Tsvg > game.svg"""
    typer.echo(to_dot(setting_of(file, options, players).game().program), nl=False)
