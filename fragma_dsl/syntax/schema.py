"""Schema: the one table of a rule file's keys, their shapes and what they are for."""

from fragma_dsl.syntax.shape import (
    BlockShape,
    EitherShape,
    EntriesShape,
    FreeShape,
    Key,
    ListShape,
    NameShape,
    NumberShape,
    PhraseShape,
    RecordShape,
    TextShape,
    TypeShape,
    ValueShape,
    ValuesShape,
    WordShape,
)

MOST = 999_999_999
BOARD_SHAPES = ("grid", "hexagon", "hexgrid", "triangle", "ring", "path", "plane", "sites")

NAME, LABEL, TEXT = NameShape(), NameShape(in_scripts=False), TextShape()
NAMES = ListShape(NAME, "a list of names")
LABELS = ListShape(LABEL, "a list of names")
VISIBLE = WordShape(("all", "owner", "team", "none"))
PER_PLAYER = WordShape(("player",))
PER_OWNER = WordShape(("player", "team"))

PLAYERS = EitherShape(
    "a number of players or a map like `{min: 2, max: 4}`",
    scalar=NumberShape(1, 64, "{{min: {}, max: {}}}"),
    map=RecordShape(
        "players",
        (
            Key("min", NumberShape(1, 64), "the fewest players"),
            Key("max", NumberShape(1, 64), "the most players"),
            Key("step", NumberShape(1, 64), "only every so many players from `min` on"),
            Key("default", NumberShape(1, 64), "how many play if nobody says"),
            Key("names", NAMES, "the names of the seats, in seat order"),
        ),
        example="{min: 2, max: 4}",
        for_list=(("names", "list"),),
    ),
)

TEAMS = RecordShape(
    "teams",
    (
        Key("names", NAMES, "the names of the teams", required=True),
        Key(
            "seats",
            EitherShape(
                "`pairs`, `alternate` or a list of teams, one for each seat",
                scalar=WordShape(("pairs", "alternate")),
                list=ListShape(PhraseShape("the name of a team"), "a list of teams"),
            ),
            "who sits where: `pairs` puts two of a team in a row where that can be",
        ),
    ),
)

OPTION = RecordShape(
    "an option",
    (
        Key(
            "type",
            EitherShape("a type or a list of names", scalar=TypeShape(), list=NAMES),
            "the values it may have",
            required=True,
        ),
        Key("default", ValueShape(), "its value if nobody says", required=True),
        Key("about", TEXT, "what it decides, for people"),
        Key("values", EntriesShape("text", TEXT, "a map of values"), "what each value means"),
    ),
    example="{type: bool, default: false}",
    for_list=(("type", "list"), ("default", "first")),
)

FACES = EitherShape(
    "a list of faces, a range like `1..6` or a map of weights",
    scalar=PhraseShape("a range of faces like `1..6`"),
    list=ListShape(PhraseShape("a face"), "a list of faces"),
    map=EntriesShape("text", NumberShape(1, 1_000_000), "a map of weights"),
)

SIZES = EitherShape(
    "its size in whole numbers",
    scalar=PhraseShape("its size"),
    list=ListShape(PhraseShape("a whole number"), "a list of whole numbers"),
)
SITES = EitherShape(
    "names of sites",
    scalar=PhraseShape("names of sites"),
    list=ListShape(PhraseShape("a name of a site"), "a list of sites"),
)
SITE_SET = EitherShape(
    "words for sites, like `rows 1..2` or `[a1, b1]`",
    scalar=PhraseShape("words for sites"),
    list=ListShape(PhraseShape("words for sites"), "a list of sites"),
)
REGION = EitherShape(
    "words for sites, or a map from players to them",
    scalar=SITE_SET.scalar,
    list=SITE_SET.list,
    map=EntriesShape("label", SITE_SET, "a map from players to sites"),
)
DIRECTION_SET = EitherShape(
    "names of directions",
    scalar=PhraseShape("names of directions"),
    list=ListShape(PhraseShape("a direction"), "a list of directions"),
)
DIRECTIONS = EitherShape(
    "names of directions, or a map from players to them",
    scalar=DIRECTION_SET.scalar,
    list=DIRECTION_SET.list,
    map=EntriesShape("label", DIRECTION_SET, "a map from players to directions"),
)

