"""Call order: the rules and functions of a file in, each behind all that it calls out; the circles
and depths of their calls."""

from collections.abc import Iterator, Mapping

from fragma_dsl.library.domains import MOST_CALLS
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.walk import walk

Declared = Mapping[str, tree.FunctionDecl | tree.RuleDecl]


def calls_of(declared: Declared) -> dict[str, tuple[str, ...]]:
    """Give what each rule and function calls, as it is written."""
    return {
        name: tuple(
            node.function.text
            for node in walk(decl.body)
            if isinstance(node, tree.Call)
            and isinstance(node.function, tree.Name)
            and node.function.text in declared
        )
        for name, decl in declared.items()
    }


def circles(calls: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Run through the names, those together that call each other, each behind what it calls.

    Tarjan, Depth-first search and linear graph algorithms, 1972, on a stack of its own.
    """
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}
    for root in calls:
        path = [root] if root not in number else []
        rest = [iter(calls[root])]
        while path:
            name = path[-1]
            if name not in number:
                number[name] = low[name] = len(number)
                held[name] = None
            called = next(rest[-1], None)
            if called is None:
                path.pop()
                rest.pop()
                if path:
                    low[path[-1]] = min(low[path[-1]], low[name])
                if low[name] == number[name]:
                    found = [one for one in held if number[one] >= number[name]]
                    for one in found:
                        del held[one]
                    yield tuple(found)
            elif called not in number:
                path.append(called)
                rest.append(iter(calls[called]))
            elif called in held:
                low[name] = min(low[name], number[called])


def find_deep(
    calls: Mapping[str, tuple[str, ...]], circled: tuple[tuple[str, ...], ...]
) -> Iterator[str]:
    """Give names from which calls stand in one another deeper than a game allows, the last first
    called of each chain."""
    depths: dict[str, int] = {}
    for circle in circled:
        inner = [depths[one] for name in circle for one in calls[name] if one not in circle]
        depth = 1 + max(inner, default=0)
        depths |= dict.fromkeys(circle, depth)
        if depth == MOST_CALLS + 1:
            yield circle[0]


def way_round(calls: Mapping[str, tuple[str, ...]], circle: tuple[str, ...]) -> tuple[str, ...]:
    """Give the shortest way from the first name of a circle back to it, without its end."""
    first, inside = circle[0], frozenset(circle)
    came: dict[str, str] = {}
    waiting = [first]
    for name in waiting:
        for called in calls[name]:
            if called == first:
                way = [name]
                while way[-1] != first:
                    way.append(came[way[-1]])
                return tuple(reversed(way))
            if called in inside and called not in came:
                came[called] = name
                waiting.append(called)
    return circle
