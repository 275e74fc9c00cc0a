"""Signatures: the call that a cursor stands in, complete or not, and the forms that it may have."""

import re
from dataclasses import dataclass

from fragma_dsl.editor.complete_script import logical_line
from fragma_dsl.editor.describe import comment_above, shown_type, type_of
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.place import CursorPlace
from fragma_dsl.editor.symbols import Symbol
from fragma_dsl.pipeline import prelude_variant
from fragma_dsl.semantics.calls import parameter_text
from fragma_dsl.stdlib import standard_library
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.unparse import unparse_type

_TOKEN = re.compile(r'"[^"\n]*"?|#[^\n]*|[^\W\d]\w*|\S')
_CLOSES = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Signature:
    """A form of a call: its text, where in it the parameters stand, and what it is for."""

    label: str
    parameters: tuple[tuple[int, int], ...]
    doc: str = ""


@dataclass(frozen=True, slots=True)
class OpenCall:
    """What is called around a cursor, and how many arguments stand before the one there."""

    name: str
    before: int


@dataclass(slots=True)
class _Bracket:
    sign: str
    name: str = ""
    commas: int = 0
    collects: bool = False  # whether a `for` stands in it, whose commas part no arguments


def open_call(place: CursorPlace) -> OpenCall | None:
    """Find the innermost call whose bracket is open at a cursor."""
    if place.where != "script":
        return None
    stack: list[_Bracket] = []
    last = ""
    for found in _TOKEN.finditer(logical_line(place.before)):
        text = found[0]
        if text in ("(", "[", "{"):
            is_call = text == "(" and last.isidentifier()
            stack.append(_Bracket(text, last if is_call else ""))
        elif text in _CLOSES:
            while stack and stack.pop().sign != _CLOSES[text]:
                pass
        elif text == "," and stack and not stack[-1].collects:
            stack[-1].commas += 1
        elif text == "for" and stack:
            stack[-1].collects = True
        last = text
    call = next((one for one in reversed(stack) if one.name), None)
    return None if call is None else OpenCall(call.name, call.commas)


def signatures(index: Index, name: str) -> list[Signature]:
    """List the forms of what a name calls: of a function or rule of the file, or of a builtin."""
    variant, prelude = index.analysis.variant, prelude_variant()
    for one in (variant, prelude):
        node = one and (one.functions.get(name) or one.rules.get(name))
        if node:
            return [_declared(index, node)]
    return [
        _written(
            name,
            [parameter_text(parameter) for parameter in form.parameters],
            f" → {shown_type(form.result)}",
            form.doc,
        )
        for form in standard_library().builtins.get(name, ())
    ]


def _declared(index: Index, node: t.FunctionDecl | t.RuleDecl) -> Signature:
    texts = [f"{unparse_type(one.type)} {one.name.text}" for one in node.parameters]
    result = type_of(index, Symbol("function", node.name.text))
    shown = "" if result is None else f" → {shown_type(result)}"
    return _written(node.name.text, texts, shown, comment_above(node.span))


def _written(name: str, texts: list[str], behind: str, doc: str) -> Signature:
    label, places = f"{name}(", list[tuple[int, int]]()
    for number, text in enumerate(texts):
        label += ", " if number else ""
        places.append((len(label), len(label) + len(text)))
        label += text
    return Signature(f"{label}){behind}", tuple(places), doc)


def fitting(forms: list[Signature], before: int) -> int:
    """Give the number of the first form that has a parameter behind so many arguments."""
    fits = (number for number, form in enumerate(forms) if len(form.parameters) > before)
    return next(fits, 0)
