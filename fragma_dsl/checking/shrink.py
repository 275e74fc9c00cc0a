"""Shrink: Hypothesis draws games from the lists of legal moves, simplest first, and makes a game
that breaks a property as small as it can."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from time import process_time
from typing import TypeAlias

from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import HypothesisException, NoSuchExample

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.perft import legal_moves
from fragma_dsl.checking.seen import Moves, Trail
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.machine import Action
from fragma_dsl.play.state import State
from fragma_dsl.text.said import say

ENGINE = "Hypothesis"
MOST_DRAWN = 2000
"""How many moves a drawn game may have; Hypothesis holds no more choices."""
MEMORY = 200_000
LONGEST_PART = 4
MOST_OTHERS = 12
"""How many moves one other may stand for, and how many others are tried."""
KEY = b"game"

Choices: TypeAlias = list[int]


@dataclass(slots=True)
class Player:
    """Plays moves again and again, and remembers what comes of them."""

    judge: Judge
    limits: dict[str, int] = field(default_factory=dict)
    moves: dict[State, tuple[Move, ...]] = field(default_factory=dict)
    played: dict[tuple[State, Move], State | Fault] = field(default_factory=dict)
    broken: dict[tuple[State | None, State], dict[str, str]] = field(default_factory=dict)
    deadline: float = float("inf")  # when a game is broken off

    def legal(self, state: State) -> tuple[Move, ...]:
        """List the moves of a state."""
        found = self.moves.get(state)
        if found is None:
            found = legal_moves(self.judge.game.machine, state)
            if len(self.moves) < MEMORY:
                self.moves[state] = found
        return found

    def play(self, state: State, move: Move) -> State | Fault:
        """Play a move; give the fault that comes of it."""
        found = self.played.get((state, move))
        if found is None:
            try:
                found = self.judge.game.machine.play(state, move)
            except FaultError as error:
                found = error.fault
            if len(self.played) < MEMORY:
                self.played[state, move] = found
        return found

    def breaches(self, before: State | None, state: State) -> dict[str, str]:
        """Say what is broken at a stop and by the move to it."""
        found = self.broken.get((before, state))
        if found is None:
            seen = list(self.judge.look(self.judge.game.at(state)))
            if before is not None:
                seen.extend(self.judge.compare(before, state))
            found = {breach.property: breach.what for breach in seen}
            if len(self.broken) < MEMORY:
                self.broken[before, state] = found
        return found

    def run(self, pick: "Pick") -> Iterator[tuple[str, str, Moves]]:
        """Play a game of picked moves; run through what it breaks."""
        moves: list[Move] = []
        decisions = 0
        try:
            state = self.judge.game.machine.start()
            self.limits = self.limits or self.judge.limits(state)
        except FaultError as error:
            yield from self.blamed(error.fault, ())
            return
        before: State | None = None
        while True:
            for name, what in self.breaches(before, state).items():
                yield name, what, tuple(moves)
            for one in self.judge.within:
                limit = self.limits[one.name]
                if one.probability is None and decisions > limit:
                    yield (
                        one.name,
                        say("the game goes on after {limit} decisions", limit=limit),
                        tuple(moves),
                    )
            legal = self.legal(state)
            if not legal or len(moves) >= MOST_DRAWN or process_time() > self.deadline:
                return
            move = pick.next(legal)
            if move is None:
                return
            moves.append(move)
            decisions += isinstance(move, Action)
            after = self.play(state, move)
            if isinstance(after, Fault):
                yield from self.blamed(after, tuple(moves))
                return
            before, state = state, after

    def blamed(self, fault: Fault, moves: Moves) -> Iterator[tuple[str, str, Moves]]:
        breach = self.judge.blame(fault)
        if breach is not None:
            yield breach.property, breach.what, moves


class Pick:
    """Says which move comes next; None ends the game."""

    def next(self, legal: tuple[Move, ...]) -> Move | None:
        raise NotImplementedError


class Listed(Pick):
    """Picks given moves, leaving out those that are not legal."""

    def __init__(self, moves: Moves) -> None:
        self.left = list(reversed(moves))
        self.choices: Choices = []
        self.legal: tuple[Move, ...] = ()  # the last that it could pick from

    def next(self, legal: tuple[Move, ...]) -> Move | None:
        self.legal = legal
        while self.left:
            move = self.left.pop()
            if move in legal:
                if len(legal) > 1:
                    self.choices.append(legal.index(move))
                return move
        return None


class Drawn(Pick):
    """Picks what Hypothesis draws; there is nothing to draw where there is one move."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def next(self, legal: tuple[Move, ...]) -> Move | None:
        if len(legal) == 1:
            return legal[0]
        return legal[self.draw(st.integers(0, len(legal) - 1))]


