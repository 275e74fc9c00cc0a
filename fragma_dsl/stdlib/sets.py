"""Sets: builtins on sets and lists; a set is in the order of the numbers behind its members."""

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from fragma_dsl.library.declare import ANY_LENGTH, Builtin, Example, Parameter
from fragma_dsl.library.types import INT_HIGH, INT_LOW, Int, ListOf, Player, SetOf, Team, Type, Var
from fragma_dsl.play.fault import Fault, FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.stdlib import emitted
from fragma_dsl.text.said import say

Members: TypeAlias = frozenset[int] | tuple[int, ...]

T = Var("T")


def mean_count(_table: Table, members: Members) -> int:
    return len(members)


def mean_sum(_table: Table, members: Members) -> int:
    total = sum(members)
    if not INT_LOW <= total <= INT_HIGH:
        raise FaultError(
            Fault(
                "range",
                say("{number} is not in {low}..{high}", number=total, low=INT_LOW, high=INT_HIGH),
                None,
            )
        )
    return total


def mean_least(_table: Table, members: Members) -> int:
    return min(require_some(members, "min"))


def mean_greatest(_table: Table, members: Members) -> int:
    return max(require_some(members, "max"))


def mean_first(_table: Table, members: Members) -> int:
    require_some(members, "first")
    return members[0] if isinstance(members, tuple) else min(members)


def mean_only(_table: Table, members: Members) -> int:
    distinct = frozenset(require_some(members, "only"))
    if len(distinct) > 1:
        raise FaultError(Fault("size", "`only` has more than one value", None))
    return min(distinct)


def require_some(members: Members, word: str) -> Collection[int]:
    """Give the members; fault `empty` where there are none."""
    if not members:
        raise FaultError(Fault("empty", say("`{word}` has no value", word=word), None))
    return members


def mean_others(table: Table, player: int) -> frozenset[int]:
    return frozenset(range(table.players)) - {player}


def mean_team(table: Table, player: int) -> int:
    return table.layout.team_of[player]


def mean_members(table: Table, team: int) -> frozenset[int]:
    seats = enumerate(table.layout.team_of)
    return frozenset(seat for seat, its_team in seats if its_team == team)


def on_both(
    name: str,
    item: Type,
    result: Type,
    doc: str,
    meaning: Callable[..., Any],
    emit: Callable[..., Any],
    of_list: Example,
    of_set: Example,
) -> tuple[Builtin, ...]:
    """Declare a builtin for lists and for sets."""
    return (
        Builtin(
            name,
            (Parameter("members", ListOf(item, ANY_LENGTH)),),
            result,
            doc,
            meaning,
            (of_list,),
            faults=emit is not emitted.size,
            emit=emit,
            compares=name in ("min", "max"),
        ),
        Builtin(
            name,
            (Parameter("members", SetOf(item)),),
            result,
            doc,
            meaning,
            (of_set,),
            faults=emit is not emitted.size,
            emit=emit,
            compares=name in ("min", "max"),
        ),
    )


BUILTINS = (
    *on_both(
        "count",
        T,
        Int(0, INT_HIGH),
        "Counts the members of a set or a list.",
        mean_count,
        emitted.size,
        Example("count([a1, a1])", "2"),
        Example("count({a1, a2, a1})", "2"),
    ),
    *on_both(
        "sum",
        Int(),
        Int(),
        "Adds up numbers; of none it is 0.",
        mean_sum,
        emitted.total,
        Example("sum([2, 3, 3])", "8"),
        Example("sum({2, 3, 3})", "5"),
    ),
    *on_both(
        "min",
        T,
        T,
        "Gives the least member; of none it is a fault.",
        mean_least,
        emitted.least,
        Example("min([3, 2, 3])", "2"),
        Example("min({3, 2})", "2"),
    ),
    *on_both(
        "max",
        T,
        T,
        "Gives the greatest member; of none it is a fault.",
        mean_greatest,
        emitted.greatest,
        Example("max([3, 2, 3])", "3"),
        Example("max({3, 2})", "3"),
    ),
    *on_both(
        "first",
        T,
        T,
        "Gives the first member of a list, or of a set in its order; of none it is a fault.",
        mean_first,
        emitted.first,
        Example("first([b1, a1])", "b1"),
        Example("first({b1, a1})", "a1"),
    ),
    *on_both(
        "only",
        T,
        T,
        "Gives the one member there is; of none, and of two different ones, it is a fault.",
        mean_only,
        emitted.only,
        Example("only([a1, a1])", "a1"),
        Example("only({a1})", "a1"),
    ),
    Builtin(
        "others",
        (Parameter("p", Player()),),
        SetOf(Player()),
        "Gives all players but one, also those who are out.",
        mean_others,
        (Example("others(white)", "{black}"),),
        static=True,
    ),
    Builtin(
        "team",
        (Parameter("p", Player()),),
        Team(),
        "Gives the team of a player.",
        mean_team,
        (Example("team(west)", "lines", "teams"),),
        static=True,
    ),
    Builtin(
        "members",
        (Parameter("t", Team()),),
        SetOf(Player()),
        "Gives the players of a team.",
        mean_members,
        (Example("members(lines)", "{north, west}", "teams"),),
        static=True,
    ),
)
