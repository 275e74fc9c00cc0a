"""The JSON Schema of rule files says what the reader says, as far as JSON Schema can say it."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from typer.testing import CliRunner

from fragma_dsl.cli.main import app
from fragma_dsl.syntax.json_schema import rule_file_schema
from fragma_dsl.syntax.rule_file import SHAPES, read_rule_file
from fragma_dsl.syntax.shape import (
    EitherShape,
    EntriesShape,
    ListShape,
    RecordShape,
    Shape,
)
from fragma_dsl.syntax.yaml_tree import read_yaml, source_from
from fragma_dsl.text.source import Source
from tests.as_json import as_json
from tests.case_files import Case, read_cases

ROOT = Path(__file__).parents[1]
SHIPPED = sorted([*ROOT.glob("variants/*.yaml"), *ROOT.glob("examples/**/*.yaml")])
CASES = [case for stage in ("syntax", "semantics", "forks") for case in read_cases(stage)]
SCHEMA = rule_file_schema()
VALIDATOR = Draft7Validator(SCHEMA)

SAID_TOO = {
    "S120": "an unknown key",
    "S121": "a missing key",
    "S122": "a value of the wrong kind",
    "S125": "a number out of its limits",
    "S126": "a name that is none",
    "S127": "a name that is a word of the language",
    "S128": "an empty text",
    "S129": "a language that is none",
    "S130": "one of a few words",
    "S133": "a list or map where a script belongs",
    "S138": "two keys that rule each other out",
    "S141": "an edition that is none",
}
"""Problems of shape that a schema can see. Spellings (of numbers, of truths, in quotes) are gone
when it sees a file."""


def complaints(source: Source) -> list[str]:
    """Say what the schema has against a file; [] too for one that is no YAML at all."""
    root = read_yaml(source).value
    if root is None:
        return []
    return [error.json_path for error in VALIDATOR.iter_errors(as_json(root))]


def codes(source: Source) -> set[str]:
    return {problem.code for problem in read_rule_file(source).problems}


def shapes(shape: Shape) -> list[Shape]:
    """List a shape and all in it."""
    match shape:
        case RecordShape(keys=keys):
            inner: list[Shape] = [key.shape for key in keys]
        case EntriesShape(value=value):
            inner = [value]
        case ListShape(item=item):
            inner = [item]
        case EitherShape(scalar=scalar, list=listed, map=mapped):
            inner = [one for one in (scalar, listed, mapped) if one is not None]
        case _:
            inner = []
    return [shape, *(one for part in inner for one in shapes(part))]


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)


def test_the_shipped_schema_and_the_printed_one_are_made_of_the_table() -> None:
    shipped = (ROOT / "editors" / "fragma.schema.json").read_text("utf-8")
    assert json.loads(shipped) == SCHEMA, "run fragma schema > editors/fragma.schema.json"
    assert CliRunner().invoke(app, ["schema"]).output == shipped


def test_every_key_has_its_words() -> None:
    records = {id(one): one for kind in SHAPES.values() for one in shapes(kind)}.values()
    about = {key.about for one in records if isinstance(one, RecordShape) for key in one.keys}
    written = json.dumps(SCHEMA, ensure_ascii=False)
    assert [text for text in about if json.dumps(text, ensure_ascii=False) not in written] == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_is_right_by_the_schema(path: Path) -> None:
    assert complaints(source_from(path.name, path.read_text("utf-8"))) == []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_schema_sees_the_problems_of_shape(case: Case) -> None:
    if codes(case.source) & SAID_TOO.keys() and read_yaml(case.source).problems == ():
        assert complaints(case.source) != []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_schema_has_nothing_against_what_the_reader_takes(case: Case) -> None:
    has_turn = "\nturn:" in case.source.text or "\nextends:" in case.source.text
    if not codes(case.source) and has_turn:
        assert complaints(case.source) == []


SNIPPETS = st.sampled_from(["\n", "  ", " ", ":", ": ", "a", "1", "-", "- ", "{", "[", "x: 1\n"])


@settings(max_examples=150)
@given(st.data())
def test_the_schema_has_nothing_against_a_changed_file_that_the_reader_takes(
    data: st.DataObject,
) -> None:
    text = data.draw(st.sampled_from(CASES)).source.text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 6)))
        text = text[:at] + data.draw(SNIPPETS | st.just("")) + text[until:]
    source = source_from("changed", text)
    if not codes(source) and "\nturn:" in text:
        assert complaints(source) == []
