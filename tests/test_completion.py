"""Completion, tried on shipped games: behind its first letter, each word is offered."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fragma_dsl.editor.complete import complete
from fragma_dsl.editor.index import Index, make_index
from fragma_dsl.editor.place import find_cursor
from fragma_dsl.formatting.shapes import Shaped, fitting, item_shape, shape_of_entry
from fragma_dsl.pipeline import analyse, analyse_source
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.grammar import Start
from fragma_dsl.syntax.rule_file import SHAPES, find_kind
from fragma_dsl.syntax.script_place import find_place
from fragma_dsl.syntax.tokens import script_tokens
from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml
from fragma_dsl.text.source import Source

ROOT = Path(__file__).parents[1] / "examples"
GAMES = (
    "classics/chess", "classics/backgammon", "cards/crazy_eights", "tiles/ribbons",
    "classics/nine_mens_morris", "forks/fragma_strict_short",
)  # fmt: skip
ENOUGH = 0.95
"""What is missed are variables of comprehensions, which stand before they are bound."""


def words(node: YamlNode, shape: Shaped) -> Iterator[tuple[int, str]]:
    """Run through the keys, the words and the names of a file with their offsets."""
    shape = fitting(shape, node)
    if isinstance(node, YamlMap):
        for entry in node.entries:
            if isinstance(shape, s.RecordShape):
                yield entry.key.span.start, entry.key.text
            yield from words(entry.value, shape_of_entry(shape, entry.key.text))
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from words(item, item_shape(shape))
    elif isinstance(shape, s.WordShape):
        yield node.span.start, node.text
    else:
        yield from script_words(node, shape)


def script_words(node: YamlScalar, shape: Shaped) -> Iterator[tuple[int, str]]:
    rules: dict[type, tuple[Start, Start]] = {
        s.BlockShape: ("script_line", "script_block"),
        s.ValueShape: ("value_line", "value_block"),
        s.TypeShape: ("type_line", "type_line"),
    }
    place = find_place(node).value if type(shape) in rules else None
    if place is not None:
        for token in script_tokens(place, rules[type(shape)][place.is_block]):
            if re.match(r"[^\W\d]", token.text):
                yield token.start, token.text


def offered(index: Index, text: str) -> set[str]:
    found = complete(index, find_cursor(text, len(text)))
    return {word for one in found for word in (one.label, *one.label.split())}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_file_says_is_offered_where_it_says_it(name: str) -> None:
    path = ROOT / f"{name}.rules.yaml"
    index = make_index(analyse(path))
    source = index.analysis.source
    root = read_yaml(source).value
    assert root is not None
    bound = {one.span.start for one in index.by_file[str(path)] if one.whole is not None}
    wanted = [one for one in words(root, SHAPES[find_kind(root)]) if one[0] not in bound]
    missed = [
        (source.position(at)[0], word)
        for at, word in wanted
        if word not in offered(index, source.text[:at] + word[0])
    ]
    assert len(missed) <= (1 - ENOUGH) * len(wanted), missed


CRATES = """\
edition: 1
game: crates
title: Crates
players: {names: [anna, ben]}
options:
  fog: {type: bool, default: true}
  hold:
    type: [deep, flat]
    default: deep
    values: {deep: All of it., flat: Some of it.}
cards:
  coin: {each: {metal: [tin, gold]}, count: 9}
  crate:
    named:
      tea: {worth: 2}
      rum: {worth: 3}
pieces:
  cart: {count: unlimited}
zones:
  purse: {order: random}
  hand: {for: player, visible: owner}
functions:
  rich(player p, card c): count(p.hand) > 3
rules:
  spend(player p): remove tin from hand[p]
flow: |
  setup()
  for p in players:
      choose by p offer(c in cards(purse)):
          spend(p)
scenarios:
  one:
    options: {fog: false}
    play: draw tin; offer(tin)
texts:
  anna: Anna
  coin: "{metal} coin"
  offer: offer {c}
"""


@pytest.mark.parametrize(
    ("before", "wanted", "unwanted"),
    [
        ("      rum: {", {"worth"}, {"metal"}),
        ("    values: {", {"deep", "flat"}, {"fog"}),
        ("  cart: {count: ", {"unlimited"}, {"n", "se", "spend"}),
        ("  rich(", {"player", "card", "set of", "hold"}, {"p", "anna"}),
        ("  rich(player p, ", {"player", "metal"}, {"p"}),
        ("  rich(player ", set(), {"player", "anna"}),
        ("): count(", {"p", "hand"}, {"spend", "next_mover"}),
        ("): count(", {"c"}, {"q"}),
        ("  rich(player p, card c): ", {"p"}, {"q"}),
        ("flow: |\n  ", {"setup", "turn", "spend"}, {"spender"}),
        ("):\n          ", {"spend"}, {"tin_1"}),
        ("    options: {fog: ", {"true", "false"}, {"deep"}),
        ("    play: ", {"draw", "roll", "offer"}, {"setup"}),
        ("    play: draw tin; ", {"draw", "roll", "offer"}, {"setup"}),
        ("texts:\n  ", {"anna", "coin", "offer", "tea"}, {"one"}),
        ('  coin: "{', {"metal"}, {"worth", "c"}),
        ("  offer: offer {", {"c"}, {"metal"}),
    ],
)
def test_what_a_place_can_take_is_offered_there(
    before: str, wanted: set[str], unwanted: set[str]
) -> None:
    analysis = analyse_source(Source("crates.rules.yaml", CRATES))
    end = CRATES.index(before) + len(before)
    found = {one.label for one in complete(make_index(analysis), find_cursor(CRATES[:end], end))}
    assert (wanted - found, unwanted & found) == (set(), set())


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("      options: {", {"target"}),
        ("      options: {target: 10}\n      play: ", {"throw", "roll"}),
        ("pieces: {chip: {count: ", {"unlimited"}),
        ("  options:\n    mode: {type: [a, b], default: ", {"a", "b"}),
    ],
)
def test_what_a_fork_adds_takes_the_same(before: str, wanted: set[str]) -> None:
    text = """\
edition: 1
game: sprint
title: Sprint
extends: pig
add:
  options:
    mode: {type: [a, b], default: a}
  pieces: {chip: {count: unlimited}}
  scenarios:
    one:
      options: {target: 10}
      play: throw
"""
    analysis = analyse_source(Source("sprint.rules.yaml", text))
    end = text.index(before) + len(before)
    found = {one.label for one in complete(make_index(analysis), find_cursor(text[:end], end))}
    assert wanted - found == set()


@pytest.mark.parametrize(
    "text", ['texts: "{', "add: x", "options: x", "add:\n  options: ", "named:\n  a: {"]
)
def test_a_text_that_is_hardly_begun_is_completed_too(text: str) -> None:
    index = make_index(analyse_source(Source("begun.rules.yaml", text)))
    assert isinstance(complete(index, find_cursor(text, len(text))), list)
