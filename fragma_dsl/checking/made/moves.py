"""Moves: statements on pieces, tiles and cards that seldom go wrong."""

from typing import TypeAlias

from fragma_dsl.checking.made.boards import HEIGHT
from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.checking.made.expressions import PLAYER, Expressions
from fragma_dsl.checking.made.words import Store, Vocabulary, Zone
from fragma_dsl.library.types import Card, Enum, Place, Site

Lines: TypeAlias = list[str]


def indented(lines: Lines) -> Lines:
    """Move lines one step further in."""
    return [f"  {line}" for line in lines]


class Moves:
    """Makes statements that move pieces about, and show and hide them."""

    def __init__(self, choices: Choices, words: Vocabulary, say: Expressions) -> None:
        self.choices, self.words, self.say = choices, words, say

    def target(self, store: Store) -> str:
        """Write a variable with its indices."""
        indices = ", ".join(self.say.make(one, 0) for one in store.indices)
        return f"{store.name}[{indices}]" if indices else store.name

    def room(self, place: str) -> str:
        """Ask whether a place can take a piece."""
        return f"count({place}) < {HEIGHT}" if self.is_roomy(place) else f"empty({place})"

    def is_roomy(self, place: str) -> bool:
        """Whether a place may hold several pieces."""
        if place.split("[")[0] in {zone.name for zone in self.words.zones}:
            return True
        return all(board.holds != "one" for board in self.words.boards)

    def guarded(self, condition: str, statement: str) -> Lines:
        """Do something where it can be done; seldom try it anyway."""
        if self.choices.once_in(30):
            return [statement]
        return [f"if {condition}: {statement}"]

    def place(self) -> Lines:
        """Take a piece out of the box."""
        piece, place = self.choices.pick(self.words.pieces), self.say.make(Place(), 0)
        count = self.choices.word("", "", "2 ") if self.is_roomy(place) else ""
        if count and self.choices.once_in(3):
            return self.guarded(f"box({piece}) > 0", f"place all {piece} in {place}")
        room = f"box({piece}) >= {count or '1 '}and {self.room(place)}"
        return self.guarded(room, f"place {count}{piece} {self.choices.word('on', 'in')} {place}")

    def move(self) -> Lines:
        """Move a piece, some, or all of a sort."""
        origin, target = self.say.make(Place(), 0), self.say.make(Place(), 0)
        if self.choices.once_in(4):
            piece = self.choices.pick(self.words.pieces)
            amount = self.choices.word("1 ", "all ", "")
            condition = f"has({origin}, {piece}) and {self.room(target)}"
            return self.guarded(condition, f"move {amount}{piece} from {origin} to {target}")
        condition = f"not empty({origin}) and {self.room(target)}"
        return self.guarded(condition, f"move piece from {origin} to {target}")

    def take_away(self) -> Lines:
        """Put pieces into the box."""
        place = self.say.make(Place(), 1)
        if self.choices.once_in(3):
            piece = self.choices.pick(self.words.pieces)
            amount = self.choices.word("", "all ")
            return self.guarded(f"has({place}, {piece})", f"remove {amount}{piece} from {place}")
        return [f"capture {place}"]

    def lay(self) -> Lines:
        """Put a tile on the plane."""
        plane = self.words.plane
        assert plane is not None
        site = self.say.make(Site(plane.name), 0)
        tile, pose = self.say.make(Card("tile"), 0), self.say.make(Enum("pose"), 0)
        if self.choices.once_in(4):
            condition = f"card({site}) != none"
            return [f"if {condition}: remove piece on {site}"]
        condition = f"box({tile}) > 0 and {site} in spots({plane.name})"
        return self.guarded(condition, f"place {tile} on {site} as {pose}")

    # ---- zones

    def zone(self, zone: Zone) -> str:
        """Write a zone, or that of somebody."""
        return zone.name if zone.owner is None else f"{zone.name}[{self.say.make(zone.owner, 0)}]"

    def draw(self) -> Lines:
        """Draw, deal or shuffle."""
        zone = self.choices.pick(self.words.zones)
        text, target = self.zone(zone), self.zone(self.choices.pick(self.words.zones))
        match self.choices.number(0, 2):
            case 0:
                name = self.choices.fresh("c")
                return self.guarded(f"count({text}) > 0", f"draw {name} from {text} to {target}")
            case 1:
                return self.guarded(f"count({text}) > 1", f"deal 2 from {text} to {target}")
            case _:
                stacked = [one for one in self.words.zones if one.order == "stacked"]
                return [f"shuffle {self.zone(stacked[0])}"] if stacked else ["pass"]

    def show(self) -> Lines:
        """Show something hidden, or hide it again."""
        hidden = [self.zone(one) for one in self.words.zones if one.is_hidden]
        hidden += [self.target(one) for one in self.words.stores if one.is_hidden]
        if not hidden:
            return ["pass"]
        thing = self.choices.pick(hidden)
        to = self.choices.word("", f" to {self.say.make(PLAYER, 0)}", " to players")
        return [f"reveal {thing}{to}" if not self.choices.once_in(3) else f"hide {thing}"]
