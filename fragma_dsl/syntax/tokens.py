"""Tokens: a script in its place to the words and signs that the parser sees, with their kinds."""

from dataclasses import dataclass

from fragma_dsl.syntax.grammar import Start, parser
from fragma_dsl.syntax.script_place import ScriptPlace

LINE_END = "_NL"
INDENT = "_INDENT"
DEDENT = "_DEDENT"


@dataclass(frozen=True, slots=True)
class ScriptToken:
    """A word or sign; `kind` is its name in the grammar. Line ends and blocks have no text."""

    kind: str
    text: str
    start: int
    end: int


def script_tokens(place: ScriptPlace, rule: Start) -> tuple[ScriptToken, ...]:
    """Give the tokens of a script that parses. Raises lark's errors where it does not."""
    text = place.source.text[place.start : place.end]
    running = parser().parse_interactive(text, start=rule)
    found = []
    for token in running.iter_parse():
        start, kind = place.start + (token.start_pos or 0), token.type
        shown = "" if kind in (LINE_END, INDENT, DEDENT) else str(token)
        found.append(ScriptToken(kind, shown, start, start + len(shown)))
    return tuple(found)
