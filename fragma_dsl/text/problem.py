"""Problem: what every stage reports instead of raising; Checked: a stage's value with its
problems."""

from dataclasses import dataclass, field
from typing import ClassVar, Generic, Literal, TypeVar

from fragma_dsl.text.node import Node, node
from fragma_dsl.text.said import Said, say
from fragma_dsl.text.span import Span

T = TypeVar("T", covariant=True)

Severity = Literal["error", "warning"]
Certainty = Literal["proved", "likely"]


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
    remedy: ClassVar[str | None] = None
    """What to do about any problem of the kind, where nothing better is known about this one."""

    span: Span
    related: tuple[Label, ...] = field(default=(), kw_only=True)
    """Places that a later stage has found to say more: a declaration, the parent's version."""

    @property
    def message(self) -> str:
        """One line, lower case, without a full stop."""
        raise NotImplementedError

    def say(self, template: str, /, **more: object) -> Said:
        """Fill a template in with the fields of this problem, by their names, and with more."""
        values: dict[str, object] = {name: getattr(self, name) for name in self.__match_args__}
        return say(template, **(values | more))

    @property
    def help(self) -> str | None:
        """What to do, in the imperative, where there is something to say."""
        return self.general_help

    @property
    def general_help(self) -> str | None:
        """The remedy of the kind, where no exact fix says more."""
        return self.remedy if self.fix is None else None

    @property
    def labels(self) -> tuple[Label, ...]:
        """Other places to show."""
        return ()

    @property
    def fix(self) -> Fix | None:
        """The exact edit that settles it, where there is one."""
        return None

    @property
    def certainty(self) -> Certainty | None:
        """How sure an analysis is of what it has found; None for what needs no saying."""
        return None

    @property
    def places(self) -> tuple[Label, ...]:
        """All other places to show, each once and none of them the one that is blamed."""
        found = {label.span: label for label in (*self.related, *self.labels)}
        return tuple(label for span, label in found.items() if span != self.span)


@node
class AdvisedProblem(Problem):
    """A problem whose help and fix are fields, filled in where it is found."""

    known_fix: Fix | None = field(default=None, kw_only=True)
    advice: str | None = field(default=None, kw_only=True)

    @property
    def help(self) -> str | None:
        return self.advice or self.general_help

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
