"""Dump: a program as text, complete and without places in files, so that equal rules give equal
texts."""

from collections.abc import Iterator

from fragma_dsl.automaton.nodes import Edge, Program
from fragma_dsl.library.declare import Builtin

CHECKS = ("invariant ", "given ", "expect ", "result ")
"""How the names of the procedures begin that the game itself never runs."""


def dump_program(program: Program) -> str:
    """Write the tables, the layout and every point with its edges, a line each; what only checks
    the game, scenarios and invariants, is left out."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    yield f"game {program.game}"
    yield f"players {' '.join(program.players)}"
    if program.teams:
        seats = " ".join(program.teams[team] for team in program.layout.team_of)
        yield f"teams {' '.join(program.teams)}; seats {seats}"
    for name, value in program.option_values.items():
        yield f"option {name} = {value}"
    for name, values in program.enums.items():
        yield f"enum {name}: {' '.join(values)}"
    for die in program.dice:
        faces = zip(die.faces, die.weights, strict=True)
        yield f"die {die.name}: {' '.join(f'{face}*{weight}' for face, weight in faces)}"
    for board in program.boards:
        edges = sorted(board.edges())
        yield f"board {board.name}: {' '.join(board.sites)}; layers {' '.join(board.layers)}"
        yield f"  links {' '.join(f'{u}>{v}:{key}' for u, v, key in edges)}"
    if program.plane is not None:
        yield f"plane {write(program.plane)}"
    for piece in program.layout.pieces:
        yield f"piece {piece.name}: {'unlimited' if piece.count is None else piece.count}"
    for place in program.layout.places:
        yield f"place {place.name}: {place.holds} at {place.offset}, {place.visible}"
    for variable in program.layout.variables:
        size, shape = variable.size, write(variable.shape)
        kept = "" if variable.remembered else ", not remembered"
        where = f"{size} at {variable.offset}"
        yield f"variable {variable.name}: {where}, {shape}, {variable.visible}{kept}"
    yield f"slots {program.layout.size}, history {program.layout.history_length}"
    yield f"initial {' '.join(map(str, program.initial))}"
    for option in program.options:
        yield f"action {option.name}: {' '.join(map(write, option.types))}"
    for number, procedure in enumerate(program.procedures):
        if procedure.name.startswith(CHECKS):
            continue
        yield f"procedure {number} {procedure.name}: from {procedure.entry}"
        for index, register in enumerate(procedure.registers):
            yield f"  ${index} {register.name}: {write(register.type)}"
    yield f"begins {program.procedures[program.main].entry}, after setup {program.after_setup}"
    left_out = [one.entry for one in program.procedures if one.name.startswith(CHECKS)]
    first_left_out = min(left_out, default=len(program.points))
    for point, data in enumerate(program.points):
        if point >= first_left_out:
            return
        yield f"{point}: {write(data)}"
        for target, key, edge in edges_from(program, point):
            yield f"  {key} -> {target} {write(edge)}"


def conditions_text(program: Program) -> str:
    """Write the conditions of a program's invariants, so that equal ones give equal texts."""
    lines = []
    for one in program.invariants.values():
        procedure = program.procedures[one.procedure]
        lines.append(f"{one.form} {one.name}: {write(procedure.registers)}")
        for point in sorted(program.points_from(procedure.entry)):
            edges = [write(edge) for _, _, edge in edges_from(program, point)]
            lines.append(f"{write(program.points[point])} {edges}")
    return "\n".join(lines)


def edges_from(program: Program, point: int) -> list[tuple[int, int, Edge]]:
    """List the edges that leave a point in their order: target, key and data."""
    return [(target, key, edge) for key, (target, edge) in enumerate(program.edges[point])]


def write(node: object) -> str:
    """Write a node and what is in it on one line."""
    if isinstance(node, Builtin):
        return node.name
    if isinstance(node, frozenset):
        return "{" + " ".join(map(str, sorted(node))) + "}"
    if isinstance(node, tuple):
        return "[" + " ".join(map(write, node)) + "]"
    names = getattr(node, "__match_args__", None)
    if names is None:
        return str(node)
    parts = [write(getattr(node, name)) for name in names if name != "span"]
    return f"{type(node).__name__}({', '.join(parts)})"
