"""Game: the whole model to a program: procedures, layout, starts and digest."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TypeAlias

from fragma_dsl.automaton.constant import constant_value
from fragma_dsl.automaton.draft import finish
from fragma_dsl.automaton.dump import dump_program
from fragma_dsl.automaton.forever import find_forever
from fragma_dsl.automaton.liveness import save_live
from fragma_dsl.automaton.lower.expressions import lower_expr
from fragma_dsl.automaton.lower.lowering import Body, Lowering
from fragma_dsl.automaton.lower.statements import lower_block
from fragma_dsl.automaton.nodes import (
    Chance,
    Decision,
    Die,
    Draw,
    End,
    Invariant,
    Leave,
    OptionEdge,
    Point,
    Procedure,
    Program,
    Register,
)
from fragma_dsl.library.types import (
    ListOf,
    Optional,
    Place,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    is_piece_type,
    type_text,
)
from fragma_dsl.play.board import Board
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.layout import (
    Layout,
    PieceEntry,
    PlaceSlots,
    VariableSlots,
    shape_width,
)
from fragma_dsl.play.layout_build import boxed_slots, build_layout
from fragma_dsl.play.table import Equipment, Table
from fragma_dsl.play.variables import Value, store_value
from fragma_dsl.semantics import model
from fragma_dsl.semantics.card_problems import SecretLocal
from fragma_dsl.semantics.problems import ForeverLoop, NotConstant, NotKept, OutOfRange, TooLarge
from fragma_dsl.text.problem import Checked
from fragma_dsl.text.span import Span

MOST_SLOTS = 100_000
MOST_PIECES = 100_000


def lower_game(game: model.Game) -> Checked[Program]:
    """Lower a game that has no errors, each of its options at the value that the model holds."""
    low = _begin(game)
    _lower_procedures(low)
    main = _lower_main(low)
    invariants = {name: _lower_invariant(low, one) for name, one in game.invariants.items()}
    givens, expects, results = _lower_scenarios(low)
    saved = [_save(low, finished) for finished in low.finished]
    procedures = [_procedure(low, number, live) for number, live in enumerate(saved)]
    _report_secrets(low, procedures[main])
    _report_forever(low)
    layout, initial = _build_layout(low, procedures[main])
    if any(problem.severity == "error" for problem in low.problems):
        return Checked(None, tuple(low.problems))
    after_setup = low.after_setup if low.after_setup is not None else procedures[main].entry
    roots = [procedures[main].entry, after_setup, *(one.entry for one in procedures)]
    finished, numbers = finish(low.draft, roots)
    program = Program(
        game=game.id,
        digest="",
        players=game.players,
        teams=game.teams,
        option_values=dict(_option_texts(game)),
        enums=game.enums,
        directions=game.directions,
        opposites=game.opposites,
        kinds=(*game.kinds, *game.cards),
        boards=game.boards,
        plane=game.domains.plane,
        dice=tuple(Die(die.name, die.faces, die.weights) for die in game.dice.values()),
        options=tuple(low.options),
        layout=layout,
        initial=tuple(initial),
        points=tuple(finished.points),
        edges=tuple(map(tuple, finished.edges)),
        procedures=tuple(replace(one, entry=numbers[one.entry]) for one in procedures),
        main=main,
        after_setup=numbers[after_setup],
        invariants=invariants,
        givens=givens,
        expects=expects,
        results=results,
        variable_types={one.name: (one.per, one.type) for one in game.variables.values()},
        score=_score(low),
    )
    digest = sha256(dump_program(program).encode()).hexdigest()
    return Checked(replace(program, digest=digest), tuple(low.problems))


def _score(low: Lowering) -> int | None:
    function = low.game.functions.get("score")
    return low.procedures["function score"] if function and function.is_score else None


def _option_texts(game: model.Game) -> Iterator[tuple[str, str]]:
    for option in game.options.values():
        yield option.name, next(t for t, value in option.values.items() if value == option.default)


def _begin(game: model.Game) -> Lowering:
    seats, owners = len(game.players), {"player": game.players, "team": game.teams, None: ("",)}
    piece_base, pieces = {}, 0
    for kind in game.kinds.values():
        piece_base[kind.name] = pieces
        pieces += seats if kind.owned else 1
    zone_base, places = {}, game.site_count
    for zone in game.zones.values():
        zone_base[zone.name] = places
        places += len(owners[zone.per])
    variables = {name: number for number, name in enumerate(game.variables)}
    dice = {name: number for number, name in enumerate(game.dice)}
    return Lowering(game, game.domains, piece_base, zone_base, variables, dice)


# ---- procedures


def _lower_procedures(low: Lowering) -> None:
    game = low.game
    plain_rules = [rule for rule in game.rules.values() if not rule.stops]
    for rule in plain_rules:
        _reserve(low, f"rule {rule.name}")
    for function in game.functions.values():
        _reserve(low, f"function {function.name}")
    for rule in plain_rules:
        _lower_body(low, f"rule {rule.name}", rule.parameters, rule.body, rule.span)
    for function in game.functions.values():
        name = f"function {function.name}"
        _lower_body(low, name, function.parameters, function.body, function.span)


def _reserve(low: Lowering, name: str) -> int:
    low.procedures[name] = len(low.finished)
    low.finished.append(None)
    return low.procedures[name]


def _lower_body(
    low: Lowering,
    name: str,
    parameters: tuple[model.Local, ...],
    block: model.Block,
    span: Span,
    last: Point | None = None,
) -> int:
    """Lower a procedure, which ends at the point `last` unless it ends before."""
    number = low.procedures[name] if name in low.procedures else _reserve(low, name)
    entry = low.draft.add_step(span)
    body = Body(name, entry, entry)
    for parameter in parameters:
        body.bind(parameter)
    lower_block(low, body, block)
    if body.here is not None:
        low.stop_here(body, last or Leave(None, span))
    low.finished[number] = body, len(parameters), span
    return number


def _lower_main(low: Lowering) -> int:
    flow, span = low.game.flow, low.game.span
    if flow:
        span = flow[-1].span
    return _lower_body(low, "game", (), flow, low.game.span, End("flow", span))


def _lower_invariant(low: Lowering, invariant: model.Invariant) -> Invariant:
    name, form, value, probability, span = (
        invariant.name, invariant.form, invariant.value, invariant.probability, invariant.span,
    )  # fmt: skip
    return Invariant(name, form, _lower_value(low, f"invariant {name}", value), probability, span)


_ByScenario: TypeAlias = dict[str, tuple[int, ...]]


def _lower_scenarios(low: Lowering) -> tuple[dict[str, int], _ByScenario, _ByScenario]:
    givens, expects, results = {}, {}, {}
    for scenario in low.game.scenarios.values():
        if scenario.given is not None:
            name = f"given {scenario.name}"
            givens[scenario.name] = _lower_body(low, name, (), scenario.given, scenario.span)
        expects[scenario.name] = tuple(
            _lower_value(low, f"expect {scenario.name} {index}", condition)
            for index, condition in enumerate(scenario.expect)
        )
        if scenario.result is not None:
            results[scenario.name] = _lower_result(low, scenario.name, scenario.result)
    return givens, expects, results


def _lower_value(low: Lowering, name: str, value: model.Expr, *before: model.Statement) -> int:
    """Lower a function without parameters that gives a value."""
    return _lower_body(low, name, (), (*before, model.Return(value, value.span)), value.span)


def _lower_result(low: Lowering, name: str, result: model.Conclude) -> tuple[int, ...]:
    """Lower a function for each player, which gives the player's number in a ranking or payment."""
    lets = (
        model.SetLocal(result.local, model.Known(seat, Player(), result.span), result.span)
        for seat in range(len(low.game.players))
    )
    return tuple(
        _lower_value(low, f"result {name} {seat}", result.value, let)
        for seat, let in enumerate(lets)
    )


