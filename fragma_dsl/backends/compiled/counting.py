"""Counting: sequences of moves, and states by how many moves they are away, in a module."""

from collections.abc import Iterator

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled.code import Code, Numbers
from fragma_dsl.backends.compiled.support import Overfull
from fragma_dsl.play.state import State, thaw

MEMORY = 1 << 26
"""Bytes that states may take which are kept so that they are not counted again."""

STEPS = 1 << 13
"""Moves of a call: so long does whoever interrupts wait."""

ROWS = 1 << 18
"""Numbers that the rows of actions of a whole line of play may take."""

FIRST_ROOM = 1 << 10
"""States that there is room for at first."""


CHANCE, END = -1, -2
"""Who decides where nobody does."""


class Moves:
    """All states in the order in which they are met, who decides in each, and where its moves lead:
    those of state n are the targets from `starts[n]` up to `starts[n + 1]`."""

    def __init__(self, code: Code) -> None:
        self.states = code.zeros("s", 0)
        self.movers, self.starts, self.targets = (code.zeros("w", 0) for _ in range(3))


class Counting:
    """Counts by the functions of a module. Raises Faulty where the rules go wrong, and Overfull
    where there is too little room; then the interpreter knows what to do."""

    def __init__(self, program: Program, code: Code) -> None:
        self.code, self.size = code, program.layout.size
        self.work = code.zeros("w", code.shape.room)
        self.out = code.zeros("a", ROWS)
        self.known = code.zeros("s", self.size)
        self.counts = code.zeros("w", 2)

    def slots(self, state: State) -> Numbers:
        """Give a state as the module takes it."""
        return self.code.array("s", thaw(state))

    def make_memory(self) -> None:
        """Make room for the counts of states that may be met again."""
        if len(self.counts) == 2:
            count = max(1, MEMORY // (4 * self.size + 16))
            self.known = self.code.zeros("s", count * self.size)
            self.counts = self.code.zeros("w", 2 * count)

    def perft(self, state: State, depth: int) -> Iterator[int | None]:
        """Count the sequences of exactly `depth` moves from a state; None comes every now and then
        until the count does."""
        if depth == 0:
            yield 1
            return
        if depth > 2:
            self.make_memory()
        code, size = self.code, self.size
        slots, states = self.slots(state), code.zeros("s", size * (depth + 1))
        rows = code.zeros("a", ROWS)
        levels = code.zeros("w", 4 + 5 * (depth + 1))
        levels[0], levels[1] = -1, depth
        function = code.function("perft")
        given = slots, self.work, self.out, states, rows, levels, self.known, self.counts
        while not function(*given, STEPS):
            yield None
        yield levels[2]

    def layers(self, state: State, most: int, found: Moves | None = None) -> Iterator[int | None]:
        """Give how many states there are that are met first after 0, 1, 2, ... moves; None comes
        every now and then between. `found` is filled. Raises Overfull where there are more than
        `most`."""
        code, size, room = self.code, self.size, min(FIRST_ROOM, most)
        states, table = code.zeros("s", size * room), code.zeros("w", 2 * room + 1)
        moves = found or Moves(code)
        if found is not None:
            found.movers, found.starts = code.zeros("w", room), code.zeros("w", room + 1)
            found.targets = code.zeros("w", 4 * room)
        slots = self.slots(state)
        states[0:size] = slots
        places = code.array("w", [0, 1, 1, 0])
        code.function("enter")(slots, states, table, 1)
        expand = code.function("expand")
        yield 1
        while places[0] < places[1]:
            done = expand(
                slots, self.work, self.out, states, table, places, moves.movers, moves.starts,
                moves.targets, STEPS,
            )  # fmt: skip
            if done == 0:
                yield None
            elif done == -2:
                moves.targets += code.zeros("w", len(moves.targets))
            elif done < 0:
                if room >= most:
                    raise Overfull
                more = min(room, most - room)
                states += code.zeros("s", size * more)
                room += more
                if found is not None:
                    found.movers += code.zeros("w", more)
                    found.starts += code.zeros("w", more)
                table = code.zeros("w", 2 * room + 1)
                code.function("enter")(slots, states, table, places[2])
            else:
                if places[2] > places[1]:
                    yield places[2] - places[1]
                places[1] = places[2]
        if found is not None:
            found.states = states[0 : size * places[2]]
            found.movers = found.movers[0 : places[2]]
            found.starts = found.starts[0 : places[2] + 1]
            found.starts[places[2]] = places[3]
