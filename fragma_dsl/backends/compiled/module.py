"""Module: a program as the text of a Python module, the same text for the same program.

The text defines, over a state `s` (the slots of the layout) and a work array `w`:

    play(s, w, a, i)     go on from the stop of s by the row at a[i]: the number of an edge of its
                         point and the arguments, or of a chance the index of the outcome, or of a
                         draw the piece; from before the first point where s[0] is -1. Changes s to
                         the next stop and gives its point.
    actions(s, w, out)   write the rows of the legal actions, ROW numbers each; gives how many, or
                         -1 where `out` has no room for more.
    decider(s, w)        the seat that decides.
    draws(s, w, out)     write (piece, number) of what can be drawn; gives how many.

Faulty(k) is raised where the rules go wrong, k an index of FAULTS; Overfull where a set does not
fit the work array.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fragma_dsl.automaton.nodes import MAX_DEPTH, Program
from fragma_dsl.backends.compiled import chance, listing, picking, playing
from fragma_dsl.backends.compiled.given import text_of
from fragma_dsl.backends.compiled.judging import JUDGED, UNJUDGED
from fragma_dsl.backends.compiled.speed import Note, speed_notes
from fragma_dsl.backends.compiled.unit import Unit
from fragma_dsl.backends.compiled.whereabouts import write_whereabouts
from fragma_dsl.backends.compiled.work_array import TRUSTED
from fragma_dsl.text.span import Span


@dataclass(frozen=True)
class Compiled:
    """A program's module: its text, the faults that it can raise, and the room that it needs."""

    text: str
    faults: tuple[tuple[str, Span], ...]
    room: int
    row: int
    edges: Mapping[int, tuple[int, ...]]  # by decision, the options of its edges
    speed: tuple[Note, ...]
    judged: tuple[str, ...] = ()  # the invariants that whole games ask, see judging


def compile_program(program: Program, is_judged: bool = False) -> Compiled:
    """Write the module of a program, with its invariants if it is to judge them; NotCompiledError
    where a table would be too large."""
    unit = Unit(program, is_judged)
    body = "\n\n\n".join("\n".join(lines) for lines in write_functions(unit))
    game = program.game
    head = f'"""{game}: its rules as functions over a state `s` and a work array `w`."""'
    lines = [
        head,
        "",
        *constants(unit),
        *stop_tables(unit),
        *place_tables(unit),
        *unit.tables.lines(),
    ]
    room = unit.top + (MAX_DEPTH + 4) * max(unit.frames, default=0) + 4 * unit.layout.size + 4096
    helpers = text_of("helpers.py.txt")
    if unit.plane is None:
        lines.append(f"TRUSTED = {TRUSTED}")
    else:
        helpers = unit.plane.helpers(helpers)
        lines += unit.plane.constants(room)
        room += unit.plane.room
    games = UNJUDGED if unit.judging is None else JUDGED
    loops = text_of("loops.py.txt").format_map(games)
    text = "\n\n\n".join(["\n".join(lines), *used_helpers(helpers, body), body, loops])
    return Compiled(
        text,
        faults=tuple(unit.tables.faults),
        room=room,
        row=unit.row,
        edges={number: tuple(unit.option_numbers(number)) for number in unit.edges_by_decision()},
        speed=speed_notes(unit, text),
        judged=() if unit.judging is None else tuple(unit.judging.names),
    )


def write_functions(unit: Unit) -> list[list[str]]:
    """Write all functions, those that others call before them."""
    tail = entry_functions(unit)
    unit.procedures.write_called()
    if unit.judging is not None:
        unit.judging.write()
        tail += unit.judging.parts
    parts = unit.procedures.in_order()
    if any("place_of(" in line for part in [*parts, *tail] for line in part):
        parts.insert(0, write_whereabouts(unit))
    if unit.free_sites is not None and unit.free_sites.is_read:
        parts.insert(0, unit.free_sites.look())
    elif unit.free_sites is not None:
        parts, tail = [[unit.free_sites.without(part) for part in some] for some in (parts, tail)]
    return [*parts, *unit.outlined.functions(), *tail]


def entry_functions(unit: Unit) -> list[list[str]]:
    """Write what whole games, and whoever runs the module, call."""
    found = [listing.write_actions(unit, number) for number in unit.edges_by_decision()]
    for number in unit.dear:
        found += picking.write_candidates(unit, number)
    found += [
        *picking.write_picker(unit),
        listing.write_lister(unit),
        listing.write_deciders(unit),
        listing.write_draws(unit),
        playing.write_play(unit),
        *chance.write_chance(),
        playing.write_score(unit),
    ]
    for number, writer in unit.counted.items():
        found += [writer.count(number), writer.pick(number)]
    return [*found, *listing.write_counters(unit)]


# ---- what functions read


def constants(unit: Unit) -> list[str]:
    """Write the numbers and the first state of the game."""
    layout = unit.layout
    return [
        f"SLOTS = {layout.size}",
        f"ROW = {unit.row}",
        f"PLAYERS = {layout.players}",
        f"ENDING = {layout.ending}",
        f"PIECES = {len(layout.pieces)}",
        f"SITES = {sum(len(board) for board in unit.program.boards)}",
        f"PLACES = {len(layout.places)}",
        f"BOX = {layout.box}",
        f"HISTORY = {layout.history}",
        f"REMEMBERED = {layout.history_length}",
        f"WIDTH = {5 + 2 * layout.players}  # of the results of a game",
        f"INITIAL = table({list(unit.program.initial)})",
    ]


def stop_tables(unit: Unit) -> list[str]:
    """Write by point what the game waits for there, and the weights of its dice."""
    kinds, weights, starts = chance.stop_tables(unit)
    return [
        f"DEAR = table({[int(one in unit.dear) for one in range(len(kinds))]})",
        f"KINDS = table({kinds})  # by point: 1 decision, 2 chance, 3 draw, 4 end",
        f"WEIGHTS = table({weights or [0]})",
        f"WEIGHT_STARTS = table({starts})",
    ]


def place_tables(unit: Unit) -> list[str]:
    """Write what the helpers read of places and pieces."""
    places = unit.layout.places
    holds = {"one": 0, "many": 1, "stack": 2}
    runs = [slot for run in unit.layout.position_runs for slot in run]
    counts = [one.count for one in unit.layout.pieces]
    return [
        f"PLACE_HOLDS = table({[holds[one.holds] for one in places] or [0]})",
        f"PLACE_OFFSET = table({[one.offset for one in places] or [0]})",
        f"PLACE_SIZE = table({[one.size for one in places] or [0]})",
        f"PIECE_COUNT = table({[-1 if n is None else n for n in counts] or [0]})",
        f"PIECE_OWNER = table({[one.owner for one in unit.layout.pieces] or [0]})",
        f"POSITION_RUNS = table({runs})",
    ]


def used_helpers(text: str, body: str) -> list[str]:
    """Pick the functions out of a text that others use, in their order."""
    functions = [part.strip() for part in text.split("\n\n\n") if "def " in part]
    kept: list[str] = []
    for function in reversed(functions):
        name = function.partition("def ")[2].partition("(")[0]
        if any(f"{name}(" in user for user in (body, *kept)):
            kept.insert(0, function[function.index("@jit") :])
    return kept


__all__ = ["Compiled", "compile_program"]
