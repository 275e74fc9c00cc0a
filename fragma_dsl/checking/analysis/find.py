"""Find: an analysis in, the findings about its file out."""

from collections.abc import Iterator

from fragma_dsl.checking.analysis.boards import find_in_boards
from fragma_dsl.checking.analysis.cost import said_of_decisions, said_of_state
from fragma_dsl.checking.analysis.declared import find_unused
from fragma_dsl.checking.analysis.endings import find_empty_decisions, find_in_endings
from fragma_dsl.checking.analysis.estimate import Estimator
from fragma_dsl.checking.analysis.flow import find_in_scripts
from fragma_dsl.checking.analysis.hidden import find_hidden
from fragma_dsl.checking.analysis.learn import learned
from fragma_dsl.checking.analysis.symmetry import said_of_seats
from fragma_dsl.checking.pause import Pause, go_on
from fragma_dsl.pipeline import Analysis, analyse_again, prelude_source
from fragma_dsl.play.table import Table
from fragma_dsl.semantics.forks import names_in
from fragma_dsl.syntax.document import read_prelude
from fragma_dsl.text.problem import Problem

MOST_PLAYERS = 6


def find(analysis: Analysis, pause: Pause = go_on) -> tuple[Problem, ...]:
    """Give what is found in the lines of a file that has no errors; what depends on the number of
    players is found for each number that is tried, or not at all. `pause` is called now and then,
    and may raise what ends the search."""
    variant = analysis.variant
    if variant is None or analysis.program is None:
        return ()
    try:
        found = tuple(find_for(analysis, pause))
    except RecursionError:  # calls are followed, and what they call: 64 in one another, each deep
        return ()
    seats = variant.players
    allowed = seats.allowed
    others = {allowed[0], max(n for n in allowed if n <= max(allowed[0], MOST_PLAYERS))}
    for count in sorted(others - {seats.default}):
        if not found:
            break
        pause()
        other = analyse_again(analysis, {}, count)
        if other.program is not None and not other.has_errors:
            there = {(one.code, one.span, one.message) for one in find_for(other, pause)}
            found = tuple(one for one in found if (one.code, one.span, one.message) in there)
    return tuple(dict.fromkeys(found))


def facts(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    """Say what else there is to know of a game without errors: seats, state, decisions."""
    game, variant, program = analysis.model, analysis.variant, analysis.program
    if game is None or variant is None or program is None or analysis.has_errors:
        return ()
    return (
        ("seats", said_of_seats(game, variant)),
        ("state", said_of_state(program)),
        ("decisions", said_of_decisions(learned_of(analysis, go_on))),
    )


def find_for(analysis: Analysis, pause: Pause) -> Iterator[Problem]:
    """Find for one number of players."""
    for one in find_all(analysis, pause):
        if one.span.source.name == analysis.source.name:
            yield one


def learned_of(analysis: Analysis, pause: Pause) -> Estimator:
    """Estimate the values of a game that has no errors."""
    game, program = analysis.model, analysis.program
    assert game is not None
    assert program is not None
    return learned(game, Table(list(program.initial), program.equipment()), pause)


def find_all(analysis: Analysis, pause: Pause) -> Iterator[Problem]:
    """Find in all files of a game."""
    game, variant = analysis.model, analysis.variant
    assert game is not None
    assert variant is not None
    known = learned_of(analysis, pause)
    prelude = read_prelude(prelude_source()).value
    for found in (
        find_in_scripts(known),
        find_in_endings(known, variant.players.span),
        find_empty_decisions(known),
        find_unused(variant, game, frozenset(names_in(prelude))),
        find_in_boards(known, variant),
        find_hidden(game),
    ):
        pause()
        yield from found
