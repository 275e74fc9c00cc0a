"""What the editor's parts know of the shipped games, and that no text makes them raise."""

import runpy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fragma_dsl.editor.complete import complete
from fragma_dsl.editor.describe import describe, describe_word
from fragma_dsl.editor.index import Index, make_index
from fragma_dsl.editor.place import find_cursor
from fragma_dsl.editor.rename import RenameError, changed_text, check_renameable, rename_edits
from fragma_dsl.editor.symbols import Symbol
from fragma_dsl.pipeline import analyse, analyse_source
from fragma_dsl.semantics.forks.nodes import walk
from fragma_dsl.syntax import tree
from fragma_dsl.text.source import Source
from tests.case_files import read_cases

ROOT = Path(__file__).parents[1]
GAMES = sorted([*ROOT.glob("variants/*.rules.yaml"), *ROOT.glob("examples/**/*.rules.yaml")])
CASES = [case.source.text for stage in ("syntax", "semantics") for case in read_cases(stage)]
OTHERS = {"unfinished", "main", "unlimited", "faces"}
RENAMED = ("breakthrough", "crazy_eights", "pig", "kuhn_poker", "footpaths", "nine_mens_morris")


def index_of(path: Path) -> Index:
    return make_index(analyse(path))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_every_name_in_the_scripts_of_a_shipped_game_is_known(path: Path) -> None:
    index = index_of(path)
    unknown = set()
    for node in walk(index.analysis.variant):
        if isinstance(node, tree.Name) and node.span.source.name == str(path):
            one = index.at(str(path), node.span.start)
            if one is None or one.span.start != node.span.start:
                unknown.add(node.text)
    game = index.analysis.model
    assert game is not None
    enums = {*game.enums, *game.directions}
    made = {name for name in unknown if name[0] in "xnesw" and name[-1].isdigit()}
    left = unknown - OTHERS - enums - made
    assert {name for name in left if describe_word(name) is None and "face" not in name} == set()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_everything_can_be_described(path: Path) -> None:
    index = index_of(path)
    for symbol in index.symbols():
        assert symbol.name in describe(index, symbol)


@pytest.mark.parametrize("name", RENAMED)
def test_what_is_renamed_gives_the_same_game_without_problems(name: str) -> None:
    (path,) = [one for one in GAMES if one.name == f"{name}.rules.yaml"]
    index = index_of(path)
    done = 0
    for symbol in list(index.symbols()):
        try:
            check_renameable(index, symbol)
        except RenameError:
            continue
        spans = rename_edits([index], symbol).get(str(path), [])
        text = changed_text(index.analysis.source, spans, "renamed_one")
        problems = analyse_source(Source(str(path), text)).problems
        assert problems == (), (symbol, problems)
        done += 1
    assert done > 10


def test_a_name_with_two_meanings_is_told_apart_by_its_type() -> None:
    text = """\
edition: 1
game: g
title: T
players: 2
enums:
  colour: [red, green]
dice:
  die: [green, blue]
state:
  paint: {type: colour, start: green}
turn: |
  choose throw
  if roll die == green: paint = green
  draw
"""
    index = make_index(analyse_source(Source("g", text)))
    found = [one.symbol for one in index.by_file["g"] if one.span.text == "green"]
    meant = [
        Symbol("value", "green", home) for home in ("colour", "die", "colour", "die", "colour")
    ]
    assert found == meant


@settings(max_examples=150)
@given(st.data())
def test_no_place_in_no_text_raises(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(CASES))
    cut = data.draw(st.integers(0, len(text)))
    text = text[:cut] + data.draw(st.sampled_from(["", "{", "[", "a.", "x: ", "- ", "|\n  "]))
    place = find_cursor(text, len(text))
    assert text.endswith(place.before)
    labels = [one.label for one in complete(KNOWN, place)]
    assert len(labels) == len(set(labels))


@settings(max_examples=60)
@given(st.data())
def test_no_file_is_too_broken_for_an_index(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(CASES))
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + text[at + data.draw(st.integers(0, 30)) :]
    index = make_index(analyse_source(Source("f", text)))
    for places in index.by_file.values():
        for one in places:
            assert 0 <= one.span.start <= one.span.end <= len(one.span.source.text)


def test_the_colours_of_the_extension_are_made_of_the_schema() -> None:
    folder = ROOT / "editors" / "vscode"
    made = runpy.run_path(str(folder / "grammar.py"))["written"]()
    assert (folder / "syntaxes" / "fragma.tmLanguage.json").read_text("utf-8") == made, (
        "run python editors/vscode/grammar.py"
    )


KNOWN = index_of(ROOT / "examples/classics/breakthrough.rules.yaml")
