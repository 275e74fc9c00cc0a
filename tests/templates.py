"""Templates: every text in English that fragma may tell, found in its source."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter

from fragma_dsl.checking.problems import CannotBegin
from fragma_dsl.cli.schema import WORDED
from fragma_dsl.editor.describe import comment_above
from fragma_dsl.explained.kinds import explanations
from fragma_dsl.pipeline import prelude_variant
from fragma_dsl.play.fault import CAUSES, FAULTS
from fragma_dsl.stdlib import standard_library
from fragma_dsl.syntax.idioms import IDIOMS
from fragma_dsl.syntax.json_schema import rule_file_schema
from fragma_dsl.syntax.yaml_errors import _MESSAGES
from fragma_dsl.text.language import catalogue_of
from fragma_dsl.text.paragraphs import pieces
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import JOINTS, Said
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

NOWHERE = Span(Source("", ""), 0, 0)
PACKAGE = Path(__file__).parents[1] / "fragma_dsl"
UNTOLD = {
    *("on top", "times left", "left to do", "it has", "there is", "the quotes", "debug> "),
    *("set in a library", "overridden in a library", "removed in a library"),
    *("function ", "option ", "where ", "least ", "most ", " and ", " following"),
    *(" of", "set of", "list of", "or none"),
    *("draw ", "roll ", "let ", "layer ", "not in", " or ", "{{min: {}, max: {}}}"),
    *("fragma validate", *(pattern for pattern, *_ in _MESSAGES)),
}
"""What stands in the source like texts for people, and is none: names of registers, code, parts."""

SAYING = {"say": 0, "told": 0, "echo": 0, "phrase": 0, "comment": 0, "fault": 1}
"""Functions that take a template, and where."""

TELLING = re.compile(
    r"syntax/(?!shape|grammar|words|unparse|tree|write|json_schema)|semantics/(?!boards/regions)"
    r"|checking/(scenarios|judge|beginning|allow|problems|analysis|check\b|properties|mass|exhaust|shrink|bulk|solve|perft|ways|mutants)"
    r"|play/(table|tiles|variables|record)|backends/(pick|interpreter/(arith|closures|collect|effects|run))"
    r"|simulate/run|stdlib/(numbers|boards|pieces|network)|automaton/lower|agents/agent|lsp/diagnostics"
    r"|debugger/(session|why)|editor/(words|complete|symbols)|text/render|pipeline|search_path|game\.py|replay|cli/(?!new)|backends/compiled/speed"
)
"""Modules whose constants are told to people, too."""

STAGES = re.compile(
    r"syntax/(?!grammar|words)|semantics/|simulate/run|stdlib/(numbers|boards)|pipeline|search_path|lsp/diag"
)
"""Modules whose f-strings are code and names alone."""

SILENT = {
    "Builtin",
    "Example",
    "cast",
    "Argument",
    "Option",
    "compile",
    "search",
    "sub",
    "split",
    "_idiom",
}
"""Calls whose texts are documentation, patterns, or for programs."""


def words(text: str) -> bool:
    """Whether a text has words that are no code."""
    return re.search(r"[^\W\d_]{2,}", re.sub(r"`[^`]*`|\{[^}]*\}", "", text)) is not None


def called(node: ast.Call) -> str:
    """Give the last name of what is called."""
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def literals(node: ast.AST | None) -> Iterator[ast.Constant]:
    """Run through the texts that an expression may be, as it stands or by a condition."""
    match node:
        case ast.Constant(value=str()):
            yield node
        case ast.IfExp(body=body, orelse=otherwise):
            yield from literals(body)
            yield from literals(otherwise)


@lru_cache
def templates() -> dict[str, str]:
    """Give the templates that are written in calls, with their modules."""
    found = dict.fromkeys(JOINTS.values(), "text/said.py")
    found |= {one.advice: "syntax/idioms.py" for one in IDIOMS}
    for name, tree in modules():
        for node in calls(tree):
            if called(node) == "counted":
                for one in literals(node.args[1]):
                    found |= {f"{{number}} {one.value}": name, f"{{number}} {one.value}s": name}
            at = SAYING.get(called(node))
            for one in literals(node.args[at]) if at is not None and len(node.args) > at else ():
                found[str(one.value)] = name
    return found


@lru_cache
def plain() -> dict[str, str]:
    """Give the texts without fields that are told as they stand, with their modules."""
    found = dict.fromkeys(CAUSES.values(), "play/fault.py")
    advice = (CannotBegin(NOWHERE, fault, "").help for fault in FAULTS)
    found |= {text: "checking/problems.py" for text in advice if text is not None}
    for forms in standard_library().builtins.values():
        found |= {form.doc: "stdlib" for form in forms}
    found |= dict.fromkeys(filter(None, map(comment_above, prelude())), "prelude.rules.yaml")
    found |= dict.fromkeys(descriptions(rule_file_schema()), "syntax/json_schema.py")
    for code, text in explanations().items():
        found |= {piece: code for paragraph in pieces(text) for piece in paragraph}
    for name, tree in modules():
        if TELLING.match(name):
            known = set(map(id, silent(tree)))
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    text = node.value
                    if id(node) not in known and text not in UNTOLD and " " in text and words(text):
                        found.setdefault(text, name)
    return found


def prelude() -> Iterator[Span]:
    """Run through what every game has from the prelude."""
    variant = prelude_variant()
    for node in (*variant.functions.values(), *variant.rules.values()):
        yield node.span


def descriptions(schema: object) -> Iterator[str]:
    """Run through what a schema says for people."""
    match schema:
        case {"properties": dict(keys), **rest}:
            yield from descriptions(list(keys.values()))
            yield from descriptions(rest)
        case dict():
            yield from (str(schema[key]) for key in WORDED if key in schema)
            yield from descriptions(list(schema.values()))
        case list():
            for one in schema:
                yield from descriptions(one)


@lru_cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Read the modules that say something."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")
        if TELLING.match(name) or re.search(r"import .*\b(say|echo|phrase|counted)\b", text):
            found.append((name, ast.parse(text)))
    return tuple(found)


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Run through all calls."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def silent(tree: ast.AST) -> Iterator[ast.AST]:
    """Run through what is written in a module and never told as it stands."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Compare():
                yield from ast.walk(node)
            case ast.AnnAssign(annotation=inner) | ast.arg(annotation=ast.AST() as inner):
                yield from ast.walk(inner)
            case ast.FunctionDef(returns=ast.AST() as inner) | ast.Subscript(slice=inner):
                yield from ast.walk(inner)
            case ast.Call() if called(node) in SILENT:
                yield from ast.walk(node)
            case ast.Raise(exc=ast.Call() as call) if called(call) in (
                "ValueError",
                "PositionError",
            ):
                yield from ast.walk(call)
            case ast.Call() if called(node) in SAYING or called(node) == "counted":
                yield from (one for argument in node.args for one in literals(argument))


