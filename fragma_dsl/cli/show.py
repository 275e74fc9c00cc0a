"""Show: the boards of a game as text or as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.screen import width
from fragma_dsl.cli.settings import (
    FileArgument,
    LanguageOption,
    PlayersOption,
    SetOption,
    check_language,
    setting_of,
)
from fragma_dsl.cli.writing import write_text
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import Game
from fragma_dsl.play.draw import draw_svg
from fragma_dsl.play.fault import FaultError


def command(
    file: FileArgument,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Write the board as SVG instead; - prints it.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Which board, where there are several.")] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file.")] = False,
    language: LanguageOption = None,
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Draw the boards of a game as they stand at its first stop."""
    game = setting_of(file, options, players).game()
    check_language(game, language)
    artist = TableArtist(game, language, width())
    try:
        view = game.start().view()
    except FaultError as error:
        raise CliFailure(f"the game cannot begin: {error}", PROBLEMS) from None
    if svg is None:
        typer.echo(artist.table(view))
        return
    names = [one.name for one in game.program.boards]
    number = board_number(game, board)
    picture = draw_svg(game.program.boards[number], artist.svg_cell(view), artist.text)
    if str(svg) == "-":
        typer.echo(picture)
    else:
        write_text(svg, picture, overwrite)
        typer.echo(f"{names[number]} is drawn in {svg}")


def board_number(game: Game, wanted: str | None) -> int:
    """Find the board that is meant, the first where none is named."""
    names = [one.name for one in game.program.boards]
    if not names:
        raise CliFailure(f"{game.name} has no boards")
    if wanted is not None and wanted not in names:
        raise CliFailure(f"no board `{wanted}`; there are {', '.join(names)}")
    return names.index(wanted) if wanted else 0
