"""Speed: how the actions of each decision are found in random games, and why not otherwise, in
words for whoever writes the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Binary, Const, Expr, OptionEdge, Unary
from fragma_dsl.backends.compiled.conditions import conjuncts
from fragma_dsl.backends.compiled.cost import TOO_DEAR
from fragma_dsl.backends.compiled.free_sites import free_sites_of
from fragma_dsl.backends.compiled.listing import may_repeat
from fragma_dsl.library.types import Site
from fragma_dsl.text.counted import counted
from fragma_dsl.text.node import walk
from fragma_dsl.text.said import chained, say
from fragma_dsl.text.span import Span

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit

KEPT = "kept from move to move: a bit for each free site, which a move clears"
WORDED = "not listed: a bit for each value that is legal, and the drawn one is found among them"
COUNTED = "counted, not listed: the action with the drawn number is found by the counts"
PRELUDE = "prelude.rules.yaml"
LISTED = "listed anew each time"
NAMED = "named options: there is nothing to look for"
REPEATED = "an action may come up twice, which only a list shows"


@dataclass(frozen=True)
class Note:
    """What is known of a decision, or of the whole game where there is no span: its options, how
    its actions are found, and what keeps it from the other ways."""

    span: Span | None
    title: str
    how: tuple[str, ...]
    why: tuple[str, ...] = ()


def speed_notes(unit: Unit, text: str) -> tuple[Note, ...]:
    """Say of each decision of a module with this text how its actions are found, then what else
    was seen; decisions that are alike are one."""
    notes = [decision_note(unit, number) for number in unit.edges_by_decision()]
    return (*dict.fromkeys(notes), game_note(unit, text))


def decision_note(unit: Unit, number: int) -> Note:
    """Say how the actions of a decision are found."""
    edges = unit.options(number)
    title = "; ".join(head(edge.span) for edge in edges)
    span = edges[0].span if edges else None
    if number in unit.worded.kept:
        return Note(span, title, (KEPT,))
    if not any(edge.generators or edge.where for edge in edges):
        return Note(span, title, (NAMED,))
    why = [say("not kept: {why}", why=why_not_kept(unit, number))]
    if unit.tally is not None and number in unit.tally.points:
        return Note(span, title, (COUNTED,), tuple(why))
    how = WORDED if number in unit.worded.points else LISTED
    if number in unit.dear:
        pairs = zip(edges, unit.dear[number], strict=True)
        tested = dict.fromkeys(part_text(dear, edge) for edge, (_, dear) in pairs if dear)
        first = say(
            "picked first with --fast, then tested: {parts}; else {how}",
            parts=chained(tuple(tested), ","),
            how=how,
        )
        return Note(span, title, (first,), tuple(why))
    if unit.tally is not None:
        why.append(say("not counted: {why}", why=why_not_counted(unit, number)))
    else:
        why.append(say("not picked first: {why}", why=why_not_picked(unit, number)))
    return Note(span, title, (how,), tuple(why))


def why_not_kept(unit: Unit, number: int) -> str:
    """Say what keeps a decision from having its actions kept."""
    edges = unit.options(number)
    if len(edges) != 1:
        return say(
            "it has {options}, only free sites alone are kept",
            options=counted(len(edges), "option"),
        )
    (edge,) = edges
    generators = edge.generators
    if len(generators) != 1:
        return say(
            "an action has {parts}, only single sites are kept",
            parts=counted(len(generators), "part"),
        )
    if edge.best is not None:
        return "only the best actions are legal, and what is best changes"
    if not isinstance(generators[0].source, Const):
        return "what it chooses from changes during the game"
    if not isinstance(unit.main_registers[generators[0].local].type, Site):
        return "what it chooses are no sites"
    if edge.where is None:
        return "it has no condition such as `empty(site)`"
    if free_sites_of(unit, edge) is not None:
        return "it chooses from other free sites than those that are kept"
    asked = part_text(edge.where, edge)
    return say("legality goes by more than one thing that stands on the site: {asked}", asked=asked)


def why_not_counted(unit: Unit, number: int) -> str:
    """Say what keeps a decision of a game with a plane from being counted."""
    edges = unit.options(number)
    if any(edge.best for edge in edges):
        return "only the best actions are legal, so all are compared"
    if all(len(edge.generators) < 2 for edge in edges):
        return "an action has one part, there is little to count"
    return REPEATED


def why_not_picked(unit: Unit, number: int) -> str:
    """Say what keeps a decision from having its picks first."""
    edges = unit.options(number)
    if any(edge.best for edge in edges):
        return "only the best actions are legal, so all are compared"
    if may_repeat(unit, number):
        return REPEATED
    sources = unit.costs.of(tuple(generator.source for e in edges for generator in e.generators))
    cost = max(unit.costs.of(edge.where) for edge in edges)
    is_bare = all(edge.where is None for edge in edges)
    quick = say(
        "its condition is quick to test (cost {cost}, dear from {least} on)",
        cost=cost,
        least=TOO_DEAR,
    )
    first = "it has no condition" if is_bare else quick
    if sources < TOO_DEAR:
        return first
    return say(
        "{first}; what is dear is to make the sets that it chooses from, before any `where`",
        first=first,
    )


def game_note(unit: Unit, text: str) -> Note:
    """Say what was seen besides."""
    program, found = unit.program, []
    own = {
        number: procedure.name.rpartition(" ")[2]
        for number, procedure in enumerate(program.procedures)
        if procedure.span.source.name != PRELUDE and not procedure.name.endswith(" following")
    }
    tables = [name for number, name in own.items() if unit.is_table(number)]
    placed = [name for number, name in own.items() if unit.is_in_place(number)]
    placed = [name for name in placed if name not in tables]
    if "def place_of(" in text:
        kinds = [piece.name.partition("[")[0] for piece in unit.layout.pieces if piece.count == 1]
        some = ", ".join(dict.fromkeys(kinds))
        found.append(
            say("single pieces are looked for first where they were last: {some!s}", some=some)
        )
    if tables:
        names = ", ".join(tables)
        found.append(
            say("functions that are tables, as no move changes them: {names!s}", names=names)
        )
    if placed:
        names = ", ".join(placed)
        found.append(say("functions written where they are called: {names!s}", names=names))
    if unit.counts_depth:
        found.append(say("calls may go too deep, so their depth is counted"))
    return Note(None, program.game, tuple(found))


# ---- the rules' own words


def head(span: Span) -> str:
    """Give an option as it is written, without what it does."""
    text, depth, end = span.text.removeprefix("option "), 0, None
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        is_end = char == "\n" and not text[at:].lstrip().startswith(("where ", "least ", "most "))
        if depth == 0 and (char == ":" or is_end):
            end = at
            break
    return " ".join(text[:end].split()).replace("( ", "(").replace(" )", ")")


def part_text(expr: Expr, edge: OptionEdge) -> str:
    """Give a part of a condition as it is written."""
    if isinstance(expr, Unary) and expr.word == "not":
        return f"not {part_text(expr.operand, edge)}"
    if isinstance(expr, Binary) and expr.word == "and":
        return " and ".join(part_text(part, edge) for part in conjuncts(expr))
    spans = [span for node in walk(expr) if isinstance(span := getattr(node, "span", None), Span)]
    inside = [span for span in spans if span.source is edge.span.source]
    if not inside:
        return "its condition"
    whole = Span(edge.span.source, min(s.start for s in inside), max(s.end for s in inside))
    return " ".join(whole.text.split())
