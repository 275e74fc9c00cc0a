"""Removals: problems about names that are not known because a fork has taken them out."""

from collections.abc import Iterable, Mapping

from fragma_dsl.semantics.forks import problems as p
from fragma_dsl.semantics.problems import UnknownName
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.span import Span


def label_removals(problems: Iterable[Problem], gone: Mapping[str, Span]) -> tuple[Problem, ...]:
    """Say of each unknown name that a removal has taken away where that was."""
    return tuple(
        p.StillNeeded(one.span, one.name, gone[one.name])
        if isinstance(one, UnknownName) and one.name in gone
        else one
        for one in problems
    )
