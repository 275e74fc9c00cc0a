"""Boards: their graphs against networkx and geometry, and every problem of their declarations."""

import time
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fragma_dsl.play.board import Board
from fragma_dsl.play.outline import find_corners, find_edge
from fragma_dsl.semantics.boards import (
    BoardSet,
    build_boards,
    drawing_problems,
    link_problems,
    problems,
    region_problems,
)
from fragma_dsl.syntax import tree
from tests.make_board import (
    PLAYERS,
    declare,
    drawing,
    find_problems,
    headings,
    lines,
    make,
    one_region,
    region,
    sites,
)

N, NE, E, SE, S, SW, W, NW, FIRST_CUSTOM = range(9)
GENERATED = st.one_of(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["grid", "hexgrid"]),
        st.integers(1, 6),
        st.integers(1, 6),
    ),
    st.builds("hexagon {}".format, st.integers(1, 5)),
    st.builds("triangle {}".format, st.integers(1, 6)),
    st.builds("ring {}".format, st.integers(3, 12)),
    st.builds("path {}".format, st.integers(1, 12)),
)


def plain(board: Board, directions: set[int] | None = None) -> "nx.Graph[int]":
    """The board as a simple graph, of the links in some directions."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(board.graph)
    edges = board.graph.edges(keys=True)
    graph.add_edges_from((a, b) for a, b, key in edges if directions is None or key in directions)
    return graph


def named(board: Board, found: frozenset[int]) -> set[str]:
    return {board.sites[site - board.first] for site in found}


def site(board: Board, name: str, layer: int = 0) -> int:
    return board.first + layer * board.layer_size + board.sites.index(name)


def build(*decls: tree.BoardDecl) -> BoardSet:
    checked = build_boards({decl.name.text: decl for decl in decls}, PLAYERS)
    assert checked.problems == ()
    assert checked.value is not None
    return checked.value


# ---- generators


def test_grid_has_the_links_of_a_grid_graph() -> None:
    board = make("grid 5 4")
    orthogonal = plain(board, {N, E, S, W})
    assert nx.is_isomorphic(orthogonal, nx.grid_2d_graph(5, 4))
    assert plain(board).number_of_edges() == (5 - 1) * 4 + 5 * (4 - 1) + 2 * (5 - 1) * (4 - 1)


def test_grid_is_named_from_the_lower_left() -> None:
    board = make("grid 3 2")
    assert board.sites == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert board.positions[site(board, "c2")] == (2.0, 1.0)
    assert (board.rows[5], board.columns[5]) == (2, 3)
    assert board.graph.has_edge(0, 4, NE)


def test_wide_grid_goes_on_with_two_letters() -> None:
    assert make("grid 28 1").sites[25:] == ("z1", "aa1", "ab1")


def test_wrapped_grid_is_a_regular_torus() -> None:
    board = make("grid 5 4", wrap="rows columns")
    assert {degree for _, degree in board.graph.out_degree()} == {8}
    torus = nx.grid_2d_graph(5, 4, periodic=True)
    assert nx.is_isomorphic(plain(board, {N, E, S, W}), torus)


def test_wrapped_rows_join_east_with_west_only() -> None:
    board = make("grid 4 3", wrap="rows")
    assert board.graph.has_edge(site(board, "d2"), site(board, "a2"), E)
    assert named(board, find_edge(board, N)) == {"a3", "b3", "c3", "d3"}
    assert find_edge(board, E) == frozenset()


@pytest.mark.parametrize("side", [1, 2, 3, 5])
def test_hexagon_has_its_centered_hexagonal_number_of_sites(side: int) -> None:
    board = make(f"hexagon {side}")
    assert len(board) == 3 * side * (side - 1) + 1
    inner = sum(degree == 6 for _, degree in board.graph.out_degree())
    assert inner == (3 * (side - 1) * (side - 2) + 1 if side > 1 else 0)
    assert max(board.rows.values()) == 2 * side - 1


def test_hexagon_counts_columns_within_the_row() -> None:
    board = make("hexagon 2")
    assert board.sites == ("a1", "b1", "a2", "b2", "c2", "a3", "b3")
    assert board.graph.has_edge(site(board, "a1"), site(board, "b2"), NE)
    assert board.graph.has_edge(site(board, "a1"), site(board, "a2"), NW)
    assert len(find_corners(board)) == 6


@pytest.mark.parametrize("side", [1, 2, 4, 7])
def test_triangle_has_its_triangular_number_of_sites(side: int) -> None:
    board = make(f"triangle {side}")
    assert len(board) == side * (side + 1) // 2
    assert plain(board).number_of_edges() == 3 * side * (side - 1) // 2


def test_triangle_with_ring_of_neighbours_is_a_triangular_grid() -> None:
    board = make("triangle 4")
    assert named(board, find_corners(board)) == {"a1", "d1", "a4"}
    triangles = nx.simple_cycles(plain(board), length_bound=3)
    assert sum(1 for _ in triangles) == 4 * 4 - 2 * 4 + 1


def test_hexgrid_is_a_grid_with_one_diagonal_more() -> None:
    board = make("hexgrid 4 3")
    wanted = nx.grid_2d_graph(4, 3)
    wanted.add_edges_from(((c, r), (c - 1, r + 1)) for c in range(1, 4) for r in range(2))
    assert nx.is_isomorphic(plain(board), wanted)
    assert board.directions == (NE, E, SE, SW, W, NW)


def test_hexgrid_neighbours_are_one_step_away() -> None:
    board = make("hexgrid 5 5")
    for a, b in board.graph.edges():
        (x, y), (u, v) = board.positions[a], board.positions[b]
        assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(1)


def test_wrapped_hexgrid_is_regular() -> None:
    board = make("hexgrid 5 4", wrap="rows columns")
    assert {degree for _, degree in board.graph.out_degree()} == {6}


def test_ring_is_a_cycle() -> None:
    boards = build(declare("ring 7"))
    board = boards.boards[0]
    assert nx.is_isomorphic(plain(board), nx.cycle_graph(7))
    assert [boards.directions[number] for number in board.directions] == ["cw", "ccw"]
    assert board.graph.has_edge(site(board, "s7"), site(board, "s1"), board.directions[0])


def test_path_runs_from_west_to_east() -> None:
    board = make("path 4")
    assert nx.is_isomorphic(plain(board), nx.path_graph(4))
    assert board.graph.has_edge(0, 1, E)
    assert named(board, find_corners(board)) == {"s1", "s4"}


def test_ranges_write_out_sites() -> None:
    assert make("sites center a1..a3 x..z").sites == ("center", "a1", "a2", "a3", "x", "y", "z")


def test_without_takes_sites_and_their_links_out() -> None:
    board = make("grid 3 3", without="b2")
    assert len(board) == 8
    assert plain(board, {N, E, S, W}).number_of_edges() == 8
    assert nx.is_isomorphic(plain(board, {N, E, S, W}), nx.cycle_graph(8))


def test_large_grid_is_built_quickly() -> None:
    decl = {"board": declare("grid 19 19")}
    times = []
    for _ in range(5):
        start = time.perf_counter()
        build_boards(decl, PLAYERS)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.03


# ---- links, layers and directions


def test_compass_comes_first_then_names_in_order_of_appearance() -> None:
    boards = build(
        declare("sites a b c", name="one", links="a -up/down- b\nb -in> c"),
        declare("ring 3", name="two"),
    )
    assert boards.directions[:8] == ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    assert boards.directions[8:] == ("up", "down", "in", "cw", "ccw")
    assert boards.opposites == (4, 5, 6, 7, 0, 1, 2, 3, 9, 8, -1, 12, 11)


def test_named_link_goes_back_by_the_opposite() -> None:
    board = make("sites a b c", links="a -n- b\nb -hop- c")
    assert set(board.graph.edges(keys=True)) == {
        (0, 1, N), (1, 0, S), (1, 2, FIRST_CUSTOM), (2, 1, -1),
    }  # fmt: skip


def test_one_way_link_has_no_way_back() -> None:
    assert list(make("sites a b", links="a -> b").graph.edges(keys=True)) == [(0, 1, -1)]


def test_links_of_bare_names_are_in_every_layer() -> None:
    board = make("sites a b", layers="past future", links="a -- b\npast.a -up/down- future.a")
    assert board.sites == ("a", "b", "a", "b")
    assert set(plain(board).edges()) == {(0, 1), (2, 3), (0, 2)}
    assert board.graph.has_edge(2, 0, FIRST_CUSTOM + 1)


def test_bare_name_beside_a_layered_one_means_every_layer() -> None:
    board = make("sites a b", layers="x y", links="x.a -> b")
    assert set(board.graph.edges()) == {(0, 1), (0, 3)}


def test_second_board_is_numbered_behind_the_first() -> None:
    boards = build(declare("grid 2 2", name="one"), declare("path 3", name="two")).boards
    assert [board.first for board in boards] == [0, 4]
    assert set(boards[1].graph) == {4, 5, 6} == set(boards[1].positions)


def test_direction_sets_are_given_once_or_for_each_player() -> None:
    sets = headings("forward", white="nw n ne", black="sw s se") | headings("cross", all="n e s w")
    board = make("grid 3 3", directions=sets)
    assert board.direction_sets["forward"] == (frozenset({NW, N, NE}), frozenset({SW, S, SE}))
    assert board.direction_sets["cross"] == (frozenset({N, E, S, W}),)


# ---- regions and lines


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (["row 3"], {"a3", "b3", "c3"}),
        (["rows 1..2"], {"a1", "b1", "c1", "a2", "b2", "c2"}),
        (["column b"], {"b1", "b2", "b3"}),
        (["columns 2..3"], {"b1", "b2", "b3", "c1", "c2", "c3"}),
        (["column a", "c3"], {"a1", "a2", "a3", "c3"}),
        (["row 1 c2..c3"], {"a1", "b1", "c1", "c2", "c3"}),
        (["corners"], {"a1", "c1", "a3", "c3"}),
        (["edge n"], {"a3", "b3", "c3"}),
        (["a1..a3"], {"a1", "a2", "a3"}),
        ([], set()),
    ],
)
def test_region_words_name_sites(texts: list[str], wanted: set[str]) -> None:
    board = make("grid 3 3", regions=one_region("spot", *texts))
    (found,) = board.regions["spot"]
    assert named(board, found) == wanted


def test_region_of_all_is_the_board() -> None:
    board = make("hexagon 2", regions=one_region("every", "all"))
    assert board.regions["every"] == (frozenset(board.graph),)


def test_regions_of_players_are_in_seat_order() -> None:
    home = {"home": region("home", black=sites("row 2"), white=sites("row 1"))}
    board = make("grid 2 2", regions=home)
    assert [named(board, found) for found in board.regions["home"]] == [{"a1", "b1"}, {"a2", "b2"}]


def test_seats_that_are_not_taken_are_no_mistake() -> None:
    sets = {"p1": sites("s1"), "p2": sites("s2"), "p3": sites("s3")}
    decl = declare("path 3", regions={"home": region("home", **sets)})
    checked = build_boards({"board": decl}, ("p1", "p2"), ("p1", "p2", "p3"))
    assert checked.problems == ()
    assert checked.value is not None
    assert checked.value.boards[0].regions["home"] == (frozenset({0}), frozenset({1}))


def test_regions_reach_through_layers() -> None:
    regions = one_region("spots", "a", "layer top") | one_region("one", "top.b")
    board = make("sites a b", layers="low top", regions=regions)
    assert board.regions["spots"] == (frozenset({0, 2, 3}),)
    assert board.regions["one"] == (frozenset({3}),)


def test_lines_are_one_in_each_layer_unless_they_name_layers() -> None:
    mills = lines("mills", sites("a", "b"), sites("low.a", "top.b"))
    board = make("sites a b", layers="low top", lines=mills)
    assert board.lines["mills"] == (frozenset({0, 1}), frozenset({2, 3}), frozenset({0, 3}))


# ---- positions


def test_drawing_places_sites_by_column_and_row() -> None:
    board = make("sites a1 mid c3", drawing=drawing("a1--mid\n  \\\n   c3"))
    assert board.positions == {0: (0.25, 0.0), 1: (2.5, 0.0), 2: (1.75, -2.0)}


def test_written_positions_count_before_natural_ones() -> None:
    board = make("path 2", layers="x y", positions={"s1": (5.0, 5.0), "y.s1": (7.0, 7.0)})
    assert [board.positions[i] for i in range(4)] == [(5, 5), (1, 0), (7, 7), (1, 0)]


def test_springs_place_sites_the_same_way_in_every_layer_and_every_time() -> None:
    links = "center -- a b c d\na -- b"
    board = make("sites center a b c d", layers="x y", links=links)
    assert [board.positions[i] for i in range(5)] == [board.positions[i] for i in range(5, 10)]
    assert board.positions == make("sites center a b c d", layers="x y", links=links).positions


def test_stack_keeps_its_height() -> None:
    assert make("grid 2 2", holds="stack", height=5).height == 5
    assert make("grid 2 2", holds="stack").height == 16
    assert make("grid 2 2").height == 0


# ---- laws


@given(GENERATED)
def test_every_step_goes_back_by_the_opposite(shape: str) -> None:
    boards = build(declare(shape))
    for a, b, key in boards.boards[0].graph.edges(keys=True):
        assert boards.boards[0].graph.has_edge(b, a, boards.opposites[key])


@given(GENERATED, st.sampled_from(["", "rows", "columns", "rows columns"]))
def test_a_direction_leads_to_one_site(shape: str, wrap: str) -> None:
    board = make(shape, wrap=wrap if shape.startswith(("grid", "hexgrid")) else "")
    ways = [(a, key) for a, _, key in board.graph.edges(keys=True)]
    assert len(ways) == len(set(ways))


@given(GENERATED)
def test_positions_and_names_are_distinct(shape: str) -> None:
    board = make(shape)
    assert len(set(board.positions.values())) == len(board) == len(set(board.sites))


@given(GENERATED, st.integers(2, 4))
def test_layers_are_copies_that_no_link_joins(shape: str, count: int) -> None:
    names = " ".join(f"layer{number}" for number in range(count))
    board = make(shape, layers=names)
    size = board.layer_size
    one = make(shape)
    for layer in range(count):
        part = board.graph.subgraph(range(layer * size, (layer + 1) * size))
        moved = {(a - layer * size, b - layer * size, k) for a, b, k in part.edges(keys=True)}
        assert moved == set(one.graph.edges(keys=True))
    assert board.graph.number_of_edges() == count * one.graph.number_of_edges()


@given(GENERATED, st.data())
def test_without_keeps_the_other_sites_in_order(shape: str, data: st.DataObject) -> None:
    board = make(shape)
    gone = data.draw(st.sets(st.sampled_from(board.sites), max_size=len(board) - 1))
    rest = make(shape, without=" ".join(sorted(gone)))
    assert rest.sites == tuple(name for name in board.sites if name not in gone)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_sprung_positions_are_distinct(pairs: list[tuple[int, int]]) -> None:
    edges = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    board = make("sites s0..s7", links="\n".join(f"s{a} -- s{b}" for a, b in edges))
    assert len(set(board.positions.values())) == 8


# ---- problems

PROBLEMS: list[tuple[str, str, dict[str, Any]]] = [
    ("F101", "grid 2 2", {"links": "a1 -- c9"}),
    ("F101", "grid 2 2", {"regions": one_region("spot", "c9")}),
    ("F101", "grid 2 2", {"without": "c9"}),
    ("F101", "grid 2 2", {"lines": lines("x", sites("c9"))}),
    ("F101", "grid 2 2", {"positions": {"c9": (0.0, 0.0)}}),
    ("F101", "sites a b", {"drawing": drawing("a b zz")}),
    ("F102", "grid 3", {}),
    ("F102", "grid 3 3 3", {}),
    ("F102", "hexagon four", {}),
    ("F102", "ring", {}),
    ("F103", "ring 2", {}),
    ("F103", "path 0", {}),
    ("F103", "triangle -3", {}),
    ("F103", "path 99999999999999999999", {}),
    ("F104", "sites a b a", {}),
    ("F105", "sites a6..a1", {}),
    ("F105", "sites a1..b6", {}),
    ("F105", "grid 3 3", {"regions": one_region("spot", "rows 2..1")}),
    ("F106", "sites", {}),
    ("F106", "grid 1 1", {"without": "a1"}),
    ("F106", "sites a b", {"without": "a b"}),
    ("F107", "grid 100 100", {}),
    ("F107", "grid 60 60", {"layers": "x y"}),
    ("F108", "hexagon 2", {"regions": one_region("spot", "edge n")}),
    ("F108", "grid 2 2", {"directions": headings("x", all="up")}),
    ("F109", "grid 3 3", {"links": "a1 -n- c3"}),
    ("F110", "sites a b", {"links": "a -- a"}),
    ("F111", "sites a b", {"links": "a -- b\nb -- a"}),
    ("F112", "grid 2 2", {"regions": {"x": region("x", white=sites("a1"), blakc=sites("a2"))}}),
    ("F113", "grid 2 2", {"regions": {"x": region("x", white=sites("a1"))}}),
    ("F114", "grid 2 2", {"regions": one_region("spot", "corner")}),
    ("F114", "grid 2 2", {"regions": one_region("spot", "rwos 1..2")}),
    ("F115", "grid 2 2", {"regions": one_region("spot", "row 3")}),
    ("F115", "grid 2 2", {"regions": one_region("spot", "columns a..c")}),
    ("F116", "path 3", {"wrap": "rows"}),
    ("F118", "sites a b", {"drawing": drawing("a--")}),
    ("F119", "sites a b", {"drawing": drawing("a--b--a")}),
    ("F120", "grid 2 2", {"height": 3}),
    ("F121", "sites a b", {"layers": "a x"}),
    ("F122", "sites a b", {"links": "past.a -- b"}),
    ("F122", "sites a b", {"regions": one_region("spot", "layer past")}),
    ("F122", "sites a b", {"wrap": "layers"}),
    ("F123", "sites a b", {"layers": "past now", "links": "pats.a -- now.a"}),
    ("F125", "ring 4", {"regions": one_region("spot", "row 1")}),
    ("F126", "grid 2 2", {"regions": one_region("spot", "row")}),
    ("F126", "grid 2 2", {"regions": one_region("spot", "row a")}),
    ("F127", "grid 2 2", {"holds": "stack", "height": 0}),
    ("F129", "sites 1a", {}),
    ("F130", "path 2", {"positions": {"s1": (1.0, 0.0)}}),
    ("F131", "path 2", {"layers": "x y", "without": "x.s1"}),
]


@pytest.mark.parametrize(("code", "shape", "keys"), PROBLEMS)
def test_one_mistake_gives_one_problem(code: str, shape: str, keys: dict[str, Any]) -> None:
    found = find_problems(shape, **keys)
    assert [problem.code for problem in found] == [code]
    for problem in found:
        assert problem.message[0].islower() or problem.message[0] == "`"
        assert problem.__doc__
        assert problem.help is None or problem.help
        assert isinstance(problem.labels, tuple)
        assert problem.fix is None or problem.fix.span.text


@pytest.mark.parametrize(
    ("shape", "keys", "fixed"),
    [
        ("sites a6..a1", {}, "a1..a6"),
        ("sites center edge_a", {"links": "centre -- edge_a"}, "center"),
        ("sites a b", {"links": "past.a -- b"}, "a"),
        ("sites a b", {"layers": "past now", "links": "pats.a -- now.a"}, "past"),
        ("grid 2 2", {"regions": one_region("spot", "corner")}, "corners"),
        ("sites alpha beta", {"drawing": drawing("alhpa--beta")}, "alpha"),
        ("path 2", {"layers": "x y", "without": "x.s1"}, "s1"),
    ],
)
def test_a_mistake_with_one_remedy_has_its_fix(
    shape: str, keys: dict[str, Any], fixed: str
) -> None:
    (problem,) = find_problems(shape, **keys)
    assert problem.fix is not None
    assert problem.fix.text == fixed


def test_all_mistakes_are_reported_at_once() -> None:
    found = find_problems(
        "grid 3 3",
        links="a1 -- z9\na1 -- a1",
        regions=one_region("spot", "row 9", "edge up"),
        height=2,
    )
    assert sorted(p.code for p in found) == ["F101", "F108", "F110", "F115", "F120"]


def test_board_that_cannot_be_made_stands_empty_and_brings_no_more_problems() -> None:
    decl = declare("grid 3", regions=one_region("spot", "row 9"), links="a1 -- z9")
    checked = build_boards({"board": decl, "other": declare("path 2", name="other")}, PLAYERS)
    assert [problem.code for problem in checked.problems] == ["F102"]
    assert checked.value is not None
    assert [len(board) for board in checked.value.boards] == [0, 2]


def test_a_name_in_the_place_of_a_size_is_told_that_options_do_not_change_it() -> None:
    (problem,) = build_boards({"board": declare("grid size size")}, PLAYERS).problems
    assert problem.help == "write it like `grid 8 8`; no option can change the size of a board"


def test_every_problem_code_has_a_case() -> None:
    modules = (problems, link_problems, region_problems, drawing_problems)
    kinds = [kind for module in modules for kind in vars(module).values()]
    codes = {kind.code for kind in kinds if isinstance(kind, type) and hasattr(kind, "code")}
    assert {code for code, _, _ in PROBLEMS} == {code for code in codes if isinstance(code, str)}
