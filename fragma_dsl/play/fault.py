"""Fault: a rule that goes wrong while a game is played."""

from collections.abc import Mapping
from dataclasses import dataclass

from fragma_dsl.text.span import Span


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong, by which line of the rules.

    The codes are those of FAULTS. The message is one line.
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


FAULTS: Mapping[str, str] = {
    "dead_end": (
        "A decision has no legal action and no `else`. A player is never passed over in silence: "
        "give the `choose` an `else`, which may be `pass`, or let the conditions of its options "
        "always leave one."
    ),
    "missing": (
        "A piece is taken from where it is not, from the box too, or a row or column is asked for "
        "that the board does not have. Ask with `has` or `count` before, or raise the `count` of "
        "the kind; a board without rows and columns has regions and directions."
    ),
    "full": (
        "There is no room where a piece should go. A site takes one piece unless its board says "
        "`holds: many` or `holds: stack`; else take away what is there first, with `capture`, or "
        "ask whether it is `empty`."
    ),
    "range": (
        "A number is outside the range of its place, a list is too long, or an index is outside a "
        "list. Give the variable a wider type, or keep the number inside with `min` and `max`."
    ),
    "none": (
        "There is `none` where a value is needed. Ask `!= none` before, or choose a case in which "
        "there is always a value."
    ),
    "empty": (
        "`first`, `only`, `min` or `max` is asked of nothing. Ask with `any` or `count` before "
        "whether there is something."
    ),
    "size": (
        "`only` is asked of several values, or a range of numbers has more than 65 536 members. "
        "Say more narrowly what is meant, or take the `first`."
    ),
    "division": "`//` or `%` is asked to divide by zero. Ask before whether the number is zero.",
    "budget": (
        "The rules go on without a stop: more than a million steps, calls more than 64 deep, or "
        "10 000 rolls in a row. Look for a `while` whose condition nothing changes."
    ),
    "ending": (
        "The script is over, and nothing has ended the game. Give it an ending under `end` that "
        "always comes, or `win` or `draw` where the last phase is over."
    ),
}
"""What each code means, and what to do."""


class FaultError(Exception):
    """Raised by a machine where the rules go wrong; nothing of the state before it is lost."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault

    def __reduce__(self) -> tuple[type["FaultError"], tuple[Fault]]:
        return FaultError, (self.fault,)
