"""Grammar: the parser of scripts, made once from grammar.lark and kept in the user's cache."""

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import lark
from lark import Lark, Token, Tree
from lark.indenter import DedentError, Indenter
from lark.utils import TextSlice

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


@lru_cache(maxsize=1)
def parser() -> Lark:
    """Give the parser, from the cache where it is there."""
    grammar = files("fragma_dsl.syntax").joinpath("grammar.lark").read_text("utf-8")
    key = f"{grammar}\0{lark.__version__}\0{sys.version}\0{STARTS}"
    path = _cache_folder() / f"grammar-{hashlib.sha256(key.encode()).hexdigest()[:32]}.bin"
    found = _load(path)
    if found is None:
        found = _make(grammar)
        _store(found, path)
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


def _cache_folder() -> Path:
    """Give the user's cache directory, by the custom of the platform."""
    named = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME")
    base = Path(named) if named and Path(named).is_absolute() else Path("~/.cache")
    with contextlib.suppress(RuntimeError):
        base = base.expanduser()
    return base / "fragma-dsl"


def _load(path: Path) -> Lark | None:
    """Load a stored parser; a missing, foreign or broken file counts as none."""
    try:
        if os.name != "nt" and not _is_private(path.parent):
            return None
        with path.open("rb") as file:
            return Lark.load(file)
    except Exception:  # a broken pickle may raise anything
        return None


def _store(parser: Lark, path: Path) -> None:
    """Store a parser whole or not at all; a place that cannot be written costs only time."""
    with contextlib.suppress(OSError, RuntimeError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name != "nt" and not _is_private(path.parent):
            return
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                parser.save(file)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's own and no one else can write to it."""
    state = folder.stat()
    return state.st_uid == os.getuid() and not state.st_mode & 0o022
