"""Boards and rule files that Hypothesis draws: valid, wide, and plain when they are shrunk."""

from functools import lru_cache

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings

from fragma_dsl.automaton.nodes import CallBuiltin
from fragma_dsl.checking.made.rulesets import any_rulesets
from fragma_dsl.checking.strategies import boards, rulesets
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.walk import walk
from fragma_dsl.text.source import Source

steady = settings(
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    max_examples=50,
    suppress_health_check=list(HealthCheck),
)
FILE = """edition: 1
game: g
title: T
players: 2
boards:
  cells: {}
turn: draw
"""
STATEMENTS = frozenset((
    tree.Let, tree.Assign, tree.Move, tree.Place, tree.Remove, tree.Capture, tree.DrawCard,
    tree.Deal, tree.Reveal, tree.Hide, tree.If, tree.For, tree.While, tree.Repeat,
    tree.Option, tree.Choose, tree.Return, tree.Again, tree.Out, tree.Win, tree.Lose, tree.Tie,
    tree.Rank, tree.Pay, tree.CheckEnd, tree.Remember, tree.Roll, tree.Comprehension,
))  # fmt: skip


def analysis_of(text):
    return analyse_source(Source("made.rules.yaml", text))


@lru_cache
def examples():
    """Give the analyses of some drawn files, with errors or without."""
    found = []

    @steady
    @given(any_rulesets())
    def draw(text):
        found.append(analysis_of(text))

    draw()
    return found


@settings(steady, max_examples=50)
@given(boards())
def test_a_drawn_board_is_valid(text):
    assert not analysis_of(FILE.format(text)).problems


def test_all_shapes_of_boards_are_drawn():
    for word in ("grid", "path", "ring", "sites", "hexgrid", "hexagon", "triangle", "plane"):
        assert word in find(boards(), lambda text, word=word: word in text)


def test_hardly_any_file_is_made_in_vain():
    assert sum(one.has_errors for one in examples()) <= len(examples()) // 20


def test_drawn_files_reach_the_statements_of_the_language():
    found = {type(node) for one in examples() if one.variant for node in walk(one.variant)}
    assert len(STATEMENTS - found) <= 4  # few files have what is rare


def test_drawn_files_reach_many_builtins():
    programs = [one.program for one in examples() if one.program]
    points = [node for one in programs for _, node in one.graph.nodes(data="point")]
    edges = [edge for one in programs for *_, edge in one.graph.edges(data="edge")]
    calls = (node for one in (*points, *edges) for node in walk(one))
    assert len({id(one.builtin) for one in calls if isinstance(one, CallBuiltin)}) > 45


@pytest.mark.slow
def test_a_file_shrinks_to_a_plain_one():
    text = find(rulesets(), lambda text: "capture" in text, settings=settings(database=None))
    assert len(text.splitlines()) <= 30
