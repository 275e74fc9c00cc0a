"""Calls: builtins in the form that fits, functions, comprehensions and `after`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast, get_args

from fragma_dsl.library.declare import ANY_LENGTH, Builtin, Parameter
from fragma_dsl.library.types import (
    Card,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
    Nothing,
    Optional,
    Part,
    Piece,
    PlaneType,
    Player,
    SetOf,
    Site,
    Type,
    Unknown,
    Var,
)
from fragma_dsl.library.types import (
    type_text as plain_type_text,
)
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.attributes import find_attribute
from fragma_dsl.semantics.checker import Checker, candidate_fits, convert, type_text, unknown
from fragma_dsl.semantics.expressions import check, check_comprehension, is_family, need
from fragma_dsl.semantics.relate import bind, fits, site_board, substitute
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Fix
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def check_call(c: Checker, node: tree.Call, hint: Type | None) -> model.Expr:
    """Check a call in an expression."""
    if not isinstance(node.function, tree.Name):
        c.report(problems.NotCallable(node.function.span, node.function.span.text, "a value"))
        return unknown(node.span)
    name = node.function.text
    if len(node.arguments) == 1 and isinstance(node.arguments[0], tree.Comprehension):
        return _check_collect(c, node, name, node.arguments[0], hint)
    arguments = cast("tuple[tree.Expression, ...]", node.arguments)
    if name == "after":
        return _check_after(c, node, arguments, hint)
    if name == "old":
        return _check_old(c, node, arguments, hint)
    if len(arguments) == 1:
        attribute = find_attribute(c, node, name, arguments[0])
        if attribute is not None:
            return attribute
    if name in c.function_decls:
        return _check_function(c, node, name)
    if name in c.library.builtins:
        return _check_builtin(c, node, name, arguments)
    for argument in arguments:
        check(c, argument)
    if name in c.rule_decls:
        c.report(problems.RuleAsValue(node.span, name))
    elif c.find_local(name) is not None or c.names.of(name):
        local = c.find_local(name)
        meanings = c.names.of(name) if local is None else []
        what = meanings[0].what if meanings else "a local"
        family = any(is_family(c, one) for one in meanings)
        c.report(problems.NotCallable(node.function.span, name, what, family))
    else:
        advice = FOREIGN.get(name)
        known = [*c.function_decls, *c.library.builtins, "after", "old", *COLLECTS]
        close = None if advice else nearest(name, known)
        span = node.function.span
        c.report(problems.UnknownName(span, name, "function", close, advice=advice))
    return unknown(node.span)


COLLECTS: tuple[model.Collect, ...] = tuple(
    word for word in get_args(model.Collect) if word != "set"
)


_COUNT = "write `count(...)`, which counts the pieces of a place and the members of a set"
_ROLL = "declare a die under `dice`, such as `d6: 1..6`, and write `roll d6`"
FOREIGN = {
    **dict.fromkeys(("height", "len", "size", "length", "number", "total", "amount"), _COUNT),
    **dict.fromkeys(("random", "rand", "randint", "dice", "die", "roll"), _ROLL),
    **dict.fromkeys(("top", "get", "at"), "write `piece(PLACE)`, of a stack the top one"),
    **dict.fromkeys(("contains", "includes"), "write `has(PLACE, PIECE)`, or `x in set`"),
    **dict.fromkeys(("is_empty", "isEmpty", "vacant"), "write `empty(PLACE)`"),
    **dict.fromkeys(("print", "log", "say"), "texts for people stand under `texts`"),
}
"""What other languages call what here is a builtin, or is said in another way."""


def _check_collect(
    c: Checker, node: tree.Call, name: str, body: tree.Comprehension, hint: Type | None
) -> model.Expr:
    if name not in COLLECTS:
        if name in c.function_decls or name in c.library.builtins or name in c.rule_decls:
            why = say("make it a set: `{name}({{{value}}})`", name=name, value=body.span.text)
            c.report(problems.WrongType(body.span, "a value", "a comprehension", why))
        else:
            close = nearest(name, COLLECTS)
            c.report(problems.UnknownName(node.function.span, name, "function", close))
        check_comprehension(c, "set", body, node.span)
        return unknown(node.span)
    made = check_comprehension(c, name, body, node.span, hint)
    if name == "count" and isinstance(made, model.Comprehension) and _is_of_one_value(made):
        start = Span(node.span.source, node.span.start, body.value.span.end)
        c.report(problems.CountsOneValue(node.span, known_fix=Fix(start, "sum(1")))
    return made


def _is_of_one_value(made: model.Comprehension) -> bool:
    """Say whether what is collected from a list is always the same value: it is that value, or is
    kept only where it equals one from outside."""
    of = {one.local: one.source for one in made.generators}
    if isinstance(made.value, model.Known):
        return not isinstance(made.value.type, Unknown)
    if not isinstance(made.value, model.LocalRef) or made.value.local not in of:
        return False
    local = made.value.local
    return isinstance(of[local].type, ListOf) and any(
        _is_of(local, one) and _is_from_outside(other, of)
        for test in _conjuncts(made.where)
        if isinstance(test, model.Binary) and test.word == "=="
        for one, other in ((test.left, test.right), (test.right, test.left))
    )


def _is_of(local: model.Local, value: model.Expr) -> bool:
    return isinstance(value, model.LocalRef) and value.local == local


def _is_from_outside(value: model.Expr, of: Mapping[model.Local, model.Expr]) -> bool:
    match value:
        case model.LocalRef(local=local):
            return local not in of
        case _:
            return isinstance(value, model.Known | model.OptionRef)


def _conjuncts(where: model.Expr | None) -> Iterator[model.Expr]:
    if isinstance(where, model.Binary) and where.word == "and":
        yield from _conjuncts(where.left)
        yield from _conjuncts(where.right)
    elif where is not None:
        yield where


def _check_after(
    c: Checker, node: tree.Call, arguments: tuple[tree.Expression, ...], hint: Type | None
) -> model.Expr:
    call = arguments[0] if arguments else None
    if (
        len(arguments) != 2
        or not isinstance(call, tree.Call)
        or not isinstance(call.function, tree.Name)
    ):
        c.report(problems.NeedsRule(node.span))
        return unknown(node.span)
    name = call.function.text
    if name not in c.rule_decls:
        if name in c.function_decls or name in c.library.builtins:
            c.report(problems.NeedsRule(call.function.span))
        else:
            close = nearest(name, c.rule_decls)
            c.report(problems.UnknownName(call.function.span, name, "rule", close))
        return unknown(node.span)
    given = check_rule_arguments(c, call, name)
    if name in c.stopping:
        c.report(
            problems.NotHere(
                call.span, say("`{name}`, which decides, rolls or ends,", name=name), "`after`"
            )
        )
    with c.rolling(False):
        value = check(c, arguments[1], hint)
    return model.After(name, given, value, value.type, node.span)


def _check_old(
    c: Checker, node: tree.Call, arguments: tuple[tree.Expression, ...], hint: Type | None
) -> model.Expr:
    if len(arguments) != 1:
        c.report(problems.WrongCount(node.span, "old", "old(E)", len(arguments)))
        return unknown(node.span)
    if c.where != "`step`":
        where = (
            "`old`"
            if c.where == "`old`"
            else say("{where} other than the `step` of an invariant", where=c.where)
        )
        c.report(problems.NotHere(node.span, "`old`", where))
        return check(c, arguments[0], hint)
    with c.inside("`old`"):
        value = check(c, arguments[0], hint)
    return model.Old(value, value.type, node.span)


def check_rule_arguments(c: Checker, call: tree.Call, name: str) -> tuple[model.Expr, ...]:
    """Check the arguments of a rule's call, and the rule itself if this is the first."""
    rule = c.check_rule(c, name, call.span)
    declared = c.rule_decls[name].parameters
    return _check_arguments(c, call, name, declared, () if rule is None else rule.parameters)


