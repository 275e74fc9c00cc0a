"""Check: a variant's tree and the prelude's to a model, for given options and number of players."""

from collections.abc import Mapping
from dataclasses import replace

from fragma_dsl.library.declare import Library
from fragma_dsl.library.domains import MOST_CALLS, MOST_MEMBERS, Domains
from fragma_dsl.library.types import (
    Bool,
    Enum,
    Int,
    ListOf,
    Optional,
    Player,
    SetOf,
    Team,
    Type,
    Unknown,
    type_text,
)
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.boards import build_boards
from fragma_dsl.semantics.call_order import calls_of, circles, find_deep, way_round
from fragma_dsl.semantics.calls import COLLECTS, check_call
from fragma_dsl.semantics.cards import attribute_enums, resolve_family
from fragma_dsl.semantics.checker import Checker
from fragma_dsl.semantics.declarations import (
    Declared,
    all_seat_names,
    collect_names,
    resolve_dice,
    resolve_options,
    seat_names,
    seat_teams,
)
from fragma_dsl.semantics.expressions import need
from fragma_dsl.semantics.names import Candidate
from fragma_dsl.semantics.planes import (
    build_plane,
    check_plane_names,
    is_plane,
    port_enum,
    tile_enums,
)
from fragma_dsl.semantics.resolve_types import resolve_type
from fragma_dsl.semantics.scenarios import check_scenario_texts, scenario_seats
from fragma_dsl.semantics.statements import (
    LONGEST_CIRCLE,
    check_block,
    check_conclusion,
    check_condition,
    check_function,
    check_given,
    check_rule,
)
from fragma_dsl.semantics.stopping import find_stopping
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.unparse import unparse_signature, unparse_type
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Checked, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def check_game(
    variant: tree.Variant,
    prelude: tree.Variant,
    library: Library,
    settings: Mapping[str, str],
    players: int | None,
) -> Checked[model.Game]:
    """Resolve and type a whole file; the model is None where the declarations cannot be used.

    Of the scenarios it has those for this number of players; a scenario that says none is for the
    default.
    """
    found: list[Problem] = []
    seats = seat_names(variant.players, players)
    options = resolve_options(variant.options, settings, found)
    dice = resolve_dice(variant.dice)
    sited = {name: node for name, node in variant.boards.items() if not is_plane(node)}
    boards = build_boards(sited, seats, all_seat_names(variant.players))
    found.extend(boards.problems)
    if boards.value is None:
        return Checked(None, tuple(found))
    team_of = seat_teams(variant.teams, seats, found)
    teams = () if variant.teams is None else tuple(name.text for name in variant.teams.names)
    enums = _collect_enums(variant, options, dice)
    families = {
        name: resolve_family(node, model.Known(1, Int(1, 1), node.span), enums, found)
        for name, node in variant.cards.items()
    }
    per = {"player": len(seats), "team": len(teams), None: 1}
    if not _check_flow_names(variant, prelude, found):
        return Checked(None, tuple(found))
    rules, functions = _collect_procedures(variant, prelude, library, found)
    kinds = list(variant.pieces.values())
    card_bounds: dict[str, tuple[int, int]] = {}
    pieces = sum(len(seats) if kind.owned else 1 for kind in kinds)
    for name, family in families.items():
        card_bounds[name] = pieces, pieces + len(family.cards) - 1
        pieces += len(family.cards)
    zones = sum(per[zone.per] for zone in variant.zones.values())
    cells = sum(len(board) for board in boards.value.boards) + zones
    first_card = pieces - sum(len(family.cards) for family in families.values())
    colours, first = enums.get("colour", ()), (cells, first_card)
    check_plane_names(variant.enums, variant.boards, variant.cards, found)
    plane = build_plane(variant.boards, variant.cards, colours, first, found)
    declared = Declared(variant, seats, options, dice, enums, boards.value, families, card_bounds)
    c = Checker(
        library,
        collect_names(declared),
        Domains(
            len(seats),
            len(teams),
            boards.value.boards,
            len(boards.value.directions),
            len(kinds) + len(families),
            pieces,
            zones,
            {name: len(values) for name, values in enums.items()},
            card_bounds,
            plane,
        ),
        seats,
        boards.value.directions,
        frozenset(
            (
                *(i for i, kind in enumerate(kinds) if kind.owned),
                *range(len(kinds), len(kinds) + len(families)),
            )
        ),
        frozenset(i for i, kind in enumerate(kinds) if _is_single(kind)),
        dice,
        families,
        variant.zones,
        {**variant.state, **prelude.state},
        functions,
        rules,
        find_stopping(rules),
        check_call,
        check_function,
        check_rule,
        found,
    )
    game = _check_all(c, variant, prelude, options, enums, boards.value.opposites)
    return Checked(replace(game, teams=teams, team_of=team_of), tuple(c.problems))


