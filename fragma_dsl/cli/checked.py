"""Checked: what a check has found, printed."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import typer

from fragma_dsl.checking.problems import PropertyFails
from fragma_dsl.checking.report import Finding, Report, Status
from fragma_dsl.cli.screen import bold, dim, has_colour, width
from fragma_dsl.cli.speech import echo, spoken, told
from fragma_dsl.text.counted import counted
from fragma_dsl.text.render import render

LONGEST = 10**15
"""A greater number is not written in full."""

MARKS: dict[Status, str] = {
    "proved": "proof",
    "held": "ok",
    "shown": "ok",
    "failed": "FAIL",
    "open": "?",
}


def print_report(report: Report, verbose: bool) -> None:
    """Print what was found of one file, failures last; nothing where nothing was asked."""
    if not report.findings:
        return
    usual = Counter(one.evidence for one in report.findings).most_common(1)[0][0]
    typer.echo(f"{bold(report.rules)}: {told(usual)}, {report.seconds:.1f} s")
    for one in report.findings:
        if verbose or one.status in ("failed", "open"):
            evidence = "" if one.evidence == usual else dim(f"  ({told(one.evidence)})")
            statement = told(one.statement) if one.is_law else one.form
            mark = told(MARKS[one.status])
            typer.echo(f"  {mark:<5} {one.name}: {statement}{evidence}")
    if not verbose:
        print_counts(report)
    if report.unsolved:
        echo("  not solved: {why}", why=report.unsolved)
    if report.solution is not None:
        print_solution(report.solution)
    for one in report.failed:
        print_failure(one)


def print_solution(solution: Mapping[str, Any]) -> None:
    """Print what each player gets where all play best."""
    values = ", ".join(f"{name} {value:+.6g}" for name, value in solution["values"].items())
    echo("  with best play: {values!s}", values=values)
    if solution["best"]:
        echo("  best at the beginning: {actions!s}", actions=", ".join(solution["best"]))
    games = "endlessly many" if solution["games"] is None else shortened(solution["games"])
    echo(
        "  {positions:,} positions, {ends:,} ends, {games} games",
        positions=solution["positions"],
        ends=solution["ends"],
        games=games,
    )


def shortened(number: int) -> str:
    """Write a number with its thousands apart, one too long to read as a power of ten."""
    return f"{number:,}" if number < LONGEST else f"{Decimal(number):.2e}"


def print_counts(report: Report) -> None:
    """Print how many laws and invariants stand how."""
    for what, is_law in (("law", True), ("invariant", False)):
        found = Counter(one.status for one in report.findings if one.is_law is is_law)
        parts = ", ".join(f"{found[status]} {told(status)}" for status in MARKS if found[status])
        if parts:
            typer.echo(f"  {told(counted(sum(found.values()), what))}: {parts}")


def print_failure(one: Finding) -> None:
    """Print the game that breaks a property."""
    failure = one.failure
    assert failure is not None
    typer.echo("")
    if one.span is not None:
        problem = PropertyFails(one.span, one.name, failure.what)
        typer.echo(render(problem, has_colour(), width(), spoken()))
    else:
        typer.echo(bold(f"{one.name}: {told(one.statement)}"))
        typer.echo(f"  {told(failure.what)}")
    if failure.moves or failure.before:
        how = "the shortest there is" if failure.is_shortest else "the shortest found"
        echo(
            "  {moves} ({how}, by {found_by}):",
            moves=counted(len(failure.moves), "move"),
            how=how,
            found_by=failure.found_by,
        )
    for number, move in enumerate(failure.moves, 1):
        typer.echo(f"    {number:>3}  {move}")
    for name, table in (("before", failure.before), ("after", failure.after)):
        if table is not None:
            template = "  before the last move:" if name == "before" else "  after the last move:"
            echo(template if failure.moves else "  at the beginning:")
            typer.echo("\n".join(f"    {line}".rstrip() for line in table.split("\n")))
    if failure.lines:
        echo("  the rules that it ran:")
        for line in failure.lines:
            typer.echo(f"    {line}")
    if failure.record:
        echo(
            "  saved in {record}: fragma replay, play --resume, check --replay",
            record=failure.record,
        )
