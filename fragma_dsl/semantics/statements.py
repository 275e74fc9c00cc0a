"""Statements: tree statements to typed model statements; bodies of rules and functions, each
once."""

from dataclasses import replace
from typing import assert_never

from fragma_dsl.library.types import (
    Card,
    Enum,
    Int,
    Kind,
    ListOf,
    Nothing,
    Piece,
    Place,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    Unknown,
)
from fragma_dsl.library.types import Optional as OptionalType
from fragma_dsl.library.types import type_text as plain_type_text
from fragma_dsl.semantics import card_problems, model, problems
from fragma_dsl.semantics.calls import check_rule_arguments
from fragma_dsl.semantics.checker import Checker, Where, convert, report_mixed, type_text, unknown
from fragma_dsl.semantics.expressions import (
    check,
    check_conditions,
    check_generators,
    need,
    pick_candidate,
    use_candidate,
)
from fragma_dsl.semantics.names import Candidate
from fragma_dsl.semantics.relate import join, site_board
from fragma_dsl.semantics.resolve_types import resolve_type
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Fix, Label
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def check_block(c: Checker, block: tree.Block) -> model.Block:
    """Check the statements of a block in a scope of their own."""
    with c.scope():
        return tuple(made for one in block.statements for made in _check_statement(c, one))


def _check_statement(c: Checker, node: tree.Statement) -> model.Block:
    with c.rolling(c.where == "a script"):
        return _check_kind(c, node)


def _check_kind(c: Checker, node: tree.Statement) -> model.Block:
    match node:
        case tree.Bad() | tree.Pass():
            return ()
        case tree.Let():
            return _check_let(c, node)
        case tree.Assign():
            return _check_assign(c, node)
        case tree.Move() | tree.Place() | tree.Remove() | tree.Capture() | tree.Remember():
            return _check_effect(c, node)
        case tree.DrawCard() | tree.Deal():
            return _check_draw(c, node)
        case tree.Shuffle(place, span):
            _require_script(c, span, "`shuffle`")
            zone = _check_zone(c, place)
            if zone is None:
                return ()
            order = c.zones[zone.zone].order
            if order != "stacked":
                c.report(card_problems.NoOrder(place.span, zone.zone, order))
                return ()
            return (model.Shuffle(zone, _height_of(c, zone), span),)
        case tree.Reveal(what, players, span):
            shown = _check_hidden(c, what, span)
            viewers = None if players is None else _check_players(c, players)
            return () if shown is None else (model.Show(shown, viewers, True, span),)
        case tree.Hide(what, span):
            shown = _check_hidden(c, what, span)
            return () if shown is None else (model.Show(shown, None, False, span),)
        case tree.If():
            return (_check_if(c, node, 0),)
        case tree.For():
            return (_check_for(c, node),)
        case tree.While(test, body, span):
            return (model.While(need(c, test, model.BOOL), check_block(c, body), span),)
        case tree.Repeat(times, body, span):
            return (model.Repeat(need(c, times, Int()), check_block(c, body), span),)
        case tree.Choose():
            return _check_choose(c, node)
        case tree.Evaluate():
            return _check_evaluate(c, node)
        case tree.Return():
            return _check_return(c, node)
        case tree.Again(span):
            return _assign_state(c, "goes_again", model.Known(1, model.BOOL, span), span)
        case tree.Out(player, span):
            return _check_out(c, player, span)
        case tree.Win() | tree.Lose() | tree.Tie() | tree.Rank() | tree.Pay():
            conclude = check_conclusion(c, node)
            _require_script(c, node.span, f"`{node.span.text.split()[0]}`")
            return () if conclude is None else (conclude,)
        case tree.CheckEnd(span):
            _require_script(c, span, "`check end`")
            return (model.CheckEnd(span),)
        case _:
            assert_never(node)


def _require_script(c: Checker, span: Span, what: str) -> None:
    if c.where != "a script":
        c.report(problems.NotHere(span, what, c.where))


def _require_effects(c: Checker, span: Span, what: str) -> None:
    if c.where not in ("a script", "`given`"):
        c.report(problems.NotHere(span, what, c.where))


# ---- values


