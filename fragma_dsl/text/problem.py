"""Problem: what every stage reports instead of raising; Checked: a stage's value with its
problems."""

from dataclasses import dataclass, field
from typing import ClassVar, Generic, Literal, TypeVar

from fragma_dsl.text.node import Node, node
from fragma_dsl.text.span import Span

T = TypeVar("T", covariant=True)

Severity = Literal["error", "warning"]


@node
class Label(Node):
    """Another place that helps to understand a problem, and what is to be seen there."""

    span: Span
    text: str


@node
class Fix(Node):
    """An exact edit that settles a problem: put `text` in the place of `span`."""

    span: Span
    text: str


@node
class Problem(Node):
    """Something wrong in a rule file. Each kind is a subclass beside its stage.

    The subclass's docstring is what `fragma explain CODE` prints.
    """

    code: ClassVar[str]
    severity: ClassVar[Severity] = "error"

    span: Span

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        raise NotImplementedError

    @property
    def help(self) -> str | None:
        """What to do, in the imperative, where there is something to say."""
        return None

    @property
    def labels(self) -> tuple[Label, ...]:
        """Other places to show."""
        return ()

    @property
    def fix(self) -> Fix | None:
        """The exact edit that settles it, where there is one."""
        return None


@node
class AdvisedProblem(Problem):
    """A problem whose help and fix are fields, filled in where it is found."""

    known_fix: Fix | None = field(default=None, kw_only=True)
    advice: str | None = field(default=None, kw_only=True)

    @property
    def help(self) -> str | None:
        return self.advice

    @property
    def fix(self) -> Fix | None:
        return self.known_fix


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """A stage's answer: its value, or None where none could be made, and all its problems."""

    value: T | None
    problems: tuple[Problem, ...] = ()

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error rather than a warning."""
        return any(problem.severity == "error" for problem in self.problems)
