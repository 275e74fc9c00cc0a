"""Kinds: every kind of problem and of fault, and the words that explain it."""

import re
from importlib import import_module
from inspect import cleandoc
from pkgutil import walk_packages
from textwrap import fill

import fragma_dsl
from fragma_dsl.play.fault import FAULTS
from fragma_dsl.text.language import tell
from fragma_dsl.text.problem import Problem

WIDTH = 96
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


def first_sentence(text: str) -> str:
    """Give the first sentence of an explanation, on one line."""
    line = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.?!]) (?=[^a-z])", line)[0]


def pieces(text: str) -> list[list[str]]:
    """Give the paragraphs of an explanation, its first sentence apart, as catalogues have them."""
    head, *paragraphs = (" ".join(one.split()) for one in text.split("\n\n"))
    first = first_sentence(text)
    rest = head.removeprefix(first).strip()
    return [[first, rest] if rest else [first], *([one] for one in paragraphs)]


def explained(text: str, language: str | None) -> str:
    """Tell an explanation in a language."""
    paragraphs = pieces(text)
    told = [[tell(piece, language) for piece in one] for one in paragraphs]
    if told == paragraphs:
        return text
    return "\n\n".join(fill(" ".join(one), WIDTH) for one in told)
