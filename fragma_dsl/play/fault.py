"""Fault: a rule that goes wrong while a game is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from fragma_dsl.text.span import Span


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, by which line of the rules.

    Codes: dead_end, full, missing, range, none, budget, empty, size, division, ending. The message
    is one line.
    """

    code: str
    message: str
    span: Span | None


CAUSES: Mapping[str, str] = {
    "dead_end": "no action is legal",
    "full": "there is no room where a piece should go",
    "missing": "a piece is not where it is taken from",
    "range": "a number is outside its range",
    "none": "there is none where a value is needed",
    "empty": "there is nothing to pick from",
    "size": "there are too many to pick from",
    "division": "a number is divided by zero",
    "budget": "the rules go on without an end",
    "ending": "the script is over and nothing has ended the game",
}
"""What each code means, in words that tell nothing of the table."""


class FaultError(Exception):
    """Raised by a machine where the rules go wrong; nothing of the state before it is lost."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault

    def __reduce__(self) -> tuple[type["FaultError"], tuple[Fault]]:
        return FaultError, (self.fault,)