def _save(low: Lowering, finished: tuple[Body, int, Span] | None) -> frozenset[int]:
    assert finished is not None
    return save_live(low.draft, finished[0].entry)


def _report_forever(low: Lowering) -> None:
    for finished in low.finished:
        assert finished is not None
        for span in find_forever(low.draft, finished[0].entry):
            own = span.source is low.game.span.source
            low.problems.append(ForeverLoop(span if own else low.game.span))


def _report_secrets(low: Lowering, main: Procedure) -> None:
    """Report what is picked in secret and kept while somebody decides; pieces have their places."""
    decisions = [
        (number, point)
        for number, point in enumerate(low.draft.points)
        if isinstance(point, Decision)
    ]
    kept = {index for _, point in decisions for index in point.saved}
    for number, point in decisions:
        for _, edge in low.draft.edges[number] if point.secret else ():
            for generator in edge.generators if isinstance(edge, OptionEdge) else ():
                register = main.registers[generator.local]
                if generator.local in kept and not is_piece_type(register.type):
                    low.problems.append(SecretLocal(edge.span, register.name))


def _procedure(low: Lowering, number: int, live: frozenset[int]) -> Procedure:
    finished = low.finished[number]
    assert finished is not None
    body, parameters, span = finished
    registers = []
    for index, (name, type) in enumerate(body.registers):
        shape = low.domains.shape(type) if index in live else None
        if index in live and shape is None:
            low.problems.append(NotKept(body.spans.get(index, span), name, type_text(type)))
        registers.append(Register(name, type, shape, _is_cell(low, type)))
    return Procedure(body.name, body.entry, parameters, tuple(registers), span)


