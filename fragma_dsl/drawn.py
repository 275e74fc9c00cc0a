"""Drawn: a table as text for a terminal, as one viewer sees it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from fragma_dsl.game import Game, Position
from fragma_dsl.library.types import Bool, Enum, Optional, Player, Type
from fragma_dsl.play.board import Board
from fragma_dsl.play.draw import draw_text
from fragma_dsl.play.draw.hand import draw_hand
from fragma_dsl.play.draw.newest import newest_tile
from fragma_dsl.play.draw.palette import tones
from fragma_dsl.play.draw.plane import Scene, draw_plane
from fragma_dsl.play.layout import VariableSlots
from fragma_dsl.play.machine import Value
from fragma_dsl.play.state import thaw
from fragma_dsl.play.tiles import Tile, read_tiles
from fragma_dsl.play.view import View

OF_THE_FLOW = ("mover", "playing", "goes_again")
"""Variables of the prelude, which a table shows in other ways."""
COLOURS = ("#f4f1e8", "#2b2a28", "#b8452f", "#2f6fb0", "#3f8f4f", "#c79a1c", "#7a4fa3", "#4a9c9c")
"""The players' colours in pictures, in seat order."""
UNOWNED = "#e0b94a"
BESIDES, LOWEST = 14, 9
"""Lines of a screen that a plane leaves to everything else, and those that it always has."""
REMEMBERED = 200
"""So many positions are looked through for the tile that was laid last."""


