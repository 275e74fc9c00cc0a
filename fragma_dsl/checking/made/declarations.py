"""Declarations: the part of a rule file that is data, with the words that it gives to scripts."""

from fragma_dsl.checking.made.boards import SHAPES, MadeBoard, make_board, make_plane
from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.checking.made.words import Store, Vocabulary, Word, Zone
from fragma_dsl.library.types import (
    Bool,
    Card,
    Direction,
    Enum,
    Int,
    Kind,
    Layer,
    ListOf,
    Optional,
    Piece,
    Place,
    PlaneType,
    Player,
    SetOf,
    Site,
    Team,
    Type,
    type_text,
)

INT, PLAYER, DIE = Int(), Player(), Enum("coin")
VISIBLE: dict[Type | None, tuple[str, ...]] = {
    PLAYER: ("all", "owner", "none"), Team(): ("all", "team", "none"), None: ("all", "none"),
}  # fmt: skip


class Declarations:
    """Makes the keys of a file one by one; `lines` is the file so far."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.words = Vocabulary()
        self.lines: list[str] = []
        self.seats: tuple[str, ...] = ("p1", "p2")

    def section(self, key: str, entries: list[str]) -> None:
        """Write a key with its entries."""
        if entries:
            self.lines += [f"{key}:", *(f"  {one}" for one in entries)]

    def make(self) -> None:
        """Make everything; later keys may use earlier ones."""
        self.make_players()
        self.make_values()
        self.make_boards()
        self.make_pieces()
        self.make_zones()
        self.make_state()

    def make_players(self) -> None:
        """Make two to four seats, sometimes in teams."""
        count = self.choices.number(2, 4)
        has_teams = count != 3 and self.choices.once_in(4)
        self.seats = tuple(f"p{seat}" for seat in range(1, count + 1))
        several = f"{{min: 2, max: 4, step: {2 if has_teams else 1}, default: {count}}}"
        self.lines.append(f"players: {several if self.choices.once_in(6) else count}")
        add = self.words.add
        add(PLAYER, "mover", *self.seats[:2], "next(mover)")
        if self.lines[-1] == "players: 2":
            add(PLAYER, "opponent")
        add(SetOf(PLAYER), "players", "playing")
        add(Bool(), "true", "false")
        add(INT, "1")
        if has_teams:
            pattern = self.choices.word("pairs", "alternate")
            self.lines.append(f"teams: {{names: [reds, blues], seats: {pattern}}}")
            add(Team(), "reds", "blues")
            add(SetOf(Team()), "teams")

    def make_values(self) -> None:
        """Make options, an enum and dice."""
        options = self.choices.some(
            ["goal: {type: 1..5, default: 3}", "quick: {type: bool, default: false}",
             "reading: {type: [strict, loose], default: strict}"], 4
        )  # fmt: skip
        self.section("options", options)
        texts = " ".join(options)
        if "goal" in texts:
            self.words.add(INT, "goal")
        if "quick" in texts:
            self.words.add(Bool(), "quick")
        if "reading" in texts:
            self.words.add(Enum("reading"), "reading", "strict", "loose")
        if self.choices.once_in(3):
            self.section("enums", ["hue: [red, green, violet]"])
            self.words.add(Enum("hue"), "red", "green", "violet")
            self.words.add(SetOf(Enum("hue")), "hue")
        if self.choices.once_in(3):
            faces = self.choices.word("[1, 2, 2, 5]", "1..3")
            self.section("dice", [f"d: {faces}", "coin: {heads: 2, tails: 1}"])
            self.words.add(DIE, "coin.heads", "coin.tails")
            self.words.dice = [Word(INT, "d"), Word(DIE, "coin")]

    def make_boards(self) -> None:
        """Make a board or two, and a plane."""
        names = ["cells", "ground"][: 1 + self.choices.once_in(3)]
        for name in names:
            kind = self.choices.word(*SHAPES)
            self.words.boards.append(make_board(self.choices, name, kind, self.seats))
        if self.choices.once_in(3):
            self.words.plane = make_plane(self.choices, "table")
        made = [*self.words.boards, *filter(None, (self.words.plane,))]
        self.section("boards", [f"{one.name}: {one.text}" for one in made])
        for board in made:
            self.add_board(board, is_alone=len(made) == 1)
        directions = [one for board in made for one in board.directions]
        if directions:
            self.words.add(SetOf(Direction()), "directions", *["orthogonal"] * ("n" in directions))

    def add_board(self, board: MadeBoard, is_alone: bool) -> None:
        """Note what a board lets scripts say."""
        add, name, site = self.words.add, board.name, self.words.sites_of(board)
        shown = board.sites[:2] + board.sites[-1:]
        if board.plane is not None:
            add(site, *shown)
            add(PlaneType(), name)
            return
        add(site, *(one if is_alone or board.layers else f"{name}.{one}" for one in shown))
        add(SetOf(site), name)
        prefix = "directions." if self.words.plane is not None else ""
        add(Direction(), *(f"{prefix}{one}" for one in board.directions[:3]))
        if board.layers:
            add(Layer(name), *board.layers)
            add(SetOf(Layer(name)), "layers" if is_alone else f"{{{', '.join(board.layers)}}}")
            add(SetOf(site), f"{name}[{board.layers[0]}]")
            add(site, f"{name}[{board.layers[1]}, {board.sites[0].split('.')[1]}]")
        extras: dict[str, tuple[Type, str]] = {
            "home": (SetOf(site), "[mover]"), "part": (SetOf(site), ""),
            "lines": (ListOf(SetOf(site), 2), ""), "ways": (SetOf(Direction()), ""),
            "forward": (SetOf(Direction()), "[mover]"),
        }  # fmt: skip
        for word in board.extras:
            type, brackets = extras[word]
            add(type, f"{name}_{word}{brackets}")

    def make_pieces(self) -> None:
        """Make kinds of pieces with owners and without, cards, and tiles for a plane."""
        kinds = {
            "stone": ("{owner: player, count: 4}", "stone[mover]"),
            "block": (f"{{count: {self.choices.word('3', '1', 'unlimited')}}}", "block"),
            "king": ("{owner: player}", "king[mover]"),
        }
        made = ["stone", *self.choices.some(["block", "king"])]
        self.section("pieces", [f"{one}: {kinds[one][0]}" for one in made])
        self.words.add(Piece(), *(kinds[one][1] for one in made if one != "block"))
        self.words.add(Kind(), *made)
        self.words.pieces = [kinds[one][1] for one in made]
        cards = []
        if self.choices.once_in(3):
            number = self.choices.number(1, 2)
            cards.append(f"card: {{each: {{suit: [clubs, hearts], rank: 1..2}}, count: {number}}}")
            self.words.add(Card("card"), "clubs_1", "hearts_2")
            self.words.add(SetOf(Card("card")), "card")
            self.words.add(Enum("suit"), "clubs", "hearts", "hearts_1.suit")
            self.words.add(INT, "clubs_2.rank")
            self.words.pieces.append("hearts_1")
        if self.choices.once_in(8):
            cards.append("trick: {named: {wind: {power: 2}, fool: {}}, count: 2}")
            self.words.add(Card("trick"), "wind", "fool")
            self.words.add(Optional(INT), "fool.power", "wind.power")
            self.words.pieces.append("fool")
        if self.words.plane is not None:
            cards.append(self.make_tiles(self.words.plane))
        self.section("cards", cards)

    def make_tiles(self, plane: MadeBoard) -> str:
        """Make a family of tiles for a plane."""
        first, second, third, fourth = ports_of(plane)
        turns = "[0, 180]" if plane.plane == "hexagon" else "[0, 90]"
        add = self.words.add
        add(Card("tile"), "bend", "way")
        add(SetOf(Card("tile")), "tile")
        add(Enum("pose"), "face1")
        add(Enum("port"), f"port.{first}", f"port.{third}")
        add(Enum("colour"), "amber", "teal")
        return (
            f"tile: {{tiles: {{bend: [[amber {first}-{second}], [teal {first}-{second}]],"
            f" way: [[amber {first}-{third}, teal {second}-{fourth}]]}},"
            f" rotations: {turns}, count: 3}}"
        )

    def make_zones(self) -> None:
        """Make zones of every order, open and hidden ones."""
        owner: Type | None = Team() if self.words.of(Team()) and self.choices.once_in(2) else PLAYER
        kinds: dict[str, Type | None] = {"hand": owner, "bag": None, "pile": None, "open_bag": None}
        entries = []
        for name in self.choices.some([*kinds], 3):
            per = kinds[name]
            order = {"bag": "random", "pile": "stacked"}.get(name, "set")
            visible = self.choices.word(*VISIBLE[per])
            keys = {"order": order, "visible": visible}
            if per is not None:
                keys["for"] = "team" if per == Team() else "player"
            entries.append(f"{name}: {{{', '.join(f'{key}: {keys[key]}' for key in keys)}}}")
            self.words.zones.append(Zone(name, per, order, visible != "all"))
            who = "" if per is None else "[mover]" if per == PLAYER else "[team(mover)]"
            self.words.add(Place(), f"{name}{who}")
        self.section("zones", entries)

    # ---- state

    def make_state(self) -> None:
        """Make the variables that every made file has, and some more."""
        site = self.words.site
        text = type_text(site)
        stores = [
            ("level: 0..9", Store("level", Int(0, 9))),
            ("score: {for: player, type: int}", Store("score", INT, (PLAYER,))),
        ]
        further: list[tuple[str, Store]] = [
            ("m: {type: int, start: 3}", Store("m", INT)),
            ("b: bool", Store("b", Bool())),
            (f"t: {text} or none", Store("t", Optional(site))),
            (f"seen: set of {text}", Store("seen", SetOf(site))),
            (f"trail: list of {text} max 4", Store("trail", ListOf(site, 4))),
            ("who: player or none", Store("who", Optional(PLAYER))),
            (f"heat: {{for: {text}, type: 0..3}}", Store("heat", Int(0, 3), (site,))),
            ("held: piece or none", Store("held", Optional(Piece()))),
            ("sort: {type: kind, start: stone}", Store("sort", Kind())),
            ("few: set of 0..6", Store("few", SetOf(Int(0, 6)))),
            ("queue: list of player max 3", Store("queue", ListOf(PLAYER, 3))),
            ("secret: {for: player, type: 0..9, visible: owner}",
             Store("secret", Int(0, 9), (PLAYER,), is_hidden=True)),
            (f"here: {{type: {text}, start: {self.words.of(site)[0]}}}", Store("here", site)),
        ]  # fmt: skip
        stores += self.choices.some([*further, *self.named_stores()], 3)
        if self.words.plane is not None:
            plane = Site(self.words.plane.name)
            stores.append(("newest: site of table or none", Store("newest", Optional(plane))))
        self.section("state", [*(text for text, _ in stores), "turns: 0..99"])
        self.words.stores = [one for _, one in stores]
        self.words.add(INT, "turns")
        for one in self.words.stores:
            indices = [self.words.of(type)[0] for type in one.indices]
            self.words.add(one.type, f"{one.name}[{', '.join(indices)}]" if indices else one.name)

    def named_stores(self) -> list[tuple[str, Store]]:
        """Make variables for values of what is declared."""
        words: list[tuple[str, Store]] = []
        for type in dict.fromkeys(one.type for one in self.words.words):
            match type:
                case Enum("hue" | "coin" | "suit" | "reading" | "port" as name):
                    first = self.words.of(type)[0]
                    words.append((f"its_{name}: {{type: {name}, start: {first}}}",
                                  Store(f"its_{name}", type)))  # fmt: skip
                case Direction():
                    first = self.words.of(type)[0]
                    words.append((f"way_on: {{type: direction, start: {first}}}",
                                  Store("way_on", type)))  # fmt: skip
                case Card(family):
                    words.append((f"a_{family}: card of {family} or none",
                                  Store(f"a_{family}", Optional(type))))  # fmt: skip
                case Layer(board):
                    first = self.words.of(type)[0]
                    words.append((f"in_{board}: {{type: layer of {board}, start: {first}}}",
                                  Store(f"in_{board}", type)))  # fmt: skip
                case Team():
                    words.append(("ahead: team or none", Store("ahead", Optional(type))))
                case _:
                    pass
        if self.words.of(Enum("hue")):
            words.append(("likes: {for: [player, hue], type: bool}",
                          Store("likes", Bool(), (PLAYER, Enum("hue")))))  # fmt: skip
        return words


def ports_of(plane: MadeBoard) -> tuple[str, str, str, str]:
    """Give four ports of a plane's tiles."""
    if plane.ports == "pairs":
        return ("e1", "e2", "w1", "w2")
    return ("ne", "e", "sw", "w") if plane.plane == "hexagon" else ("n", "e", "s", "w")
