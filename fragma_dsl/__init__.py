"""Fragma: games of the table, written in a rule language, checked, played and simulated."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fragma_dsl.game import Game, IllegalMove, Position, PositionError
    from fragma_dsl.pipeline import RulesError, load
    from fragma_dsl.play.fault import Fault, FaultError
    from fragma_dsl.play.view import View

__version__ = "0.1.0"
__all__ = [
    "Fault",
    "FaultError",
    "Game",
    "IllegalMove",
    "Position",
    "PositionError",
    "RulesError",
    "View",
    "__version__",
    "load",
]

HOMES = {
    "Fault": "play.fault",
    "FaultError": "play.fault",
    "Game": "game",
    "IllegalMove": "game",
    "Position": "game",
    "PositionError": "game",
    "RulesError": "pipeline",
    "View": "play.view",
    "load": "pipeline",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that a single layer stays light."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"fragma_dsl.{HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
