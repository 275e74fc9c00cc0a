"""Unparse and parse are inverse, spans nest, and no text makes the reader raise."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.document import read_prelude, read_variant
from fragma_dsl.syntax.script import read_block, read_signature, read_type, read_value
from fragma_dsl.syntax.unparse import (
    unparse_block,
    unparse_expression,
    unparse_signature,
    unparse_type,
)
from fragma_dsl.syntax.words import RESERVED
from fragma_dsl.syntax.yaml_tree import YamlScalar, source_from
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span
from tests.case_files import read_cases

NOWHERE = Span(Source("nowhere", ""), 0, 0)
ROOT = Path(__file__).parent.parent
FILES = [case.source.text for case in read_cases("syntax")]
GOOD_FILES = [
    path
    for path in sorted([*ROOT.glob("variants/*.yaml"), *ROOT.glob("examples/**/*.rules.yaml")])
    if "\nextends:" not in path.read_text("utf-8")
]

NAMES = st.sampled_from(
    ["a", "b", "mover", "pawn", "año", "_x1", "piece_on", "order", "from", "to"]
)
IDENTIFIERS = NAMES.map(lambda text: t.Identifier(text, NOWHERE))
# After `choose by p` comes an option's name; `to` and `from` would go on with the words before it.
OPTION_NAMES = st.sampled_from(["go", "pass", "año"]).map(lambda text: t.Identifier(text, NOWHERE))
# Behind a count, `to` and `from` end the piece: they may name a site, but never a piece.
PIECE_NAMES = st.sampled_from(["pawn", "año", "piece_on"])
BINARY_WORDS = (
    "+", "-", "*", "//", "%", "|", "&", "and", "or", "==", "!=", "<", "<=", ">", ">=", "in",
    "not in",
)  # fmt: skip


def made(kind: Any, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Make nodes whose last field is a span."""
    return st.builds(lambda *values: kind(*values, NOWHERE), *parts)


def some(items: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, min_size=least, max_size=3).map(tuple)


ATOMS = st.one_of(
    made(t.Name, NAMES),
    made(t.Number, st.integers(0, 999)),
    made(t.Truth, st.booleans()),
    made(t.Nothing),
    made(t.Roll, IDENTIFIERS),
)


