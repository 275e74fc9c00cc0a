"""Collected: a rule file as pytest sees it, with a test for each scenario, property and count."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from fragma_dsl.checking.check import Effort, check
from fragma_dsl.checking.perft import perft
from fragma_dsl.checking.properties import properties_of
from fragma_dsl.checking.report import Finding
from fragma_dsl.checking.scenarios import run_scenarios
from fragma_dsl.pipeline import Analysis, analyse, game_of
from fragma_dsl.text.render import render

MOST_COUNTED = 5_000
"""Counts of more sequences of moves are left out: they take too long for a test."""


class Broken(Exception):  # noqa: N818 - a test that fails
    """Raised where a test does not hold; the message says all."""


class RuleFile(pytest.File):
    """A rule file."""

    @cached_property
    def analysis(self) -> Analysis:
        """The rules, with all their problems."""
        return analyse(self.path)

    @cached_property
    def findings(self) -> dict[str, Finding]:
        """What a check has found, by the names of the properties; invariants have theirs alone."""
        seconds = float(self.config.getoption("--fragma-seconds"))
        report = check(self.analysis, str(self.path), Effort(seconds=seconds), folder=None)
        return {f"{one.form == 'law'} {one.name}": one for one in report.findings}

    def collect(self) -> Iterator[pytest.Item]:
        """Give the tests, in the order of the file."""
        yield Valid.from_parent(self, name="valid")
        analysis = self.analysis
        if analysis.program is None or analysis.variant is None or analysis.has_errors:
            return
        for scenario in analysis.variant.scenarios:
            yield Scenario.from_parent(self, name=f"scenarios.{scenario}")
        for one in properties_of(analysis.program, analysis.variant):
            kind = "laws" if one.form == "law" else "invariants"
            yield Property.from_parent(self, name=f"{kind}.{one.name}")
        counts = self.path.with_name(self.path.name.replace(".rules.yaml", ".perft.json"))
        if counts.is_file():
            yield Counts.from_parent(self, name="perft", counts=counts)


class Test(pytest.Item):
    """One test of a rule file."""

    __test__ = False
    file: RuleFile

    def __init__(self, *, parent: RuleFile, **kwargs: Any) -> None:
        super().__init__(parent=parent, **kwargs)
        self.file = parent

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any) -> Any:
        """Show what does not hold, without a traceback."""
        if isinstance(excinfo.value, Broken):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say what the test is called."""
        return self.path, None, f"{self.path.name}: {self.name}"


class Valid(Test):
    """The file has no errors."""

    def runtest(self) -> None:
        """Raise where there are errors."""
        errors = [one for one in self.file.analysis.problems if one.severity == "error"]
        if errors:
            raise Broken("\n\n".join(map(render, errors)))


class Scenario(Test):
    """A scenario of the file."""

    def runtest(self) -> None:
        """Raise where it fails."""
        analysis, name = self.file.analysis, self.name.partition(".")[2]
        assert analysis.variant is not None
        for verdict in run_scenarios(self.path, analysis.variant, {}, name):
            failure = verdict.failure
            if verdict.scenario.name.text == name and failure is not None:
                raise Broken(f"{failure.span}: {failure.message}")


class Property(Test):
    """A law or an invariant."""

    def runtest(self) -> None:
        """Raise where it fails, and show the game."""
        kind, _, name = self.name.partition(".")
        finding = self.file.findings[f"{kind == 'laws'} {name}"]
        failure = finding.failure
        if failure is not None:
            moves = [f"{number:>5}  {move}" for number, move in enumerate(failure.moves, 1)]
            where = f"{finding.at}: " if finding.at else ""
            raise Broken("\n".join((f"{where}{name}: {failure.what}", *moves)))
        self.user_properties.append(("evidence", f"{finding.status}: {finding.evidence}"))


class Counts(Test):
    """Counts of moves from elsewhere, beside the file."""

    def __init__(self, *, counts: Path, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.counts = counts

    def runtest(self) -> None:
        """Raise at the first count that is another."""
        game = game_of(self.file.analysis)
        for depth, wanted in enumerate(json.loads(self.counts.read_text("utf-8"))["perft"], 1):
            if wanted > MOST_COUNTED:
                return
            found = perft(game, depth)
            if found != wanted:
                raise Broken(f"{found} sequences of {depth} moves, not {wanted}")
