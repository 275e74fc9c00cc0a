"""Document: a source to the tree of a whole variant, with every mistake of its form reported."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar, cast

from fragma_dsl.syntax import problems as p
from fragma_dsl.syntax import tree as t
from fragma_dsl.syntax import values as v
from fragma_dsl.syntax.document_board import make_board
from fragma_dsl.syntax.document_cards import make_cards
from fragma_dsl.syntax.document_dice import make_die
from fragma_dsl.syntax.document_invariant import make_invariant
from fragma_dsl.syntax.document_players import make_players
from fragma_dsl.syntax.document_scenario import make_scenario
from fragma_dsl.syntax.read_value import ValueReader
from fragma_dsl.syntax.schema import PRELUDE, VARIANT
from fragma_dsl.syntax.shape import RecordShape
from fragma_dsl.syntax.yaml_tree import read_yaml
from fragma_dsl.text.problem import Checked, Fix, Problem
from fragma_dsl.text.source import Source
from fragma_dsl.text.span import Span

D = TypeVar("D")

_TRUTHS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def read_variant(source: Source) -> Checked[t.Variant]:
    """Read a rule file; None where it is no map that could be one."""
    return _read(source, VARIANT)


def read_prelude(source: Source) -> Checked[t.Variant]:
    """Read a prelude: a file with nothing but state, functions, rules and a flow."""
    return _read(source, PRELUDE)


def make_variant(source: Source, fields: v.Fields) -> Checked[t.Variant]:
    """Make the declarations of a whole game from its fields, whatever files those come from."""
    reader = ValueReader()
    _check_turn(fields, reader)
    variant = _Maker(reader).make_variant(source, fields)
    return Checked(variant, _in_order(tuple(reader.problems)))


def _read(source: Source, shape: RecordShape) -> Checked[t.Variant]:
    root = read_yaml(source)
    if root.value is None:
        return Checked(None, root.problems)
    reader = ValueReader()
    fields = reader.record(root.value, shape)
    if fields is not None and shape is VARIANT:
        _check_turn(fields, reader)
    variant = None if fields is None else _Maker(reader).make_variant(source, fields)
    return Checked(variant, _in_order((*root.problems, *reader.problems)))


def _in_order(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Put problems in the order of the file."""
    return tuple(sorted(problems, key=lambda one: (one.span.source.name, one.span.start, one.code)))


def _check_turn(fields: v.Fields, reader: ValueReader) -> None:
    """Report a game in which nobody could ever do anything."""
    if not any(fields.has(key) for key in ("turn", "phases", "flow")):
        span = fields.keys["game"].span if fields.has("game") else _start(fields.span)
        about = "what a player does in a turn, or `phases`, or `flow`"
        reader.problems.append(p.MissingKey(span, "the file", "turn", about))


def _start(span: Span) -> Span:
    return Span(span.source, span.start, span.start)


def _is_expression(node: object) -> bool:
    return not isinstance(
        node, t.TypeName | t.TypeOf | t.RangeType | t.SetType | t.ListType | t.OptionalType
    )


