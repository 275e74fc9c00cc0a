"""Exhaust: all positions of a game, breadth first over its states, each stop and move judged."""

from collections import deque
from dataclasses import dataclass, field
from time import process_time

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.seen import Moves, Seen, Trail
from fragma_dsl.game import Position
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.state import State

ENGINE = "all positions"
MOST_LISTED = 50_000
"""In a larger graph the lists of actions are made twice, rather than kept until they are needed."""


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
    first = look(judge, seen, graph, graph.add(start, None))
    pending = deque([(0, 0, first)])
    while pending:
        number, depth, position = pending.popleft()
        state = position.state
        found: list[tuple[Move, int]] = []
        moves: Moves = (*position.legal, *position.outcomes)
        for move in moves:
            if len(graph.states) >= most or process_time() > deadline:
                return graph
            seen.moves += 1
            try:
                after = machine.play(state, move)
            except FaultError as error:
                graph.broken.add(number)
                breach = judge.blame(error.fault)
                if breach is not None and breach.property not in seen.breaches:
                    way = (*graph.way_to(number), move)
                    seen.note(breach.property, Trail(way, breach.what, ENGINE, True))
                continue
            target = graph.numbers.get(after)
            is_large = len(graph.states) > MOST_LISTED
            if target is None:
                target = graph.add(after, (number, move))
                later = look(judge, seen, graph, target)
                pending.append((target, depth + 1, judge.game.at(after) if is_large else later))
            found.append((move, target))
            for breach in judge.compare(state, after):
                if breach.property not in seen.breaches:
                    way = (*graph.way_to(number), move)
                    seen.note(breach.property, Trail(way, breach.what, ENGINE, True))
        graph.edges[number] = tuple(found)
        graph.depth = depth
    graph.is_whole = True
    return graph


def look(judge: Judge, seen: Seen, graph: StateGraph, number: int) -> Position:
    """Judge a state that is new; give its position."""
    position = judge.game.at(graph.states[number])
    if position.is_over:
        graph.ends.add(number)
    for breach in judge.look(position):
        if breach.property not in seen.breaches:
            seen.note(breach.property, Trail(graph.way_to(number), breach.what, ENGINE, True))
    for name in judge.witnesses(position.state):
        if name not in seen.witnesses:
            seen.witness(name, Trail(graph.way_to(number), "", ENGINE, True))
    return position
