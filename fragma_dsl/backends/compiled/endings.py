"""Endings: how a game ends, and what an edge shows to players or hides again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fragma_dsl.automaton.nodes import Conclude, Const, Show

if TYPE_CHECKING:
    from fragma_dsl.backends.compiled.coder import Coder


def conclude(c: Coder, effect: Conclude) -> None:
    layout = c.program.layout
    first, players = layout.ending + 1, layout.players
    if effect.kind == "draw":
        c.w.line(f"s[{layout.ending}] = 1")
        with c.w.block(f"for x in range({first}, {first + players}):"):
            c.w.line("s[x] = 1")
        return
    c.unit.outlined.write(c, "ending", lambda own: conclude_by(own, effect))


def conclude_by(c: Coder, effect: Conclude) -> None:
    """Write an ending from a number for each player."""
    layout = c.program.layout
    first, players = layout.ending + 1, layout.players
    name = f"r{effect.local}"
    at = c.room_exactly(players)
    with c.w.block(f"for {name} in range({players}):"):
        value = c.value(effect.value)
        truth = effect.kind in ("win", "lose")
        c.w.line(f"w[{at} + {name}] = {f'1 if {value} else 0' if truth else value}")
    kinds = {"win": 1, "lose": 1, "pay": 2, "rank": 3}
    c.w.line(f"s[{layout.ending}] = {kinds[effect.kind]}")
    if effect.kind == "pay":
        with c.w.block(f"for x in range({players}):"):
            c.w.line(f"s[{first} + x] = w[{at} + x]")
        return
    sign = -1 if effect.kind == "lose" else 1
    c.w.line(f"rank(s, w, {at}, {first}, {players}, {sign})")


def show(c: Coder, effect: Show) -> None:
    layout, width = c.program.layout, c.program.layout.shown_slots
    if not isinstance(effect.thing, Const) and effect.kind == "variable":
        raise AssertionError("a variable is shown by its number")
    if effect.kind == "place":
        slots = [-1 if place.shown is None else place.shown for place in layout.places]
        slot = f"{c.tables.add(slots, 'shown')}[{c.atom(effect.thing)}]"
    else:
        assert isinstance(effect.thing, Const)
        assert isinstance(effect.thing.value, int)
        variable = layout.variables[effect.thing.value]
        if variable.shown is None:
            return
        slot = str(variable.shown)
        if variable.owned:
            index = c.value(effect.index)
            slot = f"{variable.shown} + ({index} - {variable.lows[0]}) * {width}"
    slot = c.w.let(slot)
    with c.w.block(f"if {slot} >= 0:"):
        if not effect.shown:
            for number in range(width):
                c.w.line(f"s[{slot} + {number}] = 0")
        elif effect.players is None:
            for number in range(width):
                c.w.line(f"s[{slot} + {number}] = -1")
        else:
            form = c.source(effect.players)

            def reveal(player: str) -> None:
                part = f" + {player} // 31" if width > 1 else ""
                c.w.line(f"s[{slot}{part}] |= 1 << ({player} % 31)")

            form.each(c, c.w.name("m"), reveal)