def _check_let(c: Checker, node: tree.Let) -> model.Block:
    if node.type is not None:
        type = resolve_type(c, node.type)
        value = need(c, node.value, type)
        return (model.SetLocal(c.bind(node.name, type), value, node.span),)
    value = check(c, node.value)
    if isinstance(value.type, Nothing) or _is_empty(value):
        found = "an empty list" if isinstance(value, model.MakeList) else type_text(value.type)
        why = say("say its type: `let TYPE {name} = ...`", name=node.name.text)
        c.report(problems.WrongType(value.span, "a value with a type", found, why))
    type = Int() if isinstance(value.type, Int) else value.type
    local = c.bind(node.name, type)
    if isinstance(type, ListOf):
        c.short_lists.add(local)
    return (model.SetLocal(local, value, node.span),)


def _is_empty(value: model.Expr) -> bool:
    return isinstance(value, model.MakeSet | model.MakeList) and not value.items


OPERATORS: dict[str, tree.BinaryWord] = {"+=": "+", "-=": "-", "|=": "|"}


def _check_assign(c: Checker, node: tree.Assign) -> model.Block:
    target = _find_target(c, node)
    if target is None:
        return ()
    if node.word == "=":
        value = need(c, node.value, target.type)
    elif node.word != "|=" and isinstance(target.type, Site | Place | Piece):
        wanted, found = type_text(Int()), type_text(target.type)
        c.report(problems.WrongType(node.target.span, wanted, found))
        return ()
    else:
        word = tree.Binary(OPERATORS[node.word], node.target, node.value, node.span)
        value = convert(c, check(c, word), target.type)
    if isinstance(target, model.LocalRef):
        _check_length(c, target.local, value)
        return (model.SetLocal(target.local, value, node.span),)
    _require_effects(c, node.span, "an assignment to state")
    return (model.SetState(target.name, target.indices, value, node.span),)


def _find_target(c: Checker, node: tree.Assign) -> model.LocalRef | model.StateRef | None:
    """Check what is assigned to; a name that nothing has is taken for a local from there on."""
    name = node.target
    is_new = (
        isinstance(name, tree.Name)
        and c.find_local(name.text) is None
        and not c.names.of(name.text)
        and name.text != "opponent"
    )
    if not is_new or not isinstance(name, tree.Name):
        target = _check_target(c, node.target)
        if target is None:
            check(c, node.value, _meant_type(c, node.target))
        return target
    _report_new(c, node, name)
    value = check(c, node.value)
    type = Int() if isinstance(value.type, Int) else value.type
    c.bind(tree.Identifier(name.text, name.span), Unknown() if _is_empty(value) else type)
    return None


def _report_new(c: Checker, node: tree.Assign, name: tree.Name) -> None:
    """Report an assignment to a name that is neither a variable's nor a local's."""
    span, text = name.span, name.text
    inner = {one for scope in c.scopes for one in scope}

    def is_assignable(known: str) -> bool:
        return known in inner or any(one.role == "variable" for one in c.names.of(known))

    close = nearest(text, inner.union(c.names), is_assignable)
    start = Span(span.source, span.start, span.start)
    fix = Fix(start, "let ") if node.word == "=" else None
    if node.word == "=":
        advice = say(
            "for a name that is new write `let {line}`", line=node.span.text.splitlines()[0]
        )
    else:
        advice = say(
            "declare `{name}` under `state`, or begin it with `let {name} = ...`", name=text
        )
    named = {"a function": c.function_decls, "a rule": c.rule_decls}
    what = next((what for what, known in named.items() if text in known), None)
    what = "a builtin" if text in c.library.builtins else what
    if what is not None:
        c.report(
            problems.NotAssignable(
                span, say("`{name}`, {what}", name=text, what=what), advice=advice, known_fix=fix
            )
        )
    elif close is not None:
        c.report(problems.UnknownName(span, text, close=close))
    else:
        c.report(problems.UnknownName(span, text, advice=advice, known_fix=fix))


_INSTEAD = {
    "zone": "bring pieces there with `move` and `place`, take them away with `remove`",
    "option": "options do not change; what does is declared under `state`",
    "value": "what changes is declared under `state`",
    "kind": "bring pieces on the table with `place`, off it with `remove`",
    "table": "what changes is declared under `state`",
    "spot": "bring pieces there with `move` and `place`",
}


