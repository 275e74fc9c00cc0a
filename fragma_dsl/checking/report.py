"""Report: what a check has found, property by property, as plain data, as JSON and as JUnit XML."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias
from xml.etree import ElementTree as Xml

from fragma_dsl.text.span import Span

Status: TypeAlias = Literal["proved", "held", "shown", "failed", "open"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that breaks a property: its moves, the table before and after the last of them."""

    what: str
    moves: tuple[str, ...] = ()
    before: str | None = None
    after: str | None = None
    lines: tuple[str, ...] = ()  # of the rules, that the last move ran: `file:line: text`
    record: str | None = None
    found_by: str = ""
    is_shortest: bool = False  # whether no shorter game breaks it


@dataclass(frozen=True, slots=True)
class Finding:
    """A property, how it stands, and the evidence for that."""

    name: str
    form: str
    statement: str
    status: Status
    evidence: str
    at: str | None = None
    about: Mapping[str, str] | None = None
    failure: Failure | None = None
    span: Span | None = field(default=None, compare=False)

    @property
    def is_law(self) -> bool:
        """Whether it holds for every game without being written."""
        return self.form == "law"


@dataclass(frozen=True, slots=True)
class Report:
    """The findings on one rule file with its options."""

    game: str
    rules: str
    digest: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    seed: int
    seconds: float
    games: int
    moves: int
    positions: int
    is_exhaustive: bool
    findings: tuple[Finding, ...]
    solution: Mapping[str, Any] | None = None
    unsolved: str | None = None  # why there is no solution

    @property
    def failed(self) -> tuple[Finding, ...]:
        """The properties that do not hold."""
        return tuple(one for one in self.findings if one.status == "failed")

    def to_json(self) -> dict[str, Any]:
        """Give the report as plain values."""
        plain = asdict(self)
        for finding in plain["findings"]:
            del finding["span"]
        return plain


def junit(reports: Iterable[Report]) -> str:
    """Write reports as JUnit XML: a suite for each rule file, a case for each property."""
    root = Xml.Element("testsuites")
    for report in reports:
        suite = Xml.SubElement(
            root,
            "testsuite",
            name=report.rules,
            tests=str(len(report.findings)),
            failures=str(len(report.failed)),
            time=f"{report.seconds:.3f}",
        )
        for one in report.findings:
            case = Xml.SubElement(suite, "testcase", classname=report.game, name=one.name)
            if one.failure is not None:
                failure = Xml.SubElement(case, "failure", message=printable(one.failure.what))
                moves = (f"{n}. {text}" for n, text in enumerate(one.failure.moves, 1))
                failure.text = printable("\n".join((one.statement, *moves)))
            else:
                Xml.SubElement(case, "system-out").text = printable(one.evidence)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def printable(text: str) -> str:
    """Take out what XML cannot hold."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
