"""Fixing: a rule file in, the same with the exact edits of its problems out."""

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

from fragma_dsl.cli.writing import write_text
from fragma_dsl.pipeline import SettingError, analyse_source
from fragma_dsl.text.edits import apart, edited
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.source import Source

MOST_ROUNDS = 20
BOM = b"\xef\xbb\xbf"

Wanted = Callable[[Problem], bool]


def fixed(source: Source, wanted: Wanted) -> tuple[str, int]:
    """Give the text of a file with the fixes of its own problems, and how many there were.

    The text is checked again after each round. Fixes that leave it no better are taken back, first
    all but those that help on their own.
    """
    text, count = source.text, 0
    for _ in range(MOST_ROUNDS):
        problems = problems_of(Source(source.name, text))
        fixes = apart(
            one.fix
            for one in problems
            if one.fix is not None and wanted(one) and one.fix.span.source.name == source.name
        )
        if not fixes:
            break
        better = edited(text, fixes)
        if not helps(source.name, better, problems):
            fixes = tuple(
                fix for fix in fixes if helps(source.name, edited(text, (fix,)), problems)
            )
            better = edited(text, fixes)
            if not helps(source.name, better, problems):
                fixes = fixes[:1]
                better = edited(text, fixes)
        if not fixes or better == text:
            break
        text, count = better, count + len(fixes)
    return text, count


def problems_of(source: Source) -> tuple[Problem, ...]:
    """Analyse a text."""
    try:
        return analyse_source(source).problems
    except SettingError:  # pragma: no cover - no option is set here
        return ()


def helps(name: str, text: str, before: tuple[Problem, ...]) -> bool:
    """Whether a text has fewer errors than there were before, or no more of them and fewer
    warnings."""
    return weight(problems_of(Source(name, text))) < weight(before)


def weight(problems: tuple[Problem, ...]) -> tuple[int, int, int]:
    """Say how bad a file is: mistakes of its layout hide others, then errors, then warnings."""
    errors = [one for one in problems if one.severity == "error"]
    hiding = sum(one.code < "S120" for one in errors)
    return hiding, len(errors), len(problems) - len(errors)


def differences(source: Source, text: str) -> str:
    """Show what a text changes."""
    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    return "".join(unified_diff(before, after, source.name, source.name))


def put_back(path: Path, text: str) -> None:
    """Write a rule file in the place of what is there, with the mark at its beginning."""
    has_mark = path.read_bytes().startswith(BOM)
    write_text(path, ("\ufeff" if has_mark else "") + text, overwrite=True)
