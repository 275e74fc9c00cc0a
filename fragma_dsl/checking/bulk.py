"""Bulk: very many games of random moves in the game's module, which asks the invariants at every
stop; a game that goes wrong or breaks one is played again and judged by the interpreter."""

from time import process_time

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.backends.compiled.batches import JudgedBatches, Played
from fragma_dsl.backends.compiled.code import Code, NativeCode, PlainCode, can_run_native
from fragma_dsl.backends.compiled.module import compile_program
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.pick import Backend
from fragma_dsl.checking import properties as p
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.mass import Player
from fragma_dsl.checking.seen import Seen

FIRST = 1_000_000
"""The number of the first game; those before are for games that are judged move by move."""

WANTED = 0.25
"""Seconds that a call should take."""

MOST = 20_000
MOST_WRONG = 20
"""Games of a call at most; games that went wrong and are judged."""

FOR_EACH, FOR_EACH_PLAIN = 1_000, 10
"""How many games for each that is judged elsewhere, as machine code and in plain Python."""

SEEN_LAWS = (p.NO_FAULT, p.NO_DEAD_END, p.WITHIN_BUDGET, p.CAN_END)
"""What a module sees of the laws."""


def play_bulk(
    judge: Judge, seen: Seen, games: int, seed: int, most: int, seconds: float, backend: Backend
) -> None:
    """Play games for so long, and so many for each that is judged elsewhere, in the module that a
    backend has: `auto` has machine code, where that is ready or made in five times as long, and
    else plain Python."""
    most = max(most, 1 + max(seen.limits.values(), default=0))
    try:
        code = code_for(judge.game.program, backend, 5 * seconds)
    except NotCompiledError:
        return
    bulk = Bulk(judge, seen, JudgedBatches(judge.game.program, code, seed, most), seed)
    bulk.play(seconds, games * (FOR_EACH if isinstance(code, NativeCode) else FOR_EACH_PLAIN))


def code_for(program: Program, backend: Backend, seconds: float) -> Code:
    """Make the module."""
    if backend != "python" and can_run_native():
        code = NativeCode(program, is_judged=True)
        if code.is_ready("judged") or backend == "native" or code.seconds() <= seconds:
            code.function("judged")
            return code
    return PlainCode(program, compile_program(program, is_judged=True))


class Replay(Player):
    """Plays a game again, up to where it shows or breaks what it is judged by alone."""

    def look(self) -> bool:
        """Judge a stop; say whether the game goes on."""
        goes_on = super().look()
        alone = self.judge.properties[0].name if len(self.judge.properties) == 1 else ""
        return goes_on and alone not in self.seen.breaches and alone not in self.seen.witnesses


class Bulk:
    """Plays games of a module, and adds what it sees to what others have seen."""

    def __init__(self, judge: Judge, seen: Seen, batches: JudgedBatches, seed: int) -> None:
        self.judge, self.seen, self.batches, self.seed = judge, seen, batches, seed
        wanted = {one.name for one in judge.properties if one.form != "law"}
        for name in batches.names:
            if name in wanted and name not in seen.breaches and name not in seen.witnesses:
                seen.in_bulk.add(name)
            else:
                batches.forget(name)
        exact = [one.name for one in judge.within if one.probability is None]
        seen.in_bulk.update((*exact, *SEEN_LAWS))
        limits = [seen.limits[name] for name in exact if name in seen.limits]
        self.limit = min(limits, default=batches.most)

    def play(self, seconds: float, games: int) -> None:
        """Play so many games at most, for so long."""
        begun, number, size, wrong = process_time(), FIRST, 1, 0
        end = FIRST + games
        while process_time() - begun < seconds and wrong < MOST_WRONG and number < end:
            called = process_time()
            for one in self.batches.play(range(number, number + size)):
                wrong += self.take(one)
            known = process_time()
            for name, game in self.batches.shown():
                self.again(game, self.judge.only(name))
            begun += process_time() - known
            number += size
            rate = size / max(process_time() - called, 1e-6)
            size = min(max(1, min(MOST, 8 * size, int(rate * WANTED))), max(1, end - number))
        self.seen.bulk_stops = self.batches.stops

    def take(self, one: Played) -> bool:
        """Take in a game; say whether it had to be played again."""
        seen = self.seen
        seen.bulk += 1
        if one.breaks is not None:
            if one.breaks in seen.in_bulk:
                self.again(one.number, self.judge.only(one.breaks))
                self.batches.forget(one.breaks)
                seen.in_bulk.discard(one.breaks)
            return False
        if one.is_wrong or one.decisions > self.limit:
            self.again(one.number, self.judge)
            return True
        seen.ended += one.ending is not None
        seen.longest = max(seen.longest, one.decisions)
        seen.lengths.append(None if one.ending is None else one.decisions)
        return False

    def again(self, number: int, judge: Judge) -> None:
        """Play a game again, judged by the interpreter."""
        seats, most = ("random",) * len(judge.game.players), self.batches.most
        Replay(judge, self.seen, self.seed, number, seats, most, float("inf")).play()
