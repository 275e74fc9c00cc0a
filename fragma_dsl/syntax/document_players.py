"""Players: the value of `players` to the seats of a game."""

from dataclasses import dataclass

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span


def make_players(fields: v.Fields, start: Span, problems: list[Problem]) -> t.Players:
    """Make the seats; two of them where the file does not say."""
    number, record = fields.find("players", v.Number), fields.find("players", v.Fields)
    if number is not None:
        return t.Players(number.value, number.value, 1, number.value, (), number.span)
    if record is None:
        return t.Players(2, 2, 1, 2, (), start)
    return _from_record(record, problems)


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many may play, as far as the file says."""

    minimum: int
    maximum: int
    step: int
    default: int


def _from_record(record: v.Fields, problems: list[Problem]) -> t.Players:
    items = record.find("names", v.Items)
    names = tuple(n for n in items.items if isinstance(n, t.Identifier)) if items else ()
    seats = len(names)
    if not (record.has("min") or record.has("max") or record.has("names")):
        problems.append(p.MissingKey(record.span, "players", "min", "and `max`, or `names`"))
        return t.Players(2, 2, 1, 2, (), record.span)
    low = record.number("min") or record.number("max") or seats or 2
    if names and not record.has("min"):
        low = seats
    high = record.number("max") or seats or low
    step = record.number("step") or 1
    default = record.number("default") or (high if names and not record.has("min") else low)
    counts = _Counts(low, high, step, default)
    _check_counts(record, counts, seats, problems)
    return t.Players(low, max(low, high), step, default, names, record.span)


def _check_counts(record: v.Fields, counts: _Counts, seats: int, problems: list[Problem]) -> None:
    """Report numbers of players that do not go together."""
    low, high = counts.minimum, counts.maximum

    def blame(key: str, expected: str) -> None:
        found = record.find(key, v.Number) or record.find("max", v.Number) or record
        problems.append(p.BadForm(found.span, expected))

    if low > high:
        blame("max", say("`max` to be at least {low}", low=low))
    elif (counts.default - low) % counts.step or not low <= counts.default <= high:
        blame("default", "a number of players that `min`, `max` and `step` allow")
    if record.has("names") and seats < high:
        items = record.find("names", v.Items)
        span = items.span if items is not None else record.span
        if items is not None:
            problems.append(
                p.BadForm(span, say("at least {high} names, one for each seat", high=high))
            )