# ---- layout


def _build_layout(low: Lowering, main: Procedure) -> tuple[Layout, list[int]]:
    game = low.game
    scratch = Body("starts", 0, None)
    nothing = tuple(_pieces(low, [0] * (len(game.kinds) + len(game.cards))))
    layout = _make_layout(low, main, nothing)
    if not _has_room(low, layout):
        return layout, []
    pieces = tuple(_pieces(low, list(_counts(low, scratch, _empty_table(game, layout)))))
    layout = _make_layout(low, main, pieces)
    if not _has_room(low, layout):
        return layout, []
    table = _empty_table(game, layout)
    for variable, slot in zip(game.variables.values(), layout.variables, strict=True):
        _start(low, scratch, variable, slot, table)
    return layout, table.slots


def _make_layout(low: Lowering, main: Procedure, pieces: tuple[PieceEntry, ...]) -> Layout:
    game = low.game
    return build_layout(
        len(game.players),
        _frame_size(low, main),
        tuple(_variables(low)),
        pieces,
        (*_sites(game, pieces), *_zones(low, pieces)),
        game.history,
        game.team_of,
        _most_tiles(game, pieces),
    )


def _most_tiles(game: model.Game, pieces: tuple[PieceEntry, ...]) -> int:
    """Count the tiles that may lie on the plane."""
    plane = game.domains.plane
    if plane is None:
        return 0
    faces = zip(pieces, plane.faces, strict=True)
    return sum(piece.count or 0 for piece, own in faces if own)


def _has_room(low: Lowering, layout: Layout) -> bool:
    """Say whether a state is small enough; blame the variable that takes most of one that is
    not."""
    if layout.size <= MOST_SLOTS:
        return True
    largest = max(layout.variables, key=lambda variable: variable.size)
    span = low.game.span
    if 2 * largest.size > layout.size:
        span = low.game.variables[largest.name].span
    low.problems.append(TooLarge(span, "the slots of a state", layout.size, MOST_SLOTS))
    return False


def _empty_table(game: model.Game, layout: Layout) -> Table:
    """Lay out the table with all pieces in the box and every variable at zero."""
    equipment = Equipment.of(
        layout, game.players, game.boards, game.directions, game.opposites, game.domains.plane
    )
    return Table(boxed_slots(layout), equipment)


def _start(
    low: Lowering, scratch: Body, variable: model.Variable, slot: VariableSlots, table: Table
) -> None:
    if variable.start is not None:
        value: Value | None = constant_value(lower_expr(low, scratch, variable.start), table)  # type: ignore[assignment]
        if value is None:
            low.problems.append(NotConstant(variable.start.span))
            return
    else:
        value = _default(low, variable)
    try:
        for offset in range(slot.offset, slot.offset + slot.size, slot.width):
            store_value(table.slots, offset, slot.shape, value)
    except FaultError:
        span = variable.span if variable.start is None else variable.start.span
        found = str(value) if isinstance(value, int) else "this"
        low.problems.append(OutOfRange(span, found, f"`{type_text(variable.type)}`"))


def _default(low: Lowering, variable: model.Variable) -> int | frozenset[int] | tuple[int, ...]:
    match variable.type:
        case SetOf():
            return frozenset()
        case ListOf():
            return ()
        case Optional():
            return -1
        case _:
            least, most = low.domains.bounds(variable.type)
            return min(max(0, least), most)


