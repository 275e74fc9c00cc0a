"""Check: the properties of rule files, asked of many games, and what was found."""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from fragma_dsl.backends.pick import BACKENDS, Backend, BackendError
from fragma_dsl.checking.check import Effort, check
from fragma_dsl.checking.kept import FOLDER, moves_of
from fragma_dsl.checking.problems import PropertyFails
from fragma_dsl.checking.replayed import judge_moves
from fragma_dsl.checking.report import Finding, Report, Status, junit
from fragma_dsl.cli.covered import show_coverage
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import rule_files
from fragma_dsl.cli.mutated import show_mutation
from fragma_dsl.cli.records import load_rest, recorded_game, rules_of
from fragma_dsl.cli.screen import bold, dim, has_colour, width
from fragma_dsl.cli.settings import PlayersOption, SetOption, Setting, read_settings
from fragma_dsl.cli.writing import write_text
from fragma_dsl.text.counted import counted
from fragma_dsl.text.render import render

MARKS: dict[Status, str] = {
    "proved": "proof",
    "held": "ok",
    "shown": "ok",
    "failed": "FAIL",
    "open": "?",
}


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
    seed: Annotated[int, typer.Option(help="For dice and agents.")] = 1,
    max_decisions: Annotated[
        int, typer.Option(min=1, help="How many a game may take before it is given up.")
    ] = 2_000,
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
        games,
        seconds,
        states,
        seed,
        max_decisions,
        max(5.0, 2 * seconds),
        exhaustive,
        solve,
        named(backend),
    )
    if coverage:
        wanted = [Setting(path, settings, players) for path in paths]
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
    jobs = [(Setting(path, settings, players), effort, only, keep) for path in paths]
    reports: list[Report] = []
    shown = str(as_json) != "-"
    for report in run_all(jobs, workers or min(len(jobs), os.cpu_count() or 1)):
        reports.append(report)
        if shown:
            print_report(report, verbose or len(paths) == 1)
    failed = sum(len(report.failed) for report in reports)
    left_open = sum(one.status == "open" for report in reports for one in report.findings)
    if as_json is not None:
        text = json.dumps([one.to_json() for one in reports], ensure_ascii=False, indent=2)
        write_report(as_json, text + "\n")
    if as_junit is not None:
        write_report(as_junit, junit(reports))
    if shown:
        total = sum(len(report.findings) for report in reports)
        held = counted(total, "property").replace("propertys", "properties")
        left = f", {left_open} left open" if left_open else ""
        typer.echo(f"{counted(len(reports), 'file')}, {held}: {failed or 'none'} failed{left}")
    if failed or (strict and left_open):
        raise typer.Exit(PROBLEMS)


def named(backend: str) -> Backend:
    """Give the backend of a name."""
    for one in BACKENDS:
        if one == backend:
            return one
    raise CliFailure(f"no backend `{backend}`; there are {', '.join(BACKENDS)}")


Job = tuple[Setting, Effort, str, Path]


def run_all(jobs: Sequence[Job], workers: int) -> Iterator[Report]:
    """Check files in their order, several at a time."""
    for setting, _, _, _ in jobs if len(jobs) == 1 else ():
        setting.analyse_well()
    console = Console(stderr=True, no_color=not has_colour(2))
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("checking", total=len(jobs))
        if workers == 1 or len(jobs) == 1:
            for job in jobs:
                yield run(job)
                progress.advance(bar)
            return
        with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
            for report in executor.map(run, jobs):
                progress.advance(bar)
                yield report


def run(job: Job) -> Report:
    """Check one file."""
    setting, effort, only, folder = job
    analysis = setting.analyse_well()
    try:
        return check(analysis, str(setting.path), effort, only, folder)
    except BackendError as error:
        raise CliFailure(str(error)) from None


def write_report(path: Path, text: str) -> None:
    """Write a report, or print it."""
    if str(path) == "-":
        typer.echo(text, nl=False)
    else:
        write_text(path, text, overwrite=True)


