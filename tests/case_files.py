"""Case files: small documents whose marked lines must give the problems that the marks name.

A file is a beginning that all its documents share (perhaps empty), then documents, each after a
line `=== name`; one named `=== name (alone)` goes without the beginning. A line that must give a
problem ends in `#! S203` or `#! S203 "words of the message" S204`, also `#! S203 at "blamed text"`;
where no comment can stand, the next line is `#!^ S203` and is taken out. Marks are no part of the
documents.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from fragma_dsl.syntax.yaml_tree import source_from
from fragma_dsl.text.problem import Fix, Problem
from fragma_dsl.text.source import Source

CASES = Path(__file__).parent / "cases"
_NAME = re.compile(r"^=== (.+)$")
_ABOVE = re.compile(r"^\s*#!\^(.*)$")
_MARK = re.compile(r"\s*#!(?!\^)(.*)$")
_EXPECTED = re.compile(r'\b([A-Z]\d{3})(?:\s+"([^"]*)")?(?:\s+at\s+"([^"]*)")?')


@dataclass(frozen=True, slots=True)
class Expected:
    """A problem that a line must give, with words that its message must hold, and what it blames
    where the mark says so."""

    line: int
    code: str
    words: str
    at: str = ""

    def fits(self, problem: Problem) -> bool:
        """Whether a problem is the expected one."""
        place = (problem.span.line, problem.code) == (self.line, self.code)
        blamed = self.at in ("", problem.span.text)
        return place and blamed and self.words in problem.message


@dataclass(frozen=True, slots=True)
class Case:
    """A document without its marks, and the problems that they name."""

    name: str
    source: Source
    expected: tuple[Expected, ...]


def read_cases(stage: str) -> list[Case]:
    """Read the cases of all files of a stage, in the order of their names."""
    return [case for path in sorted((CASES / stage).glob("*.yaml")) for case in read_file(path)]


def read_file(path: Path) -> list[Case]:
    """Read the cases of one file."""
    beginning, documents = split_documents(path)
    return [make_case(path.stem, beginning, name, lines) for name, lines in documents]


def split_documents(path: Path) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Give the lines of the beginning, and the name and the lines of each document."""
    beginning: list[str] = []
    documents: list[tuple[str, list[str]]] = []
    for line in path.read_text("utf-8").splitlines():
        named = _NAME.match(line)
        if named is not None:
            documents.append((named[1], []))
        else:
            (documents[-1][1] if documents else beginning).append(line)
    return beginning, documents


def make_case(stem: str, beginning: list[str], name: str, lines: list[str]) -> Case:
    """Make a case: take the marks out of a document and read them."""
    kept: list[str] = []
    expected: list[Expected] = []
    for line in [*(() if name.endswith("(alone)") else beginning), *lines]:
        above = _ABOVE.match(line)
        mark = None if above is not None else _MARK.search(line)
        if above is None:
            kept.append(line[: mark.start()] if mark is not None else line)
        marks = above or mark
        expected += read_marks(marks[1], len(kept)) if marks is not None else ()
    source = source_from(f"{stem}/{name}", "\n".join(kept) + "\n")
    return Case(f"{stem}: {name}", source, tuple(expected))


def read_marks(text: str, line: int) -> tuple[Expected, ...]:
    """Read the problems that a mark names, for a line."""
    return tuple(Expected(line, *parts) for parts in _EXPECTED.findall(text))


def find_unsettled(case: Case, find: Callable[[Source], Iterable[Problem]]) -> list[str]:
    """Say which problems their own fixes leave where they are, or replace by others in what they
    write."""
    unsettled = []
    found = list(find(case.source))
    known = {(problem.code, problem.message) for problem in found}
    for problem in found:
        if problem.fix is not None:
            fix = problem.fix
            text = mended(case.source.text, fix)
            left = list(find(source_from("mended", text)))
            end = len(text) - len(case.source.text) + fix.span.end
            inside = [
                other
                for other in left
                if fix.span.start <= other.span.start < end
                and other.span.end <= end
                and (other.code, other.message) not in known
            ]
            places = {(other.code, other.span.start) for other in left}
            if inside or (problem.code, problem.span.start) in places:
                unsettled.append(f"line {problem.span.line}: {problem.code} {problem.message}")
    return unsettled


def mended(text: str, fix: Fix) -> str:
    """Give a text with a fix in it."""
    return text[: fix.span.start] + fix.text + text[fix.span.end :]


def find_differences(case: Case, find: Callable[[Source], Iterable[Problem]]) -> list[str]:
    """Say which expected problems are missing and which others there are."""
    left = list(find(case.source))
    missing: list[str] = []
    for expected in case.expected:
        found = next((problem for problem in left if expected.fits(problem)), None)
        if found is not None:
            left.remove(found)
        else:
            missing.append(f"line {expected.line}: missing {expected.code} {expected.words}")
    others = [
        f"line {one.span.line}: {one.code} {one.message} at {one.span.text!r}" for one in left
    ]
    return missing + others
