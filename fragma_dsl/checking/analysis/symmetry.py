"""Symmetry: whether the board looks the same from each seat, and what breaks it where it does not.

From a seat, every per-player region and set of directions is its own, that of the next seat, and so
on. Two seats are alike where a renaming of sites turns the boards as seen from one into those as
seen from the other; the rules are the same for both as long as no script names a player, a
direction or a site.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

import networkx as nx
from networkx.algorithms.isomorphism import DiGraphMatcher

from fragma_dsl.checking.analysis.learn import bodies
from fragma_dsl.checking.analysis.reads import walk_model
from fragma_dsl.library.types import Direction, SetOf, Site
from fragma_dsl.play.board import Board
from fragma_dsl.semantics import model
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.walk import walk
from fragma_dsl.text.said import say

MOST_SITES = 512
ROUNDS = 64
MOST_RENAMINGS = 64
LINES = frozenset(("row", "column", "edge", "corners", "layer"))
"""Builtins that tell the sides of a board apart."""


def said_of_seats(game: model.Game, variant: tree.Variant) -> str:
    """Say in a line which seats are alike."""
    players = game.players
    if len(players) < 2:
        return "one seat"
    named = next(named_players(game, variant), None)
    if named is not None:
        return say(
            "not alike: `{name}` is named in line {line}", name=named.text, line=named.span.line
        )
    marks = marked_sites(game, variant)
    fixed = named_directions(game)
    if game.site_count > MOST_SITES:
        return "not compared: there are too many sites"
    first = [seen_from(game, board, 0, marks) for board in game.boards]
    for seat in range(1, len(players)):
        for board, here in zip(game.boards, first, strict=True):
            there = seen_from(game, board, seat, marks)
            if not alike(here, there, board, fixed):
                return say(
                    "not proved alike: `{board}` looks different from `{first}` and `{other}`{why}",
                    board=board.name,
                    first=players[0],
                    other=players[seat],
                    why=why(marks),
                )
    return "alike but for who begins (proved)"


def why(marks: Mapping[int, str]) -> str:
    """Say what scripts name that sets sites apart."""
    if not marks:
        return ""
    return say(", as scripts tell `{site}` from other sites", site=min(marks.values()))


def named_directions(game: model.Game) -> tuple[frozenset[int], ...]:
    """Give the directions, and sets of them, that scripts name."""
    found: dict[frozenset[int], None] = {}
    for body in bodies(game):
        for node in walk_model(body):
            match node:
                case model.Known(int(value), Direction()):
                    found[frozenset((value,))] = None
                case model.Known(frozenset() as value, SetOf(Direction())):
                    found[value] = None
                case _:
                    pass
    return tuple(found)


def scripts_of(variant: tree.Variant) -> tuple[object, ...]:
    """Give the parts of a file that are run."""
    return (
        variant.setup, variant.turn, variant.flow, variant.phases, variant.rules,
        variant.functions, variant.end, variant.state,
    )  # fmt: skip


def named_players(game: model.Game, variant: tree.Variant) -> Iterator[tree.Name]:
    """Run through the places where a script names a player."""
    for node in walk(scripts_of(variant)):
        if isinstance(node, tree.Name) and node.text in game.players:
            yield node


def marked_sites(game: model.Game, variant: tree.Variant) -> dict[int, str]:
    """Give the sites that scripts name, or tell apart by their rows and sides."""
    names = {node.text for node in walk(scripts_of(variant)) if isinstance(node, tree.Name)}
    words: set[str] = set()
    named: set[int] = set()
    for body in bodies(game):
        for node in walk_model(body):
            match node:
                case model.BuiltinCall(builtin):
                    words.add(builtin.name)
                case model.Known(int(value), Site()):
                    named.add(value)
                case _:
                    pass
    return {
        board.first + index: name
        for board in game.boards
        for index, name in enumerate(board.sites)
        if board.first + index in named or words & LINES or names & board.lines.keys()
    }


def seen_from(
    game: model.Game, board: Board, seat: int, marks: Mapping[int, str]
) -> "nx.DiGraph[int]":
    """Give a board as it looks from a seat: sites and links with colours."""
    count = len(game.players)
    turned = [(seat + k) % count for k in range(count)]
    graph: nx.DiGraph[int] = nx.DiGraph()
    for site in range(board.first, board.first + len(board)):
        own = tuple(
            tuple(site in sets[one] for one in turned) if len(sets) == count else site in sets[0]
            for _, sets in sorted(board.regions.items())
        )
        graph.add_node(site, colour=(own, site if site in marks else -1))
    for origin, target, key in board.edges():
        ways = tuple(
            tuple(key in sets[one] for one in turned) if len(sets) == count else key in sets[0]
            for _, sets in sorted(board.direction_sets.items())
        )
        before = graph.get_edge_data(origin, target, {"colour": ()})["colour"]
        graph.add_edge(origin, target, colour=tuple(sorted((*before, ways))))
    return graph


def alike(
    one: "nx.DiGraph[int]",
    other: "nx.DiGraph[int]",
    board: Board,
    fixed: tuple[frozenset[int], ...],
) -> bool:
    """Whether a renaming of sites makes one coloured graph of the other, and turns directions into
    directions, those that are `fixed` among themselves."""
    return same(one, other) or next(renamings(one, other, board, fixed), None) is not None


def renamings(
    one: "nx.DiGraph[int]",
    other: "nx.DiGraph[int]",
    board: Board,
    fixed: tuple[frozenset[int], ...],
) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
    """Run through renamings of sites that make one coloured graph of the other, each with how it
    turns directions; MOST_RENAMINGS are tried."""
    refined = refine(one), refine(other)
    if sorted(refined[0].values()) != sorted(refined[1].values()):
        return
    for graph, colours in zip((one, other), refined, strict=True):
        nx.set_node_attributes(graph, colours, "shade")
    matcher = DiGraphMatcher(
        one,
        other,
        node_match=lambda a, b: a["shade"] == b["shade"],
        edge_match=lambda a, b: a["colour"] == b["colour"],
    )
    for renamed in islice(matcher.isomorphisms_iter(), MOST_RENAMINGS):
        turned = turned_directions(board, renamed, fixed)
        if turned is not None:
            yield dict(renamed), turned


def turned_directions(
    board: Board, renamed: Mapping[int, int], fixed: tuple[frozenset[int], ...]
) -> dict[int, int] | None:
    """Give in which direction all links of each lead under other names of sites; None where they do
    not lead in one."""
    turned: dict[int, int] = {}
    for origin, target, key in board.edges():
        there = board.links[renamed[origin]][renamed[target]]
        if key >= 0 and (len(there) != 1 or turned.setdefault(key, there[0]) != there[0]):
            return None
    kept = all({turned.get(one, one) for one in named} == named for named in fixed)
    return turned if kept and len(set(turned.values())) == len(turned) else None


def same(one: "nx.DiGraph[int]", other: "nx.DiGraph[int]") -> bool:
    """Whether two graphs have the same colours everywhere."""
    return coloured(one) == coloured(other)


def coloured(graph: "nx.DiGraph[int]") -> tuple[dict[int, object], dict[tuple[int, int], object]]:
    """Give the colours of the nodes and edges of a graph."""
    nodes = {node: data["colour"] for node, data in graph.nodes(data=True)}
    return nodes, {(a, b): data["colour"] for a, b, data in graph.edges(data=True)}


def refine(graph: "nx.DiGraph[int]") -> dict[int, int]:
    """Tell nodes apart by their colours and those of their neighbours, until nothing new shows."""
    shade = {node: hash(colour) for node, colour in coloured(graph)[0].items()}
    for _ in range(ROUNDS):
        finer = {
            node: hash((
                shade[node],
                tuple(sorted((hash(data["colour"]), shade[to]) for _, to, data in
                             graph.out_edges(node, data=True))),
                tuple(sorted((hash(data["colour"]), shade[to]) for to, _, data in
                             graph.in_edges(node, data=True))),
            ))
            for node in graph
        }  # fmt: skip
        if len(set(finer.values())) == len(set(shade.values())):
            return finer
        shade = finer
    return shade