BOARD = EitherShape(
    "a board like `grid 8 8` or a map",
    scalar=PhraseShape("a board like `grid 8 8`"),
    map=RecordShape(
        "a board",
        (
            Key("grid", SIZES, "squares, so many columns and rows"),
            Key("hexagon", SIZES, "hexes in a hexagon with sides of so many"),
            Key("hexgrid", SIZES, "hexes in so many columns and rows"),
            Key("triangle", SIZES, "hexes in a triangle with sides of so many"),
            Key("ring", SIZES, "so many sites in a circle"),
            Key("path", SIZES, "so many sites in a row"),
            Key("plane", PhraseShape("`square` or `hexagon`"), "a board for tiles"),
            Key(
                "ports",
                PhraseShape("a number of ports or `pairs`"),
                "the ports of a tile: 4, 8 with corners, 6 of a hexagon, or `pairs` at each side",
            ),
            Key("size", SIZES, "the columns and rows of a plane with edges"),
            Key("sites", SITES, "the names of the sites, ranges like `a1..a6` among them"),
            Key("layers", LABELS, "names of copies of the board that lie over each other"),
            Key(
                "wrap",
                EitherShape(
                    "`rows`, `columns` or `layers`",
                    scalar=WordShape(("rows", "columns", "layers")),
                    list=ListShape(WordShape(("rows", "columns", "layers")), "a list of words"),
                ),
                "which edges are joined to the opposite ones",
            ),
            Key("without", SITES, "sites that the shape has and this board has not"),
            Key(
                "links",
                EitherShape(
                    "lines like `a -- b c`",
                    scalar=PhraseShape("lines like `a -- b c`"),
                    list=ListShape(PhraseShape("a link like `a -- b c`"), "a list of links"),
                ),
                "further links, `a -- b c` both ways, `a -> b` one way",
            ),
            Key("regions", EntriesShape("name", REGION, "a map of regions"), "named sets of sites"),
            Key(
                "lines",
                EntriesShape(
                    "name", ListShape(SITE_SET, "a list of lines"), "a map of families of lines"
                ),
                "named families of sets of sites, such as mills",
            ),
            Key(
                "directions",
                EntriesShape("name", DIRECTIONS, "a map of sets of directions"),
                "named sets of directions",
            ),
            Key(
                "drawing",
                PhraseShape("a drawing", drawn=True),
                "the board drawn with the names of its sites",
            ),
            Key(
                "positions",
                EntriesShape(
                    "text", ListShape(PhraseShape("a number"), "a pair `[x, y]`"), "a map of places"
                ),
                "where sites are drawn",
            ),
            Key("holds", WordShape(("one", "many", "stack")), "how many pieces a site takes"),
            Key("height", NumberShape(1, 1000), "the most pieces in a stack"),
        ),
        one_of=(BOARD_SHAPES,),
    ),
)

PIECE = RecordShape(
    "a piece",
    (
        Key("owner", PER_PLAYER, "`player` where each player has pieces of this kind"),
        Key("count", ValueShape(), "how many there are, for each owner; `unlimited` for no limit"),
        Key("symbol", PhraseShape("one or two characters"), "how it looks in drawings"),
    ),
    example="{owner: player, count: 3}",
    meant=(("for", "owner"), ("number", "count"), ("amount", "count")),
)

FACES_OF_TILE = ListShape(
    ListShape(PhraseShape("a line like `green n-s`"), "a list of lines"), "a list of faces"
)

