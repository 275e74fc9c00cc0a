"""Block form: a script that YAML spoils where it stands in, the advice and the fix that put it
behind `|` out."""

import re

from fragma_dsl.text.problem import Fix
from fragma_dsl.text.span import Span

BLOCK_ADVICE = "write `|` after the key and the script on the next lines, indented"
APART_ADVICE = (
    "give each key and entry a line of its own, without `{ }` and `[ ]`, "
    "and this script the `|` form"
)
_KEY_BEFORE = re.compile(r"([ ]*(?:-[ ]+)*)([^\s\"'#{\[][^\"'#{\[]*:)?[ ]*")


def block_advice(in_brackets: bool) -> str:
    """Say how to write a script behind `|`, which YAML does not have in brackets."""
    return APART_ADVICE if in_brackets else BLOCK_ADVICE


def block_fix(value: Span, script: str | None = None) -> Fix | None:
    """Put the value of a key or of a `-`, all in one line, into a block on the next line."""
    number, column = value.source.position(value.start)
    found = _KEY_BEFORE.fullmatch(value.source.line(number)[: column - 1])
    text = value.text if script is None else script
    if found is None or "\n" in value.text or "\n" in text:
        return None
    return Fix(value, f"|\n{' ' * (len(found[1]) + (2 if found[2] else 0))}{text}")