def _instead(candidate: Candidate) -> str | None:
    """Say what to do instead of an assignment to something that stays as it is."""
    is_site = isinstance(candidate.type, Site) and candidate.role == "value"
    return _INSTEAD.get("spot" if is_site else candidate.role)


def _check_length(c: Checker, local: model.Local, value: model.Expr) -> None:
    """Report a list that cannot be as long as it has to for a local that does not say its type."""
    match local.type, value.type:
        case ListOf(item, most), ListOf(max=found) if local in c.short_lists and found > most:
            wider = plain_type_text(ListOf(item, max(found, 9)))
            why = say(
                "say how long it may grow: `let {type} {name} = ...`", type=wider, name=local.name
            )
            texts = type_text(local.type), type_text(value.type)
            c.report(problems.WrongType(value.span, *texts, why, Label(local.span, "begun here")))
        case _:
            pass


def _meant_type(c: Checker, target: tree.Expression) -> Type | None:
    """Give the type of what cannot be assigned, so that the value beside it is read as meant."""
    name = target.target if isinstance(target, tree.Index) else target
    meanings = c.names.of(name.text) if isinstance(name, tree.Name) else []
    return meanings[0].type if meanings else None


def _check_target(c: Checker, node: tree.Expression) -> model.LocalRef | model.StateRef | None:
    if isinstance(node, tree.Bad):
        return None
    name = node.target if isinstance(node, tree.Index) else node
    if isinstance(name, tree.Name) and c.find_local(name.text) is None:
        if name.text == "opponent":
            c.report(problems.NotAssignable(node.span, "the other player"))
            return None
        variables = [one for one in c.names.of(name.text) if one.role == "variable"]
        if not variables:
            candidate = pick_candidate(c, name, None)
            if candidate is not None:
                what, advice = candidate.what, _instead(candidate)
                c.report(problems.NotAssignable(node.span, what, advice=advice))
            return None
        if isinstance(node, tree.Name):
            made = use_candidate(c, variables[0], node.span)
            return made if isinstance(made, model.StateRef) else None
    made = check(c, node)
    if isinstance(made, model.LocalRef | model.StateRef):
        return made
    if not isinstance(made.type, Unknown):
        c.report(problems.NotAssignable(node.span, f"`{node.span.text}`"))
    return None


def _assign_state(c: Checker, name: str, value: model.Expr, span: Span) -> model.Block:
    _require_effects(c, span, f"`{span.text.split()[0]}`")
    return (model.SetState(name, (), value, span),)


def _check_out(c: Checker, player: tree.Expression, span: Span) -> model.Block:
    players = _check_players(c, player)
    playing = model.StateRef("playing", (), SetOf(Player()), span)
    left = model.Binary("without", playing, players, SetOf(Player()), span)
    return _assign_state(c, "playing", left, span)


# ---- pieces


def _check_effect(
    c: Checker, node: tree.Move | tree.Place | tree.Remove | tree.Capture | tree.Remember
) -> model.Block:
    _require_effects(c, node.span, f"`{node.span.text.split()[0]}`")
    match node:
        case tree.Move(what, target, pose, span):
            move = _check_move(c, what, need(c, target, Place()), span)
            return (replace(move, pose=_check_pose(c, pose, move.target)),)
        case tree.Remove(what, span):
            return (_check_move(c, what, None, span),)
        case tree.Place(what, target, pose, span):
            some, piece = _check_count(c, what), _check_piece(c, what)
            place = need(c, target, Place())
            posed = _check_pose(c, pose, place)
            return (model.MovePiece(some, piece, None, place, True, span, posed),)
        case tree.Capture(site, span):
            return (model.Clear(need(c, site, Place()), span),)
        case tree.Remember(span):
            return (model.Remember(span),)
        case _:
            assert_never(node)


def _check_pose(
    c: Checker, node: tree.Expression | None, target: model.Expr | None
) -> model.Expr | None:
    if node is None:
        return None
    plane = c.domains.plane
    board = None if target is None else site_board(target.type)
    if isinstance(target, model.ZoneAt) or board not in (None, plane.name if plane else None):
        c.report(problems.PoseElsewhere(node.span))
    return need(c, node, Enum("pose"))


