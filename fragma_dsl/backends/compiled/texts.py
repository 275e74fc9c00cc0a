"""Texts: what can be said of written tests, and how they are joined."""

from __future__ import annotations

from collections.abc import Callable

from fragma_dsl.backends.compiled.writer import Writer


def negated(test: str) -> str:
    """Write that a test does not hold."""
    if test in ("True", "False"):
        return "False" if test == "True" else "True"
    if test.startswith("(not ") and closes(test, 0) == len(test) - 1:
        inner = test[5:-1]
        if inner.isidentifier() or (inner[0] == "(" and closes(inner, 0) == len(inner) - 1):
            return inner
    return f"(not {test})"


def closes(text: str, at: int) -> int:
    """Give where the bracket at a place is closed."""
    depth = 0
    for index in range(at, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return index
    return -1


def is_test(text: str) -> bool:
    """Whether a text is a truth, not a number that stands for one."""
    return any(sign in text for sign in ("==", "!=", "<", ">", "not ", "True", "False", "same("))


def conjunction(w: Writer, left: str, right: Callable[[], str]) -> str:
    """Write `left and right`, the right only worked out where it matters."""
    return short_circuit(w, left, right, "and")


def disjunction(w: Writer, left: str, right: Callable[[], str]) -> str:
    """Write `left or right`, the right only worked out where it matters."""
    return short_circuit(w, left, right, "or")


def short_circuit(w: Writer, left: str, right: Callable[[], str], word: str) -> str:
    """Write an operator whose right side may need lines of its own."""
    with w.aside(1) as lines:
        text = right()
    if not lines:
        neutral = "True" if word == "and" else "False"
        if neutral in (left, text):
            return text if left == neutral else left
        return f"({left} {word} {text})"
    result = w.let(f"({left}) != 0" if not is_test(left) else left)
    with w.block(f"if {result}:" if word == "and" else f"if not {result}:"):
        w.lines.extend(lines)
        w.line(f"{result} = {text if is_test(text) else f'({text}) != 0'}")
    return result