def first_breach(player: Player, name: str, moves: Moves) -> tuple[Trail, Choices] | None:
    """Play given moves up to where they break a property; None where they do not."""
    pick = Listed(moves)
    for broken, what, played in player.run(pick):
        if broken == name:
            return Trail(played, what), pick.choices
    return None


def shrink(judge: Judge, name: str, trail: Trail, seconds: float) -> Trail:
    """Look for a shorter game that breaks a property, for so long.

    Parts are left out first; Hypothesis then deletes and simplifies the choices one by one.
    """
    deadline = process_time() + seconds
    player = Player(judge.only(name), deadline=deadline)
    best = by_detours(player, name, without_parts(player, name, trail, deadline), deadline)
    known = first_breach(player, name, best.moves)
    if known is not None:
        best = by_detours(player, name, minimal(player, name, known, deadline), deadline)
    return replace(trail, moves=best.moves, what=best.what or trail.what)


def without_parts(player: Player, name: str, trail: Trail, deadline: float) -> Trail:
    """Leave out runs of moves, long ones first, as long as the property stays broken."""
    best = trail
    size = max(1, len(best.moves) // 2)
    while size and process_time() < deadline:
        start = 0
        while start < len(best.moves) and process_time() < deadline:
            moves = best.moves[:start] + best.moves[start + size :]
            found = first_breach(player, name, moves)
            if found is not None and len(found[0].moves) < len(best.moves):
                best = found[0]
            else:
                start += size
        size //= 2
    return best


def by_detours(player: Player, name: str, trail: Trail, deadline: float) -> Trail:
    """Put one other move in the place of a few, as long as that makes the game shorter."""
    best, start = trail, 0
    while start < len(best.moves) and process_time() < deadline:
        shorter = detour(player, name, best, start, deadline)
        if shorter is None:
            start += 1
        else:
            best, start = shorter, max(0, start - LONGEST_PART)
    return best


def detour(player: Player, name: str, trail: Trail, start: int, deadline: float) -> Trail | None:
    """Look for a move that can stand for some from here on."""
    pick = Listed(trail.moves[:start])
    for _ in player.run(pick):
        pass
    others = [move for move in pick.legal if move != trail.moves[start]][:MOST_OTHERS]
    for size in range(LONGEST_PART, 1, -1):
        for other in others:
            if process_time() > deadline:
                return None
            moves = (*trail.moves[:start], other, *trail.moves[start + size :])
            found = first_breach(player, name, moves)
            if found is not None and len(found[0].moves) < len(trail.moves):
                return found[0]
    return None


def minimal(player: Player, name: str, known: tuple[Trail, Choices], deadline: float) -> Trail:
    """Let Hypothesis make a game smaller, which it finds in its memory."""
    best = known[0]

    def breaks(pick: Pick) -> bool:
        nonlocal best
        for broken, what, moves in player.run(pick):
            if broken == name:
                if len(moves) <= len(best.moves):
                    best = Trail(moves, what)
                return True
        return False

    draw(breaks, deadline, known[1])
    return best


def search(
    player: Player, seed: int, deadline: float, examples: int = 100
) -> tuple[str, Trail] | None:
    """Let Hypothesis look for a small game that breaks any property."""
    best: tuple[str, Trail] | None = None

    def breaks(pick: Pick) -> bool:
        nonlocal best
        for broken, what, moves in player.run(pick):
            if best is None or len(moves) <= len(best[1].moves):
                best = broken, Trail(moves, what, ENGINE)
            return True
        return False

    draw(breaks, deadline, None, Random(seed), examples)
    return best


def draw(
    breaks: Callable[["Pick"], bool],
    deadline: float,
    known: Choices | None = None,
    random: Random | None = None,
    examples: int = 100,
) -> None:
    """Let Hypothesis draw games until one breaks something, and then smaller ones.

    It begins with known choices if there are any; with a stream of its own it has no memory.
    """

    @st.composite
    def games(draw: st.DrawFn) -> bool:
        return process_time() <= deadline and breaks(Drawn(draw))

    database = InMemoryExampleDatabase()
    if known is not None:
        # one choice too many, or Hypothesis takes it for one that it has shrunk before
        database.save(KEY, choices_to_bytes([*known, 0]))
    chosen = settings(
        database=database,
        max_examples=examples,
        deadline=None,
        phases=(Phase.generate if known is None else Phase.reuse, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    # once the time is over nothing is found any more, which Hypothesis may take for flaky
    with suppress(NoSuchExample, HypothesisException):
        find(games(), bool, settings=chosen, random=random, database_key=KEY)
