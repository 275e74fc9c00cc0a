"""Accepted: the words that the grammar takes at the end of an incomplete line of a script."""

import re
from dataclasses import dataclass
from typing import Any

from lark.exceptions import LarkError
from lark.indenter import DedentError
from lark.lexer import PatternStr

from fragma_dsl.syntax.grammar import Start, parser
from fragma_dsl.syntax.tokens import DEDENT, ScriptToken

_WORD = re.compile(r"[a-z]+")
_ALONE = re.compile(r"^el(if\b)|^else\s*:\s*")
"""What cannot stand without the `if` before it, as the same that can."""
_OPTIONS = "\n  choose:\n    "
_OTHERWISE = ("elif", "else")


@dataclass(frozen=True, slots=True)
class Accepted:
    """What may come next: words of the language, and whether a name may. `tokens` come before."""

    words: tuple[str, ...]
    takes_name: bool
    tokens: tuple[ScriptToken, ...]

    @property
    def last(self) -> ScriptToken | None:
        """The token before the cursor."""
        return self.tokens[-1] if self.tokens else None


def find_accepted(line: str, rule: Start) -> Accepted:
    """Find what may follow a logical line of a script, given without the word that is begun."""
    if rule != "script_block":
        return _accepted(line, rule, "")
    lead = _OPTIONS if line.startswith("option") else "\n  "
    found = _accepted(_ALONE.sub(r"\1", line), rule, lead)
    if line.strip():
        return found
    words = dict.fromkeys((*found.words, "option", *_OTHERWISE))
    return Accepted(tuple(words), True, ())


def _accepted(line: str, rule: Start, lead: str) -> Accepted:
    running: Any = parser().parse_interactive(lead + line, start=rule)
    tokens: list[ScriptToken] = []
    try:
        for token in running.lexer_thread.lex(running.parser_state):
            if token.type == DEDENT or token.type == "$END":
                break
            running.feed_token(token)
            start = (token.start_pos or 0) - len(lead)
            if start >= 0 and token.strip():
                tokens.append(ScriptToken(token.type, str(token), start, start + len(token)))
    except (LarkError, DedentError):
        return Accepted((), True, tuple(tokens))
    accepts = running.accepts()
    words = []
    for terminal in parser().terminals:
        if terminal.name in accepts and isinstance(terminal.pattern, PatternStr):
            words.append(terminal.pattern.value)
    if "BEST" in accepts:
        words += ["most", "least"]
    return Accepted(
        tuple(word for word in words if _WORD.fullmatch(word)), "NAME" in accepts, tuple(tokens)
    )
