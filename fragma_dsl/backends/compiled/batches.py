"""Batches: many whole games of random players in one call."""

import threading
from dataclasses import dataclass

from fragma_dsl.automaton.nodes import End, Program
from fragma_dsl.backends.compiled.code import Code, Numbers
from fragma_dsl.backends.compiled.work_array import PICKS_FIRST
from fragma_dsl.play.ending import ending_returns

FIRST_ROOM, MOST_ROOM = 1 << 18, 1 << 24
"""How many numbers the rows of actions of a decision may take, at first and at most."""

APART = 64
"""How many slots behind its last an array of a thread has: two threads that write into one line of
the cache wait for each other."""

ENDED, STOPPED, WRONG, BROKEN = 1, 2, 3, 4
"""How a game stands: it ended, it took too many decisions, it must be played elsewhere, or it broke
a property."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a game came to; `is_wrong` where it ran into a fault, or had too little room. `actions`
    adds up how many were legal, None where picks came first."""

    number: int
    is_wrong: bool
    ending: str | None
    returns: tuple[float, ...]
    scores: tuple[int, ...] | None
    decisions: int
    actions: int | None
    breaks: str | None = None  # the first property that it broke, where games are judged


class Room(threading.local):
    """The arrays of a thread."""

    def __init__(self, program: Program, code: Code, picks_first: bool) -> None:
        self.slots = code.zeros("s", program.layout.size + APART)
        self.work = code.zeros("w", code.shape.room + APART)
        self.work[PICKS_FIRST] = int(picks_first)
        self.out = code.zeros("a", FIRST_ROOM)
        self.streams = code.zeros("g", 1 + program.layout.players + APART)
        self.results = code.zeros("w", 0)


class Batches:
    """Plays games of a seed by their numbers; several threads may ask at once.

    With `picks_first`, where legality has a part that is dear to test, an action is drawn from all
    that pass the rest, and drawn again until one passes that part too: each legal action is as
    likely as the others, but the games of a seed are other games.
    """

    function = "playouts"
    more: tuple[Numbers, ...] = ()
    """The function of the module, and what it takes besides."""

    def __init__(
        self,
        program: Program,
        code: Code,
        seed: int,
        max_decisions: int,
        picks_first: bool = False,
    ) -> None:
        self.program, self.code, self.most = program, code, max_decisions
        self.picks_first = picks_first
        self.seed = seed & (2**64 - 1)
        if self.seed >> 63:
            self.seed -= 2**64
        self.players = program.layout.players
        self.width = 5 + 2 * self.players
        self.room = Room(program, code, picks_first)
        self.endings = {
            number: point.name
            for number, point in enumerate(program.points)
            if isinstance(point, End)
        }

    def play(self, numbers: range) -> list[Played]:
        """Play the games of these numbers."""
        room, tried = self.room, len(self.room.out)
        results = self.run(numbers)
        rows = [results[at : at + self.width] for at in range(0, len(results), self.width)]
        for number, (index, row) in zip(numbers, enumerate(rows), strict=True):
            size = tried
            while row[0] == WRONG and (size < len(room.out) or size < MOST_ROOM):
                if size == len(room.out):
                    room.out = self.code.zeros("a", 8 * size)
                size = len(room.out)
                rows[index] = row = self.run(range(number, number + 1))[:]
        return [self.read(number, row) for number, row in zip(numbers, rows, strict=True)]

    def run(self, numbers: range) -> Numbers:
        """Let the module play, and give what it wrote."""
        room, size = self.room, self.width * len(numbers)
        if len(room.results) != size:
            room.results = self.code.zeros("w", size)
        self.code.function(self.function)(
            self.seed, numbers.start, len(numbers), self.most, room.slots, room.work, room.out,
            room.streams, room.results, *self.more,
        )  # fmt: skip
        return room.results

    def read(self, number: int, row: Numbers) -> Played:
        """Read what the module wrote of a game."""
        status, point, decisions, actions, *rest = row
        if status == BROKEN:
            name = self.code.shape.judged[point]
            return Played(number, False, None, (), None, decisions, None, name)
        is_over = status == ENDED
        scores = tuple(rest[1 + self.players :])
        return Played(
            number,
            status == WRONG,
            self.endings[point] if is_over else None,
            ending_returns(rest[: 1 + self.players]) if is_over else (),
            scores if is_over and self.program.score is not None else None,
            decisions,
            None if actions < 0 else actions,
        )


class JudgedBatches(Batches):
    """Plays games and asks the invariants of the module at every stop; one thread alone may ask.

    A game that breaks one ends there, see `Played.breaks`.
    """

    function = "judged"

    def __init__(self, program: Program, code: Code, seed: int, max_decisions: int) -> None:
        super().__init__(program, code, seed, max_decisions)
        self.names = code.shape.judged
        self.asks = code.array("w", [1] * len(self.names) + [0] * (len(self.names) + 1))
        before, work = code.zeros("s", program.layout.size), code.zeros("w", code.shape.room)
        self.more = before, work, self.asks

    def forget(self, name: str) -> None:
        """Ask a property no more."""
        self.asks[self.names.index(name)] = 0

    def shown(self) -> list[tuple[str, int]]:
        """List what may be that some game has shown, with the number of the game, each once."""
        count, found = len(self.names), []
        for index, name in enumerate(self.names):
            if self.asks[count + index]:
                found.append((name, self.asks[count + index] - 1))
                self.asks[count + index] = 0
        return found

    @property
    def stops(self) -> int:
        """How many stops have been judged."""
        return self.asks[2 * len(self.names)]
