"""Relate: which types fit where, what two have in common, and the ranges of sums and products."""

from dataclasses import replace

from fragma_dsl.library.types import (
    INT_HIGH,
    INT_LOW,
    Card,
    Int,
    Layer,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Place,
    SetOf,
    Site,
    Type,
    Unknown,
    Var,
)


def fits(found: Type, wanted: Type) -> bool:
    """Say whether a value of one type may stand where another is wanted, perhaps with a check at
    run time.

    A single value fits where a set is wanted only in `fits_or_single`.
    """
    match found, wanted:
        case (Unknown(), _) | (_, Unknown()) | (_, Var()):
            return True
        case Int(low, high), Int(least, most):
            return low <= most and least <= high
        case Site(), Site(None):
            return True
        case Site(None), Site():
            return True
        case Card(), Card(None):
            return True
        case Card(None), Card():
            return True
        case Card(), Piece():
            return True
        case Site(), Place():
            return True
        case Layer(), Layer(""):
            return True
        case Nothing(), Optional():
            return True
        case Optional(item), Optional(other):
            return fits(item, other)
        case _, Optional(item):
            return fits(found, item)
        case Optional(item), _:
            return fits(item, wanted)
        case SetOf(item), SetOf(other):
            return fits(item, other)
        case ListOf(item, _), ListOf(other, _):
            return fits(item, other)
        case ListOf(item, _), SetOf(other):
            return fits(item, other)
        case _:
            return found == wanted


def join(first: Type, second: Type) -> Type | None:
    """Give the narrowest type that both fit, or None where there is none."""
    match first, second:
        case (Unknown(), other) | (other, Unknown()):
            return other
        case Int(low, high), Int(least, most):
            return Int(min(low, least), max(high, most))
        case Site(), Site():
            return first if first == second else Site()
        case (Site(), Place()) | (Place(), Site()):
            return Place()
        case Card(), Card():
            return first if first == second else Card()
        case (Card(), Piece()) | (Piece(), Card()):
            return Piece()
        case Nothing(), Nothing():
            return first
        case (Nothing(), Optional()) | (Optional(), Nothing()):
            return first if isinstance(first, Optional) else second
        case (Nothing(), other) | (other, Nothing()):
            return None if isinstance(other, SetOf | ListOf) else Optional(other)
        case (Optional(item), Optional(other)) | (Optional(item), other) | (other, Optional(item)):
            joined = join(item, other)
            return None if joined is None else Optional(joined)
        case SetOf(item), SetOf(other):
            joined = join(item, other)
            return None if joined is None else SetOf(joined)
        case ListOf(item, size), ListOf(other, most):
            joined = join(item, other)
            return None if joined is None else ListOf(joined, max(size, most))
        case _:
            return first if first == second else None


def substitute(type: Type, bound: dict[str, Type], board: str | None) -> Type:
    """Put the types of the call into a builtin's result: its variables, and the board of its
    sites."""
    match type:
        case Var(name):
            return bound.get(name, Unknown())
        case Site(None):
            return Site(board)
        case Layer("") if board is not None:
            return Layer(board)
        case SetOf(item) | ListOf(item) | Optional(item):
            return replace(type, item=substitute(item, bound, board))
        case _:
            return type


def bind(wanted: Type, found: Type, bound: dict[str, Type]) -> bool:
    """Note what the variables of a signature stand for in a call; say whether they agree."""
    match wanted, found:
        case Var(name), _:
            known = bound.get(name)
            joined = found if known is None else join(known, found)
            if joined is None:
                return False
            bound[name] = joined
            return True
        case (SetOf(item), SetOf(other) | ListOf(other)) | (ListOf(item), ListOf(other)):
            return bind(item, other, bound)
        case (SetOf(item), _) if not isinstance(item, Var):
            return bind(item, found, bound)
        case Optional(item), Optional(other):
            return bind(item, other, bound)
        case Optional(item), _:
            return isinstance(found, Nothing) or bind(item, found, bound)
        case _:
            return True


def _clamp(low: int, high: int) -> Int:
    return Int(*(min(max(end, INT_LOW), INT_HIGH) for end in (low, high)))


def arithmetic_type(word: str, left: Int, right: Int) -> Int:
    """Give the range of a sum, difference, product, quotient or remainder."""
    match word:
        case "+":
            return _clamp(left.low + right.low, left.high + right.high)
        case "-":
            return _clamp(left.low - right.high, left.high - right.low)
        case "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return _clamp(min(corners), max(corners))
        case "%" if right.low > 0:
            return Int(0, right.high - 1)
        case "//" if right.low > 0 and left.low >= 0:
            return Int(left.low // right.high, left.high // right.low)
        case _:
            return Int()


def site_board(type: Type) -> str | None:
    """Give the board of a site type or of a set, list or optional of it."""
    match type:
        case Site(board):
            return board
        case SetOf(item) | ListOf(item) | Optional(item):
            return site_board(item)
        case _:
            return None
