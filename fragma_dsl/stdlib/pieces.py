"""Pieces: builtins on what stands where."""

from fragma_dsl.library.declare import Builtin, Example, Parameter
from fragma_dsl.library.types import (
    INT_HIGH,
    Bool,
    Card,
    Int,
    Kind,
    Optional,
    Piece,
    Place,
    Player,
    SetOf,
    Site,
)
from fragma_dsl.play.table import Table
from fragma_dsl.play.tiles import tile_pieces
from fragma_dsl.stdlib import emitted_pieces

PLACE = Parameter("place", Place())
PIECE = Parameter("piece", Piece())
KIND = Parameter("kind", Kind())
NUMBER = Int(0, INT_HIGH)


def pieces_of(table: Table, kind: int) -> list[int]:
    """List the pieces of a kind, one for each owner."""
    return [piece for piece, entry in enumerate(table.layout.pieces) if entry.kind == kind]


def mean_winners(table: Table) -> frozenset[int]:
    returns = table.returns()
    best = max(returns)
    if min(returns) == best and (len(returns) > 1 or best <= 0):
        return frozenset()
    return frozenset(seat for seat, value in enumerate(returns) if value == best)


def mean_empty(table: Table, place: int) -> bool:
    return table.top(place) < 0


def mean_piece(table: Table, place: int) -> int:
    return table.top(place)


def mean_owner(table: Table, place: int) -> int:
    piece = table.top(place)
    return -1 if piece < 0 else table.layout.pieces[piece].owner


def mean_owner_of_piece(table: Table, piece: int) -> int:
    return table.layout.pieces[piece].owner


def mean_kind(table: Table, place: int) -> int:
    piece = table.top(place)
    return -1 if piece < 0 else table.layout.pieces[piece].kind


def mean_kind_of_piece(table: Table, piece: int) -> int:
    return table.layout.pieces[piece].kind


def mean_own(table: Table, player: int) -> frozenset[int]:
    pieces = enumerate(table.layout.pieces)
    return table.sites_with([piece for piece, entry in pieces if entry.owner == player])


def mean_at(table: Table, piece: int) -> int:
    place = table.find(piece)
    is_site = place < len(table.equipment.board_of) or table.is_cell(place)
    return place if is_site else -1


def mean_at_kind(table: Table, kind: int) -> int:
    return min(mean_sites_of_kind(table, kind), default=-1)


def mean_sites(table: Table, piece: int) -> frozenset[int]:
    return table.sites_with([piece])


def mean_sites_of_kind(table: Table, kind: int) -> frozenset[int]:
    return table.sites_with(pieces_of(table, kind))


def mean_count_at(table: Table, piece: int, place: int) -> int:
    return table.count(place, piece)


def mean_count_kind_at(table: Table, kind: int, place: int) -> int:
    return sum(table.count(place, piece) for piece in pieces_of(table, kind))


def mean_count_all_at(table: Table, place: int) -> int:
    return table.total(place)


def mean_count_piece(table: Table, piece: int) -> int:
    own = sum(table.count(place, piece) for place in range(len(table.layout.places)))
    return (
        own
        if table.equipment.plane is None
        else own + tile_pieces(table.slots, table.layout).count(piece)
    )


def mean_count_kind(table: Table, kind: int) -> int:
    return sum(mean_count_piece(table, piece) for piece in pieces_of(table, kind))


def mean_box(table: Table, piece: int) -> int:
    number = table.box(piece)
    return INT_HIGH if number < 0 else number


def mean_has(table: Table, place: int, piece: int) -> bool:
    return table.count(place, piece) > 0


def mean_has_kind(table: Table, place: int, kind: int) -> bool:
    return table.has_any(place, pieces_of(table, kind))


def mean_pieces(table: Table, place: int) -> frozenset[int]:
    return table.pieces(place)


def mean_repeats(table: Table) -> int:
    return table.repeats()


