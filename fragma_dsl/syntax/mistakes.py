"""Mistakes: what the parser stumbled over in a script, to a problem that teaches the right form."""

import re
from collections.abc import Set
from dataclasses import dataclass

from lark import Token, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedInput

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.expected import describe_expected, describe_found
from fragma_dsl.syntax.grammar import UnevenDedentError
from fragma_dsl.syntax.idioms import IDIOMS
from fragma_dsl.syntax.lines import Line
from fragma_dsl.syntax.words import CAPITALS, NEVER_VALUES, OPENERS
from fragma_dsl.text.problem import Fix, Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_FOREIGN = (
    ("&&", "write `and`", "and"),
    ("||", "write `or`", "or"),
    ("->", "a rule has no result type, and a link stands under `links:`", None),
    ("=>", "write `>=` to compare", ">="),
    ("=<", "write `<=` to compare", "<="),
    ("<>", "write `!=` to compare", "!="),
    ("++", "write `+= 1`", None),
    ("--", "write `-= 1`", None),
    ("**", "multiply with `*`", None),
    (":=", "write `=`", "="),
    ("*=", "write the whole sum, `x = x * y`", None),
    ("/=", "write the whole sum, `x = x // y`", None),
    ("!", "write `not`", None),
    (";", "begin a new line", None),
    ("/", "write `//`, which divides and rounds down", "//"),
    ("^", "write `!=` for two conditions that differ", None),
    ("?", "write `a if condition else b`", None),
)
_OWN_LINE = "write it on the next line, indented"
BEHIND_NO_COLON = frozenset(["if", "for", "while", "repeat"])
_LAST_WORD = re.compile(r"([^\W\d]\w*)\s*$")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A problem, the line to overwrite so that reading can go on, and the column to do it from."""

    problem: Problem
    line: Line
    column: int


@dataclass(frozen=True, slots=True)
class _Stop:
    """The place where the parser stopped and what it would have taken there."""

    source: Source
    text: str
    at: int
    token: Token | None
    accepts: Set[str]
    line: Line
    before: Line | None
    rule: str

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    @property
    def kind(self) -> str:
        return self.token.type if self.token is not None else ""

    @property
    def at_end(self) -> bool:
        return self.kind in ("_NL", "_DEDENT", "$END")


def find_mistake(
    source: Source,
    text: str,
    lines: list[Line],
    error: UnexpectedInput | UnevenDedentError,
    rule: str,
) -> Mistake:
    """Find what is wrong where the parser stopped, and the line to blame."""
    if isinstance(error, UnevenDedentError):
        return _uneven(source, lines, error)
    at, token, accepts = _read_error(error, lines)
    number = max((i for i, line in enumerate(lines) if line.start <= at), default=0)
    for line in lines[: number + 1]:
        if line.stray is None and line.unclosed is not None and line.unclosed < at:
            return Mistake(p.UnclosedBracket(_one(source, line.unclosed)), line, line.indent)
    line, before = lines[number], lines[number - 1] if number else None
    stop = _Stop(source, text, at, token, accepts, line, before, rule)
    return _block_mistake(stop, lines, number) or _line_mistake(stop)


def _read_error(error: UnexpectedInput, lines: list[Line]) -> tuple[int, Token | None, Set[str]]:
    if isinstance(error, UnexpectedToken):
        parser = error.interactive_parser
        accepts: Set[str] = parser.accepts() if parser else set()  # type: ignore[no-untyped-call]
        at = error.token.start_pos
        if error.token.type == "$END" or at is None:
            at = lines[-1].end
        return at, error.token, accepts
    assert isinstance(error, UnexpectedCharacters)
    return error.pos_in_stream or 0, None, error.allowed or set()


def _uneven(source: Source, lines: list[Line], error: UnevenDedentError) -> Mistake:
    line = next((line for line in lines if line.start >= error.position), lines[-1])
    span = Span(source, line.start, line.end)
    return Mistake(p.UnevenIndent(span), line, max(c for c in error.levels if c < line.indent))


def _block_mistake(stop: _Stop, lines: list[Line], number: int) -> Mistake | None:
    """Find mistakes that lie between a line and the next."""
    line = stop.line
    if stop.kind == "_INDENT":
        deeper = lines[number + 1] if number + 1 < len(lines) else line
        if line.word in OPENERS:
            return Mistake(_missing_colon(stop), line, line.indent)
        span = stop.span(deeper.start, deeper.end)
        return Mistake(p.StrayIndent(span), line, line.indent)
    if stop.accepts == {"_INDENT"}:
        owner = line if stop.at_end or stop.before is None else stop.before
        colon = stop.span(owner.end - 1, owner.end)
        advice = "write the block below, indented, or `pass` to do nothing"
        return Mistake(p.EmptyBlock(colon, advice=advice), owner, owner.indent)
    return None


def _line_mistake(stop: _Stop) -> Mistake:
    problem = (
        _bracket(stop)
        or _foreign(stop)
        or _word(stop)
        or _value(stop)
        or _colon(stop)
        or _unexpected(stop)
    )
    return Mistake(problem, stop.line, stop.line.indent)


def _bracket(stop: _Stop) -> Problem | None:
    line = stop.line
    if stop.at != line.stray:
        return None
    opening = None if line.wrong is None else _one(stop.source, line.wrong)
    return p.StrayBracket(_one(stop.source, stop.at), opening)


def _foreign(stop: _Stop) -> Problem | None:
    """Find signs of other languages; the parser may stop at their first or second character."""
    text, at, end = stop.text, stop.at, stop.line.end
    if text.startswith("!=", at) or text[at : at + 1] in ("", "\n"):
        signs = (at - 1, at - 2) if stop.at_end else ()
    else:
        signs = (at, at - 1)
    for start in signs:
        for sign, instead, word in _FOREIGN:
            long_enough = len(sign) == 2 or start == at
            if long_enough and text.startswith(sign, start) and start + len(sign) <= end:
                span = stop.span(start, start + len(sign))
                return p.ForeignSign(span, instead, known_fix=_fix_sign(span, word))
    if text.startswith("'", at):
        close = text.find("'", at + 1, end)
        return p.SingleQuotes(stop.span(at, close + 1 if close > 0 else end))
    return _quote(stop)


def _quote(stop: _Stop) -> Problem | None:
    if stop.kind == "STRING" and stop.token is not None:
        return p.StrayText(stop.span(stop.at, stop.at + len(stop.token)))
    if stop.text.startswith('"', stop.at):
        return p.OpenQuote(stop.span(stop.at, stop.line.end))
    return None


def _fix_sign(span: Span, word: str | None) -> Fix | None:
    if word is None:
        return None
    text = span.source.text
    left = "" if text[span.start - 1 : span.start].isspace() or not word.isalpha() else " "
    right = "" if text[span.end : span.end + 1].isspace() or not word.isalpha() else " "
    return Fix(span, f"{left}{word}{right}")


def _word(stop: _Stop) -> Problem | None:
    """Find words in the wrong place or spelling."""
    last = _LAST_WORD.search(stop.text, stop.line.start, min(stop.at, stop.line.end))
    here = _WORD.match(stop.text, stop.at)
    word = here[0] if here else ""
    if word == "if" and last and last[1] == "else":
        span = stop.span(last.start(1), stop.at + 2)
        return p.ElseIf(span, known_fix=Fix(span, "elif"))
    if here and word in CAPITALS:
        return _capital(stop.span(here.start(), here.end()))
    if stop.line.word in ("else", "elif") and "ASSIGN" in stop.accepts:
        return p.StrayElse(stop.span(stop.line.start, stop.line.start + 4))
    if last and last[1] in CAPITALS and _was_name(stop, last.start(1)):
        return _capital(stop.span(last.start(1), last.end(1)))
    if last and last[1] in BEHIND_NO_COLON and _behind_colon(stop, last.start(1)):
        span = stop.span(last.start(1), last.end(1))
        found = describe_found(last[1])
        return p.Unexpected(span, "a simple statement", found, advice=_OWN_LINE)
    if last and last[1] in NEVER_VALUES and _was_name(stop, last.start(1)):
        return p.ReservedWord(stop.span(last.start(1), last.end(1)))
    return None


def _capital(span: Span) -> Problem:
    return p.CapitalWord(span, known_fix=Fix(span, span.text.lower()))


def _behind_colon(stop: _Stop, at: int) -> bool:
    """Whether a word stands behind the `:` of a line."""
    return stop.text[stop.line.start : at].rstrip().endswith(":")


def _was_name(stop: _Stop, at: int) -> bool:
    """Whether the word at a place was taken for a name, because a value was due there."""
    return at != stop.line.start and bool(stop.accepts & {"PLUS", "COMPARE", "ASSIGN", "DOT"})


def _value(stop: _Stop) -> Problem | None:
    text, at = stop.text, stop.at
    if text[at - 1 : at] == "." and text[at : at + 1].isdigit() and text[at - 2 : at - 1].isdigit():
        start = at - 1
        while start > stop.line.start and text[start - 1].isdigit():
            start -= 1
        here = _WORD.match(text, at)
        return p.Fraction(stop.span(start, here.end() if here else at + 1))
    if text.startswith("=", at) and not text.startswith("==", at):
        span = stop.span(at, at + 1)
        in_test = "COMPARE" in stop.accepts
        return p.SingleEquals(span, known_fix=Fix(span, "==")) if in_test else None
    return None


def _colon(stop: _Stop) -> Problem | None:
    if stop.kind == "COLON" and stop.line.word not in OPENERS:
        return p.StrayColon(_one(stop.source, stop.at))
    if stop.kind == "COLON" and stop.text[stop.at + 1 : stop.line.end].strip() == "":
        return None
    if stop.at_end and "COLON" in stop.accepts and stop.line.word in OPENERS:
        return _missing_colon(stop)
    return None


def _missing_colon(stop: _Stop) -> Problem:
    line = stop.line
    span = stop.span(line.start, line.start + len(line.word))
    fix = Fix(stop.span(line.end, line.end), ":")
    return p.MissingColon(
        stop.span(max(line.end - 1, span.start), line.end), line.word, known_fix=fix
    )


def _idiom(stop: _Stop) -> Problem | None:
    """Find ways of saying something that are close to how it is written."""
    for idiom in IDIOMS:
        found = idiom.find(stop.text, stop.line, stop.at)
        if found is not None:
            span = stop.span(stop.at, _word_end(stop))
            expected = describe_expected(stop.accepts)
            shown = describe_found(span.text)
            text = idiom.mend(found)
            fix = None if text is None else Fix(stop.span(*found.span(idiom.part)), text)
            return p.Unexpected(span, expected, shown, advice=idiom.advise(found), known_fix=fix)
    return None


def _word_end(stop: _Stop) -> int:
    here = _WORD.match(stop.text, stop.at)
    return here.end() if here else stop.at + max(1, len(stop.token or ""))


def _unexpected(stop: _Stop) -> Problem:
    idiom = _idiom(stop)
    if idiom is not None:
        return idiom
    expected = describe_expected(stop.accepts)
    if stop.at_end:
        advice = None
        is_word = stop.line.end - stop.line.start <= len(stop.line.word)
        if stop.rule.startswith("value") or (expected == "an expression" and not is_word):
            advice = "put an expression of several lines in ( )"
        span = stop.span(max(stop.line.end - 1, stop.line.start), stop.line.end)
        return p.Unexpected(span, expected, "the end of the line", advice=advice)
    if stop.token is None and not stop.text[stop.at].isalnum() and stop.text[stop.at] not in "._":
        return p.UnknownSign(_one(stop.source, stop.at))
    end = _word_end(stop)
    if stop.rule == "value_block" and stop.before is not None and stop.at == stop.line.start:
        span = stop.span(stop.line.start, stop.line.end)
        advice = "put an expression of several lines in ( )"
        return p.Unexpected(span, "one expression", "a second line", advice=advice)
    found = describe_found(stop.text[stop.at : end])
    return p.Unexpected(stop.span(stop.at, end), expected, found)


def _one(source: Source, at: int) -> Span:
    return Span(source, at, at + 1)
