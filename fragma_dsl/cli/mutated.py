"""Mutated: which small changes of a rule file its own scenarios and invariants do not notice."""

import sys
from dataclasses import replace

import typer
from rich.console import Console
from rich.progress import Progress

from fragma_dsl.checking.check import Effort
from fragma_dsl.checking.mutants import mutants_of
from fragma_dsl.checking.mutation import Mutation, Tried, mutate, notice
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.screen import has_colour
from fragma_dsl.cli.settings import Setting
from fragma_dsl.cli.speech import echo, told
from fragma_dsl.pipeline import Analysis
from fragma_dsl.text.said import say

SECONDS = 2.0
"""How long a mutant that passes the scenarios is checked, unless someone says less."""


def show_mutation(
    setting: Setting, effort: Effort, most: int, workers: int, at_least: float
) -> None:
    """Try mutants and print those that nothing noticed, as they come; 1 where too few were."""
    analysis = setting.analyse_well()
    assert analysis.variant is not None
    total = len(mutants_of(analysis.variant, analysis.source))
    quick = replace(effort, seconds=min(SECONDS, effort.seconds), backend="python")
    require_unbroken(analysis, setting, quick)
    tried: list[Tried] = []
    console = Console(stderr=True, no_color=not has_colour(2))
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task(told("mutants"), total=min(total, most))
        for one in mutate(analysis, setting.options, quick, most, workers):
            tried.append(one)
            if one.fate == "survived":
                echo("survived: {mutant}", mutant=str(one.mutant))
            progress.advance(bar)
    found = Mutation(tuple(tried), total)
    print_mutation(found)
    if found.score < at_least:
        raise typer.Exit(PROBLEMS)


def require_unbroken(analysis: Analysis, setting: Setting, effort: Effort) -> None:
    """Fail where something notices the file as it is: it would be said to notice each mutant."""
    fate, name = notice(analysis, setting.options, effort)
    if fate == "survived":
        return
    message = (
        "scenario `{name}` fails in the file as it is; `fragma test` shows how"
        if fate == "scenario"
        else "property `{name}` fails in the file as it is; `fragma check` shows how"
    )
    raise CliFailure(say(message, name=name), PROBLEMS)


def print_mutation(found: Mutation) -> None:
    """Print how many were noticed by what."""
    counts = {
        fate: sum(one.fate == fate for one in found.tried)
        for fate in ("scenario", "check", "survived", "refused")
    }
    tried = say("{count} of {total} mutants", count=len(found.tried), total=found.total)
    echo(
        "{tried}: {scenario} noticed by scenarios, {check} by properties, {survived} by nothing; "
        "{refused} are no rules",
        tried=tried,
        **{name: counts[name] for name in ("scenario", "check", "survived", "refused")},
    )
    echo("mutation score {score:.0f} %", score=found.score)