def _check_move(
    c: Checker, what: tree.AnyPiece | tree.Some, target: model.Expr | None, span: Span
) -> model.MovePiece:
    one = model.Known(1, Int(1, 1), span)
    if isinstance(what, tree.AnyPiece):
        site = need(c, what.place, Place())
        return model.MovePiece(one, None, site, target, False, span)
    count, piece = _check_count(c, what), _check_moved(c, what, span)
    origin = None if what.origin is None else need(c, what.origin, Place())
    if origin is None and _may_be_several(c, piece):
        c.report(problems.NoOrigin(what.span, what.piece.span.text))
    return model.MovePiece(count, piece, origin, target, False, span)


def _check_count(c: Checker, what: tree.Some) -> model.Expr | None:
    match what.count:
        case None:
            return model.Known(1, Int(1, 1), what.span)
        case tree.AllPieces():
            return None
        case written:
            number = check(c, written, Int())
            if isinstance(number.type, Site | Place | Piece):
                found = type_text(number.type)
                c.report(problems.WrongType(written.span, type_text(Int()), found))
                return unknown(written.span)
            return convert(c, number, Int(0, Int().high))


def _check_moved(c: Checker, what: tree.Some, statement: Span) -> model.Expr:
    """Check a piece that stands somewhere; a site in its place is most likely where it stands."""
    if isinstance(what.count, tree.AllPieces) and what.origin is not None and _is_any(what.piece):
        return _report_all(c, what, what.origin.span, statement, "a builtin")
    piece = check(c, what.piece, Piece())
    if isinstance(what.count, tree.AllPieces):
        if isinstance(piece.type, Site | Place) and what.origin is None:
            return _report_all(c, what, piece.span, statement, type_text(piece.type))
        if isinstance(piece.type, SetOf) and what.origin is not None:
            return _report_all(c, what, what.origin.span, statement, type_text(piece.type))
    known = isinstance(piece, model.Known) and piece.value in c.owned_kinds
    if isinstance(piece.type, Kind) and known and what.origin is not None:
        origin = Span(what.span.source, what.piece.span.end, what.origin.span.end)
        form = f"piece{origin.text}"
        name = piece.span.text
        c.report(problems.NeedsIndex(piece.span, name, "player", other=" ".join(form.split())))
        return unknown(piece.span)
    if isinstance(piece.type, Site | Place) and what.origin is None:
        meant = f"piece on {piece.span.text}"
        fix = Fix(piece.span, meant)
        texts = type_text(Piece()), type_text(piece.type)
        why = say("write `{meant}`", meant=meant)
        c.report(problems.WrongType(piece.span, *texts, why, known_fix=fix))
        return unknown(piece.span)
    return convert(c, piece, Piece())


def _is_any(piece: tree.Expression) -> bool:
    return isinstance(piece, tree.Name) and piece.text == "piece"


def _report_all(
    c: Checker, what: tree.Some, place: Span, statement: Span, found: str
) -> model.Expr:
    """Report `all` without a sort of piece: what a place holds goes sort by sort."""
    name = next(name for name in ("x", "y", "z") if name not in c.names)
    text = statement.text
    before = text[: what.span.start - statement.start]
    behind = text[what.span.end - statement.start :]
    where = place.text
    loop = f"for {name} in pieces({where}): {before}all {name} from {where}{behind}"
    form = "go through what is there, sort by sort: `for {name} in pieces({place}): ...`"
    why = say(form, name=name, place=where)
    line = statement.source.text[: statement.start].rpartition("\n")[2]
    fix = None if line.strip() else Fix(statement, loop)  # no loop stands behind a `:`
    c.report(problems.WrongType(what.piece.span, type_text(Piece()), found, why, known_fix=fix))
    return unknown(what.piece.span)


def _check_piece(c: Checker, what: tree.Some) -> model.Expr:
    return need(c, what.piece, Piece())


def _may_be_several(c: Checker, piece: model.Expr) -> bool:
    match piece:
        case model.PieceOf(kind=model.Known(value=kind)):
            return kind not in c.single_kinds
        case model.Known():
            return False  # reported before
        case _:
            return False  # found at run time, where there is only one


# ---- cards


def _check_zone(c: Checker, node: tree.Expression) -> model.ZoneAt | None:
    zone = need(c, node, Place())
    if isinstance(zone, model.ZoneAt):
        return zone
    if not isinstance(zone.type, Unknown):
        c.report(problems.WrongType(zone.span, "the name of a zone", type_text(zone.type)))
    return None


