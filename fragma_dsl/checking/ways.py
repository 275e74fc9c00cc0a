"""Ways: what only the whole graph of a game's states can say: whether a game can still end, and how
long it can be."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx

from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking import properties as p
from fragma_dsl.checking.exhaust import ENGINE, StateGraph
from fragma_dsl.checking.judge import Judge
from fragma_dsl.checking.seen import Moves, Seen, Trail
from fragma_dsl.game import Game
from fragma_dsl.play.machine import Action
from fragma_dsl.text.said import say

ENDLESS = -1
"""The length of a game that can come round to where it was, with a decision on the way."""


def look_at_ways(judge: Judge, seen: Seen, graph: StateGraph) -> None:
    """Judge what speaks of whole games: that each can still end, and how long they are."""
    if p.CAN_END in judge.laws:
        lost = first_without_end(graph)
        if lost is not None:
            what = "no way leads from here to an end"
            seen.note(p.CAN_END, Trail(graph.way_to(lost), what, ENGINE, True))
    ways = Ways(graph)
    seen.longest = ways.lengths[0]
    for name, limit in judge.limits(graph.states[0]).items():
        is_exact = next(one.probability is None for one in judge.within if one.name == name)
        if is_exact and (ways.lengths[0] == ENDLESS or ways.lengths[0] > limit):
            what = say("the game goes on after {limit} decisions", limit=limit)
            if ways.lengths[0] == ENDLESS:
                what = say("{what}, and can go on for ever", what=what)
            seen.note(name, Trail(ways.long_game(limit), what, ENGINE, True))


def write_graph(game: Game, graph: StateGraph, path: Path) -> None:
    """Write positions and the moves between them as GraphML, which other programs read."""
    net: nx.MultiDiGraph[int] = nx.MultiDiGraph(game=game.name, digest=game.digest)
    for number, state in enumerate(graph.states):
        position = game.at(state)
        text, ending = position.text(), position.ending or ""
        net.add_node(number, position=text, waits_for=position.waits_for, ending=ending)
    for number, edges in enumerate(graph.edges):
        for move, target in edges:
            net.add_edge(number, target, move=game.notation.move_text(move))
    nx.write_graphml(net, path)


def first_without_end(graph: StateGraph) -> int | None:
    """Find the first state from which no end can be reached, nor a rule that goes wrong."""
    before: list[list[int]] = [[] for _ in graph.states]
    for number, edges in enumerate(graph.edges):
        for _, target in edges:
            before[target].append(number)
    reached = graph.ends | graph.broken
    pending = sorted(reached)
    while pending:
        for number in before[pending.pop()]:
            if number not in reached:
                reached.add(number)
                pending.append(number)
    return next((n for n in range(len(graph.states)) if n not in reached), None)


class Ways:
    """How many decisions can come after each state; states that lie on a circle belong together."""

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.net: nx.DiGraph[int] = nx.DiGraph()
        self.net.add_nodes_from(range(len(graph.states)))
        for number, edges in enumerate(graph.edges):
            self.net.add_edges_from((number, target) for _, target in edges)
        self.rings = [frozenset(ring) for ring in nx.strongly_connected_components(self.net)]
        self.ring_of = {number: ring for ring in self.rings for number in ring}
        self.lengths = [0] * len(graph.states)
        for ring in self.rings:  # followers come first
            length = self.length_of(ring)
            for number in ring:
                self.lengths[number] = length

    def length_of(self, ring: frozenset[int]) -> int:
        """Give the most decisions after the states of a ring, whose followers are known."""
        best = 0
        for number in ring:
            for move, target in self.graph.edges[number]:
                decides = isinstance(move, Action)
                if target in ring:
                    if decides:
                        return ENDLESS
                elif self.lengths[target] == ENDLESS:
                    return ENDLESS
                else:
                    best = max(best, self.lengths[target] + decides)
        return best

    def long_game(self, limit: int) -> Moves:
        """Give a game with more decisions than the limit; there must be one."""
        moves: list[Move] = []
        number = decisions = 0
        while decisions <= limit:
            for move, target in self.next_part(number):
                moves.append(move)
                decisions += isinstance(move, Action)
                number = target
        return tuple(moves)

    def next_part(self, number: int) -> list[tuple[Move, int]]:
        """Give the next moves of a longest game, up to one that counts."""
        ring = self.ring_of[number]
        length = self.lengths[number]
        for origin in sorted(ring):
            for move, target in self.graph.edges[origin]:
                decides = isinstance(move, Action)
                stays = target in ring and decides
                onward = target not in ring and (
                    self.lengths[target] == ENDLESS
                    if length == ENDLESS
                    else self.lengths[target] + decides == length
                )
                if stays or onward:
                    return [*self.walk(number, origin, ring), (move, target)]
        raise ValueError("there is no longer game")

    def walk(self, origin: int, target: int, ring: frozenset[int]) -> list[tuple[Move, int]]:
        """Give the moves between two states of a ring."""
        inside: Any = self.net.subgraph(ring)
        path = nx.shortest_path(inside, origin, target)
        return [
            next((move, end) for move, end in self.graph.edges[here] if end == there)
            for here, there in pairwise(path)
        ]
