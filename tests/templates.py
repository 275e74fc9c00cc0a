"""Templates: every text in English that fragma may tell, found in its source."""

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

from fragma_dsl.explained.kinds import FAULTS, first_sentence, problem_kinds
from fragma_dsl.play.fault import CAUSES
from fragma_dsl.syntax.idioms import IDIOMS
from fragma_dsl.text.said import JOINTS

PACKAGE = Path(__file__).parents[1] / "fragma_dsl"
SAYING = {"say": 0, "echo": 0, "phrase": 0, "fault": 1}
"""Functions that take a template, and where."""

TELLING = re.compile(
    r"syntax/(?!shape|grammar|words|unparse|tree|write|json_schema)|semantics/"
    r"|checking/(scenarios|judge|beginning|allow|problems|analysis|check\b|properties)"
    r"|play/(table|variables|record)|backends/(pick|interpreter/(arith|closures|collect|effects|run))"
    r"|stdlib/(numbers|sets|boards|pieces|network)|automaton/lower|agents/agent|lsp/diagnostics"
    r"|text/render|pipeline|search_path|game\.py|replay|cli/(?!new|diff|debug|origin|speed|lsp)"
)
"""Modules whose constants are told to people, too."""

SILENT = {"Builtin", "Example", "Argument", "Option", "compile", "search", "sub", "split", "_idiom"}
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


def plain() -> dict[str, str]:
    """Give the texts without fields that are told as they stand, with their modules."""
    found = dict.fromkeys((*CAUSES.values(), *FAULTS.values()), "play/fault.py")
    for code, kind in problem_kinds().items():
        found[first_sentence(cleandoc(kind.__doc__ or ""))] = code
    for name, tree in modules():
        if TELLING.match(name):
            known = set(map(id, silent(tree)))
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    text = node.value
                    if id(node) not in known and " " in text and words(text):
                        found.setdefault(text, name)
    return found


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Run through all modules."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8"))


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
            case ast.Call() if called(node) in SAYING or called(node) == "counted":
                yield from (one for argument in node.args for one in literals(argument))
