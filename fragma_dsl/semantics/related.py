"""Related: problems in, the same with the places that they speak of: declarations, and what a fork
has put in the place of the parent's version."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from fragma_dsl.semantics import problems as p
from fragma_dsl.semantics.forks.merged import Layer, Path
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.syntax.walk import walk
from fragma_dsl.text.problem import Label, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

MAPS = (
    "options", "enums", "dice", "boards", "pieces", "cards", "zones", "state", "functions", "rules",
)  # fmt: skip
"""The keys whose entries scripts speak of."""

Homes = Mapping[str, tuple[Path, ...]]


def point_at_declarations(
    problems: Iterable[Problem], variant: tree.Variant, layers: Mapping[Path, tuple[Layer, ...]]
) -> tuple[Problem, ...]:
    """Give each problem about something declared the place of its declaration."""
    found = tuple(problems)
    if not any(isinstance(one, ABOUT) for one in found):
        return found
    homes = find_homes(variant)
    wanted = wanted_by(variant) if any(isinstance(one, TYPED) for one in found) else {}
    return tuple(pointed(one, variant, homes, wanted, layers) for one in found)


def pointed(
    problem: Problem,
    variant: tree.Variant,
    homes: Homes,
    wanted: Mapping[Span, Identifier],
    layers: Mapping[Path, tuple[Layer, ...]],
) -> Problem:
    """Give a problem its places."""
    labels: list[Label] = []
    if isinstance(problem, TYPED) and problem.span in wanted:
        target = wanted[problem.span]
        if target.text in homes and not is_parameter(target, variant):
            labels += labels_of(target.text, variant, homes, layers)
        else:
            labels.append(Label(target.span, say("`{name}` is declared here", name=target.text)))
    name = name_in(problem)
    if name is not None:
        labels += labels_of(name, variant, homes, layers)
    return replace(problem, related=tuple(labels)) if labels else problem


TYPED = (p.WrongType, p.OutOfRange)
ABOUT = (
    p.UnknownName, p.AmbiguousName, p.NotCallable, p.WrongCount, p.NotIndexed, p.NeedsIndex,
    p.NotAssignable, p.NoOrigin, p.RuleAsValue, p.UnknownValue, *TYPED,
)  # fmt: skip


def name_in(problem: Problem) -> str | None:
    """Give the name that a problem speaks of; the one that is meant where it is misspelt."""
    match problem:
        case p.UnknownName(close=close):
            return close
        case p.UnknownValue(option=name) | p.NoOrigin(piece=name):
            return name.partition("[")[0]
        case p.NotAssignable():
            return problem.span.text
        case p.AmbiguousName() | p.NotCallable() | p.WrongCount() | p.RuleAsValue():
            return problem.name
        case p.NotIndexed() | p.NeedsIndex():
            return problem.name.partition("[")[0]
        case _:
            return None


def labels_of(
    name: str, variant: tree.Variant, homes: Homes, layers: Mapping[Path, tuple[Layer, ...]]
) -> Iterator[Label]:
    """Give where a name is declared, and where its parent's version is."""
    for key, entry in homes.get(name, ()):
        span = getattr(variant, key)[entry].name.span
        yield Label(span, say("`{name}` is declared here", name=name))
        versions = layers.get((key, entry), ())
        if len(versions) > 1:
            before = versions[-2]
            yield Label(first_line(before.span), say("the version of `{file}`", file=before.file))


def find_homes(variant: tree.Variant) -> Homes:
    """Say for each declared name under which keys it stands."""
    homes: dict[str, tuple[Path, ...]] = {}
    for key in MAPS:
        for name in getattr(variant, key):
            homes[name] = (*homes.get(name, ()), (key, name))
    return homes


def is_parameter(target: Identifier, variant: tree.Variant) -> bool:
    """Whether a name is that of a parameter rather than of something at the top of the file."""
    return any(
        one.name.span == target.span
        for declared in (variant.functions, variant.rules)
        for decl in declared.values()
        for one in decl.parameters
    )


def wanted_by(variant: tree.Variant) -> dict[Span, Identifier]:
    """Say for each value that is assigned or passed what it is for: a variable or a parameter."""
    declared: dict[str, tuple[tree.Parameter, ...]] = {
        **{name: one.parameters for name, one in variant.rules.items()},
        **{name: one.parameters for name, one in variant.functions.items()},
    }
    found: dict[Span, Identifier] = {}
    for node in walk(variant):
        match node:
            case tree.Assign(target=target, value=value):
                place = target.target if isinstance(target, tree.Index) else target
                if isinstance(place, tree.Name):
                    found[value.span] = Identifier(place.text, place.span)
            case tree.Call(function=tree.Name(text=name), arguments=arguments):
                if name in declared:
                    pairs = zip(arguments, declared[name], strict=False)
                    found |= {one.span: parameter.name for one, parameter in pairs}
            case _:
                pass
    return found


def first_line(span: Span) -> Span:
    """Cut a span to its first line."""
    return Span(span.source, span.start, span.start + len(span.text.split("\n")[0].rstrip()))