CARDS = RecordShape(
    "a family of cards",
    (
        Key(
            "each",
            EntriesShape(
                "label",
                EitherShape(
                    "a list of values or a range like `1..13`",
                    scalar=PhraseShape("a range like `1..13`"),
                    list=ListShape(PhraseShape("a value"), "a list of values"),
                ),
                "a map of attributes",
            ),
            "attributes; there is a card for each combination of their values",
        ),
        Key(
            "named",
            EntriesShape(
                "name",
                EntriesShape("label", PhraseShape("a value"), "a map of attributes"),
                "a map of cards",
            ),
            "cards with names of their own, and the values of their attributes",
        ),
        Key(
            "tiles",
            EntriesShape("name", FACES_OF_TILE, "a map of tiles"),
            "cards that are tiles, each with its faces",
        ),
        Key(
            "rotations",
            ListShape(NumberShape(0, 359), "a list of angles"),
            "the angles by which tiles may be turned, 0 unless it says",
        ),
        Key("count", ValueShape(), "how many there are of each card"),
    ),
    one_of=(("each", "named", "tiles"),),
)

ZONE = RecordShape(
    "a zone",
    (
        Key("for", PER_OWNER, "`player` or `team` where each has one"),
        Key("visible", VISIBLE, "who sees what is in it"),
        Key(
            "order",
            WordShape(("random", "stacked", "set")),
            "`random`: drawn from without looking; `stacked`: from the top; `set`: at will",
        ),
    ),
    example="{for: player}",
    meant=(("owner", "for"), ("per", "for")),
)

STATE = EitherShape(
    "a type or a map like `{type: 0..6, start: 0}`",
    scalar=TypeShape(),
    map=RecordShape(
        "a variable",
        (
            Key("type", TypeShape(), "the values it may have", required=True),
            Key(
                "for",
                EitherShape(
                    "a type or a list of types",
                    scalar=TypeShape(),
                    list=ListShape(TypeShape(), "a list of types"),
                ),
                "one variable for each value of these types",
            ),
            Key("start", ValueShape(), "its value when the game starts"),
            Key("visible", VISIBLE, "who sees it"),
        ),
    ),
)

PHASE = RecordShape(
    "a phase",
    (
        Key("turn", BlockShape(), "what a turn is", required=True),
        Key("until", ValueShape(), "the condition that ends it, asked after each turn"),
    ),
    example="{turn: STATEMENT, until: CONDITION}",
)

END = RecordShape(
    "an ending",
    (
        Key("when", ValueShape(), "the condition that ends the game", required=True),
        Key(
            "result", BlockShape(), "who wins: `win`, `lose`, `draw`, `rank`, `pay`", required=True
        ),
    ),
    example="{when: CONDITION, result: win mover}",
    meant=(("if", "when"), ("until", "when"), ("then", "result")),
)

MOVES = EitherShape(
    "a list of actions like `step(a1, a2)`",
    scalar=PhraseShape("actions like `step(a1, a2); roll red`"),
    list=ListShape(PhraseShape("an action like `step(a1, a2)`"), "a list of actions"),
)

SCENARIO = RecordShape(
    "a scenario",
    (
        Key("about", TEXT, "what it shows"),
        Key(
            "options",
            EntriesShape("text", PhraseShape("a value"), "a map of options"),
            "values of options",
        ),
        Key("players", NumberShape(1, 64), "how many play"),
        Key("given", BlockShape(), "how the table is set up, from an empty one"),
        Key("play", MOVES, "actions and rolls, in order"),
        Key(
            "expect",
            EitherShape(
                "a condition or a list of them",
                scalar=ValuesShape(),
                list=ListShape(ValueShape(), "a list of conditions"),
            ),
            "what holds then; one text may have `;` between conditions",
        ),
        Key("legal", MOVES, "actions that are then allowed, others may be too"),
        Key("illegal", MOVES, "actions that are then not allowed"),
        Key("only", MOVES, "all the actions that are then allowed"),
        Key("result", BlockShape(), "how the game has then ended, or `unfinished`"),
        Key("fault", PhraseShape("the name of a fault"), "the fault that then stops the game"),
    ),
)

INVARIANT_FORMS = ("always", "never", "sometimes", "at_end", "step", "within")

