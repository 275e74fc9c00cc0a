"""Covered: how much of rule files random games take, printed line by line."""

from collections.abc import Sequence
from pathlib import Path

import typer

from fragma_dsl.checking.check import Effort
from fragma_dsl.checking.coverage import Coverage, annotated, cover, page
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.screen import bold, dim
from fragma_dsl.cli.settings import Setting
from fragma_dsl.cli.speech import echo, spoken
from fragma_dsl.cli.writing import write_text
from fragma_dsl.text.counted import counted
from fragma_dsl.text.said import chained, say


def show_coverage(
    settings: Sequence[Setting], effort: Effort, html: Path | None, at_least: float
) -> None:
    """Print the lines of each file with how often they were taken; 1 where too few were."""
    if html is not None and len(settings) > 1:
        raise CliFailure("--html is for one rule file")
    poor = False
    for setting in settings:
        found = cover(setting.game(), effort.games, effort.seconds, effort.seed, effort.most)
        poor |= found.percent < at_least
        print_coverage(found, len(settings) == 1)
        if html is not None:
            write_text(html, page(found, spoken()), overwrite=True)
    if poor:
        raise typer.Exit(PROBLEMS)


def print_coverage(found: Coverage, with_lines: bool) -> None:
    """Print how much was taken, and the lines or what was never taken."""
    if with_lines:
        for source in found.sources:
            typer.echo(bold(source.name))
            for line in annotated(found, source, spoken()):
                typer.echo(line if line[:1].strip() or "!" in line[:16] else dim(line))
    else:
        for part in found.never:
            echo("  {place!s}: {what}: never", place=part.span, what=part.what)
    what = chained([counted(found.games, "game"), counted(found.moves, "move")], ",")
    taken = len(found.parts) - len(found.never)
    parts = say(
        "{taken} of {parts} of the rules taken",
        taken=taken,
        parts=counted(len(found.parts), "part"),
    )
    echo(
        "{game!s}: {percent:.1f} %, {parts} in {what}",
        game=found.game,
        percent=found.percent,
        parts=parts,
        what=what,
    )
