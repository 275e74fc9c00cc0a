"""Complete script: what may come next in a script, by the grammar and by what is before."""

import re
from collections.abc import Iterator

from fragma_dsl.editor.accepted import Accepted, find_accepted
from fragma_dsl.editor.describe import builtin_form, describe_word, form_of, shown_type, type_of
from fragma_dsl.editor.index import Index
from fragma_dsl.editor.offered import Completion, offer, offer_values, symbols_of
from fragma_dsl.editor.place import CursorPlace
from fragma_dsl.editor.symbols import VALUES, Symbol, SymbolKind
from fragma_dsl.editor.words import FLOW, NAMES, TYPES, WORDS
from fragma_dsl.library.types import Enum, Layer, Optional, Player, SetOf, Site, Type
from fragma_dsl.semantics.calls import COLLECTS
from fragma_dsl.stdlib import standard_library
from fragma_dsl.syntax import shape as s
from fragma_dsl.syntax.grammar import Start
from fragma_dsl.syntax.lines import split_lines
from fragma_dsl.text.said import say

_CELLS = 7
_PARTIAL = re.compile(r"[^\W\d]\w*$")
_LOCAL = re.compile(r"\blet\s+(?:[^=\n]*?\s)?(\w+)\s*=|\b(\w+)\s+in\b|\bdraw\s+(\w+)\s+from\b")
_PARAMETER = re.compile(r"(\w+)\s*[,)]")
_PLACES: tuple[SymbolKind, ...] = ("zone", "board", "site", "layer", "variable")


def complete_script(index: Index, place: CursorPlace) -> Iterator[Completion]:
    """List what may come next in a script."""
    shape = place.shape.scalar if isinstance(place.shape, s.EitherShape) else place.shape
    if isinstance(shape, s.TypeShape):
        yield from offer_types(index, place.before)
        return
    rule: Start = "script_block" if isinstance(shape, s.BlockShape) else "value_line"
    line = logical_line(place.before)
    if isinstance(shape, s.ValuesShape):
        line = line.rsplit(";", 1)[-1]
    word = begun_word(line)
    accepted = find_accepted(line.removesuffix(word), rule)
    if place.shape is not shape and place.entry[:1] == ("options",):
        yield from offer_values(index, place.entry[1])
    if accepted.last is not None and accepted.last.text == ".":
        yield from _members(index, accepted)
        return
    if _in_type(accepted):
        yield from offer_types(index, line)
        return
    if place.entry[::2] == ("pieces", "count"):
        yield Completion("unlimited", "word", "no limit", rank=0)
    for text in accepted.words:
        rank = 1 if not accepted.tokens else 3
        yield Completion(text, "word", doc=describe_word(text) or "", rank=rank)
    if accepted.takes_name and not _makes_name(accepted):
        yield from _names(index, place, accepted)


def logical_line(before: str) -> str:
    """Give the logical line that the cursor is in, up to it."""
    begin = before.rfind("\n") + 1
    if not before[begin:].strip():
        lines = split_lines(before, 0, len(before))
        return before[lines[-1].start :] if lines and lines[-1].unclosed is not None else ""
    lines = split_lines(before, 0, len(before))
    return before[lines[-1].start :] if lines else before[begin:].lstrip()


def _in_type(accepted: Accepted) -> bool:
    """Say whether a `let` is at the type that may stand before its name."""
    tokens = accepted.tokens
    begun = bool(tokens) and tokens[0].kind == "LET" and "=" not in [one.text for one in tokens]
    return begun and (len(tokens) == 1 or tokens[-1].text == "of")


def _makes_name(accepted: Accepted) -> bool:
    """Say whether the name that comes next is made there, so that no known one is meant."""
    last = accepted.last
    return last is not None and last.kind in ("OPTION", "FOR", "RANK", "PAY")


