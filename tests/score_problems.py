"""Score: how good the messages are for every marked mistake of the case files and the docs.

`python -m tests.score_problems` prints the score and what falls short of it.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from fragma_dsl.pipeline import analyse_source
from fragma_dsl.syntax.document import read_variant
from fragma_dsl.text.problem import Problem
from tests.case_files import CASES, Expected, read_cases
from tests.fork_cases import analyse_case, read_fork_cases

ENOUGH = 0.95
LONGEST_BLAME = 60
"""A longer stretch of a line is not a thing that is named."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake that a case marks, and the problem that tells of it, None where none does."""

    case: str
    expected: Expected
    problem: Problem | None

    @property
    def faults(self) -> tuple[str, ...]:
        """What falls short: the line, the name, the help."""
        if self.problem is None:
            return ("line",)
        found = [] if names_the_thing(self.problem) else ["name"]
        if not self.problem.help and self.problem.fix is None:
            found.append("help")
        return tuple(found)


def names_the_thing(problem: Problem) -> bool:
    """Whether the message quotes what is blamed, or blames no more than what it speaks of."""
    quoted = re.findall(r"`([^`]+)`", problem.message)
    blamed = " ".join(problem.span.text.split())
    if any(word in blamed for word in quoted):
        return True
    return 0 < len(blamed) <= LONGEST_BLAME


def marks() -> Iterator[Mark]:
    """Run through the marks of all broken cases."""
    for stage, find in (("syntax", read_variant), ("semantics", analyse_source)):
        for case in read_cases(stage):
            left = list(find(case.source).problems)
            yield from matched(case.name, case.expected, left)
    for path in sorted((CASES / "forks").glob("*.yaml")):
        for fork in read_fork_cases(path):
            with TemporaryDirectory() as folder:
                problems = analyse_case(fork, Path(folder)).problems
            for file in dict.fromkeys(file for file, _ in fork.expected):
                here = [one for one in problems if Path(one.span.source.name).name == file]
                wanted = tuple(one for name, one in fork.expected if name == file)
                yield from matched(f"forks: {fork.name}", wanted, here)


def matched(case: str, expected: tuple[Expected, ...], left: list[Problem]) -> Iterator[Mark]:
    """Give each mark the problem that fits it, each problem once."""
    for one in expected:
        found = next((problem for problem in left if one.fits(problem)), None)
        if found is not None:
            left.remove(found)
        yield Mark(case, one, found)


def score(found: list[Mark]) -> float:
    """Give the part of the marks that fall short of nothing."""
    return sum(not mark.faults for mark in found) / len(found)


def report(found: list[Mark]) -> Iterator[str]:
    """Say what falls short, then how much does not."""
    for mark in found:
        if mark.faults:
            told = mark.problem.message if mark.problem else "nothing is told"
            yield f"{mark.case}: {mark.expected.code}: no {', no '.join(mark.faults)}: {told}"
    cases = len({mark.case for mark in found})
    yield (
        f"{cases} broken files, {len(found)} mistakes: "
        + ", ".join(
            f"{what} {sum(word not in mark.faults for mark in found)}"
            for word, what in (("line", "right line"), ("name", "named"), ("help", "helped"))
        )
        + f"; score {score(found):.1%}"
    )


if __name__ == "__main__":
    everything = list(marks())
    print("\n".join(report(everything)))
    sys.exit(score(everything) < ENOUGH)
