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
from fragma_dsl.text.counted import counted
from fragma_dsl.text.language import tell
from fragma_dsl.text.said import chained, say
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
            totals[point.span, say("end {name!s}", name=point.name), False] += counts[number, 0]
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
            return say("option {name!s}", name=program.options[option].name)
        case ElseEdge():
            return "else"
        case OutcomeEdge(face=face) if isinstance(point, Chance):
            die = program.dice[point.die]
            return f"{die.name} {die.faces[face]}"
        case StepEdge(guard=None, effect=None):
            return say("if not") if count > 1 else None
        case StepEdge(effect=None):
            return say("if so")
        case StepEdge():
            return say("done")
        case _:
            return None


# ---- what is shown


def annotated(coverage: Coverage, source: Source, language: str | None = None) -> Iterator[str]:
    """Write a file's lines, each with how often it was taken and what of it never was."""
    lines, risks = by_line(coverage.parts, source), by_line(coverage.risks, source)
    width = max((len(f"{most(parts):,}") for parts in lines.values()), default=1)
    for number, text in enumerate(source.text.splitlines(), 1):
        parts = lines.get(number)
        count = f"{most(parts):,}" if parts else ""
        mark = "!" if any(not part.count for part in parts or ()) else " "
        notes = tell(said_of(parts or [], risks.get(number, [])), language)
        yield f"{count:>{width}} {mark} {text}" + (f"   # {notes}" if notes else "")


def said_of(parts: list[Part], risks: list[Part]) -> str:
    """Say which parts were never taken, which of some expressions have failed, and which have not
    though they may."""
    missed = tuple(dict.fromkeys(part.what for part in parts if not part.count))
    failed = [
        say("{what} {count:,} times", what=one.what, count=one.count) for one in risks if one.count
    ]
    never = tuple(dict.fromkeys(one.what for one in risks if not one.count))
    said = [say("never: {parts}", parts=chained(missed, ","))] if missed else []
    said += [say("failed: {parts}", parts=chained(failed, ","))] if failed else []
    said += [say("may fail, never did: {parts}", parts=chained(never, ","))] if never else []
    return chained(said, ";") if said else ""


def most(parts: list[Part]) -> int:
    """Give how often the part was taken that was taken most; tests count where nothing else is."""
    return max(part.count for part in [one for one in parts if not one.is_test] or parts)


def page(coverage: Coverage, language: str | None = None) -> str:
    """Write the files as a page of HTML."""
    rows = []
    for source in coverage.sources:
        lines, risks = by_line(coverage.parts, source), by_line(coverage.risks, source)
        rows.append(f"<h2>{escape(source.name)}</h2>\n<table>")
        for number, text in enumerate(source.text.splitlines(), 1):
            parts = lines.get(number, [])
            missed = any(not part.count for part in parts)
            kind = "" if not parts else "none" if not most(parts) else "part" if missed else "all"
            count = f"{most(parts):,}" if parts else ""
            counts = (f"{tell(part.what, language)}: {part.count:,}" for part in parts)
            title = escape("; ".join(counts), quote=True)
            notes = tell(said_of(parts, risks.get(number, [])), language)
            rows.append(
                f'<tr class="{kind}" title="{title}"><td>{number}</td><td>{count}</td>'
                f"<td><pre>{escape(text)}</pre></td><td>{escape(notes)}</td></tr>"
            )
        rows.append("</table>")
    title = tell(
        say(
            "{game!s}: {percent:.0f} % of the rules in {games}",
            game=coverage.game,
            percent=coverage.percent,
            games=counted(coverage.games, "game"),
        ),
        language,
    )
    return f"{HEAD.format(escape(title))}\n<h1>{escape(title)}</h1>\n" + "\n".join(rows) + "\n"


HEAD = """<!doctype html><meta charset="utf-8"><title>{}</title><style>
body {{ font-family: sans-serif }} pre {{ margin: 0 }} td {{ padding: 0 .5em }}
td {{ vertical-align: top }} td:nth-child(-n+2) {{ text-align: right; color: #666 }}
td:nth-child(4) {{ color: #666; font-size: 80% }} table {{ border-collapse: collapse }}
.none {{ background: #fdd }} .part {{ background: #ffd }} .all {{ background: #dfd }}
</style>"""