def _check_function(c: Checker, node: tree.Call, name: str) -> model.Expr:
    function = c.check_function(c, name, node.span)
    declared = c.function_decls[name].parameters
    parameters = () if function is None else function.parameters
    given = _check_arguments(c, node, name, declared, parameters)
    if function is None or len(given) != len(parameters):
        return unknown(node.span)
    return model.FunctionCall(name, given, function.result, node.span)


def _check_arguments(
    c: Checker,
    call: tree.Call,
    name: str,
    declared: tuple[tree.Parameter, ...],
    parameters: tuple[model.Local, ...],
) -> tuple[model.Expr, ...]:
    arguments = cast("tuple[tree.Expression, ...]", call.arguments)
    if len(arguments) != len(declared):
        shown = ", ".join(one.name.text for one in declared)
        c.report(problems.WrongCount(call.span, name, f"{name}({shown})", len(arguments)))
        for argument in arguments:
            check(c, argument)
        return tuple(unknown(call.span) for _ in parameters)
    if not parameters:
        return tuple(check(c, argument) for argument in arguments)
    return tuple(
        need(c, argument, parameter.type)
        for argument, parameter in zip(arguments, parameters, strict=True)
    )


# ---- builtins


def signature_text(builtin: Builtin) -> str:
    """Write a builtin's form as docs and messages show it."""
    return f"{builtin.name}({', '.join(map(parameter_text, builtin.parameters))})"