def _check_draw(c: Checker, node: tree.DrawCard | tree.Deal) -> model.Block:
    _require_script(c, node.span, "`draw`" if isinstance(node, tree.DrawCard) else "`deal`")
    origin, target = _check_zone(c, node.origin), need(c, node.target, Place())
    thing: Type = Piece()
    if c.card_families and len(c.owned_kinds) == len(c.card_families) == c.domains.kinds:
        thing = Card(next(iter(c.card_families))) if len(c.card_families) == 1 else Card()
    name = node.name if isinstance(node, tree.DrawCard) else tree.Identifier("card", node.span)
    top = None
    if origin is not None and c.zones[origin.zone].order == "stacked":
        top = _top_of(c, origin)
    if isinstance(node, tree.DrawCard):
        local = c.bind(name, thing)
        return () if origin is None else (model.Draw(local, origin, target, top, node.span),)
    times = None if node.count is None else need(c, node.count, Int(0, Int().high))
    if origin is None:
        return ()
    one = model.Draw(model.Local(name.text, thing, name.span), origin, target, top, node.span)
    return (one,) if times is None else (model.Repeat(times, (one,), node.span),)


def _top_of(c: Checker, zone: model.ZoneAt) -> model.Expr:
    form = next(form for form in c.library.builtins["piece"] if form.parameters[0].type == Place())
    return model.BuiltinCall(form, (zone,), OptionalType(Piece()), zone.span)


def _height_of(c: Checker, zone: model.ZoneAt) -> model.Expr:
    forms = c.library.builtins["count"]
    form = next(f for f in forms if [one.type for one in f.parameters] == [Place()])
    return model.BuiltinCall(form, (zone,), form.result, zone.span)


def _check_hidden(
    c: Checker, node: tree.Expression, span: Span
) -> model.ZoneAt | model.StateRef | None:
    _require_effects(c, span, f"`{span.text.split()[0]}`")
    value = check(c, node)
    if isinstance(value, model.ZoneAt | model.StateRef):
        declared = c.zones[value.zone] if isinstance(value, model.ZoneAt) else c.state[value.name]
        if declared.visible == "all":
            name, word = declared.name.text, span.text.split()[0]
            c.report(card_problems.NothingHidden(node.span, name, word, declared.span))
        return value
    if not isinstance(value.type, Unknown):
        found = type_text(value.type)
        c.report(problems.WrongType(value.span, "a zone or a variable", found))
    return None


# ---- branches and loops


def _check_if(c: Checker, node: tree.If, index: int) -> model.If:
    test, body = node.branches[index]
    checked = need(c, test, model.BOOL)
    then = check_block(c, body)
    if index + 1 < len(node.branches):
        with c.rolling(c.where == "a script"):
            otherwise: model.Block = (_check_if(c, node, index + 1),)
    else:
        otherwise = () if node.otherwise is None else check_block(c, node.otherwise)
    return model.If(checked, then, otherwise, test.span)


def _check_for(c: Checker, node: tree.For) -> model.For:
    with c.scope(), c.rolling(False):
        generators = check_generators(c, node.generators)
        where = None if node.where is None else need(c, node.where, model.BOOL)
        body = check_block(c, node.body)
    if where is not None:
        body = (model.If(where, body, (), where.span),)
    for generator in reversed(generators):
        loop = model.For(generator, body, node.span)
        body = (loop,)
    return loop


# ---- decisions


def _check_choose(c: Checker, node: tree.Choose) -> model.Block:
    _require_script(c, node.span, "a decision")
    with c.rolling(False):
        if node.decider is None:
            decider: model.Expr = model.StateRef("mover", (), Player(), node.span)
        else:
            decider = need(c, node.decider, Player())
    options = []
    for option in node.options:
        if isinstance(option, tree.Bad):
            continue
        with c.scope():
            with c.rolling(False):
                generators = check_generators(c, option.generators)
                _require_single(c, generators)
                where, best = check_conditions(c, option.where, option.best)
            body = () if option.body is None else check_block(c, option.body)
            name = option.name.text
            options.append(model.Option(name, generators, where, best, body, option.span))
            if node.binds:
                kept = [generator.local for generator in generators]
        if node.binds:
            c.scopes[-1].update((local.name, local) for local in kept)
    otherwise = None if node.otherwise is None else check_block(c, node.otherwise)
    prompt = None if node.prompt is None else node.prompt.text
    options_made = tuple(options)
    return (model.Choose(decider, prompt, options_made, otherwise, node.secret, node.span),)


