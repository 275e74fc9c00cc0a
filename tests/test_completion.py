"""Completion, tried on shipped games: behind its first letter, each word is offered."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fragma_dsl.editor.complete import complete
from fragma_dsl.editor.index import Index, make_index
from fragma_dsl.editor.place import find_cursor
from fragma_dsl.formatting.shapes import Shaped, fitting, item_shape, shape_of_entry
from fragma_dsl.pipeline import analyse
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.grammar import Start
from fragma_dsl.syntax.rule_file import SHAPES, find_kind
from fragma_dsl.syntax.script_place import find_place
from fragma_dsl.syntax.tokens import script_tokens
from fragma_dsl.syntax.yaml_tree import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml

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