def parameter_text(parameter: Parameter) -> str:
    """Write a parameter of a builtin."""
    type = plain_type_text(parameter.type).removesuffix(f" max {ANY_LENGTH}")
    text = type if type == parameter.name else f"{type} {parameter.name}"
    return f"[{text}]" if parameter.optional else text


def _check_builtin(
    c: Checker, node: tree.Call, name: str, arguments: tuple[tree.Expression, ...]
) -> model.Expr:
    forms = c.library.builtins[name]
    by_count = [form for form in forms if _takes(form, len(arguments))]
    if not by_count:
        for argument in arguments:
            check(c, argument)
        signature = " or ".join(signature_text(form) for form in forms)
        c.report(problems.WrongCount(node.span, name, signature, len(arguments)))
        return unknown(node.span)
    if len(by_count) == 1:
        hints = [_argument_hint(parameter.type) for parameter in by_count[0].parameters]
    else:
        hints = [_shared_hint(c, by_count, i, one) for i, one in enumerate(arguments)]
    values = [check(c, node, one) for node, one in zip(arguments, hints, strict=False)]
    form = next((one for one in by_count if _form_fits(c, one, values)), None)
    if form is None:
        if by_count[0].needs_domain and not isinstance(values[0].type, Unknown):
            wanted, one = "a player, layer or named value", values[0]
            c.report(problems.WrongType(one.span, wanted, type_text(one.type)))
        elif len(by_count) == 1:
            _convert_arguments(c, by_count[0], values)
        elif not any(isinstance(value.type, Unknown) for value in values):
            found = tuple(type_text(value.type).strip("`") for value in values)
            shown = tuple(signature_text(one) for one in by_count)
            c.report(problems.NoSuchForm(node.span, name, found, shown))
        return unknown(node.span)
    return _use_form(c, node, form, values)


def _takes(form: Builtin, count: int) -> bool:
    required = sum(not parameter.optional for parameter in form.parameters)
    return required <= count <= len(form.parameters)


def _argument_hint(type: Type) -> Type | None:
    match type:
        case Var() | SetOf(Var()) | ListOf(Var()) | Optional(Var()):
            return None
        case _:
            return type


def _shared_hint(
    c: Checker, forms: list[Builtin], index: int, node: tree.Expression
) -> Type | None:
    """Give a name with several meanings the first form in which exactly one of them fits."""
    if not isinstance(node, tree.Name) or c.find_local(node.text) is not None:
        return None
    for form in forms:
        type = form.parameters[index].type
        fitting = [one for one in c.names.of(node.text) if candidate_fits(c, one, type)]
        if len(fitting) == 1:
            return type
    return None


def _form_fits(c: Checker, form: Builtin, values: list[model.Expr]) -> bool:
    bound: dict[str, Type] = {}
    if form.needs_domain and not isinstance(values[0].type, Player | Layer | Enum | Unknown):
        return False
    return all(
        _argument_fits(c, parameter.type, value) and bind(parameter.type, value.type, bound)
        for parameter, value in zip(form.parameters, values, strict=False)
    )


