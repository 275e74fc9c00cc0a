"""Replay: a record played again on its game, every line verified; and a game's record written."""

from collections.abc import Sequence
from dataclasses import dataclass

from fragma_dsl.automaton.notation import Move
from fragma_dsl.game import CHANCE_SEAT, Game, IllegalMove, Position, roll
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.machine import DRAW, Action, Outcome
from fragma_dsl.play.random import Random
from fragma_dsl.play.record import (
    CUT_SHORT,
    Ended,
    Faulted,
    OtherRules,
    Record,
    RecordedMove,
    RecordError,
    Result,
    Unfinished,
)
from fragma_dsl.text.said import say


@dataclass(frozen=True, slots=True)
class Replay:
    """A verified game: the position before every move and, where it did not fault, the last."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    fault: Fault | None


def recorded(position: Position, move: Move) -> RecordedMove:
    """Write a move as records do; `position` is where it was played."""
    notation = position.game.notation
    if isinstance(move, Action):
        return RecordedMove(position.mover, notation.action_text(move))
    return RecordedMove(None, notation.face(move))


def result_of(position: Position) -> Result:
    """Say how a game stands, for the last line of its record."""
    if position.ending is None:
        return Unfinished("saved")
    return Ended(position.ending, position.returns)


def fault_result(fault: Fault) -> Faulted:
    """Write a fault for the last line of a record."""
    return Faulted(fault.code, fault.message, None if fault.span is None else str(fault.span))


def make_record(
    game: Game,
    moves: Sequence[RecordedMove],
    result: Result,
    seats: Sequence[str],
    seed: int | None,
    number: int = 0,
    language: str | None = None,
    rules: str | None = None,
) -> Record:
    """Put together the record of a game."""
    options = dict(game.options)
    return Record(
        game.name, game.digest, options, tuple(seats), seed, number, tuple(moves), result,
        language, rules,
    )  # fmt: skip


def replay(game: Game, record: Record) -> Replay:
    """Play a record again. Raises RecordError, with the line, at the first thing that is not so."""
    check_rules(game, record)
    positions: list[Position] = []
    moves: list[Move] = []
    fault = None
    try:
        play_moves(game, record, positions, moves)
    except FaultError as error:
        fault = error.fault
    check_result(record, positions[-1] if positions else None, len(moves), fault)
    return Replay(tuple(positions), tuple(moves), fault)


def check_rules(game: Game, record: Record) -> None:
    """Raise RecordError where the record is of another game, of other options or of other rules."""
    line, name = 1, record.name
    if record.game != game.name:
        raise RecordError(
            say("a game of `{found}`, not of `{wanted}`", found=record.game, wanted=game.name),
            line,
            name,
        )
    if len(record.seats) != len(game.players):
        raise RecordError(
            say("{found} played, not {wanted}", found=len(record.seats), wanted=len(game.players)),
            line,
            name,
        )
    for option, value in record.options.items():
        if game.options.get(option) != value:
            raise RecordError(
                say("played with `{option}` set to `{value}`", option=option, value=value),
                line,
                name,
            )
    if record.digest != game.digest:
        raise OtherRules("played by other rules: their hash is another", line, name)


def play_moves(game: Game, record: Record, positions: list[Position], moves: list[Move]) -> None:
    """Play the moves one by one: into `moves` once found legal, then into `positions`."""
    seed, number, name = record.seed, record.number, record.name
    stream = None if seed is None else Random.derived(seed, number, CHANCE_SEAT)
    positions.append(game.start())
    for line, move in enumerate(record.moves, 2):
        found = find_move(positions[-1], move, line, name)
        if stream is not None and isinstance(found, Outcome):
            check_roll(positions[-1], found, stream, line, name)
        moves.append(found)
        positions.append(positions[-1].play(found))


def find_move(position: Position, move: RecordedMove, line: int, name: str) -> Move:
    """Find the legal move that a line means; raises RecordError where it means none."""
    if position.is_over:
        raise RecordError("a move after the end of the game", line, name)
    if move.by != position.mover:
        wanted = (
            say("{mover!s} decides", mover=position.mover) if position.mover else "chance is rolled"
        )
        raise RecordError(
            say("{wanted} here, not {found}", wanted=wanted, found=move.by or "chance"), line, name
        )
    is_draw = any(outcome.die == DRAW for outcome in position.outcomes)
    word = "" if move.by is not None else "draw " if is_draw else "roll "
    try:
        return position.find(word + move.text)
    except IllegalMove as error:
        raise RecordError(str(error), line, name) from None


def check_roll(position: Position, found: Outcome, stream: Random, line: int, name: str) -> None:
    """Raise RecordError where the seed rolls another face."""
    rolled = roll(position.outcomes, stream)
    if rolled != found:
        face = position.game.notation.face
        raise RecordError(
            say("the seed rolls {wanted!s}, not {found!s}", wanted=face(rolled), found=face(found)),
            line,
            name,
        )


def check_result(
    record: Record, position: Position | None, moves: int, fault: Fault | None
) -> None:
    """Raise RecordError where the last line says what is not so."""
    last = len(record.moves) + 2
    if fault is not None and moves < len(record.moves):
        raise RecordError(
            say("a fault before the end: {message}", message=fault.message), moves + 1, record.name
        )
    found = say("fault `{code}`", code=fault.code) if fault else told(position)
    if record.result == CUT_SHORT:
        return
    match record.result:
        case Faulted(code) if fault is None or fault.code != code:
            raise RecordError(
                say("fault `{code}` did not come: {found}", code=code, found=found),
                last,
                record.name,
            )
        case Unfinished() if fault is not None or position is None or position.is_over:
            raise RecordError(
                say("the game is not unfinished: {found}", found=found), last, record.name
            )
        case Ended(name, returns):
            over = position is not None and (position.ending, position.returns) == (name, returns)
            if fault is not None or not over:
                raise RecordError(say("ended otherwise: {found}", found=found), last, record.name)


def told(position: Position | None) -> str:
    """Say in a few words where a game stands."""
    if position is None or position.ending is None:
        return "the game goes on"
    return say(
        "`{ending}` with {returns}",
        ending=position.ending,
        returns=", ".join(f"{value:g}" for value in position.returns),
    )