def _require_single(c: Checker, arguments: tuple[model.Generator, ...]) -> None:
    """Report arguments of an option that are sets: an action is written with single values."""
    for one in arguments:
        if isinstance(one.local.type, SetOf | ListOf):
            sets = one.source.span.text
            why = say("choose a number: `n in 0..count({sets}) - 1`", sets=sets)
            found = type_text(one.source.type)
            c.report(problems.WrongType(one.source.span, "single values", found, why))


# ---- calls and ends


def _check_evaluate(c: Checker, node: tree.Evaluate) -> model.Block:
    call = node.value
    if isinstance(call, tree.Bad):
        return ()
    if not isinstance(call, tree.Call) or not isinstance(call.function, tree.Name):
        _check_unused(c, call)
        return ()
    name = call.function.text
    if name not in c.rule_decls:
        if name in c.function_decls or name in c.library.builtins or name == "after":
            _check_unused(c, call)
        else:
            close = nearest(name, [*c.rule_decls, *c.function_decls])
            c.report(problems.UnknownName(call.function.span, name, "rule", close))
        return ()
    arguments = check_rule_arguments(c, call, name)
    if c.where == "a function":
        c.report(problems.NotHere(node.span, say("the rule `{name}`", name=name), c.where))
    elif c.where != "a script" and name in c.stopping:
        c.report(
            problems.NotHere(
                node.span, say("`{name}`, which decides, rolls or ends,", name=name), c.where
            )
        )
    return (model.CallRule(name, arguments, node.span),)


def _check_unused(c: Checker, node: tree.Expression) -> None:
    """Report a value that nothing uses, unless it is wrong in itself."""
    if isinstance(node, tree.Name) and node.text in c.rule_decls:
        c.report(problems.Unused(node.span, say("call it: `{name}(...)`", name=node.text)))
        return
    before = len(c.problems)
    with c.rolling(True):
        check(c, node)
    if len(c.problems) > before:
        return
    if isinstance(node, tree.Binary) and node.word == "==":
        c.report(problems.Unused(node.span, "write `=` to assign"))
    else:
        c.report(problems.Unused(node.span))


def _check_return(c: Checker, node: tree.Return) -> model.Block:
    value = check(c, node.value)
    if c.where != "a function":
        c.report(problems.NotHere(node.span, "`return`", c.where))
        return ()
    c.returns.append(value)
    return (model.Return(value, node.span),)


def _check_players(c: Checker, node: tree.Expression) -> model.Expr:
    value = check(c, node, Team() if _is_team(c, node) else Player())
    if isinstance(value.type, Team):
        return _members(c, value)
    if isinstance(value.type, SetOf) and isinstance(value.type.item, Team):
        return _members_of_all(c, value)
    if isinstance(value.type, SetOf | ListOf):
        return convert(c, value, SetOf(Player()))
    player = convert(c, value, Player())
    return model.MakeSet((player,), SetOf(Player()), player.span)


def _members(c: Checker, team: model.Expr) -> model.Expr:
    (members,) = c.library.builtins["members"]
    return model.BuiltinCall(members, (team,), SetOf(Player()), team.span)


def _members_of_all(c: Checker, teams: model.Expr) -> model.Expr:
    span = teams.span
    team, player = model.Local("team", Team(), span), model.Local("member", Player(), span)
    generators = (
        model.Generator(team, teams),
        model.Generator(player, _members(c, model.LocalRef(team, Team(), span))),
    )
    member = model.LocalRef(player, Player(), span)
    everybody = SetOf(Player())
    return model.Comprehension("set", member, generators, None, None, everybody, span)


def _is_team(c: Checker, node: tree.Expression) -> bool:
    """Say whether a bare name is a team and no player."""
    if not isinstance(node, tree.Name) or c.find_local(node.text) is not None:
        return False
    types = [candidate.type for candidate in c.names.of(node.text)]
    return Team() in types and Player() not in types