@dataclass(frozen=True, slots=True, eq=False)
class TableArtist:
    """Draws the tables of a game in a language."""

    game: Game
    language: str | None = None
    width: int = 80
    height: int | None = None  # of the screen, where there is one
    colour: bool = False  # whether a plane is shown in colours

    def table(self, view: View, newest: int | None = None) -> str:
        """Draw all boards, then what zones hold, then the variables, then what the symbols mean.

        `newest` is the cell of the tile that was laid last on the plane.
        """
        lines = side_by_side(self.zones(view), self.width)
        zones = [wrapped(line.split(", "), self.width) for line in lines]
        facts = [*zones, *self.variables(view)]
        parts = [*self.boards(view, newest), "\n".join([*facts, *filter(None, [self.legend()])])]
        return "\n\n".join(part for part in parts if part)

    def boards(self, view: View, newest: int | None = None) -> list[str]:
        """Draw every board, under its name where there are several."""
        scene = self.scene(view, newest)
        if scene is None:
            return self._pictures(view, self.game.program.boards)
        codes = [code for _, code in self.tones()] if self.colour else []
        tiles = [(piece, self.number_of(piece, n)) for piece, n in self.own_tiles(view).items()]
        hand = draw_hand(scene.plane, scene.colours, tiles, self.width, codes) if tiles else ""
        besides = BESIDES + hand.count("\n")
        room = None if self.height is None else max(LOWEST, self.height - besides)
        plane = draw_plane(scene, self.width, room, codes)
        boards = self.game.program.boards
        named = [(board.name, self._picture(view, board)) for board in boards]
        return [*self._under_names([*named, (scene.plane.name, plane)]), hand]

    def own_tiles(self, view: View) -> Counter[int]:
        """Count the tiles that whoever looks has in zones."""
        plane, found = self.game.program.plane, Counter[int]()
        for number, place in enumerate(view.layout.places):
            if place.owner is not None and place.owner == view.viewer:
                found.update(view.holding(number).pieces or ())
        return Counter({n: found[n] for n in sorted(found) if plane and plane.faces[n]})

    def scene(self, view: View, newest: int | None = None) -> Scene | None:
        """Give what lies on the plane, where the game has one."""
        plane = self.game.program.plane
        if plane is None:
            return None
        colours = [self.text(name) for name in self.game.program.enums.get("colour", ())]
        tiles = read_tiles([slot or 0 for slot in view.slots], view.layout, plane)
        return Scene(plane, tiles, colours, newest, self.markers(view))

    def tones(self) -> tuple[tuple[str, str], ...]:
        """Give the colours of the lines, for pictures and for terminals."""
        return tones(self.game.program.enums.get("colour", ()))

    def newest(self, positions: Sequence[Position]) -> int | None:
        """Give the cell of the tile that was laid last, as it lies in the last position."""
        plane, layout = self.game.program.plane, self.game.program.layout
        if plane is None:
            return None
        tables: list[dict[int, Tile]] = [
            read_tiles(list(thaw(position.state)), layout, plane)
            for position in positions[-REMEMBERED:]
        ]
        return newest_tile(tables)

    def markers(self, view: View) -> dict[tuple[int, int | None], int]:
        """Give each seat for which a variable has a site of the plane, by that site
        and the port that another variable has for the seat."""
        program, found = self.game.program, dict[tuple[int, int | None], int]()
        own = {
            name: type.item if isinstance(type, Optional) else type
            for name, (indices, type) in program.variable_types.items()
            if indices == (Player(),)
        }
        cells = [v.name for v in view.layout.variables if v.cell and v.name in own]
        ports = [name for name, type in own.items() if type == Enum("port")]
        for name in cells:
            for seat in range(len(program.players)):
                cell = view.variable(name, seat)
                port = view.variable(ports[0], seat) if len(ports) == len(cells) == 1 else None
                if isinstance(cell, int) and cell >= 0:
                    there = port if isinstance(port, int) and port >= 0 else None
                    found[cell, there] = seat
        return found

    def _pictures(self, view: View, boards: tuple[Board, ...]) -> list[str]:
        return self._under_names([(board.name, self._picture(view, board)) for board in boards])

    def _picture(self, view: View, board: Board) -> str:
        return draw_text(board, self.cell(view), self.width, self.text)

    def _under_names(self, pictures: Sequence[tuple[str, str]]) -> list[str]:
        """Put each picture under its name where there are several."""
        if len(pictures) < 2:
            return [picture for _, picture in pictures]
        return [f"{self.text(name)}:\n{picture}" for name, picture in pictures]

    def cell(self, view: View) -> Callable[[int], str]:
        """Give the function that says what stands on a site."""
        symbols = self.symbols()

        def shown(site: int) -> str:
            holding = view.holding(site)
            if holding.pieces is None:
                return f"?{holding.total}" if holding.total else ""
            if self.game.program.layout.places[site].holds == "stack":
                if len(holding.pieces) > 3:
                    return f"{len(holding.pieces)}{symbols[holding.pieces[-1]]}"
                return " ".join(symbols[piece] for piece in reversed(holding.pieces))
            counts = Counter(symbols[piece] for piece in holding.pieces)
            if any(count > 3 for count in counts.values()):
                return " ".join(f"{n if n > 1 else ''}{symbol}" for symbol, n in counts.items())
            return " ".join(symbols[piece] for piece in holding.pieces)

        return shown

    def svg_cell(self, view: View) -> Callable[[int], tuple[str, str]]:
        """Give the function that says what stands on a site, and the colour of its owner."""
        shown = self.cell(view)
        pieces = self.game.program.layout.pieces

        def coloured(site: int) -> tuple[str, str]:
            owners = {pieces[piece].owner for piece in view.holding(site).pieces or ()} - {-1}
            text = shown(site)
            if len(owners) != 1:
                return text, UNOWNED if text else ""
            return text, COLOURS[owners.pop() % len(COLOURS)]

        return coloured

    def symbols(self) -> tuple[str, ...]:
        """Give a symbol for each piece of the layout's table; owners can be told apart by it.

        Where two play with one kind of their own these are x and o, with several kinds capital and
        small letters; any other symbol of an owner is followed by the number of the seat.
        """
        program = self.game.program
        owned = {piece.kind for piece in program.layout.pieces if piece.owner >= 0}
        found = []
        for piece in program.layout.pieces:
            kind = program.kinds[piece.kind]
            symbol = self.game.texts.symbols.get(kind, kind[0])
            if piece.owner >= 0:
                symbol = owned_symbol(symbol, piece.owner, len(program.players), len(owned) == 1)
            found.append(symbol)
        return tuple(found)

    def legend(self) -> str:
        """Say what the symbols mean."""
        pieces = self.game.program.layout.pieces
        labels = []
        for number, (symbol, piece) in enumerate(zip(self.symbols(), pieces, strict=True)):
            if self.game.notation.is_card(number):
                continue
            kind = self.text(self.game.program.kinds[piece.kind])
            owner = "" if piece.owner < 0 else f" {self.text(self.game.players[piece.owner])}"
            labels.append(f"{symbol} {kind}{owner}")
        return wrapped(labels, self.width)

    def zones(self, view: View) -> list[str]:
        """Say what every zone holds, one line each."""
        lines = []
        for number, place in enumerate(view.layout.places):
            if place.zone:
                lines.append(f"{self.zone_label(place.name)}: {self.held(view, number)}")
        return lines

    def place_label(self, name: str) -> str:
        """Write a site or a zone by its name in the layout for people: `pouch p1`, `past.b4`."""
        if name.endswith("]"):
            return self.zone_label(name)
        return self.game.notation.name_label(name, self.game.texts, self.language)

    def zone_label(self, name: str) -> str:
        """Write a zone's name, `pouch[p1]`, for people."""
        zone, _, owner = name.rstrip("]").partition("[")
        return f"{self.text(zone)} {self.text(owner)}" if owner else self.text(zone)

    def held(self, view: View, place: int) -> str:
        """Say what a place holds: `2 coins, 1 gem`."""
        holding = view.holding(place)
        if holding.pieces is None:
            hidden = self.game.texts.word("hidden", self.language, count=holding.total)
            return hidden if holding.total else "-"
        label = self.piece_label
        if view.layout.places[place].holds == "stack" and holding.pieces:
            word, top = self.game.texts.word, label(holding.pieces[-1])
            parts = [word("on_top", self.language, piece=top)]
            if holding.total > 1:
                parts.append(word("below", self.language, count=holding.total - 1))
            return ", ".join(parts)
        counts = Counter(holding.pieces)
        return ", ".join(self.number_of(piece, n) for piece, n in sorted(counts.items())) or "-"

    def number_of(self, piece: int, number: int) -> str:
        """Write a number of pieces; one card needs no number."""
        label = self.piece_label(piece)
        is_one = number == 1 and self.game.notation.is_card(piece)
        return label if is_one else f"{number} {label}"

    def piece_label(self, piece: int) -> str:
        """Write a piece for people."""
        entry = self.game.program.layout.pieces[piece]
        if self.game.notation.is_card(piece):
            return self.text(entry.name)
        kind = self.text(self.game.program.kinds[entry.kind])
        return kind if entry.owner < 0 else f"{kind} {self.text(self.game.players[entry.owner])}"

    def variables(self, view: View) -> list[str]:
        """Write the variables that say something, one line for each family.

        Where any variable has a text those without one are for the rules alone. A family whose
        members all stand as they did before the game says nothing.
        """
        program, find = self.game.program, self.game.texts.name
        named = [v.name for v in view.layout.variables if find(v.name) and v.name != "phase"]
        hidden = {*OF_THE_FLOW, *(["phase"] if len(program.enums.get("phase", ())) < 2 else [])}
        lines = []
        for variable in view.layout.variables:
            types = program.variable_types.get(variable.name)
            members = self.members(view, variable, *types) if types else []
            if variable.name in hidden or (named and find(variable.name) is None):
                continue
            if members and not self.is_at_start(view, variable):
                label = find(variable.name, self.language) or variable.name.replace("_", " ")
                first = f"{label}: {members[0]}"
                lines.append(wrapped([first, *members[1:]], self.width))
        return lines

    def is_at_start(self, view: View, variable: VariableSlots) -> bool:
        """Whether all members of a family stand as they did before the game."""
        end = variable.offset + variable.size
        return view.slots[variable.offset : end] == self.game.program.initial[variable.offset : end]

    def members(
        self, view: View, variable: VariableSlots, indices: tuple[Type, ...], type: Type
    ) -> list[str]:
        """Write the members of a family that say something: `p1 3`."""
        ranges = [
            range(low, low + size)
            for low, size in zip(variable.lows, variable.dimensions, strict=True)
        ]
        shown = []
        for index in product(*ranges):
            value = view.variable(variable.name, *index)
            if says_nothing(type, value):
                continue
            names = [self.value(t, i) for t, i in zip(indices, index, strict=True)]
            shown.append(" ".join([*names, self.value(type, value)]))
        return shown

    def value(self, type: Type, value: Value | None) -> str:
        """Write a value for people, `?` for one that is hidden."""
        if value is None:
            return "?"
        notation = self.game.notation
        if isinstance(value, int):
            return notation.value_label(type, value, self.game.texts, self.language)
        return notation.value_text(type, value)

    def text(self, id: str) -> str:
        """Write a name for people."""
        return self.game.texts.text(id, self.language)


