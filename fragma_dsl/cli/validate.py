"""Validate: rule files in, their problems out."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from fragma_dsl.checking.validated import validated
from fragma_dsl.cli.failure import PROBLEMS, CliFailure
from fragma_dsl.cli.files import rule_files
from fragma_dsl.cli.formats import Facts, Format, formatted
from fragma_dsl.cli.screen import has_colour, width
from fragma_dsl.cli.settings import PlayersOption, SetOption, Setting, read_settings
from fragma_dsl.cli.speech import echo, spoken, told
from fragma_dsl.explained.kinds import problem_kinds
from fragma_dsl.pipeline import Analysis
from fragma_dsl.syntax.problems import UnreadableCharacter
from fragma_dsl.text.counted import counted
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span


def command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES...", help="Rule files, or folders of them.")
    ],
    options: SetOption = None,
    players: PlayersOption = None,
    analyse: Annotated[
        bool, typer.Option("--analyse", help="Also look for what can never happen or matter.")
    ] = False,
    fix: Annotated[
        bool, typer.Option("--fix", help="Write the exact fixes into the files.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show the fixes, write nothing.")] = False,
    form: Annotated[Format, typer.Option("--format", help="How problems are written.")] = "text",
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="CODES", help="Only these codes, or beginnings of them: S,F203"),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Not these codes: F321,C")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Let warnings count like errors for the exit code.")
    ] = False,
) -> None:
    """Say what is wrong with rule files; exit code 0 for nothing, 1 for problems, 2 for misuse."""
    settings = read_settings(options)
    chosen = Chosen(read_codes(select), read_codes(ignore))
    paths = list(dict.fromkeys(rule_files(files)))
    if fix or diff:
        for path in paths:
            fix_file(Setting(path, settings, players), chosen, write=not diff)
    if diff:
        return
    found: list[Problem] = []
    unreadable: list[str] = []
    known: dict[str, dict[str, str]] = {}
    for path in paths:
        try:
            analysis = Setting(path, settings, players).analyse()
        except CliFailure as failure:
            if failure.exit_code != PROBLEMS:
                raise
            unreadable.append(str(failure))
            start = Span(Source(str(path), ""), 0, 0)
            if form != "text":
                found.append(UnreadableCharacter(start, "a byte that is no UTF-8"))
            continue
        found += [one for one in all_problems(analysis, analyse) if chosen.takes(one)]
        if analyse:
            from fragma_dsl.checking.analysis.find import facts  # it takes long to import

            known[str(path)] = {name: told(text) for name, text in facts(analysis)}
    problems = tuple(dict.fromkeys(found))
    if form == "text":
        show(problems, unreadable, len(paths), known)
    else:
        typer.echo(formatted(form, problems, [str(path) for path in paths], known))
    if unreadable or any(strict or one.severity == "error" for one in problems):
        raise typer.Exit(PROBLEMS)


def show(problems: tuple[Problem, ...], unreadable: list[str], files: int, known: Facts) -> None:
    """Print problems for people, what else there is to know, and a summary."""
    for text in unreadable:
        echo("error: {text}\n", text=text)
    for problem in problems:
        typer.echo(render(problem, has_colour(), width(), spoken()) + "\n")
    for file, facts_of_file in known.items():
        for name, text in facts_of_file.items():
            echo("{file}: {name}: {text}", file=file, name=name, text=text)
    errors = [one for one in problems if one.severity == "error"]
    bad = len({one.span.source.name for one in errors}) + len(unreadable)
    warnings = len(problems) - len(errors)
    typer.echo(told(summary(files, bad, len(errors) + len(unreadable), warnings)))


def all_problems(analysis: Analysis, deep: bool = False) -> tuple[Problem, ...]:
    """Give the problems of a file, and of the beginning of its game where it has no errors."""
    severities = {code: kind.severity for code, kind in problem_kinds().items()}
    return validated(analysis, severities, deep)


def summary(files: int, bad: int, errors: int, warnings: int) -> str:
    """Say in one line what was found."""
    warned = say(", {warnings}", warnings=counted(warnings, "warning")) if warnings else ""
    if not errors:
        return say("{files}: no errors{warned}", files=counted(files, "file"), warned=warned)
    of = "" if files == 1 else say(" in {bad} of {files} files", bad=bad, files=files)
    return say("{errors}{of}{warned}", errors=counted(errors, "error"), of=of, warned=warned)


# ---- which problems


class Chosen:
    """The codes that a person wants to see, by their beginnings."""

    def __init__(self, select: tuple[str, ...], ignore: tuple[str, ...]) -> None:
        self.select = select
        self.ignore = ignore

    def takes(self, problem: Problem) -> bool:
        """Whether a problem is shown."""
        wanted = not self.select or problem.code.startswith(self.select)
        return wanted and not (self.ignore and problem.code.startswith(self.ignore))


def read_codes(written: Iterable[str] | None) -> tuple[str, ...]:
    """Read lists of codes or their beginnings; a CliFailure for what no code begins with."""
    known = problem_kinds()
    codes = [code.strip().upper() for text in written or () for code in text.split(",")]
    for code in codes:
        if not code or not any(one.startswith(code) for one in known):
            close = nearest(code, known)
            more = (
                say("; did you mean {close}?", close=close)
                if close
                else "; `fragma explain` lists all codes"
            )
            raise CliFailure(
                say("no problem has a code that begins with `{code}`{more}", code=code, more=more)
            )
    return tuple(codes)


# ---- fixes


def fix_file(setting: Setting, chosen: Chosen, write: bool) -> None:
    """Put the fixes of a file's problems into it, or show them."""
    from fragma_dsl.cli.fixing import differences, fixed, put_back  # few want it

    try:
        source = setting.analyse().source
    except CliFailure as failure:
        if failure.exit_code != PROBLEMS:
            raise
        return
    text, count = fixed(source, chosen.takes)
    if not count:
        return
    if write:
        put_back(Path(setting.path), text)
        fixes = say("{number} fix" if count == 1 else "{number} fixes", number=count)
        typer.echo(told(say("{path}: {fixes}", path=setting.path, fixes=fixes)), err=True)
    else:
        typer.echo(differences(source, text), nl=False)