def _frame_size(low: Lowering, main: Procedure) -> int:
    widths = [0]
    for point in low.draft.points:
        if isinstance(point, Decision | Chance | Draw):
            shapes = [main.registers[index].shape for index in point.saved]
            widths.append(sum(shape_width(shape) for shape in shapes if shape is not None))
    return max(widths)


def _counts(low: Lowering, scratch: Body, table: Table) -> Iterator[int | None]:
    """Count the pieces of each kind and owner, None for no limit, as its expression says."""
    written = [kind.count for kind in low.game.kinds.values()]
    for count in (*written, *(family.count for family in low.game.cards.values())):
        if count is None:
            yield None
            continue
        value = constant_value(lower_expr(low, scratch, count), table)
        if not isinstance(value, int):
            low.problems.append(NotConstant(count.span))
            value = 0
        elif not 0 <= value <= MOST_PIECES:
            low.problems.append(OutOfRange(count.span, str(value), f"0..{MOST_PIECES}"))
        yield value


def _pieces(low: Lowering, counts: Sequence[int | None]) -> Iterator[PieceEntry]:
    for number, (kind, count) in enumerate(zip(low.game.kinds.values(), counts, strict=False)):
        owners = enumerate(low.game.players) if kind.owned else [(-1, "")]
        for owner, name in owners:
            text = f"{kind.name}[{name}]" if kind.owned else kind.name
            yield PieceEntry(text, number, owner, count)
    families = zip(low.game.cards.values(), counts[len(low.game.kinds) :], strict=True)
    for number, (family, count) in enumerate(families, len(low.game.kinds)):
        for card in family.cards:
            yield PieceEntry(card, number, -1, count)


def _variables(low: Lowering) -> Iterator[VariableSlots]:
    for variable in low.game.variables.values():
        bounds = [low.domains.bounds(type) for type in variable.per]
        shape = low.domains.shape(variable.type)
        assert shape is not None
        yield VariableSlots(
            variable.name,
            0,
            tuple(high - least + 1 for least, high in bounds),
            tuple(least for least, _ in bounds),
            shape,
            variable.visible,
            {Player(): "player", Team(): "team"}.get(variable.per[0]) if variable.per else None,  # type: ignore[arg-type]
            is_piece_type(variable.type),
            isinstance(variable.type, Optional),
            0 if variable.name in low.shown_variables else None,
            _is_cell(low, variable.type),
            variable.remembered,
        )


def _is_cell(low: Lowering, type: Type) -> bool:
    """Say whether a value may be a site of the plane, or hold some, which move with the tiles."""
    plane = low.domains.plane
    item = type
    while isinstance(item, Optional | SetOf | ListOf):
        item = item.item
    return plane is not None and item in (Site(plane.name), Site(None), Place())


def _sites(game: model.Game, pieces: tuple[PieceEntry, ...]) -> Iterator[PlaceSlots]:
    shared = _shared_names(game.boards)
    for board in game.boards:
        size = {"one": 1, "many": len(pieces), "stack": board.height}[board.holds]
        for index, name in enumerate(board.sites):
            if board.layers:
                text = f"{board.layers[index // board.layer_size]}.{name}"
            else:
                text = f"{board.name}.{name}" if name in shared else name
            yield PlaceSlots(text, 0, size, board.holds)


def _shared_names(boards: tuple[Board, ...]) -> frozenset[str]:
    seen: set[str] = set()
    shared: set[str] = set()
    for board in boards:
        if not board.layers:
            shared |= seen & set(board.sites)
            seen |= set(board.sites)
    return frozenset(shared)


def _zones(low: Lowering, pieces: tuple[PieceEntry, ...]) -> Iterator[PlaceSlots]:
    game = low.game
    total = sum(piece.count or 0 for piece in pieces)
    for zone in game.zones.values():
        size = total if zone.order == "stacked" else len(pieces)
        place = PlaceSlots(
            zone.name,
            0,
            size,
            "stack" if zone.order == "stacked" else "many",
            visible=zone.visible,
            zone=True,
            shown=0 if zone.name in low.shown_zones else None,
        )
        if zone.per is None:
            yield place
        for seat, name in enumerate(game.players if zone.per == "player" else ()):
            yield replace(place, name=f"{zone.name}[{name}]", owner=seat)
        for team, name in enumerate(game.teams if zone.per == "team" else ()):
            yield replace(place, name=f"{zone.name}[{name}]", team=team)
