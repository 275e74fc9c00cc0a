"""Expressions: tree expressions to typed model expressions."""

import re
from typing import assert_never, cast

from fragma_dsl.library.types import (
    Bool,
    Card,
    Int,
    Kind,
    Layer,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Place,
    Player,
    SetOf,
    Site,
    Type,
    Unknown,
)
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.checker import (
    Checker,
    candidate_fits,
    convert,
    meant_form,
    report_mixed,
    type_text,
    unknown,
)
from fragma_dsl.semantics.names import Candidate
from fragma_dsl.semantics.relate import arithmetic_type, join
from fragma_dsl.syntax import tree
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Fix
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def need(c: Checker, node: tree.Expression, wanted: Type) -> model.Expr:
    """Check an expression where a type is needed."""
    return convert(c, check(c, node, wanted), wanted)


def check(c: Checker, node: tree.Expression, hint: Type | None = None) -> model.Expr:
    """Check an expression; the hint settles names with several meanings and the type of `{}`."""
    match node:
        case tree.Bad(span):
            return unknown(span)
        case tree.Name():
            return check_name(c, node, hint)
        case tree.Number(value, span):
            return model.Known(value, Int(value, value), span)
        case tree.Truth(value, span):
            return model.Known(int(value), model.BOOL, span)
        case tree.Nothing(span):
            return model.Known(-1, model.NOTHING, span)
        case tree.SetLiteral():
            return _check_set(c, node, hint)
        case tree.ListLiteral():
            return _check_list(c, node, hint)
        case tree.SetComprehension(body, span):
            return check_comprehension(c, "set", body, span, hint)
        case tree.Unary():
            return _check_unary(c, node)
        case tree.Binary():
            return _check_binary(c, node, hint)
        case tree.Range(low, high, span):
            first, last = need(c, low, Int()), need(c, high, Int())
            return model.Range(first, last, SetOf(_range_type(first, last)), span)
        case tree.Conditional():
            return _check_conditional(c, node, hint)
        case tree.Call():
            return c.check_call(c, node, hint)
        case tree.Index():
            return _check_index(c, node)
        case tree.Attribute():
            return _check_attribute(c, node)
        case tree.Roll():
            return _check_roll(c, node)
        case _:
            assert_never(node)


def _range_type(first: model.Expr, last: model.Expr) -> Type:
    if isinstance(first.type, Int) and isinstance(last.type, Int):
        return Int(first.type.low, max(first.type.low, last.type.high))
    return Int()


# ---- names


def check_name(c: Checker, node: tree.Name, hint: Type | None) -> model.Expr:
    """Check a bare name: a local, or the meaning that fits the hint."""
    local = c.find_local(node.text)
    if local is not None:
        return model.LocalRef(local, local.type, node.span)
    if node.text == "opponent":
        return _check_opponent(c, node.span)
    if not c.names.of(node.text):
        cell = _find_cell(c, node)
        if cell is not None:
            return cell
    candidate = pick_candidate(c, node, hint)
    return unknown(node.span) if candidate is None else use_candidate(c, candidate, node.span)


def _find_cell(c: Checker, node: tree.Name) -> model.Expr | None:
    """Find a site of the plane by its name, `x3y2`."""
    plane = c.domains.plane
    found = CELL.fullmatch(node.text)
    if plane is None or found is None:
        return None
    return model.Known(plane.cell(int(found[1]), int(found[2])), Site(plane.name), node.span)


CELL = re.compile(r"x([0-9]{1,3})y([0-9]{1,3})", re.ASCII)


def pick_candidate(c: Checker, node: tree.Name, hint: Type | None) -> Candidate | None:
    """Choose the meaning of a name, or report that there is none or more than one."""
    candidates = c.names.of(node.text)
    if not candidates:
        _report_unknown(c, node, hint)
        return None
    if hint is not None and len(candidates) > 1:
        candidates = [one for one in candidates if candidate_fits(c, one, hint)] or candidates
    if len(candidates) > 1 and node.text in c.card_families:
        candidates = [one for one in candidates if one.role != "kind"]  # the set of its cards
    if len(candidates) > 1:
        forms = tuple(one.qualified for one in candidates if one.qualified)
        meanings = tuple(one.what for one in candidates)
        c.report(problems.AmbiguousName(node.span, node.text, meanings, forms))
        return None
    return candidates[0]


