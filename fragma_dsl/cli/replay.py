"""Replay: a record verified and shown again."""

from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.cli.failure import PROBLEMS
from fragma_dsl.cli.log import Log
from fragma_dsl.cli.play import greet, seated
from fragma_dsl.cli.records import load_rest, recorded_game, rules_of
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.session import Session
from fragma_dsl.cli.settings import check_language
from fragma_dsl.cli.speech import LanguageOption, echo, speak, spoken
from fragma_dsl.drawn import TableArtist
from fragma_dsl.play.record import CUT_SHORT, Unfinished
from fragma_dsl.text.counted import counted


def command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A game that was saved.")],
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="FILE", help="The rules it was played by.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only verify it.")] = False,
    language: LanguageOption = None,
) -> None:
    """Play a record again and verify every line of it: rules, legality, dice and result."""
    read = load_rest(record)
    setting = rules_of(read, rules)
    game = recorded_game(read, setting)
    check_language(game, language)
    language = speak(language or read.language) or spoken()
    match = seated(game, ("random",) * len(game.players), read.seed, read)
    artist = TableArtist(game, language, width(), colour=has_colour())
    session = Session(match, artist, language, str(setting.path))
    if not quiet:
        shown(session)
        if not isinstance(read.result, Unfinished):
            session.show_end()
    cut = "; the record is cut short" if read.result == CUT_SHORT else ""
    echo(
        "{record}: {moves}, verified{cut}",
        record=record,
        moves=counted(len(match.moves), "move"),
        cut=cut,
    )
    if cut:
        raise typer.Exit(PROBLEMS)


def shown(session: Session) -> None:
    """Print the game from its beginning."""
    greet(session)
    match = session.match
    moves, positions = match.moves, match.positions
    match.moves, match.positions = [], positions[:1]
    session.log, session.decided = Log(), None
    session.show_table()
    match.moves, match.positions = moves, positions
    later = [*positions[1:], None]
    for number, move in enumerate(moves):
        session.note(number + 1, positions[number], move, later[number])
    session.show_log()
