"""Kinds: every kind of problem and of fault, and the words that explain it."""

from importlib import import_module
from inspect import cleandoc
from pkgutil import walk_packages
from textwrap import fill

import fragma_dsl
from fragma_dsl.play.fault import FAULTS
from fragma_dsl.text.paragraphs import WIDTH
from fragma_dsl.text.problem import Problem

STAGES = ("syntax", "semantics", "automaton", "checking")


def explanations() -> dict[str, str]:
    """Give the explanation of every code, problems in their order and then faults."""
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
