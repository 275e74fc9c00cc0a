"""Validated: an analysis in, all that there is to say about the file out."""

from collections.abc import Mapping

from fragma_dsl.checking.allowances import allowed
from fragma_dsl.checking.beginning import check_beginning
from fragma_dsl.checking.pause import Pause, go_on
from fragma_dsl.pipeline import Analysis, game_of, in_file_order
from fragma_dsl.text.problem import Problem, Severity

DEEP = "A2"
"""How the codes begin that only the static analysis gives."""


def validated(
    analysis: Analysis,
    severities: Mapping[str, Severity],
    deep: bool = False,
    pause: Pause = go_on,
) -> tuple[Problem, ...]:
    """Give the problems of a file, and of the beginning of its game where it has no errors, without
    the warnings that it allows; `deep` adds what the static analysis finds, which calls `pause` now
    and then."""
    problems = analysis.problems
    variant, resolved = analysis.variant, analysis.resolved
    if variant is not None and analysis.program is not None and not analysis.has_errors:
        setup = None if variant.setup is None else variant.setup.span
        problems += check_beginning(game_of(analysis), variant.game.span, setup)
        if deep:
            from fragma_dsl.checking.analysis.find import find  # it takes long to import

            problems += find(analysis, pause)
    sources = (analysis.source, *(resolved.sources if resolved is not None else ()))
    ran = frozenset(code for code in severities if deep or not code.startswith(DEEP))
    return in_file_order(allowed(problems, sources, severities, ran))
