"""Scenarios: an entry of `scenarios` to a worked example, its actions as texts."""

import re
from typing import cast

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.pieces_of_text import split_text
from fragma_dsl.syntax.words import is_name
from fragma_dsl.text.problem import Fix, Problem

_MOVE = re.compile(r"[^;\n]+")
_ROLL = re.compile(r"roll\s+(-?\w+)")
_DRAW = re.compile(r"draw ([^\W\d]\w*)")
_ACTION = re.compile(r"([^\W\d]\w*)\s*(\(.*\))?", re.DOTALL)
_OUTER_COMMA = re.compile(r",(?![^(]*\))")
_ARGUMENT_SIGNS = re.compile(r"[\w\s.,()\[\]{}-]*")
_PARTNERS = {")": "(", "]": "[", "}": "{"}


def make_scenario(entry: v.Entry, problems: list[Problem]) -> t.ScenarioDecl:
    """Make a scenario."""
    fields = entry.value if isinstance(entry.value, v.Fields) else v.Fields({}, {}, entry.span)
    options = fields.find("options", v.Entries)
    chosen = options.entries if options is not None else ()
    only = read_moves(fields, "only", problems)
    return t.ScenarioDecl(
        name=entry.name,
        about=fields.find("about", t.Text),
        options={e.name.text: e.value for e in chosen if isinstance(e.value, t.Identifier)},
        players=fields.number("players"),
        given=fields.find("given", t.Block),
        play=read_moves(fields, "play", problems),
        expect=_expectations(fields),
        legal=read_moves(fields, "legal", problems),
        illegal=read_moves(fields, "illegal", problems),
        only=only if fields.has("only") else None,
        result=_result(fields, problems),
        fault=fields.find("fault", t.Identifier),
        span=entry.span,
    )


def _expectations(fields: v.Fields) -> tuple[t.Expression, ...]:
    found = fields.find("expect", v.Items)
    scripts = found.items if found is not None else ()
    return tuple(
        cast(t.Expression, script.node) for script in scripts if isinstance(script, v.Script)
    )


def _result(fields: v.Fields, problems: list[Problem]) -> t.Statement | None:
    block = fields.find("result", t.Block)
    if block is None:
        return None
    if len(block.statements) > 1:
        problems.append(p.BadForm(block.statements[1].span, "one result"))
    return block.statements[0]


def read_moves(fields: v.Fields, key: str, problems: list[Problem]) -> tuple[t.MoveText, ...]:
    """Read actions and rolls: a list of texts, or one text with `;` or line breaks between them."""
    value = fields.values.get(key)
    if isinstance(value, v.Items):
        texts = [item for item in value.items if isinstance(item, t.Identifier)]
    elif isinstance(value, t.Identifier):
        texts = list(split_text(value, _MOVE))
    else:
        return ()
    moves = (_read_move(text, problems) for text in texts)
    return tuple(move for move in moves if move is not None)


def _read_move(text: t.Identifier, problems: list[Problem]) -> t.MoveText | None:
    written = " ".join(text.text.split())
    roll = _ROLL.fullmatch(written)
    if roll is not None:
        return t.MoveText(f"roll {roll[1]}", roll[1], "roll", text.span)
    drawn = _DRAW.fullmatch(written)
    if drawn is not None:
        return t.MoveText(f"draw {drawn[1]}", drawn[1], "draw", text.span)
    action = _ACTION.fullmatch(written)
    if action is None or not is_name(action[1]) or not _is_balanced(action[2] or ""):
        expected = "an action like `step(a1, a2)` or `roll red`"
        parts = [part.strip() for part in _OUTER_COMMA.split(written)]
        is_list = len(parts) > 1 and all(_is_move(part) for part in parts)
        advice = "put `;` between actions" if is_list else None
        fix = Fix(text.span, "; ".join(parts)) if is_list else None
        problems.append(p.BadForm(text.span, expected, advice=advice, known_fix=fix))
        return None
    return t.MoveText(f"{action[1]}{_tidy(action[2] or '')}", action[1], "action", text.span)


def _is_move(text: str) -> bool:
    action = _ACTION.fullmatch(text)
    is_chance = _ROLL.fullmatch(text) is not None or _DRAW.fullmatch(text) is not None
    return is_chance or (action is not None and _is_balanced(action[2] or ""))


def _is_balanced(text: str) -> bool:
    """Whether arguments hold nothing but names, numbers and brackets with their partners."""
    if _ARGUMENT_SIGNS.fullmatch(text) is None:
        return False
    opened: list[str] = []
    for sign in text:
        if sign in "([{":
            opened.append(sign)
        elif sign in _PARTNERS and (not opened or opened.pop() != _PARTNERS[sign]):
            return False
    return not opened


def _tidy(arguments: str) -> str:
    """Take needless spaces out and put one after each comma; `()` is nothing."""
    tight = re.sub(r"\s*([,()\[\]{}])\s*", r"\1", arguments).replace(",", ", ")
    return "" if tight == "()" else tight