def _names(index: Index, place: CursorPlace, accepted: Accepted) -> Iterator[Completion]:
    last = accepted.last
    kind = "" if last is None else last.kind
    if kind == "ROLL":
        yield from offer(index, symbols_of(index, "die"), rank=0)
        return
    wanted = _wanted(index, accepted)
    for name in _locals(place):
        yield Completion(name, "local", _local_detail(index, name), rank=0)
    if _is_collected(accepted):  # its variable is bound behind the cursor: one of the others' names
        for symbol in symbols_of(index, "local"):
            yield Completion(symbol.name, "local", _local_detail(index, symbol.name), rank=2)
    favoured: tuple[SymbolKind, ...] = ()
    if kind in ("MOVE", "PLACE", "REMOVE"):
        favoured = ("piece", "family", "card")
    elif kind in ("TO", "ON", "FROM", "CAPTURE", "SHUFFLE"):
        favoured = _PLACES
    elif kind in ("BY", "OUT", "WIN", "LOSE"):
        favoured = ("player", "variable")
    for symbol in index.symbols():
        if symbol.kind in VALUES:
            fits = symbol.kind in favoured or (wanted is not None and _fits(index, symbol, wanted))
            yield from offer(index, [symbol], rank=0 if fits else 2)
    if place.keys[-1] == "result" and "scenarios" in place.keys:
        yield from offer(index, symbols_of(index, "ending"), rank=0)
        yield Completion("unfinished", "word", "the game goes on", rank=0)
    if "override" in place.keys:
        yield Completion("base", "function", "the parent's version", rank=2)
    yield from _made_names(index, "pose" if kind == "AS" else "")
    is_block = isinstance(place.shape, s.BlockShape) and "functions" not in place.keys
    starts = not accepted.tokens and is_block
    runs = starts or (kind == "COLON" and is_block)
    if runs or [token.text for token in accepted.tokens[-2:]] == ["after", "("]:
        for symbol in symbols_of(index, "rule"):
            yield Completion(symbol.name, "function", form_of(index, symbol))
    if runs and place.keys[-1] == "flow":
        yield from (Completion(name, "function", doc) for name, doc in FLOW.items())
    if not starts:
        for symbol in symbols_of(index, "function"):
            yield Completion(symbol.name, "function", form_of(index, symbol), rank=2)
        yield from _builtins()
    if wanted is not None and isinstance(wanted, Optional):
        yield Completion("none", "word", rank=0)


def _is_collected(accepted: Accepted) -> bool:
    """Say whether an open bracket may be that of a comprehension."""
    open: list[bool] = []
    before = ""
    for token in accepted.tokens:
        if token.text in ("(", "[", "{"):
            open.append(token.text == "{" or (token.text == "(" and before in COLLECTS))
        elif token.text in (")", "]", "}") and open:
            open.pop()
        before = token.text
    return any(open)


def _made_names(index: Index, favoured: str) -> Iterator[Completion]:
    """Give names that no line declares: of directions, poses, ports and the sites of a plane."""
    game = index.analysis.model
    if game is None:
        return
    used = sorted({way for board in game.boards for way in board.directions})
    for way in used:
        yield Completion(game.directions[way], "value", "direction", rank=2)
    for enum, values in game.enums.items():
        for name in values:
            if not any(one.kind in VALUES for one in index.by_name.get(name, ())):
                rank = 0 if enum == favoured else 2
                detail = say("{noun} of {home!s}", noun="value", home=enum)
                yield Completion(name, "value", detail, rank=rank)
    plane = game.domains.plane
    if plane is not None:
        cells = (f"x{x}y{y}" for x in range(1, _CELLS) for y in range(1, _CELLS))
        detail = say("{noun} of {home!s}", noun="site", home=plane.name)
        yield from (Completion(cell, "value", detail, rank=2) for cell in cells)


def _builtins(forms_of_one: bool = False) -> Iterator[Completion]:
    for name, forms in standard_library().builtins.items():
        if forms_of_one and not any(len(form.parameters) == 1 for form in forms):
            continue
        shown = "; ".join(builtin_form(form) for form in forms[:3])
        yield Completion(name, "function", shown, forms[0].doc, rank=3)
    if not forms_of_one:
        for name in dict.fromkeys((*NAMES, *COLLECTS)):
            yield Completion(name, "function", "", NAMES.get(name, ""), rank=3)


def _members(index: Index, accepted: Accepted) -> Iterator[Completion]:
    """Give what may stand behind a dot: members of a board, enum or die, else what takes one
    argument."""
    before = accepted.tokens[-2].text if len(accepted.tokens) > 1 else ""
    boards = {one.home for one in index.by_name.get(before, ()) if one.kind == "layer"}
    members = [one for one in index.symbols() if one.home == before and one.kind != "local"]
    members += [one for one in symbols_of(index, "site") if one.home in boards]
    if before == "players":
        members = symbols_of(index, "player")
    yield from offer(index, members, rank=0)
    if members:
        return
    yield from _builtins(forms_of_one=True)
    yield from offer(index, symbols_of(index, "attribute"), rank=1)
    for symbol in symbols_of(index, "function"):
        if form_of(index, symbol).count(",") == 0 and "()" not in form_of(index, symbol):
            yield Completion(symbol.name, "function", form_of(index, symbol), rank=2)