def _argument_fits(c: Checker, wanted: Type, value: model.Expr) -> bool:
    if isinstance(value.type, Nothing) and not isinstance(wanted, Optional | Var):
        return False
    if isinstance(wanted, Piece) and isinstance(value.type, Kind):
        return isinstance(value, model.Known) and value.value not in c.owned_kinds
    if isinstance(wanted, SetOf) and not isinstance(value.type, SetOf | ListOf):
        return not isinstance(wanted.item, Var) and fits(value.type, wanted.item)
    return fits(value.type, wanted)


def _convert_arguments(c: Checker, form: Builtin, values: list[model.Expr]) -> list[model.Expr]:
    made: list[model.Expr] = []
    for parameter, value in zip(form.parameters, values, strict=False):
        wanted = parameter.type
        if isinstance(wanted, SetOf) and not isinstance(value.type, SetOf | ListOf | Unknown):
            item = convert(c, value, wanted.item)
            made.append(model.MakeSet((item,), SetOf(item.type), value.span))
        elif _argument_hint(wanted) is None:
            list_for_set = isinstance(wanted, SetOf) and isinstance(value.type, ListOf)
            made.append(convert(c, value, SetOf(value.type.item)) if list_for_set else value)  # type: ignore[union-attr]
        else:
            made.append(convert(c, value, wanted))
    if form.on_plane or c.domains.plane is None:
        return made
    pairs = zip(form.parameters, made, strict=False)
    return [_off_plane(c, one) if _wants_sites(parameter.type) else one for parameter, one in pairs]


def _off_plane(c: Checker, value: model.Expr) -> model.Expr:
    """Check while playing that what may be on a plane or on another board is on another."""
    match value.type:
        case Site(None) | SetOf(Site(None)):
            return model.InRange(value, 0, c.domains.sites - 1, value.type, value.span)
        case _:
            return value


def _use_form(c: Checker, node: tree.Call, form: Builtin, values: list[model.Expr]) -> model.Expr:
    bound: dict[str, Type] = {}
    for parameter, value in zip(form.parameters, values, strict=False):
        bind(parameter.type, value.type, bound)
    sets = [one for one in bound.values() if isinstance(one, SetOf | ListOf)]
    if form.compares and sets:
        span, name = values[0].span, form.name
        why = say("measure each: `{name}(count(one) for one in {sets})`", name=name, sets=span.text)
        c.report(problems.WrongType(span, "single values", type_text(sets[0]), why))
        return unknown(node.span)
    boards = [board for value in values if (board := site_board(value.type)) is not None]
    only = c.board_names[0] if len(c.board_names) == 1 else None
    result = substitute(form.result, bound, boards[0] if boards else only)
    result = _only_family(c, result)
    plane = c.domains.plane
    if plane is not None:
        fixed = [
            value
            for parameter, value in zip(form.parameters, values, strict=False)
            if _wants_sites(parameter.type) and site_board(value.type) == plane.name
        ]
        if fixed and not form.on_plane:
            c.report(problems.NotOnPlane(node.span, form.name))
        if any(isinstance(value.type, PlaneType | Part) for value in values):
            result = substitute(form.result, bound, plane.name)
    if isinstance(result, ListOf):
        result = ListOf(result.item, min(result.max, _domain_size(c, result.item)))
    arguments = _convert_arguments(c, form, values)
    if form.needs_domain:
        arguments.append(model.Known(_domain_size(c, arguments[0].type), Int(), node.span))
    return model.BuiltinCall(form, tuple(arguments), result, node.span)


def _wants_sites(type: Type) -> bool:
    match type:
        case SetOf(item) | ListOf(item, _) | Optional(item):
            return _wants_sites(item)
        case _:
            return isinstance(type, Site)


def _only_family(c: Checker, type: Type) -> Type:
    """Say which family a card is of where there is only one."""
    match type:
        case Card(None) if len(c.card_families) == 1:
            return Card(next(iter(c.card_families)))
        case SetOf(item) | Optional(item):
            return replace(type, item=_only_family(c, item))
        case _:
            return type


def _domain_size(c: Checker, type: Type) -> int:
    low, high = c.domains.bounds(type)
    return high - low + 1