_MOVER = "write `mover`, whose turn it is, or the name of a seat"
FOREIGN_NAMES = {
    "break": "put what ends the loop into the condition of a `while`",
    "continue": "put what is left out behind `where`, or the rest under an `if`",
    "skip": "write `pass`, which does nothing",
    **dict.fromkeys(("player", "current_player", "active_player", "me"), _MOVER),
}
"""What other languages call what here is said in another way."""


def _report_unknown(c: Checker, node: tree.Name, hint: Type | None) -> None:
    if node.text in c.function_decls or node.text in c.library.builtins:
        what = "a function" if node.text in c.function_decls else "a builtin"
        c.report(
            problems.WrongType(
                node.span, "a value", what, say("call it: `{name}(...)`", name=node.text)
            )
        )
        return
    if node.text in c.rule_decls:
        c.report(problems.RuleAsValue(node.span, node.text))
        return
    advice = FOREIGN_NAMES.get(node.text)
    values = {name for scope in c.scopes for name in scope}.union(c.names)
    close = None if advice else nearest(node.text, values, lambda name: _could_be(c, name, hint))
    c.report(problems.UnknownName(node.span, node.text, close=close, advice=advice))


def _could_be(c: Checker, name: str, hint: Type | None) -> bool:
    """Say whether a known name could stand where the hint is wanted."""
    local = c.find_local(name)
    if local is not None:
        return hint is None or join(local.type, hint) is not None
    return hint is None or any(candidate_fits(c, one, hint) for one in c.names.of(name))


def _check_opponent(c: Checker, span: Span) -> model.Expr:
    if len(c.players) != 2:
        c.report(problems.NoOpponent(span, len(c.players)))
        return model.Known(0, Player(), span)
    mover = model.StateRef("mover", (), Player(), span)
    one = model.Known(1, Int(1, 1), span)
    return model.Binary("-", one, mover, Player(), span)


def use_candidate(
    c: Checker, candidate: Candidate, span: Span, indices: tuple[model.Expr, ...] = ()
) -> model.Expr:
    """Turn a meaning with all its indices into a model expression."""
    if len(indices) != len(candidate.per):
        if not indices:
            form = f"{candidate.home}[LAYER, {candidate.name}]"
            form = form if candidate.role == "spot" else ""
            per = "layer" if candidate.role == "spot" else _per_text(candidate)
            c.report(problems.NeedsIndex(span, candidate.name, per, form))
        else:
            c.report(problems.NotIndexed(span, candidate.name, len(candidate.per)))
        return unknown(span)
    match candidate.role:
        case "value" | "kind":
            return model.Known(candidate.value, candidate.type, span)
        case "option":
            return model.OptionRef(candidate.name, candidate.type, span)
        case "variable":
            return model.StateRef(candidate.name, indices, candidate.type, span)
        case "zone":
            owner = indices[0] if indices else None
            return model.ZoneAt(candidate.name, owner, Place(), span)
        case "table":
            table = model.Known(candidate.value, ListOf(candidate.type, len(c.players)), span)
            return model.Item(table, indices[0], candidate.type, span)
        case "spot":
            return unknown(span)
        case _:
            assert_never(candidate.role)


def _per_text(candidate: Candidate) -> str:
    return type_text(candidate.per[0]).strip("`")


# ---- literals and operators


def _check_set(c: Checker, node: tree.SetLiteral, hint: Type | None) -> model.Expr:
    item_hint = hint.item if isinstance(hint, SetOf | Optional) else hint
    items = _check_items(c, node.items, item_hint)
    return model.MakeSet(items, SetOf(_item_type(c, items, item_hint)), node.span)


def _check_list(c: Checker, node: tree.ListLiteral, hint: Type | None) -> model.Expr:
    item_hint = hint.item if isinstance(hint, ListOf | SetOf) else None
    items = _check_items(c, node.items, item_hint)
    return model.MakeList(items, ListOf(_item_type(c, items, item_hint), len(items)), node.span)


