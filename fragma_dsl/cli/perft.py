"""Perft: the count of move sequences, to compare with others' counts."""

from typing import Annotated

import typer

from fragma_dsl.checking.perft import divide, perft
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.settings import FileArgument, PlayersOption, SetOption, setting_of
from fragma_dsl.play.fault import FaultError

DEEPEST = 200


def command(
    file: FileArgument,
    depth: Annotated[int, typer.Argument(min=0, max=DEEPEST, help="How many plies.")],
    split: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes.")] = 1,
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Count the sequences of exactly DEPTH plies; the last number printed is the count."""
    setting = setting_of(file, options, players)
    game = setting.game()
    try:
        if not split and workers == 1:
            typer.echo(perft(game, depth))
            return
        total = 0 if depth else 1
        for move, count in divide(setting.factory(), depth, workers) if depth else ():
            total += count
            if split:
                typer.echo(f"{game.notation.move_text(move)}: {count}")
        typer.echo(total)
    except FaultError as error:
        fault = error.fault
        at = f" ({fault.span})" if fault.span else ""
        raise CliFailure(f"fault `{fault.code}`: {fault.message}{at}", PROBLEMS) from None
