"""Exhaust: all positions of a game, breadth first over its states, each stop and move judged."""

from collections import deque
from dataclasses import dataclass, field
from time import monotonic

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.perft import legal_moves
from fragma_dsl.checking.seen import Moves, Seen, Trail
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import AtEnd
from fragma_dsl.play.state import State

ENGINE = "all positions"


@dataclass(slots=True)
class StateGraph:
    """The states that were found, in the order of their depth, and the moves between them.

    `parents` says how each was reached first. `is_whole` where nothing is left to be found.
    """

    states: list[State] = field(default_factory=list)
    numbers: dict[State, int] = field(default_factory=dict)
    parents: list[tuple[int, Move] | None] = field(default_factory=list)
    edges: list[tuple[tuple[Move, int], ...]] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)
    broken: set[int] = field(default_factory=set)  # where a move runs into a fault
    depth: int = 0
    is_whole: bool = False

    def add(self, state: State, parent: tuple[int, Move] | None) -> int:
        """Add a state that is not known yet."""
        number = len(self.states)
        self.numbers[state] = number
        self.states.append(state)
        self.parents.append(parent)
        self.edges.append(())
        return number

    def way_to(self, number: int) -> Moves:
        """Give the moves by which a state was reached first, which are as few as can be."""
        moves = []
        parent = self.parents[number]
        while parent is not None:
            number, move = parent
            moves.append(move)
            parent = self.parents[number]
        return tuple(reversed(moves))


def explore(judge: Judge, seen: Seen, most: int, deadline: float) -> StateGraph:
    """Look at all positions, up to so many and until a time.

    A state with a breach is not gone on from where a fault made it, else it is like any other.
    """
    graph = StateGraph()
    machine = judge.game.machine
    try:
        start = machine.start()
    except FaultError as error:
        breach = judge.blame(error.fault)
        if breach is not None:
            seen.note(breach.property, Trail((), breach.what, ENGINE, True))
        return graph
    look(judge, seen, graph, graph.add(start, None))
    pending = deque([(0, 0)])
    while pending:
        number, depth = pending.popleft()
        state = graph.states[number]
        found: list[tuple[Move, int]] = []
        for move in legal_moves(machine, state):
            if len(graph.states) >= most or monotonic() > deadline:
                return graph
            seen.moves += 1
            try:
                after = machine.play(state, move)
            except FaultError as error:
                graph.broken.add(number)
                breach = judge.blame(error.fault)
                if breach is not None and breach.property not in seen.breaches:
                    moves = (*graph.way_to(number), move)
                    seen.note(breach.property, Trail(moves, breach.what, ENGINE, True))
                continue
            target = graph.numbers.get(after)
            if target is None:
                target = graph.add(after, (number, move))
                pending.append((target, depth + 1))
                look(judge, seen, graph, target)
            found.append((move, target))
            for breach in judge.compare(state, after):
                if breach.property not in seen.breaches:
                    moves = (*graph.way_to(number), move)
                    seen.note(breach.property, Trail(moves, breach.what, ENGINE, True))
        graph.edges[number] = tuple(found)
        graph.depth = depth
    graph.is_whole = True
    return graph


def look(judge: Judge, seen: Seen, graph: StateGraph, number: int) -> None:
    """Judge a state that is new."""
    state = graph.states[number]
    if isinstance(judge.game.machine.stop(state), AtEnd):
        graph.ends.add(number)
    for breach in judge.look(state):
        if breach.property not in seen.breaches:
            seen.note(breach.property, Trail(graph.way_to(number), breach.what, ENGINE, True))
    for name in judge.witnesses(state):
        if name not in seen.witnesses:
            seen.witness(name, Trail(graph.way_to(number), "", ENGINE, True))