def _check_items(
    c: Checker, nodes: tuple[tree.Expression, ...], hint: Type | None
) -> tuple[model.Expr, ...]:
    """Check members that should agree; without a hint, one that knows its type settles the rest."""
    clear = next((i for i, node in enumerate(nodes) if not _is_open(c, node)), None)
    if hint is not None or clear is None:
        items = [check(c, node, hint) for node in nodes]
    else:
        first = check(c, nodes[clear])
        known = _bare(first.type)
        items = [first if i == clear else check(c, node, known) for i, node in enumerate(nodes)]
    if hint == Piece() or any(_bare(item.type) == Piece() for item in items):
        items = [_as_piece(c, item) for item in items]
    return tuple(items)


def _as_piece(c: Checker, value: model.Expr) -> model.Expr:
    """Take a kind without owners for the piece that it is."""
    return convert(c, value, Piece()) if isinstance(value.type, Kind) else value


def _item_type(c: Checker, items: tuple[model.Expr, ...], hint: Type | None) -> Type:
    joined: Type = Unknown() if items or hint is None else hint
    for item in items:
        if isinstance(item.type, SetOf | ListOf):
            c.report(problems.NestedSet(item.span))
            return Unknown()
        wider = join(joined, item.type)
        if wider is None:
            report_mixed(c, item, joined)
            return joined
        joined = wider
    return joined


def _check_unary(c: Checker, node: tree.Unary) -> model.Expr:
    if node.word == "not":
        return model.Unary("not", need(c, node.operand, model.BOOL), model.BOOL, node.span)
    operand = need(c, node.operand, Int())
    if isinstance(operand, model.Known) and isinstance(operand.value, int):
        return model.Known(-operand.value, Int(-operand.value, -operand.value), node.span)
    type = operand.type
    result = Int(-type.high, -type.low) if isinstance(type, Int) else Int()
    return model.Unary("-", operand, result, node.span)


def _check_binary(c: Checker, node: tree.Binary, hint: Type | None) -> model.Expr:
    match node.word:
        case "and" | "or":
            left = need(c, node.left, model.BOOL)
            with c.rolling(False):
                right = need(c, node.right, model.BOOL)
            return model.Binary(node.word, left, right, model.BOOL, node.span)
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            return _check_comparison(c, node)
        case "in" | "not in":
            return _check_membership(c, node)
        case _:
            return _check_arithmetic(c, node, hint)


def _check_pair(
    c: Checker, left: tree.Expression, right: tree.Expression
) -> tuple[model.Expr, model.Expr]:
    """Check two sides that should agree, the one that knows its type first."""
    if _is_open(c, left) and not _is_open(c, right):
        second = check(c, right)
        return check(c, left, _bare(second.type)), second
    first = check(c, left)
    return first, check(c, right, _bare(first.type))


def _is_open(c: Checker, node: tree.Expression) -> bool:
    match node:
        case tree.Name(text):
            return c.find_local(text) is None and len(c.names.of(text)) > 1
        case tree.SetLiteral(items) | tree.ListLiteral(items):
            return not items or any(_is_open(c, item) for item in items)
        case _:
            return False


def _bare(type: Type) -> Type | None:
    match type:
        case Optional(item):
            return item
        case Unknown() | Nothing():
            return None
        case _:
            return type


def _check_comparison(c: Checker, node: tree.Binary) -> model.Expr:
    left, right = _check_pair(c, node.left, node.right)
    word = cast("model.Word", node.word)
    if node.word in ("==", "!="):
        if _bare(left.type) == Piece():
            right = _as_piece(c, right)
        elif _bare(right.type) == Piece():
            left = _as_piece(c, left)
        joined = join(left.type, right.type)
        if joined is None and isinstance(left.type, SetOf) != isinstance(right.type, SetOf):
            wide = left.type if isinstance(left.type, SetOf) else right.type
            if isinstance(left.type, ListOf):
                left, joined = convert(c, left, wide), wide
            elif isinstance(right.type, ListOf):
                right, joined = convert(c, right, wide), wide
        comparable = joined is not None and not _are_other_cards(left.type, right.type)
    elif isinstance(left.type, SetOf) and isinstance(right.type, SetOf):
        comparable = node.word == "<=" and join(left.type, right.type) is not None
        word = "subset"
    else:
        left, right = _present(left), _present(right)
        comparable = join(left.type, right.type) is not None and not isinstance(
            left.type, SetOf | ListOf | Nothing | Bool
        )
    if not comparable:
        _report_incomparable(c, node, left, right)
    return model.Binary(word, left, right, model.BOOL, node.span)