INVARIANT = RecordShape(
    "an invariant",
    (
        Key("about", TEXT, "what it says, for people"),
        Key("always", ValueShape(), "a condition that holds wherever the game stops"),
        Key("never", ValueShape(), "a condition that holds nowhere"),
        Key("sometimes", ValueShape(), "a condition that holds somewhere in some game"),
        Key("at_end", ValueShape(), "a condition that holds wherever a game has ended"),
        Key("step", ValueShape(), "a condition on each move, with `old(E)` for E before it"),
        Key("within", ValueShape(), "the most decisions that a game takes"),
        Key(
            "probability",
            PhraseShape("a probability between 0 and 1 like `0.95`"),
            "how likely a game of random moves is to end `within` so many decisions",
        ),
    ),
    one_of=(INVARIANT_FORMS,),
    example="{always: CONDITION}",
    meant=(("ever", "sometimes"), ("end", "at_end"), ("doc", "about")),
)

HISTORY = EitherShape(
    "a number of positions or a map like `{last: 200, without: [mover]}`",
    scalar=NumberShape(0, 10_000),
    map=RecordShape(
        "the history",
        (
            Key("last", NumberShape(0, 10_000), "how many positions are remembered", True),
            Key("without", NAMES, "variables in which equal positions may differ"),
        ),
        example="{last: 200, without: [mover]}",
        for_list=(("without", "list"),),
    ),
)

VARIANT = RecordShape(
    "the file",
    (
        Key("edition", PhraseShape("the number 1"), "the edition of the rule language, 1", True),
        Key("game", LABEL, "the id of the game", required=True),
        Key("title", TEXT, "the name of the game, for people", required=True),
        Key("about", TEXT, "what the game is, for people"),
        Key("players", PLAYERS, "how many play", required=True),
        Key("teams", TEAMS, "the teams, and who sits where"),
        Key("options", EntriesShape("name", OPTION, "a map of options"), "what groups may choose"),
        Key("enums", EntriesShape("name", NAMES, "a map of lists"), "lists of values with names"),
        Key("dice", EntriesShape("name", FACES, "a map of dice"), "dice and their faces"),
        Key("boards", EntriesShape("name", BOARD, "a map of boards"), "the boards"),
        Key("pieces", EntriesShape("name", PIECE, "a map of pieces"), "the kinds of pieces"),
        Key("cards", EntriesShape("name", CARDS, "a map of cards"), "the families of cards"),
        Key("zones", EntriesShape("name", ZONE, "a map of zones"), "places off the boards"),
        Key("state", EntriesShape("name", STATE, "a map of variables"), "variables"),
        Key(
            "functions",
            EntriesShape("signature", BlockShape(), "a map of functions"),
            "what scripts can compute, changing nothing",
        ),
        Key(
            "rules",
            EntriesShape("signature", BlockShape(), "a map of rules"),
            "what scripts can do by name",
        ),
        Key("setup", BlockShape(), "what is done before the first turn"),
        Key("turn", BlockShape(), "what a turn is"),
        Key("phases", EntriesShape("name", PHASE, "a map of phases"), "turns of several kinds"),
        Key("end", EntriesShape("label", END, "a map of endings"), "when the game ends, and how"),
        Key("flow", BlockShape(), "the order of everything, in place of the usual one"),
        Key("history", HISTORY, "how many positions `repeats()` looks back on"),
        Key(
            "invariants",
            EntriesShape("label", INVARIANT, "a map of invariants"),
            "what holds in every game that can be played",
        ),
        Key(
            "scenarios",
            EntriesShape("label", SCENARIO, "a map of scenarios"),
            "worked examples that are tested",
        ),
        Key("texts", EntriesShape("text", TEXT, "a map of texts"), "what people read for each id"),
        Key("meta", FreeShape(), "anything, for other programs"),
    ),
    one_of=(("turn", "phases"),),
    others="meta",
)

PRELUDE = RecordShape(
    "the prelude",
    tuple(key for key in VARIANT.keys if key.name in ("state", "functions", "rules", "flow")),
)
