"""Simulate: many games of agents, and a table of what came out."""

import json
import os
import secrets
import sys
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from fragma_dsl.agents.agent import agent_names
from fragma_dsl.backends.pick import BackendError
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.seats import seat_names, seated_setting
from fragma_dsl.cli.settings import (
    BackendOption,
    FileArgument,
    PlayersOption,
    SetOption,
    setting_of,
)
from fragma_dsl.cli.speech import told
from fragma_dsl.cli.writing import write_text
from fragma_dsl.game import Game
from fragma_dsl.simulate.match import HUMAN
from fragma_dsl.simulate.playout import MAX_DECISIONS
from fragma_dsl.simulate.run import MOST_SAVED, simulate
from fragma_dsl.simulate.summary import Share, Summary
from fragma_dsl.text.counted import counted
from fragma_dsl.text.said import say

INTERRUPTED = 130
PICKED = "actions picked first, then tested: other games than without --fast, as likely"
UNWRITTEN = "the folder cannot be written; give another with --faults"


def command(
    file: FileArgument,
    games: Annotated[int, typer.Option(min=1, max=10**9, help="How many games.")] = 100,
    seed: Annotated[int | None, typer.Option(help="For dice and agents; else chosen.")] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, help="Processes, of machine code threads; else as many as are of use."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT,SEAT,...",
            help=f"The agent in each seat, over again for more ({', '.join(agent_names())}).",
        ),
    ] = None,
    max_decisions: Annotated[
        int, typer.Option(min=1, help="How many a game may take before it is left unfinished.")
    ] = MAX_DECISIONS,
    faults: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where records of games with faults go.")
    ] = Path("faults"),
    as_json: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the numbers as JSON; - prints them."),
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a file.")] = False,
    backend: BackendOption = "auto",
    fast: Annotated[
        bool,
        typer.Option(
            "--fast",
            help="Pick first and test only the pick, where legality is dear to test: machine code "
            "and random agents only; other games, no branching.",
        ),
    ] = False,
    explain_speed: Annotated[
        bool,
        typer.Option(
            "--explain-speed",
            help="Say how machine code finds actions, and why; play nothing.",
        ),
    ] = False,
    options: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Play many games with agents. The same seed gives the same table, whatever the workers and
    the backend; with --fast another."""
    setting = setting_of(file, options, players)
    if players is None:
        setting = seated_setting(setting, seats)
    finished = setting.finished()
    game = finished.game()
    if explain_speed:
        from fragma_dsl.cli.speed import print_speed  # it writes a module, games may need none

        print_speed(game)
        return
    names = seat_names(seats or "random", False, None, game)
    if HUMAN in names:
        raise CliFailure("a person cannot sit in a simulation; see fragma play")
    if as_json is not None and str(as_json) != "-" and as_json.exists() and not overwrite:
        raise CliFailure(say("{path} exists; give another name, or --overwrite", path=as_json))
    seed = secrets.randbelow(10**6) if seed is None else seed
    console = Console(stderr=True, no_color=not has_colour(2))
    try:
        with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
            bar = progress.add_task(game.name, total=games)
            summary = simulate(
                setting.factory(game),
                games,
                seed,
                names,
                workers or useful_workers(games),
                max_decisions,
                lambda done: progress.update(bar, completed=done),
                faults,
                setting.path.as_posix(),
                backend,
                lambda what: progress.update(bar, description=f"{game.name}, {told(what)}"),
                fast,
            )
    except BackendError as error:
        raise CliFailure(str(error)) from None
    except BrokenExecutor:
        raise CliFailure("a worker process died; try --workers 1", PROBLEMS) from None
    report(summary, game, finished.defaults, as_json, overwrite)
    if summary.games < summary.wanted:
        raise typer.Exit(INTERRUPTED)
    if summary.faults:
        raise typer.Exit(PROBLEMS)


def useful_workers(games: int) -> int:
    """Say how many processes are worth their start."""
    return max(1, min(os.cpu_count() or 1, games // 50))


def report(
    summary: Summary,
    game: Game,
    defaults: Mapping[str, str],
    as_json: Path | None,
    overwrite: bool,
) -> None:
    """Print the table or the numbers; what took long is shown before a file may fail."""
    text = "" if as_json is None else json.dumps(summary.to_json(), ensure_ascii=False, indent=2)
    if str(as_json) == "-":
        print(text)
        return
    print_summary(summary, game, defaults)
    if as_json is not None:
        write_text(as_json, text + "\n", overwrite)


def print_summary(summary: Summary, game: Game, defaults: Mapping[str, str]) -> None:
    """Print a summary in 80 columns."""
    console = Console(width=width(), no_color=not has_colour(), highlight=False)
    settings = options_line(summary.options, defaults)
    title = say(
        "{game!s}, {games}, seed {seed}",
        game=summary.game,
        games=counted(summary.games, "game"),
        seed=summary.seed,
    )
    if summary.games < summary.wanted:
        title = say("{title} (interrupted, of {count})", title=title, count=summary.wanted)
    console.print(told(title), markup=False)
    if settings:
        console.print(told(settings), markup=False)
    if summary.picks_first:
        console.print(told(PICKED), markup=False)
    console.print(seat_table(summary))
    for name, text in facts(summary, game):
        console.print(f"{told(name):<12}{told(text)}", markup=False)
    for case in summary.faults[:MOST_SAVED]:
        at = f" ({case.at})" if case.at else ""
        console.print(
            told(
                say(
                    "game {number}: fault {code}: {message}{at!s}",
                    number=case.number,
                    code=case.code,
                    message=case.message,
                    at=at,
                )
            ),
            markup=False,
        )
        kept = (
            say("saved in {path}", path=case.record)
            if case.record
            else say("not saved: {why}", why=UNWRITTEN)
        )
        console.print(f"  {told(kept)}", markup=False)
    if len(summary.faults) > MOST_SAVED:
        console.print(
            told(say("and {count} more, not saved", count=len(summary.faults) - MOST_SAVED)),
            markup=False,
        )


def options_line(options: Mapping[str, str], defaults: Mapping[str, str]) -> str:
    """Say which options are not at their defaults, and how many are."""
    changed = [f"{name}={value}" for name, value in options.items() if value != defaults[name]]
    if not changed:
        return say("options: {count}, at their defaults", count=len(options)) if options else ""
    others = len(options) - len(changed)
    left = say(
        " ({count} other at its default)" if others == 1 else " ({count} others at their defaults)",
        count=others,
    )
    return say("with {settings!s}{more}", settings=" ".join(changed), more=left if others else "")


def seat_table(summary: Summary) -> Table:
    """Make the table of wins."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(told("seat"))
    table.add_column(told("agent"))
    for name in ("wins", "%", "95 % interval", "mean return"):
        table.add_column(told(name), justify="right")
    rows = zip(summary.players, summary.seats, summary.wins, summary.returns, strict=True)
    scores = [f"{score:.2f}" for score in summary.scores]
    if scores:
        table.add_column(told("mean score"), justify="right")
    for seat, (player, agent, share, returned) in enumerate(rows):
        cells = *share_cells(share), f"{returned:+.3f}"
        table.add_row(player, agent, *cells, *scores[seat : seat + 1])
    for team in summary.teams:
        table.add_row(team.name, told("team"), *share_cells(team.wins), f"{team.returns:+.3f}")
    table.add_row(told("draws"), "", *share_cells(summary.draws), "")
    return table


def share_cells(share: Share) -> tuple[str, str, str]:
    """Write a share: how many, the percentage, its interval."""
    interval = told(say("{low:.1f} to {high:.1f}", low=share.low * 100, high=share.high * 100))
    return str(share.count), f"{share.proportion * 100:.1f}", interval


def facts(summary: Summary, game: Game) -> list[tuple[str, str]]:
    """List the other numbers."""
    length = summary.length
    branching = []
    if summary.branching is not None:
        branching.append(
            ("branching", say("{number:.2f} actions a decision", number=summary.branching))
        )
    left = say("{count}, which went on beyond --max-decisions", count=summary.unfinished)
    endings = "; ".join(
        f"{(game.texts.find(name) or name).rstrip('.')}: {count}"
        for name, count in summary.endings.items()
    )
    return [
        (
            "decisions",
            say(
                "mean {mean:.1f}, sd {sd:.1f}, from {min} to {max}",
                mean=length.mean,
                sd=length.sd,
                min=length.min,
                max=length.max,
            ),
        ),
        *branching,
        ("endings", endings or "none"),
        ("unfinished", left if summary.unfinished else "0"),
        ("faults", str(len(summary.faults))),
        ("rules", f"{game.digest[:16]}"),
    ]