def _are_other_cards(left: Type, right: Type) -> bool:
    """Say whether two types are cards of families that share none."""
    match _bare(left), _bare(right):
        case Card(str(one)), Card(str(other)):
            return one != other
        case _:
            return False


def _report_incomparable(
    c: Checker, node: tree.Binary, left: model.Expr, right: model.Expr
) -> None:
    meant = [
        Fix(one.span, form)
        for one, other in ((left, right), (right, left))
        if (form := meant_form(one, other.type))
    ]
    fix = meant[0] if meant else None
    why = (
        say("write `{meant}` to compare numbers", meant=fix.text)
        if fix and fix.text[0] == "c"
        else None
    )
    why = why or (say("write `{meant}`", meant=fix.text) if fix else None)
    texts = type_text(left.type), type_text(right.type)
    c.report(problems.NotComparable(node.span, node.word, *texts, advice=why, known_fix=fix))


def _present(value: model.Expr) -> model.Expr:
    if isinstance(value.type, Optional):
        return model.Require(value, value.type.item, value.span)
    return value


def _check_membership(c: Checker, node: tree.Binary) -> model.Expr:
    literal = isinstance(node.right, tree.SetLiteral | tree.ListLiteral)
    if (literal or _is_open(c, node.right)) and not _is_open(c, node.left):
        member = check(c, node.left)
        known = _bare(member.type)
        group = check(c, node.right, None if known is None else SetOf(known))
    else:
        group = check(c, node.right)
        listed = group.type if isinstance(group.type, SetOf | ListOf) else None
        member = check(c, node.left, _bare(listed.item) if listed else None)
    match group.type:
        case SetOf(item) | ListOf(item, _):
            if join(member.type, item) is None:
                report_mixed(c, member, item)
        case Unknown():
            pass
        case _:
            c.report(problems.WrongType(group.span, "a set or list", type_text(group.type)))
    inside = model.Binary("in", member, group, model.BOOL, node.span)
    if node.word == "in":
        return inside
    return model.Unary("not", inside, model.BOOL, node.span)


def _check_arithmetic(c: Checker, node: tree.Binary, hint: Type | None) -> model.Expr:
    set_hint = hint if isinstance(hint, SetOf | ListOf) else None
    left = check(c, node.left, set_hint or _operand_hint(c, node.left))
    group_hint = _bare(left.type) if isinstance(left.type, SetOf | ListOf) else None
    right = check(c, node.right, group_hint or _operand_hint(c, node.right))
    if isinstance(left.type, ListOf) and node.word == "+" and isinstance(right.type, ListOf):
        joined = join(left.type.item, right.type.item)
        if joined is not None:
            size = left.type.max + right.type.max
            return model.Binary("concat", left, right, ListOf(joined, size), node.span)
    if node.word == "+" and (isinstance(left.type, ListOf) or isinstance(right.type, ListOf)):
        wrong = right if isinstance(left.type, ListOf) else left
        if not isinstance(wrong.type, Unknown):
            why = say("write `[{value}]` for a list of one", value=wrong.span.text)
            c.report(problems.WrongType(wrong.span, "a list", type_text(wrong.type), why))
        return unknown(node.span)
    if node.word in ("|", "&") or isinstance(left.type, SetOf) or isinstance(right.type, SetOf):
        return _check_set_operation(c, node, left, right)
    left, right = convert(c, left, Int()), convert(c, right, Int())
    if not isinstance(left.type, Int) or not isinstance(right.type, Int):
        return unknown(node.span)
    result = arithmetic_type(node.word, left.type, right.type)
    return model.Binary(cast("model.Word", node.word), left, right, result, node.span)


