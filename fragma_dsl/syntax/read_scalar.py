"""Read scalars: a YAML scalar to a name, a whole number or one of a few words."""

import re

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax.shape import NumberShape
from fragma_dsl.syntax.tree import Identifier
from fragma_dsl.syntax.values import Number
from fragma_dsl.syntax.words import RESERVED, is_name
from fragma_dsl.syntax.yaml_tree import YamlScalar
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Checked, Fix, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)")
_MISSPELT = re.compile(r"[+-]?[0-9][0-9_]*")
_BASED = re.compile(r"0([xob])([0-9a-fA-F_]+)")
_SIXTIES = re.compile(r"([0-9]{1,4}):([0-5]?[0-9])")
_WHOLE = re.compile(r"([+-]?[0-9]+)\.0*")
_SEVERAL = re.compile(r"([1-9][0-9]?)\s*(?:-|\u2013|\.\.|to|or)\s*([1-9][0-9]?)")
_BASES = {"x": 16, "o": 8, "b": 2}
MAX_DIGITS = 9
_DIGITS_ADVICE = "write it in digits; no option can change it"
_LINES_ADVICE = "write `|` after the key and the lines below it, indented"


def read_name(scalar: YamlScalar, in_scripts: bool) -> Checked[Identifier]:
    """Read a name; one that scripts use cannot be a word of the language."""
    name = Identifier(scalar.text, scalar.span)
    if not is_name(name.text):
        changed = re.sub(r"\W+", "_", name.text.strip()).strip("_")
        fix = Fix(name.span, changed) if is_name(changed) else None
        return Checked(name, (p.BadName(name.span, name.text, known_fix=fix),))
    if in_scripts and name.text in RESERVED:
        return Checked(name, (p.ReservedName(name.span, name.text),))
    return Checked(name)


def read_number(scalar: YamlScalar, shape: NumberShape) -> Checked[Number]:
    """Read a whole number within limits."""
    text, span, low, high = scalar.text, scalar.span, shape.low, shape.high
    ends = _SEVERAL.fullmatch(text)
    if ends is not None and shape.span:
        meant = shape.span.format(*ends.groups())
        problem = p.NotNumber(
            span, known_fix=Fix(span, meant), advice=say("write `{meant}`", meant=meant)
        )
        return Checked(None, (problem,))
    if scalar.style != "plain" or _NUMBER.fullmatch(text) is None:
        spelling = _spell_number(text)
        fix = None if spelling is None else Fix(span, str(spelling))
        advice = _DIGITS_ADVICE if is_name(text) else None
        return Checked(None, (p.NotNumber(span, known_fix=fix, advice=advice),))
    if len(text) > MAX_DIGITS or not low <= int(text) <= high:
        return Checked(None, (p.OutOfLimits(span, low, high),))
    return Checked(Number(int(text), span))


def _spell_number(text: str) -> int | None:
    """Give the number that a spelling of other languages, or of old YAML, most likely means."""
    if len(text) > MAX_DIGITS:
        return None
    if _MISSPELT.fullmatch(text):
        return int(text.replace("_", ""))
    if based := _BASED.fullmatch(text):
        try:
            return int(based[2].replace("_", ""), _BASES[based[1]])
        except ValueError:
            return None
    if sixties := _SIXTIES.fullmatch(text):
        return int(sixties[1]) * 60 + int(sixties[2])
    whole = _WHOLE.fullmatch(text)
    return int(whole[1]) if whole else None


def check_lines(scalar: YamlScalar, drawn: bool) -> tuple[Problem, ...]:
    """Report a text whose lines YAML joins; plain ones are read as they stand, except drawings."""
    what = "a drawing" if drawn else "this text"
    if scalar.style == "folded":
        sign = Span(scalar.span.source, scalar.span.start, scalar.span.start + 1)
        return (p.FoldedScript(sign, what, known_fix=Fix(sign, "|")),)
    if "\n" not in scalar.span.text or scalar.style == "literal":
        return ()
    if scalar.style == "plain" and not drawn:
        return ()
    return (p.ManyLines(scalar.span, what, advice=_LINES_ADVICE),)


def read_word(scalar: YamlScalar, words: tuple[str, ...]) -> Checked[Identifier]:
    """Read one of a few words."""
    if scalar.text in words:
        return Checked(Identifier(scalar.text, scalar.span))
    close = nearest(scalar.text, words)
    fix = None if close is None else Fix(scalar.span, close)
    return Checked(None, (p.NotAmong(scalar.span, words, known_fix=fix),))
