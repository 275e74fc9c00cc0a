"""Validate: rule files in, their problems out."""

from typing import Annotated

import typer

from fragma_dsl.checking.beginning import check_beginning
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import rule_files
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.settings import PlayersOption, SetOption, Setting, read_settings
from fragma_dsl.pipeline import Analysis, game_of, in_file_order
from fragma_dsl.text.counted import counted
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render


def command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES...", help="Rule files, or folders of them.")
    ],
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Say what is wrong with rule files; exit code 0 for nothing, 1 for problems, 2 for misuse."""
    settings = read_settings(options)
    paths = list(dict.fromkeys(rule_files(files)))
    errors = warnings = bad = 0
    for path in paths:
        try:
            problems = all_problems(Setting(path, settings, players).analyse())
        except CliFailure as failure:
            if failure.exit_code != PROBLEMS:
                raise
            typer.echo(f"error: {failure}\n")
            errors, bad = errors + 1, bad + 1
            continue
        found = sum(problem.severity == "error" for problem in problems)
        errors, warnings = errors + found, warnings + len(problems) - found
        bad += bool(found)
        for problem in problems:
            typer.echo(render(problem, has_colour(), width()) + "\n")
    typer.echo(summary(len(paths), bad, errors, warnings))
    if errors:
        raise typer.Exit(PROBLEMS)


def all_problems(analysis: Analysis) -> tuple[Problem, ...]:
    """Give the problems of a file, and of the beginning of its game where it has no errors."""
    variant = analysis.variant
    if variant is None or analysis.program is None or analysis.has_errors:
        return analysis.problems
    setup = None if variant.setup is None else variant.setup.span
    found = check_beginning(game_of(analysis), variant.game.span, setup)
    return in_file_order((*analysis.problems, *found))


def summary(files: int, bad: int, errors: int, warnings: int) -> str:
    """Say in one line what was found."""
    warned = f", {counted(warnings, 'warning')}" if warnings else ""
    if not errors:
        return f"{counted(files, 'file')}: no errors{warned}"
    of = "" if files == 1 else f" in {bad} of {files} files"
    return f"{counted(errors, 'error')}{of}{warned}"