def _operand_hint(c: Checker, node: tree.Expression) -> Type | None:
    """Give the only type among the meanings of a name that a sum could be of."""
    if not isinstance(node, tree.Name) or not _is_open(c, node):
        return None
    types = [one.type for one in c.names.of(node.text)]
    fitting = [type for type in types if isinstance(type, Int | SetOf | ListOf)]
    return fitting[0] if len(fitting) == 1 else None


def _check_set_operation(
    c: Checker, node: tree.Binary, left: model.Expr, right: model.Expr
) -> model.Expr:
    if node.word not in ("|", "&", "-"):
        blamed = left if isinstance(left.type, SetOf) else right
        why = "unite sets with `|`" if node.word == "+" else None
        c.report(problems.WrongType(blamed.span, "`int`", type_text(blamed.type), why))
        return unknown(node.span)
    sides = []
    for side, other in ((left, right), (right, left)):
        if isinstance(side.type, ListOf):
            side = convert(c, side, SetOf(side.type.item))
        elif not isinstance(side.type, SetOf | Unknown):
            members = isinstance(other.type, SetOf) and join(side.type, other.type.item) is not None
            fix = Fix(side.span, f"{{{side.span.text}}}") if members else None
            why = say("write `{meant}`", meant=fix.text) if fix else None
            found = type_text(side.type)
            c.report(problems.WrongType(side.span, "a set", found, why, known_fix=fix))
            side = unknown(side.span)
        sides.append(side)
    first, second = sides
    joined = join(first.type, second.type)
    if joined is None:
        report_mixed(c, second, first.type)
        return unknown(node.span)
    word: model.Word = "without" if node.word == "-" else cast("model.Word", node.word)
    return model.Binary(word, first, second, joined if word == "|" else first.type, node.span)


def _check_conditional(c: Checker, node: tree.Conditional, hint: Type | None) -> model.Expr:
    test = need(c, node.test, model.BOOL)
    with c.rolling(False):
        nodes = (node.value, node.otherwise)
        value, otherwise = _check_items(c, nodes, hint)
    joined = join(value.type, otherwise.type)
    if joined is None:
        report_mixed(c, otherwise, value.type)
        return unknown(node.span)
    return model.Conditional(value, test, otherwise, joined, node.span)


def _check_roll(c: Checker, node: tree.Roll) -> model.Expr:
    die = c.dice.get(node.die.text)
    if die is None:
        close = nearest(node.die.text, c.dice)
        c.report(problems.UnknownName(node.die.span, node.die.text, "die", close))
        return unknown(node.span)
    if not c.may_roll:
        place = c.where if c.where != "a script" else "a part that may be skipped or repeated"
        c.report(problems.NotHere(node.span, "`roll`", place))
    return model.Roll(die.name, die.type, node.span)


# ---- brackets and dots


def _check_index(c: Checker, node: tree.Index) -> model.Expr:
    target = node.target
    if isinstance(target, tree.Name) and c.find_local(target.text) is None:
        candidates = c.names.of(target.text)
        families = [one for one in candidates if one.per and one.role != "spot"]
        if len(families) == 1:
            indices = _check_indices(c, node, families[0].per)
            return use_candidate(c, families[0], node.span, indices)
        board = next((b for b in c.domains.boards if b.name == target.text), None)
        if board is not None and board.layers:
            return _check_layered(c, node, board.name)
        if board is not None and len(node.indices) == 1:
            return need(c, node.indices[0], Site(board.name))
    value = _present(check(c, target, Kind() if isinstance(target, tree.Name) else None))
    match value.type:
        case Kind() if len(node.indices) == 1:
            return _check_piece(c, node, value)
        case ListOf(item, _) if len(node.indices) == 1:
            return model.Item(value, need(c, node.indices[0], Int()), item, node.span)
        case Kind() | ListOf():
            c.report(problems.NotIndexed(node.span, target.span.text, 1))
        case Unknown():
            for index in node.indices:
                check(c, index)
        case _:
            c.report(problems.NotIndexed(node.span, target.span.text, 0))
    return unknown(node.span)


