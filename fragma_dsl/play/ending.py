"""Ending: what a conclusion writes into the ending's slots, and what those are worth to each
player."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

Conclusion: TypeAlias = Literal["win", "lose", "draw", "rank", "pay"]

GOES_ON, PLACES, PAYOFFS, RANKING = 0, 1, 2, 3


def ending_slots(kind: Conclusion, values: Sequence[int]) -> list[int]:
    """Give the slots of an ending, its kind and a number a player, from a number for each player.

    win: 1 for a winner; lose: 1 for a loser; draw: no matter; rank: more is better; pay: what each
    gets. All winners or none is a draw, and so is all losers or none.
    """
    if kind == "pay":
        return [PAYOFFS, *map(int, values)]
    if kind == "draw":
        return [PLACES, *[1] * len(values)]
    scores = [-value for value in values] if kind == "lose" else values
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [RANKING if kind == "rank" else PLACES, *places]


def ending_returns(slots: Sequence[int]) -> tuple[float, ...]:
    """Give what an ending's slots are worth to each player; zeros while the game goes on.

    Places of a win, a loss or a draw: +1 for the best and -1 for the others, 0 for all where all
    are equal. Places of a ranking: evenly spaced from +1 for the first to -1 for the last; players
    who share a place share its average. Payoffs are what they are.
    """
    kind, numbers = slots[0], slots[1:]
    if kind == PAYOFFS:
        return tuple(float(number) for number in numbers)
    if kind == GOES_ON or len(set(numbers)) == 1:
        return (0.0,) * len(numbers)
    if kind == PLACES:
        return tuple(1.0 if place == 1 else -1.0 for place in numbers)
    return tuple(ranking_return(place, numbers) for place in numbers)


def ranking_return(place: int, places: Sequence[int]) -> float:
    """Average the evenly spaced values of the places that those who share `place` take up."""
    middle = place - 1 + (places.count(place) - 1) / 2
    return 1.0 - 2.0 * middle / (len(places) - 1)
