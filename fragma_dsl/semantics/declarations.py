"""Declarations: players, options, enums, dice, pieces and zones of a file, and every name they
make."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fragma_dsl.library.types import (
    Bool,
    Card,
    Direction,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
    Place,
    PlaneType,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    Unknown,
)
from fragma_dsl.play.board import Board
from fragma_dsl.semantics import model, problems
from fragma_dsl.semantics.boards import BoardSet
from fragma_dsl.semantics.cards import attribute_enums
from fragma_dsl.semantics.names import Candidate, Names, enum_candidates, number_type
from fragma_dsl.semantics.planes import is_plane
from fragma_dsl.syntax import tree
from fragma_dsl.syntax.words import is_whole
from fragma_dsl.text.nearest import nearest
from fragma_dsl.text.problem import Problem
from fragma_dsl.text.said import say
from fragma_dsl.text.span import Span

ORTHOGONAL = ("n", "e", "s", "w")
DIAGONAL = ("ne", "se", "sw", "nw")


def seat_names(declared: tree.Players, wanted: int | None) -> tuple[str, ...]:
    """Give the names of the seats for the wanted number of players, or the default."""
    count = declared.default if wanted is None else wanted
    return all_seat_names(declared)[:count]


def all_seat_names(declared: tree.Players) -> tuple[str, ...]:
    """Give the names of as many seats as there can be."""
    names = tuple(name.text for name in declared.names[: declared.maximum])
    return (*names, *(f"p{i + 1}" for i in range(len(names), declared.maximum)))


def seat_teams(
    declared: tree.Teams | None, players: tuple[str, ...], problem_list: list[Problem]
) -> tuple[int, ...]:
    """Give the team of each seat; () where there are no teams."""
    if declared is None:
        return ()
    teams, seats = len(declared.names), len(players)
    if not isinstance(declared.seats, tuple):
        if teams == 0 or seats % teams:
            problem_list.append(problems.UnevenTeams(declared.span, seats, teams))
            return tuple(seat % max(1, teams) for seat in range(seats))
        in_a_row = 2 if declared.seats == "pairs" else 1
        return _seats_in_turn(seats, teams, in_a_row)
    names = [name.text for name in declared.names]
    found = []
    for name in declared.seats[:seats]:
        if name.text not in names:
            close = nearest(name.text, names)
            problem_list.append(problems.UnknownName(name.span, name.text, "team", close))
        found.append(names.index(name.text) if name.text in names else 0)
    if len(found) < seats:
        problem_list.append(problems.UnevenTeams(declared.span, seats, teams))
    return (*found, *(0 for _ in range(len(found), seats)))


def _seats_in_turn(seats: int, teams: int, in_a_row: int) -> tuple[int, ...]:
    """Seat so many of each team in a row, in turn, until every team has its share."""
    left = [seats // teams] * teams
    found: list[int] = []
    while len(found) < seats:
        for team in range(teams):
            taken = min(in_a_row, left[team])
            found.extend([team] * taken)
            left[team] -= taken
    return tuple(found)


def resolve_options(
    declared: Mapping[str, tree.OptionDecl],
    settings: Mapping[str, str],
    problem_list: list[Problem],
) -> dict[str, model.GameOption]:
    """Resolve the options and their values; a setting that does not exist is reported."""
    options = {}
    for name, node in declared.items():
        values = _option_values(node, problem_list)
        default = default_text(node)
        if default not in values:
            if not isinstance(node.default, tree.Bad):
                close = nearest(default, values)
                span = node.default.span
                shown = option_values(node, values)
                problem_list.append(problems.UnknownValue(span, name, default, shown, close))
            default = next(iter(values))
        chosen = settings.get(name, default)
        type: Type = Enum(name)
        if isinstance(node.type, tree.RangeType):
            type = Int(*_ends(node.type))
        elif isinstance(node.type, tree.TypeName) and node.type.text == "bool":
            type = Bool()
        options[name] = model.GameOption(name, type, values, values[chosen], node.span)
    return options


MOST_OPTION_VALUES = 10_000


def option_values(node: tree.OptionDecl, values: Mapping[str, int]) -> tuple[str, ...]:
    """List the values of an option as a message does: of a range its ends."""
    if isinstance(node.type, tree.RangeType):
        low, high = _ends(node.type)
        return (f"{low}..{high}",)
    return tuple(values)


def _ends(range: tree.RangeType) -> tuple[int, int]:
    return min(range.low, range.high), max(range.low, range.high)


def _option_values(node: tree.OptionDecl, problem_list: list[Problem]) -> dict[str, int]:
    match node.type:
        case tree.ValueList(names, _) if names:
            return {name.text: index for index, name in enumerate(names)}
        case tree.RangeType(low, high, span):
            if high < low:
                problem_list.append(problems.EmptyRange(span, low, high))
                low, high = high, low
            size = high - low + 1
            if size > MOST_OPTION_VALUES:
                what = say("the values of `{name}`", name=node.name.text)
                problem_list.append(problems.TooLarge(span, what, size, MOST_OPTION_VALUES))
                return {default_text(node): 0}
            return {str(value): value for value in range(low, high + 1)}
        case tree.TypeName("bool", _):
            return {"false": 0, "true": 1}
        case tree.Bad() | tree.ValueList():  # reported before
            return {default_text(node): 0}
        case other:
            found = f"`{other.span.text}`"
            allowed = "a list of names, `bool` or a range such as `1..6`"
            problem_list.append(problems.WrongType(other.span, allowed, found))
            return {default_text(node): 0}


def default_text(option: tree.OptionDecl) -> str:
    """Give the default of an option as it is written."""
    return option.default.span.text.strip()


def resolve_dice(declared: Mapping[str, tree.DieDecl]) -> dict[str, model.Die]:
    """Resolve the dice: numbered faces are numbers, any others an enum of the die's name."""
    dice = {}
    for name, node in declared.items():
        faces = tuple(face.text for face in node.faces)
        values: tuple[int, ...]
        type: Type
        if not faces:
            values, type = (), Unknown()  # reported before
        elif all(map(is_whole, faces)):
            values = tuple(int(face) for face in faces)
            type = number_type(values)
        else:
            values = tuple(range(len(faces)))
            type = Enum(name)
        dice[name] = model.Die(name, type, faces, values, node.weights, node.span)
    return dice


