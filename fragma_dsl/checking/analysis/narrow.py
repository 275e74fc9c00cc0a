"""Narrow: what is known once a condition has been asked, until something changes."""

from fragma_dsl.checking.analysis.estimate import Estimator, Key, Narrowed, key_of
from fragma_dsl.checking.analysis.ranges import Estimate, May, among, known_truth, within
from fragma_dsl.checking.analysis.reads import walk_model
from fragma_dsl.semantics import model

OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def narrow(known: Estimator, test: model.Expr, held: bool, before: Narrowed) -> dict[Key, Estimate]:
    """Give what is known once a condition has held, or has not.

    What a die shows is another thing each time it is asked, so nothing is known of it.
    """
    found = dict(before)
    match test:
        case model.Unary("not", operand):
            return narrow(known, operand, not held, before)
        case model.Binary("and", left, right) if held:
            return narrow(known, right, True, narrow(known, left, True, before))
        case model.Binary("or", left, right) if not held:
            return narrow(known, right, False, narrow(known, left, False, before))
        case model.Binary("==" | "!=" | "<" | "<=" | ">" | ">=" as word, left, right):
            here = word if held else OPPOSITES[word]
            narrow_side(known, here, left, right, found)
            narrow_side(known, MIRRORED[here], right, left, found)
        case _:
            pass
    if not any(isinstance(node, model.Roll) for node in walk_model(test)):
        found[key_of(test)] = known_truth(held)
    return found


def narrow_side(
    known: Estimator,
    word: str,
    left: model.Expr,
    right: model.Expr,
    found: dict[Key, Estimate],
) -> None:
    """Note what the left side may be, by what the right side may be."""
    if not isinstance(left, model.LocalRef | model.StateRef):
        return
    value, other = known.estimate(left, found), known.estimate(right, found)
    if isinstance(value, May) and isinstance(other, May):
        part = part_of(word, value, other)
        if part is not None:
            found[key_of(left)] = part


def part_of(word: str, value: May, other: May) -> May | None:
    """Give the part of a number that stands so to another; None where there is none."""
    match word:
        case "==" if value.members is not None:
            return among(one for one in value if other.has(one))
        case "==":
            return within(value, other.low, other.high)
        case "!=" if other.is_one and value.members is not None:
            return among(value.members - {other.low})
        case "<":
            return within(value, value.low, other.high - 1)
        case "<=":
            return within(value, value.low, other.high)
        case ">":
            return within(value, other.low + 1, value.high)
        case ">=":
            return within(value, other.low, value.high)
        case _:
            return value
