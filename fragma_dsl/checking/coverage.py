"""Coverage: how often random games take each part of the rules, line by line of their files."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from time import process_time
from typing import TypeAlias

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Chance,
    Edge,
    ElseEdge,
    End,
    OptionEdge,
    OutcomeEdge,
    Point,
    Program,
    StepEdge,
)
from fragma_dsl.backends.interpreter.tracing import Taken
from fragma_dsl.checking.conditions import CountingMachine, played
from fragma_dsl.checking.perft import legal_moves
from fragma_dsl.game import CHANCE_SEAT, Game, roll
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.machine import Outcome
from fragma_dsl.play.random import Random
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

PRELUDE = "prelude.rules.yaml"
Named: TypeAlias = tuple[Span, str, bool]
"""What may be taken: where it stands, what it is called, and whether it is a test."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules, what it is called, and how often it was taken."""

    span: Span
    what: str
    count: int
    is_test: bool = False  # how a condition comes out


@dataclass(frozen=True, slots=True)
class Coverage:
    """The parts of a game's rules in the order of its files, after so many games."""

    game: str
    games: int
    moves: int
    faults: int
    parts: tuple[Part, ...]
    risks: tuple[Part, ...]  # what may go wrong, and how often it did; no parts of the rules

    @property
    def never(self) -> tuple[Part, ...]:
        """The parts that were not taken once."""
        return tuple(part for part in self.parts if not part.count)

    @property
    def percent(self) -> float:
        """How many of a hundred parts were taken."""
        return 100.0 * (1 - len(self.never) / len(self.parts)) if self.parts else 100.0

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files that the parts are of."""
        return tuple({part.span.source.name: part.span.source for part in self.parts}.values())


def by_line(parts: tuple[Part, ...], source: Source) -> Mapping[int, list[Part]]:
    """Give the parts of a file by the lines on which they begin."""
    found: dict[int, list[Part]] = {}
    for part in parts:
        if part.span.source.name == source.name:
            found.setdefault(part.span.line, []).append(part)
    return found


def cover(game: Game, games: int, seconds: float, seed: int, most: int) -> Coverage:
    """Play random games, until there are enough or for so long, and count what they take."""
    machine = CountingMachine(game.program)
    deadline = process_time() + seconds
    played = moves = faults = 0
    while played < games and process_time() < deadline:
        stream = Random.derived(seed, played, CHANCE_SEAT)
        played += 1
        machine.taken.clear()
        try:
            state = machine.start()
            for _ in range(most):
                legal = legal_moves(machine, state)
                if not legal or process_time() > deadline:
                    break
                outcomes = tuple(move for move in legal if isinstance(move, Outcome))
                state = machine.play(
                    state, roll(outcomes, stream) if outcomes else legal[stream.below(len(legal))]
                )
                moves += 1
        except FaultError:
            faults += 1
    totals, risks = edges_of(game.program, machine.counts), Counter[Named]()
    for one in machine.watched:
        for way in one.ways:
            kept = risks if way == "failed" else totals
            kept[one.span, one.name(way), way in ("true", "false")] += machine.ways[
                id(one.expr), way
            ]
    return Coverage(game.name, played, moves, faults, in_order(totals), in_order(risks))


def in_order(totals: Counter[Named]) -> tuple[Part, ...]:
    """Give the parts that a rule file says, in its order."""
    parts = {
        (span.source.name, span.start, span.end, what): Part(span, what, count, is_test)
        for (span, what, is_test), count in totals.items()
        if span.source.name != PRELUDE
    }
    return tuple(parts[key] for key in sorted(parts))


def edges_of(program: Program, counts: Counter[Taken]) -> Counter[Named]:
    """Count the edges of a program that are parts of its rules; equal ones are added up."""
    totals: Counter[Named] = Counter()
    for number in sorted(played(program)):
        point = program.points[number]
        if isinstance(point, End):
            totals[point.span, f"end {point.name}", False] += counts[number, 0]
            continue
        edges = edges_from(program, number)
        for index, (_, _, edge) in enumerate(edges):
            what = name_of(program, point, edge, len(edges))
            if what is not None:
                effect = edge.effect if isinstance(edge, StepEdge) else None
                span = edge.span if effect is None else effect.span
                totals[span, what, False] += counts[number, index]
    return totals


def name_of(program: Program, point: Point, edge: Edge, count: int) -> str | None:
    """Say what part of the rules an edge is; None where it is none by itself."""
    match edge:
        case OptionEdge(option=option):
            return f"option {program.options[option].name}"
        case ElseEdge():
            return "else"
        case OutcomeEdge(face=face) if isinstance(point, Chance):
            die = program.dice[point.die]
            return f"{die.name} {die.faces[face]}"
        case StepEdge(guard=None, effect=None):
            return "if not" if count > 1 else None
        case StepEdge(effect=None):
            return "if so"
        case StepEdge():
            return "done"
        case _:
            return None


# ---- what is shown


def annotated(coverage: Coverage, source: Source) -> Iterator[str]:
    """Write a file's lines, each with how often it was taken and what of it never was."""
    lines, risks = by_line(coverage.parts, source), by_line(coverage.risks, source)
    width = max((len(f"{most(parts):,}") for parts in lines.values()), default=1)
    for number, text in enumerate(source.text.splitlines(), 1):
        parts = lines.get(number)
        count = f"{most(parts):,}" if parts else ""
        missed = ", ".join(dict.fromkeys(part.what for part in parts or () if not part.count))
        mark = "!" if missed else " "
        notes = [f"never: {missed}"] if missed else []
        notes += said_of_risks(risks.get(number, []))
        yield f"{count:>{width}} {mark} {text}" + (f"   # {'; '.join(notes)}" if notes else "")


