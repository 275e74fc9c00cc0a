"""Show: the boards of a game as text or as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.checking.beginning import cannot_begin
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.play import seated
from fragma_dsl.cli.records import load_record, recorded_game, rules_of
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.settings import (
    FileArgument,
    PlayersOption,
    SetOption,
    check_language,
    setting_of,
)
from fragma_dsl.cli.speech import LanguageOption, echo, spoken
from fragma_dsl.cli.writing import write_text
from fragma_dsl.drawn import COLOURS, TableArtist
from fragma_dsl.game import Game, Position
from fragma_dsl.play.draw import draw_plane_svg, draw_svg
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.view import View
from fragma_dsl.simulate.match import Match
from fragma_dsl.text.render import render
from fragma_dsl.text.said import say

RECORD = ".jsonl"


def command(
    file: FileArgument,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Write the board as SVG instead; - prints it.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Which board, where there are several.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Show a table in play: of this random game.")
    ] = None,
    plies: Annotated[
        int | None, typer.Option(min=0, help="How many decisions were made before.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file.")] = False,
    language: LanguageOption = None,
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Draw the table of a game at its first stop, in a random game, or where a record ends."""
    if file.endswith(RECORD):
        record = load_record(Path(file))
        game = recorded_game(record, rules_of(record, None))
        match = seated(game, ("random",) * len(game.players), record.seed, record)
        positions = match.positions
    else:
        game = setting_of(file, options, players).game()
        positions = positions_to(game, seed, plies)
    check_language(game, language)
    artist = TableArtist(game, spoken(), width(), colour=has_colour())
    view, newest = positions[-1].view(), artist.newest(positions)
    if svg is None:
        typer.echo(artist.table(view, newest))
        return
    name = board_name(game, board)
    picture = draw(artist, view, name, newest)
    if str(svg) == "-":
        typer.echo(picture)
    else:
        write_text(svg, picture, overwrite)
        echo("{name!s} is drawn in {file}", name=name, file=svg)


def draw(artist: TableArtist, view: View, name: str, newest: int | None) -> str:
    """Draw a board, or the plane, as SVG."""
    boards, scene = artist.game.program.boards, artist.scene(view, newest)
    if scene is not None and scene.plane.name == name:
        return draw_plane_svg(scene, [colour for colour, _ in artist.tones()], COLOURS)
    number = [board.name for board in boards].index(name)
    return draw_svg(boards[number], artist.svg_cell(view), artist.text)


def positions_to(game: Game, seed: int | None, plies: int | None) -> list[Position]:
    """Give the position at the first stop, or those of a random game up to some decisions."""
    if seed is None and plies is None:
        try:
            return [game.start()]
        except FaultError as error:
            if error.fault.span is not None:
                problem = cannot_begin(error, error.fault.span)
                typer.echo(render(problem, has_colour(2), width(), spoken()) + "\n", err=True)
            raise CliFailure(
                say("the game cannot begin: {error}", error=str(error)), PROBLEMS
            ) from None
    match = Match(game, ("random",) * len(game.players), seed or 0)
    done = 0
    while not match.is_over and (match.position.seat is None or done < (plies or 0)):
        done += match.position.seat is not None
        match.step()
    if match.fault is not None:
        raise CliFailure(
            say("the rules went wrong: {message}", message=match.fault.message), PROBLEMS
        )
    return match.positions


def board_name(game: Game, wanted: str | None) -> str:
    """Find the board or plane that is meant, the first where none is named."""
    names = [one.name for one in game.program.boards]
    names += [game.program.plane.name] if game.program.plane is not None else []
    if not names:
        raise CliFailure(say("{game!s} has no boards", game=game.name))
    if wanted is not None and wanted not in names:
        raise CliFailure(
            say("no board `{name}`; there are {names!s}", name=wanted, names=", ".join(names))
        )
    return wanted or names[0]
