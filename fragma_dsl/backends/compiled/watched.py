"""Watched: the moves of a game in which picks came first, up to where it went wrong."""

from contextlib import suppress
from functools import lru_cache
from threading import Lock

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import Chance, Decision, Draw, OutcomeEdge, Program
from fragma_dsl.backends.compiled.batches import Batches
from fragma_dsl.backends.compiled.code import PlainCode
from fragma_dsl.backends.compiled.support import Faulty, Overfull
from fragma_dsl.backends.compiled.work_array import PICKS_FIRST
from fragma_dsl.play.machine import DRAW, Action, Outcome


class Watch:
    """Plays games of some batches by the module in plain Python, one at a time."""

    def __init__(self, batches: Batches) -> None:
        self.batches = batches
        self.code = PlainCode(batches.program, batches.code.compiled)
        self.play, self.code.names["play"] = self.code.function("play"), self.watched
        self.moves: list[Action | Outcome] = []
        self.lock = Lock()

    def watched(self, s: list[int], w: list[int], a: list[int], i: int) -> int:
        """Note the move with which the game goes on."""
        row = a[i : i + self.code.shape.row]
        move = move_of(self.batches.program, self.code, s, w, row)
        if move is not None:
            self.moves.append(move)
        return self.play(s, w, a, i)

    def game(self, number: int) -> tuple[Action | Outcome, ...]:
        """Give the moves of a game."""
        batches, code = self.batches, self.code
        slots, work = code.zeros("s", batches.program.layout.size), code.zeros("w", code.shape.room)
        work[PICKS_FIRST] = 1
        rows, streams = code.zeros("a", len(batches.room.out)), code.zeros("g", 1 + batches.players)
        results = code.zeros("w", batches.width)
        with self.lock:
            self.moves = []
            with suppress(Faulty, Overfull):
                code.function("playout")(
                    batches.seed, number, batches.most, slots, work, rows, streams, results, 0
                )
            return tuple(self.moves)


watch_of = lru_cache(maxsize=1)(Watch)


def moves_with_picks(batches: Batches, number: int) -> tuple[Action | Outcome, ...]:
    """Give the moves of a game in which picks come first; () where none can, so that agents play
    the same game."""
    watch = watch_of(batches)
    return watch.game(number) if any(watch.code.names["DEAR"]) else ()


def move_of(
    program: Program, code: PlainCode, s: list[int], w: list[int], row: list[int]
) -> Action | Outcome | None:
    """Give the move that a row stands for; None before the first."""
    match program.find_point(s[0]):
        case Decision():
            option = code.shape.edges[s[0]][row[0]]
            return Action(option, tuple(row[1 : 1 + len(program.options[option].types)]))
        case Chance(die, _, _):
            faces = [e for _, _, e in edges_from(program, s[0]) if isinstance(e, OutcomeEdge)]
            return Outcome(die, row[0], faces[row[0]].weight)
        case Draw():
            listed = code.zeros("a", 2 * len(program.layout.pieces))
            n = code.function("draws")(s, w, listed)
            numbers = dict(zip(listed[0 : 2 * n : 2], listed[1 : 2 * n : 2], strict=True))
            return Outcome(DRAW, row[0], numbers[row[0]])
        case _:
            return None