def _is_single(kind: tree.PieceDecl) -> bool:
    return isinstance(kind.count, tree.Number) and kind.count.value == 1


def _collect_enums(
    variant: tree.Variant,
    options: Mapping[str, model.GameOption],
    dice: Mapping[str, model.Die],
) -> dict[str, tuple[str, ...]]:
    enums = {
        name: tuple(value.text for value in enum.values.names)
        for name, enum in variant.enums.items()
    }
    for name, names in {**tile_enums(variant.cards), **port_enum(variant.boards)}.items():
        enums.setdefault(name, names)
    for attribute, values in attribute_enums(variant.cards).items():
        enums.setdefault(attribute, tuple(values))
    enums["phase"] = tuple(variant.phases) or ("main",)
    enums |= {die.name: die.faces for die in dice.values() if isinstance(die.type, Enum)}
    enums |= {o.name: tuple(o.values) for o in options.values() if isinstance(o.type, Enum)}
    return enums


# ---- rules and functions, with those that stand for setup, turn and phases

RESERVED = ("setup", "turn", "phase_over", "after", "old")


def _collect_procedures(
    variant: tree.Variant, prelude: tree.Variant, library: Library, found: list[Problem]
) -> tuple[dict[str, tree.RuleDecl], dict[str, tree.FunctionDecl]]:
    span = variant.game.span
    declared: dict[str, tree.RuleDecl | tree.FunctionDecl] = {**variant.rules, **variant.functions}
    for name, node in declared.items():
        if name in RESERVED:
            found.append(problems.Taken(node.name.span, name, "a word of the language"))
        elif name in library.builtins or name in COLLECTS:
            found.append(problems.Taken(node.name.span, name, "a builtin"))
    for name in variant.rules:
        if name in variant.functions:
            first = variant.functions[name].name.span
            found.append(problems.Taken(variant.rules[name].name.span, name, "a function", first))
    rules = {**prelude.rules, **variant.rules}
    functions = {**prelude.functions, **variant.functions}
    setup = variant.setup or tree.Block((), span)
    rules["setup"] = tree.RuleDecl(tree.Identifier("setup", span), (), setup, setup.span)
    turn = _turn_block(variant, span)
    rules["turn"] = tree.RuleDecl(tree.Identifier("turn", span), (), turn, turn.span)
    over = tree.Block((tree.Evaluate(_phase_over(variant, span), span),), span)
    functions["phase_over"] = tree.FunctionDecl(tree.Identifier("phase_over", span), (), over, span)
    return rules, functions


def _check_flow_names(variant: tree.Variant, prelude: tree.Variant, found: list[Problem]) -> bool:
    """Report what has the name, but not the signature, of a rule or function of the flow."""
    known: dict[str, tree.RuleDecl | tree.FunctionDecl] = {**prelude.rules, **prelude.functions}
    before = len(found)
    ours: list[tree.RuleDecl | tree.FunctionDecl] = [*variant.rules.values()]
    ours += variant.functions.values()
    for node in ours:
        flows = known.get(node.name.text, node)
        if type(node) is not type(flows) or _types(node) != _types(flows):
            sort = "rule" if isinstance(flows, tree.RuleDecl) else "function"
            key = unparse_signature(flows.name, flows.parameters)
            what = say("a {sort} of the flow, `{key}`", sort=sort, key=key)
            found.append(problems.Taken(node.name.span, node.name.text, what))
    return len(found) == before


def _types(node: tree.RuleDecl | tree.FunctionDecl) -> list[str]:
    return [unparse_type(one.type) for one in node.parameters]


def _turn_block(variant: tree.Variant, span: Span) -> tree.Block:
    if variant.turn is not None:
        return variant.turn
    phases = list(variant.phases.values())
    if not phases:
        return tree.Block((), span)
    branches = tuple((_is_phase(phase), phase.turn) for phase in phases[:-1])
    if not branches:
        return phases[0].turn
    return tree.Block((tree.If(branches, phases[-1].turn, span),), span)


def _is_phase(phase: tree.PhaseDecl) -> tree.Expression:
    span = phase.name.span
    name = tree.Attribute(tree.Name("phase", span), phase.name, span)
    return tree.Binary("==", tree.Name("phase", span), name, span)


