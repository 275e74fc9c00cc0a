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
        "es": "`{text}` no es una acción posible; elija un número o escriba help",
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
    "save_where": {"en": "save where? write: save FILE", "es": "¿dónde? escriba: save ARCHIVO"},
    "nothing": {"en": "nothing was played", "es": "no se jugó nada"},
    "help": {
        "en": (
            "Choose an action by its number or by typing it. Besides:\n"
            "  board       draw the table again\n"
            "  undo        take back your last action, and what followed\n"
            "  save FILE   write the record of the game so far\n"
            "  help        show this\n"
            "  quit        stop; the game is kept\n"
            "Where an action has the name of a command, put / before the command: /undo"
        ),
        "es": (
            "Elija una acción por su número o escribiéndola. Además:\n"
            "  board         dibujar la mesa otra vez\n"
            "  undo          deshacer su última acción y lo que siguió\n"
            "  save ARCHIVO  escribir el registro de la partida\n"
            "  help          mostrar esto\n"
            "  quit          terminar; la partida se guarda\n"
            "Si una acción se llama como una orden, escriba la orden con /: /undo"
        ),
    },
}


def phrase(id: str, language: str | None, /, **parameters: str | int) -> str:
    """Give a phrase in a language, in English where fragma does not speak it."""
    by_language = PHRASES[id]
    text = by_language.get(language or "en", by_language["en"])
    return text.format(**parameters) if parameters else text


def counted_phrase(count: int, id: str, language: str | None) -> str:
    """Write a number of things, whose phrase for several is that for one and an s."""
    return phrase(id if count == 1 else f"{id}s", language, count=count)
