"""Cases of forks: documents that stand beside other files, which the beginning of their file holds.

The beginning is made of files, each after a line `--- name`; the last is the beginning of every
document. Marks are those of `case_files`; a problem in another file is a line of its own that says
which, where and what: `#!@ parent.rules.yaml 12 F201 "words"`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fragma_dsl.pipeline import Analysis, analyse
from fragma_dsl.text.problem import Problem
from tests.case_files import Expected, make_case, read_marks, split_documents

_FILE = re.compile(r"^--- (.+)$")
_ELSEWHERE = re.compile(r"^#!@ (\S+) (\d+) (.*)$")


@dataclass(frozen=True, slots=True)
class ForkCase:
    """A document, the files beside it, and the problems that each of them must have."""

    name: str
    file: str
    text: str
    beside: Mapping[str, str]
    expected: tuple[tuple[str, Expected], ...]


def read_fork_cases(path: Path) -> list[ForkCase]:
    """Read the cases of one file."""
    beginning, documents = split_documents(path)
    files: dict[str, list[str]] = {}
    for line in beginning:
        named = _FILE.match(line)
        if named is not None:
            files[named[1]] = []
        else:
            files[list(files)[-1]].append(line)
    own = list(files)[-1]
    start = files.pop(own)
    beside = {name: "\n".join(lines) + "\n" for name, lines in files.items()}
    return [_make_case(own, start, name, lines, beside) for name, lines in documents]


def _make_case(
    file: str, start: list[str], name: str, lines: list[str], beside: Mapping[str, str]
) -> ForkCase:
    elsewhere = [match for line in lines if (match := _ELSEWHERE.match(line))]
    case = make_case(file, start, name, [line for line in lines if not _ELSEWHERE.match(line)])
    expected = [(file, one) for one in case.expected]
    for match in elsewhere:
        expected += [(match[1], one) for one in read_marks(match[3], int(match[2]))]
    return ForkCase(name, file, case.source.text, beside, tuple(expected))


def analyse_case(case: ForkCase, folder: Path) -> Analysis:
    """Write the files of a case into a folder and analyse its document there."""
    for name, text in {**case.beside, case.file: case.text}.items():
        (folder / name).write_text(text, "utf-8")
    return analyse(folder / case.file)


def find_fork_differences(case: ForkCase, problems: tuple[Problem, ...]) -> list[str]:
    """Say which expected problems are missing and which others there are."""
    left, missing = list(problems), []
    for file, expected in case.expected:
        here = (one for one in left if Path(one.span.source.name).name == file)
        found = next((one for one in here if expected.fits(one)), None)
        if found is None:
            missing.append(f"{file}, line {expected.line}: missing {expected.code}")
        else:
            left.remove(found)
    others = [f"{one.span}: {one.code} {one.message} at {one.span.text!r}" for one in left]
    return missing + others
