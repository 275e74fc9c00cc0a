"""Texts: what can be said of written tests."""

from __future__ import annotations


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