def owned_symbol(symbol: str, owner: int, players: int, alone: bool) -> str:
    """Give a symbol that tells the owner too."""
    if players == 2 and symbol.isalpha():
        if alone:
            return "xo"[owner]
        return symbol.upper() if owner == 0 else symbol.lower()
    return f"{symbol}{owner + 1}"


def says_nothing(type: Type, value: Value | None) -> bool:
    """Whether a value is not worth a line: none, false, an empty set or list."""
    if isinstance(value, int):
        return value == 0 if isinstance(type, Bool) else isinstance(type, Optional) and value == -1
    return value in (frozenset(), ())


def side_by_side(lines: list[str], width: int, gap: int = 3) -> list[str]:
    """Put short lines beside each other, as far as they fit."""
    shown: list[str] = []
    for line in lines:
        if shown and len(shown[-1]) + gap + len(line) <= width:
            shown[-1] += " " * gap + line
        else:
            shown.append(line)
    return shown


def wrapped(parts: list[str], width: int, indent: int = 2) -> str:
    """Join parts with commas into lines that fit, the later ones indented."""
    lines = [""]
    for part in parts:
        joined = f"{lines[-1]}, {part}" if lines[-1] else part
        if len(joined) + 1 > width and lines[-1]:
            lines[-1] += ","
            joined = " " * indent + part
            lines.append(joined)
        else:
            lines[-1] = joined
    return "\n".join(lines)
