"""Expressions: a type in, a random expression of it out, by what the library and the file have."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from fragma_dsl.checking.made.calls import calls_of
from fragma_dsl.checking.made.choices import Choices
from fragma_dsl.checking.made.words import ANY_SITE, Signature, Vocabulary, Word
from fragma_dsl.library.declare import ANY_LENGTH, Builtin
from fragma_dsl.library.types import (
    Bool,
    Card,
    Int,
    Kind,
    ListOf,
    Optional,
    Part,
    Piece,
    PlaneType,
    Player,
    SetOf,
    Site,
    Type,
)

Way = Callable[[int], str]
"""How to make an expression whose parts are so deep at most."""

BOOL, INT, PLAYER = Bool(), Int(), Player()
MOST = 60
"""How many parts the expressions of a script have, before only plain words are said."""


class Expressions:
    """Makes expressions; what may not stand where a script stands is switched off."""

    def __init__(self, choices: Choices, words: Vocabulary) -> None:
        self.choices, self.words = choices, words
        self.left = MOST
        self.has_after = False

    def make(self, wanted: Type, depth: int = 2) -> str:
        """Make an expression of a type that something can be said of."""
        plain, is_last = self.words.of(wanted), depth <= 0 or self.left <= 0
        if plain and (is_last or self.choices.number(0, 3) == 0):
            return self.leaf(wanted, plain)
        self.left -= 1
        ways = [*islice(self.ways(wanted), 1 if is_last else None)]
        return self.choices.pick(ways)(max(depth - 1, 0)) if ways else self.leaf(wanted, plain)

    def leaf(self, wanted: Type, plain: list[str]) -> str:
        """Say a number or a word."""
        if isinstance(wanted, Int) and not self.choices.once_in(3):
            return str(self.choices.number(0, 9))
        return self.choices.pick(plain)

    # ---- ways

    def ways(self, wanted: Type) -> Iterator[Way]:
        """Run through the ways to make an expression of a type, plain ones first."""
        match wanted:
            case Bool():
                yield from self.truths()
            case Int():
                yield from self.numbers()
            case SetOf(item):
                yield from self.sets(item)
            case ListOf(item, _) if not isinstance(item, SetOf):
                yield lambda depth: self.list_of(item, depth)
                yield lambda depth: f"({self.list_of(item, 0)} + {self.list_of(item, depth)})"
            case Optional(item):
                yield lambda _: "none"
                yield lambda depth: self.make(item, depth)
            case _:
                pass
        if not isinstance(wanted, ListOf | SetOf | Part | PlaneType):
            yield (
                lambda depth: (
                    f"({self.make(wanted, depth)} if {self.make(BOOL, depth)}"
                    f" else {self.make(wanted, depth)})"
                )
            )
        if not isinstance(wanted, ListOf | SetOf | Optional | Bool | Part | PlaneType):
            yield lambda depth: self.chosen(wanted, depth)
            yield lambda depth: f"{self.list_of(wanted, 0, 2)}[{self.make(INT, depth)} % 2]"
        for one in self.words.functions:
            if one.result is not None and self.words.suits(one.result, wanted):
                yield partial(self.call, one)
        for builtin, parameters in calls_of(self.words, self.choices, wanted):
            yield partial(self.builtin, builtin, parameters)
        if not isinstance(wanted, Optional | SetOf | ListOf):
            for builtin, parameters in calls_of(self.words, self.choices, Optional(wanted)):
                yield partial(self.present, builtin, parameters, wanted)
        if wanted == Piece() and "sort" in self.words.of(Kind()):
            yield lambda depth: f"sort[{self.make(PLAYER, depth)}]"
        if self.has_after and self.words.rules:
            yield lambda depth: self.after(wanted, depth)

    def truths(self) -> Iterator[Way]:
        """Run through the ways to make a condition."""
        make, word = self.make, self.choices.word
        yield lambda depth: f"not {make(BOOL, depth)}"
        yield (
            lambda depth: (
                f"({make(INT, depth)} {word('<', '<=', '>', '>=', '==', '!=')} {make(INT, depth)})"
            )
        )
        yield lambda depth: f"({make(BOOL, depth)} {word('and', 'or')} {make(BOOL, depth)})"
        yield self.same
        yield self.member
        yield lambda depth: self.collected(word("any", "all"), BOOL, depth)

    def same(self, depth: int) -> str:
        """Compare values of a type that has no order, or sets of them."""
        item = self.choices.pick([one for one in self.specific() if not isinstance(one, Int)])
        is_set = self.choices.once_in(3)
        wanted: Type = SetOf(item) if is_set else Optional(item)
        left = self.make(item, 0) if not is_set else self.set_of(item, depth)
        right = self.make(wanted, depth)
        if is_set and self.choices.once_in(3):
            return f"({left} <= ({self.set_of(item, 0)} | {right}))"
        return f"({left} {self.choices.word('==', '!=')} {right})"

    def member(self, depth: int) -> str:
        """Ask whether something is in a set."""
        item = self.choices.pick(self.specific())
        source = self.make(SetOf(item), depth)
        return f"({self.make(item, 0)} {self.choices.word('in', 'not in')} {source})"

    def specific(self) -> list[Type]:
        """List the types of which two values can be the same, whatever they are."""
        boards = [self.words.sites_of(one) for one in self.words.boards]
        families = {one.type for one in self.words.words if isinstance(one.type, Card)}
        mixed = (ANY_SITE, Card(), *([Piece()] if families else []))
        return [*(one for one in self.words.items() if one not in mixed), *boards]

    def numbers(self) -> Iterator[Way]:
        """Run through the ways to make a number."""
        make, word = self.make, self.choices.word
        yield lambda depth: f"({make(INT, depth)} {word('+', '-', '*')} {make(INT, depth)})"
        yield lambda depth: f"({make(INT, depth)} {word('//', '%')} {self.choices.number(1, 5)})"
        yield lambda depth: f"-{make(INT, depth)}"
        yield lambda depth: self.collected("sum", INT, depth)
        yield lambda depth: self.collected("count", self.choices.pick(self.words.items()), depth)
        if self.choices.once_in(12):
            yield lambda depth: f"({make(INT, depth)} {word('//', '%')} {make(INT, depth)})"

    def sets(self, item: Type) -> Iterator[Way]:
        """Run through the ways to make a set."""
        if isinstance(item, Part):
            return
        yield lambda depth: self.set_of(item, depth)
        yield (
            lambda depth: (
                f"({self.set_of(item, 0)} {self.choices.word('|', '&')}"
                f" {self.make(SetOf(item), depth)})"
            )
        )
        yield (
            lambda depth: (
                f"(({self.set_of(item, 0)} | {self.make(SetOf(item), depth)}) -"
                f" {self.make(SetOf(item), depth)})"
            )
        )
        yield lambda depth: f"{{{self.comprehension(item, depth)}}}"
        if isinstance(item, Int):
            yield lambda _: f"({self.choices.number(0, 3)}..{self.choices.number(3, 6)})"
            yield lambda depth: f"(0..{self.make(INT, depth)} % 7)"

    # ---- parts

    def set_of(self, item: Type, depth: int) -> str:
        """Write some members of a set."""
        count = self.choices.number(1, 2)
        return f"{{{', '.join(self.make(item, depth) for _ in range(count))}}}"

    def list_of(self, item: Type, depth: int, count: int = 0) -> str:
        """Write some members of a list."""
        number = count or self.choices.number(1, 2)
        return f"[{', '.join(self.make(item, depth) for _ in range(number))}]"

    def sources(self) -> list[Type]:
        """List the types of sets that a generator may go through."""
        found: list[Type] = [SetOf(one) for one in self.words.items()]
        found += [one.type for one in self.words.words if isinstance(one.type, ListOf)]
        if self.words.plane is not None:
            cell = Site(self.words.plane.name)
            found += [SetOf(Part()), SetOf(cell), *(
                ListOf(SetOf(one), ANY_LENGTH) for one in (Part(), cell)
            )]  # fmt: skip
        return found

    def generator(self, depth: int) -> tuple[Word, str]:
        """Make a local and what it runs through."""
        source = self.choices.pick(self.sources())
        assert isinstance(source, SetOf | ListOf)
        name = self.choices.fresh("x")
        return Word(source.item, name), f"{name} in {self.make(source, depth)}"

    def comprehension(self, item: Type, depth: int) -> str:
        """Make what stands inside the brackets of a comprehension."""
        local, text = self.generator(depth)
        texts, locals = [text], [local]
        with self.words.within(local):
            if self.choices.once_in(6):
                other, text = self.generator(0)
                texts.append(text)
                locals.append(other)
        with self.words.within(*locals):
            value = self.make(item, depth)
            return f"{value} for {', '.join(texts)}{self.conditions(depth)}"

    def conditions(self, depth: int) -> str:
        """Make a `where` and a `with`, or none."""
        where = f" where {self.make(BOOL, depth)}" if self.choices.once_in(3) else ""
        if self.choices.once_in(6):
            where += f" with {self.choices.word('most', 'least')} {self.make(INT, depth)}"
        return where

    def collected(self, word: str, item: Type, depth: int) -> str:
        """Make a call of a word on a comprehension."""
        return f"{word}({self.comprehension(item, depth)})"

    def chosen(self, wanted: Type, depth: int) -> str:
        """Choose one of the members of a comprehension that has one, or seldom may have none."""
        word = self.choices.word("first", "first", *(("min", "max") if wanted == INT else ()))
        if self.choices.once_in(10):
            return self.collected(self.choices.word(word, "only"), wanted, depth)
        value = self.make(wanted, 0)
        name = self.choices.fresh("x")
        return f"{word}({name} for {name} in ({{{value}}} | {self.make(SetOf(wanted), depth)}))"

    def call(self, one: Signature, depth: int) -> str:
        """Call a function or a rule of the file."""
        return f"{one.name}({', '.join(self.make(type, depth) for type in one.parameters)})"

    def after(self, wanted: Type, depth: int) -> str:
        """Make a value behind a rule."""
        self.has_after = False
        call = self.call(self.choices.pick(self.words.rules), 0)
        value = self.make(wanted, depth)
        self.has_after = True
        return f"after({call}, {value})"

    # ---- builtins

    def builtin(self, builtin: Builtin, types: list[Type], depth: int) -> str:
        """Call a builtin so that it seldom goes wrong."""
        given = [
            type
            for type, one in zip(types, builtin.parameters, strict=True)
            if not one.optional or self.choices.once_in(3)
        ]
        texts = [self.make(type, 0 if builtin.needs_domain else depth) for type in given]
        if builtin.faults and texts and isinstance(given[0], SetOf | ListOf):
            texts[0] = self.filled(builtin, given[0], texts[0])
        has_dot = len(texts) == 1 and texts[0].isidentifier() and given[0] == ANY_SITE
        if has_dot and self.choices.once_in(3):
            return f"{texts[0]}.{builtin.name}"
        return f"{builtin.name}({', '.join(texts)})"

    def filled(self, builtin: Builtin, type: SetOf | ListOf, text: str) -> str:
        """Put a member into a set or list of which one is wanted."""
        if builtin.name == "sum" or self.choices.once_in(10):
            return text
        member = self.make(type.item, 0)
        brackets = "{%s}" if isinstance(type, SetOf) else "[%s]"
        one = brackets % member
        if builtin.name == "only":
            return one
        return f"({one} {'|' if isinstance(type, SetOf) else '+'} {text})"

    def present(self, builtin: Builtin, types: list[Type], wanted: Type, depth: int) -> str:
        """Call a builtin that may give none, and say something else where it does."""
        call = self.builtin(builtin, types, depth)
        if self.choices.once_in(8):
            return call
        return f"({call} if {call} != none else {self.make(wanted, 0)})"