def check_conclusion(c: Checker, node: tree.Statement) -> model.Conclude | None:
    """Check a statement that ends the game."""
    each = model.Local("player", Player(), node.span)
    ref = model.LocalRef(each, Player(), node.span)
    match node:
        case tree.Win(players, span) | tree.Lose(players, span):
            chosen = _check_players(c, players)
            value: model.Expr = model.Binary("in", ref, chosen, model.BOOL, span)
            kind = "win" if isinstance(node, tree.Win) else "lose"
            return model.Conclude(kind, each, value, span)  # type: ignore[arg-type]
        case tree.Tie(span):
            return model.Conclude("draw", each, model.Known(0, Int(0, 0), span), span)
        case tree.Rank(player, amount, span) | tree.Pay(player, amount, span):
            with c.scope():
                local = c.bind(player, Player())
                value = need(c, amount, Int())
            kind = "rank" if isinstance(node, tree.Rank) else "pay"
            return model.Conclude(kind, local, value, span)  # type: ignore[arg-type]
        case _:
            return None


# ---- bodies

LONGEST_CIRCLE = 3
"""How many rules or functions may call each other for their calls to be followed; of a longer
circle it is told as a whole."""


def _is_recursive(c: Checker, name: str, span: Span) -> bool:
    """Report a call of what is just being checked."""
    if name in c.busy:
        c.report(problems.Recursive(span, name, tuple(c.busy[c.busy.index(name) :])))
        return True
    return bool(c.busy) and name in c.circling and name not in {**c.rules, **c.functions}


def check_rule(c: Checker, name: str, span: Span) -> model.Rule | None:
    """Check a rule at its first call; a call from within itself is reported."""
    if _is_recursive(c, name, span):
        return None
    if name in c.rules:
        return c.rules[name]
    node = c.rule_decls[name]
    with c.body_of(name, "a script"):
        parameters = _bind_parameters(c, node.parameters)
        body = check_block(c, node.body)
    rule = model.Rule(name, parameters, body, name in c.stopping, node.span)
    c.rules[name] = rule
    return rule


def check_function(c: Checker, name: str, span: Span) -> model.Function | None:
    """Check a function at its first call; a call from within itself is reported."""
    if _is_recursive(c, name, span):
        return None
    if name in c.functions:
        return c.functions[name]
    node = c.function_decls[name]
    with c.body_of(name, "a function"):
        parameters = _bind_parameters(c, node.parameters)
        body, result = _check_function_body(c, node)
    function = model.Function(name, parameters, result, body, node.span)
    c.functions[name] = function
    return function


def _bind_parameters(c: Checker, parameters: tuple[tree.Parameter, ...]) -> tuple[model.Local, ...]:
    locals_ = []
    for parameter in parameters:
        name = parameter.name
        if name.text in c.scopes[-1]:
            c.report(problems.Taken(name.span, name.text, "a parameter"))
        locals_.append(c.bind(name, resolve_type(c, parameter.type)))
    return tuple(locals_)


def _check_function_body(c: Checker, node: tree.FunctionDecl) -> tuple[model.Block, Type]:
    statements = node.body.statements
    if len(statements) == 1 and isinstance(statements[0], tree.Evaluate):
        value = check(c, statements[0].value)
        return (model.Return(value, value.span),), value.type
    body = check_block(c, node.body)
    if not _always_returns(body) and not any(isinstance(one, tree.Bad) for one in statements):
        c.report(problems.NoReturn(node.name.span, node.name.text))
    result: Type = Unknown()
    for value in c.returns:
        joined = join(result, value.type)
        if joined is None:
            report_mixed(c, value, result)
            return body, Unknown()
        result = joined
    return body, result


def _always_returns(body: model.Block) -> bool:
    match body[-1] if body else None:
        case model.Return():
            return True
        case model.If(_, then, otherwise):
            return _always_returns(then) and _always_returns(otherwise)
        case model.While(model.Known(value)):
            return bool(value)
        case _:
            return False


def check_condition(c: Checker, node: tree.Expression, where: Where) -> model.Expr:
    """Check a condition that stands outside any script."""
    with c.body_of("", where):
        return need(c, node, model.BOOL)


def check_given(c: Checker, block: tree.Block) -> model.Block:
    """Check a scenario's `given`."""
    with c.body_of("", "`given`"):
        return check_block(c, block)
