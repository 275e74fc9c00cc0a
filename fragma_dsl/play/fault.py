"""Fault: a rule that goes wrong while a game is played."""

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


class FaultError(Exception):
    """Raised by a machine where the rules go wrong; nothing of the state before it is lost."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault

    def __reduce__(self) -> tuple[type["FaultError"], tuple[Fault]]:
        return FaultError, (self.fault,)
