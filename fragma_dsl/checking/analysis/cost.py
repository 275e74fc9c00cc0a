"""Cost: how many actions a decision may have, what listing them takes, and how large a state is."""

from dataclasses import dataclass
from math import prod

from fragma_dsl.automaton.nodes import Decision, Program
from fragma_dsl.checking.analysis.estimate import Estimator
from fragma_dsl.checking.analysis.learn import bodies, statements
from fragma_dsl.semantics import model
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

SLOT_BYTES = 4
UNKNOWN = 10**9
"""A bound from here on comes from numbers of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A decision: its place, the most actions that it may have, and the most steps of listing."""

    span: Span
    actions: int
    steps: int


def dearest(known: Estimator) -> tuple[Listing, ...]:
    """List the decisions of a game, the one that may take longest first."""
    found = [
        listing(known, statement)
        for body in bodies(known.game)
        for statement in statements(body)
        if isinstance(statement, model.Choose)
    ]
    return tuple(sorted(found, key=lambda one: -one.steps))


def listing(known: Estimator, choose: model.Choose) -> Listing:
    """Bound what it takes to list the actions of a decision."""
    actions = steps = 0
    for option in choose.options:
        sizes = [known.group(one.source).most for one in option.generators]
        combinations = prod(sizes)
        actions += combinations
        steps += sum(
            prod(sizes[:number]) * cost(known, one.source)
            for number, one in enumerate(option.generators)
        )
        for part in (option.where, option.best and option.best.value):
            if part is not None:
                steps += combinations * cost(known, part)
    return Listing(choose.span, actions, steps)


def cost(known: Estimator, root: object, depth: int = 0) -> int:
    """Bound the steps of an expression: one for each node, times the members gone through."""
    match root:
        case model.Comprehension():
            sizes = [known.group(one.source).most for one in root.generators]
            parts = [root.value, root.where, root.best and root.best.value]
            inside = sum(cost(known, part, depth) for part in parts if part is not None)
            sources = sum(
                prod(sizes[:number]) * cost(known, one.source, depth)
                for number, one in enumerate(root.generators)
            )
            return 1 + sources + prod(sizes) * inside
        case model.FunctionCall(name, arguments):
            body = known.game.functions[name].body
            return 1 + cost(known, arguments, depth) + cost_of_block(known, body, depth + 1)
        case model.For(generator, body):
            size = known.group(generator.source).most
            inside = cost_of_block(known, body, depth)
            return 1 + cost(known, generator.source, depth) + size * inside
        case tuple():
            return sum(cost(known, part, depth) for part in root)
        case _:
            return 1 + sum(cost(known, part, depth) for part in children(root))


def cost_of_block(known: Estimator, block: model.Block, depth: int) -> int:
    """Bound the steps of a block, each loop whose end is not known gone through once."""
    return cost(known, block, depth)


def children(node: object) -> tuple[object, ...]:
    """Give the nodes right below a node."""
    names = getattr(node, "__match_args__", ())
    parts = (getattr(node, name) for name in names if name not in ("type", "span", "local"))
    return tuple(part for part in parts if isinstance(part, tuple) or hasattr(part, "span"))


def said_of_state(program: Program) -> str:
    """Say in a line how large a state is, and the automaton."""
    decisions = sum(isinstance(point, Decision) for point in program.points)
    size = program.layout.size
    return say(
        "{size} slots, {bytes} bytes; automaton {points} points, {decisions} of them decisions",
        size=size,
        bytes=size * SLOT_BYTES,
        points=len(program.points),
        decisions=decisions,
    )


def said_of_decisions(known: Estimator) -> str:
    """Say in a line which decision may be the dearest to list."""
    found = dearest(known)
    if not found:
        return "none"
    worst = found[0]
    most = max(one.actions for one in found)
    return say(
        "{actions}; the dearest to list is in line {line}: {steps}",
        actions=bound(most, "action"),
        line=worst.span.line,
        steps=bound(worst.steps, "step"),
    )


def bound(number: int, what: str) -> str:
    """Say a bound, or that none is known."""
    if number >= UNKNOWN:
        return say("no bound of {things} is known", things=f"{what}s")
    shown = f"{number:,}".replace(",", " ")
    return say(
        "at most {number} {things}", number=shown, things=what if number == 1 else f"{what}s"
    )
