"""Describe: a symbol of a game to what people read about it: its form, its type, its comments."""

import re
from collections.abc import Iterator

from fragma_dsl.editor.index import Index
from fragma_dsl.editor.symbols import Occurrence, Symbol
from fragma_dsl.editor.words import FLOW, NAMES, TYPES, WORDS
from fragma_dsl.library.declare import Builtin
from fragma_dsl.library.types import Type, Unknown, type_text
from fragma_dsl.play.texts import pick_language
from fragma_dsl.semantics.calls import signature_text
from fragma_dsl.semantics.model import Game
from fragma_dsl.stdlib import standard_library
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax.unparse import unparse_signature
from fragma_dsl.text.counted import counted
from fragma_dsl.text.language import tell
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

_LEAD = re.compile(r"[ \t]*#+ ?(.*)")
_LONGEST = 40


def describe(index: Index, symbol: Symbol, language: str | None = None) -> str:
    """Write about a symbol in Markdown: its form, what the file says of it, where it is from."""
    if symbol.kind == "builtin":
        return describe_builtin(symbol.name, language)
    declared = index.declarations(symbol)
    parts = [f"```fragma\n{tell(form_of(index, symbol), language)}\n```"]
    about, comments = _about(index, symbol, language or "en"), tell(_comments(declared), language)
    parts += [text for text in (about, comments) if text]
    files = dict.fromkeys(one.span.source.name for one in declared)
    here = index.analysis.source.name
    parts += [tell(say("*from `{name}`*", name=name), language) for name in files if name != here]
    return "\n\n".join(parts)


def describe_builtin(name: str, language: str | None = None) -> str:
    """Write about a builtin: its forms, docs and examples."""
    parts = []
    forms = standard_library().builtins[name]
    for doc in dict.fromkeys(form.doc for form in forms):
        shown = "\n".join(builtin_form(form) for form in forms if form.doc == doc)
        parts.append(f"```fragma\n{shown}\n```\n\n{tell(doc, language)}")
    examples = [one for form in forms for one in form.examples][:4]
    if examples:
        shown = "\n".join(f"{one.text}  # == {one.equals}" for one in examples)
        parts.append(f"```fragma\n{shown}\n```")
    return "\n\n".join(parts)


def builtin_form(form: Builtin) -> str:
    """Write a builtin with its result."""
    return f"{signature_text(form)} → {shown_type(form.result)}"


def describe_word(word: str) -> str | None:
    """Say what a word of the language, or a name that every game knows, is for."""
    return WORDS.get(word) or NAMES.get(word) or TYPES.get(word) or FLOW.get(word)


def shown_type(type: Type) -> str:
    """Write a type as a person would: no numbers that only say that there is no limit."""
    text = re.sub(r" max 2147483647$", "", type_text(type))
    return re.sub(r"-?\d+\.\.2147483647|-2147483648\.\.-?\d+", "int", text)


def type_of(index: Index, symbol: Symbol) -> Type | None:
    """Give the type of what a name stands for, where it has one."""
    game = index.analysis.model
    found: Type | None = None
    if symbol.kind == "local":
        found = next((index.type_of(one.span) for one in index.declarations(symbol)), None)
    elif game is not None and symbol.kind == "variable" and symbol.name in game.variables:
        found = game.variables[symbol.name].type
    elif game is not None and symbol.kind == "function" and symbol.name in game.functions:
        found = game.functions[symbol.name].result
    elif game is not None and symbol.kind == "option" and symbol.name in game.options:
        found = game.options[symbol.name].type
    return None if isinstance(found, Unknown) else found


def form_of(index: Index, symbol: Symbol) -> str:
    """Write what a symbol is, as near to the language as can be."""
    variant, game, name = index.analysis.variant, index.analysis.model, symbol.name
    type = type_of(index, symbol)
    typed = "" if type is None else f": {shown_type(type)}"
    noun = symbol.noun
    node: t.FunctionDecl | t.RuleDecl | None = None
    if variant is not None and symbol.kind in ("function", "rule"):
        node = variant.functions.get(name) or variant.rules.get(name)
    if node is not None:
        result = f" → {shown_type(type)}" if type is not None else ""
        form = unparse_signature(node.name, node.parameters)
        return say("{noun} {form!s}{result!s}", noun=noun, form=form, result=result)
    match symbol.kind:
        case "variable" if game is not None and name in game.variables:
            per = ", ".join(shown_type(one) for one in game.variables[name].per)
            form = f"{name}[{per}]" if per else name
            return say("{noun} {form!s}{type!s}", noun=noun, form=form, type=typed)
        case "option" | "local":
            return say("{noun} {form!s}{type!s}", noun=noun, form=name, type=typed)
        case "action":
            return "\n".join(_heads(index, symbol)) or f"option {name}"
        case _:
            more = _members(game, symbol)
            if not symbol.home:
                return say("{noun} {name!s}{more}", noun=noun, name=name, more=more)
            return say(
                "{noun} {name!s} of {home!s}{more}",
                noun=noun,
                name=name,
                home=symbol.home,
                more=more,
            )


def _members(game: Game | None, symbol: Symbol) -> str:
    """Write the values of an enum, the faces of a die, how many sites a board has."""
    if game is None:
        return ""
    if symbol.kind == "board":
        size = sum(len(board) for board in game.boards if board.name == symbol.name)
        return say(": {sites}", sites=counted(size, "site")) if size else ""
    values: tuple[str, ...] = ()
    if symbol.kind == "enum":
        values = game.enums.get(symbol.name, ())
    elif symbol.kind == "die" and symbol.name in game.dice:
        values = game.dice[symbol.name].faces
    return f": {', '.join(values[:_LONGEST])}" if values else ""


def _heads(index: Index, symbol: Symbol) -> Iterator[str]:
    """Write the first lines of the options that make an action."""
    for one in index.by_symbol.get(symbol, []):
        if one.whole is not None:
            line = one.whole.text.split("\n")[0].rstrip(" :")
            yield line if line.startswith("option") else f"option {line}"


def _about(index: Index, symbol: Symbol, language: str) -> str:
    """Give what the file says for people: `about`, the meaning of a value, the text of an id."""
    variant = index.analysis.variant
    if variant is None:
        return ""
    found: t.Text | None = None
    if symbol.kind == "option" and symbol.name in variant.options:
        found = variant.options[symbol.name].about
    elif symbol.kind == "value" and symbol.home in variant.options:
        found = variant.options[symbol.home].values.get(symbol.name)
    elif symbol.kind == "scenario" and symbol.name in variant.scenarios:
        found = variant.scenarios[symbol.name].about
    elif symbol.kind == "invariant" and symbol.name in variant.invariants:
        found = variant.invariants[symbol.name].about
    found = found or variant.texts.get(symbol.name)
    return "" if found is None else (pick_language(found.by_language, language) or "")


def _comments(declared: list[Occurrence]) -> str:
    for one in declared:
        if one.whole is not None and (text := comment_above(one.whole)):
            return text
    return ""


def comment_above(span: Span) -> str:
    """Give the comment on the lines right above a declaration, or behind its first line."""
    source, line = span.source, span.line
    found: list[str] = []
    while line > 1 and (comment := _LEAD.fullmatch(source.line(line - 1))):
        found.insert(0, comment[1])
        line -= 1
    if not found or all(text.startswith("---") for text in found):
        behind = re.search(r"\s# ?(.*)$", source.line(span.line))
        return "" if behind is None else behind[1]
    return "\n".join(text for text in found if not text.startswith("---"))
