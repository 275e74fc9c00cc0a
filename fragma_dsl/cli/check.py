"""Check: the properties of rule files, asked of many games, and what was found."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from fragma_dsl.backends.pick import BACKENDS, Backend, BackendError
from fragma_dsl.checking.check import Effort, check
from fragma_dsl.checking.crowd import processes
from fragma_dsl.checking.kept import FOLDER, moves_of
from fragma_dsl.checking.replayed import judge_moves
from fragma_dsl.checking.report import Report, junit
from fragma_dsl.cli.checked import print_report
from fragma_dsl.cli.covered import show_coverage
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import rule_files
from fragma_dsl.cli.main import complain
from fragma_dsl.cli.mutated import show_mutation
from fragma_dsl.cli.readings import readings_of
from fragma_dsl.cli.records import load_rest, recorded_game, rules_of
from fragma_dsl.cli.screen import has_colour
from fragma_dsl.cli.settings import PlayersOption, SetOption, Setting, read_settings
from fragma_dsl.cli.speech import echo, told
from fragma_dsl.cli.writing import write_text
from fragma_dsl.text.counted import counted
from fragma_dsl.text.said import say


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILES...", help="Rule files, or folders of them."),
    ] = None,
    games: Annotated[int, typer.Option(min=0, help="The most games of a file.")] = 200,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="How long to look at a file; failures take longer.")
    ] = 5.0,
    states: Annotated[
        int, typer.Option(min=0, help="A game with no more positions is looked at whole.")
    ] = 20_000,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", help="Look at all positions, however many.")
    ] = False,
    solve: Annotated[
        bool, typer.Option("--solve", help="Say what each player gets with best play.")
    ] = False,
    graph: Annotated[
        Path | None,
        typer.Option("--graph", metavar="FILE", help="Write all positions of one file as GraphML."),
    ] = None,
    seed: Annotated[int, typer.Option(help="For dice and agents.")] = 1,
    max_decisions: Annotated[
        int, typer.Option(min=1, help="How many a game may take before it is given up.")
    ] = 2_000,
    every_value: Annotated[
        bool,
        typer.Option("--every-value", help="Check each value of each option, one at a time."),
    ] = False,
    only: Annotated[
        str, typer.Option("--only", metavar="TEXT", help="Properties with this in the name.")
    ] = "",
    keep: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where games that break a property are kept.")
    ] = FOLDER,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="RECORD", help="Judge a saved game, and nothing else."),
    ] = None,
    as_json: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the report as JSON; - prints it."),
    ] = None,
    as_junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write it as JUnit XML.")
    ] = None,
    backend: Annotated[
        str, typer.Option(help=f"What runs the rules: {', '.join(BACKENDS)}.")
    ] = "auto",
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail where something is left open, too.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes, where there are several files.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count how often games take each line, instead.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="With --coverage: a page of it.")
    ] = None,
    at_least: Annotated[
        float, typer.Option(min=0, max=100, help="With these two: fail below this percentage.")
    ] = 0.0,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="Try small changes of one file's rules, instead.")
    ] = False,
    mutants: Annotated[int, typer.Option(min=1, help="With --mutate: how many at most.")] = 100,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name every property.")] = False,
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Look for games in which a property of the rules does not hold; exit code 1 if there are."""
    if replay is not None:
        check_record(replay, files)
        return
    settings = read_settings(options)
    paths = list(dict.fromkeys(rule_files(files or [])))
    if not paths:
        raise CliFailure("give a rule file, or a folder of them")
    effort = Effort(
        games=games,
        seconds=seconds,
        states=states,
        seed=seed,
        most=max_decisions,
        shrinking=max(5.0, 2 * seconds),
        is_exhaustive=exhaustive,
        solves=solve,
        backend=named(backend),
        graph=graph,
    )
    if graph is not None and len(paths) > 1:
        raise CliFailure("--graph is for one rule file")
    wanted = [Setting(path, settings, players) for path in paths]
    if coverage:
        show_coverage(wanted, effort, html, at_least)
        return
    if mutate:
        if len(paths) > 1:
            raise CliFailure("--mutate is for one rule file")
        show_mutation(
            Setting(paths[0], settings, players), effort, mutants, workers or os.cpu_count() or 1,
            at_least,
        )  # fmt: skip
        return
    if every_value:
        wanted = [reading for setting in wanted for reading in readings_of(setting)]
    jobs = [(setting, effort, only, keep) for setting in wanted]
    reports: list[Report] = []
    shown = str(as_json) != "-"
    refused = 0
    for report in run_all(jobs, workers or min(len(jobs), os.cpu_count() or 1)):
        if isinstance(report, str):
            refused += 1
            complain(report)
            continue
        reports.append(report)
        if shown:
            print_report(report, verbose or len(jobs) == 1)
    if only and not refused and not any(report.findings for report in reports):
        raise CliFailure(say("no property has `{text}` in its name", text=only))
    failed = sum(len(report.failed) for report in reports)
    left_open = sum(one.status == "open" for report in reports for one in report.findings)
    if as_json is not None:
        text = json.dumps([one.to_json() for one in reports], ensure_ascii=False, indent=2)
        write_report(as_json, text + "\n")
    if as_junit is not None:
        write_report(as_junit, junit(reports))
    if shown:
        total = sum(len(report.findings) for report in reports)
        held = say("{number} property" if total == 1 else "{number} properties", number=total)
        left = say(", {count} left open", count=left_open) if left_open else ""
        echo(
            "{files}, {held}: {failed} failed{left}",
            files=counted(len(reports), "file"),
            held=held,
            failed=failed or "none",
            left=left,
        )
    if failed or refused or (strict and left_open):
        raise typer.Exit(PROBLEMS)