@dataclass(frozen=True, slots=True)
class Declared:
    """What the names are made from."""

    variant: tree.Variant
    players: tuple[str, ...]
    options: Mapping[str, model.GameOption]
    dice: Mapping[str, model.Die]
    enums: Mapping[str, tuple[str, ...]]
    boards: BoardSet
    cards: Mapping[str, model.CardFamily]
    card_bounds: Mapping[str, tuple[int, int]]


def collect_names(d: Declared) -> Names:
    """Give every name of a file but its state, functions and rules, each with what it may mean."""
    names = Names()
    for candidate in _candidates(d):
        names.add(candidate)
    return names


def _candidates(d: Declared) -> Iterator[Candidate]:
    yield from _seat_candidates(d)
    for name, values in d.enums.items():
        spans = _enum_spans(d, name, values)
        if name not in d.options:
            yield from enum_candidates(name, "a phase" if name == "phase" else "a value of", spans)
        else:
            yield from enum_candidates(name, "a value of the option", spans)
        if name not in d.options:
            shown = "phases" if name == "phase" else name
            group = frozenset(range(len(values)))
            yield Candidate(
                "value", shown, say("the values of {name!s}", name=name), SetOf(Enum(name)), group
            )
    for option in d.options.values():
        yield Candidate("option", option.name, "an option", option.type, span=option.span)
    for die in d.dice.values():
        if isinstance(die.type, Int):
            group = frozenset(die.values)
            yield Candidate("value", die.name, "the faces of a die", SetOf(die.type), group)
    for board in d.boards.boards:
        yield from _board_candidates(d, board)
    for node in d.variant.boards.values():
        if is_plane(node):
            yield Candidate("value", node.name.text, "a plane", PlaneType(), 0, span=node.span)
    used = sorted({way for board in d.boards.boards for way in board.directions})
    for index, name in enumerate(d.boards.directions):
        if index in used:
            home = "directions"
            yield Candidate("value", name, "a direction", Direction(), index, (), home)
    yield from _direction_sets(d, used)
    for index, piece in enumerate(d.variant.pieces.values()):
        name, home = piece.name.text, "kind"
        yield Candidate("kind", name, "a kind of piece", Kind(), index, (), home, piece.span)
    yield from _card_candidates(d)
    for zone in d.variant.zones.values():
        owners: dict[str | None, tuple[Type, ...]] = {"player": (Player(),), "team": (Team(),)}
        per = owners.get(zone.per, ())
        yield Candidate("zone", zone.name.text, "a zone", Place(), 0, per, span=zone.span)


