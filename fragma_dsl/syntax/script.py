"""Script: a scalar of the YAML file, parsed in place, to a block, expression, type or signature."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.block_form import BLOCK_ADVICE
from fragma_dsl.syntax.build import Builder
from fragma_dsl.syntax.build_expression import TooDeepError
from fragma_dsl.syntax.grammar import Start, UnevenDedentError, parse, parse_alone
from fragma_dsl.syntax.lines import Line, split_lines
from fragma_dsl.syntax.mistakes import Mistake, find_mistake
from fragma_dsl.syntax.script_place import ScriptPlace, find_place, split_place
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.problem import Checked, Problem
from fragma_dsl.text.span import Span

MAX_MISTAKES = 20
_TAB_INDENT = re.compile(r"^ *(\t+)[ \t]*(?=[^\s#])", re.MULTILINE)

_CUT = re.compile(r"[ \t]+(#[^\n\r]*)")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Signature:
    """The key of a function or rule."""

    name: t.Identifier
    parameters: tuple[t.Parameter, ...]


def read_block(scalar: YamlScalar) -> Checked[t.Block]:
    """Read statements; a line that does not parse becomes Bad."""
    place = find_place(scalar)
    if place.value is None:
        return Checked(t.Block((t.Bad(scalar.span),), scalar.span), place.problems)
    start: Start = "script_block" if place.value.is_block else "script_line"
    bad = t.Block((t.Bad(scalar.span),), scalar.span)
    return _read(place.value, start, lambda builder, node: builder.block(node), bad)


def read_value(scalar: YamlScalar) -> Checked[t.Expression]:
    """Read one expression."""
    place = find_place(scalar)
    if place.value is None:
        return Checked(t.Bad(scalar.span), place.problems)
    return _read_value(place.value, "value_block" if place.value.is_block else "value_line")


def _read_value(place: ScriptPlace, rule: Start) -> Checked[t.Expression]:
    bad: t.Expression = t.Bad(place.span)
    return _read(place, rule, lambda b, node: b.expression(node.children[0]), bad)


def read_values(scalar: YamlScalar) -> Checked[tuple[t.Expression, ...]]:
    """Read expressions with `;` or line breaks between them."""
    place = find_place(scalar)
    if place.value is None:
        return Checked((t.Bad(scalar.span),), place.problems)
    read = [_read_value(part, "value_line") for part in split_place(place.value)]
    problems = tuple(problem for one in read for problem in one.problems)
    return Checked(tuple(one.value for one in read if one.value is not None), problems)


def read_type(scalar: YamlScalar) -> Checked[t.TypeNode]:
    """Read a type, which stands in one line."""
    place = find_place(scalar)
    bad = t.Bad(scalar.span)
    if place.value is None or place.value.is_block:
        short = (p.BadForm(scalar.span, "a type in one line"),)
        return Checked(bad, place.problems or short)
    return _read(place.value, "type_line", lambda b, node: b.type(node.children[0]), bad)


def read_signature(key: YamlScalar) -> Checked[Signature]:
    """Read `name(type name, ...)`; one that cannot be read counts as one without parameters."""
    place = find_place(key)
    bad = Signature(t.Identifier(key.text, key.span), ())
    if place.value is None:
        return Checked(bad, place.problems)

    def build(builder: Builder, node: Tree[Token]) -> Signature:
        name, *parameters = node.children
        return Signature(builder.binding(name), builder.parameters(parameters))

    return _read(place.value, "signature", build, bad)


def _read(
    place: ScriptPlace, rule: Start, build: Callable[[Builder, Tree[Token]], T], bad: T
) -> Checked[T]:
    """Parse a stretch, overwriting what does not parse until the rest does, and build its nodes."""
    tab = _TAB_INDENT.search(place.source.text, place.start, place.end) if place.is_block else None
    if tab is not None:
        return Checked(bad, (p.Tab(Span(place.source, tab.start(1), tab.end(1))),))
    node, shift, problems = _parse(place, rule)
    if node is None:
        return Checked(bad, problems)
    builder = Builder(place.source, shift)
    try:
        value = build(builder, node)
    except TooDeepError as error:
        return Checked(bad, (*problems, p.TooDeepScript(error.span)))
    return Checked(value, (*problems, *builder.problems))


def _parse(place: ScriptPlace, rule: Start) -> tuple[Tree[Token] | None, int, tuple[Problem, ...]]:
    """Give the tree, where in the source its positions count from, and the problems."""
    text, problems = place.source.text, list[Problem]()
    with suppress(UnexpectedInput, UnevenDedentError):
        return parse_alone(text[place.start : place.end], rule), place.start, ()
    while True:
        try:
            return parse(text, place.start, place.end, rule), 0, tuple(problems)
        except (UnexpectedInput, UnevenDedentError) as error:
            lines = split_lines(text, place.start, place.end)
            mistake = find_mistake(place.source, text, lines, error, rule)
        if text.startswith("\0", mistake.line.start):
            return None, 0, tuple(problems)
        problems.append(mistake.problem)
        if rule != "script_block":
            cut = None if place.is_block else _find_cut(place, lines, mistake)
            return None, 0, (cut or problems[0],)
        if len(problems) == MAX_MISTAKES:
            problems.append(p.TooManyMistakes(mistake.problem.span))
            return None, 0, tuple(problems)
        text = _overwrite(text, lines, mistake)


def _find_cut(place: ScriptPlace, lines: list[Line], mistake: Mistake) -> Problem | None:
    """Find the ` #` where YAML has ended a script that is not complete."""
    found = _CUT.match(place.source.text, place.end)
    is_open = bool(lines) and lines[-1].unclosed is not None
    if found is None or not (is_open or mistake.problem.span.end >= place.end):
        return None
    return p.CutComment(Span(place.source, found.start(1), found.end()), advice=BLOCK_ADVICE)


def _overwrite(text: str, lines: list[Line], mistake: Mistake) -> str:
    """Put a bad token in the place of a line, with the `:` of its block; no offset moves."""
    line = mistake.line
    following = next((other for other in lines if other.start > line.end), None)
    opens = following is not None and following.indent > mistake.column
    start = line.start - (line.indent - mistake.column)
    room = line.end - start
    blank = "\0" + (" " * (room - 2) + ":" if opens and room > 1 else " " * (room - 1))
    return text[:start] + blank + text[line.end :]