def said_of_risks(risks: list[Part]) -> list[str]:
    """Say which of some expressions have failed, and which have not though they may."""
    failed = [f"{part.what} {part.count:,} times" for part in risks if part.count]
    never = list(dict.fromkeys(part.what for part in risks if not part.count))
    said = [f"failed: {', '.join(failed)}"] if failed else []
    return [*said, *([f"may fail, never did: {', '.join(never)}"] if never else [])]


def most(parts: list[Part]) -> int:
    """Give how often the part was taken that was taken most; tests count where nothing else is."""
    return max(part.count for part in [one for one in parts if not one.is_test] or parts)


def page(coverage: Coverage) -> str:
    """Write the files as a page of HTML."""
    rows = []
    for source in coverage.sources:
        lines, risks = by_line(coverage.parts, source), by_line(coverage.risks, source)
        rows.append(f"<h2>{escape(source.name)}</h2>\n<table>")
        for number, text in enumerate(source.text.splitlines(), 1):
            parts = lines.get(number, [])
            missed = [part.what for part in parts if not part.count]
            kind = "" if not parts else "none" if not most(parts) else "part" if missed else "all"
            count = f"{most(parts):,}" if parts else ""
            title = escape("; ".join(f"{part.what}: {part.count:,}" for part in parts), quote=True)
            notes = [f"never: {', '.join(dict.fromkeys(missed))}"] if missed else []
            notes += said_of_risks(risks.get(number, []))
            rows.append(
                f'<tr class="{kind}" title="{title}"><td>{number}</td><td>{count}</td>'
                f"<td><pre>{escape(text)}</pre></td><td>{escape('; '.join(notes))}</td></tr>"
            )
        rows.append("</table>")
    title = f"{coverage.game}: {coverage.percent:.0f} % of the rules in {coverage.games} games"
    return f"{HEAD.format(escape(title))}\n<h1>{escape(title)}</h1>\n" + "\n".join(rows) + "\n"


HEAD = """<!doctype html><meta charset="utf-8"><title>{}</title><style>
body {{ font-family: sans-serif }} pre {{ margin: 0 }} td {{ padding: 0 .5em }}
td {{ vertical-align: top }} td:nth-child(-n+2) {{ text-align: right; color: #666 }}
td:nth-child(4) {{ color: #666; font-size: 80% }} table {{ border-collapse: collapse }}
.none {{ background: #fdd }} .part {{ background: #ffd }} .all {{ background: #dfd }}
</style>"""
