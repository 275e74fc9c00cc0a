"""Phrases: what people and the table say to each other, in the language of the table."""

from collections.abc import Mapping

from fragma_dsl.text.language import tell
from fragma_dsl.text.said import say

TABLE_HELP = (
    "Choose by a number, an action, or only what tells it apart (b7). Besides:\n"
    "  board       what happened, the table and the choice again\n"
    "  more        all actions\n"
    "  undo        take back your last action, and what followed\n"
    "  save FILE   write the record of the game so far\n"
    "  help, ?     show this\n"
    "  quit        stop; the game is kept\n"
    "Where an action has the name of a command, put / before the command: /undo"
)
"""What `help` shows at the table."""

COMMAND_WORDS: Mapping[str, str] = {
    "undo": "undo", "deshacer": "undo",
    "save": "save", "guardar": "save",
    "help": "help", "ayuda": "help", "h": "help", "?": "help",
    "board": "board", "tablero": "board", "mesa": "board",
    "more": "more", "más": "more", "mas": "more",
    "quit": "quit", "salir": "quit", "q": "quit", "exit": "quit",
}  # fmt: skip
"""What people type at the table, in every language, and the command that it is."""


def is_yes(answer: str) -> bool:
    """Whether an answer is a yes, in any language that fragma speaks."""
    return answer.strip().casefold() in ("y", "yes", "s", "si", "sí")


def phrase(template: str, language: str | None, /, **values: object) -> str:
    """Fill a template in, in the language of the table."""
    return tell(say(template, **values), language)
