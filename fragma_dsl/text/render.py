"""Render: a problem and its source to the lines that a person reads."""

from dataclasses import dataclass
from unicodedata import combining, east_asian_width

from fragma_dsl.text.language import tell
from fragma_dsl.text.problem import Label, Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

_TAB = " " * 4
_RED, _YELLOW, _BLUE, _BOLD, _RESET = "\033[1;31m", "\033[1;33m", "\033[1;34m", "\033[1m", "\033[0m"


@dataclass(frozen=True, slots=True)
class _Painter:
    """Puts a style around a text, where colour is wanted."""

    colour: bool

    def paint(self, text: str, style: str) -> str:
        return f"{style}{text}{_RESET}" if self.colour and text else text


def render(
    problem: Problem, colour: bool = False, width: int = 80, language: str | None = None
) -> str:
    """Show a problem with its excerpts, labels, help and fix; ends without a line break."""
    painter = _Painter(colour)
    style = _RED if problem.severity == "error" else _YELLOW
    places = [Label(one.span, tell(one.text, language)) for one in problem.places]
    labels = [Label(problem.span, ""), *places]
    gutter = max(len(str(label.span.line)) for label in labels)
    lines = [
        painter.paint(f"{tell(problem.severity, language)}[{problem.code}]", style)
        + painter.paint(f": {tell(problem.message, language)}", _BOLD)
    ]
    for i, label in enumerate(labels):
        arrow = "-->" if i == 0 else ":::"
        lines.append(" " * gutter + painter.paint(arrow, _BLUE) + f" {label.span}")
        lines.extend(_excerpt(label, gutter, width, painter, style if i == 0 else _BLUE))
    lines.extend(_notes(problem, gutter, painter, language))
    return "\n".join(lines)


def _excerpt(
    label: Label, gutter: int, width: int, painter: _Painter, style: str
) -> tuple[str, ...]:
    """Give the line of a label with a mark under its span, cut to the width around the mark."""
    span = label.span
    number, column = span.source.position(span.start)
    text = _visible(span.source.line(number))
    start = min(column - 1, len(text))
    length = max(1, min(span.end - span.start, len(text) - start))
    room = max(20, width - gutter - 3)
    cut = max(0, min(start + min(length, room) - room + 4, start))
    shown, before = text[cut : cut + room], text[cut:start]
    mark = "^" if style != _BLUE else "-"
    under = mark * min(_cells(text[start : start + length]) or 1, max(1, room - _cells(before)))
    bar = painter.paint("|", _BLUE)
    note = f" {label.text}" if label.text else ""
    return (
        " " * (gutter + 1) + bar,
        painter.paint(str(number).rjust(gutter), _BLUE)
        + f" {bar} {shown.replace(chr(9), _TAB)}".rstrip(),
        " " * (gutter + 1) + f"{bar} {' ' * _cells(before)}{painter.paint(under + note, style)}",
    )


def _notes(problem: Problem, gutter: int, painter: _Painter, language: str | None) -> list[str]:
    """Give the help and the fix of a problem."""
    sign = " " * (gutter + 1) + painter.paint("=", _BLUE)
    notes = [tell(problem.certainty, language)] if problem.certainty else []
    if problem.help:
        notes.append(tell(say("help: {help}", help=problem.help), language))
    if problem.fix is not None:
        notes.extend(_shown_fix(problem.fix.span, problem.fix.text, language))
    return [f"{sign} {line}" for line in notes]


def _shown_fix(span: Span, text: str, language: str | None) -> list[str]:
    """Say what the fix makes of the lines it touches."""
    head = tell("fix:", language)
    source: Source = span.source
    first = source.position(span.start)[0]
    last = source.position(max(span.start, span.end - 1))[0]
    before = source.text[source.line_starts[first - 1] : span.start]
    tail = source.line(last)
    after = tail[span.end - source.line_starts[last - 1] :]
    lines = [_visible(line).replace("\t", _TAB) for line in f"{before}{text}{after}".split("\n")]
    if len(lines) == 1:
        return [f"{head} {lines[0].strip()}"]
    return [head, *(f"  {line}".rstrip() for line in lines if line.strip())]


def _visible(text: str) -> str:
    """Replace what would move the cursor or hide on a terminal; a long line is mostly as it is."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _cells(text: str) -> int:
    """Count the columns that a text takes on a terminal."""
    from_tabs = text.count("\t") * (len(_TAB) - 1)
    return len(text) + from_tabs + sum(_is_wide(c) for c in text) - sum(_is_mark(c) for c in text)


def _is_wide(char: str) -> bool:
    return ord(char) > 0x2FF and east_asian_width(char) in "WF"


def _is_mark(char: str) -> bool:
    return ord(char) > 0x2FF and combining(char) != 0
