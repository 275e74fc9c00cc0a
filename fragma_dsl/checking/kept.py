"""Kept: games that once broke a property, in a folder, so that they are tried first next time."""

import re
from collections.abc import Iterator
from pathlib import Path

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.seen import Moves
from fragma_dsl.game import Game, Position
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.record import (
    Record,
    RecordedMove,
    RecordError,
    Result,
    Unfinished,
    write_record,
)
from fragma_dsl.play.record_reading import read_record
from fragma_dsl.replay import fault_result, find_move, make_record, recorded, result_of

FOLDER = Path(".fragma/check")
SUFFIX = ".fragma.jsonl"


def record_of(game: Game, moves: Moves, rules: str | None) -> Record:
    """Write a game as a record, as far as its moves go."""
    position = game.start()
    played: list[RecordedMove] = []
    result: Result = Unfinished("saved")
    try:
        for move in moves:
            played.append(recorded(position, move))
            position = position.play(move)
        if position.is_over:
            result = result_of(position)
    except FaultError as error:
        result = fault_result(error.fault)
    seats = ("random",) * len(game.players)
    return make_record(game, played, result, seats, None, rules=rules)


def keep(folder: Path, game: Game, name: str, moves: Moves, rules: str | None) -> Path | None:
    """Save a game that breaks a property; None where the folder cannot be written."""
    path = folder / f"{game.name}-{name}{SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_record(record_of(game, moves, rules), path, overwrite=True)
    except (OSError, FaultError):
        return None
    return path


def kept_games(folder: Path, game: Game) -> Iterator[tuple[str, Moves]]:
    """Run through the games that were kept, each with the property that it broke.

    The rules may have changed since: a game goes as far as its moves are legal.
    """
    pattern = re.compile(rf"{re.escape(game.name)}-(.+){re.escape(SUFFIX)}")
    for path in sorted(folder.glob(f"{game.name}-*{SUFFIX}")) if folder.is_dir() else ():
        found = pattern.fullmatch(path.name)
        try:
            record = read_record(path)
        except (OSError, RecordError):
            continue
        fits = len(record.seats) == len(game.players) and record.game == game.name
        if found and fits and dict(record.options) == dict(game.options):
            yield found[1], moves_of(game, record)


def moves_of(game: Game, record: Record) -> Moves:
    """Read the moves of a record, up to the first that cannot be played."""
    moves: list[Move] = []
    try:
        position: Position = game.start()
        for line, move in enumerate(record.moves, 2):
            moves.append(find_move(position, move, line, record.name))
            position = position.play(moves[-1])
    except (FaultError, RecordError):
        pass
    return tuple(moves)
