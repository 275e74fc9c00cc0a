"""Draw: boards as text, with exact pictures, and as well-formed SVG."""

import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fragma_dsl.play.board import Board
from fragma_dsl.play.draw import draw_svg, draw_text
from fragma_dsl.play.draw.colour import DARK_INK, LIGHT_INK, ink_on
from tests.make_board import drawing, make

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = (
    "grid 8 8", "hexgrid 5 4", "hexagon 3", "triangle 4", "ring 9", "path 5", "sites a b c",
)  # fmt: skip


def on(board: Board, **pieces: str) -> Callable[[int], str]:
    """What stands where, by the names of sites."""
    return lambda site: pieces.get(board.sites[site - board.first], "")


def nothing(_: int) -> str:
    return ""


def picture(*lines: str) -> str:
    return "\n".join(lines)


def test_grid_is_a_table_with_coordinates() -> None:
    board = make("grid 3 3")
    assert draw_text(board, on(board, b2="x", c3="o")) == picture(
        "3  . . o",
        "2  . x .",
        "1  . . .",
        "   a b c",
    )


def test_wide_contents_widen_every_column() -> None:
    board = make("grid 2 2")
    assert draw_text(board, on(board, a1="wK", b2="p")) == picture(
        "2  .  p",
        "1  wK .",
        "   a  b",
    )


def test_missing_site_leaves_a_hole() -> None:
    board = make("grid 3 2", without="b2")
    assert draw_text(board, nothing).splitlines()[0] == "2  .   ."


def test_tall_grid_aligns_its_numbers() -> None:
    lines = draw_text(make("grid 2 10"), nothing).splitlines()
    assert (lines[0], lines[9], lines[10]) == ("10  . .", " 1  . .", "    a b")


def test_hexagon_is_staggered_and_names_its_empty_sites() -> None:
    board = make("hexagon 2")
    assert draw_text(board, on(board, b2="x")) == picture(
        "  3  a3  b3",
        "2  a2  x   c2",
        "  1  a1  b1",
    )


def test_hexgrid_leans_and_names_its_columns() -> None:
    assert draw_text(make("hexgrid 3 2"), nothing) == picture(
        " 2  . . .",
        "1  . . .",
        "   a b c",
    )


def test_triangle_stands_on_its_longest_row() -> None:
    assert draw_text(make("triangle 3"), nothing) == picture(
        "  3  .",
        " 2  . .",
        "1  . . .",
        "   a b c",
    )


def test_path_shows_its_links() -> None:
    board = make("path 3")
    assert draw_text(board, on(board, s2="x")) == "s1 -- x - s3"


def test_ring_shows_every_site_once() -> None:
    text = draw_text(make("ring 12"), nothing)
    assert sorted(text.replace("·", " ").replace("/", " ").replace("\\", " ").split()) == sorted(
        f"s{number}" for number in range(1, 13)
    )


def test_long_path_and_ring_are_wrapped() -> None:
    assert draw_text(make("path 7"), nothing, width=20) == picture(
        "s1 - s2 - s3 -", "s4 - s5 - s6 -", "s7"
    )
    ring = make("ring 30")
    lines = draw_text(ring, on(ring, s30="xx"), width=80).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1].endswith("xx -> s1")


def test_title_without_room_gives_way_to_the_name() -> None:
    board = make("sites vortex b", drawing=drawing("|vortex|b-"), links="vortex -- b")
    titles = {"vortex": "remolino", "b": "be"}
    text = draw_text(board, nothing, title=lambda name: titles.get(name, name))
    assert text == "|vortex|be"


def test_drawing_keeps_its_strokes_in_place() -> None:
    board = make("sites a1 b1 c1", drawing=drawing("a1---b1\n |  /\nc1"))
    assert draw_text(board, on(board, a1="x", c1="oo")) == picture(
        "x----b1",
        " |  /",
        "oo",
    )


def test_content_too_long_for_a_drawing_is_written_out_below() -> None:
    board = make("sites a b", drawing=drawing("a-b-"))
    assert draw_text(board, on(board, a="king")) == picture("…-b-", "a: king")


def test_pieces_without_room_are_written_out_below_with_their_layer() -> None:
    board = make("sites a b", layers="low top", drawing=drawing("a-b"))
    text = draw_text(board, on(board, b="@1 @3 @4"), width=9)
    assert text.splitlines()[:3] == ["low", "a-@1@3@4", ""]
    board = make("sites a b", layers="low top", drawing=drawing("a-b-+"))
    text = draw_text(board, on(board, a="@1 @3"), width=9)
    assert text.splitlines()[:3] == ["low", "…-b-+", "low.a: @1 @3"]


