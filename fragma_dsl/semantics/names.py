"""Names: everything a script can name, with what it could mean; locals are the checker's own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from fragma_dsl.library.types import Enum, Int, Type
from fragma_dsl.semantics.model import Value
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

Role: TypeAlias = Literal[
    "value",  # known from the file
    "option",
    "variable",
    "zone",
    "spot",  # a site's name within the layers of a board
    "table",  # one known value for each player
    "kind",
]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One meaning of a name. `type` is what the name, fully indexed, has; `per` is what its indices
    are."""

    role: Role
    name: str
    what: str  # for messages: "a face of time_die"
    type: Type
    value: Value = 0
    per: tuple[Type, ...] = ()
    home: str | None = None  # the board, die, enum or option that it belongs to
    span: Span | None = None

    @property
    def qualified(self) -> str | None:
        """The form that says which is meant."""
        return f"{self.home}.{self.name}" if self.home else None


@dataclass(slots=True)
class Names:
    """All candidates by name, in order of declaration."""

    candidates: dict[str, list[Candidate]] = field(default_factory=dict)
    members: dict[tuple[str, str], Candidate] = field(default_factory=dict)

    def add(self, candidate: Candidate) -> None:
        """Add a meaning of a name."""
        self.candidates.setdefault(candidate.name, []).append(candidate)
        if candidate.home:
            self.members[candidate.home, candidate.name] = candidate

    def of(self, name: str) -> list[Candidate]:
        """List the meanings of a name; [] where it has none."""
        return self.candidates.get(name, [])

    def member(self, home: str, name: str) -> Candidate | None:
        """Find a name qualified by what it belongs to."""
        return self.members.get((home, name))

    def members_of(self, home: str) -> list[str]:
        """List the names that belong to a board, die, enum or option."""
        return [name for owner, name in self.members if owner == home]

    def __iter__(self) -> Iterator[str]:
        return iter(self.candidates)


def enum_candidates(
    home: str, what: str, values: Mapping[str, Span], type: Type | None = None
) -> Iterator[Candidate]:
    """Give the named values of an enum, die or option, numbered in order."""
    told = say("{what} {home!s}", what=what, home=home)
    for index, (name, span) in enumerate(values.items()):
        yield Candidate("value", name, told, type or Enum(home), index, (), home, span)


def number_type(values: tuple[int, ...]) -> Int:
    """Give the range that holds some numbers."""
    return Int(min(values), max(values))
