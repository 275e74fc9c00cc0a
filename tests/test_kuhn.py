"""Kuhn poker, whole: its tree, what its players know, and its value (Kuhn 1950), through the public
API.

It has a family of equilibria, with a number from 0 to 1/3 for how often the opener bluffs; see
H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1 (1950), 97-103.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest

from fragma_dsl import Position, load

GAME = load(Path(__file__).parents[1] / "examples" / "cards" / "kuhn_poker.rules.yaml")
OPENER, DEALER = 0, 1
VALUE = Fraction(-1, 18)

Known: TypeAlias = tuple[object, ...]
"""What a player knows at a decision: the key of the player's view."""
Strategy: TypeAlias = Callable[[Known], Fraction]
"""How often a player bets, by what the player knows."""


@dataclass(frozen=True)
class Node:
    """A position with its whole game behind it; `ways` leads to what can follow, by its text."""

    position: Position
    known: Known
    ways: Mapping[str, "Node"]

    def __iter__(self) -> Iterator["Node"]:
        yield self
        for node in self.ways.values():
            yield from node


def tree(position: Position) -> Node:
    known = () if position.mover is None else position.view(position.mover).key
    moves = [*position.actions, *(text for text, _ in position.chance_outcomes)]
    return Node(position, known, {move: tree(position.play(move)) for move in moves})


TREE = tree(GAME.start())
DECISIONS = [node for node in TREE if node.position.mover is not None]


def test_there_are_thirty_ways_to_the_end_and_twenty_four_decisions() -> None:
    assert sum(node.position.is_over for node in TREE) == 30
    assert len(DECISIONS) == 24


def test_the_players_can_tell_twelve_situations_apart() -> None:
    assert len({node.known for node in DECISIONS}) == 12
    for seat in (OPENER, DEALER):
        assert len({node.known for node in DECISIONS if node.position.seat == seat}) == 6


def test_two_decisions_that_look_the_same_are_two_deals() -> None:
    for node in DECISIONS:
        same = [one for one in DECISIONS if one.known == node.known]
        assert len(same) == 2
        assert {one.position.actions for one in same} == {("stay", "bet")}
        assert len({one.position.state for one in same}) == 2


def test_every_deal_is_equally_likely() -> None:
    deals = [
        first * second
        for text, first in TREE.position.chance_outcomes
        for _, second in TREE.ways[text].position.chance_outcomes
    ]
    assert deals == pytest.approx([1 / 6] * 6)


# ---- the value


def value(node: Node, opener: Strategy, dealer: Strategy) -> Fraction:
    """Give what the opener gets on average."""
    position = node.position
    if position.is_over:
        return Fraction(position.returns[OPENER])
    if position.is_chance:
        total = sum(outcome.weight for outcome in position.outcomes)
        weights = [Fraction(outcome.weight, total) for outcome in position.outcomes]
    else:
        bets = (opener if position.seat == OPENER else dealer)(node.known)
        weights = [1 - bets, bets]
    ways = zip(weights, node.ways.values(), strict=True)
    return sum((w * value(way, opener, dealer) for w, way in ways if w), Fraction())


def pure_strategies(seat: int) -> Iterator[Strategy]:
    """Run through all ways to decide without chance."""
    situations = sorted({node.known for node in DECISIONS if node.position.seat == seat}, key=repr)
    for bets in product((Fraction(0), Fraction(1)), repeat=len(situations)):
        yield dict(zip(situations, bets, strict=True)).__getitem__


def by_hand(seat: int, bets: Callable[[str, bool, bool], Fraction]) -> Strategy:
    """Make a strategy of a function of the card, of whether the player has stayed, and of whether
    there is a bet to meet."""
    table = {}
    for node in DECISIONS:
        view = node.position.view(seat)
        if node.position.seat == seat:
            (card,) = view.places[f"hand[{GAME.players[seat]}]"].pieces or ()
            to_meet = view.variable("stake", 1 - seat) == 2
            has_stayed = to_meet and seat == OPENER
            name = GAME.program.layout.pieces[card].name
            table[node.known] = bets(name, has_stayed, to_meet)
    return table.__getitem__


def opening(bluff: Fraction) -> Strategy:
    """Give Kuhn's strategy for the opener who bluffs so often."""
    first = {"jack": bluff, "queen": Fraction(0), "king": 3 * bluff}
    meets = {"jack": Fraction(0), "queen": bluff + Fraction(1, 3), "king": Fraction(1)}
    return by_hand(OPENER, lambda card, has_stayed, _: (meets if has_stayed else first)[card])


THIRD = Fraction(1, 3)
ANSWER = by_hand(
    DEALER,
    lambda card, _, to_meet: {
        "jack": Fraction(0) if to_meet else THIRD,
        "queen": THIRD if to_meet else Fraction(0),
        "king": Fraction(1),
    }[card],
)


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_the_opener_loses_an_eighteenth_of_a_coin_and_nobody_can_do_better(bluff: Fraction) -> None:
    strategy = opening(bluff)
    assert value(TREE, strategy, ANSWER) == VALUE
    assert max(value(TREE, other, ANSWER) for other in pure_strategies(OPENER)) == VALUE
    assert min(value(TREE, strategy, other) for other in pure_strategies(DEALER)) == VALUE


def test_who_bluffs_too_often_can_be_beaten() -> None:
    strategy = opening(THIRD + Fraction(1, 100))

    def capped(known: Known) -> Fraction:
        return min(Fraction(1), strategy(known))

    assert min(value(TREE, capped, other) for other in pure_strategies(DEALER)) < VALUE
