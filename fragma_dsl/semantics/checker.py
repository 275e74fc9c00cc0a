"""Checker: what the checking of scripts knows and remembers; its parts are expressions and
statements."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from fragma_dsl.library.declare import Library
from fragma_dsl.library.domains import Domains
from fragma_dsl.library.types import (
    INT_HIGH,
    INT_LOW,
    Bool,
    Card,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Place,
    SetOf,
    Site,
    Type,
    Unknown,
)
from fragma_dsl.library.types import type_text as plain_type_text
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.names import Candidate, Names
from fragma_dsl.semantics.relate import fits
from fragma_dsl.syntax import tree
from fragma_dsl.text.problem import Fix, Label, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

Where: TypeAlias = Literal[
    "a script", "a function", "a condition", "a start", "a count", "a result", "`given`",
    "an expectation", "`step`", "`old`",
]  # fmt: skip

CheckFunction: TypeAlias = Callable[["Checker", str, Span], "model.Function | None"]
CheckRule: TypeAlias = Callable[["Checker", str, Span], "model.Rule | None"]
CheckCall: TypeAlias = Callable[["Checker", tree.Call, Type | None], model.Expr]


@dataclass(slots=True)
class Checker:
    """The names of a file, the problems found so far, and the scopes around the node being
    checked."""

    library: Library
    names: Names
    domains: Domains
    players: tuple[str, ...]
    directions: tuple[str, ...]
    owned_kinds: frozenset[int]
    single_kinds: frozenset[int]  # of which each owner has at most one
    dice: Mapping[str, model.Die]
    card_families: Mapping[str, model.CardFamily]
    zones: Mapping[str, tree.ZoneDecl]
    state: Mapping[str, tree.StateDecl]
    function_decls: Mapping[str, tree.FunctionDecl]
    rule_decls: Mapping[str, tree.RuleDecl]
    stopping: frozenset[str]  # the rules that decide, roll or may end the game
    check_call: "CheckCall"  # expressions, calls and bodies hold each other; they meet here
    check_function: "CheckFunction"
    check_rule: "CheckRule"
    problems: list[Problem] = field(default_factory=list)
    scopes: list[dict[str, model.Local]] = field(default_factory=lambda: [{}])
    where: Where = "a script"
    may_roll: bool = False
    functions: dict[str, model.Function] = field(default_factory=dict)
    rules: dict[str, model.Rule] = field(default_factory=dict)
    busy: list[str] = field(default_factory=list)
    circling: frozenset[str] = frozenset()  # of long circles of calls
    returns: list[model.Expr] = field(default_factory=list)
    no_attributes: set[tuple[str, Span]] = field(default_factory=set)
    """What no card is, by the name that was asked of it, and its place."""
    short_lists: set[model.Local] = field(default_factory=set)  # as long as what they began with

    @property
    def has_plain_kinds(self) -> bool:
        """Whether some kind has no owners, so that a kind may be a piece."""
        return len(self.owned_kinds) < self.domains.kinds

    def report(self, problem: Problem) -> None:
        """Note a problem; of equal ones the pipeline keeps one."""
        self.problems.append(problem)

    def find_local(self, name: str) -> model.Local | None:
        """Find the innermost local of a name."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def bind(self, name: tree.Identifier, type: Type) -> model.Local:
        """Make a local in the innermost scope; it may hide what the file declares."""
        local = model.Local(name.text, type, name.span)
        self.scopes[-1][name.text] = local
        return local

    @property
    def board_names(self) -> list[str]:
        """The names of the boards, the plane among them."""
        plane = self.domains.plane
        return [board.name for board in self.domains.boards] + ([plane.name] if plane else [])

    @property
    def cards(self) -> set[str]:
        """The names of all cards."""
        return {card for family in self.card_families.values() for card in family.cards}

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Open a scope for the locals of a block."""
        self.scopes.append({})
        try:
            yield
        finally:
            self.scopes.pop()

    @contextmanager
    def rolling(self, allowed: bool) -> Iterator[None]:
        """Allow or forbid `roll` in what is checked inside; forbidding holds to the innermost."""
        before = self.may_roll
        self.may_roll = allowed
        try:
            yield
        finally:
            self.may_roll = before

    @contextmanager
    def inside(self, where: Where) -> Iterator[None]:
        """Check a part that stands somewhere else, with the locals that are there."""
        before = self.where
        self.where = where
        try:
            yield
        finally:
            self.where = before

    @contextmanager
    def body_of(self, name: str, where: Where) -> Iterator[None]:
        """Check the body of a function or rule from a clean slate."""
        before = (self.scopes, self.where, self.may_roll, self.returns)
        self.scopes, self.where, self.may_roll, self.returns = [{}], where, False, []
        self.busy.append(name)
        try:
            yield
        finally:
            self.busy.pop()
            self.scopes, self.where, self.may_roll, self.returns = before


def unknown(span: Span) -> model.Known:
    """Stand in for what has been reported."""
    return model.Known(0, Unknown(), span)


def type_text(type: Type) -> str:
    """Say a type in a message; of a number only what a person would say."""
    match type:
        case Int(low, high) if low == high:
            return f"`{low}`"
        case Int(low, high) if low == INT_LOW or high == INT_HIGH:
            return "`int`"
        case Unknown():
            return "something"
        case SetOf(Unknown()):
            return "the empty set"
        case SetOf(Int(low, high)) if low == high:
            return "a set of int"
        case SetOf(item):
            return say("a set of {type!s}", type=plain_type_text(item))
        case Optional(item):
            return f"`{plain_type_text(item)} or none`"
        case _:
            return f"`{plain_type_text(type)}`"


def convert(
    c: Checker, value: model.Expr, wanted: Type, because: Label | None = None
) -> model.Expr:
    """Make a value fit the type that its place wants, with a check at run time where types cannot
    tell."""
    found = value.type
    if found == wanted or isinstance(found, Unknown) or isinstance(wanted, Unknown):
        return value
    match found, wanted:
        case Int(low, high), Int(least, most):
            if least <= low and high <= most:
                return value
            if high < least or most < low:
                shown = str(low) if low == high else f"{low}..{high}"
                c.report(problems.OutOfRange(value.span, shown, plain_type_text(wanted)))
                return unknown(value.span)
            return model.InRange(value, least, most, wanted, value.span)
        case Optional(item), Optional(other) if fits(item, other):
            return value
        case _, Optional(other) if fits(found, wanted):
            return value if found == model.NOTHING else convert(c, value, other, because)
        case Kind(), Optional(Piece()):
            return convert(c, value, Piece(), because)
        case Optional(item), _ if fits(item, wanted):
            return convert(c, model.Require(value, item, value.span), wanted, because)
        case Site(None), Site(board) if board is not None:
            low, high = c.domains.bounds(wanted)
            return model.InRange(value, low, high, wanted, value.span)
        case Kind(), Piece() if not isinstance(value, model.Known) and c.has_plain_kinds:
            return model.PieceOf(value, None, Piece(), value.span)
        case Kind(), Piece() if isinstance(value, model.Known):
            if value.value not in c.owned_kinds:
                return model.PieceOf(value, None, Piece(), value.span)
            text = value.span.text
            c.report(problems.NeedsIndex(value.span, text, "player"))
            return unknown(value.span)
        case ListOf(item), SetOf() if fits(found, wanted):
            local = model.Local("member", item, value.span)
            ref = model.LocalRef(local, item, value.span)
            generators = (model.Generator(local, value),)
            made = model.Comprehension("set", ref, generators, None, None, SetOf(item), value.span)
            return _with_members_of(c, made, wanted)
        case _ if fits(found, wanted):
            return _with_members_of(c, value, wanted)
    meant = meant_form(value, wanted)
    why = say("write `{meant}`", meant=meant) if meant else _conversion_help(found, wanted)
    why = why or _hiding_help(c, value, wanted)
    fix = Fix(value.span, meant) if meant else None
    wanted_text, found_text = type_text(wanted), type_text(found)
    c.report(problems.WrongType(value.span, wanted_text, found_text, why, because, fix))
    return unknown(value.span)


def _with_members_of(c: Checker, value: model.Expr, wanted: Type) -> model.Expr:
    """Check while playing that the members of a set or list, where it is one, are of a type."""
    found = value.type
    match found, wanted:
        case (SetOf(item), SetOf(other)) | (ListOf(item), ListOf(other)) if not isinstance(
            item, Unknown | SetOf
        ):
            (low, high), (least, most) = c.domains.bounds(item), c.domains.bounds(other)
            if least <= low and high <= most:
                return value
            type = ListOf(other, found.max) if isinstance(found, ListOf) else SetOf(other)
            return model.InRange(value, least, most, type, value.span)
        case _:
            return value


def meant_form(value: model.Expr, wanted: Type) -> str | None:
    """Write what is most likely meant by a place where a piece, or by a place, set or list where a
    number is wanted."""
    match value.type, wanted:
        case Site() | Place(), Piece() | Optional(Piece()):
            return f"piece({value.span.text})"
        case ((Site() | Place() | Piece() | SetOf() | ListOf()), Int()):
            return f"count({value.span.text})"
        case _:
            return None


def _conversion_help(found: Type, wanted: Type) -> str | None:
    match found, wanted:
        case Kind(), Piece():
            return "write `KIND[PLAYER]` for the piece of a player"
        case SetOf(Card(family)), Piece() | Card() if family:
            return say("go through its cards: `for c in {family}: ...`", family=family)
        case SetOf(item), _ if fits(item, wanted):
            return "pick one: `first(x for x in ...)` or `only(...)`"
        case Enum(name), Bool():
            return say("compare it with a value of `{name}`: `... == ...`", name=name)
        case Enum(name), Int():
            return say(
                "the values of `{name}` have an order, but are no numbers: compare them with `<`, "
                "or declare numbers such as `1..6` in their place",
                name=name,
            )
        case _:
            return None


def _hiding_help(c: Checker, value: model.Expr, wanted: Type) -> str | None:
    """Say so where a local hides something of its name that would fit."""
    if not isinstance(value, model.LocalRef):
        return None
    local = value.local
    hidden = (one.what for one in c.names.of(local.name) if candidate_fits(c, one, wanted))
    what = next(hidden, None)
    if what is None:
        return None
    return say(
        "`{name}` of line {line} hides {what}: give one of them another name",
        name=local.name,
        line=local.span.line,
        what=what,
    )


def report_mixed(c: Checker, value: model.Expr, before: Type) -> None:
    """Report a value that goes with what stands before it as little as a site with a number."""
    wanted = "`int`" if isinstance(before, Int) else type_text(before)
    c.report(problems.WrongType(value.span, wanted, type_text(value.type)))


def candidate_fits(c: Checker, candidate: Candidate, hint: Type) -> bool:
    """Say whether a meaning of a name could stand where the hint is wanted."""
    if candidate.role == "kind" and isinstance(hint, Piece):
        return candidate.value not in c.owned_kinds
    if isinstance(hint, SetOf) and fits(candidate.type, hint.item):
        return True
    return fits(candidate.type, hint)
