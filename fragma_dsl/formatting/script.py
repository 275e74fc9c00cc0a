"""Script: a script in its place to the lines of its canonical form."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from fragma_dsl.formatting.layout import FREE, WIDTH, Line, comment_line
from fragma_dsl.formatting.trivia import Trivia, read_trivia
from fragma_dsl.syntax.grammar import Start
from fragma_dsl.syntax.lines import split_lines, split_parts
from fragma_dsl.syntax.script_place import ScriptPlace
from fragma_dsl.syntax.tokens import DEDENT, INDENT, LINE_END, ScriptToken, script_tokens

STEP = 4
"""How much deeper a block, or what a bracket opens, stands."""

_OPEN = ("LPAR", "LSQB", "LBRACE")
_CLOSE = ("RPAR", "RSQB", "RBRACE")
_ENDS_VALUE = ("NAME", "INT", "TRUE", "FALSE", "NONE", *_CLOSE)
_DOTS = (".", "..")


@dataclass(slots=True)
class LogicalLine:
    """What the parser takes for one line: its tokens, its depth in blocks, its column."""

    depth: int
    column: int
    tokens: list[ScriptToken] = field(default_factory=list)


def format_line(place: ScriptPlace, rule: Start) -> str:
    """Write a script of one line."""
    tokens = [token for token in script_tokens(place, rule) if token.text]
    return _joined(tokens)


def format_values(place: ScriptPlace, indent: int) -> list[Line]:
    """Write expressions with `;` or line breaks between them."""
    text, found = place.source.text, []
    for line in split_lines(text, place.start, place.end):
        logical = LogicalLine(0, line.indent)
        for start, end in split_parts(text, line):
            if logical.tokens:
                logical.tokens.append(ScriptToken("SEMICOLON", ";", start, start))
            part = ScriptPlace(place.source, start, end, place.is_block)
            logical.tokens += [one for one in script_tokens(part, "value_line") if one.text]
        found.append(logical)
    return _write(place, found, indent)


def format_block(place: ScriptPlace, rule: Start, indent: int) -> list[Line]:
    """Write a script of several lines, its first block at `indent`."""
    return _write(place, list(_logical_lines(place, rule)), indent)


def _logical_lines(place: ScriptPlace, rule: Start) -> Iterator[LogicalLine]:
    depth = -1
    line: LogicalLine | None = None
    for token in script_tokens(place, rule):
        match token.kind:
            case kind if kind == LINE_END:
                if line is not None:
                    yield line
                line = None
            case kind if kind == INDENT:
                depth += 1
            case kind if kind == DEDENT:
                depth -= 1
            case _:
                if line is None:
                    column = token.start - place.source.text.rfind("\n", 0, token.start) - 1
                    line = LogicalLine(depth, column)
                line.tokens.append(token)
    if line is not None:
        yield line


def _write(place: ScriptPlace, lines: list[LogicalLine], indent: int) -> list[Line]:
    """Write logical lines with the comments and free lines between them."""
    text = place.source.text
    made: list[Line] = []
    columns: list[int] = []
    at, opens = place.start, True
    for i, line in enumerate(lines):
        trivia = read_trivia(text, at, line.tokens[0].start)
        made += _between(trivia, line.depth, columns, indent, opens)
        del columns[line.depth :]
        columns.append(line.column)
        made += _rows(text, line, indent + STEP * line.depth)
        at = line.tokens[-1].end
        opens = line.tokens[-1].kind == "COLON"
        limit = lines[i + 1].tokens[0].start if i + 1 < len(lines) else place.end
        behind = read_trivia(text, at, limit).behind
        made[-1] = Line(made[-1].indent, made[-1].text, behind)
    last = read_trivia(text, at, place.end)
    if last.comments:
        made += _between(Trivia("", last.comments, False), 0, columns, indent, opens)
    return made


def _between(
    trivia: Trivia, depth: int, columns: list[int], indent: int, opens: bool
) -> Iterator[Line]:
    """Write comments before a line: each as deep as the block that its column shows."""
    deepest = max(depth, len(columns) - 1)
    for comment in trivia.comments:
        while deepest > depth and columns[deepest] > comment.column:
            deepest -= 1
        if comment.apart and not opens:
            yield FREE
        opens = False
        yield comment_line(indent + STEP * deepest, comment.text)
    if trivia.apart and not opens:
        yield FREE


# ---- the rows of one logical line


def _rows(text: str, line: LogicalLine, indent: int) -> list[Line]:
    """Write a logical line: in one row where that fits and no bracket ends a row as written."""
    tokens = line.tokens
    breaks = [i for i in range(1, len(tokens)) if "\n" in text[tokens[i - 1].end : tokens[i].start]]
    comments = any("#" in text[tokens[i - 1].end : tokens[i].start] for i in breaks)
    stays_open = any(tokens[i - 1].kind in _OPEN for i in breaks)
    if not breaks:
        return [Line(indent, _joined(tokens))]
    joined = _joined(tokens)
    if not comments and not stays_open and indent + len(joined) <= WIDTH:
        return [Line(indent, joined)]
    rows = [
        tokens[start:end] for start, end in zip([0, *breaks], [*breaks, len(tokens)], strict=True)
    ]
    return _broken(text, rows, indent)


def _broken(text: str, rows: list[list[ScriptToken]], indent: int) -> list[Line]:
    """Write rows: behind a bracket that ends its row they stand deeper, else behind the bracket."""
    made: list[Line] = []
    open: list[tuple[int, int]] = []  # for each bracket where rows stand, and where it is closed
    for i, row in enumerate(rows):
        at = open[-1][0] if open else indent
        if i:
            trivia = read_trivia(text, rows[i - 1][-1].end, row[0].start)
            made[-1] = Line(made[-1].indent, made[-1].text, trivia.behind)
            made += [comment_line(at, comment.text) for comment in trivia.comments]
        if row[0].kind in _CLOSE and open:
            at = open[-1][1]
        for j, token in enumerate(row):
            if token.kind in _OPEN:
                column = at + len(_joined(row[: j + 1]))
                last = j == len(row) - 1
                open.append((at + STEP, at) if last else (column, column - 1))
            elif token.kind in _CLOSE and open:
                open.pop()
        made.append(Line(at, _joined(row)))
    return made


def _joined(tokens: list[ScriptToken]) -> str:
    written = ""
    for i, token in enumerate(tokens):
        apart = i > 0 and _is_apart(tokens[i - 2] if i > 1 else None, tokens[i - 1], token)
        written += f" {token.text}" if apart else token.text
    return written


def _is_apart(earlier: ScriptToken | None, before: ScriptToken, token: ScriptToken) -> bool:
    """Say whether a blank stands between two tokens."""
    if before.kind in _OPEN or before.text in _DOTS or token.text in _DOTS:
        return False
    if token.kind in (*_CLOSE, "COMMA", "COLON", "SEMICOLON"):
        return False
    if token.kind in ("LPAR", "LSQB"):
        return before.kind not in ("NAME", *_CLOSE)
    if before.kind == "MINUS":
        return earlier is not None and earlier.kind in _ENDS_VALUE
    return True
