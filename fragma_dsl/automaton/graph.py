"""Graph: the automaton as a picture in Graphviz's DOT language."""

from collections.abc import Iterator

from fragma_dsl.automaton.dump import CHECKS, edges_from
from fragma_dsl.automaton.nodes import (
    Chance,
    Decision,
    Draw,
    DrawEdge,
    Edge,
    ElseEdge,
    End,
    Leave,
    OptionEdge,
    OutcomeEdge,
    Program,
    Step,
    StepEdge,
)
from fragma_dsl.text.span import Span

LONGEST = 48  # characters of a label
LOOKS = {
    Decision: 'shape=box style="rounded,filled" fillcolor="#cfe3f5"',
    Chance: 'shape=diamond style=filled fillcolor="#f7dfa5"',
    Draw: 'shape=diamond style=filled fillcolor="#f7dfa5"',
    End: 'shape=doublecircle style=filled fillcolor="#d5ecd0"',
    Leave: "shape=plain",
    Step: "shape=circle width=0.25 fontsize=8",
}


def to_dot(program: Program) -> str:
    """Write the graph of a program; the procedures of scenarios are left out."""
    return "\n".join(dot_lines(program)) + "\n"


def dot_lines(program: Program) -> Iterator[str]:
    """Write the graph line by line."""
    yield f"digraph {quoted(program.game)} {{"
    yield '  node [fontname="Helvetica" fontsize=10]'
    yield '  edge [fontname="Helvetica" fontsize=9]'
    entries = {one.entry: one.name for one in program.procedures}
    shown = reached(program)
    for number in sorted(shown):
        point = program.points[number]
        label = point_label(program, number, point)
        if number in entries:
            yield f"  in{number} [shape=plain label={quoted(entries[number])}]"
            yield f"  in{number} -> {number}"
        yield f"  {number} [{LOOKS[type(point)]} label={quoted(label)}]"
    for origin in sorted(shown):
        for target, _, edge in sorted(edges_from(program, origin), key=lambda one: one[:2]):
            yield f"  {origin} -> {target} [label={quoted(edge_label(program, edge))}]"
    yield "}"


def reached(program: Program) -> set[int]:
    """Find the points of the game and of what it calls; scenarios and invariants are left out."""
    entries = [one.entry for one in program.procedures if not one.name.startswith(CHECKS)]
    return set().union(*map(program.points_from, entries))


def point_label(program: Program, number: int, point: object) -> str:
    """Say what a point is."""
    match point:
        case Decision(prompt=prompt, span=span):
            return f"{number}: {prompt or 'choose'}\nline {span.line}"
        case Chance(die=die, span=span):
            return f"{number}: roll {program.dice[die].name}\nline {span.line}"
        case Draw(span=span):
            return f"{number}: draw\nline {span.line}"
        case End(name=name):
            return f"{number}: {name}"
        case Leave():
            return f"{number}: return"
        case _:
            return str(number)


def edge_label(program: Program, edge: Edge) -> str:
    """Say what takes an edge and what it does, in the words of the rules."""
    match edge:
        case StepEdge(guard=None, effect=None):
            return ""
        case StepEdge(guard=guard, effect=effect, span=span):
            sign = "? " if guard is not None else ""
            return f"{sign}{said(span)}" if guard is not None or effect is not None else ""
        case OptionEdge(option=option):
            return program.options[option].name
        case ElseEdge():
            return "else"
        case DrawEdge():
            return "drawn"
        case OutcomeEdge(face=face):
            return f"face {face + 1}"


def said(span: Span) -> str:
    """Quote the first line of what a span covers."""
    first = " ".join(span.text.split("\n")[0].split())
    return first if len(first) <= LONGEST else f"{first[: LONGEST - 1]}…"


def quoted(text: str) -> str:
    """Write a DOT string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