def _phase_over(variant: tree.Variant, span: Span) -> tree.Expression:
    test: tree.Expression = tree.Truth(False, span)
    for phase in variant.phases.values():
        if phase.until is not None:
            both = tree.Binary("and", _is_phase(phase), phase.until, phase.until.span)
            first = isinstance(test, tree.Truth)
            test = both if first else tree.Binary("or", test, both, phase.until.span)
    return test


# ---- everything in order


def _check_all(
    c: Checker,
    variant: tree.Variant,
    prelude: tree.Variant,
    options: Mapping[str, model.GameOption],
    enums: Mapping[str, tuple[str, ...]],
    opposites: tuple[int, ...],
) -> model.Game:
    for name in prelude.state.keys() & variant.state.keys():
        taken = variant.state[name].name.span
        c.report(problems.Taken(taken, name, "a variable that every game has"))
    variables = _without(c, _check_state(c, c.state), variant.history)
    kinds = {name: _check_kind(c, node) for name, node in variant.pieces.items()}
    zones = {name: _check_zone(c, node) for name, node in variant.zones.items()}
    cards = {
        name: replace(family, count=_check_card_count(c, variant.cards[name].count))
        for name, family in c.card_families.items()
    }
    _check_bodies(c, variant)
    _check_score(c)
    ends = {name: end for name, node in variant.end.items() if (end := _check_end(c, node))}
    flow_node = variant.flow or prelude.flow
    with c.body_of("flow", "a script"):
        flow = check_block(c, flow_node) if flow_node else ()
    seats = len(c.players)
    invariants = {name: _check_invariant(c, node) for name, node in variant.invariants.items()}
    scenarios = {
        name: _check_scenario(c, node)
        for name, node in variant.scenarios.items()
        if scenario_seats(variant, node) == seats
    }
    check_scenario_texts(c, variant, options, flow)
    return model.Game(
        variant.game.text,
        c.domains,
        c.players,
        (),
        (),
        options,
        enums,
        c.dice,
        c.domains.boards,
        c.directions,
        opposites,
        kinds,
        cards,
        zones,
        variables,
        c.functions,
        c.rules,
        flow,
        ends,
        invariants,
        scenarios,
        variant.history.last,
        variant.game.span,
    )


def _check_score(c: Checker) -> None:
    """Warn of a function `score` that cannot be the score of the game."""
    function = c.functions.get("score")
    if function is None or function.is_score:
        return
    types = [parameter.type for parameter in function.parameters]
    if Unknown() not in (*types, function.result):
        c.report(problems.NotTheScore(c.function_decls["score"].name.span))


def _check_state(c: Checker, declared: Mapping[str, tree.StateDecl]) -> dict[str, model.Variable]:
    types: dict[str, tuple[tuple[Type, ...], Type]] = {}
    for name, node in declared.items():
        per = tuple(resolve_type(c, one) for one in node.per)
        type = resolve_type(c, node.type)
        types[name] = per, type
        c.names.add(Candidate("variable", name, "a variable", type, 0, per, span=node.span))
    variables = {}
    for name, node in declared.items():
        per, type = types[name]
        if not _can_keep(c, node, type) or not _can_index(c, node, per):
            type = Unknown()
        if node.visible in ("owner", "team") and per[:1] not in ((Player(),), (Team(),)):
            c.report(problems.Misplaced(node.span, name))
        start = None
        if node.start is not None:
            with c.body_of("", "a start"):
                start = need(c, node.start, type)
        elif not _has_default(type):
            c.report(problems.NoDefault(node.span, name, type_text(type)))
        variables[name] = model.Variable(name, per, type, start, node.visible, node.span)
    return variables


def _check_bodies(c: Checker, variant: tree.Variant) -> None:
    """Check all rules and functions, each behind what it calls, so that no check goes deep."""
    declared: dict[str, tree.FunctionDecl | tree.RuleDecl] = {**c.function_decls, **c.rule_decls}
    calls = calls_of(declared)
    order = tuple(circles(calls))
    for circle in order:
        if len(circle) > LONGEST_CIRCLE:
            c.circling |= frozenset(circle)
            way = way_round(calls, circle)
            c.report(problems.Recursive(declared[circle[0]].name.span, circle[0], way))
        for name in circle:
            if name in c.function_decls:
                check_function(c, name, c.function_decls[name].span)
            if name in c.rule_decls:
                check_rule(c, name, c.rule_decls[name].span)
    for name in find_deep(calls, order):
        if name in variant.rules or name in variant.functions:
            c.report(problems.DeepCalls(declared[name].name.span, name, MOST_CALLS))


