"""Expected: the parser's own words for what could come next, in words for people."""

from collections.abc import Set

from lark.lexer import PatternStr

from fragma_dsl.syntax.grammar import parser
from fragma_dsl.text.said import listed

_EXPRESSION = {
    "NAME",
    "INT",
    "LPAR",
    "LBRACE",
    "LSQB",
    "MINUS",
    "NOT",
    "TRUE",
    "FALSE",
    "NONE",
    "ROLL",
}
_OPERATORS = {
    "OR",
    "AND",
    "PLUS",
    "MINUS",
    "BAR",
    "TIMES",
    "AMPERSAND",
    "COMPARE",
    "DOT",
    "IN",
    "NOT",
}
_POSTFIX = {"LPAR", "LSQB", "DOT"}
_PLAIN = {
    "NAME": "a name",
    "INT": "a whole number",
    "STRING": "a text in quotes",
    "ASSIGN": "`=`",
    "BEST": "`most` or `least`",
    "_NL": "the end of the line",
    "$END": "the end",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
}
_ORDER = (
    "COLON",
    "EQUAL",
    "TO",
    "ON",
    "BY",
    "IN",
    "RPAR",
    "RSQB",
    "RBRACE",
    "COMMA",
    "_NL",
    "$END",
)


def describe_expected(accepts: Set[str]) -> str:
    """Say what could come next: at most four things, the most telling first."""
    left = set(accepts) - {"BAD"}
    words: list[str] = []
    if len(left - _POSTFIX) > 0:
        left -= _POSTFIX - ({"LPAR"} if "NAME" in left else set())
    if "LET" in left:
        return "a statement"
    if {"NAME", "INT", "LPAR"} <= left:
        words.append("an expression")
        left -= _EXPRESSION
    elif "PLUS" in left:
        operators = "an operator"
        left -= _OPERATORS | {"LSQB", "LPAR", "IF"} | {name for name in left if "ANON" in name}
        words = [_word(name) for name in _ORDER if name in left]
        left -= set(_ORDER)
        return _join([*words, *sorted(map(_word, left)), operators])
    words += [_word(name) for name in _ORDER if name in left]
    words += sorted(_word(name) for name in left - set(_ORDER))
    return _join(words)


def describe_found(text: str) -> str:
    """Say what stands there instead."""
    return f"`{text}`" if text.strip() else "the end of the line"


def _word(name: str) -> str:
    if name in _PLAIN:
        return _PLAIN[name]
    terminal = next((t for t in parser().terminals if t.name == name), None)
    if terminal is not None and isinstance(terminal.pattern, PatternStr):
        return f"`{terminal.pattern.value}`"
    return f"`{name.strip('_').lower()}`"


def _join(words: list[str]) -> str:
    shown = list(dict.fromkeys(words))[:4]
    return listed(shown, "or") if shown else "something else"
