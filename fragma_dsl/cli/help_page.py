"""Help page: what typer writes on how a command is used, in the language to speak."""

import re
from collections.abc import Sequence
from typing import Any

from fragma_dsl.cli.speech import spoken, told
from fragma_dsl.text.paragraphs import explained
from fragma_dsl.text.said import say

_NAMED = re.compile(r"[A-Z]{2,}|<[a-z ]+>")
"""What stands for what is given, such as FILE and <int>."""
_DEFAULT = re.compile("default: (.*)")


class HelpPage:
    """Writes in the language to speak, with the formatter of typer in it."""

    def __init__(self, formatter: Any) -> None:
        self.formatter = formatter

    def __getattr__(self, name: str) -> Any:
        return getattr(self.formatter, name)

    def write_usage(self, program: str, pieces: str) -> None:
        """Write how the command is called."""
        self.formatter.write_usage(program, _named(pieces), told("Usage: "))

    def section(self, title: str) -> Any:
        """Begin a section; what is written in a `with` stands in it."""
        return self.formatter.section(told(title))

    def write_text(self, text: str) -> None:
        """Write what the command does."""
        self.formatter.write_text(explained(text, spoken()))

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None:
        """Write arguments and options."""
        self.formatter.write_dl([(_named(name), _about(text)) for name, text in rows])


def _named(text: str) -> str:
    """Tell what stands for what is given."""
    return _NAMED.sub(lambda found: told(found[0]), text)


def _about(text: str) -> str:
    """Tell what an option is for, and what typer puts behind it: `[default: 1; required]`."""
    own, gap, behind = text.partition("  [")
    notes = behind.removesuffix("]").split("; ")
    return told(own) + gap + "; ".join(map(_note, notes)) + "]" * bool(gap)


def _note(text: str) -> str:
    """Tell a note such as `default: 1`."""
    default = _DEFAULT.fullmatch(text)
    return told(text if default is None else say("default: {value!s}", value=default[1]))
