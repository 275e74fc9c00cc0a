"""Playing: the function that goes on from a stop to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Chance,
    Decision,
    Draw,
    DrawEdge,
    ElseEdge,
    End,
    OptionEdge,
    Point,
)
from fragma_dsl.backends.compiled.chance import resume_chance
from fragma_dsl.backends.compiled.coder import Coder
from fragma_dsl.backends.compiled.flow import Flow
from fragma_dsl.backends.compiled.frames import empty_frame, load_frame, load_lists, save_frame
from fragma_dsl.backends.compiled.liveness import drop_dead_clearing
from fragma_dsl.backends.compiled.picking import find_any
from fragma_dsl.backends.compiled.registers import clear_register
from fragma_dsl.backends.compiled.work_array import BUDGET, DEPTH, LISTED

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit


def write_play(unit: Unit) -> list[str]:
    """Write the function that goes on from a stop."""
    c = Coder(unit, unit.main_registers)
    c.free_sites = unit.free_sites
    for index in range(len(unit.main_registers)):
        clear_register(c, index)
    begin(c)
    entry = unit.program.procedures[unit.program.main].entry
    flow = Flow(c, unit.entry_points(entry), lambda number, point: write_stop(c, number, point))
    c.w.line("pc = s[0]")
    for word, number in zip(chain(["if"], repeat("elif")), unit.stops(), strict=False):
        with c.w.block(f"{word} pc == {number}:"):
            resume(c, number, flow)
    with c.w.block(f"{'elif' if unit.stops() else 'if'} pc == -2:"):
        c.w.line(f"pc = {flow.skip(unit.program.after_setup)}")
    with c.w.block("else:"):
        c.w.line(f"pc = {flow.skip(entry)}")
    flow.write()
    c.w.lines = drop_dead_clearing(c.w.lines)
    name = "play" if unit.plane is None else "go_on"
    lines = ['@jit("i(s,w,a,i)")', f"def {name}(s, w, a, i):", *c.finish()]
    return lines if unit.plane is None else [*lines, "", "", *unit.plane.play_function()]


def begin(c: Coder) -> None:
    """Write how the work array begins, and that what is kept there holds."""
    c.w.line(f"w[{BUDGET}] = {c.program.budget}")
    c.w.line(f"w[{LISTED}] = 0")
    if c.unit.free_sites is not None:
        with c.w.block("if w[TRUSTED] == 0:"):
            c.w.line("look(s, w)")
    if c.unit.counts_depth:
        c.w.line(f"w[{DEPTH}] = 0")
    c.w.line(f"top = {c.unit.top}")
    if c.unit.plane is not None:
        c.w.line("look_again(s, w, top)")


# ---- stops


def write_stop(c: Coder, number: int, point: Point) -> int | None:
    """Write that the game waits at a point, and give where it goes on by itself if it need not."""
    match point:
        case Decision():
            return write_decision(c, number, point)
        case Draw():
            skip = "0" if point.skip is None else c.atom(point.skip)
            some = c.helper("can_draw", c.atom(point.place), skip)
            c.fail_if(f"not {some}", "missing", point.span)
            wait_at(c, number, point.saved)
        case Chance():
            wait_at(c, number, point.saved)
        case End(_, span):
            c.fail_if(f"s[{c.unit.layout.ending}] == 0", "ending", span)
            wait_at(c, number, ())
        case _:
            raise AssertionError(f"the game leaves at point {number}")
    return None


def write_decision(c: Coder, number: int, point: Decision) -> int | None:
    """Write that somebody decides; where nobody can, the game may go on at the point given."""
    edges = edges_from(c.program, number)
    others = [target for target, _, edge in edges if not isinstance(edge, OptionEdge)]
    if not others:
        wait_at(c, number, point.saved)
        return None
    save_frame(c, number, point.saved)
    if number in c.unit.dear:
        find_any(c.unit, c, number)
    if number in c.unit.counted:
        c.w.line(f"n = {c.helper(f'count_{number}')}")
    else:
        c.w.line(f"n = actions_{number}(s, w, a)")
    with c.w.block("if n != 0:"):
        c.w.line(f"w[{LISTED}] = n")
        c.w.line(f"return {number}")
    load_lists(c, point.saved)
    empty_frame(c, point.saved)
    return others[0]


def wait_at(c: Coder, number: int, saved: Sequence[int]) -> None:
    """Write that the game stops here."""
    save_frame(c, number, saved)
    c.w.line(f"return {number}")


def resume(c: Coder, number: int, flow: Flow) -> None:
    """Write how the game goes on from a stop."""
    saved = c.program.stop_at(number).saved
    load_frame(c, saved)
    empty_frame(c, saved)
    edges = edges_from(c.program, number)
    match [(target, edge) for target, _, edge in edges if not isinstance(edge, ElseEdge)]:
        case [(target, DrawEdge(local=local))]:
            c.w.line(f"r{local} = a[i]")
            c.w.line(f"pc = {flow.skip(target)}")
        case [(target, OptionEdge() as edge)]:
            choose(c, edge, flow.skip(target))
        case [(_, OptionEdge()), *_] as options:
            for index, (target, option) in enumerate(options):
                assert isinstance(option, OptionEdge)
                last = index == len(options) - 1
                header = "else:" if last else f"{'el' if index else ''}if a[i] == {index}:"
                with c.w.block(header):
                    choose(c, option, flow.skip(target))
        case faces:
            resume_chance(c, faces, flow)


def choose(c: Coder, edge: OptionEdge, target: int) -> None:
    """Write that the row of an action is read into the registers."""
    for place, generator in enumerate(edge.generators):
        c.w.line(f"r{generator.local} = a[i + {place + 1}]")
    c.w.line(f"pc = {target}")


def write_score(unit: Unit) -> list[str]:
    """Write the function that gives a player's score, 0 where the game has none."""
    text, number = "0", unit.program.score
    if number is not None:
        unit.procedures.require(number)
        text = f"{unit.name(number)}(s, w, {unit.top}, player)"
    return ['@jit("i(s,w,i)")', "def score_of(s, w, player):", f"    return {text}"]