# ---- what is printed


def print_report(report: Report, verbose: bool) -> None:
    """Print what was found of one file, failures last."""
    usual = Counter(one.evidence for one in report.findings).most_common(1)[0][0]
    typer.echo(f"{bold(report.rules)}: {usual}, {report.seconds:.1f} s")
    for one in report.findings:
        if verbose or one.status in ("failed", "open"):
            evidence = "" if one.evidence == usual else dim(f"  ({one.evidence})")
            statement = one.statement if one.is_law else one.form
            typer.echo(f"  {MARKS[one.status]:<5} {one.name}: {statement}{evidence}")
    if not verbose:
        print_counts(report)
    if report.unsolved:
        typer.echo(f"  not solved: {report.unsolved}")
    if report.solution is not None:
        print_solution(report.solution)
    for one in report.failed:
        print_failure(one)


def print_solution(solution: Mapping[str, Any]) -> None:
    """Print what each player gets where all play best."""
    values = ", ".join(f"{name} {value:+.6g}" for name, value in solution["values"].items())
    typer.echo(f"  with best play: {values}")
    if solution["best"]:
        typer.echo(f"  best at the beginning: {', '.join(solution['best'])}")
    games = "endlessly many" if solution["games"] is None else f"{solution['games']:,}"
    typer.echo(f"  {solution['positions']:,} positions, {solution['ends']:,} ends, {games} games")


def print_counts(report: Report) -> None:
    """Print how many laws and invariants stand how."""
    for what, is_law in (("law", True), ("invariant", False)):
        found = Counter(one.status for one in report.findings if one.is_law is is_law)
        parts = ", ".join(f"{found[status]} {status}" for status in MARKS if found[status])
        if parts:
            typer.echo(f"  {counted(sum(found.values()), what)}: {parts}")


def print_failure(one: Finding) -> None:
    """Print the game that breaks a property."""
    failure = one.failure
    assert failure is not None
    typer.echo("")
    if one.span is not None:
        problem = PropertyFails(one.span, one.name, failure.what)
        typer.echo(render(problem, has_colour(), width()))
    else:
        typer.echo(bold(f"{one.name}: {one.statement}"))
        typer.echo(f"  {failure.what}")
    if failure.moves or failure.before:
        how = "the shortest there is" if failure.is_shortest else "the shortest found"
        typer.echo(f"  {counted(len(failure.moves), 'move')} ({how}, by {failure.found_by}):")
    for number, move in enumerate(failure.moves, 1):
        typer.echo(f"    {number:>3}  {move}")
    for name, table in (("before", failure.before), ("after", failure.after)):
        if table is not None:
            typer.echo(f"  {name} the last move:" if failure.moves else "  at the beginning:")
            typer.echo("\n".join(f"    {line}".rstrip() for line in table.split("\n")))
    if failure.lines:
        typer.echo("  the rules that it ran:")
        for line in failure.lines:
            typer.echo(f"    {line}")
    if failure.record:
        typer.echo(f"  saved in {failure.record}: fragma replay, play --resume, check --replay")


# ---- a saved game


def check_record(path: Path, files: Sequence[str] | None) -> None:
    """Judge a saved game by all properties."""
    record = load_rest(path)
    setting = rules_of(record, files[0] if files else None)
    game = recorded_game(record, setting)
    broken = judge_moves(game, setting.analyse_well().variant, moves_of(game, record))
    for one in broken:
        at = f"{one.span.source.name}:{one.span.line}: " if one.span is not None else ""
        typer.echo(f"{at}{one.name}, after move {one.moves}: {one.what}")
    verb = "property fails" if len(broken) == 1 else "properties fail"
    typer.echo(f"{path}: {counted(len(record.moves), 'move')}, {len(broken) or 'no'} {verb}")
    if broken:
        raise typer.Exit(PROBLEMS)