def _check_indices(c: Checker, node: tree.Index, per: tuple[Type, ...]) -> tuple[model.Expr, ...]:
    if len(per) != len(node.indices):
        return tuple(check(c, index) for index in node.indices)
    return tuple(need(c, index, type) for index, type in zip(node.indices, per, strict=True))


def _check_piece(c: Checker, node: tree.Index, kind: model.Expr) -> model.Expr:
    owner = need(c, node.indices[0], Optional(Player()))
    if isinstance(kind, model.Known):
        if kind.value not in c.owned_kinds:
            c.report(problems.NotIndexed(node.span, node.target.span.text, 0))
            return unknown(node.span)
        owner = convert(c, owner, Player())
    return model.PieceOf(kind, owner, Piece(), node.span)


def _check_layered(c: Checker, node: tree.Index, board: str) -> model.Expr:
    if len(node.indices) > 2:
        c.report(problems.NotIndexed(node.span, board, 2))
        return unknown(node.span)
    layer = need(c, node.indices[0], Layer(board))
    if len(node.indices) == 1:
        return _layer_sites(c, board, layer, node.span)
    spot_node = node.indices[1]
    if isinstance(spot_node, tree.Name) and c.find_local(spot_node.text) is None:
        spot = c.names.member(board, spot_node.text)
        if spot is None:
            close = nearest(spot_node.text, c.names.members_of(board))
            c.report(problems.UnknownName(spot_node.span, spot_node.text, "site", close, board))
            return model.Known(0, Site(board), node.span)
        return model.SiteAt(board, layer, cast("int", spot.value), Site(board), node.span)
    place = need(c, spot_node, Site(board))
    return model.SiteAt(board, layer, place, Site(board), node.span)


def _layer_sites(c: Checker, name: str, layer: model.Expr, span: Span) -> model.Expr:
    board = c.domains.board(name)
    size = max(1, board.layer_size)
    starts = range(board.first, board.first + len(board), size)
    sets = tuple(frozenset(range(start, start + size)) for start in starts)
    type = SetOf(Site(name))
    return model.Item(model.Known(sets, ListOf(type, len(sets)), span), layer, type, span)


def _check_attribute(c: Checker, node: tree.Attribute) -> model.Expr:
    target, name = node.target, node.name
    if isinstance(target, tree.Name) and c.find_local(target.text) is None:
        member = c.names.member(target.text, name.text)
        if member is not None and member.role != "spot":
            return use_candidate(c, member, node.span)
        for layer in c.names.of(target.text):
            if isinstance(layer.type, Layer):
                return _check_layer_site(c, node, layer)
        members = c.names.members_of(target.text)
        if members and name.text not in c.library.builtins:
            close = nearest(name.text, members)
            c.report(problems.UnknownName(name.span, name.text, "member", close, target.text))
            return unknown(node.span)
    if isinstance(target, tree.Bad):
        return unknown(node.span)
    if name.text not in c.function_decls and name.text not in c.library.builtins:
        for family, index in ((name, target), (target, name)):
            per = _find_family(c, family)
            if per is not None:
                form = f"{family.span.text}[{index.span.text}]"
                c.report(problems.NeedsIndex(node.span, family.span.text, per, form))
                return unknown(node.span)
    call = tree.Call(tree.Name(name.text, name.span), (target,), node.span)
    return c.check_call(c, call, None)


def _find_family(c: Checker, node: tree.Expression | tree.Identifier) -> str | None:
    """Say what a name stands for one of each of, where it names a family."""
    if not isinstance(node, tree.Name | tree.Identifier) or c.find_local(node.text) is not None:
        return None
    found = next((one for one in c.names.of(node.text) if is_family(c, one)), None)
    if found is None:
        return None
    return _per_text(found) if found.per else "player"


def is_family(c: Checker, candidate: Candidate) -> bool:
    """Say whether a meaning of a name is one for each of something."""
    is_kind = isinstance(candidate.type, Kind)
    return bool(candidate.per) or (is_kind and candidate.value in c.owned_kinds)