def test_content_grows_over_blanks_up_to_the_last() -> None:
    board = make("sites a b", drawing=drawing("|a   |b"))
    assert draw_text(board, on(board, a="oak", b="queen")) == "|oak |queen"


def test_content_grows_over_strokes_up_to_the_last() -> None:
    board = make("sites a b c", drawing=drawing("a --- b - c ---+"))
    assert draw_text(board, on(board, a="1234", b="56", c="789")) == "1234- 56- 789--+"
    assert draw_text(board, on(board, a="12345678")) == "1234… b - c ---+\na: 12345678"


def test_titles_of_layers_and_sites_are_for_people() -> None:
    board = make("sites a", layers="low top", drawing=drawing("a"))
    assert draw_text(board, nothing, title=str.upper) == picture("LOW    TOP", "A      A")
    assert ">LOW<" in draw_svg(board, lambda _: ("", ""), str.upper)


def test_layers_stand_side_by_side_where_they_fit() -> None:
    board = make("grid 2 1", layers="low top")
    assert draw_text(board, nothing) == picture(
        "low       top",
        "1  . .    1  . .",
        "   a b       a b",
    )


def test_layers_stand_below_each_other_where_they_do_not_fit() -> None:
    board = make("grid 2 1", layers="low top")
    assert draw_text(board, nothing, width=12) == picture(
        "low", "1  . .", "   a b", "", "top", "1  . .", "   a b",
    )  # fmt: skip


def test_layers_are_drawn_at_one_scale() -> None:
    board = make("path 2", layers="low top")
    text = draw_text(board, lambda site: "piece" if site == 0 else "", width=20)
    assert text.splitlines()[1].index("s2") == text.splitlines()[-1].index("s2")


@pytest.mark.parametrize("shape", SHAPES)
def test_svg_has_a_group_for_each_site(shape: str) -> None:
    board = make(shape)
    root = ET.fromstring(draw_svg(board, lambda _: ("", "")))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("data-site")]
    assert [int(group.get("data-site", "")) for group in groups] == list(board.graph)
    assert [group.findtext(f"{SVG}title") for group in groups] == list(board.sites)


def test_svg_draws_links_of_graphs_and_arrows_of_one_way_links() -> None:
    root = ET.fromstring(draw_svg(make("sites a b c", links="a -- b\nb -> c"), lambda _: ("", "")))
    assert len(list(root.iter(f"{SVG}line"))) == 2
    assert len(list(root.iter(f"{SVG}polygon"))) == 1


def test_svg_titles_its_layers() -> None:
    root = ET.fromstring(draw_svg(make("path 2", layers="low top"), lambda _: ("", "")))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "low" in texts
    assert "top" in texts


def test_svg_draws_a_disc_in_the_colour_of_the_piece() -> None:
    root = ET.fromstring(draw_svg(make("grid 1 1"), lambda _: ("K", "#123456")))
    assert [disc.get("fill") for disc in root.iter(f"{SVG}circle")] == ["#123456"]


@given(
    st.text(st.characters(exclude_categories=["C"])),
    st.text(st.characters(exclude_categories=["C"])),
)
def test_svg_escapes_what_it_is_given(symbol: str, colour: str) -> None:
    root = ET.fromstring(draw_svg(make("grid 1 1"), lambda _: (symbol, colour)))
    assert len(list(root.iter())) < 12


@pytest.mark.parametrize(
    ("colour", "ink"),
    [("#000", LIGHT_INK), ("#ffffff", DARK_INK), ("navy", LIGHT_INK), ("pink", DARK_INK)],
)
def test_ink_can_be_read_on_its_colour(colour: str, ink: str) -> None:
    assert ink_on(colour) == ink


@given(st.sampled_from(SHAPES), st.text("xyz", max_size=12))
def test_text_never_cuts_without_saying_what(shape: str, content: str) -> None:
    board = make(shape)
    text = draw_text(board, lambda site: content if site == board.first else "")
    assert content in text


def test_far_and_coinciding_positions_give_a_picture_of_bounded_size() -> None:
    places = {"a": (0.0, 0.0), "b": (0.0, 0.000001), "c": (999999.0, 999999.0)}
    lines = draw_text(make("sites a b c", links="a -- b", positions=places), nothing).splitlines()
    assert len(lines) < 100
    assert max(map(len, lines)) < 150
