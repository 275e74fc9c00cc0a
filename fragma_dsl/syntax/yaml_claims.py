"""YAML claims: the place of an error of YAML in, what YAML makes of a script's own signs there, and
the form that works, out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.block_form import block_fix
from fragma_dsl.syntax.left_edge import find_left_edge
from fragma_dsl.text.problem import Fix, Label
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_ANY_KEY = re.compile(r"([ ]*)([^\s:#-][^\s:]*):")
_NEXT_KEY = re.compile(r"\s*[\w.]+\s*:(\s|$)")
_BEFORE_ENTRY = re.compile(r"(?:^|\W)(?!(?:in|not|and|or|if|else|to|on|from)\b)[\w)]+[ ]+$")
_COMMENT = re.compile(r"[ \t]+(#[^\n]*)")
_TEXT_KEYS = ("title", "about", "texts", "values")
_LONGEST = 40  # characters of a script that a message shows

Ended = Literal["plain", "quoted", "list", "map", "nothing"]


@dataclass(slots=True)
class _Before:
    """What YAML has read before a place: the brackets that are open, and the value that ended."""

    source: Source
    opened: list[int] = field(default_factory=list)
    ended: Ended = "nothing"
    start: int = 0
    end: int = 0

    @property
    def value(self) -> Span:
        """The value that ended."""
        return Span(self.source, self.start, self.end)

    @property
    def bracket(self) -> str:
        """The innermost bracket that is open, or nothing."""
        return self.source.text[self.opened[-1]] if self.opened else ""

    @property
    def pair(self) -> str:
        """That bracket with its partner."""
        return "`{ }`" if self.bracket == "{" else "`[ ]`"

    @property
    def apart(self) -> str:
        """How to do without them."""
        if self.bracket == "{":
            return "give each key a line of its own, without `{ }`"
        return "give each entry a line of its own that begins with `- `, without `[ ]`"

    def inside(self, place: Span, message: str, advice: str) -> p.BrokenLayout:
        """Make a problem of what is open."""
        start = self.opened[-1]
        begun = Label(Span(self.source, start, start + 1), "begun here")
        return p.BrokenLayout(place, message, begun, advice=advice)


def find_claim(source: Source, offset: int, place: Span) -> p.BrokenLayout | None:
    """Say what YAML claims before the place of its error; None where nothing of that kind is
    wrong."""
    before = _read_before(source, offset, place.start)
    edge = find_left_edge(before.value, place)
    if edge is not None:
        return edge
    if before.bracket and (comment := _find_comment(before)) is not None:
        return comment
    if "\n" in source.text[before.start : place.start]:
        return None
    match before.ended:
        case "nothing" if before.bracket:
            return _claim_beginning(before, place)
        case "plain" if before.bracket:
            return _claim_middle(before, place)
        case "list" | "map":
            return _claim_whole(before, place)
        case "quoted" if not before.bracket:
            return _claim_quotes(before, place)
    return None


def _read_before(source: Source, offset: int, place: int) -> _Before:
    """Read the tokens of YAML up to a place."""
    before, text = _Before(source), source.text
    for token in _tokens(text[offset:]):
        start, end = token.start_mark.index + offset, token.end_mark.index + offset
        if start >= place:
            break
        if end > start:
            before.start, before.end, before.ended = start, end, "nothing"
        match token:
            case yaml.FlowSequenceStartToken() | yaml.FlowMappingStartToken():
                before.opened.append(start)
            case yaml.FlowSequenceEndToken() | yaml.FlowMappingEndToken() if before.opened:
                before.start = before.opened.pop()
                before.ended = "list" if text[before.start] == "[" else "map"
            case yaml.ScalarToken(plain=plain) if end > start and text[start] not in "|>":
                before.ended = "plain" if plain else "quoted"
    return before


def _tokens(text: str) -> Iterator[Any]:
    """Give YAML's tokens as far as there are any."""
    try:
        yield from yaml.scan(text, Loader=_LOADER)
    except yaml.YAMLError:
        return


def _find_comment(before: _Before) -> p.BrokenLayout | None:
    """Blame a ` #` that hides the bracket which would close what is open."""
    found = _COMMENT.match(before.source.text, before.end)
    if found is None or ("}" if before.bracket == "{" else "]") not in found[1]:
        return None
    message = say(
        "YAML takes this for a comment, so the `{bracket}` is never closed", bracket=before.bracket
    )
    return before.inside(Span(before.source, *found.span(1)), message, before.apart)


def _claim_beginning(before: _Before, place: Span) -> p.BrokenLayout | None:
    """Say that inside brackets a value cannot begin with `|`, `>` or `- `."""
    if place.text == "-":
        message = say("inside {pair} entries have commas between them and no `-`", pair=before.pair)
        return before.inside(
            place, message, say("take the `- ` out, or {apart}", apart=before.apart)
        )
    if place.text in "|>":
        message = say(
            "there is no `{place}` form inside {pair}", place=place.text, pair=before.pair
        )
        return before.inside(place, message, before.apart)
    return None