def named(backend: str) -> Backend:
    """Give the backend of a name."""
    for one in BACKENDS:
        if one == backend:
            return one
    raise CliFailure(
        say("no backend `{name}`; there are {names!s}", name=backend, names=", ".join(BACKENDS))
    )


Job = tuple[Setting, Effort, str, Path]


def run_all(jobs: Sequence[Job], workers: int) -> Iterator[Report | str]:
    """Check files in their order, several at a time; say what keeps one from being checked."""
    console = Console(stderr=True, no_color=not has_colour(2))
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task(told("checking"), total=len(jobs))
        if workers == 1 or len(jobs) == 1:
            for job in jobs:
                yield run(job) if len(jobs) == 1 else tried(job)
                progress.advance(bar)
            return
        with processes(workers) as executor:
            for report in executor.map(tried, jobs):
                progress.advance(bar)
                yield report


def tried(job: Job) -> Report | str:
    """Check one file of several; give what keeps it from being checked."""
    try:
        return run(job)
    except CliFailure as failure:
        return str(failure)


def run(job: Job) -> Report:
    """Check one file."""
    setting, effort, only, folder = job
    analysis = setting.analyse_well()
    try:
        report = check(analysis, str(setting.path), effort, only, folder)
    except BackendError as error:
        raise CliFailure(str(error)) from None
    chosen = [f" {name}={value}" for name, value in setting.options.items()]
    return replace(report, rules=report.rules + "".join(chosen))


def write_report(path: Path, text: str) -> None:
    """Write a report, or print it."""
    if str(path) == "-":
        typer.echo(text, nl=False)
    else:
        write_text(path, text, overwrite=True)


# ---- a saved game


def check_record(path: Path, files: Sequence[str] | None) -> None:
    """Judge a saved game by all properties."""
    record = load_rest(path)
    setting = rules_of(record, files[0] if files else None)
    game = recorded_game(record, setting)
    broken = judge_moves(game, setting.analyse_well().variant, moves_of(game, record))
    for one in broken:
        at = f"{one.span.source.name}:{one.span.line}: " if one.span is not None else ""
        echo(
            "{at!s}{name!s}, after move {moves}: {what}",
            at=at,
            name=one.name,
            moves=one.moves,
            what=one.what,
        )
    template = "{path}: {moves}, {count} properties fail"
    if len(broken) == 1:
        template = "{path}: {moves}, {count} property fails"
    echo(template, path=path, moves=counted(len(record.moves), "move"), count=len(broken) or "no")
    if broken:
        raise typer.Exit(PROBLEMS)
