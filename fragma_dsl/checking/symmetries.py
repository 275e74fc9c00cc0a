"""Symmetries: a game in; the turnings of its boards and seats that its rules cannot tell, and
whether two games that differ by one stay so, out.

Two games are walked side by side, the one by the turned moves of the other. At each stop the one
table has to be the other turned, and the legal moves, too. That is exact: there are no false alarms
by chance.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from fragma_dsl.automaton.nodes import Program
from fragma_dsl.automaton.notation import Move
from fragma_dsl.checking.analysis.learn import bodies
from fragma_dsl.checking.analysis.reads import walk_model
from fragma_dsl.checking.analysis.symmetry import (
    marked_sites,
    named_directions,
    named_players,
    renamings,
    seen_from,
)
from fragma_dsl.game import Game, Position, roll
from fragma_dsl.library.types import (
    Direction,
    ListOf,
    Optional,
    Piece,
    Place,
    Player,
    SetOf,
    Site,
    Type,
)
from fragma_dsl.pipeline import Analysis, SettingError, analyse_source
from fragma_dsl.play.machine import DRAW, Action, Outcome
from fragma_dsl.play.random import Random
from fragma_dsl.play.state import State, freeze, thaw
from fragma_dsl.play.table import Table
from fragma_dsl.semantics import model

CHOOSING = ("first", "at", "min", "max")
"""Builtins that give the first of several in their order."""
ON_BOARD: tuple[type[Type], ...] = (Site,)
OF_SEATS: tuple[type[Type], ...] = (Site, Player, Piece, Place)
STOPS = (model.Choose, model.Draw, model.Roll)
MOST_SITES = 128
MOST_WALKED = 3
"""Sites of boards that are turned, and turnings that are walked."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """What every site, direction, seat and piece becomes."""

    sites: tuple[int, ...]
    directions: tuple[int, ...]
    seats: tuple[int, ...]
    pieces: tuple[int, ...]

    def turned(self, value: Any, type: Type) -> Any:
        """Give what a value of a type becomes."""
        match type:
            case SetOf(item):
                return frozenset(self.turned(one, item) for one in value)
            case ListOf(item, _):
                return tuple(self.turned(one, item) for one in value)
            case Optional(item):
                return value if value == -1 else self.turned(value, item)
            case Site() | Place():
                return self.sites[value] if value < len(self.sites) else value
            case Direction():
                return self.directions[value]
            case Player():
                return self.seats[value]
            case Piece():
                return self.pieces[value]
            case _:
                return value

    def turned_move(self, program: Program, move: Move) -> Move:
        """Give what a move becomes."""
        if isinstance(move, Outcome):
            face = self.pieces[move.face] if move.die == DRAW else move.face
            return Outcome(move.die, face, move.weight)
        types = program.options[move.option].types
        values = zip(move.arguments, types, strict=True)
        return Action(move.option, tuple(self.turned(value, type) for value, type in values))


# ---- which there are


def rules_of(game: Game) -> Analysis | None:
    """Find the analysis of the rules that a game was made of, if they can still be read."""
    sources = {point.span.source.name: point.span.source for point in game.program.points}
    for source in sources.values():
        with suppress(SettingError, OSError):
            found = analyse_source(source, game.options, len(game.players))
            if found.program is not None and found.program.digest == game.digest:
                return found
    return None


def board_symmetries(analysis: Analysis) -> tuple[tuple[Symmetry, ...], str]:
    """Give the turnings of the board that the rules cannot tell, or why none is looked for."""
    game, why = analysis.model, obstacle(analysis, ON_BOARD)
    assert game is not None
    if why:
        return (), why
    found = tuple(islice(turnings(analysis, 0), MOST_WALKED))
    return found, "" if found else "the rules tell all sites apart"


def seat_symmetries(analysis: Analysis) -> tuple[tuple[Symmetry, ...], str]:
    """Give for each other first player a turning of seats and board, or why none is looked for."""
    game, variant, why = analysis.model, analysis.variant, obstacle(analysis, OF_SEATS)
    assert game is not None
    assert variant is not None
    if len(game.players) < 2:
        return (), "there is one seat"
    named = next(named_players(game, variant), None)
    if named is not None:
        return (), f"`{named.text}` is named in line {named.span.line}"
    if why or variant.teams is not None or any(one.per for one in game.zones.values()):
        return (), why or "there are teams, or zones of players"
    found = (next(turnings(analysis, seat), None) for seat in range(1, len(game.players)))
    turned = tuple(one for one in found if one is not None)
    return turned, "" if turned else "the boards look different from each seat"


def obstacle(analysis: Analysis, kinds: tuple[type[Type], ...]) -> str:
    """Say why turnings of a game are not looked for; nothing where they are. `kinds` are the types
    whose order has to make no difference."""
    game = analysis.model
    assert game is not None
    if len(game.boards) > 1 or analysis.program is None or analysis.program.plane is not None:
        return "there are several boards, or a plane"
    if game.site_count > MOST_SITES:
        return "there are too many sites"
    return next((f"the rules ask for an order: {word}" for word in orders(game, kinds)), "")


def orders(game: model.Game, kinds: tuple[type[Type], ...]) -> Iterator[str]:
    """Run through what asks for the order of values of some types, which no turning keeps."""
    for body in bodies(game):
        for node in walk_model(body):
            match node:
                case model.Comprehension(collect="first", type=type) if is_of(type, kinds):
                    yield "`first`"
                case model.BuiltinCall(builtin, type=type) if is_of(type, kinds):
                    if builtin.name in CHOOSING:
                        yield f"`{builtin.name}`"
                case model.For(generator) if is_of(generator.local.type, kinds):
                    if any(isinstance(one, STOPS) for one in walk_model(node)):
                        yield "decisions or chance in a loop"
                case _:
                    pass


def is_of(found: Type, kinds: tuple[type[Type], ...]) -> bool:
    """Whether a type, perhaps with none, is of some kinds."""
    return isinstance(found.item if isinstance(found, Optional) else found, kinds)


def turnings(analysis: Analysis, seat: int) -> Iterator[Symmetry]:
    """Run through what turns the boards as the first seat sees them into what another sees."""
    game, variant, program = analysis.model, analysis.variant, analysis.program
    assert game is not None
    assert variant is not None
    assert program is not None
    count = len(game.players)
    seats = tuple((one + seat) % count for one in range(count))
    numbers = {(one.kind, one.owner): at for at, one in enumerate(program.layout.pieces)}
    pieces = tuple(
        at if one.owner < 0 else numbers[one.kind, seats[one.owner]]
        for at, one in enumerate(program.layout.pieces)
    )
    ways = tuple(range(len(program.directions)))
    if not game.boards:
        if seat:
            yield Symmetry((), ways, seats, pieces)
        return
    (board,) = game.boards
    marks, fixed = marked_sites(game, variant), named_directions(game)
    one, other = (seen_from(game, board, at, marks) for at in (0, seat))
    for sites, directions in renamings(one, other, board, fixed):
        is_plain = all(site == image for site, image in sites.items())
        in_layers = all(
            (site - board.first) // board.layer_size == (image - board.first) // board.layer_size
            for site, image in sites.items()
        )
        if in_layers and (seat or not is_plain):
            turned = tuple(directions.get(way, way) for way in ways)
            yield Symmetry(tuple(sites[site] for site in sorted(sites)), turned, seats, pieces)


# ---- whether games keep them


def keeps(game: Game, symmetry: Symmetry, seed: int = 1, most: int = 60) -> bool:
    """Walk a game and the turned one side by side; False where they do not even begin alike,
    AssertionError where they part later."""
    here = game.start()
    there = turned_start(game, symmetry)
    if there is None or not is_turned(game, symmetry, here.state, there.state):
        return False
    check_first_moves(game, symmetry, here, there)
    stream = Random.derived(seed)
    for ply in range(most):
        moves = moves_of(here)
        images = tuple(symmetry.turned_move(game.program, one) for one in moves)
        others = moves_of(there)
        assert set(images) == set(others), told(game, here, "has other legal moves", ply)
        if not moves:
            break
        move = roll(here.outcomes, stream) if here.outcomes else moves[stream.below(len(moves))]
        here, there = here.play(move), there.play(symmetry.turned_move(game.program, move))
        alike = is_turned(game, symmetry, here.state, there.state)
        assert alike, told(game, here, "looks otherwise", ply + 1)
    if here.is_over:
        returns = tuple(there.returns[symmetry.seats[seat]] for seat in range(len(here.returns)))
        assert (here.ending, here.returns) == (there.ending, returns), told(
            game, here, "ends otherwise", most
        )
    return True


def moves_of(position: Position) -> tuple[Move, ...]:
    """Give all that can be played: actions, or what chance may bring."""
    return (*position.legal, *position.outcomes)


def told(game: Game, position: Position, what: str, ply: int) -> str:
    """Say where a game and its turned one part."""
    return f"the rules of {game.name} name no side, but turned it {what} at ply {ply}: {position}"


def check_first_moves(game: Game, symmetry: Symmetry, here: Position, there: Position) -> None:
    """See that each first move is followed by as many moves as its image: perft of 2, by orbits."""
    for move in moves_of(here):
        image = symmetry.turned_move(game.program, move)
        if image in moves_of(there):
            one, other = here.play(move), there.play(image)
            counts = [len(moves_of(at)) for at in (one, other)]
            assert counts[0] == counts[1], told(game, one, "has other counts", 1)


def turned_start(game: Game, symmetry: Symmetry) -> Position | None:
    """Begin a game in which the first seat's image moves first; None where more than who moves
    depends on that."""
    start = game.start()
    if symmetry.seats == tuple(range(len(symmetry.seats))):
        return start
    layout = game.program.layout
    if start.seat is None or layout.history_length:
        return None
    table = table_of(game, start.state)
    names = [one.name for one in layout.variables]
    number = names.index("mover") if "mover" in names else -1
    if number < 0:
        return None
    table.store(number, (), symmetry.seats[int(str(table.load(number)))])
    return game.at(freeze(table.slots))


def table_of(game: Game, state: State) -> Table:
    """Give the table of a state."""
    return Table(thaw(state), game.program.equipment())


def is_turned(game: Game, symmetry: Symmetry, here: State, there: State) -> bool:
    """Whether the variables and the places of one state are those of another, turned."""
    one, other = table_of(game, here), table_of(game, there)
    for number, variable in enumerate(game.program.layout.variables):
        if variable.name not in game.program.variable_types:
            continue
        types, type = game.program.variable_types[variable.name]
        ranges = zip(variable.lows, variable.dimensions, strict=True)
        for at in product(*(range(low, low + size) for low, size in ranges)):
            image = tuple(symmetry.turned(i, kind) for i, kind in zip(at, types, strict=True))
            if symmetry.turned(one.load(number, at), type) != other.load(number, image):
                return False
    return all(
        {(symmetry.pieces[piece], one.count(site, piece)) for piece in one.pieces(site)}
        == {(piece, other.count(image, piece)) for piece in other.pieces(image)}
        for site, image in enumerate(symmetry.sites)
    )
