"""Pages: a page of Markdown for each kind of problem and of fault, and one that lists them all.

`python -m fragma_dsl.explained.pages docs/errors` writes them.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fragma_dsl.checking.validated import DEEP, validated
from fragma_dsl.explained.examples import NONE, Example, examples, whole
from fragma_dsl.explained.kinds import explanations, problem_kinds
from fragma_dsl.pipeline import analyse_source
from fragma_dsl.play.fault import FAULTS
from fragma_dsl.search_path import find_source
from fragma_dsl.text.edits import apart, edited
from fragma_dsl.text.loading import Missing, Wanted
from fragma_dsl.text.paragraphs import first_sentence
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.render import render
from fragma_dsl.text.source import Source

FILE = "example.rules.yaml"
GROUPS = (
    ("S1", "The file and its keys"),
    ("S2", "The form of scripts"),
    ("F1", "Boards"),
    ("F2", "Names, types, and where a statement may stand"),
    ("F3", "Forks and libraries"),
    ("A1", "The automaton"),
    ("A2", "What `fragma validate --analyse` finds"),
    ("C1", "What shows when a game is tried"),
    ("C2", "What a file allows"),
)


def pages() -> dict[str, str]:
    """Give the text of each page by its name."""
    known, shown = explanations(), examples()
    made = {f"{code}.md": page(code, text, shown.get(code)) for code, text in known.items()}
    return {"README.md": contents(known)} | made


def contents(known: dict[str, str]) -> str:
    """Write the page that lists all others."""
    lines = ["# Problems and faults", "", "`fragma explain CODE` prints these pages.", ""]
    for start, title in GROUPS:
        codes = [code for code in known if code not in FAULTS and code.startswith(start)]
        if codes:
            lines += [f"## {title}", "", *listed(codes, known), ""]
    lines += ["## Faults, which stop a game that is played", "", *listed(FAULTS, known)]
    return "\n".join(lines) + "\n"


def listed(codes: Iterable[str], known: dict[str, str]) -> Iterator[str]:
    """List codes with the first sentence of their explanations."""
    for code in codes:
        yield f"- [{code}]({code}.md): {first_sentence(known[code])}"


def page(code: str, text: str, example: Example | None) -> str:
    """Write the page of a code."""
    kind = problem_kinds().get(code)
    severity = "fault" if kind is None else kind.severity
    return "\n".join([f"# {code}", "", f"*{severity}*", "", text, "", *shown(code, example)])


def shown(code: str, example: Example | None) -> Iterator[str]:
    """Write the examples of a code."""
    if example is None:
        yield f"There is no example here: it would be {NONE[code]}.\n"
        return
    yield "## An example that has it\n"
    for name, text in example.beside.items():
        yield f"`{name}`:\n"
        yield fenced(text, "yaml")
    if example.beside:
        yield f"`{FILE}`:\n"
    yield fenced(example.bad, "yaml")
    told = [render(one) for one in problems_of(example) if one.code == code]
    if told:
        yield fenced(told[0], "text")
    yield "## Without it\n"
    yield fenced(good_of(example), "yaml")
    if not example.alone:
        yield "What every rule file needs besides is left out in these examples.\n"


def fenced(text: str, kind: str) -> str:
    """Write a fenced block."""
    return f"```{kind}\n{text.rstrip()}\n```\n"


def good_of(example: Example) -> str:
    """Give the fragment without the problem, made by the exact fix where none is written."""
    if example.good:
        return example.good
    fixes = (
        one.fix
        for one in problems_of(example)
        if one.fix is not None and one.fix.span.end <= len(example.bad)
    )
    return edited(example.bad, apart(fixes))


def problems_of(example: Example) -> tuple[Problem, ...]:
    """Give the problems of the bad fragment."""

    def find(name: str, wanted: Wanted, beside: Source) -> Source | Missing:
        for file, text in example.beside.items():
            if file.split(".")[0] == name:
                return Source(file, text)
        if name == FILE.split(".")[0]:
            return Source(FILE, text_of(example))
        return find_source(name, wanted, beside)

    analysis = analyse_source(Source(FILE, text_of(example)), loader=find)
    severities = {code: kind.severity for code, kind in problem_kinds().items()}
    return validated(analysis, severities, example.code.startswith(DEEP))


def text_of(example: Example) -> str:
    """Give the whole file of the bad fragment."""
    return example.bad if example.alone else whole(example.bad)


def write_pages(folder: Path) -> None:
    """Write all pages into a folder; pages of codes that are gone are deleted."""
    folder.mkdir(parents=True, exist_ok=True)
    made = pages()
    for path in folder.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
