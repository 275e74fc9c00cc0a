"""Phrases: what the table says to people, in the languages that fragma itself speaks."""

from collections.abc import Mapping

LANGUAGES = ("en", "es")

PHRASES: Mapping[str, Mapping[str, str]] = {
    "seed": {"en": "seed", "es": "semilla"},
    "decides": {"en": "{who} decides", "es": "decide {who}"},
    "over": {"en": "The game is over", "es": "La partida terminó"},
    "wins": {"en": "{who} wins", "es": "gana {who}"},
    "win": {"en": "{who} win", "es": "ganan {who}"},
    "draw": {"en": "a draw", "es": "empate"},
    "and": {"en": "and", "es": "y"},
    "decision": {"en": "{count} decision", "es": "{count} decisión"},
    "decisions": {"en": "{count} decisions", "es": "{count} decisiones"},
    "roll": {"en": "{count} roll", "es": "{count} tirada"},
    "rolls": {"en": "{count} rolls", "es": "{count} tiradas"},
    "fault": {"en": "The rules went wrong", "es": "Las reglas fallaron"},
    "number": {"en": "choose 1 to {count}", "es": "elija de 1 a {count}"},
    "unknown": {
        "en": "`{text}` is no action here; nearest: {near}",
        "es": "`{text}` no es una acción posible; parecidas: {near}",
    },
    "strange": {
        "en": "`{text}` is no action here; choose a number, or type help",
        "es": "`{text}` no es una acción posible; elija un número o escriba ayuda",
    },
    "no_undo": {"en": "there is nothing to undo", "es": "no hay nada que deshacer"},
    "saved": {"en": "saved in {path}", "es": "guardada en {path}"},
    "resume": {"en": "go on with: {command}", "es": "para seguir: {command}"},
    "exists": {
        "en": "{path} exists; replace it? (y/n) ",
        "es": "{path} ya existe; ¿reemplazar? (s/n) ",
    },
    "cannot_write": {
        "en": "cannot write {path}: {reason}",
        "es": "no se pudo escribir {path}: {reason}",
    },
    "nothing": {"en": "nothing was played", "es": "no se jugó nada"},
    "earlier": {"en": "({count} earlier)", "es": "({count} antes)"},
    "more": {
        "en": "{count} more: type `more`, or what you want",
        "es": "{count} más: escriba `más`, o lo que quiere",
    },
    "several": {
        "en": "`{text}` could be {near}",
        "es": "`{text}` puede ser {near}",
    },
    "look_away": {
        "en": "{who}: press Enter when the others look away ",
        "es": "{who}: pulse Intro cuando los demás no miren ",
    },
    "undo?": {
        "en": "go back to your last decision? (y/n) ",
        "es": "¿volver a su última decisión? (s/n) ",
    },
    "type_help": {"en": "(type help)", "es": "(escriba ayuda)"},
    "help": {
        "en": (
            "Choose by a number, an action, or only what tells it apart (b7). Besides:\n"
            "  board       what happened, the table and the choice again\n"
            "  more        all actions\n"
            "  undo        take back your last action, and what followed\n"
            "  save FILE   write the record of the game so far\n"
            "  help, ?     show this\n"
            "  quit        stop; the game is kept\n"
            "Where an action has the name of a command, put / before the command: /undo"
        ),
        "es": (
            "Elija por un número, una acción, o solo lo que la distingue (b7). Además:\n"
            "  tablero          dibujar la mesa y las acciones otra vez\n"
            "  más              todas las acciones\n"
            "  deshacer         deshacer su última acción y lo que siguió\n"
            "  guardar ARCHIVO  escribir el registro de la partida\n"
            "  ayuda, ?         mostrar esto\n"
            "  salir            terminar; la partida se guarda\n"
            "Si una acción se llama como una orden, escriba la orden con /: /deshacer"
        ),
    },
}

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


def phrase(id: str, language: str | None, /, **parameters: str | int) -> str:
    """Give a phrase in a language, in English where fragma does not speak it."""
    by_language = PHRASES[id]
    text = by_language.get(language or "en", by_language["en"])
    return text.format(**parameters) if parameters else text


def counted_phrase(count: int, id: str, language: str | None) -> str:
    """Write a number of things, whose phrase for several is that for one and an s."""
    return phrase(id if count == 1 else f"{id}s", language, count=count)
