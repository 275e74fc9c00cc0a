"""Conformance: a game in; AssertionError where it does not behave as every game should."""

import pickle
from collections.abc import Iterator

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.mass import Player
from fragma_dsl.checking.properties import CAN_END, properties_of
from fragma_dsl.checking.seen import Seen
from fragma_dsl.checking.symmetries import board_symmetries, keeps, rules_of, seat_symmetries
from fragma_dsl.game import Game, Position
from fragma_dsl.replay import make_record, recorded, replay, result_of
from fragma_dsl.text.counted import counted

MOST_WALKED = 60
"""Plies of a game that is walked beside the same one turned."""


def conforms(game: Game, games: int = 3, seed: int = 1, most: int = 200) -> tuple[str, ...]:
    """Play games and see that positions can be written, kept and shared, that games can be played
    again, that nobody sees what is hidden, that the laws of every game hold, and that it makes no
    difference which way round the board lies and who sits where, as far as the rules say so. Give
    what was done about the last two."""
    laws = [one for one in properties_of(game.program) if one.form == "law"]
    judge = Judge(game, [one for one in laws if one.name != CAN_END])
    for number in range(games):
        seen = Seen()
        seats = ("random",) * len(game.players)
        player = Player(judge, seen, seed, number, seats, most, float("inf"))
        player.play()
        broken = {name: trail.what for name, trail in seen.breaches.items()}
        assert not broken, f"game {number} of seed {seed}: {broken}"
        check_positions(player.positions, player.moves)
        check_replay(game, player.positions, player.moves)
    return tuple(check_symmetries(game, seed, min(most, MOST_WALKED)))


def check_symmetries(game: Game, seed: int, most: int) -> Iterator[str]:
    """See that a game and the same one turned go alike, and say how many were, or why none was."""
    analysis = rules_of(game)
    if analysis is None:
        yield "not turned: the rules are not at hand"
        return
    for what, find in (("board", board_symmetries), ("seats", seat_symmetries)):
        found, why = find(analysis)
        kept = sum(keeps(game, one, seed, most) for one in found)
        why = why or "the game does not begin alike"
        yield f"{what} turned in {counted(kept, 'way')}" if kept else f"{what} not turned: {why}"


def check_positions(positions: list[Position], moves: list[Move]) -> None:
    """See that positions go through text and pickle, and that a move leaves its position alone."""
    for position in positions:
        assert position.game.position(position.text()) == position, "a position through text"
        assert pickle.loads(pickle.dumps(position)) == position, "a position through pickle"
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        state = bytes(before.state)
        assert before.play(move) == after, "a move played twice"
        assert bytes(before.state) == state, "a position after a move from it"
        found = before.find(before.game.notation.move_text(move))
        assert found == move, "a move through text"


def check_replay(game: Game, positions: list[Position], moves: list[Move]) -> None:
    """See that a game's record gives the same game, at its end and on every way back."""
    written = [recorded(one, move) for one, move in zip(positions, moves, strict=False)]
    for length in {len(moves), len(moves) // 2}:
        result = result_of(positions[length])
        seats = ("random",) * len(game.players)
        record = make_record(game, written[:length], result, seats, None)
        again = replay(game, record)
        assert list(again.positions) == positions[: length + 1], "a game played from its record"