def _wanted(index: Index, accepted: Accepted) -> Type | None:
    """Guess the type that comes next: that of what an operator stands behind, or of an index."""
    tokens = accepted.tokens
    if len(tokens) < 2:
        return None
    last, names = tokens[-1], [token for token in tokens if token.kind == "NAME"]
    if last.kind in ("COMPARE", "ASSIGN", "EQUAL") and names:
        depth, name = 0, ""
        for token in reversed(tokens[:-1]):
            depth += (token.text in ("]", ")")) - (token.text in ("[", "("))
            if depth == 0 and token.kind == "NAME":
                name = token.text
                break
        return _type_of_name(index, name)
    if last.kind == "LSQB" and tokens[-2].kind == "NAME":
        return _index_type(index, tokens[-2].text)
    return None


def _type_of_name(index: Index, name: str) -> Type | None:
    for symbol in index.by_name.get(name, ()):
        found = type_of(index, symbol)
        if found is not None:
            return found
    for form in standard_library().builtins.get(name, ()):
        return form.result
    return None


def _index_type(index: Index, name: str) -> Type | None:
    game = index.analysis.model
    for symbol in index.by_name.get(name, ()):
        if symbol.kind == "variable" and game is not None and name in game.variables:
            return next(iter(game.variables[name].per), None)
        if symbol.kind in ("piece", "zone", "region"):
            return Player()
        if symbol.kind == "board":
            return Layer(name)
    return None


def _fits(index: Index, symbol: Symbol, wanted: Type) -> bool:
    match wanted:
        case Optional(item) | SetOf(item):
            return _fits(index, symbol, item)
        case Enum("phase"):
            return symbol.kind == "phase"
        case Enum(name):
            return symbol.home == name
        case Site(board):
            layered = {one.home for one in symbols_of(index, "layer")}
            wanted_kind = "layer" if symbol.home in layered else "site"
            return symbol.kind == wanted_kind and board in (None, symbol.home)
        case Layer(board):
            return symbol.kind == "layer" and symbol.home == board
        case Player():
            return symbol.kind == "player" or type_of(index, symbol) == wanted
        case _:
            return type_of(index, symbol) == wanted


def _locals(place: CursorPlace) -> list[str]:
    """Give the names bound before the cursor in its script, and the parameters in its key."""
    key = place.keys[-1] if place.keys else ""
    parameters = _PARAMETER.findall(key) if "(" in key else []
    bound = [name for groups in _LOCAL.findall(place.before) for name in groups if name]
    return list(dict.fromkeys((*parameters, *(name for name in bound if name not in WORDS))))


def _local_detail(index: Index, name: str) -> str:
    found = [one for one in index.by_name.get(name, ()) if one.kind == "local"]
    types = {shown_type(type) for one in found if (type := type_of(index, one)) is not None}
    return say("{noun}: {type!s}", noun="local", type=types.pop()) if len(types) == 1 else ""


def offer_types(index: Index, before: str) -> Iterator[Completion]:
    """List what may come next in a type."""
    word = begun_word(before)
    lead = before.removesuffix(word).strip().removeprefix("let").strip()
    if lead.endswith(" of") and not lead.endswith(("set of", "list of")):
        yield from offer(index, [*symbols_of(index, "board"), *symbols_of(index, "family")], rank=0)
        return
    if lead and not lead.endswith("of"):
        yield from (Completion(word, "word") for word in ("or none", "of", "max"))
        return
    yield from (Completion(name, "type", doc=doc) for name, doc in TYPES.items())
    yield from (Completion(word, "type") for word in ("set of", "list of"))
    kinds = ("enum", "die", "option", "attribute")
    yield from offer(index, [one for one in index.symbols() if one.kind in kinds], rank=0)


def begun_word(before: str) -> str:
    """Give the word that stands right before the cursor."""
    found = _PARTIAL.search(before)
    return "" if found is None else found[0]