def _claim_middle(before: _Before, place: Span) -> p.BrokenLayout | None:
    """Say what a bracket or a `:` in the middle of an entry is for YAML."""
    if place.text == ":":
        hint = say(
            "put a comma before the next key, or the text with `: ` in quotes; "
            "if it is a script, {apart}",
            apart=before.apart,
        )
        return before.inside(place, "a second `:` cannot stand in one entry", hint)
    if place.text not in "[{":
        return None
    what = "list" if place.text == "[" else "map"
    form = _entry_form(before)
    advice: str = before.apart
    if form:
        advice = say("{apart}: `{form}`", apart=advice, form=form)
    if _BEFORE_ENTRY.search(before.source.text[before.start : place.start]):
        advice = say("{advice}; a new entry needs a comma before it", advice=advice)
    message = say(
        "inside {pair} YAML takes this `{place}` for the start of a {what}",
        pair=before.pair,
        place=place.text,
        what=what,
    )
    return before.inside(place, message, advice)


def _entry_form(before: _Before) -> str | None:
    """Write the entry that has been begun as it would stand on a line of its own."""
    text, depth, end = before.source.text, 0, before.start
    stop = _line_end(text, before.start)
    while end < stop and (depth or text[end] not in ",]}"):
        depth += (text[end] in "([{") - (text[end] in ")]}")
        end += 1
    value = text[before.start : end].strip()
    if depth or len(value) > _LONGEST or re.search(r": | #", value):
        return None
    if before.bracket == "[":
        return f"- {value}"
    key = re.search(r"([^\s,{\[]+)\s*:\s*$", text[before.opened[-1] : before.start])
    return f"{key[1]}: {value}" if key else None


def _claim_whole(before: _Before, place: Span) -> p.BrokenLayout | None:
    """Say that a value which begins with a bracket ends for YAML at the bracket's partner."""
    text, sign = before.source.text, place.text
    is_next = _NEXT_KEY.match(text, place.start) or (sign in "[{\"'" and before.end < place.start)
    if sign == ":" or (before.bracket and (sign in "]}" or is_next)):
        return None
    if sign in "]}":
        return p.BrokenLayout(
            place, say("this `{sign}` closes nothing", sign=sign), advice="take it out"
        )
    shown = before.value.text
    shown = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
    message = say(
        "YAML takes `{shown}` for a whole {ended}, and more follows it",
        shown=shown,
        ended=before.ended,
    )
    label = Label(before.value, say("the {ended}", ended=before.ended))
    if before.bracket:
        advice = before.apart
        if _is_text(before):
            advice = say("put a text that begins like this in quotes, or {apart}", apart=advice)
        return p.BrokenLayout(place, message, label, advice=advice)
    if sign == ",":
        advice = "put `[ ]` around a list of lists, and each key of a map on a line of its own"
        return p.BrokenLayout(place, message, label, advice=advice)
    advice, fix = _mended(before, place)
    return p.BrokenLayout(place, message, label, advice=advice, known_fix=fix)


def _mended(before: _Before, place: Span) -> tuple[str, Fix | None]:
    """Give the form in which a value with more behind it works: quotes for a text, else `|`."""
    value = Span(before.source, before.start, _line_end(before.source.text, place.start))
    is_value = re.search(r":(\s|$)", value.text) is None
    if before.ended == "map" and not is_value:
        return "give each key a line of its own, without `{ }`", None
    if not _is_text(before):
        return "write a script that begins like this in the `|` form", block_fix(value)
    marks = "'\"" if before.source.text[before.start] == '"' else "\"'"
    mark = next((mark for mark in marks if mark not in value.text), None)
    if mark is None or "\\" in value.text or " #" in value.text or not is_value:
        return "put all of the text in quotes, or write it in the `|` form", None
    return "put all of the text in quotes", Fix(value, f"{mark}{value.text}{mark}")


def _claim_quotes(before: _Before, place: Span) -> p.BrokenLayout | None:
    """Say that a text in quotes ends at the second quote."""
    if place.text == ":":
        return None
    message = "for YAML the text ends at its second quote, and more follows it"
    label = Label(Span(before.source, before.end - 1, before.end), "ends here")
    advice, fix = _mended(before, place)
    return p.BrokenLayout(place, message, label, advice=advice, known_fix=fix)


def _is_text(before: _Before) -> bool:
    """Whether a value stands below a key for what people read."""
    column = before.start
    for line in reversed(before.source.text[: before.start].split("\n")):
        key = _ANY_KEY.match(line)
        if key is not None and len(key[1]) < column:
            column = len(key[1])
            if key[2] in _TEXT_KEYS:
                return True
    return False


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return start + len(text[start : len(text) if end < 0 else end].rstrip())