def comprehensions(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return made(
        t.Comprehension,
        inner,
        some(generators(inner), 1),
        st.none() | inner,
        st.none() | best(inner),
    )


def generators(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return made(t.Generator, IDENTIFIERS, inner)


def best(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return made(t.Best, st.sampled_from(["most", "least"]), inner)


def arguments(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return some(inner) | comprehensions(inner).map(lambda body: (body,))


def extend(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        made(t.SetLiteral, some(inner)),
        made(t.ListLiteral, some(inner)),
        made(t.SetComprehension, comprehensions(inner)),
        made(t.Unary, st.sampled_from(["-", "not"]), inner),
        made(t.Binary, st.sampled_from(BINARY_WORDS), inner, inner),
        made(t.Range, inner, inner),
        made(t.Conditional, inner, inner, inner),
        made(t.Call, inner, arguments(inner)),
        made(t.Index, inner, some(inner, 1)),
        made(t.Attribute, inner, IDENTIFIERS),
    )


EXPRESSIONS = st.recursive(ATOMS, extend, max_leaves=8)
VALUES = st.recursive(ATOMS, extend, max_leaves=2)  # inside statements
NAMED = st.recursive(
    made(t.Name, PIECE_NAMES),
    lambda inner: st.one_of(
        made(t.Index, inner, some(VALUES, 1)),
        made(t.Call, inner, arguments(VALUES)),
        made(t.Attribute, inner, IDENTIFIERS),
    ),
    max_leaves=2,
)
COUNTS = st.none() | made(t.AllPieces) | VALUES
ANY_PIECE = made(t.AnyPiece, VALUES)
SOME = made(t.Some, COUNTS, NAMED, st.none() | VALUES)
PLAIN_TYPES = st.one_of(
    made(t.TypeName, st.sampled_from(["int", "player", "colour"])),
    made(t.TypeOf, st.just(t.Identifier("site", NOWHERE)), IDENTIFIERS),
    made(t.RangeType, st.integers(-9, 9), st.integers(-9, 9)),
)
TYPES = st.recursive(
    PLAIN_TYPES,
    lambda inner: made(t.SetType, inner) | made(t.ListType, inner, st.integers(0, 99)),
    max_leaves=3,
)
SECRET = st.booleans()
POSES = st.none() | VALUES
SIMPLE = st.one_of(
    made(t.DrawCard, IDENTIFIERS, VALUES, VALUES),
    made(t.Deal, st.none() | NAMED, VALUES, VALUES),
    made(t.Shuffle, VALUES),
    made(t.Reveal, VALUES, st.none() | VALUES),
    made(t.Hide, VALUES),
    made(t.Let, IDENTIFIERS, st.none() | TYPES, VALUES),
    made(t.Assign, NAMED, st.sampled_from(["=", "+=", "-="]), VALUES),
    made(t.Move, ANY_PIECE | SOME, VALUES, POSES),
    made(t.Place, made(t.Some, COUNTS, NAMED, st.none()), VALUES, POSES),
    made(t.Remove, ANY_PIECE | SOME),
    *(made(kind, VALUES) for kind in (t.Capture, t.Evaluate, t.Return, t.Out, t.Win, t.Lose)),
    *(made(kind, IDENTIFIERS, VALUES) for kind in (t.Rank, t.Pay)),
    *(made(kind) for kind in (t.Tie, t.CheckEnd, t.Again, t.Pass, t.Remember)),
)


def options(body: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    parts = (some(generators(VALUES)), st.none() | VALUES, st.none() | best(VALUES))
    return made(t.Option, OPTION_NAMES, *parts, body)


def blocks(statements: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return made(t.Block, some(statements, 1))


def nest(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = blocks(inner)
    branch = st.tuples(VALUES, body)
    decider = st.none() | NAMED
    prompt = st.none() | st.just(t.Identifier("which?", NOWHERE))
    one = options(st.none()).map(lambda option: (option,))
    return st.one_of(
        made(t.If, some(branch, 1), st.none() | body),
        made(t.For, some(generators(VALUES), 1), st.none() | VALUES, body),
        made(t.While, VALUES, body),
        made(t.Repeat, VALUES, body),
        made(t.Choose, decider, prompt, one, st.none(), st.just(True), SECRET),
        made(
            t.Choose, decider, prompt, some(options(st.none() | body), 1), st.none() | body,
            st.just(False), SECRET,
        ),
    )  # fmt: skip


BLOCKS = blocks(st.recursive(SIMPLE, nest, max_leaves=3))
ALL_TYPES = TYPES | made(t.OptionalType, TYPES)
PARAMETERS = some(st.builds(t.Parameter, IDENTIFIERS, ALL_TYPES))


def without_spans(node: Any) -> Any:
    """Give a node with every span the same, so that trees can be compared."""
    if isinstance(node, tuple):
        return tuple(without_spans(part) for part in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, Span):
        return NOWHERE if isinstance(node, Span) else node
    fields = dataclasses.fields(node)
    kind: Any = type(node)
    return kind(*(without_spans(getattr(node, field.name)) for field in fields))


def children(node: Any) -> Iterator[Any]:
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        pending = [value]
        while pending:
            part = pending.pop()
            if isinstance(part, tuple):
                pending.extend(part)
            elif dataclasses.is_dataclass(part) and not isinstance(part, Span):
                yield part


def check_spans(node: Any) -> None:
    for child in children(node):
        if hasattr(node, "span") and hasattr(child, "span"):
            assert node.span.start <= child.span.start <= child.span.end <= node.span.end
        check_spans(child)


def plain(text: str, before: str = "key: ") -> YamlScalar:
    source = source_from("test", f"{before}{text}")
    return YamlScalar(text, "plain", Span(source, len(before), len(before) + len(text)))


def literal(text: str) -> YamlScalar:
    lines = "".join(f"  {line}\n" for line in text.splitlines())
    source = source_from("test", f"key: |\n{lines}other: x\n")
    return YamlScalar(text, "literal", Span(source, 5, 7 + len(lines)))


@given(EXPRESSIONS)
def test_an_expression_reads_back_as_it_was_written(node: t.Expression) -> None:
    found = read_value(plain(unparse_expression(node)))
    assert found.problems == ()
    assert without_spans(found.value) == node
    check_spans(found.value)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(BLOCKS)
def test_statements_read_back_as_they_were_written(node: t.Block) -> None:
    found = read_block(literal(unparse_block(node)))
    assert found.problems == ()
    assert without_spans(found.value) == node
    check_spans(found.value)


@given(ALL_TYPES)
def test_a_type_reads_back_as_it_was_written(node: t.TypeNode) -> None:
    found = read_type(plain(unparse_type(node)))
    assert found.problems == ()
    assert without_spans(found.value) == node


@given(IDENTIFIERS, PARAMETERS)
def test_a_signature_reads_back_as_it_was_written(
    name: t.Identifier, parameters: tuple[t.Parameter, ...]
) -> None:
    found = read_signature(plain(unparse_signature(name, parameters))).value
    assert found is not None
    assert found.name.text == name.text
    assert without_spans(found.parameters) == parameters


@pytest.mark.parametrize("path", GOOD_FILES, ids=[path.name for path in GOOD_FILES])
def test_the_shipped_files_read_without_problems_and_unparse(path: Path) -> None:
    found = read_variant(source_from(path.name, path.read_text("utf-8")))
    assert found.problems == ()
    assert found.value is not None
    for body in (found.value.turn, *(rule.body for rule in found.value.rules.values())):
        if body is not None:
            check_spans(body)
            again = read_block(literal(unparse_block(body))).value
            assert without_spans(again) == without_spans(body)


def check_reads(text: str) -> None:
    source = source_from("fuzz", text)
    for read in (read_variant, read_prelude):
        for problem in read(source).problems:
            assert render(problem)
            assert 0 <= problem.span.start <= problem.span.end <= len(source.text)


@given(st.text())
def test_arbitrary_text_never_raises(text: str) -> None:
    check_reads(text)


@given(st.text(alphabet="abif :=()[]{}\n \"'|#-.,+&!0x\t\0"))
def test_arbitrary_script_never_raises(text: str) -> None:
    lines = "".join(f"  {line}\n" for line in text.split("\n"))
    check_reads(f"edition: 1\nturn: |\n{lines}")
    check_reads(f"turn: {text}")


SNIPPETS = st.sampled_from(
    ["(", ")", "]", "{", ":", "\n", "  ", "\n  ", " #", '"', "'", "=", "|", ",", "if ", "else:",
     "-", "\t", "&", "*", "!", ": ", "\r", "0", "\0"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_changed_file_never_raises(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(FILES))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 5)))
        text = text[:at] + data.draw(SNIPPETS | st.just("")) + text[until:]
    check_reads(text)


def test_no_word_of_the_language_is_taken_for_a_value() -> None:
    for word in sorted(RESERVED - {"true", "false", "none"}):
        found = read_variant(source_from("f", f"pieces: {{{word}: {{}}}}\n"))
        assert "S127" in {problem.code for problem in found.problems}