def unsaid() -> Iterator[str]:
    """Run through the f-strings with several words, which no catalogue can know."""
    for name, tree in modules():
        known = {
            id(one) for node in calls(tree) if called(node) in SILENT for one in ast.walk(node)
        }
        for node in ast.walk(tree) if TELLING.match(name) and STAGES.match(name) else ():
            if isinstance(node, ast.JoinedStr) and id(node) not in known:
                parts = (
                    one.value if isinstance(one, ast.Constant) else "{}" for one in node.values
                )
                text = "".join(map(str, parts))
                if (
                    len(re.findall(r"[^\W\d_]{2,}", re.sub(r"`[^`]*`|\S*[<>=/.,]\S*", "", text)))
                    > 1
                ):
                    yield f"{name}: {text}"


def fields(text: str) -> set[str]:
    """Give the fields of a template as they are written, with formats and conversions."""
    return set(re.findall(r"\{[^{}]*\}", text))


def untranslated(problem: Problem) -> list[str]:
    """List what a problem would tell in English to somebody who wants Spanish."""
    texts = (problem.message, problem.help or "", *(one.text for one in problem.places))
    return [one for text in texts for one in unknown(text, catalogue_of("es"))]


def unknown(text: str, catalogue: Mapping[str, str]) -> Iterator[str]:
    """Run through what is in a text that a catalogue does not know."""
    template = text.template if isinstance(text, Said) else text
    if words(template) and template not in catalogue:
        yield template
    if isinstance(text, Said):
        is_code = False
        for literal, name, _, conversion in Formatter().parse(template):
            is_code ^= literal.count("`") % 2 == 1
            if name is not None and not is_code and conversion is None:
                value, _ = Formatter().get_field(name, (), text.values)
                yield from unknown(value, catalogue) if isinstance(value, str) else ()