class _Maker:
    """Makes declarations from values; what is missing or mistaken gets a harmless stand-in."""

    def __init__(self, reader: ValueReader) -> None:
        self.reader = reader

    def make_variant(self, source: Source, fields: v.Fields) -> t.Variant:
        span = fields.span
        start = Span(source, span.start, span.start)
        self._check_edition(fields)
        return t.Variant(
            source=source,
            game=fields.find("game", t.Identifier) or t.Identifier("", start),
            title=fields.find("title", t.Text) or t.Text({"": ""}, start),
            about=fields.find("about", t.Text),
            players=make_players(fields, start, self.reader.problems),
            teams=self._teams(fields),
            options=self._map(fields, "options", self._option),
            enums=self._map(fields, "enums", self._enum),
            dice=self._map(fields, "dice", lambda e: make_die(e, self.reader.problems)),
            boards=self._map(fields, "boards", lambda e: make_board(e, self.reader.problems)),
            pieces=self._map(fields, "pieces", self._piece),
            cards=self._map(fields, "cards", self._cards),
            zones=self._map(fields, "zones", self._zone),
            state=self._map(fields, "state", self._state),
            functions=self._map(fields, "functions", self._function),
            rules=self._map(fields, "rules", self._rule),
            setup=fields.find("setup", t.Block),
            turn=fields.find("turn", t.Block),
            phases=self._map(fields, "phases", self._phase),
            end=self._map(fields, "end", self._end),
            flow=fields.find("flow", t.Block),
            history=_history(fields, start),
            invariants=self._map(
                fields, "invariants", lambda e: make_invariant(e, self.reader.problems)
            ),
            scenarios=self._map(
                fields, "scenarios", lambda e: make_scenario(e, self.reader.problems)
            ),
            texts=self._texts(fields, "texts"),
            span=span,
        )

    def _check_edition(self, fields: v.Fields) -> None:
        edition = fields.find("edition", t.Identifier)
        if edition is not None and edition.text != "1":
            self.reader.problems.append(
                p.WrongEdition(edition.span, known_fix=Fix(edition.span, "1"))
            )

    def _map(
        self, fields: v.Fields, key: str, make: Callable[[v.Entry], D | None]
    ) -> Mapping[str, D]:
        found = fields.find(key, v.Entries)
        made = ((e.name.text, make(e)) for e in found.entries) if found is not None else ()
        return {name: decl for name, decl in made if decl is not None}

    def _texts(self, fields: v.Fields, key: str) -> Mapping[str, t.Text]:
        return self._map(fields, key, lambda e: e.value if isinstance(e.value, t.Text) else None)

    def _expression(self, fields: v.Fields, key: str) -> t.Expression | None:
        """Give an expression; Bad where the key is there and its value is not."""
        found = fields.find(key, v.Script)
        if found is not None and _is_expression(found.node):
            return cast(t.Expression, found.node)
        return t.Bad(fields.keys[key].span) if fields.has(key) else None

    def _type(self, fields: v.Fields, key: str) -> t.TypeNode:
        found = fields.find(key, v.Script)
        return cast(t.TypeNode, found.node) if found is not None else t.Bad(fields.span)

    def _fields(self, entry: v.Entry) -> v.Fields:
        if isinstance(entry.value, v.Fields):
            return entry.value
        return v.Fields({}, {}, entry.span)

    def _teams(self, fields: v.Fields) -> t.Teams | None:
        record = fields.find("teams", v.Fields)
        if record is None:
            return None
        names = _names(record, "names")
        seats: Literal["pairs", "alternate"] | tuple[t.Identifier, ...]
        seats = "alternate" if record.word("seats", "pairs") == "alternate" else "pairs"
        if record.find("seats", v.Items) is not None:
            seats = _names(record, "seats")
        return t.Teams(names, seats, record.span)

    def _option(self, entry: v.Entry) -> t.OptionDecl:
        fields = self._fields(entry)
        names = fields.find("type", v.Items)
        type: t.TypeNode | t.ValueList
        type = self._type(fields, "type") if names is None else _value_list(names)
        default = self._expression(fields, "default") or t.Bad(entry.span)
        if self._is_foreign_truth(type, default):
            default = t.Bad(default.span)
        values = self._texts(fields, "values")
        about = fields.find("about", t.Text)
        return t.OptionDecl(entry.name, type, default, about, values, entry.span)

    def _is_foreign_truth(self, type: t.TypeNode | t.ValueList, value: t.Expression) -> bool:
        """Report `yes`, `no`, `on` and `off` where a bool is wanted."""
        is_bool = isinstance(type, t.TypeName) and type.text == "bool"
        if not (is_bool and isinstance(value, t.Name) and value.text.lower() in _TRUTHS):
            return False
        fix = Fix(value.span, _TRUTHS[value.text.lower()])
        self.reader.problems.append(p.NotTruth(value.span, known_fix=fix))
        return True

    def _enum(self, entry: v.Entry) -> t.EnumDecl:
        found = entry.value
        names = found if isinstance(found, v.Items) else v.Items((), entry.span)
        if isinstance(found, v.Items) and not found.items:
            self.reader.problems.append(p.EmptyText(found.span, "at least one name"))
        return t.EnumDecl(entry.name, _value_list(names), entry.span)

    def _piece(self, entry: v.Entry) -> t.PieceDecl:
        fields = self._fields(entry)
        count = self._expression(fields, "count")
        if count is None:
            count = t.Number(1, entry.name.span)
        elif isinstance(count, t.Name) and count.text == "unlimited":
            count = None
        symbol = fields.find("symbol", t.Identifier)
        if symbol is not None and len(symbol.text) > 2:
            self.reader.problems.append(p.BadForm(symbol.span, "one or two characters"))
        owned = fields.has("owner")
        text = symbol.text if symbol is not None else None
        return t.PieceDecl(entry.name, owned, count, text, entry.span)

    def _cards(self, entry: v.Entry) -> t.CardDecl | None:
        count = self._expression(self._fields(entry), "count")
        return make_cards(entry, count, self.reader.problems)

    def _zone(self, entry: v.Entry) -> t.ZoneDecl:
        fields = self._fields(entry)
        per = cast(Literal["player", "team"] | None, fields.word("for", "") or None)
        order = cast(Literal["random", "stacked", "set"], fields.word("order", "set"))
        hidden = {"player": "owner", "team": "team", None: "all" if order == "set" else "none"}
        visible = cast(t.Visibility, fields.word("visible", hidden[per]))
        return t.ZoneDecl(entry.name, per, visible, order, entry.span)

    def _state(self, entry: v.Entry) -> t.StateDecl:
        if isinstance(entry.value, v.Script):
            type = cast(t.TypeNode, entry.value.node)
            return t.StateDecl(entry.name, (), type, None, "all", entry.span)
        fields = self._fields(entry)
        type, start = self._type(fields, "type"), self._expression(fields, "start")
        if start is not None and self._is_foreign_truth(type, start):
            start = t.Bad(start.span)
        visible = cast(t.Visibility, fields.word("visible", "all"))
        return t.StateDecl(entry.name, self._per(fields), type, start, visible, entry.span)

    def _per(self, fields: v.Fields) -> tuple[t.TypeNode, ...]:
        one, several = fields.find("for", v.Script), fields.find("for", v.Items)
        scripts = (one,) if several is None else several.items
        found = tuple(
            cast(t.TypeNode, script.node) for script in scripts if isinstance(script, v.Script)
        )
        return found or ((t.Bad(fields.keys["for"].span),) if fields.has("for") else ())

    def _body(self, entry: v.Entry) -> t.Block:
        bad = t.Block((t.Bad(entry.span),), entry.span)
        return entry.value if isinstance(entry.value, t.Block) else bad

    def _function(self, entry: v.Entry) -> t.FunctionDecl:
        parameters = entry.signature.parameters if entry.signature is not None else ()
        return t.FunctionDecl(entry.name, parameters, self._body(entry), entry.span)

    def _rule(self, entry: v.Entry) -> t.RuleDecl:
        parameters = entry.signature.parameters if entry.signature is not None else ()
        return t.RuleDecl(entry.name, parameters, self._body(entry), entry.span)

    def _phase(self, entry: v.Entry) -> t.PhaseDecl:
        fields = self._fields(entry)
        turn = fields.find("turn", t.Block) or t.Block((t.Bad(entry.span),), entry.span)
        return t.PhaseDecl(entry.name, turn, self._expression(fields, "until"), entry.span)

    def _end(self, entry: v.Entry) -> t.EndDecl:
        fields = self._fields(entry)
        when = self._expression(fields, "when") or t.Bad(entry.span)
        block = fields.find("result", t.Block)
        result: t.Statement = t.Bad(entry.span)
        if block is not None:
            result = block.statements[0]
            if len(block.statements) > 1:
                span = block.statements[1].span
                self.reader.problems.append(p.BadForm(span, "one result"))
        return t.EndDecl(entry.name, when, result, entry.span)


def _history(fields: v.Fields, start: Span) -> t.History:
    record = fields.find("history", v.Fields)
    if record is not None:
        return t.History(record.number("last") or 0, _names(record, "without"), record.span)
    return t.History(fields.number("history") or 0, (), start)


def _names(fields: v.Fields, key: str) -> tuple[t.Identifier, ...]:
    found = fields.find(key, v.Items)
    items = found.items if found is not None else ()
    return tuple(name for name in items if isinstance(name, t.Identifier))


def _value_list(names: v.Items) -> t.ValueList:
    found = tuple(name for name in names.items if isinstance(name, t.Identifier))
    return t.ValueList(found, names.span)
