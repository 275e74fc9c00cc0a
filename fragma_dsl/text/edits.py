"""Edits: fixes in, a text with as many of them as do not touch one another out."""

from collections.abc import Iterable

from fragma_dsl.text.problem import Fix


def apart(fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    """Choose fixes that do not overlap, the first of the text first; equal ones count once."""
    chosen: list[Fix] = []
    for fix in sorted(dict.fromkeys(fixes), key=lambda one: (one.span.start, one.span.end)):
        before = chosen[-1].span if chosen else None
        if before is None or (fix.span.start >= before.end and fix.span.start > before.start):
            chosen.append(fix)
    return tuple(chosen)


def edited(text: str, fixes: Iterable[Fix]) -> str:
    """Give a text with fixes in it that do not overlap."""
    for fix in sorted(fixes, key=lambda one: one.span.start, reverse=True):
        text = text[: fix.span.start] + fix.text + text[fix.span.end :]
    return text
