"""docs/language.md is true: its examples run, and nothing of the language is missing from it."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_args, get_type_hints

import pytest

from fragma_dsl import game as playing
from fragma_dsl.automaton import nodes
from fragma_dsl.automaton.lower import game as lower_game
from fragma_dsl.automaton.lower import statements as lower_statements
from fragma_dsl.checking.allowances import allowed
from fragma_dsl.explained.kinds import problem_kinds
from fragma_dsl.library import domains
from fragma_dsl.pipeline import Analysis, game_of, prelude_source
from fragma_dsl.semantics import check, declarations
from fragma_dsl.semantics.boards import build, layout
from fragma_dsl.semantics.forks.merge import MOST_FILES
from fragma_dsl.semantics.scenarios import FAULTS
from fragma_dsl.stdlib import standard_library
from fragma_dsl.stdlib.reference import put_section
from fragma_dsl.syntax import document_dice, read_scalar, schema, schema_forks, tree, yaml_tree
from fragma_dsl.syntax import shape as shapes
from fragma_dsl.text.render import render
from tests.fenced import (
    DOCS,
    Block,
    analysed,
    blocks,
    completed,
    expression_file,
    failures,
    play_at_random,
    script_file,
    world_file,
)

PAGE = "language.md"
TEXT = (DOCS / PAGE).read_text("utf-8")
ALL = blocks(PAGE, "yaml", "script", "expr")
_LINE = re.compile(r"^(.+?) +# == (.+)$", re.MULTILINE)
WORLDS = ("board", "layers", "cards", "teams", "tiles")


def rule_file(block: Block) -> str:
    """Make the rule file that an example stands for."""
    world = next((word for word in block.words if word in WORLDS), "board")
    match block.kind:
        case "expr":
            return expression_file(_LINE.findall(block.text), world)
        case "script":
            return script_file(block.text, world)
        case _:
            return completed(block.text)


def is_special(block: Block) -> bool:
    return bool(block.words) and block.words[0] in ("refused", "prelude", "world", "library")


EXAMPLES = [block for block in ALL if not is_special(block)]
LIBRARIES = [block for block in ALL if block.words[:1] == ("library",)]
REFUSED = [block for block in ALL if block.words[:1] == ("refused",)]
FILES = [block for block in EXAMPLES if block.kind == "yaml"]


def clean(text: str) -> Analysis:
    analysis = analysed(text)
    severities = {code: kind.severity for code, kind in problem_kinds().items()}
    left = allowed(analysis.problems, (analysis.source,), severities, frozenset())
    assert "\n\n".join(map(render, left)) == ""
    return analysis


@pytest.mark.parametrize("block", EXAMPLES, ids=str)
def test_an_example_holds(block: Block) -> None:
    text = rule_file(block)
    assert [failure.message for failure in failures(text, clean(text))] == []


@pytest.mark.parametrize("block", [one for one in EXAMPLES if one.kind == "expr"], ids=str)
def test_every_line_of_an_expression_block_is_an_example(block: Block) -> None:
    assert len(_LINE.findall(block.text)) == len(block.text.splitlines())


@pytest.mark.parametrize("block", FILES, ids=str)
def test_a_rule_file_can_be_played(block: Block) -> None:
    if "fault: " in block.text:
        return
    game = game_of(clean(rule_file(block)))
    for seed in range(3):
        play_at_random(game, seed)


@pytest.mark.parametrize("block", REFUSED, ids=str)
def test_what_is_refused_is_refused_for_that_reason(block: Block) -> None:
    assert {problem.code for problem in analysed(rule_file(block)).problems} == set(block.words[1:])


@pytest.mark.parametrize("block", LIBRARIES, ids=str)
def test_a_library_is_in_order(block: Block) -> None:
    clean(rule_file(block))


@pytest.mark.parametrize("block", [one for one in ALL if "world" in one.words], ids=str)
def test_a_world_is_shown_as_it_is(block: Block) -> None:
    assert block.text == world_file(block.words[1])


def test_the_prelude_is_shown_as_it_is() -> None:
    (shown,) = (block.text for block in ALL if block.words == ("prelude",))
    code = "".join(re.findall(r"^(?!#).*\n", prelude_source().text, re.MULTILINE))
    assert shown.strip() == code.strip()


def test_the_builtins_are_generated_from_their_declarations() -> None:
    assert put_section(TEXT) == TEXT


# ---- nothing is missing


def keys_of(shape: object) -> Iterator[str]:
    """Run through all keys of a shape and of what it is made of."""
    if isinstance(shape, shapes.Key):
        yield shape.name
    if is_dataclass(shape):
        for field in fields(shape):
            yield from keys_of(getattr(shape, field.name))
    elif isinstance(shape, tuple):
        for part in shape:
            yield from keys_of(part)


KEYS = sorted(set(keys_of(schema.VARIANT)))


@pytest.mark.parametrize("key", KEYS)
def test_every_key_is_explained_and_has_an_example(key: str) -> None:
    assert f"`{key}`" in TEXT
    used = re.compile(rf"(?<![\w.]){key}: ")
    lines = (f"{line} " for block in FILES for line in block.text.splitlines())
    assert any(used.search(line) for line in lines)


FORK_KEYS = sorted({*keys_of(schema_forks.FORK), *keys_of(schema_forks.LIBRARY)} - set(KEYS))


@pytest.mark.parametrize("key", FORK_KEYS)
def test_every_key_of_forks_is_explained_and_shown(key: str) -> None:
    assert f"`{key}`" in TEXT
    used = re.compile(rf"^{key}: ?", re.MULTILINE)
    assert any(used.search(block.text) for block in (*FILES, *LIBRARIES, *REFUSED))


def parts_of(node: object) -> Iterator[object]:
    """Run through a tree."""
    yield node
    if isinstance(node, tuple):
        for part in node:
            yield from parts_of(part)
    elif isinstance(node, dict):
        for part in node.values():
            yield from parts_of(part)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            if field.name not in ("span", "source"):
                yield from parts_of(getattr(node, field.name))


@pytest.fixture(scope="module")
def parts() -> list[object]:
    """All nodes of the trees of all examples that are no declarations of the worlds."""
    variants = (analysed(rule_file(block)).variant for block in EXAMPLES)
    return [part for variant in variants for part in parts_of(variant)]


FORMS = [
    form
    for union in (tree.Expression, tree.Statement, tree.TypeNode)
    for form in get_args(union)
    if form is not tree.Bad
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_statement_expression_and_type_has_an_example(
    form: type, parts: list[object]
) -> None:
    assert any(isinstance(part, form) for part in parts)


@pytest.mark.parametrize("word", [*get_args(tree.BinaryWord), *get_args(tree.UnaryWord)])
def test_every_operator_has_an_example(word: str, parts: list[object]) -> None:
    assert any(isinstance(part, tree.Binary | tree.Unary) and part.word == word for part in parts)


ASSIGNMENTS = get_args(get_type_hints(tree.Assign)["word"])


@pytest.mark.parametrize("word", ASSIGNMENTS)
def test_every_assignment_has_an_example(word: str, parts: list[object]) -> None:
    assert any(isinstance(part, tree.Assign) and part.word == word for part in parts)


def called(parts: list[object]) -> set[str]:
    """Give the names of all that is called, also behind a dot."""
    names = {part.name.text for part in parts if isinstance(part, tree.Attribute)}
    functions = (part.function for part in parts if isinstance(part, tree.Call))
    return names | {one.text for one in functions if isinstance(one, tree.Name)}


def test_every_builtin_has_an_example(parts: list[object]) -> None:
    assert {*standard_library().builtins, "after", "any", "all"} <= called(parts)


def test_decisions_are_shown_in_every_form(parts: list[object]) -> None:
    decisions = [part for part in parts if isinstance(part, tree.Choose)]
    options = [
        one for choice in decisions for one in choice.options if isinstance(one, tree.Option)
    ]
    for decision in decisions:
        assert decision.options
    assert {choice.binds for choice in decisions} == {True, False}
    assert any(choice.decider for choice in decisions)
    assert any(choice.prompt for choice in decisions)
    assert any(choice.otherwise for choice in decisions)
    assert any(len(choice.options) > 1 for choice in decisions)
    assert any(len(option.generators) > 1 for option in options)
    assert any(option.where for option in options)
    assert any(option.best for option in options)


@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_is_explained_and_has_an_example(code: str) -> None:
    assert f"| `{code}` |" in TEXT
    assert any(f"fault: {code}\n" in block.text for block in EXAMPLES)


def test_every_problem_belongs_to_a_family() -> None:
    families = re.findall(r"^\| ([A-Z]\d\d\d) to ([A-Z]\d\d\d) \|", TEXT, re.MULTILINE)
    codes = problem_kinds()
    strays = [
        code
        for code in codes
        if not any(code[0] == low[0] and low <= code <= high for low, high in families)
    ]
    assert strays == []


LIMITS = {
    "maps and lists in one another": yaml_tree.MAX_DEPTH,
    "files that extend or use one another": MOST_FILES,
    "digits of a number": read_scalar.MAX_DIGITS,
    "sites of all boards, each layer counted": layout.SITE_LIMIT,
    "pieces of a stack": build.HEIGHT_LIMIT,
    "pieces of a kind, for each owner": check.MOST_PIECES,
    "faces of a die": document_dice.MAX_FACES,
    "values of an option that is a range": declarations.MOST_OPTION_VALUES,
    "values that a kept set may draw from, members of a kept list": domains.MOST_MEMBERS,
    "members of `low..high`": nodes.MAX_RANGE,
    "slots of a state": lower_game.MOST_SLOTS,
    "points of the automaton": lower_statements.MOST_POINTS,
    "calls in one another": nodes.MAX_DEPTH,
    "rolls in a row": playing.MAX_ROLLS,
}


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_is_as_in_the_code(limit: str) -> None:
    shown = f"{LIMITS[limit]:,}".replace(",", " ") if LIMITS[limit] > 999 else str(LIMITS[limit])
    assert f"| {limit} | {shown} |" in TEXT


def test_every_link_of_the_page_leads_somewhere() -> None:
    heads = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        page, _, anchor = target.partition("#")
        assert (DOCS / page).exists() if page else anchor in anchors
