"""Grammar: the parser of scripts, made once from grammar.lark and kept in the user's cache."""

import hashlib
import io
import operator
import sys
import threading
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import lark
from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.utils import TextSlice

from fragma_dsl.text.cache import fetch, keep

Start = Literal[
    "script_block", "script_line", "value_block", "value_line", "signature", "type_line"
]  # fmt: skip
STARTS: tuple[Start, ...] = (
    "script_block", "script_line", "value_block", "value_line", "signature", "type_line",
)  # fmt: skip


class UnevenDedentError(DedentError):
    """A line returns to a column where no open block begins; `levels` are where they do."""

    def __init__(self, position: int, levels: tuple[int, ...]) -> None:
        super().__init__(position)
        self.position = position
        self.levels = levels


class ScriptIndenter(Indenter):
    """Makes blocks from indentation; inside brackets line breaks count for nothing."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012  lark asks for lists
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802  lark's name
        """Give a line break and the blocks it opens or closes; raises UnevenDedentError."""
        if self.paren_level > 0:
            return
        yield token
        indent = len(token) - token.rfind("\n") - 1
        if indent > self.indent_level[-1]:
            self.indent_level.append(indent)
            yield Token.new_borrow_pos(self.INDENT_type, "", token)
            return
        while indent < self.indent_level[-1]:
            self.indent_level.pop()
            yield Token.new_borrow_pos(self.DEDENT_type, "", token)
        if indent != self.indent_level[-1]:
            raise UnevenDedentError(token.end_pos or 0, tuple(self.indent_level))


def parse(text: str, start: int, end: int, rule: Start) -> Tree[Token]:
    """Parse a stretch of a text in place; raises lark's errors."""
    return parser().parse(TextSlice(text, start, end), start=rule)


@lru_cache(maxsize=2048)
def parse_alone(text: str, rule: Start) -> Tree[Token]:
    """Parse a text of its own and remember it, for editors that read a file at each keystroke;
    raises lark's errors. The tree is shared: nobody may change it."""
    return parser().parse(text, start=rule)


def parser() -> Lark:
    """Give this thread's parser: it counts blocks while it parses, so two cannot share one."""
    return parser_of(threading.get_ident())


@lru_cache(maxsize=64)
def parser_of(thread: int) -> Lark:  # noqa: ARG001
    """Give the parser of a thread, from the user's cache where it is there."""
    grammar = files("fragma_dsl.syntax").joinpath("grammar.lark").read_text("utf-8")
    key = f"{grammar}\0{lark.__version__}\0{sys.version}\0{STARTS}"
    name = f"grammar-{hashlib.sha256(key.encode()).hexdigest()[:32]}.bin"
    found = _load(name)
    if found is None:
        found = _make(grammar)
        _store(found, name)
    _shorten(found)
    return found


def _make(grammar: str) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        postlex=ScriptIndenter(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _shorten(parser: Lark) -> None:
    """Let `?rule: other` give what the other made, and no more: lark would put the positions of the
    same node in their place at each of the dozen steps between `expr` and a name."""
    callbacks = parser._callbacks  # what lark does at each step; it has no option for this
    for rule in callbacks:
        is_chain = isinstance(rule, Rule) and rule.options.expand1 and not rule.alias
        if is_chain and len(rule.expansion) == 1 and not rule.expansion[0].is_term:
            callbacks[rule] = operator.itemgetter(0)


def _load(name: str) -> Lark | None:
    """Load a stored parser; a missing, foreign or broken file counts as none."""
    content = fetch(name)
    if content is None:
        return None
    try:
        return Lark.load(io.BytesIO(content))
    except Exception:  # a broken pickle may raise anything
        return None


def _store(parser: Lark, name: str) -> None:
    """Store a parser."""
    file = io.BytesIO()
    parser.save(file)
    keep(name, file.getvalue())
