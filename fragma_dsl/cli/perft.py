"""Perft: the count of move sequences, to compare with others' counts."""

from typing import Annotated

import typer
from rich.console import Console

from fragma_dsl.backends.pick import Backend, BackendError
from fragma_dsl.checking.perft import MEMORY, divide, perft
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.screen import has_colour
from fragma_dsl.cli.settings import (
    BackendOption,
    FileArgument,
    PlayersOption,
    SetOption,
    Setting,
    setting_of,
)
from fragma_dsl.cli.speech import told
from fragma_dsl.game import Game
from fragma_dsl.play.fault import FaultError
from fragma_dsl.text.said import say

DEEPEST = 200


def command(
    file: FileArgument,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=0, max=DEEPEST, help="How many plies.")
    ],
    split: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes or threads.")] = 1,
    backend: BackendOption = "auto",
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Count the sequences of exactly DEPTH plies; the last number printed is the count."""
    setting = setting_of(file, options, players)
    game = setting.game()
    try:
        if split:
            total = 0 if depth else 1
            for move, count in (
                divide(setting.factory(game), depth, workers, backend) if depth else ()
            ):
                total += count
                typer.echo(f"{game.notation.move_text(move)}: {count}")
        else:
            total = counted_whole(setting, game, depth, workers, backend)
        typer.echo(total)
    except BackendError as error:
        raise CliFailure(str(error)) from None
    except FaultError as error:
        fault = error.fault
        at = f" ({fault.span})" if fault.span else ""
        raise CliFailure(
            say("fault `{code}`: {message}{at!s}", code=fault.code, message=fault.message, at=at),
            PROBLEMS,
        ) from None


def counted_whole(setting: Setting, game: Game, depth: int, workers: int, backend: Backend) -> int:
    """Count, and say so to whoever waits at a terminal."""
    text = say("{game!s}, {depth} deep", game=game.name, depth=depth)
    with Console(stderr=True, no_color=not has_colour(2)).status(told(text)) as status:

        def announce(what: str) -> None:
            status.update(told(say("{text}, {what}", text=text, what=what)))

        if workers > 1 and depth:
            return sum(count for _, count in divide(setting.factory(game), depth, workers, backend))
        return perft(game, depth, MEMORY, backend, announce)