def _check_layer_site(c: Checker, node: tree.Attribute, layer: Candidate) -> model.Expr:
    home = cast("Layer", layer.type).board
    spot = c.names.member(home, node.name.text)
    if spot is None or not isinstance(spot.value, int):
        close = nearest(node.name.text, c.names.members_of(home))
        c.report(problems.UnknownName(node.name.span, node.name.text, "site", close, home))
        return unknown(node.span)
    board = c.domains.board(home)
    site = board.first + cast("int", layer.value) * board.layer_size + spot.value
    return model.Known(site, Site(home), node.span)


# ---- comprehensions


def check_generators(
    c: Checker, generators: tuple[tree.Generator, ...]
) -> tuple[model.Generator, ...]:
    """Check generators in order, each bound for those behind it, in the scope that is open."""
    made = []
    for generator in generators:
        twin = c.scopes[-1].get(generator.name.text)
        if twin is not None:
            c.report(problems.Taken(generator.name.span, twin.name, "bound here", twin.span))
        source = _check_source(c, generator.source)
        match source.type:
            case SetOf(item) | ListOf(item, _):
                local = c.bind(generator.name, item)
            case _:
                local = c.bind(generator.name, Unknown())
                if not isinstance(source.type, Unknown):
                    found = type_text(source.type)
                    number = isinstance(source.type, Int)
                    why = (
                        say("count with a range: `1..{number}`", number=source.span.text)
                        if number
                        else None
                    )
                    c.report(problems.WrongType(source.span, "a set or list", found, why))
        made.append(model.Generator(local, source))
    return tuple(made)


def _check_source(c: Checker, node: tree.Expression) -> model.Expr:
    """Check what a generator runs through; a name that may be a set is meant as one."""
    if isinstance(node, tree.Name) and c.find_local(node.text) is None:
        sets = [one for one in c.names.of(node.text) if isinstance(one.type, SetOf | ListOf)]
        if len(sets) == 1 and not sets[0].per:
            return use_candidate(c, sets[0], node.span)
    return check(c, node)


def check_conditions(
    c: Checker, where: tree.Expression | None, best: tree.Best | None
) -> tuple[model.Expr | None, model.Best | None]:
    """Check `where` and `with most`, in the scope of the generators."""
    condition = None if where is None else need(c, where, model.BOOL)
    kept = None if best is None else model.Best(best.word == "most", need(c, best.value, Int()))
    return condition, kept


def check_comprehension(
    c: Checker,
    collect: model.Collect,
    node: tree.Comprehension,
    span: Span,
    hint: Type | None = None,
) -> model.Expr:
    """Check what stands in set braces or is the sole argument of any, all, count, ..."""
    with c.scope(), c.rolling(False):
        generators = check_generators(c, node.generators)
        where, best = check_conditions(c, node.where, node.best)
        match collect:
            case "any" | "all":
                value, type = need(c, node.value, model.BOOL), cast("Type", model.BOOL)
            case "sum":
                value, type = need(c, node.value, Int()), Int()
            case "min" | "max":
                value = need(c, node.value, Int())
                type = value.type
            case _:
                item_hint = hint.item if isinstance(hint, SetOf) else None
                value = check(c, node.value, item_hint)
                if isinstance(value.type, SetOf | ListOf):
                    c.report(_nested(collect, value.span, span))
                    value = unknown(value.span)
                type = _collected(collect, value.type)
    return model.Comprehension(collect, value, generators, where, best, type, span)


def _nested(collect: model.Collect, value: Span, whole: Span) -> problems.NestedSet:
    """Make the problem of sets that are to be collected, with the way to count them."""
    if collect != "count":
        return problems.NestedSet(value)
    fix = Fix(Span(whole.source, whole.start, value.end), "sum(1")
    return problems.NestedSet(value, known_fix=fix, advice=problems.CountsOneValue.remedy)


def _collected(collect: model.Collect, item: Type) -> Type:
    match collect:
        case "set":
            return SetOf(item)
        case "count":
            return Int(0, max(0, Int().high))
        case _:
            return item
