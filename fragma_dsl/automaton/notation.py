"""Notation: how values, actions and outcomes of a program are written, and read back."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from fragma_dsl.automaton.nodes import OptionEdge, Program, Value
from fragma_dsl.library.types import (
    Bool,
    Card,
    Direction,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
    Nothing,
    Optional,
    Part,
    Piece,
    Place,
    PlaneType,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    Unknown,
    Var,
)
from fragma_dsl.play.board import Board
from fragma_dsl.play.machine import DRAW, Action, Outcome
from fragma_dsl.play.texts import Texts, fill

Move: TypeAlias = Action | Outcome


def site_names(boards: Sequence[Board]) -> tuple[str, ...]:
    """Name every site of every board: `a1`, `present.a1`, `board.a1` where boards share a name."""
    plain = [layered_names(board) for board in boards]
    counts = Counter(name for names in plain for name in set(names))
    return tuple(
        f"{board.name}.{name}" if counts[name] > 1 else name
        for board, names in zip(boards, plain, strict=True)
        for name in names
    )


def layered_names(board: Board) -> tuple[str, ...]:
    """Name the sites of a board, each with its layer where the board has layers."""
    if not board.layers:
        return board.sites
    return tuple(
        f"{board.layers[index // board.layer_size]}.{site}"
        for index, site in enumerate(board.sites)
    )


def folded(text: str) -> str:
    """Give a text without spaces and without case, as moves are compared."""
    return "".join(text.split()).casefold()


@dataclass(frozen=True, slots=True, eq=False)
class Notation:
    """Writes what a program's numbers mean, for records and for people."""

    program: Program
    sites: tuple[str, ...] = field(init=False)
    pieces: tuple[str, ...] = field(init=False)
    parameters: Mapping[int, tuple[frozenset[str], ...]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sites", site_names(self.program.boards))
        object.__setattr__(self, "pieces", piece_names(self.program))
        object.__setattr__(self, "parameters", parameter_names(self.program))

    def value_text(self, type: Type, value: Value) -> str:
        """Write a value as the language writes it: `present.a1`, `true`, `{1, 2}`."""
        if isinstance(value, int):
            return self.number_text(type, value)
        item = type.item if isinstance(type, SetOf | ListOf) else Unknown()
        if isinstance(value, frozenset):
            return "{" + ", ".join(self.number_text(item, number) for number in sorted(value)) + "}"
        return "[" + ", ".join(self.value_text(item, member) for member in value) + "]"

    def number_text(self, type: Type, number: int) -> str:
        """Write a value that is one number."""
        if isinstance(type.item if isinstance(type, Optional) else type, Site | Place):
            cell = self.cell_text(number)
            if cell is not None:
                return cell
        names = self.names(type)
        if names is not None and 0 <= number < len(names):
            return names[number]
        return "none" if number == -1 and not isinstance(type, Int | Unknown) else str(number)

    def cell_text(self, number: int) -> str | None:
        """Write a site of the plane, `x3y2`; None for any other number."""
        plane = self.program.plane
        if plane is None or number < plane.first:
            return None
        return "x{}y{}".format(*plane.place(number))

    def names(self, type: Type) -> Sequence[str] | None:
        """Give the names of a type's values, by number; None for plain numbers."""
        program = self.program
        match type:
            case Bool():
                return ("false", "true")
            case Player():
                return program.players
            case Team():
                return program.teams
            case Site():
                return self.sites
            case Layer(board):
                return next(b.layers for b in program.boards if b.name == board)
            case Direction():
                return program.directions
            case Kind():
                return program.kinds
            case Piece() | Card():
                return self.pieces
            case Place():
                return (*self.sites, *(p.name for p in program.layout.places[len(self.sites) :]))
            case Enum(name):
                return program.enums.get(name)
            case Optional(item):
                return self.names(item)
            case Nothing():
                return ()
            case Int() | PlaneType() | Part() | SetOf() | ListOf() | Var() | Unknown():
                return None
            case _:
                assert_never(type)

    def action_text(self, action: Action) -> str:
        """Write an action: `step(present.a1, 2)`, and bare `travel` where it has no arguments."""
        option = self.program.options[action.option]
        values = zip(option.types, action.arguments, strict=True)
        arguments = ", ".join(self.value_text(type, value) for type, value in values)
        return f"{option.name}({arguments})" if arguments else option.name

    def outcome_text(self, outcome: Outcome) -> str:
        """Write a chance outcome: `roll green`, `draw ace`."""
        word = "draw" if outcome.die == DRAW else "roll"
        return f"{word} {self.face(outcome)}"

    def face(self, outcome: Outcome) -> str:
        """Name the face that an outcome shows."""
        if outcome.die == DRAW:
            return self.pieces[outcome.face]
        return self.program.dice[outcome.die].faces[outcome.face]

    def move_text(self, move: Move) -> str:
        """Write an action or an outcome."""
        return self.action_text(move) if isinstance(move, Action) else self.outcome_text(move)

    def find(self, text: str, legal: Iterable[Move]) -> Move | None:
        """Give the legal move that a text means, whatever its spaces; case only tells two apart."""
        wanted, loose = "".join(text.split()), folded(text)
        near = None
        for move in legal:
            written = "".join(self.move_text(move).split())
            if written == wanted:
                return move
            if near is None and written.casefold() == loose:
                near = move
        return near

    def label(
        self,
        move: Move,
        texts: Texts,
        language: str | None = None,
        is_known: Callable[[int], bool] = lambda piece: True,  # noqa: ARG005
    ) -> str:
        """Write a move for people, in their language where the game has texts for it.

        A card or piece that is not known is `a card` or `a piece` to them.
        """
        if isinstance(move, Outcome) and move.die == DRAW:
            known = is_known(move.face)
            piece = (
                self.value_label(Piece(), move.face, texts, language)
                if known
                else texts.word(self.unknown_word(move.face), language)
            )
            return f"{texts.word('draw', language)}: {piece}"
        if isinstance(move, Outcome):
            die = self.program.dice[move.die].name
            return f"{texts.text(die, language)}: {texts.text(self.face(move), language)}"
        option = self.program.options[move.option]
        pairs = list(zip(option.types, move.arguments, strict=True))
        masked = [self.masked_word(type, value, is_known) for type, value in pairs]
        values = [
            texts.word(word, language) if word else self.value_label(*pair, texts, language)
            for pair, word in zip(pairs, masked, strict=True)
        ]
        template = texts.find(option.name, language)
        if template is None:
            shown = f"{option.name}({', '.join(values)})"
            return shown if any(masked) else self.action_text(move)
        names = self.parameters.get(move.option, ())
        filled = fill(
            template, {name: v for n, v in zip(names, values, strict=False) for name in n}
        )
        return filled if filled != template or not values else f"{template} {', '.join(values)}"

    def masked_word(self, type: Type, value: int, is_known: Callable[[int], bool]) -> str | None:
        """Give the word for a piece, or a kind of pieces, that is not known; else None."""
        match type:
            case Optional(item):
                return self.masked_word(item, value, is_known) if value >= 0 else None
            case Kind():
                pieces = enumerate(self.program.layout.pieces)
                own = [piece for piece, entry in pieces if entry.kind == value]
                return None if any(map(is_known, own)) else "a_piece"
            case Piece() | Card() if not is_known(value):
                return self.unknown_word(value)
            case _:
                return None

    def is_card(self, piece: int) -> bool:
        """Whether a piece is a card, which has a name of its own."""
        entry = self.program.layout.pieces[piece]
        return entry.owner < 0 and entry.name != self.program.kinds[entry.kind]

    def unknown_word(self, piece: int) -> str:
        """Give the word for a card or piece that is not known."""
        return "a_card" if self.is_card(piece) else "a_piece"

    def value_label(
        self, type: Type, number: int, texts: Texts, language: str | None = None
    ) -> str:
        """Write a value for people; a site without a text of its own by the texts of its parts."""
        return self.name_label(self.number_text(type, number), texts, language)

    def name_label(self, name: str, texts: Texts, language: str | None = None) -> str:
        """Write a name of the rules, `knight[white]` or `past.b4`, for people."""
        found = texts.find(name, language)
        if found is not None:
            return found
        if name.endswith("]"):
            kind, owner = name[:-1].split("[")
            return f"{texts.text(kind, language)} ({texts.text(owner, language)})"
        *path, last = name.split(".")
        if path and any(texts.find(part, language) is not None for part in (*path, last)):
            place = ", ".join(texts.text(part, language) for part in path)
            return f"{texts.text(last, language)} ({place})"
        return name


def piece_names(program: Program) -> tuple[str, ...]:
    """Name every piece as scripts do: `knight[white]`, `rock` where nobody owns it, `hearts_7`."""
    return tuple(piece.name for piece in program.layout.pieces)


def parameter_names(program: Program) -> dict[int, tuple[frozenset[str], ...]]:
    """Collect, by option, what the rules call each of its parameters, perhaps in several places."""
    registers = program.procedures[program.main].registers if program.procedures else ()
    found: dict[int, tuple[frozenset[str], ...]] = {}
    for edge in (edge for edges in program.edges for _, edge in edges):
        if isinstance(edge, OptionEdge):
            names = [frozenset({registers[g.local].name}) for g in edge.generators]
            before = found.get(edge.option, tuple(names))
            found[edge.option] = tuple(a | b for a, b in zip(before, names, strict=False))
    return found
