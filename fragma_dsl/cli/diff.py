"""Diff: two games in, what differs between them out."""

from collections.abc import Iterator
from difflib import unified_diff
from typing import Annotated

import typer

from fragma_dsl.cli.settings import setting_of
from fragma_dsl.cli.speech import told
from fragma_dsl.pipeline import Analysis
from fragma_dsl.semantics.forks import Difference, compare
from fragma_dsl.text.said import Said, say


def command(
    one: Annotated[str, typer.Argument(metavar="A", help="A rule file or the id of a game.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another, such as a fork of it.")],
) -> None:
    """Show how game B differs from game A: defaults, entries and lines of scripts."""
    before, after = (setting_of(file).analyse_well() for file in (one, other))
    for line in shown(before, after):
        typer.echo(told(line) if isinstance(line, Said) else line)


def shown(before: Analysis, after: Analysis) -> Iterator[str]:
    """Write the differences of two games."""
    assert before.resolved is not None
    assert after.resolved is not None
    found = list(compare(before.resolved.fields, after.resolved.fields))
    if not found:
        yield say("no differences")
    for difference in found:
        yield from lines_of(difference)


def lines_of(difference: Difference) -> Iterator[str]:
    """Write a difference: in one line where it is short, else as a unified diff."""
    path, before, after = ".".join(difference.path), difference.before, difference.after
    if difference.kept is not None:
        yield say("= {path!s} is what {other!s} was", path=path, other=".".join(difference.kept))
    elif before is None or after is None:
        sign, text = ("+", after) if before is None else ("-", before)
        lines = (text or "").split("\n")
        yield f"{sign} {path}" + (f": {lines[0]}" if len(lines) == 1 else "")
        if len(lines) > 1 and sign == "+":
            yield from (f"    {line}".rstrip() for line in lines)
    elif "\n" not in before + after:
        yield f"~ {path}: {before} -> {after}"
    else:
        yield f"~ {path}"
        changes = unified_diff(before.split("\n"), after.split("\n"), n=2, lineterm="")
        yield from (f"    {line}".rstrip() for line in list(changes)[2:])
