"""Debug: a game played step by step, and asked why."""

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.cli.failure import USAGE, CliFailure
from fragma_dsl.cli.records import load_rest, recorded_game, rules_of
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.settings import PlayersOption, SetOption, Setting, setting_of
from fragma_dsl.cli.speech import told
from fragma_dsl.debugger.session import Debugger
from fragma_dsl.drawn import TableArtist
from fragma_dsl.game import CHANCE_SEAT
from fragma_dsl.pipeline import game_of
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.random import Random
from fragma_dsl.play.record import RecordError
from fragma_dsl.replay import replay
from fragma_dsl.text.said import Said, say

PROMPT = "debug> "


def command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="A rule file, or the id of a game."),
    ] = None,
    options: SetOption = None,
    players: PlayersOption = None,
    record: Annotated[
        Path | None, typer.Option(metavar="RECORD", help="A saved game, to jump about in.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For `roll`; else chosen.")] = None,
) -> None:
    """Play a game by decisions, lines or edges, and ask why an action is legal or is not."""
    debugger = from_record(record, file) if record is not None else begun(file, options, players)
    if seed is not None:
        debugger.chance = chance_of(seed)
    answer(debugger, "where")
    while not debugger.over:
        try:
            line = read_line()
        except EOFError:
            return
        answer(debugger, line)


def answer(debugger: Debugger, line: str) -> None:
    """Print what a command answers, as it stands where it is in the words of the game."""
    for text in debugger.answer(line):
        typer.echo(told(text) if isinstance(text, Said) else text)


def read_line() -> str:
    """Read a command; the prompt is for terminals alone."""
    return input(PROMPT if sys.stdin.isatty() else "")


def begun(file: str | None, options: list[str] | None, players: int | None) -> Debugger:
    """Begin a game."""
    if file is None:
        raise CliFailure("give a rule file, or --record RECORD", USAGE)
    return debugger_of(setting_of(file, options, players))


def from_record(path: Path, file: str | None) -> Debugger:
    """Load a record and the rules that it was played by."""
    record = load_rest(path)
    setting = rules_of(record, file)
    try:
        played = replay(recorded_game(record, setting), record)
    except RecordError as error:
        raise CliFailure(str(error)) from None
    debugger = debugger_of(setting)
    debugger.positions = [debugger.game.at(one.state) for one in played.positions]
    debugger.moves = list(played.moves)
    return debugger


def debugger_of(setting: Setting) -> Debugger:
    """Make a debugger at the beginning of a game."""
    analysis = setting.analyse_well()
    assert analysis.model is not None
    game = game_of(analysis)
    try:
        start = game.start()
    except FaultError as error:
        raise CliFailure(say("the game cannot begin: {error}", error=str(error))) from None
    results = {name: one.result for name, one in analysis.model.functions.items()}
    artist = TableArtist(game, None, width(), colour=has_colour())
    return Debugger(game, analysis.source, results, [start], [], artist, chance_of(None))


def chance_of(seed: int | None) -> Random:
    """Give the stream of rolls that `fragma play` has with the same seed."""
    return Random.derived(secrets.randbelow(10**6) if seed is None else seed, 0, CHANCE_SEAT)
