"""Estimate: what each expression, variable and local of a game may be, whatever is played.

What is kept of variables and locals holds at every moment of a game: the values that are ever
assigned, joined until nothing new comes. Where a condition has just been asked, `narrowed` says
more.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import TypeAlias

from fragma_dsl.checking.analysis.operations import operation
from fragma_dsl.checking.analysis.ranges import (
    EITHER,
    FALSE,
    MOST,
    MOST_PAIRS,
    TRUE,
    Estimate,
    Group,
    May,
    among,
    arithmetic,
    between,
    join,
    join_estimates,
    known_truth,
    truth,
    within,
)
from fragma_dsl.library.types import ListOf, SetOf, Type
from fragma_dsl.play.fault import FaultError
from fragma_dsl.play.table import Table
from fragma_dsl.semantics import model
from fragma_dsl.text.node import Node
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

EQUIPMENT = frozenset(
    ("neighbors", "step", "ray", "edge", "corners", "row", "column", "layer", "distance", "next",
     "prev", "others", "team", "members", "abs", "min", "max")
)  # fmt: skip
"""Builtins whose value follows from their arguments and what the game is played with."""
OCCUPIED = frozenset(("own", "at", "sites"))
"""Builtins that give sites where pieces are."""

Key: TypeAlias = object
Narrowed: TypeAlias = Mapping[Key, Estimate]


def key_of(node: object) -> Key:
    """Give what two equal expressions have in common, wherever they stand."""
    if isinstance(node, tuple):
        return tuple(key_of(one) for one in node)
    if isinstance(node, Node):
        parts = (getattr(node, name) for name in node.__match_args__ if name != "span")
        return (node.__class__, *(key_of(one) for one in parts if not isinstance(one, Source)))
    return node if not isinstance(node, Span) else None


class Unlearned(Exception):  # noqa: N818 - it is caught where statements are learned
    """Raised while learning for what nothing has been learned of yet."""


@dataclass(slots=True)
class Estimator:
    """Estimates expressions of a game; `table` has the equipment for builtins."""

    game: model.Game
    table: Table
    locals: dict[model.Local, Estimate] = field(default_factory=dict)
    state: dict[str, Estimate] = field(default_factory=dict)
    results: dict[str, Estimate] = field(default_factory=dict)
    occupied: set[int] = field(default_factory=set)  # sites where pieces may come to be
    everywhere: bool = False  # whether some piece may go to a place that is not known
    limits: dict[Type, Estimate] = field(default_factory=dict)
    computed: dict[Key, Estimate | None] = field(default_factory=dict)
    learning: bool = True
    missing: bool = False  # whether something was asked for of which nothing is learned
    lenient: bool = False  # whether that is then taken to be anything

    @property
    def pieces(self) -> int | None:
        """How many pieces and cards there are in all; None where some are without limit."""
        counts = [piece.count for piece in self.table.layout.pieces]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None

    # ---- types

    def of_type(self, type: Type) -> Estimate:
        """Give all that a type allows."""
        if type not in self.limits:
            self.limits[type] = self._of_type(type)
        return self.limits[type]

    def _of_type(self, type: Type) -> Estimate:
        match type:
            case SetOf(item) | ListOf(item, _):
                if isinstance(item, SetOf | ListOf):
                    return Group(None, 0, MOST)
                low, high = self.game.domains.bounds(item)
                most = type.max if isinstance(type, ListOf) else min(high - low + 1, MOST)
                return Group(between(low, high), 0, most) if high >= low else Group(None, 0, 0)
            case _:
                low, high = self.game.domains.bounds(type)
                return between(low, max(low, high))

    def local(self, local: model.Local) -> Estimate:
        """Give what a local may be."""
        found = self.locals.get(local)
        if found is None and self.learning:
            self.missing = True
            if not self.lenient:
                raise Unlearned
            self.locals[local] = self.of_type(local.type)
        return self.of_type(local.type) if found is None else found

    def put_local(self, local: model.Local, value: Estimate) -> None:
        """Note what a local may be, too."""
        self.locals[local] = join_estimates(self.locals.get(local), value)

    def put_result(self, name: str, value: Estimate) -> None:
        """Note what a function may give, too."""
        self.results[name] = join_estimates(self.results.get(name), value)

    def put_state(self, name: str, value: Estimate) -> None:
        """Note what a variable may be, too; what its type forbids is a fault and never there."""
        limits = self.of_type(self.game.variables[name].type)
        if isinstance(value, May) and isinstance(limits, May):
            inside = within(value, limits.low, limits.high)
            if inside is None:
                return
            value = inside
        self.state[name] = join_estimates(self.state.get(name), value)

    # ---- expressions

    def estimate(self, expr: model.Expr, narrowed: Narrowed | None = None) -> Estimate:
        """Give what an expression may be."""
        if narrowed:
            found = narrowed.get(key_of(expr))
            if found is not None:
                return found
        value = self._estimate(expr, narrowed)
        limits = self.of_type(expr.type)
        if isinstance(value, May) and isinstance(limits, May):
            return within(value, limits.low, limits.high) or limits
        return value if isinstance(value, Group) == isinstance(limits, Group) else limits

    def number(self, expr: model.Expr, narrowed: Narrowed | None = None) -> May:
        """Give what a number may be."""
        value = self.estimate(expr, narrowed)
        return value if isinstance(value, May) else between(0, 0)

    def group(self, expr: model.Expr, narrowed: Narrowed | None = None) -> Group:
        """Give what a set or list may be."""
        value = self.estimate(expr, narrowed)
        return value if isinstance(value, Group) else Group(value, 1, 1)

    def _estimate(self, expr: model.Expr, narrowed: Narrowed | None) -> Estimate:
        match expr:
            case model.Known(value):
                return self.of_value(value)
            case model.LocalRef(local):
                return self.local(local)
            case model.StateRef(name, indices):
                for index in indices:
                    self.estimate(index, narrowed)
                return self.state.get(name) or self.of_type(expr.type)
            case model.Unary("-", operand):
                return arithmetic("-", between(0, 0), self.number(operand, narrowed))
            case model.Unary(_, operand):
                held = truth(self.estimate(operand, narrowed))
                return known_truth(None if held is None else not held)
            case model.Binary():
                return self._binary(expr, narrowed)
            case model.Conditional():
                return self._conditional(expr, narrowed)
            case model.Range(low, high):
                first, last = self.number(low, narrowed), self.number(high, narrowed)
                most = max(0, last.high - first.low + 1)
                item = between(first.low, last.high) if most else None
                return Group(item, max(0, last.low - first.high + 1), most)
            case model.MakeSet(items) | model.MakeList(items):
                return self._listed(items, isinstance(expr, model.MakeList), narrowed)
            case model.Item():
                return self._item(expr, narrowed)
            case model.Comprehension():
                return self._comprehension(expr, narrowed)
            case model.BuiltinCall():
                return self._builtin(expr, narrowed)
            case model.FunctionCall(name, arguments):
                self.pass_on(self.game.functions[name].parameters, arguments, narrowed)
                if name not in self.results and self.learning:
                    self.missing = True
                    if not self.lenient:
                        raise Unlearned
                return self.results.get(name) or self.of_type(expr.type)
            case model.After(rule, arguments, value):
                self.pass_on(self.game.rules[rule].parameters, arguments, narrowed)
                return self.estimate(value)
            case model.Require(value):
                number = self.number(value, narrowed)
                return within(number, 0, max(0, number.high)) or self.of_type(expr.type)
            case model.InRange(value) if isinstance(expr.type, SetOf | ListOf):
                self.estimate(value)
                return self.of_type(expr.type)
            case model.InRange(value, low, high):
                return within(self.number(value, narrowed), low, high) or between(low, high)
            case model.SiteAt(board, layer, spot):
                return self._site(board, self.number(layer, narrowed), spot, narrowed)
            case model.ZoneAt(zone, owner):
                return self._zone(zone, owner, narrowed)
            case model.Roll(die):
                return among(self.game.dice[die].values) or EITHER
            case model.PieceOf(kind, owner):
                self.estimate(kind, narrowed)
                if owner is not None:
                    self.estimate(owner, narrowed)
                return self.of_type(expr.type)
            case model.Old(value):
                return self.estimate(value)
            case _:
                return self.of_type(expr.type)

    def of_value(self, value: model.Value) -> Estimate:
        """Give the estimate of what is known."""
        if isinstance(value, int):
            return between(value, value)
        items = [one for one in value if isinstance(one, int)]
        return Group(among(items), len(value), len(value))

    def pass_on(
        self,
        parameters: Iterable[model.Local],
        arguments: Iterable[model.Expr],
        narrowed: Narrowed | None = None,
    ) -> None:
        """Note what the parameters of a call may be."""
        for parameter, argument in zip(parameters, arguments, strict=True):
            value = self.estimate(argument, narrowed)
            if self.learning:
                self.put_local(parameter, value)

    def _binary(self, expr: model.Binary, narrowed: Narrowed | None) -> Estimate:
        left = self.estimate(expr.left, narrowed)
        if expr.word in ("and", "or") and truth(left) is (expr.word == "or"):
            return left
        is_set = isinstance(expr.right.type, SetOf)
        right = self.estimate(expr.right, narrowed)
        return operation(expr.word, left, right, is_set) or self.of_type(expr.type)

    def _conditional(self, expr: model.Conditional, narrowed: Narrowed | None) -> Estimate:
        held = truth(self.estimate(expr.test, narrowed))
        if held is not None:
            return self.estimate(expr.value if held else expr.otherwise, narrowed)
        value = self.estimate(expr.value, narrowed)
        return join_estimates(value, self.estimate(expr.otherwise, narrowed))

    def _listed(
        self, items: tuple[model.Expr, ...], is_list: bool, narrowed: Narrowed | None
    ) -> Estimate:
        found: May | None = None
        for item in items:
            found = join(found, self.number(item, narrowed))
        least = len(items) if is_list else min(1, len(items))
        return Group(found, least, len(items))

    def _item(self, expr: model.Item, narrowed: Narrowed | None) -> Estimate:
        index = self.number(expr.index, narrowed)
        if isinstance(expr.sequence, model.Known) and isinstance(expr.sequence.value, tuple):
            values = expr.sequence.value
            found: Estimate | None = None
            for number in range(max(0, index.low), min(len(values), index.high + 1)):
                if index.has(number):
                    found = join_estimates(found, self.of_value(values[number]))
            return self.of_type(expr.type) if found is None else found
        return self.group(expr.sequence, narrowed).item or self.of_type(expr.type)

    def _comprehension(self, expr: model.Comprehension, narrowed: Narrowed | None) -> Estimate:
        sources = []
        for generator in expr.generators:
            sources.append(self.bind(generator, narrowed))
            if sources[-1].most == 0:
                return self._of_nothing(expr)
        where = None if expr.where is None else truth(self.estimate(expr.where, narrowed))
        if expr.best is not None:
            self.estimate(expr.best.value, narrowed)
        value = self.estimate(expr.value, narrowed)
        most = prod(one.most for one in sources)
        if where is False or any(one.most == 0 for one in sources):
            most = 0
        sure = most > 0 and where is not False and (expr.where is None or where is True)
        least = prod(one.least for one in sources) if sure and expr.best is None else 0
        some = sure and all(one.least > 0 for one in sources)
        number = value if isinstance(value, May) else between(0, 0)
        match expr.collect:
            case "any":
                held = truth(value)
                return FALSE if most == 0 or held is False else TRUE if some and held else EITHER
            case "all":
                held = truth(value)
                if most == 0 or held is True:
                    return TRUE
                return FALSE if some and held is False else EITHER
            case "set":
                return Group(number if most else None, int(some), min(most, number.size))
            case "count":
                return between(int(some), min(most, number.size))
            case "sum":
                low, high = number.low, number.high
                ends = (
                    low * most if low < 0 else low * least,
                    high * (most if high > 0 else least),
                )
                return between(*ends)
            case _:
                return value

    def _of_nothing(self, expr: model.Comprehension) -> Estimate:
        """Give what a comprehension is where there is nothing to collect."""
        match expr.collect:
            case "set":
                return Group(None, 0, 0)
            case "any" | "count" | "sum":
                return FALSE
            case "all":
                return TRUE
            case _:
                return self.of_type(expr.type)

    def bind(self, generator: model.Generator, narrowed: Narrowed | None = None) -> Group:
        """Note what the local of a generator may be, and give its source."""
        source = self.group(generator.source, narrowed)
        if self.learning and source.most > 0:
            item = self.of_type(generator.local.type) if source.item is None else source.item
            self.put_local(generator.local, item)
        return source

    def _builtin(self, expr: model.BuiltinCall, narrowed: Narrowed | None) -> Estimate:
        values = [self.estimate(one, narrowed) for one in expr.arguments]
        name = expr.builtin.name
        limits = self.of_type(expr.type)
        first = values[0] if values else None
        if name in OCCUPIED and isinstance(limits, Group) and not self.everywhere:
            item = among(self.occupied & set(limits.item or ()))
            return Group(item, 0, min(limits.most, len(self.occupied)))
        if name == "count" and len(values) == 1 and isinstance(first, Group):
            return between(first.least, first.most)
        if name in ("count", "box") and self.pieces is not None and isinstance(limits, May):
            return between(0, self.pieces)
        if name in ("first", "only") and isinstance(first, Group) and first.item is not None:
            return first.item
        if (expr.builtin.static or name in EQUIPMENT) and self.game.domains.plane is None:
            return self._computed(expr, values, limits)
        return limits

    def _computed(
        self, expr: model.BuiltinCall, values: list[Estimate], limits: Estimate
    ) -> Estimate:
        """Compute a builtin for all that its arguments may be, where they are not too many."""
        choices: list[list[model.Value]] = []
        for argument, value in zip(expr.arguments, values, strict=True):
            if isinstance(argument, model.Known):
                choices.append([argument.value])
            elif isinstance(value, May) and value.size <= MOST_PAIRS:
                choices.append(list(value))
            elif (
                isinstance(value, Group)
                and value.item is not None
                and expr.builtin.name == "neighbors"
            ):
                choices.append([frozenset(value.item)])
            else:
                return limits
        if prod(map(len, choices)) > MOST_PAIRS:
            return limits
        key = (expr.builtin.meaning, tuple(map(tuple, choices)))
        if key not in self.computed:
            self.computed[key] = self._for_each(expr, choices)
        found = self.computed[key]
        if isinstance(found, Group) and any(
            not isinstance(argument, model.Known) and isinstance(value, Group)
            for argument, value in zip(expr.arguments, values, strict=True)
        ):
            found = Group(found.item, 0, found.most)
        return limits if found is None else found

    def _for_each(
        self, expr: model.BuiltinCall, choices: list[list[model.Value]]
    ) -> Estimate | None:
        """Join the values of a builtin for all combinations of arguments."""
        found: Estimate | None = None
        for arguments in product(*choices):
            try:
                result = expr.builtin.meaning(self.table, *arguments)
            except FaultError:
                continue
            found = join_estimates(found, self.of_value(result))
        return found

    def _site(
        self, name: str, layer: May, spot: "int | model.Expr", narrowed: Narrowed | None
    ) -> Estimate:
        board = self.game.board(name)
        size = board.layer_size
        if isinstance(spot, int):
            spots: Iterable[int] = [spot]
        else:
            spots = {(one - board.first) % size for one in self.number(spot, narrowed)}
        return among(board.first + at * size + one for at in layer for one in spots) or layer

    def _zone(self, name: str, owner: model.Expr | None, narrowed: Narrowed | None) -> Estimate:
        owners: Iterable[int] = [0]
        if owner is not None:
            owners = self.number(owner, narrowed)
        base = zone_base(self.game)[name]
        return among(base + one for one in owners) or between(base, base)


def zone_base(game: model.Game) -> dict[str, int]:
    """Give the number of the first place of each zone, as the layout counts them."""
    found, place = {}, game.site_count
    for zone in game.zones.values():
        found[zone.name] = place
        place += {"player": len(game.players), "team": len(game.teams), None: 1}[zone.per]
    return found
