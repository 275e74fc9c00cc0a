"""Fmt: rule files in, the same files in their canonical form."""

import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import check_readable, exists
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.speech import echo, spoken
from fragma_dsl.cli.writing import write_text
from fragma_dsl.formatting import format_source
from fragma_dsl.search_path import SUFFIXES
from fragma_dsl.text.counted import counted
from fragma_dsl.text.render import render
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source

STANDARD_INPUT = "-"


def command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", help="Rule files, folders of them, or - for a filter."),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 where something would.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show what would change.")
    ] = False,
) -> None:
    """Put rule files into their one canonical form; comments and meaning stay."""
    if files == [STANDARD_INPUT]:
        _filter(check, diff)
        return
    changed = bad = count = 0
    for path in _written_files(files):
        count += 1
        before = _decoded(path.read_bytes(), str(path))
        after = _formatted(Source(str(path), before))
        if after is None:
            bad += 1
        elif after != before:
            changed += 1
            _tell(str(path), before, after, check, diff)
            if not (check or diff):
                write_text(path, after, overwrite=True)
    failed = say(", {files} with problems", files=counted(bad, "file")) if bad else ""
    template = "{files} changed, {count} as they are{failed}"
    if check or diff:
        template = "{files} would change, {count} as they are{failed}"
    echo(
        template,
        files=counted(changed, "file"),
        count=count - changed - bad,
        failed=failed,
    )
    if bad or (changed and (check or diff)):
        raise typer.Exit(PROBLEMS)


def _filter(check: bool, diff: bool) -> None:
    """Format the standard input to the standard output."""
    before = _decoded(sys.stdin.buffer.read(), "<input>")
    after = _formatted(Source("<input>", before))
    if after is None:
        raise typer.Exit(PROBLEMS)
    if check or diff:
        if after != before:
            _tell("<input>", before, after, check, diff)
            raise typer.Exit(PROBLEMS)
    else:
        typer.echo(after.encode(), nl=False)


def _written_files(written: list[str]) -> Iterator[Path]:
    """Find the files that are meant: paths alone, as games that come with fragma stay as they
    are."""
    for name in written:
        path = Path(name)
        if not exists(path):
            raise CliFailure(say("no such file: {name}", name=name))
        found = [path]
        if path.is_dir():
            found = sorted(one for end in SUFFIXES.values() for one in path.rglob(f"*{end}"))
            if not found:
                raise CliFailure(say("no rule files below {name}", name=name))
        for one in found:
            check_readable(one)
            yield one


def _decoded(content: bytes, path: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise CliFailure(say("{path} is not UTF-8 text", path=path)) from None


def _formatted(source: Source) -> str | None:
    """Format a file; where its form has errors, show them."""
    found = format_source(source)
    if found.value is None:
        for problem in found.problems:
            if problem.severity == "error":
                typer.echo(render(problem, has_colour(), width(), spoken()) + "\n", err=True)
    return found.value


def _tell(name: str, before: str, after: str, check: bool, diff: bool) -> None:
    if diff:
        lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
        for line in unified_diff(*lines, fromfile=name, tofile=f"{name} (formatted)"):
            typer.echo(line.rstrip("\r\n"))
    else:
        echo("would change {path}" if check else "changed {path}", path=name)
