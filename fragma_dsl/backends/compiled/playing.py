"""Playing: the functions that go on from a stop to the next, and that roll and draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fragma_dsl.automaton.dump import edges_from
from fragma_dsl.automaton.nodes import (
    Chance,
    Decision,
    Draw,
    DrawEdge,
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
from fragma_dsl.backends.compiled.refused import NotCompiledError
from fragma_dsl.backends.compiled.registers import clear_register
from fragma_dsl.backends.compiled.work_array import BUDGET, DEPTH, LISTED

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.unit import Unit


def wait_at(c: Coder, number: int, saved: Sequence[int]) -> None:
    """Write that the game stops here."""
    save_frame(c, number, saved)
    c.w.line(f"return {number}")


def write_play(unit: Unit) -> list[str]:
    """Write the function that goes on from a stop."""
    c = Coder(unit, unit.main_registers)
    c.free_sites = unit.free_sites
    w = c.w
    program = unit.program

    def at_stop(number: int, point: Point) -> int | None:
        match point:
            case Decision():
                others = [
                    target
                    for target, _, edge in edges_from(program, number)
                    if not isinstance(edge, OptionEdge)
                ]
                if not others:
                    wait_at(c, number, point.saved)
                    return None
                save_frame(c, number, point.saved)
                if number in unit.dear:
                    find_any(unit, c, number)
                if number in unit.counted:
                    w.line(f"n = {c.helper(f'count_{number}')}")
                else:
                    w.line(f"n = actions_{number}(s, w, a)")
                with w.block("if n != 0:"):
                    w.line(f"w[{LISTED}] = n")
                    w.line(f"return {number}")
                load_lists(c, point.saved)
                empty_frame(c, point.saved)
                return others[0]
            case Chance() | Draw():
                if isinstance(point, Draw):
                    skip = "0" if point.skip is None else c.atom(point.skip)
                    some = c.helper("can_draw", c.atom(point.place), skip)
                    c.fail_if(f"not {some}", "missing", point.span)
                wait_at(c, number, point.saved)
            case End(_, span):
                c.fail_if(f"s[{unit.layout.ending}] == 0", "ending", span)
                wait_at(c, number, ())
            case _:
                raise NotCompiledError(f"the game leaves at point {number}")
        return None

    for index in range(len(unit.main_registers)):
        clear_register(c, index)
    main = program.procedures[program.main]
    w.line(f"w[{BUDGET}] = {program.budget}")
    w.line(f"w[{LISTED}] = 0")
    if unit.free_sites is not None:
        with w.block("if w[TRUSTED] == 0:"):
            w.line("look(s, w)")
    if unit.counts_depth:
        w.line(f"w[{DEPTH}] = 0")
    w.line(f"top = {unit.top}")
    if unit.plane is not None:
        w.line("look_again(s, w, top)")
    flow = Flow(c, unit.entry_points(main.entry), at_stop)
    w.line("pc = s[0]")
    word = "if"
    for number in unit.stops():
        with w.block(f"{word} pc == {number}:"):
            resume(unit, c, number, flow)
        word = "elif"
    with w.block(f"{word} pc == -2:"):
        w.line(f"pc = {flow.skip(program.after_setup)}")
    with w.block("else:"):
        w.line(f"pc = {flow.skip(main.entry)}")
    flow.write()
    c.w.lines = drop_dead_clearing(c.w.lines)
    name = "play" if unit.plane is None else "go_on"
    lines = ['@jit("i(s,w,a,i)")', f"def {name}(s, w, a, i):", *c.finish()]
    return lines if unit.plane is None else [*lines, "", "", *unit.plane.play_function()]


def resume(unit: Unit, c: Coder, number: int, flow: Flow) -> None:
    """Write how the game goes on from a stop."""
    w, point = c.w, unit.program.stop_at(number)
    load_frame(c, point.saved)
    empty_frame(c, point.saved)
    edges = edges_from(unit.program, number)
    if isinstance(point, Chance):
        resume_chance(c, edges, flow)
        return
    word = "if"
    options = [(t, e) for t, _, e in edges if isinstance(e, OptionEdge | DrawEdge)]
    if isinstance(point, Draw):
        ((target, edge),) = options
        assert isinstance(edge, DrawEdge)
        w.line(f"r{edge.local} = a[i]")
        w.line(f"pc = {flow.skip(target)}")
        return
    for index, (target, edge) in enumerate(options):
        assert isinstance(edge, OptionEdge)
        header = f"{word} a[i] == {index}:" if index < len(options) - 1 else "else:"
        if len(options) == 1:
            header = "if True:"
        with w.aside(1 if len(options) > 1 else 0) as lines:
            for place, generator in enumerate(edge.generators):
                w.line(f"r{generator.local} = a[i + {place + 1}]")
            w.line(f"pc = {flow.skip(target)}")
        if len(options) > 1:
            w.line(header)
        w.lines.extend(lines)
        word = "elif"


def write_score(unit: Unit) -> list[str]:
    """Write the function that gives a player's score, 0 where the game has none."""
    text, number = "0", unit.program.score
    if number is not None:
        unit.procedures.require(number)
        text = f"{unit.name(number)}(s, w, {unit.top}, player)"
    return ['@jit("i(s,w,i)")', "def score_of(s, w, player):", f"    return {text}"]
