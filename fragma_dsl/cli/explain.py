"""Explain: the code of a problem in, what it means out."""

from importlib import import_module
from inspect import cleandoc
from pkgutil import walk_packages
from typing import Annotated

import typer

import fragma_dsl
from fragma_dsl.cli.failure import CliFailure
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem

STAGES = ("syntax", "semantics", "automaton", "checking")


def command(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="Such as F201; none lists them all.")
    ] = None,
) -> None:
    """Explain a kind of problem by its code."""
    kinds = problem_kinds()
    if code is None:
        for name, kind in sorted(kinds.items()):
            typer.echo(f"{name}  {first_line(kind)}")
        return
    kind_named = kinds.get(code.upper())
    if kind_named is None:
        close = nearest(code.upper(), kinds)
        more = f"; did you mean {close}?" if close else "; `fragma explain` lists all codes"
        raise CliFailure(f"no problem has the code `{code}`{more}")
    typer.echo(f"{code.upper()}: {cleandoc(kind_named.__doc__ or '')}")


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


def first_line(kind: type[Problem]) -> str:
    """Give the first line of an explanation."""
    return cleandoc(kind.__doc__ or "").split("\n")[0]