BUILTINS = (
    Builtin(
        "empty",
        (PLACE,),
        Bool(),
        "Says whether nothing is on a site or in a zone.",
        mean_empty,
        (Example("empty(e5)", "true"), Example("empty(a1)", "false")),
        emit=emitted_pieces.empty,
    ),
    Builtin(
        "piece",
        (PLACE,),
        Optional(Piece()),
        "Gives the piece on a place, the top of a stack, the first sort of many; or none.",
        mean_piece,
        (Example("piece(a1)", "stone[white]"), Example("piece(e5)", "none")),
        emit=emitted_pieces.piece,
    ),
    Builtin(
        "owner",
        (PLACE,),
        Optional(Player()),
        "Gives whose piece is on a place; none where it is empty or the piece is nobody's.",
        mean_owner,
        (
            Example("owner(a1)", "white"),
            Example("owner(e5)", "none"),
            Example("owner(d4)", "none"),
        ),
        emit=emitted_pieces.owner,
    ),
    Builtin(
        "owner",
        (PIECE,),
        Optional(Player()),
        "Gives whose a piece is; none where it is nobody's.",
        mean_owner_of_piece,
        (Example("owner(stone[black])", "black"), Example("owner(block)", "none")),
        static=True,
    ),
    Builtin(
        "kind",
        (PLACE,),
        Optional(Kind()),
        "Gives the kind of the piece on a place, or none.",
        mean_kind,
        (Example("kind(a1)", "stone"), Example("kind(e5)", "none")),
        emit=emitted_pieces.kind,
    ),
    Builtin(
        "kind",
        (PIECE,),
        Kind(),
        "Gives a piece's kind.",
        mean_kind_of_piece,
        (Example("kind(stone[black])", "stone"),),
        static=True,
    ),
    Builtin(
        "own",
        (Parameter("p", Player()),),
        SetOf(Site()),
        "Gives the sites where a player has a piece.",
        mean_own,
        (Example("own(white)", "{a1, b1, c1}"), Example("own(black)", "{b2, c3}")),
        emit=emitted_pieces.own,
    ),
    Builtin(
        "at",
        (PIECE,),
        Optional(Site()),
        "Gives the first site that has a piece, or none.",
        mean_at,
        (Example("at(stone[black])", "b2"), Example("at(king[white])", "none")),
        emit=emitted_pieces.at,
    ),
    Builtin(
        "at",
        (KIND,),
        Optional(Site()),
        "Gives the first site that has a piece of a kind, anybody's, or none.",
        mean_at_kind,
        (Example("at(stone)", "a1"),),
        emit=emitted_pieces.at_kind,
    ),
    Builtin(
        "sites",
        (PIECE,),
        SetOf(Site()),
        "Gives the sites that have a piece.",
        mean_sites,
        (Example("sites(stone[black])", "{b2, c3}"), Example("sites(block)", "{d4}")),
        emit=emitted_pieces.sites,
    ),
    Builtin(
        "sites",
        (KIND,),
        SetOf(Site()),
        "Gives the sites that have a piece of a kind, anybody's.",
        mean_sites_of_kind,
        (Example("sites(stone)", "{a1, b1, c1, b2, c3}"),),
        emit=emitted_pieces.sites_of_kind,
    ),
    Builtin(
        "count",
        (PIECE, PLACE),
        NUMBER,
        "Counts one sort of piece on a place.",
        mean_count_at,
        (Example("count(stone[white], a1)", "1"), Example("count(block, hand[white])", "2")),
        emit=emitted_pieces.count_at,
    ),
    Builtin(
        "count",
        (KIND, PLACE),
        NUMBER,
        "Counts the pieces of a kind on a place, everybody's.",
        mean_count_kind_at,
        (Example("count(stone, a1)", "1"), Example("count(stone, d4)", "0")),
        emit=emitted_pieces.count_kind_at,
    ),
    Builtin(
        "count",
        (PLACE,),
        NUMBER,
        "Counts all pieces on a place.",
        mean_count_all_at,
        (Example("count(a1)", "1"), Example("count(hand[white])", "2")),
        emit=emitted_pieces.count_all_at,
    ),
    Builtin(
        "count",
        (PIECE,),
        NUMBER,
        "Counts one sort of piece on all sites and in all zones, but not in the box.",
        mean_count_piece,
        (Example("count(stone[white])", "3"), Example("count(block)", "3")),
        emit=emitted_pieces.count_piece,
    ),
    Builtin(
        "count",
        (KIND,),
        NUMBER,
        "Counts the pieces of a kind on all sites and in all zones, but not in the box.",
        mean_count_kind,
        (Example("count(stone)", "5"),),
        emit=emitted_pieces.count_kind,
    ),
    Builtin(
        "box",
        (PIECE,),
        NUMBER,
        "Counts one sort of piece in the box; 2147483647 where there is no limit.",
        mean_box,
        (Example("box(block)", "1"), Example("box(king[white])", "1")),
        emit=emitted_pieces.box,
    ),
    Builtin(
        "has",
        (PLACE, PIECE),
        Bool(),
        "Says whether a place has a piece.",
        mean_has,
        (Example("has(a1, stone[white])", "true"), Example("has(a1, stone[black])", "false")),
        emit=emitted_pieces.has,
    ),
    Builtin(
        "has",
        (PLACE, KIND),
        Bool(),
        "Says whether a place has a piece of a kind, anybody's.",
        mean_has_kind,
        (Example("has(a1, stone)", "true"), Example("has(hand[black], stone)", "false")),
        emit=emitted_pieces.has_kind,
    ),
    Builtin(
        "pieces",
        (PLACE,),
        SetOf(Piece()),
        "Gives the sorts of pieces on a place, each once.",
        mean_pieces,
        (Example("pieces(hand[p1]) == {hearts_1, spades_3}", "true", "cards"),),
        emit=emitted_pieces.pieces,
    ),
    Builtin(
        "cards",
        (PLACE,),
        SetOf(Card()),
        "Gives the cards of a place; cards that are alike come once.",
        mean_pieces,
        (
            Example("cards(hand[p1])", "{hearts_1, spades_3}", "cards"),
            Example("{c.rank for c in cards(hand[p1])}", "{1, 3}", "cards"),
        ),
        emit=emitted_pieces.pieces,
    ),
    Builtin(
        "top",
        (PLACE,),
        Optional(Card()),
        "Gives the card on a place, of a stack the top, of many the first; or none.",
        mean_piece,
        (
            Example("top(pile)", "spades_2", "cards"),
            Example("top(pile).suit", "spades", "cards"),
            Example("top(drawer)", "none", "cards"),
        ),
        emit=emitted_pieces.piece,
    ),
    Builtin(
        "repeats",
        (),
        NUMBER,
        "Counts how often this position is in the history that the file keeps.",
        mean_repeats,
        (Example("repeats() < 2", "true"),),
        emit=emitted_pieces.repeats,
    ),
    Builtin(
        "winners",
        (),
        SetOf(Player()),
        "Gives those who have got most; none before the end, and none where all have got the same.",
        mean_winners,
        (Example("winners()", "{}"),),
        emit=emitted_pieces.winners,
    ),
)
