"""Explain: the code of a problem or a fault in, what it means out."""

import re
from importlib import import_module
from inspect import cleandoc
from pkgutil import walk_packages
from textwrap import fill
from typing import Annotated

import typer

import fragma_dsl
from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.play.fault import FAULTS
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem

WIDTH = 96
STAGES = ("syntax", "semantics", "automaton", "checking")


def command(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="As F201 or dead_end; none lists all.")
    ] = None,
) -> None:
    """Explain a kind of problem, or a fault, by its code."""
    known = explanations()
    if code is None:
        room = max(map(len, known))
        for name, text in known.items():
            typer.echo(f"{name:<{room}}  {first_sentence(text)}")
        return
    found = {name.lower(): name for name in known}.get(code.lower())
    if found is None:
        close = nearest(code, known)
        more = f"; did you mean {close}?" if close else "; `fragma explain` lists all codes"
        raise CliFailure(f"no problem has the code `{code}`{more}")
    typer.echo(f"{found}: {known[found]}")


def explanations() -> dict[str, str]:
    """Give what each code means: those of problems in order, then those of faults."""
    kinds = sorted(problem_kinds().items())
    problems = {code: cleandoc(kind.__doc__ or "") for code, kind in kinds}
    return problems | {code: fill(text, WIDTH) for code, text in FAULTS.items()}


def problem_kinds() -> dict[str, type[Problem]]:
    """Collect every kind of problem by its code."""
    for stage in STAGES:
        package = import_module(f"fragma_dsl.{stage}")
        for module in walk_packages(package.__path__, f"{fragma_dsl.__name__}.{stage}."):
            if "problems" in module.name.rsplit(".", 1)[-1]:
                import_module(module.name)
    return {kind.code: kind for kind in subclasses(Problem) if "code" in vars(kind)}


def subclasses(kind: type[Problem]) -> list[type[Problem]]:
    """List all subclasses, however far down."""
    found = []
    for child in kind.__subclasses__():
        found.extend([child, *subclasses(child)])
    return found


def first_sentence(text: str) -> str:
    """Give the first sentence of an explanation, on one line."""
    line = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.?!]) (?=[^a-z])", line)[0]