def _without(
    c: Checker, variables: Mapping[str, model.Variable], history: tree.History
) -> dict[str, model.Variable]:
    """Mark the variables in which equal positions may differ; report names of none."""
    marked = dict(variables)
    for name in history.without:
        if name.text in variables:
            marked[name.text] = replace(variables[name.text], remembered=False)
        else:
            close = nearest(name.text, variables)
            c.report(problems.UnknownName(name.span, name.text, "variable", close))
    return marked


def _can_keep(c: Checker, node: tree.StateDecl, type: Type) -> bool:
    """Say whether a variable's type has bounds; report it where it has none."""
    match type:
        case Unknown() | SetOf(Unknown()) | ListOf(Unknown()) | Optional(Unknown()):
            pass
        case ListOf(_, size) if size >= MOST_MEMBERS:
            what = say("the list `{name}`", name=node.name.text)
            c.report(problems.TooLarge(node.type.span, what, size, MOST_MEMBERS - 1))
        case _ if c.domains.shape(type) is None:
            c.report(problems.NotKept(node.type.span, node.name.text, type_text(type)))
        case _:
            return True
    return False


def _can_index(c: Checker, node: tree.StateDecl, per: tuple[Type, ...]) -> bool:
    """Say whether each index of a family is of a few single values; report those that are not."""
    for written, type in zip(node.per, per, strict=True):
        low, high = c.domains.bounds(type)
        if isinstance(type, SetOf | ListOf | Optional):
            wanted, found = "a type of single values", f"`{type_text(type)}`"
            c.report(problems.WrongType(written.span, wanted, found))
        elif not isinstance(type, Unknown) and high - low >= MOST_MEMBERS:
            c.report(problems.NotKept(written.span, node.name.text, type_text(type)))
        else:
            continue
        return False
    return Unknown() not in per


def _has_default(type: Type) -> bool:
    return isinstance(type, Optional | SetOf | ListOf | Bool | Int | Unknown)


def _check_kind(c: Checker, node: tree.PieceDecl) -> model.Kind:
    count = None if node.count is None else _check_count(c, node.count)
    symbol = node.symbol or node.name.text[:1]  # a name that could not be read is empty
    return model.Kind(node.name.text, node.owned, count, symbol, node.span)


def _check_count(c: Checker, node: tree.Expression) -> model.Expr:
    with c.body_of("", "a count"):
        return need(c, node, Int(0, MOST_PIECES))


def _check_card_count(c: Checker, node: tree.Expression) -> model.Expr:
    if isinstance(node, tree.Name) and node.text == "unlimited":
        why = "say how many there are of each card"
        c.report(problems.WrongType(node.span, "a number of cards", "`unlimited`", why))
        return model.Known(1, Int(1, 1), node.span)
    return _check_count(c, node)


MOST_PIECES = 100_000
MOST_DECISIONS = 1_000_000


NO_TEAMS = "this game has no `teams`; write `for: player`, or declare them"


def _check_zone(c: Checker, node: tree.ZoneDecl) -> model.Zone:
    if node.visible in ("owner", "team") and node.per is None:
        c.report(problems.Misplaced(node.span, node.name.text))
    if node.per == "team" and not c.domains.teams:
        c.report(problems.UnknownName(node.span, "team", "type", advice=NO_TEAMS))
    return model.Zone(node.name.text, node.per, node.visible, node.order, node.span)


def _check_end(c: Checker, node: tree.EndDecl) -> model.End | None:
    when = check_condition(c, node.when, "a condition")
    with c.body_of("", "a result"):
        result = check_conclusion(c, node.result)
    if result is None and not isinstance(node.result, tree.Bad):
        what = f"`{node.result.span.text}`"
        wanted = "`win`, `lose`, `draw`, `rank` or `pay`"
        c.report(problems.WrongType(node.result.span, wanted, what))
    return None if result is None else model.End(node.name.text, when, result, node.span)


def _check_invariant(c: Checker, node: tree.InvariantDecl) -> model.Invariant:
    if node.form == "within":
        with c.body_of("", "a condition"):
            value = need(c, node.value, Int(0, MOST_DECISIONS))
    else:
        value = check_condition(c, node.value, "`step`" if node.form == "step" else "a condition")
    return model.Invariant(node.name.text, node.form, value, node.probability, node.span)


def _check_scenario(c: Checker, node: tree.ScenarioDecl) -> model.Scenario:
    given = None if node.given is None else check_given(c, node.given)
    expect = tuple(check_condition(c, one, "an expectation") for one in node.expect)
    counted = isinstance(node.result, tree.Rank | tree.Pay)
    result = check_conclusion(c, node.result) if node.result is not None and counted else None
    return model.Scenario(node.name.text, given, expect, result, node.span)
