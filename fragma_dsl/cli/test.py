"""Test: the scenarios of rule files, run and reported."""

from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.checking.scenarios import Failure, Verdict, problem_of, run_scenarios
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import rule_files
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.settings import SetOption, Setting, read_settings
from fragma_dsl.cli.speech import echo, spoken
from fragma_dsl.drawn import TableArtist
from fragma_dsl.pipeline import RulesError, SettingError
from fragma_dsl.play.view import whole_view
from fragma_dsl.text.counted import counted
from fragma_dsl.text.render import render
from fragma_dsl.text.said import say


def command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES...", help="Rule files, or folders of them.")
    ],
    options: SetOption = None,
    only: Annotated[
        str | None, typer.Option("--only", metavar="TEXT", help="Scenarios with this in the name.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name every scenario.")] = False,
) -> None:
    """Run the scenarios of rule files; exit code 0 where all hold, 1 where one does not."""
    settings = read_settings(options)
    failed = total = 0
    for path in dict.fromkeys(rule_files(files)):
        for verdict in verdicts(path, settings, only):
            total += 1
            failed += verdict.failure is not None
            if verdict.failure is not None:
                print_failure(verdict, verdict.failure, path)
            elif verbose:
                typer.echo(f"ok    {verdict.scenario.name.text}")
    if not total:
        raise CliFailure(
            say("there are no scenarios with `{text}`", text=only)
            if only
            else "there are no scenarios"
        )
    echo(
        "{scenarios}: {held} hold, {failed} fail",
        scenarios=counted(total, "scenario"),
        held=total - failed,
        failed=failed,
    )
    if failed:
        raise typer.Exit(PROBLEMS)


def verdicts(path: Path, settings: dict[str, str], only: str | None) -> list[Verdict]:
    """Run the scenarios of one file."""
    setting = Setting(path, settings)
    analysis = setting.analyse_well()
    assert analysis.variant is not None
    try:
        found = run_scenarios(path, analysis.variant, settings, only or "")
        return list(found)
    except (RulesError, SettingError) as error:
        raise CliFailure(
            say("{path}: a scenario cannot be set up: {error}", path=path, error=str(error)),
            PROBLEMS,
        ) from None


def print_failure(verdict: Verdict, failure: Failure, path: Path) -> None:
    """Say what is wrong, where the file says so, and what the table looked like."""
    problem = problem_of(verdict, failure, str(path))
    typer.echo(render(problem, has_colour(), width(), spoken()))
    if failure.position is not None:
        view = whole_view(verdict.game.program.layout, failure.position.state)
        table = TableArtist(verdict.game, spoken(), width() - 4).table(view)
        typer.echo("\n".join(f"    {line}".rstrip() for line in table.split("\n")))
        echo("    waits for: {who}", who=failure.position.waits_for)
    typer.echo("")