def _card_candidates(d: Declared) -> Iterator[Candidate]:
    for index, family in enumerate(d.cards.values(), len(d.variant.pieces)):
        name, first = family.name, d.card_bounds[family.name][0]
        yield Candidate("kind", name, "a family of cards", Kind(), index, span=family.span)
        every = frozenset(range(first, first + len(family.cards)))
        yield Candidate("value", name, "the cards of a family", SetOf(Card(name)), every)
        for number, card in enumerate(family.cards, first):
            what = say("a card of {family!s}", family=name)
            yield Candidate("value", card, what, Card(name), number, (), name, family.span)


def _seat_candidates(d: Declared) -> Iterator[Candidate]:
    named = {name.text: name.span for name in d.variant.players.names}
    for index, name in enumerate(d.players):
        span = named.get(name)
        yield Candidate("value", name, "a player", Player(), index, (), "players", span)
    if d.variant.teams is not None:
        names = d.variant.teams.names
        for index, team in enumerate(names):
            yield Candidate("value", team.text, "a team", Team(), index, (), "teams", team.span)
        every = frozenset(range(len(names)))
        yield Candidate("value", "teams", "the teams", SetOf(Team()), every)
    everyone = frozenset(range(len(d.players)))
    yield Candidate("value", "players", "the players", SetOf(Player()), everyone)


def _enum_spans(d: Declared, name: str, values: tuple[str, ...]) -> dict[str, Span]:
    home: Span = d.variant.span
    if name in d.variant.enums:
        return {value.text: value.span for value in d.variant.enums[name].values.names}
    if name in d.dice:
        return {face.text: face.span for face in d.variant.dice[name].faces}
    named = attribute_enums(d.variant.cards).get(name)
    if named is not None:
        return {value: named[value].span if value in named else home for value in values}
    if name in d.options:
        home = d.options[name].span
    return dict.fromkeys(values, home)


def _board_candidates(d: Declared, board: Board) -> Iterator[Candidate]:
    span = d.variant.boards[board.name].span
    home, what = board.name, say("a site of {board!s}", board=board.name)
    sites = frozenset(range(board.first, board.first + len(board)))
    yield Candidate(
        "value",
        home,
        say("the sites of {board!s}", board=home),
        SetOf(Site(home)),
        sites,
        span=span,
    )
    for index, name in enumerate(board.sites[: board.layer_size]):
        if board.layers:
            yield Candidate("spot", name, what, Site(home), index, (Layer(home),), home, span)
        else:
            place = board.first + index
            yield Candidate("value", name, what, Site(home), place, (), home, span)
    for index, name in enumerate(board.layers):
        yield Candidate(
            "value",
            name,
            say("a layer of {board!s}", board=home),
            Layer(home),
            index,
            (),
            home,
            span,
        )
    if board.layers:
        group = frozenset(range(len(board.layers)))
        yield Candidate(
            "value",
            "layers",
            say("the layers of {board!s}", board=home),
            SetOf(Layer(home)),
            group,
            (),
            home,
        )
    for name, sets in board.regions.items():
        yield from _family(name, "a region", SetOf(Site(home)), sets, d.players, home)
    for name, lines in board.lines.items():
        type = ListOf(SetOf(Site(home)), len(lines))
        yield Candidate(
            "value", name, say("the lines of {board!s}", board=home), type, lines, (), home
        )
    for name, ways in board.direction_sets.items():
        yield from _family(name, "a set of directions", SetOf(Direction()), ways, d.players, home)


def _family(
    name: str,
    what: str,
    type: Type,
    sets: tuple[frozenset[int], ...],
    players: tuple[str, ...],
    home: str,
) -> Iterator[Candidate]:
    if len(sets) == 1 and len(players) != 1:
        yield Candidate("value", name, what, type, sets[0], (), home)
    elif sets:
        yield Candidate("table", name, what, type, sets, (Player(),), home)


def _direction_sets(d: Declared, used: list[int]) -> Iterator[Candidate]:
    type = SetOf(Direction())
    yield Candidate("value", "directions", "the directions", type, frozenset(used))
    taken = {name for board in d.boards.boards for name in board.direction_sets}
    for name, words in (("orthogonal", ORTHOGONAL), ("diagonal", DIAGONAL)):
        ways = frozenset(i for i in used if d.boards.directions[i] in words)
        if ways and name not in taken:
            yield Candidate("value", name, f"the {name} directions", type, ways)
